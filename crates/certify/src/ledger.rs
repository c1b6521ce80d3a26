//! The results collected so far. Parts of the work are collected in order, so that the report does not depend
//! on the number of parallel engines.

use super::Run;
use super::examine::{Reaches, WorkResult, add_up};
use super::idle::ByCommands;
use super::journal::{Done, Entry, FaultCount};
use super::known::{KnownFault, KnownFinding};
use crate::report::{Finding, in_words};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use superko_engine::check::FindingId;
use superko_engine::referee::Event;
use superko_engine::{About, FaultId, Note};
use superko_game::Size;

/// The results of a run.
pub(super) struct Ledger<'a> {
    pub(super) run: Run<'a>,
    /// Whether accepted illegal plays are not findings, because the engine is known to accept every play.
    pub(super) tolerant: bool,
    pub(super) findings: Findings,
    pub(super) faults: Faults,
    /// The observations of all parts collected so far.
    pub(super) seen: Done,
    /// The observations of the part that is being collected.
    pub(super) step: Done,
    /// The command that the engine had not answered when the run was stopped, and how long the run had waited for it.
    pub(super) unanswered: Option<(String, Duration)>,
    log: Log,
}

/// The disagreements that were found.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) known: BTreeMap<FindingId, KnownFinding>,
    /// The findings about commands that must change nothing.
    pub(super) by_commands: Vec<Finding>,
    /// The ids of disagreements that had another id when the game was played again, each with that other id.
    pub(super) aliases: BTreeMap<FindingId, FindingId>,
}

impl Findings {
    /// Returns the id that disagreements of an id turned out to have.
    pub(super) fn known_id(&self, id: FindingId) -> FindingId {
        self.aliases.get(&id).copied().unwrap_or(id)
    }

    /// Adds the aliases from before the run was resumed.
    pub(super) fn add_aliases(&mut self, aliases: &[(FindingId, FindingId)]) {
        self.aliases.extend(aliases.iter().copied());
    }

    /// Returns a finding about an event, if there is one.
    pub(super) fn of_event(&self, event: Event) -> Option<&Finding> {
        self.known.values().map(|known| &known.finding).find(|found| found.event == event)
    }

    /// Returns the findings of the same rule and event: one game often shows both a wrong play and a wrong answer.
    pub(super) fn twins(&self, id: FindingId) -> impl Iterator<Item = &KnownFinding> {
        let of_same = move |known: &&KnownFinding| {
            (known.cause.rule, known.cause.event) == (id.rule, id.event) && known.cause != id
        };
        self.known.values().filter(of_same)
    }
}

/// The number of faults after which a board is given up: of timeouts, and of other faults.
const MOST_FAULTS: (u64, u64) = (3, 20);

/// The faults that were met.
#[derive(Default)]
pub(super) struct Faults {
    pub(super) known: BTreeMap<FaultId, KnownFault>,
    /// Boards that were given up because of faults.
    pub(super) given_up: BTreeSet<Size>,
    /// Whether no engine can be started any more.
    pub(super) lost: bool,
    /// The number of faults on each board, or at the start of an engine; timeouts are counted apart.
    met_on: BTreeMap<(Option<Size>, bool), u64>,
}

impl Faults {
    /// Counts a fault once more if it is known, and returns whether it is.
    pub(super) fn met_again(&mut self, id: &FaultId) -> bool {
        let Some(known) = self.known.get_mut(id) else { return false };
        known.fault.count += 1;
        true
    }

    /// Gives up a board with too many faults, or the run if they were met when an engine was started. An expected fault in a
    /// game does not count, unless it is a timeout.
    pub(super) fn count(&mut self, count: &FaultCount) {
        let FaultCount { size, slow, expected, .. } = *count;
        if expected && !slow && size.is_some() {
            return;
        }
        let on_board = self.met_on.entry((size, slow)).or_default();
        *on_board += 1;
        let most = if slow { MOST_FAULTS.0 } else { MOST_FAULTS.1 };
        if *on_board >= most {
            match size {
                Some(size) => drop(self.given_up.insert(size)),
                None => self.lost = true,
            }
        }
    }

    /// Returns whether a board was given up for timeouts: each further game would take as long as the timeout.
    pub(super) fn hangs_on(&self, size: Size) -> bool {
        self.met_on.get(&(Some(size), true)).is_some_and(|&faults| faults >= MOST_FAULTS.0)
    }
}

/// The state of the journal.
#[derive(Default)]
struct Log {
    /// The number of the first part that is not done.
    next: u64,
    /// The number of parts that are stored as done.
    written: u64,
    /// The parts that are done and not stored.
    unwritten: Done,
    /// Whether the part that is being collected has added an entry.
    has_entry: bool,
    /// The entries stored before the run was resumed that belong to parts not done by then.
    left: Vec<Entry>,
}

