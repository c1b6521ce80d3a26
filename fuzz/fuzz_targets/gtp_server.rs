//! Bytes read as the commands of a client of the GTP server.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("gtp_server", data));
