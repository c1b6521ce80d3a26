//! What is to be judged: files, directories, archives, standard input.

use flate2::read::{DeflateDecoder, MultiGzDecoder};
use rawzip::{CompressionMethod, FileReader, ZipArchive, ZipFileHeaderRecord};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// How much is read at once: most files of one game are smaller.
const PIECE: usize = 1 << 14;

/// The most bytes that a file of games may have: what is larger is hardly one, and would fill the memory.
const LARGEST: u64 = 1 << 30;

/// A file of games.
#[derive(Debug)]
pub(super) enum Item {
    /// On disk.
    File(PathBuf),
    /// Of an archive, or of standard input; or why it could not be read.
    Read(String, Result<Vec<u8>, String>),
}

impl Item {
    /// How many bytes of it are in memory.
    pub(super) fn len(&self) -> usize {
        match self {
            Item::Read(_, Ok(bytes)) => bytes.len(),
            Item::File(_) | Item::Read(..) => 0,
        }
    }

    /// What it is called, and its bytes, or why it cannot be read.
    pub(super) fn read(self) -> (String, Result<Vec<u8>, String>) {
        match self {
            Item::File(path) => {
                let bytes = File::open(&path).and_then(bounded).map_err(cannot);
                (path.to_string_lossy().into_owned(), bytes)
            }
            Item::Read(name, bytes) => (name, bytes),
        }
    }
}

/// The files that arguments name, those in directories included, sorted by name. An argument may name any file; in
/// directories the names of records and archives are looked for.
pub(super) fn files(arguments: &[PathBuf]) -> Vec<Result<PathBuf, Item>> {
    let mut files = Vec::new();
    for argument in arguments {
        if !argument.is_dir() {
            files.push(Ok(argument.clone()));
            continue;
        }
        let before = files.len();
        walk(argument, &mut files);
        if files.len() == before {
            let none = "there is no game record in it (.sgf, .zip, .tar, .tar.gz, .tgz)".to_owned();
            files.push(Err(Item::Read(argument.to_string_lossy().into_owned(), Err(none))));
        }
    }
    files
}

/// The records and archives below a directory. Links to other directories are not followed.
fn walk(folder: &Path, files: &mut Vec<Result<PathBuf, Item>>) {
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            let name = folder.to_string_lossy().into_owned();
            files.push(Err(Item::Read(name, Err(cannot(error)))));
            return;
        }
    };
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&path, files),
            _ if is_record(&path) || Archive::of(&path).is_some() => files.push(Ok(path)),
            _ => {}
        }
    }
}

/// Hands over the games of a file; breaks off if the receiver does.
pub(super) fn open(
    path: PathBuf,
    receive: &mut dyn FnMut(Item) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if path == Path::new("-") {
        let bytes = bounded(io::stdin().lock()).map_err(cannot);
        return receive(Item::Read("-".to_owned(), bytes));
    }
    let Some(archive) = Archive::of(&path) else { return receive(Item::File(path)) };
    let name = path.to_string_lossy().into_owned();
    let mut found = 0_u64;
    let read = archive.read(&path, &mut |inner, bytes| {
        found += 1;
        receive(Item::Read(format!("{name}/{inner}"), bytes.map_err(cannot)))
    });
    match read {
        Ok(ControlFlow::Continue(())) if found == 0 => {
            receive(Item::Read(name, Err("there is no .sgf in the archive".to_owned())))
        }
        Ok(flow) => flow,
        Err(error) => receive(Item::Read(name, Err(error))),
    }
}

/// A file that holds others.
#[derive(Clone, Copy, Debug)]
enum Archive {
    Zip,
    Tar,
    TarGz,
}

/// What takes a file of an archive: its name there, and its bytes.
type Receive<'a> = dyn FnMut(&str, io::Result<Vec<u8>>) -> ControlFlow<()> + 'a;

impl Archive {
    /// What a file is by its name, if it is an archive.
    fn of(path: &Path) -> Option<Archive> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let ends = |end: &str| name.ends_with(end);
        match () {
            () if ends(".zip") => Some(Archive::Zip),
            () if ends(".tar") => Some(Archive::Tar),
            () if ends(".tar.gz") || ends(".tgz") => Some(Archive::TarGz),
            () => None,
        }
    }

    /// Hands over the records in an archive, in the order in which they are in it.
    fn read(self, path: &Path, receive: &mut Receive<'_>) -> Result<ControlFlow<()>, String> {
        let file = File::open(path).map_err(cannot)?;
        match self {
            Archive::Zip => zip(file, receive),
            Archive::Tar => tar(buffered(file), receive),
            Archive::TarGz => tar(buffered(MultiGzDecoder::new(buffered(file))), receive),
        }
    }
}

/// A source of which much is read at once: what reads an archive reads its headers one by one.
fn buffered<R: Read>(source: R) -> BufReader<R> {
    BufReader::with_capacity(4 * PIECE, source)
}

fn zip(file: File, receive: &mut Receive<'_>) -> Result<ControlFlow<()>, String> {
    let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
    let archive = ZipArchive::from_file(file, &mut buffer).map_err(|error| broken(&error))?;
    let mut entries = archive.entries(&mut buffer);
    while let Some(entry) = entries.next_entry().map_err(|error| broken(&error))? {
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        if is_record(Path::new(&name)) && receive(&name, unpacked(&archive, &entry)).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The bytes of a file in a ZIP archive, checked by their sum.
fn unpacked(
    archive: &ZipArchive<FileReader>,
    entry: &ZipFileHeaderRecord<'_>,
) -> io::Result<Vec<u8>> {
    if entry.flags().is_encrypted() {
        return Err(io::Error::other("it is encrypted"));
    }
    let place = archive.get_entry(entry.wayfinder()).map_err(io::Error::other)?;
    match entry.compression_method() {
        CompressionMethod::STORE => bounded(place.verifying_reader(place.reader())),
        CompressionMethod::DEFLATE => {
            bounded(place.verifying_reader(DeflateDecoder::new(place.reader())))
        }
        _ => Err(io::Error::other(
            "its compression method is not supported: only stored and deflated files are read",
        )),
    }
}

fn tar(file: impl Read, receive: &mut Receive<'_>) -> Result<ControlFlow<()>, String> {
    let mut archive = tar::Archive::new(file);
    for inner in archive.entries().map_err(|error| broken(&error))? {
        let inner = inner.map_err(|error| broken(&error))?;
        let path = inner.path().map_err(|error| broken(&error))?.into_owned();
        let is_record = inner.header().entry_type().is_file() && is_record(&path);
        if is_record && receive(&path.to_string_lossy(), bounded(inner)).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn is_record(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
}

/// All bytes, if they are not too many.
fn bounded(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(PIECE);
    source.take(LARGEST + 1).read_to_end(&mut bytes)?;
    match u64::try_from(bytes.len()) {
        Ok(length) if length <= LARGEST => Ok(bytes),
        _ => Err(io::Error::other(format!("it is larger than {} MiB", LARGEST >> 20))),
    }
}

fn cannot(error: io::Error) -> String {
    format!("cannot be read: {error}")
}

fn broken(error: &dyn std::error::Error) -> String {
    format!("the archive is broken: {error}")
}
