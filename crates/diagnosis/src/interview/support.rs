//! The check that answers support every part of a model that does not explain everything.

use super::{Interview, Pool};
use crate::session::{AnswerKind, Session};
use std::collections::HashMap;
use superko_game::rules::SWITCHES;
use superko_harness::model::{Channel, Mistake, Model};

/// The number of games for or against a mistake after which no more are played.
const VOTES: usize = 2;

/// For each game that is explained better without a mistake, more than this many must be explained worse without it.
/// Otherwise the mistake is not named. This applies to engines that no model explains.
const SUPPORT: usize = 5;

/// The least number of games that have to show a mistake of an engine that no model explains.
const FEWEST: usize = 3;

/// The switches that every sentence names.
const ALWAYS_SAID: [&str; 2] = ["repetition", "suicide"];

/// The number of games to try to find one on which a mistake shows.
const MOST_TRIED: usize = 300;

impl Interview<'_> {
    /// Returns the number of a mistake that games refute: the model explains them better without the mistake. The search adds a
    /// mistake for the answers that it explains, even if it is wrong about others.
    pub(super) fn refuted(&mut self, model: Model) -> Option<usize> {
        let expected = self.log.expected;
        for (number, (mistake, _)) in model.mistakes().enumerate() {
            if self.is_over() {
                return None;
            }
            let without = model.without(number);
            let mut pool = Pool::new(self, model);
            // A single game is not enough, because a mistake that nothing explains may interfere.
            let (mut worse, mut better) = (0, 0);
            for _ in 0..MOST_TRIED {
                let next = pool.next(&[without]).filter(|_| !expected.declares(mistake));
                let Some(script) = next.filter(|_| !self.is_over()) else { break };
                let predicted = Session::of(model, &script, self.log.answerable);
                if predicted.fits(without) {
                    continue;
                }
                let Some(session) = self.run(&script) else { break };
                let [own_cost, cost_without] =
                    [model, without].map(|model| session.mismatches(model).cost(&session));
                if own_cost == cost_without {
                    continue;
                }
                *(if cost_without < own_cost { &mut better } else { &mut worse }) += 1;
                self.log.sessions.push(session);
                if worse == VOTES || better == VOTES {
                    break;
                }
            }
            if better > worse {
                return Some(number);
            }
        }
        None
    }

    /// Returns a model without the mistakes that games refute or do not support.
    pub(crate) fn unrefuted(&mut self, mut model: Model) -> Model {
        while self.log.cost(model, usize::MAX) > 0
            && let Some(number) = self.refuted(model)
        {
            model = model.without(number);
        }
        while self.log.cost(model, usize::MAX) > 0
            && !self.log.is_over()
            && let Some(fewer) = self.without_unsupported(model)
        {
            model = fewer;
        }
        model
    }

    /// Returns the model without a mistake, or with a requested switch, that answers do not support. Support means three
    /// things. At least [`FEWEST`] games are explained by it. More than [`SUPPORT`] are for each game that is explained
    /// better without it. And for one kind of answer, it explains more games than are left unexplained. The rules of
    /// repetition and suicide are always named: there, the value that explains more games stands.
    fn without_unsupported(&self, model: Model) -> Option<Model> {
        let expected = self.log.expected;
        let (rules, asked) = (model.rules.unwrap_or(expected.rules()), expected.rules());
        let own = |&(_, (mistake, _)): &(usize, (Mistake, Channel))| !expected.declares(mistake);
        let mistakes = model.mistakes().enumerate().filter(own);
        let fewer = mistakes.map(|(number, _)| (model.without(number), true));
        let as_asked = SWITCHES.iter().map(|switch| {
            let other = rules.with(asked.value(switch));
            (model.under(other), !ALWAYS_SAID.contains(&switch.name))
        });
        let as_asked = as_asked.filter(|&(other, _)| other != model.under(rules));
        let is_no_worse = |&(other, is_more_said): &(Model, bool)| {
            let (mut better, mut worse) = (0, 0);
            // For each kind of answer, the numbers of games that are explained and that are not.
            let mut kinds: HashMap<Option<AnswerKind>, (usize, usize)> = HashMap::new();
            for session in &self.log.sessions {
                let [this, other] = [model, other].map(|model| session.mismatches(model));
                let costs = [&this, &other].map(|mismatches| mismatches.cost(session));
                better += usize::from(costs[1] < costs[0]);
                if costs[0] < costs[1] {
                    worse += 1;
                    kinds.entry(session.kind_of(&other)).or_default().0 += 1;
                }
                if costs[0] > 0 {
                    kinds.entry(session.kind_of(&this)).or_default().1 += 1;
                }
            }
            match is_more_said {
                false => better >= worse,
                true => {
                    worse < FEWEST
                        || better * SUPPORT >= worse
                        || kinds.values().all(|(explained, open)| explained <= open)
                }
            }
        };
        fewer.chain(as_asked).find(is_no_worse).map(|(other, _)| other)
    }
}
