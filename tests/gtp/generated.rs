//! Turns that an engine generates and plays. A small engine in Perl makes its mistakes only then, and not when it is asked
//! which turn it would play, or is given turns.

use super::shell::shell;
use super::size;
use crate::support::{root, undiagnosed};
use std::collections::BTreeSet;
use std::time::Duration;
use superko::certify::{Level, NoObserver, Options, run};
use superko::engines::gtp::{GtpEngine, GtpOptions};
use superko::report::{Report, RunVerdict};
use superko::{Check, Effort, Engine};

/// Certifies the engine with some arguments. Only generated turns are tested.
fn examined(words: &str, rules: &str, level: Level) -> Report {
    let program = root().join("tests/gtp/player.pl");
    let program = ["perl", program.to_str().unwrap()];
    let command: Vec<String> =
        program.into_iter().chain(words.split(' ')).map(str::to_owned).collect();
    let factory = || {
        let engine = GtpEngine::start(&command, GtpOptions::default())?;
        Ok(Box::new(engine) as Box<dyn Engine>)
    };
    let options = Options {
        rules: rules.parse().unwrap(),
        sizes: ["2x2", "3x3", "5x5"].map(size).to_vec(),
        sizes_named: true,
        only: vec!["generate".to_owned()],
        games: Some(0),
        // The findings need not be short, and shortening them takes most of the time.
        effort: Effort { tries: 200, turns: 2_000 },
        ..undiagnosed(level)
    };
    run(&factory, &options, &NoObserver)
}

/// Returns the ids of the findings, which must be steady.
fn ids(report: &Report) -> BTreeSet<&str> {
    for finding in &report.findings {
        assert_eq!(finding.confirmed, (3, 3), "{}", finding.id);
    }
    report.findings.iter().map(|finding| finding.id.as_str()).collect()
}

const DIFFERS: &str = "state.generate.generated-turn-differs";

/// Words that make the engine err whenever it generates a turn, with the rules that it plays
/// otherwise. The first ones err in ways that are all different.
const MISTAKES: [(&str, &str); 11] = [
    // A captured stone stays.
    ("keeps-stones no-board", "tromp-taylor"),
    // The position is not recorded, or all others are forgotten.
    ("forgets", "tromp-taylor"),
    // The engine thinks that the same player is to move.
    ("keeps-player status", "tromp-taylor"),
    // The ko is forgotten.
    ("simple-ko no-suicide forgets", "chinese"),
    // More of the same.
    ("keeps-stones random", "tromp-taylor"),
    ("keeps-stones", "tromp-taylor"),
    ("keeps-stones no-reg_genmove no-undo", "tromp-taylor"),
    ("forgets no-board no-undo", "tromp-taylor"),
    ("forgets random", "tromp-taylor"),
    ("forgets-others", "tromp-taylor"),
    ("simple-ko no-suicide keeps-stones", "chinese"),
];

#[test]
fn mistakes_of_genmove_are_found() {
    assert_mistakes_are_found(&MISTAKES[..3]);
}

#[test]
#[ignore = "a minute: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_mistakes_of_genmove_are_found() {
    assert_mistakes_are_found(&MISTAKES);
}

/// Checks that an engine that errs whenever it generates a turn has one finding, with a game that
/// shows it.
fn assert_mistakes_are_found(mistakes: &[(&str, &str)]) {
    for &(words, rules) in mistakes {
        let report = examined(words, rules, Level::Smoke);
        assert_eq!(report.verdict, RunVerdict::Deviates, "{words}");
        // A fresh engine need not generate the same random turn again.
        if words.contains("random") {
            continue;
        }
        assert_eq!(ids(&report), BTreeSet::from([DIFFERS]), "{words}");
        assert!(report.faults.is_empty(), "{words}: {:?}", report.faults);
        // The game in the report continues with turns that the engine is given, or with none if the board already shows the
        // difference.
        let finding = &report.findings[0];
        let followed = finding.followed.as_ref().unwrap_or(&finding.record);
        assert!(followed.turns.starts_with(&finding.record.turns), "{words}");
        assert_eq!(finding.turns.len(), followed.turns.len(), "{words}");
    }
}

/// Words that make undo wrong.
const WRONG_UNDO: [&str; 6] = [
    // Undo does not take back the generated turn, but the one before it.
    "forgets-undo",
    // Undo takes back the question, as if a turn had been played.
    "keeps-asked",
    // More of the same.
    "forgets-undo passes",
    "forgets-undo no-board",
    "forgets-undo no-reg_genmove",
    "keeps-asked no-board",
];

