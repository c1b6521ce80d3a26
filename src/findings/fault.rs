//! Faults: the shortest game in which one occurs.

use super::{Effort, Manner, Questions, play_again, shrink};
use crate::engine::{EngineFactory, Fault, FaultId, guarded};
use crate::game::{Record, Turn};

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
