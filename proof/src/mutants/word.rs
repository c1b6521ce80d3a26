//! A word that computes one operation wrong, on top of another word.

use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use superko_optimized::{Body, Word};

use crate::bits::Bits;
use crate::graph::Lit;

/// A fault: the operation that a word computes wrong.
pub trait Fault: Copy {
    /// Shifts to the right as the faulty word does.
    fn shr<W: Word>(word: W, bits: u32) -> W {
        word >> bits
    }
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

impl<W: Bits, F: Fault> Bits for Faulty<W, F> {
    const BITS: usize = W::BITS;

    fn of_formulas(bits: &[Lit]) -> Self {
        Self::new(W::of_formulas(bits))
    }

    fn formulas(self) -> Vec<Lit> {
        self.word.formulas()
    }

    fn formula(truth: W::Truth) -> Lit {
        W::formula(truth)
    }
}

/// The body of a loop over faulty words, as a body over the words inside.
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
