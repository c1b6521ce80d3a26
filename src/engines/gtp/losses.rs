//! What programs were lost over outside of games, so that no engine is asked again what an engine of the same
//! program did not survive.

use crate::engine::{Fault, FaultId, ProbeFault};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The faults of programs outside of games.
///
/// A handshake asks for things that a program need not know. If the program crashes or hangs over one of them,
/// it is started again, and neither it nor any engine that is started later with the same options is asked for
/// this.
#[derive(Clone, Debug, Default)]
pub struct Losses(Arc<Mutex<Vec<Loss>>>);

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
        let losses = self.lock();
        let of_program = losses.iter().filter(|loss| loss.program == program);
        of_program.filter_map(|loss| Some((loss.unasked.clone()?, loss.told.clone()))).collect()
    }

    /// What is told of a fault of a program, if the fault was looked into.
    pub(super) fn told(&self, program: &[String], fault: &Fault) -> Option<Option<ProbeFault>> {
        let id = FaultId::of(fault);
        let losses = self.lock();
        let loss = losses.iter().find(|loss| loss.program == program && loss.id == id)?;
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
        self.lock().push(Loss { program, id, told, unasked });
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Loss>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
