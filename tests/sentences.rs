//! Tests of the ten sentences of `reference/rules.md`, with drawn grids.

mod variants;

pub(crate) use variants::example;

use crate::support::{grid, point, turn, vertex};
use superko_reference::{
    Color, Game, Grid, Illegal, Outcome, Player, Repetition, Rules, Score, Turn,
};

// TT1
#[test]
fn a_grid_is_a_rectangle_of_points() {
    let grid = grid(
        ". . . . .
         . . . . .
         . . . . .",
    );
    assert_eq!((grid.columns(), grid.rows(), grid.points().count()), (5, 3, 15));
    let next_to = |name| names(&grid, grid.adjacent(point(&grid, name)));
    assert_eq!(next_to("A1"), "A2 B1");
    assert_eq!(next_to("C3"), "B3 C2 D3");
    assert_eq!(next_to("B2"), "A2 B1 B3 C2");
    for (columns, rows) in [(0, 1), (1, 0), (26, 1), (1, 26)] {
        assert!(std::panic::catch_unwind(|| Grid::empty(columns, rows)).is_err());
    }
    assert_eq!(Player::Black.opponent(), Player::White);
    assert_eq!(Player::White.opponent(), Player::Black);
}

// TT2
#[test]
fn a_point_is_black_or_white_or_empty() {
    let drawn = grid(
        "X O .
         . X X",
    );
    let of = |color| names(&drawn, drawn.points().filter(|&point| drawn.color(point) == color));
    assert_eq!(of(Color::Black), "A2 B1 C1");
    assert_eq!(of(Color::White), "B2");
    assert_eq!(of(Color::Empty), "A1 C2");
    assert_eq!(drawn.to_string(), "XO.\n.XX\n");
}

// TT3
#[test]
fn a_point_reaches_a_color_over_points_of_its_own() {
    let drawn = grid(
        "X X X O .
         O O X O X
         . O X X O",
    );
    let reaching = |color| names(&drawn, drawn.points().filter(|&p| drawn.reaches(p, color)));
    // White encloses the black chain on the left, because paths do not run diagonally.
    assert_eq!(reaching(Color::Empty), "A2 B1 B2 D2 D3 E2");
    assert_eq!(reaching(Color::White), "A1 A3 B3 C1 C2 C3 D1 E2 E3");
    assert_eq!(reaching(Color::Black), "A2 B1 B2 D2 D3 E1 E3");
}

// TT4
#[test]
fn points_that_do_not_reach_empty_are_cleared_all_at_once() {
    let before = grid(
        "X X O .
         O O O .
         X O . X
         X O X X",
    );
    let black_cleared = grid(
        ". . O .
         O O O .
         . O . X
         . O X X",
    );
    assert_eq!(before.cleared(Color::Black), black_cleared);
    assert_eq!(before.cleared(Color::White), before);
    // If points were emptied one after the other, the first empty one would save the others.
    assert_eq!(grid("X X X O").cleared(Color::Black), grid(". . . O"));
}

// TT5
#[test]
fn black_begins_on_the_empty_grid_and_players_alternate() {
    let game = Game::new(3, 2, Rules::default());
    assert_eq!(
        *game.grid(),
        grid(
            ". . .
             . . ."
        )
    );
    let game = after(&game, "A1 C2 pass B1");
    let players: Vec<Player> = game.past().iter().map(|past| past.player).collect();
    assert_eq!(players, [Player::Black, Player::White, Player::Black, Player::White]);
    assert_eq!(game.player(), Player::Black);
    assert_eq!(
        *game.grid(),
        grid(
            ". . O
             X O ."
        )
    );
}

// TT6
#[test]
fn a_move_must_not_repeat_an_earlier_coloring() {
    // White may not retake the ko at once, but she may after an exchange elsewhere.
    let game = from(KO, Player::Black, Repetition::Positional);
    let game = after(&game, "C2");
    assert_eq!(
        *game.grid(),
        grid(
            ". X O .
             X . X O
             . X O ."
        )
    );
    assert_eq!(refused(&game, "B2"), Illegal::Repeats { earlier: 0 });
    after(&game, "D1 A1 B2");
    // The current coloring counts as an earlier one, and so does the empty grid. A pass is always legal.
    let point = Game::new(1, 1, Rules::default());
    assert_eq!(refused(&point, "A1"), Illegal::Repeats { earlier: 0 });
    let pair = after(&Game::new(2, 1, Rules::default()), "A1 pass");
    assert_eq!(refused(&pair, "B1"), Illegal::Repeats { earlier: 0 });
    after(&pair, "pass");
    // If several earlier colorings are equal, the refusal names the latest.
    assert_eq!(refused(&after(&point, "pass"), "A1"), Illegal::Repeats { earlier: 1 });
    // A suicide of several stones may repeat, too.
    let pair = after(&Game::new(2, 1, Rules::default()), "A1 B1 pass");
    assert_eq!(refused(&pair, "A1"), Illegal::Repeats { earlier: 0 });
}

