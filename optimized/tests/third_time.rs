//! The third repetition, the button and the taxes, on drawn positions.

use superko_optimized::{
    Agreement, Button, LastPass, LongCycle, Outcome, Passes, Player, Refusal, Repeat, Repetition,
    Rules, Scoring, Stage, Tax,
};

use crate::cleanup::CLEANUP;
use crate::sentences::{BLACK_WINS, NO_RESULT, TT, after, at, game, point, take};

const THIRD: Rules = Rules { repetition: Repetition::None, long_cycle: LongCycle::ThirdTime, ..TT };
/// Black's suicides at A1 and White's at E1 leave the grid as it is.
pub(crate) const SUICIDES: &str = ".O.X.";
/// Black has two independent regions. White's chain has one liberty.
pub(crate) const REGIONS: &str = ".XOOOX.
                                  .XO.OX.
                                  .XOOOX.";

#[test]
fn a_third_time_in_the_main_phase_ends_the_game_without_a_result() {
    let turns = "A1 E1 A1";
    let mut game = after(SUICIDES, turns, THIRD);
    assert!(!game.is_over());
    take(&mut game, "E1").expect("the beginning for the third time");
    assert_eq!((game.outcome(), game.undo()), (NO_RESULT, Some(at("E1"))));
    assert!(!game.is_over());
    let early = Rules { long_cycle: LongCycle::NoResult, ..THIRD };
    assert_eq!(after(SUICIDES, "A1 E1", early).outcome(), NO_RESULT, "for the second time");
    // The grid right after the pass is the first.
    let mut game = after(SUICIDES, "- E1 A1 E1", THIRD);
    assert!(!game.is_over());
    take(&mut game, "A1").expect("the third time since the pass");
    assert_eq!(game.outcome(), NO_RESULT);
    // Times before the pass do not count.
    assert!(!after(SUICIDES, "A1 E1 A1 - A1 E1", THIRD).is_over());
    // If a repetition ties the game, it is a tie.
    let ties = Rules { repetition: Repetition::Situational, repeat: Repeat::Ties, ..THIRD };
    assert_eq!(after(SUICIDES, "A1 E1", ties).outcome(), Some(Outcome::Tie));
}

#[test]
fn a_pass_with_the_same_grid_ends_the_main_phase() {
    assert!(!after(SUICIDES, "- E1 -", Rules { long_cycle: LongCycle::GoesOn, ..THIRD }).is_over());
    let mut game = after(SUICIDES, "- E1 -", THIRD);
    assert_eq!((game.outcome(), game.decided()), (Some(Outcome::Tie), None), "by the score");
    game.undo();
    take(&mut game, "C1 - -").expect("another grid, and White's first pass");
    assert!(game.is_over(), "two passes in a row");
    let white = Rules { last_pass: LastPass::White, ..THIRD };
    assert!(!after(SUICIDES, "- E1 -", white).is_over());
    assert!(after(SUICIDES, "A1 - A1 -", white).is_over());
    let cleanup = Rules { agreement: Agreement::Cleanup, ..THIRD };
    assert_eq!(after(SUICIDES, "- E1 -", cleanup).stage(), Stage::FirstCleanup);
    let dead = Rules { agreement: Agreement::DeadStones, ..THIRD };
    assert_eq!(after(SUICIDES, "- E1 -", dead).agree(&[point("B1")]), Ok(()));
}

#[test]
fn passes_before_a_stop_are_not_looked_at() {
    let rules = Rules { agreement: Agreement::Resume, ..THIRD };
    let mut game = after(SUICIDES, "- E1 -", rules);
    assert!(game.is_stopped());
    game.disagree().expect("a stop");
    take(&mut game, "E1 -").expect("Black's first pass since then");
    assert!(!game.is_over() && !game.is_stopped());
    take(&mut game, "E1 -").expect("Black's second pass");
    assert!(game.is_over());
    for _ in 0..5 {
        game.undo();
    }
    take(&mut game, "-").expect("the stop once more");
    assert!(game.is_stopped());
}

#[test]
fn the_first_pass_takes_the_button() {
    let rules = Rules { button: Button::Used, ..TT };
    let mut game = game("...", rules);
    take(&mut game, "-").expect("a pass");
    assert_eq!(game.button(), Some(Player::Black));
    take(&mut game, "-").expect("the first pass in a row");
    assert!(!game.is_over());
    take(&mut game, "-").expect("the second pass in a row");
    assert_eq!((game.score(), game.outcome()), ([0, 0], BLACK_WINS));
    for _ in 0..2 {
        game.undo();
        assert_eq!(game.button(), Some(Player::Black));
    }
    game.undo();
    assert_eq!(game.button(), None);
    let mut game = after(".X.", "A1 -", rules);
    assert_eq!(game.button(), Some(Player::White));
    take(&mut game, "- -").expect("two passes");
    assert_eq!((game.score(), game.outcome()), ([3, 0], BLACK_WINS));
    assert_eq!(after("X.O", "B1 - - -", rules).outcome(), BLACK_WINS);
    assert_eq!(after(".XO.", "- - -", rules).outcome(), BLACK_WINS, "a half decides");
    assert_eq!(after(".XO.", "- -", TT).outcome(), Some(Outcome::Tie));
}

