//! The report as a page: one file that opens from disk and loads nothing from the network.
//!
//! In: a report. Out: HTML with its style, its script and its drawings in it. Everything can be read without
//! the script.

mod finding;

use super::advice::offer;
use super::drawn::shown_by;
use super::escape::{line, text};
use super::paint::grouped;
use super::words::{
    INTERRUPTED, by_cause, cause, chosen, conventions, counts, fault_in_short, observed, parts,
    time, unmet, verdict,
};
use super::{Finding, Outcome, Report, RuleGrade};
use crate::check::Check;
use crate::rules::Rule;
use std::fmt::{self, Write};

/// The content security policy of a page, as an element of its head: the page may only use its own script and
/// style.
const PAGE_POLICY: &str = include_str!("policy.html");
/// The style of a page, light or dark, on paper or on a phone.
const PAGE_STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Findings that one game shows, with the number that they have on the page.
type Numbered<'a> = (usize, Vec<&'a Finding>);

/// Writes the report as an HTML page. Findings have the anchors `#finding-3`, their turns
/// `#finding-3-turn-12`.
pub fn html(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut out, report);
    out
}

fn write_page(out: &mut String, report: &Report) -> fmt::Result {
    let name = line(&report.called());
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         {PAGE_POLICY}<link rel=\"icon\" href=\"data:,\">\n\
         <title>{name}: {}</title>\n<style>\n{PAGE_STYLE}</style>\n</head>\n<body>",
        report.verdict.id()
    )?;
    writeln!(
        out,
        "<header><p class=\"tool\">Superko <span>{}</span></p>\n\
         <button id=\"theme\" type=\"button\" hidden>Dark</button></header>\n<main>",
        line(&report.tool)
    )?;
    let mut number = 0;
    for (place, part) in parts(report).enumerate() {
        // Of the runs on all boards those are shown that say something.
        if place > 0 && part.verdict == Outcome::Conforms {
            continue;
        }
        let groups: Vec<Numbered<'_>> = by_cause(&part.findings)
            .into_iter()
            .map(|group| {
                number += 1;
                (number, group)
            })
            .collect();
        write_part(out, part, &groups, if place == 0 { "h1" } else { "h2" })?;
    }
    if !report.all_boards.is_empty() {
        write_all_boards(out, report)?;
    }
    writeln!(out, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>")
}

