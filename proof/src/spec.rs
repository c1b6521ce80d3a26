//! The rule text, by coordinates.
//!
//! A point reaches a color if a path of adjacent points of its own color leads from it to a point
//! of that color. So the points of a color that reach another are the *least* set that is closed:
//! a point of the color that is next to the other color, or next to a point of the set, is in the
//! set. Formulas cannot say "least" for all sets at once. They say it of one set at a time: a least
//! set lies within each closed one. A condition names the sets for which it needs that.

use crate::board::{Board, Points};
use crate::graph::{Lit, at_most_one};

/// The least set of points of one color that reach another.
#[derive(Clone, Debug)]
pub struct Reach {
    board: Board,
    color: Points,
    target: Points,
    /// The points of the color that reach the other.
    pub points: Points,
}

impl Reach {
    /// The points of `color` that reach `target`, as new inputs; [`closed`](Reach::closed) and
    /// [`least`](Reach::least) are what is known of them.
    pub fn new(board: Board, color: &Points, target: &Points) -> Reach {
        let (color, target) = (color.clone(), target.clone());
        Reach { board, color, target, points: Points::any(board) }
    }

    /// Is a set closed: of the color, with all points of the color that are next to the other
    /// color or to the set?
    fn closes(&self, set: &Points) -> Lit {
        let must = &self.color & &(&self.target | set).neighbors(self.board);
        set.within(&self.color) & must.within(set)
    }

    /// The points are a closed set.
    pub fn closed(&self) -> Lit {
        self.closes(&self.points)
    }

    /// If `other` is a closed set, the points lie in it.
    pub fn least(&self, other: &Points) -> Lit {
        self.closes(other).implies(self.points.within(other))
    }

    /// The points that reach, found round by round; enough rounds are as many as there are points.
    pub fn unrolled(board: Board, color: &Points, target: &Points, rounds: usize) -> Points {
        let start = color & &target.neighbors(board);
        let mut points = start.clone();
        for _ in 0..rounds {
            points = &start | &(color & &points.neighbors(board));
        }
        points
    }
}

/// Is the set closed within the region: does it hold every point of the region next to it?
pub fn closed(board: Board, set: &Points, region: &Points) -> Lit {
    (&set.neighbors(board) & region).within(set)
}

/// What is known of a flood's result by induction over its steps, once the conditions on the loop
/// hold: it lies within every set that holds the seed and is closed within the region.
pub fn least_flood(
    board: Board,
    seed: &Points,
    region: &Points,
    result: &Points,
    other: &Points,
) -> Lit {
    let within = other & region;
    (seed.within(&within) & closed(board, &within, region)).implies(result.within(&within))
}

/// Legality of a position as it is used of one set: stones of a color that form whole chains, if
/// there are any, are next to an empty point.
pub fn breathes(board: Board, stones: &Points, empty: &Points, chains: &Points) -> Lit {
    let whole = chains.within(stones) & closed(board, chains, stones);
    (whole & chains.some()).implies(chains.neighbors(board).meets(empty))
}

/// A position and a point to play at, all of them inputs.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The board.
    pub board: Board,
    /// The stones of the player to move.
    pub own: Points,
    /// The stones of the opponent.
    pub opponent: Points,
    /// The points without a stone.
    pub empty: Points,
    /// The point to play at.
    pub point: Points,
    /// No point has two stones; the point to play at is one empty point.
    pub known: Lit,
}

impl Situation {
    /// Any position and any point.
    pub fn any(board: Board) -> Situation {
        Situation::new(board, Points::any(board), Points::any(board), Points::any(board))
    }

    /// A position and a point.
    pub fn new(board: Board, own: Points, opponent: Points, point: Points) -> Situation {
        let empty = &(&Points::all(board) - &own) - &opponent;
        let known =
            !own.meets(&opponent) & point.some() & at_most_one(&point.0) & point.within(&empty);
        Situation { board, own, opponent, empty, point, known }
    }

    /// The own stones with the new one.
    pub fn placed(&self) -> Points {
        &self.own | &self.point
    }

    /// The empty points once the new stone lies.
    pub fn empty_then(&self) -> Points {
        &self.empty - &self.point
    }
}
