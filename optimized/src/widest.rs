//! The kernels on a position, in the words that suit its layout and the processor.
//!
//! A board of two limbs is played as one word of 128 bits, and a board of three to eight limbs as
//! one word of 512 bits if the processor has such registers. It is the same source and the same
//! answer every time.

use crate::bitboard::Bitboard;
use crate::kernel::{self, Outlook, Played};
use crate::position::Position;
use crate::simd::{Long, Machine};

/// Evaluates `$call` on the sets named, in the widest words, and turns each set of the result
/// back by `$back`, which is named by the caller.
macro_rules! in_widest_words {
    ($machine:ident, ($($set:ident),*), $call:expr, |$result:ident, $back:ident| $turned:expr) => {
        if N == 2 {
            $(let $set = wide($set);)*
            let ($result, $back) = ($call, narrow);
            $turned
        } else if $machine::Long::WORTH_IT && N > 2 && N <= 8 {
            $(let $set = long::<$machine::Long, S, N>($set);)*
            let ($result, $back) = ($call, short::<$machine::Long, S, N>);
            $turned
        } else {
            let ($result, $back) = ($call, std::convert::identity);
            $turned
        }
    };
}

impl<const S: usize, const N: usize> Position<S, N> {
    /// What a play of the player to move makes of the stones. The point is empty.
    #[inline(always)]
    pub(crate) fn play<M: Machine>(&self, point: Bitboard<S, N>) -> Played<S, N> {
        let [board, own, opponent] = self.sides();
        in_widest_words!(
            M,
            (board, own, opponent, point),
            kernel::play(board, own, opponent, point),
            |played, back| Played {
                own: back(played.own),
                opponent: back(played.opponent),
                captures: played.captures,
                suicide: played.suicide,
            }
        )
    }

    /// What is known of the empty points for the player to move.
    #[inline(always)]
    pub(crate) fn outlook<M: Machine>(&self) -> Outlook<S, N> {
        let [board, own, opponent] = self.sides();
        in_widest_words!(
            M,
            (board, own, opponent),
            kernel::outlook(board, own, opponent),
            |look, back| Outlook {
                quiet: back(look.quiet),
                lone: back(look.lone),
                unclear: back(look.unclear),
            }
        )
    }

    /// The [eyes](kernel::eyes) of the player to move.
    #[inline(always)]
    pub(crate) fn eyes<M: Machine>(&self) -> Bitboard<S, N> {
        let ([board, own, opponent], edge) = (self.sides(), self.shape.edge());
        in_widest_words!(
            M,
            (board, edge, own, opponent),
            kernel::eyes(board, edge, own, opponent),
            |eyes, back| back(eyes)
        )
    }

    /// The areas of Black and of White.
    #[inline(always)]
    pub(crate) fn areas<M: Machine>(&self) -> [Bitboard<S, N>; 2] {
        let (board, [black, white]) = (self.shape.points(), self.stones);
        in_widest_words!(
            M,
            (board, black, white),
            kernel::area(board, black, white),
            |areas, back| areas.map(back)
        )
    }

    /// All points, the stones of the player to move, and those of the opponent.
    #[inline(always)]
    fn sides(&self) -> [Bitboard<S, N>; 3] {
        let player = self.to_move();
        [self.shape.points(), self.stones(player), self.stones(player.opponent())]
    }
}

/// Two limbs as one.
#[inline(always)]
fn wide<const S: usize, const N: usize>(set: Bitboard<S, N>) -> Bitboard<S, 1, u128> {
    Bitboard([u128::from(set.0[0]) | u128::from(set.0[N - 1]) << 64])
}

/// One limb as two.
#[inline(always)]
fn narrow<const S: usize, const N: usize>(set: Bitboard<S, 1, u128>) -> Bitboard<S, N> {
    Bitboard(std::array::from_fn(|i| (set.0[0] >> (64 * (i % 2))) as u64))
}

/// Up to eight limbs as one.
#[inline(always)]
fn long<L: Long, const S: usize, const N: usize>(set: Bitboard<S, N>) -> Bitboard<S, 1, L> {
    let mut limbs = [0; 8];
    limbs[..N].copy_from_slice(&set.0);
    Bitboard([L::new(limbs)])
}

/// One limb as up to eight. The lost ones are empty.
#[inline(always)]
fn short<L: Long, const S: usize, const N: usize>(set: Bitboard<S, 1, L>) -> Bitboard<S, N> {
    let limbs = set.0[0].limbs();
    Bitboard(std::array::from_fn(|i| limbs[i]))
}
