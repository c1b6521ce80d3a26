//! ZIP archives: files in any order, each packed by itself.

use super::{Budget, Receiver, bounded, broken, cannot, is_record, shortened};
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
) -> Result<ControlFlow<()>, String> {
    let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
    let archive = ZipArchive::from_file(file, &mut buffer).map_err(broken)?;
    Zip { archive, budget, left: budget.bytes, taken: BTreeMap::new() }.read(buffer, receiver)
}

pub(super) fn read_seekable(
    source: impl Read + Seek,
    budget: Budget,
    receiver: &mut dyn Receiver,
) -> Result<ControlFlow<()>, String> {
    let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
    let archive = ZipArchive::from_seekable(source, &mut buffer).map_err(broken)?;
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
    ) -> Result<ControlFlow<()>, String> {
        // The entries borrow the archive, and unpacking one changes what is left.
        let Zip { archive, budget, left, taken } = &mut self;
        let mut entries = archive.entries(&mut buffer);
        while let Some(entry) = entries.next_entry().map_err(broken)? {
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
) -> Result<Vec<u8>, String> {
    let wrong = |what: &str| Err(format!("cannot be read: {what}"));
    if entry.flags().is_encrypted() {
        return wrong("it is encrypted");
    }
    let size = entry.uncompressed_size_hint();
    if size > budget.of_a_file() {
        return wrong(&budget.file_too_large());
    }
    if size > *left {
        return wrong(&budget.too_little_left());
    }
    let place = archive.get_entry(entry.wayfinder()).map_err(broken)?;
    let (begin, end) = place.compressed_data_range();
    let before = taken.range(..end).next_back();
    if begin < end && before.is_some_and(|(_, &end)| end > begin) {
        return wrong("it overlaps with another file of the archive");
    }
    taken.insert(begin, end);
    *left -= size;
    let bytes = match entry.compression_method() {
        CompressionMethod::STORE => bounded(place.verifying_reader(place.reader()), size),
        CompressionMethod::DEFLATE => {
            bounded(place.verifying_reader(DeflateDecoder::new(place.reader())), size)
        }
        _ => {
            return wrong(
                "its compression method is not supported: only stored and deflated files are read",
            );
        }
    };
    match bytes.map_err(cannot)? {
        Some(bytes) => Ok(bytes),
        None => wrong("it is larger than the archive says"),
    }
}
