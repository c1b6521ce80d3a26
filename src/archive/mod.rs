//! Game records in ZIP and tar archives, within bounds.
//!
//! In: an archive as others made it, perhaps to fill the memory of whoever reads it. Out: its `.sgf` files, one after the
//! other, to a [`Receiver`]. At any time one of them is in memory; how large it may be, and to how many bytes the archive may
//! expand, is a [budget](Budget). What goes beyond it is refused by name, and the other files are read.
//!
//! ```
//! use std::ops::ControlFlow;
//! use superko::archive::{Archive, ArchiveError, Budget, Receiver};
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

/// How much is read at once: most files of one game are smaller.
const PIECE: usize = 1 << 14;

/// The most bytes of a file that is not packed.
const LARGEST: u64 = 1 << 30;

/// Every file of an archive may have this many bytes, if the budget allows for them.
const USUAL_FILE: u64 = 24 << 20;

/// A file may have this part of a budget that is larger.
const PART: u64 = 64;

/// The longest name of a file that is told, in bytes.
const LONGEST_NAME: usize = 1000;

/// A file that holds others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archive {
    /// A ZIP archive.
    Zip,
    /// A tar archive.
    Tar,
    /// A tar archive, packed by gzip.
    TarGz,
}

/// How many bytes an archive may expand to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The bytes of all files together. A single file may have 24 MiB of them, or the 64th part, if that is more.
    pub bytes: u64,
}

/// 1 GiB.
impl Default for Budget {
    fn default() -> Budget {
        Budget { bytes: 1 << 30 }
    }
}

impl Budget {
    /// The most bytes that a single file may have.
    fn of_a_file(self) -> u64 {
        self.bytes.min(USUAL_FILE.max(self.bytes / PART)).min(LARGEST)
    }
}

/// A number of bytes, in units of which there are whole ones.
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

/// A receiver takes the records of an archive.
pub trait Receiver {
    /// Is told that a record is about to be read, with the bytes that the archive says it has.
    fn expect(&mut self, bytes: u64) {
        let _ = bytes;
    }

    /// Takes a record: its name in the archive, and its bytes, or why it cannot be read. Says whether to go on.
    fn take(&mut self, name: String, bytes: Result<Vec<u8>, ArchiveError>) -> ControlFlow<()>;
}

impl Archive {
    /// Returns which archive a file is by its name, if it is one.
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

    /// Hands over the records of an archive, in the order in which they are in it.
    ///
    /// # Errors
    ///
    /// If the archive is broken, or expands to more than the budget. What could be read has been handed over.
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

/// All bytes, if they are not more than so many.
fn bounded(source: impl Read, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::with_capacity(PIECE.min(usize::try_from(most + 1).unwrap_or(PIECE)));
    source.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// A source of which much is read at once: the headers of an archive are read one by one.
fn buffered<R: Read>(source: R) -> BufReader<R> {
    BufReader::with_capacity(4 * PIECE, source)
}

/// A name as it is told.
fn shortened(name: &str) -> String {
    match name.len() > LONGEST_NAME {
        true => format!("{}...", &name[..name.floor_char_boundary(LONGEST_NAME)]),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests;
