//! The journal of a run: entries that are stored while it runs, and from which it can be resumed.

use super::examine::{Skills, add_up};
use super::known::{KnownFault, KnownFinding};
use crate::report::RefusedSize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use superko_engine::check::FindingId;
use superko_engine::referee::{Event, Form};
use superko_engine::{About, Conventions, Dialect, FaultId, Note, ProtocolOutcome};
use superko_game::Size;
use superko_harness::compare::Coverage;

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
    Finding(Box<KnownFinding>),
    /// A fault of a new id occurred.
    Fault(Box<KnownFault>),
    /// Parts of the work are done; the entries before this one hold their findings.
    Done(Box<Done>),
    /// The run was interrupted before the next part was done, and is resumed here.
    Resumed(Box<Beginning>),
}

#[cfg(feature = "serde")]
impl Entry {
    /// Returns the entry as JSON.
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

/// The entries that an observer stored, in order: those of a run, and then those of its parts on all boards.
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

    /// Returns the beginning of a run, by its number, and the entries after it.
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
    /// Additional boards that the engine plays; they are tested in brief.
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

    /// Returns the engine's description of itself, without notes.
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

    /// Checks that an engine is the one that was examined before.
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
    /// The number of the last part.
    pub(super) work: u64,
    /// The number of parts that count: not those whose board was given up.
    pub(super) counted: u64,
    pub(super) coverage: Coverage,
    /// The number of games of the fixed suite that reach each event.
    pub(super) reaches: BTreeMap<Event, u64>,
    pub(super) forms: BTreeSet<(Event, Form)>,
    /// Ids of disagreements, each with the other id that it had when it was confirmed.
    pub(super) aliases: Vec<(FindingId, FindingId)>,
    pub(super) faults: Vec<FaultCount>,
    pub(super) notes: Vec<Note>,
    pub(super) protocol: BTreeMap<String, ProtocolOutcome>,
    /// The duration of the run so far, in seconds.
    pub(super) seconds: Option<f64>,
    /// The seconds until the first disagreement, if it was met in one of these parts.
    pub(super) seconds_to_first_finding: Option<f64>,
}

impl Done {
    /// Adds the next part.
    pub(super) fn add(&mut self, next: &Done) {
        self.observe(next);
        self.aliases.extend(&next.aliases);
        self.faults.extend(next.faults.iter().cloned());
    }

    /// Adds the observations of the next part, without its aliases and faults.
    pub(super) fn observe(&mut self, next: &Done) {
        self.work = next.work;
        self.counted += next.counted;
        self.coverage.add(&next.coverage);
        add_up(&mut self.reaches, &next.reaches);
        self.forms.extend(&next.forms);
        self.notes.extend(next.notes.iter().cloned());
        // If two engines met the same case, the evidence of the first one counts.
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
    /// The board on which the fault was met, if it was met in a game.
    pub(super) size: Option<Size>,
    /// Whether it was a timeout.
    pub(super) slow: bool,
    /// The id of the known fault that is met once more; `None` for a new fault.
    pub(super) again: Option<FaultId>,
    /// Whether it is a known failure.
    pub(super) expected: bool,
}
