use super::Report;

/// The JSON Schema of a report as JSON.
pub const JSON_SCHEMA: &str = include_str!("report.schema.json");

/// The report as one JSON object, on several lines.
///
/// # Panics
///
/// Never: every part of a report can be written.
pub fn to_json(report: &Report) -> String {
    let text = serde_json::to_string_pretty(report);
    text.expect("names and numbers can be written") + "\n"
}

/// Reads what [`to_json`] wrote.
///
/// # Errors
///
/// If the text is not the JSON of a report; the message has line and column.
pub fn from_json(text: &str) -> Result<Report, serde_json::Error> {
    serde_json::from_str(text)
}
