//! Playouts, checked turn by turn.

use crate::naive::Naive;
use crate::patches::{Holes, Patches};
use std::collections::HashSet;
use superko_optimized::{
    Agreement, AnyGame, AnySet, Bitboard, Game, Has, LastPass, Layouts, Level, Passes, Player,
    Point, Position, Random, Repeat, Repetition, Rules, Shape, Stones, Suicide, Turn,
    playouts_in_step,
};

/// Returns the point at this distance, if it is on the board.
fn step(game: &Naive, point: Point, east: i32, north: i32) -> Option<Point> {
    let (column, row) = (i32::from(point.column) + east, i32::from(point.row) + north);
    let on_board =
        (0..game.columns as i32).contains(&column) && (0..game.rows as i32).contains(&row);
    on_board.then(|| Point::new(column as u8, row as u8))
}

/// Returns whether a playout leaves the point empty. All its neighbors must be own stones. Its
/// corners must have fewer than two opponent stones, or none if a corner is missing.
fn is_eye(game: &Naive, point: Point, player: Player) -> bool {
    let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let mut neighbors = straight.into_iter().filter_map(|(e, n)| step(game, point, e, n));
    let corners = [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(e, n)| step(game, point, e, n));
    let opponents = corners
        .into_iter()
        .flatten()
        .filter(|&corner| game.at(corner) == Some(player.opponent()))
        .count();
    let most = if corners.contains(&None) { 0 } else { 1 };
    neighbors.all(|neighbor| game.at(neighbor) == Some(player)) && opponents <= most
}

#[test]
fn every_turn_of_a_playout_is_one_that_may_be_drawn() {
    let of = |seed| match seed % 4 {
        0 => Rules::TROMP_TAYLOR,
        1 => Rules {
            repetition: Repetition::Situational,
            suicide: Suicide::None,
            ..Rules::default()
        },
        2 => Rules { stones: Stones::Half, passes: Passes::Three, ..Rules::default() },
        _ => Rules {
            repeat: Repeat::Loses,
            last_pass: LastPass::White,
            agreement: Agreement::Resume,
            ..Rules::default()
        },
    };
    let (mut ended, mut stopped, mut decided, mut passes) = (0, 0, 0, 0);
    for (columns, rows, limit) in
        [(1, 1, 9), (2, 2, 60), (4, 1, 60), (3, 3, 200), (5, 4, 200), (9, 9, 40), (19, 19, 12)]
    {
        for seed in 0..8 {
            let rules = of(seed);
            let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
            let turns = game.playout(&mut Random::new(seed), limit);
            assert_eq!(turns, game.turns());
            let ends = game.is_over() || game.is_stopped();
            assert!(ends || turns == limit, "{columns}x{rows}: {turns} turns");
            ended += u32::from(game.is_over());
            stopped += u32::from(game.is_stopped());
            decided += u32::from(game.is_over() && game.turn(turns) != Some(Turn::Pass));
            let mut naive = Naive::new(usize::from(columns), usize::from(rows), rules);
            for number in 1..=turns {
                let turn = game.turn(number).expect("a turn of the game");
                let player = naive.to_move();
                let may = |&point: &Point| {
                    naive.after(Turn::Play(point)).is_ok() && !is_eye(&naive, point, player)
                };
                match turn {
                    Turn::Pass => assert!(!naive.points().iter().any(may), "{}", naive.draw()),
                    Turn::Play(point) => assert!(may(&point), "{point} in\n{}", naive.draw()),
                }
                passes += u32::from(turn == Turn::Pass);
                naive.play(turn).expect("a legal turn");
            }
            assert_eq!(game.to_string(), naive.draw());
            assert_eq!((game.is_over(), game.outcome()), (naive.is_over(), naive.outcome()));
            assert_eq!(game.playout(&mut Random::new(seed), turns), turns);
        }
    }
    assert!(ended > 20 && passes > ended, "{ended} ended, {passes} passes");
    assert!(stopped > 0 && decided > 5, "{stopped} stopped, {decided} decided by a play");
}

#[test]
fn turns_of_playouts_are_drawn_evenly() {
    for side in [3, 9, 19] {
        let points = usize::from(side) * usize::from(side);
        let mut drawn = vec![0; points];
        let mut random = Random::new(u64::from(side));
        for _ in 0..50 * points {
            let mut game = AnyGame::new(side, side, Rules::TROMP_TAYLOR).expect("a size in range");
            game.playout(&mut random, 1);
            let Some(Turn::Play(point)) = game.turn(1) else { panic!("the board is empty") };
            drawn[usize::from(point.row) * usize::from(side) + usize::from(point.column)] += 1;
        }
        assert!(drawn.iter().all(|times| (20..85).contains(times)), "{side}: {drawn:?}");
    }
}

