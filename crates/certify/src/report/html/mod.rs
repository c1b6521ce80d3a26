//! The report as a page: one file that opens from disk and loads nothing from the network.
//!
//! In: a report. Out: HTML that contains its style, its script and its drawings. Everything can be read without the script.

mod finding;
mod page;

pub use page::Page;

use super::advice::{next, offer, steps};
use super::diagnosis::evidence;
use super::drawn::shown_by;
use super::escape::{line, text};
use super::in_part::{IN_PART, in_part_by};
use super::words::{
    asked_for, by_cause, cause, chosen, conventions, counts, fault_in_short, found, lacks,
    no_longer_appear, observed, parts, protocol_failed, shortened_to, time, unanswered, ungraded,
    verdict,
};
use super::{Finding, Report, RuleResult, RunVerdict, TextOptions};
use std::fmt::{self, Write};
use superko_engine::ProtocolOutcome;
use superko_engine::check::{Check, Grade};
use superko_game::grouped;

/// Findings that one game shows, with the number that they have on the page.
type Numbered<'a> = (usize, Vec<&'a Finding>);

/// Writes the report as an HTML page. Findings have the anchors `#finding-3`, their turns
/// `#finding-3-turn-12`.
pub fn html(report: &Report) -> String {
    let mut body = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut body, report);
    let title = format!("{}: {}", report.called(), report.verdict.id());
    Page { title: &title, made_by: &report.tool, body: &body, ..Page::default() }.to_html()
}

/// The parts of the page of a report, for pages about several engines.
#[derive(Clone, Debug, Default)]
pub struct HtmlParts {
    /// The verdict in a sentence, and the diagnosis with its evidence.
    pub verdict: String,
    /// The list of the findings and faults, with links.
    pub contents: String,
    /// What was tested, what was not observed, and the tables of rules and checks.
    pub observed: String,
    /// The findings, each with a board to be stepped through, faults, and notes. The protocol is left out: the program that
    /// speaks it may be another one.
    pub findings: String,
}

impl HtmlParts {
    /// Makes the parts. Findings have the anchors that they have on the page of the report.
    pub fn of(report: &Report) -> HtmlParts {
        let (mut parts, mut number) = (HtmlParts::default(), 0);
        let groups = numbered(report, &mut number);
        // Writing to a string cannot fail.
        let _ = write_verdict(&mut parts.verdict, report);
        let _ = contents(&mut parts.contents, report, &groups);
        let _ = write_observed(&mut parts.observed, report, &groups);
        for (number, group) in &groups {
            let _ = finding::write(&mut parts.findings, *number, group);
        }
        let _ = faults(&mut parts.findings, report);
        let _ = notes(&mut parts.findings, report);
        parts
    }
}

/// Returns a command as HTML, with what it does.
pub fn html_command(does: &str, to_run: &str) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = command(&mut out, does, to_run);
    out
}

/// Returns a text as HTML, on one line, for use between tags or in quoted attributes.
pub fn html_line(text: &str) -> String {
    line(text)
}

/// Returns a text of several lines as HTML, for use between tags.
pub fn html_text(lines: &str) -> String {
    text(lines)
}

/// Returns the number that each finding has on the page, in the order of the findings. Findings that one game shows share a
/// number.
pub fn places_of_findings(report: &Report) -> Vec<usize> {
    let groups = numbered(report, &mut 0);
    let place = |finding: &Finding| {
        groups.iter().find(|(_, group)| group.iter().any(|other| other.id == finding.id))
    };
    report.findings.iter().map(|finding| place(finding).map_or(0, |(number, _)| *number)).collect()
}

fn write_page(out: &mut String, report: &Report) -> fmt::Result {
    let mut number = 0;
    for (place, part) in parts(report).enumerate() {
        // Runs on all boards are shown only if they do not conform.
        if place > 0 && part.verdict == RunVerdict::Conforms {
            continue;
        }
        let groups = numbered(part, &mut number);
        write_part(out, part, &groups, if place == 0 { "h1" } else { "h2" })?;
    }
    if !report.all_boards.is_empty() {
        write_all_boards(out, report)?;
    }
    Ok(())
}

