//! A fuzzer that runs for a slice of time.

use crate::cli::Failure;
use crate::folder::Folder;
use crate::status::{Line, Status};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// An input that takes longer than this is a finding, in seconds.
const SLOWEST: u32 = 60;

/// How long a fuzzer may take to end when its time is up, which includes taking over what its jobs found.
const GRACE: Duration = Duration::from_secs(30);

/// As [`GRACE`], when the campaign is interrupted.
const HASTE: Duration = Duration::from_secs(3);

/// How long it may take once it was interrupted, before it is killed.
const LAST: Duration = Duration::from_secs(5);

/// So many of the last lines are kept, to be shown when a fuzzer fails.
const KEPT: usize = 20;

/// What was heard of a fuzzer.
#[derive(Clone, Debug, Default)]
struct Heard {
    status: Option<Status>,
    workshop: Option<String>,
    last: VecDeque<String>,
}

/// How far a fuzzer was asked to end.
#[derive(Clone, Copy, Debug)]
enum Ending {
    No,
    /// In good order, until then.
    Asked(Instant),
    /// By a signal, until then.
    Interrupted(Instant),
    Killed,
}

/// A fuzzer with the processes of its jobs.
#[derive(Debug)]
pub(crate) struct Fuzzer {
    /// The place of its target among those of the campaign.
    pub(crate) place: usize,
    /// How many processes fuzz side by side.
    pub(crate) forks: usize,
    started: Instant,
    limit: Duration,
    child: Child,
    heard: Arc<Mutex<Heard>>,
    listener: Option<JoinHandle<()>>,
    ending: Ending,
}

impl Fuzzer {
    /// Starts the program of a target. It works in the folder of the campaign, and by itself ends soon after `limit`,
    /// in whole seconds, should the campaign be killed.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub(crate) fn start(
        folder: &Folder,
        target: &str,
        place: usize,
        forks: usize,
        limit: Duration,
    ) -> Result<Fuzzer, Failure> {
        let program = folder.programs().join(target);
        let mut command = Command::new(&program);
        // Paths without blanks, whatever the folder is called: the fuzzer builds command lines of them.
        command
            .arg0(format!("bin/{target}"))
            .current_dir(folder.path())
            .arg(format!("-fork={forks}"))
            .args(["-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"])
            .arg(format!("-max_total_time={}", limit.as_secs().max(1)))
            .args([format!("-timeout={SLOWEST}"), format!("-report_slow_units={SLOWEST}")])
            .arg(format!("-artifact_prefix=artifacts/{target}/"))
            .args([format!("corpus/{target}"), format!("seeds/{target}")])
            // What `cargo fuzz run` sets too: the check takes Rust's linking for a fault.
            .env("ASAN_OPTIONS", "detect_odr_violation=0")
            .env("TMPDIR", "tmp")
            .env(superko_fuzz::FOLDER, "tallies")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .process_group(0);
        let mut child = command.spawn().map_err(|error| Failure::file(&program, error))?;
        let heard = Arc::new(Mutex::new(Heard::default()));
        let stderr = child.stderr.take().expect("it is piped");
        let ear = Arc::clone(&heard);
        let listener = Some(thread::spawn(move || listen(stderr, &ear)));
        let (started, ending) = (Instant::now(), Ending::No);
        Ok(Fuzzer { place, forks, started, limit, child, heard, listener, ending })
    }

    /// What it said last of itself.
    pub(crate) fn status(&self) -> Option<Status> {
        self.heard().status
    }

    /// Whether it ended before anything was fuzzed though it had the time.
    pub(crate) fn failed(&self) -> bool {
        let early = matches!(self.ending, Ending::No);
        early && self.status().is_none() && self.started.elapsed() < self.limit
    }

    /// The last lines that it wrote.
    pub(crate) fn last_lines(&self) -> String {
        Vec::from(self.heard().last.clone()).join("\n")
    }

    /// Ends it in time: first in good order, then by signals to all its processes. Returns how it ended, if it has.
    ///
    /// # Errors
    ///
    /// If the system does not say.
    pub(crate) fn steer(&mut self, folder: &Folder) -> Result<Option<ExitStatus>, Failure> {
        let ended = self.child.try_wait();
        if let Some(status) = ended.map_err(|error| Failure::file(&folder.programs(), error))? {
            // Jobs that outlive it by a fault of its own must not outlive the slice.
            self.signal(Signal::SIGKILL);
            if let Some(listener) = self.listener.take() {
                // It has read all there is; a panic of it has told its message.
                let _ = listener.join();
            }
            return Ok(Some(status));
        }
        let now = Instant::now();
        match self.ending {
            // It counts whole seconds, and waits for more than the limit.
            Ending::No if now >= self.started + self.limit + Duration::from_millis(1_500) => {
                self.ask(folder, GRACE);
            }
            Ending::Asked(until) if now >= until => {
                self.signal(Signal::SIGINT);
                self.ending = Ending::Interrupted(now + LAST);
            }
            Ending::Interrupted(until) if now >= until => {
                self.signal(Signal::SIGKILL);
                self.ending = Ending::Killed;
            }
            _ => {}
        }
        Ok(None)
    }

    /// Asks it to end soon.
    pub(crate) fn hasten(&mut self, folder: &Folder) {
        if matches!(self.ending, Ending::No) {
            self.ask(folder, HASTE);
        }
    }

    /// Ends the job that is running, so that what it found is taken over.
    fn ask(&mut self, folder: &Folder, grace: Duration) {
        let workshop = self.heard().workshop.clone();
        if let Some(workshop) = workshop {
            // Without it the fuzzer is interrupted when the grace is over.
            let _ = std::fs::write(folder.path().join(workshop).join("STOP"), "1");
        }
        self.ending = Ending::Asked(Instant::now() + grace);
    }

    fn signal(&self, signal: Signal) {
        if let Ok(group) = i32::try_from(self.child.id()) {
            // There may be none of them left.
            let _ = killpg(Pid::from_raw(group), signal);
        }
    }

    fn heard(&self) -> std::sync::MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Fuzzer {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            self.signal(Signal::SIGKILL);
            // It is gone, or cannot be waited for.
            let _ = self.child.wait();
        }
    }
}

/// Reads what a fuzzer writes, to its end.
fn listen(stderr: impl Read, heard: &Mutex<Heard>) {
    for line in BufReader::new(stderr).split(b'\n') {
        let Ok(line) = line else { break };
        let line = String::from_utf8_lossy(&line).into_owned();
        let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        match Line::read(&line) {
            Line::Status(status) => heard.status = Some(status),
            Line::Workshop(workshop) => heard.workshop = Some(workshop),
            Line::Other => {}
        }
        if heard.last.len() == KEPT {
            heard.last.pop_front();
        }
        heard.last.push_back(line);
    }
}
