//! Crashes and hangs outside of games: in the handshake, in the self-tests and in the tests of the protocol.

use super::shell::shell;
use super::{size, turn};
use crate::support::{noted, undiagnosed};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use superko::certify::{Entry, Journal, Level, NoObserver, Observer, Options, Run, run};
use superko::engines::gtp::{GtpEngine, GtpOptions, protocol_cases};
use superko::report::{Report, RunVerdict};
use superko::{About, Engine, Fault, ProbeFault, Rules, Setup};

/// How long an engine may take for an answer.
const TIMEOUT: Duration = Duration::from_millis(600);

fn options() -> GtpOptions {
    GtpOptions { timeout: TIMEOUT, start: TIMEOUT, ..GtpOptions::default() }
}

/// Starts our own server, with the commands that reach it edited. Returns what the engine says about itself.
fn about(edit: &str) -> About {
    let command = shell(&format!("sed -u -E '{edit}' | \"$0\" gtp"));
    GtpEngine::start(&command, options()).unwrap_or_else(|fault| panic!("{edit}: {fault}")).about()
}

/// Describes faults: their kinds, how often they were confirmed, and the commands that show them.
fn described(faults: &[ProbeFault]) -> Vec<String> {
    let described = |met: &ProbeFault| {
        format!("{} {:?}: {}", met.fault.kind(), met.confirmed, met.commands.join(", "))
    };
    faults.iter().map(described).collect()
}

#[test]
fn a_crash_in_the_handshake_is_a_fault_with_the_commands_that_show_it() {
    for (command, asked) in [
        ("all_legal", "all_legal b"),
        ("list_stones", "list_stones black"),
        ("showboard", "showboard"),
        ("gogui-rules_board", "gogui-rules_board"),
        ("gogui-rules_side_to_move", "gogui-rules_side_to_move"),
        ("komi", "komi 0"),
        ("undo", "undo"),
        ("final_score", "final_score"),
    ] {
        let about = about(&format!("/ {command}( |$)/ Q"));
        let expected = format!("exit (3, 3): boardsize 5, clear_board, {asked}");
        assert_eq!(described(&about.faults), [expected], "{command}");
        let notes = noted(&about).join("\n");
        assert!(notes.contains(&format!("when asked `{asked}`")), "{notes}");
    }
}

#[test]
fn the_commands_of_a_crash_are_shortened() {
    // The engine ends at the first `undo` after White's play at C2, which comes in the self-test of undo.
    let edit = "/ play w C2/ { p; s/.*//; h; d }; / undo/ { x; /^$/ { x; Q }; x }";
    let edit = format!("1 {{ x; s/^/-/; x }}; {edit}");
    let about = about(&edit);
    let faults = described(&about.faults);
    assert_eq!(faults, ["exit (3, 3): boardsize 5, clear_board, play w C2, undo"]);
}

#[test]
fn a_hang_in_the_handshake_is_a_fault_and_is_not_repeated_often() {
    let begun = Instant::now();
    let options = options();
    let command = shell("sed -u -E '/ undo/ e sleep 60' | \"$0\" gtp");
    let faults = GtpEngine::start(&command, options.clone()).unwrap().about().faults;
    assert_eq!(described(&faults), ["timeout (1, 1): boardsize 5, clear_board, undo"]);
    // A second engine with the same options is not asked again, and reports the same fault.
    let between = Instant::now();
    let other = GtpEngine::start(&command, options).unwrap();
    assert_eq!(other.about().faults, faults);
    assert!(noted(&other.about()).join("\n").contains("undo is missing: no answer to `undo`"));
    assert!(between.elapsed() < begun.elapsed());
}

