//! The line of the README that spreads a board over processes with GNU parallel.
//!
//! Where that is not installed the test counts as ignored.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let installed = Command::new("parallel")
        .arg("--version")
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel"));
    let test = Trial::test("parts_are_spread_by_gnu_parallel", parts_are_spread_by_gnu_parallel);
    libtest_mimic::run(&arguments, vec![test.with_ignored_flag(!installed)]).exit_code()
}

/// The line with a smaller board and fewer parts.
fn parts_are_spread_by_gnu_parallel() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md"))?;
    let line =
        readme.lines().find_map(|line| line.strip_prefix("$ parallel ")).ok_or("it is shown")?;
    let line = format!("parallel {line}").replace("4x5", "3x3").replace("64", "4");
    assert!(line.contains("--shard {}/4") && line.contains("$(seq 4)"), "{line}");
    let folder = std::env::temp_dir().join(format!("superko-parallel-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let program = Path::new(env!("CARGO_BIN_EXE_superko"));
    let folders = program.parent().ok_or("the program is in a folder")?.display();
    let path = format!("{folders}:{}", std::env::var("PATH")?);
    let shell = |line: &str| -> Result<String, Failed> {
        let mut shell = Command::new("bash");
        shell.args(["-c", line]).current_dir(&folder).env("PATH", &path).env("HOME", &folder);
        let output = shell.output()?;
        let text = String::from_utf8(output.stdout)?;
        assert!(output.status.success(), "{line}: {text}");
        Ok(text)
    };
    assert_eq!(shell(&line)?.matches("No difference in this part").count(), 4);
    let merged = shell("superko exhaust --merge part-*.json")?;
    assert!(merged.contains("counts of positions and edges are those published"), "{merged}");
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
