//! Shell scripts around our own server, many of which misbehave. They need GNU tools and `/proc`.

use super::{GAMES, SUPERKO, size, start, transcript, turn};
use crate::support::{noted, undiagnosed, unmet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use superko::certify::{Level, NoObserver, Options, run};
use superko::engines::gtp::{GtpEngine, GtpOptions, Profile, Stop};
use superko::report::RunVerdict;
use superko::{
    Check, CompareOptions, Engine, Fault, ProtocolCase, ProtocolOutcome, ReportedScore, Rules,
    Ruling, Setup, Turn, Verdict, compare, compare_with,
};

/// Returns the command line of a script, in which `$0` is this program.
pub(super) fn shell(script: &str) -> Vec<String> {
    ["sh", "-c", script, SUPERKO].map(str::to_owned).to_vec()
}

/// Checks that no process with this mark on its command line is left. A killed process may take a moment to end.
fn assert_none_left(mark: &str) {
    let deadline = Instant::now() + Duration::from_secs(3);
    while is_left(mark) {
        assert!(Instant::now() < deadline, "a process is left: {mark}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Returns whether there is a process with this mark on its command line.
fn is_left(mark: &str) -> bool {
    let entries = std::fs::read_dir("/proc").expect("the process table can be read");
    let mut lines =
        entries.filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).contains(mark))
}

/// Starts an engine that must fail, and checks that no process of it is left. Returns the fault.
fn failing(script: &str, timeout: u64) -> Fault {
    static STARTED: AtomicUsize = AtomicUsize::new(0);
    // The mark is a comment in the script. No other process has it.
    let mark = format!("mark-{}-{}", std::process::id(), STARTED.fetch_add(1, Ordering::Relaxed));
    let command = shell(&format!("{script}\n# {mark}"));
    let begun = Instant::now();
    let fault = start(&command, timeout).and_then(|mut engine| {
        let begun = engine.start(&Setup::new(size("5"), Rules::default()));
        begun.and_then(|()| (0..100).try_for_each(|_| engine.play(Turn::Pass).map(|_| ())))
    });
    assert!(begun.elapsed() < Duration::from_secs(10), "{script}: {:?}", begun.elapsed());
    assert_none_left(&mark);
    fault.expect_err(script)
}

/// An engine that gets the stones of the handshake with rows and columns swapped.
const TRANSPOSED: &str = "sed -u 's/A2/B1/; s/C1/A3/; s/E4/D5/; s/B5/E2/' | \"$0\" gtp";

#[test]
fn engines_that_misbehave_are_named_with_the_evidence() {
    let engines = [
        ("exit 3", "exit", "(exit status: 3) when asked `protocol_version`"),
        ("echo 'no weights' >&2; exit 1", "exit", "standard error ends: no weights"),
        ("kill -SEGV $$", "exit", "SIGSEGV"),
        ("echo Hello, I am an engine; sleep 60", "protocol", "`Hello, I am an engine`"),
        ("sleep 60", "timeout", "no answer to `protocol_version` within 0.5 s"),
        ("sleep 60 & sleep 60", "timeout", "`protocol_version`"),
        ("yes", "protocol", "`protocol_version`: `y` on standard output is not a GTP reply"),
        ("yes =", "protocol", "a reply of more than 1048576 bytes"),
        ("exec tr -d '\\n' </dev/zero | tr '\\0' =", "protocol", "more than 1048576 bytes"),
        ("echo =1 2; sleep 60", "protocol", "`=1 2` did not end with a blank line within 0.5 s"),
        ("sed -u 24q | \"$0\" gtp", "exit", "the engine ended (exit status: 0) when asked"),
        ("\"$0\" gtp | sed -u 40q", "protocol", "did not end with a blank line within 0.5 s"),
        ("yes flood >&2", "timeout", "standard error ends: ... flood"),
        (
            TRANSPOSED,
            "protocol",
            "because of the adapter or the protocol, not because of the rules",
        ),
        ("exec >&-; sleep 60", "exit", "it closed its standard output"),
        ("trap '' TERM HUP INT; while :; do sleep 1; done", "timeout", "`protocol_version`"),
    ];
    // Most of them are waited for, so two are started at a time.
    std::thread::scope(|scope| {
        for engines in engines.chunks(8) {
            scope.spawn(move || {
                for (script, kind, expected) in engines {
                    let fault = failing(script, 500);
                    let text = fault.to_string();
                    assert_eq!(fault.kind(), *kind, "{script}: {text}");
                    assert!(text.contains(expected), "{script}: {text}");
                }
            });
        }
    });
}

#[test]
fn odd_but_readable_engines_are_understood() {
    for script in [
        // Carriage returns, and replies without ids.
        "\"$0\" gtp | sed -u 's/$/\\r/'",
        "\"$0\" gtp | sed -u -E 's/^\\?[0-9]+/?/'",
        "\"$0\" gtp | sed -u -E 's/^([=?])[0-9]+/\\1/'",
        // An engine with the name of another one, which has its own commands for the rules.
        "\"$0\" gtp | sed -u 's/Superko reference/KataGo/'",
        // Refusals that mention the vertex or the color.
        "\"$0\" gtp | sed -u 's/illegal move: occupied/illegal vertex for color b: occupied/'",
        "\"$0\" gtp | sed -u 's/illegal move.*/illegal move for color b/'",
        // Much output on standard error, and an engine that continues after its input has ended.
        "yes flood >&2 & \"$0\" gtp",
        "\"$0\" gtp; sleep 60",
        // Superko reads the board by another command if the first one shows it wrong.
        "\"$0\" gtp | sed -u '/A2/! s/C1/A3/'",
    ] {
        let mark = format!("mark-{}-odd-{}", std::process::id(), script.len());
        let mut engine = start(&shell(&format!("{script}\n# {mark}")), 5000).unwrap();
        for game in &GAMES[2..4] {
            let verdict = compare(&mut engine, &transcript(game));
            assert!(matches!(verdict, Verdict::Agreed(_)), "{script}: {verdict:?}");
        }
        drop(engine);
        assert_none_left(&mark);
    }
}

#[test]
fn an_engine_may_refuse_in_words_of_its_own() {
    // The engine refuses occupied points with the same text, so the text is known to be a refusal.
    for message in ["nope, B1", "", "NullPointerException"] {
        let script =
            format!("\"$0\" gtp | sed -u -E 's/^([?][0-9]*) illegal move.*/\\1 {message}/'");
        let mut engine = start(&shell(&script), 5000).unwrap();
        let notes = noted(&engine.about()).join("\n");
        assert!(notes.contains(&format!("`{message}` is treated as a refusal")), "{notes}");
        for game in &GAMES[..4] {
            let verdict = compare(&mut engine, &transcript(game));
            assert!(matches!(verdict, Verdict::Agreed(_)), "{message}: {verdict:?}");
        }
    }
}

#[test]
fn a_board_size_that_does_not_change_breaks_the_protocol() {
    let script = "sed -u -E 's/(rectangular_)?boardsize .*/boardsize 9/' | \"$0\" gtp";
    let mut engine = start(&shell(script), 5000).unwrap();
    assert_eq!(engine.about().board, Some(size("9")));
    let five = engine.start(&Setup::new(size("5"), Rules::default())).unwrap_err();
    assert_eq!(five.kind(), "unsupported");
    let evidence = "`boardsize 5` is answered with `=`, and then gogui-rules_board shows a 9x9 board: `. . . .";
    assert!(five.to_string().contains(evidence), "{five}");
    let protocol = engine.about().protocol;
    let [ProtocolCase { id: "boardsize", outcome: ProtocolOutcome::Failed(what) }] = &protocol[..]
    else {
        panic!("{protocol:?}")
    };
    assert!(what.starts_with(evidence), "{what}");
    assert!(matches!(compare(&mut engine, &transcript(GAMES[4])), Verdict::Agreed(_)));
}

#[test]
fn a_turn_is_generated_without_being_played() {
    // The reply to `reg_genmove` is made from the reply to `version`.
    let script = "sed -u 's/reg_genmove ./version/' | \"$0\" gtp | \
                  sed -u -e 's/^list_commands$/&\\nreg_genmove/' -e '500,99999 s/0[.]1[.]0/GENERATED/'";
    for (generated, expected) in [
        ("b2", Ok(Some(turn("B2", "3x2")))),
        ("PASS", Ok(Some(Turn::Pass))),
        ("resign", Ok(None)),
        ("D1", Err("`reg_genmove w`: it generates `D1`: ")),
        ("A1 or so", Err("`reg_genmove w`: it generates `A1 or so`: ")),
    ] {
        let mut engine = start(&shell(&script.replace("GENERATED", generated)), 5000).unwrap();
        (0..200).for_each(|_| engine.start(&Setup::new(size("3x2"), Rules::default())).unwrap());
        assert_eq!(engine.play(turn("A1", "3x2")), Ok(Ruling::Allowed));
        match (engine.generate(), expected) {
            (Err(fault), Err(part)) => {
                assert!(fault.to_string().starts_with(part), "{generated}: {fault}");
            }
            (generated, expected) => {
                assert_eq!(generated.map_err(|_| ""), expected);
                let position = engine.board().unwrap().unwrap();
                assert_eq!(position.to_string(), ". . .\nX . .\n");
            }
        }
    }
    let other = "sed -u 's/genmove w/genmove b/' | \"$0\" gtp | sed -u '/^reg_genmove$/d'";
    let mut engine = start(&shell(other), 5000).unwrap();
    engine.start(&Setup::new(size("3x2"), Rules::default())).unwrap();
    assert_eq!(engine.play(turn("A1", "3x2")), Ok(Ruling::Allowed));
    let fault = engine.generate().unwrap_err().to_string();
    let part = "and puts a stone of the other color there";
    assert!(fault.starts_with("`genmove w`: it generates `") && fault.ends_with(part), "{fault}");
    let without = shell("\"$0\" gtp | sed -u 's/genmove$/x/'");
    assert_eq!(start(&without, 5000).unwrap().generate(), Ok(None));
}

#[test]
fn a_reply_that_is_no_turn_is_missing_or_a_fault() {
    let begun = |script: &str| {
        let mut engine = start(&shell(script), 500).unwrap();
        engine.start(&Setup::new(size("3x2"), Rules::default())).unwrap();
        engine
    };
    let notes = |engine: &GtpEngine, expected: &str| {
        noted(&engine.about()).into_iter().filter(|note| note.contains(expected)).count()
    };
    // The engine thinks for too long. That breaks no rule, and it is not asked again.
    let mut engine = begun("sed -u '/genmove ./d' | \"$0\" gtp");
    for _ in 0..2 {
        assert_eq!(engine.generate(), Ok(None));
        engine.start(&Setup::new(size("3x2"), Rules::default())).unwrap();
    }
    let expected = "reg_genmove is missing: no answer to `reg_genmove b` within 0.5 s (--timeout allows more, --start-timeout for the first answer)";
    assert_eq!(notes(&engine, expected), 1);
    // The engine answers with an error. At the beginning, this means that it generates no turn; later, it is a fault.
    let mut engine = begun(
        "sed -u 's/genmove ./genmove x/' | \"$0\" gtp | sed -u 's/syntax error: invalid color: x/engine busy/'",
    );
    assert_eq!(engine.generate(), Ok(None));
    assert_eq!(engine.play(turn("A1", "3x2")), Ok(Ruling::Allowed));
    let fault = engine.generate().unwrap_err().to_string();
    assert_eq!(fault, "`reg_genmove w`: it generates no turn: `engine busy`");
    let mut engine = begun("sed -u 's/reg_genmove ./genmoves/' | \"$0\" gtp");
    assert_eq!(engine.play(turn("A1", "3x2")), Ok(Ruling::Allowed));
    assert_eq!(engine.generate(), Ok(None));
    assert_eq!(notes(&engine, "it generates no turn: `unknown command`"), 1);
}

#[test]
fn an_engine_can_be_stopped_during_its_handshake() {
    let stop = Arc::new(AtomicBool::new(false));
    let options = GtpOptions { stop: Stop::on(Arc::clone(&stop)), ..GtpOptions::default() };
    let drip = "printf =; while :; do printf x; sleep 0.01; done";
    let begun = Instant::now();
    let flag = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stop.store(true, Ordering::Relaxed);
    });
    let fault = GtpEngine::start(&shell(drip), options).unwrap_err();
    assert!(
        matches!(&fault, Fault::Stopped { command, .. } if command == "protocol_version"),
        "{fault:?}"
    );
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    flag.join().unwrap();
}

