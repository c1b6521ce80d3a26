//! Makes files for a program under test.

use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The number of names to try. A taken name is next to impossible.
const TRIES: usize = 8;

/// A file in the folder for temporary files, under a name that nobody can predict. On Unix, only this user may read it.
/// Dropping it removes the file.
#[derive(Debug)]
pub(super) struct PrivateFile(PathBuf);

impl PrivateFile {
    /// Makes a file whose name ends as given. An existing file is never used.
    pub(super) fn with(text: &str, end: &str) -> io::Result<PrivateFile> {
        PrivateFile::in_folder(&std::env::temp_dir(), text, || {
            // The standard library draws its keys from the system.
            format!("superko-{:016x}{end}", RandomState::new().hash_one(0))
        })
    }

    fn in_folder(
        folder: &Path,
        text: &str,
        mut name: impl FnMut() -> String,
    ) -> io::Result<PrivateFile> {
        for _ in 0..TRIES {
            let path = folder.join(name());
            match options().open(&path) {
                Ok(mut file) => {
                    let made = PrivateFile(path);
                    file.write_all(text.as_bytes())?;
                    return Ok(made);
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::from(ErrorKind::AlreadyExists))
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for PrivateFile {
    fn drop(&mut self) {
        // If the file cannot be removed, the system clears the folder.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn options() -> OpenOptions {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_file_has_a_name_of_its_own_and_does_not_stay() {
        let [one, other] = [0, 1].map(|_| PrivateFile::with("(;)", ".sgf").unwrap());
        assert_ne!(one.path(), other.path());
        assert_eq!(std::fs::read_to_string(one.path()).unwrap(), "(;)");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(one.path()).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let paths = [&one, &other].map(|file| file.path().to_owned());
        drop((one, other));
        assert!(paths.iter().all(|path| !path.exists()));
    }

    #[cfg(unix)]
    #[test]
    fn what_somebody_else_made_is_not_used() {
        let [theirs, target] = [0, 1].map(|_| PrivateFile::with("theirs", "").unwrap());
        let folder = theirs.path().parent().unwrap();
        let name =
            |file: &PrivateFile| file.path().file_name().unwrap().to_str().unwrap().to_owned();
        let link = folder.join(name(&theirs) + "-link");
        std::os::unix::fs::symlink(target.path(), &link).unwrap();
        let taken = [name(&theirs), name(&theirs) + "-link", name(&theirs) + "-free"];
        let mut names = taken.iter().cloned();
        let made = PrivateFile::in_folder(folder, "ours", || names.next().unwrap()).unwrap();
        assert_eq!(name(&made), taken[2]);
        let never = PrivateFile::in_folder(folder, "ours", || taken[1].clone());
        assert_eq!(never.unwrap_err().kind(), ErrorKind::AlreadyExists);
        std::fs::remove_file(&link).unwrap();
        for file in [&theirs, &target] {
            assert_eq!(std::fs::read_to_string(file.path()).unwrap(), "theirs");
        }
    }
}
