//! `superko explain` explains every word of the outputs, in plain text.

use super::{SUPERKO, run};
use crate::support::{Scratch, files_below, root, undiagnosed};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use superko::certify::{Level, NoObserver, Options};
use superko::engines::Mistake;
use superko::engines::zoo::{self, Mutant};
use superko::findings::Reliability;
use superko::report::{RuleGrade, RunVerdict, TextOptions, text};
use superko::suite::random::Strategy;
use superko::{Check, Effort, Event, Fault, Form, PRESETS, Rule, SWITCHES};

/// Words that new users looked up.
const LOOKED_UP: &[&str] = &[
    "positional superko",
    "PSK",
    "situational superko",
    "ssk",
    "natural situational superko",
    "NSSK",
    "simple ko",
    "basic ko",
    "superko",
    "long cycle",
    "eternal life",
    "triple ko",
    "sending two returning one",
    "snapback",
    "komi",
    "handicap",
    "area scoring",
    "territory scoring",
    "Chinese",
    "Japanese rules",
    "Korean",
    "AGA",
    "New Zealand",
    "Tromp-Taylor",
    "tromp taylor",
    "Ing",
    "evidence",
    "seen",
    "in everything compared",
    "hash collision",
    "capacity",
    "known failures",
    "refused boards",
    "ignored",
    "final_score",
    "estimate",
    "GTP",
    "vertices",
    "resign",
    "handshake",
    "replay",
    "seed",
    "told the rules",
    "not observed",
];

/// Returns the words of this crate's tables that outputs print.
fn words_of_tables() -> Vec<String> {
    use RuleGrade::{Tolerates, Unobserved};
    use RunVerdict::{Conforms, Deviates, Faulty, Incomplete, Untestable};
    let mut words: Vec<String> = Vec::new();
    words.extend(Rule::all().map(|rule| rule.to_string()));
    words.extend(Event::ALL.map(|event| event.to_string()));
    words.extend(Check::ALL.map(|check| check.to_string()));
    words.extend(Form::all().map(|form| form.to_string()));
    words.extend(Strategy::ALL.map(|strategy| strategy.to_string()));
    words.extend(Reliability::ALL.map(|kind| kind.to_string()));
    words.extend(Level::ALL.map(|level| level.id().to_owned()));
    words.extend(Mistake::all().map(|mistake| mistake.to_string()));
    words.extend(Fault::KINDS.map(|(kind, _)| kind.to_owned()));
    words.extend(
        [Conforms, Deviates, Faulty, Incomplete, Untestable].map(|verdict| verdict.id().to_owned()),
    );
    words.extend([Tolerates, Unobserved].map(|grade| grade.id().to_owned()));
    for preset in PRESETS {
        words.extend([preset.name.to_owned(), preset.rules.to_string(), preset.rules.switches()]);
        words.extend(preset.ru.iter().map(|name| (*name).to_owned()));
    }
    for switch in SWITCHES {
        words.push(switch.name.to_owned());
        for value in switch.values {
            words.extend([value.word.to_owned(), switch.written(value)]);
        }
    }
    words.extend(zoo::ALL.iter().map(|mutant| mutant.name.to_owned()));
    words
}

/// Runs `explain` for each word. Returns the words that it does not know, and those whose texts contain marks of Markdown or
/// HTML.
fn unexplained(words: &BTreeSet<String>) -> Vec<String> {
    let is_wrong = |word: &&String| {
        let (code, out, _) = run(&["explain", word]);
        is_unexplained(code, &out)
    };
    words.par_iter().filter(is_wrong).cloned().collect()
}

fn is_unexplained(code: i32, out: &str) -> bool {
    let has_marks = ["*", "`", "](", "<a", "<b"].iter().any(|mark| out.contains(mark));
    code != 0 || out.lines().count() < 2 || has_marks
}

#[test]
fn words_that_people_look_up_and_words_of_the_tables_are_explained_without_markup() {
    let looked_up = LOOKED_UP.iter().flat_map(|words| words.split(", ")).map(str::to_owned);
    let words: BTreeSet<String> = looked_up.chain(words_of_tables()).collect();
    assert!(words.len() > 300, "{words:?}");
    let others = words.into_iter().filter(|word| !IDS.contains_key(word)).collect();
    assert_eq!(unexplained(&others), [""; 0]);
    let ids = IDS.iter().filter(|(_, (code, out, _))| is_unexplained(*code, out));
    assert_eq!(ids.map(|(id, _)| id.as_str()).collect::<Vec<_>>(), [""; 0]);
}

