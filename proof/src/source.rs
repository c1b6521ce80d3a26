//! The kernels under proof, as source that is generic over the word.

use superko_optimized::kernel::{self, Outlook, Played, Plays};
use superko_optimized::{Bitboard, Word};

type Set<const S: usize, const N: usize, W> = Bitboard<S, N, W>;

/// The kernels of the optimized engine, or a copy of which some are wrong.
///
/// Every method is what ships, unless an implementation replaces it. [`Shipped`] replaces none.
pub trait Source: Copy {
    /// [`kernel::flood`].
    fn flood<const S: usize, const N: usize, W: Word>(
        seed: Set<S, N, W>,
        region: Set<S, N, W>,
    ) -> Set<S, N, W> {
        kernel::flood(seed, region)
    }

    /// [`kernel::play`].
    fn play<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
        point: Set<S, N, W>,
    ) -> Played<S, N, W> {
        kernel::play(board, own, opponent, point)
    }

    /// [`kernel::play_beside`].
    fn play_beside<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
        safe: Set<S, N, W>,
        point: Set<S, N, W>,
    ) -> Played<S, N, W> {
        kernel::play_beside(board, own, opponent, safe, point)
    }

    /// [`kernel::outlook`].
    fn outlook<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> Outlook<S, N, W> {
        kernel::outlook(board, own, opponent)
    }

    /// [`kernel::plays`].
    fn plays<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> Plays<S, N, W> {
        kernel::plays(board, own, opponent)
    }

    /// [`kernel::area`].
    fn area<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> [Set<S, N, W>; 2] {
        kernel::area(board, own, opponent)
    }

    /// [`kernel::eyes`].
    fn eyes<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        edge: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> Set<S, N, W> {
        kernel::eyes(board, edge, own, opponent)
    }
}

/// The kernels as they ship.
#[derive(Clone, Copy, Debug)]
pub struct Shipped;

impl Source for Shipped {}
