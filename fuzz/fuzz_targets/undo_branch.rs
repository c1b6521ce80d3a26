//! Games in which turns are taken back and others taken in their place.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("undo_branch", data));
