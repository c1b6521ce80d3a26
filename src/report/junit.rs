//! JUnit XML, which CI servers show: a suite for each rule and each check, with a case for each finding, and
//! suites for faults, known failures and the protocol.

use super::drawn::shown_by;
use super::words::{parts, seen, unmet, verdict};
use super::{
    DrawnDifference, FaultReport, Finding, Outcome, Report, RuleGrade, TextOptions, escape,
};
use crate::check::Check;
use crate::engine::ProtocolOutcome;
use std::fmt::{self, Write};

/// Cases that belong together.
struct Suite {
    /// Such as `TT6`, or `faults`.
    name: String,
    cases: Vec<Case>,
}

/// A case: its name, and what came of it.
struct Case {
    name: String,
    result: CaseResult,
}

enum CaseResult {
    Passed,
    /// The reason.
    Skipped(String),
    /// The kind, the message and the details.
    Failed(String, String, String),
    /// As for a failure, if it is not an answer of the engine that is wrong.
    Error(String, String, String),
}

/// Writes the report as JUnit XML. At least one case fails if, and only if, the verdict is not that the
/// engine conforms.
pub fn junit(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, report);
    text
}

fn write_all(out: &mut String, report: &Report) -> fmt::Result {
    let runs: Vec<(&Report, Vec<Suite>)> = parts(report).map(|part| (part, suites(part))).collect();
    let all = runs.iter().flat_map(|(_, suites)| suites).flat_map(|suite| &suite.cases);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    let name = escape::line(&format!("superko: {}", report.called()));
    writeln!(out, "<testsuites name=\"{name}\" {}>", counts(all))?;
    for (part, suites) in &runs {
        // The time of a run is told once, so that the sum is right.
        let mut seconds = part.seconds.unwrap_or(0.0);
        for suite in suites {
            let skipped = |case: &&Case| matches!(case.result, CaseResult::Skipped(_));
            let skipped = suite.cases.iter().filter(skipped).count();
            writeln!(
                out,
                "  <testsuite name=\"{}\" {} skipped=\"{skipped}\" time=\"{seconds:.3}\">",
                escape::line(&format!("{} under {}: {}", part.called(), part.rules, suite.name)),
                counts(suite.cases.iter())
            )?;
            for case in &suite.cases {
                write_case(out, &suite.name, case)?;
            }
            writeln!(out, "  </testsuite>")?;
            seconds = 0.0;
        }
    }
    writeln!(out, "</testsuites>")
}

fn counts<'a>(cases: impl Iterator<Item = &'a Case> + Clone) -> String {
    let failures =
        cases.clone().filter(|case| matches!(case.result, CaseResult::Failed(..))).count();
    let errors = cases.clone().filter(|case| matches!(case.result, CaseResult::Error(..))).count();
    format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"", cases.count())
}

fn write_case(out: &mut String, suite: &str, case: &Case) -> fmt::Result {
    let name = escape::line(&case.name);
    write!(out, "    <testcase classname=\"superko.{}\" name=\"{name}\" time=\"0.000\"", suite)?;
    let (element, kind, message, details) = match &case.result {
        CaseResult::Passed => return writeln!(out, "/>"),
        CaseResult::Skipped(why) => {
            return writeln!(out, "><skipped message=\"{}\"/></testcase>", escape::line(why));
        }
        CaseResult::Failed(kind, message, details) => ("failure", kind, message, details),
        CaseResult::Error(kind, message, details) => ("error", kind, message, details),
    };
    writeln!(
        out,
        "><{element} type=\"{}\" message=\"{}\">{}</{element}></testcase>",
        escape::line(kind),
        escape::line(message),
        escape::text(details)
    )
}

