//! The values of small boards: the margin under best play, under exactly the Tromp-Taylor rules.
//!
//! The search knows all earlier positions of every state, because under positional superko they
//! decide which plays are legal. The reference is asked once, for the graph of the board. After
//! that, the search uses only the numbers of positions. A result for one past is applied to another
//! only if that is proven right, see [`Solver`].

mod proof;
mod search;

use crate::board::{Size, Suicide, Turn};
use crate::engines::reference;
use crate::graph::Graph;
use search::{Search, State};
use std::fmt;

/// The largest number of points of a board whose value can be computed.
///
/// The positions of such boards fit into memory, but the effort depends on the shape. These are
/// times of an optimized build on one core of an Intel Xeon: a fifth of a second for 3x3, less than
/// a second for every other board of up to nine points, about a second for 5x2, and 5 s for 10x1.
/// Each of 4x3, 6x2 and 11x1 takes 20 s and half a gigabyte of memory. The computation for 12x1 was
/// stopped after a quarter of an hour.
pub const LARGEST: usize = 12;

/// Returns the value of the empty board, Black to play: Black's area minus White's at the end, in points, if both
/// players play their best.
///
/// The rules are Tromp-Taylor: area is counted, no position may be repeated, suicide is allowed,
/// and two passes end the game.
///
/// # Panics
///
/// If the board has more than [`LARGEST`].
///
/// # Examples
///
/// ```
/// use superko_exhaustive::values::value;
///
/// // On three points in a row, Black plays in the middle and owns the whole board.
/// assert_eq!(value("3x1".parse()?), 3);
/// // On five points in a row, neither player gets more than the other.
/// assert_eq!(value("5x1".parse()?), 0);
/// # Ok::<(), superko_exhaustive::ParseError>(())
/// ```
pub fn value(size: Size) -> i32 {
    Solver::new(size).after(&[]).expect("there is no turn that could be forbidden")
}

/// Finds the values of states of the game on one board, and remembers what it has proven.
///
/// # Why the answers are exact
///
/// The search asks, for one margin at a time, whether Black can be held below it. The search goes
/// to a limited depth. If that is too shallow, its answer is "open", and it goes deeper until
/// nothing is open. So nothing is ever estimated.
///
/// A result is kept together with its dependence on the past, as two sets of positions. A proof is
/// a tree. For a state where the winner is to move, it has one turn that wins. For a state where
/// the loser is to move, it has every permitted turn. The *fresh* positions of a proof are those to
/// which the winner's plays lead. Its *barred* positions are those to which the loser could not
/// play because they had occurred before the tree began. The same tree also wins in another game
/// with the same position, the same player to move and the same answer to whether the last turn was
/// a pass, if
///
/// * no fresh position has occurred, and
/// * every barred position has occurred.
///
/// The reason is an induction over the turns of the tree. The winner is permitted every play of the
/// tree: it leads to a fresh position, which did not occur before the tree. It did not occur within
/// the tree either, because the play was permitted there. The loser is not permitted any play that
/// the tree does not answer: a play that the tree leaves out leads to a position that occurred
/// within the tree, or to a barred one. Additional prohibitions for the loser do not harm the
/// winner, because a pass is always permitted, and the tree answers it. Results are not applied to
/// another past on weaker grounds, and no two positions are treated as equal because of a hash.
///
/// # Examples
///
/// ```
/// use superko_exhaustive::values::Solver;
/// use superko_exhaustive::{Size, Turn};
///
/// let size: Size = "2x2".parse()?;
/// let mut solver = Solver::new(size);
/// assert_eq!(solver.after(&[]), Some(1));
/// // If Black passes first, White gains by playing first.
/// assert_eq!(solver.after(&[Turn::Pass]), Some(-1));
/// # Ok::<(), superko_exhaustive::ParseError>(())
/// ```
pub struct Solver {
    size: Size,
    search: Search,
}

impl Solver {
    /// Makes a solver that has not proven anything yet.
    ///
    /// # Panics
    ///
    /// If the board has more than [`LARGEST`].
    pub fn new(size: Size) -> Solver {
        assert!(size.point_count() <= LARGEST, "a {size} board has more than {LARGEST} points");
        let graph = Graph::new(size, Suicide::Allowed, &reference, usize::MAX);
        let graph = graph.expect("the plays of the reference leave legal positions");
        Solver { size, search: Search::new(graph) }
    }

    /// Returns the value of the game that began with these turns, on the empty board with Black first.
    ///
    /// Returns `None` if one of the turns is not legal, or comes after the end.
    pub fn after(&mut self, turns: &[Turn]) -> Option<i32> {
        let mut state = State::BEGINNING;
        let mut occurred = vec![state.position];
        let mut over = false;
        for &turn in turns {
            if over {
                return None;
            }
            state = match turn {
                Turn::Pass => {
                    over = state.passed;
                    state.pass()
                }
                Turn::Play(point) => {
                    let plays = self.search.graph().plays(state.position, state.mover);
                    let position = plays.iter().find(|play| play.point == point)?.to;
                    if occurred.contains(&position) {
                        return None;
                    }
                    occurred.push(position);
                    state.play(position)
                }
            };
        }
        Some(match over {
            true => self.search.graph().margin(state.position),
            false => self.search.margin(state, &occurred),
        })
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("size", &self.size).finish_non_exhaustive()
    }
}
