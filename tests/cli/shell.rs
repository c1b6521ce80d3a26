//! The program with engines that are shell scripts around itself. The scripts need GNU tools.

use super::{SUPERKO, certify, run};
use crate::support::Scratch;
use std::time::{Duration, Instant};

/// Returns the arguments for an engine that is a shell script. In the script, `$0` is this program.
fn engine(script: &'static str) -> [&'static str; 5] {
    ["--", "sh", "-c", script, SUPERKO]
}

fn run_replay(record: &str) -> (i32, String, String) {
    run(&["replay", record, "zoo:initial-grid-missing"])
}

#[test]
fn stray_lines_are_skipped_by_an_option_that_is_part_of_every_command() {
    let script = "\"$0\" gtp zoo:initial-grid-missing | sed -u 's/^[=?]/thinking\\n&/'";
    let (code, _, err) = certify(&["--size", "1x1"], &engine(script));
    assert!(code == 3 && err.contains("(--skip-stray-lines skips such lines)"), "{err}");
    let directory = Scratch::new("stray");
    let path = directory.to_str().unwrap();
    let option = ["-v", "--skip-stray-lines", "--size", "1x1", "--size", "2x1", "--report", path];
    let (code, out, err) = certify(&option, &engine(script));
    assert_eq!((code, out.matches("no part of a GTP reply").count()), (1, 1), "{out}{err}");
    let again = out.lines().find_map(|line| line.split_once("superko replay ")).unwrap().1;
    assert!(again.contains(" --skip-stray-lines -- sh -c "), "{again}");
    let words = shlex::split(&format!("replay {}", again.trim_end_matches('`'))).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (code, out, err) = run(&words);
    assert!(code == 1 && out.contains("Reference and engine disagree"), "{out}{err}");
    let certificate = directory.join("certificate.json");
    let (code, out, err) =
        run(&["recheck", "--quiet", "--run-recorded", certificate.to_str().unwrap()]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let identify = ["identify", "--quiet", "--level", "smoke", "--size", "2x1"];
    let (code, out, err) = run(&[&identify[..], &["--skip-stray-lines"], &engine(script)].concat());
    assert!(code != 3 && !out.is_empty(), "{code}: {out}{err}");
    let (code, _, err) = run(&["identify", "--skip-stray-lines", "reference"]);
    assert_eq!(code, 2, "{err}");
}

#[test]
fn an_engine_that_cannot_be_tested_gives_exit_code_3() {
    for (script, expected) in [
        ("exit 1", "when asked `protocol_version`"),
        ("echo hello; sleep 60", "`hello`"),
        ("read line; printf '=1 2\\n\\n'; sleep 60", "no answer to `name` within 0.5 s"),
    ] {
        let begun = Instant::now();
        let (code, _, err) =
            certify(&["--timeout", "500ms", "--start-timeout", "500ms"], &engine(script));
        assert_eq!(code, 3, "{script}: {err}");
        assert!(err.contains(expected), "{script}: {err}");
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
    let (code, out, _) = certify(&["--format", "json"], &["--", "no-such-program"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["verdict"]), (3, &"untestable".into()));
    assert_eq!(json["faults"][0]["kind"], "start");
    let (code, _, err) = certify(&[], &["--", "no-such-program"]);
    assert_eq!(code, 3);
    assert!(err.contains("cannot start `no-such-program`"), "{err}");
    // The engine refuses a board that is named on the command line.
    let script = "\"$0\" gtp | sed -u 's/^=\\([0-9]*\\) *rectangular.*/?\\1 no/'";
    let (code, out, _) = certify(&["--size", "5x4", "--profile", "pachi"], &engine(script));
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("refused by the engine: "), "{out}");
    let mixed = ["--size", "5x4", "--size", "2", "--profile", "pachi", "-v"];
    let (code, out, _) = certify(&mixed, &engine(script));
    assert_eq!(code, 4, "{out}");
    for expected in
        ["refused    5x4: it does not play 5x4", "required   but not observed: board 5x4"]
    {
        assert!(out.contains(expected), "{expected}: {out}");
    }
}

#[test]
fn a_replayed_crash_gives_exit_code_5() {
    let dies = engine("sed -u '/E5$/q' | \"$0\" gtp");
    let replay = |record: &'static str| run(&[&["replay", record], &dies[..]].concat());
    let (code, out, _) = replay("5x5 tromp-taylor: B A1, W E5, B B2");
    assert_eq!(code, 5, "{out}");
    assert!(out.contains("\nfault "), "{out}");
    // A replay without the fatal turn succeeds, and a text that is no record is an error.
    assert_eq!(replay("5x5 tromp-taylor: B A1, W B2").0, 0);
    assert_eq!(replay("4x3 unknown: B A1").0, 2);
}

#[test]
fn a_crash_while_generating_a_turn_can_be_replayed() {
    let directory = Scratch::new("dies-generating");
    let report = directory.to_str().unwrap();
    let dies = engine("sed -u '/genmove/Q' | \"$0\" gtp");
    let (code, out, _) = certify(&["--size", "3", "--report", report], &dies);
    assert_eq!(code, 5, "{out}");
    let file = directory.join("findings/fault.exit.reg_genmove/replay.gtp");
    let commands = std::fs::read_to_string(&file).unwrap();
    assert_eq!(commands.matches("genmove").count(), 1, "{commands}");
    let (code, out, err) = run(&[&["replay", "-q", file.to_str().unwrap()], &dies[..]].concat());
    assert_eq!(code, 5, "{out}{err}");
}

#[test]
fn findings_before_a_crash_are_kept() {
    let directory = Scratch::new("report");
    let report = directory.to_str().unwrap();
    let script = "sed -u 450q | \"$0\" gtp zoo:initial-grid-missing";
    let sizes = ["--size", "2x1", "--size", "3", "--report", report];
    let (code, out, _) = certify(&sizes, &engine(script));
    assert_eq!(code, 1);
    assert!(out.contains("TT6.play.repeat-initial"), "{out}");
    assert!(out.contains("fault.exit"), "{out}");
    // The game of the crash is kept in every format.
    let fault = std::fs::read_dir(directory.join("findings")).unwrap().map(|entry| entry.unwrap());
    let fault =
        fault.map(|entry| entry.path()).find(|path| path.to_string_lossy().contains("fault.exit"));
    let fault = fault.expect("a fault has a folder");
    let kept = |name: &str| std::fs::read_to_string(fault.join(name)).unwrap();
    assert!(kept("record.txt").starts_with("# fault.exit"));
    assert!(kept("game.sgf").starts_with("(;"), "{}", kept("game.sgf"));
    let commands = kept("replay.gtp");
    assert!(commands.contains("boardsize") && commands.contains("clear_board"), "{commands}");
    let run = std::fs::read_to_string(directory.join("run.jsonl")).unwrap();
    assert!(run.lines().any(|line| line.contains("\"TT6.play.repeat-initial\"")), "{run}");
    let record = directory.join("findings/TT6.play.repeat-initial/record.txt");
    let sgf = std::fs::read_to_string(record.with_file_name("game.sgf")).unwrap();
    assert!(sgf.contains("SZ[1:2]KM[0]RU[tromp-taylor]\n;B["), "{sgf}");
    assert!(sgf.contains(" is tried, and is illegal.]"), "{sgf}");
    let (code, from_record, _) = run_replay(record.to_str().unwrap());
    assert_eq!(code, 1);
    let (code, from_sgf, _) = run_replay(record.with_file_name("game.sgf").to_str().unwrap());
    assert_eq!((code, from_sgf), (1, from_record));
    // Another run does not write to the same directory, unless it may overwrite it.
    let (code, _, err) = certify(&["--size", "2x1", "--report", report], &["optimized"]);
    assert!(code == 2 && err.contains("holds the report of another run"), "{err}");
    let (code, out, _) =
        certify(&["--size", "2x1", "--report", report, "--overwrite"], &["optimized"]);
    assert_eq!(code, 0, "{out}");
    assert!(!directory.join("findings/TT6.play.repeat-initial").exists());
}

#[test]
fn an_engine_that_dies_of_a_board_is_tested_on_the_others() {
    let script = "sed -u '/boardsize 1$/ Q; /boardsize [0-9]* [0-9]*$/ Q' | \"$0\" gtp zoo:initial-grid-missing";
    let sizes = ["--size", "1x1", "--size", "2x1", "--size", "1x2", "--size", "2", "--size", "3"];
    let (code, out, err) = certify(&[&sizes[..], &["--format", "json"]].concat(), &engine(script));
    assert_eq!(code, 1, "{err}");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["faults"], serde_json::json!([]));
    let refused = json["refused_sizes"].as_array().unwrap();
    assert!(refused.iter().any(|refused| refused["size"] == "1x1"), "{refused:?}");
    let findings = json["findings"].as_array().unwrap();
    assert!(findings.iter().any(|finding| finding["id"] == "TT6.play.repeat-initial"));
    assert!(findings.iter().all(|finding| finding["kind"] == "steady"), "{findings:#?}");
}

