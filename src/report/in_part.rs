//! How far it was observed that an engine follows the rules to which it conforms.

use super::{Report, RuleGrade, RuleResult};
use crate::check::{Check, Grade};
use crate::referee::Event;
use crate::rules::Rule;

/// The grade of a rule to which the engine conforms as far as that was observed.
pub(super) const IN_PART: &str = "in part";

/// Said where the engine names the winners and no scores.
pub(super) const ONLY_WINNERS: &str = "only winners compared";

/// Said of what is compared with the score, if that is wrong.
const WRONG_SCORES: &str = "not observed where the score is wrong";

impl Report {
    /// Returns why the engine conforms to a rule only in part: what was not observed of it. `None` if all was that was demanded, or
    /// the engine does not conform to the rule.
    pub fn in_part(&self, rule: Rule) -> Option<String> {
        in_part(self, rule, usize::MAX)
    }

    /// The rules to which the engine conforms in part.
    pub(super) fn rules_in_part(&self) -> impl Iterator<Item = Rule> {
        self.rules_checked.keys().copied().filter(|&rule| self.in_part(rule).is_some())
    }

    /// Names the rules to which the engine conforms in part, each with why.
    pub(crate) fn told_in_part(&self) -> Vec<String> {
        told_in_part(self.rules_in_part().filter_map(|rule| Some((rule, self.in_part(rule)?))))
    }

    /// Whether all scores that the engine tells name the winner and no number.
    pub(super) fn tells_only_winners(&self) -> bool {
        self.checks
            .get(&Check::Score)
            .is_some_and(|result| result.winners > 0 && result.winners == result.observations)
    }
}

impl RuleResult {
    /// The grade by one of the two.
    pub(super) fn by(&self, grade: Grade) -> RuleGrade {
        match grade {
            Grade::Knows => self.knows,
            Grade::Enforces => self.enforces,
        }
    }
}

/// Whether a count is left out of JSON.
#[cfg(feature = "serde")]
pub(super) fn is_none(count: &u64) -> bool {
    *count == 0
}

/// Why the engine conforms to a rule in part, with so many events named at the most.
pub(super) fn in_part(report: &Report, rule: Rule, most: usize) -> Option<String> {
    let result = report.rules_checked.get(&rule)?;
    let [knows, enforces] = [Grade::Knows, Grade::Enforces].map(|grade| unobserved(result, grade));
    let (both, only_asked): (Vec<Event>, Vec<Event>) =
        enforces.iter().partition(|event| knows.contains(event));
    let only_played: Vec<Event> =
        knows.iter().copied().filter(|event| !enforces.contains(event)).collect();
    // Of an engine with one grade nothing else is expected.
    let is_played = if result.knows == RuleGrade::Conforms { " when told to play" } else { "" };
    let is_asked = if result.enforces == RuleGrade::Conforms { " when asked" } else { "" };
    let told = [(both, ""), (only_asked, is_played), (only_played, is_asked)];
    let told = told.into_iter().filter(|(events, _)| !events.is_empty());
    let told = told.map(|(events, how)| format!("{} not observed{how}", named(&events, most)));
    let reasons: Vec<String> = told.chain(of_scores(report, rule)).collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

/// Names rules to which the engine conforms in part, those together of which the same was not observed.
pub(super) fn told_in_part(rules: impl Iterator<Item = (Rule, String)>) -> Vec<String> {
    let mut alike: Vec<(String, Vec<Rule>)> = Vec::new();
    for (rule, why) in rules {
        match alike.iter_mut().find(|(other, _)| *other == why) {
            Some((_, rules)) => rules.push(rule),
            None => alike.push((why, vec![rule])),
        }
    }
    let told = |(why, rules): (String, Vec<Rule>)| {
        let ids: Vec<&str> = rules.iter().map(|rule| rule.id()).collect();
        format!("{} ({why})", ids.join(" "))
    };
    alike.into_iter().map(told).collect()
}

/// Why the engine conforms to a rule in part by one grade.
pub(super) fn in_part_by(report: &Report, rule: Rule, grade: Grade) -> Option<String> {
    let result = report.rules_checked.get(&rule)?;
    let events = unobserved(result, grade);
    let events =
        (!events.is_empty()).then(|| format!("{} not observed", named(events, usize::MAX)));
    let scores = of_scores(report, rule).filter(|_| grade == Grade::Enforces);
    let reasons: Vec<String> = events.into_iter().chain(scores).collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

/// The events that were not observed of a rule to which the engine conforms.
fn unobserved(result: &RuleResult, grade: Grade) -> &[Event] {
    result.unobserved.get(&grade).map(Vec::as_slice).unwrap_or_default()
}

/// What of a rule the scores do not show, if the engine conforms to it otherwise.
fn of_scores(report: &Report, rule: Rule) -> Option<String> {
    let [reaching, score, winner] = [Rule::TT3, Rule::TT9, Rule::TT10].map(Rule::number);
    let number = rule.number();
    let conforms = report.rules_checked.get(&rule)?.enforces == RuleGrade::Conforms;
    let is_wrong = || {
        let mut broken = report.findings.iter().filter(|found| found.check == Check::Score);
        broken.any(|found| found.rule.is_some_and(|rule| rule.number() == score))
    };
    let said = match number {
        _ if !conforms => None,
        _ if number == score => report.tells_only_winners().then_some(ONLY_WINNERS),
        _ if number == reaching || number == winner => is_wrong().then_some(WRONG_SCORES),
        _ => None,
    };
    said.map(str::to_owned)
}

/// Names events; of more than so many, it counts the others.
fn named(events: &[Event], most: usize) -> String {
    let ids: Vec<&str> = events.iter().take(most).map(|event| event.id()).collect();
    match events.len().saturating_sub(most) {
        0 => ids.join(", "),
        more => format!("{} and {more} more", ids.join(", ")),
    }
}
