//! ZIP archives: files in any order, each packed by itself.

use super::{ArchiveError, Budget, Receiver, bounded, is_record, shortened};
use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ReaderAt, ZipArchive, ZipFileHeaderRecord};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;

pub(super) fn read_file(
    file: File,
    budget: Budget,
    receiver: &mut dyn Receiver,
) -> Result<ControlFlow<()>, ArchiveError> {
    read(|buffer| ZipArchive::from_file(file, buffer), budget, receiver)
}

pub(super) fn read_seekable(
    source: impl Read + Seek,
    budget: Budget,
    receiver: &mut dyn Receiver,
) -> Result<ControlFlow<()>, ArchiveError> {
    read(|buffer| ZipArchive::from_seekable(source, buffer), budget, receiver)
}

fn read<R: ReaderAt>(
    open: impl FnOnce(&mut [u8]) -> Result<ZipArchive<R>, rawzip::Error>,
    budget: Budget,
    receiver: &mut dyn Receiver,
) -> Result<ControlFlow<()>, ArchiveError> {
    let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
    let archive = open(&mut buffer).map_err(ArchiveError::broken)?;
    Zip { archive, budget, left: budget.bytes, taken: BTreeMap::new() }.read(buffer, receiver)
}

/// An archive that is being read.
struct Zip<R> {
    archive: ZipArchive<R>,
    budget: Budget,
    /// How much of the budget is left.
    left: u64,
    /// Where the files are that were read: the ends, by the beginnings.
    taken: BTreeMap<u64, u64>,
}

impl<R: ReaderAt> Zip<R> {
    fn read(
        mut self,
        mut buffer: Vec<u8>,
        receiver: &mut dyn Receiver,
    ) -> Result<ControlFlow<()>, ArchiveError> {
        // The entries borrow the archive, and unpacking one changes what is left.
        let Zip { archive, budget, left, taken } = &mut self;
        let mut entries = archive.entries(&mut buffer);
        while let Some(entry) = entries.next_entry().map_err(ArchiveError::broken)? {
            let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
            if !is_record(Path::new(&name)) {
                continue;
            }
            receiver.expect(entry.uncompressed_size_hint().min(budget.of_a_file()));
            let bytes = unpacked(archive, &entry, *budget, left, taken);
            if receiver.take(shortened(&name), bytes).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The bytes of a file, checked by their sum. Files that are packed well can be many times in an archive, one within the
/// other, so that they expand to the square of its size.
fn unpacked<R: ReaderAt>(
    archive: &ZipArchive<R>,
    entry: &ZipFileHeaderRecord<'_>,
    budget: Budget,
    left: &mut u64,
    taken: &mut BTreeMap<u64, u64>,
) -> Result<Vec<u8>, ArchiveError> {
    if entry.flags().is_encrypted() {
        return Err(ArchiveError::Encrypted);
    }
    let size = entry.uncompressed_size_hint();
    if size > budget.of_a_file() {
        return Err(ArchiveError::TooLarge { budget });
    }
    if size > *left {
        return Err(ArchiveError::TooLittleLeft { budget });
    }
    let place = archive.get_entry(entry.wayfinder()).map_err(ArchiveError::broken)?;
    let (begin, end) = place.compressed_data_range();
    let before = taken.range(..end).next_back();
    if begin < end && before.is_some_and(|(_, &end)| end > begin) {
        return Err(ArchiveError::Overlaps);
    }
    taken.insert(begin, end);
    *left -= size;
    let bytes = match entry.compression_method() {
        CompressionMethod::STORE => bounded(place.verifying_reader(place.reader()), size),
        CompressionMethod::DEFLATE => {
            bounded(place.verifying_reader(DeflateDecoder::new(place.reader())), size)
        }
        _ => return Err(ArchiveError::Method),
    };
    match bytes.map_err(ArchiveError::unreadable)? {
        Some(bytes) => Ok(bytes),
        None => Err(ArchiveError::LargerThanSaid),
    }
}
