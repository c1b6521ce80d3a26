//! The content of the web page: rules, events, game records, and the shortest game on which two rule sets differ.

use crate::table::{apart, judged, result, rows, rules_named};
use serde_json::{Value, json};
use superko::engines::Reference;
use superko::judge::Judge;
use superko::referee::Transcript;
use superko::report::{one_line, rule_words};
use superko::sgf::{self, SgfGame, SgfStep};
use superko::suite::{self, fixed, glossary};
use superko::{
    Event, Expected, Komi, PRESETS, Player, Record, Referee, Rule, Rules, SWITCHES, Settlement,
    Setup, Size, Status, Step, Turn,
};
use wasm_bindgen::prelude::*;

/// Returns all rule sets, switches, rules and events with their texts, and the words of the glossary that a game shows.
#[wasm_bindgen]
pub fn catalog() -> String {
    let sets: Vec<Value> = PRESETS
        .iter()
        .map(|set| json!({ "name": set.name, "rules": set.rules.switches(), "note": set.note }))
        .collect();
    let switches: Vec<Value> = SWITCHES
        .iter()
        .map(|switch| {
            let values = switch.values.iter();
            let values: Vec<Value> = values
                .map(|value| json!({ "word": value.word, "rule": value.rule.id(), "text": value.text }))
                .collect();
            json!({ "name": switch.name, "text": switch.text, "values": values })
        })
        .collect();
    let rules: Vec<Value> =
        Rule::all().map(|rule| json!({ "id": rule.id(), "text": rule.text() })).collect();
    let in_games = Event::ALL.iter().filter(|event| event.in_games());
    let events: Vec<Value> =
        in_games.map(|event| json!({ "id": event.id(), "text": event.text() })).collect();
    let words: Vec<Value> = glossary::entries()
        .filter_map(|(names, text)| {
            let (what, record) = glossary::game(names)?;
            let (id, text) = (names.split(", ").next(), text.replace('`', ""));
            Some(json!({ "id": id, "text": text, "what": what, "record": one_line(&record) }))
        })
        .collect();
    json!({ "sets": sets, "switches": switches, "rules": rules, "events": events, "words": words })
        .to_string()
}

/// Returns the name of rules, a description, a value for each switch, and the rules in force.
///
/// # Errors
///
/// If the text does not name rules.
#[wasm_bindgen(js_name = rulesOf)]
pub fn rules_of(text: &str) -> Result<String, String> {
    let rules = rules_named(text)?;
    let values: Value =
        SWITCHES.iter().map(|switch| (switch.name, rules.value(switch).word)).collect();
    let force: Vec<&str> = Rule::in_force(rules).map(Rule::id).collect();
    Ok(json!({ "name": rules.to_string(), "words": rule_words(rules), "values": values, "force": force }).to_string())
}

/// Returns a game whose last turn reaches an event or shows a word of the glossary, and the position before that turn.
#[wasm_bindgen(js_name = exampleOf)]
pub fn example_of(id: &str) -> String {
    let found = match id.parse() {
        Ok(event) => suite::example(Reference::new, event),
        Err(_) => glossary::game(id),
    };
    found.map_or_else(|| "null".to_owned(), |(_, record)| shown(&record).to_string())
}

/// Returns a game with its last turn, the position before that turn, and its result.
fn shown(record: &Record) -> Value {
    let mut referee = before_last(record, record.rules());
    let position = rows(referee.position());
    let Some(&last) = record.turns.last() else {
        return json!({ "record": one_line(record), "position": position });
    };
    let step = Step::take(&mut referee, last, &[]);
    json!({
        "record": one_line(record), "position": position, "after": rows(&step.position),
        "player": step.player.letter().to_string(), "turn": last.to_string(), "turns": record.turns.len(),
        "judged": judged(&step.turn, record.rules()),
        "over": step.end.map(|_| result(&referee, record.setup.komi)),
    })
}

