use super::{Directory, Judged, grade, named_turns, play, reproduction};
use crate::certify::{Certification, Finding, Outcome};
use crate::check::{Check, Grade};
use crate::compare::{Difference, Disagreement, Tally};
use crate::rules::Rule;
use console::style;
use std::fmt::{self, Write};

/// The result of an examination, for people: the sentences, the findings drawn, the verdict, and what to do next.
///
/// `words` choose the engine on a command line; `directory` is where the findings were written to, if anywhere.
pub fn text(
    certification: &Certification,
    judged: &Judged,
    command_line: &str,
    directory: Option<&Directory>,
) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, certification, judged, command_line, directory);
    text
}

fn write_all(
    out: &mut String,
    certification: &Certification,
    judged: &Judged,
    command_line: &str,
    directory: Option<&Directory>,
) -> fmt::Result {
    head(out, certification, command_line)?;
    sentences(out, certification)?;
    for (place, group) in grouped_findings(&certification.findings).iter().enumerate() {
        write_finding(out, place + 1, group, judged, command_line, directory)?;
    }
    faults(out, certification)?;
    events(out, certification)?;
    notes(out, certification)?;
    verdict(out, certification, judged, command_line)
}

fn head(out: &mut String, certification: &Certification, command_line: &str) -> fmt::Result {
    let about = &certification.engine;
    let version = about.version.as_deref().map(|v| format!(" {v}")).unwrap_or_default();
    let built_in = if command_line == "optimized" { ", the built-in engine" } else { "" };
    let coverage = &certification.coverage;
    let rules = certification.options.rules;
    writeln!(out, "{}{built_in}", style(format!("{}{version}", about.name)).bold())?;
    if let Some(command) = &about.command {
        writeln!(out, "  command      {command}")?;
    }
    let switches = if rules.to_string() == rules.switches() {
        String::new()
    } else {
        format!(" ({})", rules.switches())
    };
    writeln!(out, "  rules        {rules}{switches}")?;
    let refused = |size| certification.refused.iter().any(|(other, _)| *other == size);
    let sizes: Vec<String> = certification
        .options
        .sizes
        .iter()
        .filter(|&&size| !refused(size))
        .map(ToString::to_string)
        .collect();
    writeln!(
        out,
        "  boards       {}",
        if sizes.is_empty() { "none".to_owned() } else { sizes.join(" ") }
    )?;
    writeln!(
        out,
        "  examined     {} games, {} turns, {} comparisons in {:.1} s, seed {}",
        grouped(coverage.games + coverage.cut_short),
        grouped(coverage.turns),
        grouped(coverage.comparisons()),
        certification.elapsed.as_secs_f64(),
        certification.options.seed
    )?;
    if command_line == "reference" {
        writeln!(
            out,
            "  note         this is the reference compared with itself: it checks the harness, and cannot fail otherwise"
        )?;
    }
    writeln!(out)
}

fn sentences(out: &mut String, certification: &Certification) -> fmt::Result {
    writeln!(
        out,
        "{}",
        style("Rule                        knows        enforces     observed").dim()
    )?;
    for rule in Rule::in_force(certification.options.rules) {
        let tally = |grade| certification.coverage.rules.get(&(rule, grade));
        let (knows, enforces) = (tally(Grade::Knows), tally(Grade::Enforces));
        let observed = |tally: Option<&Tally>| tally.map_or(0, |tally| tally.observed);
        writeln!(
            out,
            "{rule:<27} {} {} {:>12}",
            colored(grade(knows)),
            colored(grade(enforces)),
            grouped(observed(knows) + observed(enforces))
        )?;
    }
    writeln!(out)
}

/// A word of [`grade`], as wide as all of them.
fn colored(word: &'static str) -> String {
    let padded = format!("{:<12}", if word == "unobserved" { "-" } else { word });
    match word {
        "conforms" => style(padded).green().to_string(),
        "deviates" => style(padded).red().bold().to_string(),
        _ => style(padded).dim().to_string(),
    }
}

/// Findings that one game shows: an engine that answers wrongly and acts wrongly at the same turn.
fn grouped_findings(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let twin = |group: &&mut Vec<&Finding>| {
            let other = &group[0].disagreement;
            other.record == finding.disagreement.record
                && other.difference == finding.disagreement.difference
                && other.id.rule == finding.id().rule
        };
        match groups.iter_mut().find(twin) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
}

