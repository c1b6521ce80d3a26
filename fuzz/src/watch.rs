//! Runs a target under a fuzzer: sums up what the executions reached, prints it now and then, keeps it in a file.

use crate::tally::Tally;
use crate::target::Target;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, Instant, SystemTime};

/// The environment variable that names the folder of the tallies.
pub const FOLDER: &str = "SUPERKO_TALLY";

/// How often the sums are printed.
const PRINT: Duration = Duration::from_secs(10);

/// How often they are written to the file.
const WRITE: Duration = Duration::from_secs(1);

/// How many executions pass between two looks at the clock.
const PATIENCE: u64 = 16;

thread_local! {
    /// The sums of this process, which runs one target on one thread. They are dropped, and so written for the last
    /// time, when that thread exits the process; not when a signal ends it.
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// Runs the body of a target on an input of the fuzzer.
///
/// Every ten seconds a line with the sums goes to standard error. If the environment variable [`FOLDER`] names a
/// folder, the sums are kept there in a file of this process, `TARGET.START.PID.json` with the time of its start in
/// milliseconds, so that no two processes of a campaign share one. It holds the object of [`Tally::json`], and is
/// replaced as a whole every second, before a panic, and when the process exits.
///
/// # Panics
///
/// If there is no target of this name, or the input shows a disagreement.
pub fn watch(name: &str, data: &[u8]) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // The hook of the fuzzer ends the process, so what was counted is written first.
            WATCH.with_borrow(|watch| watch.iter().for_each(Watch::write));
            before(panic);
        }));
    });
    let target =
        WATCH.with_borrow_mut(|watch| watch.get_or_insert_with(|| Watch::new(name)).target);
    let mut execution = Tally::default();
    (target.body)(data, &mut execution);
    WATCH.with_borrow_mut(|watch| {
        if let Some(watch) = watch {
            watch.add(&execution);
        }
    });
}

struct Watch {
    target: &'static Target,
    tally: Tally,
    file: Option<PathBuf>,
    start: Instant,
    written: Instant,
    printed: Instant,
}

impl Watch {
    fn new(name: &str) -> Watch {
        let target = Target::find(name).unwrap_or_else(|| panic!("there is no target `{name}`"));
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let (start, process) = (since.as_millis(), std::process::id());
        let file = std::env::var_os(FOLDER)
            .map(|folder| Path::new(&folder).join(format!("{name}.{start}.{process}.json")));
        let now = Instant::now();
        Watch { target, tally: Tally::default(), file, start: now, written: now, printed: now }
    }

    fn add(&mut self, execution: &Tally) {
        self.tally.execute(execution);
        if !self.tally.executions.is_multiple_of(PATIENCE) {
            return;
        }
        let now = Instant::now();
        if now - self.written >= WRITE {
            self.written = now;
            self.write();
        }
        if now - self.printed >= PRINT {
            self.printed = now;
            let line = self.tally.line(self.target, now - self.start);
            // There is nobody to tell that standard error is closed.
            let _ = writeln!(io::stderr(), "{line}");
        }
    }

    /// Replaces the file, if there is one; a reader sees the old or the new counts.
    fn write(&self) {
        let Some(file) = &self.file else { return };
        let new = file.with_extension("new");
        let written = std::fs::write(&new, self.tally.json(self.target.name))
            .and_then(|()| std::fs::rename(&new, file));
        if let Err(error) = written {
            // Fuzzing goes on without it.
            let _ = writeln!(io::stderr(), "{}: {error}", file.display());
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.write();
    }
}
