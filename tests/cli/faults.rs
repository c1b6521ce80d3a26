//! Crashes and hangs outside of games, in the handshake or in the tests of the protocol. They are kept, and they decide the
//! exit code.

use super::{SUPERKO, run};
use crate::support::Scratch;
use std::fs::read_to_string;
use std::process::{Command, Stdio};

/// Returns a script that runs our own server, with the commands that reach it edited.
fn engine(edit: &str) -> String {
    format!("sed -u -E '/^[0-9]+ quit$/ q; {edit}' | \"$0\" gtp")
}

/// Certifies that engine in a quick run.
fn certify(edit: &str, options: &[&str]) -> (i32, String, String) {
    let script = engine(edit);
    let always = ["certify", "-q", "--level", "smoke", "--size", "2x1"];
    let engine = ["--", "sh", "-c", &script, SUPERKO];
    run(&[&always, options, &engine].concat())
}

#[test]
fn a_crash_that_needs_other_games_is_kept_with_them() {
    let path = Scratch::new("after-games");
    // Each process ends at its 40th `clear_board`.
    let edit = "/ clear_board/ { x; s/^/x/; /x{40}/ Q; x; }";
    let options = ["--games", "20", "--jobs", "1", "--report", path.to_str().unwrap()];
    let (code, out, err) = certify(edit, &options);
    assert_eq!(code, 5, "{out}{err}");
    assert!(out.contains("it occurs only after"), "{out}");
    // All its crashes have one id.
    assert!(!out.contains("fault.exit  "), "{out}");
    let kept = path.join("findings/fault.exit.clear_board");
    assert!(kept.join("before-1.txt").exists() && kept.join("record.txt").exists());
    let line = out.lines().find_map(|line| line.trim().strip_prefix("again")).unwrap();
    let line = line.trim().replacen("superko", SUPERKO, 1);
    let shown = Command::new("sh").args(["-c", &line]).output().unwrap();
    let printed = String::from_utf8(shown.stdout).unwrap();
    assert_eq!(shown.status.code(), Some(5), "{line}: {printed}");
    assert!(printed.contains("when asked `clear_board`"), "{printed}");
    let certificate = path.join("certificate.json");
    let (code, printed, err) = run(&["recheck", "--run-recorded", certificate.to_str().unwrap()]);
    assert_eq!(code, 0, "{printed}{err}");
    assert!(!printed.contains("fault.exit.clear_board: "), "{printed}");
    assert!(
        printed.contains("1 of 1 appear again") && printed.contains("The certificate holds"),
        "{printed}"
    );
}

