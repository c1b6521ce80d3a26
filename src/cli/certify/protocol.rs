//! The tests of the protocol: made once, when the fixed suite is done. Random games may take all the time that is left.

use crate::cli::engine::EngineChoice;
use std::sync::OnceLock;
use superko::Fault;
use superko::certify::{self, Observer, Options};
use superko::engines::gtp::ProtocolResult;
use superko::report::Report;

/// What is told meanwhile.
pub(super) const TITLE: &str = "checking GTP conformance";

/// What is not met where the run ended before all of it.
const NOT_MET: &str = "the tests of the protocol, because the run ended before that";

/// The tests of the protocol of an engine, and their result once they were made.
pub(super) struct ProtocolTests<'a> {
    choice: &'a EngineChoice,
    is_due: bool,
    result: OnceLock<Result<ProtocolResult, Fault>>,
}

impl<'a> ProtocolTests<'a> {
    /// Only where the `whole` run is made, and the engine is spoken to by a protocol, there is something to test.
    pub(super) fn new(choice: &'a EngineChoice, whole: bool) -> ProtocolTests<'a> {
        ProtocolTests { choice, is_due: whole && choice.has_protocol(), result: OnceLock::new() }
    }

    /// Whether the tests are still to be made.
    pub(super) fn is_open(&self) -> bool {
        self.is_due && self.result.get().is_none()
    }

    /// Makes the tests, if they are still to be made.
    pub(super) fn make(&self) {
        if self.is_open() {
            let _result = self.result.get_or_init(|| self.choice.protocol());
        }
    }

    /// Adds how the engine does by the protocol, beside what was seen on the way.
    pub(super) fn add_to(&self, report: &mut Report, options: &Options, observer: &dyn Observer) {
        match self.result.get() {
            None if !self.is_due => return,
            None | Some(Err(Fault::Stopped { .. })) => report.unmet.push(NOT_MET.to_owned()),
            Some(Ok(ProtocolResult { cases, faults })) => {
                for case in cases {
                    let outcome = case.outcome.to_string();
                    report.protocol.entry(case.id.to_owned()).or_insert(outcome);
                }
                certify::add_faults(report, faults, options, observer);
            }
            Some(Err(fault)) => {
                report.engine.notes.push(format!("the protocol could not be tested: {fault}"));
            }
        }
        report.judge();
    }
}
