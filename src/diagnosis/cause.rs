//! Which mistake of a diagnosis a disagreement comes of.

use super::Diagnosis;
use super::script::Script;
use super::session::{Abilities, Session};
use super::words;
use crate::engines::model::written;
use crate::engines::{Channel, Mistake, Model, Place};
use crate::game::Record;
use crate::rules::Rules;
use crate::suite::collisions::OWN_HASH;

impl Diagnosis {
    /// Takes in that the engine refused a game because of its hash: one that was made from its own keys, or by which hashes of its kind
    /// are found out.
    pub(crate) fn believe_own_hash(&mut self, asked: Rules) {
        let model = self.written().expect("a diagnosis is written as a model is");
        // What it was found to compare by says what comes of it.
        let compares = model.mistakes().any(|(mistake, _)| mistake.place() == Place::Compared);
        let believes = model.with(Mistake::KnownHash(OWN_HASH), Channel::Both);
        if let Some(model) = believes.filter(|_| !compares) {
            let mistakes = model.mistakes();
            self.mistakes = mistakes.map(|(mistake, channel)| written(mistake, channel)).collect();
            self.sentence = self.sentence_again(asked);
        }
    }

    /// That the engine believes its hash, in words that go on after "it", if the diagnosis says so. No model tells by which games of its
    /// own that shows.
    pub(crate) fn belief_in_hash(&self) -> Option<String> {
        let model = self.model();
        let mut hashes =
            model.mistakes().filter(|(mistake, _)| matches!(mistake, Mistake::KnownHash(_)));
        let (mistake, channel) = hashes.next()?;
        Some(words::clause_between(mistake, channel, self.between))
    }

    /// What makes the engine disagree with the rules that it was asked to play at the end of a record, in words that go on after
    /// "it"; none if the diagnosis does not say that it does.
    pub fn cause_of(&self, record: &Record) -> Option<String> {
        let (asked, model) = (record.rules(), self.model());
        let right = self.with_conventions(Model::right(), asked);
        let abilities = Abilities { telling: model.telling(), ..Abilities::ALL };
        let told = [Script::of_record(record), Script::aside(record)]
            .map(|script| Session::of(right, &script, abilities));
        let differs = |told: &&Session| !told.retell(model).wrong.is_empty();
        let told = told.iter().find(differs)?;
        let disagrees = |model: Model| !told.retell(model).wrong.is_empty();
        let own = |mistake| !right.makes(mistake);
        for (number, (mistake, channel)) in model.mistakes().enumerate() {
            if own(mistake) && !disagrees(model.without(number)) {
                return Some(words::clause_between(mistake, channel, self.between));
            }
        }
        match disagrees(self.with_conventions(Model::right(), self.rules)) {
            true => Some(format!("plays {}", words::rule_words_seen(self.rules, self.base(asked)))),
            false => {
                let all = model.mistakes().filter(|&(mistake, _)| own(mistake));
                let all = all.map(|(mistake, channel)| {
                    words::clause_between(mistake, channel, self.between)
                });
                Some(all.collect::<Vec<_>>().join(", and "))
            }
        }
    }
}
