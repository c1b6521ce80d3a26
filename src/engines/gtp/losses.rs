//! What programs were lost over outside of games, so that no engine is asked again what an engine of the same
//! program did not survive; and the words by which they refuse turns.

use crate::engine::{Fault, FaultId, ProbeFault};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
pub struct Losses(Arc<Mutex<Known>>);

/// What is known of programs.
#[derive(Debug, Default)]
struct Known {
    losses: Vec<Loss>,
    /// Commands that are not asked any more because they change the game.
    changing: Vec<(Vec<String>, Unasked)>,
    /// The words by which a program was seen to refuse turns, each time that it was looked into; none where they were other ones
    /// each time.
    refusals: Vec<(Vec<String>, Option<String>)>,
}

#[derive(Debug)]
struct Loss {
    /// The program and its arguments.
    program: Vec<String>,
    id: FaultId,
    /// What is told of it; none if it is not held against the engine.
    told: Option<ProbeFault>,
    unasked: Option<Unasked>,
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
        let known = self.lock();
        let of_program = known.losses.iter().filter(|loss| loss.program == program);
        let lost = of_program.filter_map(|loss| Some((loss.unasked.clone()?, loss.told.clone())));
        let changing = known.changing.iter().filter(|(other, _)| other == program);
        lost.chain(changing.map(|(_, unasked)| (unasked.clone(), None))).collect()
    }

    /// What is told of a fault of a program, if the fault was looked into.
    pub(super) fn told(&self, program: &[String], fault: &Fault) -> Option<Option<ProbeFault>> {
        let id = FaultId::of(fault);
        let known = self.lock();
        let loss = known.losses.iter().find(|loss| loss.program == program && loss.id == id)?;
        Some(loss.told.clone())
    }

    /// Keeps a fault of a program, with what is to be told of it.
    pub(super) fn keep(&self, program: &[String], fault: &Fault, told: Option<ProbeFault>) {
        self.push(program, fault, told, None);
    }

    /// Keeps a fault, and that a program is not to be asked any more for the command that it was lost over.
    pub(super) fn strike(&self, program: &[String], fault: &Fault, told: Option<ProbeFault>) {
        let (command, why) = (fault.command_name().to_owned(), fault.to_string());
        self.push(program, fault, told, Some(Unasked { command, why }));
    }

    fn push(
        &self,
        program: &[String],
        fault: &Fault,
        told: Option<ProbeFault>,
        unasked: Option<Unasked>,
    ) {
        let (program, id) = (program.to_vec(), FaultId::of(fault));
        self.lock().losses.push(Loss { program, id, told, unasked });
    }

    /// Whether a program was seen to refuse turns by these words, or by so many that it may have new ones each time.
    pub(super) fn refuses_by(&self, program: &[String], words: &str) -> bool {
        let known = self.lock();
        let of_program = known.refusals.iter().filter(|(other, _)| other == program);
        let seen: Vec<Option<&str>> = of_program.map(|(_, seen)| seen.as_deref()).collect();
        let changing = seen.iter().filter(|seen| seen.is_none()).count();
        seen.contains(&Some(words)) || changing >= MOST_CHANGING || seen.len() >= MOST_TEXTS
    }

    /// Keeps that a program is not to be asked a command any more, because it changes the game.
    pub(super) fn keep_changing(&self, program: &[String], unasked: Unasked) {
        self.lock().changing.push((program.to_vec(), unasked));
    }

    /// Keeps words by which a program was seen to refuse a turn each time, or that it used other ones each time.
    pub(super) fn learn(&self, program: &[String], words: Option<String>) {
        self.lock().refusals.push((program.to_vec(), words));
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
