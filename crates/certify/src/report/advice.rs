//! Advice on the next steps after a report.

use super::paint::TextOptions;
use super::words::by_cause;
use super::{DiagnosisReport, Report, RunInfo, RunVerdict};
use std::fmt;
use superko_diagnosis::Confidence;
use superko_game::rules::Rules;

/// The placeholder for the rules in the words with which a program tests its engine by other rules.
pub const RULES: &str = "{rules}";

/// The placeholder for the level in the words with which a program tests its engine at another level.
pub const LEVEL: &str = "{level}";

/// Returns the command that tests the engine by these rules, or the words of the program that asked for the run. `None` if a
/// saved report has neither.
fn by_rules(report: &Report, rules: &str) -> Option<String> {
    let engine = &report.engine;
    let command = engine.arguments.as_ref();
    let level = of_level(&report.options.level);
    let command =
        command.map(|arguments| format!("superko certify --rules {rules}{level} {arguments}"));
    command.or_else(|| Some(engine.by_rules.as_ref()?.replace(RULES, rules)))
}

/// A command, and what it does, as a phrase that begins with a verb.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub(super) struct Step {
    pub(super) command: String,
    pub(super) does: String,
}

impl Step {
    fn new(command: impl Into<String>, does: impl Into<String>) -> Step {
        Step { command: command.into(), does: does.into() }
    }
}

/// Writes a clause with the command as its subject.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.command, self.does)
    }
}

/// An offer to test an engine by the rules that it follows, which are not those that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub(super) struct Offer {
    /// The rules, as `--rules` accepts them.
    rules: String,
    /// The command, or the words of a program, that tests the engine by these rules.
    pub(super) command: Option<String>,
}

impl Offer {
    /// Returns the sentence without the command, for a place beside the command.
    pub(super) fn label(&self) -> String {
        format!("If it is meant to play {}, test it with these rules", self.rules)
    }
}

/// Writes a sentence.
impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.command {
            Some(command) => {
                let rules = &self.rules;
                write!(f, "If it is meant to play {rules}, `{command}` tests it by these rules.")
            }
            None => write!(f, "{}.", self.label()),
        }
    }
}

/// Offers to test an engine by the rules that it follows, if they are not those that were asked for.
pub(super) fn offer(report: &Report) -> Option<Offer> {
    let diagnosis = report.diagnosis.as_ref().filter(|_| report.verdict == RunVerdict::Deviates)?;
    let rules = diagnosis.facts.follows().filter(|&rules| rules != report.rules)?.called();
    let command = by_rules(report, &rules);
    Some(Offer { rules, command })
}

/// Returns the commands to run next, without that of the [`offer`]. A page has room for more of them than [`next`] names.
pub(super) fn steps(report: &Report, options: TextOptions) -> Vec<Step> {
    let mut steps = Vec::new();
    if let Some(finding) = by_cause(&report.findings).first().map(|group| group[0]) {
        steps.push(Step::new(&finding.again, "shows finding 1 again"));
        if report.engine.arguments.is_some() {
            let explain = format!("superko explain {}", finding.event);
            steps.push(Step::new(explain, "explains its situation"));
        }
    } else if let Some(again) = report.faults.iter().find_map(|fault| fault.again.as_ref()) {
        steps.push(Step::new(again, "shows the first fault again"));
    }
    steps.extend(run_again(report, options));
    steps
}

