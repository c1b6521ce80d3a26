//! The words in which a game is played, which depend on its layout and the processor.
//!
//! A board of two limbs is played in one word of 128 bits. A board of three to eight limbs is
//! played in one word of 512 bits, if the processor has such registers. The source and the answers
//! are always the same.

use crate::bitboard::Bitboard;
use crate::history::Grid;
use crate::point::Player;
use crate::simd::Long;
use crate::word::Word;

/// A word of one game. `K` such words hold a set of `N` limbs.
pub(crate) trait Wide<const N: usize, const K: usize>: Word<Truth = bool> {
    /// A proof that such words may be made on this processor.
    type Proof: Copy;

    /// Returns the set in these words.
    fn load<const S: usize>(proof: Self::Proof, set: &Bitboard<S, N>) -> Bitboard<S, K, Self>;

    /// Returns the set in limbs.
    fn store<const S: usize>(set: Bitboard<S, K, Self>) -> Bitboard<S, N>;

    /// Returns the set in which limb number `limb` is `bits` and the other limbs are 0, in words
    /// like those of `like`.
    fn single<const S: usize>(
        like: &Bitboard<S, K, Self>,
        limb: usize,
        bits: u64,
    ) -> Bitboard<S, K, Self>;
}

impl<const N: usize> Wide<N, N> for u64 {
    type Proof = ();

    #[inline(always)]
    fn load<const S: usize>((): (), set: &Bitboard<S, N>) -> Bitboard<S, N> {
        *set
    }

    #[inline(always)]
    fn store<const S: usize>(set: Bitboard<S, N>) -> Bitboard<S, N> {
        set
    }

    #[inline(always)]
    fn single<const S: usize>(_: &Bitboard<S, N>, limb: usize, bits: u64) -> Bitboard<S, N> {
        let mut limbs = [0; N];
        limbs[limb] = bits;
        Bitboard(limbs)
    }
}

impl<L: Long, const N: usize> Wide<N, 1> for L {
    type Proof = L::Proof;

    #[inline(always)]
    fn load<const S: usize>(proof: L::Proof, set: &Bitboard<S, N>) -> Bitboard<S, 1, L> {
        Bitboard([L::load(proof, &set.0)])
    }

    #[inline(always)]
    fn store<const S: usize>(Bitboard([word]): Bitboard<S, 1, L>) -> Bitboard<S, N> {
        Bitboard(word.store())
    }

    #[inline(always)]
    fn single<const S: usize>(
        Bitboard([like]): &Bitboard<S, 1, L>,
        limb: usize,
        bits: u64,
    ) -> Bitboard<S, 1, L> {
        Bitboard([like.single(limb, bits)])
    }
}

/// Calls a method for the widest word that a machine has for `N` limbs. The last two generic
/// arguments of the method are a word `W` and a number of words `K` with `W: Wide<N, K>`. The first
/// two arguments of the call are the proof that such words may be made, and the machine.
macro_rules! in_widest_words {
    ($machine:ident: $type:ident, $receiver:ident.$method:ident($($argument:expr),*)) => {
        if const { N == 2 } {
            $receiver.$method::<$type, u128, 1>((), $machine, $($argument),*)
        } else if const { N > 2 && N <= <$type::Long as crate::simd::Long>::LIMBS } {
            $receiver.$method::<$type, $type::Long, 1>($machine.proof(), $machine, $($argument),*)
        } else {
            $receiver.$method::<$type, u64, N>((), $machine, $($argument),*)
        }
    };
}

pub(crate) use in_widest_words;

/// A board and its stones, from the side of the player to move.
#[derive(Clone, Copy)]
pub(crate) struct Sides<const S: usize, const K: usize, W> {
    pub(crate) board: Bitboard<S, K, W>,
    pub(crate) own: Bitboard<S, K, W>,
    pub(crate) opponent: Bitboard<S, K, W>,
    /// Whole opponent chains that are known to have more than one liberty.
    pub(crate) safe: Bitboard<S, K, W>,
}

impl<const S: usize, const K: usize, W: Copy> Sides<S, K, W> {
    /// Returns the black and the white stones, if this player is to move.
    #[inline(always)]
    pub(crate) fn grid<const N: usize>(&self, player: Player) -> Grid<S, N>
    where
        W: Wide<N, K>,
    {
        let (own, opponent) = (W::store(self.own), W::store(self.opponent));
        match player {
            Player::Black => [own, opponent],
            Player::White => [opponent, own],
        }
    }
}