/// Checks that a playout, and eight playouts in step, choose every permitted play of a position,
/// and no other play.
fn all_that_may_be_drawn_is<const S: usize, const N: usize>(columns: u8, rows: u8)
where
    Layouts: Has<S, N>,
{
    let shape = Shape::<S, N>::new(columns, rows).expect("the size fits");
    let mut random = Random::new(u64::from(columns) + u64::from(rows));
    let (mut eyes, mut lone) = (0, 0);
    for (side, holes, first) in [
        (25, 5, Player::Black),
        (25, 20, Player::White),
        (1, 40, Player::White),
        (2, 9, Player::Black),
    ] {
        let patches = Patches { side, holes: Holes::Of64(holes), tied: false };
        let start = patches.position(shape, &mut random, first);
        let grid: Vec<_> = shape.points().into_iter().map(|point| start.at(point)).collect();
        let anything = Rules { repetition: Repetition::None, ..Rules::default() };
        for rules in [Rules::TROMP_TAYLOR, anything] {
            let naive = Naive::set_up(columns.into(), rows.into(), rules, grid.clone(), first);
            let (mut may, mut suicides) = (Bitboard::EMPTY, Bitboard::EMPTY);
            for point in start.empty() {
                let Ok(after) = naive.after(Turn::Play(point)) else { continue };
                let place =
                    usize::from(point.row) * usize::from(columns) + usize::from(point.column);
                if is_eye(&naive, point, first) {
                    eyes += 1;
                    continue;
                }
                may |= Bitboard::from(point);
                if after[place].is_none() {
                    suicides |= Bitboard::from(point);
                    lone += usize::from(after == grid);
                }
            }
            let draws = 20 * may.count().max(8) as usize;
            let mut drawn = Bitboard::EMPTY;
            for _ in 0..draws {
                let mut game = Game::from_position(start, rules);
                game.playout(&mut random, 1);
                match game.turn(1) {
                    Some(Turn::Play(point)) => drawn |= Bitboard::from(point),
                    _ => assert!(may.is_empty(), "{start}"),
                }
            }
            assert_eq!(drawn, may, "{start}");
            if rules == Rules::TROMP_TAYLOR {
                let mut in_step = Bitboard::EMPTY;
                playouts_in_step(Level::detected(), &start, draws, 1, random.bits(), |game| {
                    in_step |= game.position.stones(first) - start.stones(first);
                });
                assert_eq!(in_step, may - suicides, "{start}");
            }
        }
    }
    assert!(eyes > 0 && lone > 0, "{columns}x{rows}: {eyes} eyes, {lone} lone suicides");
}

#[test]
fn all_plays_that_may_be_drawn_are() {
    all_that_may_be_drawn_is::<8, 1>(7, 7);
    all_that_may_be_drawn_is::<10, 2>(9, 12);
    all_that_may_be_drawn_is::<14, 3>(13, 13);
    all_that_may_be_drawn_is::<20, 6>(19, 19);
    all_that_may_be_drawn_is::<26, 11>(25, 25);
    all_that_may_be_drawn_is::<26, 11>(21, 24);
}

#[test]
fn a_limit_beyond_32_bits_is_none() {
    let start = Position::new(Shape::<10, 2>::new(5, 5).expect("the size fits"));
    let long = [usize::MAX, 1 << 32, (1 << 40) + 1, usize::MAX / 2 + 1];
    let alone = long.map(|limit| {
        let mut game = Game::from_position(start, Rules::TROMP_TAYLOR);
        game.playout(&mut Random::new(5), limit)
    });
    let in_step = long.map(|limit| {
        let mut games = Vec::new();
        let level = Level::detected();
        playouts_in_step(level, &start, 40, limit, 5, |game| games.push(game.turns));
        games
    });
    assert!(alone[0] > 25 && alone.iter().all(|&turns| turns == alone[0]), "{alone:?}");
    assert!(in_step.iter().all(|games| games == &in_step[0]));
    assert!(in_step[0].iter().all(|&turns| turns > 10), "{in_step:?}");
}

