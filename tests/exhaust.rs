//! Boards gone through whole, in one piece and in parts.

use crate::support;
use std::path::{Path, PathBuf};
use std::process::Command;
use superko::engines::{OptimizedPositions, ReferencePositions};
use superko::exhaust::{
    Against, Ground, Packed, Played, Positions, Published, SlicedPositions, Symmetry, compare,
    exhaust, swapped,
};
use superko::{Player, Size, exhaust::Census};

fn whole(size: &str, symmetry: bool, against: Against) -> Census {
    let ground = Ground { size: size.parse().unwrap(), symmetry, shard: (1, 1), against };
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
            if size.point_count() > 10 && (columns, rows) != (4, 3) {
                continue;
            }
            let census = whole(&size.to_string(), false, Against::Reference);
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
        for against in [Against::Reference, Against::Sliced] {
            let [skipping, every] = [true, false].map(|symmetry| whole(size, symmetry, against));
            assert_eq!(skipping, every, "{size}");
        }
    }
}

// TT2
// TT3
// TT4
// TT7
// TT9
#[test]
fn the_sliced_rule_text_is_that_of_the_reference() {
    for size in ["1x1", "7x1", "1x8", "2x2", "5x2", "3x3", "4x3"] {
        let size: Size = size.parse().unwrap();
        let ground = Ground { size, symmetry: false, shard: (1, 1), against: Against::Reference };
        let reference = || ReferencePositions::new(size);
        let sliced = || SlicedPositions::new(size);
        compare(ground, ground.colorings(), 2, &|_| {}, &reference, &sliced)
            .unwrap_or_else(|differs| panic!("{differs}"));
    }
}

// TT2
// TT3
// TT4
// TT7
// TT9
#[test]
fn both_engines_agree_on_every_play_on_twelve_points_and_four_by_four() {
    for name in ["1x11", "12x1", "1x12", "2x6", "6x2", "3x4"] {
        let census = whole(name, false, Against::Sliced);
        let published = Published::of(name.parse().unwrap()).expect("it is small");
        assert_eq!((census.positions, Some(census.edges)), (published.positions, published.edges));
    }
    let census = whole("4x4", true, Against::Sliced);
    assert_eq!((census.positions, census.plays), (24_318_165, 295_296_288));
}

// TT2
// TT3
// TT4
// TT7
// TT9
#[test]
#[ignore = "minutes: cargo test --release --test main -- --ignored exhaust"]
fn both_engines_agree_on_every_play_on_four_by_four_and_nothing_is_skipped() {
    let census = whole("4x4", false, Against::Reference);
    assert_eq!((census.positions, census.plays), (24_318_165, 295_296_288));
    assert_eq!(census, whole("4x4", false, Against::Sliced));
}

/// An engine says of the images of a position what it says of the position.
fn is_equivariant(
    size: Size,
    positions: &mut impl Positions,
    numbers: impl Iterator<Item = Packed>,
) {
    let symmetries = Symmetry::all(size);
    let mut compared = 0;
    for coloring in numbers {
        if positions.place(&[coloring]) == 0 {
            let images = symmetries.iter().map(|symmetry| symmetry.coloring(swapped(coloring)));
            for image in images {
                assert_eq!(positions.place(&[image]), 0, "{image:?}");
            }
            continue;
        }
        let areas = positions.areas(0);
        for point in (0..size.point_count()).filter(|point| coloring.taken() >> point & 1 == 0) {
            assert_eq!(positions.place(&[coloring]), 1);
            let direct = positions.played(Player::Black, point, 0);
            for symmetry in &symmetries {
                let to = symmetry.point(point);
                let image = symmetry.coloring(coloring);
                assert_eq!(positions.place(&[image]), 1, "{image:?}");
                let found = positions.played(Player::Black, to, 0);
                let after = symmetry.coloring(direct.after);
                assert_eq!(found, Played { after, in_game: after, ..direct });
                assert_eq!(positions.areas(0), areas);
                let image = swapped(image);
                assert_eq!(positions.place(&[image]), 1, "{image:?}");
                let found = positions.played(Player::White, to, 0);
                let after = swapped(symmetry.coloring(direct.after));
                assert_eq!(found, Played { after, in_game: after, ..direct });
                assert_eq!(positions.areas(0), [areas[1], areas[0]]);
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{size}: {compared}");
}

// What lets `--symmetry` skip positions.
#[test]
fn a_play_in_a_mirrored_position_is_the_mirrored_play() {
    for name in ["3x2", "1x5", "3x3", "4x4", "5x5", "8x4"] {
        let size: Size = name.parse().unwrap();
        // Every coloring of small boards, and of the others some all over.
        let all = 3u128.pow(u32::try_from(size.point_count()).unwrap());
        let step = (all / 2_000).max(1) | 1;
        let numbers =
            || (0..all).step_by(usize::try_from(step).unwrap()).map(|n| coloring(size, n));
        is_equivariant(size, &mut ReferencePositions::new(size), numbers());
        is_equivariant(size, &mut OptimizedPositions::new(size), numbers());
        is_equivariant(size, &mut SlicedPositions::new(size), numbers());
    }
}

/// The coloring of a number to the base of three, with every fourth digit left empty on larger boards, so that many
/// are legal.
fn coloring(size: Size, mut number: u128) -> Packed {
    let mut packed = Packed::default();
    for point in 0..size.point_count() {
        let digit = if size.point_count() > 9 && point % 4 == 1 { 0 } else { number % 3 };
        packed.black |= u32::from(digit == 1) << point;
        packed.white |= u32::from(digit == 2) << point;
        number /= 3;
    }
    packed
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
    let size = "3x3".parse().unwrap();
    let ground = Ground { size, symmetry: false, shard: (1, 1), against: Against::Reference };
    let half = exhaust(ground, 0..10_000, 1, &|_| {}).unwrap();
    let Census { positions, plays, edges, captures, lone_suicides, several_suicides, .. } = half;
    let state = format!(
        r#"{{"size": "3x3", "symmetry": false, "shard": "1/1", "against": "reference", "next": 10000, "colorings": 10000,
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
        (state.replace("\"reference\"", "\"rumor\""), "`rumor` is neither reference nor sliced"),
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

/// The line of the README, with a smaller board and fewer parts.
#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn parts_are_spread_by_gnu_parallel() {
    let installed = Command::new("parallel").arg("--version").output();
    if !installed
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel"))
    {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let readme = std::fs::read_to_string(support::root().join("README.md")).unwrap();
    let line =
        readme.lines().find_map(|line| line.strip_prefix("$ parallel ")).expect("it is shown");
    let line = format!("parallel {line}").replace("4x5", "3x3").replace("64", "4");
    assert!(line.contains("--shard {}/4") && line.contains("$(seq 4)"), "{line}");
    let folder = scratch("parallel");
    let program = Path::new(env!("CARGO_BIN_EXE_superko"));
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let shell = |line: &str| {
        let mut shell = Command::new("bash");
        shell.args(["-c", line]).current_dir(&folder).env("PATH", &path).env("HOME", &folder);
        let output = shell.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{line}: {text}");
        text
    };
    assert_eq!(shell(&line).matches("No difference in this part").count(), 4);
    let merged = shell("superko exhaust --merge part-*.json");
    assert!(merged.contains("counts of positions and edges are those published"), "{merged}");
    std::fs::remove_dir_all(folder).unwrap();
}