/// Returns what to do next, as a clause.
pub(super) fn next(report: &Report, options: TextOptions) -> Option<String> {
    if let Some(step) = run_again(report, options) {
        return Some(step.to_string());
    }
    let on_command_line = report.engine.arguments.is_some();
    let again = if on_command_line { "command" } else { "call" };
    match report.verdict {
        RunVerdict::Deviates if !report.findings.is_empty() => {
            let event = by_cause(&report.findings)[0][0].event;
            let offered = offer(report).map(|_| "test it by the rules that it follows, see above, or ");
            let offered = offered.unwrap_or_default();
            let more = match on_command_line {
                true => format!(
                    ", or `superko explain {event}`; findings that you accept go into a file for --known-failures"
                ),
                false => String::new(),
            };
            Some(format!("{offered}run the `again` {again} of a finding{more}"))
        }
        RunVerdict::Faulty if report.faults.iter().any(|fault| fault.again.is_some()) => {
            Some(format!("run the `again` {again} of a fault"))
        }
        // Methods are missing only for checks that are required.
        RunVerdict::Incomplete if !on_command_line && lacks_required(report) => {
            Some("implement the missing methods, or do not require these checks".to_owned())
        }
        RunVerdict::Incomplete if !on_command_line && !report.options.required.is_empty() => {
            Some(
                "see what was required, but not observed, above: the engine refused a board, or could not reach some events, for example because it has no pass"
                    .to_owned(),
            )
        }
        _ => None,
    }
}

/// Returns the run that tells more about the engine, if there is one.
fn run_again(report: &Report, options: TextOptions) -> Option<Step> {
    if let Some(diagnosis) = report.diagnosis.as_ref().filter(|_| report.games == 0) {
        return Some(after_diagnosis(report, diagnosis));
    }
    let RunInfo { sizes, sizes_named, only, skip, .. } = &report.options;
    // The engine refuses all boards that were named.
    let refused = *sizes_named && report.refused_sizes.len() == sizes.len();
    let level = report.options.level.as_str();
    let (more, level, does) = match report.verdict {
        RunVerdict::Conforms if level == "smoke" => ("", DEFAULT_LEVEL, "asks more"),
        RunVerdict::Conforms if level != "full" => ("", "full", "asks more"),
        RunVerdict::Incomplete if !report.complete || report.unmet.is_empty() => {
            ("", level, "gives it more time")
        }
        RunVerdict::Untestable if refused => ("", level, "tests it on the usual boards"),
        RunVerdict::Incomplete | RunVerdict::Untestable
            if !options.verbose && report.faults.is_empty() =>
        {
            (" -v", level, "lists what could not be observed, and why")
        }
        RunVerdict::Untestable => ("", level, "tests it again"),
        _ => return None,
    };
    let Some(arguments) = report.engine.arguments.as_deref() else {
        let call = report.engine.by_level.as_ref().filter(|_| level != report.options.level)?;
        return Some(Step::new(call.replace(LEVEL, level), does));
    };
    let rules = match report.rules == Rules::default() {
        true => String::new(),
        false => format!(" --rules {}", report.rules),
    };
    let sizes =
        sizes.iter().filter(|_| *sizes_named && !refused).map(|size| format!(" --size {size}"));
    let sizes: String = sizes.collect();
    let level = of_level(level);
    let only: String = only.iter().map(|part| format!(" --only {part}")).collect();
    let skip: String = skip.iter().map(|part| format!(" --skip {part}")).collect();
    let command = format!("superko certify{rules}{sizes}{level}{only}{skip}{more} {arguments}");
    Some(Step::new(command, does))
}

/// Returns the run that follows a diagnosis without a certification run.
pub(super) fn after_diagnosis(report: &Report, diagnosis: &DiagnosisReport) -> Step {
    let facts = &diagnosis.facts;
    // The answers before the fault may fit other rules as well.
    let is_known = !facts.is_lost() && facts.confidence() != Confidence::Nearest;
    let rules = if is_known { facts.rules } else { report.rules };
    let does = match diagnosis.facts.follows() {
        Some(_) => "tests it against these rules",
        None => "shows the shortest game found for each of its mistakes",
    };
    let command = by_rules(report, &rules.to_string());
    Step::new(command.unwrap_or_else(|| format!("superko certify --rules {rules}")), does)
}

/// The default level of a run.
const DEFAULT_LEVEL: &str = "standard";

/// Returns the option for a level, or nothing for the default. Reports of an engine in a program may have no level.
fn of_level(level: &str) -> String {
    match level {
        DEFAULT_LEVEL | "" => String::new(),
        level => format!(" --level {level}"),
    }
}

/// Returns whether a required check observed nothing.
fn lacks_required(report: &Report) -> bool {
    report.checks_unobserved().any(|check| report.options.required.contains(&check))
}
