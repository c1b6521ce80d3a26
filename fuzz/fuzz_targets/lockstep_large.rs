//! Games on 9x9 to 19x19 and on rectangles. Before every turn, a sample of the other turns is compared.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("lockstep_large", data));
