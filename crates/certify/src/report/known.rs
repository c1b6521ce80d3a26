use super::{Report, RunVerdict, Unmet, UnmetEvent};
use std::collections::BTreeSet;
use std::str::FromStr;
use superko_engine::check::Check;
use superko_engine::referee::{Event, Form};
use superko_engine::{Fault, is_hidden, quote};
use superko_game::rules::{Rule, UnknownName};

/// The ids of the findings, faults and unmet events that are expected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownFailures {
    /// The ids of findings and faults.
    ids: BTreeSet<String>,
    /// The ids of events that are observed less often than demanded.
    unmet: BTreeSet<String>,
}

/// Parses one id per line; `#` begins a comment. A byte order mark at the beginning, as some editors write
/// it, is ignored.
impl FromStr for KnownFailures {
    type Err = KnownFailuresError;

    fn from_str(text: &str) -> Result<KnownFailures, KnownFailuresError> {
        let (mut ids, mut unmet_ids) = (BTreeSet::new(), BTreeSet::new());
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (place, line) in text.lines().enumerate() {
            let id = line.split('#').next().unwrap_or_default().trim();
            if id.is_empty() {
                continue;
            }
            let wrong = |why| KnownFailuresError { line: place + 1, text: id.to_owned(), why };
            if id.contains(is_hidden) {
                return Err(wrong(None));
            }
            let parts: Vec<&str> = id.split('.').collect();
            if let Some(unmet) = id.strip_prefix(UnmetEvent::PREFIX) {
                let (event, form) = unmet.split_once('.').unwrap_or((unmet, ""));
                event.parse::<Event>().map_err(|error| wrong(Some(error)))?;
                if !form.is_empty() {
                    form.parse::<Form>().map_err(|error| wrong(Some(error)))?;
                }
                unmet_ids.insert(id.to_owned());
                continue;
            }
            if let ["fault", kind] | ["fault", kind, _] = parts[..] {
                is_fault(kind).map_err(|error| wrong(Some(error)))?;
                ids.insert(id.to_owned());
                continue;
            }
            let [rule, check, event] = parts[..] else { return Err(wrong(None)) };
            // A misspelled id would match nothing.
            if rule != "state" {
                rule.replacen('-', "/", 1).parse::<Rule>().map_err(|error| wrong(Some(error)))?;
            }
            check.parse::<Check>().map_err(|error| wrong(Some(error)))?;
            event.parse::<Event>().map_err(|error| wrong(Some(error)))?;
            ids.insert(id.to_owned());
        }
        Ok(KnownFailures { ids, unmet: unmet_ids })
    }
}

/// Checks that a word is the kind of a fault.
fn is_fault(kind: &str) -> Result<(), UnknownName> {
    let kinds = || Fault::KINDS.iter().map(|(kind, _)| *kind);
    let known = kinds().any(|known| known == kind);
    known.then_some(()).ok_or_else(|| UnknownName::new("a kind of fault", kind, kinds()))
}

/// The error for a line that is not the id of a finding, a fault or an unmet event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}: `{}` is not the id of a finding, a fault or an unmet event{}",
    quote(text), explained(why.as_ref())
)]
pub struct KnownFailuresError {
    line: usize,
    text: String,
    /// The part that is unknown, if the line has the form of an id.
    why: Option<UnknownName>,
}

fn explained(why: Option<&UnknownName>) -> String {
    match why {
        None => ", such as TT6.play.repeat-cycle-2 or fault.exit.play".to_owned(),
        Some(why) => format!(": {why}"),
    }
}

impl KnownFailures {
    /// Returns whether the finding or fault of an id is expected.
    pub fn contains(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// Returns the ids of all findings, faults and unmet events of a report, one per line, for a file of known failures.
    pub fn text_of(report: &Report) -> String {
        let findings = report.findings.iter().map(|finding| finding.id.clone());
        let faults: BTreeSet<String> = report.faults.iter().map(|fault| fault.id.clone()).collect();
        let unmet = report.unmet_events().map(UnmetEvent::id);
        findings.chain(faults).chain(unmet).map(|id| format!("{id}\n")).collect()
    }

    /// Marks the expected findings, faults and unmet events of a report. Notes findings and faults that did not occur, and
    /// sets the verdict again.
    pub fn apply(&self, report: &mut Report) {
        if *self == KnownFailures::default() {
            return;
        }
        for finding in &mut report.findings {
            finding.expected = self.contains(&finding.id);
        }
        for fault in &mut report.faults {
            fault.expected = self.contains(&fault.id);
        }
        let met: BTreeSet<&String> = report
            .findings
            .iter()
            .map(|finding| &finding.id)
            .chain(report.faults.iter().map(|fault| &fault.id))
            .collect();
        // An incomplete run may have missed a failure.
        report.unexpected_passes = match report.complete {
            true => self.ids.iter().filter(|id| !met.contains(id)).cloned().collect(),
            false => Vec::new(),
        };
        let unmet = report.unmet_events().filter(|unmet| self.unmet.contains(&unmet.id()));
        report.expected_unmet = unmet.map(Unmet::Event).collect();
        if report.verdict != RunVerdict::Untestable {
            report.judge();
        }
    }
}
