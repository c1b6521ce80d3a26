//! `record_text` and `command_line_rules`: texts that people write.

use crate::bytes::{Bytes, RULES, text_of};
use crate::counts::Counts;
use crate::finding::{Checked, ensure, ensure_read, ensure_read_again};
use crate::seeds::Material;
use std::fmt::Display;
use std::sync::LazyLock;
use superko::report::one_line;
use superko::{
    PRESETS, Record, RecordError, RecordText, Rules, RulesError, SWITCHES, Size, SizeError, Turn,
    TurnError,
};

/// A function that reads the text of a record.
pub type ReadRecord = dyn Fn(&str) -> Result<RecordText, RecordError>;

/// Parts of texts, separated by bars.
const PARTS: &str = "2x1|5x4|9|25x25|26|0x3|x| | tromp-taylor| aga|,|: |:|\n|A1|b1|E4|J9|I1|A0|pass|PASS|B |W |\
     w |X |# a comment|=|é|T19";

/// These parts, and the words of the rule switches.
static ALL_PARTS: LazyLock<String> = LazyLock::new(|| {
    let words = SWITCHES.iter().flat_map(|switch| {
        let words = switch.values.iter().map(|value| format!("|{}", value.word));
        words.chain([format!("|{}=| {}", switch.name, switch.written(&switch.values[0]))])
    });
    PARTS.to_owned() + &words.collect::<String>()
});

/// Reads a text of a record. If the first byte is even, the other bytes are a record. It is written
/// as people write it, with or without comments, line ends and letters of players, and must be read
/// as it was. If the first byte is odd, the other bytes are the text, or select parts of it. A
/// record that is read from the text must be read again from its own printed form, and a refusal
/// must quote a part of the text.
///
/// # Errors
///
/// If that is not so. The finding has the text and the reading.
pub fn record_text(data: &[u8], counts: &mut Counts, read: &ReadRecord) -> Checked {
    let mut bytes = Bytes::new(data);
    let (first, rest) = (bytes.byte(), bytes.rest());
    let read = |text: &str| read(text).map(|read| read.record);
    if first.is_multiple_of(2) {
        let record = bytes.text_record(first);
        let text = written(&record, first);
        ensure_read(read(&text), &record, &text, "read-as-written", counts)?;
        let text = record.to_string();
        return ensure_read(read(&text), &record, &text, "read-again", counts);
    }
    let text = text_of(rest, first / 2 % 4 != 0, &ALL_PARTS);
    let text = String::from_utf8_lossy(&text);
    ensure_read_again(&text, &read, Record::to_string, "record: ", counts)
}

/// Returns games as records to be written, and as texts.
pub(crate) fn record_seeds(material: &Material) -> Vec<Vec<u8>> {
    material.texts(one_line)
}

