//! `record_text` and `command_line_rules`: what people write.

use crate::decode::Bytes;
use crate::tally::Tally;
use std::fmt::{Debug, Display};
use superko::{
    PRESETS, Record, RecordError, RecordText, Rules, RulesError, Size, SizeError, Turn, TurnError,
};

/// What reads the text of a record.
pub type ReadRecord = dyn Fn(&str) -> Result<RecordText, RecordError>;

/// Parts of which texts are put together.
const PARTS: [&str; 40] = [
    "2x1",
    "5x4",
    "9",
    "25x25",
    "26",
    "0x3",
    "x",
    " ",
    " tromp-taylor",
    " aga",
    " repetition=none",
    ",",
    ": ",
    ":",
    "\n",
    "A1",
    "b1",
    "E4",
    "J9",
    "I1",
    "A0",
    "pass",
    "PASS",
    "B ",
    "W ",
    "w ",
    "X ",
    "# a comment",
    "suicide=",
    "repetition=",
    "=",
    "allowed",
    "forbidden",
    "several-stones",
    "positional",
    "simple-ko",
    "none",
    "new-zealand",
    "é",
    "T19",
];

/// Reads a text of a record. If the first byte is even, the others are a record, which is written as people write it,
/// with comments, line ends and players' letters or without, and must be read as it was. If not, they are the text, or
/// parts of it: what is read must be read again from its own print, and what is refused must be refused in a rule.
///
/// # Panics
///
/// With the text, and what was read of it, where that is not so.
pub fn record_text(data: &[u8], tally: &mut Tally, read: &ReadRecord) {
    let mut bytes = Bytes::new(data);
    let (first, rest) = (bytes.byte(), bytes.rest());
    if first.is_multiple_of(2) {
        let record = crate::decode::record(first, rest);
        let text = written(&record, first);
        let script = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(script.record, record, "read from\n{text}");
        tally.compare();
        return again(&record, tally, read);
    }
    let text = put_together(first / 2, rest);
    match read(&text) {
        Ok(script) => again(&script.record, tally, read),
        Err(error) => {
            let said = error.to_string();
            assert!(said.starts_with("record: ") && said.contains('`'), "{said}\n{text}");
            tally.compare();
        }
    }
}

/// A text in the bytes of `record_text`.
pub(crate) fn encode_text(text: &str) -> Vec<u8> {
    [&[1], text.as_bytes()].concat()
}

/// A word in the bytes of `command_line_rules`, after bytes for rules, a size and a turn that depend on it.
pub(crate) fn encode_word(word: &str) -> Vec<u8> {
    let sum = word.bytes().fold(0, u8::wrapping_add);
    let head = [0, sum, sum >> 3, sum, sum >> 1, sum >> 2];
    [&head, word.as_bytes()].concat()
}

