//! Traces of games, turn by turn: the grid before, the turn, the ruling with its evidence, the grid after.

use crate::support::{point, position, turn, vertex};
use superko::engine::reference_rules;
use superko::{LastPass, Repeat, Rule, Rules, SWITCHES};
use superko_reference::{
    self as naive, Color, Game, Grid, Illegal, Outcome, Phase, Player, Point, Score, Standing, Turn,
};

/// Traces some turns that continue a game, including refused turns.
pub(crate) fn trace(game: &Game, turns: &str) -> String {
    let grid = game.grid();
    let rules = rules(game);
    let shown = SWITCHES.iter().enumerate();
    // The first two switches are always shown, the others if they are not at their defaults.
    let shown = shown.filter(|(place, switch)| *place < 2 || !switch.is_default(rules));
    let in_force: Vec<&str> = shown.map(|(_, switch)| rules.value(switch).rule.id()).collect();
    let mut text = format!(
        "{}x{}, {}; {} begins\n",
        grid.columns(),
        grid.rows(),
        in_force.join(", "),
        player(game.player()),
    );
    let mut game = game.clone();
    for name in turns.split(' ') {
        let turn = turn(game.grid(), name);
        text += "\n";
        text += &step(&mut game, turn, name);
    }
    if game.is_over() {
        text += &format!("\n{}\n", end_of(&game));
    }
    text
}

/// Traces some turns that end a game, and the players' agreement on dead points after them.
pub(crate) fn agreed(game: &Game, turns: &str, dead: &[&str]) -> String {
    let mut text = trace(game, turns);
    let mut game = turns.split(' ').fold(game.clone(), |game, name| {
        game.after(turn(game.grid(), name)).expect("the turn is legal")
    });
    let points: Vec<Point> = dead.iter().map(|name| point(game.grid(), name)).collect();
    game.agree(&points).expect("the players are asked");
    text += &format!("\nThe players agree that {} is dead.\n", dead.join(", "));
    text += &lettered(&game.counted(), |_| None);
    text + &format!("{}\n", end_of(&game))
}

/// Traces a turn, and takes it unless it is refused.
fn step(game: &mut Game, turn: Turn, name: &str) -> String {
    let letter = if game.player() == Player::Black { 'B' } else { 'W' };
    let number = game.past().len() + 1;
    let before = game.clone();
    let ruling = game.take(turn);
    let (sentence, effect) = match ruling {
        Ok(()) => legal(&before, turn, game),
        Err(illegal) if game.is_over() != before.is_over() => {
            let (why, loser) = (evidence(&before, illegal), player(before.player()));
            (rules(game).illegal.rule().id(), format!("refused, {why}; {loser} loses"))
        }
        Err(illegal) => {
            (refusing(&before, illegal), format!("refused, {}", evidence(&before, illegal)))
        }
    };
    let point = match turn {
        Turn::Pass => None,
        Turn::Move(point) => Some(point),
    };
    let heading = format!("{number:>2}. {letter} {name:<4}  {sentence}: {effect}\n");
    // A pass and a refused move leave the grid as it is, so it is drawn once.
    let drawing = if ruling.is_ok() && point.is_some() {
        beside(&drawn(before.grid(), None), &drawn(game.grid(), point))
    } else {
        drawn(before.grid(), point)
    };
    heading + &drawing
}

/// Draws a grid, with both scores below it.
fn drawn(grid: &Grid, marked: Option<Point>) -> String {
    let position = position(grid);
    let marked = marked.and_then(|point| {
        position
            .size()
            .points()
            .find(|p| (usize::from(p.column()), usize::from(p.row())) == (point.column, point.row))
    });
    let score = grid.score();
    format!("{}    {} : {}\n", position.drawn(marked), score.black, score.white)
}

/// Draws a grid in which some points show other characters than those of their colors.
pub(crate) fn lettered(grid: &Grid, letter: impl Fn(Point) -> Option<char>) -> String {
    let drawing = position(grid).drawn(None);
    let mut lines: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
    for point in grid.points() {
        if let Some(letter) = letter(point) {
            // The names of the rows take three characters, and each point two.
            lines[grid.rows() - 1 - point.row][4 + 2 * point.column] = letter;
        }
    }
    lines.into_iter().map(|line| line.into_iter().collect::<String>() + "\n").collect()
}

/// Places two drawings of the same height side by side, with an arrow from the left one to the right one.
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

