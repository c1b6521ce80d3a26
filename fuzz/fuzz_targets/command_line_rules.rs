//! Words for `--rules`, `--size` and turns, read and printed and read again.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("command_line_rules", data));
