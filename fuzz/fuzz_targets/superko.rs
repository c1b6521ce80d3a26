//! Games that seek repetitions, compared turn by turn with every other turn that could be taken.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("superko", data));
