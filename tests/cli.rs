//! The command line: what the program prints, its exit codes, and its answers to bad input.

#[cfg(unix)]
mod action;
#[cfg(unix)]
mod again;
#[cfg(target_os = "linux")]
mod exits;
mod explain;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(unix)]
mod foreign;
#[cfg(unix)]
mod generated;
mod identify;
#[cfg(target_os = "linux")]
mod judge;
mod kept;
mod matrix;
mod matrix_pages;
mod recheck;
mod shell;
#[cfg(target_os = "linux")]
mod signals;
mod suite;

use crate::support::Scratch;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const SUPERKO: &str = env!("CARGO_BIN_EXE_superko");

/// Runs the program and returns its exit code, its output and its errors.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = Command::new(SUPERKO)
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// Runs `superko certify` on an engine, at level smoke with 20 random games.
fn certify(options: &[&str], engine: &[&str]) -> (i32, String, String) {
    let always = ["certify", "--quiet", "--level", "smoke", "--games", "20"];
    run(&[&always, options, engine].concat())
}

#[test]
fn an_error_quotes_the_bad_input_and_says_what_is_accepted() {
    let cases: [(&[&str], &[&str]); 30] = [
        (&["certify", "gnugo", "--mode", "gtp"], &["`superko certify -- gnugo --mode gtp`"]),
        (&["certify", "--size", "3", "--bogus"], &["unexpected argument '--bogus'"]),
        (&["certify", "--size", "0"], &["`0`", "1 to 25"]),
        (&["certify", "--size", "26"], &["`26`", "1 to 25"]),
        (&["certify", "--rules", "martian"], &["`martian`", "tromp-taylor", "suicide="]),
        (&["certify", "--rules", "repetition=psk"], &["`repetition=psk`", "positional"]),
        (&["certify", "--budget", "10"], &["`10`", "30s"]),
        (&["certify", "--games", "1e6"], &["`1e6`", "whole number", "1000"]),
        (&["certify", "--seed", "x"], &["`x`", "whole number"]),
        (&["certify", "--jobs", "0"], &["0", "1..=256"]),
        (&["certify", "gnugo"], &["`gnugo`", "reference", "-- gnugo --mode gtp"]),
        (&["certify", "zoo:nobody"], &["`nobody`", "superko zoo"]),
        (&["certify", "--profile", "x", "--", "true"], &["x", "gnugo", "generic"]),
        (&["certify", "--"], &["no command after `--`", "-- gnugo --mode gtp"]),
        (&["certify", "--known-failures", "/no/such/file"], &["/no/such/file"]),
        (
            &["certify", "--report", concat!(env!("CARGO_BIN_EXE_superko"), "/x")],
            &["/x/findings: "],
        ),
        (&["replay", "no such record"], &["no such record", "2x1 tromp-taylor"]),
        (&["replay", "2x1 tromp-taylor: B C1"], &["`C1`", "A1 (bottom left) to B1"]),
        (
            &["replay", "2x1 tromp-taylor: W A1"],
            &["`W A1`", "the other player's turn", "Black begins"],
        ),
        (
            &["replay", "3x1 tromp-taylor disagreed: A1, pass, pass"],
            &[
                "`disagreed`: under these rules the players cannot agree on anything",
                "agreement=resume, such as basic",
            ],
        ),
        (
            &["replay", "3x1 basic agreed=C1: A1, C1, pass, pass", "--rules", "tromp-taylor"],
            &["`agreed=C1`: under these rules the players cannot agree on anything"],
        ),
        (
            &["replay", "3x1 basic disagreed: A1, pass, pass"],
            &[
                "`disagreed`: under these rules play does not resume after the passes",
                "agreed=none",
            ],
        ),
        (
            &["replay", "3x1 basic agreed=B1: A1, pass, pass"],
            &["`agreed=B1`: there is no stone at B1", "agreed=none"],
        ),
        (
            &["replay", "(;SZ[3:1]RU[basic]GC[agreed=Z99];B[aa])"],
            &["`GC`: `agreed=Z99`: `Z99` is not a point", "such as agreed=A1/C3"],
        ),
        (&["replay", "nosuch:b.sgf"], &["cannot read the record nosuch:b.sgf"]),
        (&["replay", "(;five[5])"], &["`five` is not in capital letters"]),
        (&["replay", "2x1 nonsense: B A1"], &["`nonsense`", "tromp-taylor"]),
        (&["explain", "TT11"], &["`TT11`", "superko explain"]),
        (&["verify", "--only", "20x20"], &["`20x20`", "without --only"]),
        (&["perft", "--size", "3", "--depth", "x"], &["x"]),
    ];
    for (arguments, parts) in cases {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        for part in parts {
            assert!(err.contains(part), "{arguments:?} should say {part}: {err}");
        }
    }
}

