//! What needs `unsafe`: calling code that is compiled for more than every processor can do.
//!
//! A [`Task`] is compiled three times from one source: as is, with the instructions of AVX2, and
//! with those of AVX-512. [`fastest`] chooses when the program runs. Without the feature `simd`, and
//! on other processors, only the first is there, and nothing is `unsafe`.

#![cfg_attr(
    all(target_arch = "x86_64", feature = "simd"),
    expect(unsafe_code, reason = "vector instructions, and calls of functions compiled for them")
)]

use std::sync::atomic::{AtomicU8, Ordering};

use crate::bitboard::nth_bit;
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

/// What a version of a task works with, beside `u64`.
pub(crate) trait Machine {
    /// A word of eight games.
    type Lanes: Lanes;

    /// The widest word of one game.
    type Long: Long;

    /// The `rank`-th set bit of `word`, counted from the lowest, from 0; 0 if there is none.
    fn nth_bit(word: u64, rank: u32) -> u64;
}

/// A word of one game that holds several limbs of a board at once.
pub(crate) trait Long: Word<Truth = bool> {
    /// The number of limbs that it holds.
    const LIMBS: usize;

    /// The word of these limbs, lowest first. `N` is at most [`LIMBS`](Long::LIMBS).
    fn load<const N: usize>(limbs: &[u64; N]) -> Self;

    /// The lowest `N` limbs. `N` is at most [`LIMBS`](Long::LIMBS).
    fn store<const N: usize>(self) -> [u64; N];

    /// The word in which one limb is `bits` and every other limb is 0.
    fn single(limb: usize, bits: u64) -> Self;
}

/// What every processor can do.
pub(crate) struct Portable;

impl Machine for Portable {
    type Lanes = Array;
    type Long = u128;

    #[inline(always)]
    fn nth_bit(word: u64, rank: u32) -> u64 {
        nth_bit(word, rank)
    }
}

impl Long for u128 {
    const LIMBS: usize = 2;

    #[inline(always)]
    fn load<const N: usize>(limbs: &[u64; N]) -> u128 {
        debug_assert!(N <= 2);
        u128::from(limbs[0]) | u128::from(limbs[N - 1]) << (64 * (N - 1))
    }

    #[inline(always)]
    fn store<const N: usize>(self) -> [u64; N] {
        debug_assert!(N <= 2);
        std::array::from_fn(|i| (self >> (64 * i)) as u64)
    }

