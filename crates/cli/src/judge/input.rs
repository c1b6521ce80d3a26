//! The games to judge: files, directories, archives, standard input.

use crate::output::say;
use crate::signals::Interrupt;
use std::fs::{File, FileType, Metadata};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use superko_sgf::archive::{Archive, ArchiveError, Budget, Receiver, is_record, read_all};

/// A file of games.
#[derive(Debug)]
pub(super) enum Item {
    /// A file on disk, with its length.
    File(PathBuf, u64),
    /// A file of an archive or of standard input, or why it could not be read.
    Read(String, Result<Vec<u8>, String>),
}

impl Item {
    /// Makes the item of a file that is not read, with the reason.
    fn unread(path: &Path, why: &str) -> Item {
        Item::Read(path.to_string_lossy().into_owned(), Err(why.to_owned()))
    }

    /// Returns how many bytes of the item are in memory.
    pub(super) fn len(&self) -> usize {
        match self {
            Item::Read(name, bytes) => name.len() + bytes.as_ref().map_or(0, Vec::len),
            Item::File(..) => 0,
        }
    }

    /// Returns how many bytes of the item will be in memory when it is judged.
    pub(super) fn weight(&self) -> u64 {
        match self {
            Item::File(_, length) => *length,
            Item::Read(..) => self.len() as u64,
        }
    }

    /// Returns the name, and the bytes or why they cannot be read.
    pub(super) fn read(self) -> (String, Result<Vec<u8>, String>) {
        match self {
            Item::File(path, _) => {
                let bytes = File::open(&path).map_err(cannot).and_then(all_of);
                (path.to_string_lossy().into_owned(), bytes)
            }
            Item::Read(name, bytes) => (name, bytes),
        }
    }
}

/// Lists the files that arguments name, with those in directories, sorted by name. An argument may name any file; in directories,
/// only records and archives by their names are taken, and only regular files.
pub(super) fn files(arguments: &[PathBuf], walk: &Walk<'_>) -> Vec<Result<PathBuf, Item>> {
    let mut files = Vec::new();
    for argument in arguments {
        if !argument.is_dir() {
            files.push(Ok(argument.clone()));
            continue;
        }
        let before = files.len();
        walk.below(argument, &mut files);
        if files.len() == before {
            let none = "there is no game record in it (.sgf, .zip, .tar, .tar.gz, .tgz)";
            files.push(Err(Item::unread(argument, none)));
        }
    }
    files
}

/// The options for going through directories.
pub(super) struct Walk<'a> {
    pub(super) quiet: bool,
    pub(super) interrupt: &'a Interrupt,
}

impl Walk<'_> {
    /// Finds the records and archives below a directory. Links to other directories are not followed.
    fn below(&self, folder: &Path, files: &mut Vec<Result<PathBuf, Item>>) {
        let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => return files.push(Err(Item::unread(folder, &cannot(error)))),
        };
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries.into_iter().take_while(|_| !self.interrupt.is_set()) {
            let path = entry.path();
            let is_named = is_record(&path) || Archive::of(&path).is_some();
            let kind = entry.file_type().ok();
            // A device never ends, and a fifo may never get a writer. A path without metadata fails when it is opened.
            let special = match kind {
                Some(kind) if kind.is_dir() => {
                    self.below(&path, files);
                    continue;
                }
                Some(kind) if kind.is_file() => None,
                _ => special(&path).filter(|_| is_named),
            };
            match special {
                None if is_named => files.push(Ok(path)),
                Some(what) if !self.quiet => {
                    say(&format!("note: {} is {what}, and is left out", path.display()));
                }
                _ => {}
            }
        }
    }
}

/// Returns the kind of a path that is neither a file nor missing.
fn special(path: &Path) -> Option<&'static str> {
    let kind = path.metadata().ok()?.file_type();
    match () {
        () if kind.is_file() => None,
        () if kind.is_dir() => Some("a link to a directory"),
        () => Some(name_of(kind)),
    }
}

#[cfg(unix)]
fn name_of(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match () {
        () if kind.is_fifo() => "a fifo",
        () if kind.is_socket() => "a socket",
        () => "a device",
    }
}

#[cfg(not(unix))]
fn name_of(_: FileType) -> &'static str {
    "not a file"
}

/// Hands over the games of a file, with their names; breaks off if the receiver does.
pub(super) fn open(path: PathBuf, budget: Budget, receiver: &mut dyn TakeItems) -> ControlFlow<()> {
    let name = path.to_string_lossy().into_owned();
    if path == Path::new("-") {
        receiver.expect(u64::MAX);
        return receiver.take(Item::Read(name, all_of(io::stdin().lock())));
    }
    let Some(archive) = Archive::of(&path) else {
        return match path.metadata() {
            Ok(about) if !is_stream(&about) => receiver.take(Item::File(path, about.len())),
            // The length of a stream is known only when it has been read.
            about => {
                receiver.expect(u64::MAX);
                let bytes = about.and_then(|_| File::open(&path)).map_err(cannot);
                receiver.take(Item::Read(name, bytes.and_then(all_of)))
            }
        };
    };
    let mut inside = Inside { archive: &name, found: false, receiver };
    let file = File::open(&path).map_err(cannot);
    let mut read =
        |file| archive.read(file, budget, &mut inside).map_err(|error| error.to_string());
    match file.and_then(&mut read) {
        Ok(ControlFlow::Continue(())) if !inside.found => {
            receiver.take(Item::unread(&path, "there is no .sgf in the archive"))
        }
        Ok(flow) => flow,
        Err(error) => receiver.take(Item::Read(name, Err(error))),
    }
}

/// Returns whether a file has no length of its own.
fn is_stream(about: &Metadata) -> bool {
    !about.is_file() && !about.is_dir()
}

/// A receiver of the files of games.
pub(super) trait TakeItems {
    /// Notes that this many bytes are about to be read, as far as that is known.
    fn expect(&mut self, bytes: u64);

    /// Takes a file, and says whether to go on.
    fn take(&mut self, item: Item) -> ControlFlow<()>;
}

/// The records of an archive, on their way to the receiver of all files.
struct Inside<'a> {
    archive: &'a str,
    found: bool,
    receiver: &'a mut dyn TakeItems,
}

impl Receiver for Inside<'_> {
    fn expect(&mut self, bytes: u64) {
        self.receiver.expect(bytes);
    }

    fn take(&mut self, name: String, bytes: Result<Vec<u8>, ArchiveError>) -> ControlFlow<()> {
        self.found = true;
        let bytes = bytes.map_err(|error| error.to_string());
        self.receiver.take(Item::Read(format!("{}/{name}", self.archive), bytes))
    }
}

fn all_of(source: impl Read) -> Result<Vec<u8>, String> {
    read_all(source).map_err(|error| error.to_string())
}

fn cannot(error: io::Error) -> String {
    format!("cannot be read: {error}")
}
