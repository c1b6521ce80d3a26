//! Disagreements and faults as they are known during a run, and as they stand in a report.

use super::{Observer, Options};
use crate::check::{Check, FindingId};
use crate::compare::Difference;
use crate::engine::Fault;
use crate::engines::Reference;
use crate::findings::{Confirmed, FaultId, Kind, Manner};
use crate::game::Record;
use crate::referee::{Event, Transcript};
use crate::report::{FaultReport, Finding, one_line};
use crate::rules::Rule;

/// The longest game, in turns, that is written out on a command line.
const WRITTEN_OUT: usize = 60;

/// A disagreement that was met, as it is known by now.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) confirmed: Confirmed,
    pub(super) source: String,
    pub(super) work: u64,
}

/// A fault that was met, as it is known by now.
#[derive(Debug)]
pub(super) struct KnownFault {
    pub(super) fault: Fault,
    pub(super) record: Option<Record>,
    pub(super) manner: Option<Manner>,
    pub(super) shown: (u32, u32),
    pub(super) count: u64,
    pub(super) work: u64,
}

/// What a finding is called in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReportId {
    rule: Option<Rule>,
    check: Check,
    event: Event,
}

impl ReportId {
    pub(super) fn of(id: &FindingId, kind: Kind) -> ReportId {
        let event = match kind {
            // A player may choose at random; an illegal turn is one all the same.
            Kind::Flaky if id.check == Check::Generate => id.event,
            Kind::Flaky => Event::NotAlways,
            Kind::History => Event::GameBefore,
            Kind::Steady => id.event,
        };
        let rule = (!event.is_about_the_engine()).then_some(id.rule);
        ReportId { rule, check: id.check, event }
    }

    fn text(self) -> String {
        match self.rule {
            Some(rule) => FindingId { rule, check: self.check, event: self.event }.to_string(),
            None => format!("state.{}.{}", self.check, self.event),
        }
    }
}

/// A finding as it stands in a report, met once.
pub(super) fn finding(
    options: &Options,
    observer: &dyn Observer,
    id: &FindingId,
    known: &Known,
) -> Finding {
    let Known { confirmed, source, work } = known;
    let report_id = ReportId::of(id, confirmed.kind);
    let id = report_id.text();
    let disagreement = &confirmed.disagreement;
    let record = disagreement.record.clone();
    Finding {
        again: again(options, observer, &id, &confirmed.session, &record),
        id,
        check: report_id.check,
        rule: report_id.rule,
        event: report_id.event,
        size: record.size(),
        turns: named_turns(&record),
        kind: confirmed.kind,
        confirmed: confirmed.shown,
        session: confirmed.session.clone(),
        reference: disagreement.difference.reference(),
        engine: disagreement.difference.engine(),
        count: 1,
        source: source.clone(),
        work: *work,
        expected: false,
        board: match &disagreement.difference {
            Difference::Board(_, shown) => Some(shown.clone()),
            _ => None,
        },
        record,
    }
}

/// A fault as it stands in a report.
pub(super) fn fault(
    options: &Options,
    observer: &dyn Observer,
    id: &FaultId,
    known: &KnownFault,
) -> FaultReport {
    let KnownFault { fault, record, manner, shown, count, work } = known;
    let id = id.to_string();
    FaultReport {
        again: record
            .as_ref()
            .filter(|_| shown.0 > 0)
            .map(|record| again(options, observer, &id, &[], record)),
        kind: fault.kind().to_owned(),
        command: fault.command().map(str::to_owned),
        status: status(fault),
        what: fault.to_string(),
        turns: record.as_ref().map(named_turns).unwrap_or_default(),
        confirmed: *shown,
        count: *count,
        asked: manner.map(|manner| manner.to_string()),
        work: *work,
        record: record.clone(),
        id,
    }
}

pub(super) fn status(fault: &Fault) -> Option<String> {
    match fault {
        Fault::Exit { status, .. } => Some(status.clone()),
        _ => None,
    }
}

fn named_turns(record: &Record) -> Vec<String> {
    Transcript::replay(Reference::set_up(&record.setup), record.clone()).named_turns()
}

/// How to see a game again: on the command line, or in a test.
fn again(
    options: &Options,
    observer: &dyn Observer,
    id: &str,
    session: &[Record],
    record: &Record,
) -> String {
    let Some(arguments) = &options.arguments else {
        return format!("superko::replay(|| ..., \"{}\")", one_line(record));
    };
    let turns: usize = session.iter().chain([record]).map(|game| game.turns.len()).sum();
    let after = |word: &dyn Fn(usize) -> String| {
        (0..session.len()).map(|place| format!("--after {} ", word(place))).collect::<String>()
    };
    match observer.record_file(id, None) {
        _ if turns <= WRITTEN_OUT => {
            let after = after(&|place| format!("'{}'", one_line(&session[place])));
            format!("superko replay {after}'{}' {arguments}", one_line(record))
        }
        Some(file) => {
            let after = after(&|place| observer.record_file(id, Some(place)).unwrap_or_default());
            format!("superko replay --quiet {after}{file} {arguments}")
        }
        None => "the game is long: certify with --report DIR, which writes it to a file".to_owned(),
    }
}
