//! A report on one screen: the verdict, what the engine plays, one finding with its game, each other cause in short, what was not
//! observed, and what to do next. With `verbose`, [`text`](super::text) tells the rest.

use super::advice::{next, offer};
use super::diagnosis::write_body;
use super::drawn::{DrawnDifference, shown_by};
use super::in_part::{in_part, named_in_part};
use super::paint::TextOptions;
use super::words::{
    NOT_OBSERVED, boards, by_cause, cause, chosen, conventions, counts, fault_in_short,
    first_of_mistake, in_short, lacks, missing_methods, no_longer_appear, protocol_failed, time,
    ungraded, verdict,
};
use super::{Exactness, Finding, Report, RuleGrade, RuleResult, RunVerdict};
use std::fmt::{self, Write};
use superko_engine::check::Check;
use superko_game::rules::Rule;
use superko_game::{counted, grouped};

/// The number of lines of the screen.
const LINES: usize = 45;

/// The largest number of boards to list.
const FEW_BOARDS: usize = 6;

/// The largest number of events of a rule to name.
const FEW_EVENTS: usize = 3;

/// Writes a report for a screen of 45 lines. If long lists do not fit, they are cut.
pub(super) fn screen(report: &Report, options: TextOptions) -> String {
    let fits = |text: &String| text.lines().count() <= LINES;
    let mut texts = [3, 2].into_iter().map(|most| with_lists(report, options, most));
    texts.find(fits).unwrap_or_else(|| with_lists(report, options, 1))
}

/// Writes the screen, with at most this many lines for a list, and this many faults.
fn with_lists(report: &Report, options: TextOptions, most: usize) -> String {
    let (mut top, mut bottom) = (String::new(), String::new());
    // Writing to a string cannot fail.
    let _ = write_opening(&mut top, report, options);
    let _ = write_bottom(&mut bottom, report, options, most);
    let lines = |text: &str| text.lines().count();
    let left = LINES.saturating_sub(lines(&top) + lines(&bottom));
    top + &causes(report, options, left) + &bottom
}

/// Writes the verdict, what the engine plays, and an offer to test it by these rules.
pub fn opening(report: &Report, options: &TextOptions) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_opening(&mut text, report, *options);
    text
}

