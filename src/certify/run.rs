//! What has come in so far. Parts of the work are taken in by their numbers, so that what comes out does not depend on how
//! many engines are examined side by side.

use super::examine::{FaultMet, Found, WorkResult};
use super::known::{self, Known, KnownFault};
use super::{Observer, Options};
use crate::check::{Check, FindingId};
use crate::compare::{Comparison, Coverage, Difference, Disagreement};
use crate::engine::{About, EngineFactory, Fault, guarded};
use crate::findings::{
    self, Confirmed, Effort, FaultId, Kind, Manner, confirm_fault, measure, play_again,
};
use crate::game::{Record, Size, Turn};
use crate::referee::{Event, Events, Form};
use crate::rules::Rule;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How much work to spend on making the game of a fault shorter: each try starts an engine.
const FAULT_EFFORT: Effort = Effort { tries: 60, turns: 20_000 };

/// After so many faults on one board it is given up: of timeouts, and of other faults.
const MOST_FAULTS: (u64, u64) = (3, 20);

/// The results of a run.
pub(super) struct Run<'a> {
    factory: &'a EngineFactory<'a>,
    options: &'a Options,
    observer: &'a dyn Observer,
    pub(super) coverage: Coverage,
    pub(super) findings: BTreeMap<FindingId, Known>,
    /// Ids that turned out to be others when the game was played again.
    aliases: BTreeMap<FindingId, FindingId>,
    pub(super) faults: BTreeMap<FaultId, KnownFault>,
    /// Boards that were given up because of faults.
    pub(super) given_up: BTreeSet<Size>,
    /// Whether no engine can be started any more.
    lost: bool,
    faults_on: BTreeMap<(Option<Size>, bool), u64>,
    pub(super) reaches: Events,
    pub(super) forms: BTreeSet<(Event, Form)>,
    pub(super) notes: Vec<String>,
    pub(super) protocol: BTreeMap<String, String>,
    /// How many parts were done.
    pub(super) done: u64,
    pub(super) first_finding: Option<Duration>,
    /// What came of collisions of the engine's own hash.
    pub(super) exactness: Option<String>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        factory: &'a EngineFactory<'a>,
        options: &'a Options,
        observer: &'a dyn Observer,
    ) -> Run<'a> {
        Run {
            factory,
            options,
            observer,
            coverage: Coverage::default(),
            findings: BTreeMap::new(),
            aliases: BTreeMap::new(),
            faults: BTreeMap::new(),
            given_up: BTreeSet::new(),
            lost: false,
            faults_on: BTreeMap::new(),
            reaches: Events::default(),
            forms: BTreeSet::new(),
            notes: Vec::new(),
            protocol: BTreeMap::new(),
            done: 0,
            first_finding: None,
            exactness: None,
        }
    }

    /// Whether the run is to end before its plan does.
    pub(super) fn is_over(&self) -> bool {
        self.observer.stop() || self.lost || self.has_failed_fast()
    }

    fn has_failed_fast(&self) -> bool {
        self.options.fail_fast && !(self.findings.is_empty() && self.faults.is_empty())
    }

    pub(super) fn options(&self) -> &'a Options {
        self.options
    }

    pub(super) fn observer(&self) -> &'a dyn Observer {
        self.observer
    }

    /// Takes in what came of a part of the work on a board.
    pub(super) fn commit(&mut self, size: Option<Size>, result: WorkResult) {
        if self.lost
            || self.has_failed_fast()
            || size.is_some_and(|size| self.given_up.contains(&size))
        {
            return;
        }
        let WorkResult { work, coverage, found, faults, reaches, forms, stopped, finished } =
            result;
        self.forms.extend(forms);
        self.coverage.add(&coverage);
        self.reaches = self.reaches.iter().chain(reaches.iter()).collect();
        self.done += u64::from(finished && !stopped);
        for found in found {
            self.found(work, found);
        }
        for met in faults {
            self.fault(work, met);
        }
    }

    /// Confirms a disagreement that is new, or shorter than what is known of its id.
    fn found(&mut self, work: u64, found: Found) {
        let Found { disagreement, source, before } = found;
        let id = self.put_down_to(disagreement.id);
        if let Some(known) = self.findings.get(&id)
            && known.confirmed.disagreement.record.turns.len() <= disagreement.record.turns.len()
        {
            return;
        }
        if self.first_finding.is_none() {
            self.first_finding = self.observer.elapsed();
        }
        let collides = source.collides();
        let source = source.to_string();
        let answered = self.book(work, disagreement, &before, source.clone(), collides);
        if answered.id.check == Check::Legality && !collides {
            self.act(work, &answered, source);
        }
    }

    /// What disagreements of an id turned out to be.
    pub(super) fn put_down_to(&self, id: FindingId) -> FindingId {
        self.aliases.get(&id).copied().unwrap_or(id)
    }

    /// Confirms a disagreement and keeps it, unless a shorter one of the same id is known; returns what it came to. The last
    /// position of a game that `collides` has the hash of an earlier one in some engine.
    fn book(
        &mut self,
        work: u64,
        found: Disagreement,
        before: &[Record],
        source: String,
        collides: bool,
    ) -> Disagreement {
        let id = found.id;
        let twins = self.findings.iter().filter(|(other, _)| {
            // What an engine does wrong it often knows wrong too, by the same game.
            (other.rule, other.event) == (id.rule, id.event)
        });
        let hints: Vec<Record> =
            twins.map(|(_, known)| known.confirmed.disagreement.record.clone()).collect();
        let stop = || self.observer.stop();
        // Few stones were looked for before; without any of them nothing collides.
        let effort = if collides { Effort { tries: 0, turns: 0 } } else { self.options.effort };
        let confirmed =
            findings::confirm(self.factory, found.clone(), before, &hints, effort, &stop);
        let mut confirmed = confirmed.unwrap_or_else(|fault| {
            self.note(format!("a further engine could not be started: {fault}"));
            let (kind, session) = (Kind::Steady, Vec::new());
            Confirmed { disagreement: found, kind, shown: (0, 0), session }
        });
        if collides && self.is_by_hash(&confirmed.disagreement) {
            confirmed.disagreement.id.event = Event::HashCollision;
        }
        let disagreement = confirmed.disagreement.clone();
        if disagreement.id != id {
            self.aliases.insert(id, disagreement.id);
        }
        let id = disagreement.id;
        let better = |known: &Known| {
            let key = |it: &Confirmed| (it.kind, measure(&it.disagreement.record));
            key(&confirmed) < key(&known.confirmed)
        };
        let first = !self.findings.contains_key(&id);
        if self.findings.get(&id).is_none_or(better) {
            let work = self.findings.get(&id).map_or(work, |known| known.work);
            self.findings.insert(id, Known { confirmed, source, work });
        }
        if first {
            let known = &self.findings[&id];
            self.observer.finding(&known::finding(self.options, self.observer, &id, known));
        }
        disagreement
    }

    /// Finds out whether an engine that answers wrongly acts wrongly too, by the same game.
    fn act(&mut self, work: u64, answered: &Disagreement, source: String) {
        let id = FindingId { check: Check::Play, ..answered.id };
        if self.findings.contains_key(&id) {
            return;
        }
        let played = guarded(|| {
            let mut engine = (self.factory)()?;
            Ok(play_again(engine.as_mut(), &answered.record, Manner::of(id)))
        });
        let Ok(played) = played else { return };
        let shown = played.disagreements.into_iter().find(|disagreement| disagreement.id == id);
        if let Some(disagreement) = shown {
            self.coverage.add(&played.coverage);
            self.book(work, disagreement, &[], source, false);
        }
    }

    /// Whether a refusal at the end of a game that collides comes of the hash: then the mirror image of the game, in which
    /// other keys add up, is played to its end.
    fn is_by_hash(&self, refused: &Disagreement) -> bool {
        let by_superko = refused.id.rule == Rule::repetition(refused.record.rules());
        let legal = matches!(refused.difference, Difference::Ruling(None, _));
        let size = refused.record.size();
        let mirrored = |turn: &Turn| {
            let point = turn.point()?;
            size.point(size.columns() - 1 - point.column(), point.row()).map(Turn::Play)
        };
        let turns = refused.record.turns.iter();
        let turns = turns.map(|turn| mirrored(turn).unwrap_or(Turn::Pass)).collect();
        let mirrored = Record { turns, ..refused.record.clone() };
        let played = guarded(|| {
            let mut engine = (self.factory)()?;
            Ok(play_again(engine.as_mut(), &mirrored, Manner::of(refused.id)))
        });
        let agrees = |played: Comparison| played.disagreements.is_empty() && played.fault.is_none();
        by_superko && legal && played.is_ok_and(agrees)
    }

    fn fault(&mut self, work: u64, met: FaultMet) {
        let FaultMet { fault, record, undo } = met;
        let size = record.as_ref().map(Record::size);
        let slow = matches!(fault, Fault::Timeout { .. });
        let on_board = self.faults_on.entry((size, slow)).or_default();
        *on_board += 1;
        let most = if slow { MOST_FAULTS.0 } else { MOST_FAULTS.1 };
        if *on_board >= most {
            match size {
                Some(size) => drop(self.given_up.insert(size)),
                None => self.lost = true,
            }
        }
        let mut id = FaultId::of(&fault);
        if let Some(known) = self.faults.get_mut(&id) {
            known.count += 1;
            return;
        }
        let stop = || self.observer.stop();
        let confirmed = record
            .map(|record| confirm_fault(self.factory, &fault, record, undo, FAULT_EFFORT, &stop));
        let known = match confirmed {
            Some(confirmed) => KnownFault {
                fault,
                record: Some(confirmed.record),
                manner: Some(confirmed.manner),
                shown: confirmed.shown,
                count: 1,
                work,
            },
            None => KnownFault { fault, record: None, manner: None, shown: (0, 0), count: 1, work },
        };
        if known.record.is_some() && known.shown.0 == 0 {
            id = id.at_random();
            if let Some(known) = self.faults.get_mut(&id) {
                known.count += 1;
                return;
            }
        }
        self.observer.fault(&known::fault(self.options, self.observer, &id, &known));
        self.faults.insert(id, known);
    }

    /// Keeps what an engine says of itself at the end: notes, and where it broke the protocol on the way.
    pub(super) fn hear(&mut self, about: About) {
        for note in about.notes {
            self.note(note);
        }
        for case in about.protocol {
            self.protocol.insert(case.id.to_owned(), case.outcome.to_string());
        }
    }

    /// Keeps a note, once.
    pub(super) fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}
