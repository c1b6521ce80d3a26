//! The parts of a run, in their order.

use super::planned_game::{PlannedGame, Source};
use super::positions::{self, POSITIONS_BOARD};
use super::{Level, Observer, Options, Progress, Sample, Scope, komi};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use superko_engine::Reference;
use superko_engine::referee::{Event, Events, Form, Step};
use superko_game::Size;
use superko_harness::compare::Generation;
use superko_harness::suite::random::{self, Strategy};
use superko_harness::suite::{self, Item, ItemKind};

/// The largest board, in points, on which an engine plays against itself.
const SELF_PLAY_BOARD: usize = 25;

/// A part of the work.
#[derive(Clone, Debug)]
pub(super) enum Work {
    /// A part of the fixed suite.
    Fixed(Box<Item>),
    /// All positions of a board, and all turns in them.
    Positions(Size),
    /// A game of the engine against itself, on a board, after a number of random turns, by turns generated in one way.
    SelfPlay(Size, usize, Generation),
    /// Games with a komi, on a board.
    Komi(Size),
    /// A random game.
    Random(u64),
    /// A random game on a board, with its number.
    BoardGame(Size, u64),
}

impl Work {
    /// Returns the number of round trips, if the engine answers everything.
    fn amount(&self) -> u64 {
        match self {
            Work::Fixed(item) => item.round_trips as u64,
            // Each turn is generated and played, and such a game has about two turns for each point.
            Work::SelfPlay(size, ..) => 4 * size.point_count() as u64,
            Work::Positions(size) => positions::amount(*size),
            Work::Komi(size) => komi::amount(*size),
            Work::Random(_) => 0,
            Work::BoardGame(size, _) => random_amount(size.point_count()),
        }
    }
}

/// Returns the approximate number of round trips of a random game on a board of this many points.
fn random_amount(points: usize) -> u64 {
    150 + 4 * points as u64
}

/// All parts of a run, numbered in their order: the same for the same options on every machine.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    options: &'a Options,
    playable: &'a [Size],
    /// The additional boards, which are tested in brief.
    further: &'a [Size],
    /// The parts that are not random.
    works: Vec<Work>,
    /// The number of round trips of the first 0, 1, 2 ... of these parts.
    amounts: Vec<u64>,
    /// Whether the plan is complete: a run may be stopped while it is planned.
    is_whole: bool,
}

