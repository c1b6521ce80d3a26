//! Games on boards up to 5x5. Before every turn, every turn that can be named is compared.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("lockstep", data));

fuzz_mutator!(|data: &mut [u8], size: usize, longest: usize, seed: u32| {
    superko_fuzz::mutate(data, size, longest, seed, fuzzer_mutate)
});
