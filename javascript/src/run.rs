//! The functions of the package: a whole run, a diagnosis, one game.

use crate::board::Board;
use crate::host::{Host, HostObserver, caller, on_behalf_of};
use crate::options::{Asked, Understood};
use serde_json::{Value, json};
use std::ptr;
use superko::certify as certification;
use superko::engines::Reference;
use superko::findings::replay_in_every_manner;
use superko::report::{
    DrawnDifference, Finding, FindingGroup, Report, TextOptions, from_json, groups_of_findings,
    opening, problems, text, text_of_diagnosis, texts_of_findings, to_json,
};
use superko::{About, Engine, Fault, Record, Rule, Rules, Transcript};
use wasm_bindgen::prelude::*;

/// Returns the version of Superko.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Checks options, as JSON.
///
/// # Errors
///
/// If an option cannot be understood.
#[wasm_bindgen(js_name = checkOptions)]
pub fn check_options(options: &str) -> Result<(), String> {
    Asked::read(options)?.understood().map(drop)
}

/// Returns what the rules with the numbers 1 to 10 are about.
#[wasm_bindgen]
pub fn topics() -> Vec<String> {
    Rule::in_force(Rules::default()).map(|rule| rule.topic().to_owned()).collect()
}

/// Certifies the boards of a host. Returns JSON: `report`, its `text`, a text for each of the `findings`; and for tests the
/// `opening` of the text, the `mistakes` behind the findings, and other `problems`.
///
/// # Errors
///
/// If an option cannot be understood.
#[wasm_bindgen]
pub fn certify(host: Host, options: &str) -> Result<String, String> {
    let Understood { options, about, .. } = Asked::read(options)?.understood()?;
    Ok(on_behalf_of(host, || {
        let report = of_boards(certification::run(&|| make(&about), &options, &HostObserver));
        result_json(&report, text(&report, &STYLE))
    }))
}

/// Determines what the boards of a host really play. Returns the same kind of JSON as [`certify()`].
///
/// # Errors
///
/// If an option cannot be understood.
#[wasm_bindgen]
pub fn identify(host: Host, options: &str) -> Result<String, String> {
    let Understood { options, about, .. } = Asked::read(options)?.understood()?;
    Ok(on_behalf_of(host, || {
        let report = of_boards(certification::identify(&|| make(&about), &options, &HostObserver));
        result_json(&report, text_of_diagnosis(&report, &STYLE))
    }))
}

/// Plays a record on a board of a host and compares every answer. Returns the drawn disagreement, or what kept the board
/// from answering; `None` if all answers agree.
///
/// # Errors
///
/// If the record or an option cannot be understood.
#[wasm_bindgen]
pub fn replay(host: Host, record: &str, options: &str) -> Result<Option<String>, String> {
    let record = record_in(record)?;
    let Understood { about, after, .. } = Asked::read(options)?.understood()?;
    let make = &mut || make(&about);
    Ok(on_behalf_of(host, || match replay_in_every_manner(make, &after, &record) {
        Ok(shown) => shown.map(|shown| format!("{}\n{}", shown.id, DrawnDifference::of(&shown))),
        Err(fault) => Some(fault.to_string()),
    }))
}

/// Reads a record that can be replayed.
pub(crate) fn record_in(text: &str) -> Result<Record, String> {
    let played = Transcript::read(text, Reference::set_up).map_err(|error| error.to_string())?;
    Ok(played.settled()?.record)
}

/// Writes a report, given as JSON, as the command line shows it on a terminal of this width, or with
/// all details. `diagnosis` says whether it is a report of [`identify()`].
///
/// # Errors
///
/// If the JSON is not a report.
#[wasm_bindgen]
pub fn written(
    report: &str,
    diagnosis: bool,
    verbose: bool,
    color: bool,
    width: usize,
) -> Result<String, String> {
    let report = from_json(report).map_err(|error| error.to_string())?;
    let style =
        TextOptions { color, width: width.clamp(60, 120), verbose, screen: !verbose, ..STYLE };
    Ok(if diagnosis { text_of_diagnosis(&report, &style) } else { text(&report, &style) })
}

/// The style of texts.
const STYLE: TextOptions = TextOptions {
    color: false,
    width: 100,
    verbose: false,
    screen: false,
    more: "result.text({ verbose: true })",
    explain: None,
};

/// Adds to a report which methods the boards do not have.
fn of_boards(mut report: Report) -> Report {
    report.engine.lacks = caller().lacks(report.rules.agreement.asks());
    report
}

/// Makes a board of the current caller.
fn make(about: &About) -> Result<Box<dyn Engine>, Fault> {
    Ok(Box::new(Board::new(about)))
}

/// Returns the JSON of a result. `text` is the text of the report.
fn result_json(report: &Report, text: String) -> String {
    let data: Value = serde_json::from_str(&to_json(report)).expect("a report is JSON");
    json!({
        "report": data,
        "text": text,
        "findings": texts_of_findings(report, &STYLE),
        "opening": opening(report, &STYLE),
        "mistakes": mistakes(report),
        "problems": problems(report, &STYLE),
    })
    .to_string()
}

/// Returns the findings of each mistake, as their places in the report, and a text with the game of the first one. Mistakes that
/// are all expected are left out.
fn mistakes(report: &Report) -> Vec<Value> {
    let groups = groups_of_findings(report, &STYLE);
    let place =
        |finding: &Finding| report.findings.iter().position(|other| ptr::eq(other, finding));
    let firsts = (0..groups.len()).filter(|&place| groups[place].first_of_mistake == place);
    let mistakes = firsts.map(|first| {
        let same = groups.iter().filter(|group| group.first_of_mistake == first);
        let findings: Vec<&Finding> =
            same.clone().flat_map(|group| group.findings.iter().copied()).collect();
        let others: String = same.skip(1).map(further_findings).collect();
        let text = format!("{}{others}", groups[first].text);
        (findings, text)
    });
    let new = mistakes.filter(|(findings, _)| findings.iter().any(|finding| !finding.expected));
    new.map(|(findings, text)| {
        let places: Vec<_> = findings.into_iter().map(place).collect();
        json!({ "findings": places, "text": text })
    })
    .collect()
}

/// Returns the ids of findings that one game shows, and both answers.
fn further_findings(group: &FindingGroup<'_>) -> String {
    let ids: Vec<&str> = group.findings.iter().map(|finding| finding.id.as_str()).collect();
    let Finding { reference, engine, .. } = group.findings[0];
    let lines = [("also found", &ids.join(", ")), ("reference", reference), ("engine", engine)];
    lines.map(|(word, text)| format!("{}\n", STYLE.wrapped(word, text))).concat()
}

#[cfg(test)]
mod tests {
    use superko::Check;

    #[test]
    fn checks_have_the_names_that_the_tests_of_a_board_have() {
        // `door.cjs` makes a test for each check that a method in `board.cjs` serves.
        let board = include_str!("../board.cjs");
        for check in Check::ALL.into_iter().filter(|check| !check.needs_player()) {
            assert!(board.contains(&format!("check: \"{check}\"")), "{check}");
        }
    }
}
