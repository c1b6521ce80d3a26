//! `superko suite`: the fixed suite as data.

use super::run;
use crate::support::{root, texts};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::LazyLock;
use superko::engines::{Optimized, Reference, zoo};
use superko::game::Size;
use superko::suite::fixed::Answers;
use superko::{Engine, Record, Rules, Ruling, Setup, Status, Transcript, Turn, sgf};

/// Returns the files of `suite/`, each with its board.
fn files() -> Vec<(String, PathBuf)> {
    let mut files: Vec<(String, PathBuf)> = std::fs::read_dir(root().join("suite"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), path))
        .collect();
    files.sort();
    files
}

/// Several tests read this file, so it is exported once.
static EXPORTED: LazyLock<Value> = LazyLock::new(|| exported("5x5"));

fn exported(size: &str) -> Value {
    let (code, out, err) = run(&["suite", "export", "--size", size, "--format", "json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    serde_json::from_str(&out).unwrap()
}

#[test]
fn the_files_are_what_the_program_exports() {
    let files = files();
    let boards: Vec<&str> = files.iter().map(|(board, _)| board.as_str()).collect();
    assert_eq!(boards, ["19x19", "5x5", "9x7", "9x9"]);
    are_exported(files.iter().filter(|(board, _)| board == "5x5"));
    let bytes = |(_, path): &(String, PathBuf)| std::fs::metadata(path).unwrap().len();
    let bytes: u64 = files.iter().map(bytes).sum();
    assert!(bytes < 1_000_000, "the files have {bytes} bytes");
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn thorough_all_files_are_what_the_program_exports() {
    are_exported(&files());
}

fn are_exported<'a>(files: impl IntoIterator<Item = &'a (String, PathBuf)>) {
    for (board, path) in files {
        let (code, out, _) = run(&["suite", "export", "--size", board]);
        let kept = std::fs::read_to_string(path).unwrap();
        let path = path.display();
        assert_eq!(code, 0);
        assert!(
            out == kept,
            "the suite has changed. An id never changes; if the rest is meant: \
             superko suite export --size {board} > {path}"
        );
    }
}

#[test]
fn an_unknown_pattern_is_an_error_with_suggestions() {
    for command in [&["suite", "list", "--size", "9"][..], &["suite", "export", "--size", "9"]] {
        let (code, out, err) = run(&[command, &["--only", "repeat"]].concat());
        assert_eq!((code, out.as_str()), (2, ""));
        let expected = "no case of the suite matches `repeat`; similar: repeat-across-pass, ";
        assert!(err.contains(expected) && err.contains(", repeat-initial"), "{err}");
        let (_, _, err) = run(&[command, &["--only", "nonsense"]].concat());
        assert!(err.contains("matches `nonsense`; accepted is"), "{err}");
    }
    let (_, out, _) = run(&["suite", "list", "--size", "9", "--only", "score"]);
    assert!(out.starts_with(" total questions "), "{out}");
    assert!(out.contains("\ntotal: the questions up to and including this part"), "{out}");
}

#[test]
fn the_reference_answers_as_exported() {
    assert_answers_as_exported(&["5x5"], 1_000);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_the_reference_answers_as_exported_on_an_oblong_board() {
    assert_answers_as_exported(&["9x7"], 1_000);
}

/// Checks that the reference answers every case as the exported files say. They must have a number of cases under all rules.
fn assert_answers_as_exported(boards: &[&str], least: usize) {
    let mut cases = 0;
    for board in boards {
        let size: Size = board.parse().unwrap();
        let file = match *board {
            "5x5" => EXPORTED.clone(),
            board => exported(board),
        };
        let rule_sets: Vec<Rules> =
            texts(&file["rule_sets"]).iter().map(|rules| rules.parse().unwrap()).collect();
        for case in file["case"].as_array().unwrap() {
            let id = case["id"].as_str().unwrap();
            let listed = texts(&case["turns"]);
            let turns: Vec<Turn> = listed
                .iter()
                .map(|turn| Turn::parse(turn[2..].trim_end_matches('?'), size).unwrap())
                .collect();
            let answers = case["answers"].as_str().unwrap();
            assert!(answers.parse::<Answers>().is_ok(), "{id}");
            for (&rules, answer) in rule_sets.iter().zip(answers.chars()) {
                if turns.len() > 100 && rules != Rules::default() {
                    continue;
                }
                let record = Record::new(size, rules, turns.clone());
                let played = Transcript::replay(Reference::new(size, rules), record);
                let (last, before) = played.steps.split_last().unwrap();
                let as_told = before
                    .iter()
                    .zip(&listed)
                    .all(|(step, listed)| step.turn.is_legal() != listed.ends_with('?'));
                assert_eq!(as_told, answer != '-', "{id} under {rules}");
                if answer == '-' {
                    continue;
                }
                assert_eq!(last.turn.is_legal(), answer == 'a', "{id} under {rules}");
                let rows = last.position.to_string().replace(' ', "");
                if answer == 'a' {
                    assert_eq!(case["after"], rows.trim().replace('\n', "/"), "{id}");
                }
                let end = last.end.map(|(score, _)| vec![score.black, score.white]);
                assert_eq!(case.get("score"), end.map(Value::from).as_ref(), "{id}");
                cases += 1;
            }
        }
    }
    assert!(cases > least, "{cases}");
}

/// Returns the answers of an engine to an exported case: all rulings, and, around the last two turns, everything else that can
/// be asked.
fn replies(
    engine: &mut dyn Engine,
    setup: &Setup,
    turns: &[Turn],
    twice: bool,
    undo: bool,
) -> Vec<String> {
    fn look(engine: &mut dyn Engine, replies: &mut Vec<String>) {
        let over = engine.status().unwrap();
        replies.push(format!("{:?} {over:?}", engine.board().unwrap()));
        if over == Some(Status::Over) {
            replies.push(format!("{:?}", engine.score().unwrap()));
        }
    }
    let mut replies = Vec::new();
    engine.start(setup).unwrap();
    look(engine, &mut replies);
    let last = turns.len() - 1;
    let legal = |ruling| matches!(ruling, Ruling::Allowed);
    // A refused repeat is tried again.
    let again = twice.then_some(&turns[last]);
    let record = Record::new(setup.size(), setup.rules, turns.to_vec());
    let referee = Reference::new(setup.size(), setup.rules);
    let other_end = Transcript::replay(referee, record).other_end().filter(|_| undo);
    for (place, &turn) in turns.iter().chain(again).enumerate() {
        // Before a game ends, another end is played and taken back.
        if let Some((_, other)) = other_end.as_ref().filter(|(at, _)| *at == place) {
            let played = other.iter().take_while(|turn| legal(engine.play(**turn).unwrap()));
            let played = played.count();
            engine.score().unwrap();
            for _ in 0..played {
                engine.undo().unwrap();
            }
        }
        if place >= last {
            // Before a repeat, a pass is played and taken back, unless it would be the second pass or is refused.
            let aside = undo && twice && turns[..last].last() != Some(&Turn::Pass);
            if aside && legal(engine.play(Turn::Pass).unwrap()) {
                engine.undo().unwrap();
            }
        }
        if place == last {
            replies.push(format!("{:?}", engine.is_legal(turn).unwrap().map(legal)));
        }
        let allowed = legal(engine.play(turn).unwrap());
        replies.push(format!("{turn} {allowed}"));
        if place + 1 >= last {
            look(engine, &mut replies);
            if undo && allowed {
                engine.undo().unwrap();
                replies.push(format!("{:?}", engine.board().unwrap()));
                replies.push(format!("{turn} {}", legal(engine.play(turn).unwrap())));
                replies.push(format!("{:?}", engine.board().unwrap()));
            }
        }
    }
    replies
}

/// A case separates exactly the engines whose answers differ. The answers are compared here, without the code of the program
/// that compares them.
#[test]
fn a_case_separates_the_engines_whose_answers_differ() {
    let separated = separated_by_cases(6);
    assert!(separated.len() > 30, "{separated:?}");
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_each_case_separates_the_engines_whose_answers_differ() {
    let separated = separated_by_cases(1);
    // The other engines are found on boards that are not square, after another game, in long games, or by the turns that they
    // generate.
    let all = zoo::ALL.iter().filter(|mutant| mutant.has_usual_end());
    let others = all.map(|mutant| mutant.name).filter(|name| !separated.contains(name));
    let others: Vec<&str> = others.collect();
    assert!(others.len() < 8, "{others:?}");
    assert!(others.contains(&"board-kept") && others.contains(&"generates-repeats"), "{others:?}");
}

/// Checks the engines that are listed with every `step`-th case. Returns all that are.
fn separated_by_cases(step: usize) -> BTreeSet<&'static str> {
    let file = &*EXPORTED;
    let size: Size = "5x5".parse().unwrap();
    let sets = texts(&file["rule_sets"]);
    let mut separated: BTreeSet<&str> = BTreeSet::new();
    for case in file["case"].as_array().unwrap().iter().step_by(step) {
        let listed: BTreeSet<&str> = texts(&case["separates"]).into_iter().collect();
        let turns: Vec<Turn> = texts(&case["turns"])
            .into_iter()
            .map(|turn| match turn.trim_end_matches('?').split_once(' ').unwrap().1 {
                "pass" => Turn::Pass,
                vertex => Turn::Play(size.vertex(vertex).unwrap()),
            })
            .collect();
        let answers = case["answers"].as_str().unwrap();
        let mut right: HashMap<(Rules, bool), Vec<String>> = HashMap::new();
        let mut differ = BTreeSet::new();
        for mutant in zoo::ALL.iter().filter(|mutant| mutant.has_usual_end()) {
            let Rules { repetition, suicide, .. } = mutant.rules;
            let rules = Rules::default().repetition(repetition).suicide(suicide);
            let place = sets.iter().position(|set| set.parse::<Rules>() == Ok(rules)).unwrap();
            let answer = &answers[place..=place];
            let twice = ["p", "q", "r"].contains(&answer);
            let differs = |undo: bool| {
                let setup = Setup::new(size, mutant.rules);
                let of = |engine: &mut dyn Engine| replies(engine, &setup, &turns, twice, undo);
                let right = right
                    .entry((mutant.rules, undo))
                    .or_insert_with(|| of(&mut Optimized::new(size, mutant.rules)));
                of(mutant.engine().as_mut()) != *right
            };
            if answer != "-" && [false, true].into_iter().any(differs) {
                differ.insert(mutant.name);
            }
        }
        assert_eq!(listed, differ, "{}", case["id"]);
        separated.extend(listed);
    }
    separated
}

#[test]
fn the_schema_names_every_field() {
    let text = std::fs::read_to_string(root().join("suite/schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let holds = |schema: &Value, value: &Value| {
        let keys: BTreeSet<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        let known = schema["properties"].as_object().unwrap();
        assert!(keys.iter().all(|&key| known.contains_key(key)), "{keys:?}");
        assert!(texts(&schema["required"]).iter().all(|key| keys.contains(key)), "{keys:?}");
        keys.len()
    };
    let file = &*EXPORTED;
    holds(&schema, file);
    assert_eq!(file["version"], schema["properties"]["version"]["const"]);
    let of_case = &schema["properties"]["case"]["items"];
    let cases = file["case"].as_array().unwrap();
    let most = cases.iter().map(|case| holds(of_case, case)).max();
    // A case has a form or a score, and never both.
    assert_eq!(most, Some(of_case["properties"].as_object().unwrap().len() - 1));
    let checks = texts(&of_case["properties"]["check"]["enum"]);
    let of_boards = superko::Check::ALL.into_iter().filter(|check| !check.needs_player());
    assert!(checks.into_iter().eq(of_boards.map(|check| check.id())));
}

#[test]
fn cases_are_exported_for_other_programs() {
    let only = [
        "suite",
        "export",
        "--size",
        "5",
        "--rules",
        "aga",
        "--only",
        "repeat-cycle-2.capture.no-pass",
    ];
    let (_, game, _) = run(&[&only[..], &["--format", "sgf"]].concat());
    let read = sgf::read(&game, None).unwrap().record;
    assert_eq!(read.rules(), "aga".parse().unwrap());
    assert_eq!(read.turns.len(), 6);
    assert!(game.contains("is illegal: repeats the position after turn 4"), "{game}");

    let (_, commands, _) = run(&[&only[..], &["--format", "gtp"]].concat());
    let expected = "boardsize 5\nclear_board\nkomi 0\nplay b E3\n";
    assert!(commands.contains(expected), "{commands}");
    assert!(commands.ends_with("10 is_legal w E2\n#? [0]\n\n"), "{commands}");

    let button = ["suite", "export", "--size", "2", "--rules", "katago:aga-button"];
    let (_, commands, _) = run(&[&button[..], &["--format", "gtp"]].concat());
    assert!(commands.contains("final_score\n#? [B\\+0.5]\n"), "{commands}");

    let (_, commands, _) = run(&["suite", "export", "--size", "6x5", "--format", "gtp"]);
    for line in ["rectangular_boardsize 6 5", "# refused: play", "#? [1]", "final_score", "#? [0]"]
    {
        assert!(commands.contains(line), "{line}");
    }
}

#[test]
fn the_suite_is_listed_in_its_order() {
    let (code, out, _) = run(&["suite", "list", "--size", "9", "--questions", "5000"]);
    assert_eq!(code, 0);
    let (head, last) = (out.lines().next().unwrap(), out.lines().last().unwrap());
    assert!(head.contains("questions") && last.contains("questions in all"), "{out}");
    let total = |line: &str| line.split_whitespace().next().unwrap().parse::<usize>().unwrap();
    // The heading, the legend and the sum are left out.
    let totals: Vec<usize> = out.lines().skip(1).take(out.lines().count() - 3).map(total).collect();
    assert!(totals.is_sorted() && totals.last().is_some_and(|&total| total <= 5_000), "{out}");

    let (_, undo, _) = run(&["suite", "list", "--size", "9", "--only", "undo"]);
    assert!(undo.lines().nth(1).is_some_and(|line| line.contains("undo:")), "{undo}");
    for command in
        [&["list"][..], &["export", "--size", "9"], &["export", "--size", "9", "--format", "gtp"]]
    {
        let (code, _, err) = run(&[&["suite"], command, &["--only", "nothing"]].concat());
        assert!(
            code == 2 && err.contains("`nothing`") && err.contains("capture-2-chains"),
            "{err}"
        );
    }
}
