//! Games that seek repetitions. Before every turn, every turn that can be named is compared.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("superko", data));
