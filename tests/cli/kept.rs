//! The files that a run keeps, and `superko report`, which renders them again; the drawings of `superko explain`.

use super::{certify, run};
use crate::support::Scratch;
use clap::ValueEnum;
use superko::report::Format;

/// Returns the names of all formats of a report.
pub(super) fn formats() -> Vec<String> {
    let name =
        |format: &Format| format.to_possible_value().map(|value| value.get_name().to_owned());
    Format::ALL.iter().filter_map(name).collect()
}

#[test]
fn a_kept_report_is_rendered_again_in_every_format() {
    let path = Scratch::new("kept");
    let folder = path.to_str().unwrap();
    let options = ["--size", "2x1", "--report", folder, "--format", "html"];
    let (code, page, err) = certify(&options, &["zoo:initial-grid-missing"]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(page.starts_with("<!DOCTYPE html>"));
    for (format, file) in [
        ("html", "index.html"),
        ("junit", "junit.xml"),
        ("markdown", "summary.md"),
        ("json", "summary.json"),
    ] {
        let kept = std::fs::read_to_string(path.join(file)).unwrap();
        for source in ["", "summary.json", "certificate.json"] {
            let source = path.join(source);
            let (code, out, err) = run(&["report", source.to_str().unwrap(), "--format", format]);
            assert_eq!((code, err.as_str()), (0, ""));
            assert_eq!(out, kept, "{format} of {}", source.display());
        }
    }
    let (_, annotations, _) = run(&["report", folder, "--format", "github"]);
    assert!(annotations.starts_with("::error title=superko%3A deviates::"), "{annotations}");
    let written = path.join("again.html");
    let output = written.to_str().unwrap();
    let (code, out, _) = run(&["report", folder, "--format", "html", "-o", output]);
    assert_eq!((code, out.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(&written).unwrap(), page);
    let (code, _, err) = run(&["report", output]);
    assert!(code == 2 && err.contains("is not a JSON report"), "{err}");
    std::fs::write(&written, "{\"schema\": \"superko-certificate/0\"}").unwrap();
    let (code, _, err) = run(&["report", output]);
    assert!(code == 2 && err.contains("not a readable certificate"), "{err}");
    let (code, _, err) = run(&["report", "/no/such/run"]);
    assert!(code == 2 && err.contains("--report DIR"), "{err}");
}

#[test]
fn a_number_of_a_kept_report_is_read_as_it_was_written() {
    let path = Scratch::new("seconds");
    let folder = path.to_str().unwrap();
    certify(&["--size", "1x1", "--report", folder], &["zoo:initial-grid-missing"]);
    let file = path.join("summary.json");
    let report = std::fs::read_to_string(&file).unwrap();
    let (before, after) = report.split_once("\n  \"seconds\": ").unwrap();
    let (_, after) = after.split_once(',').unwrap();
    // A reader that rounds reads the first one as 1.3924135739999999.
    for seconds in ["1.392413574", "0.1", "86400.000000001"] {
        let report = format!("{before}\n  \"seconds\": {seconds},{after}");
        std::fs::write(&file, &report).unwrap();
        let (code, out, _) = run(&["report", file.to_str().unwrap(), "--format", "json"]);
        assert_eq!((code, out), (0, report));
    }
}

#[test]
fn the_last_line_names_the_page_of_the_report() {
    let path = Scratch::new("named");
    let folder = path.to_str().unwrap();
    let page = path.join("index.html");
    let run = |more: &[&str]| {
        let options = ["--level", "smoke", "--size", "2x1", "--games", "5", "--report", folder];
        run(&[&["certify"], &options[..], more].concat())
    };
    for more in [["zoo:initial-grid-missing"].as_slice(), &["--resume", "zoo:initial-grid-missing"]]
    {
        let (code, _, err) = run(more);
        let named = format!("to read the report, open {}", page.display());
        assert_eq!((code, err.lines().last()), (1, Some(named.as_str())), "{err}");
        assert!(page.exists());
    }
    let (_, _, err) = run(&["--overwrite", "--quiet", "zoo:initial-grid-missing"]);
    assert_eq!(err, "");
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_removed_during_the_run_is_reported() {
    let path = Scratch::new("removed");
    let folder = path.to_str().unwrap();
    // Each process of the engine removes the folder when it starts.
    let script = format!("rm -rf {folder}; exec \"$0\" gtp zoo:initial-grid-missing");
    let engine = ["--", "sh", "-c", &script, super::SUPERKO];
    let (code, out, err) = certify(&["--size", "2x1", "--report", folder], &engine);
    assert_eq!(code, 1, "{err}");
    assert!(out.contains("TT6.play.repeat-initial"), "{out}");
    assert!(err.contains("run.jsonl: it was removed during the run"), "{err}");
    assert!(!path.exists());
    // A game that is too long for a command line is printed, because no file can hold it. This program ends at its 70th play in
    // a game.
    let counts = "/ clear_board/ { x; s/.*//; x; }; / play/ { x; s/^/x/; /x{70}/ Q; x; }";
    let script =
        format!("rm -rf {folder}; sed -u -E '/ quit$/ q; {counts}' | \"$0\" gtp optimized");
    let engine = ["--", "sh", "-c", &script, super::SUPERKO];
    let (code, out, err) = certify(&["--size", "5", "--report", folder], &engine);
    assert_eq!(code, 5, "{out}{err}");
    let game = err.lines().find_map(|line| line.strip_prefix("the game of fault.exit.play is "));
    let turns = game.map(|game| game.matches(", ").count() + 1);
    assert!(turns > Some(60), "{err}");
}

/// Scripts of engines. The first one ends at its 70th play in a game, the second at its 10th game.
#[cfg(unix)]
const ENDING: [&str; 2] = [
    "sed -u -E '/ quit$/ q; / clear_board/ { x; s/.*//; x; }; \
     / play/ { x; s/^/x/; /x{70}/ Q; x; }' | \"$0\" gtp optimized",
    "sed -u -E '/ clear_board/ { x; s/^/x/; /x{10}/ Q; x; }' | \"$0\" gtp",
];

#[cfg(unix)]
#[test]
fn a_long_game_needs_a_folder_and_equal_runs_are_equal() {
    assert_long_games_are_kept("long-game", ENDING[0], &["text"]);
}

#[cfg(unix)]
#[test]
#[ignore = "a minute: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_a_long_game_needs_a_folder_and_equal_runs_are_equal() {
    for script in ENDING {
        assert_long_games_are_kept("long-game-thorough", script, &["text", "json"]);
    }
}

/// Checks that a game that is too long for a command line is kept if there is a folder, and that
/// runs are equal in these formats.
#[cfg(unix)]
fn assert_long_games_are_kept(name: &str, script: &str, formats: &[&str]) {
    let folder = Scratch::new(name);
    let temporary = Scratch::new(&format!("{name}-temporary"));
    std::fs::create_dir_all(&temporary).unwrap();
    let run = |format: &str, more: &[&str]| {
        let options =
            ["certify", "--level", "smoke", "--games", "5", "--size", "5", "--format", format];
        let engine = ["--", "sh", "-c", script, super::SUPERKO];
        let mut program = std::process::Command::new(super::SUPERKO);
        program.args([&options[..], more, &engine].concat());
        let output = program.env("TMPDIR", &*temporary).env("NO_COLOR", "1").output().unwrap();
        assert_eq!(output.status.code(), Some(5));
        assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0, "files are left behind");
        String::from_utf8(output.stdout).unwrap()
    };
    let shown = run("text", &[]);
    let too_long = "again      too long for a command line: the same run with --report DIR";
    assert!(shown.contains(too_long), "{shown}");
    // Only the times differ.
    let timeless = |text: &str| {
        let is_time = |line: &&str| line.contains("seconds") || line.contains(" compared in ");
        text.lines().filter(|line| !is_time(line)).map(str::to_owned).collect::<Vec<_>>()
    };
    for &format in formats {
        let first = if format == "text" { shown.clone() } else { run(format, &[]) };
        assert_eq!(timeless(&first), timeless(&run(format, &[])));
    }
    let shown = run("text", &["--report", folder.to_str().unwrap()]);
    assert!(!shown.contains("too long"), "{shown}");
    let line = shown.lines().find_map(|line| line.split_once("superko replay ")).unwrap().1;
    let line = format!("{} replay {line}", super::SUPERKO);
    let again = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
    assert_eq!(again.status.code(), Some(5), "{line}");
}

#[test]
fn a_finding_after_another_game_quotes_the_answer_of_its_replay() {
    let path = Scratch::new("after-a-game");
    let options = ["--size", "5", "--report", path.to_str().unwrap(), "--format", "json"];
    let (code, out, err) = certify(&options, &["zoo:board-kept"]);
    assert_eq!(code, 1, "{err}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let text = |name: &str| report["findings"][0][name].as_str().unwrap().to_owned();
    let again = shlex::split(&text("again")).unwrap();
    let words: Vec<&str> = again.iter().skip(1).map(String::as_str).collect();
    let (code, printed, _) = run(&words);
    assert_eq!(code, 1, "{printed}");
    for side in ["reference", "engine"] {
        assert!(printed.contains(&text(side)), "{side}: {printed}");
    }
    let sgf = path.join(format!("findings/{}/game.sgf", text("id")));
    let sgf = std::fs::read_to_string(sgf).unwrap();
    assert!(sgf.contains("\nafter the game 5x5 tromp-taylor: "), "{sgf}");
}

#[test]
fn a_report_that_cannot_be_written_to_a_file_is_printed() {
    for (file, expected) in [("/no/such/folder/report", 2), ("/dev/full", 1)] {
        let options = ["--size", "2x1", "--output", file];
        let (code, out, err) = certify(&options, &["zoo:initial-grid-missing"]);
        assert_eq!(code, expected, "{err}");
        assert!(err.contains(&format!("cannot write to {file}")), "{err}");
        // If the file cannot be opened, the run is not begun.
        assert_eq!(out.contains("TT6.play.repeat-initial"), expected == 1, "{out}");
    }
}

#[test]
fn events_are_drawn_and_rule_sets_stand_side_by_side() {
    let (code, svg, _) = run(&["explain", "repeat-initial", "--svg"]);
    assert!(code == 0 && svg.starts_with("<svg") && svg.contains("class=\"mark\""), "{svg}");
    let (code, svg, _) = run(&["explain", "ko", "--svg"]);
    assert!(code == 0 && svg.starts_with("<svg") && svg.contains("class=\"mark\""), "{svg}");
    let (code, _, err) = run(&["explain", "komi", "--svg"]);
    assert!(code == 2 && err.contains("`komi` has no board"), "{err}");
    let (code, rules, _) = run(&["explain", "rules"]);
    assert_eq!(code, 0);
    for preset in superko::PRESETS {
        assert!(rules.contains(preset.name), "{}", preset.name);
    }
}

#[test]
fn the_commands_of_a_finding_set_the_rules_of_its_game() {
    let path = Scratch::new("told");
    let [folder, profile] = ["run", "told.toml"].map(|name| path.join(name));
    let rules = r#"
[rules]
commands = ['kata-set-rules {"ko":"$repetition","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0"}']
words.repetition = { positional = "POSITIONAL", situational = "SITUATIONAL" }
"#;
    let generic = include_str!("../../crates/gtp/src/client/profiles/generic.toml");
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(&profile, generic.to_owned() + rules).unwrap();
    let [folder, profile] = [&folder, &profile].map(|path| path.to_str().unwrap());
    let options = ["--rules", "repetition=situational", "--size", "2x1", "--report", folder];
    let engine = ["--profile", profile, "--", super::SUPERKO, "gtp", "zoo:initial-grid-missing"];
    let (code, _, err) = certify(&options, &engine);
    assert_eq!(code, 1, "{err}");
    let commands = std::fs::read_dir(path.join("run/findings")).unwrap().map(|finding| {
        std::fs::read_to_string(finding.unwrap().path().join("replay.gtp")).unwrap()
    });
    for commands in commands {
        assert!(commands.contains("\"ko\":\"SITUATIONAL\""), "{commands}");
    }
}
