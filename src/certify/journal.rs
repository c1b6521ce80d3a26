//! The journal of a run: entries to store while it runs, and from which it can be resumed.

use super::examine::{Skills, add_up};
use super::known::{Known, KnownFault};
use crate::check::FindingId;
use crate::compare::Coverage;
use crate::engine::{About, Conventions, Dialect, FaultId, Note, ProtocolOutcome};
use crate::game::Size;
use crate::referee::{Event, Form};
use crate::report::RefusedSize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// A step of a run. [`Run::journal`](super::Run::journal) resumes an interrupted run from its steps. Work after the last
/// [`Entry::Done`] is repeated.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Entry {
    /// An engine was started and asked which boards it supports.
    Begun(Box<Beginning>),
    /// A disagreement was found, confirmed and shortened: a new one, or a shorter case of a known one.
    Finding(Box<Known>),
    /// A fault of a new id occurred.
    Fault(Box<KnownFault>),
    /// Parts of the work are done; the entries before hold what was found in them.
    Done(Box<Done>),
    /// The run was interrupted before the next part was done, and is resumed here.
    Resumed(Box<Beginning>),
}

#[cfg(feature = "serde")]
impl Entry {
    /// The entry as JSON.
    ///
    /// # Panics
    ///
    /// Does not panic: every part of an entry can be written as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        let text = serde_json::to_string(self).expect("names and numbers can be written");
        serde_json::from_str(&text).expect("what was written can be read")
    }

    /// Reads the output of [`to_json`](Entry::to_json). Invisible characters are removed from its texts, and each text becomes
    /// one line, because anybody may have written it.
    ///
    /// # Errors
    ///
    /// If the value is not the JSON of an entry.
    pub fn from_json(value: serde_json::Value) -> Result<Entry, serde_json::Error> {
        crate::report::read_cleaned(value)
    }
}

impl Entry {
    /// Returns how long the run had taken, if the entry says so.
    pub fn elapsed(&self) -> Option<Duration> {
        match self {
            Entry::Done(done) => done.seconds.and_then(|s| Duration::try_from_secs_f64(s).ok()),
            _ => None,
        }
    }
}

/// The entries that an observer stored, in their order: of a run, and then of its parts on all boards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    runs: Vec<Vec<Entry>>,
}

impl Journal {
    /// Adds an entry to the run that was begun last.
    ///
    /// # Errors
    ///
    /// The entry, if no run was begun.
    pub fn add(&mut self, entry: Entry) -> Result<(), Entry> {
        if matches!(entry, Entry::Begun(_)) {
            self.runs.push(Vec::new());
        }
        match self.runs.last_mut() {
            Some(run) => run.push(entry),
            None => return Err(entry),
        }
        Ok(())
    }

    /// Returns how long the run had taken.
    pub fn elapsed(&self) -> Duration {
        self.runs.iter().flatten().rev().find_map(Entry::elapsed).unwrap_or_default()
    }

    /// The beginning of a run, by its number, and the entries after it.
    pub(super) fn run(&self, number: usize) -> Option<(&Beginning, &[Entry])> {
        match self.runs.get(number)?.split_first()? {
            (Entry::Begun(beginning), entries) => Some((beginning, entries)),
            _ => None,
        }
    }
}

/// The journal of one run.
impl From<&[Entry]> for Journal {
    fn from(entries: &[Entry]) -> Journal {
        Journal { runs: vec![entries.to_vec()] }
    }
}

/// An engine that was started, the boards that it supports, and what else it can do.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Beginning {
    name: String,
    version: Option<String>,
    command: Option<String>,
    pub(super) tolerates_illegal_plays: bool,
    pub(super) playable: Vec<Size>,
    /// Further boards that it plays, which are looked at in brief.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) further: Vec<Size>,
    pub(super) refused: Vec<RefusedSize>,
    pub(super) skills: Skills,
    conventions: Conventions,
    dialect: Dialect,
}

