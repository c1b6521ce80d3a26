//! Whether a game continues, and what was said and decided about its end.

use crate::grid::Point;
use crate::score::Outcome;

/// Whether there are turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// There are turns.
    Running,
    /// There are no turns until the players say whether they agree on the dead points.
    Stopped,
    /// There are no more turns.
    Over,
}

/// A phase of a game. A game without cleanup has only its main phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The phase in which the game begins.
    Main,
    /// The phase that follows the main phase.
    FirstCleanup,
    /// The phase that follows the first cleanup phase.
    SecondCleanup,
}

/// A phase that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Begun {
    /// The phase.
    pub(crate) phase: Phase,
    /// The number of turns that had been taken when it began.
    pub(crate) turns: usize,
}

/// What was said and decided about the end of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct End {
    /// The outcome of the game, if a turn decided it and not the score.
    pub(crate) outcome: Option<Outcome>,
    /// The number of turns that had been taken when the players disagreed.
    pub(crate) disagreed: Option<usize>,
    /// The points that the players agreed to be dead.
    pub(crate) dead: Option<Vec<Point>>,
}