#[test]
fn grids_before_the_button_do_not_come_back() {
    let button = Rules { button: Button::Used, ..TT };
    // After a pass of each player, Black restores the grid after turn 1.
    for repetition in [Repetition::Positional, Repetition::Situational, Repetition::NewZealand] {
        let free = Rules { repetition, ..button };
        assert_eq!(after("..", "A1 B1 - -", free).refusal(at("A1")), None, "{repetition:?}");
        assert_eq!(after("..", "A1 B1 - -", free).legal().count(), 1);
        let three = Rules { passes: Passes::Three, button: Button::None, ..free };
        let repeats = Some(Refusal::Repeats { earlier: 1 });
        assert_eq!(after("..", "A1 B1 - -", three).refusal(at("A1")), repeats);
        // From the pass on, repetitions count. White's next play restores the grid after it.
        let mut game = after("..", "A1 B1 - - A1", free);
        let repeats = Some(Refusal::Repeats { earlier: 4 });
        assert_eq!(game.refusal(at("B1")), repeats, "{repetition:?}");
        assert!(game.legal().is_empty());
        assert_eq!(game.undo(), Some(at("A1")));
    }
    let ko = Rules { repetition: Repetition::SimpleKo, ..button };
    assert_eq!(after(SUICIDES, "-", ko).refusal(at("E1")), None);
    assert!(after(SUICIDES, "-", ko).legal().contains(point("E1")));
    let none = Rules { button: Button::None, ..ko };
    assert_eq!(after(SUICIDES, "-", none).refusal(at("E1")), Some(Refusal::Repeats { earlier: 0 }));
    assert!(!after(SUICIDES, "-", none).legal().contains(point("E1")));
    let cycles = Rules { repetition: Repetition::None, long_cycle: LongCycle::NoResult, ..button };
    assert!(!after("..", "A1 B1 - - A1", cycles).is_over());
    let three = Rules { button: Button::None, passes: Passes::Three, ..cycles };
    assert_eq!(after("..", "A1 B1 - - A1", three).outcome(), NO_RESULT);
    // The first pass found the grid before the button was taken.
    let third = Rules { button: Button::Used, ..THIRD };
    let mut game = after(SUICIDES, "- E1 -", third);
    assert!(!game.is_over());
    take(&mut game, "E1 -").expect("Black's third pass");
    assert!(game.is_over());
}

#[test]
fn the_button_stays_through_stops_and_phases() {
    let resume = Rules { button: Button::Used, agreement: Agreement::Resume, ..TT };
    let mut game = after("...", "- - -", resume);
    assert!(game.is_stopped());
    game.disagree().expect("a stop");
    take(&mut game, "- -").expect("two passes");
    assert_eq!((game.button(), game.outcome()), (Some(Player::Black), BLACK_WINS));
    let cleanup = Rules { button: Button::Used, ..CLEANUP };
    let mut game = after("...", "A1 - - - - -", cleanup);
    assert_eq!(game.stage(), Stage::SecondCleanup);
    take(&mut game, "- -").expect("two passes");
    assert_eq!((game.button(), game.is_over()), (Some(Player::White), true));
}

#[test]
fn a_tax_takes_points_of_dependent_and_independent_regions() {
    for (score, tax, expected) in [
        (Scoring::Area, Tax::None, [12, 9]),
        (Scoring::Area, Tax::Seki, [12, 8]),
        (Scoring::Area, Tax::All, [8, 8]),
        (Scoring::Territory, Tax::None, [6, 1]),
        (Scoring::ShortTerritory, Tax::Seki, [6, 0]),
        (Scoring::Territory, Tax::All, [2, 0]),
        (Scoring::Stones, Tax::All, [6, 8]),
    ] {
        assert_eq!(
            game(REGIONS, Rules { score, tax, ..TT }).score(),
            expected,
            "{score:?} {tax:?}"
        );
    }
    // A point that reaches both colors makes both regions dependent.
    let score = |drawing, tax| game(drawing, Rules { tax, ..TT }).score();
    assert_eq!([Tax::None, Tax::Seki].map(|tax| score("..X.O..", tax)), [[3, 3], [1, 1]]);
    // So does a chain with one liberty, and only in its region.
    let eyes = ".X.XO.O
                XXXXOOO";
    assert_eq!([Tax::Seki, Tax::All].map(|tax| score(eyes, tax)), [[8, 5], [6, 5]]);
    // A region without a stone of the player is none: Black's eyes are not White's.
    assert_eq!(score("...", Tax::All), [0, 0]);
    // The area itself has no tax.
    assert_eq!(game(REGIONS, Rules { tax: Tax::All, ..TT }).area(), [12, 9]);
}

#[test]
fn dead_stones_are_taken_away_before_regions_are_sought() {
    let start = "O.X.O..
                 ..XOO..
                 ..XXOOO";
    let rules = Rules { agreement: Agreement::DeadStones, tax: Tax::Seki, ..TT };
    for (score, expected) in [(Scoring::Area, [11, 10]), (Scoring::Territory, [7, 4])] {
        let mut game = after(start, "D3 - -", Rules { score, ..rules });
        assert!(game.score()[0] < expected[0], "{:?}", game.score());
        game.agree(&[point("A3")]).expect("a stone");
        assert_eq!(game.score(), expected, "{score:?}");
    }
}
