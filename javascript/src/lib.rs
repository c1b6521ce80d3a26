//! The harness for JavaScript, as WebAssembly.
//!
//! In: boards that are written in JavaScript, and options as JSON. Out: reports as JSON. `door.cjs` stands on the other
//! side: it speaks with the boards of authors, and hands over here only numbers, and what went wrong. `table.rs` and
//! `catalog.rs` are for the page of `web/`.

mod board;
mod catalog;
mod host;
mod options;
mod run;
mod table;

pub use catalog::{catalog, example_of, read_games, rules_of, shortest_difference};
pub use host::last_words;
pub use run::{certify, identify, replay, version};
pub use table::Table;
