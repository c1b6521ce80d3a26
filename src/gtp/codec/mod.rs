//! The words of the protocol: pure functions on text, which never panic whatever they are given.

mod boards;
mod replies;
mod words;

pub use boards::{board, stones};
pub use replies::{Malformed, Reply, ReplyReader};
pub use words::{Complaint, complaint, half_points, legality, player, policy, turns};

use std::fmt;

/// A text that could not be read as what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    what: String,
}

impl Unreadable {
    pub(super) fn new(what: impl Into<String>) -> Unreadable {
        Unreadable { what: what.into() }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Unreadable {}

/// The beginning of a text, for a message: one line, 60 characters.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let line = text.trim().lines().next().unwrap_or_default();
    let short: String = line.chars().take(LONGEST).collect();
    if short.len() < text.trim().len() { short + " ..." } else { short }
}
