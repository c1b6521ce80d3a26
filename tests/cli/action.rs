//! The step of the GitHub action, run as a runner runs it.

use super::SUPERKO;
use crate::support::Scratch;
use std::path::Path;
use std::process::Command;

/// Runs the step. Returns its exit code, its standard output, the summary and the outputs.
fn step(name: &str, command: &str, options: &str) -> (i32, String, String, String) {
    let folder = Scratch::new(name);
    std::fs::create_dir_all(&folder).unwrap();
    let bin = Path::new(SUPERKO).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/.github/certify");
    let output = Command::new(script)
        .current_dir(&folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .envs([("COMMAND", command), ("RULES", "chinese-written"), ("LEVEL", "smoke")])
        .envs([("OPTIONS", options), ("REPORT", "out")])
        .envs([("GITHUB_STEP_SUMMARY", "summary"), ("GITHUB_OUTPUT", "outputs")])
        .output()
        .unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let printed = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), printed, read("summary"), read("outputs"))
}

#[test]
fn the_action_certifies_an_engine_and_tells_the_runner() {
    let options = "--size 2x2 --size '5' --games 5";
    let (exit, printed, summary, outputs) =
        step("action", "superko 'gtp' --rules chinese-written", options);
    assert_eq!(exit, 0, "{printed}");
    assert!(printed.contains("conforms to chinese-written"), "{printed}");
    assert!(summary.contains("chinese-written"), "{summary}");
    assert_eq!(outputs, "verdict=conforms\ncertificate=out/certificate.json\n");
}

#[test]
fn the_action_has_the_exit_code_of_certify() {
    let (exit, printed, summary, outputs) =
        step("action-wrong", "superko gtp", "--size 4x1 --games 0");
    assert_eq!(exit, 1, "{printed}");
    assert!(
        printed.contains("\n::error title=TT7-forbidden.play.several-suicide-refused::4x1: "),
        "{printed}"
    );
    assert!(summary.contains("TT7/forbidden"), "{summary}");
    assert_eq!(outputs, "verdict=deviates\ncertificate=out/certificate.json\n");
    let (exit, printed, _, outputs) = step("action-none", "false", "");
    assert_eq!(exit, 3, "{printed}");
    assert!(!outputs.contains("certificate="), "{outputs}");
    let (exit, _, summary, outputs) = step("action-usage", "superko gtp", "--size 77");
    assert_eq!((exit, summary.as_str(), outputs.as_str()), (2, "", ""));
}
