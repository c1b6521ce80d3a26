//! Positions of large areas, scored in the game and by the kernels.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("scoring", data));