impl<'a> Plan<'a> {
    /// Plans a run on the boards that the engine plays. Each further board gets the beginning of the fixed suite and, at level
    /// full, a random game.
    pub(super) fn new(
        options: &'a Options,
        playable: &'a [Size],
        further: &'a [Size],
        observer: &dyn Observer,
    ) -> Plan<'a> {
        let works = match options.scope {
            _ if playable.is_empty() => Vec::new(),
            Scope::AllBoards => {
                let games = playable.iter().zip(0..);
                games.map(|(&size, number)| Work::BoardGame(size, number)).collect()
            }
            Scope::FixedSuite => {
                let (limit, rules) = (options.level.round_trips(), options.rules);
                let (make, stop) = (Reference::new, || observer.stop());
                let items = suite::plan_with_further(make, limit, playable, further, rules, &stop);
                let chosen = items.into_iter().filter(|item| options.chooses(item));
                let games = further.iter().zip(0..);
                let games = games.filter(|_| options.level == Level::Full);
                let games = games.map(|(&size, number)| Work::BoardGame(size, number));
                let fixed =
                    chosen.map(Box::new).map(Work::Fixed).chain(all_positions(options, playable));
                let komi = options.chooses_komi().then(|| komi::board(playable)).flatten();
                let komi = komi.map(Work::Komi);
                fixed.chain(self_play(options, playable)).chain(komi).chain(games).collect()
            }
        };
        let works = match options.sample {
            Some(sample) if !playable.is_empty() => drawn(sample, works, options.games),
            _ => works,
        };
        let amounts = works.iter().scan(0, |sum, work| {
            *sum += work.amount();
            Some(*sum)
        });
        let amounts = std::iter::once(0).chain(amounts).collect();
        Plan { options, playable, further, works, amounts, is_whole: !observer.stop() }
    }

    /// Returns whether this many parts are the whole plan, random games aside if they continue until the run is stopped.
    pub(super) fn is_done_by(&self, parts: u64) -> bool {
        self.is_whole && parts >= self.planned().unwrap_or(self.fixed())
    }

    /// Returns the events for which the plan has a game, whether it is played or not.
    pub(super) fn events(&self) -> BTreeSet<Event> {
        let event = |work: &Work| match work {
            Work::Fixed(item) => match &item.kind {
                ItemKind::Case(case) => case.reached(),
                _ => None,
            },
            _ => None,
        };
        self.works.iter().filter_map(event).collect()
    }

    /// Returns the boards that the engine plays.
    pub(super) fn boards(&self) -> &'a [Size] {
        self.playable
    }

    /// Returns the additional boards, which are tested in brief.
    pub(super) fn further(&self) -> &'a [Size] {
        self.further
    }

    /// Returns the number of parts that are not random.
    pub(super) fn fixed(&self) -> u64 {
        self.works.len() as u64
    }

    /// Returns the number of parts, or `None` if random games continue until the run is stopped.
    pub(super) fn planned(&self) -> Option<u64> {
        let none = self.playable.is_empty() || self.options.sample.is_some();
        let random = if none { Some(0) } else { self.options.games };
        random.map(|games| self.fixed() + games)
    }

    /// Returns the progress of a run in which this many parts are done.
    pub(super) fn progress(&self, parts: u64) -> Progress {
        let all_fixed = self.fixed();
        let (fixed, games) = (parts.min(all_fixed), parts.saturating_sub(all_fixed));
        let points: usize = self.playable.iter().map(|size| size.point_count()).sum();
        let game = random_amount(points.checked_div(self.playable.len()).unwrap_or_default());
        let amount = |fixed: u64, games: u64| {
            let place = usize::try_from(fixed).unwrap_or(usize::MAX);
            self.amounts.get(place).copied().unwrap_or_default() + games * game
        };
        let all_games = self.planned().map(|all| all - all_fixed);
        Progress {
            fixed,
            all_fixed,
            games,
            all_games,
            done: amount(fixed, games),
            all: all_games.map(|games| amount(all_fixed, games)),
        }
    }

    /// Returns a part by its number from 0, or `None` after the last. The observer may end random games without a number.
    pub(super) fn work(&self, number: u64, observer: &dyn Observer) -> Option<Work> {
        let random = |number: u64| {
            let none = self.playable.is_empty() || self.options.sample.is_some();
            let is_drawn = || match self.options.games {
                Some(games) => number < games,
                None => !observer.enough_games(),
            };
            (!none && is_drawn()).then_some(Work::Random(number))
        };
        let fixed = usize::try_from(number).ok().and_then(|place| self.works.get(place));
        fixed.cloned().or_else(|| random(number - self.fixed()))
    }

    /// Lets the referee play a part, game by game.
    pub(super) fn perform(
        &self,
        work: &Work,
        hand_out: &mut dyn FnMut(PlannedGame) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match work {
            Work::Fixed(item) => item.perform(Reference::new, &mut |transcript| {
                let source = match &item.kind {
                    ItemKind::Case(case)
                    | ItemKind::Undo(case)
                    | ItemKind::Generate(case)
                    | ItemKind::Collision(case) => Source::Fixed(case.event),
                    _ => Source::ShortGames,
                };
                hand_out(PlannedGame { transcript, source, undo: item.undo() })
            }),
            &Work::Positions(size) => positions::games(self.options, size, hand_out),
            &Work::SelfPlay(size, turns, way) => hand_out(self.opening(size, turns, way)),
            &Work::Komi(size) => komi::games(size, self.options.rules, hand_out),
            &Work::Random(number) => hand_out(self.random_game(number, self.playable)),
            &Work::BoardGame(size, number) => hand_out(self.random_game(number, &[size])),
        }
    }

    /// Returns a game with this many random legal turns, which the engine then continues by itself.
    fn opening(&self, size: Size, turns: usize, way: Generation) -> PlannedGame {
        let Options { seed, rules, .. } = *self.options;
        let strategy = Strategy::Legal;
        let drawn = random::Plan { size, region: size, rules, strategy, turns };
        let mut transcript = drawn.transcript(Reference::new(size, rules), seed, turns as u64);
        // A drawn game ends with passes, which are cut off.
        transcript.steps.truncate(turns);
        transcript.record.turns.truncate(turns);
        PlannedGame { transcript, source: Source::SelfPlay(way), undo: false }
    }

    /// Returns a random game on one of these boards.
    fn random_game(&self, number: u64, sizes: &[Size]) -> PlannedGame {
        let Options { seed, rules, .. } = *self.options;
        let drawn = random::Plan::draw(seed, number, sizes, rules);
        let referee = Reference::new(drawn.size, drawn.rules);
        let transcript = drawn.transcript(referee, seed, number);
        let source = Source::Random(drawn.strategy, number);
        // Every second round of strategies uses undo, so that each strategy has its share.
        let undo = number / Strategy::ALL.len() as u64 % 2 == 1;
        let transcript = if undo { transcript.about_undo() } else { transcript };
        PlannedGame { transcript, source, undo }
    }
}

