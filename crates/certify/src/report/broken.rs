//! The rules that an engine breaks, and those of them that it breaks by a mistake about another rule.

use super::{Finding, Report};
use std::collections::BTreeSet;
use superko_game::rules::Rule;
use superko_harness::findings::Reliability;
use superko_harness::model::Model;

/// Returns the rules that are broken.
pub(super) fn broken(report: &Report) -> Vec<Rule> {
    let is_broken = |rule: &Rule| findings(report).any(|finding| finding.rule == Some(*rule));
    report.rules_checked.keys().copied().filter(is_broken).collect()
}

/// Names the broken rules. The rules that the engine breaks only by mistakes about others, by the diagnosis, come last.
pub(super) fn in_rules(report: &Report, broken: &[Rule]) -> String {
    let mut shared = BTreeSet::new();
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for &rule in broken {
        match mistakes_about_others(report, rule) {
            Some(mistakes) => {
                shared.extend(mistakes);
                others.push(rule.id());
            }
            None => own.push(rule.id()),
        }
    }
    if others.is_empty() {
        return own.join(", ");
    }
    let mistakes = if shared.len() == 1 { "mistake" } else { "mistakes" };
    format!("{}, and by the same {mistakes} in {}", own.join(", "), others.join(", "))
}

/// Returns the mistakes that explain all findings about a rule, if each mistake is about another rule.
fn mistakes_about_others(report: &Report, rule: Rule) -> Option<BTreeSet<&str>> {
    let mut all = BTreeSet::new();
    for finding in findings(report).filter(|finding| finding.rule == Some(rule)) {
        // No model answers by chance.
        let mistakes = finding.cause.as_ref().filter(|_| finding.kind != Reliability::Flaky)?;
        let is_of_others = |mistake: &String| broken_first_by(report, mistake) != Some(rule);
        if mistakes.is_empty() || !mistakes.iter().all(is_of_others) {
            return None;
        }
        all.extend(mistakes.iter().map(String::as_str));
    }
    Some(all)
}

/// Returns the broken rule that a mistake is about, or else the first rule that its findings break.
fn broken_first_by(report: &Report, mistake: &str) -> Option<Rule> {
    let shows = |finding: &&Finding| {
        finding.cause.as_ref().is_some_and(|cause| cause.iter().any(|word| word == mistake))
    };
    let rules: BTreeSet<Rule> =
        findings(report).filter(shows).filter_map(|finding| finding.rule).collect();
    let model: Option<Model> = format!("the rules in force; {mistake}").parse().ok();
    let made = model.and_then(|model| model.mistakes().next());
    let number = made.and_then(|(mistake, _)| mistake.rule_number());
    let meant = rules.iter().find(|rule| Some(rule.number()) == number);
    meant.or(rules.first()).copied()
}

/// Returns the findings that are not known failures.
fn findings(report: &Report) -> impl Iterator<Item = &Finding> {
    report.findings.iter().filter(|finding| !finding.expected)
}