/// The ids that `superko explain` lists, each with its explanation: the exit code, the output and the errors. Several tests read
/// them.
static IDS: LazyLock<BTreeMap<String, (i32, String, String)>> = LazyLock::new(|| {
    let (code, list, _) = run(&["explain"]);
    assert_eq!(code, 0);
    let ids = list.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let ids: Vec<&str> = ids.collect();
    assert!(ids.len() > 150, "{list}");
    ids.into_par_iter().map(|id| (id.to_owned(), run(&["explain", id]))).collect()
});

/// Returns the labels of a report: words after three spaces at the beginning of a line, in a column of ten characters, or alone
/// on the line above their text.
fn labels(text: &str) -> BTreeSet<String> {
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let is_indented = |line: Option<&Vec<char>>| {
        line.is_some_and(|line| line.len() > 14 && line[..14].iter().all(|c| *c == ' '))
    };
    let mut found = BTreeSet::new();
    for (place, line) in lines.iter().enumerate() {
        let has_text = line.len() > 14 && line[13] == ' ' && line[14] != ' ';
        let end = match has_text {
            true => 13,
            false if is_indented(lines.get(place + 1)) => line.len(),
            false => continue,
        };
        if end < 4 || line[..3] != [' '; 3] {
            continue;
        }
        let label: String = line[3..end].iter().collect();
        let label = label.trim_end();
        let is_word = label.chars().all(|c| c.is_ascii_alphanumeric() || " -/".contains(c));
        let is_label = label.starts_with(|c: char| c.is_ascii_alphabetic())
            && is_word
            && !label.contains("  ");
        if is_label {
            found.insert(label.to_owned());
        }
    }
    found
}

/// Words with a hyphen that are not ids, such as an index in the text of a rule.
const NO_IDS: &[&str] = &["t-1"];

/// Returns the ids in a text, and the words in the headings of its tables. Text in backticks, and lines with games or commands,
/// are left out.
fn ids(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in text.lines() {
        let first = line.split_whitespace().next().unwrap_or_default();
        if ["again", "command", "Next:", "game", "claims", "engine"].contains(&first) {
            continue;
        }
        if ["Rule", "Event"].contains(&first) {
            found.extend(line.split_whitespace().map(str::to_owned));
        }
        for part in line.split('`').step_by(2) {
            let apart = |c: char| c.is_whitespace() || "(),;:\"'|*".contains(c);
            for token in part.split(apart) {
                let token = token.trim_end_matches(['.', '?']).trim_start_matches('.');
                let is_rule = token
                    .strip_prefix("TT")
                    .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
                let is_hyphened = token.contains('-')
                    && token.starts_with(|c: char| c.is_ascii_lowercase())
                    && token.ends_with(|c: char| c.is_ascii_alphanumeric())
                    && token.chars().all(|c| c.is_ascii_alphanumeric() || "-.@".contains(c));
                let is_other =
                    ["fault.", "state.", "unmet."].iter().any(|start| token.starts_with(start));
                if (is_rule || is_hyphened || is_other) && !NO_IDS.contains(&token) {
                    // The part after `@` is the board of a case of the suite.
                    found.insert(token.split('@').next().unwrap_or_default().to_owned());
                }
            }
        }
    }
    found
}

#[test]
fn every_label_and_every_id_of_real_outputs_is_explained() {
    // For each check, the first engine that it finds.
    let is_first = |mutant: &&Mutant| {
        let first = zoo::ALL.iter().find(|other| other.check == mutant.check);
        first.is_some_and(|first| first.name == mutant.name)
    };
    assert_outputs_are_explained(zoo::ALL.iter().filter(is_first).collect(), false);
}

#[test]
#[ignore = "a minute: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_every_label_and_every_id_of_real_outputs_is_explained() {
    assert_outputs_are_explained(zoo::ALL.iter().collect(), true);
}

