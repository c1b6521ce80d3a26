//! Every whole game of a board that is small enough, under positional superko.
//!
//! A game is a simple path in the graph of legal positions that begins on the empty board: a pass stands before every
//! play that is out of turn, and two passes stand at the end. So all games are all simple paths. They can be counted
//! without an engine, and played with one that is asked at every node of every path which plays it allows.

mod optimized;
mod tree;
mod walk;

pub use optimized::{HASH_WIDTHS, OptimizedGame};
pub use tree::{FirstPlays, Games, Lengths};
pub use walk::{Deviation, GameEngine};
