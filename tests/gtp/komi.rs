//! Programs to which a komi is set, and how it counts in their scores.

use super::shell::shell;
use crate::support::undiagnosed;
use superko::certify::{Level, NoObserver, Options, run};
use superko::engines::gtp::{GtpEngine, GtpOptions, Profile};
use superko::report::{Report, RunVerdict};
use superko::{Engine, EngineFactory};

/// Certifies the scores of a shell script around our server.
fn report(script: &str, profile: Option<Profile>) -> Report {
    let options = Options {
        sizes: ["2x1", "5x4"].map(|size| size.parse().unwrap()).to_vec(),
        games: Some(0),
        only: vec!["score".to_owned()],
        ..undiagnosed(Level::Smoke)
    };
    let command = shell(script);
    let gtp = GtpOptions { profile, ..GtpOptions::default() };
    let factory: &EngineFactory<'_> = &|| {
        let engine: Box<dyn Engine> = Box::new(GtpEngine::start(&command, gtp.clone())?);
        Ok(engine)
    };
    run(factory, &options, &NoObserver)
}

#[test]
fn a_komi_that_is_lost_rounded_or_reversed_is_a_finding() {
    for (edit, reference, engine) in [
        ("s/komi .*/komi 0/", "White wins by 5.5", "a tie"),
        ("s/komi 5.5/komi 5/", "White wins by 5.5", "White wins by 5"),
        ("s/komi ([0-9])/komi -\\1/", "White wins by 5.5", "Black wins by 5.5"),
        ("s/komi -.*/komi 0/", "Black wins by 3.5", "a tie"),
        ("s/komi 7.5/komi 15/", "White wins by 7.5", "White wins by 15"),
    ] {
        let report = report(&format!("sed -u -E '{edit}' | \"$0\" gtp"), None);
        let [finding] = &report.findings[..] else { panic!("{edit}: {:?}", report.findings) };
        assert_eq!(finding.id, "state.score.komi-miscounted", "{edit}");
        assert!(finding.reference.starts_with(reference), "{edit}: {}", finding.reference);
        assert_eq!(finding.engine, engine, "{edit}");
        assert_eq!((finding.confirmed, report.verdict), ((3, 3), RunVerdict::Deviates), "{edit}");
    }
}

#[test]
fn a_score_that_is_wrong_without_a_komi_is_not_attributed_to_the_komi() {
    let report = report("\"$0\" gtp zoo:stones-only", None);
    assert!(!report.findings.is_empty());
    assert!(report.findings.iter().all(|finding| finding.rule.is_some()), "{:?}", report.findings);
}

#[test]
fn a_program_that_takes_no_komi_or_names_only_the_winner_has_no_finding() {
    let generic = include_str!("../../crates/gtp/src/client/profiles/generic.toml");
    let winner = generic.replace("final-score = \"calibrate\"", "final-score = \"winner\"");
    let winner = Profile::parse(&winner).unwrap();
    for (script, profile) in [
        ("\"$0\" gtp", None),
        ("sed -u '/komi [1-9-]/ s/komi.*/komi much/' | \"$0\" gtp", None),
        ("sed -u '/komi -/ s/komi.*/komi much/' | \"$0\" gtp", None),
        ("\"$0\" gtp | sed -u '/^komi$/d'", None),
        (
            "sed -u 's/komi .*/komi 0/' | \"$0\" gtp | sed -u -E 's/ ([BW])\\+.*/ \\1+?/'",
            Some(winner),
        ),
    ] {
        let report = report(script, profile);
        assert!(report.findings.is_empty(), "{script}: {:?}", report.findings);
    }
}
