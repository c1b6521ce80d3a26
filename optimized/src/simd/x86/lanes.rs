//! Eight games in one register of AVX-512.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use super::Avx512;
use crate::lanes::{Lanes, fix};
use crate::word::{Body, Word};

/// Eight lanes in one register of 512 bits. A value proves that the processor has AVX-512, because
/// it is made with an [`Avx512`] or from another value.
#[derive(Clone, Copy)]
pub(crate) struct Zmm(__m512i);

/// Eight answers, one bit each.
#[derive(Clone, Copy)]
pub(crate) struct Mask(u8);

/// Calls an intrinsic of AVX-512 in code that has a [`Zmm`].
macro_rules! avx512 {
    ($call:expr) => {
        // SAFETY: a `Zmm` comes from an `Avx512` or from another `Zmm`, so the processor has the features.
        unsafe { $call }
    };
}

macro_rules! operator {
    ($($trait:ident $method:ident $intrinsic:ident;)*) => {
        $(impl $trait for Zmm {
            type Output = Zmm;

            #[inline(always)]
            fn $method(self, other: Zmm) -> Zmm {
                Zmm(avx512!($intrinsic(self.0, other.0)))
            }
        })*
    };
}

operator! {
    BitAnd bitand _mm512_and_si512;
    BitOr bitor _mm512_or_si512;
    BitXor bitxor _mm512_xor_si512;
}

impl Not for Zmm {
    type Output = Zmm;

    #[inline(always)]
    fn not(self) -> Zmm {
        self ^ self.constant(u64::MAX)
    }
}

impl Shl<u32> for Zmm {
    type Output = Zmm;

    #[inline(always)]
    fn shl(self, bits: u32) -> Zmm {
        Zmm(avx512!(_mm512_sllv_epi64(self.0, _mm512_set1_epi64(i64::from(bits)))))
    }
}

impl Shr<u32> for Zmm {
    type Output = Zmm;

    #[inline(always)]
    fn shr(self, bits: u32) -> Zmm {
        Zmm(avx512!(_mm512_srlv_epi64(self.0, _mm512_set1_epi64(i64::from(bits)))))
    }
}

impl BitAnd for Mask {
    type Output = Mask;

    #[inline(always)]
    fn bitand(self, other: Mask) -> Mask {
        Mask(self.0 & other.0)
    }
}

impl BitOr for Mask {
    type Output = Mask;

    #[inline(always)]
    fn bitor(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }
}

impl Not for Mask {
    type Output = Mask;

    #[inline(always)]
    fn not(self) -> Mask {
        Mask(!self.0)
    }
}

impl Word for Zmm {
    type Truth = Mask;

    #[inline(always)]
    fn constant(self, bits: u64) -> Zmm {
        Zmm(avx512!(_mm512_set1_epi64(bits as i64)))
    }

    #[inline(always)]
    fn plus(self, other: Zmm) -> Zmm {
        Zmm(avx512!(_mm512_add_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn is_zero(self) -> Mask {
        Mask(avx512!(_mm512_testn_epi64_mask(self.0, self.0)))
    }

    #[inline(always)]
    fn select(truth: Mask, yes: Zmm, no: Zmm) -> Zmm {
        Zmm(avx512!(_mm512_mask_mov_epi64(no.0, truth.0, yes.0)))
    }

    #[inline(always)]
    fn fix<const N: usize, const K: usize>(
        start: [[Zmm; N]; K],
        body: impl Body<Zmm, N, K>,
    ) -> [[Zmm; N]; K] {
        fix(start, body)
    }
}

impl Lanes for Zmm {
    type Proof = Avx512;

    #[inline(always)]
    fn new(_: Avx512, lanes: [u64; 8]) -> Zmm {
        // SAFETY: there is an `Avx512`; the array has 64 bytes, and the load needs no alignment.
        Zmm(unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn lanes(self) -> [u64; 8] {
        let mut lanes = [0; 8];
        // SAFETY: there is a `Zmm`; the array has 64 bytes, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn answers(truth: Mask) -> u8 {
        truth.0
    }

    #[inline(always)]
    fn truth(answers: u8) -> Mask {
        Mask(answers)
    }

    #[inline(always)]
    fn less(self, other: Zmm) -> Mask {
        Mask(avx512!(_mm512_cmplt_epu64_mask(self.0, other.0)))
    }

    #[inline(always)]
    fn minus(self, other: Zmm) -> Zmm {
        Zmm(avx512!(_mm512_sub_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn times_low(self, other: Zmm) -> Zmm {
        Zmm(avx512!(_mm512_mul_epu32(self.0, other.0)))
    }

    #[inline(always)]
    fn count_ones(self) -> Zmm {
        Zmm(avx512!(_mm512_popcnt_epi64(self.0)))
    }

    #[inline(always)]
    fn shifted(self, bits: Zmm) -> Zmm {
        Zmm(avx512!(_mm512_sllv_epi64(self.0, bits.0)))
    }
}
