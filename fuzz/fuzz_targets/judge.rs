//! Games in SGF, adjudicated by both engines.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("judge", data));
