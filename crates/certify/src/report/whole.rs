//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file, or replaces it. The text goes to a new file beside it, which is then renamed: if that fails, the file stays as
/// it was. Anything but a regular file, such as a device or a pipe, is written to directly.
///
/// # Errors
///
/// If the file system reports an error.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let Some(place) = place(path) else { return fs::write(path, text) };
    let (mut file, beside) = match new_beside(&place) {
        // The folder of another user may permit writing to a file, but not replacing it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && place.exists() => {
            return fs::write(path, text);
        }
        made => made?,
    };
    let written = file.write_all(text.as_bytes()).and_then(|()| match fs::metadata(&place) {
        Ok(earlier) => fs::set_permissions(&beside, earlier.permissions()),
        Err(_) => Ok(()),
    });
    // Windows does not rename a file that is open.
    drop(file);
    let written = written.and_then(|()| fs::rename(&beside, &place));
    match written {
        // A file on which another is mounted cannot be replaced.
        Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
            fs::remove_file(&beside)?;
            fs::write(path, text)
        }
        Err(error) => {
            // Only the first error is returned.
            let _ = fs::remove_file(&beside);
            Err(error)
        }
        Ok(()) => Ok(()),
    }
}

/// Checks that a file can be written, and changes nothing.
///
/// # Errors
///
/// If it cannot be written.
pub fn try_to_write(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() || found.is_dir() => {
            OpenOptions::new().write(true).open(path).map(drop)
        }
        // Opening a pipe may block until it has a reader.
        Ok(_) => Ok(()),
        Err(_) => {
            let (_, beside) = new_beside(path)?;
            fs::remove_file(beside)
        }
    }
}

/// Returns the path of the file to replace, with links followed. `None` for anything but a regular file, and for a link to
/// nothing.
fn place(path: &Path) -> Option<PathBuf> {
    match fs::symlink_metadata(path) {
        Err(_) => Some(path.to_owned()),
        Ok(_) => fs::canonicalize(path).ok().filter(|place| place.is_file()),
    }
}

/// Creates a new file in the folder of another.
fn new_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    if path.file_name().is_none() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let beside = path.with_file_name(format!(".superko-{}-{number}", process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            // A killed process with the same number left this file.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return Ok((made?, beside)),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_file_is_replaced_where_it_is_and_nothing_is_left_beside_it() {
        let folder = std::env::temp_dir().join(format!("superko-whole-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (file, link, dangling) = (folder.join("a"), folder.join("b"), folder.join("c"));
        try_to_write(&file).unwrap();
        assert!(!file.exists());
        write_whole(&file, "one").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a", &link).unwrap();
        try_to_write(&link).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        write_whole(&link, "two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        symlink("d", &dangling).unwrap();
        write_whole(&dangling, "three").unwrap();
        assert_eq!(fs::read_to_string(folder.join("d")).unwrap(), "three");
        for (path, tried) in [("/dev/null", true), ("/no/such/folder/a", false), ("/", false)] {
            assert_eq!(try_to_write(Path::new(path)).is_ok(), tried, "{path}");
            assert_eq!(write_whole(Path::new(path), "four").is_ok(), tried, "{path}");
        }
        assert!(write_whole(Path::new("/dev/full"), "five").is_err());
        assert!(try_to_write(&folder).is_err() && write_whole(&folder, "six").is_err());
        let left = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut left: Vec<_> = left.collect();
        left.sort();
        assert_eq!(left, ["a", "b", "c", "d"]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
