//! Texts of records, read and printed and read again.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("record_text", data));
