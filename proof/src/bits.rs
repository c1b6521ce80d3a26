//! Words whose bits are read and written as formulas.
//!
//! The kernels run on any of them. On [`Symbol`]s a set of formulas goes in and one comes out. On `u64`, as the engine
//! runs them, the formulas are constants, and in between there are only bits: so what a solver found on symbols can be
//! replayed on the code itself.

use superko_optimized::Word;

use crate::graph::Lit;
use crate::symbol::Symbol;

/// A word whose bits are read and written as formulas, the lowest bit first.
pub trait Bits: Word {
    /// The number of bits of a word.
    const BITS: usize;

    /// The word of these formulas.
    ///
    /// # Panics
    ///
    /// If there are more or fewer formulas than bits, or a formula is no constant and the word takes none but those.
    fn of_formulas(bits: &[Lit]) -> Self;

    /// The formulas of the word.
    fn formulas(self) -> Vec<Lit>;

    /// The formula of an answer.
    fn formula(truth: Self::Truth) -> Lit;
}

impl<const BITS: usize> Bits for Symbol<BITS> {
    const BITS: usize = BITS;

    fn of_formulas(bits: &[Lit]) -> Self {
        Symbol::new(bits.iter().copied())
    }

    fn formulas(self) -> Vec<Lit> {
        self.bits().to_vec()
    }

    fn formula(truth: Lit) -> Lit {
        truth
    }
}

impl Bits for u64 {
    const BITS: usize = 64;

    fn of_formulas(bits: &[Lit]) -> u64 {
        assert_eq!(bits.len(), 64, "a formula for each bit");
        bits.iter().rev().fold(0, |word, &bit| {
            assert!(bit == Lit::TRUE || bit == Lit::FALSE, "the code itself takes constants");
            word << 1 | u64::from(bit == Lit::TRUE)
        })
    }

    fn formulas(self) -> Vec<Lit> {
        (0..64).map(|bit| Lit::constant(self >> bit & 1 == 1)).collect()
    }

    fn formula(truth: bool) -> Lit {
        Lit::constant(truth)
    }
}
