//! Faults: which of them are the same, and the shortest game in which one occurs.

use super::{Effort, Manner, Questions, play_again, shrink};
use crate::engine::{EngineFactory, Fault, guarded};
use crate::game::{Record, Turn};
use std::fmt;

/// The identity of a fault: its kind, the first word of the command, and how the engine ended or where it
/// panicked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FaultId {
    kind: String,
    command: Option<String>,
    detail: Option<String>,
}

impl FaultId {
    /// Returns the id of a fault.
    pub fn of(fault: &Fault) -> FaultId {
        // What a board in Rust was asked for is named as `the position`.
        let words = fault.command().map(|command| command.strip_prefix("the ").unwrap_or(command));
        let command = words.and_then(|words| words.split_whitespace().next());
        let detail = match fault {
            Fault::Exit { status, .. } => Some(status.clone()),
            // The text may name what differs from game to game; the place in the source does not.
            Fault::Panic { message } => {
                Some(message.rsplit(" at ").next().unwrap_or_default().to_owned())
            }
            _ => None,
        };
        FaultId { kind: fault.kind().to_owned(), command: command.map(str::to_owned), detail }
    }
}

impl FaultId {
    /// Returns the common id of all faults of this kind that do not occur again in the same game.
    #[must_use]
    pub fn at_random(self) -> FaultId {
        FaultId { command: None, detail: None, ..self }
    }
}

impl fmt::Display for FaultId {
    /// Writes an id such as `fault.exit.play`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fault.{}", self.kind)?;
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '-' };
        match &self.command {
            Some(command) => write!(f, ".{}", command.chars().map(plain).collect::<String>()),
            None => Ok(()),
        }
    }
}

/// A fault, with a game in which it occurs.
#[derive(Clone, Debug)]
pub struct ConfirmedFault {
    /// The fault that occurs in this game.
    pub fault: Fault,
    /// The shortest game found that ends with the fault.
    pub record: Record,
    /// The questions with which the fault occurs.
    pub manner: Manner,
    /// The number of fresh engines on which the fault occurred, and the number of fresh engines tried.
    pub shown: (u32, u32),
}

/// Replays the game of a fault on fresh engines, and shortens it while the same fault occurs. `met` describes
/// the questions asked when the fault first occurred.
///
/// Because waiting for a timeout takes long, the game of a timeout is only played twice.
pub fn confirm_fault(
    factory: &EngineFactory<'_>,
    fault: &Fault,
    record: Record,
    met: Manner,
    effort: Effort,
    stop: &dyn Fn() -> bool,
) -> ConfirmedFault {
    let id = FaultId::of(fault);
    let slow = matches!(fault, Fault::Timeout { .. });
    let manners = [
        Manner { questions: Questions::Nothing, undo: false, generate: met.generate },
        Manner { questions: Questions::LastTurn, ..met },
        met,
    ];
    let occurs = |record: &Record, manner: Manner| {
        let mut engine = guarded(factory).ok()?;
        if engine.about().conventions.lacks_pass && record.turns.contains(&Turn::Pass) {
            return None;
        }
        let met = guarded(|| Ok(play_again(engine.as_mut(), record, manner)));
        let fault = met.map_or_else(Some, |comparison| comparison.fault)?;
        (FaultId::of(&fault) == id).then_some(fault)
    };
    let tried = if slow { &manners[..1] } else { &manners[..] };
    let manner = tried.iter().copied().find(|&manner| !stop() && occurs(&record, manner).is_some());
    let Some(manner) = manner else {
        // On an engine that is given up nothing occurs, which says nothing.
        let tried = u32::from(!stop());
        let (fault, manner) = (fault.clone(), manners[2]);
        return ConfirmedFault { fault, record, manner, shown: (0, tried) };
    };
    if slow {
        return ConfirmedFault { fault: fault.clone(), record, manner, shown: (1, 1) };
    }
    let record = shrink(record, effort, &mut |candidate| {
        let shows = !stop() && occurs(candidate, manner).is_some();
        shows.then(|| candidate.clone())
    });
    let again: Vec<Fault> = (0..2).filter_map(|_| occurs(&record, manner)).collect();
    let shown = (1 + u32::try_from(again.len()).unwrap_or(0), 3);
    let fault = again.into_iter().next().unwrap_or_else(|| fault.clone());
    ConfirmedFault { fault, record, manner, shown }
}
