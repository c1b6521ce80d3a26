//! Perft in every layout, from positions in which plays capture, repeat and are
//! refused.

use superko_optimized::{
    Game, Has, Layouts, Player, Random, Repetition, Rules, Shape, Suicide, Turn, Turns,
};

use crate::naive::Naive;
use crate::patches::{Holes, Patches};

/// Compares the numbers of sequences from a few positions with the naive model. Compares the
/// numbers of longer sequences with a count turn by turn.
fn sequences_agree<const S: usize, const N: usize>(columns: u8, rows: u8)
where
    Layouts: Has<S, N>,
{
    let shape = Shape::<S, N>::new(columns, rows).expect("the size fits");
    assert_ne!(shape.points().limbs()[N - 1], 0, "{columns}x{rows}: a word is empty");
    let mut random = Random::new(N as u64);
    let (mut ended, mut captures) = (0, 0);
    for (i, (suicide, repetition)) in Suicide::ALL.into_iter().zip(Repetition::ALL).enumerate() {
        let rules = Rules { suicide, repetition, ..Rules::default() };
        let to_move = Player::BOTH[(i + N) % 2];
        let patches =
            Patches { side: if N > 3 { 9 } else { 5 }, holes: Holes::Of64(0), tied: false };
        let position = patches.position(shape, &mut random, to_move);
        let grid = shape.points().into_iter().map(|point| position.at(point)).collect();
        let naive = Naive::set_up(columns.into(), rows.into(), rules, grid, to_move);
        let mut game = Game::from_position(position, rules);
        // The naive model is slow on many points.
        let plain = if shape.points().count() < 150 { 3 } else { 2 };
        for turns in [Turns::All, Turns::Plays] {
            for depth in 0..=plain {
                let expected = naive.perft(depth, turns);
                assert_eq!(game.perft(depth, turns), expected, "{turns:?} {depth}\n{position}");
            }
            let deeper = plain + 1;
            let expected = turn_by_turn(&mut game, deeper, turns, &mut ended, &mut captures);
            assert_eq!(game.perft(deeper, turns), expected, "{turns:?} {deeper}\n{position}");
        }
        assert_eq!((game.turns(), *game.position()), (0, position));
    }
    assert!(ended > 0 && captures > 0, "{columns}x{rows}: {ended} ended, {captures} captures");
}

/// Counts the sequences by playing them turn by turn.
fn turn_by_turn<const S: usize, const N: usize>(
    game: &mut Game<S, N>,
    depth: u32,
    turns: Turns,
    ended: &mut u32,
    captures: &mut u32,
) -> u64
where
    Layouts: Has<S, N>,
{
    if depth == 0 {
        return 1;
    }
    *ended += u32::from(game.is_over());
    let mut sequences = 0;
    let plays = game.position().empty().into_iter().map(Turn::Play);
    for turn in plays.chain((turns == Turns::All).then_some(Turn::Pass)) {
        let empty = game.position().empty().count();
        if game.play(turn).is_ok() {
            *captures += u32::from(game.position().empty().count() > empty);
            sequences += turn_by_turn(game, depth - 1, turns, ended, captures);
            game.undo();
        }
    }
    sequences
}

#[test]
fn sequences_are_counted_in_every_layout() {
    sequences_agree::<8, 1>(7, 8);
    sequences_agree::<10, 2>(9, 12);
    sequences_agree::<14, 3>(13, 13);
    sequences_agree::<20, 6>(12, 19);
    sequences_agree::<26, 11>(17, 25);
}
