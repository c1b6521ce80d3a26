//! The outcomes that the judging threads hand in.

use super::gate::Gate;
use super::totals::Totals;
use std::sync::mpsc::Sender;

/// The outcome of some files.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// The text to be written.
    pub(super) text: String,
    pub(super) totals: Totals,
}

/// The outcome of a part of a batch.
pub(super) struct Part {
    pub(super) batch: u64,
    pub(super) judged: Judged,
    /// Whether the batch has no other parts.
    pub(super) is_last: bool,
}

/// Hands in the outcomes of a batch.
pub(super) struct HandIn<'a> {
    pub(super) batch: u64,
    pub(super) gate: &'a Gate,
    pub(super) results: &'a Sender<Part>,
    /// The outcomes that are not handed in yet.
    pub(super) judged: Judged,
}

impl HandIn<'_> {
    /// Hands in the outcomes so far.
    pub(super) fn send(&mut self, is_last: bool) {
        let (batch, judged) = (self.batch, std::mem::take(&mut self.judged));
        self.gate.put(batch, judged.text.len());
        // Sending fails only if nothing more is wanted.
        let _ = self.results.send(Part { batch, judged, is_last });
    }
}
