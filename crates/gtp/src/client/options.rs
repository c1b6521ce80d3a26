use super::known_programs::KnownPrograms;
use super::log::Log;
use super::profile::Profile;
use crate::ReplyReader;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The options for running a GTP engine.
#[derive(Clone, Debug)]
pub struct GtpOptions {
    /// The profile. `None` chooses it by the name of the engine.
    pub profile: Option<Profile>,
    /// The time limit for one answer.
    pub timeout: Duration,
    /// The time limit for the first answer after a start.
    pub start: Duration,
    /// The largest number of bytes of data for each of its processes. Only for Linux: on other systems, an engine with
    /// a limit is not started.
    pub memory: Option<u64>,
    /// Whether lines on standard output that are neither a reply nor part of one are skipped. Without this, the first
    /// of them is a fault.
    pub skip_stray_lines: bool,
    /// The log of all communication.
    pub log: Log,
    /// The condition under which to give up on the engine, whatever it is doing.
    pub stop: Stop,
    /// The faults of programs outside of games. All engines that are started with these options or a clone of them
    /// share this.
    pub known_programs: KnownPrograms,
}

impl Default for GtpOptions {
    /// Returns the defaults: the profile is chosen by name, the time limit is 5 s, or 30 s for the first
    /// answer, and memory has no limit.
    fn default() -> GtpOptions {
        GtpOptions {
            profile: None,
            timeout: Duration::from_secs(5),
            start: Duration::from_secs(30),
            memory: None,
            skip_stray_lines: false,
            log: Log::default(),
            stop: Stop::default(),
            known_programs: KnownPrograms::default(),
        }
    }
}

impl GtpOptions {
    /// Makes the reader of the replies.
    pub(super) fn reader(&self) -> ReplyReader {
        match self.skip_stray_lines {
            true => ReplyReader::skipping_stray_lines(),
            false => ReplyReader::default(),
        }
    }
}

/// A condition under which to give up on an engine. It is tested at least twenty times per second while
/// waiting. When it holds, every question ends in [`Fault::Stopped`](superko_engine::Fault::Stopped). By default it
/// never holds.
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Stops when this function returns `true`, for example at a deadline.
    pub fn when(is_over: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Some(Arc::new(is_over)))
    }

    /// Stops when this flag is set.
    pub fn on(flag: Arc<AtomicBool>) -> Stop {
        Stop::when(move || flag.load(Ordering::Relaxed))
    }

    /// Returns whether to stop now.
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|is_over| is_over())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stop({})", self.is_set())
    }
}
