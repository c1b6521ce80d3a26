//! The material of seeds: the directed cases, and the games and positions of `tests/facts`.
//!
//! The facts are compiled into the program, so that the seeds are always the same.

use crate::bytes::record_bytes;
use crate::positions::stones;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::LazyLock;
use superko::engines::Reference;
use superko::suite::fixed::cases;
use superko::{Player, Position, Record, RecordText, Referee, Rules, Size, Turn};

/// The longest game, in turns, from which seeds are made.
const MOST_TURNS: usize = 320;

/// Games and positions, in a fixed order.
#[derive(Debug)]
pub(crate) struct Material {
    /// The directed cases, the sequences and the real games, except for the longest ones.
    pub(crate) games: Vec<Game>,
    /// The positions of diagrams.
    diagrams: Vec<Position>,
}

/// A game, and its last position.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) record: Record,
    end: Position,
}

impl Game {
    /// Plays a record on the reference.
    fn new(record: Record) -> Game {
        let mut referee = Reference::new(record.size(), record.rules());
        for &turn in &record.turns {
            Referee::play(&mut referee, turn);
        }
        Game { end: referee.position().clone(), record }
    }

    /// Returns a number below 16 that differs between games, for targets that need one.
    pub(crate) fn variety(&self) -> u8 {
        u8::try_from(self.record.turns.len() % 16).expect("it is below 16")
    }
}

impl Material {
    /// Returns all the material. It is made at the first call.
    pub(crate) fn get() -> &'static Material {
        static MATERIAL: LazyLock<Material> = LazyLock::new(|| {
            let kinds = [directed(), of_special_passes(), other_ends(), sequences(), real_games()];
            let records = kinds.into_iter().flatten();
            let short = records.filter(|record| record.turns.len() <= MOST_TURNS);
            let diagrams: Vec<Diagram> = read(include_str!("../../tests/facts/diagrams.json"));
            Material {
                games: short.map(Game::new).collect(),
                diagrams: diagrams.iter().map(|diagram| drawn(&diagram.grid)).collect(),
            }
        });
        &MATERIAL
    }

    /// Returns every sixteenth game for a target of texts, once as a record to be written and once
    /// as a text.
    pub(crate) fn texts(&self, write: impl Fn(&Record) -> String) -> Vec<Vec<u8>> {
        let seeds = self.games.iter().step_by(16).flat_map(|game| {
            let record = [vec![game.variety() << 4], record_bytes(&game.record)].concat();
            [record, [&[1], write(&game.record).as_bytes()].concat()]
        });
        seeds.collect()
    }

    /// Returns the last positions of the games, each with the rules of its game, and the positions
    /// of the diagrams.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (&Position, Rules)> {
        let ends = self.games.iter().map(|game| (&game.end, game.record.rules()));
        ends.chain(self.diagrams.iter().map(|position| (position, Rules::default())))
    }
}

/// Returns games that end in ways in which Tromp-Taylor games do not end, and other games under the
/// same rules.
fn other_ends() -> Vec<Record> {
    let games = [
        "2x1 illegal=loses: A1, A1",
        "3x2 illegal=loses: A1, B1, A2, B2, A1",
        "2x1 repeat=loses: A1, B1, A1",
        "3x1 repeat=ties: A1, C1, B1, C1, A1",
        "3x1 repetition=simple-ko,long-cycle=no-result: A1, C1, B1, C1, A1, pass, B1",
        "3x1 stones=half: A1, C1, B1, C1, A1, pass",
        "3x1 passes=four,last-pass=white: pass, pass, A1, pass, pass, pass, pass, pass",
        "3x3 score=territory,pass=prisoner: A1, B1, C1, A2, pass, pass",
        "1x1 repetition=none,long-cycle=third-time: pass, A1, pass",
        "1x1 agreement=cleanup: pass, pass, A1",
        "2x1 katago:japanese: pass, pass, A1, B1, A1, pass, A1, B1, pass, B1",
        "9x9 katago:japanese: pass, pass, B1, C1, A2, D2, B3, C3, pass, B2, C2, B2, pass, B2, C2, pass, C2",
        "1x1 button=half-point: pass, pass, pass",
        "9x9 button=half-point: pass, pass, pass",
    ];
    let record = |text: &&str| text.parse::<RecordText>().expect("the games are records").record;
    games.iter().map(record).collect()
}

