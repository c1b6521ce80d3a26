//! Markdown, for the summary of a run in CI.

use super::advice::{next, offer};
use super::diagnosis::evidence;
use super::drawn::{drawn_again, shown_by};
use super::in_part::{IN_PART, in_part_by};
use super::words::{
    by_cause, cause, chosen, conventions, counts, each_in_short, fault_in_short, found,
    no_longer_appear, observed, parts, required, verdict,
};
use super::{FaultReport, Report, RuleGrade, TextOptions};
use std::fmt::{self, Write};
use superko_engine::check::Grade;
use superko_game::grouped;
use superko_game::rules::Rule;

/// Writes the report as Markdown, for GitHub and GitLab.
pub fn markdown(report: &Report) -> String {
    let mut text = String::new();
    for part in parts(report) {
        // Writing to a string cannot fail.
        let _ = write_part(&mut text, part);
    }
    text
}

fn write_part(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(out, "## Superko: {}\n", report.verdict.id())?;
    writeln!(out, "**{}**\n", plain(&verdict(report)))?;
    if let Some(said) = conventions(report) {
        writeln!(out, "{}\n", plain(&said))?;
    }
    if let Some(diagnosis) = &report.diagnosis {
        let (sentence, evidence) = (&diagnosis.sentence, evidence(report, diagnosis));
        writeln!(out, "It {}. {}\n", plain(sentence), plain(&evidence))?;
    }
    if let Some(offer) = offer(report) {
        writeln!(out, "{}\n", with_code(&offer.to_string()))?;
    }
    writeln!(out, "{}; {}. Observed: {}.\n", counts(report), chosen(report), observed(report))?;
    if let Some(required) = required(report) {
        writeln!(out, "{}\n", plain(&required))?;
    }
    if let Some(said) = no_longer_appear(report) {
        writeln!(out, "{}\n", plain(&said))?;
    }
    if report.comparisons > 0 {
        write_rules(out, report)?;
    }
    if let Some(found) = found(report) {
        writeln!(out, "{found}.\n")?;
    }
    if let Some(next) = next(report, TextOptions::default()) {
        writeln!(out, "Next: {}.\n", with_code(&next))?;
    }
    write_findings(out, report)?;
    for fault in &report.faults {
        write_fault(out, fault)?;
    }
    Ok(())
}

/// Writes the table of the rules.
fn write_rules(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(out, "| Rule | Knows | Enforces | Observed |\n|---|---|---|---:|")?;
    for (rule, result) in &report.rules_checked {
        writeln!(
            out,
            "| {rule} {} | {} | {} | {} |",
            rule.topic(),
            grade(report, *rule, Grade::Knows),
            grade(report, *rule, Grade::Enforces),
            grouped(result.observations)
        )?;
    }
    writeln!(out)?;
    let in_part = report.named_in_part();
    if !in_part.is_empty() {
        writeln!(out, "In part: {}.\n", in_part.join("; "))?;
    }
    Ok(())
}

/// Writes the findings, each with its cause unless that of the one before is the same.
fn write_findings(out: &mut String, report: &Report) -> fmt::Result {
    let mut last_why: Option<String> = None;
    for (place, group) in by_cause(&report.findings).iter().enumerate() {
        let ids: Vec<String> = group.iter().map(|finding| code(&finding.id)).collect();
        let finding = group[0];
        writeln!(out, "### {}. {}\n", place + 1, ids.join(", "))?;
        let why = cause(report, finding);
        if let Some(why) = why.as_ref().filter(|why| last_why.as_ref() != Some(why)) {
            writeln!(out, "{}.\n", plain(why))?;
        }
        last_why = why;
        for line in each_in_short(group) {
            writeln!(out, "{}.", plain(&line))?;
        }
        writeln!(
            out,
            "Reference: {}. Engine: {}.\n",
            code(&finding.reference),
            code(&finding.engine)
        )?;
        let game = fenced(&drawn_again(finding));
        writeln!(out, "<details><summary>The game</summary>\n\n{game}\n</details>\n")?;
    }
    Ok(())
}

/// Writes a fault, and how it occurs.
fn write_fault(out: &mut String, fault: &FaultReport) -> fmt::Result {
    writeln!(out, "### {}\n", code(&fault.id))?;
    writeln!(out, "{}.\n\n{}", fault_in_short(fault), fenced(&fault.what))?;
    let shown = shown_by(fault).into_iter();
    let shown = shown.map(|(word, shown)| format!("   {word:<10} {shown}\n"));
    let again = fault.again.as_ref().map(|again| format!("   again      {again}\n"));
    let game: String = shown.chain(again).collect();
    if !game.is_empty() {
        let game = fenced(&game);
        writeln!(out, "<details><summary>How it occurs</summary>\n\n{game}\n</details>\n")?;
    }
    Ok(())
}

fn grade(report: &Report, rule: Rule, by: Grade) -> &'static str {
    match report.rules_checked[&rule].by(by) {
        _ if in_part_by(report, rule, by).is_some() => IN_PART,
        RuleGrade::Deviates => "**deviates**",
        RuleGrade::Unobserved => "-",
        grade => grade.id(),
    }
}

/// Escapes a text so that no character means anything to Markdown or HTML. A mention notifies nobody.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '@' => out += "&#64;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' => {
                out.push('\\');
                out.push(letter);
            }
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

/// Escapes a text as [`plain`] does. The parts between backticks become code.
fn with_code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(place, part)| if place % 2 == 0 { plain(part) } else { code(part) }).collect()
}

/// Writes a text as code within a line.
fn code(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let fence = "`".repeat(longest_run(&text) + 1);
    let gap =
        if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    format!("{fence}{gap}{text}{gap}{fence}")
}

/// Writes a text as code on lines of its own.
fn fenced(text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n", text.trim_end())
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_others_mean_nothing() {
        assert_eq!(plain("<b>*a* @you"), "&lt;b&gt;\\*a\\* &#64;you");
        assert_eq!(code("a``b`"), "``` a``b` ```");
        assert_eq!(fenced("```\nx\n"), "````text\n```\nx\n````\n");
    }
}