/// Returns the sentence by which a turn is legal, and what the turn did.
fn legal(before: &Game, turn: Turn, game: &Game) -> (&'static str, String) {
    let (rules, after) = (rules(before), game.grid());
    let Turn::Move(point) = turn else { return legal_pass(before, game) };
    if before.unblocks(point) {
        let freed = before.blocked().into_iter().filter(|point| !game.blocked().contains(point));
        return ("TT8/cleanup", format!("legal, unblocks {}", names(after, freed)));
    }
    if game.is_over() {
        let rule = match rules.repeat {
            _ if game.phase() != Phase::Main => rules.agreement.rule(),
            Repeat::Illegal => rules.long_cycle.rule(),
            repeat => repeat.rule(),
        };
        return (rule.id(), "legal, repeats a grid and ends the game".to_owned());
    }
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
        (captured, suicided) if suicided.is_empty() && game.blocked().contains(&point) => (
            "TT8/cleanup",
            format!("legal, a ko move: clears {captured}, and its point is blocked"),
        ),
        (captured, suicided) if suicided.is_empty() => ("TT4", format!("legal, clears {captured}")),
        (_, suicided) => (self_capture(before), format!("legal, clears its own {suicided}")),
    }
}

/// Returns the sentence by which a pass is legal, and what the pass did.
fn legal_pass(before: &Game, game: &Game) -> (&'static str, String) {
    let rules = rules(before);
    if before.phase() != game.phase() {
        return ("TT8/cleanup", "legal, the pass begins the next phase".to_owned());
    }
    if before.button() != game.button() {
        return ("TT9/button", "legal, a pass that takes the button".to_owned());
    }
    let is_second_in_a_row = before.past().last().is_some_and(|past| past.turn == Turn::Pass);
    if game.is_over() && !is_second_in_a_row {
        let rule = rules.long_cycle.rule().id();
        return (rule, "legal, repeats a pass and ends the game".to_owned());
    }
    let end = match rules.last_pass {
        LastPass::White => rules.last_pass.rule().id(),
        _ => rules.passes.rule().id(),
    };
    let (sentence, effect) = match (game.standing(), rules.passes.word()) {
        (Standing::Running, _) => (repetition(before), "a pass".to_owned()),
        (Standing::Stopped, _) => (rules.agreement.rule().id(), "the game stops".to_owned()),
        (Standing::Over, _) if rules.last_pass == LastPass::White => {
            (end, "White's pass ends the game".to_owned())
        }
        (Standing::Over, "two") => (end, "the second pass ends the game".to_owned()),
        (Standing::Over, number) => (end, format!("the last of {number} passes ends the game")),
    };
    (sentence, format!("legal, {effect}"))
}

/// Returns the sentence that refuses a turn.
fn refusing(game: &Game, illegal: Illegal) -> &'static str {
    match illegal {
        Illegal::Over => "TT8",
        Illegal::Stopped => "TT8/resume",
        Illegal::UsedUp => "TT7/supply",
        Illegal::NotEmpty { .. } => "TT7",
        Illegal::ClearsOwn { .. } => self_capture(game),
        Illegal::MadeBefore { .. } => "TT8/cleanup",
        Illegal::Repeats { .. } if game.phase() != Phase::Main => "TT8/cleanup",
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

/// Describes the end of a game with this grid: both scores, and who wins.
pub(crate) fn end(grid: &Grid) -> String {
    scored(grid.score(), "TT9")
}

/// Describes the end of a game: both scores, if they decide it, and who wins.
fn end_of(game: &Game) -> String {
    match game.outcome() {
        Some(decided) if !game.is_scored() => format!("The game: {}.", outcome(decided)),
        _ => scored(game.score(), Rule::score(rules(game)).id()),
    }
}

fn scored(score: Score, sentence: &str) -> String {
    let points = |whole: usize, player| {
        if score.button == Some(player) { format!("{whole}.5") } else { whole.to_string() }
    };
    let [black, white] = [points(score.black, Player::Black), points(score.white, Player::White)];
    format!("{sentence}: Black {black}, White {white}. TT10: {}.", outcome(score.outcome()))
}

fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Wins(winner) => format!("{} wins", player(winner)),
        Outcome::Tie => "a tie".to_owned(),
        Outcome::NoResult => "no result".to_owned(),
    }
}

/// Returns the names of some points, in their order.
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

/// Returns the rules of a game as a type of the harness. Each switch gets the value that makes the most sentences equal.
fn rules(game: &Game) -> Rules {
    let found = SWITCHES.iter().fold(Rules::default(), |rules, switch| {
        let tried = switch.values.iter().rev().map(|value| rules.with(value));
        tried
            .max_by_key(|&rules| alike(reference_rules(rules), game.rules()))
            .expect("a switch has values")
    });
    assert_eq!(game.rules(), reference_rules(found), "every value has its translation");
    found
}

/// Returns in how many sentences two rule sets are equal, by comparing their printed fields.
fn alike(one: naive::Rules, other: naive::Rules) -> usize {
    let [one, other] = [one, other].map(|rules| format!("{rules:?}"));
    one.split(", ").zip(other.split(", ")).filter(|(one, other)| one == other).count()
}
