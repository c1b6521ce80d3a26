//! The threads of an examination: some prepare games with the referee, some hold them against subjects.

use super::work::{self, Game, Source, Work};
use super::{About, Assignment, Certification, Finding, Found, Incident, Supply, Witness, referee};
use crate::event::{Event, Events};
use crate::examine::{Findings, Manner, confront};
use crate::record::Record;
use crate::shrink::{Effort, measure, shrink};
use crate::subject::{Fault, Subject};
use crate::transcript::Transcript;
use crate::verdict::{Cause, Coverage, Divergence, Facet};
use crate::vocabulary::{Size, Turn};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Games that wait for a subject; more would only take memory.
const AHEAD: usize = 16;

/// After so many faults the examination ends.
const MOST_FAULTS: u64 = 20;

/// How long a case is shrunk: so many times as long as it takes to play once, within these bounds.
const SHRINKING: (u32, Duration, Duration) = (100, Duration::from_secs(3), Duration::from_secs(10));

/// The most games tried to shrink a case.
const SHRINKING_TRIES: usize = 20_000;

/// The most games tried to shrink a case that was met in a sweep.
const SWEPT_TRIES: usize = 60;

pub(super) fn certify(
    supply: &Supply<'_>,
    assignment: &Assignment,
    witness: &dyn Witness,
    stop: &AtomicBool,
) -> Result<Certification, Fault> {
    let start = Instant::now();
    let mut first = supply()?;
    let about = About {
        name: first.name().to_owned(),
        version: first.version(),
        command: first.command(),
        notes: Vec::new(),
    };
    let (playable, refused) = boards(first.as_mut(), assignment)?;
    let works = work::mandatory(assignment, &playable);
    let desk = Desk {
        supply,
        assignment,
        playable: &playable,
        planned: works.len(),
        works: &works,
        next: AtomicUsize::new(0),
        deadline: assignment.budget.map(|budget| start + budget),
        drawn_until: OnceLock::new(),
        stop,
        full: AtomicBool::new(false),
        panics: AtomicUsize::new(0),
        start,
        witness,
        ledger: Mutex::new(Ledger::default()),
    };
    if !playable.is_empty() {
        desk.run(first);
    }
    let ledger = desk.ledger.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut findings: Vec<Finding> = ledger.found.into_values().collect();
    for finding in &mut findings {
        finding.count = ledger.coverage.causes.get(&finding.cause()).copied().unwrap_or(1);
    }
    findings.sort_by_key(|finding| (finding.cause().sentence, measure(&finding.divergence.record)));
    Ok(Certification {
        subject: About { notes: ledger.notes, ..about },
        assignment: assignment.clone(),
        coverage: ledger.coverage,
        findings,
        faults: ledger.faults,
        refused,
        reachable: ledger.reachable,
        complete: ledger.done == works.len(),
        interrupted: stop.load(Ordering::Relaxed),
        elapsed: start.elapsed(),
        first_finding: ledger.first_finding,
    })
}

/// The boards that the subject plays, and those that it refuses.
#[expect(clippy::type_complexity, reason = "a pair of lists, used once")]
fn boards(
    subject: &mut dyn Subject,
    assignment: &Assignment,
) -> Result<(Vec<Size>, Vec<(Size, String)>), Fault> {
    let (mut playable, mut refused, mut last) = (Vec::new(), Vec::new(), None);
    for &size in &assignment.sizes {
        match guarded(|| subject.begin(size, &assignment.rules)) {
            Ok(()) => playable.push(size),
            Err(Fault::Unsupported { what }) => refused.push((size, what)),
            Err(fault) => {
                refused.push((size, fault.to_string()));
                last = Some(fault);
            }
        }
    }
    match last {
        Some(fault) if playable.is_empty() => Err(fault),
        _ => Ok((playable, refused)),
    }
}

/// A subject that is part of this program may panic; that is a fault like any other.
fn guarded<T>(call: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let message = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Err(Fault::Panic { message: message.to_owned() })
    })
}

