//! The code that needs `unsafe`: calls of functions compiled for instructions that not every
//! processor has.
//!
//! A [`Task`] is compiled three times from one source: as it is, with AVX2 instructions, and with
//! AVX-512 instructions. [`fastest`] chooses when the program runs. Without the feature `simd`, and
//! on other processors, only the first version exists, and nothing is `unsafe`.
//!
//! A task is passed a [`Machine`], a zero-sized value that proves what the processor supports. Only
//! detection makes the machines for AVX2 and AVX-512. A word of AVX-512 is made with such a proof,
//! or from another such word.

#![cfg_attr(
    all(target_arch = "x86_64", feature = "simd"),
    expect(unsafe_code, reason = "vector instructions, and calls of functions compiled for them")
)]

use std::sync::OnceLock;

use crate::bitboard::nth_bit;
use crate::lanes::{Array, Lanes};
use crate::word::{Word, each};

pub(crate) mod check;
#[cfg(all(target_arch = "x86_64", feature = "simd"))]
mod x86;

/// Work whose inner functions are all inlined into [`run`](Task::run). That function itself is
/// inlined into each version.
pub(crate) trait Task {
    /// The result of the work.
    type Output;

    /// Does the work, with the words of `M`. Implementations are `#[inline(always)]`.
    fn run<M: Machine>(self, machine: M) -> Self::Output;
}

/// The tools of a version of a task, besides `u64`. If a machine exists, the processor supports its
/// instructions.
pub(crate) trait Machine: Copy {
    /// A proof that the words of the machine may be made.
    type Proof: Copy;

    /// A word of eight games.
    type Lanes: Lanes<Proof = Self::Proof>;

    /// The widest word of one game.
    type Long: Long<Proof = Self::Proof>;

    /// Returns the proof.
    fn proof(self) -> Self::Proof;

    /// Runs the task in a separate function, which all callers share.
    fn call<T: Task>(self, task: T) -> T::Output;

    /// Returns the `rank`-th set bit of `word`, counted from the lowest, from 0. Returns 0 if there
    /// is none.
    fn nth_bit(self, word: u64, rank: u32) -> u64;
}

/// A word of one game that holds several limbs of a board at once.
pub(crate) trait Long: Word<Truth = bool> {
    /// The number of limbs that it holds.
    const LIMBS: usize;

    /// A proof that such words may be made on this processor.
    type Proof: Copy;

    /// Makes the word of these limbs, lowest first. `N` is at most [`LIMBS`](Long::LIMBS).
    fn load<const N: usize>(proof: Self::Proof, limbs: &[u64; N]) -> Self;

    /// Returns the lowest `N` limbs. `N` is at most [`LIMBS`](Long::LIMBS).
    fn store<const N: usize>(self) -> [u64; N];

    /// Makes the word in which one limb is `bits` and every other limb is 0. The limbs of this word
    /// do not matter.
    fn single(self, limb: usize, bits: u64) -> Self;
}

/// The tools that every processor supports.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Machine for Portable {
    type Proof = ();
    type Lanes = Array;
    type Long = u128;

    #[inline(always)]
    fn proof(self) {}

    #[inline(never)]
    fn call<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }

    #[inline(always)]
    fn nth_bit(self, word: u64, rank: u32) -> u64 {
        nth_bit(word, rank)
    }
}

impl Long for u128 {
    const LIMBS: usize = 2;

    type Proof = ();

    #[inline(always)]
    fn load<const N: usize>((): (), limbs: &[u64; N]) -> u128 {
        debug_assert!(N <= 2);
        u128::from(limbs[0]) | u128::from(limbs[N - 1]) << (64 * (N - 1))
    }

    #[inline(always)]
    fn store<const N: usize>(self) -> [u64; N] {
        debug_assert!(N <= 2);
        each!([0; N], |i, _| (self >> (64 * i)) as u64)
    }

    #[inline(always)]
    fn single(self, limb: usize, bits: u64) -> u128 {
        u128::from(bits) << (64 * limb)
    }
}

/// The levels of processor instructions that matter here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Instructions that every processor of this architecture has.
    Portable,
    /// AVX2, with fast bit counting and shifting.
    Avx2,
    /// AVX-512, with the vector instructions for counting and for shifting through two words.
    Avx512,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 3] = [Level::Portable, Level::Avx2, Level::Avx512];

    /// Returns the best level of this processor. Without the feature `simd`, this is the portable
    /// one.
    #[inline]
    pub fn detected() -> Level {
        match Best::of_the_processor() {
            Best::Portable => Level::Portable,
            #[cfg(all(target_arch = "x86_64", feature = "simd"))]
            Best::Avx2(_) => Level::Avx2,
            #[cfg(all(target_arch = "x86_64", feature = "simd"))]
            Best::Avx512(..) => Level::Avx512,
        }
    }
}

/// The best machines of the processor.
#[derive(Clone, Copy)]
enum Best {
    Portable,
    #[cfg(all(target_arch = "x86_64", feature = "simd"))]
    Avx2(x86::Avx2),
    #[cfg(all(target_arch = "x86_64", feature = "simd"))]
    Avx512(x86::Avx512, x86::Avx2),
}

impl Best {
    #[inline]
    fn of_the_processor() -> Best {
        // The standard library caches an answer for each feature, but combining a dozen of them
        // takes as long as judging a play.
        static KNOWN: OnceLock<Best> = OnceLock::new();
        *KNOWN.get_or_init(Best::detect)
    }

    #[cold]
    fn detect() -> Best {
        #[cfg(all(target_arch = "x86_64", feature = "simd"))]
        if let Some(avx2) = x86::Avx2::detect() {
            return match x86::Avx512::detect() {
                Some(avx512) => Best::Avx512(avx512, avx2),
                None => Best::Avx2(avx2),
            };
        }
        Best::Portable
    }
}

/// Runs the task of one game in the best version for this processor and for `N` limbs.
///
/// Not every version is compiled: one or two limbs gain nothing from 512 bits, and boards of more
/// than eight limbs are rare.
#[inline]
pub(crate) fn fastest<const N: usize, T: Task>(task: T) -> T::Output {
    match Best::of_the_processor() {
        #[cfg(all(target_arch = "x86_64", feature = "simd"))]
        Best::Avx512(machine, _) if const { 2 < N && N <= 8 } => machine.call(task),
        #[cfg(all(target_arch = "x86_64", feature = "simd"))]
        Best::Avx2(machine) | Best::Avx512(_, machine) if const { N <= 8 } => machine.call(task),
        _ => Portable.call(task),
    }
}

/// Runs the task in the best version for this processor that is not above `level`.
#[inline]
pub(crate) fn at_most<T: Task>(level: Level, task: T) -> T::Output {
    match (Best::of_the_processor(), level) {
        #[cfg(all(target_arch = "x86_64", feature = "simd"))]
        (Best::Avx512(machine, _), Level::Avx512) => machine.call(task),
        #[cfg(all(target_arch = "x86_64", feature = "simd"))]
        (Best::Avx2(machine) | Best::Avx512(_, machine), Level::Avx2 | Level::Avx512) => {
            machine.call(task)
        }
        _ => Portable.call(task),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A task that returns the name of the machine.
    struct Name;

    impl Task for Name {
        type Output = &'static str;

        #[inline(always)]
        fn run<M: Machine>(self, _: M) -> &'static str {
            std::any::type_name::<M>()
        }
    }

    #[test]
    fn the_level_is_the_same_when_asked_again() {
        for _ in 0..3 {
            assert_eq!(Level::detected(), Level::detected());
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
}
