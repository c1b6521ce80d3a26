//! The kernels to prove, as source that is generic over the word.

use superko_optimized::kernel::{self, Outlook, Played};
use superko_optimized::{Bitboard, Word};

type Set<const S: usize, const N: usize, W> = Bitboard<S, N, W>;

/// The kernels of the optimized engine, or a copy in which some are wrong.
///
/// A source has a method for each kernel that a mutant may replace. All other kernels always run as
/// they ship. A method is the shipped kernel unless an implementation replaces it. [`Shipped`]
/// replaces none.
pub trait Source: Copy {
    /// Runs [`kernel::play_beside`].
    fn play_beside<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
        safe: Set<S, N, W>,
        point: Set<S, N, W>,
    ) -> Played<S, N, W> {
        kernel::play_beside(board, own, opponent, safe, point)
    }

    /// Runs [`kernel::outlook`].
    fn outlook<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> Outlook<S, N, W> {
        kernel::outlook(board, own, opponent)
    }

    /// Runs [`kernel::lone`].
    fn lone<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> Set<S, N, W> {
        kernel::lone(board, own, opponent)
    }

    /// Runs [`kernel::area`].
    fn area<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> [Set<S, N, W>; 2] {
        kernel::area(board, own, opponent)
    }
}

/// The kernels as they ship.
#[derive(Clone, Copy, Debug)]
pub struct Shipped;

impl Source for Shipped {}
