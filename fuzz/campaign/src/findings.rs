//! What was found, by cause, and which causes are known.

use crate::cli::Failure;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// So many inputs are kept of one cause; the others are counted and removed, so that a fault that is met all the time
/// does not fill the disk.
const KEPT: u64 = 100;

/// What an input shows, and what it is a case of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// What makes two inputs show the same.
    pub(crate) id: String,
    /// What is to be seen.
    pub(crate) shown: Shown,
}

/// What is to be seen of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Shown {
    /// Reference and optimized engine disagree on a game.
    Game(Game),
    /// A check that is not about a game fails: its message, and where in the sources it stands.
    Failed(String, String),
    /// It ended the fuzzer, but does not show in a process that can tell of it: in which way.
    Gone(String),
}

/// A disagreement on a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Game {
    /// The record, on one line, with the letters of the players.
    pub(crate) record: String,
    /// What the reference rules on the last turn.
    pub(crate) ruling: String,
    /// What the reference says of what is in difference.
    pub(crate) reference: String,
    /// What the engine says of it.
    pub(crate) engine: String,
    /// The position, the turn and both testimonies.
    pub(crate) drawn: String,
    /// Whether it was tried to make it shorter.
    pub(crate) shrunk: bool,
}

/// A cause that was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finding {
    /// How many inputs of each target show it.
    pub(crate) targets: BTreeMap<String, u64>,
    /// The first of these inputs, as `TARGET/FILE` below `artifacts/`.
    pub(crate) input: String,
    /// What is to be seen.
    pub(crate) shown: Shown,
}

impl Finding {
    /// How many inputs show it.
    pub(crate) fn count(&self) -> u64 {
        self.targets.values().sum()
    }

    /// The target of the first input.
    pub(crate) fn target(&self) -> &str {
        self.input.split('/').next().unwrap_or_default()
    }
}

/// All that was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Findings {
    /// By cause.
    pub(crate) by_cause: BTreeMap<String, Finding>,
    /// The inputs that were looked at and are still there, as `TARGET/FILE`.
    seen: BTreeSet<String>,
    /// Those of them that may go, once this is written down.
    surplus: BTreeSet<String>,
}

impl Findings {
    /// Whether an input was looked at.
    pub(crate) fn has_seen(&self, target: &str, file: &str) -> bool {
        self.seen.contains(&format!("{target}/{file}"))
    }

    /// Counts an input; says whether its cause is new.
    pub(crate) fn book(&mut self, target: &str, file: &str, outcome: Outcome) -> bool {
        let input = format!("{target}/{file}");
        if !self.seen.insert(input.clone()) {
            return false;
        }
        let news = !self.by_cause.contains_key(&outcome.id);
        let finding = self.by_cause.entry(outcome.id).or_insert_with(|| Finding {
            targets: BTreeMap::new(),
            input: input.clone(),
            shown: outcome.shown,
        });
        *finding.targets.entry(target.to_owned()).or_default() += 1;
        if finding.count() > KEPT {
            self.surplus.insert(input);
        }
        news
    }

    /// Takes over what was made shorter.
    pub(crate) fn improve(&mut self, outcome: Outcome) {
        if let Some(finding) = self.by_cause.get_mut(&outcome.id) {
            finding.shown = outcome.shown;
        }
    }

    /// Removes the inputs that may go. To be called once they are counted in what is written down.
    pub(crate) fn tidy(&mut self, artifacts: &Path) {
        for input in std::mem::take(&mut self.surplus) {
            // One that cannot be removed is not counted again.
            if fs::remove_file(artifacts.join(&input)).is_ok() {
                self.seen.remove(&input);
            }
        }
    }

    /// How many causes were met by a target.
    pub(crate) fn of_target(&self, target: &str) -> usize {
        self.by_cause.values().filter(|finding| finding.targets.contains_key(target)).count()
    }

    /// The causes that are not known.
    pub(crate) fn unknown<'a>(&'a self, known: &'a Known) -> impl Iterator<Item = &'a String> {
        self.by_cause.keys().filter(|id| !known.0.contains(*id))
    }
}

