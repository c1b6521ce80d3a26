//! The engine beside other engines, at the same work.
//!
//! A package of its own, so that nobody who only runs the tests has to build the other engines.

mod area;
mod hash_set;
mod legal;
mod light;
mod perft;
mod playout;
mod ratio;

pub use ratio::{Block, Pair, Ratio};

/// All comparisons.
pub fn pairs() -> Vec<Pair> {
    [playout::pairs(), legal::pairs(), area::pairs(), perft::pairs()]
        .into_iter()
        .flatten()
        .collect()
}
