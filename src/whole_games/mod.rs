//! Every whole game of a board that is small enough, under positional superko.
//!
//! A game is a simple path in the graph of legal positions that begins on the empty grid: a pass stands before every
//! play that is out of turn, and two passes stand at the end. So all games are all simple paths, and they can be
//! counted without any engine, and played with one that is asked at every node of every path what it allows.

mod count;
mod graph;
mod walk;

pub use count::{FirstPlays, Lengths};
pub use graph::{Graph, GraphError};
pub use walk::{Deviation, HASH_WIDTHS, Superko};

use crate::game::Size;
use crate::rules::Suicide;

/// How many games a board has, published by J. Tromp and G. Farnebäck in Combinatorics of Go; without suicide of 1x4,
/// counted by the two programs that the fact file `small_boards.json` was made with.
pub fn published(size: Size, suicide: Suicide) -> Option<u64> {
    let (short, long) = (size.columns().min(size.rows()), size.columns().max(size.rows()));
    match (short, long, suicide) {
        (1, 1, _) => Some(1),
        (1, 2, Suicide::Allowed | Suicide::Forbidden) => Some(9),
        (1, 3, Suicide::Allowed | Suicide::Forbidden) => Some(907),
        (1, 4, Suicide::Allowed) => Some(2_098_407_841),
        (1, 4, Suicide::Forbidden) => Some(719_178_893),
        (2, 2, Suicide::Allowed) => Some(386_356_909_593),
        _ => None,
    }
}

/// Depth, in plays, of the nodes that are dealt out to threads.
const SPLIT: usize = 5;

/// A node of the tree of all games: a path that has come to a position.
#[derive(Clone, Copy, Debug)]
struct Node {
    here: usize,
    /// The positions met on the way, this one included, a bit for each.
    met: u64,
    plays: usize,
    /// With a pass before each play out of turn, and without the two at the end.
    turns: usize,
    /// Whose turn it is: 0 Black's, 1 White's.
    next: usize,
}

impl Node {
    /// The node after a play of the player whose turn it is, or, after a pass, of the other.
    fn after(self, passed: bool, to: usize) -> Node {
        Node {
            here: to,
            met: self.met | 1 << to,
            plays: self.plays + 1,
            turns: self.turns + 1 + usize::from(passed),
            next: if passed { self.next } else { 1 - self.next },
        }
    }
}
