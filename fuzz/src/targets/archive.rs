//! `archive`: archives from strangers, which may be built to fill the reader's memory.

use crate::bytes::Bytes;
use crate::counts::Counts;
use crate::finding::{Checked, ensure};
use crate::seeds::Material;
use crate::targets::sgf::written;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write;
use std::ops::ControlFlow;
use superko::archive::{Archive, ArchiveError, Budget, Receiver};
use superko::sgf::{Decoded, SgfGame, games};

/// The most bytes that an archive may expand to here.
const BUDGET: usize = 1 << 20;

/// The number of bytes that may be allocated for any input.
const ALWAYS: usize = 1 << 20;

/// The number of bytes that may be allocated per byte of a file while its games are read. (A
/// growing list is in memory twice.)
const TIMES: usize = 64;

/// A function that reads an archive.
pub type ReadArchive =
    dyn Fn(Archive, &[u8], Budget, &mut dyn Receiver) -> Result<ControlFlow<()>, ArchiveError>;

/// A meter of allocated bytes.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    /// Returns the number of bytes that are allocated.
    pub now: fn() -> usize,
    /// Returns the largest number of bytes allocated since the last reset.
    pub peak: fn() -> usize,
    /// Resets the peak.
    pub reset: fn(),
}

/// The meter of a program that uses `peak_alloc` as its allocator. In other programs it counts
/// nothing.
pub const ALLOCATED: Meter = Meter {
    now: || peak_alloc::PeakAlloc.current_usage(),
    peak: || peak_alloc::PeakAlloc.peak_usage(),
    reset: || peak_alloc::PeakAlloc.reset_peak_usage(),
};

impl Meter {
    /// Returns by how many bytes the peak since the last reset exceeds an earlier amount.
    fn above(self, before: usize) -> usize {
        (self.peak)().saturating_sub(before)
    }
}

/// Reads the games of each record as the archive yields it.
struct Reading {
    meter: Meter,
    /// The number of bytes that were allocated before the archive was read.
    before: usize,
    files: u64,
    bytes: usize,
    /// The largest number of bytes allocated by reading the archive.
    allocated: usize,
    /// The first record whose games made the reader allocate too much: its size, and the number of
    /// bytes allocated.
    greedy: Option<(usize, usize)>,
}

impl Receiver for Reading {
    fn take(&mut self, _: String, bytes: Result<Vec<u8>, ArchiveError>) -> ControlFlow<()> {
        self.allocated = self.allocated.max(self.meter.above(self.before));
        self.files += 1;
        let Ok(bytes) = bytes else { return ControlFlow::Continue(()) };
        self.bytes += bytes.len();
        let before = (self.meter.now)();
        (self.meter.reset)();
        for tree in games(&Decoded::of(&bytes).text) {
            // Broken games are read too, because they also allocate memory.
            let _ = SgfGame::read(&tree, 0);
        }
        let allocated = self.meter.above(before);
        if allocated > ALWAYS + TIMES * bytes.len() {
            self.greedy.get_or_insert((bytes.len(), allocated));
        }
        drop(bytes);
        (self.meter.reset)();
        ControlFlow::Continue(())
    }
}

/// Reads an archive, and the games in it. The first byte says whether the others are a ZIP archive,
/// a tar archive, or a tar archive that has to be compressed first.
///
/// # Errors
///
/// If the archive yields more than the budget allows, or if more is allocated than a small multiple
/// of budget and input.
pub fn archive(data: &[u8], counts: &mut Counts, meter: Meter, read: &ReadArchive) -> Checked {
    let mut bytes = Bytes::new(data);
    let (first, rest) = (bytes.byte(), bytes.rest());
    let packed;
    let (kind, rest) = match first % 3 {
        0 => (Archive::Zip, rest),
        1 => (Archive::Tar, rest),
        _ => {
            packed = gzip(rest);
            (Archive::TarGz, &*packed)
        }
    };
    (meter.reset)();
    let before = (meter.now)();
    let mut reading = Reading { meter, before, files: 0, bytes: 0, allocated: 0, greedy: None };
    // Broken archives are read too, because they also allocate memory.
    let _ = read(kind, rest, Budget { bytes: BUDGET as u64 }, &mut reading);
    let Reading { files, bytes, greedy, .. } = reading;
    let allocated = reading.allocated.max(meter.above(before));
    let described =
        |what: &str| format!("{kind:?}: {what}, {files} files of {} packed bytes", rest.len());
    ensure(kind == Archive::Tar || bytes <= BUDGET, "budget", || {
        described(&format!("{bytes} bytes"))
    })?;
    let is_light = allocated <= ALWAYS + 4 * BUDGET.max(rest.len()) && greedy.is_none();
    ensure(is_light, "allocated-bytes", || {
        described(&format!("{allocated} allocated, {greedy:?}"))
    })?;
    (0..files).for_each(|_| counts.compare());
    Ok(())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).and_then(|()| packer.finish()).expect("memory can be written to")
}

/// Returns every sixteenth game in an archive of each kind, and files that compress very well.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let mut files: Vec<Vec<String>> =
        material.games.iter().step_by(16).map(|game| vec![written(&game.record)]).collect();
    let bomb = |unit: &str| format!("(;{})", unit.repeat(200_000 / unit.len()));
    files.push([";", "(;", ";B[aa]", ";AB[aa:yy]"].map(bomb).to_vec());
    files.push(vec![bomb("(;)"); 8]);
    let seeds = files.iter().flat_map(|files| {
        let (zip, tar) = (zip_of(files), tar_of(files));
        let zip = [&[0], &*zip].concat();
        // A plain tar archive is as large as its files together.
        let is_small = tar.len() < 1 << 14;
        let kinds = is_small.then(|| [1, 2].map(|kind| [&[kind], &*tar].concat()));
        [zip].into_iter().chain(kinds.into_iter().flatten())
    });
    seeds.collect()
}

fn zip_of(files: &[String]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (number, text) in files.iter().enumerate() {
        let name = format!("{number}.sgf");
        let file = archive.new_file(&name).compression_method(CompressionMethod::DEFLATE);
        let (mut file, sums) = file.start().expect("the name is short");
        let mut writer = sums.wrap(DeflateEncoder::new(&mut file, Compression::best()));
        writer.write_all(text.as_bytes()).expect("memory can be written to");
        let (packer, sums) = writer.finish().expect("as above");
        packer.finish().expect("as above");
        file.finish(sums).expect("as above");
    }
    archive.finish().expect("as above");
    bytes
}

fn tar_of(files: &[String]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (number, text) in files.iter().enumerate() {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        // Long names are stored in an entry of their own, before the file.
        let name = format!("{}{number}.sgf", "n".repeat(150 * number));
        archive.append_data(&mut header, name, text.as_bytes()).expect("memory can be written to");
    }
    archive.into_inner().expect("as above")
}
