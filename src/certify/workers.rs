//! The threads of an examination: some prepare games with the referee, some hold them against engines.

use super::plan::{self, Game, Source, Work};
use super::{
    About, Certification, EngineFactory, FaultFinding, Finding, Found, Observer, Options, referee,
};
use crate::check::{Check, FindingId};
use crate::compare::{CompareOptions, Comparison, Coverage, Disagreement, compare_with};
use crate::engine::{Engine, Fault};
use crate::findings::{Effort, measure, shrink};
use crate::game::{Record, Setup, Size, Turn};
use crate::referee::{Event, Events, Transcript};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Games that wait for an engine; more would only take memory.
const AHEAD: usize = 16;

/// After so many faults the examination ends.
const MOST_FAULTS: u64 = 20;

/// How long a case is shrunk: so many times as long as it takes to play once, within these bounds.
const SHRINKING: (u32, Duration, Duration) = (100, Duration::from_secs(3), Duration::from_secs(10));

/// The most games tried to shrink a case.
const SHRINKING_TRIES: usize = 20_000;

/// The most games tried to shrink a case that was met in a short game.
const SHORT_GAME_TRIES: usize = 60;

pub(super) fn certify(
    factory: &EngineFactory<'_>,
    options: &Options,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Certification, Fault> {
    let start = Instant::now();
    let mut first = factory()?;
    let about = About { notes: Vec::new(), ..first.about() };
    let (playable, refused) = boards(first.as_mut(), options)?;
    let works = plan::mandatory(options, &playable);
    let run = RunState {
        factory,
        options,
        playable: &playable,
        planned: works.len(),
        works: &works,
        next: AtomicUsize::new(0),
        deadline: options.budget.map(|budget| start + budget),
        drawn_until: OnceLock::new(),
        stop,
        full: AtomicBool::new(false),
        panics: AtomicUsize::new(0),
        start,
        observer,
        results: Mutex::new(Results::default()),
    };
    if !playable.is_empty() {
        run.run(first);
    }
    let results = run.results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut findings: Vec<Finding> = results.found.into_values().collect();
    for finding in &mut findings {
        finding.count = results.coverage.ids.get(&finding.id()).copied().unwrap_or(1);
    }
    findings.sort_by_key(|finding| (finding.id().rule, measure(&finding.disagreement.record)));
    Ok(Certification {
        engine: About { notes: results.notes, ..about },
        options: options.clone(),
        coverage: results.coverage,
        findings,
        faults: results.faults,
        refused,
        reachable: results.reachable,
        complete: results.done == works.len(),
        interrupted: stop.load(Ordering::Relaxed),
        elapsed: start.elapsed(),
        first_finding: results.first_finding,
    })
}

/// The boards that the engine plays, and those that it refuses.
#[expect(clippy::type_complexity, reason = "a pair of lists, used once")]
fn boards(
    engine: &mut dyn Engine,
    options: &Options,
) -> Result<(Vec<Size>, Vec<(Size, String)>), Fault> {
    let (mut playable, mut refused, mut last) = (Vec::new(), Vec::new(), None);
    for &size in &options.sizes {
        match guarded(|| engine.start(&Setup::new(size, options.rules))) {
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

/// An engine that is part of this program may panic; that is a fault like any other.
fn guarded<T>(call: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let message = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Err(Fault::Panic { message: message.to_owned() })
    })
}

/// What all threads share.
struct RunState<'a> {
    factory: &'a EngineFactory<'a>,
    options: &'a Options,
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
    /// How often an engine panicked while a case was shrunk.
    panics: AtomicUsize,
    start: Instant,
    observer: &'a dyn Observer,
    results: Mutex<Results>,
}

/// Takes all games out of the line when the thread that held them against an engine panics, so that nobody waits for
/// ever to put games in.
struct Drain<'a> {
    run: &'a RunState<'a>,
    receiver: &'a Mutex<Receiver<Game>>,
}

impl Drop for Drain<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.run.full.store(true, Ordering::Relaxed);
            while self.receiver.lock().unwrap_or_else(PoisonError::into_inner).recv().is_ok() {}
        }
    }
}

/// What has come in so far.
#[derive(Default)]
struct Results {
    coverage: Coverage,
    found: Found,
    faults: Vec<FaultFinding>,
    reachable: Events,
    notes: Vec<String>,
    done: usize,
    drawn: u64,
    first_finding: Option<Duration>,
}

