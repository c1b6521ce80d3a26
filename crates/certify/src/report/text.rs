//! A report for people: the verdict and the findings first, then the rules, then the games of the findings.

use super::advice::next;
use super::drawn::{DrawnDifference, shown_by};
use super::in_part::{IN_PART, in_part_by};
use super::paint::TextOptions;
use super::screen::{screen, write_opening};
use super::words::{
    ONLY_AFTER, asked_for, boards, by_cause, cause, chosen, conventions, counts, each_in_short,
    events_of, fault_in_short, first_of_mistake, found, how_flaky, in_short, lacks,
    missing_methods, no_longer_appear, observed, protocol_failed, time, unanswered, verdict,
};
use super::{FaultReport, Finding, Report, RuleGrade, RunVerdict, one_line};
use std::fmt::{self, Write};
use superko_engine::check::Grade;
use superko_engine::referee::{Event, Events};
use superko_game::grouped;
use superko_game::rules::Rule;
use superko_harness::findings::Reliability;

/// Writes a report for people.
pub fn text(report: &Report, options: &TextOptions) -> String {
    if options.screen {
        return screen(report, *options);
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, report, *options);
    text
}

/// Writes each finding of a report for people, in order: its number in the text of the report, what it
/// breaks, and a drawing of its game.
pub fn texts_of_findings(report: &Report, options: &TextOptions) -> Vec<String> {
    let groups = by_cause(&report.findings);
    let number = |finding: &Finding| {
        let holds = |group: &Vec<&Finding>| group.iter().any(|&other| std::ptr::eq(other, finding));
        1 + groups.iter().position(holds).expect("every finding is of a group")
    };
    let text_of = |finding| {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write_finding(&mut text, Some(number(finding)), &[finding], *options);
        text
    };
    report.findings.iter().map(text_of).collect()
}

/// Findings that one game shows, as reports number them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FindingGroup<'a> {
    /// The findings.
    pub findings: Vec<&'a Finding>,
    /// The place of the first group that comes from the same mistake, which may be this group itself.
    pub first_of_mistake: usize,
    /// How often and how steadily each finding was seen.
    pub in_short: Vec<String>,
    /// The text for people, without a number: ids, rule, a drawing of the game, both answers.
    pub text: String,
}

/// Returns the findings of a report in the groups that reports number, those of one cause together.
pub fn groups_of_findings<'a>(report: &'a Report, options: &TextOptions) -> Vec<FindingGroup<'a>> {
    let groups = by_cause(&report.findings);
    let group = |(place, findings): (usize, &Vec<&'a Finding>)| {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write_finding(&mut text, None, findings, *options);
        FindingGroup {
            findings: findings.clone(),
            first_of_mistake: first_of_mistake(&groups, place),
            in_short: each_in_short(findings).collect(),
            text,
        }
    };
    groups.iter().enumerate().map(group).collect()
}

fn write_all(out: &mut String, report: &Report, options: TextOptions) -> fmt::Result {
    write_opening(out, report, options)?;
    head(out, report, options)?;
    let groups = by_cause(&report.findings);
    list(out, report, &groups, options)?;
    rules(out, report, options)?;
    for (place, group) in groups.iter().enumerate() {
        write_finding(out, Some(place + 1), group, options)?;
    }
    for fault in &report.faults {
        write_fault(out, fault, options)?;
    }
    protocol(out, report, options)?;
    if options.verbose {
        details(out, report, options)?;
    }
    last_lines(out, report, options)
}

fn head(out: &mut String, report: &Report, options: TextOptions) -> fmt::Result {
    let mut line = |word: &str, text: &str| writeln!(out, "{}", options.wrapped(word, text));
    if let Some(command) = &report.engine.command {
        line("command", command)?;
    }
    line("rules", &asked_for(report))?;
    // An engine that could not be tested has no run to describe.
    if report.verdict == RunVerdict::Untestable && report.refused_sizes.is_empty() {
        return writeln!(out);
    }
    line("boards", &boards(report, usize::MAX))?;
    let played = format!("{}{}; {}", counts(report), time(report), chosen(report));
    line("played", &played)?;
    if report.comparisons > 0 {
        line("observed", &observed(report))?;
    }
    if let Some(exactness) = &report.exactness {
        line("collisions", &exactness.to_string())?;
    }
    if let Some(capacity) = &report.capacity {
        line("history", &capacity.to_string())?;
    }
    if let Some(said) = missing_methods(report) {
        line("methods", &said)?;
    }
    for (word, said) in lacks(report, false) {
        line(word, &said)?;
    }
    writeln!(out)
}

