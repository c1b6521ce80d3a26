use crate::certify::Certification;
use std::collections::BTreeSet;
use std::path::Path;

/// Findings that are expected, by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known(BTreeSet<String>);

/// The findings of an examination, set against those that were expected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Ids of findings that were not expected.
    pub new: Vec<String>,
    /// Ids of findings that were expected.
    pub expected: Vec<String>,
    /// Expected ids that were not found though the examination was complete, and is the same each time.
    pub unexpected_passes: Vec<String>,
}

impl Known {
    /// Reads a file with one id a line; `#` begins a comment.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or a line has the form of no id.
    pub fn read(path: &Path) -> Result<Known, String> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            format!("cannot read the known failures {}: {error}", path.display())
        })?;
        let mut ids = BTreeSet::new();
        for (place, line) in text.lines().enumerate() {
            let id = line.split('#').next().unwrap_or_default().trim();
            if id.is_empty() {
                continue;
            }
            if !id.starts_with("TT") || id.split('.').count() != 3 {
                return Err(format!(
                    "{}, line {}: `{id}` is no id of a finding, such as TT6.play.repeat-cycle-2",
                    path.display(),
                    place + 1
                ));
            }
            ids.insert(id.to_owned());
        }
        Ok(Known(ids))
    }

    /// Sets what was found against what was expected.
    pub fn judge(&self, certification: &Certification) -> Judged {
        let found: BTreeSet<String> =
            certification.findings.iter().map(|finding| finding.id().to_string()).collect();
        let missing = self.0.difference(&found).cloned();
        Judged {
            new: found.difference(&self.0).cloned().collect(),
            expected: found.intersection(&self.0).cloned().collect(),
            // Where games are drawn for a time, a slower machine may only not have come to it.
            unexpected_passes: missing
                .filter(|_| certification.complete && certification.options.games.is_some())
                .collect(),
        }
    }
}
