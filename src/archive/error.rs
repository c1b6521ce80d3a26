//! Why an archive, or a record in it, is not read.

use super::{Budget, Bytes};
use std::fmt;
use std::io;

/// Why an archive, or a record in it, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The system, or the unpacker, reports an error.
    #[error("cannot be read: {message}")]
    Unreadable {
        /// The error.
        message: String,
    },
    /// The archive contradicts its format.
    #[error("the archive is broken: {message}")]
    Broken {
        /// How.
        message: String,
    },
    /// The archive expands to more than its budget, and has to be read in order, so that the rest is not read.
    #[error("{}; the rest is not read", expands_beyond(budget))]
    Spent {
        /// The budget.
        budget: Budget,
    },
    /// The record is larger than a record may be.
    #[error("cannot be read: it is larger than {} (`--max-unpacked`)", most_of_a_file(budget))]
    TooLarge {
        /// The budget of the archive.
        budget: Budget,
    },
    /// The records before this one have used up the budget.
    #[error("cannot be read: {}", expands_beyond(budget))]
    TooLittleLeft {
        /// The budget of the archive.
        budget: Budget,
    },
    /// The record is encrypted.
    #[error("cannot be read: it is encrypted")]
    Encrypted,
    /// The record is packed by a method other than deflate.
    #[error(
        "cannot be read: its compression method is not supported: only stored and deflated files are read"
    )]
    Method,
    /// The record shares bytes with one that was read before.
    #[error("cannot be read: it overlaps with another file of the archive")]
    Overlaps,
    /// The record is larger than the archive says.
    #[error("cannot be read: it is larger than the archive says")]
    LargerThanSaid,
    /// The headers of the record are too long to be read.
    #[error("cannot be read: its name, or what else describes it, is too long")]
    LongHeader,
    /// The file that is not packed is larger than a file may be.
    #[error("cannot be read: it is larger than {}", Bytes(super::LARGEST))]
    Huge,
}

impl ArchiveError {
    pub(super) fn unreadable(error: io::Error) -> ArchiveError {
        ArchiveError::Unreadable { message: error.to_string() }
    }

    pub(super) fn broken(error: impl fmt::Display) -> ArchiveError {
        ArchiveError::Broken { message: error.to_string() }
    }
}

fn expands_beyond(budget: &Budget) -> String {
    format!("the archive expands to more than {} (`--max-unpacked`)", Bytes(budget.bytes))
}

fn most_of_a_file(budget: &Budget) -> String {
    let (most, all) = (budget.of_a_file(), budget.bytes);
    match most < all {
        true => format!(
            "{}, the most for a file in an archive that may expand to {}",
            Bytes(most),
            Bytes(all)
        ),
        false => Bytes(most).to_string(),
    }
}
