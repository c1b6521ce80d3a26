//! Every whole game of a small board, under positional superko.
//!
//! A game is a simple path in the graph of legal positions that begins on the empty board. There is a pass
//! before every play that is out of turn, and there are two passes at the end. So all games are all simple
//! paths. They can be counted without an engine, or played with an engine that is asked for the legal plays
//! at every node of every path.

mod optimized;
mod tree;
mod walk;

pub use optimized::{HASH_WIDTHS, OptimizedGame};
pub use tree::{FirstPlays, Games, Lengths};
pub use walk::{Deviation, GameEngine};
