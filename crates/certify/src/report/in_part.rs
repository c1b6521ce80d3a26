//! Rules to which an engine conforms only in part: not all that was demanded of them was observed.

use super::{Report, RuleGrade, RuleResult};
use superko_engine::check::{Check, Grade};
use superko_engine::referee::Event;
use superko_game::rules::Rule;

/// The grade of a rule to which the engine conforms as far as it was observed.
pub(super) const IN_PART: &str = "in part";

/// The words for an engine that names winners and no scores.
pub(super) const ONLY_WINNERS: &str = "only winners compared";

/// The words for what is compared by the score, if scores are wrong.
const WRONG_SCORES: &str = "not observed where the score is wrong";

impl Report {
    /// Returns why the engine conforms to a rule only in part: what was not observed of it. `None` if all that was demanded was
    /// observed, or the engine does not conform to the rule.
    pub fn in_part(&self, rule: Rule) -> Option<String> {
        in_part(self, rule, usize::MAX)
    }

    /// Returns the rules to which the engine conforms in part.
    pub(super) fn rules_in_part(&self) -> impl Iterator<Item = Rule> {
        self.rules_checked.keys().copied().filter(|&rule| self.in_part(rule).is_some())
    }

    /// Names the rules to which the engine conforms in part, each with the reason.
    pub(crate) fn named_in_part(&self) -> Vec<String> {
        named_in_part(self.rules_in_part().filter_map(|rule| Some((rule, self.in_part(rule)?))))
    }

    /// Returns whether all scores that the engine tells name only the winner.
    pub(super) fn tells_only_winners(&self) -> bool {
        self.checks
            .get(&Check::Score)
            .is_some_and(|result| result.winners > 0 && result.winners == result.observations)
    }
}

impl RuleResult {
    /// Returns one of the two grades.
    pub(super) fn by(&self, grade: Grade) -> RuleGrade {
        match grade {
            Grade::Knows => self.knows,
            Grade::Enforces => self.enforces,
        }
    }
}

/// Returns whether a count is 0, and so is left out of JSON.
#[cfg(feature = "serde")]
pub(super) fn is_none(count: &u64) -> bool {
    *count == 0
}

/// Returns why the engine conforms to a rule in part, with at most `most` events named.
pub(super) fn in_part(report: &Report, rule: Rule, most: usize) -> Option<String> {
    let result = report.rules_checked.get(&rule)?;
    let [knows, enforces] = [Grade::Knows, Grade::Enforces].map(|grade| unobserved(result, grade));
    let (both, only_asked): (Vec<Event>, Vec<Event>) =
        enforces.iter().partition(|event| knows.contains(event));
    let only_played: Vec<Event> =
        knows.iter().copied().filter(|event| !enforces.contains(event)).collect();
    // An engine with only one grade can show an event in only one way.
    let is_played = if result.knows == RuleGrade::Conforms { " when told to play" } else { "" };
    let is_asked = if result.enforces == RuleGrade::Conforms { " when asked" } else { "" };
    let reasons = [(both, ""), (only_asked, is_played), (only_played, is_asked)];
    let reasons = reasons.into_iter().filter(|(events, _)| !events.is_empty());
    let reasons =
        reasons.map(|(events, how)| format!("{} not observed{how}", named(&events, most)));
    let reasons: Vec<String> = reasons.chain(of_scores(report, rule)).collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

/// Names rules to which the engine conforms in part. Rules with the same reason stand together.
pub(super) fn named_in_part(rules: impl Iterator<Item = (Rule, String)>) -> Vec<String> {
    let mut alike: Vec<(String, Vec<Rule>)> = Vec::new();
    for (rule, why) in rules {
        match alike.iter_mut().find(|(other, _)| *other == why) {
            Some((_, rules)) => rules.push(rule),
            None => alike.push((why, vec![rule])),
        }
    }
    let named = |(why, rules): (String, Vec<Rule>)| {
        let ids: Vec<&str> = rules.iter().map(|rule| rule.id()).collect();
        format!("{} ({why})", ids.join(" "))
    };
    alike.into_iter().map(named).collect()
}

/// Returns why the engine conforms to a rule in part by one grade.
pub(super) fn in_part_by(report: &Report, rule: Rule, grade: Grade) -> Option<String> {
    let result = report.rules_checked.get(&rule)?;
    let events = unobserved(result, grade);
    let events =
        (!events.is_empty()).then(|| format!("{} not observed", named(events, usize::MAX)));
    let scores = of_scores(report, rule).filter(|_| grade == Grade::Enforces);
    let reasons: Vec<String> = events.into_iter().chain(scores).collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

/// Returns the events of a rule that were demanded but not observed, by a grade that conforms.
fn unobserved(result: &RuleResult, grade: Grade) -> &[Event] {
    result.unobserved.get(&grade).map(Vec::as_slice).unwrap_or_default()
}

/// Returns what the scores do not show of a rule to which the engine otherwise conforms.
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

/// Names at most `most` events, and counts the others.
fn named(events: &[Event], most: usize) -> String {
    let ids: Vec<&str> = events.iter().take(most).map(|event| event.id()).collect();
    match events.len().saturating_sub(most) {
        0 => ids.join(", "),
        more => format!("{} and {more} more", ids.join(", ")),
    }
}
