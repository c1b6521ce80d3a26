//! How far back an engine checks for repetitions: games that end with one, and the engine's answers.

use super::{Interview, likely};
use crate::script::{Repeated, Script, repetitions};
use crate::session::Session;
use std::collections::HashSet;
use superko_engine::referee::Referee;
use superko_game::rules::Repetition;
use superko_game::{Setup, Size, Turn};
use superko_harness::model::{Channel, Mistake, Model, ModelReferee, Place};
use superko_harness::suite::random::Strategy;

/// The longest history that is tried, in turns.
pub(super) const LONGEST_HISTORY: usize = 2_200;

/// The largest difference in turns between a constructed game and the wanted one.
const MOST_OFF: usize = 24;

/// The difference up to which a random game is as good as a constructed one.
const NEAR: usize = 12;

/// The shortest history for which a dropped tenth is looked for.
const LEAST_IN_TENTHS: usize = 50;

/// The longest repetition, in turns, that shows until which turn an engine checks for repetitions. Longer ones show how far back
/// it looks.
const SHORT_CYCLE: usize = 8;

/// Repetitions by suicide come last, because an engine may not look them up at all. The interview asks about them once so many
/// numbers are left, or a quarter of how far the engine is known to look.
const FEW_LEFT: usize = 3;

/// The largest number of repetitions to ask about to find one number.
const MOST_ASKED: usize = 40;

/// The strategies of random games.
const STRATEGIES: [Strategy; 3] = [Strategy::Repeat, Strategy::Legal, Strategy::Pass];

/// The number of random games without passes on each small board, and the largest number of their turns. Such games have as
/// many plays as turns between two positions.
const LONG_GAMES: u64 = 6;
const LONGEST_GAME: usize = 1_200;

/// The number of random games in a batch on each small board, and the largest number of their turns.
const SMALL_GAMES: (u64, usize) = (12, 240);

/// The number of random games in a batch on the main board, and the largest number of their turns.
const MAIN_GAMES: (u64, usize) = (3, 400);

/// The number of variants of each game with kos, which begin with other kos or the other player.
const KO_GAMES: usize = 4;

/// The largest number of batches of random games to play to find a wanted repetition.
const MOST_BATCHES: u64 = 6;

/// The longest repetition to look for in random games, in turns. Longer ones are constructed.
const LONGEST_RANDOM: usize = 150;

impl Repeated {
    /// Measures a game that does not end with a suicide. `None` unless a model allows all its turns but the last, which repeats
    /// a position.
    fn measured(model: Model, script: Script) -> Option<Repeated> {
        let turns = script.turns();
        let (&last, before) = turns.split_last()?;
        let mut referee = ModelReferee::new(model, &script.setup);
        if before.iter().any(|&turn| referee.play(turn).refusal.is_some()) {
            return None;
        }
        let (turns_back, plays_back) = referee.repetition(last)?;
        Some(Repeated { turns_back, plays_back, turns, setup: script.setup, is_suicide: false })
    }

    /// Returns the least parameter with which an engine that makes the mistake refuses the last turn.
    fn number(&self, mistake: Mistake) -> usize {
        match mistake {
            Mistake::HistoryOfPlays(_) => self.plays_back,
            Mistake::LookedUpUntil(_) => self.turns.len(),
            _ => self.turns_back,
        }
    }

    /// Whether the game shows the parameter of a mistake, and not how long the history itself is.
    fn tells_of(&self, mistake: Mistake) -> bool {
        !matches!(mistake, Mistake::LookedUpUntil(_)) || self.turns_back <= SHORT_CYCLE
    }
}

/// The questions about repetitions, and the answers.
#[derive(Debug, Default)]
pub(super) struct Repetitions {
    /// The referee of the games.
    referee: Option<Model>,
    /// The number of batches of random games so far.
    batches: u64,
    /// The games by kos, and those cut from random games.
    games: Vec<Repeated>,
    /// The boards, turns and channels asked about.
    asked: HashSet<(Size, Vec<Turn>, Channel)>,
    /// The repetitions asked about, and whether each was noticed.
    said: Vec<(Repeated, Channel, bool)>,
}

