//! A report about an engine, ready to be filed with its authors.

use super::super::row::Shown;
use super::{Site, Subject, mistake_in};
use std::fmt::Write;
use superko_certify::report::{DrawnDifference, Finding, TextOptions};
use superko_harness::findings::Reliability;

/// The name of the file.
pub(super) const FILE: &str = "report.md";

/// Writes the report in Markdown. `None` if there is no finding under the rules that the engine claims, or no certificate.
pub(super) fn text(site: &Site<'_>, subject: &Subject<'_>) -> Option<String> {
    let report = &subject.certificate.as_ref()?.report;
    let shortest = of_each_cause(&report.findings);
    if shortest.is_empty() {
        return None;
    }
    let listed = subject.listed();
    let (name, version) = (&listed.name, &listed.version);
    let mut out = format!(
        "# {name} {version}: answers that differ from the rules that it names\n\n\
         {name} {version} says: \"{}\" ({}). I read this as `{}`.\n\n\
         {}, level {}, compared it with these rules on {}. Each game below is the shortest found.\n",
        listed.claim,
        listed.source,
        listed.rules,
        site.matrix.tool,
        report.options.level,
        subject.certificate.as_ref()?.date
    );
    for (number, finding) in shortest.into_iter().enumerate() {
        let by_hand = subject.grade().into_iter().flat_map(|grade| &grade.findings);
        let by_hand = by_hand
            .filter(|shown| shown.id == finding.id)
            .find_map(|shown: &Shown| shown.by_hand.as_ref());
        // Writing to a string cannot fail, here and below.
        let _ = write!(
            out,
            "\n## {}. {}\n\n```text\n{}```\n\nReproduced on {} of {} freshly started processes.\n",
            number + 1,
            finding.id,
            DrawnDifference::of_finding(finding).text(&TextOptions::default()),
            finding.confirmed.0,
            finding.confirmed.1
        );
        if let Some(command) = by_hand {
            let _ = write!(out, "\nWithout Superko:\n\n```sh\n{command}\n```\n");
        }
        let why = finding
            .explanation
            .as_ref()
            .map(|why| format!("An engine that {why} gives the same answers."));
        let mends = finding
            .cause
            .iter()
            .flatten()
            .filter_map(|word| mistake_in(word))
            .map(|kind| kind.mend());
        let sentences: Vec<String> = why.into_iter().chain(mends.map(str::to_owned)).collect();
        if !sentences.is_empty() {
            let _ = writeln!(out, "\n{}", sentences.join(" "));
        }
    }
    Some(out)
}

/// Returns the finding with the shortest game for each cause. Findings that nothing explains are alone, and those that do not
/// always appear are left out.
fn of_each_cause(findings: &[Finding]) -> Vec<&Finding> {
    let mut shortest: Vec<&Finding> = Vec::new();
    for finding in findings.iter().filter(|finding| finding.kind != Reliability::Flaky) {
        let same = |other: &&Finding| {
            finding.cause.is_some() && other.cause == finding.cause && other.rule == finding.rule
        };
        match shortest.iter().position(same) {
            None => shortest.push(finding),
            Some(place) if finding.turns.len() < shortest[place].turns.len() => {
                shortest[place] = finding
            }
            Some(_) => {}
        }
    }
    shortest
}
