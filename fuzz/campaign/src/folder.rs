//! The folder of a campaign, in which everything is kept.

use crate::output::Failure;
use fs_err as fs;
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A folder that belongs to one campaign at a time: as long as this value lives, no other can have it.
///
/// The lock is the system's, so that it ends with the process, however that ends.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    _lock: File,
}

/// The folders in it.
const PARTS: [&str; 7] = ["bin", "seeds", "corpus", "artifacts", "findings", "logs", "tmp"];

impl Folder {
    /// Creates a folder, or goes on in one that is there, and takes its lock.
    pub(crate) fn open(path: &Path) -> Result<Folder, Failure> {
        for part in PARTS {
            fs::create_dir_all(path.join(part)).map_err(Failure::usage)?;
        }
        let path = fs::canonicalize(path)?;
        let lock = File::create(path.join("lock"))?;
        match lock.try_lock() {
            Ok(()) => Ok(Folder { path, _lock: lock }),
            Err(TryLockError::WouldBlock) => {
                Err(Failure::usage(format!("a campaign is running in {}", path.display())))
            }
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    /// Its path, from the root of the file system on.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Something in it, such as `corpus/lockstep`.
    pub(crate) fn join(&self, part: impl AsRef<Path>) -> PathBuf {
        self.path.join(part)
    }
}

/// Replaces a file as a whole: a reader, and whoever looks after a crash, sees the old text or the new one.
pub(crate) fn replace(path: &Path, text: &[u8]) -> Result<(), Failure> {
    let mut file = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    file.write_all(text)?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error.into())
}

/// The names of the files in a folder, sorted; none if it cannot be read.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let name = |entry: io::Result<fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
    let mut names: Vec<String> = entries.filter_map(name).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_belongs_to_one_campaign_at_a_time() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::open(path.path()).unwrap();
        let refused = Folder::open(path.path()).unwrap_err().to_string();
        assert!(refused.contains("a campaign is running in"), "{refused}");
        drop(folder);
        Folder::open(path.path()).unwrap();
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        replace(&path, b"old").unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(files(folder.path()), ["state.json"]);
    }
}