/// Draws some of the parts and of the random games after them, and keeps their order.
fn drawn(sample: Sample, parts: Vec<Work>, games: Option<u64>) -> Vec<Work> {
    let all = parts.into_iter().chain((0..games.unwrap_or_default()).map(Work::Random));
    let mut all: Vec<(usize, Work)> = all.enumerate().collect();
    let mut random = ChaCha8Rng::seed_from_u64(sample.seed);
    let (drawn, _) = all.partial_shuffle(&mut random, sample.parts);
    drawn.sort_by_key(|(place, _)| *place);
    drawn.iter().map(|(_, work)| work.clone()).collect()
}

/// Returns the work of trying all positions of the small boards, at level full.
fn all_positions(options: &Options, playable: &[Size]) -> Vec<Work> {
    let due = options.level == Level::Full && options.only.is_empty();
    let small = playable.iter().filter(|size| due && size.point_count() <= POSITIONS_BOARD);
    small.map(|&size| Work::Positions(size)).collect()
}

/// Returns the games of the engine against itself, in both ways to generate turns: on each small board one from the start, and
/// others after some random turns. At level smoke there is one, on the smallest board that has room for more than one stone of
/// each color.
fn self_play(options: &Options, playable: &[Size]) -> Vec<Work> {
    use Generation::{Asked, Played};
    let (openings, ways): (&[usize], &[Generation]) = match options.level {
        _ if !options.chooses_self_play() => (&[], &[]),
        Level::Smoke => (&[0], &[Played]),
        Level::Standard => (&[0, 3], &[Asked, Played]),
        Level::Full => (&[0, 1, 2, 3, 4, 5, 6, 8, 10, 12], &[Asked, Played]),
    };
    let mut small: Vec<Size> = playable.to_vec();
    small.retain(|size| size.point_count() <= SELF_PLAY_BOARD);
    if options.level == Level::Smoke {
        small.retain(|size| size.point_count() >= 4);
        small.sort_by_key(|size| size.point_count());
        small.truncate(1);
    }
    let mut games = Vec::new();
    for size in small {
        for &way in ways {
            games.extend(openings.iter().map(|&turns| Work::SelfPlay(size, turns, way)));
        }
    }
    games
}

/// Returns the events that the steps of a game reach, and the forms of those that have some.
pub(super) fn reaches(steps: &[Step]) -> (Events, BTreeSet<(Event, Form)>) {
    let events = steps.iter().flat_map(|step| {
        let end = step.end.map(|(_, events)| events).unwrap_or_default();
        step.turn.events.iter().chain(end.iter())
    });
    (events.collect(), steps.iter().flat_map(Step::forms).collect())
}
