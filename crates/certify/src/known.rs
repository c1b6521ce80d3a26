//! Disagreements and faults, as stored during a run and as shown in a report.

use super::{Calls, Run};
use crate::report::{FaultReport, Finding, FindingFile, one_line, replayed};
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::Event;
use superko_engine::{Fault, FaultId, ProbeFault, Ruling};
use superko_game::Record;
use superko_game::rules::Rule;
use superko_harness::compare::{Difference, Disagreement};
use superko_harness::findings::{Confirmed, ConfirmedFault, Reliability};

/// The longest game, in turns, that is written out on a command line.
const WRITTEN_OUT: usize = 60;

/// The text in place of a longer game, if no directory receives the game.
const NEEDS_REPORT: &str = "too long for a command line: the same run with --report DIR saves the game, and the command that replays it";

/// A disagreement, with what is known about it so far.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KnownFinding {
    /// The id of the disagreement. The finding has another id if it is flaky or depends on earlier games.
    pub(super) cause: FindingId,
    /// Whether the engine accepted an illegal play.
    pub(super) is_acceptance: bool,
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub(super) finding: Finding,
}

/// A fault, with what is known about it so far.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KnownFault {
    /// The full id of the fault. The id in the report names less.
    pub(super) cause: FaultId,
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub(super) fault: FaultReport,
}

/// The id of a finding in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReportId {
    rule: Option<Rule>,
    check: Check,
    event: Event,
}

