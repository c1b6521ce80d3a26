//! Words whose bits are read and written as formulas.
//!
//! The kernels run on any such word. On [`Symbol`]s, they turn formulas into formulas. On `u64`, as
//! the engine runs them, the formulas are constants and the words hold only bits. So a model that a
//! solver finds on symbols can be replayed on the shipped code.

use superko_optimized::Word;

use crate::graph::Lit;
use crate::symbol::Symbol;

/// A word whose bits are read and written as formulas, the lowest bit first.
pub trait Bits: Word {
    /// The number of bits of a word.
    const BITS: usize;

    /// Returns the word of these formulas.
    ///
    /// # Panics
    ///
    /// If the number of formulas is not the number of bits, or if a formula is not a constant and
    /// the word takes only constants.
    fn of_formulas(bits: &[Lit]) -> Self;

    /// Returns the formulas of the word.
    fn formulas(self) -> Vec<Lit>;

    /// Returns the formula of a truth value.
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
