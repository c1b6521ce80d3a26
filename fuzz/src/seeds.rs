//! Seeds: games and positions in the bytes of each target.

use superko::engines::Reference;
use superko::{Position, Record, Referee, Rules, Size, Transcript, Turn};

/// The longest game, in turns, of which seeds are made.
const MOST_TURNS: usize = 320;

/// An input of a target.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed {
    /// The name of the target.
    pub target: &'static str,
    /// The input.
    pub bytes: Vec<u8>,
}

/// The seeds that a game makes, for the targets that have its board; none if the game is too long.
///
/// Those of [`setup`](crate::setup), [`scoring`](crate::scoring) and [`batch`](crate::batch()) are of the position in
/// which it ends.
pub fn of_game(record: &Record) -> Vec<Seed> {
    if record.turns.len() > MOST_TURNS {
        return Vec::new();
    }
    let small = record.size().columns() <= 5 && record.size().rows() <= 5;
    let mut referee = Reference::new(record.size(), record.rules());
    for &turn in &record.turns {
        Referee::play(&mut referee, turn);
    }
    let end = referee.position();
    // One of the 16 symmetries, and one of the ways to write a record.
    let variety = u8::try_from(record.turns.len() % 16).expect("it is below 16");
    let games = [
        ("lockstep", small.then(|| superko::suite::to_bytes(record))),
        ("lockstep_large", crate::large::encode(record)),
        ("superko", crate::seek::encode(record)),
        ("symmetry", Some(crate::symmetry::encode(record, variety))),
        ("undo_branch", crate::branch::encode(record)),
        ("record_text", Some(crate::decode::encode_record(record, variety))),
        ("record_text", Some(crate::text::encode_text(&text(record)))),
        ("sgf", Some(crate::decode::encode_record(record, variety))),
        ("sgf", Some(crate::sgf::encode_text(record))),
    ];
    let seeds =
        games.into_iter().filter_map(|(target, bytes)| Some(Seed { target, bytes: bytes? }));
    seeds.chain(of_position(end, record.rules())).collect()
}

/// The seeds that a position makes, for the targets that have its board.
pub fn of_position(position: &Position, rules: Rules) -> Vec<Seed> {
    let positions = [
        ("setup", crate::position::encode_setup(position, rules)),
        ("scoring", crate::position::encode_scoring(position, rules)),
        ("batch", crate::batch::encode(position)),
    ];
    positions
        .into_iter()
        .filter_map(|(target, bytes)| Some(Seed { target, bytes: bytes? }))
        .collect()
}

/// The seed that a word of the command line makes.
pub fn of_word(word: &str) -> Seed {
    Seed { target: "command_line_rules", bytes: crate::text::encode_word(word) }
}

/// The seed that the output of an engine makes.
pub fn of_output(output: &[u8]) -> Seed {
    Seed { target: "gtp_reply", bytes: crate::reply::encode(output) }
}

/// The text of a record, with the letters of the players.
fn text(record: &Record) -> String {
    let Record { size, rules, .. } = record;
    let referee = Reference::new(*size, *rules);
    let transcript = Transcript::new(referee, record.clone(), |_, _| Vec::new());
    format!("{size} {rules}: {}", transcript.named_turns().join(", "))
}

/// A record that begins with another position: its stones, in an order in which none is ever removed, then turns.
///
/// The position is a legal position. If the player who is to take the first of the turns is not the one whose turn it
/// is, the other one passes.
pub fn from_position(
    position: &Position,
    first: superko::Player,
    rules: Rules,
    turns: &[Turn],
) -> Record {
    let size: Size = position.size();
    let mut built = crate::position::stones(position);
    let black_next = built.len().is_multiple_of(2);
    if black_next != (first == superko::Player::Black) {
        built.push(Turn::Pass);
    }
    built.extend(turns);
    Record::new(size, rules, built)
}