fn write_finding(
    out: &mut String,
    number: usize,
    group: &[&Finding],
    judged: &Judged,
    command_line: &str,
    directory: Option<&Directory>,
) -> fmt::Result {
    for (place, finding) in group.iter().enumerate() {
        let id = finding.id().to_string();
        let times = match finding.count {
            1 => "seen once".to_owned(),
            count => format!("seen {} times", grouped(count)),
        };
        let expected = if judged.expected.contains(&id) { ", expected" } else { "" };
        let number = if place == 0 { format!("{number:>2}. ") } else { "    ".to_owned() };
        let title = style(format!("{number}{id}")).red().bold();
        writeln!(out, "{title} {times}{expected}; first in: {}", finding.source)?;
        if !finding.reproduced {
            let flaky = "It does not show when this game is the first that the engine plays. Either it keeps something \
                         of the games before, or it does not always do the same; what it is put down to is a guess then.";
            writeln!(out, "    {}", style(flaky).yellow())?;
        }
    }
    let finding = group[0];
    let file = directory.map(|directory| directory.record_of(finding));
    let id = finding.id();
    writeln!(out, "{}", wrapped(id.rule.id(), &id.rule.text()))?;
    writeln!(out, "{}", wrapped("here", id.event.text()))?;
    write!(out, "{}", DrawnDifference(&finding.disagreement))?;
    writeln!(out, "   again      {}\n", reproduction(finding, command_line, file.as_deref()))
}

/// A disagreement, drawn: the game, the position before the turn, the turn and both answers.
#[derive(Clone, Copy, Debug)]
pub struct DrawnDifference<'a>(pub &'a Disagreement);

impl fmt::Display for DrawnDifference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { record, difference, .. } = self.0;
        let turns = named_turns(record);
        let transcript = play(record);
        writeln!(f, "{}", wrapped("game", &format!("{}: {}", record.size(), listed(&turns))))?;
        let (Some(step), Some(last)) = (transcript.steps.last(), turns.last()) else {
            writeln!(f, "   at the beginning")?;
            return both(f, difference);
        };
        let before = transcript.before(transcript.steps.len() - 1);
        let asked = match difference {
            Difference::Ruling(..) => format!("{last}?"),
            _ => format!("after {last}"),
        };
        let drawn = match difference {
            Difference::Board(reference, engine) => {
                let columns = usize::from(record.size().columns());
                beside(
                    &[
                        ("before", before.drawn(None)),
                        ("reference", reference.drawn(step.turn.turn.point())),
                        ("engine", engine.drawn(step.turn.turn.point())),
                    ],
                    2 * columns + 8,
                )
            }
            Difference::Ruling(..) => before.drawn(step.turn.turn.point()),
            Difference::Status(..) | Difference::Score(..) => step.position.drawn(None),
        };
        for line in drawn.lines() {
            writeln!(f, "     {line}")?;
        }
        writeln!(f, "   turn       {asked}")?;
        both(f, difference)
    }
}

fn both(f: &mut fmt::Formatter<'_>, difference: &Difference) -> fmt::Result {
    writeln!(f, "   reference  {}", style(difference.reference()).green())?;
    writeln!(f, "   engine     {}", style(difference.engine()).red())
}