#[test]
fn a_limit_counts_all_turns_of_a_game() {
    for first in Player::BOTH {
        for by_hand in 0..4 {
            let mut game =
                AnyGame::set_up(9, 9, Rules::default(), AnySet::EMPTY, AnySet::EMPTY, first)
                    .expect("the empty grid is a position");
            for column in 0..by_hand {
                game.play(Turn::Play(Point::new(column, 4))).expect("a legal turn");
            }
            // On an empty board, no game ends this early.
            for limit in [0, 4, 5, 9] {
                let expected = limit.max(game.turns());
                assert_eq!(game.playout(&mut Random::new(3), limit), expected);
                assert_eq!(game.turns(), expected, "{by_hand} turns by hand");
            }
        }
    }
}

#[test]
fn all_of_a_seed_counts_and_the_eight_games_differ() {
    let start = Position::new(Shape::<10, 2>::new(9, 9).expect("the size fits"));
    let mut distinct = HashSet::new();
    let seeds = (0..64).map(|bit| 1u64 << bit).chain([0, u64::MAX]);
    for seed in seeds {
        playouts_in_step(Level::detected(), &start, 8, 30, seed, |game| {
            distinct.insert(game.position.to_string());
        });
    }
    // There are eight games for each of 66 seeds, with thirty turns each.
    assert_eq!(distinct.len(), 8 * 66);
}

/// Checks that a playout leaves the same game as its turns one by one: every grid of its history,
/// and every answer.
fn a_playout_leaves_what_its_turns_make<const S: usize, const N: usize>(sizes: &[(u8, u8)])
where
    Layouts: Has<S, N>,
{
    let mut random = Random::new(N as u64);
    let mut passes = 0;
    for &(columns, rows) in sizes {
        let shape = Shape::<S, N>::new(columns, rows).expect("the size fits");
        for number in 0..if shape.points().count() < 40 { 60 } else { 4 } {
            let first = if number % 2 == 0 { Player::Black } else { Player::White };
            let patches =
                Patches { side: 1, holes: Holes::Of64([64, 40, 20][number / 2 % 3]), tied: false };
            let start = patches.position(shape, &mut random, first);
            let rules = Rules {
                repetition: Repetition::ALL[number % 4],
                repeat: if number % 5 == 4 { Repeat::Ties } else { Repeat::Refused },
                ..Rules::default()
            };
            let mut played = Game::from_position(start, rules);
            // Some turns by hand come first, so that the parity of the playout's turns varies.
            for _ in 0..number % 3 {
                let legal = played.legal();
                let turn = legal.first().map_or(Turn::Pass, Turn::Play);
                played.play(turn).expect("a legal turn");
            }
            played.playout(&mut random, 1_000);
            let mut replayed = Game::from_position(start, rules);
            for turns in 0..=played.turns() {
                let what = || format!("{columns}x{rows}, {turns} turns\n{start}");
                assert_eq!(played.grid(turns), stones(&replayed), "{}", what());
                passes += usize::from(turns % 16 == 0 && played.turn(turns) == Some(Turn::Pass));
                if let Some(turn) = played.turn(turns + 1) {
                    assert_eq!(replayed.play(turn), Ok(()), "{}", what());
                }
            }
            assert_eq!(played.outcome(), replayed.outcome());
            // Compare everything on the way back too.
            loop {
                assert_eq!(played.position(), replayed.position());
                assert_eq!((played.hash(), played.legal()), (replayed.hash(), replayed.legal()));
                for point in played.position().empty().into_iter().take(12) {
                    let turn = Turn::Play(point);
                    assert_eq!(played.refusal(turn), replayed.refusal(turn), "{point}");
                }
                let undone = (played.undo(), replayed.undo());
                assert_eq!(undone.0, undone.1);
                if undone.0.is_none() {
                    break;
                }
            }
        }
    }
    assert!(passes > 5, "{N} limbs: {passes} passes where a grid is kept");
}

fn stones<const S: usize, const N: usize>(game: &Game<S, N>) -> [Bitboard<S, N>; 2] {
    Player::BOTH.map(|player| game.position().stones(player))
}

#[test]
fn the_history_of_a_playout_is_that_of_its_turns() {
    a_playout_leaves_what_its_turns_make::<8, 1>(&[(3, 3), (4, 3), (7, 8)]);
    a_playout_leaves_what_its_turns_make::<10, 2>(&[(3, 4), (4, 3), (9, 9)]);
    a_playout_leaves_what_its_turns_make::<14, 3>(&[(3, 4), (4, 3), (13, 13)]);
    a_playout_leaves_what_its_turns_make::<20, 6>(&[(3, 4), (4, 3), (19, 19)]);
    a_playout_leaves_what_its_turns_make::<26, 11>(&[(3, 4), (4, 3), (25, 25)]);
}
