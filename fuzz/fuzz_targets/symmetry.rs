//! The optimized engine on the image of a game that the reference plays.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("symmetry", data));
