//! Compares the engine with other engines, at the same work.
//!
//! This is a separate package, so that the other engines need not be built to run the tests.

mod area;
mod hash_set;
mod legal;
mod light;
mod perft;
mod playout;
mod ratio;

pub use ratio::{Block, Pair, Ratio};

/// Returns all comparisons.
pub fn pairs() -> Vec<Pair> {
    [playout::pairs(), legal::pairs(), area::pairs(), perft::pairs()]
        .into_iter()
        .flatten()
        .collect()
}
