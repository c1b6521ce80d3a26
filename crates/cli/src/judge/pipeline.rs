//! Judges the files on several threads, and writes the outcomes in the order of the files.
//!
//! One thread reads, several judge, and this one writes and looks for signals. When the program is to end, it waits for no other
//! thread: they may be reading from a pipe on which nothing ever comes, or be busy with a long game.

use super::gate::Gate;
use super::hand_in::{HandIn, Judged, Part};
use super::input::{self, Item, TakeItems};
use super::output::Writer;
use super::totals::Totals;
use crate::output::print;
use crate::progress::Progress;
use crate::signals::Interrupt;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use superko_exhaustive::Shard;
use superko_sgf::archive::Budget;

/// The largest number of batches on their way, for each thread.
const AHEAD: u64 = 8;

/// The largest number of files in a batch. Handing over single files would take longer than judging them.
const MOST_FILES: usize = 32;

/// The bytes of files in archives that make a batch.
const BATCH: usize = 1 << 16;

/// Sizes of files in bytes, each with the largest number of threads for files from that size on. These threads judge no smaller
/// files. Each thread keeps some of the memory that it once had, so large files must not reach many threads.
const FOR_LARGER: [(u64, usize); 3] = [(0, usize::MAX), (1 << 18, 4), (4 << 20, 1)];

/// The largest number of threads for each processor. More threads are not faster. Many more would share their memory, and each
/// large game would leave some in another part of it.
pub(super) const MOST_THREADS: usize = 2;

/// The interval between two checks for signals.
const TICK: Duration = Duration::from_millis(50);

/// The time after a signal in which the files that are being judged can still become ready.
const GRACE: Duration = Duration::from_millis(300);

/// The files to judge, and how to judge them.
pub(super) struct Job {
    pub(super) files: Vec<Result<PathBuf, Item>>,
    pub(super) shard: Shard,
    pub(super) budget: Budget,
    pub(super) threads: usize,
    pub(super) writer: Writer,
    pub(super) progress: Arc<Progress>,
}

/// Files that are handed over together.
#[derive(Default)]
struct Batch {
    number: u64,
    /// The files, each with its number among all, from 1.
    files: Vec<(u64, Item)>,
    /// The bytes of all files.
    weight: u64,
    /// The bytes of the largest file.
    largest: u64,
}

/// Judges the files, and writes the outcomes.
pub(super) fn run(job: Job, interrupt: &Interrupt) -> Totals {
    let Job { files, shard, budget, threads, writer, progress } = job;
    let gate = Arc::new(Gate::new(AHEAD * threads as u64));
    let (hand_in, results) = mpsc::channel();
    let writer = Arc::new(writer);
    let mut workers: Vec<JoinHandle<()>> = Vec::new();
    let queues = FOR_LARGER.map(|(_, most)| {
        let (queue, batches) = mpsc::channel();
        let batches = Arc::new(Mutex::new(batches));
        for _ in 0..threads.min(most) {
            let (writer, batches) = (Arc::clone(&writer), Arc::clone(&batches));
            let (gate, hand_in) = (Arc::clone(&gate), hand_in.clone());
            workers.push(std::thread::spawn(move || work(&writer, &batches, &gate, &hand_in)));
        }
        queue
    });
    drop(hand_in);
    let mut reader = HandOut::new(shard, files.len(), Arc::clone(&gate), queues);
    workers.push(std::thread::spawn(move || reader.hand_out(files, budget, &progress)));
    take_in(&results, &gate, interrupt, workers)
}

/// Puts the files of a shard into the queues. If there are few files, batches have few, so that each thread gets some.
struct HandOut {
    shard: Shard,
    /// The largest number of files in a batch of files on disk.
    most: usize,
    gate: Arc<Gate>,
    /// The queues of batches, by their largest file.
    queues: [Sender<Batch>; 3],
    /// The number of files so far.
    number: u64,
    batch: Batch,
    /// The bytes of the batch that are in memory.
    bytes: usize,
}

impl HandOut {
    fn new(shard: Shard, files: usize, gate: Arc<Gate>, queues: [Sender<Batch>; 3]) -> HandOut {
        let most = (files / 1000).clamp(1, MOST_FILES);
        HandOut { shard, most, gate, queues, number: 0, batch: Batch::default(), bytes: 0 }
    }

