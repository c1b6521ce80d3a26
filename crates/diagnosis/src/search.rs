//! The simplest models that give the same answers as an engine.

use super::expected_rules::ExpectedRules;
use super::moves::{Hints, next_to, price};
use super::question::{Answerable, Question, Said};
use super::session::{Mismatches, Session};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use superko_engine::ReportedScore;
use superko_engine::referee::Referee;
use superko_game::{Color, Record};
use superko_harness::model::{Mistake, Model, ModelReferee, ModelScore};
use superko_harness::suite::collisions::HASHES;

/// The number of models kept at each step of the search.
const BEAM: usize = 6;

/// The number of unexplained sessions, shortest first, of which a neighboring model has to explain more.
const HARDEST: usize = 4;

/// The largest number of sessions that are tried first because they contradicted a model.
const MOST_CONTRADICTING: usize = 32;

/// All sessions with an engine, and the rules and abilities under which it was asked.
pub(super) struct Log<'a> {
    pub(super) expected: ExpectedRules,
    pub(super) answerable: Answerable,
    pub(super) sessions: Vec<Session>,
    /// The number of questions put to models.
    pub(super) work: Cell<usize>,
    /// The indices of sessions that contradicted a model, the latest first. They often contradict the next model, too.
    contradicting: RefCell<Vec<usize>>,
    /// Whether to stop. From then on, no model explains anything, so that every search ends soon.
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Log<'a> {
    /// Makes an empty log.
    pub(super) fn new(
        expected: ExpectedRules,
        answerable: Answerable,
        stop: &'a dyn Fn() -> bool,
    ) -> Log<'a> {
        let (sessions, work, contradicting) = (Vec::new(), Cell::default(), RefCell::default());
        Log { expected, answerable, sessions, work, contradicting, stop }
    }

    /// Whether to stop.
    pub(super) fn is_over(&self) -> bool {
        (self.stop)()
    }

    fn mismatches(&self, session: &Session, model: Model) -> Mismatches {
        let mismatches = session.mismatches(model);
        self.work.set(self.work.get() + session.exchanges.len() - mismatches.lost);
        mismatches
    }

    fn fits(&self, session: &Session, model: Model) -> bool {
        self.work.set(self.work.get() + session.exchanges.len());
        session.fits(model)
    }

    /// Returns the cost of what a model leaves unexplained. Counting ends above the limit.
    pub(super) fn cost(&self, model: Model, limit: usize) -> usize {
        self.cost_from(&[], model, limit)
    }

    /// Returns the cost as `cost` does, but tries some sessions first.
    fn cost_from(&self, first: &[usize], model: Model, limit: usize) -> usize {
        let mut is_first = vec![false; self.sessions.len()];
        for &place in first {
            is_first[place] = true;
        }
        let others = (0..self.sessions.len()).filter(|&place| !is_first[place]);
        let mut cost = 0;
        for place in first.iter().copied().chain(others) {
            if self.is_over() {
                return usize::MAX;
            }
            let session = &self.sessions[place];
            cost += self.mismatches(session, model).cost(session);
            if cost > limit {
                break;
            }
        }
        cost
    }

    /// Returns a model with its price, and its cost as `cost_from` does.
    fn rated(&self, model: Model, first: &[usize], limit: usize) -> Candidate {
        let cost = self.cost_from(first, model, limit);
        Candidate { model, cost, price: price(model, self.expected) }
    }

    /// Returns the cost of what a model leaves unexplained in each of the sessions at these indices.
    fn costs(&self, model: Model, places: &[usize]) -> Vec<usize> {
        let sessions = places.iter().map(|&place| &self.sessions[place]);
        sessions.map(|session| self.mismatches(session, model).cost(session)).collect()
    }

    /// Whether a model explains everything.
    pub(super) fn explains(&self, model: Model) -> bool {
        self.explains_where(model, |_| true)
    }

    /// Whether a model explains everything, given that another one does.
    pub(super) fn explains_as(&self, model: Model, explaining: Model) -> bool {
        self.explains_where(model, |session| session.may_distinguish(model, explaining))
    }

    /// Whether a model explains all sessions that are of a kind.
    fn explains_where(&self, model: Model, is_of_kind: impl Fn(&Session) -> bool) -> bool {
        let mut first = self.contradicting.borrow_mut();
        first.retain(|&place| place < self.sessions.len());
        let others = (0..self.sessions.len()).filter(|place| !first.contains(place));
        let mut places = first.iter().copied().chain(others);
        let contradicts = |place: &usize| {
            let session = &self.sessions[*place];
            self.is_over() || is_of_kind(session) && !self.fits(session, model)
        };
        let Some(place) = places.find(contradicts) else { return true };
        drop(places);
        first.retain(|&other| other != place);
        first.insert(0, place);
        first.truncate(MOST_CONTRADICTING);
        false
    }

    /// Whether a model explains all sessions at these indices.
    pub(super) fn explains_all_of(&self, places: &[usize], model: Model) -> bool {
        places.iter().all(|&place| !self.is_over() && self.fits(&self.sessions[place], model))
    }

    /// Returns the indices of the sessions that a model does not explain.
    pub(super) fn unexplained(&self, model: Model) -> Vec<usize> {
        let sessions = self.sessions.iter().enumerate().take_while(|_| !self.is_over());
        let wrong = sessions.filter(|(_, session)| !self.fits(session, model));
        wrong.map(|(place, _)| place).collect()
    }

    /// Returns the number of answers that a model does not give.
    pub(super) fn disagreements(&self, model: Model) -> usize {
        self.sessions.iter().map(|session| self.mismatches(session, model).wrong.len()).sum()
    }

    pub(super) fn observations(&self) -> usize {
        self.sessions.iter().map(Session::observations).sum()
    }

    /// Returns the shortest session that contradicts a model, with the index of the first answer that does. If `right` is
    /// given, that model explains the session up to this answer.
    pub(super) fn contradiction(
        &self,
        model: Model,
        right: Option<Model>,
    ) -> Option<(&Session, usize)> {
        let first =
            |session: &Session, model| self.mismatches(session, model).wrong.first().copied();
        let contradictions = self.sessions.iter().filter_map(|session| {
            let place = first(session, model)?;
            let wrong = right.and_then(|right| first(session, right));
            wrong.is_none_or(|wrong| place < wrong).then_some((session, place))
        });
        contradictions.min_by_key(|(session, place)| session.turns_to(*place).len())
    }

    /// Returns the shortest games that contradict a model, each up to the first answer that does.
    pub(super) fn against(&self, model: Model, most: usize) -> Vec<Record> {
        let contradictions = self.sessions.iter().filter_map(|session| {
            let place = *self.mismatches(session, model).wrong.first()?;
            Some(Record::from_setup(session.setup.clone(), session.turns_to(place)))
        });
        let mut games: Vec<Record> = contradictions.collect();
        games.sort_by_key(|game| game.turns.len());
        games.dedup();
        games.truncate(most);
        games
    }

    /// Adds the numbers that the first mismatch of each session suggests.
    fn add_hints(&self, hints: &mut Hints, model: Model, places: &[usize]) {
        for &place in places {
            let session = &self.sessions[place];
            let mismatches = self.mismatches(session, model);
            let Some(&at) = mismatches.wrong.first() else { continue };
            let played = session.exchanges[..=at].iter().filter(|(question, said)| {
                matches!(question, Question::Play(_)) && *said == Said::Ruling(true)
            });
            let played = played.count();
            let size = session.setup.size();
            for turns in [played.saturating_sub(1), played, played + 1] {
                hints.add(Mistake::MoveCap(0), turns);
                hints.add(Mistake::MoveCapPerPoint(0), turns / size.point_count());
            }
            let known = (1..).zip(HASHES).filter(|(_, hash)| hash.games_on(size).next().is_some());
            known.for_each(|(number, _)| hints.add(Mistake::KnownHash(0), number));
            for &(said, by_model) in &mismatches.scores {
                hints.add_score(said, by_model);
            }
        }
    }

    /// Adds how far back an engine may look for repetitions, from its first ruling in each session that a model does not give.
    fn add_looked_back(&self, hints: &mut Hints, model: Model, places: &[usize]) {
        const KINDS: [Mistake; 4] = [
            Mistake::History(0),
            Mistake::HistoryOfPlays(0),
            Mistake::LookedUpUntil(0),
            Mistake::LookedUpToStones(0),
        ];
        let all = model.looking_at_all();
        let (mut seen, mut missed): (Vec<[usize; 4]>, Vec<[usize; 4]>) = Default::default();
        for &place in places.iter().take_while(|_| !self.is_over()) {
            let session = &self.sessions[place];
            let first_ruling = self.mismatches(session, model).wrong.into_iter().find_map(|at| {
                match session.exchanges[at] {
                    (Question::Legal(turn) | Question::Play(turn), Said::Ruling(allowed)) => {
                        Some((at, turn, allowed))
                    }
                    _ => None,
                }
            });
            let Some((at, turn, allowed)) = first_ruling else { continue };
            let mut referee = ModelReferee::new(all, &session.setup);
            let before = session.stands_before(at);
            let after = before.len();
            for turn in before {
                referee.play(turn);
            }
            let Some((turns, plays)) = referee.repetition(turn) else { continue };
            let points = session.setup.size().point_count();
            let stones = points - referee.position().count(Color::Empty);
            let list = if allowed { &mut missed } else { &mut seen };
            list.push([turns, plays, after + 1, stones]);
        }
        for (place, kind) in KINDS.into_iter().enumerate() {
            let numbers = |all: &[[usize; 4]]| {
                let mut numbers: Vec<usize> = all.iter().map(|numbers| numbers[place]).collect();
                numbers.sort_unstable();
                numbers
            };
            let (mut seen, missed) = (numbers(&seen), numbers(&missed));
            seen.reverse();
            // Another mistake may have caused some of these rulings, so the extreme numbers alone could mislead.
            for part in 0..QUANTILES {
                let at = |numbers: &[usize]| numbers.get(numbers.len() * part / QUANTILES).copied();
                hints.add(kind, at(&seen).unwrap_or_default());
                hints.add(kind, at(&missed).unwrap_or_default().saturating_sub(1));
            }
        }
    }
}

