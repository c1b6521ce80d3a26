//! Which mistake of a diagnosis a disagreement comes of.

use super::Diagnosis;
use super::script::Script;
use super::session::{Abilities, Session};
use super::words;
use crate::engines::Model;
use crate::game::Record;

impl Diagnosis {
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
