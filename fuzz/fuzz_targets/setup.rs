//! Positions built up stone by stone, in which every play of both players is tried.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("setup", data));
