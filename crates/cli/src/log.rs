//! The file that `--log` names.

use super::output::{lost, to_reader};
use super::{Failure, shell};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use superko_gtp::client::Log;

/// Opens a log at the end of its file, and begins it with the command line. A later failure to write is told once: it says
/// nothing about the engine.
pub(super) fn open(path: &Path) -> Result<Log, Failure> {
    let file = to_reader(|| OpenOptions::new().create(true).append(true).open(path));
    let file = file.map_err(Failure::cannot("write the log", path))?;
    let mut file = LogFile { path: path.to_owned(), file: Some(file) };
    let date = humantime::format_rfc3339_seconds(SystemTime::now());
    let words: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let command = shell::joined(&words);
    // The log tells its errors itself.
    let line = format!("# {date} superko {}: {command}\n", env!("CARGO_PKG_VERSION"));
    let _ = file.write_all(line.as_bytes());
    Ok(Log::to(file))
}

/// A file, until it cannot be written.
struct LogFile {
    path: PathBuf,
    file: Option<File>,
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(file) = &mut self.file
            && let Err(error) = to_reader(|| file.write_all(bytes))
        {
            self.file = None;
            lost(&format!("cannot write the log {}: {error}", self.path.display()));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
