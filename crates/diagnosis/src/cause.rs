//! The mistakes of a diagnosis that explain a disagreement.

use super::Facts;
use super::facts::{Played, words};
use super::question::Answerable;
use super::script::Script;
use super::session::Session;
use std::collections::BTreeSet;
use superko_engine::check::Check;
use superko_engine::{RefusalReason, Ruling};
use superko_game::Record;
use superko_game::rules::Rules;
use superko_harness::model::{Channel, Mistake, Model, Place};
use superko_harness::suite::collisions::OWN_HASH;

/// The mistakes that make an engine disagree with the requested rules. If there are none, it plays by other rules.
pub type Cause = Vec<(Mistake, Channel)>;

impl Facts {
    /// Records that the engine refused a game because of its hash: a game made from its own keys, or one that detects hashes of
    /// its kind.
    pub fn believe_hash_collisions(&mut self) {
        // A mistake in what the engine compares explains its refusals.
        let compares =
            self.known().mistakes.iter().any(|(mistake, _)| mistake.place() == Place::Compared);
        if !compares {
            self.add(Mistake::KnownHash(OWN_HASH));
        }
    }

    /// Records which illegal turns the engine generates: the last turn of each record that the diagnosed model refuses, too.
    pub fn take_generated(&mut self, records: &[Record]) {
        let kinds: BTreeSet<Mistake> =
            records.iter().filter_map(|record| self.generated_against(record)).collect();
        match kinds.first() {
            None => {}
            Some(_) if kinds.len() > 1 => self.add(Mistake::GeneratesIllegal),
            Some(&mistake) => self.add(mistake),
        }
    }

    /// Returns the cause of an illegal generated turn, the last one of a record. `None` if the diagnosis does not say.
    pub fn cause_of_generated(&self, record: &Record) -> Option<Cause> {
        match self.generated_against(record) {
            None => self.cause_of(&[], record),
            Some(_) => self.mistake_where(|mistake| mistake.place() == Place::Generated),
        }
    }

    /// Returns the engine's own hash as a cause, if the diagnosis says so. Models do not predict in which games it shows.
    pub fn belief_in_hash(&self) -> Option<Cause> {
        self.mistake_where(|mistake| matches!(mistake, Mistake::KnownHash(_)))
    }

    fn mistake_where(&self, is_it: impl Fn(Mistake) -> bool) -> Option<Cause> {
        let made = self.known().mistakes.into_iter().find(|&(mistake, _)| is_it(mistake));
        made.map(|made| vec![made])
    }

    /// Whether a disagreement about the last turn of a record is a refusal because of the engine's own hash: the diagnosed
    /// model allows the turn.
    pub fn refuses_by_hash_collision(&self, check: Check, record: &Record) -> bool {
        let is_of_turn = [Check::Play, Check::Legality].contains(&check);
        self.hash_collisions.is_some() && is_of_turn && !self.refuses_last(record)
    }

    /// Whether the diagnosed model refuses the last turn of a record.
    pub fn refuses_last(&self, record: &Record) -> bool {
        self.generated_against(record).is_some()
    }

    /// Returns the mistake of generating the last turn of a record. `None` if the diagnosed model allows the turn, or does not
    /// explain everything.
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
    fn add(&mut self, mistake: Mistake) {
        let own = Played { declared: Vec::new(), ..self.known() }.model();
        if let Some(model) = own.with(mistake, Channel::Both) {
            self.mistakes = words(&model.mistakes().collect::<Vec<_>>());
        }
    }

    /// Returns the cause of a disagreement with the requested rules at the end of a record, after other games if there are any.
    /// `None` if the diagnosis predicts no disagreement there.
    pub fn cause_of(&self, games: &[Record], record: &Record) -> Option<Cause> {
        let scripts = match games {
            [] => vec![Script::of_record(record), Script::aside(record)],
            games => Script::after(games, record).into_iter().collect(),
        };
        self.cause_by(&scripts, record.rules())
    }

    /// Returns the cause for which the engine answers one of these scripts differently from the requested rules.
    fn cause_by(&self, scripts: &[Script], asked: Rules) -> Option<Cause> {
        // The rules of an engine that stopped answering early are unknown.
        if self.is_lost() {
            return None;
        }
        let played = self.known();
        let model = played.model();
        let right = played.right_under(asked).model();
        let answerable = Answerable { score_form: model.score_form(), ..Answerable::ALL };
        let predicted: Vec<Session> =
            scripts.iter().map(|script| Session::of(right, script, answerable)).collect();
        let telling = predicted.iter().find(|session| !session.fits(model))?;
        let disagrees = |model: Model| !telling.fits(model);
        let own = |&(mistake, _): &(Mistake, Channel)| !right.makes(mistake);
        let single = model
            .mistakes()
            .enumerate()
            .find(|(number, made)| own(made) && !disagrees(model.without(*number)));
        if let Some((_, made)) = single {
            return Some(vec![made]);
        }
        match disagrees(played.right_under(self.rules).model()) {
            true => Some(Vec::new()),
            false => Some(model.mistakes().filter(own).collect()),
        }
    }
}
