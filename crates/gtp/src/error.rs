use superko_engine::quote;
use superko_game::{Point, Size, TurnError};

/// The text after `?`: the reason why a program does not answer as asked, in its own words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ErrorMessage(pub String);

impl std::ops::Deref for ErrorMessage {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// The error for an answer that could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The answer is missing.
    #[error("there is no answer")]
    Missing,
    /// The answer is an error message.
    #[error("it complains: `{}`", quote(_0))]
    Complaint(#[source] ErrorMessage),
    /// A vertex in a list is not on this board.
    #[error("{0}")]
    Turn(#[source] TurnError),
    /// A list of stones has a pass.
    #[error("`pass` is listed as a stone")]
    PassAsStone,
    /// A point is listed twice in lists of stones.
    #[error("{0} is listed twice as a stone")]
    ListedTwice(Point),
    /// This answer does not have a board.
    #[error("there is no board in `{}`", quote(_0))]
    NoBoard(String),
    /// The rows of the board in this answer differ in length.
    #[error("the rows of the board differ in length in `{}`", quote(_0))]
    UnevenRows(String),
    /// The rows of the board are not numbered one by one, downwards or upwards.
    #[error("row {row} is drawn below row {above} in `{}`", quote(text))]
    RowOrder {
        /// The number of a row.
        row: usize,
        /// The number of the row above it.
        above: usize,
        /// The answer.
        text: String,
    },
    /// The board ends before its first row.
    #[error("the board ends at row {row} in `{}`", quote(text))]
    EndsAtRow {
        /// The number of the last row.
        row: usize,
        /// The answer.
        text: String,
    },
    /// This answer is neither yes nor no.
    #[error("`{}` is neither 1 nor 0", quote(_0))]
    NoLegality(String),
    /// This answer does not name a player.
    #[error("`{}` is neither black nor white", quote(_0))]
    NoPlayer(String),
    /// This answer is not a score, or a score without a margin.
    #[error("`{}` is not a score", quote(_0))]
    NoScore(String),
    /// The answer does not have a policy for a board of this size.
    #[error("there is no policy for a {size} board in `{}`", quote(text))]
    NoPolicy {
        /// The size of the board.
        size: Size,
        /// The answer.
        text: String,
    },
}
