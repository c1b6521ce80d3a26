//! Counts faults and confirms new ones. Boards with too many faults are given up.

use super::examine::FaultMet;
use super::journal::{Entry, FaultCount};
use super::known::{KnownFault, known_fault, known_probe_fault};
use super::ledger::Ledger;
use superko_engine::{Fault, FaultId, ProbeFault};
use superko_game::Record;
use superko_harness::findings::{Effort, confirm_fault};

/// The effort to shorten the game of a fault: each try that shows the fault starts an engine.
const FAULT_EFFORT: Effort = Effort { tries: 600, turns: 12_000 };

impl Ledger<'_> {
    /// Counts a fault, and confirms it if it is new. Nothing is demanded of a game that an expected fault ended.
    pub(super) fn fault(&mut self, work: u64, mut met: FaultMet) {
        let reaches = std::mem::take(&mut met.reaches);
        let size = met.record.as_ref().map(Record::size);
        let slow = matches!(met.fault, Fault::Timeout { .. });
        let (id, again) = self.told_as(work, met);
        let expected = self.run.options.expected.contains(&id.to_string());
        let count = FaultCount { size, slow, again: again.then_some(id), expected };
        self.faults.count(&count);
        self.step.faults.push(count);
        if !expected {
            self.demand(reaches);
        }
    }

    /// Returns the id under which a fault is reported, and whether this id is known already.
    fn told_as(&mut self, work: u64, met: FaultMet) -> (FaultId, bool) {
        let FaultMet { fault, record, before, manner, .. } = met;
        let id = FaultId::of(&fault);
        // A fault that was met outside of games is reported with a game, if one shows it.
        let outside = |known: &&KnownFault| known.fault.record.is_none() && record.is_some();
        let outside = self.faults.known.get(&id).filter(outside).map(|known| known.fault.count);
        if outside.is_none() && self.faults.met_again(&id) {
            return (id, true);
        }
        let stop = || self.run.observer.stop();
        let confirmed = record.map(|record| {
            confirm_fault(self.run.factory, &fault, record, &before, manner, FAULT_EFFORT, &stop)
        });
        let mut known = known_fault(self.run, &fault, confirmed, work);
        // A fault that does not occur again is counted together with others of its kind.
        let same = if outside.is_some() { id } else { known.cause.clone() };
        match outside {
            Some(count) if known.cause == same => known.fault.count += count,
            _ if self.faults.met_again(&same) => return (same, true),
            _ => self.run.observer.fault(&known.fault),
        }
        self.store(Entry::Fault(Box::new(known)));
        (same, false)
    }

    /// Keeps each fault that was met outside of games once. If it also occurs in a game, it is reported with that game.
    pub(super) fn probe_faults(&mut self, work: u64, faults: &[ProbeFault]) {
        for met in faults {
            let known = known_probe_fault(self.run, met, work);
            if !self.faults.known.contains_key(&known.cause) {
                self.run.observer.fault(&known.fault);
                self.store(Entry::Fault(Box::new(known)));
            }
        }
    }
}
