//! Tests of the sentences that rule sets such as KataGo's need: cleanup, third time, tax, button, enclosed points.

mod button;
mod cleanup;
mod enclosed;
mod enumerated;
mod random;
mod second_cleanup;
mod tax;
mod third_time;

use superko_reference::{
    Agreement, Attempt, Button, Color, Cycle, Enclosed, Game, Grid, LastPass, Outcome, PassCost,
    Passes, Player, Point, Repeat, Repetition, Rules, Score, Scoring, SelfCapture, Supply, Tax,
    Turn,
};

/// A ko: Black clears B2 with a move at C2, and White clears C2 with a move at B2.
const KO: &str = "
    . X O .
    X O . O
    . X O .";

/// Simple ko, no suicide, territory, no points in seki, and cleanup phases.
const CLEANUP: Rules = Rules {
    repetition: Repetition::SimpleKo,
    self_capture: SelfCapture::Forbidden,
    agreement: Agreement::Cleanup,
    cycle: Cycle::ThirdTime,
    scoring: Scoring::Territory,
    tax: Tax::Seki,
    ..TROMP_TAYLOR
};

/// The default rules, as a constant.
const TROMP_TAYLOR: Rules = Rules {
    repetition: Repetition::Positional,
    self_capture: SelfCapture::Any,
    supply: Supply::Unlimited,
    passes: Passes::Two,
    last_pass: LastPass::Anybody,
    agreement: Agreement::None,
    attempt: Attempt::Refused,
    repeat: Repeat::Illegal,
    cycle: Cycle::GoesOn,
    scoring: Scoring::Area,
    pass: PassCost::Free,
    tax: Tax::None,
    button: Button::Unused,
    enclosed: Enclosed::Alive,
};

/// Returns the grid that a diagram draws: a line for each row, the top row first; `X` black, `O`
/// white, `.` empty.
fn grid(diagram: &str) -> Grid {
    let lines: Vec<&str> = diagram.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let colors: Vec<Vec<Color>> = lines
        .iter()
        .rev()
        .map(|line| line.split(' ').map(|mark| color(mark, diagram)).collect())
        .collect();
    assert!(colors.iter().all(|row| row.len() == colors[0].len()), "no rectangle: {diagram}");
    let empty = Grid::empty(colors[0].len(), colors.len());
    empty
        .points()
        .fold(empty.clone(), |grid, point| grid.with(point, colors[point.row][point.column]))
}

fn color(mark: &str, diagram: &str) -> Color {
    match mark {
        "." => Color::Empty,
        "X" => Color::Black,
        "O" => Color::White,
        _ => panic!("`{mark}` is no color: {diagram}"),
    }
}

/// Returns all grids of a size in which every colored point reaches an empty one.
fn grids(columns: usize, rows: usize) -> Vec<Grid> {
    let empty = Grid::empty(columns, rows);
    let mut grids = vec![empty.clone()];
    for point in empty.points() {
        grids = [Color::Empty, Color::Black, Color::White]
            .into_iter()
            .flat_map(|color| grids.iter().map(move |grid| grid.clone().with(point, color)))
            .collect();
    }
    let stands =
        |grid: &Grid| grid.cleared(Color::Black) == *grid && grid.cleared(Color::White) == *grid;
    grids.retain(stands);
    grids
}

/// Returns the point that a name such as `A1` stands for: the column as a letter, then the row.
fn point(name: &str) -> Point {
    let (column, row) = name.split_at(1);
    let column = "ABCDEFGH".find(column).unwrap_or_else(|| panic!("`{name}` has no column"));
    let row: usize = row.parse().unwrap_or_else(|_| panic!("`{name}` has no row"));
    Point { column, row: row - 1 }
}

fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(point).collect()
}

fn turn(name: &str) -> Turn {
    if name == "pass" { Turn::Pass } else { Turn::Move(point(name)) }
}

fn from(diagram: &str, first: Player, rules: Rules) -> Game {
    Game::from(grid(diagram), first, rules)
}

/// Returns the game after these turns, each of which must be legal.
fn after(game: &Game, turns: &str) -> Game {
    turns.split_whitespace().enumerate().fold(game.clone(), |game, (number, name)| {
        let after = game.after(turn(name));
        after.unwrap_or_else(|illegal| {
            panic!("{name}, turn {} of `{turns}`: {illegal}\n{}", number + 1, game.grid())
        })
    })
}

fn score(black: usize, white: usize) -> Score {
    Score { black, white, button: None }
}

/// Checks the outcome after these turns, and that no turn before the last ends the game. The outcome is `None`
/// if the last does not end it either.
fn assert_outcome(game: &Game, turns: &str, outcome: Option<Outcome>) {
    let (before, last) = turns.rsplit_once(' ').expect("more than one turn");
    let game = after(game, before);
    assert!(!game.is_over(), "before {last}, the last turn of `{turns}`");
    let ends = game.would_end(turn(last), &game.leaves(turn(last)));
    let game = after(&game, last);
    assert_eq!((game.outcome(), game.is_over()), (outcome, outcome.is_some()), "`{turns}`");
    assert_eq!(ends, game.is_over(), "`{turns}`");
}
