//! Small boards are compared with published numbers. Engines are compared with each other and with
//! wrong ones.

mod check;
mod games;
mod legal_positions;
mod modules;
mod published;
mod values;

use serde_json::Value;

/// Reads a file of `tests/facts`. Other crates test against these files too.
fn fact_text(name: &str) -> String {
    let path = format!("{}/../tests/facts/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Reads a JSON file of `tests/facts`.
fn fact(name: &str) -> Value {
    serde_json::from_str(&fact_text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
