//! Does one part of the work on one engine.

use super::plan;
use super::planned_game::{PlannedGame, Source};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;
use superko_engine::check::Check;
use superko_engine::referee::{Event, Form, Transcript};
use superko_engine::{About, Engine, EngineFactory, Fault, MoveCap, Reference, guarded};
use superko_game::{Record, Size, Turn};
use superko_harness::compare::{
    CompareOptions, Comparison, Coverage, Disagreement, Generation, compare_with, self_play,
};
use superko_harness::findings::{Manner, Questions};
use superko_harness::suite::fixed::check_of;

/// The number of earlier games that are remembered: a fault may occur only after many games.
const REMEMBERED: usize = 64;

/// The number of earlier games to try if a disagreement does not show without them: it may depend on one of them.
const TRIED: usize = 8;

/// The result of a part of the work.
#[derive(Debug, Default)]
pub(super) struct WorkResult {
    /// The number of the part.
    pub(super) work: u64,
    pub(super) coverage: Coverage,
    /// The first disagreement of each id.
    pub(super) found: Vec<Found>,
    pub(super) faults: Vec<FaultMet>,
    pub(super) reaches: Reaches,
    /// The engine's description of itself, if it has changed.
    pub(super) about: Option<About>,
    /// Whether an engine was abandoned because the run was stopped.
    pub(super) stopped: bool,
    /// The command that the engine had not answered when the run was stopped, and how long the run had waited for it.
    pub(super) unanswered: Option<(String, Duration)>,
    /// Whether the part was done to its end.
    pub(super) finished: bool,
}

/// The events and forms that games of the fixed suite reach: the engine must be observed at each of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reaches {
    /// The number of games that reach each event.
    pub(super) events: BTreeMap<Event, u64>,
    pub(super) forms: BTreeSet<(Event, Form)>,
}

impl Reaches {
    /// Adds the events and forms of other games.
    pub(super) fn add(&mut self, other: Reaches) {
        add_up(&mut self.events, &other.events);
        self.forms.extend(other.forms);
    }
}

/// Adds counts of events to earlier counts.
pub(super) fn add_up(counts: &mut BTreeMap<Event, u64>, more: &BTreeMap<Event, u64>) {
    for (&event, count) in more {
        *counts.entry(event).or_default() += count;
    }
}

/// The time without an answer after which the report of a stopped run says that the engine may hang.
const LONG: Duration = Duration::from_secs(1);

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
    /// The game, unless the fault was met when an engine was started.
    pub(super) record: Option<Record>,
    /// The games that the engine played before, the last one last.
    pub(super) before: Vec<Record>,
    /// The questions in the game besides the turns.
    pub(super) manner: Manner,
    /// The events and forms that the game reaches; empty for a random game.
    pub(super) reaches: Reaches,
}

/// The abilities that an engine has shown, even if it failed in the attempt. It is not asked again for the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Skills {
    /// Whether the engine takes turns back.
    pub(super) undoes: bool,
    /// Whether the engine generates turns.
    pub(super) generates: bool,
    /// Whether the engine generates turns and plays them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) plays_generated: bool,
    /// Whether the engine is told the komi and counts it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) counts_komi: bool,
    /// Whether the engine shows the board.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) shows_board: bool,
    /// Whether the engine passes.
    pub(super) passes: bool,
    /// Whether the engine accepts a pass after the end, which changes nothing. No such pass is then played.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) passes_after_end: bool,
    /// The number of turns after which the engine declares every game over.
    pub(super) move_cap: Option<MoveCap>,
}

/// An engine on which games are compared, one after the other.
pub(super) struct Examiner<'a> {
    factory: &'a EngineFactory<'a>,
    /// `None` after a panic, until the next game.
    engine: Option<Box<dyn Engine>>,
    skills: Skills,
    /// The games that the engine played before, the last one last.
    before: VecDeque<Record>,
    /// The engine's last description of itself.
    last_about: Option<About>,
}

