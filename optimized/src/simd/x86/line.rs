//! Eight limbs of one game in one register of AVX-512.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use super::Avx512;
use crate::simd::Long;
use crate::word::{Body, Word, each, fix_one};

/// One register of 512 bits as one word: eight limbs of one game. A value proves that the processor
/// has AVX-512, because it is made with an [`Avx512`] or from another value.
#[derive(Clone, Copy)]
pub(crate) struct Line(__m512i);

/// Calls an intrinsic of AVX-512 in code that has a [`Line`].
macro_rules! avx512 {
    ($call:expr) => {
        // SAFETY: a `Line` comes from an `Avx512` or from another `Line`, so the processor has the features.
        unsafe { $call }
    };
}

macro_rules! operator {
    ($($trait:ident $method:ident $intrinsic:ident;)*) => {
        $(impl $trait for Line {
            type Output = Line;

            #[inline(always)]
            fn $method(self, other: Line) -> Line {
                Line(avx512!($intrinsic(self.0, other.0)))
            }
        })*
    };
}

operator! {
    BitAnd bitand _mm512_and_si512;
    BitOr bitor _mm512_or_si512;
    BitXor bitxor _mm512_xor_si512;
}

impl Not for Line {
    type Output = Line;

    #[inline(always)]
    fn not(self) -> Line {
        Line(avx512!(_mm512_xor_si512(self.0, _mm512_set1_epi64(-1))))
    }
}

/// Shifts by less than 64 bits.
impl Shl<u32> for Line {
    type Output = Line;

    #[inline(always)]
    fn shl(self, bits: u32) -> Line {
        Line(avx512!({
            let lower = _mm512_alignr_epi64::<7>(self.0, _mm512_setzero_si512());
            _mm512_shldv_epi64(self.0, lower, _mm512_set1_epi64(i64::from(bits)))
        }))
    }
}

/// Shifts by less than 64 bits.
impl Shr<u32> for Line {
    type Output = Line;

    #[inline(always)]
    fn shr(self, bits: u32) -> Line {
        Line(avx512!({
            let higher = _mm512_alignr_epi64::<1>(_mm512_setzero_si512(), self.0);
            _mm512_shrdv_epi64(self.0, higher, _mm512_set1_epi64(i64::from(bits)))
        }))
    }
}

impl Word for Line {
    type Truth = bool;

    #[inline(always)]
    fn constant(self, bits: u64) -> Line {
        self.single(0, bits)
    }

    fn plus(self, other: Line) -> Line {
        let (left, right): ([u64; 8], [u64; 8]) = (self.store(), other.store());
        let mut carry = false;
        let sums: [u64; 8] = std::array::from_fn(|i| {
            let (sum, first) = left[i].overflowing_add(right[i]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first | second;
            sum
        });
        // SAFETY: there is a `Line`; the array has 64 bytes, and the load needs no alignment.
        Line(unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) })
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        avx512!(_mm512_test_epi64_mask(self.0, self.0)) == 0
    }

    #[inline(always)]
    fn select(truth: bool, yes: Line, no: Line) -> Line {
        if truth { yes } else { no }
    }

    #[inline(always)]
    fn fix<const N: usize, const K: usize>(
        start: [[Line; N]; K],
        body: impl Body<Line, N, K>,
    ) -> [[Line; N]; K] {
        fix_one(start, body)
    }
}

impl Long for Line {
    const LIMBS: usize = 8;

    type Proof = Avx512;

    #[inline(always)]
    fn load<const N: usize>(_: Avx512, limbs: &[u64; N]) -> Line {
        // SAFETY: there is an `Avx512`; the mask leaves out what lies beyond the array; no alignment
        // is needed.
        Line(unsafe { _mm512_maskz_loadu_epi64(lowest(N), limbs.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store<const N: usize>(self) -> [u64; N] {
        // All limbs are stored, because data stored through a mask cannot be read back before it
        // has reached the cache.
        let mut limbs = [0; 8];
        // SAFETY: there is a `Line`; the array has 64 bytes, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(limbs.as_mut_ptr().cast(), self.0) };
        each!([0; N], |i, _| limbs[i])
    }

    #[inline(always)]
    fn single(self, limb: usize, bits: u64) -> Line {
        Line(avx512!(_mm512_maskz_set1_epi64(1 << limb, bits as i64)))
    }
}

/// Returns the mask of the lowest `limbs` of eight limbs.
#[inline(always)]
fn lowest(limbs: usize) -> u8 {
    debug_assert!(limbs <= 8);
    (0xffu32 >> (8 - limbs)) as u8
}
