//! JUnit XML, which CI servers show. Each rule and each check is a suite, with a case for each finding. Faults,
//! known failures and the protocol have suites too.

use super::advice::{next, offer};
use super::drawn::{drawn_again, shown_by};
use super::in_part::{IN_PART, in_part_by};
use super::words::{
    KNOWN_FAILURE, NOT_OBSERVED, conventions, found, in_short, parts, required, verdict,
};
use super::{FaultReport, Finding, Report, RuleGrade, RunVerdict, TextOptions, escape};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;
use superko_engine::ProtocolOutcome;
use superko_engine::check::{Check, Grade};

/// Writes the report as JUnit XML. At least one case fails if, and only if, the verdict is not `conforms`.
///
/// # Panics
///
/// Does not panic: every text can be written as XML.
pub fn junit(report: &Report) -> String {
    let mut all = quick_junit::Report::new(line(&format!("superko: {}", report.called())));
    for part in parts(report) {
        // Only the first suite has the time of the run, so that the sum is right.
        let mut time = Duration::try_from_secs_f64(part.seconds.unwrap_or(0.0)).unwrap_or_default();
        for (name, cases) in suites(part) {
            let title = format!("{} under {}: {name}", part.called(), part.rules);
            let mut suite = TestSuite::new(line(&title));
            suite.set_time(std::mem::take(&mut time));
            for mut case in cases {
                case.set_classname(format!("superko.{name}")).set_time(Duration::ZERO);
                suite.add_test_case(case);
            }
            all.add_test_suite(suite);
        }
    }
    let text = all.to_string().expect("a string can be written to");
    // The schema of Jenkins allows this count in a suite, but not in the whole file.
    let count = format!(" skipped=\"{}\"", all.skipped);
    text.replacen(&count, "", 1)
}

fn skipped(why: &str) -> TestCaseStatus {
    let mut skipped = TestCaseStatus::skipped();
    skipped.set_message(line(why));
    skipped
}

/// Returns the status of a wrong answer.
fn failed(kind: &str, message: &str, details: &str) -> TestCaseStatus {
    non_success(NonSuccessKind::Failure, kind, message, details)
}

/// Returns the status of anything else that went wrong.
fn error(kind: &str, message: &str, details: &str) -> TestCaseStatus {
    non_success(NonSuccessKind::Error, kind, message, details)
}

fn non_success(
    element: NonSuccessKind,
    kind: &str,
    message: &str,
    details: &str,
) -> TestCaseStatus {
    let mut result = TestCaseStatus::non_success(element);
    result.set_type(line(kind)).set_message(line(message)).set_description(escape::plain(details));
    result
}

/// Returns a text for an attribute, on one line.
fn line(text: &str) -> String {
    escape::plain(text).replace(['\n', '\t'], " ")
}

/// Returns the cases in suites, each with a name such as `TT6` or `faults`.
fn suites(report: &Report) -> Vec<(String, Vec<TestCase>)> {
    let case = |finding| of_finding(report, finding);
    let mut suites = vec![("run".to_owned(), vec![whole_run(report)])];
    for (rule, result) in &report.rules_checked {
        let mut cases = Vec::new();
        for (way, by) in [("knows", Grade::Knows), ("enforces", Grade::Enforces)] {
            let result = match result.by(by) {
                // The cases of the findings fail.
                RuleGrade::Deviates => continue,
                RuleGrade::Conforms => match in_part_by(report, *rule, by) {
                    Some(why) => skipped(&format!("conforms {IN_PART}: {why}")),
                    None => TestCaseStatus::success(),
                },
                RuleGrade::Tolerates => skipped("accepts illegal plays, as it is known to"),
                RuleGrade::Unobserved => skipped(NOT_OBSERVED),
            };
            cases.push(TestCase::new(way, result));
        }
        cases.extend(report.findings.iter().filter(|f| f.rule == Some(*rule)).map(case));
        suites.push((rule.to_string(), cases));
    }
    for check in Check::ALL {
        let observations = report.checks.get(&check).map_or(0, |result| result.observations);
        let result = match observations {
            0 => skipped(NOT_OBSERVED),
            _ => TestCaseStatus::success(),
        };
        let mut cases = vec![TestCase::new("observed", result)];
        // Findings that break none of the rules in force.
        let beside = report.findings.iter().filter(|finding| {
            let listed = finding.rule.is_some_and(|rule| report.rules_checked.contains_key(&rule));
            !listed && finding.check == check
        });
        cases.extend(beside.map(case));
        suites.push((check.to_string(), cases));
    }
    let faults = report.faults.iter().map(of_fault).collect();
    let unexpected = report.unexpected_passes.iter().map(|id| {
        TestCase::new(line(id), failed("unexpected-pass", "expected to fail, but did not", ""))
    });
    let protocol = report.protocol.iter().map(|(case, outcome)| {
        let result = match outcome {
            ProtocolOutcome::Ok => TestCaseStatus::success(),
            ProtocolOutcome::Failed(what) if report.options.strict => failed("protocol", what, ""),
            outcome => skipped(&outcome.to_string()),
        };
        TestCase::new(line(case), result)
    });
    for (name, cases) in [
        ("faults", faults),
        ("known-failures", unexpected.collect()),
        ("protocol", protocol.collect::<Vec<TestCase>>()),
    ] {
        if !cases.is_empty() {
            suites.push((name.to_owned(), cases));
        }
    }
    suites
}

fn of_finding(report: &Report, finding: &Finding) -> TestCase {
    let result = match finding.expected {
        true => skipped(KNOWN_FAILURE),
        false => {
            let message = format!("reference: {}; engine: {}", finding.reference, finding.engine);
            // A reader of one case does not see the others.
            let offer = offer(report).filter(|_| finding.cause.as_ref().is_some_and(Vec::is_empty));
            let offer = offer.map(|offer| format!("{offer}\n")).unwrap_or_default();
            let details = format!("{}\n{}{offer}", in_short(finding), drawn_again(finding));
            failed(finding.check.id(), &message, &details)
        }
    };
    TestCase::new(line(&finding.id), result)
}

fn of_fault(fault: &FaultReport) -> TestCase {
    let game: String = shown_by(fault).into_iter().map(|(_, shown)| shown + "\n").collect();
    let again = fault.again.as_deref().unwrap_or("It occurred outside of a game.");
    let details = format!("{game}{again}\n");
    let result = match fault.expected {
        true => skipped(KNOWN_FAILURE),
        false => error(&fault.kind, &fault.what, &details),
    };
    TestCase::new(line(&fault.id), result)
}

/// Returns the case that fails if not all that was requested was tested. Its output has the results in sentences.
fn whole_run(report: &Report) -> TestCase {
    let missing = required(report).unwrap_or_default();
    let result = match report.verdict {
        RunVerdict::Untestable => error("untestable", &verdict(report), &missing),
        RunVerdict::Incomplete => failed("incomplete", &verdict(report), &missing),
        RunVerdict::Conforms | RunVerdict::Deviates | RunVerdict::Faulty => {
            TestCaseStatus::success()
        }
    };
    let sentence = |text: String| format!("{text}.");
    let said = [
        Some(verdict(report)),
        conventions(report),
        report.diagnosis.as_ref().map(|diagnosis| format!("It {}.", diagnosis.sentence)),
        offer(report).map(|offer| offer.to_string()),
        found(report).map(sentence),
        next(report, TextOptions::default()).map(|next| format!("Next: {next}.")),
    ];
    let said: Vec<String> = said.into_iter().flatten().collect();
    let mut case = TestCase::new("tested as far as was asked", result);
    case.set_system_out(escape::plain(&said.join("\n")));
    case
}