impl Beginning {
    /// Returns the GTP commands to use when talking to the engine by hand, if it speaks GTP.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    pub(super) fn of(
        about: About,
        playable: Vec<Size>,
        further: Vec<Size>,
        refused: Vec<RefusedSize>,
        skills: Skills,
    ) -> Beginning {
        let About { name, version, command, tolerates_illegal_plays, .. } = about;
        let About { conventions, dialect, .. } = about;
        Beginning {
            name,
            version,
            command,
            tolerates_illegal_plays,
            playable,
            further,
            refused,
            skills,
            conventions,
            dialect,
        }
    }

    /// Returns what the engine said of itself, without notes.
    pub(super) fn about(&self) -> About {
        About {
            version: self.version.clone(),
            command: self.command.clone(),
            tolerates_illegal_plays: self.tolerates_illegal_plays,
            conventions: self.conventions,
            dialect: self.dialect.clone(),
            ..About::named(&self.name)
        }
    }

    /// Makes sure that an engine is the one that was examined before.
    pub(super) fn expect(&self, about: &About) -> Result<(), AnotherEngine> {
        let called = |name: &str, version: &Option<String>| match version {
            Some(version) => format!("{name} {version}"),
            None => name.to_owned(),
        };
        let before = called(&self.name, &self.version);
        let now = called(&about.name, &about.version);
        if before == now { Ok(()) } else { Err(AnotherEngine { before, now }) }
    }
}

/// The error when a run is to be resumed with another engine, or another version of the engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run was started with `{before}`, but this engine calls itself `{now}`")]
pub struct AnotherEngine {
    before: String,
    now: String,
}

/// The parts of the work done since the previous entry of this kind, and what they add to the observations.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Done {
    /// The number of the last of them.
    pub(super) work: u64,
    /// How many of them count: not those whose board was given up.
    pub(super) counted: u64,
    pub(super) coverage: Coverage,
    /// In how many games of the fixed suite each event is reached.
    pub(super) reaches: BTreeMap<Event, u64>,
    pub(super) forms: BTreeSet<(Event, Form)>,
    /// Ids that turned out to be others.
    pub(super) aliases: Vec<(FindingId, FindingId)>,
    pub(super) faults: Vec<FaultCount>,
    pub(super) notes: Vec<Note>,
    pub(super) protocol: BTreeMap<String, ProtocolOutcome>,
    /// How long the run had taken by then.
    pub(super) seconds: Option<f64>,
    /// After how long the first disagreement was met, if it was in one of them.
    pub(super) seconds_to_first_finding: Option<f64>,
}

impl Done {
    /// Adds the part that follows.
    pub(super) fn add(&mut self, next: &Done) {
        self.observe(next);
        self.aliases.extend(&next.aliases);
        self.faults.extend(next.faults.iter().cloned());
    }

    /// Adds what was observed in the part that follows, and not what its disagreements and faults are called.
    pub(super) fn observe(&mut self, next: &Done) {
        self.work = next.work;
        self.counted += next.counted;
        self.coverage.add(&next.coverage);
        add_up(&mut self.reaches, &next.reaches);
        self.forms.extend(&next.forms);
        self.notes.extend(next.notes.iter().cloned());
        // The evidence of the engine that met a case first counts.
        for (id, outcome) in &next.protocol {
            self.protocol.entry(id.clone()).or_insert_with(|| outcome.clone());
        }
        self.seconds = next.seconds;
        self.seconds_to_first_finding =
            self.seconds_to_first_finding.or(next.seconds_to_first_finding);
    }
}

/// A fault, as it is counted.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct FaultCount {
    /// The board that it was met on, if it was in a game.
    pub(super) size: Option<Size>,
    /// Whether it was a timeout.
    pub(super) slow: bool,
    /// The fault that it is met of once more; none of a new one.
    pub(super) again: Option<FaultId>,
    /// Whether it is a known failure.
    pub(super) expected: bool,
}
