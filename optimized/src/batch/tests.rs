use super::*;
use crate::game::Game;
use crate::layouts::{Has, Layouts};
use crate::methods::playouts_in_step;
use crate::point::Turn;
use crate::rules::Rules;
use crate::shape::Shape;
use crate::simd::{Level, Portable};

/// Steps a batch alongside eight games. Every accepted turn must be legal and give the same grid,
/// and every refused turn must be illegal.
fn batch_follows_the_rules<const S: usize, const N: usize>(columns: u8, rows: u8, steps: usize)
where
    Layouts: Has<S, N>,
{
    let (ended, refusals) =
        follow(&Position::<S, N>::new(Shape::new(columns, rows).expect("the size fits")), steps);
    assert!(
        ended != [0; 8] && refusals > 0,
        "{columns}x{rows}: {ended:?} ended, {refusals} refused"
    );
}

/// Does the same from a position in which a few turns are left, so that every lane ends a game.
fn last_turns_follow_the_rules<const S: usize, const N: usize>(columns: u8, rows: u8)
where
    Layouts: Has<S, N>,
{
    let shape = Shape::<S, N>::new(columns, rows).expect("the size fits");
    for seed in 1..=3 {
        let mut game = Game::new(shape, Rules::TROMP_TAYLOR);
        game.playout(&mut Random::new(seed), 3 * usize::from(columns) * usize::from(rows));
        for _ in 0..8 + seed {
            game.undo();
        }
        let (ended, _) = follow(game.position(), 500);
        assert!(!ended.contains(&0), "{columns}x{rows}: {ended:?} ended");
    }
}

/// Steps a batch from a position alongside eight games. Returns how many games each lane ended by
/// two passes, and how many turns were refused.
fn follow<const S: usize, const N: usize>(
    start: &Position<S, N>,
    steps: usize,
) -> ([usize; 8], usize)
where
    Layouts: Has<S, N>,
{
    let start = *start;
    let fresh = || Game::<S, N>::from_position(start, Rules::TROMP_TAYLOR);
    let mut games: [_; 8] = std::array::from_fn(|_| fresh());
    let mut batch = Batch::<S, N, Array>::new((), &start, 5);
    let lane_of = |set: Bitboard<S, N, Array>, lane: usize| -> Bitboard<S, N> {
        Bitboard::from_limbs(set.limbs().map(|limb| limb.0[lane]))
    };
    let (mut ended, mut refusals, mut finals) = ([0; 8], 0, vec![]);
    for _ in 0..steps {
        let refused = batch.refused;
        let turns = batch.turns.0;
        finals.clear();
        let finished = &mut |game| finals.push(game);
        let count = batch.step(Portable, &start, usize::MAX >> 1, finished);
        assert_eq!(count, finals.len());
        let mut finals = finals.iter();
        for (lane, game) in games.iter_mut().enumerate() {
            if batch.turns.0[lane] == turns[lane] {
                let tried = lane_of(batch.refused, lane) - lane_of(refused, lane);
                let point = tried.first().expect("a refused point");
                assert!(game.refusal(Turn::Play(point)).is_some(), "{:?}", game.position());
                refusals += 1;
            } else if batch.turns.0[lane] == 0 {
                // The game ended with a second pass.
                let last = finals.next().expect("one final position for each game that ended");
                game.pass().expect("a running game");
                assert!(game.is_over());
                assert_eq!(last.position, *game.position());
                assert_eq!(last.turns, game.turns());
                *game = fresh();
                ended[lane] += 1;
            } else {
                let (own, opponent) = (lane_of(batch.own, lane), lane_of(batch.opponent, lane));
                let black = batch.black >> lane & 1 == 1;
                let stones = if black { [own, opponent] } else { [opponent, own] };
                if stones == game.position().stones {
                    game.pass().expect("a running game");
                } else {
                    let made = game.legal().into_iter().find(|&point| {
                        let mut after = game.clone();
                        after.play(Turn::Play(point)).is_ok() && after.position().stones == stones
                    });
                    let point = made.expect("a legal play that makes the grid");
                    game.play(Turn::Play(point)).expect("a legal play");
                }
                assert_eq!(game.position().stones, stones);
                assert_eq!((game.to_move() == Player::Black, game.is_over()), (black, false));
            }
        }
    }
    (ended, refusals)
}