/// A record is read from its own print.
fn again(record: &Record, tally: &mut Tally, read: &ReadRecord) {
    let printed = record.to_string();
    let script = read(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(script.record, *record, "read again from\n{printed}");
    tally.compare();
}

/// A record as people write it, in one of some manners.
fn written(record: &Record, options: u8) -> String {
    let Record { size, rules, turns } = record;
    let rules = if options & 2 == 0 { rules.to_string() } else { rules.switches() };
    let mut text = if options & 4 == 0 { String::new() } else { "# 9 aga: a game\n".to_owned() };
    text += &format!("{size} {rules}:");
    for (place, turn) in turns.iter().enumerate() {
        let turn =
            if options & 8 == 0 { turn.to_string() } else { turn.to_string().to_lowercase() };
        let player = match (options & 16 == 0, place % 2) {
            (true, _) => "",
            (false, 0) => "B ",
            (false, _) => "w  ",
        };
        let end = match (options & 32 == 0, options & 64 == 0) {
            (true, true) => ",",
            (true, false) => ",,\n",
            (false, true) => "\n",
            (false, false) => " # a turn, and more: of it\n",
        };
        text += &format!(" {player}{turn}{end}");
    }
    text
}

/// The bytes as a text, or as parts of one.
fn put_together(options: u8, bytes: &[u8]) -> String {
    match options % 4 {
        0 => String::from_utf8_lossy(bytes).into_owned(),
        _ => bytes.iter().map(|&byte| PARTS[usize::from(byte) % PARTS.len()]).collect(),
    }
}

/// What reads the words of the command line.
#[derive(Clone, Copy, Debug)]
pub struct Readers {
    /// `--rules`.
    pub rules: fn(&str) -> Result<Rules, RulesError>,
    /// `--size`.
    pub size: fn(&str) -> Result<Size, SizeError>,
    /// A turn on a board.
    pub turn: fn(&str, Size) -> Result<Turn, TurnError>,
}

impl Default for Readers {
    fn default() -> Readers {
        Readers { rules: str::parse, size: str::parse, turn: Turn::parse }
    }
}

/// Reads words of the command line. The first byte says which: rules that are put together from switches, which must
/// be read as they were meant; or any text, or parts of one, as rules, as a size and as a turn: what is read must be
/// read again from its own print, and what is refused must be refused by its name.
///
/// # Panics
///
/// With the word, and what was read of it, where that is not so.
pub fn command_line_rules(data: &[u8], tally: &mut Tally, readers: &Readers) {
    let mut bytes = Bytes::new(data);
    let first = bytes.byte();
    let (meant, written) = meant(&mut bytes.clone());
    expect((readers.rules)(&written), &meant, &written, tally);
    let size = Size::new(1 + bytes.byte() % 25, 1 + bytes.byte() % 25).expect("they are in range");
    expect((readers.size)(&size.to_string()), &size, &size.to_string(), tally);
    let turn = Turn::all(size).nth(usize::from(bytes.byte()) % (size.point_count() + 1));
    let turn = turn.expect("there are as many turns");
    expect((readers.turn)(&turn.to_string(), size), &turn, &turn.to_string(), tally);

    let text = put_together(first, bytes.rest());
    match (readers.rules)(&text) {
        Ok(rules) => {
            for (switch, word) in text.split(',').filter_map(|part| part.split_once('=')) {
                let read = if switch == "suicide" {
                    rules.suicide.word()
                } else {
                    rules.repetition.word()
                };
                assert_eq!(read, word, "read from\n{text}");
            }
            expect((readers.rules)(&rules.to_string()), &rules, &rules.to_string(), tally);
            expect((readers.rules)(&rules.switches()), &rules, &rules.switches(), tally);
        }
        Err(error) => {
            let named = |part: &str| error.to_string().starts_with(&format!("`{part}` "));
            assert!(text.split(',').any(named), "{error}\n{text}");
            tally.compare();
        }
    }
    match (readers.size)(&text) {
        Ok(size) => expect((readers.size)(&size.to_string()), &size, &text, tally),
        Err(error) => named(&error, &text, tally),
    }
    match (readers.turn)(&text, size) {
        Ok(turn) => {
            assert!(turn.to_string().eq_ignore_ascii_case(&text), "{turn} was read from {text}");
            tally.compare();
        }
        Err(error) => named(&error, &text, tally),
    }
}

/// Rules, and a way of writing them.
fn meant(bytes: &mut Bytes<'_>) -> (Rules, String) {
    let (number, options) = (bytes.byte(), bytes.byte());
    if number >= 128 {
        let preset = PRESETS[usize::from(number) % PRESETS.len()];
        return (preset.rules, preset.name.to_owned());
    }
    let rules = Rules::from_bytes([number; Rules::BYTES]);
    let (repetition, suicide) = (rules.repetition.word(), rules.suicide.word());
    let default = Rules::default();
    match options % 4 {
        0 => (rules, format!("repetition={repetition},suicide={suicide}")),
        1 => (rules, format!("suicide={suicide},repetition={repetition}")),
        2 => (rules.suicide(default.suicide), format!("repetition={repetition}")),
        _ => (rules.repetition(default.repetition), format!("suicide={suicide}")),
    }
}

fn expect<T: PartialEq + Debug, E: Display>(
    read: Result<T, E>,
    meant: &T,
    text: &str,
    tally: &mut Tally,
) {
    let read = read.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read, *meant, "read from\n{text}");
    tally.compare();
}

/// An error names the text.
fn named(error: &dyn Display, text: &str, tally: &mut Tally) {
    assert!(error.to_string().starts_with(&format!("`{text}` ")), "{error}\n{text}");
    tally.compare();
}
