//! Several engines in parallel. Some threads let the referee play games, some compare the games on engines, and one collects
//! the results in the order of the work.

use super::Observer;
use super::examine::{Examiner, WorkResult};
use super::ledger::Ledger;
use super::plan::Plan;
use super::planned_game::PlannedGame;
use super::protocol::ProtocolStation;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use superko_engine::{Note, guarded};
use superko_game::Size;

/// The number of games in each part of the work that can wait for an engine; more would only take memory.
const AHEAD: usize = 16;

/// The number of results for each engine that can wait to be collected. While a finding is confirmed and
/// shortened, the engine continues.
const RESULTS: usize = 256;

/// A part of the work, with a channel of its games.
struct Part {
    number: u64,
    games: Receiver<Item>,
}

enum Item {
    Game(Box<PlannedGame>),
    /// The part has no more games, and none was left out.
    End,
}

/// A message from the thread of an engine.
enum Message {
    Result(Option<Size>, Box<WorkResult>),
    Note(Note),
}

/// Performs the parts of a plan on several engines. The first one is that of the examiner.
pub(super) fn examine(
    ledger: &mut Ledger<'_>,
    plan: &Plan<'_>,
    first: Examiner<'_>,
    protocol: &mut ProtocolStation<'_>,
) {
    let run = ledger.run;
    let (next, over) = (AtomicU64::new(ledger.next()), AtomicBool::new(ledger.is_over()));
    let hangs_on = plan.boards().iter().copied().filter(|&size| ledger.faults.hangs_on(size));
    let hangs_on = Mutex::new(hangs_on.collect());
    let shared = Shared { plan, observer: run.observer, next, over, hangs_on };
    let (hand_in, results) = sync_channel(RESULTS * run.jobs);
    std::thread::scope(|scope| {
        let shared = &shared;
        scope.spawn(move || take_in(ledger, shared, protocol, &results));
        let (queue, parts) = sync_channel(run.jobs);
        // The receiver is dropped when the last engine's thread ends, so that no thread waits to send games.
        let parts = Arc::new(Mutex::new(parts));
        for _ in 0..run.jobs {
            let queue = queue.clone();
            scope.spawn(move || shared.prepare(&queue));
        }
        drop(queue);
        let skills = first.skills();
        for _ in 1..run.jobs {
            let (parts, hand_in) = (Arc::clone(&parts), hand_in.clone());
            scope.spawn(move || match guarded(run.factory) {
                Ok(engine) => {
                    let examiner = Examiner::new(run.factory, Some(engine), skills);
                    shared.examine(examiner, &parts, &hand_in);
                }
                Err(fault) => {
                    let note = Note::NoFurtherEngine(fault.to_string());
                    // This fails only after a panic.
                    let _ = hand_in.send(Message::Note(note));
                }
            });
        }
        // An engine stays on the thread that it was made on.
        shared.examine(first, &parts, &hand_in);
        drop((parts, hand_in));
    });
}

/// Collects results in the order of their numbers.
fn take_in(
    ledger: &mut Ledger<'_>,
    shared: &Shared<'_>,
    protocol: &mut ProtocolStation<'_>,
    results: &Receiver<Message>,
) {
    let (mut waiting, mut expected) = (BTreeMap::new(), ledger.next());
    for message in results {
        match message {
            Message::Note(note) => ledger.note(note),
            Message::Result(size, result) => {
                waiting.insert(result.work, (size, result));
            }
        }
        while let Some((size, result)) = waiting.remove(&expected) {
            ledger.commit(size, *result);
            if let Some(size) = size.filter(|&size| ledger.faults.hangs_on(size)) {
                shared.hangs_on.lock().unwrap_or_else(PoisonError::into_inner).insert(size);
            }
            expected += 1;
            protocol.advance(shared.plan, expected);
            if ledger.is_over() {
                shared.over.store(true, Ordering::Relaxed);
            }
        }
    }
    // A run that was stopped may leave results after a gap.
    for (size, result) in waiting.into_values() {
        ledger.commit(size, *result);
    }
}

/// The state that all threads share.
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

    /// Lets the referee play games, and hands them out part by part.
    fn prepare(&self, queue: &SyncSender<Part>) {
        while !self.is_over() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(work) = self.plan.work(number, self.observer) else { return };
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
                // This fails if the engine's thread has stopped.
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
            examiner.add_about(&mut result);
            if hand_in.send(Message::Result(size, Box::new(result))).is_err() {
                break;
            }
        }
    }
}
