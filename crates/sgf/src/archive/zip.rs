//! ZIP archives: files in any order, each compressed separately.

use super::{ArchiveError, Budget, Receiver, bounded, is_record, shortened};
use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ReaderAt, ZipArchive, ZipFileHeaderRecord};
use std::collections::BTreeMap;
use std::io::{Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;

pub(super) fn read(
    source: impl Read + Seek,
    budget: Budget,
    receiver: &mut dyn Receiver,
) -> Result<ControlFlow<()>, ArchiveError> {
    let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
    let archive = ZipArchive::from_seekable(source, &mut buffer).map_err(ArchiveError::broken)?;
    let mut room = Room { left: budget.bytes, taken: BTreeMap::new() };
    let mut entries = archive.entries(&mut buffer);
    while let Some(entry) = entries.next_entry().map_err(ArchiveError::broken)? {
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        if !is_record(Path::new(&name)) {
            continue;
        }
        receiver.expect(entry.uncompressed_size_hint().min(budget.of_a_file()));
        let bytes = unpacked(&archive, &entry, budget, &mut room);
        if receiver.take(shortened(&name), bytes).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The part of the budget, and of an archive, that may still be read.
struct Room {
    /// The remaining bytes of the budget.
    left: u64,
    /// The places of the files that were read: the ends, by the beginnings.
    taken: BTreeMap<u64, u64>,
}

/// Returns the bytes of a file, checked by their checksum. Overlapping files are refused, because an archive of files that
/// contain each other can expand to the square of its size.
fn unpacked<R: ReaderAt>(
    archive: &ZipArchive<R>,
    entry: &ZipFileHeaderRecord<'_>,
    budget: Budget,
    room: &mut Room,
) -> Result<Vec<u8>, ArchiveError> {
    if entry.flags().is_encrypted() {
        return Err(ArchiveError::Encrypted);
    }
    let size = entry.uncompressed_size_hint();
    if size > budget.of_a_file() {
        return Err(ArchiveError::TooLarge(budget));
    }
    if size > room.left {
        return Err(ArchiveError::TooLittleLeft(budget));
    }
    let place = archive.get_entry(entry.wayfinder()).map_err(ArchiveError::broken)?;
    let (begin, end) = place.compressed_data_range();
    let before = room.taken.range(..end).next_back();
    if begin < end && before.is_some_and(|(_, &end)| end > begin) {
        return Err(ArchiveError::Overlaps);
    }
    room.taken.insert(begin, end);
    room.left -= size;
    let bytes = match entry.compression_method() {
        CompressionMethod::STORE => bounded(place.verifying_reader(place.reader()), size),
        CompressionMethod::DEFLATE => {
            bounded(place.verifying_reader(DeflateDecoder::new(place.reader())), size)
        }
        _ => return Err(ArchiveError::Method),
    };
    bytes.map_err(ArchiveError::unreadable)?.ok_or(ArchiveError::LargerThanSaid)
}
