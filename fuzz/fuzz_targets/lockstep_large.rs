//! Games on 9x9 to 19x19 and on rectangles, compared turn by turn with a sample of the others.

#![no_main]

use libfuzzer_sys::{fuzz_crossover, fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|data: &[u8]| superko_fuzz::watch("lockstep_large", data));

fuzz_mutator!(|data: &mut [u8], size: usize, longest: usize, seed: u32| {
    superko_fuzz::mutate(data, size, longest, seed, fuzzer_mutate)
});

fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
    superko_fuzz::splice(one, other, out, seed)
});
