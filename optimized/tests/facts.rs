//! Numbers and verdicts on which other programs agree.

use std::collections::BTreeMap;

use serde_json::Value;
use superko_optimized::{
    AnyGame, AnySet, Game, Player, Point, Refusal, Repetition, Rules, Shape, Suicide, Turn, Turns,
};

fn repetition(name: &str) -> Repetition {
    match name {
        "NONE" => Repetition::None,
        "SIMPLE" => Repetition::SimpleKo,
        "PSK" => Repetition::Positional,
        "SSK" => Repetition::Situational,
        "NSSK" => Repetition::NaturalSituational,
        "NZ" => Repetition::NewZealand,
        _ => panic!("unknown repetition rule {name}"),
    }
}

fn suicide(name: &str) -> Suicide {
    match name {
        "any" => Suicide::Any,
        "multi" => Suicide::SeveralStones,
        "none" => Suicide::None,
        _ => panic!("unknown suicide rule {name}"),
    }
}

fn rules(ko: &str, own: &str) -> Rules {
    Rules { repetition: repetition(ko), suicide: suicide(own), ..Rules::default() }
}

struct Row {
    rows: u8,
    columns: u8,
    rules: Rules,
    turns: Turns,
    depth: u32,
    sequences: u64,
    line: &'static str,
}

fn perft_rows() -> Vec<Row> {
    let text = include_str!("../../tests/facts/perft.tsv");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let cells: Vec<_> = line.split('\t').collect();
            let number = |i: usize| cells[i].parse::<u64>().expect("a number");
            Row {
                rows: number(0) as u8,
                columns: number(1) as u8,
                rules: rules(cells[2], cells[3]),
                turns: match cells[4] {
                    "pass" => Turns::All,
                    "nopass" => Turns::Plays,
                    other => panic!("unknown word {other}"),
                },
                depth: number(5) as u32,
                sequences: number(6),
                line,
            }
        })
        .collect()
}

fn perft_agrees(select: impl Fn(&Row) -> bool) -> usize {
    let mut checked = 0;
    for row in perft_rows().into_iter().filter(select) {
        let mut game = AnyGame::new(row.columns, row.rows, row.rules).expect("a size in range");
        assert_eq!(game.perft(row.depth, row.turns), row.sequences, "{}", row.line);
        assert_eq!(game.turns(), 0, "perft leaves the game as it was");
        checked += 1;
    }
    checked
}

#[test]
fn perft_of_up_to_a_million_sequences() {
    assert_eq!(perft_agrees(|row| row.sequences <= 1_000_000), 1963);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_perft_of_up_to_ten_million_sequences() {
    let numbers = 1_000_001..=10_000_000;
    assert_eq!(perft_agrees(|row| numbers.contains(&row.sequences)), 36);
}

#[test]
#[ignore = "minutes: cargo test --release -p superko-optimized -- --ignored"]
fn perft_of_more_than_ten_million_sequences() {
    assert_eq!(perft_agrees(|row| row.sequences > 10_000_000), 24);
}

/// Of four plays on an empty board, only the last can be illegal: White's suicide of a lone stone
/// in a corner between two black stones. There are 4 corners, 2 orders of Black's plays, and n - 3
/// points for White's first stone. If White's first stone was in the corner, it was captured. Then
/// n - 2 points are empty and the corner is illegal, so White has n - 3 plays as always.
fn perft_of_four_plays_is_told_by_the_formula(boards: &[(u8, u8)]) {
    for &(columns, rows) in boards {
        let points = u64::from(columns) * u64::from(rows);
        let expected = points * (points - 1) * (points - 2) * (points - 3) - 8 * (points - 3);
        let mut game = AnyGame::new(columns, rows, Rules::TROMP_TAYLOR).expect("a size in range");
        assert_eq!(game.perft(4, Turns::Plays), expected, "{columns}x{rows}");
    }
}

#[test]
fn perft_of_four_plays_is_told_by_a_formula() {
    perft_of_four_plays_is_told_by_the_formula(&[(5, 5), (9, 9), (4, 25)]);
}

/// This number needs more than 32 bits.
#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_perft_of_four_plays_on_a_large_board_is_told_by_a_formula() {
    perft_of_four_plays_is_told_by_the_formula(&[(17, 16)]);
}

/// Counts sequences without a set of legal plays: every turn is tried on a copy.
fn turn_by_turn(game: &Game<8, 1>, depth: u32, turns: Turns) -> u64 {
    if depth == 0 {
        return 1;
    }
    let plays = game.position().empty().into_iter().map(Turn::Play);
    let sequences = plays.chain((turns == Turns::All).then_some(Turn::Pass)).map(|turn| {
        let mut after = game.clone();
        after.play(turn).map_or(0, |()| turn_by_turn(&after, depth - 1, turns))
    });
    sequences.sum()
}

