//! The results collected so far. Parts of the work are collected in order, so that the report does not depend
//! on the number of parallel engines.

use super::examine::{FaultMet, Found, Reaches, WorkResult, add_up};
use super::idle::ByCommands;
use super::journal::{Done, Entry, FaultCount};
use super::known::{Known, KnownFault, is_acceptance, known, known_fault, known_probe_fault};
use super::{Observer, Options};
use crate::check::{Check, FindingId};
use crate::compare::{Comparison, Coverage, Difference, Disagreement};
use crate::engine::{
    About, Engine, EngineFactory, Fault, FaultId, ProbeFault, RefusalReason, Ruling, guarded,
};
use crate::findings::{
    Confirmation, Confirmed, Effort, Kind, Manner, confirm_fault, measure, play_again,
};
use crate::game::{Record, Size, Turn};
use crate::referee::{Event, Form};
use crate::report::Finding;
use crate::rules::Rule;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How much work to spend on making the game of a fault shorter: each try that shows it starts an engine.
const FAULT_EFFORT: Effort = Effort { tries: 600, turns: 12_000 };

/// The game stays as long as it is.
const NO_EFFORT: Effort = Effort { tries: 0, turns: 0 };

/// The number of faults after which a board is given up: of timeouts, and of other faults.
const MOST_FAULTS: (u64, u64) = (3, 20);

/// A disagreement that may become a finding.
struct Candidate {
    found: Disagreement,
    /// A fresh engine that it has shown on.
    shown_on: Option<Box<dyn Engine>>,
    /// The games that the engine played before.
    before: Vec<Record>,
    source: String,
    /// How long a shorter case is looked for.
    effort: Effort,
}

impl Candidate {
    /// What a game has shown on a fresh engine.
    fn shown(found: Disagreement, engine: Box<dyn Engine>, source: &str, effort: Effort) -> Self {
        let (shown_on, before, source) = (Some(engine), Vec::new(), source.to_owned());
        Candidate { found, shown_on, before, source, effort }
    }
}

