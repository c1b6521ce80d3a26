//! The end of a run: by a signal, or because its time is up.

use super::signals::Interrupt;
use std::time::{Duration, Instant};
use superko_certify::Observer;
use superko_gtp::client::Stop;

/// The most time that is kept for the diagnosis, which follows the random games.
const FOR_DIAGNOSIS: Duration = Duration::from_secs(60);

/// Returns the time after which random games without a fixed number end, in a run of this duration.
fn for_games(all: Duration) -> Duration {
    all - FOR_DIAGNOSIS.min(all / 4)
}

/// An observer that knows a signal and a clock, and reports nothing.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    pub(crate) interrupt: Interrupt,
    start: Instant,
    /// The time limit, if there is one.
    pub(crate) budget: Option<Duration>,
}

impl Watch {
    /// Makes a watch whose time begins now.
    pub(crate) fn new(interrupt: &Interrupt, budget: Option<Duration>) -> Watch {
        Watch { interrupt: interrupt.clone(), start: Instant::now(), budget }
    }

    /// Returns the condition under which programs are given up.
    pub(crate) fn gives_up(&self) -> Stop {
        let watch = self.clone();
        Stop::when(move || watch.stop())
    }

    /// Returns the time since the start.
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
