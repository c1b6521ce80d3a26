//! One part of the work, on one engine.

use super::plan::{self, Game, Source};
use crate::compare::{CompareOptions, Comparison, Coverage, Disagreement, compare_with};
use crate::engine::{About, Engine, EngineFactory, Fault, guarded};
use crate::game::Record;
use crate::referee::{Event, Events, Form};
use std::collections::{BTreeSet, VecDeque};

/// How many games before a disagreement are remembered: one of them may be what it depends on.
const REMEMBERED: usize = 8;

/// What came of a part of the work.
#[derive(Debug, Default)]
pub(super) struct WorkResult {
    /// The number of the part.
    pub(super) work: u64,
    pub(super) coverage: Coverage,
    /// The first disagreement of each id.
    pub(super) found: Vec<Found>,
    pub(super) faults: Vec<FaultMet>,
    /// What the games of the fixed suite reach.
    pub(super) reaches: Events,
    pub(super) forms: BTreeSet<(Event, Form)>,
    /// What the engine says of itself by now, where that is new.
    pub(super) about: Option<About>,
    /// Whether an engine was given up in it because the run was stopped.
    pub(super) stopped: bool,
    /// Whether it was done to its end.
    pub(super) finished: bool,
}

/// A disagreement as it was met.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) disagreement: Disagreement,
    pub(super) source: Source,
    /// The games that the engine played before, the last one last.
    pub(super) before: Vec<Record>,
}

/// A fault as it was met.
#[derive(Debug)]
pub(super) struct FaultMet {
    pub(super) fault: Fault,
    /// The game, unless it was met when an engine was started.
    pub(super) record: Option<Record>,
    /// Whether turns were taken back in it.
    pub(super) undo: bool,
}

/// An engine that games are compared on, one after the other.
pub(super) struct Examiner<'a> {
    factory: &'a EngineFactory<'a>,
    /// None after a panic, until the next game.
    engine: Option<Box<dyn Engine>>,
    /// Whether it takes turns back at all.
    undoes: bool,
    before: VecDeque<Record>,
    /// What it said of itself last.
    heard: Option<About>,
}

impl<'a> Examiner<'a> {
    pub(super) fn new(
        factory: &'a EngineFactory<'a>,
        engine: Option<Box<dyn Engine>>,
        undoes: bool,
    ) -> Examiner<'a> {
        Examiner { factory, engine, undoes, before: VecDeque::new(), heard: None }
    }

    /// Compares a game, and adds what comes of it to the result of its part of the work.
    pub(super) fn examine(&mut self, game: &Game, result: &mut WorkResult) {
        let random = matches!(game.source, Source::Random(..));
        if !random {
            let (events, forms) = plan::reaches(&game.transcript);
            result.reaches = result.reaches.iter().chain(events.iter()).collect();
            result.forms.extend(forms);
        }
        let record = &game.transcript.record;
        let undo = game.undo && self.undoes;
        // A fixed game with undo was compared without it before.
        if game.undo && !undo && !random {
            return;
        }
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => match guarded(self.factory) {
                Ok(engine) => {
                    self.before.clear();
                    engine
                }
                Err(Fault::Stopped { .. }) => {
                    result.stopped = true;
                    return;
                }
                Err(fault) => {
                    result.faults.push(FaultMet { fault, record: None, undo: false });
                    return;
                }
            },
        };
        let options = CompareOptions { ask: true, undo };
        let compared = guarded(|| Ok(compare_with(engine.as_mut(), &game.transcript, options)));
        // After a panic there is no saying what the engine is like.
        let panicked = compared.is_err();
        let Comparison { coverage, disagreements, fault } = compared
            .unwrap_or_else(|fault| Comparison { fault: Some(fault), ..Comparison::default() });
        if !panicked {
            self.engine = Some(engine);
        }
        result.coverage.add(&coverage);
        for disagreement in disagreements {
            if !result.found.iter().any(|found| found.disagreement.id == disagreement.id) {
                let before = self.before.iter().cloned().collect();
                result.found.push(Found { disagreement, source: game.source, before });
            }
        }
        if let Some(Fault::Stopped { .. }) = fault {
            result.stopped = true;
        } else if let Some(fault) = fault {
            result.faults.push(FaultMet { fault, record: Some(record.clone()), undo });
        }
        if self.before.len() == REMEMBERED {
            self.before.pop_front();
        }
        self.before.push_back(record.clone());
    }

    /// Adds what the engine says of itself by now, if that is new.
    pub(super) fn hear(&mut self, result: &mut WorkResult) {
        let said = self.engine.as_ref().map(|engine| engine.about());
        if said.is_some() && said != self.heard {
            self.heard.clone_from(&said);
            result.about = said;
        }
    }
}
