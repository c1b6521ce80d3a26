//! When a run is to stop: when it is told to, or when its time is up.

use super::signals::Interrupt;
use std::time::{Duration, Instant};
use superko::certify::Observer;
use superko::engines::gtp::Stop;

/// The most time that is kept for the diagnosis, which follows the random games.
const FOR_DIAGNOSIS: Duration = Duration::from_secs(60);

/// When random games end that have no other end, in a run that has so much time.
fn for_games(all: Duration) -> Duration {
    all - FOR_DIAGNOSIS.min(all / 4)
}

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

    fn enough_games(&self) -> bool {
        self.budget.is_some_and(|all| self.since_start() >= for_games(all))
    }

    fn interrupted(&self) -> bool {
        self.interrupt.is_set()
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(self.since_start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_games_leave_a_quarter_of_the_time_and_no_more_than_a_minute() {
        let seconds = Duration::from_secs;
        for (budget, games) in [(0, 0), (8, 6), (240, 180), (36_000, 35_940)] {
            assert_eq!(for_games(seconds(budget)), seconds(games));
        }
    }
}
