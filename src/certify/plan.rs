//! The parts that an examination consists of, in their order.

use super::{Options, Scope};
use crate::engines::Reference;
use crate::game::{Size, Turn};
use crate::referee::{Event, Events, Referee, Transcript};
use crate::rules::Rules;
use crate::suite::random::{self, Strategy};
use crate::suite::{fixed, short_games};
use std::fmt;
use std::ops::ControlFlow;

/// The largest board of which all short games are tried.
const SHORT_GAMES_BOARD: usize = 9;

/// The longest games of which all are tried.
const LONGEST_SHORT_GAME: usize = 12;

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// It is one of all games of its length on a small board.
    ShortGames,
    /// It was made to reach an event.
    Fixed(Event),
    /// It was drawn: with this strategy, as this number of its campaign.
    Random(Strategy, u64),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::ShortGames => f.write_str("short games"),
            Source::Fixed(event) => write!(f, "fixed suite, {event}"),
            Source::Random(strategy, number) => write!(f, "random game {number}, {strategy}"),
        }
    }
}

/// A part of the work.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Work {
    /// All games of a length on a board.
    ShortGames(Size, usize),
    /// A directed case, with every turn taken back and again or without.
    Fixed(fixed::Case, bool),
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
            Scope::FixedSuite => fixed_suite(options, playable),
        };
        Plan { options, playable, works }
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
            &Work::ShortGames(size, length) => {
                short_games(referee, size, self.options.rules, length, &mut |transcript| {
                    hand_out(Game { transcript, source: Source::ShortGames, undo: false })
                })
            }
            Work::Fixed(case, undo) => {
                let referee = referee(case.record.size(), case.record.rules());
                let transcript = case.transcript(referee);
                hand_out(Game { transcript, source: Source::Fixed(case.event), undo: *undo })
            }
            &Work::Random(number) => hand_out(self.random_game(number, self.playable)),
            &Work::BoardGame(size, number) => hand_out(self.random_game(number, &[size])),
        }
    }

    /// A random game on one of some boards.
    fn random_game(&self, number: u64, sizes: &[Size]) -> Game {
        let Options { seed, rules, .. } = *self.options;
        let drawn = random::Plan::draw(seed, number, sizes, rules);
        let transcript = drawn.transcript(referee(drawn.size, drawn.rules), seed, number);
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

/// The parts of the fixed suite.
fn fixed_suite(options: &Options, playable: &[Size]) -> Vec<Work> {
    let mut works = short_games_works(options, playable);
    for undo in [false, true] {
        for &size in playable {
            let cases = fixed::cases(size, options.rules);
            works.extend(cases.into_iter().map(|case| Work::Fixed(case, undo)));
        }
    }
    works
}

/// Short games of growing length over all boards together, each board as far as its share of turns goes.
fn short_games_works(options: &Options, playable: &[Size]) -> Vec<Work> {
    let mut left: Vec<(Size, usize)> = playable
        .iter()
        .filter(|size| size.point_count() <= SHORT_GAMES_BOARD)
        .map(|&size| (size, options.level.short_games()))
        .collect();
    let mut works = Vec::new();
    for length in 0..=LONGEST_SHORT_GAME {
        for (size, turns) in &mut left {
            let games = games(&referee(*size, options.rules), length, *turns);
            let cost = games.saturating_mul(length + size.point_count());
            if games > 0 && cost <= *turns {
                *turns -= cost;
                works.push(Work::ShortGames(*size, length));
            } else {
                // No longer games, or too many.
                *turns = 0;
            }
        }
    }
    works
}

/// How many games of exactly so many more turns there are, as far as that is not beyond a limit.
fn games(referee: &Reference, left: usize, limit: usize) -> usize {
    if left == 0 {
        return 1;
    }
    let mut total = 0;
    for turn in Turn::all(Referee::position(referee).size()) {
        if total <= limit && referee.judge(turn).refusal.is_none() {
            let mut after = referee.clone();
            Referee::play(&mut after, turn);
            total += games(&after, left - 1, limit - total.min(limit));
        }
    }
    total
}

/// The referee at the beginning of a game.
fn referee(size: Size, rules: Rules) -> Reference {
    Reference::new(size, rules)
}

/// The events that a game reaches.
pub(super) fn reaches(transcript: &Transcript) -> Events {
    let steps = transcript.steps.iter();
    steps
        .flat_map(|step| {
            let end = step.end.map(|(_, events)| events).unwrap_or_default();
            step.turn.events.iter().chain(end.iter())
        })
        .collect()
}
