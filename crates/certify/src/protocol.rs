//! The protocol tests of a run. They are made once, after the fixed suite, because random games may take all the time that is
//! left.

use super::plan::Plan;
use super::summary::add_faults;
use super::{Run, Station};
use crate::report::{Report, Unmet};
use superko_engine::{Fault, Note, ProtocolResult};

/// Tests of whether an engine follows its protocol, on fresh processes.
pub type ProtocolTests<'a> = dyn Fn() -> Result<ProtocolResult, Fault> + Sync + 'a;

/// The tests of the protocol, if they are due, and their result once they were made.
pub(super) struct ProtocolStation<'a> {
    run: Run<'a>,
    tests: Option<&'a ProtocolTests<'a>>,
    result: Option<Result<ProtocolResult, Fault>>,
}

impl<'a> ProtocolStation<'a> {
    /// Prepares the tests. The protocol is not tested if only a part of the fixed suite is played.
    pub(super) fn new(run: Run<'a>) -> ProtocolStation<'a> {
        let tests = run.protocol.filter(|_| run.options.only.is_empty());
        ProtocolStation { run, tests, result: None }
    }

    /// Tells the observer the progress when this many parts of a plan are done. Makes the tests between the fixed suite and
    /// the random games.
    pub(super) fn advance(&mut self, plan: &Plan<'_>, parts: u64) {
        self.run.observer.progress(plan.progress(parts));
        if parts >= plan.fixed() && plan.planned() != Some(plan.fixed()) {
            self.make();
        }
    }

    /// Makes the tests, unless they were made already or the run is stopped.
    pub(super) fn make(&mut self) {
        if let Some(tests) = self.tests
            && self.result.is_none()
            && !self.run.observer.stop()
        {
            self.run.observer.station(Station::Protocol);
            self.result = Some(tests());
        }
    }

    /// Adds the results of the tests to the report, besides the cases that were met during the run.
    pub(super) fn add_to(mut self, report: &mut Report) {
        self.make();
        match self.result {
            None if self.tests.is_none() => return,
            None | Some(Err(Fault::Stopped { .. })) => report.unmet.push(Unmet::ProtocolTests),
            Some(Ok(ProtocolResult { cases, faults })) => {
                for case in cases {
                    report.protocol.entry(case.id.to_owned()).or_insert(case.outcome);
                }
                add_faults(report, &faults, self.run);
            }
            Some(Err(fault)) => report.note(&Note::UntestedProtocol(fault.to_string())),
        }
        report.judge();
    }
}
