//! Boards gone through whole, in one piece and in parts.

use std::path::{Path, PathBuf};
use std::process::Command;
use superko::exhaust::{Ground, Published, exhaust};
use superko::{Size, exhaust::Census};

fn whole(size: &str, symmetry: bool) -> Census {
    let ground = Ground { size: size.parse().unwrap(), symmetry, shard: (1, 1) };
    exhaust(ground, ground.colorings(), 2, &|_| {}).unwrap_or_else(|differs| panic!("{differs}"))
}

// TT1
// TT2
// TT3
// TT4
// TT7
// TT9
#[test]
fn both_engines_agree_on_every_play_on_small_boards() {
    let mut boards = 0;
    for columns in 1..=25 {
        for rows in 1..=25 {
            let size = Size::new(columns, rows).unwrap();
            if size.area() > 10 && (columns, rows) != (4, 3) {
                continue;
            }
            let census = whole(&size.to_string(), false);
            let published = Published::of(size).expect("it is small");
            assert_eq!(census.positions, published.positions, "{size}");
            assert_eq!(Some(census.edges), published.edges, "{size}");
            assert_eq!(census.edges + census.lone_suicides, census.plays, "{size}");
            boards += 1;
        }
    }
    assert_eq!(boards, 27 + 1);
}

#[test]
fn what_symmetry_skips_is_counted_all_the_same() {
    for size in ["1x1", "6x1", "2x2", "3x2", "2x4", "3x3"] {
        let [skipping, every] = [true, false].map(|symmetry| whole(size, symmetry));
        assert_eq!(skipping, every, "{size}");
    }
}

#[test]
#[ignore = "minutes: cargo test --release --test main -- --ignored exhaust"]
fn both_engines_agree_on_every_play_on_four_by_four() {
    let census = whole("4x4", false);
    assert_eq!((census.positions, census.plays), (24_318_165, 295_296_288));
    assert_eq!(census, whole("4x4", true));
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("superko-exhaust-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
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
    assert!(merged.contains("counts of positions and edges are those published"), "{merged}");

    let (code, _, err) = run(&[&["--merge"], &names[1..]].concat(), None);
    assert!(code == 2 && err.contains("parts are missing: 1"), "{err}");
    let (code, _, err) = run(&[&["--merge", names[0]], &names[..]].concat(), None);
    assert!(code == 2 && err.contains("part 1 once more"), "{err}");
    let (code, _, err) = run(&["--size", "3x2"], Some(&files[0]));
    assert!(code == 2 && err.contains("is of another run: 3x3, part 1 of 5"), "{err}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_interrupted_run_goes_on_from_its_file() {
    let folder = scratch("resumed");
    let file = folder.join("state.json");
    let ground = Ground { size: "3x3".parse().unwrap(), symmetry: false, shard: (1, 1) };
    let half = exhaust(ground, 0..10_000, 1, &|_| {}).unwrap();
    let Census { positions, plays, edges, captures, lone_suicides, several_suicides, .. } = half;
    let state = format!(
        r#"{{"size": "3x3", "symmetry": false, "shard": "1/1", "next": 10000, "colorings": 10000,
            "positions": {positions}, "plays": {plays}, "edges": {edges}, "captures": {captures},
            "lone_suicides": {lone_suicides}, "several_suicides": {several_suicides}}}"#
    );
    std::fs::write(&file, &state).unwrap();
    let (code, out, _) = run(&["--size", "3x3"], Some(&file));
    assert!(code == 0 && out.contains("are those published"), "{out}");

    for (broken, said) in [
        (state.replace("10000, \"colorings\"", "9999, \"colorings\""), "do not fit together"),
        (state.replace("\"plays\"", "\"ploys\""), "no number in `plays`"),
        (state.replace("1/1", "2/1"), "`2/1` is no part"),
        ("nonsense".to_owned(), "is no file of `superko exhaust`"),
    ] {
        std::fs::write(&file, broken).unwrap();
        let (code, _, err) = run(&["--size", "3x3"], Some(&file));
        assert!(code == 2 && err.contains(said), "{err}");
    }
    let (code, _, err) = run(&["--size", "6x6"], None);
    assert!(code == 2 && err.contains("`6x6` has 36 points") && err.contains("32"), "{err}");
    std::fs::remove_dir_all(folder).unwrap();
}
