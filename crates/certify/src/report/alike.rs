//! Rule sets that a run did not distinguish from those that the engine follows.

use super::Report;
use superko_diagnosis::Facts;
use superko_engine::check::Check;
use superko_game::rules::{Rule, Rules, SeenIn};

impl Report {
    /// Returns the other named rule sets that differ from the requested one only in what was not observed.
    pub(crate) fn alike(&self) -> Vec<Rules> {
        self.rules.named_others(|switch| match switch.seen_in {
            SeenIn::Plays => !self.observes_rule(self.rules.value(switch).rule),
            SeenIn::Ends => !self.observes(Check::Status),
            SeenIn::Scores => !self.observes(Check::Score),
            SeenIn::Agreements => !self.observes_agreement(self.rules),
        })
    }

    /// Returns the other named rule sets that differ from those of a diagnosis only in what was not observed.
    pub(super) fn alike_to_diagnosed(&self, facts: &Facts) -> Vec<Rules> {
        facts.rules.named_others(|switch| match switch.seen_in {
            SeenIn::Agreements => !self.observes_agreement(facts.rules),
            _ => facts.unseen.iter().any(|unseen| unseen.hides(switch)),
        })
    }

    /// Returns whether the run observed the agreement of the players under these rules, or the rules have none. The name of the
    /// rules tells the agreement; no turn shows it.
    pub(super) fn observes_agreement(&self, rules: Rules) -> bool {
        match rules.agreement {
            same if !same.asks() => same == self.rules.agreement,
            same if same == self.rules.agreement => self.observes_rule(same.rule()),
            _ => false,
        }
    }

    pub(super) fn observes_rule(&self, rule: Rule) -> bool {
        self.rules_checked.get(&rule).is_some_and(|result| result.observations > 0)
    }

    fn observes(&self, check: Check) -> bool {
        self.checks.get(&check).is_some_and(|result| result.observations > 0)
    }
}

/// Returns a clause that rule sets differ only in what was not observed. `None` if there are no rule sets.
pub(super) fn differ_unseen(sets: &[Rules]) -> Option<String> {
    let names: Vec<String> = sets.iter().map(|rules| rules.called()).collect();
    let (last, others) = names.split_last()?;
    let unseen = "only in what was not observed";
    Some(match others {
        [] => format!("{last} differs {unseen}"),
        _ => format!("{} and {last} differ {unseen}", others.join(", ")),
    })
}
