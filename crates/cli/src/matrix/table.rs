//! The matrix as Markdown.

use super::list::Listed;
use super::row::{Grade, Matrix, Row, State};
use std::fmt::Write;

/// Writes all rows as tables, and the shortest game for each engine that deviates.
pub(super) fn markdown(matrix: &Matrix) -> String {
    let mut out = format!(
        "{}, level {}, {}. Each engine is graded under the rules that it claims, and then under Tromp-Taylor rules.\n\n\
         | engine | claims | verdict | deviates in | under Tromp-Taylor | really plays | seen by |\n\
         |---|---|---|---|---|---|---|\n",
        matrix.tool, matrix.level, matrix.date
    );
    let tested = || matrix.rows.iter().filter_map(|row| Some((row, row.claimed.as_ref()?)));
    for (row, grade) in tested() {
        let partly = if row.state == State::NotFinished { ", in part" } else { "" };
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            out,
            "| {} | {} | {}{partly} | {} | {} | {} | {} |",
            named(row),
            claims(row),
            grade.verdict_in_words(),
            or_dash(deviations(grade)),
            or_dash(tromp_taylor(row)),
            row.plays().map_or("-".to_owned(), |plays| plain(&plays)),
            grade.checks.join(", ")
        );
    }
    let missing: Vec<&Row> = matrix.rows.iter().filter(|row| row.claimed.is_none()).collect();
    if !missing.is_empty() {
        out += "\n| not tested | claims | reason | last known result |\n|---|---|---|---|\n";
    }
    for row in missing {
        let last = row.listed.last.as_ref();
        let last = last.map(|last| format!("{}: {}", last.date, plain(&last.found)));
        let reason = plain(row.reason.as_deref().unwrap_or_default());
        let (claims, last) = (claims(row), last.unwrap_or("-".to_owned()));
        let _ = writeln!(out, "| {} | {claims} | {reason} | {last} |", named(row));
    }
    let games: String = tested().filter_map(|(row, grade)| shortest_game(row, grade)).collect();
    if !games.is_empty() {
        out += &format!("\n## The shortest games found\n\n{games}");
    }
    out
}

/// Returns the shortest game in which an engine deviates from its claim, if it does.
fn shortest_game(row: &Row, grade: &Grade) -> Option<String> {
    let shown = grade.shortest()?;
    let (showed, of) = shown.confirmed;
    let mut text = format!(
        "* **{}**: `{}` after `{}`. Reference: {}; engine: {} (reproduced {showed} of {of} times on fresh processes).\n",
        plain(&row.listed.name),
        shown.id,
        shown.game,
        plain(&shown.reference),
        plain(&shown.engine)
    );
    if let Some(line) = &shown.by_hand {
        text += &format!("\n  ```text\n  {line}\n  ```\n");
    }
    Some(text)
}

/// Returns an engine with its version.
fn named(row: &Row) -> String {
    format!("{} {}", plain(&row.listed.name), plain(&row.listed.version))
}

/// Returns the rules that an engine claims, with the source of the claim.
fn claims(row: &Row) -> String {
    let Listed { rules, source, .. } = &row.listed;
    match row.listed.has_address() {
        true => format!("[`{rules}`]({source})"),
        false => format!("`{rules}` ({})", plain(source)),
    }
}

/// Returns the sentences that an engine breaks, with the checks that show it.
fn deviations(grade: &Grade) -> String {
    let beside = grade.checks_against(None).map(|checks| ("outside the rules", checks));
    let broken = grade.broken().chain(beside);
    let mut parts: Vec<String> =
        broken.map(|(what, checks)| format!("{what} ({checks})")).collect();
    if !grade.faults.is_empty() {
        parts.push(format!("{} faults", grade.faults.len()));
    }
    parts.join("; ")
}

/// Returns how an engine deviates from the Tromp-Taylor rules.
pub(super) fn tromp_taylor(row: &Row) -> String {
    let Some(grade) = row.by_tromp_taylor() else { return String::new() };
    let (broken, unclaimed): (Vec<_>, Vec<_>) =
        grade.broken().partition(|(sentence, _)| row.claims(sentence));
    let mut parts: Vec<String> =
        broken.iter().map(|(sentence, checks)| format!("{sentence} ({checks})")).collect();
    if !unclaimed.is_empty() {
        let unclaimed: Vec<&str> = unclaimed.iter().map(|(sentence, _)| *sentence).collect();
        parts.push(format!("{}: does not claim this", unclaimed.join(", ")));
    }
    if parts.is_empty() {
        parts.push(grade.verdict_in_words());
    }
    parts.join("; ")
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Escapes a text for a cell of a table.
fn plain(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;");
    text.replace(['\n', '\r'], " ").replace('*', "\\*").replace('`', "'")
}
