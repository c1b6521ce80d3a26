//! Archives of game records, read within a budget.

#![no_main]

#[global_allocator]
static ALLOCATED: superko_fuzz::PeakAlloc = superko_fuzz::PeakAlloc;

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("archive", data));
