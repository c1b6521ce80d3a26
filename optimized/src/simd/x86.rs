//! The machines of processors with AVX2 and with AVX-512.

use std::arch::x86_64::_pdep_u64;

use super::{Machine, Task};
use crate::lanes::Array;

mod lanes;
mod line;
mod proof;

use lanes::Zmm;
use line::Line;
pub(super) use proof::{Avx2, Avx512};

impl Machine for Avx2 {
    type Proof = ();
    type Lanes = Array;
    type Long = u128;

    #[inline(always)]
    fn proof(self) {}

    #[inline(always)]
    fn call<T: Task>(self, task: T) -> T::Output {
        self.run(task)
    }

    #[inline(always)]
    fn nth_bit(self, word: u64, rank: u32) -> u64 {
        // SAFETY: `self` proves that the processor has BMI2.
        unsafe { _pdep_u64(1 << rank, word) }
    }
}

impl Machine for Avx512 {
    type Proof = Avx512;
    type Lanes = Zmm;
    type Long = Line;

    #[inline(always)]
    fn proof(self) -> Avx512 {
        self
    }

    #[inline(always)]
    fn call<T: Task>(self, task: T) -> T::Output {
        self.run(task)
    }

    #[inline(always)]
    fn nth_bit(self, word: u64, rank: u32) -> u64 {
        // SAFETY: `self` proves that the processor has BMI2.
        unsafe { _pdep_u64(1 << rank, word) }
    }
}
