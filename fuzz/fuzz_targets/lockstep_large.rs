//! Games on 9x9 to 19x19 and on rectangles, compared turn by turn with a sample of the others.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("lockstep_large", data));
