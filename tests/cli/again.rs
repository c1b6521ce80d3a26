//! The commands and files of a report that reproduce a finding. Each must reproduce it on the engine that it came from.

use super::{SUPERKO, run};
use crate::support::Scratch;
use rayon::prelude::*;
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use superko::engines::Reference;
use superko::engines::zoo::{self, Mutant};
use superko::{Engine, Record, RecordText, ReportedScore};

/// Small boards, on which every engine of the zoo is wrong.
const SIZES: [&str; 10] = ["1x1", "2x1", "1x2", "3x1", "4x1", "2x2", "3x2", "3x3", "4x3", "5x5"];

/// This engine is wrong only on boards with more keys than its hash has bits (64). There, a collision is found at once.
const HASHED: &str = "hash-64";

/// This engine is wrong only in games that are longer than those of level `smoke`.
const LONG: &str = "history-of-500";

#[test]
fn findings_of_the_zoo_are_reproduced_by_their_commands_and_files() {
    assert_reproduced(zoo::ALL.par_iter().step_by(14));
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn thorough_every_finding_of_the_zoo_is_reproduced_by_its_command_and_files() {
    assert_reproduced(zoo::ALL.par_iter());
}

/// Checks that every finding of some engines can be reproduced.
fn assert_reproduced(mutants: impl ParallelIterator<Item = &'static Mutant>) {
    let wrong = mutants.flat_map_iter(|mutant| {
        let (rules, name) = (mutant.rules.to_string(), format!("zoo:{}", mutant.name));
        let level = if mutant.name == LONG { "standard" } else { "smoke" };
        unreproduced(&["--level", level, "--rules", &rules], &[&name], &[&name])
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} do not show again:\n{}", wrong.len(), wrong.join("\n"));
}

/// Wrong engines, each with its rules and options. The first ones differ in their options and their checks.
const OVER_GTP: [(&str, &str, &[&str]); 6] = [
    ("initial-grid-missing", "tromp-taylor", &["--timeout", "4s"]),
    ("undo-keeps-history", "tromp-taylor", &["--start-timeout", "20s"]),
    ("neutral-to-black", "tromp-taylor", &["--memory", "4GiB"]),
    ("board-kept", "tromp-taylor", &["--profile", "generic"]),
    ("history-of-8", "aga", &["--timeout", "4s"]),
    ("one-pass-ends", "tromp-taylor", &[]),
];

#[test]
fn findings_over_gtp_are_reproduced_by_their_commands_and_files() {
    assert_reproduced_over_gtp(&OVER_GTP[..4]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_every_finding_over_gtp_is_reproduced_by_its_command_and_files() {
    assert_reproduced_over_gtp(&OVER_GTP);
}

/// Checks that every finding of some engines can be reproduced, while they are programs.
fn assert_reproduced_over_gtp(all: &[(&str, &str, &[&str])]) {
    for &(name, rules, options) in all {
        let served = format!("zoo:{name}");
        let program = ["--", SUPERKO, "gtp", &served, "--rules", rules];
        let options = [&["--level", "smoke", "--rules", rules], options].concat();
        let wrong = unreproduced(&options, &program, &[&served]);
        assert_eq!(wrong, [""; 0]);
    }
}

/// Certifies an engine with options, which must include `--rules`. Returns the findings that cannot be reproduced. `served`
/// names the engine as it is served over GTP.
fn unreproduced(options: &[&str], engine: &[&str], served: &[&str]) -> Vec<String> {
    let rules = options.iter().skip_while(|word| **word != "--rules").nth(1).unwrap();
    // Several tests may certify the same engine at the same time.
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let directory = Scratch::new(&format!("again-{}", RUNS.fetch_add(1, Ordering::Relaxed)));
    let path = directory.to_str().unwrap();
    let sizes = if served[0].ends_with(HASHED) { &["9x9"] } else { &SIZES[..] };
    let sizes = sizes.iter().flat_map(|size| ["--size", size]);
    // With `--skip`, the run makes no diagnosis, which takes longer than everything else and adds no finding.
    let parts = ["--games", "20", "--skip", "self-play"];
    let always = ["certify", "-q", "--format", "json", "--report", path];
    let words = always
        .iter()
        .chain(&parts)
        .chain(options)
        .copied()
        .chain(sizes)
        .chain(engine.iter().copied());
    let (code, out, err) = run(&words.collect::<Vec<_>>());
    if code != 1 {
        return vec![format!("{engine:?} is not detected: {code}, {err}")];
    }
    let report: Value = serde_json::from_str(&out).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let wrong = findings
        .iter()
        .flat_map(|finding| not_reproduced(finding, &directory, rules, engine, served));
    wrong.collect()
}

fn not_reproduced(
    finding: &Value,
    directory: &Path,
    rules: &str,
    engine: &[&str],
    served: &[&str],
) -> Vec<String> {
    let mut wrong = Vec::new();
    let id = finding["id"].as_str().unwrap();
    let again = finding["again"].as_str().unwrap();
    let mut expect = |how: &str, (code, text): (Option<i32>, String)| {
        if code != Some(1) || !text.contains("Reference and engine disagree") {
            wrong.push(format!("{engine:?}, {id}, {how}: {code:?}, {again}\n{text}"));
        }
    };
    expect("by its line", shell(again));
    let files = directory.join("findings").join(id);
    let before =
        (1..).map(|n| files.join(format!("before-{n}.txt"))).take_while(|file| file.exists());
    let before: Vec<String> =
        before.flat_map(|file| ["--after".to_owned(), file.display().to_string()]).collect();
    for name in ["record.txt", "game.sgf", "replay.gtp"] {
        let file = files.join(name).display().to_string();
        let mut words = vec!["replay", "-q", &file];
        // The file of commands already contains the games before.
        if name != "replay.gtp" {
            words.extend(before.iter().map(String::as_str));
        }
        let (code, out, err) = run(&[&words[..], engine].concat());
        expect(name, (Some(code), out + &err));
    }
    let commands = std::fs::read(files.join("replay.gtp")).unwrap();
    let answers = |engine: &[&str]| fed(&[engine, &["--rules", rules]].concat(), &commands);
    // Over GTP, a score is only a margin.
    let only_totals = finding["check"] == "score" && has_right_margin(served[0], &files);
    if answers(served) == answers(&["reference"]) && !only_totals {
        let commands = String::from_utf8(commands).unwrap();
        wrong.push(format!("{engine:?}, {id}: the reference answers alike to\n{commands}"));
    }
    wrong
}

/// Returns whether an engine of the zoo has the right margin at the end of a finding's game. That may be so if both players
/// have passed equally often.
fn has_right_margin(served: &str, files: &Path) -> bool {
    let text = std::fs::read_to_string(files.join("record.txt")).unwrap();
    let Record { setup, turns, .. } = text.parse::<RecordText>().unwrap().record;
    let margin = |engine: &mut dyn Engine| {
        engine.start(&setup).unwrap();
        for &turn in &turns {
            engine.play(turn).unwrap();
        }
        match engine.score().unwrap() {
            Some(ReportedScore::Areas(score)) => Some(score.margin()),
            _ => None,
        }
    };
    let mut wrong = zoo::find(served.trim_start_matches("zoo:")).unwrap().engine();
    let right = margin(&mut Reference::new(setup.size(), setup.rules));
    right.is_some() && right == margin(wrong.as_mut())
}

/// Runs a command as if it were pasted into a shell.
fn shell(line: &str) -> (Option<i32>, String) {
    let folder = Path::new(SUPERKO).parent().unwrap().display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).env("PATH", path).env("NO_COLOR", "1").stdin(Stdio::null());
    let output = shell.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

/// Returns the answers of a built-in engine to GTP commands.
fn fed(engine: &[&str], commands: &[u8]) -> String {
    let mut child = Command::new(SUPERKO)
        .arg("gtp")
        .args(engine)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(commands).unwrap());
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    })
}

#[test]
fn a_flaky_finding_that_does_not_appear_is_no_agreement() {
    let record = "2x1 tromp-taylor: B A1, W pass, B B1";
    let (code, out, _) = run(&["replay", "--flaky", "1/3", record, "optimized"]);
    assert_eq!(code, 4, "{out}");
    let expected = "The finding did not appear this time (before: 1 of 3).";
    assert!(out.contains(expected) && !out.contains("agree."), "{out}");
    let (code, out, _) = run(&["replay", "--flaky", "1/3", record, "zoo:initial-grid-missing"]);
    assert!(code == 1 && out.contains("Reference and engine disagree"), "{out}");
    let (code, _, err) = run(&["replay", "--flaky", "3/1", record]);
    assert!(code == 2 && err.contains("`3/1` does not say how often"), "{err}");
}
