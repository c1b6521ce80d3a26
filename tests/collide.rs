//! Games whose last position has the same hash as an earlier one. The optimized engine distinguishes the two positions on every
//! layout, an engine that compares only hashes is detected, and `superko collide` makes such games.

use crate::support::{root, undiagnosed};
use std::process::{Command, Output, Stdio};
use superko::certify::{Level, NoObserver, Options, run};
use superko::collide::{
    Against, Collision, Keys, KeysRead, LastTurn, SearchResult, Wanted, collide, read_keys,
};
use superko::engine::bent::Bent;
use superko::engines::{Optimized, Reference, zoo};
use superko::report::Report;
use superko::suite::collisions;
use superko::{
    About, CompareOptions, Engine, Fault, RefusalReason, Repetition, Rules, Ruling, Setup, Size,
    Transcript, Turn, compare_with,
};

/// A board for each layout of the optimized engine.
const LAYOUTS: [&str; 6] = ["7x7", "9x9", "9x12", "13x13", "19x19", "25x25"];

/// The optimized engine, except that it refuses every play that leads to a hash that occurred before.
struct HashOnly {
    engine: Optimized,
    hashes: Vec<[u64; 4]>,
}

impl HashOnly {
    fn new() -> HashOnly {
        HashOnly { engine: optimized(), hashes: Vec::new() }
    }
}

impl Engine for HashOnly {
    fn about(&self) -> About {
        About::named("hash only")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        self.engine.start(game)?;
        self.hashes = self.engine.hash()?.into_iter().collect();
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let ruling = self.engine.play(turn)?;
        if ruling != Ruling::Allowed {
            return Ok(ruling);
        }
        let hash = self.engine.hash()?.expect("it shows its hash");
        if turn != Turn::Pass && self.hashes.contains(&hash) {
            self.engine.undo()?;
            return Ok(Ruling::Forbidden(RefusalReason::Repetition));
        }
        self.hashes.push(hash);
        Ok(Ruling::Allowed)
    }

    fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        self.engine.hash()
    }
}

fn optimized() -> Optimized {
    Optimized::new(Size::square(1).unwrap(), Rules::default())
}

fn keys_of(engine: &mut dyn Engine, size: &str) -> Keys {
    match read_keys(engine, size.parse().unwrap(), Rules::default(), 1).unwrap() {
        KeysRead::Keys(keys) => keys,
        KeysRead::Unreadable(what) => panic!("{size}: {what}"),
    }
}

fn found(keys: &Keys, rules: Rules, last: LastTurn) -> Collision {
    let wanted = Wanted { rules, against: Against::Any, last: Some(last), seed: 1 };
    match collide(keys, &wanted).unwrap() {
        SearchResult::Found(found) => *found,
        other => panic!("{} {rules} {last:?}: {other:?}", keys.size()),
    }
}

fn disagrees(engine: &mut dyn Engine, game: &Collision) -> bool {
    let Collision { record, .. } = game;
    let last = record.turns.len() - 1;
    let transcript = Transcript::new(
        Reference::new(record.size(), record.rules()),
        record.clone(),
        |place, _| record.turns[last..].iter().copied().filter(|_| place == last).collect(),
    );
    let options = CompareOptions { ask: true, undo: false };
    let compared = compare_with(engine, &transcript, options);
    assert_eq!(compared.fault, None);
    compared.disagreements.iter().any(|found| found.record == *record)
}

