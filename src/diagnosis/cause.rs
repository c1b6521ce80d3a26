//! Which mistake of a diagnosis a disagreement comes of.

use super::Diagnosis;
use super::script::Script;
use super::session::Session;
use super::words;
use crate::engines::Model;
use crate::game::Record;
use crate::rules::Rules;

impl Diagnosis {
    /// What makes the engine disagree with the rules that it was asked to play at the end of a record, in words that go on after
    /// "it"; none if the diagnosis does not say that it does.
    pub fn cause_of(&self, record: &Record) -> Option<String> {
        let (asked, model) = (record.rules(), self.model());
        let script = Script::of_record(record);
        let told = Session::of(Model::right().under(asked), &script);
        let disagrees = |model: Model| !told.retell(model).wrong.is_empty();
        if !disagrees(model) {
            return None;
        }
        for (number, (mistake, channel)) in model.mistakes().enumerate() {
            if !disagrees(model.without(number)) {
                return Some(words::clause_in(mistake, channel));
            }
        }
        let right = Model::right().under(model.rules.unwrap_or(asked));
        match disagrees(right) {
            true => Some(rules_clause(right.rules.unwrap_or(asked))),
            false => {
                let all =
                    model.mistakes().map(|(mistake, channel)| words::clause_in(mistake, channel));
                Some(all.collect::<Vec<_>>().join(", and "))
            }
        }
    }
}

fn rules_clause(rules: Rules) -> String {
    format!("plays {}", words::rule_words(rules))
}