impl ReportId {
    /// Returns the id of a finding of this kind that showed on `shown` of a number of fresh engines.
    pub(super) fn of(id: &FindingId, kind: Reliability, (shown, _): (u32, u32)) -> ReportId {
        let event = match kind {
            // A player may choose at random. An illegal turn that it generates on a fresh engine is a finding all the same.
            Reliability::Flaky if id.check == Check::Generate && shown > 0 => id.event,
            Reliability::Flaky => Event::NotAlways,
            Reliability::History => Event::GameBefore,
            Reliability::Steady => id.event,
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

/// Returns whether an illegal play was accepted.
pub(super) fn is_acceptance(disagreement: &Disagreement) -> bool {
    let accepted = matches!(
        disagreement.difference,
        Difference::Ruling(Some(_), Ruling::Allowed) | Difference::Ended(..)
    );
    disagreement.id.check == Check::Play && accepted
}

/// Returns a disagreement as it stands in a report, met once.
pub(super) fn known(run: Run<'_>, confirmed: Confirmed, source: String, work: u64) -> KnownFinding {
    let disagreement = confirmed.disagreement;
    let is_acceptance = is_acceptance(&disagreement);
    let cause = disagreement.id;
    let report_id = ReportId::of(&cause, confirmed.kind, confirmed.shown);
    let id = report_id.text();
    let followed = disagreement.followed();
    let record = disagreement.record;
    let finding = Finding {
        again: again(
            run,
            &id,
            (&confirmed.session, &[]),
            &record,
            flaky(confirmed.kind, confirmed.shown),
        ),
        id,
        check: report_id.check,
        rule: report_id.rule,
        event: report_id.event,
        size: record.size(),
        turns: named_turns(followed.as_ref().unwrap_or(&record)),
        kind: confirmed.kind,
        confirmed: confirmed.shown,
        session: confirmed.session,
        sent: Vec::new(),
        reference: disagreement.difference.reference(),
        engine: disagreement.difference.engine(),
        count: 1,
        source,
        work,
        expected: false,
        explanation: None,
        cause: None,
        board: disagreement.difference.board().cloned(),
        record,
        followed,
    };
    KnownFinding { cause, is_acceptance, finding }
}

/// Returns a fault as it stands in a report, met once. A fault that was not met in a game is not confirmed.
pub(super) fn known_fault(
    run: Run<'_>,
    fault: &Fault,
    confirmed: Option<ConfirmedFault>,
    work: u64,
) -> KnownFault {
    // The report describes the fault that the confirmed game shows.
    let fault = confirmed.as_ref().map_or(fault, |confirmed| &confirmed.fault);
    let mut cause = FaultId::of(fault);
    let shown = confirmed.as_ref().map_or((0, 0), |confirmed| confirmed.shown);
    if shown.0 == 0 && shown.1 > 0 {
        cause = cause.at_random();
    }
    let id = cause.to_string();
    let record = confirmed.as_ref().map(|confirmed| &confirmed.record);
    let fault = FaultReport {
        again: None,
        kind: fault.kind().to_owned(),
        command: fault.command().map(str::to_owned),
        status: status(fault),
        what: fault.to_string(),
        turns: record.map(named_turns).unwrap_or_default(),
        confirmed: shown,
        commands: confirmed
            .as_ref()
            .map(|confirmed| confirmed.commands.clone())
            .unwrap_or_default(),
        count: 1,
        asked: confirmed.as_ref().map(|confirmed| confirmed.manner.to_string()),
        advice: confirmed.as_ref().and_then(|confirmed| advice(run, confirmed)),
        work,
        expected: false,
        record: record.cloned(),
        session: confirmed.as_ref().map(|confirmed| confirmed.session.clone()).unwrap_or_default(),
        id,
    };
    KnownFault { cause, fault: shown_again(run, &fault) }
}

/// Returns advice on how to refuse a turn, for an engine in a program that crashes at an illegal turn.
fn advice(run: Run<'_>, confirmed: &ConfirmedFault) -> Option<String> {
    let is_crash = matches!(confirmed.fault, Fault::Panic { .. }) && confirmed.shown.0 > 0;
    let transcript = replayed(&confirmed.record);
    let is_illegal = transcript.steps.last().is_some_and(|step| !step.turn.is_legal());
    let is_meant = is_crash && is_illegal && run.options.arguments.is_none();
    let refuse = run.options.calls.refuse;
    is_meant
        .then(|| format!("The last turn is illegal. If this is how it refuses a turn: {refuse}."))
}

/// Returns a fault with the line that shows it again.
pub(super) fn shown_again(run: Run<'_>, fault: &FaultReport) -> FaultReport {
    let FaultReport { id, session, record, commands, .. } = fault;
    let again = match record {
        _ if fault.confirmed.0 == 0 => None,
        // A long list of commands is saved as one file.
        Some(_) if commands.len() > WRITTEN_OUT && run.options.arguments.is_some() => {
            let file = run.observer.finding_file(id, FindingFile::Commands);
            let arguments = run.options.arguments.as_deref().unwrap_or_default();
            let line = |file| format!("superko replay --quiet {file} {arguments}");
            Some(file.map_or_else(|| NEEDS_REPORT.to_owned(), line))
        }
        Some(record) => Some(again(run, id, (session, &[]), record, sometimes(fault.confirmed))),
        None => again_by_hand(run, id, commands),
    };
    FaultReport { again, ..fault.clone() }
}

/// Returns a fault that was met outside of games, as it stands in a report.
pub(super) fn known_probe_fault(run: Run<'_>, met: &ProbeFault, work: u64) -> KnownFault {
    let ProbeFault { fault, commands, confirmed } = met;
    let known = known_fault(run, fault, None, work);
    let cause =
        if confirmed.0 == 0 && confirmed.1 > 0 { known.cause.at_random() } else { known.cause };
    let fault = FaultReport {
        id: cause.to_string(),
        confirmed: *confirmed,
        commands: commands.clone(),
        ..known.fault
    };
    KnownFault { cause, fault: shown_again(run, &fault) }
}

fn status(fault: &Fault) -> Option<String> {
    match fault {
        Fault::Exit { status, .. } => Some(status.clone()),
        _ => None,
    }
}

pub(super) fn named_turns(record: &Record) -> Vec<String> {
    replayed(record).named_turns()
}

/// Returns how often a flaky disagreement showed.
pub(super) fn flaky(kind: Reliability, shown: (u32, u32)) -> Option<(u32, u32)> {
    (kind == Reliability::Flaky).then_some(shown)
}

/// Returns how often a fault showed, if it did not always show.
pub(super) fn sometimes((shown, tried): (u32, u32)) -> Option<(u32, u32)> {
    (shown < tried).then_some((shown, tried))
}

/// Returns the command, or the call in a test, that replays a game after others, with commands sent before its last turn.
pub(super) fn again(
    run: Run<'_>,
    id: &str,
    (session, sent): (&[Record], &[String]),
    record: &Record,
    flaky: Option<(u32, u32)>,
) -> String {
    let Some(arguments) = &run.options.arguments else {
        let Calls { replay, replay_after, comment, .. } = &run.options.calls;
        let quoted = |record: &Record| format!("\"{}\"", one_line(record));
        let call = if session.is_empty() { replay } else { replay_after };
        let games: Vec<String> = session.iter().map(quoted).collect();
        let call =
            call.replace(Calls::RECORD, &quoted(record)).replace(Calls::GAMES, &games.join(", "));
        return match flaky {
            None => call,
            Some((shown, tried)) => {
                format!("{call}  {comment} does not always occur: {shown} of {tried} times")
            }
        };
    };
    let flaky = flaky.map(|(shown, tried)| format!("--flaky {shown}/{tried} ")).unwrap_or_default();
    let sent: String = sent.iter().map(|command| format!("--send '{command}' ")).collect();
    let turns: usize = session.iter().chain([record]).map(|game| game.turns.len()).sum();
    let after = |word: &dyn Fn(usize) -> String| {
        (0..session.len()).map(|place| format!("--after {} ", word(place))).collect::<String>()
    };
    match run.observer.finding_file(id, FindingFile::Record) {
        _ if turns <= WRITTEN_OUT => {
            let after = after(&|place| format!("'{}'", one_line(&session[place])));
            format!("superko replay {flaky}{sent}{after}'{}' {arguments}", one_line(record))
        }
        Some(file) => {
            let before = |place| run.observer.finding_file(id, FindingFile::Before(place));
            let after = after(&|place| before(place).unwrap_or_default());
            format!("superko replay --quiet {flaky}{sent}{after}{file} {arguments}")
        }
        None => NEEDS_REPORT.to_owned(),
    }
}

/// Returns the command that sends commands to a program by hand.
fn again_by_hand(run: Run<'_>, id: &str, commands: &[String]) -> Option<String> {
    let (_, program) = run.options.arguments.as_ref()?.split_once("-- ")?;
    if commands.len() > WRITTEN_OUT {
        let file = run.observer.finding_file(id, FindingFile::Commands);
        let line = |file| format!("{program} < {file}");
        return Some(file.map_or_else(|| NEEDS_REPORT.to_owned(), line));
    }
    let quoted = |command: &String| match command.contains(' ') {
        true => format!("'{command}'"),
        false => command.clone(),
    };
    let commands: Vec<String> = commands.iter().map(quoted).collect();
    Some(format!("printf '%s\\n' {} | {program}", commands.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_show_again_is_put_down_to_no_rule() {
        let generated =
            FindingId { rule: Rule::TT6, check: Check::Generate, event: Event::RepeatCycle3 };
        let played = FindingId { check: Check::Play, ..generated };
        for (id, kind, shown, text) in [
            (played, Reliability::Steady, 3, "TT6.play.repeat-cycle-3"),
            (played, Reliability::Flaky, 1, "state.play.not-always"),
            (played, Reliability::History, 3, "state.play.game-before"),
            // A player may choose at random.
            (generated, Reliability::Flaky, 1, "TT6.generate.repeat-cycle-3"),
            (generated, Reliability::Flaky, 0, "state.generate.not-always"),
        ] {
            assert_eq!(ReportId::of(&id, kind, (shown, 3)).text(), text, "{kind:?}, {shown}");
        }
    }
}