/// The largest number of stones that a total may count beside one region.
const FEW_STONES: usize = 2;

/// The number of quantiles of the suggested numbers that are tried as the limit of a history.
const QUANTILES: usize = 4;

impl Hints {
    /// Adds the sizes that a region may have if a total counts it and a few stones.
    fn add_regions(&mut self, total: usize) {
        let regions = (1..=FEW_STONES).filter_map(|stones| total.checked_sub(stones));
        regions.for_each(|points| self.add(Mistake::RegionCap(0), points));
    }

    /// Adds the numbers that a score suggests. The model reports another one.
    fn add_score(&mut self, said: ReportedScore, by_model: ModelScore) {
        match (said, by_model) {
            (ReportedScore::Areas(said), _) => {
                let totals = [said.black, said.white];
                let totals = totals.map(|total| usize::try_from(total).unwrap_or_default());
                totals.iter().for_each(|&total| self.add(Mistake::TotalCap(0), total));
                self.add_regions(totals.into_iter().max().unwrap_or_default());
            }
            (ReportedScore::Margin { quarter_points: said }, ModelScore::Scored(_, margin, _)) => {
                let points = (said.unsigned_abs() / 4) as usize;
                self.add(Mistake::MarginCap(0), points);
                self.add(Mistake::TotalCap(0), points);
                self.add_regions(points);
                let half_points = usize::try_from((margin - said) / 2);
                self.add(Mistake::KomiAdded(0), half_points.unwrap_or_default());
            }
            _ => {}
        }
    }
}