    #[inline(always)]
    fn single(limb: usize, bits: u64) -> u128 {
        u128::from(bits) << (64 * limb)
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

    /// The best level of this processor; without the feature `simd`, the portable one.
    #[inline]
    pub fn detected() -> Level {
        // 0 until asked for the first time. The standard library keeps an answer for each feature,
        // but putting a dozen of them together takes as long as judging a play.
        static KNOWN: AtomicU8 = AtomicU8::new(0);
        match KNOWN.load(Ordering::Relaxed) {
            1 => Level::Portable,
            2 => Level::Avx2,
            3 => Level::Avx512,
            _ => {
                let level = Level::detect();
                KNOWN.store(level as u8 + 1, Ordering::Relaxed);
                level
            }
        }
    }

    #[cold]
    fn detect() -> Level {
        #[cfg(all(target_arch = "x86_64", feature = "simd"))]
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

/// Runs the task of one game in the best version for this processor and for `N` limbs.
///
/// Not every version is compiled: one or two limbs gain nothing from 512 bits, and boards of more
/// than eight limbs are rare.
#[inline]
pub(crate) fn fastest<const N: usize, T: Task>(task: T) -> T::Output {
    match Level::detected() {
        // SAFETY: `detected` has found every feature that the function is compiled for.
        #[cfg(all(target_arch = "x86_64", feature = "simd"))]
        Level::Avx512 if const { 2 < N && N <= 8 } => unsafe { x86::avx512(task) },
        // SAFETY: the same; AVX-512 is only found beside AVX2.
        #[cfg(all(target_arch = "x86_64", feature = "simd"))]
        Level::Avx2 | Level::Avx512 if const { N <= 8 } => unsafe { x86::avx2(task) },
        _ => task.run::<Portable>(),
    }
}

/// Runs the task in the best version for this processor that is not above `level`.
#[inline]
pub(crate) fn at_most<T: Task>(level: Level, task: T) -> T::Output {
    match Level::detected().min(level) {
        // SAFETY: `detected` has found every feature that the function is compiled for.
        #[cfg(all(target_arch = "x86_64", feature = "simd"))]
        Level::Avx512 => unsafe { x86::avx512(task) },
        // SAFETY: the same.
        #[cfg(all(target_arch = "x86_64", feature = "simd"))]
        Level::Avx2 => unsafe { x86::avx2(task) },
        _ => task.run::<Portable>(),
    }
}

#[cfg(all(target_arch = "x86_64", feature = "simd"))]
mod x86;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;
    use crate::random::Random;
    use crate::word::long_loops::{goes_to_the_end, goes_to_the_goal};

    /// Compares what a machine computes with plain arrays of `u64`.
    struct Check<'a>(&'a mut Random);

    impl Task for Check<'_> {
        type Output = ();

        #[inline(always)]
        fn run<M: Machine>(self) {
            let Check(random) = self;
            let mut eight = || std::array::from_fn(|_| random.bits() & random.bits());
            lanes_agree::<M::Lanes>(eight(), eight());
            long_agrees::<M::Long, 1>(eight(), eight());
            if M::Long::LIMBS == 2 {
                long_agrees::<M::Long, 2>(eight(), eight());
            } else {
                long_agrees::<M::Long, 3>(eight(), eight());
                long_agrees::<M::Long, 6>(eight(), eight());
                long_agrees::<M::Long, 8>(eight(), eight());
            }
            let [word, ..] = eight();
            for rank in 0..word.count_ones() {
                assert_eq!(M::nth_bit(word, rank), nth_bit(word, rank));
            }
        }
    }

    #[inline(always)]
    fn lanes_agree<L: Lanes>(a: [u64; 8], b: [u64; 8]) {
        let (x, y, i, j) = (L::new(a), L::new(b), Array(a), Array(b));
        assert_eq!((x & y).lanes(), (i & j).0);
        assert_eq!((x | y).lanes(), (i | j).0);
        assert_eq!((x ^ y).lanes(), (i ^ j).0);
        assert_eq!((!x).lanes(), (!i).0);
        assert_eq!((x << 20).lanes(), (i << 20).0);
        assert_eq!((x >> 63).lanes(), (i >> 63).0);
        assert_eq!(x.plus(y).lanes(), i.plus(j).0);
        assert_eq!(x.minus(y).lanes(), i.minus(j).0);
        assert_eq!(x.times_low(y).lanes(), i.times_low(j).0);
        assert_eq!(x.count_ones().lanes(), i.count_ones().0);
        let bits = L::constant(63);
        assert_eq!(x.shifted(y & bits).lanes(), i.shifted(j & Array([63; 8])).0);
        assert_eq!(L::answers(x.less(y)), Array::answers(i.less(j)));
        assert_eq!(L::answers((x & y & L::constant(1)).is_zero()), {
            Array::answers((i & j & Array([1; 8])).is_zero())
        });
        assert_eq!(L::select(L::truth(0b1010_0110), x, y).lanes(), {
            Array::select(Array::truth(0b1010_0110), i, j).0
        });
        // Miri cannot gather and scatter.
        if cfg!(miri) {
            return;
        }
        let mut table: [u64; 32] = std::array::from_fn(|i| i as u64 * 3);
        let mut plain = table;
        assert_eq!(x.look_up(&table).lanes(), i.look_up(&plain).0);
        x.put(&mut table, y);
        i.put(&mut plain, j);
        assert_eq!(table, plain);
    }