/// Returns the game before its last turn, under some rules.
fn before_last(record: &Record, rules: Rules) -> Reference {
    let mut referee = Reference::set_up(&Setup { rules, ..record.setup.clone() });
    for &turn in record.turns.iter().rev().skip(1).rev() {
        referee.play(turn);
    }
    referee
}

/// The most games of a text that are read.
const MOST_GAMES: usize = 200;

/// Reads and judges the games of a text, which is SGF or a record.
///
/// # Errors
///
/// If the text is neither SGF nor a record, or no game in it can be read.
#[wasm_bindgen(js_name = readGames)]
pub fn read_games(text: &str) -> Result<String, String> {
    if !sgf::begins(text) {
        let played = Transcript::read(text.trim(), Reference::set_up);
        let Transcript { record, .. } = played.map_err(|error| {
            format!(
                "{error}. Paste an SGF file, or a record such as 2x1 tromp-taylor: B A1, W B1, B A1"
            )
        })?;
        let sets = PRESETS.iter().filter(|set| is_legal_under(&record, set.rules));
        let sets: Vec<&str> = sets.map(|set| set.name).collect();
        let game = json!({
            "record": one_line(&record), "judged": null, "claims": null, "legalUnder": sets,
        });
        return Ok(json!([game]).to_string());
    }
    let mut found = Vec::new();
    let mut wrong = None;
    for tree in sgf::games(text).take(MOST_GAMES) {
        let judged = Judge::default().judge(&tree, 0);
        match SgfGame::read(&tree, 0) {
            Ok(game) => {
                let rules = judged.rules.unwrap_or_default();
                let illegal: Vec<usize> =
                    judged.illegal.iter().map(|illegal| illegal.number).collect();
                found.push(json!({
                    "record": one_line(&record_of(&game, rules)), "judged": judged.to_string(),
                    "verdict": judged.verdict.name(), "claims": game.results.first(), "illegal": illegal,
                }));
            }
            Err(error) => wrong = Some(error.to_string()),
        }
    }
    match (found.is_empty(), wrong) {
        (true, Some(wrong)) => Err(wrong),
        (true, None) => Err(sgf::no_game(text).to_string()),
        (false, _) => Ok(Value::from(found).to_string()),
    }
}

/// Returns whether every turn of a record is legal under some rules.
fn is_legal_under(record: &Record, rules: Rules) -> bool {
    let setup = Setup { rules, ..record.setup.clone() };
    let played = Transcript::replay(Reference::set_up(&setup), Record { setup, ..record.clone() });
    played.steps.iter().all(|step| step.turn.is_legal())
}

/// Returns a game of a file as a record. If a player moves twice in a row, the record has a pass of the other player in between.
/// The record ends with the first illegal move, or where stones are set up after the start.
fn record_of(game: &SgfGame, rules: Rules) -> Record {
    let setup = Setup {
        first: game.first_player(),
        position: game.position.clone(),
        komi: game.komi().unwrap_or_default(),
        ..Setup::new(game.size, rules)
    };
    let mut referee = Reference::set_up(&setup);
    let mut turns = Vec::new();
    let mut settlement = game.settlement.clone().unwrap_or_default();
    for step in &game.steps {
        let &SgfStep::Turn { player, turn, tried } = step else {
            settlement = Settlement::Nothing;
            break;
        };
        let goes_on = Referee::status(&referee) != Status::Over;
        if player != Referee::to_move(&referee) && goes_on {
            turns.push(Turn::Pass);
            referee.play(Turn::Pass);
        }
        turns.push(turn);
        if referee.play(turn).refusal.is_some() && !tried {
            settlement = Settlement::Nothing;
            break;
        }
    }
    Record { setup, turns, settlement }
}

/// The boards searched for a difference, and the most turns tried on all of them together.
const SMALL_BOARDS: [&str; 7] = ["1x1", "2x1", "3x1", "2x2", "4x1", "3x2", "5x1"];
const MOST_TRIED: usize = 400_000;

