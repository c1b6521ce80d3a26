//! Commands, options, exit codes, and where words go.

use crate::{campaign, coverage, inspect};
use clap::{Parser, Subcommand};
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use superko::report::grouped;
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
    /// What is said.
    pub(crate) message: String,
}

impl Failure {
    /// Something about the arguments, the input, or the tools.
    pub(crate) fn usage(message: impl Display) -> Failure {
        Failure { exit: Exit::Usage, message: message.to_string() }
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(path: &Path, error: impl Display) -> Failure {
        Failure { exit: Exit::Internal, message: format!("{}: {error}", path.display()) }
    }
}

/// Tasks of the repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 110)]
#[command(after_help = "\
Exit codes:
  0 nothing unknown found   1 findings, or too little reached   2 usage, or a tool is missing
  3 a fuzzer does not run   4 interrupted before the time was up   70 internal error")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Fuzz for a time, and say what was reached and found
    Campaign(campaign::Arguments),
    /// Say which lines of the optimized engine and the harness the corpora of a campaign reach
    Coverage(coverage::Arguments),
    /// Run one input through the body of its target and say what it shows
    #[command(hide = true)]
    Inspect(inspect::Arguments),
}

/// Runs the command line.
pub(crate) fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Fine };
            // When nobody reads the message there is nobody to tell.
            let _ = error.print();
            return ExitCode::from(exit as u8);
        }
    };
    let outcome = match arguments.command {
        Command::Campaign(arguments) => campaign::run(&arguments),
        Command::Coverage(arguments) => coverage::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
    };
    let exit = outcome.unwrap_or_else(|failure| {
        let word = console::style("error:").red().bold().for_stderr();
        say(&format!("{word} {}", failure.message));
        failure.exit
    });
    ExitCode::from(exit as u8)
}

/// Writes a result to standard output. A reader who has gone away is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::file(Path::new("standard output"), error))
        }
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
    Target::find(name).ok_or_else(|| {
        let names: Vec<&str> = Target::ALL.iter().map(|target| target.name).collect();
        format!("`{name}` is no target; there are {}", names.join(", "))
    })
}

/// Reads a time of at least a second, as in 90s, 30m, 8h or 3d.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let wrong =
        || format!("`{text}` is no time: write a number with its unit, as in 90s, 30m, 8h or 3d");
    let split = text.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
    let (number, unit) = text.split_at(split);
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3_600,
        "d" => 86_400,
        _ => return Err(wrong()),
    };
    let total = number.checked_mul(seconds).filter(|&total| total > 0).ok_or_else(wrong)?;
    Ok(Duration::from_secs(total))
}

/// A time in whole seconds, as `2h 03m 04s`.
pub(crate) fn spelled(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds}s"),
        (0, minutes, seconds) => format!("{minutes}m {seconds:02}s"),
        (hours, minutes, seconds) => format!("{hours}h {minutes:02}m {seconds:02}s"),
    }
}

/// A count with its word, such as `1 job` and `2 jobs`.
pub(crate) fn several(count: usize, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {word}{plural}", grouped(count as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("3d"), Ok(Duration::from_secs(259_200)));
        for wrong in ["", "8", "0s", "h", "1.5h", "99999999999999999999h", "999999999999999999d"] {
            assert!(duration(wrong).is_err_and(|error| error.contains(wrong)), "{wrong}");
        }
        assert_eq!(spelled(Duration::from_secs(7_384)), "2h 03m 04s");
        assert_eq!(spelled(Duration::from_millis(4_900)), "4s");
    }

    #[test]
    fn the_root_is_that_of_the_repository() {
        assert!(root().join("fuzz/campaign/Cargo.toml").is_file(), "{}", root().display());
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!([several(1, "job"), several(1_000, "job")], ["1 job", "1,000 jobs"]);
    }
}