impl RunState<'_> {
    fn run(&self, first: Box<dyn Engine>) {
        let (sender, receiver) = sync_channel(AHEAD);
        let receiver = Mutex::new(receiver);
        std::thread::scope(|scope| {
            for _ in 0..self.options.jobs {
                let sender = sender.clone();
                scope.spawn(move || self.prepare(&sender));
            }
            drop(sender);
            for _ in 1..self.options.jobs {
                scope.spawn(|| match (self.factory)() {
                    Ok(engine) => self.examine(engine, &receiver),
                    Err(fault) => {
                        let note = format!("a further engine could not be started: {fault}");
                        self.results().notes.push(note);
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
                    if self.options.games.is_some_and(|games| number >= games) {
                        return;
                    }
                    Work::Random(number)
                }
            };
            let slow = || self.start.elapsed() > self.options.level.short_games().1;
            if matches!(work, Work::ShortGames(_, _, false)) && slow() {
                self.results().done += 1;
                continue;
            }
            let handed = plan::perform(&work, self.options, self.playable, &mut |game| match self
                .over()
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

    /// Holds games against an engine until there are none.
    fn examine(&self, mut engine: Box<dyn Engine>, receiver: &Mutex<Receiver<Game>>) {
        let _drain = Drain { run: self, receiver };
        loop {
            let game = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(game) = game else { break };
            if self.over() {
                // Takes the rest out of the line, so that nobody waits to put games in.
                continue;
            }
            let panics = self.panics.load(Ordering::Relaxed);
            let fault = self.compare(engine.as_mut(), &game);
            let panicked = panics != self.panics.load(Ordering::Relaxed);
            if panicked || matches!(fault, Some(Fault::Panic { .. })) {
                match (self.factory)() {
                    Ok(again) => engine = again,
                    Err(fault) => {
                        self.note_fault(fault, None);
                        self.full.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
        let mut results = self.results();
        for note in engine.about().notes {
            if !results.notes.contains(&note) {
                results.notes.push(note);
            }
        }
    }

    /// Holds one game against an engine, and books what comes of it.
    fn compare(&self, engine: &mut dyn Engine, game: &Game) -> Option<Fault> {
        let known: BTreeMap<FindingId, usize> = self
            .results()
            .found
            .iter()
            .map(|(&id, finding)| (id, finding.disagreement.record.turns.len()))
            .collect();
        let undo = game.undo && !self.never_undoes();
        let drawn = matches!(game.source, Source::Random(..));
        let mut findings = Comparison::default();
        // Without taking back, a set game was played before.
        if undo || drawn || !game.undo {
            let options = CompareOptions { ask: true, undo, known: &known };
            let examined = guarded(|| Ok(compare_with(engine, &game.transcript, options)));
            findings = examined
                .unwrap_or_else(|fault| Comparison { fault: Some(fault), ..Comparison::default() });
        }
        for disagreement in std::mem::take(&mut findings.disagreements) {
            let found = self.book(engine, disagreement, game.source);
            if found.id.check == Check::Legality {
                self.act(engine, &found, game.source);
            }
        }
        if let Some(fault) = &findings.fault {
            self.note_fault(fault.clone(), Some(game.transcript.record.clone()));
        }
        let mut results = self.results();
        results.coverage.add(&findings.coverage);
        if !matches!(game.source, Source::Random(..)) {
            results.reachable =
                results.reachable.iter().chain(plan::reaches(&game.transcript).iter()).collect();
        } else {
            results.drawn += 1;
        }
        results.done += usize::from(game.completes);
        let (done, drawn) = (results.done as u64, results.drawn);
        drop(results);
        if done == self.planned as u64
            && let Some(drawing) = self.options.drawing
        {
            self.drawn_until.get_or_init(|| Instant::now() + drawing);
        }
        self.observer.progress(done, self.planned as u64, drawn);
        findings.fault
    }

    /// Whether the engine was asked to take turns back more than once, and never did.
    fn never_undoes(&self) -> bool {
        let results = self.results();
        let missing = results.coverage.missing.get(&Check::Undo).copied().unwrap_or(0);
        missing >= 20 && !results.coverage.checks.contains_key(&Check::Undo)
    }

    /// Shrinks a disagreement of a new cause and books it.
    fn book(
        &self,
        engine: &mut dyn Engine,
        disagreement: Disagreement,
        source: Source,
    ) -> Disagreement {
        let met = self.start.elapsed();
        let id = disagreement.id;
        let (disagreement, reproduced) = self.shrunk(engine, disagreement, source);
        let reproduced = reproduced && self.shows_on_another(&disagreement);
        let finding = Finding { disagreement, count: 1, reproduced, source };
        let mut results = self.results();
        results.first_finding = Some(results.first_finding.map_or(met, |first| first.min(met)));
        let smaller = |known: &Finding| {
            measure(&finding.disagreement.record) < measure(&known.disagreement.record)
        };
        let shortest = finding.disagreement.clone();
        match results.found.get_mut(&id) {
            None => {
                results.found.insert(id, finding.clone());
                drop(results);
                self.observer.finding(&finding);
            }
            Some(known) if smaller(known) && reproduced => *known = finding,
            Some(_) => {}
        }
        shortest
    }

    /// Whether an engine that has played no other game before disagrees too.
    fn shows_on_another(&self, disagreement: &Disagreement) -> bool {
        let shown = guarded(|| {
            let mut another = (self.factory)()?;
            Ok(show_again(another.as_mut(), &disagreement.record, disagreement.id))
        });
        // An engine of which there can be only one at a time has shown it twice already.
        shown.map_or(true, |shown| shown.is_some())
    }

    /// Finds out whether an engine that answers wrongly acts wrongly too, by the same game.
    fn act(&self, engine: &mut dyn Engine, answered: &Disagreement, source: Source) {
        let id = FindingId { check: Check::Play, ..answered.id };
        if self.results().found.contains_key(&id) {
            return;
        }
        let shown = guarded(|| Ok(play_again(engine, &answered.record, id)));
        let findings = match shown {
            Ok(findings) => findings,
            Err(fault) => return self.note_fault(fault, Some(answered.record.clone())),
        };
        if let Some(fault) = &findings.fault {
            self.note_fault(fault.clone(), Some(answered.record.clone()));
        }
        if findings.disagreements.iter().any(|disagreement| disagreement.id == id) {
            self.results().coverage.add(&findings.coverage);
        }
        for disagreement in findings.disagreements {
            if disagreement.id == id {
                self.book(engine, disagreement, source);
            }
        }
    }

    /// The shortest case of the same cause that is found in reasonable time, and whether it shows itself again.
    fn shrunk(
        &self,
        engine: &mut dyn Engine,
        disagreement: Disagreement,
        source: Source,
    ) -> (Disagreement, bool) {
        let id = disagreement.id;
        let twin = |finding: &&Finding| {
            let other = finding.id();
            (other.rule, other.event) == (id.rule, id.event)
        };
        let shortest_of = |finding: &Finding| finding.disagreement.record.clone();
        let mut shortest: Option<Disagreement> = None;
        let mut shows = |record: &Record| {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let shown = guarded(|| Ok(show_again(engine, record, id)));
            if shown.is_err() {
                self.panics.fetch_add(1, Ordering::Relaxed);
            }
            let shown = shown.ok()??;
            let record = shown.record.clone();
            let smaller = |known: &Disagreement| measure(&record) < measure(&known.record);
            if shortest.as_ref().is_none_or(smaller) {
                shortest = Some(shown);
            }
            Some(record)
        };
        let start = Instant::now();
        if shows(&disagreement.record).is_none() {
            return (disagreement, self.stop.load(Ordering::Relaxed));
        }
        let (times, least, most) = SHRINKING;
        let until = Instant::now() + (start.elapsed() * times).clamp(least, most);
        let until = self.deadline.map_or(until, |deadline| until.min(deadline));
        // What an engine does wrong it often knows wrong too, by the same game.
        let twins: Vec<Record> =
            self.results().found.values().filter(twin).map(shortest_of).collect();
        if twins.iter().any(|twin| shows(twin).is_some()) {
            return (shortest.unwrap_or(disagreement), true);
        }
        // All games with fewer legal turns were tried before a short game; only its illegal attempts can go.
        let tries = if source == Source::ShortGames { SHORT_GAME_TRIES } else { SHRINKING_TRIES };
        let effort = Effort { tries, until: Some(until) };
        shrink(disagreement.record.clone(), effort, &mut shows);
        (shortest.unwrap_or(disagreement), true)
    }

    fn note_fault(&self, fault: Fault, record: Option<Record>) {
        self.observer.fault(&fault);
        let mut results = self.results();
        let same = |other: &&mut FaultFinding| {
            other.fault.kind() == fault.kind() && other.fault.command() == fault.command()
        };
        match results.faults.iter_mut().find(same) {
            Some(known) => known.count += 1,
            None => results.faults.push(FaultFinding { fault, record, count: 1 }),
        }
        let total: u64 = results.faults.iter().map(|incident| incident.count).sum();
        if total >= MOST_FAULTS {
            self.full.store(true, Ordering::Relaxed);
        }
    }

    fn results(&self) -> std::sync::MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays a record against the engine, with the questions and the undos by which this cause shows, and returns the
/// disagreement of this cause, if it shows. The predicate by which [`shrink`](crate::shrink) keeps to a cause.
pub fn show_again(engine: &mut dyn Engine, record: &Record, id: FindingId) -> Option<Disagreement> {
    let findings = play_again(engine, record, id);
    findings.disagreements.into_iter().find(|disagreement| disagreement.id == id)
}

/// Plays a record against the engine in the manner in which a cause shows.
fn play_again(engine: &mut dyn Engine, record: &Record, id: FindingId) -> Comparison {
    let everywhere = id.event == Event::QuestionChanges;
    let last = record.turns.len().saturating_sub(1);
    let asks = id.check == Check::Legality;
    let referee = referee(record.size(), record.rules());
    let transcript = Transcript::new(referee, record.clone(), |place, _| {
        if everywhere {
            Turn::all(record.size()).collect()
        } else if asks && place == last {
            vec![record.turns[place]]
        } else {
            Vec::new()
        }
    });
    let known = BTreeMap::new();
    let options = CompareOptions { ask: asks, undo: id.check == Check::Undo, known: &known };
    compare_with(engine, &transcript, options)
}
