//! The harness for JavaScript, as WebAssembly.
//!
//! Input: boards in JavaScript, and options as JSON. Output: reports as JSON. `door.cjs` is the
//! JavaScript side: it calls the users' boards, and passes only numbers and error descriptions to
//! this crate. `table.rs` and `catalog.rs` are for the page in `web/`.

mod board;
mod catalog;
mod host;
mod options;
mod run;
mod table;

pub use catalog::{catalog, example_of, read_games, rules_of, shortest_difference};
pub use host::last_words;
pub use run::{certify, check_options, identify, replay, topics, version, written};
pub use table::Table;
