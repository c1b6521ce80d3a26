use super::size::{Point, PointError, Size};
use std::fmt;

/// What a player does, or tries to do, when it is her turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turn {
    /// Leaves the board as it is.
    Pass,
    /// Plays at a point.
    Play(Point),
}

impl Turn {
    /// Reads a GTP vertex or `pass`, in either case.
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

    /// Every turn that can be named on a board: each point, then the pass.
    pub fn all(size: Size) -> impl Iterator<Item = Turn> + Clone {
        size.points().map(Turn::Play).chain([Turn::Pass])
    }

    /// The point played at, unless it is a pass.
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

/// A text that names no turn on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnError(PointError);

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; a turn is a point or `pass`", self.0)
    }
}

impl std::error::Error for TurnError {}