/// Starts a run that would take minutes. The command line of its engine contains `mark`.
fn long_run(mark: &str) -> std::process::Child {
    let script = format!("\"$0\" gtp optimized; : {mark}");
    std::process::Command::new(SUPERKO)
        .args(["certify", "--budget", "5m", "--", "sh", "-c", &script, SUPERKO])
        .env("NO_COLOR", "1")
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_run_that_signals_end_prints_its_report_and_leaves_no_engine() {
    use Signal::{SIGHUP, SIGINT, SIGTERM};
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    // If two signals come together, either may be received last.
    let check = |signals: &[Signal], codes: &[i32], pause: u64| {
        let mark = format!("superko-test-{}-{pause}", std::process::id());
        let child = long_run(&mark);
        let pid = Pid::from_raw(i32::try_from(child.id()).unwrap());
        // The program must have begun to listen for signals.
        std::thread::sleep(Duration::from_millis(200 + pause));
        for &signal in signals {
            // The program may have ended already.
            let _ = kill(pid, signal);
            std::thread::sleep(Duration::from_millis(pause / 20));
        }
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let code = output.status.code().unwrap();
        assert!(codes.contains(&code), "{signals:?} after {pause} ms: {code}, {text}");
        assert!(text.contains("The run was interrupted"), "{signals:?} after {pause} ms: {text}");
        assert_eq!(engines_of(&mark), [""; 0], "{signals:?} after {pause} ms");
    };
    // The runs mostly wait, so they go in parallel.
    std::thread::scope(|scope| {
        for (signals, codes, pause) in [
            (&[SIGINT][..], &[130][..], 300),
            (&[SIGTERM, SIGTERM], &[143], 5),
            (&[SIGHUP, SIGTERM], &[143], 700),
            (&[SIGTERM, SIGINT], &[130, 143], 40),
            (&[SIGINT, SIGINT, SIGINT], &[130], 1_100),
        ] {
            scope.spawn(move || check(signals, codes, pause));
        }
    });
}

/// Returns a report in JSON without its times.
fn timeless(report: &str) -> serde_json::Value {
    let mut report: serde_json::Value = serde_json::from_str(report).unwrap();
    report["seconds"].take();
    report["seconds_to_first_finding"].take();
    report
}

#[test]
fn a_killed_run_resumes_where_it_stopped() {
    assert_resumed_after_kills(&["2x1", "3"], &["zoo:initial-grid-missing"], &[("2", &[0, 60])]);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn thorough_killed_runs_resume_where_they_stopped() {
    let points: [(&str, &[usize]); 2] = [("1", &[1, 40, 100]), ("2", &[0, 60])];
    let engines = ["optimized", "zoo:initial-grid-missing"];
    assert_resumed_after_kills(&["2x1", "3", "5"], &engines, &points);
}

/// Checks that runs on some boards resume after they were killed. `jobs` has numbers of parallel jobs, each with the numbers of lines in the
/// journal after which a run is killed.
fn assert_resumed_after_kills(sizes: &[&str], engines: &[&str], jobs: &[(&str, &[usize])]) {
    let directory = Scratch::new(&format!("resume-{}", sizes.len()));
    let path = directory.to_str().unwrap();
    let lines = || {
        let text = std::fs::read_to_string(directory.join("run.jsonl")).unwrap_or_default();
        text.lines().filter(|line| line.starts_with("{\"done\"")).count()
    };
    for name in engines {
        let engine = ["--", SUPERKO, "gtp", name];
        let sizes = sizes.iter().flat_map(|size| ["--size", size]);
        let options: Vec<&str> = sizes.chain(["--format", "json"]).collect();
        let always = ["certify", "-q", "--level", "smoke", "--games", "20", "--report", path];
        let whole = certify(&options, &engine);
        for (jobs, points) in jobs {
            let parts = [&always, &options[..], &["--jobs", jobs, "--resume"], &engine].concat();
            for &point in *points {
                let mut child = std::process::Command::new(SUPERKO)
                    .args(&parts)
                    .stdout(std::process::Stdio::null())
                    .spawn()
                    .unwrap();
                let begun = Instant::now();
                while lines() < point && child.try_wait().unwrap().is_none() {
                    assert!(begun.elapsed() < Duration::from_secs(60), "{name}: {point}");
                    std::thread::sleep(Duration::from_millis(1));
                }
                // This sends SIGKILL.
                child.kill().unwrap();
                child.wait().unwrap();
            }
            let mut text = std::fs::read_to_string(directory.join("run.jsonl")).unwrap();
            text.push_str("{\"done\": {\"work\": 7, \"cove");
            std::fs::write(directory.join("run.jsonl"), text).unwrap();
            let (code, out, err) = run(&parts);
            assert_eq!((code, timeless(&out)), (whole.0, timeless(&whole.1)), "{name}: {err}");
            // A run that has come to its end is resumed, too.
            let (code, out, _) = run(&parts);
            assert_eq!((code, timeless(&out)), (whole.0, timeless(&whole.1)), "{name}");
            directory.clear();
        }
    }
}

#[test]
fn a_run_is_resumed_only_with_its_own_options() {
    let directory = Scratch::new("resume-otherwise");
    let path = directory.to_str().unwrap();
    let (size, report) = (["--size", "2x1"], ["--report", path]);
    let (code, _, err) =
        certify(&[&size[..], &report, &["--resume", "--seed", "5"]].concat(), &["reference"]);
    assert_eq!(code, 0, "{err}");
    for (options, engine, change) in [
        (&["--seed", "6"][..], "reference", "seed was 5 and is now 6"),
        (&["--seed", "5"], "optimized", "engine was `reference` and is now `optimized`"),
        (&["--seed", "5", "--size", "3"], "reference", "sizes was `2x1` and is now `2x1 3x3`"),
    ] {
        let (code, out, err) =
            certify(&[&size[..], &report, &["--resume"], options].concat(), &[engine]);
        assert_eq!((code, out.as_str()), (2, ""));
        let message = format!(
            "cannot resume the run in {path}, which was started with other options: {change}\n"
        );
        assert!(err.ends_with(&message), "{err}");
    }
    let (code, _, err) = certify(&[&size[..], &report, &["--seed", "5"]].concat(), &["reference"]);
    assert!(code == 2 && err.contains("add --resume to continue that run"), "{err}");
    let file = directory.join("run.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("\n{", "\nx{", 1)).unwrap();
    let resume = [&size[..], &report, &["--resume", "--seed", "5"]].concat();
    let (code, _, err) = certify(&resume, &["reference"]);
    assert!(code == 2 && err.contains("line 2 of run.jsonl is unreadable: expected"), "{err}");
    // Hidden characters of a file do not reach the terminal.
    let hidden = "\"engine\":\"\\u001b[2Jreference\"";
    let hidden = text.replacen("\"engine\":\"reference\"", hidden, 1);
    assert_ne!(hidden, text);
    std::fs::write(&file, hidden).unwrap();
    let (code, _, err) = certify(&resume, &["reference"]);
    assert!(code == 2 && err.contains("engine was `") && !err.contains('\u{1b}'), "{err:?}");
    // A line in the middle of the file is missing, or has been changed.
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 20, "{} lines", lines.len());
    let gone = [&lines[..9], &lines[10..]].concat();
    let turns = |line: &str| line.replacen("\"turns\":", "\"turns\":1", 1);
    let changed = turns(lines[9]);
    assert_ne!(changed, lines[9]);
    let changed = [&lines[..9], &[&changed], &lines[10..]].concat();
    for damaged in [gone, changed] {
        std::fs::write(&file, damaged.join("\n") + "\n").unwrap();
        let (code, out, err) = certify(&resume, &["reference"]);
        let message = format!(
            "cannot resume the run in {path}: line 10 of run.jsonl does not follow those before it"
        );
        assert!(code == 2 && out.is_empty() && err.contains(&message), "{err}");
    }
    // If the end of the file is missing, that part is done again.
    std::fs::write(&file, lines[..9].join("\n") + "\n").unwrap();
    assert_eq!(certify(&resume, &["reference"]).0, 0);
    // The command line is the same, but the engine has another version.
    directory.clear();
    let file = Scratch::new("version");
    let script = format!("\"$0\" gtp | sed -u \"s/^=3 .*/=3 $(cat {})/\"", file.display());
    let engine = ["--", "sh", "-c", &script, SUPERKO];
    let once = |version: &str| {
        std::fs::write(&file, version).unwrap();
        certify(&[&size[..], &report, &["--resume"]].concat(), &engine)
    };
    let (code, _, err) = once("1.0");
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = once("1.1");
    let message = "the run was started with `Superko reference 1.0`, but this engine calls itself `Superko reference 1.1`";
    assert!(code == 2 && err.contains(message), "{err}");
}

#[test]
fn two_runs_do_not_write_to_one_directory() {
    let directory = Scratch::new("in-use");
    let path = directory.to_str().unwrap();
    let mut child = std::process::Command::new(SUPERKO)
        .args(["certify", "-q", "--budget", "5m", "--report", path, "reference"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !directory.join("run.jsonl").exists() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(50));
    for how in ["--resume", "--overwrite"] {
        let (code, _, err) = certify(&["--report", path, how], &["reference"]);
        assert!(code == 2 && err.contains("another process is writing to"), "{how}: {err}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_full_disk_does_not_change_the_verdict() {
    for (engine, code) in [("optimized", 6), ("zoo:initial-grid-missing", 1)] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = std::process::Command::new(SUPERKO)
            .args(["certify", "-q", "--level", "smoke", "--size", "2x1", "--games", "5", engine])
            .stdout(full)
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.contains("cannot write to standard output"), "{error}");
    }
}

#[test]
fn a_log_keeps_the_conversation_of_a_run_that_was_killed() {
    let file = Scratch::new("log");
    let path = file.to_str().unwrap();
    let log = || std::fs::read_to_string(&file).unwrap_or_default();
    let size = ["--size", "2x1", "--jobs", "2", "--log", path];
    let (code, _, err) = certify(&size, &["--", SUPERKO, "gtp", "zoo:initial-grid-missing"]);
    assert_eq!(code, 1, "{err}");
    let text = log();
    let mut lines = text.lines();
    let first = lines.next().unwrap();
    assert!(first.starts_with("# 2") && first.contains(" certify --quiet "), "{first}");
    assert!(first.ends_with(" gtp zoo:initial-grid-missing"), "{first}");
    // A line has the seconds, the process, the direction, and the text.
    let mut processes = std::collections::BTreeMap::<u32, Vec<String>>::new();
    for line in lines {
        let (seconds, rest) = line.trim_start().split_once(' ').unwrap();
        assert!(seconds.parse::<f64>().unwrap() >= 0.0, "{line}");
        let (process, said) = rest.split_once(' ').unwrap();
        processes.entry(process.parse().unwrap()).or_default().push(said.to_owned());
    }
    assert!(processes.len() > 2, "{} processes", processes.len());
    for said in processes.values() {
        assert_eq!(said[0], format!("# started: {SUPERKO} gtp zoo:initial-grid-missing"));
        assert!(said[1].starts_with("> 1 "), "{said:?}");
        let commands = said.iter().filter(|said| said.starts_with("> ")).count();
        let ended = format!("# ended; commands: {commands}; writes: ");
        assert!(said.last().unwrap().starts_with(&ended), "{said:?}");
        let whole = said.iter().filter(|said| said.as_str() == "<").count();
        let replies = said.iter().filter(|said| said.starts_with("< =") || said.starts_with("< ?"));
        assert_eq!(replies.count(), whole);
    }
    // A second run appends to the log.
    let mut child = std::process::Command::new(SUPERKO)
        .args(["certify", "-q", "--budget", "5m", "--log", path, "--", SUPERKO, "gtp"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while log().len() < 2 * text.len() + 100_000 && begun.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let both = log();
    assert!(both.starts_with(&text) && both.len() > 2 * text.len() + 100_000);
    assert!(both.contains(" 1 > ") && both.ends_with('\n'));
}

#[test]
fn a_log_that_cannot_be_written_is_reported_and_changes_no_verdict() {
    for (path, name, code) in [
        ("/dev/full", "optimized", 6),
        ("/dev/full", "zoo:initial-grid-missing", 1),
        ("/no/such/folder/log", "optimized", 2),
    ] {
        let options = ["--size", "2x1", "--log", path];
        let (ended, _, err) = certify(&options, &["--", SUPERKO, "gtp", name]);
        assert_eq!(ended, code, "{err}");
        let message = format!("cannot write the log {path}: ");
        assert_eq!(err.matches(&message).count(), 1, "{err}");
    }
    // Options for programs cannot be used with built-in engines.
    for option in [["--log", "x"], ["--memory", "2G"], ["--profile", "pachi"]] {
        let (code, _, err) = certify(&option, &["optimized"]);
        assert!(code == 2 && err.contains("cannot be used with '[ENGINE]'"), "{err}");
    }
}

/// Returns the command lines of all processes that contain a word.
fn engines_of(mark: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("cmdline")).ok())
        .filter(|line| line.contains(mark))
        .collect()
}
