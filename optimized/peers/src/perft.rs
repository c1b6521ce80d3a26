//! Perft with passes, by the number of leaves, compared with two peers. One is `board-game`, which
//! enforces superko by hash and forbids the suicide of a lone stone. The other is this engine
//! without a set of legal plays: every turn is tried on a copy of the game, and no leaves are
//! counted in bulk.
//!
//! The peers stop at a smaller depth, because they would take minutes otherwise. Every count is
//! asserted to equal this engine's count at the same depth.

use board_game::games::go::{GoBoard, Komi, Rules as BoardGameRules};
use board_game::util::game_stats::perft_naive;
use superko_optimized::{Game, Has, Layouts, Rules, Shape, Turn, Turns};

use crate::ratio::{Block, Pair};

pub(crate) fn pairs() -> Vec<Pair> {
    let mut pairs = vec![];
    pairs.extend(boards::<10, 2>(9, 4, 3, 3));
    pairs.extend(boards::<8, 1>(5, 6, 4, 4));
    pairs.extend(boards::<8, 1>(3, 9, 8, 8));
    pairs
}

/// Compares this engine at `depth` with the copies at `copies_depth`, and with `board-game` at
/// `board_game_depth`.
fn boards<const S: usize, const N: usize>(
    side: u8,
    depth: u32,
    copies_depth: u32,
    board_game_depth: u32,
) -> [Pair; 2]
where
    Layouts: Has<S, N>,
{
    let game =
        Game::<S, N>::new(Shape::new(side, side).expect("the size fits"), Rules::TROMP_TAYLOR);
    let count = |depth| game.clone().perft(depth, Turns::All);
    let (whole, copies_count) = (count(depth), count(copies_depth));
    let board_game_count = count(board_game_depth);
    let superko = || {
        let mut game = game.clone();
        move || counted(game.perft(depth, Turns::All), whole)
    };
    let copies = game.clone();
    let board = GoBoard::new(side, Komi::zero(), BoardGameRules::tromp_taylor());
    [
        Pair {
            name: format!("B5 perft, {side}x{side} to depth {depth}, copies to {copies_depth}"),
            unit: "leaf",
            peer: Box::new(move || counted(on_copies(&copies, copies_depth), copies_count)),
            superko: Box::new(superko()),
            tolerance: 0.0,
            alternations: 7,
        },
        Pair {
            name: format!(
                "B5 perft, {side}x{side} to depth {depth}, board-game to {board_game_depth}"
            ),
            unit: "leaf",
            peer: Box::new(move || {
                counted(perft_naive(&board, board_game_depth), board_game_count)
            }),
            superko: Box::new(superko()),
            tolerance: 0.0,
            alternations: 7,
        },
    ]
}

/// Returns the block that counted these leaves.
///
/// # Panics
///
/// If the count is not the expected one.
fn counted(leaves: u64, expected: u64) -> Block {
    assert_eq!(leaves, expected);
    Block { units: leaves, answer: 0.0 }
}

/// Counts the sequences of `depth` turns, and tries every turn on a copy of the game.
fn on_copies<const S: usize, const N: usize>(game: &Game<S, N>, depth: u32) -> u64
where
    Layouts: Has<S, N>,
{
    if depth == 0 {
        return 1;
    }
    let plays = game.position().empty().into_iter().map(Turn::Play);
    let leaves = plays.chain([Turn::Pass]).map(|turn| {
        let mut after = game.clone();
        after.play(turn).map_or(0, |()| on_copies(&after, depth - 1))
    });
    leaves.sum()
}
