use super::size::{Point, PointError, Size};
use std::fmt;

/// A player's turn, played or attempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turn {
    /// The player passes.
    Pass,
    /// The player plays at a point.
    Play(Point),
}

impl Turn {
    /// Parses a GTP vertex or `pass`, in either case.
    ///
    /// # Errors
    ///
    /// If the text is neither `pass` nor a point of a board of this size.
    pub fn parse(text: &str, size: Size) -> Result<Turn, TurnError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Turn::Pass);
        }
        size.vertex(text).map(Turn::Play).map_err(TurnError)
    }

    /// Returns every turn on a board: a play at each point, then the pass.
    pub fn all(size: Size) -> impl Iterator<Item = Turn> + Clone {
        size.points().map(Turn::Play).chain([Turn::Pass])
    }

    /// Returns the point played at, or `None` for a pass.
    pub fn point(self) -> Option<Point> {
        match self {
            Turn::Pass => None,
            Turn::Play(point) => Some(point),
        }
    }
}

/// Writes the GTP vertex, or `pass`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Pass => f.pad("pass"),
            Turn::Play(point) => f.pad(&point.to_string()),
        }
    }
}

/// The error for a text that does not name a turn on a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; a turn is a point or `pass`")]
pub struct TurnError(PointError);
