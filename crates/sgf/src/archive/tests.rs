use super::*;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write;

/// The name of a file that was handed over, with its length or the reason why it was not read.
type Taken = (String, Result<usize, ArchiveError>);

#[derive(Default)]
struct Files(Vec<Taken>);

impl Receiver for Files {
    fn take(&mut self, name: String, bytes: Result<Vec<u8>, ArchiveError>) -> ControlFlow<()> {
        self.0.push((name, bytes.map(|bytes| bytes.len())));
        ControlFlow::Continue(())
    }
}

/// Reads an archive. Returns its files, and the error that ended the reading.
fn read(archive: Archive, bytes: &[u8], most: u64) -> (Vec<Taken>, Option<ArchiveError>) {
    let mut files = Files::default();
    let read = archive.read_bytes(bytes, Budget { bytes: most }, &mut files);
    (files.0, read.err())
}

fn zip(files: &[(&str, usize)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for &(name, length) in files {
        let file = archive.new_file(name).compression_method(CompressionMethod::DEFLATE);
        let (mut file, sums) = file.start().unwrap();
        let mut writer = sums.wrap(DeflateEncoder::new(&mut file, Compression::fast()));
        writer.write_all(&vec![b';'; length]).unwrap();
        let (packer, descriptor) = writer.finish().unwrap();
        packer.finish().unwrap();
        file.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

/// Makes a tar archive from entries: the kind of each header, a name, and the bytes after the header.
fn tar_of(entries: &[(::tar::EntryType, &str, &[u8])]) -> Vec<u8> {
    let mut archive = ::tar::Builder::new(Vec::new());
    for &(kind, name, bytes) in entries {
        let mut header = ::tar::Header::new_gnu();
        header.set_path(name).unwrap();
        header.set_entry_type(kind);
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        archive.append(&header, bytes).unwrap();
    }
    archive.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

#[test]
fn a_file_beyond_the_budget_is_named_and_the_others_are_read() {
    let files = [("a.sgf", 700), ("b.txt", 9000), ("c.sgf", 1001), ("d.sgf", 700), ("e.SGF", 100)];
    let budget = Budget { bytes: 1000 };
    let (taken, error) = read(Archive::Zip, &zip(&files), 1000);
    assert_eq!(error, None);
    let names: Vec<&str> = taken.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["a.sgf", "c.sgf", "d.sgf", "e.SGF"]);
    assert_eq!((&taken[0].1, &taken[3].1), (&Ok(700), &Ok(100)));
    assert_eq!(taken[1].1, Err(ArchiveError::TooLarge(budget)));
    assert_eq!(taken[2].1, Err(ArchiveError::TooLittleLeft(budget)));
    let whole = Budget::default();
    assert_eq!(whole.of_a_file(), 24 << 20);
    assert_eq!(Budget { bytes: 64 << 30 }.of_a_file(), LARGEST);
}

#[test]
fn files_that_overlap_are_read_once() {
    let bytes = zip(&[("a.sgf", 100)]);
    // The directory of the archive lists the file three times.
    let begin = bytes.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
    let end = bytes.windows(4).position(|part| part == b"PK\x05\x06").unwrap();
    let entry = &bytes[begin..end];
    let mut tail = bytes[end..].to_vec();
    tail[8..12].copy_from_slice(&[3, 0, 3, 0]);
    tail[12..16].copy_from_slice(&(3 * entry.len() as u32).to_le_bytes());
    let thrice = [&bytes[..begin], entry, entry, entry, &tail].concat();
    let (taken, error) = read(Archive::Zip, &thrice, 1000);
    assert_eq!((error, taken.len(), &taken[0].1), (None, 3, &Ok(100)));
    assert_eq!(taken[2].1, Err(ArchiveError::Overlaps));
}

#[test]
fn a_file_that_is_larger_than_it_says_is_refused() {
    let mut bytes = zip(&[("a.sgf", 100_000), ("b.sgf", 10)]);
    let begin = bytes.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
    bytes[begin + 24..begin + 28].copy_from_slice(&50_u32.to_le_bytes());
    let (taken, _) = read(Archive::Zip, &bytes, 1000);
    assert!(matches!(taken[0].1, Err(ArchiveError::Unreadable(_))), "{taken:?}");
    assert_eq!(taken[1].1, Ok(10));
}

#[test]
fn names_and_headers_of_a_tar_archive_are_read_up_to_a_length() {
    use ::tar::EntryType as Kind;
    let long = "n".repeat(300) + ".sgf";
    let pax = b"17 path=ends.sgf\n".as_slice();
    let huge = vec![b'n'; 70_000];
    let bytes = tar_of(&[
        (Kind::GNULongName, "long", format!("{long}\0").as_bytes()),
        (Kind::Regular, "cut", b"(;)"),
        (Kind::XGlobalHeader, "global", &huge),
        (Kind::XHeader, "pax", pax),
        (Kind::Regular, "cut", b"(;B[])"),
        (Kind::GNULongName, "long", &huge),
        (Kind::Regular, "cut", b"(;)"),
        (Kind::Symlink, "link.sgf", b""),
        (Kind::Regular, "last.sgf", b"(;W[])"),
    ]);
    for (archive, bytes) in [(Archive::Tar, bytes.clone()), (Archive::TarGz, gzip(&bytes))] {
        let (taken, error) = read(archive, &bytes, 1 << 20);
        assert_eq!(error, None);
        assert_eq!(taken[0], (long.clone(), Ok(3)));
        assert_eq!(taken[1], ("ends.sgf".to_owned(), Ok(6)));
        assert_eq!(taken[2].1, Err(ArchiveError::LongHeader));
        assert_eq!(taken[3..], [("last.sgf".to_owned(), Ok(6))]);
    }
}

#[test]
fn a_packed_tar_archive_is_read_as_far_as_the_budget_goes() {
    use ::tar::EntryType as Kind;
    let small = vec![b';'; 100];
    let large = vec![b';'; 20_000];
    let files = [
        (Kind::Regular, "a.sgf", &*small),
        (Kind::Regular, "b.sgf", &*large),
        (Kind::Regular, "c.sgf", &*small),
    ];
    let bytes = tar_of(&files);
    let (taken, error) = read(Archive::TarGz, &gzip(&bytes), 100_000);
    assert_eq!((taken.len(), error), (3, None));
    let (taken, error) = read(Archive::TarGz, &gzip(&bytes), 10_000);
    assert_eq!(taken[0].1, Ok(100));
    let budget = Budget { bytes: 10_000 };
    assert_eq!(taken[1].1, Err(ArchiveError::TooLarge(budget)));
    assert_eq!((taken.len(), error), (2, Some(ArchiveError::Spent(budget))));
    // A plain archive does not expand.
    let (taken, error) = read(Archive::Tar, &bytes, 10_000);
    assert_eq!((&taken[2].1, error), (&Ok(100), None));
}

#[test]
fn errors_name_the_limit_and_the_option() {
    let (small, usual) = (Budget { bytes: 1000 }, Budget::default());
    for (error, said) in [
        (
            ArchiveError::TooLarge(small),
            "cannot be read: it is larger than 1000 bytes (`--max-unpacked`)",
        ),
        (
            ArchiveError::TooLarge(usual),
            "cannot be read: it is larger than 24 MiB, the most for a file in an archive that may expand to 1 GiB \
             (`--max-unpacked`)",
        ),
        (
            ArchiveError::TooLittleLeft(small),
            "cannot be read: the archive expands to more than 1000 bytes (`--max-unpacked`)",
        ),
        (
            ArchiveError::Spent(small),
            "the archive expands to more than 1000 bytes (`--max-unpacked`); the rest is not read",
        ),
        (ArchiveError::broken("no end"), "the archive is broken: no end"),
        (ArchiveError::Huge, "cannot be read: it is larger than 1 GiB"),
    ] {
        assert_eq!(error.to_string(), said);
    }
}
