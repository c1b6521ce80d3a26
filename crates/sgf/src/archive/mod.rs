//! Game records in ZIP and tar archives, within bounds.
//!
//! In: an untrusted archive, which may be made to fill the memory of its reader. Out: its `.sgf` files, one after the other, to a
//! [`Receiver`]. Only one of them is in memory at any time. A [budget](Budget) limits the size of a file, and the bytes to which
//! the archive may expand. Files beyond it are refused by name, and the other files are read.
//!
//! ```
//! use std::ops::ControlFlow;
//! use superko_sgf::archive::{Archive, ArchiveError, Budget, Receiver};
//!
//! struct Names(Vec<String>);
//! impl Receiver for Names {
//!     fn take(&mut self, name: String, _: Result<Vec<u8>, ArchiveError>) -> ControlFlow<()> {
//!         self.0.push(name);
//!         ControlFlow::Continue(())
//!     }
//! }
//! let mut names = Names(Vec::new());
//! let read = Archive::Zip.read_bytes(b"no archive", Budget::default(), &mut names);
//! assert!(matches!(read, Err(ArchiveError::Broken(_))));
//! ```

mod error;
mod tar;
mod zip;

pub use error::ArchiveError;

use flate2::read::MultiGzDecoder;
use std::fmt;
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;

/// The number of bytes to read at once. Most files of one game are smaller.
const PIECE: usize = 1 << 14;

/// The largest size, in bytes, of a file outside an archive.
const LARGEST: u64 = 1 << 30;

/// The size, in bytes, that every file of an archive may have, if the budget allows it.
const USUAL_FILE: u64 = 24 << 20;

/// The number of parts of a larger budget. One file may use one part.
const PARTS: u64 = 64;

/// The largest length of a file name in messages, in bytes.
const LONGEST_NAME: usize = 1000;

/// The kind of a file that contains other files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archive {
    /// A ZIP archive.
    Zip,
    /// A tar archive.
    Tar,
    /// A tar archive, compressed by gzip.
    TarGz,
}

/// The number of bytes to which an archive may expand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The bytes of all files together. One file may have 24 MiB, or the 64th part if that is more, but at most 1 GiB.
    pub bytes: u64,
}

/// The default is 1 GiB.
impl Default for Budget {
    fn default() -> Budget {
        Budget { bytes: 1 << 30 }
    }
}

impl Budget {
    /// Returns the largest number of bytes of a single file.
    fn of_a_file(self) -> u64 {
        self.bytes.min(USUAL_FILE.max(self.bytes / PARTS)).min(LARGEST)
    }
}

/// A number of bytes, printed in the largest unit that divides it.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
        let unit =
            units.into_iter().find(|(_, bits)| self.0 > 0 && self.0.is_multiple_of(1 << bits));
        match unit {
            Some((unit, bits)) => write!(f, "{} {unit}", self.0 >> bits),
            None => write!(f, "{} bytes", self.0),
        }
    }
}

/// A receiver of the records of an archive.
pub trait Receiver {
    /// Announces that a record will be read, with the number of bytes that the archive states.
    fn expect(&mut self, bytes: u64) {
        let _ = bytes;
    }

    /// Takes a record: its name in the archive, and its bytes, or the reason why it cannot be read. Returns whether to continue.
    fn take(&mut self, name: String, bytes: Result<Vec<u8>, ArchiveError>) -> ControlFlow<()>;
}

impl Archive {
    /// Returns the kind of archive by the file name, if any.
    pub fn of(path: &Path) -> Option<Archive> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let ends = |end: &str| name.ends_with(end);
        match () {
            () if ends(".zip") => Some(Archive::Zip),
            () if ends(".tar") => Some(Archive::Tar),
            () if ends(".tar.gz") || ends(".tgz") => Some(Archive::TarGz),
            () => None,
        }
    }

    /// Hands over the records of an archive, in the order of the archive.
    ///
    /// # Errors
    ///
    /// If the archive is broken, or expands to more than the budget. The records before the error have been handed over.
    pub fn read(
        self,
        source: impl Read + Seek,
        budget: Budget,
        receiver: &mut dyn Receiver,
    ) -> Result<ControlFlow<()>, ArchiveError> {
        match self {
            Archive::Zip => zip::read(source, budget, receiver),
            // A plain tar archive does not expand.
            Archive::Tar => tar::read(source, budget, u64::MAX, receiver),
            Archive::TarGz => {
                let unpacked = MultiGzDecoder::new(buffered(source));
                tar::read(unpacked, budget, budget.bytes, receiver)
            }
        }
    }

    /// Hands over the records of an archive that is in memory.
    ///
    /// # Errors
    ///
    /// As for [`read`](Archive::read).
    pub fn read_bytes(
        self,
        bytes: &[u8],
        budget: Budget,
        receiver: &mut dyn Receiver,
    ) -> Result<ControlFlow<()>, ArchiveError> {
        self.read(Cursor::new(bytes), budget, receiver)
    }
}

/// Whether a file is a game record by its name.
pub fn is_record(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
}

/// Reads all bytes, if there are at most 1 GiB of them.
///
/// # Errors
///
/// If there are more, or they cannot be read.
pub fn read_all(source: impl Read) -> Result<Vec<u8>, ArchiveError> {
    let bytes = bounded(source, LARGEST).map_err(ArchiveError::unreadable)?;
    bytes.ok_or(ArchiveError::Huge)
}

/// Returns all bytes, if there are at most this many.
fn bounded(source: impl Read, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::with_capacity(PIECE.min(usize::try_from(most + 1).unwrap_or(PIECE)));
    source.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// Buffers a source with a large buffer, because the headers of an archive are read one by one.
fn buffered<R: Read>(source: R) -> BufReader<R> {
    BufReader::with_capacity(4 * PIECE, source)
}

/// Returns a name, shortened for messages.
fn shortened(name: &str) -> String {
    match name.len() > LONGEST_NAME {
        true => format!("{}...", &name[..name.floor_char_boundary(LONGEST_NAME)]),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests;