#[test]
fn refused_unknown_and_slow_commands_are_no_fault() {
    let edits = [
        // The command is refused, unknown, or not listed.
        "s/ undo/ superko-unknown/",
        "s/ all_legal/ superko-unknown/",
        "s/ final_score/ superko-unknown/",
        "s/ list_commands/ superko-unknown/",
        // An engine that does not list its commands may end at one that it does not know.
        "s/ list_commands/ superko-unknown/; / all_legal/ Q",
        // A board size at which the engine ends is one that it does not play.
        "/ boardsize 9/ Q",
    ];
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for edit in edits {
                assert_eq!(described(&about(edit).faults), [""; 0], "{edit}");
            }
        });
        // A score may take as long as the start of the engine.
        let command = shell("sed -u '/final_score/ e sleep 1' | \"$0\" gtp");
        let options = GtpOptions { start: Duration::from_secs(30), ..options() };
        let about = GtpEngine::start(&command, options).unwrap().about();
        assert_eq!(described(&about.faults), [""; 0]);
        let notes = noted(&about).join("\n");
        assert!(notes.contains("score is missing: no answer"), "{notes}");
    });
}

#[test]
fn a_crash_at_a_command_before_games_leaves_the_engine_playable() {
    let server = "sed -u -E 's/ get_komi/ komi 0/; s/ superko-lost//' | \"$0\" gtp";
    let lists = "sed -u -E 's/^genmove$/get_komi\\ngenmove/'";
    let lost = shell(&format!("sed -u -E '/ get_komi/ Q' | {server} | {lists}"));
    let mut engine = GtpEngine::start(&lost, options()).unwrap();
    assert_eq!(engine.start(&Setup::new(size("5"), Rules::default())), Ok(()));
    assert!(engine.play(turn("A1", "5")).is_ok());
    let faults = described(&engine.about().faults);
    assert_eq!(faults, ["exit (3, 3): boardsize 5, clear_board, get_komi"]);
}

#[test]
fn a_crash_at_a_command_that_no_user_sends_breaks_only_the_protocol() {
    for (edit, case, expected) in [
        ("/^[0-9]+ superko-unknown/ Q", "unknown-command", None),
        ("/ green/ Q", "syntax-error", None),
        ("/ play black$/ e sleep 60", "syntax-error", None),
        ("/ I5/ Q", "vertices", None),
        ("/ play b D4/ { x; / play b C3/ Q; x }; h", "same-color-twice", None),
        ("/ BLACK/ Q", "letter-case", None),
        ("/ boardsize 19/ Q", "boardsize", None),
        ("/^[0-9]+ known_command$/ Q", "list-commands", None),
        ("/^[0-9]+ loadsgf/ Q", "loadsgf", None),
        ("/ fixed_handicap 1/ Q", "fixed-handicap", None),
        (
            "/ known_command play/ Q",
            "known-command",
            Some("exit (3, 3): protocol_version, known_command play"),
        ),
        ("/^[0-9]+ undo/ Q", "undo-at-start", Some("exit (3, 3): boardsize 9, clear_board, undo")),
        (
            "/^[0-9]+ genmove/ Q",
            "genmove",
            Some("exit (3, 3): boardsize 5, clear_board, genmove b"),
        ),
        (
            "/ fixed_handicap 4/ Q",
            "fixed-handicap",
            Some("exit (3, 3): boardsize 9, clear_board, fixed_handicap 4"),
        ),
    ] {
        let command = shell(&format!("sed -u -E '/^[0-9]+ quit$/ q; {edit}' | \"$0\" gtp"));
        let result = protocol_cases(&command, &options()).unwrap();
        assert_eq!(described(&result.faults), Vec::from_iter(expected), "{edit}");
        let outcome = result.cases.iter().find(|found| found.id == case).unwrap();
        let outcome = outcome.outcome.to_string();
        assert!(!outcome.starts_with("ok"), "{edit}: {case}: {outcome}");
    }
}

