//! The functions of the package: a whole run, a diagnosis, one game.

use crate::board::Board;
use crate::host::{Ears, Host, on_behalf_of};
use crate::options::{Asked, Understood};
use serde_json::{Value, json};
use superko::certify as certification;
use superko::findings::replay_in_every_manner;
use superko::report::{
    DrawnDifference, Report, TextOptions, text, text_of_diagnosis, texts_of_findings, to_json,
};
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
    let Understood { options, about } = Asked::read(options)?.understood()?;
    Ok(on_behalf_of(host, || {
        let report = certification::run(&|| make(&about), &options, &Ears);
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
    let Understood { options, about } = Asked::read(options)?.understood()?;
    Ok(on_behalf_of(host, || {
        let report = certification::identify(&|| make(&about), &options, &Ears);
        told(&report, text_of_diagnosis(&report, &TextOptions::default()))
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
    Ok(on_behalf_of(host, || match replay_in_every_manner(&mut || make(&about), &record) {
        Ok(shown) => shown.map(|shown| format!("{}\n{}", shown.id, DrawnDifference::of(&shown))),
        Err(fault) => Some(fault.to_string()),
    }))
}

fn make(about: &About) -> Result<Box<dyn Engine>, Fault> {
    Ok(Box::new(Board::new(about)))
}

fn told(report: &Report, text: String) -> String {
    let style = TextOptions::default();
    let findings = texts_of_findings(report, &style);
    let report: Value = serde_json::from_str(&to_json(report)).expect("a report is JSON");
    json!({ "report": report, "text": text, "findings": findings }).to_string()
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