// TT6
#[test]
fn a_pass_repeats_nothing() {
    for repetition in [Repetition::Positional, Repetition::Situational, Repetition::SimpleKo] {
        let game = after(&new(2, 1, repetition), "A1 pass");
        assert_eq!(game.leaves(Turn::Pass).as_ref(), Ok(game.grid()));
    }
}

// TT7
#[test]
fn a_move_clears_the_opponents_color_before_its_own() {
    // At B2 White reaches no empty point until her capture makes one.
    let game = from(KO_TAKEN, Player::White, Repetition::Positional);
    assert_eq!(*after(&game, "B2").grid(), grid(KO));
    // At B1 Black captures nothing, so both black points are cleared.
    let game = from("X . O .", Player::Black, Repetition::Positional);
    assert_eq!(*after(&game, "B1").grid(), grid(". . O ."));
    // Only an empty point can be colored.
    assert_eq!(refused(&game, "A1"), Illegal::NotEmpty { color: Color::Black });
    assert_eq!(refused(&game, "C1"), Illegal::NotEmpty { color: Color::White });
    let unchanged = game.clone();
    let mut tried = game;
    assert!(tried.take(turn(unchanged.grid(), "C1")).is_err());
    assert_eq!(tried, unchanged);
}

// TT8
#[test]
fn two_passes_in_a_row_end_the_game() {
    let game = Game::new(2, 1, Rules::default());
    assert!(!after(&game, "pass A1 pass").is_over());
    let over = after(&game, "pass A1 pass pass");
    assert!(over.is_over());
    assert_eq!(refused(&over, "B1"), Illegal::Over);
    assert_eq!(refused(&over, "A1"), Illegal::Over);
    assert_eq!(refused(&over, "pass"), Illegal::Over);
}

// TT9
#[test]
fn the_score_counts_points_of_a_color_and_empty_points_that_reach_it_alone() {
    let drawn = grid(
        ". X . O .
         X X . O O
         . X . O .
         O X X O .",
    );
    // A4 reaches only black; E1, E2 and E4 reach only white. A2 and the empty points of column C reach both, so they count for
    // nobody.
    assert_eq!(drawn.score(), Score { black: 7, white: 9, button: None });
    assert_eq!(grid(". . .").score(), Score { black: 0, white: 0, button: None });
    assert_eq!(grid(". X .").score(), Score { black: 3, white: 0, button: None });
    assert_eq!(grid("X . O").score(), Score { black: 1, white: 1, button: None });
}

// TT10
#[test]
fn the_higher_score_wins() {
    assert_eq!(grid("X . .").score().outcome(), Outcome::Wins(Player::Black));
    assert_eq!(grid("X . O O").score().outcome(), Outcome::Wins(Player::White));
    assert_eq!(grid("X . O").score().outcome(), Outcome::Tie);
    assert_eq!(grid(". . .").score().outcome(), Outcome::Tie);
}

/// A ko that Black can take at C2.
pub(crate) const KO: &str = "
    . X O .
    X O . O
    . X O .";
/// The same grid after Black has taken the ko.
const KO_TAKEN: &str = "
    . X O .
    X . X O
    . X O .";
pub(crate) fn new(columns: usize, rows: usize, repetition: Repetition) -> Game {
    Game::new(columns, rows, Rules { repetition, ..Rules::default() })
}

pub(crate) fn from(diagram: &str, first: Player, repetition: Repetition) -> Game {
    Game::from(grid(diagram), first, Rules { repetition, ..Rules::default() })
}

/// Returns the game after some turns, all of which must be legal.
pub(crate) fn after(game: &Game, turns: &str) -> Game {
    turns.split(' ').fold(game.clone(), |game, name| {
        let after = game.after(turn(game.grid(), name));
        after.unwrap_or_else(|illegal| panic!("{name}: {illegal}\n{}", game.grid()))
    })
}

/// Returns the reason why a turn is refused.
pub(crate) fn refused(game: &Game, name: &str) -> Illegal {
    game.leaves(turn(game.grid(), name)).expect_err("the turn is refused")
}

/// Returns the names of some points in alphabetical order.
fn names(grid: &Grid, points: impl Iterator<Item = superko_reference::Point>) -> String {
    let mut names: Vec<String> = points.map(|point| vertex(grid, point)).collect();
    names.sort();
    names.join(" ")
}
