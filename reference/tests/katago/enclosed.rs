//! Chains that live, and points that are dead because living chains enclose them.

use super::{CLEANUP, TROMP_TAYLOR, after, from, grid, points, score};
use superko_reference::{
    Agreement, Color, Enclosed, Grid, Player, Rules, Score, Scoring, SelfCapture,
};

const DEAD: Rules = Rules { enclosed: Enclosed::Dead, ..TROMP_TAYLOR };
const TERRITORY: Rules = Rules { scoring: Scoring::Territory, ..DEAD };

/// E3 and C1 are enclosed.
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
    // Two chains that share two eyes.
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
fn those_of_both_players_become_empty_at_once() {
    let both = "
        . X . X O . O X O .
        X X X X O O O O O O
        . X O X O . O . O .
        X X X X O O O O O O";
    assert_eq!(scored(both, DEAD), score(16, 24));
}

// TT9/enclosed
#[test]
fn an_eye_with_a_point_apart_is_none_where_one_may_clear_ones_own() {
    // White can clear A1 with a move at A2 or B1 if the other is hers, and then A1 is no longer hers.
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
fn points_agreed_to_be_dead_are_empty_before() {
    // With B1, no black chain has two eyes.
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
fn an_enclosed_move_of_the_second_cleanup_phase_is_a_move_and_no_point_filled() {
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
fn an_enclosed_stone_is_a_prisoner_where_no_region_is_independent() {
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
    let empty = Grid::empty(columns, rows);
    let all: Vec<_> = empty.points().collect();
    let colors = [Color::Empty, Color::Black, Color::White];
    let number =
        |grid: &Grid| all.iter().fold(0, |sum, &point| 3 * sum + grid.color(point) as usize);
    let count = 3_usize.pow(u32::try_from(all.len()).unwrap());
    let mut grids = vec![empty.clone(); count];
    for mut rest in 0..count {
        let places = all.iter().map(|&point| {
            let color = colors[rest % 3];
            rest /= 3;
            (point, color)
        });
        let grid = places.fold(empty.clone(), |grid, (point, color)| grid.with(point, color));
        let at = number(&grid);
        grids[at] = grid;
    }
    for clears_own in [false, true] {
        let white_moves: Vec<Vec<usize>> = grids
            .iter()
            .map(|grid| {
                let left = all.iter().filter_map(|&point| grid.after_move(Player::White, point));
                let cleared = |left: &Grid| grid.count(Color::White) + 1 - left.count(Color::White);
                left.filter(|left| left != grid && (clears_own || cleared(left) == 0))
                    .map(|left| number(&left))
                    .collect()
            })
            .collect();
        // For each grid, the black points that White can clear: to begin with, those of one move.
        let black = |grid: usize| mask(&grids[grid], Color::Black);
        let mut clears: Vec<u32> = (0..count)
            .map(|grid| {
                white_moves[grid].iter().fold(0, |bits, &left| bits | black(grid) & !black(left))
            })
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for grid in 0..count {
                let later = white_moves[grid].iter().fold(0, |bits, &left| bits | clears[left]);
                let now = clears[grid] | later & black(grid);
                changed |= now != clears[grid];
                clears[grid] = now;
            }
        }
        let stands = |grid: &Grid| {
            grid.cleared(Color::Black) == *grid && grid.cleared(Color::White) == *grid
        };
        for at in (0..count).filter(|&at| stands(&grids[at])) {
            let grid = &grids[at];
            let living = grid.living_chains(Player::Black, clears_own).concat();
            let living = living
                .into_iter()
                .fold(empty.clone(), |left, point| left.with(point, Color::Black));
            let lives = mask(&living, Color::Black);
            assert_eq!(lives, black(at) & !clears[at], "{grid}, clears own: {clears_own}");
        }
    }
}

fn mask(grid: &Grid, color: Color) -> u32 {
    let bits = grid.points().enumerate().filter(|&(_, point)| grid.color(point) == color);
    bits.fold(0, |mask, (place, _)| mask | 1 << place)
}