/// Appends the [`opening`] to a text.
pub(super) fn write_opening(
    out: &mut String,
    report: &Report,
    options: TextOptions,
) -> fmt::Result {
    writeln!(out, "{}", options.bold(&options.of_verdict(report.verdict, &verdict(report))))?;
    if let Some(said) = conventions(report) {
        writeln!(out, "{}", options.filled(&said))?;
    }
    writeln!(out)?;
    if let Some(diagnosis) = &report.diagnosis {
        let plays = format!("It {}.", diagnosis.sentence);
        writeln!(out, "{}", options.bold(&options.filled(&plays)))?;
        write_body(out, report, diagnosis, options)?;
        if let Some(offer) = offer(report) {
            writeln!(out, "{}", options.filled(&offer.to_string()))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the first finding with its game, and the others in short, in at most this many lines.
fn causes(report: &Report, options: TextOptions, lines: usize) -> String {
    let groups = by_cause(&report.findings);
    let mut text = String::new();
    let (mut left_out, mut numbers) = (0, Vec::new());
    for (place, group) in groups.iter().enumerate() {
        let paragraph = match place {
            0 => first(report, group, options),
            _ => further(report, place + 1, group, options),
        };
        // An empty line follows, and before it a line that counts the findings left out.
        let is_last = place + 1 == groups.len();
        let fits =
            (text.lines().count() + paragraph.lines().count()) + 1 + usize::from(!is_last) <= lines;
        if place == 0 || fits && first_of_mistake(&groups, place) == place {
            text += &paragraph;
        } else {
            left_out += group.len();
            numbers.push(place + 1);
        }
    }
    if left_out > 0 {
        let more = counted(left_out as u64, "more finding");
        let more = format!("With {}: {more}, numbered {}.", options.more, in_runs(&numbers));
        text += &format!("{}\n", options.dim(&more));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Writes numbers in their order: `2, 4 to 6`.
fn in_runs(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let runs = runs.map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        single => single.iter().map(usize::to_string).collect(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// Returns a finding with its game.
fn first(report: &Report, group: &[&Finding], options: TextOptions) -> String {
    let finding = group[0];
    let mut text = String::new();
    let ids: Vec<&str> = group.iter().map(|finding| finding.id.as_str()).collect();
    text += &format!(" 1. {}\n", options.bad(&ids.join(", ")));
    text += &format!("{}\n", options.wrapped("evidence", &in_short(finding)));
    if finding.explanation.is_none()
        && let Some(why) = cause(report, finding)
    {
        text += &format!("{}\n", options.wrapped("cause", &why));
    }
    text += &format!("{}\n", options.wrapped("expected", finding.event.text()));
    text += &DrawnDifference::of_finding(finding).text(&options);
    text + &again(report, "finding", &finding.again)
}

/// Returns the line `again` of a finding or a fault. A long call in a program is not written out, because the program has it.
fn again(report: &Report, of: &str, call: &str) -> String {
    const LONGEST: usize = 300;
    let length = call.chars().count();
    match report.engine.arguments.is_none() && length > LONGEST {
        true => format!(
            "   again      a call of {} characters: `again` of this {of}\n",
            grouped(length as u64)
        ),
        false => format!("   again      {call}\n"),
    }
}

/// Returns a finding in short: its turn, both answers, and the command that shows it.
fn further(report: &Report, number: usize, group: &[&Finding], options: TextOptions) -> String {
    let finding = group[0];
    let Finding { turns, size, reference, engine, .. } = finding;
    let again = again(report, "finding", &finding.again);
    let turn = match turns.last() {
        Some(turn) => format!("{turn}, turn {} on {size}", turns.len()),
        None => format!("{size}, at the beginning"),
    };
    let ids: Vec<&str> = group.iter().map(|finding| finding.id.as_str()).collect();
    let ids = options.bad(&ids.join(", "));
    let answers =
        within("", &format!("{turn}: engine {engine}; reference {reference}"), options, 2);
    format!("{number:>2}. {ids}\n{answers}\n{again}")
}

/// Returns a text after a word, cut to this many lines.
fn within(word: &str, text: &str, options: TextOptions, most: usize) -> String {
    let wrapped = options.wrapped(word, text);
    if wrapped.lines().count() <= most {
        return wrapped;
    }
    const CUT: &str = " ...";
    let narrower = TextOptions { width: options.width - CUT.len(), ..options };
    let wrapped = narrower.wrapped(word, text);
    wrapped.lines().take(most).collect::<Vec<_>>().join("\n") + CUT
}

/// Writes the faults, how much was observed, and what to do next.
fn write_bottom(
    out: &mut String,
    report: &Report,
    options: TextOptions,
    most: usize,
) -> fmt::Result {
    for fault in report.faults.iter().take(most) {
        writeln!(out, "    {}  {}", options.bad(&fault.id), fault_in_short(fault))?;
        writeln!(out, "{}", within("reason", &fault.what, options, most))?;
        for (word, shown) in shown_by(fault) {
            writeln!(out, "{}", within(word, &shown, options, most))?;
        }
        if let Some(call) = &fault.again {
            out.push_str(&again(report, "fault", call));
        }
    }
    if report.faults.len() > most {
        let more = counted((report.faults.len() - most) as u64, "more fault");
        writeln!(out, "{}", options.dim(&format!("With {}: {more}.", options.more)))?;
    }
    if !report.faults.is_empty() {
        writeln!(out)?;
    }
    let mut line = |word: &str, text: &str| writeln!(out, "{}", within(word, text, options, most));
    if report.comparisons > 0 {
        line("rules", &grades(report))?;
        if let Some(unobserved) = checks_unobserved(report) {
            line("checks", &unobserved)?;
        }
        if let Some(said) = missing_methods(report) {
            line("methods", &said)?;
        }
        let how = if report.engine.told_rules { ", told the rules before each game" } else { "" };
        line("played", &format!("{}{}; {}{how}", counts(report), time(report), chosen(report)))?;
    }
    if report.comparisons > 0 || !report.refused_sizes.is_empty() {
        line("boards", &boards(report, FEW_BOARDS))?;
    }
    if let Some(failed) = protocol_failed(report) {
        let cases: Vec<&str> = report.protocol_failures().map(|(case, _)| case.as_str()).collect();
        line("protocol", &format!("{failed}: {}", cases.join(", ")))?;
    }
    for (word, said) in lacks(report, true) {
        line(word, &said)?;
    }
    if let Some(said) = no_longer_appear(report) {
        writeln!(out, "{}", options.filled(&said))?;
    }
    if let Some(next) = next(report, options) {
        writeln!(out, "{}", options.filled(&format!("Next: {next}.")))?;
    }
    let findings = if report.findings.is_empty() { "" } else { "every finding with its game, " };
    let more = format!("With {}: {findings}each rule, events, notes.", options.more);
    writeln!(out, "{}", options.dim(&more))
}

/// Names the checks by which nothing was observed, and says if collisions were not tested.
fn checks_unobserved(report: &Report) -> Option<String> {
    let checks: Vec<&str> = report.checks_unobserved().map(Check::id).collect();
    let checks = (!checks.is_empty()).then(|| {
        // The verdict tells the reason if the engine conforms.
        let why = ungraded(report).filter(|_| report.verdict != RunVerdict::Conforms);
        let why = why.map(|why| format!(". {why}")).unwrap_or_default();
        format!("{NOT_OBSERVED}: {}{why}", checks.join(" "))
    });
    // The report of an engine that deviates has more to tell, and without superko nothing depends on a hash.
    let is_shown = report.verdict != RunVerdict::Deviates && report.rules.has_superko();
    let exactness = report.exactness.as_ref().filter(|_| is_shown);
    let untested = exactness.filter(|exactness| matches!(exactness, Exactness::NotTested(_)));
    let collisions = untested.map(|said| format!("collisions {said}"));
    let parts: Vec<String> = checks.into_iter().chain(collisions).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Lists the rules by grade. Rules that do not conform come with their topic; rules that conform in part, with what was not
/// observed.
fn grades(report: &Report) -> String {
    let in_part = |rule: Rule| in_part(report, rule, FEW_EVENTS);
    let graded = |(grade, word): (RuleGrade, &str)| {
        let rules = report.rules_checked.iter().filter(|(_, result)| worse(result) == grade);
        let rules =
            rules.filter(|(rule, _)| grade != RuleGrade::Conforms || in_part(**rule).is_none());
        let rules: Vec<String> = rules
            .map(|(rule, _)| match grade {
                RuleGrade::Conforms => rule.id().to_owned(),
                _ => format!("{rule} ({})", rule.topic()),
            })
            .collect();
        (!rules.is_empty()).then(|| format!("{word}: {}", rules.join(" ")))
    };
    let named = |grade: RuleGrade| (grade, grade.id());
    let parts = [
        named(RuleGrade::Deviates),
        named(RuleGrade::Tolerates),
        named(RuleGrade::Conforms),
        (RuleGrade::Unobserved, NOT_OBSERVED),
    ];
    let conforms = |result: &RuleResult| worse(result) == RuleGrade::Conforms;
    let rules = report.rules_checked.iter().filter(|(_, result)| conforms(result));
    let partly = named_in_part(rules.filter_map(|(&rule, _)| Some((rule, in_part(rule)?))));
    let partly = (!partly.is_empty()).then(|| format!("conform in part: {}", partly.join(", ")));
    parts.into_iter().filter_map(graded).chain(partly).collect::<Vec<_>>().join("; ")
}

/// Returns the worse of the two grades for a rule.
fn worse(result: &RuleResult) -> RuleGrade {
    const WORST_FIRST: [RuleGrade; 3] =
        [RuleGrade::Deviates, RuleGrade::Tolerates, RuleGrade::Conforms];
    let grades = [result.enforces, result.knows];
    WORST_FIRST.into_iter().find(|grade| grades.contains(grade)).unwrap_or(RuleGrade::Unobserved)
}
