//! An engine that is being asked, and what is known about it so far.

mod late;
mod pool;
mod repetitions;
mod scope;
mod support;

use super::expected_rules::ExpectedRules;
use super::facts::Unseen;
use super::moves::{Hints, USUAL, next_to, price};
use super::question::{Answerable, Said};
use super::script::{Boards, LONGEST_CASE, Script};
use super::search::{Candidate, Log, search};
use super::session::Session;
use super::{Options, kos};
use pool::Pool;
use repetitions::Repetitions;
use std::collections::{BTreeSet, HashSet};
use superko_engine::{CLEAR_BOARD, Engine, EngineFactory, Fault, guarded};
use superko_game::rules::Repetition;
use superko_game::{Setup, Size, Turn};
use superko_harness::model::{Channel, Mistake, Model, Place, ScoreForm};

/// The number of faults after which an engine is not asked any more.
const MOST_FAULTS: usize = 3;

/// The largest number of questions to models before the best one so far is used.
const MOST_WORK: usize = 20_000_000;

/// The number of questions to models for each available round trip, if there are many.
const WORK_PER_ROUND_TRIP: usize = 200;

/// The largest number of searches. Another one begins if a game contradicts all models found.
const MOST_SEARCHES: usize = 8;

/// The number of fresh engines on which a session that the best model does not explain is repeated.
const FRESH: usize = 2;

/// The number of sessions that fresh engines repeat, after which the engine counts as steady.
pub(super) const STEADY: usize = 3;

/// The number of games that fresh engines answer differently. After so many, the interview asks nothing more that depends on
/// repeating games.
pub(super) const MOST_UNSTEADY: usize = 20;

/// The largest number of parameters to try for a mistake if none explains everything.
const MOST_FITTED: usize = 8;

/// The number of passes in a row to play, to see after how many a game is over.
const PASSES: usize = 12;

/// The number of random games on each board, by each referee, before a model is found.
const FIRST_GAMES: u64 = 10;

/// An engine that is being asked.
pub(super) struct Interview<'a> {
    factory: &'a EngineFactory<'a>,
    pub(super) options: &'a Options,
    engine: Option<Box<dyn Engine>>,
    /// Whether each game gets a fresh engine, so that no game can depend on those before.
    fresh: bool,
    pub(super) boards: Boards,
    pub(super) log: Log<'a>,
    /// The number of faults so far.
    faults: usize,
    /// The last fault.
    pub(super) fault: Option<Fault>,
    /// The fault that the question for the score caused. From then on, the engine is not asked for the score.
    pub(super) score_fault: Option<Fault>,
    /// The boards on which a game was played.
    pub(super) played: BTreeSet<Size>,
    /// The number of turns of the longest game.
    pub(super) longest: usize,
    /// The number of sessions left out because fresh engines gave other answers.
    pub(super) unsteady: usize,
    /// The parts of the rules that are not observed.
    pub(super) unseen: Vec<Unseen>,
    /// The number of round trips so far.
    spent: usize,
    /// The number of models whose predictions were tested.
    pub(super) predictions: u64,
    /// The questions about repetitions so far.
    repetitions: Repetitions,
    /// The long games that were played.
    long_games: HashSet<(Size, Vec<Turn>)>,
}

/// The model found, and others that no game distinguishes from it.
pub(super) struct Found {
    pub(super) model: Model,
    pub(super) same: Vec<Model>,
}

impl Found {
    /// Replaces the model by an equivalent one if that is cheaper. Of two with the same price, the repetition rule that comes
    /// first in the table of switches wins: the better known rules come first there.
    pub(super) fn prefer_usual(&mut self, expected: ExpectedRules) {
        let rank = |model: Model| {
            let repetition = model.rules.unwrap_or(expected.rules()).repetition;
            (price(model, expected), repetition as usize)
        };
        let own = rank(self.model);
        if let Some(other) = self.same.iter_mut().min_by_key(|other| rank(**other))
            && rank(*other) < own
        {
            std::mem::swap(&mut self.model, other);
        }
    }
}