/// Checks that every label and every id is explained in the reports about wrong engines, and in
/// what other commands print. With `all`, GNU Go is one of the engines.
fn assert_outputs_are_explained(mutants: Vec<&'static Mutant>, all: bool) {
    let mut texts: Vec<String> = mutants
        .par_iter()
        .flat_map(|mutant| {
            let options = Options {
                rules: mutant.rules,
                sizes: ["2x1", "2x2", "3x3"].map(|size| size.parse().unwrap()).to_vec(),
                games: Some(5),
                effort: Effort { tries: 1_000, turns: 10_000 },
                ..undiagnosed(Level::Smoke)
            };
            let report = superko::certify::run(&|| Ok(mutant.engine()), &options, &NoObserver);
            let plain = TextOptions::default();
            let screen = TextOptions { screen: true, ..plain };
            let all = TextOptions { verbose: true, ..plain };
            [screen, all].map(|options| text(&report, &options))
        })
        .collect();
    let folder = Scratch::new("words");
    std::fs::create_dir_all(&*folder).unwrap();
    let run_folder = folder.join("run");
    let certificate = run_folder.join("certificate.json");
    let game = folder.join("game.sgf");
    std::fs::write(&game, "(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5]RE[B+3];B[ee];W[ee];B[gc];W[];B[])")
        .unwrap();
    let [run_folder, certificate, game] =
        [&run_folder, &certificate, &game].map(|path| path.to_str().unwrap());
    let small = ["--level", "smoke", "--size", "3x3", "--games", "5"];
    let zoo_over_gtp = ["--", SUPERKO, "gtp", "zoo:lone-suicide-legal"];
    let commands: [Vec<&str>; 11] = [
        [&["certify", "-v", "--report", run_folder][..], &small, &zoo_over_gtp].concat(),
        vec!["recheck", "--run-recorded", certificate],
        vec!["report", run_folder, "--format", "markdown"],
        vec!["identify", "--level", "smoke", "--size", "3x3", "zoo:history-of-8"],
        vec!["replay", "2x1 tromp-taylor: B A1, W B1, B A1", "zoo:lone-suicide-legal"],
        vec!["judge", game],
        vec!["collide", "--size", "9", "optimized"],
        vec!["suite", "list", "--size", "3x3"],
        vec!["perft", "--size", "2x2", "--depth", "4"],
        vec!["zoo"],
        vec!["explain", "rules"],
    ];
    for command in &commands {
        let (code, out, err) = run(command);
        assert!(![2, 70].contains(&code), "{command:?}: {err}");
        texts.push(out);
    }
    let gnugo =
        [root().join("gnugo"), "/usr/games/gnugo".into()].into_iter().find(|path| path.exists());
    if let Some(gnugo) = gnugo.filter(|_| all) {
        let gnugo = gnugo.to_str().unwrap();
        let (_, out, _) =
            run(&[&["certify", "-v"][..], &small, &["--", gnugo, "--mode", "gtp"]].concat());
        texts.push(out);
    }
    let words: BTreeSet<String> =
        texts.iter().flat_map(|text| labels(text).into_iter().chain(ids(text))).collect();
    for label in ["evidence", "again", "reference", "rules", "history-of-8", "TT6", "knows"] {
        assert!(words.contains(label), "{label} is not among {words:?}");
    }
    // The words of the tables have a test of their own.
    let of_tables: BTreeSet<String> = words_of_tables().into_iter().collect();
    let words = words.difference(&of_tables).cloned().collect();
    assert_eq!(unexplained(&words), [""; 0]);
}

#[test]
fn every_label_in_the_source_is_explained() {
    let mut labels = BTreeSet::new();
    let folders = ["crates/certify/src/report", "crates/cli/src"];
    let files = folders.iter().flat_map(|folder| files_below(&root().join(folder)));
    for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
        let source = std::fs::read_to_string(&path).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        for call in ["wrapped(", "line(", "within(", "push(("] {
            let texts = source.split(call).skip(1);
            let first = texts.filter_map(|rest| rest.trim_start().strip_prefix('"'));
            labels.extend(first.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
        }
    }
    labels.remove("");
    assert!(labels.len() > 30, "{labels:?}");
    assert_eq!(unexplained(&labels), [""; 0]);
}

#[test]
fn every_id_is_explained() {
    for (id, (code, out, err)) in IDS.iter() {
        assert_eq!(*code, 0, "{id}: {err}");
        let name = format!("{id} (");
        assert!(out.lines().any(|line| line.starts_with(&name)), "{id}: {out}");
    }
    // Reports print more ids than the list has: those of findings, faults, and protocol cases.
    for id in [
        "TT6-situational.play.repeat-cycle-2",
        "state.board.game-before",
        "state.play.refusal-changes-state",
        "fault.exit.play",
        "fault.timeout",
        "panic",
        "required-commands",
        "board-sources",
        "final-score",
        "clear-board",
        "genmove",
    ] {
        let (code, out, err) = run(&["explain", id]);
        assert!(code == 0 && out.lines().count() > 1, "{id}: {out}{err}");
    }
    let (_, out, _) = run(&["explain", "state.play.refusal-changes-state"]);
    assert!(out.contains(Event::RefusalChanges.text()), "{out}");
    for id in ["state.play.nothing", "TT66.play.quiet", "fault.gone", "TT6.plya.quiet"] {
        assert_eq!(run(&["explain", id]).0, 2, "{id}");
    }
    for (ours, written) in [("TT6/situational", "tt6/Situational"), ("aga", "AGA")] {
        assert_eq!(run(&["explain", ours]), run(&["explain", written]));
    }
}

