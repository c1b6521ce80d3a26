//! The optimized engine on a game under two rule sets, without the reference.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("rule_sets", data));
