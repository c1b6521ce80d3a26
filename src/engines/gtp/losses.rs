//! What programs were lost over outside of games, so that no engine is asked again what an engine of the same
//! program did not survive; and the words by which they refuse turns.

use crate::engine::{Fault, FaultId, ProbeFault};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many texts are looked into of a program that has another one each time that it refuses the same play.
const MOST_CHANGING: usize = 3;

/// How many texts of a program are looked into.
const MOST_TEXTS: usize = 20;

/// The faults of programs outside of games.
///
/// A handshake asks for things that a program need not know. If the program crashes or hangs over one of them,
/// it is started again, and neither it nor any engine that is started later with the same options is asked for
/// this.
#[derive(Clone, Debug, Default)]
pub struct Losses(Arc<Mutex<BTreeMap<Vec<String>, Known>>>);

/// What is known of a program with its arguments.
#[derive(Debug, Default)]
struct Known {
    /// The faults that were looked into, each with what is told of it: nothing if it is not held against the engine.
    faults: Vec<(FaultId, Option<ProbeFault>)>,
    /// Commands that are not asked any more, each with the fault that is told of it.
    unasked: Vec<(Unasked, Option<ProbeFault>)>,
    /// The words by which the program was seen to refuse turns, each time that it was looked into; none where they were
    /// other ones each time.
    refusals: Vec<Option<String>>,
}

/// A command that a program is not asked any more.
#[derive(Clone, Debug)]
pub(super) struct Unasked {
    /// The name of the command.
    pub(super) command: String,
    /// Why it is not asked.
    pub(super) why: String,
}

impl Losses {
    /// The commands that a program is not asked any more, each with the fault that is told of it.
    pub(super) fn unasked(&self, program: &[String]) -> Vec<(Unasked, Option<ProbeFault>)> {
        self.of(program, |known| known.unasked.clone())
    }

    /// What is told of a fault of a program, if the fault was looked into.
    pub(super) fn told(&self, program: &[String], fault: &Fault) -> Option<Option<ProbeFault>> {
        let id = FaultId::of(fault);
        self.of(program, |known| {
            known.faults.iter().find(|(other, _)| *other == id).map(|(_, told)| told.clone())
        })
    }

    /// Keeps a fault of a program, with what is to be told of it.
    pub(super) fn keep(&self, program: &[String], fault: &Fault, told: Option<ProbeFault>) {
        self.of(program, |known| known.faults.push((FaultId::of(fault), told)));
    }

    /// Keeps that a program is not to be asked a command any more, with the fault that is told of it.
    pub(super) fn strike(&self, program: &[String], unasked: Unasked, told: Option<ProbeFault>) {
        self.of(program, |known| known.unasked.push((unasked, told)));
    }

    /// Whether a program was seen to refuse turns by these words, or by so many that it may have new ones each time.
    pub(super) fn refuses_by(&self, program: &[String], words: &str) -> bool {
        self.of(program, |Known { refusals, .. }| {
            let changing = refusals.iter().filter(|seen| seen.is_none()).count();
            refusals.iter().flatten().any(|seen| seen == words)
                || changing >= MOST_CHANGING
                || refusals.len() >= MOST_TEXTS
        })
    }

    /// Keeps words by which a program was seen to refuse a turn each time, or that it used other ones each time.
    pub(super) fn learn(&self, program: &[String], words: Option<String>) {
        self.of(program, |known| known.refusals.push(words));
    }

    fn of<T>(&self, program: &[String], then: impl FnOnce(&mut Known) -> T) -> T {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        then(known.entry(program.to_vec()).or_default())
    }
}