#[test]
fn a_rule_set_is_explained_by_its_differences_and_an_engine_by_what_detects_it() {
    let (_, out, _) = run(&["explain", "aga"]);
    for expected in [
        "komi 7.5; handicap: White gets one point for each handicap stone except one\n",
        "Tromp-Taylor has repetition=positional, suicide=allowed, last-pass=anybody, agreement=none and pass=free \
         instead.\n",
        "The fixed suite distinguishes the two by ",
        " repeat-positional-only",
        " several-suicide-permitted",
    ] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    assert!(!run(&["explain", "tromp-taylor"]).1.contains("instead"));
    let (_, out, _) = run(&["explain", "zoo:history-of-8"]);
    assert!(out.contains("the last eight positions"), "{out}");
    assert_eq!(run(&["explain", "history-of-8"]).1, out);
    // The game that is shown has three turns, so a history of 30 positions holds all of them.
    let (_, out, _) = run(&["explain", "repeat-initial"]);
    let (by_game, otherwise) = out.split_once("Zoo engines that other games").unwrap();
    assert!(by_game.contains("Zoo engines that this game detects"), "{out}");
    assert!(by_game.contains("zoo:initial-grid-missing\n"), "{out}");
    assert!(otherwise.contains("zoo:history-of-30\n"), "{out}");
}

#[test]
fn every_word_of_the_glossary_is_explained_and_the_nearest_word_suggested() {
    let page = include_str!("../../crates/harness/GLOSSARY.md");
    let entries = page.lines().filter_map(|line| line.strip_prefix("* **")?.split_once("**: "));
    for (names, text) in entries {
        let text = text.replace('`', "");
        for name in names.split(", ").filter(|name| *name != "rules") {
            let (code, out, _) = run(&["explain", &name.to_uppercase()]);
            assert!(code == 0 && out.contains(&text), "{name}: {out}");
        }
    }
    // Some entries show a board.
    for (word, shown) in [
        ("ko", "White B2 is refused: repeats the position after turn 8"),
        ("superko", "White D2 is refused: repeats the position after turn 6"),
        ("suicide", "White B1 is legal."),
        ("area", "The game is over: Black 6, White 6."),
        ("territory", "The game is over: Black 3, White 3."),
        ("seki", "The game is over: Black 9, White 10."),
        ("pass", "Black pass is legal."),
        ("PSK", "Black B1 is refused: repeats the position after turn 6"),
        ("SSK", "Black B1 is legal."),
    ] {
        let (_, out, _) = run(&["explain", word]);
        assert!(out.contains("     1  ") && out.contains(shown), "{word}: {out}");
    }
    for (word, meant) in [
        ("suprko", "superko"),
        ("repeat-intial", "repeat-initial"),
        ("agaa", "aga"),
        ("TT11", "TT1"),
        ("NSKK", "NSSK"),
        ("natural sitautional superko", "natural situational superko"),
        ("situatonal", "situational"),
    ] {
        let (code, _, err) = run(&["explain", word]);
        assert!(code == 2 && err.contains(&format!("did you mean `{meant}`?")), "{word}: {err}");
    }
}

#[test]
fn the_game_that_explains_an_event_reaches_it() {
    let mut shortest = Vec::new();
    for event in Event::ALL {
        let (_, out, _) = &IDS[event.id()];
        let mut scripts =
            out.lines().filter_map(|line| line.trim().parse::<superko::RecordText>().ok());
        let Some(superko::RecordText { record, .. }) = scripts.next() else { continue };
        let referee = superko::engines::Reference::new(record.size(), record.rules());
        let turns = record.turns.len();
        let played = superko::Transcript::new(referee, record, |_, _| Vec::new());
        let last = played.steps.last().unwrap();
        let ends = last.end.is_some_and(|(_, events)| events.contains(event));
        assert!(ends || last.turn.events.contains(event), "{event}: {out}");
        if out.contains("Shortest game") {
            shortest.push((event.id(), turns));
        }
    }
    for known in [("scored", 2), ("repeat-initial", 3), ("two-pass-end", 2), ("occupied", 2)] {
        assert!(shortest.contains(&known), "{known:?} is not among {shortest:?}");
    }
}
