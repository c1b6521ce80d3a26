//! Games in SGF, read and written and read again.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("sgf", data));
