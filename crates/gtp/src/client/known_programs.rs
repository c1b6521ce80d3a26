//! Keeps the faults of programs outside of games, so that no engine is asked again what ended an engine of the same
//! program. Also keeps the words by which programs refuse turns.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use superko_engine::{Fault, FaultId, ProbeFault};

/// The largest number of times that a program with changing words for the same refusal is looked into.
const MOST_CHANGING: usize = 3;

/// The largest number of times that the error replies of a program are looked into.
const MOST_TEXTS: usize = 20;

/// The faults of programs outside of games.
///
/// A handshake asks for things that a program need not know. If the program crashes or hangs over one of them, it is
/// started again, and no engine with the same options is asked for this any more.
#[derive(Clone, Debug, Default)]
pub struct KnownPrograms(Arc<Mutex<BTreeMap<Vec<String>, KnownProgram>>>);

/// The knowledge about a program with its arguments.
#[derive(Debug, Default)]
struct KnownProgram {
    /// The faults that were looked into, each with the fault to report. `None` if it is not held against the engine.
    faults: Vec<(FaultId, Option<ProbeFault>)>,
    /// The commands that are no longer asked, each with the fault to report.
    unasked: Vec<(Unasked, Option<ProbeFault>)>,
    /// The words by which the program was seen to refuse turns, one for each time that it was looked into. `None`
    /// stands for words that changed each time.
    refusals: Vec<Option<String>>,
}

/// A command that a program is no longer asked.
#[derive(Clone, Debug)]
pub(super) struct Unasked {
    /// The name of the command.
    pub(super) command: String,
    /// The reason why it is not asked.
    pub(super) why: String,
}

impl KnownPrograms {
    /// Returns the commands that a program is no longer asked, each with the fault to report.
    pub(super) fn unasked(&self, program: &[String]) -> Vec<(Unasked, Option<ProbeFault>)> {
        self.of(program, |known| known.unasked.clone())
    }

    /// Returns what to report of a fault, if the fault was looked into.
    pub(super) fn looked_into(
        &self,
        program: &[String],
        fault: &Fault,
    ) -> Option<Option<ProbeFault>> {
        let id = FaultId::of(fault);
        self.of(program, |known| {
            known
                .faults
                .iter()
                .find(|(other, _)| *other == id)
                .map(|(_, reported)| reported.clone())
        })
    }

    /// Keeps a fault of a program, with what to report of it.
    pub(super) fn keep(&self, program: &[String], fault: &Fault, reported: Option<ProbeFault>) {
        self.of(program, |known| known.faults.push((FaultId::of(fault), reported)));
    }

    /// Stops a command from being asked, and keeps the fault to report.
    pub(super) fn stop_asking(
        &self,
        program: &[String],
        unasked: Unasked,
        reported: Option<ProbeFault>,
    ) {
        self.of(program, |known| known.unasked.push((unasked, reported)));
    }

    /// Returns whether a program was seen to refuse turns by these words, or by so many that new ones may be refusals
    /// too.
    pub(super) fn refuses_by(&self, program: &[String], words: &str) -> bool {
        self.of(program, |KnownProgram { refusals, .. }| {
            let changing = refusals.iter().filter(|seen| seen.is_none()).count();
            refusals.iter().flatten().any(|seen| seen == words)
                || changing >= MOST_CHANGING
                || refusals.len() >= MOST_TEXTS
        })
    }

    /// Keeps the words by which a program refused a turn each time, or `None` if they changed each time.
    pub(super) fn learn(&self, program: &[String], words: Option<String>) {
        self.of(program, |known| known.refusals.push(words));
    }

    fn of<T>(&self, program: &[String], then: impl FnOnce(&mut KnownProgram) -> T) -> T {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        then(known.entry(program.to_vec()).or_default())
    }
}
