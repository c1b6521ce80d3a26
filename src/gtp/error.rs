use crate::engine::quote;
use crate::game::{Point, Size, TurnError};
use std::fmt;

/// The text after `?`: the reason why a program does not answer as asked, in its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorMessage(pub String);

impl std::ops::Deref for ErrorMessage {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ErrorMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ErrorMessage {}

/// The error for an answer that could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// There is no answer.
    Missing,
    /// The answer is an error message.
    Complaint(ErrorMessage),
    /// A vertex in a list is not on this board.
    Turn(TurnError),
    /// There is a pass in a list of stones.
    PassAsStone,
    /// A point is listed twice in lists of stones.
    ListedTwice(Point),
    /// The answer does not have a board.
    NoBoard {
        /// The answer.
        text: String,
    },
    /// The rows of the board differ in length.
    UnevenRows {
        /// The answer.
        text: String,
    },
    /// The rows of the board are not numbered downwards one by one.
    RowOrder {
        /// The number of a row.
        row: usize,
        /// The number of the row above it.
        above: usize,
        /// The answer.
        text: String,
    },
    /// The board ends before its first row.
    EndsAtRow {
        /// The number of the last row.
        row: usize,
        /// The answer.
        text: String,
    },
    /// The answer is neither yes nor no.
    NoLegality {
        /// The answer.
        text: String,
    },
    /// The answer does not name a player.
    NoPlayer {
        /// The answer.
        text: String,
    },
    /// The answer is not a score, or a score without a margin.
    NoScore {
        /// The answer.
        text: String,
    },
    /// The answer does not have a policy for a board of this size.
    NoPolicy {
        /// The size of the board.
        size: Size,
        /// The answer.
        text: String,
    },
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Missing => f.write_str("there is no answer"),
            Unreadable::Complaint(message) => write!(f, "it complains: `{}`", quote(message)),
            Unreadable::Turn(error) => write!(f, "{error}"),
            Unreadable::PassAsStone => f.write_str("`pass` is listed as a stone"),
            Unreadable::ListedTwice(point) => write!(f, "{point} is listed twice as a stone"),
            Unreadable::NoBoard { text } => write!(f, "there is no board in `{}`", quote(text)),
            Unreadable::UnevenRows { text } => {
                write!(f, "the rows of the board differ in length in `{}`", quote(text))
            }
            Unreadable::RowOrder { row, above, text } => {
                write!(f, "row {row} is drawn below row {above} in `{}`", quote(text))
            }
            Unreadable::EndsAtRow { row, text } => {
                write!(f, "the board ends at row {row} in `{}`", quote(text))
            }
            Unreadable::NoLegality { text } => write!(f, "`{}` is neither 1 nor 0", quote(text)),
            Unreadable::NoPlayer { text } => {
                write!(f, "`{}` is neither black nor white", quote(text))
            }
            Unreadable::NoScore { text } => write!(f, "`{}` is not a score", quote(text)),
            Unreadable::NoPolicy { size, text } => {
                write!(f, "there is no policy for a {size} board in `{}`", quote(text))
            }
        }
    }
}

impl std::error::Error for Unreadable {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Unreadable::Turn(error) => Some(error),
            Unreadable::Complaint(message) => Some(message),
            _ => None,
        }
    }
}
