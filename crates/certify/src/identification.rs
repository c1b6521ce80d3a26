//! The rules that an engine really plays, as the last part of a run or as a separate run.

use super::pursuit::pursue;
use super::summary::{add_faults, blank, untestable};
use super::{Diagnose, Level, Observer, Options, Run, with_named_boards};
use crate::report::{Finding, Report, RunVerdict};
use superko_diagnosis::{self as diagnosis, Diagnosis};
use superko_engine::check::Check;
use superko_engine::referee::Event;
use superko_engine::{EngineFactory, Fault, Note, guarded};
use superko_game::{Record, Settlement, Size};
use superko_harness::suite::collisions;

/// Returns the options of a diagnosis at the level of a run.
pub(super) fn diagnosis_options(options: &Options) -> diagnosis::Options {
    let (round_trips, predictions) = match options.level {
        Level::Smoke => (20_000, 400),
        Level::Standard => (100_000, 2_000),
        Level::Full => (1_000_000, 20_000),
    };
    diagnosis::Options {
        rules: options.rules,
        sizes: options.sizes.clone(),
        sizes_named: options.sizes_named,
        seed: options.seed,
        games: Vec::new(),
        round_trips,
        predictions,
    }
}

/// Finds out which rules the engines of a factory really play.
///
/// # Errors
///
/// If no engine could be started, or the engine does not support any of the boards.
pub fn diagnose(
    factory: &EngineFactory<'_>,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Diagnosis, Fault> {
    diagnosis::identify(factory, &diagnosis_options(options), &|| observer.stop())
}

/// Diagnoses after a run: the games of the findings are played on the engine too, so that the diagnosis has
/// to explain them.
///
/// # Errors
///
/// In the same cases as [`diagnose`].
fn diagnose_findings(run: Run<'_>, report: &Report) -> Result<Diagnosis, Fault> {
    let Run { factory, options, observer, .. } = run;
    // No known hash explains a game made from the engine's own keys. The games of the known hashes are added below.
    let tells = |finding: &&Finding| finding.is_of_rules() && finding.event != Event::HashCollision;
    let findings = report.findings.iter().filter(tells);
    let mut games = to_explain(findings.map(|finding| &finding.record));
    if report.findings.iter().any(|finding| finding.event == Event::HashCollision) {
        let refuses =
            |size: &Size| report.refused_sizes.iter().any(|refused| refused.size == *size);
        let played = options.sizes.iter().filter(|size| !refuses(size));
        let known = played.flat_map(|&size| collisions::cases(size, options.rules));
        games.extend(known.map(|case| case.record));
    }
    let options = diagnosis::Options { games, ..diagnosis_options(options) };
    diagnosis::identify(factory, &options, &|| observer.stop())
}

/// Selects the games of findings that a diagnosis has to explain.
fn to_explain<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<Record> {
    let plain = records.filter(|record| record.settlement == Settlement::Nothing);
    let (mut games, mut long): (Vec<Record>, usize) = (Vec::new(), 0);
    for record in plain.filter(|record| record.turns.len() <= LONGEST_FINDING) {
        let is_long = record.turns.len() > LONG_FINDING;
        // A finding about what an engine enforces and one about what it knows often have the same game.
        if games.len() < MOST_FINDINGS && !(is_long && long == MOST_LONG) && !games.contains(record)
        {
            long += usize::from(is_long);
            games.push(record.clone());
        }
    }
    games
}

/// The largest number of findings that a diagnosis has to explain.
const MOST_FINDINGS: usize = 20;

/// The largest number of turns in the game of a finding that a diagnosis has to explain. Longer games may be explained
/// afterwards.
const LONGEST_FINDING: usize = 1_200;

/// The number of turns above which the game of a finding is long.
const LONG_FINDING: usize = 300;

/// The largest number of long games that a diagnosis has to explain: every model is asked about them too, which takes time.
const MOST_LONG: usize = 1;

/// The reason in the note if the run ended before the diagnosis.
const ENDED: &str = "the run ended before that";

impl Run<'_> {
    /// Adds the rules that the engine really plays to the report of a run, or a note that says why they are unknown. A
    /// disagreement that only the diagnosis met becomes a finding. An interrupted diagnosis is not reported, because its result
    /// may be wrong.
    pub(super) fn explain(self, report: &mut Report) {
        let stop = || self.observer.stop();
        let diagnosed = (!stop()).then(|| diagnose_findings(self, report));
        let diagnosed = match diagnosed.filter(|_| !stop()) {
            Some(diagnosed) => diagnosed.map_err(|fault| fault.to_string()),
            None => Err(ENDED.to_owned()),
        };
        match diagnosed {
            Ok(diagnosis) => {
                if !report.findings.iter().any(Finding::is_of_rules) {
                    pursue(self, report, &diagnosis.against);
                }
                report.explain(diagnosis);
                report.judge();
            }
            Err(why) => report.note(&Note::NoDiagnosis(why)),
        }
    }
}

