//! This version reads the files that earlier versions wrote. `tests/written/VERSION` has the files of a version.
//!
//! The files were made with `superko certify --level smoke --size 2x1 --size 2x2 --games 5 --report run --write-known-failures
//! known-failures.txt -- engine gtp zoo:lone-suicide-legal`, where `engine` was `superko` itself, and with `superko judge
//! --format jsonl sgf`. They never change.

use crate::support::Scratch;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/written/0.1.0");

/// The options of the run in `run.jsonl`.
const RUN: [&str; 8] = ["--level", "smoke", "--size", "2x1", "--size", "2x2", "--games", "5"];

/// Makes a folder with the program under the name `engine`, which the files use.
fn folder(name: &str) -> Scratch {
    let folder = Scratch::new(name);
    std::fs::create_dir_all(folder.join("bin")).unwrap();
    std::fs::copy(
        env!("CARGO_BIN_EXE_superko"),
        folder.join("bin").join(format!("engine{}", std::env::consts::EXE_SUFFIX)),
    )
    .unwrap();
    folder
}

fn file(name: &str) -> String {
    std::fs::read_to_string(Path::new(FILES).join(name)).unwrap()
}

/// Runs `superko` with `engine` on the `PATH`.
fn superko(folder: &Path, arguments: &[&str]) -> Output {
    let mut path = vec![folder.join("bin")];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    Command::new(env!("CARGO_BIN_EXE_superko"))
        .args(arguments)
        .env("PATH", std::env::join_paths(path).unwrap())
        .current_dir(FILES)
        .output()
        .unwrap()
}

fn printed(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

/// Checks that everything that an earlier version wrote is also written now, except for times and the tool.
fn assert_contains(now: &Value, earlier: &Value, place: &str) {
    let differs = ["tool", "seconds", "seconds_to_first_finding"];
    match (now, earlier) {
        (Value::Object(now), Value::Object(earlier)) => {
            for (name, value) in
                earlier.iter().filter(|(name, _)| !differs.contains(&name.as_str()))
            {
                let place = format!("{place}/{name}");
                assert_contains(now.get(name).unwrap_or_else(|| panic!("{place}")), value, &place);
            }
        }
        (Value::Array(now), Value::Array(earlier)) => {
            assert_eq!(now.len(), earlier.len(), "{place}");
            for (number, (now, earlier)) in now.iter().zip(earlier).enumerate() {
                assert_contains(now, earlier, &format!("{place}/{number}"));
            }
        }
        _ => assert_eq!(now, earlier, "{place}"),
    }
}

#[test]
fn a_run_of_an_earlier_version_can_be_resumed() {
    assert_resumed(|all| vec![all / 3, all]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_a_run_of_an_earlier_version_can_be_resumed_anywhere() {
    assert_resumed(|all| vec![2, all - 1]);
}

/// Checks that a run is resumed from some of its lines. A function returns how many, from the number of all.
fn assert_resumed(numbers: fn(usize) -> Vec<usize>) {
    let lines = file("run.jsonl");
    for kept in numbers(lines.lines().count()) {
        let folder = folder(&format!("written-run-{kept}"));
        let run = folder.join("run");
        std::fs::create_dir(&run).unwrap();
        let before: String = lines.split_inclusive('\n').take(kept).collect();
        std::fs::write(run.join("run.jsonl"), before).unwrap();
        let folder_name = run.to_str().unwrap();
        let engine = ["--", "engine", "gtp", "zoo:lone-suicide-legal"];
        let more = ["certify", "--resume", "-q", "--report", folder_name];
        let output = superko(&folder, &[&more[..], &RUN[..], &engine[..]].concat());
        assert_eq!(output.status.code(), Some(1), "{}", printed(&output));
        let read = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
        let now = read(&std::fs::read_to_string(run.join("summary.json")).unwrap());
        assert_contains(&now, &read(&file("summary.json")), "");
    }
}

#[test]
fn a_certificate_of_an_earlier_version_is_rechecked() {
    let folder = folder("written-certificate");
    let engine = ["--", "engine", "gtp", "zoo:lone-suicide-legal"];
    let output = superko(&folder, &[&["recheck", "certificate.json"][..], &engine[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
}

#[test]
fn known_failures_of_an_earlier_version_are_read() {
    let folder = folder("written-known");
    let known = ["--known-failures", "known-failures.txt"];
    let engine = ["--", "engine", "gtp", "zoo:lone-suicide-legal"];
    let output = superko(&folder, &[&["certify"][..], &known[..], &RUN[..], &engine[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
}

#[test]
fn verdict_lines_keep_the_fields_of_an_earlier_version() {
    let folder = folder("written-judge");
    let output = superko(&folder, &["judge", "--format", "jsonl", "sgf"]);
    let lines = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let now = lines(&String::from_utf8(output.stdout).unwrap());
    let earlier = lines(&file("judge.jsonl"));
    assert_eq!(now.len(), earlier.len());
    for (now, earlier) in now.iter().zip(&earlier) {
        assert_contains(now, earlier, earlier["path"].as_str().unwrap());
    }
}
