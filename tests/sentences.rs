//! Each sentence of `reference/rules.md`, drawn.

use crate::support::{grid, point, turn, vertex};
use superko_reference::{
    Agreement, Attempt, Color, Cycle, Game, Grid, Illegal, LastPass, Outcome, PassCost, Passes,
    Player, Repeat, Repetition, Rules, Score, Scoring, SelfCapture, Standing, Supply, Turn,
    Unasked,
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
    // The black chain on the left is shut in by white; no path goes round a corner askew.
    assert_eq!(reaching(Color::Empty), "A2 B1 B2 D2 D3 E2");
    assert_eq!(reaching(Color::White), "A1 A3 B3 C1 C2 C3 D1 E2 E3");
    assert_eq!(reaching(Color::Black), "A2 B1 B2 D2 D3 E1 E3");
}

// TT4
#[test]
fn what_does_not_reach_empty_is_cleared_all_at_once() {
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
    // Were points emptied one after the other, the first to go would save the rest.
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
fn a_move_must_leave_a_coloring_that_has_not_been_there() {
    // A ko: White may not take back at once, but after an exchange elsewhere.
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
    // The present coloring counts, and so does the empty grid; a pass is always a turn.
    let point = Game::new(1, 1, Rules::default());
    assert_eq!(refused(&point, "A1"), Illegal::Repeats { earlier: 0 });
    let pair = after(&Game::new(2, 1, Rules::default()), "A1 pass");
    assert_eq!(refused(&pair, "B1"), Illegal::Repeats { earlier: 0 });
    after(&pair, "pass");
    // The latest of several equal colorings is the evidence.
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

// TT6/situational
#[test]
fn situational_superko_looks_at_whose_turn_it_is() {
    // After A1, C1, B1, C1 the grid is `. . O`; Black's A1 leaves `X . O`, which stood after White's C1.
    let game = |repetition| after(&new(3, 1, repetition), "A1 C1 B1 C1");
    assert_eq!(*game(Repetition::Situational).grid(), grid(". . O"));
    assert_eq!(refused(&game(Repetition::Positional), "A1"), Illegal::Repeats { earlier: 2 });
    assert_eq!(*after(&game(Repetition::Situational), "A1").grid(), grid("X . O"));
    // A coloring that a pass left counts, and so does the beginning.
    let game = after(&new(1, 1, Repetition::Situational), "pass");
    assert_eq!(refused(&game, "A1"), Illegal::Repeats { earlier: 0 });
    let game = after(&from(KO, Player::White, Repetition::Situational), "pass C2");
    assert_eq!(refused(&game, "B2"), Illegal::Repeats { earlier: 1 });
}

// TT6/natural-situational
#[test]
fn natural_situational_superko_looks_at_who_moved() {
    // White passed before the ko was taken, so no move of hers left the coloring that her retake would.
    let game = after(&from(KO, Player::White, Repetition::NaturalSituational), "pass C2");
    after(&game, "B2");
    let game = after(&from(KO_OPEN, Player::White, Repetition::NaturalSituational), "B2 C2");
    assert_eq!(refused(&game, "B2"), Illegal::Repeats { earlier: 1 });
    // Neither does the beginning count.
    after(&new(1, 1, Repetition::NaturalSituational), "A1");
}

// TT6/new-zealand
#[test]
fn new_zealand_counts_the_turns_of_the_same_player_passes_included() {
    // Black passed on the empty point; leaving it empty by suicide repeats that.
    let lone = after(&new(1, 1, Repetition::NewZealand), "pass A1");
    assert_eq!(refused(&lone, "A1"), Illegal::Repeats { earlier: 1 });
    after(&after(&new(1, 1, Repetition::NaturalSituational), "pass A1"), "A1");
    // White's pass left the coloring that her retake would leave again.
    let game = after(&from(KO, Player::White, Repetition::NewZealand), "pass C2");
    assert_eq!(refused(&game, "B2"), Illegal::Repeats { earlier: 1 });
    // The beginning does not count.
    after(&from(KO, Player::Black, Repetition::NewZealand), "C2 B2");
}

// TT6/simple-ko
#[test]
fn simple_ko_looks_back_two_turns_only() {
    let game = after(&from(KO, Player::Black, Repetition::SimpleKo), "C2");
    assert_eq!(refused(&game, "B2"), Illegal::Repeats { earlier: 0 });
    // Three turns ago is no longer forbidden: two stones sent, one returned.
    let game = after(&new(3, 1, Repetition::SimpleKo), "A1 C1 B1 C1");
    assert_eq!(*after(&game, "A1").grid(), grid("X . O"));
    // Nor is the present coloring; and on the first turn there is nothing to look back to.
    let game = after(&from(EYE, Player::White, Repetition::SimpleKo), "A1 B2");
    assert_eq!(game.past()[0].grid, game.past()[1].grid);
    after(&new(1, 1, Repetition::SimpleKo), "A1");
    let game = after(&new(1, 1, Repetition::SimpleKo), "pass");
    assert_eq!(refused(&game, "A1"), Illegal::Repeats { earlier: 0 });
}

// TT6/none
#[test]
fn without_a_rule_of_repetition_everything_may_come_again() {
    let game = from(KO, Player::Black, Repetition::None);
    let round = after(&game, "C2 B2 C2 B2");
    assert_eq!(round.grid(), game.grid());
}

// TT7
#[test]
fn a_move_clears_the_opponent_first_and_oneself_then() {
    // White has no way out at B2, but what she takes away makes one.
    let game = from(KO_TAKEN, Player::White, Repetition::Positional);
    assert_eq!(*after(&game, "B2").grid(), grid(KO));
    // Nothing is taken at B1: the two black points go themselves.
    let game = from("X . O .", Player::Black, Repetition::Positional);
    assert_eq!(*after(&game, "B1").grid(), grid(". . O ."));
    // A point that is not empty is not there to be colored.
    assert_eq!(refused(&game, "A1"), Illegal::NotEmpty { color: Color::Black });
    assert_eq!(refused(&game, "C1"), Illegal::NotEmpty { color: Color::White });
    let unchanged = game.clone();
    let mut tried = game;
    assert!(tried.take(turn(unchanged.grid(), "C1")).is_err());
    assert_eq!(tried, unchanged);
}

// TT7/several-stones
#[test]
fn several_stones_may_be_given_up_but_not_a_lone_one() {
    let game = with_self_capture("X . O .", SelfCapture::SeveralStones);
    assert_eq!(*after(&game, "B1").grid(), grid(". . O ."));
    let game = with_self_capture(EYE, SelfCapture::SeveralStones);
    assert_eq!(refused(&game, "B2"), Illegal::ClearsOwn { points: 1 });
    // A capture leaves nothing of one's own to be cleared.
    after(&with_self_capture(". O X", SelfCapture::SeveralStones), "A1");
}

// TT7/forbidden
#[test]
fn no_stone_may_be_given_up() {
    let game = with_self_capture("X . O .", SelfCapture::Forbidden);
    assert_eq!(refused(&game, "B1"), Illegal::ClearsOwn { points: 2 });
    let game = with_self_capture(EYE, SelfCapture::Forbidden);
    assert_eq!(refused(&game, "B2"), Illegal::ClearsOwn { points: 1 });
    after(&with_self_capture(". O X", SelfCapture::Forbidden), "A1");
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
    // A4 is Black's, E1, E2 and E4 are White's; A2 and the column of C reach both and are nobody's.
    assert_eq!(drawn.score(), Score { black: 7, white: 9 });
    assert_eq!(grid(". . .").score(), Score { black: 0, white: 0 });
    assert_eq!(grid(". X .").score(), Score { black: 3, white: 0 });
    assert_eq!(grid("X . O").score(), Score { black: 1, white: 1 });
}

// TT10
#[test]
fn the_higher_score_wins() {
    assert_eq!(grid("X . .").score().outcome(), Outcome::Wins(Player::Black));
    assert_eq!(grid("X . O O").score().outcome(), Outcome::Wins(Player::White));
    assert_eq!(grid("X . O").score().outcome(), Outcome::Tie);
    assert_eq!(grid(". . .").score().outcome(), Outcome::Tie);
}

// TT6/repeat-loses
#[test]
fn a_repetition_can_lose() {
    let rules = Rules { repeat: Repeat::Loses, ..Rules::default() };
    let over = after(&Game::new(2, 1, rules), "A1 B1 A1");
    assert_eq!(over.grid(), &grid("X ."));
    assert_eq!(over.outcome(), Some(Outcome::Wins(Player::White)));
    assert_eq!(refused(&over, "pass"), Illegal::Over);
    // What repeats nothing is a turn like any other.
    assert!(!after(&Game::new(2, 1, rules), "A1 B1").is_over());
    // What does not repeat is still no legal move for other reasons.
    assert_eq!(
        refused(&after(&Game::new(2, 1, rules), "A1"), "A1"),
        Illegal::NotEmpty { color: Color::Black }
    );
}

// TT6/repeat-ties
#[test]
fn a_repetition_can_be_a_tie() {
    let rules = Rules { repeat: Repeat::Ties, ..Rules::default() };
    let over = after(&Game::new(3, 1, rules), "A1 C1 B1 C1 A1");
    assert_eq!((over.outcome(), over.is_scored()), (Some(Outcome::Tie), false));
    // Under a rule that lets it, nothing ends.
    let lenient = Rules { repetition: Repetition::None, ..rules };
    assert!(!after(&Game::new(3, 1, lenient), "A1 C1 B1 C1 A1").is_over());
}

// TT7/supply
#[test]
fn stones_are_used_up() {
    let rules = Rules { supply: Supply::Half, ..Rules::default() };
    // Five points: three moves for Black, two for White, also where what they colored was cleared.
    let game = after(&Game::new(5, 1, rules), "A1 B1 C1 E1 A1");
    assert_eq!(refused(&game, "D1"), Illegal::UsedUp);
    let game = after(&game, "pass");
    assert_eq!(refused(&game, "D1"), Illegal::UsedUp);
    assert_eq!(refused(&game, "A1"), Illegal::UsedUp);
    assert!(after(&game, "pass").is_over());
    // What stands on the grid of the beginning is used up, too.
    let game = Game::from(grid("X X X . ."), Player::Black, rules);
    assert_eq!(refused(&game, "D1"), Illegal::UsedUp);
    after(&game, "pass D1");
    // 181 and 180 on 19x19.
    for (first, color, supply) in
        [(Player::Black, Color::Black, 181), (Player::White, Color::White, 180)]
    {
        for used in [supply - 1, supply] {
            let empty = Grid::empty(19, 19);
            let points: Vec<_> = empty.points().collect();
            let begun = points[..used].iter().fold(empty, |grid, &point| grid.with(point, color));
            let last = Turn::Move(points[360]);
            let refused = Game::from(begun, first, rules).leaves(last).err();
            assert_eq!(refused, (used == supply).then_some(Illegal::UsedUp));
        }
    }
}

// TT8/three-passes
// TT8/four-passes
#[test]
fn three_or_four_passes_end_the_game() {
    for (passes, enough) in [(Passes::Two, 2), (Passes::Three, 3), (Passes::Four, 4)] {
        let game = Game::new(2, 1, Rules { passes, ..Rules::default() });
        let start = after(&game, "pass A1");
        for number in 1..=enough {
            let passed = after(&start, &vec!["pass"; number].join(" "));
            assert_eq!(passed.is_over(), number == enough, "{passes:?} {number}");
        }
    }
}

// TT8/white-last
#[test]
fn white_passes_last() {
    let rules = Rules { last_pass: LastPass::White, ..Rules::default() };
    let game = Game::new(2, 1, rules);
    assert!(after(&game, "pass pass").is_over());
    let open = after(&game, "A1 pass pass");
    assert!(!open.is_over());
    assert!(after(&open, "pass").is_over());
    // With a move the row of passes is broken.
    assert!(!after(&open, "B1 pass").is_over());
    let three = Game::new(2, 1, Rules { passes: Passes::Three, ..rules });
    assert!(!after(&three, "pass pass pass").is_over());
    assert!(after(&three, "pass pass pass pass").is_over());
}

/// White's two points at the right are hers, unless the lone black one there is held to be dead.
const DEAD: &str = "
    . X O X .
    . X O . .";

fn ended(rules: Rules) -> Game {
    let mut game = Game::from(grid(DEAD), Player::Black, rules);
    for _ in 0..2 {
        game.take(Turn::Pass).unwrap();
    }
    game
}

// TT8/dead-points
#[test]
fn after_the_end_players_can_agree_on_dead_points() {
    let rules = Rules { agreement: Agreement::DeadPoints, ..Rules::default() };
    let mut game = ended(rules);
    let dead = [point(game.grid(), "D2")];
    assert!(game.is_over());
    assert_eq!(game.score(), Score { black: 5, white: 2 });
    assert_eq!(
        game.agree(&[point(game.grid(), "E1")]).unwrap_err(),
        Unasked::Empty { point: point(game.grid(), "E1") }
    );
    game.agree(&dead).unwrap();
    assert_eq!(game.score(), Score { black: 4, white: 6 });
    assert_eq!(game.outcome(), Some(Outcome::Wins(Player::White)));
    // Once, and not before the end, and not where the rules know of no such thing.
    assert_eq!(game.agree(&[]).unwrap_err(), Unasked::NotNow);
    assert_eq!(game.disagree().unwrap_err(), Unasked::NotNow);
    assert_eq!(Game::new(2, 1, rules).agree(&[]).unwrap_err(), Unasked::NotNow);
    assert_eq!(ended(Rules::default()).agree(&dead).unwrap_err(), Unasked::NotNow);
}

// TT8/resume
#[test]
fn who_does_not_agree_plays_on_once() {
    let rules = Rules { agreement: Agreement::Resume, ..Rules::default() };
    let mut game = ended(rules);
    assert_eq!(game.standing(), Standing::Stopped);
    assert_eq!(refused(&game, "pass"), Illegal::Stopped);
    assert_eq!(game.outcome(), None);
    let mut agreed = game.clone();
    agreed.agree(&[point(game.grid(), "D2")]).unwrap();
    assert_eq!(agreed.outcome(), Some(Outcome::Wins(Player::White)));
    game.disagree().unwrap();
    assert_eq!((game.standing(), game.player()), (Standing::Running, Player::Black));
    // The passes before the stop are in no row with this one.
    let mut game = after(&game, "pass");
    assert!(!game.is_over());
    game = after(&game, "E1 pass pass");
    assert!(game.is_over());
    assert_eq!(game.agree(&[]).unwrap_err(), Unasked::NotNow);
}

// TT8/illegal-loses
#[test]
fn who_tries_an_illegal_move_loses() {
    let rules = Rules { attempt: Attempt::Loses, ..Rules::default() };
    for (turns, tried) in [("A1 B1", "A1"), ("A1", "A1")] {
        let mut game = after(&Game::new(2, 1, rules), turns);
        let loser = game.player();
        let before = game.clone();
        assert!(game.take(turn(game.grid(), tried)).is_err());
        assert_eq!(game.outcome(), Some(Outcome::Wins(loser.opponent())));
        assert_eq!((game.grid(), game.past()), (before.grid(), before.past()));
        assert_eq!(refused(&game, "pass"), Illegal::Over);
    }
    // After the end nobody loses any more.
    let mut over = after(&Game::new(2, 1, rules), "pass pass");
    assert!(over.take(turn(over.grid(), "A1")).is_err());
    assert_eq!(over.outcome(), Some(Outcome::Tie));
}

// TT8/no-result
#[test]
fn a_long_cycle_can_end_the_game_without_a_result() {
    let rules =
        Rules { repetition: Repetition::SimpleKo, cycle: Cycle::NoResult, ..Rules::default() };
    let game = Game::new(3, 1, rules);
    // The grid after turn 2 stands again, but it is the other player's turn.
    let before = after(&game, "A1 C1 B1 C1 A1");
    assert_eq!((before.grid(), before.is_over()), (&grid("X . O"), false));
    // The one after turn 3 does, with White to take the next turn both times.
    let over = after(&before, "pass B1");
    assert_eq!((over.grid(), over.outcome()), (&grid("X X ."), Some(Outcome::NoResult)));
    assert!(!over.is_scored());
    let goes_on = Game::new(3, 1, Rules { cycle: Cycle::GoesOn, ..rules });
    assert!(!after(&goes_on, "A1 C1 B1 C1 A1 pass B1").is_over());
}

// TT9/territory
// TT9/pass-stones
#[test]
fn territory_counts_prisoners_and_pass_stones() {
    let territory = Rules { scoring: Scoring::Territory, ..Rules::default() };
    // White clears A1, then both pass.
    let game = after(&Game::new(3, 1, territory), "A1 B1 pass pass");
    assert_eq!(game.score(), Score { black: 0, white: 2 + 1 });
    let stones = Rules { pass: PassCost::Prisoner, ..territory };
    let game = after(&Game::new(3, 1, stones), "A1 B1 pass pass");
    assert_eq!(game.score(), Score { black: 1, white: 2 + 2 });
    // Where prisoners do not count, pass stones do not either.
    let area = Rules { pass: PassCost::Prisoner, ..Rules::default() };
    assert_eq!(after(&Game::new(3, 1, area), "A1 B1 pass pass").score().black, 0);
    // A dead point is a prisoner, and empty.
    let mut game = ended(Rules { agreement: Agreement::DeadPoints, ..territory });
    game.agree(&[point(game.grid(), "D2")]).unwrap();
    assert_eq!(game.score(), Score { black: 2, white: 4 + 1 });
}

// TT9/short-territory
#[test]
fn a_dead_point_can_count_where_it_is_surrounded_only() {
    for (scoring, black) in [(Scoring::Territory, 2), (Scoring::ShortTerritory, 1)] {
        let rules = Rules { scoring, agreement: Agreement::DeadPoints, ..Rules::default() };
        let game = Game::from(grid(". X O . O"), Player::Black, rules);
        let mut game = after(&game, "pass pass");
        game.agree(&[point(game.grid(), "C1")]).unwrap();
        assert_eq!(game.score(), Score { black, white: 0 });
        let mut game = ended(rules);
        game.agree(&[point(game.grid(), "D2")]).unwrap();
        assert_eq!(game.score(), Score { black: 2, white: 4 + 1 });
    }
}

// TT9/stones
#[test]
fn stones_alone_can_count() {
    let rules = Rules { scoring: Scoring::Stones, ..Rules::default() };
    assert_eq!(ended(rules).score(), Score { black: 3, white: 2 });
}

/// A ko that Black can take at C2.
pub(crate) const KO: &str = "
    . X O .
    X O . O
    . X O .";
/// The same after she has.
const KO_TAKEN: &str = "
    . X O .
    X . X O
    . X O .";
/// The same before either has.
const KO_OPEN: &str = "
    . X O .
    X . . O
    . X O .";
/// White's eye at B2, at which Black's stone would stand alone.
const EYE: &str = "
    . O .
    O . O
    . O .";

fn new(columns: usize, rows: usize, repetition: Repetition) -> Game {
    Game::new(columns, rows, Rules { repetition, ..Rules::default() })
}

fn from(diagram: &str, first: Player, repetition: Repetition) -> Game {
    Game::from(grid(diagram), first, Rules { repetition, ..Rules::default() })
}

/// A game in which Black begins and only suicide is limited.
fn with_self_capture(diagram: &str, self_capture: SelfCapture) -> Game {
    let rules = Rules { self_capture, repetition: Repetition::None, ..Rules::default() };
    Game::from(grid(diagram), Player::Black, rules)
}

/// The game after some turns, none of which is refused.
fn after(game: &Game, turns: &str) -> Game {
    turns.split(' ').fold(game.clone(), |game, name| {
        let after = game.after(turn(game.grid(), name));
        after.unwrap_or_else(|illegal| panic!("{name}: {illegal}\n{}", game.grid()))
    })
}

/// Why a turn is refused.
fn refused(game: &Game, name: &str) -> Illegal {
    game.leaves(turn(game.grid(), name)).expect_err("the turn is refused")
}

/// The names of some points, in the order of the alphabet.
fn names(grid: &Grid, points: impl Iterator<Item = superko_reference::Point>) -> String {
    let mut names: Vec<String> = points.map(|point| vertex(grid, point)).collect();
    names.sort();
    names.join(" ")
}
