//! Chains that live, and points that are dead because living chains enclose them.

use super::{CLEANUP, TROMP_TAYLOR, after, from, grid, grids, points, score};
use std::collections::HashMap;
use superko_reference::{
    Agreement, Color, Enclosed, Grid, Player, Point, Rules, Score, Scoring, SelfCapture,
};

const DEAD: Rules = Rules { enclosed: Enclosed::Dead, ..TROMP_TAYLOR };
const TERRITORY: Rules = Rules { scoring: Scoring::Territory, ..DEAD };

/// The white points E3 and C1 are enclosed.
const TWO: &str = "
    . X . X O .
    X X X X X X
    . X O . X .";

fn scored(diagram: &str, rules: Rules) -> Score {
    from(diagram, Player::Black, rules).score()
}

// TT9/enclosed
#[test]
fn enclosed_points_are_dead() {
    assert_eq!(scored(TWO, TROMP_TAYLOR), score(14, 2));
    assert_eq!(scored(TWO, DEAD), score(18, 0));
    let short = Rules { scoring: Scoring::ShortTerritory, ..DEAD };
    assert_eq!(scored(TWO, short), score(8 + 2, 0));
    assert_eq!(scored(TWO, TERRITORY), score(8 + 2, 0));
    assert_eq!(scored(TWO, Rules { scoring: Scoring::Stones, ..DEAD }), score(10, 0));
    let mut enclosed = from(TWO, Player::Black, DEAD).enclosed();
    enclosed.sort_by_key(|point| (point.column, point.row));
    assert_eq!(enclosed, points("C1 E3"));
    assert_eq!(from(TWO, Player::Black, TROMP_TAYLOR).enclosed(), []);
}

// TT9/enclosed
#[test]
fn at_most_one_point_of_an_enclosed_set_is_next_to_no_chain() {
    let one = "
        . X . .
        X X . O
        . X X X";
    assert_eq!(scored(one, DEAD), score(12, 0));
    let two = "
        . X . . .
        X X . O .
        . X X X X";
    assert_eq!(scored(two, DEAD), scored(two, TROMP_TAYLOR));
}

// TT9/enclosed
#[test]
fn a_chain_with_one_eye_encloses_nothing() {
    let one = "
        . X O .
        X X O .";
    assert_eq!(scored(one, DEAD), scored(one, TROMP_TAYLOR));
    assert!(grid(one).living_chains(Player::Black, false).is_empty());
    // These two chains share two eyes.
    let shared = "
        . X X .
        X . X X
        X X . X
        . X X .";
    assert_eq!(grid(shared).living_chains(Player::Black, false).len(), 2);
    let no_chain = ".";
    assert!(grid(no_chain).enclosed_sets(Player::Black, false).is_empty());
}

// TT9/enclosed
#[test]
fn enclosed_points_of_both_players_become_empty_at_once() {
    let both = "
        . X . X O . O X O .
        X X X X O O O O O O
        . X O X O . O . O .
        X X X X O O O O O O";
    assert_eq!(scored(both, DEAD), score(16, 24));
}

// TT9/enclosed
#[test]
fn a_set_with_a_point_apart_is_no_eye_where_a_move_may_clear_its_own_color() {
    // White clears A1 with moves at A2 and B1. Then moves at A2, B1 and D3 clear the chain.
    let eye = "
        X X X .
        . X X X
        O . X X";
    for (self_capture, chains) in
        [(SelfCapture::Forbidden, 1), (SelfCapture::SeveralStones, 0), (SelfCapture::Any, 0)]
    {
        let clears_own = self_capture != SelfCapture::Forbidden;
        let living = grid(eye).living_chains(Player::Black, clears_own);
        assert_eq!(living.len(), chains, "{self_capture:?}");
        let stands = scored(eye, Rules { self_capture, ..TROMP_TAYLOR });
        let dead = scored(eye, Rules { self_capture, ..DEAD });
        assert_eq!(dead == stands, chains == 0, "{self_capture:?}");
    }
}

// TT9/enclosed
#[test]
fn points_agreed_to_be_dead_are_empty_before_chains_are_judged() {
    // As long as B1 is white, no black chain has two eyes.
    let agreed = "
        X X X O .
        . O X X X";
    let rules = Rules { agreement: Agreement::DeadPoints, ..TERRITORY };
    let game = after(&from(agreed, Player::Black, rules), "pass pass");
    assert_eq!(game.score(), scored(agreed, TERRITORY));
    let mut settled = game.clone();
    settled.agree(&points("B1")).unwrap();
    assert_eq!(settled.score(), score(4 + 2, 0));
}

