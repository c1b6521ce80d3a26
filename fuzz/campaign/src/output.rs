//! Exit codes, output, and the argument parsers that several commands share.

use fs_err as fs;
use std::fmt::{self, Display};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use superko_fuzz::Target;

/// The way in which a command ends. The numbers are a contract, and scripts rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing unknown was found, and everything that had to be reached was reached.
    Fine = 0,
    /// An unknown finding, too small a useful share, or an event that was never reached.
    Failed = 1,
    /// Unusable arguments, or a tool that is missing.
    Usage = 2,
    /// A fuzzer could not be run.
    Untestable = 3,
    /// Interrupted before the time was up.
    Incomplete = 4,
    /// An error of this program, or of the file system.
    Internal = 70,
}

/// An error that ends a command early: a message and an exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit code.
    pub(crate) exit: Exit,
    /// The message to print.
    message: String,
}

impl Failure {
    /// Makes a failure for a mistake in the arguments or the input, or for a missing tool.
    pub(crate) fn usage(message: impl Display) -> Failure {
        Failure { exit: Exit::Usage, message: message.to_string() }
    }
}

/// Makes a failure for a file that cannot be read or written. `fs_err` names the file.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure { exit: Exit::Internal, message: error.to_string() }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Writes a result to standard output. It is not an error if the reader is gone.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Writes a line to standard error.
pub(crate) fn say(line: &str) {
    // If standard error is closed, there is no other place for the line.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Returns the root of the repository.
pub(crate) fn root() -> PathBuf {
    let this = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = this.ancestors().nth(2).expect("this package is two folders deep in the repository");
    root.to_owned()
}

/// Reads the name of a target.
pub(crate) fn target(name: &str) -> Result<&'static Target, String> {
    Target::find(name)
        .ok_or_else(|| format!("`{name}` is no target; there are {}", Target::names().join(", ")))
}

/// Reads a time of at least a second, as in 90s, 30m, 8h or 3d.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok().filter(|time| time.as_secs() > 0);
    time.ok_or_else(|| {
        format!(
            "`{text}` is not a duration: write a number with its unit, as in 90s, 30m, 8h or 3d"
        )
    })
}

/// Returns the names of the files in a folder, sorted. Returns none if the folder cannot be read.
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
    fn times_are_read_with_their_units() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("3d"), Ok(Duration::from_secs(259_200)));
        for wrong in ["", "8", "0s", "h", "99999999999999999999h", "999999999999999999d"] {
            assert!(duration(wrong).is_err_and(|error| error.contains(wrong)), "{wrong}");
        }
    }

    #[test]
    fn the_root_is_that_of_the_repository() {
        assert!(root().join("fuzz/campaign/Cargo.toml").is_file(), "{}", root().display());
    }
}
