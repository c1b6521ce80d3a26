//! Paired comparison with other engines: `cargo bench --bench peers`.
//!
//! Blocks of both sides alternate, so that a busy machine slows both; the ratio of each pair is
//! taken, and the median pair is printed. Every block's answer is asserted.
//!
//! Criterion measures one side after the other, which a shared machine makes worthless; therefore
//! this bench brings its own loop.

use std::hint::black_box;
use std::time::Instant;

use go_game_board::fast_random::FastRandom;
use go_game_board::{Board, Gammas, Sampler};
use goban::rules::game::Game as Goban;
use goban::rules::{CHINESE, GobanSizes, IllegalRules, Move};
use superko_optimized::{
    Game, Level, Passes, Point, Position, Random, Repetition, Rules, Shape, Suicide, Turn,
    playouts_in_step,
};

/// Work done and what it came to.
struct Block {
    /// Turns, plies, positions or leaves.
    units: u64,
    /// A number that the work must come to again, or lie within the given bounds.
    answer: f64,
}

/// Alternates blocks of both sides and prints nanoseconds a unit and the median ratio.
fn compare(
    name: &str,
    pairs: usize,
    mut reference: impl FnMut() -> Block,
    mut subject: impl FnMut() -> Block,
    agree: impl Fn(f64, f64) -> bool,
) {
    let timed = |work: &mut dyn FnMut() -> Block| {
        let start = Instant::now();
        let block = work();
        (start.elapsed().as_nanos() as f64 / block.units as f64, block.answer)
    };
    let mut results: Vec<_> = (0..pairs)
        .map(|_| {
            let (theirs, a) = timed(&mut reference);
            let (ours, b) = timed(&mut subject);
            assert!(agree(a, b), "{name}: {a} against {b}");
            (theirs / ours, theirs, ours)
        })
        .collect();
    results.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, theirs, ours) = results[pairs / 2];
    let (low, high) = (results[pairs / 10].0, results[pairs - 1 - pairs / 10].0);
    println!("{name:<58} {theirs:>9.1} ns {ours:>8.1} ns {ratio:>6.2}x  ({low:.2} to {high:.2})");
}

/// Playouts of `go_game_board`, which knows simple ko only. The answer is turns a game.
fn libego(side: usize, games: u64) -> impl FnMut() -> Block {
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
            turns += game.playout(&mut random, 3 * usize::from(side) * usize::from(side)) as u64;
            black_box(game.area());
        }
        Block { units: turns, answer: turns as f64 / games as f64 }
    }
}

fn eight_boards<const S: usize, const N: usize>(side: u8, games: u64) -> impl FnMut() -> Block {
    let start = Position::<S, N>::new(Shape::new(side, side).expect("the size fits"));
    let limit = 3 * usize::from(side) * usize::from(side);
    let mut seed = 123;
    move || {
        let (mut turns, mut ended) = (0, 0);
        seed += 1;
        playouts_in_step(Level::detected(), &start, games as usize, limit, seed, |game| {
            turns += game.turns as u64;
            ended += 1;
            black_box(game.position.area());
        });
        Block { units: turns, answer: turns as f64 / ended as f64 }
    }
}

/// Random turns of games drawn evenly from the legal plays, to be followed by both sides.
fn uniform_games<const S: usize, const N: usize>(side: u8, games: usize) -> Vec<Vec<Turn>> {
    let shape = Shape::new(side, side).expect("the size fits");
    let mut game = Game::<S, N>::new(shape, NO_SUICIDE);
    let mut random = Random::new(9);
    let mut all = vec![];
    for _ in 0..games {
        game.restart();
        while !game.is_over() && game.turns() < 2 * usize::from(side) * usize::from(side) {
            let legal = game.legal();
            let turn = match legal.count() {
                0 => Turn::Pass,
                count => Turn::Play(legal.nth(random.below(count)).first().expect("one point")),
            };
            game.play(turn).expect("a legal turn");
        }
        all.push((1..=game.turns()).filter_map(|number| game.turn(number)).collect());
    }
    all
}

/// What both sides of the comparison of legal sets enforce.
const NO_SUICIDE: Rules = Rules { repetition: Repetition::Positional, suicide: Suicide::None };

