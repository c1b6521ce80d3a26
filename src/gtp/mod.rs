//! The text of the Go Text Protocol (GTP, version 2): pure functions on bytes and text, which never panic.
//!
//! In: what a program wrote. Out: replies, boards, turns, rulings. Asked by `engines/gtp` and `server`.

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
    pub(crate) fn new(what: impl Into<String>) -> Unreadable {
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
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let line = text.trim().lines().next().unwrap_or_default();
    let short: String = line.chars().take(LONGEST).collect();
    if short.len() < text.trim().len() { short + " ..." } else { short }
}