impl Repetitions {
    /// Returns the greatest parameter of a mistake up to which repetitions were noticed, and the least for which one was not.
    fn limits(&self, mistake: Mistake, channel: Channel) -> (usize, usize) {
        let said = self
            .said
            .iter()
            .filter(|(game, in_channel, _)| *in_channel == channel && game.tells_of(mistake));
        let numbers = |noticed: bool| {
            let matching = said.clone().filter(move |(_, _, answer)| *answer == noticed);
            matching.map(|(game, _, _)| game.number(mistake))
        };
        let missed = numbers(false).min().unwrap_or(LONGEST_HISTORY);
        let noticed = numbers(true).filter(|&number| number < missed).max().unwrap_or_default();
        (noticed, missed)
    }

    fn is_new(&self, game: &Repeated, channel: Channel) -> bool {
        !self.asked.contains(&(game.setup.size(), game.turns.clone(), channel))
    }
}

impl Interview<'_> {
    /// Asks about repetitions until the parameter of a mistake is known, or no game tells more. Returns the greatest for which
    /// all were noticed, and the least for which one was not.
    pub(super) fn ask_limits(
        &mut self,
        model: Model,
        mistake: Mistake,
        channel: Channel,
    ) -> (usize, usize) {
        for _ in 0..MOST_ASKED {
            let (noticed, missed) = self.repetitions.limits(mistake, channel);
            if missed - noticed <= 1 || self.is_over() {
                break;
            }
            let middle = noticed.midpoint(missed);
            // While no repetition was missed, the wanted number grows at most fourfold.
            let near = match missed {
                LONGEST_HISTORY => (4 * noticed).max(8).min(middle),
                _ => middle,
            };
            let Some(next) = self.repetition(model, (mistake, channel), noticed, near, missed)
            else {
                break;
            };
            if !self.ask_about(model, next, channel) {
                break;
            }
        }
        let (noticed, missed) = self.repetitions.limits(mistake, channel);
        (noticed.max(1), missed)
    }

    /// Asks about short repetitions late in games, which an engine with a limited history notices.
    pub(super) fn ask_late(&mut self, model: Model, longest: usize, channel: Channel) {
        let doubled = (3..).map(|power| 1 << power).take_while(|&turns| turns <= 4 * longest);
        let turns: Vec<usize> = doubled.chain([longest + longest / 2]).collect();
        let mistake = Mistake::LookedUpUntil(longest);
        for turns in turns {
            if self.is_over() {
                return;
            }
            let (low, high) = (turns - turns / 4, turns + turns / 2);
            if let Some(next) = self.repetition(model, (mistake, channel), low, turns, high)
                && !self.ask_about(model, next, channel)
            {
                return;
            }
        }
    }

    /// Asks about a repetition that distinguishes two engines. Both have room for the positions of this many turns. One drops a
    /// single position when the room is full, and notices the repetition. The other drops the oldest tenth, and misses it.
    pub(super) fn ask_tenths(&mut self, model: Model, kept: usize, channel: Channel) {
        if self.is_over() {
            return;
        }
        let of = |mistake| model.looking_at_all().with(mistake, channel);
        let models = of(Mistake::History(kept)).zip(of(Mistake::HistoryInTenths(kept)));
        let Some((plain, in_tenths)) = models.filter(|_| kept >= LEAST_IN_TENTHS) else { return };
        let setups = self.boards.long.iter().map(|&size| self.setup(size));
        let mut scripts = setups.flat_map(|setup| {
            let points = setup.size().point_count();
            let laps = (kept - 1) / (2 * (points - 1));
            let stones = (1..points - 1).rev();
            stones.filter_map(move |stones| Script::history_from_midway(&setup, laps, stones))
        });
        let distinguishes = |script: &Script| {
            let session = Session::of(plain, script, self.log.answerable);
            !session.fits(in_tenths)
        };
        let measured = scripts
            .find(distinguishes)
            .and_then(|script| Repeated::measured(plain.looking_at_all(), script));
        if let Some(game) = measured {
            self.ask_about(model, game, channel);
        }
    }

    /// Asks about repetitions that distinguish an engine that keeps a number of turns from one that keeps a number of plays:
    /// one notices the repetition, and the other misses it.
    pub(super) fn ask_kinds(
        &mut self,
        model: Model,
        (turns, plays): (usize, usize),
        channel: Channel,
    ) {
        for by_turns in [true, false, true, false] {
            if self.is_over() {
                return;
            }
            let all = model.looking_at_all();
            let shortest = |repetitions: &Repetitions, games: &[Repeated]| {
                let tells = |game: &&Repeated| {
                    let noticed = [game.turns_back <= turns, game.plays_back <= plays];
                    noticed == [by_turns, !by_turns] && repetitions.is_new(game, channel)
                };
                games.iter().filter(tells).min_by_key(|game| game.turns.len()).cloned()
            };
            let mut telling = (1..=MOST_BATCHES).find_map(|batches| {
                self.play_random_games(all, batches);
                shortest(&self.repetitions, &self.repetitions.games)
            });
            if by_turns && telling.is_none() {
                let length = (2 * plays + 40).min(LONGEST_GAME);
                telling = self.boards.repeating.iter().find_map(|&size| {
                    let setup = self.setup(size);
                    let games = repetitions(all, &setup, &[Strategy::Long], 0..LONG_GAMES, length);
                    shortest(&self.repetitions, &games)
                });
            }
            let Some(game) = telling else { continue };
            if !self.ask_about(model, game, channel) {
                return;
            }
        }
    }

    /// Asks about a repetition. Returns whether the engine answered.
    fn ask_about(&mut self, model: Model, game: Repeated, channel: Channel) -> bool {
        let all = model.looking_at_all();
        let without_rule = all
            .with(Mistake::Repetition(Repetition::None), channel)
            .unwrap_or_else(|| all.under(self.log.expected.rules().repetition(Repetition::None)));
        let key = (game.setup.size(), game.turns.clone(), channel);
        self.repetitions.asked.insert(key);
        let script = Script::of_turns(game.setup.clone(), game.turns.clone());
        let Some(session) = self.run(&script) else { return false };
        let unexplained = |model: Model| {
            let mismatches = session.mismatches(model);
            mismatches.wrong.len() + mismatches.lost
        };
        let (noticed, missed) = (unexplained(all), unexplained(without_rule));
        if noticed != missed {
            self.repetitions.said.push((game, channel, noticed < missed));
        }
        self.log.sessions.push(session);
        true
    }

    /// Returns a new repetition that tells of a mistake, with a number between `low` and `high`, about as great as `near`.
    fn repetition(
        &mut self,
        model: Model,
        (mistake, channel): (Mistake, Channel),
        low: usize,
        near: usize,
        high: usize,
    ) -> Option<Repeated> {
        if self.is_over() {
            return None;
        }
        let all = model.looking_at_all();
        self.play_random_games(all, 1);
        let fits = |repetitions: &Repetitions, game: &Repeated| {
            let number = game.number(mistake);
            low < number
                && number < high
                && game.tells_of(mistake)
                && (!game.is_suicide || high - low <= FEW_LEFT.max(low / 4))
                && repetitions.is_new(game, channel)
        };
        let off = |game: &Repeated| game.number(mistake).abs_diff(near);
        let random = |repetitions: &Repetitions| {
            let fitting = repetitions.games.iter().filter(|game| fits(repetitions, game));
            fitting.min_by_key(|game| (game.is_suicide, off(game), game.turns.len())).cloned()
        };
        let mut nearest = random(&self.repetitions);
        if let Some(game) = nearest.take_if(|game| off(game) <= NEAR && !game.is_suicide) {
            return Some(game);
        }
        let made = self.constructed(all, mistake, near).find(|game| fits(&self.repetitions, game));
        if made.is_some()
            || nearest.is_some()
            || near > LONGEST_RANDOM
            || self.has_none_between(all, low, high)
        {
            return made.or(nearest);
        }
        (2..=MOST_BATCHES).find_map(|batches| {
            self.play_random_games(all, batches);
            random(&self.repetitions)
        })
    }

    /// Constructs games that repeat a position with about this number, the nearest first.
    fn constructed(
        &self,
        model: Model,
        mistake: Mistake,
        number: usize,
    ) -> impl Iterator<Item = Repeated> {
        let about = match mistake {
            // Half of the turns of a constructed game are passes.
            Mistake::HistoryOfPlays(_) => 2 * number,
            _ => number,
        };
        let made = move |turns: usize| match mistake {
            Mistake::LookedUpUntil(_) => self.long(|setup| Script::late(setup, turns)),
            _ => self.long(|setup| Script::history(setup, turns)),
        };
        let turns = (0..MOST_OFF).flat_map(move |off| [about + off, about.saturating_sub(off)]);
        turns.filter_map(made).filter_map(move |script| Repeated::measured(model, script))
    }

    /// Whether no repetition spans a number of turns between these: if the player to move counts, none spans an odd number.
    fn has_none_between(&self, model: Model, low: usize, high: usize) -> bool {
        let rules = model.rules.unwrap_or(self.log.expected.rules());
        let even = rules.repetition != Repetition::Positional;
        even && low.is_multiple_of(2) && high == low + 2
    }

    /// Plays random games with a model as the referee, until it has played this many batches.
    fn play_random_games(&mut self, model: Model, batches: u64) {
        let main = self.setup(self.boards.main);
        if self.repetitions.referee != Some(model) {
            self.repetitions.referee = Some(model);
            let scripts = self.by_kos(KO_GAMES).into_iter();
            let by_kos = scripts.filter_map(|script| Repeated::measured(model, script)).collect();
            (self.repetitions.batches, self.repetitions.games) = (0, by_kos);
        }
        let rules = self.options.rules;
        for batch in self.repetitions.batches..batches {
            let on_main = (main.size().point_count() <= 100).then_some((main.clone(), MAIN_GAMES));
            let small = self.boards.repeating.iter();
            let small = small.map(|&size| (Setup::new(size, rules), SMALL_GAMES));
            for (setup, (games, turns)) in small.chain(on_main) {
                let numbers = batch * games..(batch + 1) * games;
                let found = repetitions(model, &setup, &STRATEGIES, numbers, turns);
                self.repetitions.games.extend(found);
            }
            self.repetitions.batches = batch + 1;
        }
    }

    /// Returns another kind of history that explains as much in place of that of a model.
    pub(crate) fn alternative(&self, model: Model) -> Option<Mistake> {
        let is_kept = |(mistake, _): &(Mistake, Channel)| mistake.place() == Place::Kept;
        let number = model.mistakes().position(|made| is_kept(&made))?;
        let (own, channel) = model.mistakes().nth(number)?;
        let parameter = own.parameter().filter(|_| self.log.explains(model))?;
        let hard = self.log.unexplained(model.without(number));
        let kinds = [Mistake::History, Mistake::HistoryOfPlays, Mistake::FirstPositions];
        let others = kinds.map(|kind| kind(parameter)).into_iter().filter(|&kind| kind != own);
        let mut numbered = others.flat_map(|kind| {
            let (noticed, missed) = self.repetitions.limits(kind, channel);
            likely(kind, (noticed.max(1), missed))
                .into_iter()
                .map(move |number| kind.with_parameter(number))
        });
        numbered.find(|&kind| {
            let other = model.with(kind, channel);
            other.is_some_and(|other| {
                self.log.explains_all_of(&hard, other) && self.log.explains(other)
            })
        })
    }

    /// Returns the bounds of how far an engine looks for repetitions, if its model explains all answers with another number,
    /// too.
    pub(crate) fn between(&self, model: Model) -> Option<(usize, usize)> {
        let number = model.mistakes().position(|(mistake, _)| mistake.ends_looking())?;
        let (mistake, channel) = model.mistakes().nth(number)?;
        let parameter = mistake.parameter().filter(|_| self.log.explains(model))?;
        let hard = self.log.unexplained(model.without(number));
        let fits = |number: usize| {
            let other = model.with(mistake.with_parameter(number), channel);
            other.is_some_and(|other| {
                self.log.explains_all_of(&hard, other) && self.log.explains(other)
            })
        };
        let (mut least, mut not) = (parameter, 0);
        while least - not > 1 {
            let next =
                least.saturating_sub(2 * (parameter - least).max(1)).max(not.midpoint(least));
            if fits(next) { least = next } else { not = next }
        }
        let (mut most, mut not) = (parameter, LONGEST_HISTORY.max(parameter + 1));
        while not - most > 1 {
            let next = (most + 2 * (most - parameter).max(1)).min(most.midpoint(not));
            if fits(next) { most = next } else { not = next }
        }
        let alike =
            matches!(mistake, Mistake::History(_)) && self.has_none_between(model, least, most + 1);
        (least != most && !alike).then_some((least, most))
    }
}