/// Writes a record in one of the styles that people use.
fn written(record: &Record, options: u8) -> String {
    let (size, rules, turns) = (record.size(), record.rules(), &record.turns);
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

/// The functions that read the words of the command line.
#[derive(Clone, Copy, Debug)]
pub struct Readers {
    /// Reads the value of `--rules`.
    pub rules: fn(&str) -> Result<Rules, RulesError>,
    /// Reads the value of `--size`.
    pub size: fn(&str) -> Result<Size, SizeError>,
    /// Reads a turn on a board.
    pub turn: fn(&str, Size) -> Result<Turn, TurnError>,
}

impl Default for Readers {
    fn default() -> Readers {
        Readers { rules: str::parse, size: str::parse, turn: Turn::parse }
    }
}

/// Reads words of the command line: rules, a size and a turn, as they are written. The rules are
/// written as switches, in any order, some of them left out, with or without a name before them.
/// Then a text, or selected parts of one, is read as each of these. The written values must be read
/// as intended. What is read of the text must be readable again from its own printed form. A
/// refusal must name the text or a part of it.
///
/// # Errors
///
/// If that is not so. The finding has the text and the reading.
pub fn command_line_rules(data: &[u8], counts: &mut Counts, readers: &Readers) -> Checked {
    let mut bytes = Bytes::new(data);
    let first = bytes.byte();
    let (meant, written) = written_rules(&mut bytes);
    ensure_read((readers.rules)(&written), &meant, &written, "rules", counts)?;
    let size = Size::new(1 + bytes.byte() % 25, 1 + bytes.byte() % 25).expect("they are in range");
    let written = size.to_string();
    ensure_read((readers.size)(&written), &size, &written, "size", counts)?;
    let turn =
        Turn::all(size).nth(bytes.below(size.point_count() + 1)).expect("there are as many turns");
    let written = turn.to_string();
    ensure_read((readers.turn)(&written, size), &turn, &written, "turn", counts)?;

    let text = text_of(bytes.rest(), !first.is_multiple_of(4), &ALL_PARTS);
    let text = String::from_utf8_lossy(&text);
    match (readers.rules)(&text) {
        Ok(rules) => {
            let switches = rules.switches();
            for part in text.split(',').filter(|part| part.contains('=')) {
                let holds = switches.split(',').any(|switch| switch == part);
                ensure(holds, "rules", || format!("{switches}\nis read from\n{text}"))?;
            }
            for written in [rules.to_string(), switches] {
                ensure_read((readers.rules)(&written), &rules, &written, "rules", counts)?;
            }
        }
        Err(error) => ensure_named(&error, text.split(','), counts)?,
    }
    match (readers.size)(&text) {
        Ok(size) => ensure_read((readers.size)(&size.to_string()), &size, &text, "size", counts)?,
        Err(error) => ensure_named(&error, [&*text], counts)?,
    }
    match (readers.turn)(&text, size) {
        Ok(turn) => {
            let same = turn.to_string().eq_ignore_ascii_case(&text);
            ensure(same, "turn", || format!("{turn} is read from {text}"))?;
            counts.compare();
        }
        Err(error) => ensure_named(&error, [&*text], counts)?,
    }
    Ok(())
}

/// Returns words for `--rules`, `--size` and turns, right ones and wrong ones.
pub(crate) fn word_seeds(_: &Material) -> Vec<Vec<u8>> {
    let others = "japanese|suicide=|repetition=none,ko|26|5x|x|I1|A0|é1||9|5x4|25X25|A1|t19|pass|PASS|\
                  suicide=forbidden";
    let presets = PRESETS.iter().map(|preset| preset.name.to_owned());
    let words = presets
        .chain(Rules::pairwise().map(Rules::switches))
        .chain(others.split('|').map(str::to_owned));
    words.map(|word| encode_word(&word)).collect()
}

/// Encodes a word for `command_line_rules`, after bytes for rules, a size and a turn that depend on
/// it.
fn encode_word(word: &str) -> Vec<u8> {
    let sum = word.bytes().fold(0, u8::wrapping_add);
    let (rules, place) = ([sum.rotate_left(3); RULES], [sum, sum >> 1, sum >> 2]);
    [&[0, sum, sum >> 3], rules.as_slice(), &place, word.as_bytes()].concat()
}

/// Returns rules, and a text of them: switches in any order, some of them left out, with or without
/// a name before them.
fn written_rules(bytes: &mut Bytes<'_>) -> (Rules, String) {
    let (number, options) = (bytes.byte(), bytes.byte());
    let mut rules = bytes.rules();
    let preset = (number >= 128).then(|| PRESETS[usize::from(number) % PRESETS.len()]);
    let base = preset.map_or(Rules::default(), |preset| preset.rules);
    let mut parts: Vec<String> = preset.iter().map(|preset| preset.name.to_owned()).collect();
    let first = usize::from(options >> 4) % SWITCHES.len();
    for place in 0..SWITCHES.len() {
        let switch = &SWITCHES[(first + place) % SWITCHES.len()];
        let left_out = options >> (place % 4) & 1 == 1 && !parts.is_empty();
        match left_out {
            true => rules = rules.with(base.value(switch)),
            false => parts.push(switch.written(rules.value(switch))),
        }
    }
    (rules, parts.join(","))
}

/// Checks that an error names the text, or a part of it.
fn ensure_named<'a>(
    error: &dyn Display,
    parts: impl IntoIterator<Item = &'a str>,
    counts: &mut Counts,
) -> Checked {
    let said = error.to_string();
    let named = parts.into_iter().any(|part| said.starts_with(&format!("`{part}` ")));
    ensure(named, "refused-by-its-name", || said)?;
    counts.compare();
    Ok(())
}