/// Drawings side by side, each under its title.
fn beside(drawings: &[(&str, String)], width: usize) -> String {
    let height = drawings.iter().map(|(_, drawing)| drawing.lines().count()).max().unwrap_or(0);
    let width = width.max(12);
    let mut lines = vec![String::new(); height + 1];
    for (title, drawing) in drawings {
        for (place, line) in lines.iter_mut().enumerate() {
            let part = match place.checked_sub(1) {
                None => title,
                Some(row) => drawing.lines().nth(row).unwrap_or_default(),
            };
            *line += &format!("{part:<width$}");
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The turns of a game; of a long one the beginning and the end.
fn listed(turns: &[String]) -> String {
    match turns.len() {
        0 => "no turn yet".to_owned(),
        1..=60 => turns.join(", "),
        all => format!(
            "{}, ... {} turns more ..., {}",
            turns[..20].join(", "),
            all - 40,
            turns[all - 20..].join(", ")
        ),
    }
}

/// A text behind a word, on lines of a comfortable width.
fn wrapped(word: &str, text: &str) -> String {
    let (title, indent) = (format!("   {word:<10} "), " ".repeat(14));
    let (above, first) = match title.len() {
        14 => (String::new(), &title),
        _ => (format!("   {word}\n"), &indent),
    };
    let options = textwrap::Options::new(99)
        .initial_indent(first)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    above + &textwrap::fill(text, options)
}

fn faults(out: &mut String, certification: &Certification) -> fmt::Result {
    for incident in &certification.faults {
        let times =
            if incident.count > 1 { format!(" ({} times)", incident.count) } else { String::new() };
        writeln!(out, "{} {}{times}", style("fault").red().bold(), incident.fault)?;
        if let Some(record) = &incident.record {
            let turns = named_turns(record);
            writeln!(
                out,
                "{}",
                wrapped("game", &format!("{}: {}", record.size(), listed(&turns)))
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn events(out: &mut String, certification: &Certification) -> fmt::Result {
    let coverage = &certification.coverage;
    writeln!(out, "{}", style("Event                          met   deviated").dim())?;
    for (event, tally) in &coverage.events {
        let deviated = match tally.deviated {
            0 => style("-".to_owned()).dim().to_string(),
            count => style(grouped(count)).red().to_string(),
        };
        writeln!(out, "{event:<26} {:>7}   {deviated}", grouped(tally.observed))?;
    }
    let unreached = certification.unreached();
    if !unreached.is_empty() {
        let names: Vec<&str> = unreached.iter().map(|event| event.id()).collect();
        writeln!(out, "{}", wrapped("not met", &names.join(", ")))?;
    }
    writeln!(out)
}

fn notes(out: &mut String, certification: &Certification) -> fmt::Result {
    let missing: Vec<String> = certification
        .coverage
        .missing
        .iter()
        .map(|(check, count)| format!("{check} {}", grouped(*count)))
        .collect();
    if !missing.is_empty() {
        writeln!(
            out,
            "{}",
            wrapped("missing", &format!("answers that it cannot give: {}", missing.join(", ")))
        )?;
    }
    for note in &certification.engine.notes {
        writeln!(out, "{}", wrapped("note", note))?;
    }
    for (size, what) in &certification.refused {
        writeln!(out, "{}", wrapped("no board", &format!("{size}: {what}")))?;
    }
    if certification.coverage.cut_short > 0 {
        let cut = grouped(certification.coverage.cut_short);
        writeln!(
            out,
            "{}",
            wrapped(
                "cut short",
                &format!("{cut} games, at a disagreement past which there is no way")
            )
        )?;
    }
    Ok(())
}

fn verdict(
    out: &mut String,
    certification: &Certification,
    judged: &Judged,
    command_line: &str,
) -> fmt::Result {
    let rules = certification.options.rules;
    let name = &certification.engine.name;
    let line = match certification.outcome() {
        Outcome::Conforms => {
            let told = format!("{name} conforms to {rules} in everything compared");
            let unseen: Vec<&str> = Check::ALL
                .into_iter()
                .filter(|check| !certification.coverage.checks.contains_key(check))
                .map(Check::id)
                .collect();
            style(match unseen.is_empty() {
                true => format!("{told}."),
                false => format!("{told}; not observed: {}.", unseen.join(", ")),
            })
            .green()
        }
        Outcome::Deviates => {
            let broken: Vec<&str> = Rule::in_force(rules)
                .filter(|rule| certification.findings.iter().any(|f| f.id().rule == *rule))
                .map(Rule::id)
                .collect();
            let told = match broken.is_empty() {
                true => format!("{name} could not always be examined: see the faults."),
                false => format!("{name} deviates from {rules} in {}.", broken.join(", ")),
            };
            style(told).red()
        }
        Outcome::Untestable if certification.findings.is_empty() => {
            style(format!("{name} could not be examined on all of these boards.")).yellow()
        }
        Outcome::Untestable => {
            let told = "deviates on some of these boards and could not be examined on others";
            style(format!("{name} {told}.")).red()
        }
        Outcome::Incomplete => {
            style(format!("The examination of {name} is incomplete; no disagreement so far."))
                .yellow()
        }
    };
    writeln!(out, "{}", line.bold())?;
    if judged.new.is_empty() && !judged.expected.is_empty() {
        writeln!(out, "All of its findings are among the known failures.")?;
    }
    if !judged.unexpected_passes.is_empty() {
        writeln!(out, "Expected to fail, but did not: {}.", judged.unexpected_passes.join(", "))?;
    }
    if certification.interrupted {
        writeln!(out, "It was interrupted.")?;
    }
    match certification.outcome() {
        Outcome::Deviates if !certification.findings.is_empty() => {
            writeln!(
                out,
                "Next: replay a finding (its line `again`), or `superko explain {}`.",
                certification.findings[0].id().event
            )
        }
        Outcome::Incomplete => {
            writeln!(
                out,
                "Next: give it more time, as in `superko certify --budget 5m {command_line}`."
            )
        }
        Outcome::Conforms => {
            writeln!(out, "Next: `superko certify --level full {command_line}` looks longer.")
        }
        _ => Ok(()),
    }
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