fn suites(report: &Report) -> Vec<Suite> {
    let run = Suite { name: "run".to_owned(), cases: vec![whole_run(report)] };
    let mut suites = vec![run];
    for (rule, result) in &report.rules_checked {
        let mut cases = Vec::new();
        for (way, grade) in [("knows", result.knows), ("enforces", result.enforces)] {
            let result = match grade {
                // The findings say so.
                RuleGrade::Deviates => continue,
                RuleGrade::Conforms => CaseResult::Passed,
                RuleGrade::Tolerates => {
                    CaseResult::Skipped("accepts illegal plays, as it is known to".to_owned())
                }
                RuleGrade::Unobserved => CaseResult::Skipped("not observed".to_owned()),
            };
            cases.push(Case { name: way.to_owned(), result });
        }
        cases.extend(report.findings.iter().filter(|f| f.rule == Some(*rule)).map(of_finding));
        suites.push(Suite { name: rule.to_string(), cases });
    }
    for check in Check::ALL {
        let observations = report.checks.get(&check).map_or(0, |result| result.observations);
        let result = match observations {
            0 => CaseResult::Skipped("not observed".to_owned()),
            _ => CaseResult::Passed,
        };
        let mut cases = vec![Case { name: "observed".to_owned(), result }];
        // What breaks no rule of those in force.
        let beside = report.findings.iter().filter(|finding| {
            let listed = finding.rule.is_some_and(|rule| report.rules_checked.contains_key(&rule));
            !listed && finding.check == check
        });
        cases.extend(beside.map(of_finding));
        suites.push(Suite { name: check.to_string(), cases });
    }
    let faults = report.faults.iter().map(of_fault).collect();
    let unexpected = report.unexpected_passes.iter().map(|id| {
        let message = "expected to fail, but did not".to_owned();
        let result = CaseResult::Failed("unexpected-pass".to_owned(), message, String::new());
        Case { name: id.clone(), result }
    });
    let protocol = report.protocol.iter().map(|(case, outcome)| {
        let result = match outcome {
            ProtocolOutcome::Ok => CaseResult::Passed,
            ProtocolOutcome::Failed(what) if report.options.strict => {
                CaseResult::Failed("protocol".to_owned(), what.clone(), String::new())
            }
            outcome => CaseResult::Skipped(outcome.to_string()),
        };
        Case { name: case.clone(), result }
    });
    for (name, cases) in [
        ("faults", faults),
        ("known-failures", unexpected.collect()),
        ("protocol", protocol.collect::<Vec<Case>>()),
    ] {
        if !cases.is_empty() {
            suites.push(Suite { name: name.to_owned(), cases });
        }
    }
    suites
}

fn of_finding(finding: &Finding) -> Case {
    let result = match finding.expected {
        true => CaseResult::Skipped("a known failure".to_owned()),
        false => {
            let message = format!("reference: {}; engine: {}", finding.reference, finding.engine);
            let drawn = DrawnDifference::of_finding(finding).text(&TextOptions::default());
            let details = format!(
                "{}, {}\n{drawn}   again      {}\n",
                finding.kind.id(),
                seen(finding.count),
                finding.again
            );
            CaseResult::Failed(finding.check.id().to_owned(), message, details)
        }
    };
    Case { name: finding.id.clone(), result }
}

fn of_fault(fault: &FaultReport) -> Case {
    let game: String = shown_by(fault).into_iter().map(|(_, shown)| shown + "\n").collect();
    let again = fault.again.as_deref().unwrap_or("It was met outside a game.");
    let details = format!("{game}{again}\n");
    let result = match fault.expected {
        true => CaseResult::Skipped("a known failure".to_owned()),
        false => CaseResult::Error(fault.kind.clone(), fault.what.clone(), details),
    };
    Case { name: fault.id.clone(), result }
}

/// Whether all was done that was asked for.
fn whole_run(report: &Report) -> Case {
    let missing = unmet(report).map(|unmet| format!("not met: {unmet}")).unwrap_or_default();
    let result = match report.verdict {
        Outcome::Untestable => CaseResult::Error("untestable".to_owned(), verdict(report), missing),
        Outcome::Incomplete => {
            CaseResult::Failed("incomplete".to_owned(), verdict(report), missing)
        }
        Outcome::Conforms | Outcome::Deviates | Outcome::Faulty => CaseResult::Passed,
    };
    Case { name: "tested as far as was asked".to_owned(), result }
}
