//! JUnit XML, which CI servers show: a suite for each rule set, a case for each rule, finding, fault and protocol case.

use super::words::{parts, seen, verdict};
use super::{DrawnDifference, Outcome, Report, RuleGrade, TextOptions, escape};
use std::fmt::{self, Write};

/// A case: its class, its name, and what came of it.
struct Case {
    class: &'static str,
    name: String,
    result: CaseResult,
}

enum CaseResult {
    Passed,
    /// The reason.
    Skipped(String),
    /// The kind, the message and the details.
    Failed(String, String, String),
    /// As above, where it is no answer of the engine that is wrong.
    Error(String, String, String),
}

/// The report as JUnit XML. A case fails exactly if the verdict is not that the engine conforms.
pub fn junit(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, report);
    text
}

fn write_all(out: &mut String, report: &Report) -> fmt::Result {
    let suites: Vec<(&Report, Vec<Case>)> = parts(report).map(|part| (part, cases(part))).collect();
    let all = || suites.iter().flat_map(|(_, cases)| cases);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    let name = escape::line(&format!("superko: {}", report.called()));
    writeln!(out, "<testsuites name=\"{name}\" {}>", counts(all()))?;
    for (part, cases) in &suites {
        let name = escape::line(&format!("{} under {}", part.called(), part.rules));
        let skipped =
            cases.iter().filter(|case| matches!(case.result, CaseResult::Skipped(_))).count();
        let seconds = part.seconds.unwrap_or(0.0);
        writeln!(
            out,
            "  <testsuite name=\"{name}\" {} skipped=\"{skipped}\" time=\"{seconds:.3}\">",
            counts(cases.iter())
        )?;
        for case in cases {
            write_case(out, case)?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn counts<'a>(cases: impl Iterator<Item = &'a Case> + Clone) -> String {
    let failures =
        cases.clone().filter(|case| matches!(case.result, CaseResult::Failed(..))).count();
    let errors = cases.clone().filter(|case| matches!(case.result, CaseResult::Error(..))).count();
    format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"", cases.count())
}

fn write_case(out: &mut String, case: &Case) -> fmt::Result {
    let name = escape::line(&case.name);
    write!(
        out,
        "    <testcase classname=\"superko.{}\" name=\"{name}\" time=\"0.000\"",
        case.class
    )?;
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

fn cases(report: &Report) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |class, name: String, result| cases.push(Case { class, name, result });
    for (rule, result) in &report.rules_checked {
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
            add("rules", format!("{rule} {way}"), result);
        }
    }
    for finding in &report.findings {
        let result = match finding.expected {
            true => CaseResult::Skipped("a known failure".to_owned()),
            false => {
                let message =
                    format!("reference: {}; engine: {}", finding.reference, finding.engine);
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
        add("findings", finding.id.clone(), result);
    }
    for fault in &report.faults {
        let details = format!(
            "{}\n{}\n",
            fault.turns.join(", "),
            fault.again.as_deref().unwrap_or("It was met outside of a game.")
        );
        let result = CaseResult::Error(fault.kind.clone(), fault.what.clone(), details);
        add("faults", fault.id.clone(), result);
    }
    for id in &report.unexpected_passes {
        let message = "expected to fail, and did not".to_owned();
        let result = CaseResult::Failed("unexpected-pass".to_owned(), message, String::new());
        add("known-failures", id.clone(), result);
    }
    for (case, outcome) in &report.protocol {
        let result = match outcome.split_once(": ") {
            None => CaseResult::Passed,
            Some(("failed", what)) if report.options.strict => {
                CaseResult::Failed("protocol".to_owned(), what.to_owned(), String::new())
            }
            Some(_) => CaseResult::Skipped(outcome.clone()),
        };
        add("protocol", case.clone(), result);
    }
    let missing = || {
        let unmet = report.unmet.join(", ");
        if unmet.is_empty() { String::new() } else { format!("not met: {unmet}") }
    };
    let result = match report.verdict {
        Outcome::Untestable => {
            CaseResult::Error("untestable".to_owned(), verdict(report), missing())
        }
        Outcome::Incomplete => {
            CaseResult::Failed("incomplete".to_owned(), verdict(report), missing())
        }
        _ => CaseResult::Passed,
    };
    add("run", "examined as far as was asked".to_owned(), result);
    cases
}