#[test]
fn a_crash_outside_of_games_is_kept_and_decides_how_the_program_ends() {
    // The handshake asks for undo.
    let (command, asked, size) = ("undo", "undo", "5");
    let path = Scratch::new(&format!("lost-{command}"));
    let folder = path.to_str().unwrap();
    let options = ["--games", "5", "--report", folder];
    let edit = format!("/^[0-9]+ {command}/ Q");
    let (code, out, err) = certify(&edit, &options);
    assert_eq!((code, err.as_str()), (5, ""), "{out}");
    let id = format!("fault.exit.{command}");
    for expected in
        [&id, "but some questions got no answer", &format!("clear_board, {asked}"), "printf '%s"]
    {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    let kept = |name: &str| read_to_string(path.join(name)).unwrap();
    let script = kept(&format!("findings/{id}/replay.gtp"));
    assert_eq!(script, format!("boardsize {size}\nclear_board\n{asked}\n"));
    // These commands have no turn to take back, so they are no game. They are sent as they are.
    let (file, script) = (path.join(format!("findings/{id}/replay.gtp")), engine(&edit));
    let again = ["replay", file.to_str().unwrap(), "--", "sh", "-c", &script, SUPERKO];
    let (code, printed, err) = run(&again);
    assert_eq!((code, err.as_str()), (5, ""), "{printed}");
    assert!(printed.contains(&format!("when asked `{asked}`")), "{printed}");
    assert!(kept("badge.json").contains("\"faulty\""));
    assert_eq!(kept("run.jsonl").matches("{\"fault\":").count(), 1);
    for format in super::kept::formats().iter().map(String::as_str) {
        let (code, printed, err) = run(&["report", folder, "--format", format]);
        assert_eq!((code, err.as_str()), (0, ""), "{format}");
        assert!(printed.contains(&id) && printed.contains(asked), "{format}: {printed}");
    }
    // Resuming a complete run reports the same.
    let (code, again, err) = certify(&edit, &[&options[..], &["--resume"]].concat());
    assert_eq!(code, 5, "{err}");
    assert_eq!(again.matches(&id).count(), out.matches(&id).count(), "{again}");
}

#[test]
fn a_file_of_commands_is_sent_as_it_stands() {
    let path = Scratch::new("as-it-stands");
    std::fs::create_dir_all(&path).unwrap();
    let file = path.join("commands.gtp");
    let replay = |commands: &str, edit: &str| {
        std::fs::write(&file, commands).unwrap();
        let script = engine(edit);
        let replay = ["replay", "-q", file.to_str().unwrap(), "--", "sh", "-c", &script, SUPERKO];
        run(&replay)
    };
    // A record cannot contain a turn that the program generates, but the commands can be sent.
    let own = "boardsize 2\nclear_board\ngenmove b\nplay w A1\n";
    let (code, out, err) = replay(own, "/^[0-9]* ?genmove/ Q");
    assert_eq!((code, err.as_str()), (5, ""), "{out}");
    assert!(out.contains("when asked `genmove b`"), "{out}");
    let (code, _, err) = replay(own, "");
    assert!(code == 2 && err.contains("a record has only plays and passes"), "{err}");
    // Commands after `quit` are not sent.
    let (code, out, _) = replay("boardsize 2\nclear_board\nplay b A1\nquit\nplay w B1\n", "");
    assert_eq!(code, 0, "{out}");
}

#[test]
fn the_command_that_shows_a_crash_by_hand_shows_it() {
    let (_, out, _) = certify("/^[0-9]* ?undo/ Q", &["--games", "0"]);
    let line = out.lines().find_map(|line| line.trim().strip_prefix("again")).unwrap();
    let output = Command::new("sh").args(["-c", line]).stdin(Stdio::null()).output().unwrap();
    // The commands before the fatal one are answered.
    assert_eq!(String::from_utf8(output.stdout).unwrap().matches('=').count(), 2, "{line}");
}

#[test]
fn identify_reports_a_crash_in_the_handshake_too() {
    let script = "sed -u -E '/ list_stones/ Q' | \"$0\" gtp";
    let options = ["identify", "-q", "--level", "smoke", "--size", "2x1"];
    let (code, out, _) = run(&[&options[..], &["--", "sh", "-c", script, SUPERKO]].concat());
    assert_eq!(code, 5, "{out}");
    assert!(out.contains("when asked `list_stones black`"), "{out}");
}

#[test]
fn a_hang_has_the_exit_code_of_a_crash() {
    let time = ["--games", "0", "--timeout", "500ms", "--start-timeout", "500ms"];
    // The runs mostly wait for answers, so they go in parallel.
    std::thread::scope(|scope| {
        for command in ["undo", "final_score"] {
            scope.spawn(move || {
                let (code, out, _) = certify(&format!("/ {command}/ e sleep 60"), &time);
                assert_eq!(code, 5, "{out}");
                assert!(out.contains(&format!("fault.timeout.{command}  seen once")), "{out}");
            });
        }
    });
}

#[test]
fn the_protocol_is_tested_before_the_random_games() {
    let path = Scratch::new("protocol-first");
    let log = path.join("log");
    std::fs::create_dir_all(&path).unwrap();
    let (code, out, _) = certify("", &["--games", "200", "-v", "--log", log.to_str().unwrap()]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("Protocol: 0 of "), "{out}");
    let log = read_to_string(&log).unwrap();
    let (before, after) = log.split_once(" superko-unknown").unwrap();
    // A line has the seconds, the process and the text. The tests of the protocol have a process of their own.
    let process = |line: &str| line.split_whitespace().nth(1).map(str::to_owned);
    let tests = process(before.lines().last().unwrap());
    let begins = |line: &&str| line.contains("> ") && line.ends_with(" clear_board");
    let plays = before.lines().filter(begins).map(process).rfind(|process| *process != tests);
    let games = after.lines().filter(begins).filter(|line| Some(process(line)) == plays);
    // Most random games come after the tests of the protocol.
    assert!(games.count() >= 100, "the random games came before the tests of the protocol");
    // If the time is up before these tests, the report says so.
    let (code, out, _) = certify("/ all_legal/ e sleep 0.1", &["-v", "--budget", "2s"]);
    assert_eq!(code, 4, "{out}");
    let shown = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains("the tests of the protocol, because the run ended before"), "{out}");
}

