//! The matrix as a page: one file that opens from disk and asks nothing of the network.

use super::row::{Cell, Grade, Matrix, Row, Shown, State, sentences};
use std::fmt::{self, Write};
use superko::report::{PAGE_POLICY, PAGE_STYLE, grouped, markup_line as line};

/// What this page has beside the style of all pages.
const STYLE: &str = include_str!("page.css");

/// All rows as a page of HTML. An engine has the address `#engine-ID`.
pub(super) fn html(matrix: &Matrix) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut out, matrix);
    out
}

fn write_page(out: &mut String, matrix: &Matrix) -> fmt::Result {
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         {PAGE_POLICY}<link rel=\"icon\" href=\"data:,\">\n\
         <title>Superko: what engines really play</title>\n<style>\n{PAGE_STYLE}{STYLE}</style>\n</head>\n<body>\n\
         <header><p class=\"tool\">Superko <span>{}</span></p></header>\n<main>\n\
         <h1>What engines really play</h1>",
        line(&matrix.tool)
    )?;
    let count = |verdict: &str| {
        let is_it = |row: &&Row| row.claimed.as_ref().is_some_and(|grade| grade.verdict == verdict);
        matrix.rows.iter().filter(is_it).count()
    };
    let missing = matrix.rows.iter().filter(|row| row.claimed.is_none()).count();
    writeln!(
        out,
        "<p class=\"said\">{} configurations on {}, level {}. Under the rules that each claims, {} conform and {} \
         deviate; {missing} could not be tested.</p>",
        matrix.rows.len(),
        line(&matrix.date),
        line(&matrix.level),
        count("conforms"),
        count("deviates")
    )?;
    table(out, matrix, "Under the rules that each claims", true)?;
    table(out, matrix, "Under Tromp-Taylor rules", false)?;
    absent(out, matrix)?;
    for row in matrix.rows.iter().filter(|row| row.claimed.is_some()) {
        article(out, row)?;
    }
    writeln!(out, "</main>\n</body>\n</html>")
}

/// Engines by rules, with the checks by which a rule shows broken.
fn table(out: &mut String, matrix: &Matrix, title: &str, claimed: bool) -> fmt::Result {
    writeln!(
        out,
        "<section>\n<h2>{title}</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">\n<table>\n\
         <thead><tr><th scope=\"col\">Engine</th><th scope=\"col\">{}</th><th scope=\"col\">Verdict</th>",
        if claimed { "Claims" } else { "Really plays" }
    )?;
    for sentence in sentences() {
        write!(out, "<th scope=\"col\">{sentence}</th>")?;
    }
    writeln!(
        out,
        "<th scope=\"col\">Outside the rules</th><th scope=\"col\">Answers</th></tr></thead>\n<tbody>"
    )?;
    for row in &matrix.rows {
        let grade = if claimed { row.claimed.as_ref() } else { row.by_tromp_taylor() };
        let Some(grade) = grade else { continue };
        let said = match claimed {
            true => grade.rules.clone(),
            false => row.plays().unwrap_or("–".to_owned()),
        };
        write!(
            out,
            "<tr><th scope=\"row\"><a href=\"#engine-{}\">{}</a></th><td class=\"words\">{}</td>\
             <td class=\"{}\"><a href=\"{}\">{}</a></td>",
            line(&row.listed.id),
            line(&row.listed.name),
            line(&said),
            line(&grade.verdict),
            line(&grade.page),
            line(&grade.verdict_in_words())
        )?;
        for sentence in sentences() {
            let cell =
                if claimed { row.claimed_cell(sentence) } else { row.tromp_taylor_cell(sentence) };
            let (class, text) = match cell {
                Cell::Conforms => ("conforms", "✓".to_owned()),
                Cell::Deviates(checks) => ("deviates", checks.join(" ")),
                Cell::NotClaimed => ("unobserved", "does not claim this".to_owned()),
                Cell::Tolerates => ("tolerates", "tolerates".to_owned()),
                Cell::Unobserved => ("unobserved", "–".to_owned()),
            };
            write!(out, "<td class=\"{class}\">{text}</td>")?;
        }
        let beside = grade.beside();
        let class = if beside.is_empty() { "unobserved" } else { "deviates" };
        let beside = if beside.is_empty() { "–".to_owned() } else { beside.join(" ") };
        writeln!(
            out,
            "<td class=\"{class}\">{beside}</td><td class=\"number\">{}</td></tr>",
            grouped(grade.comparisons)
        )?;
    }
    writeln!(
        out,
        "</tbody>\n</table>\n</div>\n<p class=\"legend\">✓: conforms; a word: the check that shows that the rule \
         is broken; –: not observed. <code>superko explain TT6</code> prints the rule.</p>\n</section>"
    )
}

