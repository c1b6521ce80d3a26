//! The folder of a campaign, in which everything is kept.

use crate::cli::Failure;
use std::fs::{self, File, TryLockError};
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
const PARTS: [&str; 6] = ["bin", "seeds", "corpus", "artifacts", "tallies", "findings"];

impl Folder {
    /// Creates a folder, or goes on in one that is there, and takes its lock.
    ///
    /// # Errors
    ///
    /// If it cannot be created or belongs to a campaign that is running.
    pub(crate) fn open(path: &Path) -> Result<Folder, Failure> {
        let wrong = |error| Failure::usage(format!("{}: {error}", path.display()));
        for part in PARTS {
            fs::create_dir_all(path.join(part)).map_err(wrong)?;
        }
        let path = path.canonicalize().map_err(wrong)?;
        let lock = File::create(path.join("lock")).map_err(wrong)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let other = format!("a campaign is running in {}", path.display());
                return Err(Failure::usage(other));
            }
            Err(TryLockError::Error(error)) => return Err(wrong(error)),
        }
        // Where fuzzers of a campaign that was killed worked; any of them that still runs ends when it misses it.
        let workshop = path.join("tmp");
        let _ = fs::remove_dir_all(&workshop);
        fs::create_dir_all(&workshop).map_err(wrong)?;
        Ok(Folder { path, _lock: lock })
    }

    /// Its path, from the root of the file system on.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The programs of the targets.
    pub(crate) fn programs(&self) -> PathBuf {
        self.path.join("bin")
    }

    /// The seeds of a target, which a campaign only reads.
    pub(crate) fn seeds(&self, target: &str) -> PathBuf {
        self.path.join("seeds").join(target)
    }

    /// The inputs that a target keeps.
    pub(crate) fn corpus(&self, target: &str) -> PathBuf {
        self.path.join("corpus").join(target)
    }

    /// The inputs that ended a process of a target.
    pub(crate) fn artifacts(&self, target: &str) -> PathBuf {
        self.path.join("artifacts").join(target)
    }

    /// The counts.
    pub(crate) fn tallies(&self) -> PathBuf {
        self.path.join("tallies")
    }

    /// The findings, a file for each cause.
    pub(crate) fn findings(&self) -> PathBuf {
        self.path.join("findings")
    }

    /// Makes the folders of a target; brings back a corpus that was being exchanged for a smaller one.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub(crate) fn prepare(&self, target: &str) -> io::Result<()> {
        let (corpus, old) = (self.corpus(target), self.corpus(&format!("{target}.old")));
        if old.exists() {
            match corpus.exists() {
                true => fs::remove_dir_all(&old)?,
                false => fs::rename(&old, &corpus)?,
            }
        }
        fs::create_dir_all(corpus)?;
        fs::create_dir_all(self.seeds(target))?;
        fs::create_dir_all(self.artifacts(target))
    }

    /// Exchanges the corpus of a target for another one, which loses its name.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub(crate) fn exchange_corpus(&self, target: &str, smaller: &Path) -> io::Result<()> {
        let (corpus, old) = (self.corpus(target), self.corpus(&format!("{target}.old")));
        fs::rename(&corpus, &old)?;
        fs::rename(smaller, &corpus)?;
        fs::remove_dir_all(&old)
    }
}

/// Replaces a file as a whole: a reader, and whoever looks after a crash, sees the old text or the new one.
///
/// # Errors
///
/// If the file system refuses.
pub(crate) fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let mut file = File::create(&new)?;
    file.write_all(text)?;
    file.sync_all()?;
    fs::rename(&new, path)
}

/// How many files a folder has; none if it cannot be read.
pub(crate) fn count(folder: &Path) -> u64 {
    fs::read_dir(folder).map_or(0, |entries| entries.count() as u64)
}

/// An empty folder for a test.
#[cfg(test)]
pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("superko-campaign-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_belongs_to_one_campaign_at_a_time() {
        let path = scratch("lock");
        let folder = Folder::open(&path).unwrap();
        let refused = Folder::open(&path).unwrap_err();
        assert!(refused.message.contains("a campaign is running in"), "{}", refused.message);
        drop(folder);
        Folder::open(&path).unwrap();
    }

    #[test]
    fn a_corpus_survives_an_exchange_that_is_cut_short() {
        let folder = Folder::open(&scratch("exchange")).unwrap();
        folder.prepare("lockstep").unwrap();
        fs::write(folder.corpus("lockstep").join("input"), "x").unwrap();
        fs::rename(folder.corpus("lockstep"), folder.corpus("lockstep.old")).unwrap();
        folder.prepare("lockstep").unwrap();
        assert_eq!(count(&folder.corpus("lockstep")), 1);

        let smaller = folder.path().join("tmp/smaller");
        fs::create_dir(&smaller).unwrap();
        folder.exchange_corpus("lockstep", &smaller).unwrap();
        assert_eq!(count(&folder.corpus("lockstep")), 0);
        assert!(!folder.corpus("lockstep.old").exists() && !smaller.exists());
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = scratch("replace");
        let path = folder.join("state.json");
        replace(&path, b"old").unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(count(&folder), 1);
    }
}