/// A model, the cost of what it leaves unexplained, and its own price.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) model: Model,
    pub(super) cost: usize,
    pub(super) price: usize,
}

impl Candidate {
    fn rank(&self) -> (usize, usize) {
        (self.cost, self.price)
    }
}

/// The lowest costs so far, as many as models are kept.
#[derive(Default)]
struct Least(Vec<usize>);

impl Least {
    fn add(&mut self, cost: usize) {
        let place = self.0.partition_point(|&other| other <= cost);
        self.0.insert(place, cost);
        self.0.truncate(BEAM);
    }

    /// Returns the highest cost that can still be one of the lowest.
    fn limit(&self) -> usize {
        if self.0.len() < BEAM { usize::MAX } else { self.0[BEAM - 1] }
    }
}

/// Returns the models that explain most, the best first, and the cheapest first among equals.
pub(super) fn search(log: &Log<'_>, known: &[Model], stop: &dyn Fn() -> bool) -> Vec<Candidate> {
    let mut seen: HashSet<Model> = HashSet::new();
    let asked = log.expected.rules().other_repetition_and_suicide();
    let start = asked.map(|rules| log.expected.model.under(rules));
    let models = start.chain(known.iter().copied()).filter(|&model| seen.insert(model));
    let mut beam: Vec<Candidate> = models.map(|model| log.rated(model, &[], usize::MAX)).collect();
    // The first step keeps all rule sets: the right one may explain little until a mistake is added.
    let mut width = beam.len();
    loop {
        beam.sort_by_key(Candidate::rank);
        beam.truncate(width);
        width = BEAM;
        let best = beam[0];
        if best.cost == 0 || stop() {
            return beam;
        }
        let next = neighbors(log, &beam, &mut seen, stop);
        let improved = next.iter().any(|candidate| candidate.rank() < best.rank());
        beam.extend(next);
        if !improved {
            beam.sort_by_key(Candidate::rank);
            beam.truncate(BEAM);
            return beam;
        }
    }
}

