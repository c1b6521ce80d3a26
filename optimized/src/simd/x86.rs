//! The words of processors with AVX2 and AVX-512.

use std::arch::x86_64::*;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use super::{Long, Machine, Task};
use crate::lanes::{Array, Lanes, fix};
use crate::word::{Body, Word, fix_one};

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn avx2<T: Task>(task: T) -> T::Output {
    task.run::<Avx2>()
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
pub(super) fn avx512<T: Task>(task: T) -> T::Output {
    task.run::<Avx512>()
}

/// What a processor with AVX2 can do. Only [`avx2`] names it to a task.
struct Avx2;

impl Machine for Avx2 {
    type Lanes = Array;
    type Long = u128;

    #[inline(always)]
    fn nth_bit(word: u64, rank: u32) -> u64 {
        // SAFETY: an `Avx2` is only named inside `avx2`, which has the feature BMI2.
        unsafe { _pdep_u64(1 << rank, word) }
    }
}

/// What a processor with AVX-512 can do. Only [`avx512`] names it to a task.
struct Avx512;

impl Machine for Avx512 {
    type Lanes = Zmm;
    type Long = Line;

    #[inline(always)]
    fn nth_bit(word: u64, rank: u32) -> u64 {
        // SAFETY: an `Avx512` is only named inside `avx512`, which has the feature BMI2.
        unsafe { _pdep_u64(1 << rank, word) }
    }
}

/// Eight lanes in one register of 512 bits. Only [`avx512`] names this type to a task, so its
/// methods run only where AVX-512 is there.
#[derive(Clone, Copy)]
struct Zmm(__m512i);

/// Eight answers, a bit each.
#[derive(Clone, Copy)]
struct Mask(u8);

/// Calls an intrinsic of AVX-512.
macro_rules! avx512 {
    ($call:expr) => {
        // SAFETY: a `Zmm` is only used inside `avx512`, which has the features.
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
        self ^ Zmm::constant(u64::MAX)
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
    fn constant(bits: u64) -> Zmm {
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

impl Zmm {
    /// The indices of [`Lanes::look_up`] in a table of so many entries: lane `i` of the result
    /// is less than `(i + 1) * length / 8`.
    #[inline(always)]
    fn index(self, length: usize) -> __m512i {
        let part = length / 8;
        assert!(part.is_power_of_two(), "a table of 8 parts whose length is a power of two");
        let part = part as u64;
        let start = Zmm::new([0, part, 2 * part, 3 * part, 4 * part, 5 * part, 6 * part, 7 * part]);
        ((self & Zmm::constant(part - 1)) | start).0
    }
}

impl Lanes for Zmm {
    #[inline(always)]
    fn new(lanes: [u64; 8]) -> Zmm {
        // SAFETY: the array has 64 bytes, and the load needs no alignment.
        Zmm(unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn lanes(self) -> [u64; 8] {
        let mut lanes = [0; 8];
        // SAFETY: the array has 64 bytes, and the store needs no alignment.
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
    fn look_up(self, table: &[u64]) -> Zmm {
        let index = self.index(table.len());
        // SAFETY: `index` stays within the table.
        Zmm(unsafe { _mm512_i64gather_epi64::<8>(index, table.as_ptr().cast()) })
    }

    #[inline(always)]
    fn put(self, table: &mut [u64], entries: Zmm) {
        let index = self.index(table.len());
        // SAFETY: `index` stays within the table.
        unsafe { _mm512_i64scatter_epi64::<8>(table.as_mut_ptr().cast(), index, entries.0) };
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

/// One register of 512 bits as one word: eight limbs of one game. Used like [`Zmm`].
#[derive(Clone, Copy)]
struct Line(__m512i);

macro_rules! line_operator {
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

line_operator! {
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

/// By less than 64 bits.
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

/// By less than 64 bits.
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
    fn constant(bits: u64) -> Line {
        Line::single(0, bits)
    }

    fn plus(self, other: Line) -> Line {
        let (left, right): ([u64; 8], [u64; 8]) = (self.store(), other.store());
        let mut carry = false;
        Line::load::<8>(&std::array::from_fn(|i| {
            let (sum, first) = left[i].overflowing_add(right[i]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first | second;
            sum
        }))
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

    #[inline(always)]
    fn load<const N: usize>(limbs: &[u64; N]) -> Line {
        // SAFETY: the mask leaves out what lies beyond the array; no alignment is needed.
        Line(unsafe { _mm512_maskz_loadu_epi64(lowest(N), limbs.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store<const N: usize>(self) -> [u64; N] {
        // What was stored through a mask cannot be read back before it has reached the cache,
        // so all limbs are stored.
        let mut limbs = [0; 8];
        // SAFETY: the array has 64 bytes, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(limbs.as_mut_ptr().cast(), self.0) };
        let mut lowest = [0; N];
        lowest.copy_from_slice(&limbs[..N]);
        lowest
    }

    #[inline(always)]
    fn single(limb: usize, bits: u64) -> Line {
        Line(avx512!(_mm512_maskz_set1_epi64(1 << limb, bits as i64)))
    }
}

/// The mask of the lowest `limbs` of eight limbs.
#[inline(always)]
fn lowest(limbs: usize) -> u8 {
    debug_assert!(limbs <= 8);
    (0xffu32 >> (8 - limbs)) as u8
}