/// The results of a run.
pub(super) struct Run<'a> {
    factory: &'a EngineFactory<'a>,
    options: &'a Options,
    observer: &'a dyn Observer,
    /// Whether accepted illegal plays are not findings, because the engine is known to accept every play.
    tolerant: bool,
    pub(super) coverage: Coverage,
    pub(super) findings: BTreeMap<FindingId, Known>,
    /// What comes of commands that must change nothing.
    pub(super) by_commands: Vec<Finding>,
    /// Ids that turned out to be others when the game was played again.
    aliases: BTreeMap<FindingId, FindingId>,
    pub(super) faults: BTreeMap<FaultId, KnownFault>,
    /// Boards that were given up because of faults.
    pub(super) given_up: BTreeSet<Size>,
    /// Whether no engine can be started any more.
    lost: bool,
    faults_on: BTreeMap<(Option<Size>, bool), u64>,
    pub(super) reaches: BTreeMap<Event, u64>,
    pub(super) forms: BTreeSet<(Event, Form)>,
    pub(super) notes: Vec<String>,
    pub(super) protocol: BTreeMap<String, String>,
    /// How many parts were done.
    pub(super) done: u64,
    /// The number of the first part that is not done.
    next: u64,
    /// How many parts are written down as done.
    written: u64,
    /// The parts that are done and not written down.
    unwritten: Done,
    pub(super) first_finding: Option<Duration>,
    /// What comes of the part that is taken in, to be written down.
    step: Done,
    /// Whether something was found in it.
    has_told: bool,
    /// What was written down before the run was resumed, of parts that were not done by then.
    left: Vec<Entry>,
    /// What came of collisions of the engine's own hash.
    pub(super) exactness: Option<String>,
    /// How long games the engine has room for.
    pub(super) capacity: Option<String>,
    /// What the engine had not answered for long when the run was stopped, and for how long.
    pub(super) unanswered: Option<(String, Duration)>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        factory: &'a EngineFactory<'a>,
        options: &'a Options,
        observer: &'a dyn Observer,
        about: &About,
    ) -> Run<'a> {
        Run {
            factory,
            options,
            observer,
            tolerant: about.tolerates_illegal_plays && !options.strict,
            coverage: Coverage::default(),
            findings: BTreeMap::new(),
            by_commands: Vec::new(),
            aliases: BTreeMap::new(),
            faults: BTreeMap::new(),
            given_up: BTreeSet::new(),
            lost: false,
            faults_on: BTreeMap::new(),
            reaches: BTreeMap::new(),
            forms: BTreeSet::new(),
            notes: Vec::new(),
            protocol: BTreeMap::new(),
            done: 0,
            next: 0,
            written: 0,
            unwritten: Done::default(),
            first_finding: None,
            step: Done::default(),
            has_told: false,
            left: Vec::new(),
            exactness: None,
            capacity: None,
            unanswered: None,
        }
    }

    /// Takes in what comes of commands that must change nothing.
    pub(super) fn meet_by_commands(&mut self, found: &[ByCommands]) {
        let (options, observer) = (self.options, self.observer);
        self.by_commands = found.iter().map(|found| found.finding(options, observer)).collect();
        self.by_commands.iter().for_each(|finding| observer.finding(finding));
    }

    /// Keeps what was found in parts that were not done when the run was ended, and did not show again when they were.
    pub(super) fn keep_left(&mut self) {
        for entry in std::mem::take(&mut self.left) {
            let is_new = match &entry {
                Entry::Finding(known) => {
                    !self.findings.contains_key(&self.put_down_to(known.cause))
                }
                Entry::Fault(known) => {
                    let random = known.cause.clone().at_random();
                    ![&known.cause, &random].iter().any(|id| self.faults.contains_key(id))
                }
                Entry::Begun(_) | Entry::Done(_) | Entry::Resumed(_) => false,
            };
            if is_new {
                self.keep(entry);
            }
        }
    }

    fn keep(&mut self, entry: Entry) {
        match entry {
            Entry::Finding(known) => drop(self.findings.insert(known.cause, *known)),
            Entry::Fault(known) => drop(self.faults.insert(known.cause.clone(), *known)),
            Entry::Begun(_) | Entry::Done(_) | Entry::Resumed(_) => {}
        }
    }

    /// Keeps an entry, and passes it to the observer to be stored.
    fn tell(&mut self, entry: Entry) {
        self.has_told = true;
        self.observer.entry(&entry);
        self.keep(entry);
    }

    /// Whether the run is to end before its plan does.
    pub(super) fn is_over(&self) -> bool {
        self.observer.stop() || self.lost || self.has_failed_fast()
    }

    fn has_failed_fast(&self) -> bool {
        let is_new = |known: &Known| {
            !self.tolerates(known) && !self.options.expected.contains(&known.finding.id)
        };
        let expected = &self.options.expected;
        let has_found = || {
            self.findings.values().any(is_new)
                || self.by_commands.iter().any(|found| !expected.contains(&found.id))
        };
        let has_failed = || self.faults.values().any(|known| !expected.contains(&known.fault.id));
        self.options.fail_fast && (has_failed() || has_found())
    }

    /// Whether a disagreement is merely tolerated, and not a finding.
    pub(super) fn tolerates(&self, known: &Known) -> bool {
        self.tolerant && known.is_acceptance
    }

    pub(super) fn options(&self) -> &'a Options {
        self.options
    }

    pub(super) fn observer(&self) -> &'a dyn Observer {
        self.observer
    }

    /// Takes in what came of a part of the work on a board.
    pub(super) fn commit(&mut self, size: Option<Size>, result: WorkResult) {
        if self.lost || self.has_failed_fast() {
            return;
        }
        let WorkResult { work, coverage, found, faults, reaches, about, .. } = result;
        let whole = result.finished && !result.stopped;
        self.unanswered = result.unanswered.or(self.unanswered.take());
        if let Some(about) = about {
            self.hear(work, about);
        }
        if size.is_none_or(|size| !self.given_up.contains(&size)) {
            self.step.coverage.add(&coverage);
            self.step.counted = whole.into();
            self.demand(reaches);
            for found in found {
                self.found(work, found);
            }
            for met in faults {
                self.fault(work, met);
            }
        }
        let elapsed = self.observer.elapsed().map(|time| time.as_secs_f64());
        let done = Done { work, seconds: elapsed, ..std::mem::take(&mut self.step) };
        self.absorb(&done);
        // What came of it after the run was stopped may be half of it.
        if whole && work == self.next && !self.observer.stop() {
            self.next += 1;
            self.unwritten.add(done);
            // A run of days would write more than anyone keeps: what is left to be done again is a thousandth at the most.
            if self.has_told || (self.next - self.written) * 1000 > self.written {
                self.write_down();
            }
        }
        self.has_told = false;
    }

    /// Has the parts written down that are done.
    pub(super) fn write_down(&mut self) {
        if self.written < self.next {
            self.written = self.next;
            let done = std::mem::take(&mut self.unwritten);
            self.observer.entry(&Entry::Done(Box::new(done)));
        }
    }

    /// Adds what was observed in a part of the work.
    fn absorb(&mut self, done: &Done) {
        self.coverage.add(&done.coverage);
        add_up(&mut self.reaches, &done.reaches);
        self.forms.extend(&done.forms);
        self.done += done.counted;
    }

    /// Confirms a disagreement that is new, or shorter than what is known of its id.
    fn found(&mut self, work: u64, found: Found) {
        let Found { disagreement, source, before } = found;
        let id = self.put_down_to(disagreement.id);
        if let Some(known) = self.findings.get(&id)
            && known.finding.record.turns.len() <= disagreement.record.turns.len()
        {
            return;
        }
        let tolerated = self.tolerant && is_acceptance(&disagreement);
        if self.first_finding.is_none() && !tolerated {
            self.first_finding = self.observer.elapsed();
            self.step.seconds_to_first_finding = self.first_finding.map(|time| time.as_secs_f64());
        }
        let collides = source.collides();
        let source = source.to_string();
        // Few stones were looked for before; without any of them nothing collides.
        let effort = if collides { NO_EFFORT } else { self.options.effort };
        let (found, shown_on) = (disagreement, None);
        let candidate = Candidate { found, shown_on, before, source: source.clone(), effort };
        let answered = self.book(work, candidate, collides);
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
    fn book(&mut self, work: u64, candidate: Candidate, collides: bool) -> Disagreement {
        let Candidate { found, shown_on, before, source, effort } = candidate;
        let id = found.id;
        let hints: Vec<Record> = self.twins(id).map(|known| known.finding.record.clone()).collect();
        let (factory, before, hints) = (self.factory, &before[..], &hints[..]);
        let stop: &dyn Fn() -> bool = &|| self.observer.stop();
        let confirmation = Confirmation { factory, before, hints, effort, stop };
        let confirmed = confirmation.confirm_shown(found.clone(), shown_on);
        let mut confirmed = confirmed.unwrap_or_else(|fault| {
            self.note(format!("a further engine could not be started: {fault}"));
            let (kind, session) = (Kind::Steady, Vec::new());
            Confirmed { disagreement: found, kind, shown: (0, 0), session }
        });
        if collides && self.is_by_hash(&confirmed.disagreement) {
            let rule = Rule::repetition(confirmed.disagreement.record.rules());
            let FindingId { check, .. } = confirmed.disagreement.id;
            confirmed.disagreement.id = FindingId { rule, check, event: Event::HashCollision };
        }
        let disagreement = confirmed.disagreement.clone();
        if disagreement.id != id {
            self.aliases.insert(id, disagreement.id);
            self.step.aliases.push((id, disagreement.id));
        }
        let earlier = self.findings.get(&disagreement.id).map(|known| &known.finding);
        let better = |earlier: &Finding| {
            (confirmed.kind, measure(&disagreement.record))
                < (earlier.kind, measure(&earlier.record))
        };
        if earlier.is_none_or(better) {
            let first = earlier.is_none();
            let work = earlier.map_or(work, |earlier| earlier.work);
            let known = known(self.options, self.observer, confirmed, source.clone(), work);
            if first && !self.tolerates(&known) {
                self.observer.finding(&known.finding);
            }
            self.tell(Entry::Finding(Box::new(known)));
            self.share(work, &disagreement, &source);
        }
        disagreement
    }

    /// A finding about an event, if there is one.
    pub(super) fn finding_of(&self, event: Event) -> Option<&Finding> {
        self.findings.values().map(|known| &known.finding).find(|found| found.event == event)
    }

    /// Findings of the same rule and event. What an engine does wrong it often knows wrong too, by the same game.
    fn twins(&self, id: FindingId) -> impl Iterator<Item = &Known> {
        let of_same = move |known: &&Known| {
            (known.cause.rule, known.cause.event) == (id.rule, id.event) && known.cause != id
        };
        self.findings.values().filter(of_same)
    }

    /// Tries the game of a finding on its twins whose games are longer.
    fn share(&mut self, work: u64, shorter: &Disagreement, source: &str) {
        let longer = |known: &&Known| measure(&known.finding.record) > measure(&shorter.record);
        let twins: Vec<FindingId> =
            self.twins(shorter.id).filter(longer).map(|known| known.cause).collect();
        for id in twins {
            if let Some((disagreement, engine)) = self.shown(id, &shorter.record) {
                let candidate = Candidate::shown(disagreement, engine, source, NO_EFFORT);
                self.book(work, candidate, false);
            }
        }
    }

    /// The disagreement of an id that a game shows on a fresh engine, and that engine.
    fn shown(&mut self, id: FindingId, record: &Record) -> Option<(Disagreement, Box<dyn Engine>)> {
        let played = guarded(|| {
            let mut engine = (self.factory)()?;
            Ok((play_again(engine.as_mut(), record, Manner::of(id)), engine))
        });
        let (Comparison { coverage, disagreements, .. }, engine) = played.ok()?;
        let shown = disagreements.into_iter().find(|disagreement| disagreement.id == id)?;
        self.step.coverage.add(&coverage);
        Some((shown, engine))
    }

    /// Finds out whether an engine that answers wrongly acts wrongly too, by the same game.
    fn act(&mut self, work: u64, answered: &Disagreement, source: String) {
        let id = FindingId { check: Check::Play, ..answered.id };
        if self.findings.contains_key(&id) {
            return;
        }
        if let Some((disagreement, engine)) = self.shown(id, &answered.record) {
            let effort = self.options.effort;
            let candidate = Candidate::shown(disagreement, engine, &source, effort);
            self.book(work, candidate, false);
        }
    }

    /// Whether a refusal at the end of a game that collides comes of the hash: then the mirror image of the game, in which
    /// other keys add up, is played to its end.
    fn is_by_hash(&self, refused: &Disagreement) -> bool {
        // An engine that gives another reason says itself that it is not.
        let may_be = match refused.difference {
            Difference::Ruling(None, Ruling::Forbidden(reason)) => {
                matches!(reason, RefusalReason::Repetition | RefusalReason::Unstated)
            }
            _ => false,
        };
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
        may_be && played.is_ok_and(agrees)
    }

    /// Demands that the engine is observed in what games reach.
    fn demand(&mut self, reaches: Reaches) {
        add_up(&mut self.step.reaches, &reaches.events);
        self.step.forms.extend(reaches.forms);
    }

    /// Counts a fault, and confirms it if it is new. Where it is expected, nothing is demanded of the game that it ended.
    fn fault(&mut self, work: u64, mut met: FaultMet) {
        let reaches = std::mem::take(&mut met.reaches);
        let size = met.record.as_ref().map(Record::size);
        let slow = matches!(met.fault, Fault::Timeout { .. });
        let (id, again) = self.told_as(work, met);
        let expected = self.options.expected.contains(&id.to_string());
        let count = FaultCount { size, slow, again: again.then_some(id), expected };
        self.count_fault(&count);
        self.step.faults.push(count);
        if !expected {
            self.demand(reaches);
        }
    }

    /// The fault that one is told as, and whether that is known already.
    fn told_as(&mut self, work: u64, met: FaultMet) -> (FaultId, bool) {
        let FaultMet { fault, record, before, manner, .. } = met;
        let id = FaultId::of(&fault);
        // One that was met outside of games is told with a game, if it occurs in one.
        let outside = |known: &&KnownFault| known.fault.record.is_none() && record.is_some();
        let outside = self.faults.get(&id).filter(outside).map(|known| known.fault.count);
        if outside.is_none() && self.is_known(&id) {
            return (id, true);
        }
        let stop = || self.observer.stop();
        let confirmed = record.map(|record| {
            confirm_fault(self.factory, &fault, record, &before, manner, FAULT_EFFORT, &stop)
        });
        let mut known = known_fault(self.options, self.observer, &fault, confirmed, work);
        // One that does not occur again is one with others of the kind.
        let same = if outside.is_some() { id } else { known.cause.clone() };
        match outside {
            Some(count) if known.cause == same => known.fault.count += count,
            _ if self.is_known(&same) => return (same, true),
            _ => self.observer.fault(&known.fault),
        }
        self.tell(Entry::Fault(Box::new(known)));
        (same, false)
    }

    /// Keeps faults that were met outside of games, each once. One that is met in a game too is told with that game.
    pub(super) fn probe_faults(&mut self, work: u64, faults: &[ProbeFault]) {
        for met in faults {
            let known = known_probe_fault(self.options, self.observer, met, work);
            if !self.faults.contains_key(&known.cause) {
                self.observer.fault(&known.fault);
                self.tell(Entry::Fault(Box::new(known)));
            }
        }
    }

    /// Counts a fault that is met once more, if it is.
    fn is_known(&mut self, id: &FaultId) -> bool {
        let Some(known) = self.faults.get_mut(id) else { return false };
        known.fault.count += 1;
        true
    }

    /// Gives a board up on which there were too many faults, or the run if they were met when an engine was started. On
    /// a crash that is expected no board is given up.
    fn count_fault(&mut self, count: &FaultCount) {
        let FaultCount { size, slow, expected, .. } = *count;
        if expected && !slow && size.is_some() {
            return;
        }
        let on_board = self.faults_on.entry((size, slow)).or_default();
        *on_board += 1;
        let most = if slow { MOST_FAULTS.0 } else { MOST_FAULTS.1 };
        if *on_board >= most {
            match size {
                Some(size) => drop(self.given_up.insert(size)),
                None => self.lost = true,
            }
        }
    }

    /// Whether a board was given up because the engine hangs on it, so that each further game would take as long as its timeout.
    pub(super) fn hangs_on(&self, size: Size) -> bool {
        self.faults_on.get(&(Some(size), true)).is_some_and(|&faults| faults >= MOST_FAULTS.0)
    }

    /// Keeps what an engine says of itself by now: notes, and where it broke the protocol on the way.
    fn hear(&mut self, work: u64, about: About) {
        for note in about.notes {
            self.note(note);
        }
        self.probe_faults(work, &about.faults);
        for case in about.protocol {
            let (id, outcome) = (case.id.to_owned(), case.outcome.to_string());
            // Of several engines, the evidence of the one that met it first counts.
            self.step.protocol.entry(id.clone()).or_insert_with(|| outcome.clone());
            self.protocol.entry(id).or_insert(outcome);
        }
    }

    /// Keeps a note, once.
    pub(super) fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.step.notes.push(note.clone());
            self.notes.push(note);
        }
    }
}