#[test]
fn a_fault_may_be_a_known_failure() {
    let path = Scratch::new("known-faults");
    std::fs::create_dir_all(&path).unwrap();
    let file = path.join("known.txt");
    let known = file.to_str().unwrap();
    let edit = "/^[0-9]+ undo/ Q";
    let (code, _, _) = certify(edit, &["--games", "0", "--write-known-failures", known]);
    assert_eq!((code, read_to_string(&file).unwrap().as_str()), (5, "fault.exit.undo\n"));
    let options = ["--games", "0", "--known-failures", known];
    let (code, out, err) = certify(edit, &options);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("all faults are known failures"), "{out}");
    assert!(out.contains("fault.exit.undo  seen once, a known failure"), "{out}");
    for (format, expected) in [("github", "::notice title=fault"), ("junit", "a known failure")] {
        let (_, printed, _) = certify(edit, &[&options[..], &["--format", format]].concat());
        assert!(printed.contains(expected), "{printed}");
    }
    // Another fault is not a known failure, and a known failure that does not appear is reported.
    let (code, out, _) = certify("/^[0-9]+ genmove/ Q", &options);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("Known failures that no longer appear: fault.exit.undo"), "{out}");
    // A misspelled id is an error.
    std::fs::write(&file, "fault.exti.undo\n").unwrap();
    let (code, _, err) = certify(edit, &options);
    assert_eq!(code, 2);
    assert!(err.contains("`exti` is not a kind of fault: did you mean `exit`?"), "{err}");
}

#[test]
fn a_known_crash_in_games_does_not_end_the_run() {
    let path = Scratch::new("known-crash");
    std::fs::create_dir_all(&path).unwrap();
    let file = path.join("known.txt");
    let known = file.to_str().unwrap();
    let edit = "/ play . B1/I Q";
    // A board with one crash after another is given up.
    let (code, out, _) = certify(edit, &["--games", "10", "--write-known-failures", known]);
    assert_eq!(code, 5, "{out}");
    assert!(out.contains("B B1") && out.contains("required "), "{out}");
    let ids = read_to_string(&file).unwrap();
    assert!(ids.starts_with("fault.exit.play\nunmet."), "{ids}");
    // If the crash is a known failure, the other games are played, and nothing is required of the games that it ends.
    let report = path.join("report");
    let options = ["--games", "10", "--known-failures", known, "--fail-fast"];
    let (code, out, _) = certify(edit, &options);
    assert_eq!(code, 0, "{out}");
    assert!(!out.contains("required "), "{out}");
    let folder = report.to_str().unwrap();
    let (code, _, err) = certify(edit, &[&options[..4], &["--report", folder]].concat());
    assert_eq!(code, 0, "{err}");
    let badge = read_to_string(report.join("badge.json")).unwrap();
    assert!(badge.contains("known failures only (smoke)") && !badge.contains("green"), "{badge}");
}
