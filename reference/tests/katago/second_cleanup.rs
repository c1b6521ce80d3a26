//! The points for the second cleanup phase.

use super::{CLEANUP, KO, after, from, grid, score};
use superko_reference::{Game, Phase, Player, Rules, Scoring, SelfCapture, Tax};

/// Three empty points between the players.
const OPEN: &str = "
    . X . O .
    . X . O .
    . X . O .";

fn second(diagram: &str, rules: Rules) -> Game {
    let game = after(&from(diagram, Player::Black, rules), "pass pass pass pass");
    assert_eq!(game.phase(), Phase::SecondCleanup);
    game
}

// TT8/cleanup
#[test]
fn a_move_is_worth_a_point_and_filling_a_neutral_point_costs_it_again() {
    let none = Rules { tax: Tax::None, ..CLEANUP };
    for rules in [CLEANUP, none, Rules { scoring: Scoring::ShortTerritory, ..none }] {
        // Under the tax, nobody has a point, because no region is independent.
        let edge = if rules.tax == Tax::None { 3 } else { 0 };
        let game = second(OPEN, rules);
        assert_eq!(game.score(), score(edge, edge));
        // Black has one point for the move, and one less for the point that it made black.
        assert_eq!(after(&game, "C1").score(), score(edge, edge));
        assert_eq!(after(&game, "C1 C2").score(), score(edge, edge));
        // No empty point is left between them, so that all regions are independent.
        assert_eq!(after(&game, "C1 C2 C3").score(), score(3 + 2, 3 + 1));
    }
    let all = second(OPEN, Rules { tax: Tax::All, ..CLEANUP });
    assert_eq!(all.score(), score(0, 0));
    assert_eq!(after(&all, "C1 C2 C3").score(), score(3 + 2 - 2, 3 + 1 - 2));
}

#[test]
fn moves_of_earlier_phases_are_no_points() {
    let game = from(OPEN, Player::Black, CLEANUP);
    let main = after(&game, "C1 C2 C3 pass pass");
    assert_eq!(main.score(), score(3, 3));
    let first = after(&game, "pass pass C1 C2 C3 pass pass");
    assert_eq!((first.phase(), first.score()), (Phase::SecondCleanup, score(3, 3)));
    // Passes of the second cleanup phase are no points either.
    assert_eq!(after(&first, "pass pass").score(), score(3, 3));
}

#[test]
fn a_move_inside_ones_own_region_costs_nothing() {
    let filled = "
        . X O .
        . X O .
        . X O .";
    let game = second(filled, CLEANUP);
    assert_eq!(game.score(), score(3, 3));
    // One empty point less, and a point for the move.
    assert_eq!(after(&game, "A1 pass").score(), score(3, 3));
    // Then the black points have one empty neighbor together: no point is in an independent region.
    let atari = after(&game, "A1 D1 A3");
    assert_eq!(*atari.grid(), grid("X X O .\n. X O .\nX X O O"));
    assert_eq!(atari.score(), score(2 - 2, 2 + 1));
}

#[test]
fn clearing_dead_points_costs_nothing() {
    let dead = "
        . X . . X O .
        . X O . X O .
        . X X X X O .";
    let game = second(dead, CLEANUP);
    // White's lone point at C2 reaches empty points of Black's.
    let before = game.score();
    let cleared = after(&game, "C3 pass D2");
    assert_eq!(*cleared.grid(), grid(". X X . X O .\n. X . X X O .\n. X X X X O ."));
    // A1 to A3, C2 and D3 are empty points of Black's. A prisoner and two moves are added.
    assert_eq!(cleared.score(), score(5 + 1 + 2, 3));
    // Before, the empty points around C2 reached both colors.
    assert_eq!(before, score(0, 3));
    let plain = second(dead, Rules { tax: Tax::None, ..CLEANUP });
    assert_eq!(plain.score(), score(3, 3));
}

#[test]
fn only_points_that_became_hers_in_this_phase_count() {
    // C1 is black before the second cleanup phase, in no independent region: it costs nothing.
    let game = after(&from(OPEN, Player::Black, CLEANUP), "C1 pass pass pass pass");
    assert_eq!(game.phase(), Phase::SecondCleanup);
    assert_eq!(game.score(), score(0, 0));
}

#[test]
fn a_point_that_was_cleared_and_became_hers_again_costs_nothing() {
    // In the second cleanup phase Black takes the ko at C2, and White takes it back at B2.
    let game = second(KO, CLEANUP);
    let taken = after(&game, "C2");
    // Black has a prisoner and a move, less the point C2.
    assert_eq!(taken.score(), score(1, 0));
    let retaken = after(&taken, "B2 pass B2");
    // White has a prisoner and a move. B2 was hers when the phase began, and costs nothing.
    assert_eq!(retaken.score(), score(1 + 1, 1 + 1));
}

#[test]
fn unblocking_is_no_move_and_no_prisoner() {
    let game = second(KO, CLEANUP);
    let taken = after(&game, "C2");
    assert_eq!(after(&taken, "B2").score(), taken.score());
    assert_eq!(after(&taken, "B2 pass").score(), taken.score());
    assert_eq!(after(&taken, "B2").prisoners(Player::Black), 1);
    assert_eq!(after(&taken, "B2").prisoners(Player::White), 0);
}

#[test]
fn area_and_stones_do_not_count_moves() {
    for scoring in [Scoring::Area, Scoring::Stones] {
        let rules = Rules { scoring, tax: Tax::None, ..CLEANUP };
        let game = after(&second(OPEN, rules), "C1 C2 C3");
        let points = if scoring == Scoring::Area { (8, 7) } else { (5, 4) };
        assert_eq!(game.score(), score(points.0, points.1));
    }
}

#[test]
fn a_move_that_clears_its_own_points_is_a_point() {
    let rules = Rules { self_capture: SelfCapture::Any, tax: Tax::None, ..CLEANUP };
    let game = second(". X O .", rules);
    assert_eq!(game.score(), score(1, 1));
    // Black clears A1 and B1. All empty points are White's then; she has two prisoners.
    let cleared = after(&game, "A1");
    assert_eq!(*cleared.grid(), grid(". . O ."));
    assert_eq!(cleared.score(), score(1, 3 + 2));
}