/// Returns the directed cases: under Tromp-Taylor rules on boards of many sizes, under other rules
/// on 5x5.
fn directed() -> Vec<Record> {
    let mut records = Vec::new();
    for (sizes, rule_sets) in [
        (["3x3", "5x5", "9x9", "13x13", "19x19"].as_slice(), &["tromp-taylor"][..]),
        (&["5x5"], &["aga", "new-zealand", "repetition=situational", "chinese", "repetition=none"]),
    ] {
        for size in sizes {
            for rules in rule_sets {
                let size = size.parse().expect("the list has sizes");
                records.extend(cases(size, named(rules)).into_iter().map(|case| case.record));
            }
        }
    }
    records
}

/// Returns the directed cases that only rules with cleanup phases, third repetitions, a tax or the button have.
fn of_special_passes() -> Vec<Record> {
    let size = Size::square(5).expect("the side is that of a board");
    let usual = cases(size, Rules::default());
    let rule_sets = [
        "katago:japanese",
        "katago:japanese,repetition=positional",
        "chinese,long-cycle=third-time",
        "button=half-point",
        "tax=all",
    ];
    let cases = rule_sets.into_iter().flat_map(|rules| cases(size, named(rules)));
    let records = cases.map(|case| case.record);
    records.filter(|game| usual.iter().all(|case| case.record.turns != game.turns)).collect()
}

#[derive(Deserialize)]
struct Sequences {
    cases: Vec<Sequence>,
}

/// Moves from a position, and one more move whose legality is in question.
#[derive(Deserialize)]
struct Sequence {
    setup: Vec<String>,
    to_play: String,
    moves: Vec<String>,
    candidate: String,
}

/// Returns each sequence under two rule sets. Their positions are built on the empty board.
fn sequences() -> Vec<Record> {
    const RULES: [&str; 6] =
        ["tromp-taylor", "ing", "aga", "repetition=situational", "bga", "chinese"];
    let sequences: Sequences = read(include_str!("../../tests/facts/sequences.json"));
    let cases = sequences.cases.iter().zip(RULES.iter().cycle());
    cases
        .flat_map(|(case, rules)| [rules, "tromp-taylor"].map(|rules| case.record(named(rules))))
        .collect()
}

impl Sequence {
    fn record(&self, rules: Rules) -> Record {
        let position = drawn(&self.setup);
        let size = position.size();
        let mut turns = stones(&position);
        if next(&turns) != player(&self.to_play) {
            turns.push(Turn::Pass);
        }
        turns.extend(self.moves.iter().chain([&self.candidate]).map(|name| turn(name, size)));
        Record::new(size, rules, turns)
    }
}

#[derive(Deserialize)]
struct RealGame {
    /// Vertices. Some have the letter of the player before them.
    moves: Vec<String>,
}

/// Returns games of a server on 9x9, and games with repetitions on 19x19.
fn real_games() -> Vec<Record> {
    let games = |text: &str, side: u8| {
        let games: Vec<RealGame> = read(text);
        let size = Size::square(side).expect("the side is that of a board");
        games.into_iter().map(move |game| game.record(size)).collect::<Vec<_>>()
    };
    let mut records = games(include_str!("../../tests/facts/cgos_games.json"), 9);
    records.extend(games(include_str!("../../tests/facts/repetition_games.json"), 19));
    records
}

impl RealGame {
    /// Returns the game. If one player takes two turns in a row, the other player passes between
    /// them.
    fn record(&self, size: Size) -> Record {
        let mut turns = Vec::new();
        for text in &self.moves {
            let (letter, name) = text.split_once(' ').unwrap_or(("", text));
            if !letter.is_empty() && player(letter) != next(&turns) {
                turns.push(Turn::Pass);
            }
            turns.push(turn(name, size));
        }
        Record::new(size, Rules::default(), turns)
    }
}

#[derive(Deserialize)]
struct Diagram {
    grid: Vec<String>,
}

fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect("the facts have this form")
}

fn named(rules: &str) -> Rules {
    rules.parse().expect("the text names rules")
}

fn turn(name: &str, size: Size) -> Turn {
    Turn::parse(name, size).expect("the facts name points of their boards")
}

/// Parses a position from its rows, the top row first.
fn drawn(rows: &[String]) -> Position {
    rows.join("\n").parse().expect("the facts draw positions")
}

/// Returns the player who is next after turns that are all legal.
fn next(turns: &[Turn]) -> Player {
    if turns.len().is_multiple_of(2) { Player::Black } else { Player::White }
}

fn player(letter: &str) -> Player {
    if letter == "B" { Player::Black } else { Player::White }
}
