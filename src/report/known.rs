use super::{Outcome, Report};
use crate::check::Check;
use crate::referee::Event;
use crate::rules::{Rule, UnknownName};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The ids of the findings that are expected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownFailures(BTreeSet<String>);

/// Parses one id per line; `#` begins a comment. A byte order mark at the beginning, as some editors write
/// it, is ignored.
impl FromStr for KnownFailures {
    type Err = KnownFailuresError;

    fn from_str(text: &str) -> Result<KnownFailures, KnownFailuresError> {
        let mut ids = BTreeSet::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (place, line) in text.lines().enumerate() {
            let id = line.split('#').next().unwrap_or_default().trim();
            if id.is_empty() {
                continue;
            }
            let wrong = |why| KnownFailuresError { line: place + 1, text: id.to_owned(), why };
            let parts: Vec<&str> = id.split('.').collect();
            let [rule, check, event] = parts[..] else { return Err(wrong(None)) };
            // A misspelled one would be met by no engine, and excuse nothing.
            if rule != "state" {
                rule.replacen('-', "/", 1).parse::<Rule>().map_err(|error| wrong(Some(error)))?;
            }
            check.parse::<Check>().map_err(|error| wrong(Some(error)))?;
            event.parse::<Event>().map_err(|error| wrong(Some(error)))?;
            ids.insert(id.to_owned());
        }
        Ok(KnownFailures(ids))
    }
}

/// The error for a line that is not the id of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownFailuresError {
    line: usize,
    text: String,
    /// What part of it is unknown, if it has the form of an id.
    why: Option<UnknownName>,
}

impl fmt::Display for KnownFailuresError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KnownFailuresError { line, text, why } = self;
        write!(f, "line {line}: `{text}` is not the id of a finding")?;
        match why {
            None => f.write_str(", such as TT6.play.repeat-cycle-2"),
            Some(why) => write!(f, ": {why}"),
        }
    }
}

impl std::error::Error for KnownFailuresError {}

impl KnownFailures {
    /// Whether the finding of an id is expected.
    pub fn contains(&self, id: &str) -> bool {
        self.0.contains(id)
    }

    /// Marks the expected findings of a report, notes those that did not occur, and sets the verdict again.
    pub fn apply(&self, report: &mut Report) {
        if self.0.is_empty() {
            return;
        }
        for finding in &mut report.findings {
            finding.expected = self.contains(&finding.id);
        }
        let found = |id: &&String| report.findings.iter().any(|finding| finding.id == **id);
        // What was not looked for to the end may still be there.
        report.unexpected_passes = match report.complete {
            true => self.0.iter().filter(|id| !found(id)).cloned().collect(),
            false => Vec::new(),
        };
        if report.verdict != Outcome::Untestable {
            report.judge();
        }
    }
}
