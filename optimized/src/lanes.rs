//! Words of eight limbs, one for each of eight games.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::word::{Body, Word, changes, each};

/// A word of eight lanes, with the arithmetic that playouts need besides the kernels.
pub(crate) trait Lanes: Word {
    /// A proof that such words may be made on this processor.
    type Proof: Copy;

    /// Makes a word from its lanes in order.
    fn new(proof: Self::Proof, lanes: [u64; 8]) -> Self;

    /// Returns the lanes in order.
    fn lanes(self) -> [u64; 8];

    /// Returns the answers as bits, lane 0 in the lowest bit.
    fn answers(truth: Self::Truth) -> u8;

    /// Makes answers from bits, lane 0 in the lowest bit.
    fn truth(answers: u8) -> Self::Truth;

    /// Returns in which lanes this number is less than the other.
    fn less(self, other: Self) -> Self::Truth;

    /// Returns the difference modulo 2^64.
    fn minus(self, other: Self) -> Self;

    /// Returns the product of the lower 32 bits of each lane.
    fn times_low(self, other: Self) -> Self;

    /// Returns the number of set bits of each lane.
    fn count_ones(self) -> Self;

    /// Shifts each lane to the left by its own number of bits, which is less than 64.
    fn shifted(self, bits: Self) -> Self;
}

/// Implements [`Word::fix`] for any lanes. Continues until every lane is done.
#[inline(always)]
pub(crate) fn fix<L: Lanes, const N: usize, const K: usize>(
    start: [[L; N]; K],
    body: impl Body<L, N, K>,
) -> [[L; N]; K] {
    let mut now = start;
    let mut done = body.enough(now);
    while L::answers(done) != 0xff {
        // Each round has two steps, as for one game.
        let next = body.step(body.step(now));
        done = body.enough(next) | changes(&now, &next).is_zero();
        now = next;
    }
    now
}

/// Eight lanes as an array, in code that any compiler can turn into vector instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Array(pub(crate) [u64; 8]);

/// Eight answers. All bits of a lane are set, or none.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Answers([u64; 8]);

macro_rules! lane_by_lane {
    ($type:ident: $($trait:ident $method:ident |$a:ident, $b:ident| $value:expr;)*) => {
        $(impl $trait for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                $type(each!(self.0, |i, $a| {
                    let $b = other.0[i];
                    $value
                }))
            }
        })*

        impl Not for $type {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                $type(each!(self.0, |i, lane| !lane))
            }
        }
    };
}

lane_by_lane!(Array: BitAnd bitand |a, b| a & b; BitOr bitor |a, b| a | b; BitXor bitxor |a, b| a ^ b;);
lane_by_lane!(Answers: BitAnd bitand |a, b| a & b; BitOr bitor |a, b| a | b;);

impl Shl<u32> for Array {
    type Output = Self;

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        Array(each!(self.0, |i, lane| lane << bits))
    }
}

impl Shr<u32> for Array {
    type Output = Self;

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        Array(each!(self.0, |i, lane| lane >> bits))
    }
}

#[inline(always)]
fn answers_if(answer: impl Fn(usize) -> bool) -> Answers {
    Answers(each!([0; 8], |i, _| if answer(i) { u64::MAX } else { 0 }))
}

impl Word for Array {
    type Truth = Answers;

    #[inline(always)]
    fn constant(self, bits: u64) -> Self {
        Array([bits; 8])
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Array(each!(self.0, |i, lane| lane.wrapping_add(other.0[i])))
    }

    #[inline(always)]
    fn is_zero(self) -> Answers {
        answers_if(|i| self.0[i] == 0)
    }

    #[inline(always)]
    fn select(truth: Answers, yes: Self, no: Self) -> Self {
        Array(each!(no.0, |i, no| (yes.0[i] & truth.0[i]) | (no & !truth.0[i])))
    }

    #[inline(always)]
    fn fix<const N: usize, const K: usize>(
        start: [[Self; N]; K],
        body: impl Body<Self, N, K>,
    ) -> [[Self; N]; K] {
        fix(start, body)
    }
}

impl Lanes for Array {
    type Proof = ();

    #[inline(always)]
    fn new((): (), lanes: [u64; 8]) -> Self {
        Array(lanes)
    }

    #[inline(always)]
    fn lanes(self) -> [u64; 8] {
        self.0
    }

    #[inline(always)]
    fn answers(truth: Answers) -> u8 {
        let mut answers = 0;
        for (i, answer) in truth.0.into_iter().enumerate() {
            answers |= ((answer & 1) as u8) << i;
        }
        answers
    }

    #[inline(always)]
    fn truth(answers: u8) -> Answers {
        answers_if(|i| answers >> i & 1 == 1)
    }

    #[inline(always)]
    fn less(self, other: Self) -> Answers {
        answers_if(|i| self.0[i] < other.0[i])
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Array(each!(self.0, |i, lane| lane.wrapping_sub(other.0[i])))
    }

    #[inline(always)]
    fn times_low(self, other: Self) -> Self {
        Array(each!(self.0, |i, lane| u64::from(lane as u32) * u64::from(other.0[i] as u32)))
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        Array(each!(self.0, |i, lane| u64::from(lane.count_ones())))
    }

    #[inline(always)]
    fn shifted(self, bits: Self) -> Self {
        Array(each!(self.0, |i, lane| lane << (bits.0[i] & 63)))
    }
}