#[test]
fn a_slow_search_says_nothing_about_the_protocol() {
    let of = |seconds: &str, options: &GtpOptions| {
        let search = format!("/^[0-9]+ genmove/ e sleep {seconds}");
        let command = shell(&format!("sed -u -E '/^[0-9]+ quit$/ q; {search}' | \"$0\" gtp"));
        protocol_cases(&command, options).unwrap()
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let result = of("60", &options());
            assert_eq!(described(&result.faults), [""; 0]);
            let cases: Vec<&str> = result.cases.iter().map(|case| case.id).collect();
            assert!(
                !cases.iter().any(|id| id.starts_with("genmove")) && cases.contains(&"quit"),
                "{cases:?}"
            );
        });
        // A search may take as long as the start of the engine.
        let patient = GtpOptions { start: Duration::from_secs(30), ..options() };
        let result = of("0.9", &patient);
        assert!(result.cases.iter().any(|case| case.id == "genmove"), "{:?}", result.cases);
    });
}

/// An observer that records the entries of a run's journal.
#[derive(Default)]
struct Scribe(Mutex<Vec<Entry>>);

impl Observer for Scribe {
    fn entry(&self, entry: &Entry) {
        self.0.lock().unwrap().push(entry.clone());
    }
}

/// Returns the options of a short run.
fn short() -> Options {
    Options {
        sizes: vec![size("2x1")],
        sizes_named: true,
        games: Some(2),
        arguments: Some("-- engine".to_owned()),
        ..undiagnosed(Level::Smoke)
    }
}

/// Returns the faults of a report, each with its id, how often it occurred, and how to see it again.
fn seen(report: &Report) -> Vec<(&str, u64, Option<&str>)> {
    let seen = report.faults.iter().map(|f| (f.id.as_str(), f.count, f.again.as_deref()));
    seen.collect()
}

#[test]
fn a_run_reports_a_crash_in_the_handshake_and_resumes_after_it() {
    let command = shell("sed -u -E '/ undo/ Q' | \"$0\" gtp");
    let options = options();
    let factory = || -> Result<Box<dyn Engine>, Fault> {
        Ok(Box::new(GtpEngine::start(&command, options.clone())?))
    };
    let scribe = Scribe::default();
    let whole = run(&factory, &short(), &scribe);
    let again = "printf '%s\\n' 'boardsize 5' clear_board undo | engine";
    assert_eq!(seen(&whole), [("fault.exit.undo", 1, Some(again))]);
    assert_eq!(whole.verdict, RunVerdict::Faulty);
    assert!(whole.faults[0].record.is_none() && whole.findings.is_empty());
    let entries = scribe.0.into_inner().unwrap();
    let is_fault = |entry: &Entry| matches!(entry, Entry::Fault(_));
    assert_eq!(entries.iter().position(is_fault), Some(1));
    for cut in [0, 1, 2, 3, entries.len() - 1, entries.len()] {
        let scribe = Scribe::default();
        let (options, journal) = (short(), Journal::from(&entries[..cut]));
        let run = Run::new(&factory, &options, &scribe);
        let resumed = Run { journal: Some(&journal), jobs: 1, ..run }.report().unwrap();
        assert_eq!(resumed.faults, whole.faults, "{cut}");
        assert_eq!(resumed.verdict, whole.verdict);
    }
}

#[test]
fn a_crash_that_occurs_in_games_too_is_reported_with_a_game() {
    // The engine ends at the second pass of a game.
    let edit = "/ play . pass/I { s/$/ /; x; s/^/-/; /--/ Q; x; s/ $// }";
    let command =
        shell(&format!("sed -u -E '{edit}; / clear_board/ {{ x; s/.*//; x }}' | \"$0\" gtp"));
    let options = options();
    let factory = || -> Result<Box<dyn Engine>, Fault> {
        Ok(Box::new(GtpEngine::start(&command, options.clone())?))
    };
    let report = run(&factory, &short(), &NoObserver);
    let [fault] = &report.faults[..] else { panic!("{:?}", report.faults) };
    assert_eq!((fault.id.as_str(), fault.commands.len()), ("fault.exit.play", 0));
    assert_eq!(fault.turns, ["B pass", "W pass"]);
    assert!(fault.count > 1, "{}", fault.count);
}