#[test]
fn the_built_in_engine_conforms_and_says_which_it_is() {
    let (code, out, err) = certify(&["--size", "3", "--size", "5", "-v"], &[]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("this is the built-in engine"), "{out}");
    assert!(
        out.starts_with("optimized conforms to tromp-taylor in everything compared.\n"),
        "{out}"
    );
    assert!(!out.contains("missing"), "{out}");
    let (code, out, _) = certify(&["--size", "3", "--verbose"], &["reference"]);
    assert_eq!(code, 0);
    assert!(out.contains("this compares the reference with itself"), "{out}");
}

/// Runs `certify` at level smoke on the built-in engine. Returns its output.
fn certified(options: &str) -> String {
    let (code, out, _) = run(&["certify", options, "--level", "smoke"]);
    assert_eq!(code, 0, "{out}");
    let all = superko::Rules::pairwise().count();
    for expected in [
        "625 boards from 1x1 to 25x25, one game each",
        &format!("{all} of {all} rule sets conform"),
    ] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    out
}

fn listed_rule_sets(out: &str) -> usize {
    out.lines().filter(|line| line.ends_with("  conforms")).count()
}

#[test]
fn the_built_in_engine_is_taken_over_every_board_and_rule_set() {
    assert_eq!(listed_rule_sets(&certified("-q")), 0);
}

#[test]
#[ignore = "half a minute: cargo test -- --ignored thorough"]
fn thorough_with_v_rule_sets_are_listed() {
    assert_eq!(listed_rule_sets(&certified("-qv")), superko::Rules::pairwise().count());
}

#[test]
fn both_engines_count_the_same_games() {
    let perft = |engine| {
        let (code, out, _) =
            run(&["perft", "--size", "3x2", "--depth", "5", "--divide", "--engine", engine]);
        assert_eq!(code, 0);
        let counts = |line: &str| {
            let words: Vec<String> = line.split_whitespace().take(2).map(str::to_owned).collect();
            words.get(1)?.parse::<u64>().ok().map(|_| words)
        };
        out.lines().filter_map(counts).collect::<Vec<_>>()
    };
    let counts = perft("optimized");
    assert_eq!(counts, perft("reference"));
    assert_eq!(counts.len(), 6 + 7);
}

#[test]
fn a_finding_is_drawn_and_its_command_reproduces_it() {
    let (code, out, _) = certify(&["--size", "2x1"], &["zoo:initial-grid-missing"]);
    assert_eq!(code, 1);
    let drawn = "\
   game       2x1: B A1, W pass, B B1
      1  X(.)
         A B
   turn       B B1?
   reference  forbidden: repeats the empty starting board
   engine     allowed
   again      superko replay '2x1 tromp-taylor: B A1, W pass, B B1' zoo:initial-grid-missing
";
    assert!(out.contains(drawn), "{out}");
    assert!(out.contains("initial-grid-missing deviates from tromp-taylor in TT6."), "{out}");

    let record = "2x1 tromp-taylor: B A1, W pass, B B1";
    let (code, out, _) = run(&["replay", record, "zoo:initial-grid-missing"]);
    assert_eq!(code, 1);
    assert!(out.contains("Reference and engine disagree"), "{out}");
    let (code, out, _) = run(&["replay", record]);
    assert_eq!(code, 0);
    assert!(out.contains("Reference and engine agree."), "{out}");
}

#[test]
fn an_engine_over_gtp_gets_the_same_verdict_as_in_process() {
    for (name, id) in [
        ("initial-grid-missing", "TT6.play.repeat-initial"),
        ("history-forgotten-at-pass", "TT6.play.repeat-across-pass"),
        ("all-suicide-refused", "TT7.play.several-suicide-permitted"),
        ("one-pass-ends", "TT8.status.pass"),
        ("neutral-to-black", "TT9.score.neutral-both"),
    ] {
        let served = format!("zoo:{name}");
        // With `--skip`, the run makes no diagnosis, which takes longer than everything else.
        let sizes = ["--size", "2x1", "--size", "3x1", "--size", "3", "--skip", "self-play"];
        let options = [&sizes[..], &["--format", "json"]].concat();
        let (code, out, err) = certify(&options, &["--", SUPERKO, "gtp", &served]);
        assert_eq!(code, 1, "{name}: {err}{out}");
        let json: serde_json::Value = serde_json::from_str(&out).unwrap();
        let findings = json["findings"].as_array().unwrap();
        assert!(findings.iter().any(|finding| finding["id"] == id), "{name}: {findings:#?}");
        let rule = &id[..3];
        assert!(findings.iter().all(|finding| finding["rule"] == rule), "{findings:#?}");
    }
}

