//! Random playouts that spare eyes, beside `go_game_board`, which enforces simple ko only.
//!
//! Both sides play to two passes and count the area. The answer is the number of turns a game,
//! which depends a little on what an eye is and on what may be repeated.

use std::hint::black_box;

use go_game_board::fast_random::FastRandom;
use go_game_board::{Board, Gammas, Sampler};
use superko_optimized::{Game, Level, Position, Random, Rules, Shape, playouts_in_step};

use crate::ratio::{Block, Pair};

pub(crate) fn pairs() -> Vec<Pair> {
    let pair = |name: &str, peer, superko| Pair {
        name: name.into(),
        unit: "turn",
        peer: Box::new(peer) as Box<dyn FnMut() -> Block>,
        superko,
        tolerance: 0.08,
        alternations: 25,
    };
    vec![
        pair("B1 playouts, 9x9", go_game_board(9, 400), Box::new(one_board::<10, 2>(9, 1000))),
        pair("B1 playouts, 19x19", go_game_board(19, 60), Box::new(one_board::<20, 6>(19, 150))),
        pair("B2 eight in step, 9x9", go_game_board(9, 400), Box::new(in_step::<10, 2>(9, 4000))),
        pair("B2 eight in step, 19x19", go_game_board(19, 60), Box::new(in_step::<20, 6>(19, 400))),
    ]
}

fn go_game_board(side: usize, games: u64) -> impl FnMut() -> Block {
    let mut empty = Board::with_size(side, side);
    empty.clear();
    let gammas = Gammas::new();
    let mut board = empty.clone();
    let mut random = FastRandom::new(123);
    move || {
        let mut sampler = Sampler::new(&empty, &gammas);
        let mut turns = 0;
        for _ in 0..games {
            board.load(&empty);
            sampler.new_playout(&board, &gammas);
            while !board.both_player_pass() {
                let player = board.act_player();
                let vertex = sampler.sample_move(&board, &mut random);
                board.play_legal(player, vertex);
                sampler.move_played(&board, &gammas);
            }
            black_box(board.playout_winner());
            turns += board.move_count() as u64;
        }
        Block { units: turns, answer: turns as f64 / games as f64 }
    }
}

fn one_board<const S: usize, const N: usize>(side: u8, games: u64) -> impl FnMut() -> Block {
    let shape = Shape::new(side, side).expect("the size fits");
    let mut game = Game::<S, N>::new(shape, Rules::TROMP_TAYLOR);
    let mut random = Random::new(123);
    move || {
        let mut turns = 0;
        for _ in 0..games {
            game.restart();
            turns += game.playout(&mut random, limit(side)) as u64;
            black_box(game.area());
        }
        Block { units: turns, answer: turns as f64 / games as f64 }
    }
}

fn in_step<const S: usize, const N: usize>(side: u8, games: usize) -> impl FnMut() -> Block {
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

/// Three turns a point.
fn limit(side: u8) -> usize {
    3 * usize::from(side) * usize::from(side)
}
