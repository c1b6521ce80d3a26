//! Why an archive, or a record in it, is not read.

use super::{Budget, Bytes};
use std::fmt;
use std::io;

/// Why an archive, or a record in it, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The system, or the unpacker, reports an error.
    Unreadable {
        /// The error.
        message: String,
    },
    /// The archive contradicts its format.
    Broken {
        /// How.
        message: String,
    },
    /// The archive expands to more than its budget, and has to be read in order, so that the rest is not read.
    Spent {
        /// The budget.
        budget: Budget,
    },
    /// The record is larger than a record may be.
    TooLarge {
        /// The budget of the archive.
        budget: Budget,
    },
    /// The records before this one have used up the budget.
    TooLittleLeft {
        /// The budget of the archive.
        budget: Budget,
    },
    /// The record is encrypted.
    Encrypted,
    /// The record is packed by a method other than deflate.
    Method,
    /// The record shares bytes with one that was read before.
    Overlaps,
    /// The record is larger than the archive says.
    LargerThanSaid,
    /// The headers of the record are too long to be read.
    LongHeader,
    /// The file that is not packed is larger than a file may be.
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

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::Broken { message } => {
                return write!(f, "the archive is broken: {message}");
            }
            ArchiveError::Spent { budget } => {
                let most = Bytes(budget.bytes);
                return write!(
                    f,
                    "the archive expands to more than {most} (`--max-unpacked`); the rest is not read"
                );
            }
            _ => f.write_str("cannot be read: ")?,
        }
        match *self {
            ArchiveError::Unreadable { ref message } => f.write_str(message),
            ArchiveError::TooLarge { budget } => {
                let most = budget.of_a_file();
                write!(f, "it is larger than {}", Bytes(most))?;
                if most < budget.bytes {
                    let all = Bytes(budget.bytes);
                    write!(f, ", the most for a file in an archive that may expand to {all}")?;
                }
                f.write_str(" (`--max-unpacked`)")
            }
            ArchiveError::TooLittleLeft { budget } => {
                let most = Bytes(budget.bytes);
                write!(f, "the archive expands to more than {most} (`--max-unpacked`)")
            }
            ArchiveError::Encrypted => f.write_str("it is encrypted"),
            ArchiveError::Method => f.write_str(
                "its compression method is not supported: only stored and deflated files are read",
            ),
            ArchiveError::Overlaps => f.write_str("it overlaps with another file of the archive"),
            ArchiveError::LargerThanSaid => f.write_str("it is larger than the archive says"),
            ArchiveError::LongHeader => {
                f.write_str("its name, or what else describes it, is too long")
            }
            ArchiveError::Huge => write!(f, "it is larger than {}", Bytes(super::LARGEST)),
            ArchiveError::Broken { .. } | ArchiveError::Spent { .. } => Ok(()),
        }
    }
}

impl std::error::Error for ArchiveError {}