#[test]
fn batches_follow_the_rules() {
    batch_follows_the_rules::<8, 1>(2, 1, 200);
    batch_follows_the_rules::<8, 1>(1, 4, 300);
    batch_follows_the_rules::<8, 1>(2, 2, 500);
    batch_follows_the_rules::<8, 1>(3, 3, 1000);
    batch_follows_the_rules::<8, 1>(7, 7, 600);
    batch_follows_the_rules::<10, 2>(9, 9, 600);
    batch_follows_the_rules::<14, 3>(13, 13, 600);
}

#[test]
fn every_lane_ends_on_every_layout() {
    last_turns_follow_the_rules::<8, 1>(7, 7);
    last_turns_follow_the_rules::<10, 2>(9, 9);
    last_turns_follow_the_rules::<14, 3>(13, 13);
    last_turns_follow_the_rules::<20, 6>(19, 19);
    last_turns_follow_the_rules::<26, 11>(20, 20);
    last_turns_follow_the_rules::<26, 11>(25, 25);
}

#[test]
fn games_end_by_two_passes_or_at_the_limit() {
    let turns = |side, games, limit| {
        let start = Position::new(Shape::<8, 1>::new(side, side).expect("the size fits"));
        let mut turns = vec![];
        playouts_in_step(Level::Portable, &start, games, limit, 7, |game| {
            turns.push(game.turns);
        });
        turns
    };
    // On one point, only passes are possible. All eight games end at the same time.
    assert_eq!(turns(1, 9, 1000), [2; 16]);
    assert_eq!(turns(1, 9, 2), [2; 16]);
    assert_eq!(turns(1, 9, 1), [1; 16]);
    let some = turns(5, 30, 42);
    assert!(some.iter().all(|&turns| (2..=42).contains(&turns)), "{some:?}");
    assert!(some.contains(&42) && some.iter().any(|&turns| turns < 42), "{some:?}");
    // The batch takes no more steps than it needs.
    assert_eq!(turns(5, some.len(), 42), some);
}

/// Returns a grid of a row of three points, read from a code in base 3, in every lane.
fn row(code: usize) -> [[[u64; 8]; 1]; 2] {
    [1, 2].map(|color| {
        let bits = (0..3).filter(|&i| code / 3_usize.pow(i) % 3 == color);
        [[bits.map(|i| 1 << i).sum(); 8]]
    })
}

#[test]
fn every_grid_of_the_running_games_is_remembered_and_no_other() {
    let shape = Shape::<8, 1>::new(3, 1).expect("the size fits");
    let stones = Bitboard::from(crate::point::Point::new(1, 0));
    let start = Position::set_up(shape, stones, Bitboard::EMPTY, Player::White)
        .expect("a stone with two liberties");
    let mut past = Past::new(&start);
    // The codes of the grids of each lane's game. The first grid has code 3.
    let mut games: [Vec<usize>; 8] = std::array::from_fn(|_| vec![3]);
    (0..8).for_each(|lane| past.begin(lane, &start));
    let mut random = Random::new(1);
    for step in 0..14_000_usize {
        let code = random.below(27) as usize;
        let lanes = |grid: [[u64; 8]; 1]| Bitboard::<8, 1, Array>(grid.map(Array));
        let [black, white] = row(code).map(lanes);
        let known = random.bits() as u8;
        let repeats = past.add(black, white, known);
        for (lane, game) in games.iter_mut().enumerate() {
            let repeated = game.contains(&code) && known >> lane & 1 == 0;
            assert_eq!(repeats >> lane & 1 == 1, repeated, "{step}, {lane}: {code} in {game:?}");
            game.push(code);
            // This comparison is exact, without the filter.
            for code in [code, 3, step % 27] {
                assert_eq!(past.repeats(&row(code), lane), game.contains(&code), "{lane}");
            }
        }
        if step < 4096 {
            assert_eq!((past.forgotten, past.grids.len()), (0, step + 1));
        }
        let begins = (0..8).filter(|lane| step % (30 * (lane + 1)) == 29);
        for lane in begins.collect::<Vec<_>>() {
            games[lane] = vec![3];
            past.begin(lane, &start);
        }
        assert!(past.forgotten <= past.begun.into_iter().min().unwrap_or_default());
        assert!(past.grids.capacity() <= 3 * 4096, "{}", past.grids.capacity());
    }
    assert!(past.forgotten > 10_000, "{}", past.forgotten);
}

