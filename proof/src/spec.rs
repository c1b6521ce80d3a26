//! The rule text, by coordinates.
//!
//! A point reaches a color if a path of adjacent points of its own color leads from it to a point
//! of that color. So the points of a color that reach another color are the *least* closed set. A
//! set is closed if it holds each point of the color that is next to the other color or next to a
//! point of the set. A formula cannot compare the least set with all closed sets at once. It says of
//! one set at a time that the least set lies within it, if it is closed. A condition names the sets
//! for which it needs this.

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
    /// Makes new inputs for the points of `color` that reach `target`. [`closed`](Reach::closed)
    /// and [`least`](Reach::least) say what is known of them.
    pub fn new(board: Board, color: &Points, target: &Points) -> Reach {
        let (color, target) = (color.clone(), target.clone());
        Reach { board, color, target, points: Points::any(board) }
    }

    /// Returns the formula that a set is closed: it has only points of the color, and all points of
    /// the color that are next to the other color or to the set.
    fn closes(&self, set: &Points) -> Lit {
        let must = &self.color & &(&self.target | set).neighbors(self.board);
        set.within(&self.color) & must.within(set)
    }

    /// Returns the formula that the points are a closed set.
    pub fn closed(&self) -> Lit {
        self.closes(&self.points)
    }

    /// Returns the formula that the points lie in `other`, if `other` is a closed set.
    pub fn least(&self, other: &Points) -> Lit {
        self.closes(other).implies(self.points.within(other))
    }

    /// Returns the points that reach, found in rounds. As many rounds as there are points are
    /// enough.
    pub fn unrolled(board: Board, color: &Points, target: &Points, rounds: usize) -> Points {
        let start = color & &target.neighbors(board);
        let mut points = start.clone();
        for _ in 0..rounds {
            points = &start | &(color & &points.neighbors(board));
        }
        points
    }
}

/// Returns the formula that the set is closed within the region: it holds every point of the region
/// that is next to it.
pub fn closed(board: Board, set: &Points, region: &Points) -> Lit {
    (&set.neighbors(board) & region).within(set)
}

/// Returns what is known of a flood's result by induction over its steps, after the conditions on
/// the loop are proved. The formula says that the result lies in `other`, if that set holds the
/// seed and is closed within the region.
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

/// Returns the part of a position's legality that is about one set: if the set is not empty and
/// consists of whole chains of a color, then it is next to an empty point.
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
    /// The formula that no point has two stones, and that the point to play at is one empty point.
    pub known: Lit,
    /// The formula that no point has two stones, and that the point to play at is one empty point or none.
    pub known_or_none: Lit,
}

impl Situation {
    /// Makes a position and a point of which nothing is known.
    pub fn any(board: Board) -> Situation {
        Situation::new(board, Points::any(board), Points::any(board), Points::any(board))
    }

    /// Makes the situation of a position and a point.
    pub fn new(board: Board, own: Points, opponent: Points, point: Points) -> Situation {
        let empty = &(&Points::all(board) - &own) - &opponent;
        let known_or_none = !own.meets(&opponent) & at_most_one(&point.0) & point.within(&empty);
        let known = point.some() & known_or_none;
        Situation { board, own, opponent, empty, point, known, known_or_none }
    }

    /// Returns the own stones together with the new one.
    pub fn placed(&self) -> Points {
        &self.own | &self.point
    }

    /// Returns the empty points after the new stone is placed.
    pub fn empty_then(&self) -> Points {
        &self.empty - &self.point
    }
}
