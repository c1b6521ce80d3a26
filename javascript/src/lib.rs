//! The harness for JavaScript, as WebAssembly.
//!
//! In: boards that are written in JavaScript, and options as JSON. Out: reports as JSON. `door.cjs` stands on the other
//! side: it speaks with the boards of authors, and hands over here only numbers, and what went wrong.

mod board;
mod host;
mod options;
mod run;

pub use host::last_words;
pub use run::{certify, identify, replay, version};
