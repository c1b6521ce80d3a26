//! The reasons why an archive, or a record in it, is not read.

use super::{Budget, Bytes};
use std::{fmt, io};

/// The reason why an archive, or a record in it, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// The system, or the unpacker, reports this error.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The archive violates its format, in this way.
    #[error("the archive is broken: {0}")]
    Broken(String),
    /// The archive expands to more than its budget. It can only be read in order, so the rest is not read.
    #[error("{}; the rest is not read", expands_beyond(_0))]
    Spent(Budget),
    /// The record exceeds the limit for one record in the budget of the archive.
    #[error("cannot be read: it is larger than {} (`--max-unpacked`)", most_of_a_file(_0))]
    TooLarge(Budget),
    /// The records before this one have used up the budget of the archive.
    #[error("cannot be read: {}", expands_beyond(_0))]
    TooLittleLeft(Budget),
    /// The record is encrypted.
    #[error("cannot be read: it is encrypted")]
    Encrypted,
    /// The record is packed by a method other than deflate.
    #[error(
        "cannot be read: its compression method is not supported: only stored and deflated files are read"
    )]
    Method,
    /// The record shares bytes with an earlier one.
    #[error("cannot be read: it overlaps with another file of the archive")]
    Overlaps,
    /// The record is larger than the archive says.
    #[error("cannot be read: it is larger than the archive says")]
    LargerThanSaid,
    /// The headers of the record are too long to be read.
    #[error("cannot be read: its name, or what else describes it, is too long")]
    LongHeader,
    /// The unpacked file is larger than the limit for a file.
    #[error("cannot be read: it is larger than {}", Bytes(super::LARGEST))]
    Huge,
}

impl ArchiveError {
    pub(super) fn unreadable(error: io::Error) -> ArchiveError {
        ArchiveError::Unreadable(error.to_string())
    }

    pub(super) fn broken(error: impl fmt::Display) -> ArchiveError {
        ArchiveError::Broken(error.to_string())
    }
}

fn expands_beyond(budget: &Budget) -> String {
    format!("the archive expands to more than {} (`--max-unpacked`)", Bytes(budget.bytes))
}

fn most_of_a_file(budget: &Budget) -> String {
    let (most, all) = (Bytes(budget.of_a_file()), Bytes(budget.bytes));
    match most.0 < all.0 {
        true => format!("{most}, the most for a file in an archive that may expand to {all}"),
        false => most.to_string(),
    }
}
