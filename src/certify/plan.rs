//! The parts that an examination consists of, in their order.

use super::{Options, Scope, referee};
use crate::engines::Reference;
use crate::game::{Size, Turn};
use crate::referee::{Event, Events, Referee, Transcript};
use crate::suite::random::{Plan, Strategy};
use crate::suite::{fixed, short_games};
use std::fmt;
use std::ops::ControlFlow;

/// The largest board of which all short games are tried.
const SHORT_GAMES_BOARD: usize = 9;

/// How many turns are spent on trying all games of a board on every engine, however slow.
const SHORT_GAMES_ALWAYS: usize = 1_500;

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
    /// All games of a length on a board, and whether they are to be tried however long that takes.
    ShortGames(Size, usize, bool),
    /// A directed case, with every turn taken back and again or without.
    Fixed(fixed::Case, bool),
    /// A random game.
    Random(u64),
    /// A game drawn for a board, as the game of this number of its campaign.
    BoardGame(Size, u64),
}

/// The parts that are not random, in their order.
pub(super) fn mandatory(options: &Options, playable: &[Size]) -> Vec<Work> {
    if options.scope == Scope::AllBoards {
        return playable
            .iter()
            .zip(0..)
            .map(|(&size, number)| Work::BoardGame(size, number))
            .collect();
    }
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
        .map(|&size| (size, options.level.short_games().0))
        .collect();
    let mut works = Vec::new();
    for length in 0..=LONGEST_SHORT_GAME {
        for (size, turns) in &mut left {
            let games = games(&referee(*size, options.rules), length, *turns);
            let cost = games.saturating_mul(length + size.point_count());
            if games > 0 && cost <= *turns {
                *turns -= cost;
                let spent = options.level.short_games().0 - *turns;
                works.push(Work::ShortGames(*size, length, spent <= SHORT_GAMES_ALWAYS));
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

/// A game ready to be compared.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) transcript: Transcript,
    pub(super) source: Source,
    /// Whether every turn is taken back and again.
    pub(super) undo: bool,
    /// Whether it is the last game of a part that is not random.
    pub(super) completes: bool,
}

/// Has the referee play a part of the work through, game by game.
pub(super) fn perform(
    work: &Work,
    options: &Options,
    playable: &[Size],
    hand_out: &mut dyn FnMut(Game) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match work {
        &Work::ShortGames(size, length, _) => {
            let mut held: Option<Transcript> = None;
            let mut hand = |transcript, completes| {
                hand_out(Game { transcript, source: Source::ShortGames, undo: false, completes })
            };
            short_games(referee, size, options.rules, length, &mut |transcript| match held
                .replace(transcript)
            {
                Some(transcript) => hand(transcript, false),
                None => ControlFlow::Continue(()),
            })?;
            match held {
                Some(transcript) => hand(transcript, true),
                None => ControlFlow::Continue(()),
            }
        }
        Work::Fixed(case, undo) => {
            let referee = referee(case.record.size(), case.record.rules());
            let transcript = case.transcript(referee);
            let source = Source::Fixed(case.event);
            hand_out(Game { transcript, source, undo: *undo, completes: true })
        }
        &Work::Random(number) => hand_out(drawn(number, options, playable, false)),
        &Work::BoardGame(size, number) => hand_out(drawn(number, options, &[size], true)),
    }
}

/// A random game on one of some boards.
fn drawn(number: u64, options: &Options, sizes: &[Size], completes: bool) -> Game {
    let plan = Plan::draw(options.seed, number, sizes, options.rules);
    let referee = referee(plan.size, plan.rules);
    let transcript = plan.transcript(referee, options.seed, number);
    let source = Source::Random(plan.strategy, number);
    // Every game of the second, fourth ... round of strategies, so that each strategy has its share.
    let undo = number / Strategy::ALL.len() as u64 % 2 == 1;
    Game { transcript, source, undo, completes }
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