impl<'a> Examiner<'a> {
    pub(super) fn new(
        factory: &'a EngineFactory<'a>,
        engine: Option<Box<dyn Engine>>,
        skills: Skills,
    ) -> Examiner<'a> {
        Examiner { factory, engine, skills, before: VecDeque::new(), last_about: None }
    }

    /// Records that the engine has already played some games.
    pub(super) fn after(self, games: Vec<Record>) -> Examiner<'a> {
        Examiner { before: games.into(), ..self }
    }

    /// Returns what the engine can do.
    #[cfg(feature = "parallel")]
    pub(super) fn skills(&self) -> Skills {
        self.skills
    }

    /// Compares a game and adds the outcome to the result of its part of the work.
    pub(super) fn examine(&mut self, game: &PlannedGame, result: &mut WorkResult) {
        let cannot = match game.source {
            Source::SelfPlay(Generation::Played) => !self.skills.plays_generated,
            Source::Komi => !self.skills.counts_komi,
            _ => game.generates() && !self.skills.generates,
        };
        if cannot {
            return;
        }
        let reaches = self.reaches(game);
        let faults = result.faults.len();
        self.play(game, result);
        match result.faults.get_mut(faults) {
            Some(met) => met.reaches = reaches,
            None => result.reaches.add(reaches),
        }
    }

    /// Returns the events and forms at which the engine must be observed in a game.
    fn reaches(&self, game: &PlannedGame) -> Reaches {
        let mut reached = Reaches::default();
        if !matches!(game.source, Source::Random(..)) && !game.generates() {
            // An engine with a move cap is not observed from its last turn on.
            let PlannedGame { transcript, .. } = game;
            let turns = self.skills.move_cap.map(|cap| cap.on(transcript.record.size()));
            let end = turns.and_then(|turns| transcript.last_place_of(turns));
            let steps = &transcript.steps[..end.unwrap_or(transcript.steps.len())];
            let (events, forms) = plan::reaches(steps);
            let is_played =
                |event: &Event| *event != Event::PassAfterEnd || !self.skills.passes_after_end;
            reached.events = events.iter().filter(is_played).map(|event| (event, 1)).collect();
            reached.forms = forms;
        }
        reached
    }

    /// Compares a game, unless the engine cannot play it.
    fn play(&mut self, game: &PlannedGame, result: &mut WorkResult) {
        let Some(transcript) = self.playable(game) else { return };
        let Some(mut engine) = self.take_engine(result) else { return };
        let mut record = transcript.record.clone();
        let undo = game.undo && self.skills.undoes;
        let options = CompareOptions { ask: true, undo };
        let compared = guarded(|| match game.source {
            Source::SelfPlay(way) => {
                let referee = Reference::set_up(&record.setup);
                let most = most_turns(record.size());
                let opening = record.clone();
                let (played, compared) = self_play(engine.as_mut(), referee, opening, most, way);
                record = played;
                Ok(compared)
            }
            _ => Ok(compare_with(engine.as_mut(), &transcript, options)),
        });
        // After a panic, the state of the engine is unknown.
        let panicked = compared.is_err();
        let Comparison { coverage, disagreements, fault, again } = compared
            .unwrap_or_else(|fault| Comparison { fault: Some(fault), ..Comparison::default() });
        if !panicked {
            self.engine = Some(engine);
        }
        result.coverage.add(&coverage);
        if again {
            self.remember(record.clone());
        }
        self.add_new(disagreements, game.source, result);
        match fault {
            Some(Fault::Stopped { command, waited }) => {
                result.stopped = true;
                if waited >= LONG {
                    result.unanswered = Some((command, waited));
                }
                self.remember(record);
            }
            Some(fault) => {
                let questions = Questions::Everything;
                let manner = Manner { questions, undo, generate: game.generates() };
                // The next game is played by an engine that was started again.
                let before = std::mem::take(&mut self.before).into();
                let (record, reaches) = (Some(record), Reaches::default());
                result.faults.push(FaultMet { fault, record, before, manner, reaches });
            }
            None => self.remember(record),
        }
    }

    /// Returns a game in the form that the engine can play. `None` if there is none, or if it shows nothing new.
    fn playable<'g>(&self, game: &'g PlannedGame) -> Option<Cow<'g, Transcript>> {
        let random = matches!(game.source, Source::Random(..));
        // This fixed game was compared without undo before.
        if game.undo && !self.skills.undoes && !random {
            return None;
        }
        let mut transcript = Cow::Borrowed(&game.transcript);
        if !self.skills.passes {
            let passes = game.transcript.record.turns.contains(&Turn::Pass);
            // A game that was made to show something with a pass shows nothing without it.
            if passes && !random && !matches!(game.source, Source::SelfPlay(_)) {
                return None;
            }
            transcript = Cow::Owned(game.transcript.clone().up_to_pass());
        }
        // If the engine does not show the board, only further plays reveal it.
        if !self.skills.shows_board
            && matches!(game.source, Source::Fixed(event) if check_of(event) == Check::Board)
            && !game.generates()
            && !game.undo
        {
            let referee = Reference::set_up(&transcript.record.setup);
            transcript = Cow::Owned(transcript.into_owned().shown_by_plays(referee));
        }
        Some(transcript)
    }

    /// Returns the engine, or a new one after a panic. `None` if it cannot be started, which is added to the result.
    fn take_engine(&mut self, result: &mut WorkResult) -> Option<Box<dyn Engine>> {
        if let Some(engine) = self.engine.take() {
            return Some(engine);
        }
        match guarded(self.factory) {
            Ok(engine) => {
                self.before.clear();
                return Some(engine);
            }
            Err(Fault::Stopped { .. }) => result.stopped = true,
            Err(fault) => {
                let manner = Manner::default();
                let (before, reaches) = (Vec::new(), Reaches::default());
                result.faults.push(FaultMet { fault, record: None, before, manner, reaches });
            }
        }
        None
    }

    /// Adds the first disagreement of each id, with the games that the engine played before.
    fn add_new(&self, all: Vec<Disagreement>, source: Source, result: &mut WorkResult) {
        for disagreement in all {
            if !result.found.iter().any(|found| found.disagreement.id == disagreement.id) {
                let tried = self.before.len().saturating_sub(TRIED);
                let before = self.before.iter().skip(tried).cloned().collect();
                result.found.push(Found { disagreement, source, before });
            }
        }
    }

    fn remember(&mut self, record: Record) {
        if self.before.len() == REMEMBERED {
            self.before.pop_front();
        }
        self.before.push_back(record);
    }

    /// Adds the engine's description of itself, if it has changed.
    pub(super) fn add_about(&mut self, result: &mut WorkResult) {
        let said = self.engine.as_ref().map(|engine| engine.about());
        if said.is_some() && said != self.last_about {
            self.last_about.clone_from(&said);
            result.about = said;
        }
    }
}

/// Returns the largest number of turns in a game of an engine against itself.
fn most_turns(size: Size) -> usize {
    2 * size.point_count() + 10
}
