//! Games told turn by turn: the grid before, the turn, the ruling with its evidence, the grid after.

use crate::support::{coloring, turn, vertex};
use superko::{Rule, Rules};
use superko_reference::{Color, Game, Grid, Illegal, Outcome, Player, Point, Turn};

/// Tells a game that goes on from its present state with some turns, the refused ones included.
pub(crate) fn trace(game: &Game, turns: &str) -> String {
    let grid = game.grid();
    let rules = rules(game);
    let in_force = [Rule::repetition(rules).id(), Rule::suicide(rules).id()];
    let mut told = format!(
        "{}x{}, {}; {} begins\n",
        grid.columns(),
        grid.rows(),
        in_force.join(", "),
        player(game.player()),
    );
    let mut game = game.clone();
    for name in turns.split(' ') {
        let turn = turn(game.grid(), name);
        told += "\n";
        told += &step(&mut game, turn, name);
    }
    if game.is_over() {
        told += &format!("\n{}\n", end(game.grid()));
    }
    told
}

/// One turn, which is taken unless it is refused.
fn step(game: &mut Game, turn: Turn, name: &str) -> String {
    let letter = if game.player() == Player::Black { 'B' } else { 'W' };
    let number = game.past().len() + 1;
    let before = game.clone();
    let ruling = game.take(turn);
    let (sentence, said) = match ruling {
        Ok(()) => legal(&before, turn, game.grid()),
        Err(illegal) => {
            (refusing(&before, illegal), format!("refused, {}", evidence(&before, illegal)))
        }
    };
    let point = match turn {
        Turn::Pass => None,
        Turn::Move(point) => Some(point),
    };
    let heading = format!("{number:>2}. {letter} {name:<4}  {sentence}: {said}\n");
    // A pass and a refused move leave the grid as it is, so it is drawn once.
    let drawing = if ruling.is_ok() && point.is_some() {
        beside(&drawn(before.grid(), None), &drawn(game.grid(), point))
    } else {
        drawn(before.grid(), point)
    };
    heading + &drawing
}

/// The drawing of a grid with both scores below it.
fn drawn(grid: &Grid, marked: Option<Point>) -> String {
    let coloring = coloring(grid);
    let marked = marked.and_then(|point| {
        coloring
            .size()
            .points()
            .find(|p| (usize::from(p.column()), usize::from(p.row())) == (point.column, point.row))
    });
    let score = grid.score();
    format!("{}    {} : {}\n", coloring.drawn(marked), score.black, score.white)
}

/// The drawing of a grid in which some points show other characters than those of their colors.
pub(crate) fn lettered(grid: &Grid, letter: impl Fn(Point) -> Option<char>) -> String {
    let drawing = coloring(grid).drawn(None);
    let mut lines: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
    for point in grid.points() {
        if let Some(letter) = letter(point) {
            // The names of the rows take three characters, and each point two.
            lines[grid.rows() - 1 - point.row][4 + 2 * point.column] = letter;
        }
    }
    lines.into_iter().map(|line| line.into_iter().collect::<String>() + "\n").collect()
}

/// Two drawings of the same height, with an arrow from the left one to the right one.
pub(crate) fn beside(left: &str, right: &str) -> String {
    let width = left.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    let middle = (left.lines().count().saturating_sub(2)) / 2;
    let lines = left.lines().zip(right.lines()).enumerate();
    lines
        .map(|(place, (left, right))| {
            let arrow = if place == middle { "->" } else { "  " };
            format!("{left:<width$}   {arrow}  {right}\n")
        })
        .collect()
}

/// The sentence by which a turn is legal, and what it did.
fn legal(before: &Game, turn: Turn, after: &Grid) -> (&'static str, String) {
    let ends = before.past().last().is_some_and(|last| last.turn == Turn::Pass);
    let Turn::Move(point) = turn else {
        return if ends {
            ("TT8", "legal, the second pass ends the game".to_owned())
        } else {
            (repetition(before), "legal, a pass".to_owned())
        };
    };
    let (own, opponent) = (before.player().color(), before.player().opponent().color());
    let grid = before.grid();
    let gone = |color| {
        let had = move |p: &Point| grid.color(*p) == color || color == own && *p == point;
        names(grid, grid.points().filter(had).filter(|&p| after.color(p) == Color::Empty))
    };
    match (gone(opponent), gone(own)) {
        (captured, suicided) if captured.is_empty() && suicided.is_empty() => {
            ("TT7", "legal, clears nothing".to_owned())
        }
        (captured, suicided) if suicided.is_empty() => ("TT4", format!("legal, clears {captured}")),
        (_, suicided) => (self_capture(before), format!("legal, clears its own {suicided}")),
    }
}

/// The sentence that refuses a turn.
fn refusing(game: &Game, illegal: Illegal) -> &'static str {
    match illegal {
        Illegal::Over => "TT8",
        Illegal::Stopped => "TT8/resume",
        Illegal::UsedUp => "TT7/supply",
        Illegal::NotEmpty { .. } => "TT7",
        Illegal::ClearsOwn { .. } => self_capture(game),
        Illegal::Repeats { .. } => repetition(game),
    }
}

fn evidence(game: &Game, illegal: Illegal) -> String {
    match illegal {
        Illegal::Repeats { earlier } => {
            format!("{illegal}: a cycle of {}", game.past().len() + 1 - earlier)
        }
        _ => illegal.to_string(),
    }
}

/// The end of a game: both scores, and who wins.
pub(crate) fn end(grid: &Grid) -> String {
    let score = grid.score();
    let outcome = match score.outcome() {
        Outcome::Wins(winner) => format!("{} wins", player(winner)),
        Outcome::Tie => "a tie".to_owned(),
        Outcome::NoResult => "no result".to_owned(),
    };
    format!("TT9: Black {}, White {}. TT10: {outcome}.", score.black, score.white)
}

/// The names of some points, in the order of the grid.
pub(crate) fn names(grid: &Grid, points: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<String> = points.into_iter().map(|point| vertex(grid, point)).collect();
    names.join(" ")
}

fn player(player: Player) -> &'static str {
    match player {
        Player::Black => "Black",
        Player::White => "White",
    }
}

fn repetition(game: &Game) -> &'static str {
    Rule::repetition(rules(game)).id()
}

fn self_capture(game: &Game) -> &'static str {
    Rule::suicide(rules(game)).id()
}

/// The rules of a game in the words of the harness.
fn rules(game: &Game) -> Rules {
    let mut all = Rules::repetition_and_suicide();
    all.find(|&rules| game.rules() == rules.into()).expect("every value has its translation")
}