#[test]
fn no_process_is_left_if_superko_is_killed() {
    let mark = format!("mark-killed-{}", std::process::id());
    // The engine has a daemon in a session of its own, and continues after its input has ended.
    let script = format!(
        "setsid sh -c 'sleep 60; sleep 60 # {mark}' & trap '' TERM HUP INT; \"$0\" gtp; sleep 60 # {mark}"
    );
    let mut certify = std::process::Command::new(SUPERKO)
        .args(["certify", "--budget", "60s", "--"])
        .args(shell(&script))
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let watchers = format!("SUPERKO_ENGINE={}-", certify.id());
    let deadline = Instant::now() + Duration::from_secs(10);
    while !is_left(&watchers) || !is_left(&format!("sleep 60 # {mark}")) {
        assert!(Instant::now() < deadline, "it was not started");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    certify.kill().unwrap();
    certify.wait().unwrap();
    assert_none_left(&mark);
    assert_none_left(&watchers);
}

#[test]
fn an_engine_that_ends_is_started_again_each_time() {
    // The engine ends after the handshake, during a game.
    let mut engine = start(&shell("sed -u 150q | \"$0\" gtp"), 2000).unwrap();
    let mut play = || {
        engine.start(&Setup::new(size("3"), Rules::default()))?;
        (0..200).try_for_each(|_| engine.play(turn("A1", "3")).map(|_| ()))
    };
    for _ in 0..15 {
        assert_eq!(play().unwrap_err().kind(), "exit");
    }
    assert_eq!(engine.restarts(), 14);
}

#[test]
fn a_second_game_on_the_same_board_begins_by_clearing_it_alone() {
    // In this engine, `clear_board` does nothing; only `boardsize` clears the board.
    let script = "sed -u 's/clear_board/protocol_version/' | \"$0\" gtp";
    let mut engine = start(&shell(script), 2000).unwrap();
    let stones = |engine: &mut GtpEngine| {
        engine.start(&Setup::new(size("3"), Rules::default())).unwrap();
        engine.play(turn("B2", "3")).unwrap();
        engine.play(turn("A1", "3")).unwrap()
    };
    assert_eq!(stones(&mut engine), Ruling::Allowed);
    // A1 is still there.
    assert_ne!(stones(&mut engine), Ruling::Allowed);
}

#[test]
fn an_engine_that_ends_at_undo_is_tested_without_it() {
    // The engine does not list its commands, and ends at `undo`.
    let script = "sed -u '/undo/ Q; s/list_commands/show_commands/' | \"$0\" gtp";
    let mut engine = start(&shell(script), 2000).unwrap();
    let notes = noted(&engine.about()).join("\n");
    assert!(notes.contains("it does not list its commands (`unknown command`)"), "{notes}");
    assert!(notes.contains("undo is missing: the engine ended"), "{notes}");
    assert_eq!(engine.undo(), Ok(None));
    assert!(matches!(compare(&mut engine, &transcript(GAMES[2])), Verdict::Agreed(_)));
    assert_eq!(engine.restarts(), 0);
}

#[test]
fn an_engine_asked_ahead_may_refuse_to_take_back() {
    // The engine is wrong only in far longer games. It does not know `undo` for a while, or ever.
    let (first, third) = ("/boardsize 2 1/,+30", "/boardsize 4 1/,/boardsize 5 4/");
    for lines in [first, third, "/boardsize 5 4/,/never/", "1,99999"] {
        let script = format!("sed -u '{lines} s/ undo/ undone/' | \"$0\" gtp zoo:history-of-500");
        let mut engine = start(&shell(&script), 5000).unwrap();
        let options = CompareOptions { ask: true, undo: true };
        let (mut undone, mut missing) = (0, 0);
        for game in GAMES {
            let findings = compare_with(&mut engine, &transcript(game), options);
            assert_eq!(findings.fault, None, "{lines} {game}");
            assert!(
                findings.disagreements.is_empty(),
                "{lines} {game} {:?}",
                findings.disagreements
            );
            assert_eq!(findings.coverage.games, 1, "{lines} {game}");
            undone += usize::from(findings.coverage.checks.contains_key(&Check::Undo));
            missing += usize::from(findings.coverage.missing.contains_key(&Check::Undo));
        }
        assert!(missing > 0 && (undone > 0) == (lines != "1,99999"), "{lines} {undone} {missing}");
        assert_eq!(engine.restarts(), 0);
    }
}

#[test]
fn an_engine_asked_ahead_has_its_fault_at_the_right_command() {
    // After the handshake, the engine ends at a play on the second row.
    let script = "sed -u '/rectangular_boardsize 3 2/,/never/ { /play . [A-Z]2$/ Q }' | \"$0\" gtp";
    let mut engine = start(&shell(script), 5000).unwrap();
    let game = "3x2 tromp-taylor: A1, B1, pass, C1, A2, B2, pass, pass";
    let options = CompareOptions { ask: false, undo: false };
    let findings = compare_with(&mut engine, &transcript(game), options);
    assert_eq!(findings.coverage.turns, 4, "{findings:?}");
    let lost = findings.fault.as_ref().and_then(Fault::command);
    assert_eq!(lost, Some("play b A2"), "{findings:?}");
}

/// Starts a script as the engine, and begins a game on it.
pub(super) fn begun(script: &str, profile: Option<Profile>) -> GtpEngine {
    let options = GtpOptions { profile, ..GtpOptions::default() };
    let mut engine = GtpEngine::start(&shell(script), options).unwrap();
    engine.start(&Setup::new(size("5x5"), Rules::default())).unwrap();
    engine
}

#[test]
fn a_rectangular_board_is_set_up_with_the_command_that_the_engine_lists() {
    let rectangle = |script: &str| begun(script, None).about().dialect.rectangle;
    assert_eq!(rectangle("\"$0\" gtp"), "rectangular_boardsize");
    let hides = "\"$0\" gtp | sed -u 's/^rectangular_boardsize$/nothing/'";
    assert_eq!(rectangle(hides), "boardsize");
}

#[test]
fn an_engine_without_a_pass_is_known_from_the_start() {
    for (script, answer) in [
        (
            "sed -u 's/play \\(.\\) pass/play \\1 nopass/' | \"$0\" gtp",
            "? syntax error: invalid vertex: nopass",
        ),
        (
            "sed -u 's/play \\(.\\) pass/play \\1 nopass/' | \"$0\" gtp | sed -u 's/syntax error.*/no pass/'",
            "? no pass",
        ),
    ] {
        let about = begun(script, None).about();
        assert!(about.conventions.lacks_pass);
        let note = format!("it has no pass: `play b pass` is answered with `{answer}`");
        assert!(noted(&about).contains(&note), "{:?}", about.notes);
        let factory = || {
            let engine = GtpEngine::start(&shell(script), GtpOptions::default())?;
            Ok(Box::new(engine) as Box<dyn Engine>)
        };
        let sizes = vec![size("2x2"), size("5x5")];
        let options = Options { sizes, games: Some(20), ..undiagnosed(Level::Smoke) };
        let report = run(&factory, &options, &NoObserver);
        assert_eq!((report.faults.len(), report.findings.len()), (0, 0), "{:?}", report.faults);
        assert_eq!(report.verdict, RunVerdict::Incomplete);
        assert!(unmet(&report).contains(&"pass".to_owned()), "{:?}", report.unmet);
    }
    // An engine that refuses some passes has a pass, and breaks a rule.
    let refusing = "\"$0\" gtp zoo:superko-on-passes";
    assert!(!begun(refusing, None).about().conventions.lacks_pass);
}

#[test]
fn an_error_of_an_adapter_is_a_fault_at_any_command() {
    let failing = |asked: &str, from: usize, message: &str| {
        format!(
            "sed -u '{from},99999 s/{asked}$/bogus/' | \"$0\" gtp optimized | sed -u \"s/unknown command/{message}/\""
        )
    };
    type Ask = fn(&mut GtpEngine) -> Result<bool, Fault>;
    let all: [(&str, usize, Ask); 3] = [
        ("undo", 1, |engine| Ok(engine.undo()?.is_some())),
        ("all_legal .", 1500, |engine| Ok(engine.is_legal(Turn::Pass)?.is_some())),
        ("final_score", 1500, |engine| Ok(engine.score()?.is_some())),
    ];
    for (asked, from, ask) in all {
        let answer = |message: &str| {
            let mut engine = begun(&failing(asked, from, message), None);
            (0..800)
                .for_each(|_| engine.start(&Setup::new(size("5x5"), Rules::default())).unwrap());
            assert_eq!(engine.play(turn("A1", "5x5")), Ok(Ruling::Allowed));
            ask(&mut engine).map_err(|fault| fault.to_string())
        };
        let fault = answer("error: KeyError('oops')").unwrap_err();
        assert!(fault.contains("KeyError('oops')"), "{asked}: {fault}");
        // An engine that says that it cannot answer has no fault.
        assert_eq!(answer("unknown command"), Ok(false), "{asked}");
        assert_eq!(answer("cannot do that"), Ok(false), "{asked}");
    }
}

#[test]
fn a_profile_says_that_a_score_names_the_winner_only() {
    let generic = include_str!("../../crates/gtp/src/client/profiles/generic.toml");
    let text =
        generic.replace("final-score = \"calibrate\"", "final-score = \"winner\"\ntie = \"white\"");
    let profile = Profile::parse(&text).unwrap();
    let script = "\"$0\" gtp | sed -u 's/\\([BW]+\\)[0-9.]*$/\\1/'";
    let mut engine = begun(script, Some(profile));
    assert_eq!(engine.about().conventions.tie_winner, Some(superko::Player::White));
    assert_eq!(engine.score(), Ok(Some(ReportedScore::Winner(None))));
    assert_eq!(engine.play(turn("A1", "5x5")), Ok(Ruling::Allowed));
    let black = Some(superko::Player::Black);
    assert_eq!(engine.score(), Ok(Some(ReportedScore::Winner(black))));
    let more = text.replacen("tie", "repeat = \"draw\"\nmove-cap = \"2*n*n\"\ntie", 1);
    let conventions = Profile::parse(&more).unwrap().conventions();
    assert_eq!(conventions.repeat, Some(superko::Ending::Draw));
    assert_eq!(conventions.move_cap, Some(superko::MoveCap::PerPoint(2)));
    let wrong = Profile::parse(&more.replace("2*n*n", "2*n")).unwrap_err();
    assert!(wrong.contains("move-cap: `2*n` is not a number of turns"), "{wrong}");
    let wrong = Profile::parse(&text.replace("white", "nobody")).unwrap_err();
    assert!(wrong.contains("`black` or `white`"), "{wrong}");
}

/// Returns the command line of our server, with its scores changed by `sed`.
fn with_scores(change: &str) -> Vec<String> {
    shell(&format!("\"$0\" gtp | sed -u -E 's/^(=[0-9]* [BW][+])([0-9.]+)$/{change}/'"))
}

#[test]
fn a_count_that_is_wrong_although_nothing_can_be_estimated_is_graded() {
    let mut engine = start(&with_scores("\\1\\2\\2"), 5000).unwrap();
    let notes = noted(&engine.about()).join("\n");
    assert!(notes.contains("it is wrong where nothing can be estimated: for `"), "{notes}");
    engine.start(&Setup::new(size("5"), Rules::default())).unwrap();
    engine.play(turn("A1", "5")).unwrap();
    assert_eq!(engine.score().unwrap().unwrap().to_string(), "Black wins by 2525");
}

#[test]
fn an_area_that_is_sometimes_wrong_is_graded() {
    for (script, komi) in [
        // A margin of 2, 4, 5 or 7 is off by a point.
        (
            "\"$0\" gtp | sed -u -E 's/^(=[0-9]* [BW][+])[24]$/\\13/; t; s/^(=[0-9]* [BW][+])[57]$/\\16/'",
            "minus a komi of 0",
        ),
        // A margin of 2.5, 3.5 or 5.5 is off by a point, and the komi is always 7.5.
        (
            "sed -u 's/komi 0/komi 7.5/' | \"$0\" gtp \
             | sed -u -E 's/^(=[0-9]* [BW][+])[35][.]5$/\\14.5/; t; s/^(=[0-9]* [BW][+])2[.]5$/\\13.5/'",
            "minus a komi of 7.5",
        ),
    ] {
        let mut engine = start(&shell(script), 5000).unwrap();
        let notes = noted(&engine.about()).join("\n");
        let graded = "an estimate would remove stones it counts area";
        assert!(notes.contains(&format!("{graded}, {komi}, but for `")), "{notes}");
        engine.start(&Setup::new(size("5"), Rules::default())).unwrap();
        engine.play(turn("A1", "5")).unwrap();
        assert_eq!(engine.score().unwrap(), Some(ReportedScore::Margin { quarter_points: 100 }));
    }
}

#[test]
fn the_verdict_says_why_a_score_is_not_graded() {
    // The margin is always 0, as if all stones were dead.
    let command = with_scores("\\10");
    let factory = || Ok(Box::new(start(&command, 5000)?) as Box<dyn Engine>);
    let options = Options { sizes: vec![size("2")], games: Some(5), ..undiagnosed(Level::Smoke) };
    let report = run(&factory, &options, &NoObserver);
    assert_eq!(report.verdict, RunVerdict::Conforms);
    let why = "Its score was not graded: its final_score counts in no known way, so it is treated as an estimate.";
    let hint =
        "If it is an exact count, set `final-score = \"claim\"` in a profile to have it graded.";
    let style = superko::report::TextOptions::default();
    let text = superko::report::text(&report, &style);
    assert!(text.lines().next().unwrap().ends_with(&format!("{why} {hint}")), "{text}");
    assert!(superko::report::markdown(&report).contains("Its score was not graded: its final"));
    assert!(superko::report::html(&report).contains(why));
    let report = superko::certify::identify(&factory, &options, &NoObserver);
    let text = superko::report::text_of_diagnosis(&report, &style).replace('\n', " ");
    assert!(text.contains(why), "{text}");
}

#[test]
fn a_komi_that_cannot_be_set_is_not_assumed_on_other_boards() {
    // The komi is 5.5 on boards up to 9x9, and 7.5 on larger ones.
    let script = "sed -u -e 's/^\\([0-9]* \\)boardsize [1-9]$/&\\nkomi 5.5/' \
                         -e 's/^\\([0-9]* \\)boardsize [12][0-9]$/&\\nkomi 7.5/' \
                  | \"$0\" gtp \
                  | sed -u -e '/^= *$/{N;d}' -e 's/^komi$/x-komi/' -e 's/^get_komi$/x-get_komi/'";
    let mut engine = start(&shell(script), 5_000).unwrap();
    let mut margin = |side: &str| {
        engine.start(&Setup::new(size(side), Rules::default())).unwrap();
        assert_eq!(engine.play(turn("A1", side)), Ok(Ruling::Allowed));
        engine.score().unwrap()
    };
    let claimed = |points: i32| Some(ReportedScore::Margin { quarter_points: 4 * points });
    assert_eq!(margin("9"), claimed(81));
    assert_eq!(margin("13"), None);
    assert_eq!(margin("9"), claimed(81));
    let notes = noted(&engine.about()).join(" ");
    assert!(notes.contains("minus a komi of 5.5"), "{notes}");
}

#[test]
fn a_hash_on_standard_error_may_come_after_the_answer() {
    let generic = include_str!("../../crates/gtp/src/client/profiles/generic.toml");
    let hash = r#"hash = [{ command = "showboard", after = "Ko-Hash:", standard-error = true }]"#;
    let profile = Profile::parse(&format!("{generic}\n{hash}\n")).unwrap();
    let script = "while read -r line; do echo \"$line\"
            case $line in *showboard) n=$((n + 1)); sleep 0.05; echo \"Ko-Hash: $n\" >&2;; esac
        done | \"$0\" gtp";
    let mut engine = begun(script, Some(profile));
    let mut number = || engine.hash().unwrap().unwrap()[0];
    let first = number();
    assert_eq!([number(), number()], [first + 1, first + 2]);
}
