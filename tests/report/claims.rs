//! What a report vouches for is what was observed, said once.

use super::{engine, quick};
use superko::certify::{Diagnose, NoObserver, Options, run};
use superko::engines::zoo;
use superko::findings::Kind;
use superko::report::{Exactness, Outcome, TextOptions, text};
use superko::{About, Engine, EngineFactory, Event, Fault, Ruling, Setup, Turn};

#[test]
fn rules_that_were_not_observed_are_not_vouched_for() {
    /// Plays by simple ko without suicide, and tells neither whose turn it is nor the score.
    struct Reticent(Box<dyn Engine>);
    impl Engine for Reticent {
        fn about(&self) -> About {
            About::named("reticent")
        }

        fn start(&mut self, game: &Setup) -> Result<(), Fault> {
            self.0.start(&Setup { rules: "chinese".parse().unwrap(), ..game.clone() })
        }

        fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
            self.0.play(turn)
        }
    }
    let reticent: &EngineFactory<'_> = &|| Ok(Box::new(Reticent(engine())) as _);
    let report = run(reticent, &quick("japanese"), &NoObserver);
    assert_eq!(report.verdict, Outcome::Conforms);
    assert_eq!(report.undistinguished, Some("chinese".parse().unwrap()));
    let said = "reticent conforms to japanese in what was observed; chinese and beginners differ only in what was not observed.";
    assert!(text(&report, &TextOptions::default()).contains(said));
    // What the run demands is what it reports as demanded.
    assert!(report.demanded.keys().all(|event| report.events[event] > 0), "{:?}", report.demanded);
    // Neither is one whose rules differ more from those of Tromp-Taylor.
    let report = run(reticent, &quick("chinese"), &NoObserver);
    let names: Vec<String> = report.alike.iter().map(|rules| rules.called()).collect();
    assert_eq!(names, ["beginners", "japanese"]);
    let said = "reticent conforms to chinese in what was observed; beginners and japanese differ only in what was not observed.";
    assert!(text(&report, &TextOptions::default()).contains(said));
    // Of the rules that it is asked to play all are observed, or are as in Tromp-Taylor.
    for rules in ["chinese", "tromp-taylor"] {
        let report = run(reticent, &quick(rules), &NoObserver);
        assert_eq!(report.undistinguished, None, "{rules}");
    }
    let right: &EngineFactory<'_> = &|| Ok(engine());
    assert_eq!(run(right, &quick("japanese"), &NoObserver).undistinguished, None);
}

#[test]
fn a_report_does_not_contradict_itself() {
    let collides = zoo::ALL.iter().find(|mutant| mutant.event == Event::HashCollision).unwrap();
    let options = Options { sizes: vec!["9x9".parse().unwrap()], ..quick("tromp-taylor") };
    let report = run(&|| Ok(collides.engine()), &options, &NoObserver);
    assert!(report.findings.iter().any(|found| found.event == Event::HashCollision));
    assert!(matches!(report.exactness, Some(Exactness::Deviates { .. })));
    // Both switches that were asked for are named.
    let report = run(
        &|| Ok(zoo::find("history-of-8").unwrap().engine()),
        &quick("suicide=forbidden"),
        &NoObserver,
    );
    let said = "deviates from repetition=positional,suicide=forbidden in TT6";
    assert!(text(&report, &TextOptions::default()).contains(said));
}

/// The diagnosis explains what an engine keeps of other games, and the board of a finding that was not asked for is told.
#[test]
fn a_finding_is_put_down_to_the_diagnosis() {
    let report = |name: &str, size: &str| {
        let name = name.to_owned();
        let sizes = vec![size.parse().unwrap()];
        let options =
            Options { sizes, diagnose: Diagnose::WhereWorthwhile, ..quick("tromp-taylor") };
        run(&move || Ok(zoo::find(&name).unwrap().engine()), &options, &NoObserver)
    };
    let kept = report("board-kept", "3x3");
    let cause = kept.findings[0].explanation.as_deref();
    // The games before it are those by which the engine was asked what it can do.
    assert_eq!(kept.findings[0].kind, Kind::History);
    assert_eq!(cause, Some("keeps the stones of the previous game"));
    let history = report("history-of-8", "4x4");
    let told = text(&history, &TextOptions::default());
    let boards = "boards     4x4; games of findings were shortened to ";
    let found = history.findings.iter().map(|finding| finding.size);
    assert!(found.clone().any(|size| size.to_string() == "3x1"), "{told}");
    let line = told.lines().find_map(|line| line.trim().strip_prefix(boards)).unwrap();
    assert!(found.into_iter().all(|size| line.split(' ').any(|word| word == size.to_string())));
}