#[test]
fn the_optimized_engine_is_exact() {
    is_exact_on(&["7x7", "9x9"]);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn thorough_the_optimized_engine_is_exact_on_every_layout() {
    is_exact_on(&LAYOUTS);
}

/// Checks that the optimized engine distinguishes positions with the same hash, on a board for each of these layouts.
fn is_exact_on(layouts: &[&str]) {
    for size in layouts {
        let mut engine = Optimized::new(size.parse().unwrap(), Rules::default());
        let keys = keys_of(&mut engine, size);
        assert_eq!(keys.bits(), 64);
        // The reference is slow on large boards, so all rule sets are tried only on the smaller ones.
        let all = ["tromp-taylor", "aga", "bga", "new-zealand"];
        let rule_sets = if keys.size().point_count() > 100 { &all[..1] } else { &all };
        for &rules in rule_sets {
            // The engine compares hashes only if an earlier position has as many stones. After `Exchange`, one has.
            use LastTurn::{Capture, CapturedPoint, Exchange, NewPoint};
            for last in [NewPoint, CapturedPoint, Capture, Exchange] {
                let game = found(&keys, rules.parse().unwrap(), last);
                assert!(!disagrees(&mut engine, &game), "{}", game.record);
                // The engine that compares only hashes refuses the last turn, so its hash is indeed that of an earlier
                // position.
                if rules == "tromp-taylor" {
                    assert!(disagrees(&mut HashOnly::new(), &game), "{}", game.record);
                }
            }
        }
    }
}

/// Certifies an engine on one board, without random games.
fn certified(make: &(dyn Fn() -> Box<dyn Engine> + Sync), size: &str, rules: &str) -> Report {
    let options = Options {
        rules: rules.parse().unwrap(),
        sizes: vec![size.parse().unwrap()],
        sizes_named: true,
        games: Some(0),
        ..undiagnosed(Level::Smoke)
    };
    run(&|| Ok(make()), &options, &NoObserver)
}

#[test]
fn exactness_is_tested_if_the_engine_shows_its_hash() {
    let right = || -> Box<dyn Engine> { Box::new(optimized()) };
    let exactness = |report: Report| report.exactness.unwrap().to_string();
    for (size, rules, expected) in [
        (
            "9x9",
            "tromp-taylor",
            "exact: on 9x9 it distinguishes two positions with the same 64-bit hash",
        ),
        ("9x9", "bga", "exact: on 9x9 it distinguishes two positions with the same 64-bit hash"),
        ("9x9", "chinese", "not tested: TT6/simple-ko is not a superko rule"),
        (
            "5x5",
            "aga",
            "not tested: no board of this run has more keys than its hash has bits (64)",
        ),
    ] {
        let report = certified(&right, size, rules);
        assert_eq!(report.findings, []);
        assert_eq!(exactness(report), expected);
    }
    let reference = || -> Box<dyn Engine> {
        Box::new(Reference::new(Size::square(1).unwrap(), Rules::default()))
    };
    let report = certified(&reference, "9x9", "tromp-taylor");
    assert_eq!(exactness(report), "not tested: it does not show its hash");
}

#[test]
fn an_engine_that_accepts_repetitions_is_not_called_exact() {
    // The engine shows its hash, accepts plays that repeat a position, and does not say what is legal.
    let lax = || {
        let without_repetition = |game: Setup| {
            let rules = game.rules.repetition(Repetition::None);
            Setup { rules, ..game }
        };
        Bent::named("lax", optimized())
            .about(About { tolerates_illegal_plays: true, ..About::named("lax") })
            .beginning(without_repetition)
            .hash(|engine, _| engine.hash())
            .boxed()
    };
    let shown = certified(&lax, "9x9", "tromp-taylor").exactness.unwrap().to_string();
    assert!(shown.starts_with("not tested: `play` accepts illegal turns"), "{shown}");
}

#[test]
fn an_engine_that_compares_only_hashes_has_findings_about_collisions() {
    let zoo = || -> Box<dyn Engine> { zoo::find("hash-64").unwrap().engine() };
    let report = certified(&zoo, "9x9", "tromp-taylor");
    let ids: Vec<&str> = report.findings.iter().map(|finding| finding.id.as_str()).collect();
    assert_eq!(ids, ["TT6.play.hash-collision", "TT6.legality.hash-collision"]);
    for finding in &report.findings {
        assert_eq!((finding.confirmed, finding.reference.as_str()), ((3, 3), "allowed"));
        assert_eq!(finding.source, "collision of the engine's own hash");
        assert!(finding.turns.len() < 30, "{:?}", finding.turns);
    }
    let expected = "deviates: on 9x9 it treats two positions with the same 64-bit hash as equal";
    assert_eq!(report.exactness.unwrap().to_string(), expected);
    let hash_only = || -> Box<dyn Engine> { Box::new(HashOnly::new()) };
    let report = certified(&hash_only, "9x9", "tromp-taylor");
    assert!(report.findings.iter().any(|finding| finding.id == "TT6.play.hash-collision"));
}

#[test]
fn a_refusal_for_another_reason_is_not_attributed_to_the_hash() {
    // The engine refuses every play once there are 22 stones on the board.
    let make = || {
        let stubborn = Bent::named("stubborn", optimized());
        let stubborn = stubborn.play(|engine, _, turn| {
            let stones = engine.board()?.map_or(0, |board| 81 - board.count(superko::Color::Empty));
            match stones >= 22 && turn != Turn::Pass {
                true => Ok(Ruling::Forbidden(RefusalReason::Repetition)),
                false => engine.play(turn),
            }
        });
        stubborn.boxed()
    };
    let report = certified(&make, "9x9", "tromp-taylor");
    assert!(!report.findings.is_empty());
    let by_hash = |finding: &superko::report::Finding| finding.id.contains("hash-collision");
    assert!(!report.findings.iter().any(by_hash), "{:?}", report.findings);
}

/// Runs `superko collide` with this text on standard input.
fn superko(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_superko"))
        .arg("collide")
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The write fails if the program refuses its arguments, because it then reads nothing.
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_command_makes_games_from_key_files_and_from_engines() {
    let dumped = superko(&["--size", "9", "--print-keys", "optimized"], "");
    let keys = text(&dumped.stdout);
    assert_eq!((dumped.status.code(), keys.lines().count()), (Some(0), 162));
    let by_engine = superko(&["--size", "9", "optimized"], "");
    let made = |more: &[&str]| {
        let output = superko(&[&["--keys", "-", "--size", "9"], more].concat(), &keys);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let drawn = made(&[]);
    assert_eq!(drawn, text(&by_engine.stdout));
    assert!(text(&by_engine.stderr).contains("is allowed when asked, allowed when played"));
    for part in ["9x9 tromp-taylor: B ", "\nAfter turn ", "have the same 64-bit", "which is legal"]
    {
        assert!(drawn.replace('\n', " ").contains(&part.replace('\n', " ")), "{drawn}");
    }
    let record = made(&["--format", "record"]);
    assert!(drawn.starts_with(&record));
    let game: serde_json::Value = serde_json::from_str(&made(&["--format", "json"])).unwrap();
    let turns: Vec<&str> =
        game["turns"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap()).collect();
    assert_eq!(record, format!("9x9 tromp-taylor: {}\n", turns.join(", ")));
    assert_eq!((&game["size"], &game["rules"]), (&"9x9".into(), &"tromp-taylor".into()));
    assert_eq!((&game["collides_with"], &game["bits"]), (&0.into(), &64.into()));
    assert_eq!(game["hash"], "0".repeat(16));
    let gtp = made(&["--format", "gtp"]);
    assert_eq!(gtp.lines().filter(|line| line.starts_with("play ")).count(), turns.len());
    let sgf = made(&["--format", "sgf"]);
    let replayed = superko::sgf::read(&sgf, None).unwrap().record;
    assert_eq!(replayed.turns.len(), turns.len());
    let with = made(&["--against", "B E5, W C3", "--last-turn", "capture", "--format", "json"]);
    let game: serde_json::Value = serde_json::from_str(&with).unwrap();
    assert_eq!((&game["turns"][1], &game["collides_with"]), (&"W C3".into(), &2.into()));
}

#[test]
fn the_command_says_why_there_is_no_game() {
    let keys = "A1 black 1\nA1 white 2\nB1 black 4\nB1 white 8\n";
    for (arguments, input, code, expected) in [
        (&["--keys", "-", "--size", "2x1"][..], keys, 1, "these 4 keys are independent"),
        (&["--keys", "-", "--size", "2x1"], &keys.replace('8', "1"), 4, "No such game was found"),
        (
            &["--keys", "-", "--size", "2x1"],
            &keys.replace("B1 black 4", "B1 blck 4"),
            2,
            "-: line 3, `B1 blck 4`: `blck` is not a color: write black, white or empty",
        ),
        (&["--keys", "-", "--size", "2"], keys, 2, "there is no line `A2 black ...`, and 3 more"),
        (&["--keys", "no/such", "--size", "2"], "", 2, "cannot read the keys no/such"),
        (&["--size", "9"], "", 2, "no hash is given: use --keys FILE, or name an engine"),
        (&["--size", "9", "reference"], "", 3, "keys of reference: it does not show its hash"),
        (&["--size", "5", "optimized"], "", 1, "these 50 keys are independent"),
        (&["--size", "9", "--rules", "chinese", "optimized"], "", 2, "is not a superko rule"),
        (&["--size", "9", "--against", "Z9", "optimized"], "", 2, "write `empty`, or turns as in"),
        (&["--size", "9", "--keys", "-", "optimized"], "", 2, "cannot be used with"),
    ] {
        let output = superko(arguments, input);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn the_hash_is_read_over_gtp() {
    let program = env!("CARGO_BIN_EXE_superko");
    let made = superko(&["--size", "9", "--format", "json", "--", program, "gtp", "optimized"], "");
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let game: serde_json::Value = serde_json::from_slice(&made.stdout).unwrap();
    assert_eq!(game["bits"], 64);
    let refused = superko(&["--size", "9", "--", program, "gtp", "zoo:hash-64"], "");
    assert!(text(&refused.stderr).contains("forbidden when asked"), "{}", text(&refused.stderr));
}

#[test]
fn the_file_of_known_games_is_what_is_exported() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_superko")).args(["suite", "collisions"]).output().unwrap();
    let file = std::fs::read_to_string(root().join("suite/collisions/games.toml")).unwrap();
    assert!(text(&output.stdout) == file, "superko suite collisions > suite/collisions/games.toml");
    let page = std::fs::read_to_string(root().join("suite/collisions/README.md")).unwrap();
    for known in collisions::ALL {
        assert!(page.contains(known.engine), "the page lacks {}", known.engine);
    }
}