fn write_part(
    out: &mut String,
    report: &Report,
    groups: &[Numbered<'_>],
    heading: &str,
) -> fmt::Result {
    let id = report.verdict.id();
    writeln!(out, "<section class=\"verdict {id}\">\n<p class=\"badge\">{id}</p>")?;
    writeln!(out, "<{heading}>{}</{heading}>", line(&report.called()))?;
    writeln!(out, "<p class=\"said\">{}</p>", line(&verdict(report)))?;
    if let Some(said) = conventions(report) {
        writeln!(out, "<p class=\"evidence\">{}</p>", line(&said))?;
    }
    if let Some(diagnosis) = &report.diagnosis {
        writeln!(
            out,
            "<p class=\"diagnosis\">It {}.</p>\n<p class=\"evidence\">{}</p>",
            line(&diagnosis.sentence),
            line(&diagnosis.to_string())
        )?;
    }
    if let Some(offer) = offer(report) {
        writeln!(out, "<p class=\"evidence\">{}</p>", line(&offer))?;
    }
    facts(out, report)?;
    writeln!(out, "</section>")?;
    if !groups.is_empty() {
        contents(out, groups)?;
    }
    if report.comparisons > 0 {
        rules(out, report, groups)?;
    }
    for (number, group) in groups {
        finding::write(out, *number, group, cause(report, group[0]).as_deref())?;
    }
    faults(out, report)?;
    if report.comparisons > 0 {
        events(out, report)?;
    }
    protocol(out, report)
}

/// What was played, and how.
fn facts(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(out, "<dl class=\"facts\">")?;
    let mut fact = |word: &str, said: &str| match said {
        "" => Ok(()),
        said => writeln!(out, "<div><dt>{word}</dt><dd>{}</dd></div>", line(said)),
    };
    fact("Rules", &report.rules.to_string())?;
    fact("Command", report.engine.command.as_deref().unwrap_or_default())?;
    let boards: Vec<String> = report.sizes_played().map(|size| size.to_string()).collect();
    fact("Boards", &boards.join(", "))?;
    fact("In brief", &report.boards_in_brief().unwrap_or_default())?;
    let refused: Vec<String> =
        report.refused_sizes.iter().map(|refused| refused.size.to_string()).collect();
    fact("Refused", &refused.join(", "))?;
    fact("Played", &(counts(report) + &time(report)))?;
    fact("Chosen", &chosen(report))?;
    fact("Observed", &observed(report))?;
    fact("Exactness", &told(report.exactness.as_ref()))?;
    fact("Capacity", &told(report.capacity.as_ref()))?;
    fact("Not met", &unmet(report).unwrap_or_default())?;
    fact("Unexpected passes", &report.unexpected_passes.join(", "))?;
    fact("Notes", &report.engine.notes.join("; "))?;
    if report.interrupted {
        fact("Stopped", INTERRUPTED)?;
    }
    writeln!(out, "</dl>")
}

fn told(fact: Option<&impl ToString>) -> String {
    fact.map(ToString::to_string).unwrap_or_default()
}

/// The list of findings.
fn contents(out: &mut String, groups: &[Numbered<'_>]) -> fmt::Result {
    writeln!(out, "<nav class=\"contents\" aria-label=\"Findings\">\n<h2>Findings</h2>\n<ol>")?;
    for (number, group) in groups {
        let ids: Vec<String> = group.iter().map(|finding| line(&finding.id)).collect();
        writeln!(
            out,
            "<li value=\"{number}\"><a href=\"#finding-{number}\">{}</a> <span>Expected: {}</span></li>",
            ids.join(", "),
            line(group[0].event.text())
        )?;
    }
    writeln!(out, "</ol>\n</nav>")
}

/// Rules by checks: how the engine does by each rule, and by which check a finding shows it.
fn rules(out: &mut String, report: &Report, groups: &[Numbered<'_>]) -> fmt::Result {
    writeln!(
        out,
        "<section>\n<h2>Rules and checks</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" \
         aria-label=\"Rules and checks\">\n<table>\n<thead><tr><th scope=\"col\">Rule</th>\
         <th scope=\"col\">Knows</th><th scope=\"col\">Enforces</th>"
    )?;
    for check in Check::ALL {
        write!(out, "<th scope=\"col\" title=\"{}\">{check}</th>", line(check.text()))?;
    }
    writeln!(out, "<th scope=\"col\">Observed</th></tr></thead>\n<tbody>")?;
    for (rule, result) in &report.rules_checked {
        write!(out, "<tr><th scope=\"row\" title=\"{}\">{rule}</th>", line(&rule.text()))?;
        for grade in [result.knows, result.enforces] {
            let word = if grade == RuleGrade::Unobserved { "–" } else { grade.id() };
            write!(out, "<td class=\"{}\">{word}</td>", grade.id())?;
        }
        for check in Check::ALL {
            write!(out, "<td>{}</td>", links(groups, Some(*rule), check))?;
        }
        writeln!(out, "<td class=\"number\">{}</td></tr>", grouped(result.observations))?;
    }
    if report.findings.iter().any(|finding| finding.rule.is_none()) {
        write!(out, "<tr><th scope=\"row\">outside the rules</th><td></td><td></td>")?;
        for check in Check::ALL {
            write!(out, "<td>{}</td>", links(groups, None, check))?;
        }
        writeln!(out, "<td></td></tr>")?;
    }
    for (word, value) in [("answers", true), ("missing", false)] {
        write!(out, "<tr class=\"sum\"><th scope=\"row\">{word}</th><td></td><td></td>")?;
        for check in Check::ALL {
            let result = report.checks.get(&check).copied().unwrap_or_default();
            let count = if value { result.observations } else { result.missing };
            let count = if count == 0 { "–".to_owned() } else { grouped(count) };
            write!(out, "<td class=\"number\">{count}</td>")?;
        }
        writeln!(out, "<td></td></tr>")?;
    }
    writeln!(
        out,
        "</tbody>\n</table>\n</div>\n<p class=\"legend\">Knows: asked whether a turn is legal. Enforces: given the turn \
         to play. A number is a finding.</p>\n</section>"
    )
}

/// The findings of a rule and a check.
fn links(groups: &[Numbered<'_>], rule: Option<Rule>, check: Check) -> String {
    let found = |group: &[&Finding]| group.iter().any(|f| f.rule == rule && f.check == check);
    let links: Vec<String> = groups
        .iter()
        .filter(|(_, group)| found(group))
        .map(|(number, _)| {
            format!("<a href=\"#finding-{number}\" aria-label=\"finding {number}\">{number}</a>")
        })
        .collect();
    links.join(" ")
}

fn faults(out: &mut String, report: &Report) -> fmt::Result {
    for fault in &report.faults {
        writeln!(
            out,
            "<section class=\"fault\">\n<h2>{}</h2>\n<pre>{}</pre>",
            line(&fault.id),
            text(&fault.what)
        )?;
        if fault.expected {
            writeln!(out, "<p>{}</p>", line(&fault_in_short(fault)))?;
        }
        for (_, shown) in shown_by(fault) {
            writeln!(out, "<p>{}</p>", line(&shown))?;
        }
        if let Some(again) = &fault.again {
            writeln!(out, "<pre class=\"again\">{}</pre>", text(again))?;
        }
        writeln!(out, "</section>")?;
    }
    Ok(())
}

fn events(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(out, "<section>\n<h2>Events reached</h2>\n<ul class=\"events\">")?;
    for (event, &count) in &report.events {
        let deviated = report.event_disagreements.get(event).copied().unwrap_or(0);
        let class = match (deviated, count) {
            (0, 0) => "never",
            (0, _) => "",
            _ => "deviates",
        };
        let told = match deviated {
            0 => String::new(),
            count => format!(" <strong>{} deviate</strong>", grouped(count)),
        };
        let demanded = match report.demanded.get(event) {
            Some(&least) if count < least => format!(" of {} demanded", grouped(least)),
            Some(&least) => format!(" <small>/ {}</small>", grouped(least)),
            None => String::new(),
        };
        writeln!(
            out,
            "<li class=\"{class}\" title=\"{}\"><span>{event}</span> <span class=\"number\">{}{demanded}</span>{told}</li>",
            line(event.text()),
            grouped(count)
        )?;
    }
    writeln!(
        out,
        "</ul>\n<p class=\"legend\">How often each event was reached, and after a slash how often the level demands it.</p>\n</section>"
    )
}

fn protocol(out: &mut String, report: &Report) -> fmt::Result {
    if report.protocol_failures().next().is_none() {
        return Ok(());
    }
    writeln!(out, "<section>\n<h2>Protocol, apart from the rules</h2>\n<dl class=\"facts\">")?;
    for (case, outcome) in report.protocol_failures() {
        writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", line(case), line(&outcome.to_string()))?;
    }
    writeln!(out, "</dl>\n</section>")
}

fn write_all_boards(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(
        out,
        "<section>\n<h2>Every board, every rule set</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" \
         aria-label=\"Every rule set\">\n<table>\n<thead><tr><th scope=\"col\">Rules</th>\
         <th scope=\"col\">Verdict</th><th scope=\"col\">Answers compared</th></tr></thead>\n<tbody>"
    )?;
    for part in &report.all_boards {
        writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"{}\">{}</td><td class=\"number\">{}</td></tr>",
            part.rules,
            part.verdict.id(),
            part.verdict.id(),
            grouped(part.comparisons)
        )?;
    }
    writeln!(out, "</tbody>\n</table>\n</div>\n</section>")
}
