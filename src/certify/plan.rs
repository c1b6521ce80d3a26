//! The parts that a run consists of, in their order.

use super::{Options, Scope};
use crate::engines::Reference;
use crate::game::Size;
use crate::referee::{Event, Events, Form, Transcript};
use crate::suite::random::{self, Strategy};
use crate::suite::{self, Item, ItemKind};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// It is one of all games of its length on a small board.
    ShortGames,
    /// It was made to reach an event.
    Fixed(Event),
    /// It was made from the keys of the engine's own hash.
    OwnKeys,
    /// It was drawn: with this strategy, as this number of its campaign.
    Random(Strategy, u64),
}

impl Source {
    /// Whether the last position of the game has the hash of an earlier one in some engine.
    pub(super) fn collides(self) -> bool {
        matches!(self, Source::OwnKeys | Source::Fixed(Event::HashCollision))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::ShortGames => f.write_str("short games"),
            Source::Fixed(event) => write!(f, "fixed suite, {event}"),
            Source::OwnKeys => f.write_str("collision of the engine's own hash"),
            Source::Random(strategy, number) => write!(f, "random game {number}, {strategy}"),
        }
    }
}

/// A part of the work.
#[derive(Clone, Debug)]
pub(super) enum Work {
    /// A part of the fixed suite.
    Fixed(Item),
    /// A random game.
    Random(u64),
    /// A game drawn for a board, as the game of this number of its campaign.
    BoardGame(Size, u64),
}

/// All parts of a run, numbered in their order: the same for the same options on every machine.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    options: &'a Options,
    playable: &'a [Size],
    /// The parts that are not random.
    works: Vec<Work>,
}

impl<'a> Plan<'a> {
    /// The plan of a run on the boards that the engine plays.
    pub(super) fn new(options: &'a Options, playable: &'a [Size]) -> Plan<'a> {
        let works = match options.scope {
            _ if playable.is_empty() => Vec::new(),
            Scope::AllBoards => {
                let games = playable.iter().zip(0..);
                games.map(|(&size, number)| Work::BoardGame(size, number)).collect()
            }
            Scope::FixedSuite => {
                let limit = options.level.round_trips();
                let items = suite::plan(Reference::new, limit, playable, options.rules);
                let chosen = items.into_iter().filter(|item| options.chooses(item));
                chosen.map(Work::Fixed).collect()
            }
        };
        Plan { options, playable, works }
    }

    /// The boards that the engine plays.
    pub(super) fn boards(&self) -> &'a [Size] {
        self.playable
    }

    /// How many parts are not random.
    pub(super) fn fixed(&self) -> u64 {
        self.works.len() as u64
    }

    /// How many parts there are; none if the random games go on until the run is stopped.
    pub(super) fn planned(&self) -> Option<u64> {
        let random = if self.playable.is_empty() { Some(0) } else { self.options.games };
        random.map(|games| self.fixed() + games)
    }

    /// A part, by its number from 0; none after the last one.
    pub(super) fn work(&self, number: u64) -> Option<Work> {
        let random = |number: u64| {
            let drawn = !self.playable.is_empty() && self.options.games.is_none_or(|n| number < n);
            drawn.then_some(Work::Random(number))
        };
        let fixed = usize::try_from(number).ok().and_then(|place| self.works.get(place));
        fixed.cloned().or_else(|| random(number - self.fixed()))
    }

    /// Has the referee play a part through, game by game.
    pub(super) fn perform(
        &self,
        work: &Work,
        hand_out: &mut dyn FnMut(Game) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match work {
            Work::Fixed(item) => item.perform(Reference::new, &mut |transcript| {
                let source = match &item.kind {
                    ItemKind::Case(case) | ItemKind::Undo(case) | ItemKind::Collision(case) => {
                        Source::Fixed(case.event)
                    }
                    _ => Source::ShortGames,
                };
                hand_out(Game { transcript, source, undo: item.undo() })
            }),
            &Work::Random(number) => hand_out(self.random_game(number, self.playable)),
            &Work::BoardGame(size, number) => hand_out(self.random_game(number, &[size])),
        }
    }

    /// A random game on one of some boards.
    fn random_game(&self, number: u64, sizes: &[Size]) -> Game {
        let Options { seed, rules, .. } = *self.options;
        let drawn = random::Plan::draw(seed, number, sizes, rules);
        let referee = Reference::new(drawn.size, drawn.rules);
        let transcript = drawn.transcript(referee, seed, number);
        let source = Source::Random(drawn.strategy, number);
        // Every game of the second, fourth ... round of strategies, so that each strategy has its share.
        let undo = number / Strategy::ALL.len() as u64 % 2 == 1;
        Game { transcript, source, undo }
    }
}

/// A game ready to be compared.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) transcript: Transcript,
    pub(super) source: Source,
    /// Whether every turn is taken back and again.
    pub(super) undo: bool,
}

/// What a game reaches: events, and the forms of those that have some.
pub(super) fn reaches(transcript: &Transcript) -> (Events, BTreeSet<(Event, Form)>) {
    let steps = transcript.steps.iter();
    let events = steps.flat_map(|step| {
        let end = step.end.map(|(_, events)| events).unwrap_or_default();
        step.turn.events.iter().chain(end.iter())
    });
    (events.collect(), transcript.forms().collect())
}
