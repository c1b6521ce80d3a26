//! `superko zoo`: the engines that are wrong on purpose, and what detects each.

use super::output::{print, print_wrapped};
use super::{Exit, Failure};
use clap::Args;
use console::style;
use std::fmt::Write;
use superko_harness::kill_matrix::{Column, Row, kill_matrix};
use superko_harness::zoo;

/// Arguments of `zoo`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Show which kinds of games detect which engine; exit code 1 if an engine is not detected
    #[arg(long)]
    matrix: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if !arguments.matrix {
        print_wrapped(&list());
        return Ok(Exit::Fine);
    }
    let rows = kill_matrix();
    let survivors: Vec<&str> =
        rows.iter().filter(|row| row.detected_by.is_empty()).map(|row| row.mutant.name).collect();
    let mut text = matrix(&rows);
    // Writing to a string cannot fail.
    let _ = match survivors.is_empty() {
        true => writeln!(text, "All {} engines are detected.", rows.len()),
        false => writeln!(text, "Not detected: {}.", survivors.join(", ")),
    };
    print(&text);
    Ok(if survivors.is_empty() { Exit::Fine } else { Exit::Deviates })
}

fn list() -> String {
    let mut text = format!(
        "{} engines that are wrong on purpose, each with the rule that it breaks and the event that shows it. Test one with \
         `superko certify zoo:NAME`; `superko explain WORD` explains rules and events.\n",
        zoo::ALL.len()
    );
    for mutant in zoo::ALL {
        let rules = match mutant.rules == superko_game::rules::Rules::default() {
            true => String::new(),
            false => format!(", under --rules {}", mutant.rules),
        };
        // A mistake in what an engine keeps or forgets belongs to no rule.
        let what = match mutant.event.is_about_the_engine() {
            true => "state".to_owned(),
            false => mutant.rule.to_string(),
        };
        let _ = write!(
            text,
            "\n{}  {}\n  {}\n",
            style(mutant.name).bold(),
            style(format!("{what}, found by {}{rules}", mutant.event)).dim(),
            mutant.story
        );
    }
    text
}

/// Writes the matrix: a line for each engine, a column for each kind of games, the columns named below.
fn matrix(rows: &[Row]) -> String {
    let columns = Column::all();
    let width = rows.iter().map(|row| row.mutant.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for tens in [true, false] {
        let _ = write!(text, "{:width$} ", "");
        for number in 1..=columns.len() {
            let digit = if tens { number / 10 } else { number % 10 };
            let _ = match tens && digit == 0 {
                true => write!(text, "  "),
                false => write!(text, " {digit}"),
            };
        }
        text.push('\n');
    }
    for row in rows {
        let _ = write!(text, "{:width$} ", row.mutant.name);
        for column in &columns {
            let mark = if row.detected_by.contains(column) { 'x' } else { '.' };
            let _ = write!(text, " {mark}");
        }
        text.push('\n');
    }
    let legend = "x: a game of the kind in the column shows that the engine in the row is wrong";
    let _ = writeln!(text, "\n{legend}. The kinds, and how many engines each detects:");
    for (place, column) in columns.iter().enumerate() {
        let detects = rows.iter().filter(|row| row.detected_by.contains(column)).count();
        let _ = writeln!(
            text,
            "{:>3}  {:<38} {detects:>2} of {}",
            place + 1,
            column.title(),
            rows.len()
        );
    }
    text
}
