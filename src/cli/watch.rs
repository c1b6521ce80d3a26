//! When a run is to stop: when it is told to, or when its time is up.

use super::signals::Interrupt;
use std::time::{Duration, Instant};
use superko::certify::Observer;
use superko::engines::gtp::Stop;

/// An observer that knows a signal and a clock, and tells nothing.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    pub(crate) interrupt: Interrupt,
    start: Instant,
    /// The time that is given, if it is limited.
    pub(crate) budget: Option<Duration>,
}

impl Watch {
    /// One whose time begins now.
    pub(crate) fn new(interrupt: &Interrupt, budget: Option<Duration>) -> Watch {
        Watch { interrupt: interrupt.clone(), start: Instant::now(), budget }
    }

    /// The condition under which programs are given up.
    pub(crate) fn gives_up(&self) -> Stop {
        let watch = self.clone();
        Stop::when(move || watch.stop())
    }

    /// How long it has taken.
    pub(crate) fn since_start(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Observer for Watch {
    fn stop(&self) -> bool {
        self.interrupt.is_set() || self.budget.is_some_and(|most| self.since_start() >= most)
    }

    fn interrupted(&self) -> bool {
        self.interrupt.is_set()
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(self.since_start())
    }
}
