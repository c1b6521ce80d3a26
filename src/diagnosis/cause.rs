//! The mistake of a diagnosis that explains a disagreement.

use super::Diagnosis;
use super::question::Abilities;
use super::script::Script;
use super::session::Session;
use super::words;
use crate::check::Check;
use crate::engine::{RefusalReason, Ruling};
use crate::engines::model::written;
use crate::engines::{Channel, Mistake, Model, Place};
use crate::game::Record;
use crate::rules::Rules;
use crate::suite::collisions::OWN_HASH;
use std::collections::BTreeSet;

impl Diagnosis {
    /// Takes in that the engine refused a game because of its hash: one that was made from its own keys, or by which hashes of its kind
    /// are found out.
    pub(crate) fn believe_own_hash(&mut self, asked: Rules) {
        let model = self.written().expect("a diagnosis is written as a model is");
        // What it was found to compare by says what comes of it.
        let compares = model.mistakes().any(|(mistake, _)| mistake.place() == Place::Compared);
        if !compares {
            self.add(Mistake::KnownHash(OWN_HASH), asked);
        }
    }

    /// Takes in which illegal turns the engine would play: the last turn of each record, if it is illegal by what the engine was found
    /// to play, too.
    pub(crate) fn take_generated(&mut self, records: &[Record], asked: Rules) {
        let kinds: BTreeSet<Mistake> =
            records.iter().filter_map(|record| self.generated_against(record)).collect();
        let mistake = match kinds.first() {
            None => return,
            Some(_) if kinds.len() > 1 => Mistake::GeneratesIllegal,
            Some(&mistake) => mistake,
        };
        self.add(mistake, asked);
    }

    /// Describes what makes the engine generate an illegal turn, the last one of a record, in words to follow
    /// "it"; `None` if the diagnosis does not say.
    pub(crate) fn cause_of_generated(&self, record: &Record) -> Option<String> {
        if self.generated_against(record).is_none() {
            return self.cause_of(record);
        }
        let model = self.model();
        let mut made = model.mistakes().filter(|(it, _)| it.place() == Place::Generated);
        made.next().map(|(mistake, channel)| words::clause_in(mistake, channel))
    }

    /// Whether a disagreement about the last turn of a record, which no mistake makes, is a refusal because of the hash of the engine:
    /// by what it was found to play the turn is legal.
    pub(crate) fn refuses_by_own_hash(&self, check: Check, record: &Record) -> bool {
        let is_of_turn = [Check::Play, Check::Legality].contains(&check);
        self.own_hash.is_some() && is_of_turn && !self.refuses_last(record)
    }

    /// Whether the last turn of a record is illegal by what the engine was found to play.
    pub(crate) fn refuses_last(&self, record: &Record) -> bool {
        self.generated_against(record).is_some()
    }

    /// Which mistake it is to generate the last turn of a record. None if the turn is legal under the rules that the engine was found
    /// to play, or if these do not explain all that it plays.
    fn generated_against(&self, record: &Record) -> Option<Mistake> {
        if !self.is_whole() {
            return None;
        }
        let (&last, turns) = record.turns.split_last()?;
        let mut engine = self.model().engine();
        engine.start(&record.setup).ok()?;
        for &turn in turns {
            engine.play(turn).ok()?;
        }
        match engine.play(last).ok()? {
            Ruling::Forbidden(RefusalReason::Occupied) => Some(Mistake::GeneratesOccupied),
            Ruling::Forbidden(RefusalReason::Repetition) => Some(Mistake::GeneratesCaptures),
            Ruling::Forbidden(RefusalReason::Suicide) => Some(Mistake::GeneratesSuicides),
            Ruling::Forbidden(_) => Some(Mistake::GeneratesIllegal),
            Ruling::Allowed => None,
        }
    }

    /// Adds a mistake that was not found by the answers of models.
    fn add(&mut self, mistake: Mistake, asked: Rules) {
        let model = self.written().expect("a diagnosis is written as a model is");
        let Some(model) = model.with(mistake, Channel::Both) else { return };
        let joined = if self.mistakes.is_empty() { ", but" } else { ", and" };
        self.mistakes =
            model.mistakes().map(|(mistake, channel)| written(mistake, channel)).collect();
        self.sentence = match self.conventions.as_slice() {
            [] => self.sentence_again(asked),
            _ => format!("{}{joined} {}", self.sentence, words::clause_in(mistake, Channel::Both)),
        };
    }

    /// Says that the engine believes its hash, in words to follow "it", if the diagnosis says so. Models do
    /// not predict in which games this shows.
    pub(crate) fn belief_in_hash(&self) -> Option<String> {
        let model = self.model();
        let mut hashes =
            model.mistakes().filter(|(mistake, _)| matches!(mistake, Mistake::KnownHash(_)));
        let (mistake, channel) = hashes.next()?;
        Some(words::clause_between(mistake, channel, self.between))
    }

    /// Describes what makes the engine disagree with the requested rules at the end of a record, in words to
    /// follow "it". Returns `None` if the diagnosis does not predict a disagreement there.
    pub fn cause_of(&self, record: &Record) -> Option<String> {
        // What an engine plays that was lost is not known.
        if self.is_lost() {
            return None;
        }
        let (asked, model) = (record.rules(), self.model());
        let right = self.with_conventions(Model::right(), asked);
        let abilities = Abilities { telling: model.telling(), ..Abilities::ALL };
        let told = [Script::of_record(record), Script::aside(record)]
            .map(|script| Session::of(right, &script, abilities));
        let differs = |told: &&Session| !told.is_told_by(model);
        let told = told.iter().find(differs)?;
        let disagrees = |model: Model| !told.is_told_by(model);
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