#[test]
fn the_json_report_has_its_fields() {
    let (code, out, _) =
        certify(&["--size", "2x1", "--format", "json"], &["zoo:simple-ko-as-superko"]);
    assert_eq!(code, 1);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["engine"]["name"], "simple-ko-as-superko");
    assert_eq!(json["rules"], "tromp-taylor");
    assert_eq!(json["seed"], 1);
    assert_eq!(json["verdict"], "deviates");
    assert_eq!(json["rules_checked"]["TT6"]["enforces"], "deviates");
    assert_eq!(json["rules_checked"]["TT7"]["enforces"], "conforms");
    assert!(json["rules_checked"]["TT7"]["observations"].as_u64().unwrap() > 0);
    assert!(json["events"]["repeat-initial"].as_u64().unwrap() > 0);
    assert_eq!(json["faults"], serde_json::json!([]));
    let finding = &json["findings"][0];
    for field in ["id", "check", "rule", "event", "size", "reference", "engine"] {
        assert!(finding[field].is_string(), "{field}: {finding}");
    }
    assert!(finding["turns"][0].as_str().unwrap().starts_with("B "));
    assert!(finding["count"].as_u64().unwrap() > 0);
}

#[test]
fn with_one_seed_a_run_is_the_same_each_time() {
    let stable = |text: String| {
        let time = |line: &&str| !line.contains("seconds");
        text.lines().filter(time).collect::<Vec<_>>().join("\n")
    };
    let once = || certify(&["--size", "3", "--format", "json"], &["zoo:history-of-8"]).1;
    assert_eq!(stable(once()), stable(once()));
}

