//! Every whole game of a small board, under positional superko.
//!
//! The legal positions are the nodes of a graph, and a game is a simple path in it that begins on
//! the empty board. There is a pass before every play that is out of turn, and there are two passes
//! at the end. So the games are exactly the simple paths. They can be counted without an engine.
//! They can also be played with an engine, which must name the legal plays at every node of every
//! path.

mod optimized;
mod tree;
mod walk;

pub use optimized::{HASH_WIDTHS, OptimizedGame};
pub use tree::{FirstPlays, Games, Lengths};
pub use walk::{Deviation, GameEngine};
