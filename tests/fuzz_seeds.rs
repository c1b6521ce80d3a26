//! The seeds of the fuzz targets, made from the directed cases and the facts.
//!
//! `cargo test --release --test main -- --ignored write_the_fuzz_seeds` writes them anew.

use crate::support::{fact, list, root, text, texts};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;
use superko::directed::cases;
use superko::engines::Reference;
use superko::gtp::Server;
use superko::{PRESETS, Player, Position, Record, Rules, Size, Turn};
use superko_fuzz::seeds::{Seed, from_position, of_game, of_output, of_position, of_word};

/// The most bytes of all seeds together.
const MOST_BYTES: usize = 1 << 20;

#[test]
fn the_seeds_are_those_that_are_made() {
    let made = seeds();
    let folder = root().join("fuzz/seeds");
    let mut kept = 0;
    for target in std::fs::read_dir(folder).unwrap() {
        kept += std::fs::read_dir(target.unwrap().path()).unwrap().count();
    }
    assert_eq!(kept, made.len(), "files, and seeds");
    for seed in &made {
        let bytes = std::fs::read(path(seed)).ok();
        assert_eq!(bytes.as_ref(), Some(&seed.bytes), "{}", path(seed).display());
    }
    let bytes: usize = made.iter().map(|seed| seed.bytes.len()).sum();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes of seeds");
}

#[test]
#[ignore = "writes files: cargo test --release --test main -- --ignored write_the_fuzz_seeds"]
fn write_the_fuzz_seeds() {
    let folder = root().join("fuzz/seeds");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    for seed in seeds() {
        let path = path(&seed);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, seed.bytes).unwrap();
    }
}

/// Where a seed is kept: its name is a hash of its bytes (FNV-1a), so that no order matters.
fn path(seed: &Seed) -> PathBuf {
    let hash = seed.bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    root().join("fuzz/seeds").join(seed.target).join(format!("{hash:016x}"))
}

/// All seeds.
fn seeds() -> BTreeSet<Seed> {
    let games = games();
    let mut seeds = BTreeSet::new();
    for (place, game) in games.iter().enumerate() {
        // Texts are long, and one is much like another.
        let every = |target: &str| match target {
            "record_text" | "sgf" => 16,
            "symmetry" => 3,
            _ => 1,
        };
        let kept = of_game(game).into_iter().filter(|seed| place % every(seed.target) == 0);
        seeds.extend(kept);
    }
    for diagram in fact("diagrams.json").as_array().unwrap() {
        seeds.extend(of_position(&drawn(&diagram["grid"]), Rules::default()));
    }
    seeds.extend(words().iter().map(|word| of_word(word)));
    seeds.extend(games.iter().step_by(20).map(|game| of_output(&spoken(game))));
    seeds
}

/// The directed cases, the sequences and the real games.
fn games() -> Vec<Record> {
    let mut games = Vec::new();
    for (sizes, all_rules) in [
        (["3x3", "5x5", "9x9", "13x13", "19x19"].as_slice(), &["tromp-taylor"][..]),
        (&["5x5"], &["aga", "new-zealand", "repetition=situational", "chinese", "repetition=none"]),
    ] {
        for size in sizes {
            for rules in all_rules {
                let (size, rules) = (size.parse().unwrap(), rules.parse().unwrap());
                games.extend(cases(size, rules).into_iter().map(|case| case.record));
            }
        }
    }
    let sequences = fact("sequences.json");
    let modes = ["tromp-taylor", "ing", "aga", "repetition=situational", "bga", "chinese"];
    for (case, rules) in list(&sequences, "cases").iter().zip(modes.iter().cycle()) {
        games.extend([rules, "tromp-taylor"].map(|rules| sequence(case, rules.parse().unwrap())));
    }
    for game in fact("cgos_games.json").as_array().unwrap() {
        let moves = list(game, "moves").iter().map(|turn| (None, turn.as_str().unwrap()));
        games.push(played(Size::square(9).unwrap(), moves));
    }
    for game in fact("repetition_games.json").as_array().unwrap() {
        let moves = list(game, "moves").iter().map(|turn| {
            let (player, turn) = turn.as_str().unwrap().split_once(' ').unwrap();
            (Some(if player == "B" { Player::Black } else { Player::White }), turn)
        });
        games.push(played(Size::square(19).unwrap(), moves));
    }
    games
}

/// A sequence of the facts with the turn in question, after its position was built up.
fn sequence(case: &Value, rules: Rules) -> Record {
    let beginning = drawn(&case["setup"]);
    let first = if text(case, "to_play") == "B" { Player::Black } else { Player::White };
    let moves = list(case, "moves").iter().filter_map(Value::as_str);
    let turns: Vec<Turn> = moves
        .chain([text(case, "candidate")])
        .map(|name| Turn::parse(name, beginning.size()).unwrap())
        .collect();
    from_position(&beginning, first, rules, &turns)
}

/// The position that a list of rows draws.
fn drawn(rows: &Value) -> Position {
    texts(rows).join("\n").parse().unwrap()
}

/// A game, with a pass of the other player where one takes two turns in a row.
fn played<'a>(size: Size, moves: impl Iterator<Item = (Option<Player>, &'a str)>) -> Record {
    let mut turns = Vec::new();
    for (player, name) in moves {
        let next = if turns.len() % 2 == 0 { Player::Black } else { Player::White };
        if player.is_some_and(|player| player != next) {
            turns.push(Turn::Pass);
        }
        turns.push(Turn::parse(name, size).unwrap());
    }
    Record { size, rules: Rules::default(), turns }
}

/// Words for `--rules`, `--size` and turns.
fn words() -> Vec<String> {
    let presets = PRESETS.iter().map(|preset| preset.name.to_owned());
    let wrong =
        ["japanese", "suicide=", "repetition=none,ko", "26", "5x", "x", "I1", "A0", "é1", ""];
    let right = ["9", "5x4", "25X25", "A1", "t19", "pass", "PASS", "suicide=forbidden"];
    let wrong_and_right = wrong.iter().chain(&right).map(|word| (*word).to_owned());
    presets.chain(Rules::pairwise().map(Rules::switches)).chain(wrong_and_right).collect()
}

/// What an engine says when it is led through a game.
fn spoken(game: &Record) -> Vec<u8> {
    let Record::new(size, rules, turns) = game;
    let mut commands = "1 name\n2 protocol_version\nboardsize 99\n".to_owned();
    for (place, turn) in turns.iter().take(20).enumerate() {
        let color = ["black", "white"][place % 2];
        commands += &format!("{place} play {color} {turn}\nshowboard\nlist_stones {color}\n");
    }
    commands += "gogui-rules_legal_moves\nfinal_score\nundo\nwhat\nquit\n";
    let server = Server::new(Box::new(Reference::new(*size, *rules)), *size, *rules).unwrap();
    let mut said = Vec::new();
    server.serve(commands.as_bytes(), &mut said).unwrap();
    said
}
