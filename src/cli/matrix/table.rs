//! The matrix as Markdown.

use super::list::Listed;
use super::row::{Cell, Grade, Matrix, Row, State, sentences};
use std::fmt::{self, Write};

/// All rows as tables, and the shortest game for each that deviates.
pub(super) fn markdown(matrix: &Matrix) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut out, matrix);
    out
}

fn write_all(out: &mut String, matrix: &Matrix) -> fmt::Result {
    writeln!(
        out,
        "{}, level {}, {}. Each engine is graded under the rules that it claims, and then under Tromp-Taylor rules.\n",
        matrix.tool, matrix.level, matrix.date
    )?;
    writeln!(
        out,
        "| engine | claims | verdict | deviates in | under Tromp-Taylor | really plays | seen by |\n|---|---|---|---|---|---|---|"
    )?;
    for row in matrix.rows.iter().filter(|row| row.claimed.is_some()) {
        let verdict = row.claimed.as_ref().map(Grade::verdict_in_words).unwrap_or_default();
        let partly = if row.state == State::NotFinished { ", in part" } else { "" };
        writeln!(
            out,
            "| {} {} | {} | {verdict}{partly} | {} | {} | {} | {} |",
            plain(&row.listed.name),
            plain(&row.listed.version),
            claims(row),
            or_dash(deviations(row)),
            or_dash(tromp_taylor(row)),
            row.plays().map_or("-".to_owned(), |plays| plain(&plays)),
            row.claimed.as_ref().map(|grade| grade.checks.join(", ")).unwrap_or_default()
        )?;
    }
    let missing: Vec<&Row> = matrix.rows.iter().filter(|row| row.claimed.is_none()).collect();
    if !missing.is_empty() {
        writeln!(out, "\n| not tested | claims | reason | last known result |\n|---|---|---|---|")?;
    }
    for row in missing {
        let last = row.last().map(|last| format!("{}: {}", last.date, plain(&last.found)));
        writeln!(
            out,
            "| {} {} | {} | {} | {} |",
            plain(&row.listed.name),
            plain(&row.listed.version),
            claims(row),
            plain(row.reason.as_deref().unwrap_or_default()),
            last.unwrap_or("-".to_owned())
        )?;
    }
    witnesses(out, matrix)
}

/// The shortest game for each engine that does otherwise than it claims.
fn witnesses(out: &mut String, matrix: &Matrix) -> fmt::Result {
    let mut begun = false;
    for row in &matrix.rows {
        let Some(shown) = row.claimed.as_ref().and_then(|grade| grade.shortest()) else { continue };
        if !begun {
            writeln!(out, "\n## The shortest games\n")?;
            begun = true;
        }
        let (showed, of) = shown.confirmed;
        writeln!(
            out,
            "* **{}**: `{}` after `{}`. Reference: {}; engine: {} ({}, {showed} of {of} fresh processes).",
            plain(&row.listed.name),
            shown.id,
            shown.game,
            plain(&shown.reference),
            plain(&shown.engine),
            shown.kind
        )?;
        let command = row.command.as_deref().unwrap_or_default();
        if let Some(line) = shown.by_hand(command) {
            writeln!(out, "\n  ```text\n  {line}\n  ```")?;
        }
    }
    Ok(())
}

/// The rules that an engine claims, with where it says so.
fn claims(row: &Row) -> String {
    let Listed { rules, source, .. } = &row.listed;
    match source.starts_with("https://") {
        true => format!("[`{rules}`]({source})"),
        false => format!("`{rules}` ({})", plain(source)),
    }
}

/// The sentences that an engine breaks, with the checks by which it shows.
fn deviations(row: &Row) -> String {
    let mut told: Vec<String> = Vec::new();
    for sentence in sentences() {
        if let Cell::Deviates(checks) = row.claimed_cell(sentence) {
            told.push(format!("{sentence} ({})", checks.join(", ")));
        }
    }
    let Some(grade) = &row.claimed else { return String::new() };
    if !grade.beside().is_empty() {
        told.push(format!("outside the rules ({})", grade.beside().join(", ")));
    }
    if !grade.faults.is_empty() {
        told.push(format!("{} faults", grade.faults.len()));
    }
    told.join("; ")
}

fn tromp_taylor(row: &Row) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut unclaimed: Vec<&str> = Vec::new();
    for sentence in sentences() {
        match row.tromp_taylor_cell(sentence) {
            Cell::Deviates(checks) => told.push(format!("{sentence} ({})", checks.join(", "))),
            Cell::NotClaimed => unclaimed.push(sentence),
            _ => {}
        }
    }
    if !unclaimed.is_empty() {
        told.push(format!("{}: does not claim this", unclaimed.join(", ")));
    }
    if told.is_empty() {
        told.extend(row.by_tromp_taylor().map(Grade::verdict_in_words));
    }
    told.join("; ")
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

/// A text in a cell of a table.
fn plain(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;");
    text.replace(['\n', '\r'], " ").replace('*', "\\*").replace('`', "'")
}
