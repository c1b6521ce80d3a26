//! Engines that declare that they accept illegal plays.

use super::{engine, quick};
use std::sync::Mutex;
use std::time::Duration;
use superko::certify::{NoObserver, Observer, Options, run};
use superko::engine::bent::Bent;
use superko::report::{Finding, Report, RunVerdict};
use superko::{About, Engine, Fault, Ruling, Setup, Turn};

#[test]
fn an_engine_known_to_accept_anything_is_graded_by_what_it_knows() {
    /// An engine that plays without a repetition rule, but knows the rules when it is asked.
    struct Lax(Box<dyn Engine>, Box<dyn Engine>);
    impl Engine for Lax {
        fn about(&self) -> About {
            About { tolerates_illegal_plays: true, ..About::named("lax") }
        }

        fn start(&mut self, game: &Setup) -> Result<(), Fault> {
            let rules = "repetition=none,suicide=allowed".parse().unwrap();
            self.0.start(&Setup { rules, ..game.clone() })?;
            self.1.start(game)
        }

        fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
            self.1.play(turn)?;
            self.0.play(turn)
        }

        fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
            self.1.is_legal(turn)
        }
    }
    let factory = || Ok(Box::new(Lax(engine(), engine())) as Box<dyn Engine>);
    let options = quick("tromp-taylor");
    let report = run(&factory, &options, &NoObserver);
    assert_eq!((report.verdict, report.findings.len()), (RunVerdict::Conforms, 0));
    let graded = |report: &Report| {
        let (_, result) = report.rules_checked.iter().find(|(rule, _)| rule.id() == "TT6").unwrap();
        (result.knows.id(), result.enforces.id())
    };
    assert_eq!(graded(&report), ("conforms", "tolerates"));
    let strict = Options { strict: true, ..options.clone() };
    let recorder = Recorder::default();
    let report = run(&factory, &strict, &recorder);
    assert_eq!((report.verdict, graded(&report).1), (RunVerdict::Deviates, "deviates"));
    assert!(recorder.0.lock().unwrap().iter().all(|id| id.starts_with("TT6.play.")));
    assert!(!recorder.0.lock().unwrap().is_empty());

    // If an engine accepts everything and answers no questions, nothing is observed.
    let mute = || {
        let lax = factory()?;
        let about = lax.about();
        Ok(Bent::named("mute", lax).about(about).boxed())
    };
    let report = run(&mute, &options, &NoObserver);
    assert_eq!(
        (report.verdict, graded(&report)),
        (RunVerdict::Incomplete, ("unobserved", "tolerates"))
    );
    let [.., unmet] = &report.unmet[..] else { panic!("{:?}", report.unmet) };
    assert_eq!(unmet.to_string(), "which turns it knows to be illegal: it accepts all");
    assert!(report.rules_observed() < report.rules_checked.len());

    // Tolerated plays are not reported as findings during the run, and do not end a run that ends at the first finding.
    let recorder = Recorder::default();
    let report = run(&factory, &Options { fail_fast: true, ..options }, &recorder);
    assert_eq!(*recorder.0.lock().unwrap(), [""; 0]);
    assert!(report.complete && report.seconds_to_first_finding.is_none());
}

/// An observer that records the ids of findings.
#[derive(Default)]
struct Recorder(Mutex<Vec<String>>);

impl Observer for Recorder {
    fn elapsed(&self) -> Option<Duration> {
        Some(Duration::from_secs(1))
    }

    fn finding(&self, finding: &Finding) {
        self.0.lock().unwrap().push(finding.id.clone());
    }
}
