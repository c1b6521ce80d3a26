//! The predictions of a model for new games.

use super::Prediction;
use super::interview::{Interview, MOST_UNSTEADY, STEADY};
use super::moves::{Hints, next_to};
use super::script::Script;
use super::session::Session;
use std::collections::BTreeSet;
use superko_harness::model::{Channel, Mistake, Model, Place};

/// The longest repetition that is asked about, in turns.
const LONGEST: usize = 2_000;

/// The number of turns after which to ask about the effects of plays.
const LATE: usize = 150;

/// The largest board on which late plays are asked about, in points. A larger one takes too many turns.
const MOST_POINTS: usize = 100;

/// After this many games in a row that do not distinguish a model from the one found, no more are looked for.
const MOST_QUIET: usize = 60;

impl Interview<'_> {
    /// Asks for answers that a model predicts, in games that were not played before.
    pub(super) fn predict_all(&mut self, model: Model) -> Prediction {
        let mut predicted = self.predict(model);
        let further: [fn(&mut Self, Model, &mut Prediction); 4] = [
            Self::predict_histories,
            Self::predict_late_plays,
            Self::predict_elsewhere,
            Self::predict_whole,
        ];
        for predict in further {
            if !self.is_over() {
                predict(self, model, &mut predicted);
            }
        }
        self.predictions += 1;
        predicted
    }

    /// Asks for predicted answers in new games. Each game distinguishes the model from a neighboring one, the least tested
    /// first. A quiet answer, on which all of them agree, counts only together with one that distinguishes.
    fn predict(&mut self, model: Model) -> Prediction {
        let near = self.near(model);
        let setups: Vec<_> = self.boards.random.iter().map(|&size| self.setup(size)).collect();
        let seed = self.options.seed.wrapping_add(0x5eed).wrapping_add(self.predictions);
        let mut predicted = Prediction::default();
        // For each neighbor: how many games distinguished it, and how many games in a row did not.
        let mut asked = vec![(0, 0); near.len()];
        for number in 0.. {
            let least = (0..near.len())
                .filter(|&other| asked[other].1 < MOST_QUIET)
                .min_by_key(|&other| asked[other].0);
            let Some(other) = least else { break };
            if predicted.observations >= self.options.predictions
                || self.unsteady >= MOST_UNSTEADY
                || self.is_over()
            {
                break;
            }
            let setup = &setups[number % setups.len()];
            let referee = if number / setups.len() % 2 == 0 { near[other] } else { model };
            let script = Script::game(referee, setup, seed, number as u64);
            let predicted_session = Session::of(model, &script, self.log.answerable);
            if predicted_session.fits(near[other]) {
                asked[other].1 += 1;
                continue;
            }
            let session = self.run(&script);
            // A stopped engine may answer nothing at all.
            let Some(session) = session.filter(|session| !session.exchanges.is_empty()) else {
                break;
            };
            // A game also counts as quiet if the engine cannot give the answer that distinguishes.
            asked[other].1 = match session.fits(near[other]) {
                true => asked[other].1 + 1,
                false => 0,
            };
            if !session.fits(model) && !self.counts(&session, &predicted) {
                continue;
            }
            let mut telling: BTreeSet<usize> = BTreeSet::new();
            for (&other, (count, _)) in near.iter().zip(&mut asked) {
                let differs = session.mismatches(other).wrong;
                *count += usize::from(!differs.is_empty());
                telling.extend(differs);
            }
            self.add_predicted(model, session, &telling, &mut predicted);
        }
        predicted
    }

    /// Counts the answers of a session up to the first wrong prediction. `telling` are the indices of the answers that
    /// distinguish the model from a neighboring one. Keeps the session if a prediction is wrong.
    fn add_predicted(
        &mut self,
        model: Model,
        session: Session,
        telling: &BTreeSet<usize>,
        predicted: &mut Prediction,
    ) {
        let wrong = session.mismatches(model).wrong.first().copied();
        let last = wrong.unwrap_or(session.exchanges.len() - 1);
        let informative = session.informative_places().take_while(|&place| place <= last);
        let (all_telling, others): (Vec<usize>, Vec<usize>) =
            informative.partition(|place| telling.contains(place));
        predicted.telling += all_telling.len();
        predicted.observations += all_telling.len() + others.len().min(all_telling.len());
        if wrong.is_some() {
            predicted.wrong += 1;
            self.log.sessions.push(session);
        }
    }

    /// Whether a wrong prediction counts: fresh engines repeat the answer, or enough others counted already, so that the model
    /// is wrong whatever else is random.
    fn counts(&mut self, session: &Session, predicted: &Prediction) -> bool {
        let counts = predicted.wrong >= STEADY || self.comes_again(session);
        self.unsteady += usize::from(!counts);
        counts
    }

    /// Asks about repetitions over more and more turns, and late in games, if the model does not check for
    /// all: random games are too short to show how far back it checks, on a large board too. A quiet answer counts
    /// only together with one that distinguishes.
    fn predict_histories(&mut self, model: Model, predicted: &mut Prediction) {
        let all = model.looking_at_all();
        let about = model.mistakes().filter(|(mistake, _)| {
            mistake.ends_looking() && !matches!(mistake, Mistake::LookedUpToStones(_))
        });
        let about: Vec<usize> = about.filter_map(|(mistake, _)| mistake.parameter()).collect();
        if about.is_empty() {
            return;
        }
        let near = about.iter().flat_map(|&turns| (turns.saturating_sub(4)..turns + 4).step_by(2));
        let near: BTreeSet<usize> = near.collect();
        let doubled = (0..).map(|power| 6usize << power);
        let mut turns = near.clone();
        turns.extend(doubled.take_while(|&turns| turns <= LONGEST));
        let scripts = turns.iter().flat_map(|&turns| {
            let history = self.long(|setup| Script::history(setup, turns));
            [history, self.long(|setup| Script::late(setup, turns))]
        });
        let mut scripts: Vec<Script> = scripts.flatten().collect();
        if let Some(setup) = self.boards.long.last().map(|&size| self.setup(size)) {
            // Every board has room for games of whole laps.
            let lap = 2 * (setup.size().point_count() - 1);
            let laps = about.iter().flat_map(|&turns| [turns / lap * lap, (turns / lap + 1) * lap]);
            let turns: BTreeSet<usize> = near.iter().copied().chain(laps).collect();
            scripts.extend(turns.into_iter().filter_map(|turns| Script::history(&setup, turns)));
        }
        let mut games = BTreeSet::new();
        scripts.retain(|script| games.insert((script.setup.size(), script.turns())));
        let quiet = self.predict_games(model, Some(all), scripts, predicted);
        predicted.observations += quiet.min(2 * predicted.telling - predicted.observations);
    }

    /// Asks what plays do late in games. Random games are too short to fill an engine's lists.
    fn predict_late_plays(&mut self, model: Model, predicted: &mut Prediction) {
        let board = self.boards.main;
        if board.point_count() <= MOST_POINTS {
            self.predict_same(model, Script::late_plays(&self.setup(board), LATE), predicted);
        }
    }

    /// Asks for each event once on the boards on which nothing else is asked: an engine may play differently there.
    fn predict_elsewhere(&mut self, model: Model, predicted: &mut Prediction) {
        let rules = model.rules.unwrap_or(self.options.rules);
        let boards = self.boards.rest.iter().take_while(|_| !self.is_over());
        let setups = boards.map(|&size| self.setup(size));
        let cases = setups.flat_map(|setup| Script::shortest_cases(&setup, rules)).collect();
        self.predict_same(model, cases, predicted);
    }

    /// Asks for answers that probably distinguish nothing. Only wrong predictions count.
    pub(super) fn predict_same(
        &mut self,
        model: Model,
        scripts: Vec<Script>,
        predicted: &mut Prediction,
    ) {
        self.predict_games(model, None, scripts, predicted);
    }

    /// Asks for answers in games. Counts wrong predictions, and games that distinguish the model from `other`. Returns the
    /// number of the remaining games.
    fn predict_games(
        &mut self,
        model: Model,
        other: Option<Model>,
        scripts: Vec<Script>,
        predicted: &mut Prediction,
    ) -> usize {
        let mut quiet = 0;
        for script in scripts {
            if self.is_over() {
                break;
            }
            let Some(session) = self.run(&script) else { break };
            let wrong = !session.fits(model);
            if wrong && !self.counts(&session, predicted) {
                continue;
            }
            let tells = wrong || other.is_some_and(|other| !session.fits(other));
            predicted.telling += usize::from(tells);
            predicted.observations += usize::from(tells);
            quiet += usize::from(!tells);
            if wrong {
                predicted.wrong += 1;
                self.log.sessions.push(session);
            }
        }
        quiet
    }

    /// Returns the requested rules, and the models that differ from this one by a switch or lack one of its mistakes.
    fn near(&self, model: Model) -> Vec<Model> {
        let expected = self.log.expected;
        let asked = expected.model;
        let shown = model.under(model.rules.unwrap_or(expected.rules()));
        let next = next_to(shown, expected, self.log.answerable, &Hints::default());
        let by_rules = next.into_iter().filter(|other| {
            let others: Vec<_> = other.mistakes().collect();
            others.len() < shown.mistakes().count() || others.iter().copied().eq(shown.mistakes())
        });
        let score = model
            .mistakes()
            .any(|(mistake, channel)| channel == Channel::Both && mistake.place() == Place::Score);
        let mut near: Vec<Model> = by_rules.filter(|other| score || other != &shown).collect();
        if asked != shown {
            near.insert(0, asked);
        }
        near
    }
}