/// Resuming a run.
#[cfg(feature = "parallel")]
impl Run<'_> {
    /// Takes in what was written down of the same run before it was ended.
    pub(super) fn replay(&mut self, entries: &[Entry]) {
        let mut pending = Vec::new();
        for entry in entries {
            match entry {
                Entry::Begun(_) => {}
                Entry::Finding(_) | Entry::Fault(_) => pending.push(entry.clone()),
                Entry::Resumed(_) => self.left.append(&mut pending),
                Entry::Done(done) => {
                    for entry in pending.drain(..) {
                        self.keep(entry);
                    }
                    self.replay_done(done);
                }
            }
        }
        self.left.append(&mut pending);
    }

    fn replay_done(&mut self, done: &Done) {
        self.absorb(done);
        self.aliases.extend(done.aliases.iter().copied());
        for count in &done.faults {
            self.count_fault(count);
            if let Some(known) = count.again.as_ref().and_then(|id| self.faults.get_mut(id)) {
                known.fault.count += 1;
            }
        }
        for note in &done.notes {
            self.note(note.clone());
        }
        for (id, outcome) in &done.protocol {
            self.protocol.entry(id.clone()).or_insert_with(|| outcome.clone());
        }
        self.step = Done::default();
        let first = done.seconds_to_first_finding.map(Duration::try_from_secs_f64);
        self.first_finding = self.first_finding.or(first.and_then(Result::ok));
        self.next = done.work + 1;
        self.written = self.next;
    }

    /// The number of the first part that is not done.
    pub(super) fn next(&self) -> u64 {
        self.next
    }
}
