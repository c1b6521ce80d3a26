//! The results collected so far. Parts of the work are collected in order, so that the report does not depend
//! on the number of parallel engines.

use super::Run;
use super::examine::{Reaches, WorkResult, add_up};
use super::idle::ByCommands;
use super::journal::{Done, Entry, FaultCount};
use super::known::{Known, KnownFault};
use crate::check::FindingId;
use crate::engine::{About, FaultId, Note};
use crate::game::Size;
use crate::referee::Event;
use crate::report::{Finding, in_words};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The results of a run.
pub(super) struct Ledger<'a> {
    pub(super) run: Run<'a>,
    /// Whether accepted illegal plays are not findings, because the engine is known to accept every play.
    pub(super) tolerant: bool,
    pub(super) findings: Findings,
    pub(super) faults: Faults,
    /// What was observed in all parts that were taken in.
    pub(super) seen: Done,
    /// What was observed in the part that is taken in.
    pub(super) step: Done,
    /// What the engine had not answered for long when the run was stopped, and for how long.
    pub(super) unanswered: Option<(String, Duration)>,
    log: Log,
}

/// The disagreements that were found.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) known: BTreeMap<FindingId, Known>,
    /// What comes of commands that must change nothing.
    pub(super) by_commands: Vec<Finding>,
    /// Ids that turned out to be others when the game was played again.
    pub(super) aliases: BTreeMap<FindingId, FindingId>,
}

impl Findings {
    /// What disagreements of an id turned out to be.
    pub(super) fn put_down_to(&self, id: FindingId) -> FindingId {
        self.aliases.get(&id).copied().unwrap_or(id)
    }

    /// Takes over what was found out about ids before the run was resumed.
    pub(super) fn call(&mut self, aliases: &[(FindingId, FindingId)]) {
        self.aliases.extend(aliases.iter().copied());
    }

    /// A finding about an event, if there is one.
    pub(super) fn of_event(&self, event: Event) -> Option<&Finding> {
        self.known.values().map(|known| &known.finding).find(|found| found.event == event)
    }

    /// Findings of the same rule and event. What an engine does wrong it often knows wrong too, by the same game.
    pub(super) fn twins(&self, id: FindingId) -> impl Iterator<Item = &Known> {
        let of_same = move |known: &&Known| {
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
    /// How many faults were met on each board, or when an engine was started; timeouts apart.
    met_on: BTreeMap<(Option<Size>, bool), u64>,
}

impl Faults {
    /// Counts a fault that is met once more, if it is.
    pub(super) fn met_again(&mut self, id: &FaultId) -> bool {
        let Some(known) = self.known.get_mut(id) else { return false };
        known.fault.count += 1;
        true
    }

    /// Gives a board up on which there were too many faults, or the run if they were met when an engine was started. On
    /// a crash that is expected no board is given up.
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

    /// Whether a board was given up because the engine hangs on it, so that each further game would take as long as its timeout.
    pub(super) fn hangs_on(&self, size: Size) -> bool {
        self.met_on.get(&(Some(size), true)).is_some_and(|&faults| faults >= MOST_FAULTS.0)
    }
}

/// How far the journal is.
#[derive(Default)]
struct Log {
    /// The number of the first part that is not done.
    next: u64,
    /// How many parts are written down as done.
    written: u64,
    /// The parts that are done and not written down.
    unwritten: Done,
    /// Whether something was found in the part that is taken in.
    has_told: bool,
    /// What was written down before the run was resumed, of parts that were not done by then.
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

    /// Takes in what comes of commands that must change nothing.
    pub(super) fn meet_by_commands(&mut self, found: &[ByCommands]) {
        let run = self.run;
        self.findings.by_commands = found.iter().map(|found| found.finding(run)).collect();
        self.findings.by_commands.iter().for_each(|finding| run.observer.finding(finding));
    }

    /// Keeps what was found in parts that were not done when the run was ended, and did not show again when they were.
    pub(super) fn keep_left(&mut self) {
        for entry in std::mem::take(&mut self.log.left) {
            let is_new = match &entry {
                Entry::Finding(known) => {
                    !self.findings.known.contains_key(&self.findings.put_down_to(known.cause))
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
    pub(super) fn tell(&mut self, entry: Entry) {
        self.log.has_told = true;
        self.run.observer.entry(&entry);
        self.keep(entry);
    }

    /// Whether the run is to end before its plan does.
    pub(super) fn is_over(&self) -> bool {
        self.run.observer.stop() || self.faults.lost || self.has_failed_fast()
    }

    fn has_failed_fast(&self) -> bool {
        let expected = &self.run.options.expected;
        let is_new =
            |known: &Known| !self.tolerates(known) && !expected.contains(&known.finding.id);
        let has_found = || {
            self.findings.known.values().any(is_new)
                || self.findings.by_commands.iter().any(|found| !expected.contains(&found.id))
        };
        let has_failed =
            || self.faults.known.values().any(|known| !expected.contains(&known.fault.id));
        self.run.options.fail_fast && (has_failed() || has_found())
    }

    /// Whether a disagreement is merely tolerated, and not a finding.
    pub(super) fn tolerates(&self, known: &Known) -> bool {
        self.tolerant && known.is_acceptance
    }

    /// The number of the first part that is not done.
    pub(super) fn next(&self) -> u64 {
        self.log.next
    }

    /// Takes in what came of a part of the work on a board.
    pub(super) fn commit(&mut self, size: Option<Size>, result: WorkResult) {
        if self.faults.lost || self.has_failed_fast() {
            return;
        }
        let WorkResult { work, coverage, found, faults, reaches, about, .. } = result;
        let whole = result.finished && !result.stopped;
        self.unanswered = result.unanswered.or(self.unanswered.take());
        if let Some(about) = about {
            self.hear(work, about);
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
            // A run of days would write more than anyone keeps: what is left to be done again is a thousandth at the most.
            let Log { next, written, has_told, .. } = self.log;
            if has_told || (next - written) * 1000 > written {
                self.write_down();
            }
        }
        self.log.has_told = false;
    }

    /// Has the parts written down that are done.
    pub(super) fn write_down(&mut self) {
        if self.log.written < self.log.next {
            self.log.written = self.log.next;
            let done = std::mem::take(&mut self.log.unwritten);
            self.run.observer.entry(&Entry::Done(Box::new(done)));
        }
    }

    /// Demands that the engine is observed in what games reach.
    pub(super) fn demand(&mut self, reaches: Reaches) {
        add_up(&mut self.step.reaches, &reaches.events);
        self.step.forms.extend(reaches.forms);
    }

    /// Keeps what an engine says of itself by now: notes, and where it broke the protocol on the way.
    fn hear(&mut self, work: u64, about: About) {
        for note in about.notes {
            self.note(note);
        }
        self.probe_faults(work, &about.faults);
        for case in about.protocol {
            // The evidence of the engine that met a case first counts.
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

    /// Takes in what was written down of the same run before it was ended.
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
        self.findings.call(&done.aliases);
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
