//! Whether a campaign reached what it was to reach.

use crate::cli::spelled;
use crate::sums::{Sums, games};
use std::time::Duration;
use superko::report::grouped;

/// Less time than this is too little to judge a target by.
pub(crate) const BUDGET: Duration = Duration::from_secs(300);

/// The least useful share of the executions.
const USEFUL: f64 = 0.5;

/// What a target did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deeds<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// Whether it can reach every event that games can.
    pub(crate) reaches_all: bool,
    /// How long it was fuzzed.
    pub(crate) spent: Duration,
    /// What it counted.
    pub(crate) sums: &'a Sums,
}

/// What is to be said of what was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// What fails the campaign.
    pub(crate) complaints: Vec<String>,
    /// What could not be judged, and why.
    pub(crate) unjudged: Vec<String>,
}

/// Judges the useful share of each target and the events of all of them together.
pub(crate) fn judge(all: &[Deeds<'_>]) -> Verdict {
    let mut verdict = Verdict::default();
    for deeds in all {
        let Deeds { name, spent, sums, .. } = deeds;
        if *spent < BUDGET {
            verdict.unjudged.push(format!(
                "{name} had {}, too short to judge its useful share: that takes {}",
                spelled(*spent),
                spelled(BUDGET)
            ));
        } else if sums.executions == 0 {
            verdict.complaints.push(format!("{name} counted no execution"));
        } else if sums.useful_share() < USEFUL {
            verdict.complaints.push(format!(
                "{name}: {:.1} % of {} executions reached a comparison, less than {:.0} %",
                100.0 * sums.useful_share(),
                grouped(sums.executions),
                100.0 * USEFUL
            ));
        }
    }
    verdict.judge_events(all);
    verdict
}

impl Verdict {
    /// Holds what all targets reached together against what can be reached, if a target took part that can reach all.
    fn judge_events(&mut self, all: &[Deeds<'_>]) {
        let mut together = Sums::default();
        all.iter().for_each(|deeds| together.add(deeds.sums));
        let missing = together.missing();
        let able = || all.iter().filter(|deeds| deeds.reaches_all);
        if missing.is_empty() || able().count() == 0 {
            return;
        }
        let missed = format!("not reached by any target: {}", missing.join(", "));
        if able().any(|deeds| deeds.spent >= BUDGET) {
            self.complaints.push(missed);
        } else {
            let budget = spelled(BUDGET);
            self.unjudged
                .push(format!("events: too short to judge: that takes {budget}; {missed}"));
        }
    }
}

/// How many events there are to be reached.
pub(crate) fn events() -> usize {
    games().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(useful: u64, but: Option<&str>) -> Sums {
        let events = games().map(|event| (event.id().to_owned(), 1));
        let events = events.filter(|(id, _)| Some(id.as_str()) != but).collect();
        Sums { executions: 100, useful, comparisons: useful, events }
    }

    fn judged(name: &str, reaches_all: bool, spent: u64, sums: &Sums) -> Verdict {
        judge(&[Deeds { name, reaches_all, spent: Duration::from_secs(spent), sums }])
    }

    #[test]
    fn a_good_campaign_has_nothing_to_be_said_of() {
        assert_eq!(judged("lockstep", true, 300, &sums(50, None)), Verdict::default());
    }

    #[test]
    fn a_small_useful_share_fails_a_target_that_had_its_time() {
        let verdict = judged("lockstep", true, 300, &sums(49, None));
        assert_eq!(
            verdict.complaints,
            ["lockstep: 49.0 % of 100 executions reached a comparison, less than 50 %"]
        );
        let verdict = judged("lockstep", true, 299, &sums(49, None));
        assert_eq!(verdict.complaints, [] as [&str; 0]);
        assert!(verdict.unjudged[0].contains("lockstep had 4m 59s, too short to judge"));
        let verdict = judged("batch", false, 300, &Sums::default());
        assert_eq!(verdict.complaints, ["batch counted no execution"]);
    }

    #[test]
    fn an_event_that_nobody_reached_fails_the_campaign() {
        let without = sums(100, Some("repeat-cycle-3"));
        let verdict = judged("superko", true, 300, &without);
        assert_eq!(verdict.complaints, ["not reached by any target: repeat-cycle-3"]);
        let verdict = judged("superko", true, 200, &without);
        assert_eq!((verdict.complaints.len(), verdict.unjudged.len()), (0, 2));
        // Positions have no past, so that these targets cannot reach it.
        assert_eq!(judged("setup", false, 300, &without), Verdict::default());
        // One target reaches what another one does not.
        let (spent, with) = (BUDGET, sums(100, None));
        let one = Deeds { name: "superko", reaches_all: true, spent, sums: &without };
        let other = Deeds { name: "lockstep", sums: &with, ..one };
        assert_eq!(judge(&[one, other]), Verdict::default());
    }

    #[test]
    fn targets_that_cannot_reach_all_events_are_not_asked_for_them() {
        let verdict =
            judged("batch", false, 300, &Sums { executions: 2, useful: 2, ..Sums::default() });
        assert_eq!(verdict, Verdict::default());
    }
}