#[test]
fn few_new_hashes_seem_to_have_been_noted() {
    let start = Position::<8, 1>::new(Shape::new(3, 1).expect("the size fits"));
    let mut past = Past::new(&start);
    let mut random = Random::new(2);
    let hashes: [Array; 500] =
        std::array::from_fn(|_| Array(std::array::from_fn(|_| random.bits() >> 40)));
    let mut mistaken = 0;
    for &hash in &hashes {
        mistaken += past.note(hash).count_ones();
    }
    // 500 of 16,384 bits are set at the end, so about 60 of 4,000 answers are wrong.
    assert!((20..120).contains(&mistaken), "{mistaken}");
    assert!(hashes.iter().all(|&hash| past.note(hash) == 0xff));
    let set: u32 = past.filter.as_flattened().iter().map(|word| word.count_ones()).sum();
    assert!((3_800..=4_000).contains(&set), "{set}");
}

#[test]
fn hashes_are_the_numbers_of_their_formula() {
    // These numbers were computed from the formula in another programming language.
    for (black, white, expected) in [
        ([0, 0], [0, 0], 0x24_57AE_AD09_3D70),
        ([1, 0], [0, 1 << 63], 0x81_0722_58B1_B31B),
        ([0x0123_4567_89AB_CDEF, 0xF], [0xFEDC_BA98_7654_3210, 0xF0], 0x38_48A8_A31A_3514),
        ([1 << 40, 1], [1 << 36, 2], 0x5E_3597_838A_02F0),
    ] {
        let [black, white] = [black, white]
            .map(|limbs| Bitboard::<10, 2, Array>(limbs.map(|limb| Array([limb; 8]))));
        assert_eq!(hash(black, white).0, [expected; 8]);
    }
}

#[test]
fn each_lane_draws_from_a_stream_of_its_own() {
    let mut streams: [Random; 8] = std::array::from_fn(|lane| Random::new(lane as u64));
    // The state is the latest output.
    let mut state = Array(streams.each_mut().map(Random::bits));
    for _ in 0..100 {
        assert_eq!(next_bits(&mut state).0, streams.each_mut().map(Random::bits));
    }
}

#[test]
fn a_drawn_point_is_drawn_evenly() {
    let set: Bitboard<10, 2> = [3, 40, 63, 64, 70]
        .map(|bit: u8| (bit % 10, bit / 10))
        .into_iter()
        .map(|(column, row)| crate::point::Point::new(column, row))
        .collect();
    let mut state = Array(std::array::from_fn(|i| Random::new(i as u64).bits()));
    let mut chosen = std::collections::HashMap::new();
    for _ in 0..2000 {
        let point = choose(
            Bitboard::<10, 2, Array>(set.0.map(|limb| Array([limb; 8]))),
            next_bits(&mut state),
        );
        for lane in 0..8 {
            let point = Bitboard::<10, 2>::from_limbs(point.limbs().map(|limb| limb.0[lane]));
            assert!(point.count() == 1 && point.is_subset(set));
            *chosen.entry(point).or_insert(0) += 1;
        }
    }
    assert!(chosen.len() == 5 && chosen.values().all(|n| (2900..3500).contains(n)), "{chosen:?}");
}