/// Returns the groups of findings of a report, with numbers that continue from another one.
fn numbered<'a>(report: &'a Report, number: &mut usize) -> Vec<Numbered<'a>> {
    let groups = by_cause(&report.findings).into_iter();
    let next = |group| {
        *number += 1;
        (*number, group)
    };
    groups.map(next).collect()
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
    write_verdict(out, report)?;
    match offer(report) {
        None => {}
        Some(offer) => match &offer.command {
            Some(to_run) => command(out, &offer.label(), to_run)?,
            None => writeln!(out, "<p class=\"evidence\">{}.</p>", line(&offer.label()))?,
        },
    }
    writeln!(out, "</section>")?;
    contents(out, report, groups)?;
    to_do(out, report)?;
    write_observed(out, report, groups)?;
    for (number, group) in groups {
        finding::write(out, *number, group)?;
    }
    faults(out, report)?;
    protocol(out, report)?;
    notes(out, report)?;
    if report.comparisons > 0 {
        events(out, report)?;
    }
    Ok(())
}

fn write_verdict(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(out, "<p class=\"said\">{}</p>", line(&verdict(report)))?;
    for said in conventions(report).into_iter().chain(no_longer_appear(report)) {
        writeln!(out, "<p class=\"evidence\">{}</p>", line(&said))?;
    }
    match &report.diagnosis {
        None => Ok(()),
        Some(diagnosis) => writeln!(
            out,
            "<p class=\"diagnosis\">It {}.</p>\n<p class=\"evidence\">{}</p>",
            line(&diagnosis.sentence),
            line(&evidence(report, diagnosis))
        ),
    }
}

