//! The optimized engine on a game and on its image, without the reference.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("symmetry", data));