impl<'a> Interview<'a> {
    pub(super) fn begin(
        factory: &'a EngineFactory<'a>,
        options: &'a Options,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<Interview<'a>, Fault> {
        let mut engine = guarded(factory)?;
        let mut playable = Vec::new();
        let mut refused = None;
        // If the boards were not named, a board that the engine is known to support is as good as the usual ones.
        let about = engine.about();
        let known = about.board;
        let known = known.filter(|size| !options.sizes_named && !options.sizes.contains(size));
        for &size in options.sizes.iter().chain(&known) {
            match guarded(|| engine.start(&Setup::new(size, options.rules))) {
                Ok(()) => playable.push(size),
                Err(fault) => refused = Some(fault),
            }
        }
        let Some(boards) = Boards::of(&playable) else {
            let what = "no board was named".to_owned();
            return Err(refused.unwrap_or(Fault::Unsupported { what }));
        };
        let setup = Setup::new(boards.main, options.rules);
        let answerable = guarded(|| Answerable::of(engine.as_mut(), &setup))?;
        // The last game of such a program has an effect on the next one.
        let remembers = about.protocol.iter().any(|case| case.id == CLEAR_BOARD);
        let fresh = about.command.is_none() || remembers;
        let expected = ExpectedRules::new(options.rules, about.conventions);
        let log = Log::new(expected, answerable, stop);
        let engine = Some(engine);
        Ok(Interview {
            factory,
            options,
            engine,
            fresh,
            boards,
            log,
            faults: 0,
            fault: None,
            score_fault: None,
            played: BTreeSet::new(),
            longest: 0,
            unsteady: 0,
            unseen: Vec::new(),
            spent: 0,
            predictions: 0,
            repetitions: Repetitions::default(),
            long_games: HashSet::new(),
        })
    }

    /// Replaces the model found by a better known equivalent one. Under positional superko, the suicide of one stone is nearly
    /// always a repetition, so the requested rule of suicide stands if no answer contradicts it.
    pub(super) fn prefer_usual(&self, found: &mut Found) {
        let (expected, model) = (self.log.expected, found.model);
        let rules = model.rules.unwrap_or(expected.rules());
        let as_asked = model.under(rules.suicide(expected.rules().suicide));
        let is_positional = rules.repetition == Repetition::Positional;
        if is_positional && as_asked != model && self.log.explains(as_asked) {
            found.same.push(as_asked);
        }
        found.prefer_usual(expected);
    }

    pub(super) fn setup(&self, size: Size) -> Setup {
        Setup::new(size, self.options.rules)
    }

    /// Whether to ask no more.
    pub(super) fn is_over(&self) -> bool {
        self.faults >= MOST_FAULTS || self.log.is_over()
    }

    /// Replaces the engine by a fresh one.
    fn renew(&mut self) -> Result<(), Fault> {
        let renewed = self.engine.as_mut().map(|engine| guarded(|| engine.renew()));
        if !matches!(renewed, Some(Ok(true))) {
            self.engine = None;
            self.engine = Some(guarded(self.factory)?);
        }
        Ok(())
    }

    /// Plays a script on the engine. `None` if the engine cannot be started, or panics.
    pub(super) fn run(&mut self, script: &Script) -> Option<Session> {
        if (self.fresh || self.engine.is_none())
            && let Err(fault) = self.renew()
        {
            (self.faults, self.fault) = (MOST_FAULTS, Some(fault));
            return None;
        }
        let engine = self.engine.as_mut()?;
        self.spent += script.round_trips();
        let answerable = self.log.answerable;
        let outcome = guarded(|| Ok(Session::run(engine.as_mut(), script, answerable)));
        let fault = match &outcome {
            Ok(session) => session.fault.clone(),
            Err(fault) => Some(fault.clone()),
        };
        if let Ok(session) = &outcome {
            self.note_extent(session);
        }
        if let (Ok(Session { fails_at_score: true, .. }), Some(fault)) = (&outcome, &fault) {
            // The engine can still be asked everything else.
            (self.score_fault, self.log.answerable.score) = (Some(fault.clone()), false);
            self.engine = None;
            return self.run(script);
        }
        if let Some(fault) = fault {
            self.faults += 1;
            self.fault = Some(fault);
            self.engine = None;
        }
        outcome.ok()
    }

    /// Plays scripts on the engine, shortest first, until this many round trips are spent.
    fn ask_all(&mut self, mut scripts: Vec<Script>, most: usize) {
        scripts.sort_by_key(Script::round_trips);
        for script in scripts {
            if self.is_over() || self.spent > most {
                break;
            }
            let session = self.run(&script);
            self.log.sessions.extend(session);
        }
    }

    /// Plays the games that every engine has to play.
    pub(super) fn ask_first_games(&mut self) {
        // The games to be explained come first.
        let games = self.options.games.iter();
        let games = games.flat_map(|game| [Script::of_record(game), Script::aside(game)]);
        let games = games.collect();
        let (scripts, others) = (self.first_games(), self.games_on_other_boards());
        let most = self.options.round_trips;
        self.ask_all(games, most / 2);
        self.ask_all(scripts, most / 2);
        self.ask_all(others, most / 4 * 3);
        self.note_what_was_observed();
    }

    /// Returns the first games on the boards for random games. The main board also gets the cases of the fixed suite.
    fn first_games(&self) -> Vec<Script> {
        let rules = self.options.rules;
        let right = self.log.expected.model;
        let lax = self.lax();
        let main = self.setup(self.boards.main);
        let mut scripts = Script::cases(&main, rules, LONGEST_CASE);
        for &size in &self.boards.random {
            let setup = self.setup(size);
            for number in 0..FIRST_GAMES {
                scripts.push(Script::game(right, &setup, self.options.seed, number));
                scripts.push(Script::game(lax, &setup, self.options.seed, number));
            }
            scripts.push(Script::twice(right, &setup, self.options.seed, 2));
            scripts.push(Script::twice(lax, &setup, self.options.seed, 5));
        }
        scripts.extend(self.by_kos(1));
        scripts.extend(Script::ko_taken_back(&main));
        scripts.extend(Script::ko_beside_undone_play(&main));
        let Answerable { status, passes, .. } = self.log.answerable;
        if status && passes {
            scripts.push(Script::of_turns(main, vec![Turn::Pass; PASSES]));
        }
        scripts
    }

    /// Returns a few games for each further board, and those of collisions for every board.
    fn games_on_other_boards(&self) -> Vec<Script> {
        let mut scripts = Vec::new();
        for &size in &self.boards.others {
            let setup = self.setup(size);
            scripts.extend(Script::shortest_cases(&setup, self.options.rules));
            scripts.push(Script::game(self.lax(), &setup, self.options.seed, 0));
        }
        for &size in self.boards.random.iter().chain(&self.boards.others) {
            scripts.extend(Script::collisions(&self.setup(size)));
        }
        scripts
    }

    /// Returns the expected model without a repetition rule. As the referee of a random game, it lets positions come back.
    fn lax(&self) -> Model {
        self.log.expected.model.under(self.options.rules.repetition(Repetition::None))
    }

    /// Finds out from the games so far how the engine scores, and what does not show on its boards.
    fn note_what_was_observed(&mut self) {
        let said = self.log.sessions.iter().flat_map(|session| &session.exchanges);
        let scores = said.filter_map(|(_, said)| match said {
            Said::Score(score) => Some(ScoreForm::of(*score)),
            _ => None,
        });
        // Every engine reports only a winner of a game that was not counted, so the most detailed form is its own.
        let score_form = scores.min();
        self.log.answerable.score = score_form.is_some() && self.score_fault.is_none();
        self.log.answerable.score_form = score_form.unwrap_or_default();
        self.unseen = self.log.answerable.unseen();
        self.log.answerable.oblong = self.boards.random.iter().any(|size| !size.is_square());
        // In one row, `O . X .` is the smallest position with such a chain. On 2x2, no chain lives beside a stone.
        let encloses =
            |size: &Size| size.point_count() > 4 || !size.is_square() && size.point_count() == 4;
        self.log.answerable.encloses = self.boards.random.iter().any(encloses);
    }

    /// Searches for models, and plays games that distinguish them until one is left.
    pub(super) fn narrow_down(&mut self) -> Found {
        let mut known: Vec<Model> = Vec::new();
        let mut searches = 0;
        let most = MOST_WORK.max(WORK_PER_ROUND_TRIP * self.options.round_trips);
        loop {
            // For engines that no model explains, the search would not end.
            let is_over = |log: &Log<'_>| log.is_over() || log.work.get() > most;
            let beam = search(&self.log, &known, &|| is_over(&self.log));
            if self.log.is_over() {
                return Found { model: beam[0].model, same: Vec::new() };
            }
            searches += 1;
            let is_last = searches >= MOST_SEARCHES || is_over(&self.log);
            let asked = self.log.sessions.len();
            let (best, fitting) = self.fitted(beam[0]);
            known = beam.iter().map(|candidate| candidate.model).chain([best.model]).collect();
            if best.cost > 0
                && !is_last
                && (self.leave_out(best.model)
                    || self.log.sessions.len() > asked
                    || self.refuted(best.model).is_some())
            {
                continue;
            }
            let also = beam.iter().filter(|other| other.cost == 0).map(|other| other.model);
            let also = also.chain(fitting).collect();
            let gives_up = best.cost > 0 || self.is_over();
            if !gives_up && let Some(same) = self.tell_apart(best.model, also) {
                return Found { model: best.model, same };
            }
            if gives_up || is_last {
                return Found { model: self.unrefuted(best.model), same: Vec::new() };
            }
        }
    }

    /// Leaves out sessions that a model does not explain and that fresh engines do not repeat. Returns whether there were any.
    fn leave_out(&mut self, model: Model) -> bool {
        let mut wrong = self.log.unexplained(model);
        wrong.sort_by_key(|&place| self.log.sessions[place].exchanges.len());
        let (mut unsteady, mut steady) = (Vec::new(), 0);
        for place in wrong {
            let most = MOST_UNSTEADY.saturating_sub(self.unsteady);
            if steady == STEADY || unsteady.len() >= most || self.is_over() {
                break;
            }
            // Later searches reach the same sessions. A session that came again is not repeated, because starting engines takes
            // longer than asking them.
            let session = self.log.sessions[place].clone();
            match session.came_again || self.comes_again(&session) {
                true => {
                    self.log.sessions[place].came_again = true;
                    steady += 1;
                }
                false => unsteady.push(place),
            }
        }
        unsteady.sort_unstable();
        for &place in unsteady.iter().rev() {
            self.log.sessions.remove(place);
        }
        self.unsteady += unsteady.len();
        !unsteady.is_empty()
    }

    /// Whether fresh engines give the same answers as in a session. Those that fail are left out.
    pub(super) fn comes_again(&mut self, session: &Session) -> bool {
        (0..FRESH).all(|_| {
            let renewed = self.renew();
            let Some(engine) = self.engine.as_mut().filter(|_| renewed.is_ok()) else {
                return true;
            };
            let again = guarded(|| Ok(session.repeated(engine.as_mut())));
            again.ok().flatten().is_none_or(|again| again.exchanges == session.exchanges)
        })
    }

    /// Plays a script on the engine. Returns the session, and whether a model gives the same answers. `None` if the engine is
    /// lost, or if fresh engines do not repeat what the model does not explain.
    fn run_against(&mut self, script: &Script, model: Model) -> Option<(Session, bool)> {
        let session = self.run(script)?;
        let holds = session.fits(model);
        if !holds && !self.comes_again(&session) {
            self.unsteady += 1;
            return None;
        }
        Some((session, holds))
    }

    /// Plays games until no rival of a model explains as much, or nothing more can be asked. Returns the rivals that are left.
    /// `None` if a game contradicts the model itself.
    fn tell_apart(&mut self, model: Model, also: Vec<Model>) -> Option<Vec<Model>> {
        if !self.holds_for_long(model) || !self.holds_beside(model) || !self.holds_in_whole(model) {
            return None;
        }
        let expected = self.log.expected;
        let next = next_to(model, expected, self.log.answerable, &Hints::default());
        let mut rivals: Vec<Model> =
            next.into_iter().chain(also).chain(late::one_off(model)).collect();
        rivals.retain(|&rival| rival != model && self.log.explains_as(rival, model));
        rivals.sort_by_key(|&rival| price(rival, expected));
        rivals.dedup();
        let mut pool = Pool::new(self, model);
        let unsteady = |asked: &Self| asked.unsteady >= MOST_UNSTEADY;
        let over = |asked: &Self| asked.is_over() || asked.spent >= asked.options.round_trips;
        while !rivals.is_empty() && !over(self) && !unsteady(self) {
            let Some(script) = pool.next(&rivals) else { break };
            let predicted = Session::of(model, &script, self.log.answerable);
            let is_distinguished =
                |&rival: &Model| predicted.may_distinguish(model, rival) && !predicted.fits(rival);
            if !rivals.iter().any(is_distinguished) {
                continue;
            }
            let Some((session, holds)) = self.run_against(&script, model) else { continue };
            rivals.retain(|&rival| session.fits(rival));
            self.log.sessions.push(session);
            if !holds {
                return None;
            }
        }
        Some(rivals)
    }

    /// Returns the model with the parameters that fit best, and others that fit as well.
    fn fitted(&mut self, found: Candidate) -> (Candidate, Vec<Model>) {
        let (mut fitted, mut also) = (found.model, Vec::new());
        for (mistake, channel) in found.model.mistakes() {
            let kinds = self.kinds_with_bounds(found.model, mistake, channel);
            if kinds.is_empty() {
                continue;
            }
            let begun = fitted;
            // Only the sessions that the mistake explains depend on its parameter.
            let number = fitted.mistakes().position(|made| made == (mistake, channel));
            let hard = self.log.unexplained(number.map_or(fitted, |number| fitted.without(number)));
            let likely = |(kind, bounds): (Mistake, (usize, usize))| {
                let with = move |number| begun.with(kind.with_parameter(number), channel);
                likely(kind, bounds).into_iter().filter_map(with)
            };
            let fits = |kind: (Mistake, (usize, usize))| {
                let mut fitting = likely(kind).filter(|&it| self.log.explains_all_of(&hard, it));
                fitting.find(|&model| self.log.explains(model))
            };
            let mut models: Vec<Model> = kinds.iter().filter_map(|&kind| fits(kind)).collect();
            models.sort_by_key(|&model| price(model, self.log.expected));
            if let Some((&model, others)) = models.split_first() {
                fitted = model;
                also.extend(others);
                continue;
            }
            let mut least = self.log.cost(fitted, usize::MAX);
            for model in kinds.iter().flat_map(|&kind| likely(kind).take(MOST_FITTED)) {
                let cost = self.log.cost(model, least);
                if cost < least {
                    (fitted, least) = (model, cost);
                }
            }
        }
        let cost = self.log.cost(fitted, usize::MAX);
        (Candidate { model: fitted, cost, price: price(fitted, self.log.expected) }, also)
    }

    /// Returns the mistakes that may stand in place of one, each with the bounds of its parameter; none if it has no parameter
    /// to fit.
    fn kinds_with_bounds(
        &mut self,
        model: Model,
        mistake: Mistake,
        channel: Channel,
    ) -> Vec<(Mistake, (usize, usize))> {
        // The numbers of a hash, and of an engine that never ends a game, are names and not quantities.
        let is_name =
            matches!(mistake, Mistake::KnownHash(_) | Mistake::PassesEnd(Mistake::NO_PASSES));
        let Some(parameter) = mistake.parameter().filter(|_| !is_name) else { return Vec::new() };
        match mistake {
            _ if mistake.place() == Place::Kept => self.ask_histories(model, parameter, channel),
            Mistake::LookedUpUntil(_) => {
                vec![(mistake, self.ask_limits(model, mistake, channel))]
            }
            _ => vec![(mistake, (parameter.saturating_sub(3).max(1), parameter + 4))],
        }
    }

    /// Asks about repetitions over more and fewer turns than a history probably holds. Returns the kinds of histories that fit,
    /// each with the most that it holds and the least that it does not.
    fn ask_histories(
        &mut self,
        model: Model,
        parameter: usize,
        channel: Channel,
    ) -> Vec<(Mistake, (usize, usize))> {
        let plain = Mistake::History(parameter);
        let turns = self.ask_limits(model, plain, channel);
        self.ask_late(model, turns.0, channel);
        self.ask_tenths(model, turns.0, channel);
        let of_plays = Mistake::HistoryOfPlays(parameter);
        let plays = self.ask_limits(model, of_plays, channel);
        self.ask_kinds(model, (turns.0, plays.0), channel);
        let turns = self.ask_limits(model, plain, channel);
        let plays = self.ask_limits(model, of_plays, channel);
        vec![
            (plain, turns),
            (of_plays, plays),
            (Mistake::HistoryInTenths(parameter), turns),
            (Mistake::FirstPositions(parameter), turns),
        ]
    }

    /// Returns games that repeat a position by kos, some for each number of plays; empty if small boards have
    /// such games.
    fn by_kos(&self, variants: usize) -> Vec<Script> {
        let Some(size) = self.boards.kos else { return Vec::new() };
        let games = kos::games(size, variants).into_iter();
        games.map(|turns| Script::of_turns(self.setup(size), turns)).collect()
    }

    /// Makes a long game on the first board that has room for it.
    pub(super) fn long(&self, make: impl Fn(&Setup) -> Option<Script>) -> Option<Script> {
        self.boards.long.iter().find_map(|&size| make(&self.setup(size)))
    }
}

/// Returns parameters of a mistake within bounds, the likely ones first.
pub(super) fn likely(mistake: Mistake, (least, under): (usize, usize)) -> Vec<usize> {
    let usual = USUAL.into_iter();
    match mistake {
        // How far back a position is noticed does not bound the number of positions kept from the beginning of a game.
        Mistake::FirstPositions(_) => usual.filter(|&number| number >= 3).collect(),
        Mistake::HistoryInTenths(_) => {
            usual.filter(|&number| (least..2 * under).contains(&number) && number >= 50).collect()
        }
        _ => {
            let within = least..under;
            let tens = (1..=under / 10).map(|tens| 10 * tens);
            let all = usual.chain(tens).chain(within.clone().take(8));
            all.filter(|number| within.contains(number)).collect()
        }
    }
}
