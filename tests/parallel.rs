//! The commands on the pages that split a board, and game records, among processes with GNU parallel.
//!
//! If GNU parallel is not installed, the tests count as ignored.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let installed = Command::new("parallel")
        .arg("--version")
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel"));
    let tests = vec![
        Trial::test("a_board_is_spread_by_gnu_parallel", a_board_is_spread_by_gnu_parallel),
        Trial::test("records_are_spread_by_gnu_parallel", records_are_spread_by_gnu_parallel),
    ];
    let tests = tests.into_iter().map(|test| test.with_ignored_flag(!installed)).collect();
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// Runs the command with a smaller board and fewer parts.
fn a_board_is_spread_by_gnu_parallel() -> Result<(), Failed> {
    let folder = folder("exhaust")?;
    let line = line("parallel superko exhaust")?.replace("4x5", "3x3");
    assert_eq!(shell(&folder, &line)?.matches("No difference in this part").count(), 4);
    let merged = shell(&folder, "superko exhaust --merge part-*.json")?;
    assert!(merged.contains("counts of positions and edges match the published ones"), "{merged}");
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

/// Runs the command with fewer parts, on seven games.
fn records_are_spread_by_gnu_parallel() -> Result<(), Failed> {
    let folder = folder("judge")?;
    std::fs::create_dir_all(folder.join("games"))?;
    for number in 2..=8 {
        let game = format!("(;SZ[{number}]RU[AGA];B[aa];W[];B[])");
        std::fs::write(folder.join(format!("games/{number}.sgf")), game)?;
    }
    shell(&folder, &line("parallel superko judge")?)?;
    shell(&folder, "cat part-*.jsonl > verdicts.jsonl")?;
    let verdicts = std::fs::read_to_string(folder.join("verdicts.jsonl"))?;
    assert_eq!(verdicts.matches(r#""verdict":"correct""#).count(), 7, "{verdicts}");
    assert_eq!(verdicts.lines().count(), 7, "{verdicts}");
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

/// Returns the command of the pages that begins with a text, with fewer parts.
fn line(start: &str) -> Result<String, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let pages = ["evidence.md", "judge.md"].map(|page| std::fs::read_to_string(folder.join(page)));
    let pages = pages.into_iter().collect::<Result<String, _>>()?;
    let shown = pages.lines().filter_map(|line| line.strip_prefix("$ "));
    let line = shown.into_iter().find(|line| line.starts_with(start)).ok_or("it is shown")?;
    let line = line.replace("64", "4");
    assert!(line.contains("--shard {}/4") && line.contains("$(seq 4)"), "{line}");
    Ok(line)
}

fn folder(name: &str) -> Result<PathBuf, Failed> {
    let name = format!("superko-parallel-{}-{name}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Runs a command line in a folder, with the program on the `PATH`. Returns what it prints.
fn shell(folder: &Path, line: &str) -> Result<String, Failed> {
    let program = Path::new(env!("CARGO_BIN_EXE_superko"));
    let folders = program.parent().ok_or("the program is in a folder")?.display();
    let path = format!("{folders}:{}", std::env::var("PATH")?);
    let mut shell = Command::new("bash");
    shell.args(["-c", line]).current_dir(folder).env("PATH", &path).env("HOME", folder);
    let output = shell.output()?;
    let text = String::from_utf8(output.stdout)?;
    assert!(output.status.success(), "{line}: {text}");
    Ok(text)
}
