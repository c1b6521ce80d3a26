//! What a model says of games that it has not seen.

use super::Prediction;
use super::interview::Interview;
use super::moves::next_to;
use super::script::Script;
use super::session::{Said, Session};
use crate::engines::{Channel, Model, Place};
use std::collections::BTreeSet;

/// After so many games in a row that tell nothing no more are drawn.
const MOST_QUIET: usize = 200;

impl Interview<'_> {
    /// Asks for answers that were predicted, in fresh games. A quiet answer counts only beside one on which the model differs from
    /// the rules asked for or from a model next to it.
    pub(super) fn predict(&mut self, model: Model) -> Prediction {
        let near = self.near(model);
        let setups: Vec<_> = self.boards.all.iter().map(|&size| self.setup(size)).collect();
        let seed = self.options.seed.wrapping_add(0x5eed);
        let mut predicted = Prediction::default();
        let (mut number, mut quiet) = (0, 0);
        while predicted.observations < self.options.predictions
            && quiet < MOST_QUIET
            && !self.is_over()
        {
            let setup = &setups[number % setups.len()];
            let drawn_by = near.get(number / setups.len() % (2 * near.len())).unwrap_or(&model);
            let script = Script::game(*drawn_by, setup, seed, number as u64);
            number += 1;
            let told = Session::of(model, &script);
            if near.iter().all(|&other| told.retell(other).wrong.is_empty()) {
                quiet += 1;
                continue;
            }
            let Some(session) = self.hold(&script) else { break };
            quiet = 0;
            let wrong: BTreeSet<usize> = session.retell(model).wrong.into_iter().collect();
            let telling: BTreeSet<usize> =
                near.iter().flat_map(|&other| session.retell(other).wrong).collect();
            let said =
                |&place: &usize| !matches!(session.exchanges[place].1, Said::Nothing | Said::Done);
            let last = match wrong.first() {
                Some(&first) => first,
                None => session.exchanges.len() - 1,
            };
            let told: BTreeSet<usize> = (0..=last).filter(said).collect();
            let all_telling = told.intersection(&telling).count();
            let others = told.len() - all_telling;
            predicted.telling += all_telling;
            predicted.observations += all_telling + others.min(all_telling);
            predicted.wrong += usize::from(!wrong.is_empty());
            if !wrong.is_empty() {
                self.log.sessions.push(session);
            }
        }
        predicted
    }

    /// The rules that were asked for, and the models that differ from this one by a switch of legality or by one of its mistakes.
    fn near(&self, model: Model) -> Vec<Model> {
        let rules = self.options.rules;
        let asked = Model::right().under(rules);
        let shown = model.under(model.rules.unwrap_or(rules));
        let by_rules = next_to(shown, rules, self.log.abilities, &[]).into_iter().filter(|other| {
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
