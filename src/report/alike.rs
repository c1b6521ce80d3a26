//! The rule sets that the run did not tell from those that the engine follows.

use super::Report;
use crate::check::Check;
use crate::diagnosis::Facts;
use crate::rules::{Agreement, Rule, Rules, SeenIn};

impl Report {
    /// The other named rule sets that differ from the requested one only in what was not observed.
    pub(crate) fn alike(&self) -> Vec<Rules> {
        self.rules.named_others(|switch| match switch.seen_in {
            SeenIn::Plays => !self.observes_rule(self.rules.value(switch).rule),
            SeenIn::Ends => !self.observes(Check::Status),
            SeenIn::Scores => !self.observes(Check::Score),
            SeenIn::Agreements => !self.observes_agreement(self.rules),
        })
    }

    /// The other named rule sets that differ from those of a diagnosis only in what was not observed.
    pub(super) fn alike_to_diagnosed(&self, facts: &Facts) -> Vec<Rules> {
        facts.rules.named_others(|switch| match switch.seen_in {
            SeenIn::Agreements => !self.observes_agreement(facts.rules),
            _ => facts.unseen.iter().any(|unseen| unseen.hides(switch)),
        })
    }

    /// Whether it was observed what the engine does with what players agree on under some rules; nothing is to be observed where
    /// they agree on nothing. It comes with the name of the rules, and no turn shows it.
    pub(super) fn observes_agreement(&self, rules: Rules) -> bool {
        match rules.agreement {
            Agreement::None => true,
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

/// Says of rule sets, if there are any, that they differ only in what was not observed.
pub(super) fn differ_unseen(sets: &[Rules]) -> Option<String> {
    let names: Vec<String> = sets.iter().map(|rules| rules.called()).collect();
    let (last, others) = names.split_last()?;
    let unseen = "only in what was not observed";
    Some(match others {
        [] => format!("{last} differs {unseen}"),
        _ => format!("{} and {last} differ {unseen}", others.join(", ")),
    })
}