#[test]
fn turns_after_a_forbidden_turn_are_not_judged() {
    let game = "(;SZ[5];B[aa];W[aa];B[ba];W[cc])";
    let (code, out, _) = run(&["replay", game]);
    assert_eq!(code, 1, "{out}");
    for line in [
        "   2. W A5  forbidden: there is a black stone  occupied\n",
        "2 turns; turn 2 is forbidden.\n",
        "The record continues as if turn 2 had been allowed; the other turns (2) are not judged.\n",
        "Reference and engine agree.\n",
    ] {
        assert!(out.contains(line), "{line}{out}");
    }
    // An illegal turn that the record marks as an attempt (`XW`) is no mistake of the record.
    let (code, out, _) = run(&["replay", "-q", "(;SZ[5];B[aa];XW[aa];W[ba];B[cc])"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("   2. W A5  forbidden") && !out.contains("   3. "), "{out}");
    let drawings = Scratch::new("replay-svg");
    run(&["replay", "-q", "(;SZ[5];B[aa];XW[aa])", "--svg", drawings.to_str().unwrap()]);
    let drawn = |name: &str| std::fs::read_to_string(drawings.join(name)).unwrap();
    assert!(
        drawn("1.svg").contains("<title>1. B A5</title>") && drawn("2.svg").contains("12m0 -12")
    );
    assert!(run(&["replay", "1x2 aga: A1, pass, pass"]).1.contains("\n3 turns, all legal.\n"));
    let (code, out, _) = run(&["replay", "-q", "(;SZ[5];B[aa])(;SZ[26])"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("\nThis is the first game of 2; the others are not judged.\n"), "{out}");
}

#[test]
fn a_game_file_is_read_whatever_stands_around_the_game() {
    let directory = Scratch::new("games");
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("mailed.SGF");
    // The file is not UTF-8: `\xf6` is an ö in Latin-1.
    std::fs::write(&path, b"From: nobody\n\n(;GM[1]SZ[2]PB[J\xf6rg]RU[Tromp/Taylor];B[aa])\n")
        .unwrap();
    let (code, out, err) = run(&["replay", path.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("2x2 tromp-taylor: B A2\n"), "{out}");
    let piped = Command::new(SUPERKO)
        .args(["replay", "-"])
        .stdin(std::fs::File::open(&path).unwrap())
        .output()
        .unwrap();
    // On standard input there is no file name that shows that this is a game file.
    assert_eq!(piped.status.code(), Some(2));
}

#[test]
fn a_finding_about_undo_is_reproduced_by_its_command() {
    let (code, out, _) = certify(&["--size", "2x1"], &["zoo:undo-keeps-history"]);
    assert_eq!(code, 1);
    let again = out.lines().find_map(|line| line.split_once("superko replay '")).unwrap().1;
    let record = again.split('\'').next().unwrap();
    assert_eq!(run(&["replay", record, "zoo:undo-keeps-history"]).0, 1, "{record}");
}

#[test]
fn expected_findings_are_no_failure_and_a_missing_one_is() {
    let directory = Scratch::new("known");
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("known.txt");
    let known = |ids: &str, engine: &str| {
        std::fs::write(&file, ids).unwrap();
        let path = file.to_str().unwrap();
        certify(&["--size", "2x1", "--known-failures", path], &[engine])
    };
    let ids = "TT6.play.repeat-initial  # forgets the empty board\nTT6.legality.repeat-initial\n";
    assert_eq!(known(ids, "zoo:initial-grid-missing").0, 0);
    assert_eq!(known("TT6.play.repeat-initial\n", "zoo:initial-grid-missing").0, 1);
    let (code, out, _) = known(ids, "reference");
    assert_eq!(code, 1);
    assert!(out.contains("Known failures that no longer appear"), "{out}");
    let more = format!("{ids}TT6.play.repeat-cycle-2\n");
    let (code, out, _) = known(&more, "zoo:initial-grid-missing");
    assert_eq!(code, 1);
    let expected =
        "only as expected, but these known failures no longer appear: TT6.play.repeat-cycle-2.";
    let shown = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains(expected), "{out}");
    let (code, _, err) = known("nonsense\n", "reference");
    assert_eq!(code, 2);
    assert!(err.contains("line 1: `nonsense`"), "{err}");
}

#[test]
fn unmet_events_are_known_failures_too() {
    let directory = Scratch::new("unmet");
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("known.txt");
    let path = file.to_str().unwrap();
    let run =
        |option: &str| certify(&["--size", "2x1", option, path], &["zoo:last-row-not-cleared"]);
    assert_eq!(run("--write-known-failures").0, 1);
    let ids = std::fs::read_to_string(&file).unwrap();
    assert!(ids.contains("\nunmet.repeat-cycle-2\n"), "{ids}");
    assert!(ids.contains("\nunmet.repeat-cycle-2.capture.no-pass\n"), "{ids}");
    let (code, out, _) = run("--known-failures");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("deviates from tromp-taylor only as expected"), "{out}");
    assert!(out.contains("repeat-cycle-2 (a known failure)"), "{out}");
    // An unmet event that is not a known failure still makes the run incomplete.
    std::fs::write(&file, ids.replace("unmet.repeat-cycle-2\n", "")).unwrap();
    let (code, out, _) = run("--known-failures");
    assert_eq!(code, 4, "{out}");
    assert!(out.contains("only as expected, but the run is incomplete"), "{out}");
    assert!(!out.contains("agrees with"), "{out}");
    for (text, wrong) in [
        ("unmet.repeat-cycle-22", "`repeat-cycle-22` is not the name of an event"),
        ("unmet.quiet.loud", "`loud` is not a form"),
    ] {
        std::fs::write(&file, text).unwrap();
        let (code, _, err) = run("--known-failures");
        assert_eq!(code, 2);
        assert!(err.contains(wrong), "{err}");
    }
}

#[test]
fn a_budget_that_ends_too_soon_is_incomplete() {
    let (code, out, _) = certify(&["--budget", "1ms", "--size", "9"], &[]);
    assert_eq!(code, 4, "{out}");
    assert!(!out.contains("conforms to"), "{out}");
}

#[test]
fn perft_counts_and_compares() {
    let (code, out, _) = run(&["perft", "--size", "2x1", "--depth", "5", "--divide"]);
    assert_eq!(code, 0);
    assert!(out.contains("first turn, games"), "{out}");
    let (code, out, _) =
        run(&["perft", "--size", "2x1", "--depth", "5", "zoo:simple-ko-as-superko"]);
    assert_eq!(code, 1);
    assert!(out.contains("differs"), "{out}");
    let (code, out, _) = run(&["perft", "--size", "2x2", "--depth", "4", "--", SUPERKO, "gtp"]);
    assert_eq!(code, 0, "{out}");
    // Under these rules, games end in other ways.
    for rules in ["passes=three", "katago:aga-button", "katago:japanese"] {
        let only = ["perft", "--size", "2x1", "--depth", "7", "--rules", rules];
        let (code, out, _) = run(&[&only[..], &["optimized"]].concat());
        assert_eq!(code, 0, "{rules}: {out}");
    }
}

#[test]
fn golden_numbers_come_out_with_their_sources() {
    let (code, out, _) = run(&["verify", "--quiet", "--only", "3x3"]);
    assert_eq!(code, 0, "{out}");
    for part in
        ["12675", "86200", "3x3, 8 turns", "3474312", "tromp.github.io", "small_boards.json"]
    {
        assert!(out.contains(part), "{part} is missing:\n{out}");
    }
    assert!(out.contains("All 5 numbers match the published ones."), "{out}");
    let (code, out, _) = run(&["verify", "--quiet", "--only", "3x3", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &object["wrong"]), (0, &0.into()));
    let numbers = object["numbers"].as_array().unwrap();
    assert!(numbers.iter().all(|number| number["published"] == number["computed"]), "{out}");
    assert_eq!(numbers.len(), 5);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn thorough_which_games_detect_which_engine_is_pinned() {
    let (code, matrix, _) = run(&["zoo", "--matrix"]);
    assert_eq!(code, 0, "an engine gets through:\n{matrix}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/facts/zoo_matrix.txt");
    let pinned = std::fs::read_to_string(path).unwrap();
    assert!(
        matrix == pinned,
        "the matrix has changed; if that is meant: superko zoo --matrix > {path}\n{matrix}"
    );
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(SUPERKO)
        .args(["zoo"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn a_replay_does_not_judge_turns_that_the_engine_was_not_given() {
    let late = "3x3 tromp-taylor: B A1, W pass, B pass, W pass";
    let player = crate::support::root().join("tests/gtp/player.pl");
    let (code, out, _) = run(&["replay", late, "--", "perl", player.to_str().unwrap()]);
    assert_eq!(code, 0, "{out}");
    let expected = "Reference and engine agree up to turn 3. The engine was not given turn 4: it does not say when a\ngame is over.\n";
    assert!(out.ends_with(expected), "{out}");
    let (_, out, _) = run(&["replay", late, "optimized"]);
    assert!(out.ends_with("Reference and engine agree.\n"), "{out}");
}

#[test]
fn a_replay_says_what_it_begins_with_and_what_decides_it() {
    let (code, out, _) = run(&["replay", "3x1 tromp-taylor position=X.O first=white: W pass"]);
    assert_eq!(code, 0);
    let begins = "The game begins with this board, White to play:\n 1  X . O\n    A B C\n";
    assert!(out.contains(begins), "{out}");
    let (_, out, _) = run(&["replay", "2x1 tromp-taylor first=white: W A1"]);
    assert!(out.contains("The game begins with the empty board, White to play."), "{out}");
    let (_, out, _) = run(&["replay", "2x1 tromp-taylor: B A1, W B1"]);
    assert!(!out.contains("begins with") && !out.contains("decides"), "{out}");
    for (record, expected) in [
        ("2x1 cgos: B A1, W A1", "Turn 2, W A1, decides the game: White loses, and Black wins."),
        ("2x1 repeat=ties: B A1, W B1, B A1", "Turn 3, B A1, decides the game: a tie."),
        (
            "2x1 repeat=loses: B A1, W B1, B A1",
            "Turn 3, B A1, decides the game: Black loses, and White wins.",
        ),
        (
            "3x1 aga disagreed: B A1, W pass, B pass, W pass, B C1",
            "play stops after the passes: Black 3, White 0 as it stands\n      the players disagree, so play resumes\n",
        ),
        ("3x1 basic agreed=A1: A1", "does not end by passes, so `agreed=A1` has no effect.\n"),
        ("(;SZ[3:1]RU[basic]GC[We agreed=Z99];B[aa])", "1 turn, all legal.\nReference"),
    ] {
        let (_, out, _) = run(&["replay", record]);
        assert!(out.contains(expected), "{record}: {out}");
    }
}

#[test]
fn the_server_answers_in_the_format_of_gtp() {
    let mut child = Command::new(SUPERKO)
        .args(["gtp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let commands = "1 boardsize 3\n2 play b b2\n3 play w b2\nlist_stones black\nquit\n";
    child.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(output.starts_with("=1\n\n=2\n\n?3 "), "{output}");
    assert!(output.ends_with("= B2\n\n=\n\n"), "{output}");
}
