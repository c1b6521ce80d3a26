use super::advice::{Offer, Step, next, offer, steps};
use super::{Report, TextOptions};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use superko_engine::visible;
use superko_game::rules::Rule;

/// The JSON Schema of a report.
pub const JSON_SCHEMA: &str = include_str!("report.schema.json");

/// A report, and the facts that follow from it. Reading the report derives them again.
#[derive(Serialize)]
struct Written<'a> {
    #[serde(flatten)]
    report: &'a Report,
    /// Why the engine conforms to a rule only in part, for people.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    in_part: BTreeMap<Rule, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<Offer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Next>,
}

/// The next steps.
#[derive(Serialize)]
struct Next {
    /// A clause, for people.
    what: Option<String>,
    commands: Vec<Step>,
}

/// Writes the report as one JSON object, on several lines: its fields, and `in_part`, `offer` and `next`, which follow from them.
///
/// # Panics
///
/// Does not panic: every part of a report can be written as JSON.
pub fn to_json(report: &Report) -> String {
    let options = TextOptions::default();
    let (what, commands) = (next(report, options), steps(report, options));
    let next = (what.is_some() || !commands.is_empty()).then_some(Next { what, commands });
    let in_part = report.rules_in_part().filter_map(|rule| Some((rule, report.in_part(rule)?)));
    let in_part = in_part.collect();
    let written = Written { report, in_part, offer: offer(report), next };
    let text = serde_json::to_string_pretty(&written);
    text.expect("names and numbers can be written") + "\n"
}

/// Parses the output of [`to_json`]. Invisible characters are removed from its texts, and each text becomes
/// one line, because anybody may have written the file.
///
/// # Errors
///
/// If the text is not the JSON of a report; the message has the line and column.
pub fn from_json(text: &str) -> Result<Report, serde_json::Error> {
    // This first attempt gives an error with line and column.
    serde_json::from_str::<Report>(text)?;
    let mut report: Report = read_cleaned(serde_json::from_str(text)?)?;
    report.heed_earlier();
    Ok(report)
}

/// Parses a JSON value with its texts [`cleaned`]. The value is written as text first: reading a type from a value would compile
/// another parser for it.
pub(crate) fn read_cleaned<T: DeserializeOwned>(value: Value) -> Result<T, serde_json::Error> {
    serde_json::from_str(&cleaned(value).to_string())
}

/// Makes the texts in a JSON value safe to show: without invisible characters, and one line each.
pub fn cleaned(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(visible(&text)),
        Value::Array(all) => Value::Array(all.into_iter().map(cleaned).collect()),
        Value::Object(all) => {
            let cleaned = all.into_iter().map(|(key, value)| (visible(&key), cleaned(value)));
            Value::Object(cleaned.collect())
        }
        other => other,
    }
}