/// What all threads share.
struct Desk<'a> {
    supply: &'a Supply<'a>,
    assignment: &'a Assignment,
    playable: &'a [Size],
    works: &'a [Work],
    planned: usize,
    next: AtomicUsize,
    deadline: Option<Instant>,
    /// When to stop drawing games; known once all the other work is done.
    drawn_until: OnceLock<Instant>,
    stop: &'a AtomicBool,
    /// Whether there were too many faults to go on.
    full: AtomicBool,
    /// How often a subject panicked while a case was shrunk.
    panics: AtomicUsize,
    start: Instant,
    witness: &'a dyn Witness,
    ledger: Mutex<Ledger>,
}

/// Takes all games out of the line when the thread that held them against a subject panics, so that nobody waits for
/// ever to put games in.
struct Drain<'a> {
    desk: &'a Desk<'a>,
    receiver: &'a Mutex<Receiver<Game>>,
}

impl Drop for Drain<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.desk.full.store(true, Ordering::Relaxed);
            while self.receiver.lock().unwrap_or_else(PoisonError::into_inner).recv().is_ok() {}
        }
    }
}

/// What has come in so far.
#[derive(Default)]
struct Ledger {
    coverage: Coverage,
    found: Found,
    faults: Vec<Incident>,
    reachable: Events,
    notes: Vec<String>,
    done: usize,
    drawn: u64,
    first_finding: Option<Duration>,
}