#[test]
fn perft_turn_by_turn_and_with_poor_hashes() {
    for row in perft_rows().iter().filter(|row| row.sequences <= 20_000) {
        let Some(shape) = Shape::new(row.columns, row.rows) else {
            continue;
        };
        for bits in [0, 1, 2, 4, 8, 64] {
            let mut game = Game::<8, 1>::new(shape, row.rules).with_hash_bits(bits);
            let sequences = game.perft(row.depth, row.turns);
            assert_eq!(sequences, row.sequences, "{bits} bits: {}", row.line);
            if row.sequences <= 2_000 {
                let slow = turn_by_turn(&game, row.depth, row.turns);
                assert_eq!(slow, row.sequences, "{bits} bits: {}", row.line);
            }
        }
    }
}

fn turn(text: &str) -> Turn {
    if text == "pass" {
        return Turn::Pass;
    }
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(&text[..1]).expect("a column letter");
    let row: u8 = text[1..].parse().expect("a row number");
    Turn::Play(Point::new(column as u8, row - 1))
}

fn player(text: &str) -> Player {
    match text {
        "B" => Player::Black,
        "W" => Player::White,
        _ => panic!("unknown player {text}"),
    }
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|v| v.as_str().expect("a string")).collect()
}

fn drawing(value: &Value) -> String {
    strings(value).into_iter().map(|row| format!("{row}\n")).collect()
}

fn set_up(case: &Value, rules: Rules) -> AnyGame {
    let lines = strings(&case["setup"]);
    let stones = |sign| -> AnySet {
        let mut set = AnySet::EMPTY;
        for (row, line) in lines.iter().rev().enumerate() {
            for (column, _) in line.match_indices(sign) {
                set = set.with(Point::new(column as u8, row as u8));
            }
        }
        set
    };
    let (columns, rows) = (lines[0].len() as u8, lines.len() as u8);
    let to_move = player(case["to_play"].as_str().expect("a player"));
    AnyGame::set_up(columns, rows, rules, stones('X'), stones('O'), to_move).expect("legal stones")
}

fn word(refusal: Refusal, repetition: Repetition) -> &'static str {
    match refusal {
        Refusal::Over => "over",
        Refusal::Stopped => "stopped",
        Refusal::NoStones => "no stones",
        Refusal::Occupied => "occupied",
        Refusal::Suicide => "suicide",
        Refusal::Repeats { .. } if repetition == Repetition::SimpleKo => "ko",
        Refusal::Repeats { .. } => "superko",
        Refusal::KoMoveAgain { .. } => "ko-again",
    }
}

#[test]
fn sequences_get_their_verdicts() {
    let data: Value =
        serde_json::from_str(include_str!("../../tests/facts/sequences.json")).expect("JSON");
    let mut verdicts = BTreeMap::<String, usize>::new();
    for case in data["cases"].as_array().expect("a list") {
        let id = case["id"].as_str().expect("an id");
        for (mode, verdict) in case["verdicts"].as_object().expect("an object") {
            let (ko, own) = mode.split_once('/').expect("two switches");
            let rules = rules(ko, own);
            let verdict = verdict.as_str().expect("a word");
            *verdicts.entry(verdict.split(':').next().unwrap_or_default().into()).or_default() += 1;
            assert_eq!(verdict_on(case, rules), verdict, "{id} under {mode}");
        }
    }
    assert_eq!(verdicts.values().sum::<usize>(), 900, "{verdicts:?}");
}

fn verdict_on(case: &Value, rules: Rules) -> String {
    let mut game = set_up(case, rules);
    for (i, text) in strings(&case["moves"]).into_iter().enumerate() {
        if let Err(refusal) = game.play(turn(text)) {
            return format!("prefix-illegal@{}:{}", i + 1, word(refusal, rules.repetition));
        }
    }
    assert_eq!(game.to_string(), drawing(&case["grid_after_moves"]));
    let area = &case["area_if_ended_before_candidate"];
    let expected = ["B", "W"].map(|side| area[side].as_u64().expect("a number") as u32);
    assert_eq!(game.area(), expected, "area of {}", case["id"]);

    let candidate = turn(case["candidate"].as_str().expect("a turn"));
    if !game.is_over() {
        assert_eq!(game.to_move(), player(case["candidate_player"].as_str().expect("a player")));
    }
    let refusal = game.refusal(candidate);
    assert_eq!(game.play(candidate).err(), refusal);
    match refusal {
        Some(refusal) => word(refusal, rules.repetition).into(),
        None => {
            if let Some(result) = case.get("candidate_result") {
                assert_eq!(game.to_string(), drawing(&result["grid"]));
            }
            "legal".into()
        }
    }
}
