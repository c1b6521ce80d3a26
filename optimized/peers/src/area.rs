//! The area of 1000 positions, from openings to the ends of games, compared with a plain flood over
//! an array of bytes.
//!
//! The answer is a sum over all positions to which both areas contribute.

use std::hint::black_box;

use superko_optimized::{Game, Has, Layouts, Position, Random, Rules, Shape};

use crate::ratio::{Block, Pair};

pub(crate) fn pairs() -> Vec<Pair> {
    vec![pair::<10, 2>(9), pair::<20, 6>(19)]
}

fn pair<const S: usize, const N: usize>(side: u8) -> Pair
where
    Layouts: Has<S, N>,
{
    let shape = Shape::new(side, side).expect("the size fits");
    let mut random = Random::new(5);
    let points = usize::from(side) * usize::from(side);
    let positions: Vec<Position<S, N>> = (0..1000)
        .map(|i| {
            let mut game = Game::<S, N>::new(shape, Rules::TROMP_TAYLOR);
            game.playout(&mut random, 1 + i * 2 * points / 1000);
            *game.position()
        })
        .collect();
    let color = |position: &Position<S, N>, point| position.at(point).map_or(0, |p| 1 + p as u8);
    let grids: Vec<Vec<u8>> = positions
        .iter()
        .map(|position| shape.points().into_iter().map(|point| color(position, point)).collect())
        .collect();
    let side = usize::from(side);
    // Each block repeats the work, because one round of it is short.
    const TIMES: u64 = 20;
    Pair {
        name: format!("B4 area, {side}x{side}"),
        unit: "position",
        peer: Box::new(move || Block {
            units: grids.len() as u64,
            answer: grids.iter().map(|grid| weigh(byte_area(black_box(grid), side))).sum(),
        }),
        superko: Box::new(move || {
            let all = (0..TIMES).flat_map(|_| &positions);
            let sum: f64 = all.map(|position| weigh(black_box(position).area())).sum();
            Block { units: positions.len() as u64 * TIMES, answer: sum / TIMES as f64 }
        }),
        tolerance: 0.0,
        alternations: 25,
    }
}

/// Makes one number of both areas.
fn weigh([black, white]: [u32; 2]) -> f64 {
    f64::from(black) * 1000.0 + f64::from(white)
}

/// Returns the areas of a grid in which 0 is empty, 1 is Black and 2 is White.
fn byte_area(grid: &[u8], side: usize) -> [u32; 2] {
    let mut area = [0; 2];
    let mut seen = vec![false; grid.len()];
    let mut stack = vec![];
    for start in 0..grid.len() {
        if grid[start] != 0 {
            area[usize::from(grid[start] - 1)] += 1;
            continue;
        }
        if seen[start] {
            continue;
        }
        let (mut points, mut reached) = (0, [false; 3]);
        seen[start] = true;
        stack.push(start);
        while let Some(p) = stack.pop() {
            points += 1;
            let (column, row) = (p % side, p / side);
            let mut visit = |q: usize| {
                reached[usize::from(grid[q])] = true;
                if grid[q] == 0 && !seen[q] {
                    seen[q] = true;
                    stack.push(q);
                }
            };
            if column > 0 {
                visit(p - 1);
            }
            if column + 1 < side {
                visit(p + 1);
            }
            if row > 0 {
                visit(p - side);
            }
            if row + 1 < side {
                visit(p + side);
            }
        }
        match reached {
            [_, true, false] => area[0] += points,
            [_, false, true] => area[1] += points,
            _ => {}
        }
    }
    area
}
