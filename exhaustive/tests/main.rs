//! Small boards against published numbers, and engines against each other and against wrong ones.

mod check;
mod games;
mod legal_positions;
mod modules;
mod published;
mod values;

use serde_json::Value;

/// The text of a file of `tests/facts`, which other crates test against too.
fn fact_text(name: &str) -> String {
    let path = format!("{}/../tests/facts/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A JSON file of `tests/facts`.
fn fact(name: &str) -> Value {
    serde_json::from_str(&fact_text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
