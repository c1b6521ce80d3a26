use super::log::Log;
use super::profile::Profile;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How an engine is to be talked to.
#[derive(Clone, Debug)]
pub struct GtpOptions {
    /// The profile, if it is not to be chosen by what the engine calls itself.
    pub profile: Option<Profile>,
    /// How long the engine may take for one answer.
    pub timeout: Duration,
    /// How long it may take for the first answer after it was started.
    pub start: Duration,
    /// How many bytes of data each of its processes may have. On Linux only: elsewhere an engine with a limit is not
    /// started.
    pub memory: Option<u64>,
    /// Where to write down all that is said.
    pub log: Log,
    /// When to give the engine up, whatever it is doing.
    pub stop: Stop,
}

impl Default for GtpOptions {
    /// The profile is chosen by name, an answer may take 5 s, the first of them 30 s, and memory has no limit.
    fn default() -> GtpOptions {
        GtpOptions {
            profile: None,
            timeout: Duration::from_secs(5),
            start: Duration::from_secs(30),
            memory: None,
            log: Log::default(),
            stop: Stop::default(),
        }
    }
}

/// When to give an engine up: asked at least twenty times a second while it is waited for. From then on every question ends
/// in [`Fault::Stopped`](crate::Fault::Stopped). By default never.
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// When this says so, as a deadline does.
    pub fn when(is_over: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Some(Arc::new(is_over)))
    }

    /// When this flag is set.
    pub fn on(flag: Arc<AtomicBool>) -> Stop {
        Stop::when(move || flag.load(Ordering::Relaxed))
    }

    /// Whether it is time.
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|is_over| is_over())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stop({})", self.is_set())
    }
}
