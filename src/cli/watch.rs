//! When a run is to stop: when it is told to, or when its time is up.

use super::Exit;
use super::signals::Interrupt;
use std::time::{Duration, Instant};
use superko::certify::Observer;
use superko::engines::gtp::Stop;

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

    /// The condition under which programs are given up.
    pub(crate) fn gives_up(&self) -> Stop {
        let watch = self.clone();
        Stop::when(move || watch.stop())
    }

    /// The time that is given, if it is limited.
    pub(crate) fn budget(&self) -> Option<Duration> {
        self.budget
    }

    /// How long it has taken.
    pub(crate) fn since_start(&self) -> Duration {
        self.start.elapsed()
    }

    /// How the program ends if it was interrupted.
    pub(crate) fn exit(&self) -> Exit {
        self.interrupt.exit()
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