/// Writes a line for each finding and each fault.
fn list(
    out: &mut String,
    report: &Report,
    groups: &[Vec<&Finding>],
    options: TextOptions,
) -> fmt::Result {
    if report.comparisons == 0 {
        return Ok(());
    }
    let ids = report.findings.iter().map(|finding| finding.id.len());
    let width = ids.chain(report.faults.iter().map(|fault| fault.id.len())).max().unwrap_or(0);
    if let Some(found) = found(report) {
        writeln!(out, "{}", options.dim(&found))?;
    }
    let mut last_why: Option<String> = None;
    for (place, group) in groups.iter().enumerate() {
        let why = cause(report, group[0]);
        if let Some(why) = why.as_ref().filter(|why| last_why.as_ref() != Some(why)) {
            writeln!(out, "{}", options.filled(&format!("{why}:")))?;
        }
        last_why = why;
        for (member, finding) in group.iter().enumerate() {
            let number = if member == 0 { format!("{:>2}.", place + 1) } else { "   ".to_owned() };
            let what = beside(finding.id.len(), width, &in_short(finding), options);
            writeln!(out, "{number} {}{what}", options.bad(&finding.id))?;
        }
    }
    for fault in &report.faults {
        let what = beside(fault.id.len(), width, &fault_in_short(fault), options);
        writeln!(out, "    {}{what}", options.bad(&fault.id))?;
    }
    let shared = shared_events(groups);
    if !shared.is_empty() {
        writeln!(
            out,
            "{}",
            options.wrapped("in common", &format!("all of them reach {}", shared.join(", ")))
        )?;
    }
    if width > 0 {
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the text that follows an id of this length, in a column of this width after a number. The text stands on the line of
/// the id, or below it if the line is too narrow for both.
fn beside(length: usize, column: usize, what: &str, options: TextOptions) -> String {
    const NUMBER: usize = 4;
    match NUMBER + column + 2 + what.chars().count() <= options.width {
        true => format!("{}  {what}", " ".repeat(column - length)),
        false => format!("\n{}", options.wrapped("", what)),
    }
}

/// Returns the events that the disputed turns of several findings all reach, if one mistake may show in several ways.
fn shared_events(groups: &[Vec<&Finding>]) -> Vec<&'static str> {
    if groups.len() < 2 {
        return Vec::new();
    }
    let all: Vec<Events> = groups.iter().map(|group| events_of(group[0])).collect();
    let shared = all[0].iter().filter(|&event| all.iter().all(|events| events.contains(event)));
    shared.map(Event::id).collect()
}

fn rules(out: &mut String, report: &Report, options: TextOptions) -> fmt::Result {
    if report.comparisons == 0 {
        return Ok(());
    }
    // A grade takes 12 characters, and so does the number.
    let column = options.width.saturating_sub(3 * 13).min(38);
    let title = format!("{:<column$} knows        enforces     observed", "Rule");
    writeln!(out, "{}", options.dim(&title))?;
    for (rule, result) in &report.rules_checked {
        let mut name = format!("{rule} {}", rule.topic());
        if name.len() > column {
            writeln!(out, "{name}")?;
            name.clear();
        }
        writeln!(
            out,
            "{name:<column$} {} {} {:>12}",
            grade(report, *rule, Grade::Knows, options),
            grade(report, *rule, Grade::Enforces, options),
            grouped(result.observations)
        )?;
    }
    let legend = "knows: asked whether a turn is legal, or which it would play; enforces: told to play; -: not observed";
    writeln!(out, "{}", options.dim(&options.filled(legend)))?;
    let in_part = report.named_in_part();
    if !in_part.is_empty() {
        writeln!(out, "{}", options.filled(&format!("{IN_PART}: {}", in_part.join("; "))))?;
    }
    writeln!(out)
}

/// Returns the word of a grade, padded to the width of all grades.
fn grade(report: &Report, rule: Rule, by: Grade, options: TextOptions) -> String {
    let grade = report.rules_checked[&rule].by(by);
    if in_part_by(report, rule, by).is_some() {
        return options.doubtful(&format!("{IN_PART:<12}"));
    }
    let word = if grade == RuleGrade::Unobserved { "-" } else { grade.id() };
    let padded = format!("{word:<12}");
    match grade {
        RuleGrade::Conforms => options.good(&padded),
        RuleGrade::Deviates => options.bad(&padded),
        RuleGrade::Tolerates => options.doubtful(&padded),
        RuleGrade::Unobserved => options.dim(&padded),
    }
}

fn write_finding(
    out: &mut String,
    number: Option<usize>,
    group: &[&Finding],
    options: TextOptions,
) -> fmt::Result {
    for (place, finding) in group.iter().enumerate() {
        let number = match number {
            Some(number) if place == 0 => format!("{number:>2}. "),
            Some(_) => "    ".to_owned(),
            None => String::new(),
        };
        let title = options.bad(&format!("{number}{}", finding.id));
        let what = format!("{}; first seen in: {}", in_short(finding), finding.source);
        let length = finding.id.len();
        writeln!(out, "{title}{}", beside(length, length, &what, options))?;
    }
    let finding = group[0];
    match finding.kind {
        Reliability::Steady if finding.confirmed.1 == 0 => {
            let text = "never: no further engine could be started, or the run ended";
            writeln!(out, "{}", options.wrapped("replayed", text))?;
        }
        Reliability::Steady => {}
        Reliability::History => {
            let games = finding.session.iter().map(one_line);
            let text = ONLY_AFTER.to_owned() + &games.collect::<Vec<_>>().join("; ");
            writeln!(out, "{}", options.wrapped("session", &text))?;
        }
        Reliability::Flaky => {
            writeln!(out, "{}", options.wrapped("flaky", &how_flaky(finding)))?;
        }
    }
    if let Some(rule) = finding.rule {
        writeln!(out, "{}", options.wrapped(rule.id(), &rule.text()))?;
    }
    writeln!(out, "{}", options.wrapped("expected", finding.event.text()))?;
    let others = events_of(finding);
    let others = others.iter().filter(|&event| event != finding.event);
    let others: Vec<&str> = others.map(Event::id).collect();
    if !others.is_empty() {
        writeln!(out, "{}", options.wrapped("events", &format!("also {}", others.join(", "))))?;
    }
    out.push_str(&DrawnDifference::of_finding(finding).text(&options));
    writeln!(out, "   again      {}\n", finding.again)
}

pub(super) fn write_fault(
    out: &mut String,
    fault: &FaultReport,
    options: TextOptions,
) -> fmt::Result {
    writeln!(out, "{}  {}", options.bad(&format!("    {}", fault.id)), fault_in_short(fault))?;
    writeln!(out, "{}", options.wrapped("reason", &fault.what))?;
    for (word, shown) in shown_by(fault) {
        writeln!(out, "{}", options.wrapped(word, &shown))?;
    }
    if let Some(asked) = &fault.asked {
        writeln!(out, "{}", options.wrapped("asked", asked))?;
    }
    let (shown, tried) = fault.confirmed;
    if shown < tried {
        let text = format!("on {shown} of {tried} freshly started engines");
        writeln!(out, "{}", options.wrapped("occurs", &text))?;
    }
    if let Some(again) = &fault.again {
        writeln!(out, "   again      {again}")?;
    }
    writeln!(out)
}

fn protocol(out: &mut String, report: &Report, options: TextOptions) -> fmt::Result {
    let cases = report.protocol.len();
    let none = (options.verbose && cases > 0).then(|| format!("0 of {cases} cases failed"));
    let Some(failed) = protocol_failed(report).or(none) else { return Ok(()) };
    let title = format!("Protocol: {failed}, apart from the rules");
    writeln!(out, "{}", options.dim(&title))?;
    for (case, outcome) in &report.protocol {
        if outcome.is_failure() || options.verbose {
            writeln!(out, "{}", options.wrapped(case, &outcome.to_string()))?;
        }
    }
    writeln!(out)
}

/// Writes events, missing answers, refused boards and notes.
fn details(out: &mut String, report: &Report, options: TextOptions) -> fmt::Result {
    writeln!(out, "{}", options.dim(&format!("{:<32} observed   deviated", "Event")))?;
    for (event, &count) in &report.events {
        let deviated = match report.event_disagreements.get(event) {
            None => options.dim("-"),
            Some(&count) => options.bad(&grouped(count)),
        };
        writeln!(out, "{event:<32} {:>8}   {deviated}", grouped(count))?;
        for (form, &count) in report.forms.get(event).into_iter().flatten() {
            writeln!(out, "{}", options.dim(&format!("  {form:<30} {:>8}", grouped(count))))?;
        }
    }
    let explained =
        options.explain.map(|command| format!("`{command} EVENT` says what an event is. "));
    let legend = explained.unwrap_or_default() + "Below an event stand its forms.";
    writeln!(out, "{}\n", options.dim(&legend))?;
    let mut line = |word: &str, text: &str| writeln!(out, "{}", options.wrapped(word, text));
    for (word, said) in unanswered(report) {
        line(word, &said)?;
    }
    for note in &report.engine.notes {
        line("note", note)?;
    }
    writeln!(out)
}

/// Writes the verdict once more, with what it rests on, and what to do next.
fn last_lines(out: &mut String, report: &Report, options: TextOptions) -> fmt::Result {
    if report.comparisons > 0 {
        let protocol = protocol_failed(report).map(|failed| format!(" Protocol: {failed}."));
        let (verdict, protocol) = (verdict(report), protocol.unwrap_or_default());
        let text = format!("{verdict} Observed: {}.{protocol}", observed(report));
        writeln!(out, "{}", options.bold(&options.of_verdict(report.verdict, &text)))?;
        if let Some(said) = conventions(report) {
            writeln!(out, "{}", options.filled(&said))?;
        }
    }
    if let Some(said) = no_longer_appear(report) {
        writeln!(out, "{said}")?;
    }
    if let Some(next) = next(report, options) {
        writeln!(out, "Next: {next}.")?;
    }
    let unobserved =
        report.checks_unobserved().next().is_some() || !report.refused_sizes.is_empty();
    let on_command_line = report.engine.arguments.is_some();
    if unobserved && report.comparisons > 0 && on_command_line && !options.verbose {
        writeln!(out, "Add -v to list what was not observed, and why.")?;
    }
    Ok(())
}