impl<'a> Ledger<'a> {
    pub(super) fn new(run: Run<'a>, tolerates_illegal_plays: bool) -> Ledger<'a> {
        Ledger {
            run,
            tolerant: tolerates_illegal_plays && !run.options.strict,
            findings: Findings::default(),
            faults: Faults::default(),
            seen: Done::default(),
            step: Done::default(),
            unanswered: None,
            log: Log::default(),
        }
    }

    /// Adds the findings about commands that must change nothing.
    pub(super) fn add_by_commands(&mut self, found: &[ByCommands]) {
        let run = self.run;
        self.findings.by_commands = found.iter().map(|found| found.finding(run)).collect();
        self.findings.by_commands.iter().for_each(|finding| run.observer.finding(finding));
    }

    /// Keeps the findings and faults of parts that were unfinished when the run ended, unless they showed again since.
    pub(super) fn keep_left(&mut self) {
        for entry in std::mem::take(&mut self.log.left) {
            let is_new = match &entry {
                Entry::Finding(known) => {
                    !self.findings.known.contains_key(&self.findings.known_id(known.cause))
                }
                Entry::Fault(known) => {
                    let random = known.cause.clone().at_random();
                    ![&known.cause, &random].iter().any(|id| self.faults.known.contains_key(id))
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
            Entry::Finding(known) => drop(self.findings.known.insert(known.cause, *known)),
            Entry::Fault(known) => drop(self.faults.known.insert(known.cause.clone(), *known)),
            Entry::Begun(_) | Entry::Done(_) | Entry::Resumed(_) => {}
        }
    }

    /// Keeps an entry, and passes it to the observer to be stored.
    pub(super) fn store(&mut self, entry: Entry) {
        self.log.has_entry = true;
        self.run.observer.entry(&entry);
        self.keep(entry);
    }

    /// Returns whether the run must end before its plan is done.
    pub(super) fn is_over(&self) -> bool {
        self.run.observer.stop() || self.faults.lost || self.has_failed_fast()
    }

    fn has_failed_fast(&self) -> bool {
        let expected = &self.run.options.expected;
        let is_new =
            |known: &KnownFinding| !self.tolerates(known) && !expected.contains(&known.finding.id);
        let has_found = || {
            self.findings.known.values().any(is_new)
                || self.findings.by_commands.iter().any(|found| !expected.contains(&found.id))
        };
        let has_failed =
            || self.faults.known.values().any(|known| !expected.contains(&known.fault.id));
        self.run.options.fail_fast && (has_failed() || has_found())
    }

    /// Returns whether a disagreement is merely tolerated, and not a finding.
    pub(super) fn tolerates(&self, known: &KnownFinding) -> bool {
        self.tolerant && known.is_acceptance
    }

    /// Returns the number of the first part that is not done.
    pub(super) fn next(&self) -> u64 {
        self.log.next
    }

    /// Collects the result of a part of the work on a board.
    pub(super) fn commit(&mut self, size: Option<Size>, result: WorkResult) {
        if self.faults.lost || self.has_failed_fast() {
            return;
        }
        let WorkResult { work, coverage, found, faults, reaches, about, .. } = result;
        let whole = result.finished && !result.stopped;
        self.unanswered = result.unanswered.or(self.unanswered.take());
        if let Some(about) = about {
            self.keep_about(work, about);
        }
        if size.is_none_or(|size| !self.faults.given_up.contains(&size)) {
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
        let seconds = self.run.observer.elapsed().map(|time| time.as_secs_f64());
        let done = Done { work, seconds, ..std::mem::take(&mut self.step) };
        self.seen.observe(&done);
        // A part that was done after the run was stopped may be half done.
        if whole && work == self.log.next && !self.run.observer.stop() {
            self.log.next += 1;
            self.log.unwritten.add(&done);
            // Long runs would store too many entries otherwise. At most a thousandth of the parts has to be repeated.
            let Log { next, written, has_entry, .. } = self.log;
            if has_entry || (next - written) * 1000 > written {
                self.write_down();
            }
        }
        self.log.has_entry = false;
    }

    /// Stores the parts that are done as one entry.
    pub(super) fn write_down(&mut self) {
        if self.log.written < self.log.next {
            self.log.written = self.log.next;
            let done = std::mem::take(&mut self.log.unwritten);
            self.run.observer.entry(&Entry::Done(Box::new(done)));
        }
    }

    /// Demands that the engine is observed at the events and forms that games reach.
    pub(super) fn demand(&mut self, reaches: Reaches) {
        add_up(&mut self.step.reaches, &reaches.events);
        self.step.forms.extend(reaches.forms);
    }

    /// Keeps what an engine reports about itself: notes, faults, and cases of the protocol.
    fn keep_about(&mut self, work: u64, about: About) {
        for note in about.notes {
            self.note(note);
        }
        self.probe_faults(work, &about.faults);
        for case in about.protocol {
            // If two engines met the same case, the evidence of the first one counts.
            self.step.protocol.entry(case.id.to_owned()).or_insert(case.outcome);
        }
    }

    /// Keeps a note, once.
    pub(super) fn note(&mut self, note: Note) {
        // A journal of an earlier version has notes in words.
        let said = in_words(&note);
        let mut notes = self.seen.notes.iter().chain(&self.step.notes);
        if notes.all(|other| in_words(other) != said) {
            self.step.notes.push(note);
        }
    }

    /// Adds the entries that the same run stored before it was interrupted.
    pub(super) fn replay(&mut self, entries: &[Entry]) {
        let mut pending = Vec::new();
        for entry in entries {
            match entry {
                Entry::Begun(_) => {}
                Entry::Finding(_) | Entry::Fault(_) => pending.push(entry.clone()),
                Entry::Resumed(_) => self.log.left.append(&mut pending),
                Entry::Done(done) => {
                    for entry in pending.drain(..) {
                        self.keep(entry);
                    }
                    self.replay_done(done);
                }
            }
        }
        self.log.left.append(&mut pending);
    }

    fn replay_done(&mut self, done: &Done) {
        self.findings.add_aliases(&done.aliases);
        for count in &done.faults {
            self.faults.count(count);
            if let Some(id) = &count.again {
                self.faults.met_again(id);
            }
        }
        self.seen.observe(done);
        self.log.next = done.work + 1;
        self.log.written = self.log.next;
    }
}
