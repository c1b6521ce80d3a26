//! Comparison of the reference and the engine on one game: every answer is compared.
//!
//! In: an engine, and a [`Transcript`] of what the reference says. Out: a [`Verdict`], or a [`Comparison`]
//! with the whole coverage. Used by `findings`, `certify`, and authors who test a single record.

mod attribution;
mod compared_game;
mod coverage;
mod disagreement;
mod generation;
mod generation_played;
mod generation_undone;
mod lockstep;
mod outcome;
mod plan;
mod self_play;
#[cfg(test)]
mod tests;
mod undo;

pub use coverage::{Coverage, Tally};
pub use disagreement::{Difference, Disagreement, Generation};
pub use self_play::self_play;

use superko_engine::referee::Transcript;
use superko_engine::{Engine, Fault};
use superko_game::Record;

/// The verdict on one record.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The engine agreed in every answer that it gave.
    Agreed(Coverage),
    /// The engine disagreed.
    Disagreed(Box<Disagreement>),
    /// The record could not be finished. This never counts as agreement.
    Inconclusive {
        /// The record that was being played.
        record: Record,
        /// The fault that stopped it.
        fault: Fault,
    },
}

/// The questions to an engine besides the turns.
#[derive(Clone, Copy, Debug)]
pub struct CompareOptions {
    /// Whether the questions of the transcript are asked.
    pub ask: bool,
    /// Whether every legal turn is also taken back and played again.
    pub undo: bool,
}

/// The result of comparing one record.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The counts of what was compared.
    pub coverage: Coverage,
    /// The first disagreement of each id, in order. Others of the same id are only counted.
    pub disagreements: Vec<Disagreement>,
    /// The fault that ended the comparison early, if any.
    pub fault: Option<Fault>,
    /// Whether the engine had already played the same game, with questions after some turns only.
    pub again: bool,
}

impl Comparison {
    /// Counts a disagreement, and keeps it if it is the first of its id.
    fn add(&mut self, disagreement: Disagreement) {
        self.coverage.deviate(&disagreement);
        if !self.disagreements.iter().any(|other| other.id == disagreement.id) {
            self.disagreements.push(disagreement);
        }
    }
}

/// Plays a record on an engine and compares every answer. Returns the first disagreement, if there is one.
pub fn compare(engine: &mut dyn Engine, transcript: &Transcript) -> Verdict {
    let options = CompareOptions { ask: true, undo: false };
    let Comparison { coverage, disagreements, fault, .. } =
        compare_with(engine, transcript, options);
    match (disagreements.into_iter().next(), fault) {
        (Some(first), _) => Verdict::Disagreed(Box::new(first)),
        (None, Some(fault)) => Verdict::Inconclusive { record: transcript.record.clone(), fault },
        (None, None) => Verdict::Agreed(coverage),
    }
}

/// Plays a record on an engine and compares every answer, continuing after disagreements if possible.
///
/// If the engine differs in a game with questions after some turns only, the game is played again with
/// questions after every turn, because an earlier turn may be the first that is wrong.
pub fn compare_with(
    engine: &mut dyn Engine,
    transcript: &Transcript,
    options: CompareOptions,
) -> Comparison {
    let glance = compared_game::Lockstep::new(engine, transcript, options).run();
    if glance.coverage.ids.is_empty() || transcript.steps.iter().all(|step| step.look) {
        return glance;
    }
    let whole = Transcript { looks_at_start: true, ..transcript.clone().looking_at(|_| true) };
    let look = compared_game::Lockstep::new(engine, &whole, options).run();
    // A difference that does not occur again is reported as it was first seen.
    if look.coverage.ids.is_empty() { glance } else { Comparison { again: true, ..look } }
}