#[test]
fn a_generated_turn_must_not_change_what_undo_takes_back() {
    assert_wrong_undo_is_found(&WRONG_UNDO[..2]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_a_generated_turn_must_not_change_what_undo_takes_back() {
    assert_wrong_undo_is_found(&WRONG_UNDO);
}

/// Checks that the only finding is about what undo takes back.
fn assert_wrong_undo_is_found(all: &[&str]) {
    for words in all {
        let report = examined(words, "tromp-taylor", Level::Smoke);
        assert_eq!(ids(&report), BTreeSet::from(["state.generate.undo-changes-state"]), "{words}");
        assert_eq!((report.verdict, report.faults.len()), (RunVerdict::Deviates, 0), "{words}");
    }
}

#[test]
fn illegal_turns_that_genmove_plays_are_found_if_reg_genmove_is_right() {
    assert_illegal_turns_are_found(&[("suicides", "TT6.generate.lone-suicide-refused")]);
}

#[test]
#[ignore = "a minute: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_illegal_turns_that_genmove_plays_are_found_if_reg_genmove_is_right() {
    assert_illegal_turns_are_found(&[
        ("repeats", "TT6.generate.repeat-cycle-2"),
        ("repeats no-reg_genmove", "TT6.generate.repeat-cycle-2"),
        ("suicides", "TT6.generate.lone-suicide-refused"),
    ]);
}

/// Checks that illegal turns are found that engines generate and play, and that the findings
/// include the one beside its words.
fn assert_illegal_turns_are_found(engines: &[(&str, &str)]) {
    for &(words, found) in engines {
        let report = examined(words, "tromp-taylor", Level::Smoke);
        assert_eq!(report.verdict, RunVerdict::Deviates, "{words}");
        let ids = ids(&report);
        assert!(ids.contains(found) && ids.iter().all(|id| id.starts_with("TT6")), "{ids:?}");
        for finding in &report.findings {
            let says = if words.contains("no-") { "would play it" } else { "plays it" };
            assert!(["plays it", says].contains(&finding.engine.as_str()), "{}", finding.engine);
        }
    }
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_suicides_that_genmove_plays_are_found_where_they_are_forbidden() {
    let report = examined("no-suicide suicides", "suicide=forbidden", Level::Smoke);
    assert!(ids(&report).iter().any(|id| id.starts_with("TT7-forbidden")), "{:?}", ids(&report));
}

/// Points at random, which are illegal in some positions, are found wherever they are generated.
#[test]
fn random_points_are_found_by_the_check_of_genmove() {
    let report = examined("careless", "tromp-taylor", Level::Smoke);
    assert_eq!(report.verdict, RunVerdict::Deviates);
    assert!(report.findings.iter().all(|finding| finding.check == Check::Generate));
}

/// Words that leave the engine right. The first ones differ in how turns are generated and observed.
const RIGHT: [&str; 10] = [
    "",
    "resigns-at-times",
    "no-reg_genmove no-undo random",
    "no-board random status",
    "passes",
    "resigns",
    "no-undo",
    "no-reg_genmove",
    "no-board",
    "status random",
];

#[test]
fn a_correct_engine_has_no_finding_about_genmove() {
    assert_nothing_is_found(&RIGHT[..4]);
}

/// Checks that engines have no finding and no fault.
fn assert_nothing_is_found(all: &[&str]) {
    for words in all {
        let report = examined(words, "tromp-taylor", Level::Smoke);
        assert_eq!(ids(&report), BTreeSet::new(), "{words}");
        assert!(report.faults.is_empty(), "{words}: {:?}", report.faults);
    }
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_a_correct_engine_has_no_finding_about_genmove() {
    assert_nothing_is_found(&RIGHT);
    let chinese = ("simple-ko no-suicide random", "chinese");
    for (words, rules) in [("random", "tromp-taylor"), chinese] {
        let report = examined(words, rules, Level::Standard);
        assert_eq!((ids(&report), report.faults.len()), (BTreeSet::new(), 0), "{words}");
    }
}

/// A script that passes commands on, but sleeps before each search after the first three.
const SLOW: &str =
    "perl -ne '$| = 1; sleep 60 if /genmove/ && ++$n > 3; print; last if / quit$/' | \"$0\" gtp";

#[test]
fn a_slow_search_in_a_game_is_noted_and_no_fault() {
    let options = Options {
        sizes: ["2x2", "5x5"].map(size).to_vec(),
        games: Some(2),
        ..undiagnosed(Level::Smoke)
    };
    let patience = GtpOptions { timeout: Duration::from_millis(500), ..GtpOptions::default() };
    let factory = || {
        let engine = GtpEngine::start(&shell(SLOW), patience.clone())?;
        Ok(Box::new(engine) as Box<dyn Engine>)
    };
    let report = run(&factory, &options, &NoObserver);
    assert_eq!(
        (report.verdict, report.faults.len()),
        (RunVerdict::Conforms, 0),
        "{:?}",
        report.faults
    );
    let notes = &report.engine.notes;
    let late = |note: &&String| note.contains("genmove is missing: no answer to `");
    assert!(notes.iter().any(|note| late(&note)), "{notes:?}");
    assert!(!notes.iter().any(|note| note.contains("restarted")), "{notes:?}");
}
