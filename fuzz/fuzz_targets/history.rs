//! Long games, crowded beginnings and playouts, compared with a plain list of their grids, with hashes of any width.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| superko_fuzz::fuzz("history", data));
