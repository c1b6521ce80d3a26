//! What to do next with a report.

use super::paint::TextOptions;
use super::{Outcome, Report, RunInfo};
use crate::rules::Rules;

/// The place of the rules in the words with which a program tests its engine by other rules.
pub const RULES: &str = "{rules}";

/// The command, or the words of the program that asked for the run, with which the engine is tested by these rules.
pub(super) fn by_rules(report: &Report, rules: &str) -> String {
    let engine = &report.engine;
    match (&engine.arguments, &engine.by_rules) {
        (None, Some(words)) => words.replace(RULES, rules),
        (arguments, _) => {
            let arguments = arguments.as_deref().unwrap_or_default();
            format!("superko certify --rules {rules} {arguments}").trim_end().to_owned()
        }
    }
}

/// Offers to test an engine by the rules that it follows, if they are not those that were asked for.
pub(super) fn offer(report: &Report) -> Option<String> {
    let diagnosis = report.diagnosis.as_ref().filter(|_| report.verdict == Outcome::Deviates)?;
    let rules = diagnosis.facts.follows().filter(|&rules| rules != report.rules)?.called();
    let how = by_rules(report, &rules);
    Some(format!("If it is meant to play {rules}, `{how}` tests it by these rules."))
}

/// What to do next, as a clause.
pub(super) fn next(report: &Report, options: TextOptions) -> Option<String> {
    let certify = |more: &str, level: &str| {
        let arguments = report.engine.arguments.as_deref()?;
        let rules = match report.rules == Rules::default() {
            true => String::new(),
            false => format!(" --rules {}", report.rules),
        };
        let RunInfo { sizes, sizes_named, only, skip, .. } = &report.options;
        let sizes = sizes.iter().filter(|_| *sizes_named).map(|size| format!(" --size {size}"));
        let sizes: String = sizes.collect();
        let level = match level {
            DEFAULT_LEVEL => String::new(),
            level => format!(" --level {level}"),
        };
        let only: String = only.iter().map(|part| format!(" --only {part}")).collect();
        let skip: String = skip.iter().map(|part| format!(" --skip {part}")).collect();
        Some(format!("superko certify{rules}{sizes}{level}{only}{skip}{more} {arguments}"))
    };
    let level = report.options.level.as_str();
    match report.verdict {
        Outcome::Deviates if !report.findings.is_empty() => {
            let event = report.findings[0].event;
            match report.engine.arguments {
                Some(_) => Some(format!(
                    "run the `again` command of a finding, or `superko explain {event}`; findings that you accept go into a file \
                     for --known-failures"
                )),
                None => Some("run the `again` command of a finding".to_owned()),
            }
        }
        Outcome::Faulty if report.faults.iter().any(|fault| fault.again.is_some()) => {
            Some("run the `again` command of a fault".to_owned())
        }
        Outcome::Conforms if level != "full" => {
            let next = if level == "smoke" { DEFAULT_LEVEL } else { "full" };
            certify("", next).map(|line| format!("`{line}` asks more"))
        }
        // Whoever demands no check lacks no method.
        Outcome::Incomplete
            if report.engine.arguments.is_none() && lacks_required(report) =>
        {
            Some(
                "implement the missing methods, or do not require these checks"
                    .to_owned(),
            )
        }
        Outcome::Incomplete
            if report.engine.arguments.is_none() && !report.options.required.is_empty() =>
        {
            Some(
                "see \"not met\" above: the engine refused a board, or could not reach some events, for example because it has no pass"
                    .to_owned(),
            )
        }
        Outcome::Incomplete if report.unmet.is_empty() => {
            certify("", level).map(|line| format!("give it more time: `{line}`"))
        }
        Outcome::Incomplete | Outcome::Untestable
            if !options.verbose && report.faults.is_empty() =>
        {
            certify(" -v", level).map(|line| format!("`{line}` lists what could not be observed, and why"))
        }
        _ => None,
    }
}

/// The level of a run that is not told one.
const DEFAULT_LEVEL: &str = "standard";

/// Whether a check is required by which nothing was observed.
fn lacks_required(report: &Report) -> bool {
    report.checks_unobserved().any(|check| report.options.required.contains(&check))
}
