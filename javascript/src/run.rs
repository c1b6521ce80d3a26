//! The functions of the package: a whole run, a diagnosis, one game.

use crate::board::Board;
use crate::host::{Ears, Host, on_behalf_of};
use crate::options::{Asked, Understood};
use serde_json::{Value, json};
use superko::certify::{self, Observer};
use superko::diagnosis::Evidence;
use superko::findings::{Kind, Manner, Questions, play_again};
use superko::report::{DrawnDifference, Report, TextOptions, one_line, text, texts_of_findings};
use superko::{About, Engine, Fault, RecordText};
use wasm_bindgen::prelude::*;

/// Returns the version of Superko.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Certifies the boards of a host. Returns JSON: `report`, its `text`, and a text for each of the `findings`.
///
/// # Errors
///
/// If an option cannot be understood.
#[wasm_bindgen]
pub fn certify(host: Host, options: &str) -> Result<String, String> {
    let Understood { options, about, known } = Asked::read(options)?.understood()?;
    Ok(on_behalf_of(host, || {
        let factory = || make(&about);
        let mut report = certify::run(&factory, &options, &Ears);
        if options.wants_diagnosis(&report) && !Ears.stop() {
            certify::explain(&factory, &options, &mut report, &Ears);
        }
        known.apply(&mut report);
        in_javascript(&mut report);
        told(&report, text(&report, &TextOptions::default()))
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
        let report = certify::identify(&|| make(&about), &options, &Ears);
        told(&report, text_of(&report))
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
    let record = record.parse::<RecordText>().map_err(|error| error.to_string())?.record;
    let Understood { about, .. } = Asked::read(options)?.understood()?;
    Ok(on_behalf_of(host, || {
        let last = Manner { questions: Questions::LastTurn, ..Manner::default() };
        let every = Manner { questions: Questions::Everything, ..Manner::default() };
        let undo = Manner { undo: true, ..Manner::default() };
        let generate = Manner { generate: true, ..Manner::default() };
        for manner in [Manner::default(), last, every, undo, generate] {
            let compared = play_again(&mut Board::new(&about), &record, manner);
            if let Some(disagreement) = compared.disagreements.first() {
                return Some(format!("{}\n{}", disagreement.id, DrawnDifference::of(disagreement)));
            }
            if let Some(fault) = compared.fault {
                return Some(fault.to_string());
            }
        }
        None
    }))
}

/// Returns the text of a report with only a diagnosis.
fn text_of(report: &Report) -> String {
    let name = &report.engine.name;
    let Some(diagnosis) = &report.diagnosis else {
        let faults: Vec<&str> = report.faults.iter().map(|fault| fault.what.as_str()).collect();
        return format!("{name} could not be tested: {}\n", faults.join("; "));
    };
    let mut text = format!("{name} {}.\n\n{diagnosis}\n", diagnosis.sentence);
    if let Some(Evidence { game, said, .. }) = &diagnosis.contradiction {
        text += &format!("The shortest game that this does not explain: {game}: {said}\n");
    }
    if let Some(fault) = &diagnosis.fault {
        text += &format!("It did not always answer: {fault}\n");
    }
    text
}

fn make(about: &About) -> Result<Box<dyn Engine>, Fault> {
    Ok(Box::new(Board::new(about)))
}

fn told(report: &Report, text: String) -> String {
    let style = TextOptions::default();
    let findings = texts_of_findings(report, &style);
    let report: Value = serde_json::to_value(report).expect("names and numbers can be written");
    json!({ "report": report, "text": text, "findings": findings }).to_string()
}

/// Replaces the instructions for reproducing a finding by calls in JavaScript.
fn in_javascript(report: &mut Report) {
    for finding in &mut report.findings {
        let (shown, tried) = finding.confirmed;
        finding.again = match finding.kind {
            Kind::Steady => call(&one_line(&finding.record)),
            Kind::Flaky => {
                let call = call(&one_line(&finding.record));
                format!("{call}  // does not always occur: {shown} of {tried} times")
            }
            _ => {
                let call = call(&one_line(&finding.record));
                format!("{call}  // occurs only after other games: `session` has them")
            }
        };
    }
    for fault in &mut report.faults {
        fault.again = fault.record.as_ref().map(|record| call(&one_line(record)));
    }
}

fn call(record: &str) -> String {
    format!("superko.replay(makeBoard, \"{record}\")")
}

#[cfg(test)]
mod tests {
    use superko::Check;

    #[test]
    fn checks_have_the_names_that_the_tests_of_a_board_have() {
        // `door.cjs` makes a test for each check.
        let door = include_str!("../door.cjs");
        for check in Check::ALL.into_iter().filter(|check| !check.needs_player()) {
            assert!(door.contains(&format!("\"{check}\"")), "{check}");
        }
    }
}
