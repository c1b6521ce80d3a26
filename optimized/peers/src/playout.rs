//! Random playouts that fill no eyes, compared with a light board and with a board that has a set
//! of hashes. Both are written here.
//!
//! All sides play to two passes and count the points. The answer is the number of turns per game.
//! It depends a little on how points are chosen and on which repetitions are allowed.

use std::hint::black_box;

use superko_optimized::{
    AnyGame, Game, Has, Layouts, Level, Point, Position, Random, Repetition, Rules, Shape, Suicide,
    Turn, playouts_in_step,
};

use crate::hash_set::Board;
use crate::light::{Light, NONE};
use crate::ratio::{Block, Pair};

type Side = Box<dyn FnMut() -> Block>;

pub(crate) fn pairs() -> Vec<Pair> {
    let pair = |name: &str, peer, superko| Pair {
        name: name.into(),
        unit: "turn",
        peer,
        superko,
        tolerance: 0.08,
        alternations: 25,
    };
    let light_9 = || -> Side { Box::new(light::<9, 128>(1000)) };
    let light_19 = || -> Side { Box::new(light::<19, 512>(200)) };
    let one_9 = || -> Side { Box::new(one_board::<10, 2>(9, 1000)) };
    let one_19 = || -> Side { Box::new(one_board::<20, 6>(19, 150)) };
    let hash_set = |side, games| -> Side { Box::new(hash_set(side, games)) };
    vec![
        pair("B1 playouts, 9x9, light", light_9(), one_9()),
        pair("B1 playouts, 19x19, light", light_19(), one_19()),
        pair("B1 playouts, 9x9, hash set", hash_set(9, 100), one_9()),
        pair("B1 playouts, 19x19, hash set", hash_set(19, 10), one_19()),
        pair("B2 eight in step, 9x9, light", light_9(), Box::new(in_step::<10, 2>(9, 4000))),
        pair("B2 eight in step, 19x19, light", light_19(), Box::new(in_step::<20, 6>(19, 400))),
    ]
}

/// Plays this many random games, one after the other. `play` plays one game and returns its number
/// of turns.
fn playouts(games: u64, mut play: impl FnMut(&mut Random) -> u64) -> impl FnMut() -> Block {
    let mut random = Random::new(123);
    move || {
        let turns = (0..games).map(|_| play(&mut random)).sum();
        Block { units: turns, answer: turns as f64 / games as f64 }
    }
}

fn light<const SIDE: usize, const SIZE: usize>(games: u64) -> impl FnMut() -> Block {
    check_light::<SIDE, SIZE>(2000 / SIDE);
    let empty = Light::<SIDE, SIZE>::new();
    let mut board = empty.clone();
    playouts(games, move |random| {
        board.clone_from(&empty);
        while !board.is_over() && board.turns < limit(SIDE as u8) as u32 {
            match board.choose(random) {
                NONE => board.pass(),
                point => board.play(point),
            }
        }
        black_box(board.margin());
        board.turns.into()
    })
}

/// Plays games on the light board and, with the same turns and rules, in the optimized engine.
///
/// # Panics
///
/// If they differ in a stone or in the legality of a play.
fn check_light<const SIDE: usize, const SIZE: usize>(games: usize) {
    let side = SIDE as u8;
    let rules = Rules {
        repetition: Repetition::SimpleKo,
        suicide: Suicide::SeveralStones,
        ..Rules::TROMP_TAYLOR
    };
    let points: Vec<_> = (0..side)
        .flat_map(|row| (0..side).map(move |column| (column, row)))
        .map(|(column, row)| (Point::new(column, row), Light::<SIDE, SIZE>::index(column, row)))
        .collect();
    let mut random = Random::new(1);
    for _ in 0..games {
        let mut board = Light::<SIDE, SIZE>::new();
        let mut game = AnyGame::new(side, side, rules).expect("the size fits");
        while !board.is_over() && board.turns < limit(side) as u32 {
            let chosen = board.choose(&mut random);
            let turn = points.iter().find(|(_, index)| *index == chosen);
            match turn {
                Some(_) => board.play(chosen),
                None => board.pass(),
            }
            game.play(turn.map_or(Turn::Pass, |(point, _)| Turn::Play(*point)))
                .expect("the light board plays what its rules allow");
            for &(point, index) in &points {
                let stone = game.at(point).map(|player| player as usize);
                assert_eq!(board.at(index), stone, "the light board has another stone on {point}");
                if stone.is_none() && !board.is_over() {
                    let allowed = game.refusal(Turn::Play(point)).is_none();
                    assert_eq!(
                        board.may_play(index),
                        allowed,
                        "the light board rules otherwise on {point}"
                    );
                }
            }
        }
    }
}

fn hash_set(side: u8, games: u64) -> impl FnMut() -> Block {
    let mut board = Board::new(side.into());
    playouts(games, move |random| {
        board.restart();
        while !board.is_over() && board.turns < limit(side) as u64 {
            board.take_turn(random);
        }
        black_box(board.area());
        board.turns
    })
}

fn one_board<const S: usize, const N: usize>(side: u8, games: u64) -> impl FnMut() -> Block
where
    Layouts: Has<S, N>,
{
    let shape = Shape::new(side, side).expect("the size fits");
    let mut game = Game::<S, N>::new(shape, Rules::TROMP_TAYLOR);
    playouts(games, move |random| {
        game.restart();
        let turns = game.playout(random, limit(side));
        black_box(game.area());
        turns as u64
    })
}

fn in_step<const S: usize, const N: usize>(side: u8, games: usize) -> impl FnMut() -> Block
where
    Layouts: Has<S, N>,
{
    let start = Position::<S, N>::new(Shape::new(side, side).expect("the size fits"));
    let mut seed = 123;
    move || {
        let (mut turns, mut ended) = (0, 0u32);
        seed += 1;
        playouts_in_step(Level::detected(), &start, games, limit(side), seed, |game| {
            turns += game.turns as u64;
            ended += 1;
            black_box(game.position.area());
        });
        Block { units: turns, answer: turns as f64 / f64::from(ended) }
    }
}

/// Returns the limit of turns: three per point.
fn limit(side: u8) -> usize {
    3 * usize::from(side) * usize::from(side)
}
