//! The records of `tests/regressions/`.
//!
//! A file of `tests/regressions/` is a record with its story in comments: what was found and how it was confirmed, what
//! the reference rules on the last turn, and on which engine it was found.

use superko::engines::Reference;
use superko::{Record, RecordText, Transcript};

/// A record and what its comments say.
#[derive(Debug)]
pub(crate) struct Regression {
    /// The name of its file, without the ending.
    pub(crate) name: String,
    /// The record.
    pub(crate) record: Record,
    /// What the reference rules on the last turn.
    pub(crate) reference: String,
    /// The command line of the engine that was wrong.
    pub(crate) engine: String,
}

/// Returns all records, sorted by name.
pub(crate) fn all() -> Vec<Regression> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/regressions");
    let mut all: Vec<Regression> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let comment = |what: &str| {
                let mark = format!("# {what}: ");
                let line = text.lines().find_map(|line| line.strip_prefix(&mark));
                line.unwrap_or_else(|| panic!("{name} does not say `{what}:`")).to_owned()
            };
            let script: RecordText = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            let (reference, engine) = (comment("reference"), comment("engine"));
            let transcript = transcript(&script.record);
            let record = script.check(transcript.players()).unwrap();
            Regression { name, record, reference, engine }
        })
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// Plays a record on the reference, with a question about the last turn.
pub(crate) fn transcript(record: &Record) -> Transcript {
    let last = record.turns.len().saturating_sub(1);
    let referee = Reference::new(record.size(), record.rules());
    Transcript::new(referee, record.clone(), |place, _| {
        if place == last { vec![record.turns[place]] } else { Vec::new() }
    })
}
