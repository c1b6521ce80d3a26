//! A word that computes one operation wrong, on top of another word.

use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use superko_optimized::kernel::{self, Outlook, Played, Plays};
use superko_optimized::{Bitboard, Body, Word};

use crate::source::Source;

/// What is wrong with a word.
pub trait Fault: Copy {
    /// The shift to the right as the word computes it.
    fn shr<W: Word>(word: W, bits: u32) -> W;
}

/// A word with a fault.
#[derive(Clone, Copy, Debug)]
pub struct Faulty<W, F> {
    word: W,
    fault: PhantomData<F>,
}

impl<W, F> Faulty<W, F> {
    fn new(word: W) -> Self {
        Faulty { word, fault: PhantomData }
    }
}

impl<W: Word, F: Fault> BitAnd for Faulty<W, F> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self::new(self.word & other.word)
    }
}

impl<W: Word, F: Fault> BitOr for Faulty<W, F> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self::new(self.word | other.word)
    }
}

impl<W: Word, F: Fault> BitXor for Faulty<W, F> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self::new(self.word ^ other.word)
    }
}

impl<W: Word, F: Fault> Not for Faulty<W, F> {
    type Output = Self;

    fn not(self) -> Self {
        Self::new(!self.word)
    }
}

impl<W: Word, F: Fault> Shl<u32> for Faulty<W, F> {
    type Output = Self;

    fn shl(self, bits: u32) -> Self {
        Self::new(self.word << bits)
    }
}

impl<W: Word, F: Fault> Shr<u32> for Faulty<W, F> {
    type Output = Self;

    fn shr(self, bits: u32) -> Self {
        Self::new(F::shr(self.word, bits))
    }
}

impl<W: Word, F: Fault> Word for Faulty<W, F> {
    type Truth = W::Truth;

    fn constant(self, bits: u64) -> Self {
        Self::new(self.word.constant(bits))
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.word.plus(other.word))
    }

    fn is_zero(self) -> W::Truth {
        self.word.is_zero()
    }

    fn select(truth: W::Truth, yes: Self, no: Self) -> Self {
        Self::new(W::select(truth, yes.word, no.word))
    }

    fn fix<const N: usize, const K: usize>(
        start: [[Self; N]; K],
        body: impl Body<Self, N, K>,
    ) -> [[Self; N]; K] {
        wrap(W::fix(unwrap(start), Within(body, PhantomData::<F>)))
    }
}

/// The body of a loop over faulty words, as one over the words within.
#[derive(Clone, Copy)]
struct Within<B, F>(B, PhantomData<F>);

impl<W: Word, F: Fault, const N: usize, const K: usize, B: Body<Faulty<W, F>, N, K>> Body<W, N, K>
    for Within<B, F>
{
    fn step(self, state: [[W; N]; K]) -> [[W; N]; K] {
        unwrap(self.0.step(wrap(state)))
    }

    fn enough(self, state: [[W; N]; K]) -> W::Truth {
        self.0.enough(wrap(state))
    }
}

fn wrap<W, F, const N: usize, const K: usize>(state: [[W; N]; K]) -> [[Faulty<W, F>; N]; K] {
    state.map(|set| set.map(Faulty::new))
}

fn unwrap<W, F, const N: usize, const K: usize>(state: [[Faulty<W, F>; N]; K]) -> [[W; N]; K] {
    state.map(|set| set.map(|limb| limb.word))
}

/// The shipped source, on words with a fault.
#[derive(Clone, Copy, Debug)]
pub struct OnFaultyWords<F>(PhantomData<F>);

type Set<const S: usize, const N: usize, W> = Bitboard<S, N, W>;

fn into<const S: usize, const N: usize, W: Word, F: Fault>(
    set: Set<S, N, W>,
) -> Set<S, N, Faulty<W, F>> {
    Bitboard::from_limbs(set.limbs().map(Faulty::new))
}

fn out<const S: usize, const N: usize, W: Word, F: Fault>(
    set: Set<S, N, Faulty<W, F>>,
) -> Set<S, N, W> {
    Bitboard::from_limbs(set.limbs().map(|limb| limb.word))
}

fn played<const S: usize, const N: usize, W: Word, F: Fault>(
    played: Played<S, N, Faulty<W, F>>,
) -> Played<S, N, W> {
    let Played { own, opponent, captures, suicide } = played;
    Played { own: out(own), opponent: out(opponent), captures, suicide }
}

impl<F: Fault> Source for OnFaultyWords<F> {
    fn flood<const S: usize, const N: usize, W: Word>(
        seed: Set<S, N, W>,
        region: Set<S, N, W>,
    ) -> Set<S, N, W> {
        out(kernel::flood(into::<S, N, W, F>(seed), into(region)))
    }

    fn play<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
        point: Set<S, N, W>,
    ) -> Played<S, N, W> {
        played(kernel::play(into::<S, N, W, F>(board), into(own), into(opponent), into(point)))
    }

    fn play_beside<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
        safe: Set<S, N, W>,
        point: Set<S, N, W>,
    ) -> Played<S, N, W> {
        let (board, own, opponent) = (into::<S, N, W, F>(board), into(own), into(opponent));
        played(kernel::play_beside(board, own, opponent, into(safe), into(point)))
    }

    fn outlook<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> Outlook<S, N, W> {
        let look = kernel::outlook(into::<S, N, W, F>(board), into(own), into(opponent));
        Outlook {
            quiet: out(look.quiet),
            lone: out(look.lone),
            unclear: out(look.unclear),
            safe: out(look.safe),
        }
    }

    fn plays<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> Plays<S, N, W> {
        let plays = kernel::plays(into::<S, N, W, F>(board), into(own), into(opponent));
        Plays {
            quiet: out(plays.quiet),
            capturing: out(plays.capturing),
            lone: out(plays.lone),
            several: out(plays.several),
        }
    }

    fn area<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> [Set<S, N, W>; 2] {
        kernel::area(into::<S, N, W, F>(board), into(own), into(opponent)).map(out)
    }
}
