//! Bounds how much is in memory at a time, whatever the number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The most bytes of files that are in memory together, unless a single one has more.
const MOST_BYTES: u64 = 8 << 20;

/// A file of at least this many bytes is read only when no other is in memory.
const LARGE: u64 = 1 << 20;

/// The most bytes of text that wait to be written, besides those of the batch whose turn it is.
const MOST_TEXT: usize = 8 << 20;

/// Lets files in, and text out, so that little of both waits in memory.
#[derive(Debug)]
pub(super) struct Gate {
    state: Mutex<State>,
    changed: Condvar,
    /// The most batches on their way.
    most_batches: u64,
}

#[derive(Debug, Default)]
struct State {
    /// The bytes of files in memory.
    bytes: u64,
    /// The batch that is to be written next.
    next: u64,
    /// The bytes of text that wait to be written, by batch.
    texts: BTreeMap<u64, usize>,
    /// Whether the gate is closed: nothing more is wanted.
    is_closed: bool,
}

impl Gate {
    /// Makes a gate for this many batches at a time.
    pub(super) fn new(most_batches: u64) -> Gate {
        Gate { state: Mutex::default(), changed: Condvar::new(), most_batches }
    }

    /// Waits until there is room for a batch of files. Breaks if the gate is closed.
    pub(super) fn enter(&self, batch: u64, bytes: u64) -> ControlFlow<()> {
        let has_room = |state: &State| state.bytes == 0 || state.bytes + bytes <= MOST_BYTES;
        let most = self.most_batches;
        let mut state = self.wait(|state| has_room(state) && batch < state.next + most);
        state.bytes += bytes;
        if state.is_closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns whether a file has to be read alone, after those before it.
    pub(super) fn is_large(bytes: u64) -> bool {
        bytes >= LARGE
    }

    /// Waits until no file is in memory.
    pub(super) fn wait_until_empty(&self) {
        drop(self.wait(|state| state.bytes == 0));
    }

    /// Notes that a batch of files is no longer in memory.
    pub(super) fn leave(&self, bytes: u64) {
        self.change(|state| state.bytes -= bytes);
    }

    /// Waits until there is room for text of a batch. The batch whose turn it is need not wait for others.
    pub(super) fn put(&self, batch: u64, text: usize) {
        let waiting = |state: &State| state.texts.values().sum::<usize>();
        let is_first = |state: &State| state.next == batch && !state.texts.contains_key(&batch);
        let mut state = self.wait(|state| waiting(state) <= MOST_TEXT || is_first(state));
        *state.texts.entry(batch).or_default() += text;
    }

    /// Waits until all batches before this one are written.
    pub(super) fn wait_for_turn(&self, batch: u64) {
        drop(self.wait(|state| state.next == batch));
    }

    /// Notes that text of a batch was written.
    pub(super) fn wrote(&self, batch: u64, text: usize) {
        self.change(|state| {
            let waiting = state.texts.entry(batch).or_default();
            *waiting -= text;
            if *waiting == 0 {
                state.texts.remove(&batch);
            }
        });
    }

    /// Notes that all of a batch was written. It is the turn of the next one.
    pub(super) fn finish(&self) {
        self.change(|state| state.next += 1);
    }

    /// Closes the gate: nothing more is wanted, and nobody has to wait.
    pub(super) fn close(&self) {
        self.change(|state| state.is_closed = true);
    }

    pub(super) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, until: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let wait = |state: &mut State| !until(state) && !state.is_closed;
        self.changed.wait_while(self.lock(), wait).unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}