/// Returns new models next to those of the beam. Each explains more of the hardest sessions than the model beside it.
fn neighbors(
    log: &Log<'_>,
    beam: &[Candidate],
    seen: &mut HashSet<Model>,
    stop: &dyn Fn() -> bool,
) -> Vec<Candidate> {
    let mut next: Vec<Candidate> = Vec::new();
    let mut least = Least::default();
    beam.iter().for_each(|candidate| least.add(candidate.cost));
    // The cheapest model that explains everything.
    let mut explaining: Option<Candidate> = None;
    for candidate in beam {
        let mut unexplained = log.unexplained(candidate.model);
        // The shortest sessions are the clearest.
        unexplained.sort_by_key(|&place| log.sessions[place].exchanges.len());
        let hardest = &unexplained[..unexplained.len().min(HARDEST)];
        let mut hints = Hints::default();
        log.add_looked_back(&mut hints, candidate.model, &unexplained);
        log.add_hints(&mut hints, candidate.model, hardest);
        let before = log.costs(candidate.model, hardest);
        for model in next_to(candidate.model, log.expected, log.answerable, &hints) {
            if !seen.insert(model) || explaining.is_some_and(|found| is_dearer(log, model, found)) {
                continue;
            }
            let after = log.costs(model, hardest);
            if after.iter().zip(&before).any(|(after, before)| after < before) {
                // A neighboring model is likely to leave the same sessions unexplained. A model above the limit is not kept, so
                // its cost need not be exact.
                let candidate = log.rated(model, &unexplained, least.limit());
                least.add(candidate.cost);
                let both = explaining.into_iter().chain([candidate]);
                explaining = both
                    .filter(|candidate| candidate.cost == 0)
                    .min_by_key(|candidate| candidate.price);
                next.push(candidate);
            }
            if stop() {
                break;
            }
        }
    }
    next
}

/// Whether a model has a higher price than one that explains everything. Models that differ from that one only by a number do not
/// count, because the right number may not be known yet.
fn is_dearer(log: &Log<'_>, model: Model, found: Candidate) -> bool {
    price(model, log.expected) > found.price && !is_alike(model, found.model)
}

/// Whether two models differ by the parameters of their mistakes alone.
fn is_alike(one: Model, other: Model) -> bool {
    let kinds = |model: Model| -> Vec<_> {
        let of_any =
            |mistake: Mistake| mistake.parameter().map_or(mistake, |_| mistake.with_parameter(1));
        model.mistakes().map(|(mistake, channel)| (of_any(mistake), channel)).collect()
    };
    one.rules == other.rules && kinds(one) == kinds(other)
}
