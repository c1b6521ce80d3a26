//! Defines ways to count a board as it stands, and the value of passes.

use crate::client::plays::plays;
use std::collections::BTreeSet;
use superko_game::{Color, Point, Position};

/// A way to count a position as it stands: its name, and Black's margin in points.
pub(super) type Count = (&'static str, fn(&Position) -> i32);

/// The value of passes: in words, and the points for Black by each pass of Black and of White.
pub(super) type PassWorth = (&'static str, [i32; 2]);

/// The possible values of passes. Under some rules a pass gives the opponent a prisoner; the other values are mistakes.
pub(super) const PASSES: [PassWorth; 7] = [
    ("", [0, 0]),
    (" and a prisoner for every pass", [-1, 1]),
    (" and a prisoner for every pass, for the player who passes", [1, -1]),
    (" and a prisoner for every pass by Black", [-1, 0]),
    (" and a prisoner for every pass by White", [0, 1]),
    (" and a prisoner for Black for every pass", [1, 1]),
    (" and a prisoner for White for every pass", [-1, -1]),
];

/// The ways to count that are distinguished from estimates, the right one first.
pub(super) const COUNTS: [Count; 9] = [
    ("area", area),
    ("area with the winner reversed", |position| -area(position)),
    ("stones only", stones),
    ("surrounded points only", |position| surrounded(position, 0)),
    ("neutral points for Black", |position| stones(position) + surrounded(position, 1)),
    ("neutral points for White", |position| stones(position) + surrounded(position, -1)),
    ("neutral regions for the color with more stones beside them", |position| {
        area(position) + neutral_to_most(position)
    }),
    ("empty points for the color of the stones next to them", |position| {
        stones(position) + touched(position)
    }),
    ("area, always as a win for Black", |position| area(position).abs()),
];

/// Returns the stones of Black and of White, and the number of turns to play them and to pass twice at the end.
fn stones_and_turns(position: &Position) -> ([Vec<Point>; 2], usize) {
    let of = |color| position.size().points().filter(|&point| position[point] == color).collect();
    let stones: [Vec<Point>; 2] = [Color::Black, Color::White].map(of);
    let [black, white] = [&stones[0], &stones[1]].map(Vec::len);
    let to_last_stone = if black > white { 2 * black - 1 } else { 2 * white };
    (stones, to_last_stone + 2)
}

/// Returns the commands that play a position, in turns, and pass twice at the end.
pub(super) fn plays_to(position: &Position) -> Vec<String> {
    let (stones, turns) = stones_and_turns(position);
    let turn = |number: usize| match stones[number % 2].get(number / 2) {
        Some(point) => point.to_string(),
        None => "pass".to_owned(),
    };
    plays(&(0..turns).map(turn).collect::<Vec<_>>())
}

/// Returns how often Black and White pass on the way to a position and at its end.
pub(super) fn passes_to(position: &Position) -> [i32; 2] {
    let ([black, white], turns) = stones_and_turns(position);
    [turns.div_ceil(2) - black.len(), turns / 2 - white.len()].map(|passes| passes as i32)
}

/// Returns Black's area less White's.
pub(super) fn area(position: &Position) -> i32 {
    stones(position) + surrounded(position, 0)
}

/// Returns Black's stones less White's.
fn stones(position: &Position) -> i32 {
    position.count(Color::Black) as i32 - position.count(Color::White) as i32
}

/// Returns the empty points that reach only Black less those that reach only White. Each point that reaches both counts
/// as `neutral`.
fn surrounded(position: &Position, neutral: i32) -> i32 {
    let [black, white, both] = position.surrounded().map(|points| points as i32);
    black - white + neutral * both
}

/// Returns the points of neutral regions beside which Black has more stones, less those of regions beside which White
/// has more.
fn neutral_to_most(position: &Position) -> i32 {
    let size = position.size();
    let first = |point: &Point| {
        let is_empty = position[*point] == Color::Empty;
        is_empty && position.chain(*point).into_iter().min() == Some(*point)
    };
    let regions = size.points().filter(first).map(|point| position.chain(point));
    let worth_of = |region: Vec<Point>| {
        let beside: BTreeSet<Point> = region
            .iter()
            .flat_map(|&point| size.neighbors(point))
            .filter(|&beside| position[beside] != Color::Empty)
            .collect();
        let of = |color| beside.iter().filter(|&&stone| position[stone] == color).count();
        let [black, white] = [Color::Black, Color::White].map(of);
        let sign = i32::from(black > white) - i32::from(white > black);
        if black > 0 && white > 0 { sign * region.len() as i32 } else { 0 }
    };
    regions.map(worth_of).sum()
}

/// Returns the empty points next to Black's stones only, less those next to White's stones only.
fn touched(position: &Position) -> i32 {
    let size = position.size();
    let worth_of = |point: Point| {
        let beside = |color| size.neighbors(point).any(|next| position[next] == color);
        i32::from(beside(Color::Black)) - i32::from(beside(Color::White))
    };
    size.points().filter(|&point| position[point] == Color::Empty).map(worth_of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_neutral_region_goes_to_the_color_with_more_stones_beside_it() {
        for (drawn, expected) in [
            (". . .\n. . .\n. . .", 0),
            (". X .\nX . .\n. . O", 5),
            ("X . O", 0),
            ("X . O O . X X", 0),
            ("X . O .\nX . O .", 0),
            ("X X O\n. . .", 3),
            ("O O X\n. . .", -3),
            ("X X O\n. O O", 0),
        ] {
            assert_eq!(neutral_to_most(&drawn.parse().unwrap()), expected, "{drawn}");
        }
    }

    #[test]
    fn an_empty_point_goes_to_the_color_of_the_stones_next_to_it() {
        for (drawn, expected) in [
            (". . .\n. . .\n. . .", 0),
            (". X .\n. . .\n. . .", 3),
            ("X . O", 0),
            ("X . . O O .", -1),
        ] {
            assert_eq!(touched(&drawn.parse().unwrap()), expected, "{drawn}");
        }
    }
}
