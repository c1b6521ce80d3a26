//! Tar archives: one file after another.

use super::{ArchiveError, Budget, Receiver, bounded, buffered, is_record, shortened};
use std::cell::Cell;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::rc::Rc;
use tar::{Entry, EntryType, PaxExtensions};

/// The largest size, in bytes, of a header that describes a file: its name, or its extended headers.
const LONGEST_HEADER: u64 = 1 << 16;

/// Reads an archive from a source, up to this many bytes.
///
/// The crate `tar` would read names and extended headers of any length into memory. So that crate only splits the archive, and
/// these headers are read here.
pub(super) fn read(
    source: impl Read,
    budget: Budget,
    most: u64,
    receiver: &mut dyn Receiver,
) -> Result<ControlFlow<()>, ArchiveError> {
    let left = Rc::new(Cell::new(most));
    let metered = Metered { source, left: Rc::clone(&left) };
    let read = entries(&mut tar::Archive::new(buffered(metered)), budget, receiver);
    match read {
        Err(_) if left.get() == 0 => Err(ArchiveError::Spent(budget)),
        read => read,
    }
}

fn entries(
    archive: &mut tar::Archive<impl Read>,
    budget: Budget,
    receiver: &mut dyn Receiver,
) -> Result<ControlFlow<()>, ArchiveError> {
    let mut next = Described::default();
    for entry in archive.entries().map_err(ArchiveError::broken)?.raw(true) {
        let mut entry = entry.map_err(ArchiveError::broken)?;
        let kind = entry.header().entry_type();
        if next.describe(kind, &mut entry)? {
            continue;
        }
        let Described { name, size, is_too_long } = std::mem::take(&mut next);
        if size.is_some_and(|size| size != entry.size()) {
            return Err(ArchiveError::broken("a file is larger than its header says"));
        }
        let path = match name {
            Some(path) => path,
            None => entry.path().map_err(ArchiveError::broken)?.into_owned(),
        };
        if !kind.is_file() || !(is_too_long || is_record(&path)) {
            continue;
        }
        let name = shortened(&path.to_string_lossy());
        let bytes = match is_too_long {
            true => Err(ArchiveError::LongHeader),
            false => bytes_of(entry, budget, receiver)?,
        };
        if receiver.take(name, bytes).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns the bytes of a file, or the reason why it is left out; an error if the rest of the archive cannot be read.
fn bytes_of(
    entry: Entry<'_, impl Read>,
    budget: Budget,
    receiver: &mut dyn Receiver,
) -> Result<Result<Vec<u8>, ArchiveError>, ArchiveError> {
    let (size, most) = (entry.size(), budget.of_a_file());
    if size > most {
        return Ok(Err(ArchiveError::TooLarge(budget)));
    }
    receiver.expect(size);
    let bytes = bounded(entry, size).map_err(ArchiveError::unreadable)?.unwrap_or_default();
    match bytes.len() as u64 == size {
        true => Ok(Ok(bytes)),
        false => Err(ArchiveError::broken("it ends within a file")),
    }
}

/// The headers that come before a file and describe it.
#[derive(Default)]
struct Described {
    name: Option<PathBuf>,
    size: Option<u64>,
    /// Whether a header is too long to be read.
    is_too_long: bool,
}

impl Described {
    /// Reads an entry, if it is a header that describes the next file. Returns whether the entry is a header of any kind.
    fn describe(
        &mut self,
        kind: EntryType,
        entry: &mut Entry<'_, impl Read>,
    ) -> Result<bool, ArchiveError> {
        let is_name = kind.is_gnu_longname();
        let is_other = kind.is_gnu_longlink() || kind.is_pax_global_extensions();
        if !is_name && !kind.is_pax_local_extensions() {
            return Ok(is_other);
        }
        let Some(bytes) = bounded(entry, LONGEST_HEADER).map_err(ArchiveError::broken)? else {
            self.is_too_long = true;
            return Ok(true);
        };
        if is_name {
            let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
            self.name = Some(path_of(&bytes[..end]));
            return Ok(true);
        }
        for extension in PaxExtensions::new(&bytes).map_while(Result::ok) {
            match extension.key_bytes() {
                b"path" => self.name = Some(path_of(extension.value_bytes())),
                b"size" => self.size = extension.value().ok().and_then(|size| size.parse().ok()),
                _ => {}
            }
        }
        Ok(true)
    }
}

fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// A source from which at most this many bytes are read.
struct Metered<R> {
    source: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.left.get()).unwrap_or(usize::MAX).min(into.len());
        if left == 0 && !into.is_empty() {
            return match self.source.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(io::Error::other("the archive is too large")),
            };
        }
        let read = self.source.read(&mut into[..left])?;
        self.left.update(|left| left - read as u64);
        Ok(read)
    }
}