/// The whole legal set, then the turn. The answer is the number of legal plays over all plies.
fn goban_legal(side: u8, games: &[Vec<Turn>]) -> impl FnMut() -> Block {
    let size = GobanSizes::Custom(side.into(), side.into());
    let mut rule = CHINESE;
    rule.flag_illegal = IllegalRules::SUICIDE | IllegalRules::SUPERKO;
    move || {
        let (mut plies, mut legal) = (0, 0);
        for turns in games {
            let mut game = Goban::new(size, rule);
            for turn in turns {
                legal += game.legals().count() as u64;
                game.play(match *turn {
                    Turn::Pass => Move::Pass,
                    Turn::Play(Point { column, row }) => Move::Play(row, column),
                });
                plies += 1;
            }
        }
        Block { units: plies, answer: legal as f64 }
    }
}

fn our_legal<const S: usize, const N: usize>(
    side: u8,
    games: &[Vec<Turn>],
) -> impl FnMut() -> Block {
    let shape = Shape::new(side, side).expect("the size fits");
    let mut game = Game::<S, N>::new(shape, NO_SUICIDE);
    move || {
        let (mut plies, mut legal) = (0, 0);
        for turns in games {
            game.restart();
            for &turn in turns {
                legal += u64::from(game.legal().count());
                game.play(turn).expect("a legal turn");
                plies += 1;
            }
        }
        Block { units: plies, answer: legal as f64 }
    }
}

/// The area by flooding a plain array of bytes.
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

fn areas<const S: usize, const N: usize>(side: u8) {
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
    let grids: Vec<Vec<u8>> = positions
        .iter()
        .map(|position| {
            let color = |point| position.at(point).map_or(0, |player| 1 + player as u8);
            shape.points().into_iter().map(color).collect()
        })
        .collect();
    let weigh = |[black, white]: [u32; 2]| f64::from(black) * 1000.0 + f64::from(white);
    let side = usize::from(side);
    compare(
        &format!("B4 area {side}x{side}, byte array : superko"),
        15,
        || Block {
            units: 5_000,
            answer: (0..5).flat_map(|_| &grids).map(|g| weigh(byte_area(black_box(g), side))).sum(),
        },
        || Block {
            units: 20_000,
            answer: (0..20)
                .flat_map(|_| &positions)
                .map(|p| weigh(black_box(p).area()))
                .sum::<f64>()
                / 4.0,
        },
        |a, b| a == b,
    );
}

fn perft<const S: usize, const N: usize>(side: u8, depth: u32, slow_depth: u32) {
    let shape = Shape::new(side, side).expect("the size fits");
    let mut game = Game::<S, N>::new(shape, Rules::TROMP_TAYLOR);
    let slow = game.clone();
    let expected = game.perft(slow_depth, Passes::Counted);
    let whole = game.perft(depth, Passes::Counted);
    compare(
        &format!("B5 perft {side}x{side}, copy-make depth {slow_depth} : superko depth {depth}"),
        5,
        || {
            let leaves = slow.perft_turn_by_turn(slow_depth, Passes::Counted);
            assert_eq!(leaves, expected);
            Block { units: leaves, answer: 0.0 }
        },
        || {
            let leaves = game.perft(depth, Passes::Counted);
            assert_eq!(leaves, whole);
            Block { units: leaves, answer: 0.0 }
        },
        |a, b| a == b,
    );
}

fn main() {
    println!("{:?}", Level::detected());
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < 0.08;
    compare(
        "B1 playout 9x9, go_game_board (simple ko) : superko",
        15,
        libego(9, 400),
        one_board::<10, 2>(9, 800),
        near,
    );
    compare(
        "B1 playout 19x19, go_game_board (simple ko) : superko",
        15,
        libego(19, 80),
        one_board::<20, 6>(19, 120),
        near,
    );
    compare(
        "B2 playout 9x9 in step, go_game_board : superko",
        15,
        libego(9, 400),
        eight_boards::<10, 2>(9, 4000),
        near,
    );
    compare(
        "B2 playout 19x19 in step, go_game_board : superko",
        15,
        libego(19, 80),
        eight_boards::<20, 6>(19, 400),
        near,
    );
    let close = |a: f64, b: f64| (a / b - 1.0).abs() < 0.01;
    let games = uniform_games::<10, 2>(9, 10);
    let (theirs, ours) = (goban_legal(9, &games), our_legal::<10, 2>(9, &games));
    compare("B3 legal set and play 9x9, goban : superko", 7, theirs, ours, close);
    let games = uniform_games::<20, 6>(19, 2);
    let (theirs, ours) = (goban_legal(19, &games), our_legal::<20, 6>(19, &games));
    compare("B3 legal set and play 19x19, goban : superko", 5, theirs, ours, close);
    areas::<10, 2>(9);
    areas::<20, 6>(19);
    perft::<10, 2>(9, 4, 2);
    perft::<8, 1>(5, 6, 3);
    perft::<8, 1>(3, 8, 5);
}
