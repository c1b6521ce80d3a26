//! Whether every part of a model that does not explain everything is supported by answers.

use super::{Interview, Pool};
use crate::diagnosis::session::{Kind, Session};
use crate::engines::{Channel, Mistake, Model};
use crate::rules::SWITCHES;
use std::collections::HashMap;

/// The number of games with the same answer to whether an engine makes a mistake after which no more are
/// asked.
const VOTES: usize = 2;

/// For each game that goes better without a mistake, more than so many go worse, or it is not told of an engine that no model
/// explains.
const SUPPORT: usize = 5;

/// What fewer games show is not told of an engine that no model explains.
const FEWEST: usize = 3;

/// The switches of which every sentence says what the engine plays.
const ALWAYS_SAID: [&str; 2] = ["repetition", "suicide"];

/// The number of games to try to find one on which a mistake shows.
const MOST_TRIED: usize = 300;

impl Interview<'_> {
    /// The mistake of a model, by its number, that games show the engine not to make: they go better with the model without
    /// it. The search keeps a mistake for each answer that it explains, whatever it gets wrong elsewhere.
    pub(super) fn refuted(&mut self, model: Model) -> Option<usize> {
        let base = self.log.base;
        for (number, (mistake, _)) in model.mistakes().enumerate() {
            if self.is_over() {
                return None;
            }
            let without = model.without(number);
            let mut pool = Pool::new(self, model);
            // More than one game, for a mistake that nothing explains may come in between.
            let (mut worse, mut better) = (0, 0);
            for _ in 0..MOST_TRIED {
                let next = pool.next(&[without]).filter(|_| !base.declares(mistake));
                let Some(script) = next.filter(|_| !self.is_over()) else { break };
                let told = Session::of(model, &script, self.log.abilities);
                if told.is_told_by(without) {
                    continue;
                }
                let Some(session) = self.hold(&script) else { break };
                let [with, without] = [model, without].map(|it| session.retell(it).cost(&session));
                if with == without {
                    continue;
                }
                *(if without < with { &mut better } else { &mut worse }) += 1;
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

    /// A model without what games show the engine not to do.
    pub(in crate::diagnosis) fn unrefuted(&mut self, mut model: Model) -> Model {
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

    /// The same model without a mistake, or with a switch as it was asked for, if the model is not supported in it: it has to
    /// explain at least [`FEWEST`] games, more than [`SUPPORT`] for each that goes better without, and more of one kind of answer
    /// than are left unexplained. What is said of an engine that no model explains has to hold nearly always. Of repetition and
    /// suicide something is always said: there the value has it that explains more games.
    fn without_unsupported(&self, model: Model) -> Option<Model> {
        let base = self.log.base;
        let (rules, asked) = (model.rules.unwrap_or(base.rules()), base.rules());
        let own = |&(_, (mistake, _)): &(usize, (Mistake, Channel))| !base.declares(mistake);
        let mistakes = model.mistakes().enumerate().filter(own);
        let fewer = mistakes.map(|(number, _)| (model.without(number), true));
        let as_asked = SWITCHES.iter().map(|switch| {
            let other = rules.with(asked.value(switch));
            (model.under(other), !ALWAYS_SAID.contains(&switch.name))
        });
        let as_asked = as_asked.filter(|&(other, _)| other != model.under(rules));
        let is_no_worse = |&(other, is_more_said): &(Model, bool)| {
            let (mut better, mut worse) = (0, 0);
            // Of each kind of answer, how many games are explained, and how many are not.
            let mut kinds: HashMap<Option<Kind>, (usize, usize)> = HashMap::new();
            for session in &self.log.sessions {
                let [this, other] = [model, other].map(|it| session.retell(it));
                let costs = [&this, &other].map(|retold| retold.cost(session));
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
