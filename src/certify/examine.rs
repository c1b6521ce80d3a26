//! One part of the work, done on one engine.

use super::game::{Game, Source};
use super::plan;
use crate::check::Check;
use crate::compare::{
    CompareOptions, Comparison, Coverage, Disagreement, Generation, compare_with, self_play,
};
use crate::engine::{About, Engine, EngineFactory, Fault, MoveCap, guarded};
use crate::engines::Reference;
use crate::findings::{Manner, Questions};
use crate::game::{Record, Size, Turn};
use crate::referee::{Event, Form};
use crate::suite::fixed::check_of;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// How many games before a fault are remembered: it may occur after many only.
const REMEMBERED: usize = 64;

/// How many of them are tried where a disagreement does not show without them: one of them may be what it depends on.
const TRIED: usize = 8;

/// What came of a part of the work.
#[derive(Debug, Default)]
pub(super) struct WorkResult {
    /// The number of the part.
    pub(super) work: u64,
    pub(super) coverage: Coverage,
    /// The first disagreement of each id.
    pub(super) found: Vec<Found>,
    pub(super) faults: Vec<FaultMet>,
    pub(super) reaches: Reaches,
    /// What the engine says of itself by now, where that is new.
    pub(super) about: Option<About>,
    /// Whether an engine was given up in it because the run was stopped.
    pub(super) stopped: bool,
    /// What the engine had not answered for long when the run was stopped, and for how long.
    pub(super) unanswered: Option<(String, Duration)>,
    /// Whether it was done to its end.
    pub(super) finished: bool,
}

/// What games of the fixed suite reach, so that the engine has to be observed there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reaches {
    /// In how many games each event is reached.
    pub(super) events: BTreeMap<Event, u64>,
    pub(super) forms: BTreeSet<(Event, Form)>,
}

impl Reaches {
    /// Adds what other games reach.
    pub(super) fn add(&mut self, other: Reaches) {
        add_up(&mut self.events, &other.events);
        self.forms.extend(other.forms);
    }
}

/// Adds counts to others.
pub(super) fn add_up(counts: &mut BTreeMap<Event, u64>, more: &BTreeMap<Event, u64>) {
    for (&event, count) in more {
        *counts.entry(event).or_default() += count;
    }
}

/// If an engine has not answered for so long when a run is stopped, the report says so: it may hang.
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
    /// The game, unless it was met when an engine was started.
    pub(super) record: Option<Record>,
    /// The games that the engine played before, the last one last.
    pub(super) before: Vec<Record>,
    /// The questions in the game besides the turns.
    pub(super) manner: Manner,
    /// What the game reaches; nothing of a random game.
    pub(super) reaches: Reaches,
}

/// What an engine was seen to do, or to fail in; what it does not at all it is not asked for again and again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Skills {
    /// Takes turns back.
    pub(super) undoes: bool,
    /// Generates turns.
    pub(super) generates: bool,
    /// Generates turns and plays them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) plays_generated: bool,
    /// Is told the komi, and counts it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) counts_komi: bool,
    /// Shows the board.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) shows_board: bool,
    /// Passes.
    pub(super) passes: bool,
    /// Accepts a pass after the end, which changes nothing, so that none is played.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) passes_after_end: bool,
    /// The number of turns after which the engine declares every game over.
    pub(super) move_cap: Option<MoveCap>,
}

/// An engine that games are compared on, one after the other.
pub(super) struct Examiner<'a> {
    factory: &'a EngineFactory<'a>,
    /// None after a panic, until the next game.
    engine: Option<Box<dyn Engine>>,
    /// What it can do.
    skills: Skills,
    before: VecDeque<Record>,
    /// What it said of itself last.
    heard: Option<About>,
}

impl<'a> Examiner<'a> {
    pub(super) fn new(
        factory: &'a EngineFactory<'a>,
        engine: Option<Box<dyn Engine>>,
        skills: Skills,
    ) -> Examiner<'a> {
        Examiner { factory, engine, skills, before: VecDeque::new(), heard: None }
    }

    /// Takes the engine as one that has played some games.
    pub(super) fn after(self, games: Vec<Record>) -> Examiner<'a> {
        Examiner { before: games.into(), ..self }
    }

    /// Returns what the engine can do.
    #[cfg(feature = "parallel")]
    pub(super) fn skills(&self) -> Skills {
        self.skills
    }

    /// Compares a game, and adds what comes of it to the result of its part of the work.
    pub(super) fn examine(&mut self, game: &Game, result: &mut WorkResult) {
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

    /// What is demanded of the engine in a game.
    fn reaches(&self, game: &Game) -> Reaches {
        let mut reached = Reaches::default();
        if !matches!(game.source, Source::Random(..)) && !game.generates() {
            // From the turn on that ends all its games nothing is demanded of it.
            let Game { transcript, .. } = game;
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

    /// Compares a game that may be left out.
    fn play(&mut self, game: &Game, result: &mut WorkResult) {
        let random = matches!(game.source, Source::Random(..));
        let generates = game.generates();
        let mut transcript = Cow::Borrowed(&game.transcript);
        if !self.skills.passes {
            let passes = game.transcript.record.turns.contains(&Turn::Pass);
            // Of a game that was made to show something with a pass, the beginning shows nothing.
            if passes && !random && !matches!(game.source, Source::SelfPlay(_)) {
                return;
            }
            transcript = Cow::Owned(game.transcript.clone().up_to_pass());
        }
        // Without the board, only plays show what it is.
        if !self.skills.shows_board
            && matches!(game.source, Source::Fixed(event) if check_of(event) == Check::Board)
            && !generates
            && !game.undo
        {
            let referee = Reference::set_up(&transcript.record.setup);
            transcript = Cow::Owned(transcript.into_owned().shown_by_plays(referee));
        }
        let mut record = transcript.record.clone();
        let undo = game.undo && self.skills.undoes;
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
                    let manner = Manner::default();
                    let (before, reaches) = (Vec::new(), Reaches::default());
                    result.faults.push(FaultMet { fault, record: None, before, manner, reaches });
                    return;
                }
            },
        };
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
        // After a panic there is no saying what the engine is like.
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
        for disagreement in disagreements {
            if !result.found.iter().any(|found| found.disagreement.id == disagreement.id) {
                let tried = self.before.len().saturating_sub(TRIED);
                let before = self.before.iter().skip(tried).cloned().collect();
                result.found.push(Found { disagreement, source: game.source, before });
            }
        }
        if let Some(Fault::Stopped { command, waited }) = fault {
            result.stopped = true;
            if waited >= LONG {
                result.unanswered = Some((command, waited));
            }
        } else if let Some(fault) = fault {
            let questions = Questions::Everything;
            let manner = Manner { questions, undo, generate: generates };
            // The next game is played by an engine that was started again.
            let before = std::mem::take(&mut self.before).into();
            let (record, reaches) = (Some(record), Reaches::default());
            result.faults.push(FaultMet { fault, record, before, manner, reaches });
            return;
        }
        self.remember(record);
    }

    /// Keeps in mind that the engine has played a game.
    fn remember(&mut self, record: Record) {
        if self.before.len() == REMEMBERED {
            self.before.pop_front();
        }
        self.before.push_back(record);
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

/// Returns the largest number of turns in a game of an engine against itself.
fn most_turns(size: Size) -> usize {
    2 * size.point_count() + 10
}