    /// A long word of `N` limbs beside a bitboard of `N` limbs, whose shifts are the same.
    #[inline(always)]
    fn long_agrees<L: Long, const N: usize>(a: [u64; 8], b: [u64; 8]) {
        let [i, j] = [a, b].map(|limbs| -> [u64; N] { std::array::from_fn(|k| limbs[k]) });
        let (x, y) = (L::load(&i), L::load(&j));
        let (p, q) = (Bitboard::<20, N>(i), Bitboard::<20, N>(j));
        assert_eq!(x.store(), i);
        assert_eq!((x & y).store(), (p & q).0);
        assert_eq!((x | y).store(), (p | q).0);
        assert_eq!((x ^ y).store(), (p ^ q).0);
        assert_eq!((x & !y).store(), (p - q).0);
        for bits in [1, 20] {
            assert_eq!((x << bits).store(), p.up(bits).0);
            assert_eq!((x >> bits).store(), p.down(bits).0);
        }
        assert_eq!(x.plus(!x).plus(L::constant(1)).store(), [0; N]);
        assert!(!x.is_zero() && L::constant(0).is_zero());
        assert_eq!(L::select(true, x, y).store(), i);
        assert_eq!(L::select(false, x, y).store(), j);
        let mut single = [0; N];
        single[N - 1] = 5;
        assert_eq!(L::single(N - 1, 5).store(), single);
    }

    /// Names the machine.
    struct Name;

    impl Task for Name {
        type Output = &'static str;

        #[inline(always)]
        fn run<M: Machine>(self) -> &'static str {
            std::any::type_name::<M>()
        }
    }

    #[test]
    fn the_level_is_the_same_when_asked_again() {
        for _ in 0..3 {
            assert_eq!(Level::detected(), Level::detect());
        }
    }

    #[test]
    fn no_version_is_above_its_level_or_the_processor() {
        for level in Level::ALL {
            let best = format!("::{:?}", level.min(Level::detected()));
            assert!(at_most(level, Name).ends_with(&best), "{best}");
        }
    }

    #[test]
    fn the_fastest_version_is_that_for_so_many_limbs() {
        for (version, limbs, level) in [
            (fastest::<1, _>(Name), 1, Level::Avx2),
            (fastest::<2, _>(Name), 2, Level::Avx2),
            (fastest::<3, _>(Name), 3, Level::Avx512),
            (fastest::<6, _>(Name), 6, Level::Avx512),
            (fastest::<8, _>(Name), 8, Level::Avx512),
            (fastest::<9, _>(Name), 9, Level::Portable),
            (fastest::<11, _>(Name), 11, Level::Portable),
        ] {
            assert_eq!(version, at_most(level, Name), "{limbs}");
        }
    }

    /// Takes loops to their ends on the words of a machine.
    struct LongLoops;

    impl Task for LongLoops {
        type Output = ();

        #[inline(always)]
        fn run<M: Machine>(self) {
            assert!(goes_to_the_end::<M::Long>());
            assert_eq!(M::Lanes::answers(goes_to_the_end::<M::Lanes>()), u8::MAX);
            for bit in 1..64 {
                let top = 64 * (M::Long::LIMBS as u32 - 1);
                assert!(goes_to_the_goal::<M::Long>(top + bit), "{bit}");
                assert_eq!(M::Lanes::answers(goes_to_the_goal::<M::Lanes>(bit)), u8::MAX, "{bit}");
            }
        }
    }

    #[test]
    fn loops_end_where_they_should_at_every_level() {
        for level in Level::ALL {
            at_most(level, LongLoops);
        }
    }

    #[test]
    fn every_level_computes_the_same() {
        let mut random = Random::new(8);
        for _ in 0..if cfg!(miri) { 3 } else { 200 } {
            for level in Level::ALL {
                at_most(level, Check(&mut random));
            }
        }
    }
}