/// Returns the shortest game found in which two rule sets differ at the last turn, and what each says about it.
///
/// # Errors
///
/// If one of the texts does not name rules.
#[wasm_bindgen(js_name = shortestDifference)]
pub fn shortest_difference(one: &str, other: &str) -> Result<String, String> {
    let [one, other] = [rules_named(one)?, rules_named(other)?];
    if one == other {
        return Ok("null".to_owned());
    }
    let found = on_small_boards(one, other).or_else(|| in_fixed_suite(one, other));
    let Some(record) = found else { return Ok("null".to_owned()) };
    let mut shown = shown(&record);
    shown["one"] = outcome_under(&record, one).into();
    shown["two"] = outcome_under(&record, other).into();
    Ok(shown.to_string())
}

/// Returns whether two rule sets differ in a turn of a game, or in its result.
fn differ(record: &Record, one: Rules, other: Rules) -> bool {
    let [mut ours, mut theirs] =
        [one, other].map(|rules| Reference::set_up(&Setup { rules, ..record.setup.clone() }));
    for &turn in &record.turns {
        let refused = [&mut ours, &mut theirs].map(|game| game.play(turn).refusal.is_some());
        if refused[0] != refused[1] || apart(&ours, &theirs, record.setup.komi).is_some() {
            return true;
        }
    }
    false
}

/// Searches all games on small boards, the shortest first. Gives up after [`MOST_TRIED`] turns.
fn on_small_boards(one: Rules, other: Rules) -> Option<Record> {
    let mut tried = 0;
    for length in 1..=12 {
        for size in SMALL_BOARDS {
            let size: Size = size.parse().expect("the list has sizes");
            let games = [one, other].map(|rules| Reference::new(size, rules));
            let mut turns = Vec::new();
            if differ_after(&games, length, &mut turns, size, &mut tried) {
                return Some(Record::new(size, one, turns));
            }
            if tried > MOST_TRIED {
                return None;
            }
        }
    }
    None
}

/// Adds `left` turns to a game so that the rule sets differ only at the last of them. Returns whether there are such turns.
fn differ_after(
    games: &[Reference; 2],
    left: usize,
    turns: &mut Vec<Turn>,
    size: Size,
    tried: &mut usize,
) -> bool {
    for turn in Turn::all(size) {
        *tried += 1;
        if *tried > MOST_TRIED {
            return false;
        }
        let legal = games.each_ref().map(|game| game.judge(turn).refusal.is_none());
        if left > 1 && legal != [true, true] {
            continue;
        }
        turns.push(turn);
        if legal[0] != legal[1] {
            return true;
        }
        if legal[0] {
            let mut after = games.clone();
            after.iter_mut().for_each(|game| drop(game.play(turn)));
            let found = match left {
                1 => apart(&after[0], &after[1], Komi::default()).is_some(),
                _ => differ_after(&after, left - 1, turns, size, tried),
            };
            if found {
                return true;
            }
        }
        turns.pop();
    }
    false
}

/// Searches the games of the fixed suite for the shortest one in which two rule sets differ.
fn in_fixed_suite(one: Rules, other: Rules) -> Option<Record> {
    let sides = 3..=7;
    let sizes = sides.filter_map(|side| Size::square(side).ok());
    let all = sizes.flat_map(|size| [one, other].map(|rules| fixed::cases(size, rules)).concat());
    let records = all.map(|case| Record::new(case.record.size(), one, case.record.turns));
    records.filter(|record| differ(record, one, other)).min_by_key(|record| record.turns.len())
}

/// Returns what happens at the last turn under some rules.
fn outcome_under(record: &Record, rules: Rules) -> String {
    let Some(&last) = record.turns.last() else { return String::new() };
    let mut referee = before_last(record, rules);
    let expected = Expected::of(&referee, last);
    let player: Player = Referee::to_move(&referee);
    referee.play(last);
    let end = match Referee::status(&referee) {
        Status::Over => format!("; the game is over: {}", result(&referee, record.setup.komi)),
        running => format!("; {running}"),
    };
    match expected.judgment.refusal {
        Some(refusal) => format!("{player} {last} is refused: {refusal}"),
        None => format!("{player} {last} is legal{end}"),
    }
}