/// What could not be tested, and why.
fn absent(out: &mut String, matrix: &Matrix) -> fmt::Result {
    let rows: Vec<&Row> = matrix.rows.iter().filter(|row| row.claimed.is_none()).collect();
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "<section>\n<h2>Not tested</h2>\n<dl class=\"facts\">")?;
    for row in rows {
        let word = match row.state {
            State::NotBuilt => "not built here: ",
            State::NotInstalled => "not installed: ",
            State::Done | State::NotFinished => "",
        };
        let last =
            row.last().map(|last| format!(" Last known result, {}: {}", last.date, last.found));
        writeln!(
            out,
            "<div><dt>{} {}</dt><dd>{word}{}{}</dd></div>",
            line(&row.listed.name),
            line(&row.listed.version),
            line(row.reason.as_deref().unwrap_or_default()),
            line(&last.unwrap_or_default())
        )?;
    }
    writeln!(out, "</dl>\n</section>")
}

fn article(out: &mut String, row: &Row) -> fmt::Result {
    let listed = &row.listed;
    let verdict = row.claimed.as_ref().map_or("", |grade| &grade.verdict);
    let in_words = row.claimed.as_ref().map(Grade::verdict_in_words).unwrap_or_default();
    writeln!(
        out,
        "<article class=\"finding {}\" id=\"engine-{}\">\n<h2>{} {} <span class=\"badge\">{}</span></h2>",
        line(verdict),
        line(&listed.id),
        line(&listed.name),
        line(&listed.version),
        line(&in_words)
    )?;
    if let Some(plays) = row.plays() {
        writeln!(out, "<p class=\"diagnosis\">It {}.</p>", line(&plays))?;
    }
    writeln!(out, "<dl class=\"facts\">")?;
    let mut fact = |word: &str, said: &str| match said {
        "" => Ok(()),
        said => writeln!(out, "<div><dt>{word}</dt><dd>{said}</dd></div>"),
    };
    // A link only where the source is an address, and not, say, a page of a manual.
    let source = match listed.source.starts_with("https://") {
        true => format!("<a href=\"{0}\">{0}</a>", line(&listed.source)),
        false => line(&listed.source),
    };
    fact("Claims", &format!("{} ({source})", line(&listed.claim)))?;
    fact("From", &line(&listed.get.to_string()))?;
    fact("Command", &line(row.command.as_deref().unwrap_or_default()))?;
    fact("Time", &format!("{:.0} s", row.seconds))?;
    fact("In part", &line(row.reason.as_deref().unwrap_or_default()))?;
    fact("Notes", &line(listed.notes.as_deref().unwrap_or_default()))?;
    writeln!(out, "</dl>")?;
    let command = row.command.as_deref().unwrap_or_default();
    if let Some(grade) = &row.claimed {
        findings(out, grade, "Under the rules that it claims", command)?;
    }
    if let Some(grade) = &row.tromp_taylor {
        findings(out, grade, "Under Tromp-Taylor", command)?;
    }
    writeln!(out, "</article>")
}

fn findings(out: &mut String, grade: &Grade, title: &str, command: &str) -> fmt::Result {
    let count = grade.findings.len();
    writeln!(
        out,
        "<details>\n<summary>{title}: {} <span>{count} findings under {}</span></summary>\n\
         <p><a href=\"{}\">The whole report</a>{}{}</p>",
        line(&grade.verdict_in_words()),
        line(&grade.rules),
        line(&grade.page),
        format_args!("; seen by {}", line(&grade.checks.join(", "))),
        match grade.unmet.is_empty() {
            true => String::new(),
            false => format!("; not met: {}", line(&grade.unmet.join(", "))),
        }
    )?;
    let shortest = grade.shortest().map(|shown| &shown.id);
    for shown in &grade.findings {
        finding(out, shown, command, shortest == Some(&shown.id))?;
    }
    for fault in &grade.faults {
        writeln!(out, "<pre>{}</pre>", line(fault))?;
    }
    writeln!(out, "</details>")
}

fn finding(out: &mut String, shown: &Shown, command: &str, shortest: bool) -> fmt::Result {
    let (showed, of) = shown.confirmed;
    writeln!(
        out,
        "<p><strong>{}</strong> <small>{}, {showed} of {of} fresh processes{}</small><br>{}<br>Reference: {}. Engine: {}.</p>",
        line(&shown.id),
        line(&shown.kind),
        if shortest { ", the shortest game" } else { "" },
        line(&shown.game),
        line(&shown.reference),
        line(&shown.engine)
    )?;
    match shown.by_hand(command) {
        Some(by_hand) if shortest => writeln!(out, "<pre class=\"again\">{}</pre>", line(&by_hand)),
        _ => Ok(()),
    }
}
