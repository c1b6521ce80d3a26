//! `superko exhaust`: whole boards, boards in parts, and complete games.

use crate::support::Scratch;
use std::path::{Path, PathBuf};
use std::process::Command;
use superko_exhaustive::{Against, Check, Counts, Shard};

fn scratch(name: &str) -> Scratch {
    let path = Scratch::new(&format!("exhaust-{name}"));
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn run(arguments: &[&str], state: Option<&Path>) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_superko"));
    command.args(["exhaust", "--quiet"]).args(arguments);
    if let Some(state) = state {
        command.arg("--state").arg(state);
    }
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn parts_add_up_to_the_whole() {
    let folder = scratch("parts");
    let files: Vec<PathBuf> = (1..=5).map(|part| folder.join(format!("{part}.json"))).collect();
    for (part, file) in (1..).zip(&files) {
        let (code, out, err) = run(&["--size", "3x3", "--shard", &format!("{part}/5")], Some(file));
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        assert!(out.contains(&format!("3x3, part {part} of 5, every position")), "{out}");
    }
    let names: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    let (code, merged, _) = run(&[&["--merge"], &names[..]].concat(), None);
    assert_eq!(code, 0);
    assert!(merged.contains("legal positions                                   12675"), "{merged}");
    assert!(merged.contains("counts of positions and edges match the published ones"), "{merged}");

    let (code, _, err) = run(&[&["--merge"], &names[1..]].concat(), None);
    assert!(code == 2 && err.contains("parts are missing: 1"), "{err}");
    let (code, _, err) = run(&[&["--merge", names[0]], &names[..]].concat(), None);
    assert!(code == 2 && err.contains("part 1 is given twice"), "{err}");
    let (code, _, err) = run(&["--size", "3x2"], Some(&files[0]));
    assert!(code == 2 && err.contains("belongs to another run: 3x3, part 1 of 5"), "{err}");
}

#[test]
fn an_interrupted_run_resumes_from_its_file() {
    let folder = scratch("resumed");
    let file = folder.join("state.json");
    let size = "3x3".parse().unwrap();
    let check = Check { size, symmetry: false, shard: Shard::WHOLE, against: Against::Reference };
    let half = check.run(0..10_000, &|_, _| {}).unwrap();
    let Counts { legal, plays, edges, captures, lone_suicides, several_suicides, .. } = half;
    let state = format!(
        r#"{{"size": "3x3", "symmetry": false, "shard": "1/1", "against": "reference", "next": 10000, "colorings": 10000,
            "positions": {legal}, "plays": {plays}, "edges": {edges}, "captures": {captures},
            "lone_suicides": {lone_suicides}, "several_suicides": {several_suicides}}}"#
    );
    std::fs::write(&file, &state).unwrap();
    let (code, out, _) = run(&["--size", "3x3"], Some(&file));
    assert!(code == 0 && out.contains("match the published ones"), "{out}");

    for (broken, expected) in [
        (
            state.replace("10000, \"colorings\"", "9999, \"colorings\""),
            "its numbers are inconsistent",
        ),
        (state.replace("\"plays\"", "\"ploys\""), "missing field `plays`"),
        (state.replace("3x3", "6x6"), "its board is too large"),
        (state.replace("1/1", "2/1"), "`2/1` is no part"),
        (state.replace("\"reference\"", "\"rumor\""), "`rumor` is neither reference nor sliced"),
        ("nonsense".to_owned(), "is not a state file of `superko exhaust`"),
    ] {
        std::fs::write(&file, broken).unwrap();
        let (code, _, err) = run(&["--size", "3x3"], Some(&file));
        assert!(code == 2 && err.contains(expected), "{err}");
    }
    let (code, _, err) = run(&["--size", "6x6"], None);
    assert!(code == 2 && err.contains("`6x6` has 36 points") && err.contains("32"), "{err}");
}

#[test]
fn the_command_counts_complete_games() {
    let run = |arguments: &[&str]| run(&[&["--games"], arguments].concat(), None);
    let (code, out, err) = run(&["--size", "3x1", "--symmetry"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("15 legal positions, 42 edges") && out.contains("  907 games"), "{out}");
    assert!(out.contains("That is the published number."), "{out}");
    let (code, out, _) =
        run(&["--size", "1x3", "--rules", "suicide=forbidden", "--hash-width", "0"]);
    assert!(
        code == 0 && out.contains("hash of 0 bits: every game is played\n  907 games"),
        "{out}"
    );
    for (arguments, expected) in [
        (&["--size", "3x3"][..], "`3x3` has too many games to count"),
        (&["--size", "1x2", "--rules", "situational"], "situational"),
        (&["--size", "1x2", "--rules", "aga"], "has no positional superko"),
        (&["--size", "1x2", "--hash-width", "7"], "`7` is not one of"),
    ] {
        let (code, out, err) = run(arguments);
        assert!(code == 2 && err.contains(expected), "{arguments:?}: {out} {err}");
    }
}