/// Asks the engine for turns in the cases of the fixed suite that are made for this, and reports the findings. No model tells
/// which turn an engine would choose. Every model tells whether the turn is legal.
fn generated(run: Run<'_>) -> Report {
    let asked = Options {
        level: Level::Smoke,
        games: Some(0),
        only: vec![Check::Generate.id().to_owned()],
        skip: Vec::new(),
        diagnose: Diagnose::Never,
        ..run.options.clone()
    };
    let mut report = super::run(run.factory, &asked, run.observer);
    report.findings.retain(|finding| finding.check == Check::Generate);
    report
}

/// Finds out which rules the engine really plays, as a report. The verdict is `conforms` if the engine follows any rule set
/// without a mistake.
pub fn identify(factory: &EngineFactory<'_>, options: &Options, observer: &dyn Observer) -> Report {
    with_named_boards(factory, options, |factory| identified(factory, options, observer))
}

fn identified(factory: &EngineFactory<'_>, options: &Options, observer: &dyn Observer) -> Report {
    let run = Run::new(factory, options, observer);
    let diagnosed = guarded(factory).and_then(|engine| {
        let about = engine.about();
        drop(engine);
        Ok((about, diagnose(factory, options, observer)?))
    });
    let (about, found) = match diagnosed {
        Ok(diagnosed) => diagnosed,
        Err(fault) => return untestable(run, &fault),
    };
    let faults = about.faults.clone();
    let protocol = about.protocol.iter();
    let protocol = protocol.map(|case| (case.id.to_owned(), case.outcome.clone())).collect();
    let mut report = blank(options, about);
    report.protocol = protocol;
    report.comparisons = found.facts.observations as u64;
    if found.facts.fault.is_none() && !observer.stop() {
        let generated = generated(run);
        report.findings = generated.findings;
        report.faults = generated.faults;
        report.checks = generated.checks;
        report.checks.retain(|&check, _| check == Check::Generate);
    }
    add_faults(&mut report, &faults, run);
    report.explain(found);
    let found = &report.diagnosis.as_ref().expect("it was just explained").facts;
    // A generated turn that is legal under the rules that the engine plays is no mistake, however seldom it is generated.
    report.findings.retain(|finding| finding.rule.is_none() || found.refuses_last(&finding.record));
    report.interrupted = observer.interrupted();
    report.seconds = observer.elapsed().map(|time| time.as_secs_f64());
    report.complete = found.fault.is_none() && !observer.stop();
    report.verdict = match found {
        // The best model so far may not be the best one in the end.
        _ if observer.stop() => RunVerdict::Incomplete,
        _ if !report.findings.is_empty() => RunVerdict::Deviates,
        found if found.is_lost() && found.disagreements == 0 => RunVerdict::Faulty,
        found if found.follows().is_none() => RunVerdict::Deviates,
        found if found.fault.is_some() || !report.faults.is_empty() => RunVerdict::Faulty,
        _ => RunVerdict::Conforms,
    };
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoObserver, run};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use superko_engine::{About, Engine, Ruling};
    use superko_game::rules::{Repetition, Rules};
    use superko_game::{Position, Setup, Turn};
    use superko_harness::findings::Reliability;
    use superko_harness::model::Model;
    use superko_harness::zoo;

    /// An observer that stops the run after it was asked a number of times.
    struct Ended(AtomicUsize, usize);

    impl Observer for Ended {
        fn stop(&self) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) >= self.1
        }

        fn interrupted(&self) -> bool {
            self.stop()
        }
    }

    #[test]
    fn a_diagnosis_that_is_ended_says_nothing() {
        let factory = || Ok(zoo::find("one-chain-captured").unwrap().engine() as Box<dyn Engine>);
        let options = Options {
            sizes: vec!["5x5".parse().unwrap()],
            games: Some(0),
            ..Options::at(Level::Smoke)
        };
        let before = run(&factory, &options, &NoObserver);
        assert!(!before.findings.is_empty());
        for asked in [0, 1, 20] {
            let mut report = before.clone();
            let ended = Ended(AtomicUsize::new(0), asked);
            Run::new(&factory, &options, &ended).explain(&mut report);
            assert_eq!(report.diagnosis, None, "{asked}");
            let text = crate::report::text(&report, &Default::default());
            let line = "diagnosis  none: the run ended before that";
            assert!(text.contains(line), "{text}");
            // A diagnosis without a run says that the search ended early.
            let alone = identify(&factory, &options, &Ended(AtomicUsize::new(0), asked));
            assert_eq!(alone.verdict, RunVerdict::Incomplete, "{asked}");
            let text = crate::report::text_of_diagnosis(&alone, &Default::default());
            assert!(text.contains("The search ended early"), "{text}");
        }
    }

    #[test]
    fn a_diagnosis_explains_each_short_game_once_and_one_long_game() {
        let size = "3x3".parse().unwrap();
        let passes = |turns| Record::new(size, Rules::default(), vec![Turn::Pass; turns]);
        let all = [1_201, 7, 7, 1_200, 301, 300, 8].map(passes);
        let lengths = |games: Vec<Record>| -> Vec<usize> {
            games.iter().map(|game| game.turns.len()).collect()
        };
        assert_eq!(lengths(to_explain(all.iter())), [7, 1_200, 300, 8]);
        let many: Vec<Record> = (1..=30).map(passes).collect();
        assert_eq!(lengths(to_explain(many.iter())), (1..=MOST_FINDINGS).collect::<Vec<_>>());
    }

    /// A player that plays without a rule against repetition. Every other time, it generates a turn that superko forbids; or it
    /// fails whenever it is asked for a turn.
    struct Player {
        plays: Box<dyn Engine + Send>,
        superko: Box<dyn Engine + Send>,
        fails: bool,
    }

    static ASKED: AtomicUsize = AtomicUsize::new(0);

    impl Player {
        fn boxed(fails: bool) -> Box<dyn Engine> {
            let plays =
                Model::right().under(Rules::default().repetition(Repetition::None)).engine();
            Box::new(Player { plays, superko: Model::right().engine(), fails })
        }
    }

    impl Engine for Player {
        fn about(&self) -> About {
            About::named("player")
        }

        fn start(&mut self, game: &Setup) -> Result<(), Fault> {
            self.superko.start(game)?;
            self.plays.start(game)
        }

        fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
            self.superko.play(turn)?;
            self.plays.play(turn)
        }

        fn board(&mut self) -> Result<Option<Position>, Fault> {
            self.plays.board()
        }

        fn generate(&mut self) -> Result<Option<Turn>, Fault> {
            if self.fails {
                let what = "it has gone to lunch".to_owned();
                return Err(Fault::Protocol { command: "genmove".to_owned(), what });
            }
            let board = self.plays.board()?.expect("a model shows its board");
            for point in board.size().points() {
                let turn = Turn::Play(point);
                let [by_it, by_superko] = [
                    self.plays.is_legal(turn)? == Some(Ruling::Allowed),
                    self.superko.is_legal(turn)? == Some(Ruling::Allowed),
                ];
                if by_it && !by_superko && ASKED.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) {
                    return Ok(Some(turn));
                }
            }
            Ok(Some(Turn::Pass))
        }
    }

    #[test]
    fn what_a_player_names_is_judged_by_what_it_plays() {
        let options = Options {
            sizes: ["2x1", "2x2", "5x5"].map(|size| size.parse().unwrap()).to_vec(),
            ..Options::at(Level::Smoke)
        };
        let factory = || Ok(Player::boxed(false));
        let asked = generated(Run::new(&factory, &options, &NoObserver));
        assert!(asked.findings.iter().any(|found| found.kind == Reliability::Flaky), "{asked:?}");
        let report = identify(&factory, &options, &NoObserver);
        assert_eq!(report.findings, []);
        let found = report.diagnosis.unwrap();
        assert_eq!(
            (report.verdict, &*found.sentence),
            (RunVerdict::Conforms, "plays no rule against repetition with suicide",)
        );
    }

    #[test]
    fn a_player_that_fails_is_told_as_one_that_does() {
        let options = Options {
            sizes: ["2x1", "5x5"].map(|size| size.parse().unwrap()).to_vec(),
            ..Options::at(Level::Smoke)
        };
        let report = identify(&|| Ok(Player::boxed(true)), &options, &NoObserver);
        assert_eq!(report.verdict, RunVerdict::Faulty);
        let text = crate::report::text_of_diagnosis(&report, &Default::default());
        assert!(text.contains("it has gone to lunch"), "{text}");
    }
}
