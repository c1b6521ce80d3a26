//! Eight games in step, compared with the same eight one by one.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("batch", data));