    fn hand_out(&mut self, files: Vec<Result<PathBuf, Item>>, budget: Budget, progress: &Progress) {
        for file in files {
            let flow = match file {
                Ok(path) => input::open(path, budget, self),
                Err(item) => self.take(item),
            };
            if flow.is_break() {
                return;
            }
            progress.advance(1);
        }
        // Sending fails only if nothing more is wanted.
        let _ = self.send();
    }

    /// Hands over the batch.
    fn send(&mut self) -> ControlFlow<()> {
        if self.batch.files.is_empty() {
            return ControlFlow::Continue(());
        }
        let next = Batch { number: self.batch.number + 1, ..Batch::default() };
        let batch = std::mem::replace(&mut self.batch, next);
        self.bytes = 0;
        self.gate.enter(batch.number, batch.weight)?;
        let queue = FOR_LARGER.iter().rposition(|&(least, _)| batch.largest >= least);
        match self.queues[queue.unwrap_or_default()].send(batch) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

impl TakeItems for HandOut {
    fn expect(&mut self, bytes: u64) {
        if Gate::is_large(bytes) && self.send().is_continue() {
            self.gate.wait_until_empty();
        }
    }

    fn take(&mut self, item: Item) -> ControlFlow<()> {
        self.number += 1;
        if (self.number - 1) % self.shard.parts() != self.shard.part() - 1 {
            return ControlFlow::Continue(());
        }
        let most = if matches!(item, Item::File(..)) { self.most } else { MOST_FILES };
        self.bytes += item.len();
        self.batch.weight += item.weight();
        self.batch.largest = self.batch.largest.max(item.weight());
        self.batch.files.push((self.number, item));
        let is_full = self.batch.files.len() >= most
            || self.bytes >= BATCH
            || Gate::is_large(self.batch.weight);
        if is_full { self.send() } else { ControlFlow::Continue(()) }
    }
}

/// Judges files until there are none.
fn work(writer: &Writer, batches: &Mutex<Receiver<Batch>>, gate: &Gate, hand_in: &Sender<Part>) {
    loop {
        let batch = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Batch { number, files, weight, .. }) = batch else { break };
        let judged = Judged::default();
        let mut hand_in = HandIn { batch: number, gate, results: hand_in, judged };
        for (number, item) in files {
            if !gate.is_closed() {
                writer.judge_file(number, item, &mut hand_in);
            }
        }
        gate.leave(weight);
        hand_in.send(true);
    }
}

/// Writes the outcomes in the order of the files. After a signal, no more files are handed out, and outcomes are taken in only if
/// they come soon.
fn take_in(
    results: &Receiver<Part>,
    gate: &Gate,
    interrupt: &Interrupt,
    mut workers: Vec<JoinHandle<()>>,
) -> Totals {
    let mut totals = Totals::default();
    let mut early: BTreeMap<u64, Vec<Part>> = BTreeMap::new();
    let mut next = 0;
    let mut until = None;
    loop {
        match results.recv_timeout(TICK) {
            Ok(part) => early.entry(part.batch).or_default().push(part),
            Err(RecvTimeoutError::Timeout) => join_ended(&mut workers),
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(parts) = early.remove(&next) {
            let mut is_over = false;
            for Part { judged, is_last, .. } in parts {
                totals.add(&judged.totals);
                print(&judged.text);
                gate.wrote(next, judged.text.len());
                is_over |= is_last;
            }
            if !is_over {
                break;
            }
            next += 1;
            gate.finish();
        }
        if interrupt.is_set() {
            gate.close();
            if Instant::now() > *until.get_or_insert_with(|| Instant::now() + GRACE) {
                return totals;
            }
        }
    }
    workers.into_iter().for_each(joined);
    totals
}

/// Joins the threads that have ended.
fn join_ended(workers: &mut Vec<JoinHandle<()>>) {
    workers.extract_if(.., |worker| worker.is_finished()).for_each(joined);
}

/// Joins a thread. Its panic becomes one of the program.
fn joined(worker: JoinHandle<()>) {
    if let Err(panic) = worker.join() {
        std::panic::resume_unwind(panic);
    }
}