fn write_observed(out: &mut String, report: &Report, groups: &[Numbered<'_>]) -> fmt::Result {
    let heading = if report.comparisons > 0 { "Tested" } else { "Asked for" };
    rows(out, heading, &tested(report))?;
    rows(out, "Not observed", &unobserved(report))?;
    if report.comparisons > 0 {
        rules(out, report, groups)?;
        checks(out, report, groups)?;
    }
    Ok(())
}

/// Writes a list of the findings and faults, with those of one cause together.
fn contents(out: &mut String, report: &Report, groups: &[Numbered<'_>]) -> fmt::Result {
    let Some(found) = found(report) else { return Ok(()) };
    writeln!(out, "<nav class=\"contents\" aria-label=\"Findings\">\n<h2>{found}</h2>")?;
    let of_one_cause =
        groups.chunk_by(|(_, one), (_, other)| cause(report, one[0]) == cause(report, other[0]));
    let chunks: Vec<&[Numbered<'_>]> = of_one_cause.collect();
    for chunk in &chunks {
        // The diagnosis already tells a single cause.
        let is_told = chunks.len() == 1 && chunk[0].1[0].explanation.is_some();
        if let Some(why) = cause(report, chunk[0].1[0]).filter(|_| !is_told) {
            writeln!(out, "<p class=\"cause\">{}:</p>", line(&why))?;
        }
        writeln!(out, "<ol>")?;
        for (number, group) in *chunk {
            let ids: Vec<String> = group.iter().map(|finding| line(&finding.id)).collect();
            writeln!(
                out,
                "<li value=\"{number}\"><a href=\"#finding-{number}\">{}</a> <span>Expected: {}</span></li>",
                ids.join(", "),
                line(group[0].event.text())
            )?;
        }
        writeln!(out, "</ol>")?;
    }
    if !report.faults.is_empty() {
        writeln!(out, "<ul>")?;
        for fault in &report.faults {
            let id = line(&fault.id);
            let short = line(&fault_in_short(fault));
            writeln!(out, "<li><a href=\"#{id}\">{id}</a> <span>{short}</span></li>")?;
        }
        writeln!(out, "</ul>")?;
    }
    if !groups.is_empty() {
        writeln!(out, "<p class=\"legend\">{LEGEND}</p>")?;
    }
    writeln!(out, "</nav>")
}

/// The meaning of the marks on the boards, and of the words beside a finding.
const LEGEND: &str = "On the boards: <b class=\"mark\">?</b> is the turn in dispute, before it is played; \
    <b class=\"mark\">○</b> the stone that was just played; <b class=\"mark\">×</b> a turn that the rules forbid; \
    <b class=\"mark\">□</b> a point in which two boards differ. Faint stones are those that the turn removes. \
    Reproduced 3 of 3 times: the finding appeared on 3 of 3 freshly started engines.";

/// Writes what to do next: commands, each with what it does, or else a sentence.
fn to_do(out: &mut String, report: &Report) -> fmt::Result {
    // The page has what -v adds.
    let options = TextOptions { verbose: true, ..TextOptions::default() };
    let (steps, next) = (steps(report, options), next(report, options));
    if steps.is_empty() && next.is_none() {
        return Ok(());
    }
    writeln!(out, "<section class=\"next\">\n<h2>Next</h2>")?;
    for step in &steps {
        command(out, &capitalized(&step.does), &step.command)?;
    }
    if let Some(next) = next.filter(|_| steps.is_empty()) {
        writeln!(out, "<p>{}.</p>", line(&capitalized(&next)))?;
    }
    writeln!(out, "</section>")
}

/// Writes a command, with what it does.
fn command(out: &mut String, does: &str, command: &str) -> fmt::Result {
    writeln!(
        out,
        "<div class=\"command\"><p>{}</p>\n<pre>{}</pre></div>",
        line(does),
        text(command)
    )
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Facts, each with a word for it.
type Rows = Vec<(&'static str, String)>;

/// Returns what was played, and how.
fn tested(report: &Report) -> Rows {
    let command = report.engine.command.clone().unwrap_or_default();
    let mut rows = vec![("rules", asked_for(report)), ("command", command)];
    if report.comparisons > 0 {
        let boards: Vec<String> = report.sizes_played().map(|size| size.to_string()).collect();
        rows.push(("boards", boards.join(" ")));
        rows.push(("tested briefly", report.boards_in_brief().unwrap_or_default()));
        rows.push(("shortened", shortened_to(report).unwrap_or_default()));
        rows.push(("played", counts(report) + &time(report)));
        rows.push(("chosen", chosen(report)));
        rows.push(("observed", observed(report)));
    }
    rows.push(("collisions", text_of(report.exactness.as_ref())));
    rows.push(("history", text_of(report.capacity.as_ref())));
    rows
}

fn text_of(fact: Option<&impl ToString>) -> String {
    fact.map(ToString::to_string).unwrap_or_default()
}

/// Returns what was not observed, and why.
fn unobserved(report: &Report) -> Rows {
    let mut rows = Vec::new();
    if report.comparisons > 0 {
        let unseen = |result: &RuleResult| result.observations == 0;
        let rules = report.rules_checked.iter().filter(|(_, result)| unseen(result));
        let rules: Vec<String> =
            rules.map(|(rule, _)| format!("{rule} ({})", rule.topic())).collect();
        rows.push(("rules", rules.join(", ")));
        rows.extend(report.named_in_part().into_iter().map(|reason| (IN_PART, reason)));
        let checks: Vec<&str> = report.checks_unobserved().map(Check::id).collect();
        rows.push(("checks", checks.join(", ")));
        rows.push(("score", ungraded(report).unwrap_or_default()));
    }
    rows.extend(unanswered(report));
    rows.extend(lacks(report, false));
    rows
}

/// Writes a list of facts, without the empty ones. Consecutive facts with the same word have it only once.
fn rows(out: &mut String, heading: &str, rows: &Rows) -> fmt::Result {
    if rows.iter().all(|(_, said)| said.is_empty()) {
        return Ok(());
    }
    writeln!(out, "<section>\n<h2>{heading}</h2>\n<dl class=\"facts\">")?;
    let filled: Vec<_> = rows.iter().filter(|(_, said)| !said.is_empty()).collect();
    for alike in filled.chunk_by(|(one, _), (other, _)| one == other) {
        let said: Vec<String> = alike.iter().map(|(_, said)| line(said)).collect();
        let (word, said) = (capitalized(alike[0].0), said.join("<br>"));
        writeln!(out, "<div><dt>{word}</dt><dd>{said}</dd></div>")?;
    }
    writeln!(out, "</dl>\n</section>")
}

/// Writes a table of the rules: the grades, the observations and the findings of each.
fn rules(out: &mut String, report: &Report, groups: &[Numbered<'_>]) -> fmt::Result {
    table(out, "Rules", &["Rule", "Knows", "Enforces", "#Observed", "Findings"])?;
    for (rule, result) in &report.rules_checked {
        write!(
            out,
            "<tr><th scope=\"row\" title=\"{}\">{} <small>{}</small></th>",
            line(&rule.text().replace('*', "")),
            rule.id().replace('/', "/<wbr>"),
            rule.topic()
        )?;
        for by in [Grade::Knows, Grade::Enforces] {
            let grade = result.by(by).id();
            match in_part_by(report, *rule, by) {
                Some(why) => {
                    let why = line(&why);
                    write!(out, "<td class=\"part\" title=\"{why}\">{IN_PART}</td>")?;
                }
                None => write!(out, "<td class=\"{grade}\">{grade}</td>")?,
            }
        }
        let links = links(groups, |finding| finding.rule == Some(*rule));
        let count = grouped(result.observations);
        writeln!(out, "<td class=\"number\">{count}</td><td>{links}</td></tr>")?;
    }
    let others = links(groups, |finding| finding.rule.is_none());
    if !others.is_empty() {
        writeln!(
            out,
            "<tr><th scope=\"row\">outside the rules</th><td></td><td></td><td></td><td>{others}</td></tr>"
        )?;
    }
    writeln!(
        out,
        "</tbody>\n</table>\n<p class=\"legend\">Knows: asked whether a turn is legal. Enforces: given the turn to play. \
         Tolerates: it accepts illegal turns, as it is known to.</p>\n<details>\n<summary>What the rules say</summary>\n\
         <dl class=\"facts\">"
    )?;
    for rule in report.rules_checked.keys() {
        let said = rule.text().replace('*', "");
        writeln!(out, "<div><dt>{rule} {}</dt><dd>{}</dd></div>", rule.topic(), line(&said))?;
    }
    writeln!(out, "</dl>\n</details>\n</section>")
}

/// Writes a table of the checks: the answers compared, the missing answers and the findings of each.
fn checks(out: &mut String, report: &Report, groups: &[Numbered<'_>]) -> fmt::Result {
    table(out, "Checks", &["Check", "#Compared", "#Missing", "Findings"])?;
    for check in Check::ALL {
        let result = report.checks.get(&check).copied().unwrap_or_default();
        writeln!(
            out,
            "<tr><th scope=\"row\">{check} <small>{}</small></th><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td>{}</td></tr>",
            line(check.text().trim_end_matches('.')),
            grouped(result.observations),
            grouped(result.missing),
            links(groups, |finding| finding.check == check)
        )?;
    }
    writeln!(
        out,
        "</tbody>\n</table>\n<p class=\"legend\">Missing: questions that the engine cannot answer.</p>\n</section>"
    )
}

/// Begins a section with a table. A `#` before a heading marks a column of numbers.
fn table(out: &mut String, title: &str, heads: &[&str]) -> fmt::Result {
    let head = |head: &&str| match head.strip_prefix('#') {
        Some(head) => format!("<th scope=\"col\" class=\"number\">{head}</th>"),
        None => format!("<th scope=\"col\">{head}</th>"),
    };
    let heads: String = heads.iter().map(head).collect();
    writeln!(out, "<section>\n<h2>{title}</h2>\n<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>")
}

/// Returns links to the findings that `is_meant` accepts.
fn links(groups: &[Numbered<'_>], is_meant: impl Fn(&Finding) -> bool) -> String {
    let found = |group: &[&Finding]| group.iter().any(|finding| is_meant(finding));
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
        let id = line(&fault.id);
        writeln!(
            out,
            "<section class=\"fault\" id=\"{id}\">\n<h2>{id}</h2>\n<p class=\"short\">{}</p>\n<pre>{}</pre>",
            line(&fault_in_short(fault)),
            text(&fault.what)
        )?;
        let asked = fault.asked.as_ref().map(|asked| ("asked", asked.clone()));
        let shown = shown_by(fault).into_iter().chain(asked);
        writeln!(out, "<dl class=\"facts\">")?;
        for (word, shown) in shown {
            writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", capitalized(word), line(&shown))?;
        }
        writeln!(out, "</dl>")?;
        if let Some(again) = &fault.again {
            command(out, "Shows it again", again)?;
        }
        writeln!(out, "</section>")?;
    }
    Ok(())
}

/// Writes the notes, one to a line.
fn notes(out: &mut String, report: &Report) -> fmt::Result {
    if report.engine.notes.is_empty() {
        return Ok(());
    }
    writeln!(out, "<section>\n<h2>Notes</h2>\n<ul class=\"notes\">")?;
    for note in &report.engine.notes {
        writeln!(out, "<li>{}</li>", line(&capitalized(note)))?;
    }
    writeln!(out, "</ul>\n</section>")
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
        let deviations = match deviated {
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
            "<li class=\"{class}\" title=\"{}\"><span>{event}</span> <span class=\"number\">{}{demanded}</span>{deviations}</li>",
            line(event.text()),
            grouped(count)
        )?;
    }
    writeln!(
        out,
        "</ul>\n<p class=\"legend\">How often each event was reached, and after a slash how often the level demands it.</p>\n</section>"
    )
}

/// Writes the protocol tests: first those that failed, then the others.
fn protocol(out: &mut String, report: &Report) -> fmt::Result {
    if report.protocol.is_empty() {
        return Ok(());
    }
    let cases = report.protocol.len();
    let failed = protocol_failed(report).unwrap_or_else(|| format!("0 of {cases} cases failed"));
    writeln!(
        out,
        "<section>\n<h2>Protocol: {failed}</h2>\n<p class=\"legend\">The protocol is graded apart from the rules.</p>"
    )?;
    let (wrong, others): (Vec<_>, Vec<_>) =
        report.protocol.iter().partition(|(_, outcome)| outcome.is_failure());
    let list = |out: &mut String, cases: &[(&String, &ProtocolOutcome)]| {
        writeln!(out, "<dl class=\"facts\">")?;
        for (case, outcome) in cases {
            let (case, outcome) = (line(case), line(&outcome.to_string()));
            writeln!(out, "<div><dt>{case}</dt><dd>{outcome}</dd></div>")?;
        }
        writeln!(out, "</dl>")
    };
    if !wrong.is_empty() {
        list(out, &wrong)?;
    }
    if !others.is_empty() {
        writeln!(out, "<details>\n<summary>The other cases</summary>")?;
        list(out, &others)?;
        writeln!(out, "</details>")?;
    }
    writeln!(out, "</section>")
}

fn write_all_boards(out: &mut String, report: &Report) -> fmt::Result {
    table(out, "Every board, every rule set", &["Rules", "Verdict", "#Answers compared"])?;
    for part in &report.all_boards {
        writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"{}\">{}</td><td class=\"number\">{}</td></tr>",
            part.rules.to_string().replace(',', ",<wbr>"),
            part.verdict.id(),
            part.verdict.id(),
            grouped(part.comparisons)
        )?;
    }
    writeln!(out, "</tbody>\n</table>\n</section>")
}
