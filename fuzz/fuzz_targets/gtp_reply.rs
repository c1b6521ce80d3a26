//! Bytes read as the output of an engine that speaks GTP.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("gtp_reply", data));