impl Desk<'_> {
    fn run(&self, first: Box<dyn Subject>) {
        let (sender, receiver) = sync_channel(AHEAD);
        let receiver = Mutex::new(receiver);
        std::thread::scope(|scope| {
            for _ in 0..self.assignment.jobs {
                let sender = sender.clone();
                scope.spawn(move || self.prepare(&sender));
            }
            drop(sender);
            for _ in 1..self.assignment.jobs {
                scope.spawn(|| match (self.supply)() {
                    Ok(subject) => self.examine(subject, &receiver),
                    Err(fault) => {
                        let note = format!("a further engine could not be started: {fault}");
                        self.ledger().notes.push(note);
                    }
                });
            }
            self.examine(first, &receiver);
        });
    }

    fn over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.full.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.drawn_until.get().is_some_and(|&until| Instant::now() >= until)
    }

    /// Plays games through with the referee and puts them in line.
    fn prepare(&self, sender: &SyncSender<Game>) {
        loop {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let work = match self.works.get(place) {
                Some(work) => work.clone(),
                None => {
                    let number = (place - self.works.len()) as u64;
                    if self.assignment.games.is_some_and(|games| number >= games) {
                        return;
                    }
                    Work::Drawn(number)
                }
            };
            let slow = || self.start.elapsed() > self.assignment.level.sweeping().1;
            if matches!(work, Work::Sweep(_, _, false)) && slow() {
                self.ledger().done += 1;
                continue;
            }
            let handed =
                work::perform(&work, self.assignment, self.playable, &mut |game| match self.over()
                    || sender.send(game).is_err()
                {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                });
            if handed.is_break() {
                return;
            }
        }
    }

    /// Holds games against a subject until there are none.
    fn examine(&self, mut subject: Box<dyn Subject>, receiver: &Mutex<Receiver<Game>>) {
        let _drain = Drain { desk: self, receiver };
        loop {
            let game = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(game) = game else { break };
            if self.over() {
                // Takes the rest out of the line, so that nobody waits to put games in.
                continue;
            }
            let panics = self.panics.load(Ordering::Relaxed);
            let fault = self.confront(subject.as_mut(), &game);
            let panicked = panics != self.panics.load(Ordering::Relaxed);
            if panicked || matches!(fault, Some(Fault::Panic { .. })) {
                match (self.supply)() {
                    Ok(again) => subject = again,
                    Err(fault) => {
                        self.note_fault(fault, None);
                        self.full.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
        let mut ledger = self.ledger();
        for note in subject.notes() {
            if !ledger.notes.contains(&note) {
                ledger.notes.push(note);
            }
        }
    }

    /// Holds one game against a subject, and books what comes of it.
    fn confront(&self, subject: &mut dyn Subject, game: &Game) -> Option<Fault> {
        let known: BTreeMap<Cause, usize> = self
            .ledger()
            .found
            .iter()
            .map(|(&cause, finding)| (cause, finding.divergence.record.turns.len()))
            .collect();
        let undo = game.undo && !self.never_undoes();
        let drawn = matches!(game.source, Source::Drawn(..));
        let mut findings = Findings::default();
        // Without taking back, a set game was played before.
        if undo || drawn || !game.undo {
            let manner = Manner { ask: true, undo, known: &known };
            let examined = guarded(|| Ok(confront(subject, &game.transcript, manner)));
            findings = examined
                .unwrap_or_else(|fault| Findings { fault: Some(fault), ..Findings::default() });
        }
        for divergence in std::mem::take(&mut findings.divergences) {
            let found = self.book(subject, divergence, game.source);
            if found.cause.facet == Facet::Permits {
                self.act(subject, &found, game.source);
            }
        }
        if let Some(fault) = &findings.fault {
            self.note_fault(fault.clone(), Some(game.transcript.record.clone()));
        }
        let mut ledger = self.ledger();
        ledger.coverage.add(&findings.coverage);
        if !matches!(game.source, Source::Drawn(..)) {
            ledger.reachable =
                ledger.reachable.iter().chain(work::reaches(&game.transcript).iter()).collect();
        } else {
            ledger.drawn += 1;
        }
        ledger.done += usize::from(game.completes);
        let (done, drawn) = (ledger.done as u64, ledger.drawn);
        drop(ledger);
        if done == self.planned as u64
            && let Some(drawing) = self.assignment.drawing
        {
            self.drawn_until.get_or_init(|| Instant::now() + drawing);
        }
        self.witness.progress(done, self.planned as u64, drawn);
        findings.fault
    }

    /// Whether the subject was asked to take turns back more than once, and never did.
    fn never_undoes(&self) -> bool {
        let ledger = self.ledger();
        let withheld = ledger.coverage.withheld.get(&Facet::Undo).copied().unwrap_or(0);
        withheld >= 20 && !ledger.coverage.facets.contains_key(&Facet::Undo)
    }

    /// Shrinks a disagreement of a new cause and books it.
    fn book(
        &self,
        subject: &mut dyn Subject,
        divergence: Divergence,
        source: Source,
    ) -> Divergence {
        let met = self.start.elapsed();
        let cause = divergence.cause;
        let (divergence, reproduced) = self.shrunk(subject, divergence, source);
        let reproduced = reproduced && self.shows_on_another(&divergence);
        let finding = Finding { divergence, count: 1, reproduced, source };
        let mut ledger = self.ledger();
        ledger.first_finding = Some(ledger.first_finding.map_or(met, |first| first.min(met)));
        let smaller = |known: &Finding| {
            measure(&finding.divergence.record) < measure(&known.divergence.record)
        };
        let shortest = finding.divergence.clone();
        match ledger.found.get_mut(&cause) {
            None => {
                ledger.found.insert(cause, finding.clone());
                drop(ledger);
                self.witness.finding(&finding);
            }
            Some(known) if smaller(known) && reproduced => *known = finding,
            Some(_) => {}
        }
        shortest
    }

    /// Whether a subject that has played no other game before disagrees too.
    fn shows_on_another(&self, divergence: &Divergence) -> bool {
        let shown = guarded(|| {
            let mut another = (self.supply)()?;
            Ok(show_again(another.as_mut(), &divergence.record, divergence.cause))
        });
        // An engine of which there can be only one at a time has shown it twice already.
        shown.map_or(true, |shown| shown.is_some())
    }

    /// Finds out whether a subject that answers wrongly acts wrongly too, by the same game.
    fn act(&self, subject: &mut dyn Subject, answered: &Divergence, source: Source) {
        let cause = Cause { facet: Facet::Take, ..answered.cause };
        if self.ledger().found.contains_key(&cause) {
            return;
        }
        let shown = guarded(|| Ok(play_again(subject, &answered.record, cause)));
        let findings = match shown {
            Ok(findings) => findings,
            Err(fault) => return self.note_fault(fault, Some(answered.record.clone())),
        };
        if let Some(fault) = &findings.fault {
            self.note_fault(fault.clone(), Some(answered.record.clone()));
        }
        if findings.divergences.iter().any(|divergence| divergence.cause == cause) {
            self.ledger().coverage.add(&findings.coverage);
        }
        for divergence in findings.divergences {
            if divergence.cause == cause {
                self.book(subject, divergence, source);
            }
        }
    }

    /// The shortest case of the same cause that is found in reasonable time, and whether it shows itself again.
    fn shrunk(
        &self,
        subject: &mut dyn Subject,
        divergence: Divergence,
        source: Source,
    ) -> (Divergence, bool) {
        let cause = divergence.cause;
        let twin = |finding: &&Finding| {
            let other = finding.cause();
            (other.sentence, other.event) == (cause.sentence, cause.event)
        };
        let shortest_of = |finding: &Finding| finding.divergence.record.clone();
        let mut shortest: Option<Divergence> = None;
        let mut shows = |record: &Record| {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let shown = guarded(|| Ok(show_again(subject, record, cause)));
            if shown.is_err() {
                self.panics.fetch_add(1, Ordering::Relaxed);
            }
            let shown = shown.ok()??;
            let record = shown.record.clone();
            let smaller = |known: &Divergence| measure(&record) < measure(&known.record);
            if shortest.as_ref().is_none_or(smaller) {
                shortest = Some(shown);
            }
            Some(record)
        };
        let start = Instant::now();
        if shows(&divergence.record).is_none() {
            return (divergence, self.stop.load(Ordering::Relaxed));
        }
        let (times, least, most) = SHRINKING;
        let until = Instant::now() + (start.elapsed() * times).clamp(least, most);
        let until = self.deadline.map_or(until, |deadline| until.min(deadline));
        // What an engine does wrong it often knows wrong too, by the same game.
        let twins: Vec<Record> =
            self.ledger().found.values().filter(twin).map(shortest_of).collect();
        if twins.iter().any(|twin| shows(twin).is_some()) {
            return (shortest.unwrap_or(divergence), true);
        }
        // All games with fewer legal turns were tried before a game of a sweep; only its illegal attempts can go.
        let tries = if source == Source::Sweep { SWEPT_TRIES } else { SHRINKING_TRIES };
        let effort = Effort { tries, until: Some(until) };
        shrink(divergence.record.clone(), effort, &mut shows);
        (shortest.unwrap_or(divergence), true)
    }

    fn note_fault(&self, fault: Fault, record: Option<Record>) {
        self.witness.fault(&fault);
        let mut ledger = self.ledger();
        let same = |other: &&mut Incident| {
            other.fault.kind() == fault.kind() && other.fault.command() == fault.command()
        };
        match ledger.faults.iter_mut().find(same) {
            Some(known) => known.count += 1,
            None => ledger.faults.push(Incident { fault, record, count: 1 }),
        }
        let total: u64 = ledger.faults.iter().map(|incident| incident.count).sum();
        if total >= MOST_FAULTS {
            self.full.store(true, Ordering::Relaxed);
        }
    }

    fn ledger(&self) -> std::sync::MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays a record against the subject, with the questions and the undos by which this cause shows, and returns the
/// disagreement of this cause, if it shows. The predicate by which [`shrink`](crate::shrink) keeps to a cause.
pub fn show_again(subject: &mut dyn Subject, record: &Record, cause: Cause) -> Option<Divergence> {
    let findings = play_again(subject, record, cause);
    findings.divergences.into_iter().find(|divergence| divergence.cause == cause)
}

/// Plays a record against the subject in the manner in which a cause shows.
fn play_again(subject: &mut dyn Subject, record: &Record, cause: Cause) -> Findings {
    let everywhere = cause.event == Event::QuestionChanges;
    let last = record.turns.len().saturating_sub(1);
    let asks = cause.facet == Facet::Permits;
    let referee = referee(record.size, record.rules);
    let transcript = Transcript::new(referee, record.clone(), |place, _| {
        if everywhere {
            Turn::all(record.size).collect()
        } else if asks && place == last {
            vec![record.turns[place]]
        } else {
            Vec::new()
        }
    });
    let known = BTreeMap::new();
    let manner = Manner { ask: asks, undo: cause.facet == Facet::Undo, known: &known };
    confront(subject, &transcript, manner)
}
