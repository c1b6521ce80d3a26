//! When a run is to stop: when it is told to, or when its time is up.

use super::signals::Interrupt;
use std::time::{Duration, Instant};
use superko::certify::Observer;

/// An observer that knows a signal and a clock, and tells nothing.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    interrupt: Interrupt,
    start: Instant,
    budget: Option<Duration>,
}

impl Watch {
    /// One whose time begins now.
    pub(crate) fn new(interrupt: &Interrupt, budget: Option<Duration>) -> Watch {
        Watch { interrupt: interrupt.clone(), start: Instant::now(), budget }
    }
}

impl Observer for Watch {
    fn stop(&self) -> bool {
        self.interrupt.is_set() || self.budget.is_some_and(|most| self.start.elapsed() >= most)
    }

    fn interrupted(&self) -> bool {
        self.interrupt.is_set()
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(self.start.elapsed())
    }
}