// TT9/enclosed
#[test]
fn a_point_colored_in_the_second_cleanup_phase_costs_nothing_when_it_is_enclosed() {
    let beginning = "
        . X . .
        X X . O
        . X X X";
    let ended = |enclosed: Enclosed| {
        let game = from(beginning, Player::White, Rules { enclosed, ..CLEANUP });
        after(&game, "pass pass pass pass D3 pass pass").score()
    };
    assert_eq!(ended(Enclosed::Alive), score(0, 0));
    assert_eq!(ended(Enclosed::Dead), score(6 + 2, 1));
}

// TT9/enclosed
#[test]
fn an_enclosed_point_is_a_prisoner_where_no_region_is_independent() {
    // A5 makes the points on the left neutral, so Black has no independent region. KataGo 1.17.2 counts D1 as alive.
    let beginning = "
        O . . .
        . . X X
        . . X .
        . X X X
        . X . O";
    let ended = |enclosed: Enclosed| {
        let game = from(beginning, Player::White, Rules { enclosed, ..CLEANUP });
        after(&game, "pass pass pass pass pass pass").score()
    };
    assert!(grid(beginning).independent_regions(Player::Black).is_empty());
    assert_eq!(ended(Enclosed::Alive), score(0, 0));
    assert_eq!(ended(Enclosed::Dead), score(1, 0));
}

// TT9/enclosed
#[test]
fn the_chains_that_live_are_those_that_no_moves_clear() {
    for (columns, rows) in [(3, 3), (4, 2), (7, 1)] {
        agrees_with_all_moves(columns, rows);
    }
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_the_chains_that_live_are_those_that_no_moves_clear() {
    for (columns, rows) in [(5, 2), (4, 3), (10, 1)] {
        agrees_with_all_moves(columns, rows);
    }
}

/// Compares the living chains with the definition: no sequence of moves of the opponent clears them.
fn agrees_with_all_moves(columns: usize, rows: usize) {
    let grids = grids(columns, rows);
    for clears_own in [false, true] {
        for (grid, cleared) in grids.iter().zip(cleared_by_white(&grids, clears_own)) {
            let living = grid.living_chains(Player::Black, clears_own).concat();
            let lives = mask(grid, |point| living.contains(&point));
            assert_eq!(lives, black(grid) & !cleared, "{grid}, clears own: {clears_own}");
        }
    }
}

/// Returns the black points of each grid that some sequence of White's moves clears.
fn cleared_by_white(grids: &[Grid], clears_own: bool) -> Vec<u32> {
    let numbers: HashMap<&Grid, usize> = grids.iter().zip(0..).collect();
    let number = |left: Grid| numbers[&left];
    let moves: Vec<Vec<usize>> = grids
        .iter()
        .map(|grid| white_moves(grid, clears_own).into_iter().map(number).collect())
        .collect();
    let black: Vec<u32> = grids.iter().map(black).collect();
    // Each round adds what one more move can clear.
    let mut cleared = vec![0; grids.len()];
    loop {
        let mut changed = false;
        for grid in 0..grids.len() {
            let later = |&left: &usize| black[grid] & (!black[left] | cleared[left]);
            let now = moves[grid].iter().map(later).fold(0, |all, one| all | one);
            changed |= now != cleared[grid];
            cleared[grid] = now;
        }
        if !changed {
            return cleared;
        }
    }
}

/// Returns the other grids that White's moves leave.
fn white_moves(grid: &Grid, clears_own: bool) -> Vec<Grid> {
    let left = grid.points().filter_map(|point| grid.after_move(Player::White, point));
    let keeps_own = |left: &Grid| left.count(Color::White) == grid.count(Color::White) + 1;
    left.filter(|left| left != grid && (clears_own || keeps_own(left))).collect()
}

fn black(grid: &Grid) -> u32 {
    mask(grid, |point| grid.color(point) == Color::Black)
}

/// Returns a bit for each of these points of a grid.
fn mask(grid: &Grid, has: impl Fn(Point) -> bool) -> u32 {
    let bits = grid.points().enumerate().filter(|&(_, point)| has(point));
    bits.fold(0, |mask, (place, _)| mask | 1 << place)
}
