//! Compares games in which only the diagnosis met answers against the rules.

use super::examine::{Examiner, Skills, WorkResult};
use super::ledger::Ledger;
use super::planned_game::{PlannedGame, Source};
use super::{Run, summary};
use crate::report::Report;
use superko_engine::check::Check;
use superko_engine::referee::Transcript;
use superko_engine::{Reference, guarded};
use superko_game::Record;

/// Compares games in which an engine answered against the rules, and adds what is found to the report.
pub(super) fn pursue(run: Run<'_>, report: &mut Report, games: &[Record]) {
    if games.is_empty() {
        return;
    }
    // The diagnosis has already reported an engine that cannot be started any more.
    let Ok(engine) = guarded(run.factory) else { return };
    let about = engine.about();
    let skills = Skills {
        undoes: report.checks.get(&Check::Undo).is_some_and(|check| check.observations > 0),
        shows_board: true,
        passes: !about.conventions.lacks_pass,
        move_cap: about.conventions.move_cap,
        ..Skills::default()
    };
    let mut ledger = Ledger::new(run, about.tolerates_illegal_plays);
    let mut examiner = Examiner::new(run.factory, Some(engine), skills);
    for record in games.iter().take_while(|_| !run.observer.stop()) {
        let last = record.turns.len().saturating_sub(1);
        let referee = Reference::set_up(&record.setup);
        let transcript = Transcript::new(referee, record.clone(), |place, _| {
            record.turns.get(place).copied().filter(|_| place == last).into_iter().collect()
        });
        let mut result = WorkResult { ..WorkResult::default() };
        examiner.examine(
            &PlannedGame { transcript, source: Source::Diagnosis, undo: false },
            &mut result,
        );
        ledger.commit(Some(record.size()), result);
    }
    summary::add_more(report, ledger);
}

#[cfg(test)]
mod tests {
    use crate::report::RunVerdict;
    use crate::{Level, NoObserver, Options, Run};
    use superko_engine::Engine;
    use superko_harness::zoo;

    #[test]
    fn what_only_the_diagnosis_meets_is_a_finding() {
        let factory = || {
            let engine: Box<dyn Engine> = zoo::find("history-of-8").unwrap().engine();
            Ok(engine)
        };
        // A run that compares only scores.
        let options = Options {
            level: Level::Smoke,
            sizes: vec!["3x3".parse().unwrap()],
            games: Some(0),
            only: vec!["score".to_owned()],
            ..Options::default()
        };
        let run = Run::new(&factory, &options, &NoObserver);
        let mut report = run.report().unwrap();
        assert_eq!((report.verdict, report.findings.len()), (RunVerdict::Conforms, 0));
        let (games, comparisons) = (report.games, report.comparisons);
        run.explain(&mut report);
        assert_eq!(report.verdict, RunVerdict::Deviates);
        let finding = &report.findings[0];
        assert_eq!((finding.rule.unwrap().id(), &*finding.source), ("TT6", "diagnosis"));
        assert_eq!(finding.confirmed, (3, 3));
        assert!(finding.explanation.is_some(), "{}", report.diagnosis.unwrap().sentence);
        assert!(report.games > games && report.comparisons > comparisons);
        let by_checks: u64 = report.checks.values().map(|result| result.observations).sum();
        assert_eq!(by_checks, report.comparisons, "a certificate has to add up");
    }
}
