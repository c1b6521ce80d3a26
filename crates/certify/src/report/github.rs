//! Annotations for GitHub Actions: workflow commands, one line per finding and fault.

use super::advice::offer;
use super::drawn::{listed, shown_by};
use super::words::{
    by_cause, conventions, fault_in_short, found, in_short, parts, required, verdict,
};
use super::{Report, RunVerdict};

/// Writes the report as workflow commands, to be printed in a step of a workflow. Failures are an `error`,
/// unknown results a `warning`, and the verdict of an engine that conforms a `notice`.
pub fn github(report: &Report) -> String {
    let mut out = String::new();
    for part in parts(report) {
        let level = match part.verdict {
            RunVerdict::Conforms => "notice",
            RunVerdict::Deviates | RunVerdict::Faulty | RunVerdict::Untestable => "error",
            RunVerdict::Incomplete => "warning",
        };
        let mut said = verdict(part);
        if let Some(conventions) = conventions(part) {
            said += &format!("\n{conventions}");
        }
        if let Some(diagnosis) = &part.diagnosis {
            said += &format!("\nIt {}.", diagnosis.sentence);
        }
        if let Some(offer) = offer(part) {
            said += &format!("\n{offer}");
        }
        if let Some(found) = found(part) {
            said += &format!("\n{found}.");
        }
        if let Some(required) = required(part) {
            said += &format!("\n{required}");
        }
        out += &command(level, &format!("superko: {}", part.verdict.id()), &said);
        for group in by_cause(&part.findings) {
            for finding in group {
                let level = if finding.expected { "notice" } else { "error" };
                let said = format!(
                    "{}\nreference: {}\nengine: {}\n{}\nagain: {}",
                    listed(&finding.record, &finding.turns),
                    finding.reference,
                    finding.engine,
                    in_short(finding),
                    finding.again
                );
                out += &command(level, &finding.id, &said);
            }
        }
        for fault in &part.faults {
            let level = if fault.expected { "notice" } else { "error" };
            let mut said = format!("{}\n{}", fault.what, fault_in_short(fault));
            for (word, shown) in shown_by(fault) {
                said += &format!("\n{word}: {shown}");
            }
            if let Some(again) = &fault.again {
                said += &format!("\nagain: {again}");
            }
            out += &command(level, &fault.id, &said);
        }
    }
    out
}

/// Returns a workflow command on a line of its own.
fn command(level: &str, title: &str, message: &str) -> String {
    let title = escaped(title).replace(':', "%3A").replace(',', "%2C");
    format!("::{level} title={title}::{}\n", escaped(message))
}

/// Escapes a message as GitHub documents it: percent signs and ends of lines.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_one_line() {
        let line = command("error", "a:b,c%", "100%\r\n::error::no");
        assert_eq!(line, "::error title=a%3Ab%2Cc%25::100%25%0D%0A::error::no\n");
    }
}
