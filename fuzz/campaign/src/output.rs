//! How commands end, how they write, and how they read what several have in their arguments.

use fs_err as fs;
use std::fmt::{self, Display};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use superko_fuzz::Target;

/// How a command ends. The numbers are a contract; scripts rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing unknown was found, and what was to be reached was reached.
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

/// What ends a command early: a message and an exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    /// How the command ends.
    pub(crate) exit: Exit,
    /// What is printed.
    message: String,
}

impl Failure {
    /// Something about the arguments, the input, or the tools.
    pub(crate) fn usage(message: impl Display) -> Failure {
        Failure { exit: Exit::Usage, message: message.to_string() }
    }
}

/// A file that cannot be read or written; `fs_err` says which.
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

/// Writes a result to standard output. A reader who has gone away is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Writes a line to standard error.
pub(crate) fn say(line: &str) {
    // When nobody reads standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "{line}");
}

/// The root of the repository.
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
