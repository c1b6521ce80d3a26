//! Several engines in parallel. Some threads have the referee play games, some compare them on engines, and
//! one collects the results in the order of the work.

use super::examine::{Examiner, WorkResult};
use super::game::Game;
use super::journal::Entry;
use super::plan::Plan;
use super::run::Run;
use super::{Begun, Observer, Options, capacity, exactness, summary};
use crate::engine::{EngineFactory, guarded};
use crate::game::Size;
use crate::report::Report;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Games that wait for an engine, in each part of the work; more would only take memory.
const AHEAD: usize = 16;

/// The number of results for each engine that can wait to be collected. While a finding is confirmed and
/// shortened, the engine continues.
const RESULTS: usize = 256;

/// A part of the work, as its games come in.
struct Part {
    number: u64,
    games: Receiver<Item>,
}

enum Item {
    Game(Box<Game>),
    /// There are no more results, and none was left out.
    End,
}

/// What an engine's thread hands in.
enum Message {
    Result(Option<Size>, Box<WorkResult>),
    Note(String),
}

pub(super) fn run(
    factory: &EngineFactory<'_>,
    options: &Options,
    observer: &dyn Observer,
    begun: Begun,
    entries: &[Entry],
    jobs: usize,
) -> Report {
    let Begun { about, engine, playable, further, refused, skills, by_commands } = begun;
    let jobs = jobs.max(1);
    let plan = Plan::new(options, &playable, &further, observer);
    let mut run = Run::new(factory, options, observer, &about);
    run.replay(entries);
    run.meet_by_commands(&by_commands);
    run.probe_faults(run.next(), &about.faults);
    let (next, over) = (AtomicU64::new(run.next()), AtomicBool::new(run.is_over()));
    let hangs_on = playable.iter().copied().filter(|&size| run.hangs_on(size)).collect();
    let shared = Shared { plan: &plan, observer, next, over, hangs_on: Mutex::new(hangs_on) };
    let (hand_in, results) = sync_channel(RESULTS * jobs);
    std::thread::scope(|scope| {
        let (shared, run) = (&shared, &mut run);
        scope.spawn(move || take_in(run, shared, &results));
        let (queue, parts) = sync_channel(jobs);
        // When the last engine's thread ends, nobody waits to put games in.
        let parts = Arc::new(Mutex::new(parts));
        for _ in 0..jobs {
            let queue = queue.clone();
            scope.spawn(move || shared.prepare(&queue));
        }
        drop(queue);
        for _ in 1..jobs {
            let (parts, hand_in) = (Arc::clone(&parts), hand_in.clone());
            scope.spawn(move || match guarded(factory) {
                Ok(engine) => {
                    let examiner = Examiner::new(factory, Some(engine), skills);
                    shared.examine(examiner, &parts, &hand_in);
                }
                Err(fault) => {
                    let note = format!("a further engine could not be started: {fault}");
                    // Nobody listens any more only after a panic.
                    let _ = hand_in.send(Message::Note(note));
                }
            });
        }
        // An engine stays on the thread that it was made on.
        shared.examine(Examiner::new(factory, engine, skills), &parts, &hand_in);
        drop((parts, hand_in));
    });
    run.lacks(skills);
    exactness::examine(&mut run, factory, &playable);
    capacity::examine(&mut run, factory, &playable);
    summary::report(run, &plan, about, refused)
}

/// Takes results in by their numbers.
fn take_in(run: &mut Run<'_>, shared: &Shared<'_>, results: &Receiver<Message>) {
    let (mut waiting, mut expected) = (BTreeMap::new(), run.next());
    for message in results {
        match message {
            Message::Note(note) => run.note(note),
            Message::Result(size, result) => {
                waiting.insert(result.work, (size, result));
            }
        }
        while let Some((size, result)) = waiting.remove(&expected) {
            run.commit(size, *result);
            if let Some(size) = size.filter(|&size| run.hangs_on(size)) {
                shared.hangs_on.lock().unwrap_or_else(PoisonError::into_inner).insert(size);
            }
            run.progress(expected, shared.plan);
            expected += 1;
            if run.is_over() {
                shared.over.store(true, Ordering::Relaxed);
            }
        }
    }
    // Of a run that was stopped.
    for (size, result) in waiting.into_values() {
        run.commit(size, *result);
    }
}

/// What all threads share.
struct Shared<'a> {
    plan: &'a Plan<'a>,
    observer: &'a dyn Observer,
    /// The number of the next part of the work.
    next: AtomicU64,
    over: AtomicBool,
    /// Boards that were given up because the engine hangs on them.
    hangs_on: Mutex<BTreeSet<Size>>,
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.observer.stop()
    }

    fn hangs_on(&self, size: Size) -> bool {
        self.hangs_on.lock().unwrap_or_else(PoisonError::into_inner).contains(&size)
    }

    /// Has the referee play games, and hands them out part by part.
    fn prepare(&self, queue: &SyncSender<Part>) {
        while !self.is_over() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(work) = self.plan.work(number) else { return };
            let (hand_out, games) = sync_channel(AHEAD);
            if queue.send(Part { number, games }).is_err() {
                return;
            }
            let handed = self.plan.perform(&work, &mut |game| match self.is_over()
                || hand_out.send(Item::Game(Box::new(game))).is_err()
            {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            if handed.is_continue() {
                // Whoever compared them may have stopped.
                let _ = hand_out.send(Item::End);
            }
        }
    }

    /// Compares games on an engine until there are no more.
    fn examine(
        &self,
        mut examiner: Examiner<'_>,
        parts: &Mutex<Receiver<Part>>,
        hand_in: &SyncSender<Message>,
    ) {
        loop {
            let part = parts.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Part { number, games }) = part else { break };
            let mut result = WorkResult { work: number, ..WorkResult::default() };
            let mut size = None;
            for item in games {
                match item {
                    _ if self.is_over() => break,
                    Item::End => result.finished = true,
                    Item::Game(game) => {
                        let board = game.transcript.record.size();
                        size = Some(board);
                        if !self.hangs_on(board) {
                            examiner.examine(&game, &mut result);
                        }
                    }
                }
            }
            examiner.hear(&mut result);
            if hand_in.send(Message::Result(size, Box::new(result))).is_err() {
                break;
            }
        }
    }
}