/// Causes that were found before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known(BTreeSet<String>);

impl Known {
    /// Reads a file with one cause a line, `#` beginning a comment; or a folder of findings, each of which says
    /// `# cause: ...` or has the cause as its name.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Known, Failure> {
        let wrong = |error| Failure::usage(format!("cannot read {}: {error}", path.display()));
        if !path.is_dir() {
            let text = fs::read_to_string(path).map_err(wrong)?;
            let ids = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
            return Ok(Known(ids.filter(|id| !id.is_empty()).map(str::to_owned).collect()));
        }
        let mut ids = BTreeSet::new();
        for entry in fs::read_dir(path).map_err(wrong)? {
            let path = entry.map_err(wrong)?.path();
            if path.extension().is_none_or(|extension| extension != "txt") {
                continue;
            }
            let text = fs::read_to_string(&path).map_err(wrong)?;
            let said = text.lines().find_map(|line| line.strip_prefix("# id: "));
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            ids.insert(said.map_or(name, |said| said.trim().to_owned()));
        }
        Ok(Known(ids))
    }

    /// Whether a cause is known.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.0.contains(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::{count, scratch};

    fn outcome(id: &str) -> Outcome {
        Outcome { id: id.to_owned(), shown: Shown::Gone(String::new()) }
    }

    #[test]
    fn inputs_of_one_cause_are_one_finding() {
        let mut findings = Findings::default();
        assert!(findings.book("lockstep", "crash-1", outcome("TT6.play.repeat-cycle-2")));
        assert!(!findings.book("lockstep", "crash-2", outcome("TT6.play.repeat-cycle-2")));
        assert!(!findings.book("superko", "crash-1", outcome("TT6.play.repeat-cycle-2")));
        assert!(findings.book("superko", "crash-3", outcome("superko.not-again")));
        // Looked at before.
        assert!(!findings.book("superko", "crash-3", outcome("another")));
        assert_eq!(findings.by_cause.len(), 2);
        let finding = &findings.by_cause["TT6.play.repeat-cycle-2"];
        assert_eq!((finding.count(), finding.target()), (3, "lockstep"));
        assert_eq!((findings.of_target("superko"), findings.of_target("lockstep")), (2, 1));
    }

    #[test]
    fn a_fault_met_all_the_time_does_not_fill_the_disk() {
        let folder = scratch("surplus");
        fs::create_dir(folder.join("setup")).unwrap();
        let mut findings = Findings::default();
        for number in 0..KEPT + 20 {
            let file = format!("crash-{number}");
            fs::write(folder.join("setup").join(&file), "x").unwrap();
            findings.book("setup", &file, outcome("one"));
        }
        assert_eq!(count(&folder.join("setup")), KEPT + 20);
        findings.tidy(&folder);
        assert_eq!(count(&folder.join("setup")), KEPT);
        assert_eq!(findings.by_cause["one"].count(), KEPT + 20);
        assert!(findings.has_seen("setup", "crash-0"));
    }

    #[test]
    fn known_causes_are_read_from_a_file_or_a_folder() {
        let folder = scratch("known");
        let file = folder.join("ids");
        fs::write(&file, "# ids\none # why\n\n two\n").unwrap();
        fs::write(folder.join("three.txt"), "# no id is named\n").unwrap();
        fs::write(folder.join("renamed.txt"), "# a story\n# id: four\n2x2 aga:\n").unwrap();
        let mut findings = Findings::default();
        for id in ["one", "two", "three", "four"] {
            findings.book("setup", id, outcome(id));
        }
        let unknown = |path: &Path| {
            findings.unknown(&Known::read(path).unwrap()).cloned().collect::<Vec<_>>()
        };
        assert_eq!(unknown(&file), ["four", "three"]);
        assert_eq!(unknown(&folder), ["one", "two"]);
        assert!(Known::read(&folder.join("missing")).is_err());
    }
}
