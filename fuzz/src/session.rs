//! Runs a target under a fuzzer: adds up what the executions reached, prints the sums regularly,
//! and keeps them in a file.

use crate::counts::Counts;
use crate::target::Target;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use superko::Event;

/// The environment variable that names the folder of the counts.
pub const FOLDER: &str = "SUPERKO_COUNTS";

/// The time between two prints of the sums.
const PRINT: Duration = Duration::from_secs(10);

/// The time between two writes of the file.
const WRITE: Duration = Duration::from_secs(1);

/// The number of executions between two looks at the clock.
const EXECUTIONS: u64 = 16;

thread_local! {
    /// The sums of this process, which runs one target on one thread. They are dropped, and so
    /// written for the last time, when that thread exits the process. If a signal ends the process,
    /// they are not.
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Runs a target on an input of the fuzzer.
///
/// Every ten seconds a line with the sums is written to standard error. If the environment variable
/// [`FOLDER`] names a folder, the sums are kept there in a file of this process,
/// `TARGET.START.PID.json`. Its name has the time of the start in milliseconds, so that no two
/// processes share a file. The file holds [`Counts`]. It is replaced as a whole every second, when
/// something is found, and when the process exits.
///
/// # Panics
///
/// If the input shows a finding, with its text, because a panic tells the fuzzer about it. Also if
/// there is no target with this name.
pub fn fuzz(name: &str, data: &[u8]) {
    let checked = SESSION.with_borrow_mut(|session| {
        let session = session.get_or_insert_with(|| Session::new(name));
        let checked = session.target.run(data, &mut session.counts);
        session.tell(checked.is_err());
        checked
    });
    if let Err(finding) = checked {
        panic!("{finding}");
    }
}

struct Session {
    target: &'static Target,
    events: Vec<Event>,
    counts: Counts,
    file: Option<PathBuf>,
    start: Instant,
    written: Instant,
    printed: Instant,
}

impl Session {
    fn new(name: &str) -> Session {
        let target = Target::find(name).unwrap_or_else(|| panic!("there is no target `{name}`"));
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let (start, process) = (since.as_millis(), std::process::id());
        let file = std::env::var_os(FOLDER)
            .map(|folder| Path::new(&folder).join(format!("{name}.{start}.{process}.json")));
        let (events, counts, start) = (target.events(), Counts::default(), Instant::now());
        Session { target, events, counts, file, start, written: start, printed: start }
    }

    /// Writes and prints the counts when it is time. Also writes them if something was found.
    fn tell(&mut self, found: bool) {
        if found {
            self.write();
        }
        if !self.counts.executions.is_multiple_of(EXECUTIONS) {
            return;
        }
        let now = Instant::now();
        if now - self.written >= WRITE {
            self.written = now;
            self.write();
        }
        if now - self.printed >= PRINT {
            self.printed = now;
            self.counts.time = now - self.start;
            let line = self.counts.line(&self.events);
            // If standard error is closed, there is no other place for the line.
            let _ = writeln!(io::stderr(), "superko {}: {line}", self.target.name);
        }
    }

    /// Replaces the file, if there is one. A reader sees either the old or the new counts.
    fn write(&mut self) {
        let Some(file) = &self.file else { return };
        self.counts.time = self.start.elapsed();
        let new = file.with_extension("new");
        let text = serde_json::to_vec(&self.counts).expect("counts have names and numbers");
        let written = std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, file));
        if let Err(error) = written {
            // Fuzzing continues without the file.
            let _ = writeln!(io::stderr(), "{}: {error}", file.display());
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.write();
    }
}
