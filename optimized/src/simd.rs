//! What needs `unsafe`: calling code that is compiled for more than every processor can do.
//!
//! A [`Task`] is compiled three times from one source: as is, with the instructions of AVX2, and
//! with those of AVX-512. [`fastest`] chooses when the program runs.

#![expect(unsafe_code, reason = "vector instructions, and calls of functions compiled for them")]

use crate::lanes::{Array, Lanes};
use crate::word::Word;

/// Work whose inner functions are all inlined into [`run`](Task::run), which itself is inlined
/// into each version.
pub(crate) trait Task {
    /// What comes out of it.
    type Output;

    /// Does the work, with the words of `M`. Implementations are `#[inline(always)]`.
    fn run<M: Machine>(self) -> Self::Output;
}

/// The words that a version of a task works with, beside `u64`.
pub(crate) trait Machine {
    /// A word of eight games.
    type Lanes: Lanes;

    /// A word as wide as eight limbs of one game.
    type Long: Long;
}

/// A word of one game that holds up to eight limbs of a board at once.
pub(crate) trait Long: Word<Truth = bool> {
    /// Is it faster than limb by limb? If not, it is no long word at all, and has no other use.
    const WORTH_IT: bool;

    /// The word of these limbs, lowest first.
    fn new(limbs: [u64; 8]) -> Self;

    /// The limbs, lowest first.
    fn limbs(self) -> [u64; 8];
}

/// What every processor can do.
pub(crate) struct Portable;

impl Machine for Portable {
    type Lanes = Array;
    type Long = u64;
}

impl Long for u64 {
    const WORTH_IT: bool = false;

    #[inline(always)]
    fn new([lowest, ..]: [u64; 8]) -> u64 {
        lowest
    }

    #[inline(always)]
    fn limbs(self) -> [u64; 8] {
        [self, 0, 0, 0, 0, 0, 0, 0]
    }
}

/// What the processor can do, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// What every processor of this architecture can do.
    Portable,
    /// AVX2, with fast bit counting and shifting.
    Avx2,
    /// AVX-512, with the vector instructions for counting and for shifting through two words.
    Avx512,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 3] = [Level::Portable, Level::Avx2, Level::Avx512];

    /// The best level of this processor.
    #[inline]
    pub fn detected() -> Level {
        #[cfg(target_arch = "x86_64")]
        {
            macro_rules! has {
                ($($feature:tt)*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
            }
            if has!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt") {
                let avx512 = has!(
                    "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi2" "avx512vpopcntdq"
                );
                return if avx512 { Level::Avx512 } else { Level::Avx2 };
            }
        }
        Level::Portable
    }
}

/// Runs the task in the best version for this processor.
#[inline]
pub(crate) fn fastest<T: Task>(task: T) -> T::Output {
    at_most(Level::Avx512, task)
}

/// Runs the task in the best version for this processor that is not above `level`.
#[inline]
pub(crate) fn at_most<T: Task>(level: Level, task: T) -> T::Output {
    match Level::detected().min(level) {
        // SAFETY: `detected` has found every feature that the function is compiled for.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { x86::avx512(task) },
        // SAFETY: the same.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { x86::avx2(task) },
        _ => task.run::<Portable>(),
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

    use super::{Long, Machine, Portable, Task};
    use crate::lanes::{Lanes, fix};
    use crate::word::{Body, Word};

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn avx2<T: Task>(task: T) -> T::Output {
        task.run::<Portable>()
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
    )]
    pub(super) fn avx512<T: Task>(task: T) -> T::Output {
        task.run::<Avx512>()
    }

    /// What a processor with AVX-512 can do. Only [`avx512`] names it to a task.
    struct Avx512;

    impl Machine for Avx512 {
        type Lanes = Zmm;
        type Long = Line;
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
        fn times(self, other: Zmm) -> Zmm {
            Zmm(avx512!(_mm512_mullo_epi64(self.0, other.0)))
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
            Line::new([bits, 0, 0, 0, 0, 0, 0, 0])
        }

        fn plus(self, other: Line) -> Line {
            let (left, right) = (self.limbs(), other.limbs());
            let mut carry = false;
            Line::new(std::array::from_fn(|i| {
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
            let mut now = start;
            while !body.enough(now) {
                let next = body.step(body.step(now));
                let mut changes = Line::constant(0);
                for (next, now) in next.iter().flatten().zip(now.iter().flatten()) {
                    changes = changes | (*next ^ *now);
                }
                if changes.is_zero() {
                    break;
                }
                now = next;
            }
            now
        }
    }

    impl Long for Line {
        const WORTH_IT: bool = true;

        #[inline(always)]
        fn new(limbs: [u64; 8]) -> Line {
            // SAFETY: the array has 64 bytes, and the load needs no alignment.
            Line(unsafe { _mm512_loadu_si512(limbs.as_ptr().cast()) })
        }

        #[inline(always)]
        fn limbs(self) -> [u64; 8] {
            let mut limbs = [0; 8];
            // SAFETY: the array has 64 bytes, and the store needs no alignment.
            unsafe { _mm512_storeu_si512(limbs.as_mut_ptr().cast(), self.0) };
            limbs
        }
    }
}
