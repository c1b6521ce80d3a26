//! The common format of inputs, and how the targets read and write it.
//!
//! Most inputs begin with a head: a byte for the size of the board, then [`RULES`] bytes for the
//! rules. Each rule switch has half a byte of its own ([`Rules::to_bytes`]), which selects one of
//! its values. A new switch uses half a byte that was ignored before, so the old inputs keep their
//! meaning.

use superko::{Color, Point, Position, Record, Rules, SWITCHES, Size, Turn};

/// The number of bytes of the rules in an input. Each byte has room for two switches.
pub(crate) const RULES: usize = Rules::BYTES;

/// The number of bytes of the head: size and rules.
pub(crate) const HEAD: usize = 1 + RULES;

/// The longest side of the boards that [`Bytes::small_size`] reads.
const SMALL: u8 = 5;

/// The longest game that is read, not counting the passes at its end.
const MOST_TURNS: usize = 2000;

/// The number of bytes of the rules that have a switch.
pub(crate) const SWITCH_BYTES: usize = SWITCHES.len().div_ceil(2);

/// The bytes of an input, taken from the front. After the end, every byte is 0.
#[derive(Clone, Debug)]
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes(data)
    }

    /// Takes the next byte, or 0.
    pub(crate) fn byte(&mut self) -> u8 {
        self.next().unwrap_or_default()
    }

    /// Takes the next byte as a choice among `count` possibilities.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    /// Returns the remaining bytes.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// Takes one of the sizes of a list.
    pub(crate) fn size(&mut self, list: &str) -> Size {
        let count = sizes(list).count();
        sizes(list).nth(self.below(count)).expect("it is below their count")
    }

    /// Takes a size up to 5x5.
    pub(crate) fn small_size(&mut self) -> Size {
        let byte = self.byte();
        let size = Size::new(1 + byte % SMALL, 1 + byte / SMALL % SMALL);
        size.expect("both sides are from 1 to 5")
    }

    /// Takes any size. Two of three first bytes stand for a size up to 5x5, most others for a
    /// square.
    fn any_size(&mut self) -> Size {
        let size = match self.clone().byte() {
            0..=170 => return self.small_size(),
            171..=230 => Size::square(6 + self.byte() % 14),
            _ => {
                self.byte();
                Size::new(1 + self.byte() % 25, 1 + self.byte() % 25)
            }
        };
        size.expect("both sides are from 1 to 25")
    }

    /// Takes the rules.
    pub(crate) fn rules(&mut self) -> Rules {
        Rules::from_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// Takes the head: one of the sizes, and the rules.
    pub(crate) fn head(&mut self, list: &str) -> (Size, Rules) {
        (self.size(list), self.rules())
    }

    /// Reads a game on a board up to 5x5 from all remaining bytes.
    pub(crate) fn small_record(mut self) -> Record {
        let size = self.small_size();
        self.turns(size)
    }

    /// Reads a game on any board from all remaining bytes.
    pub(crate) fn record(mut self) -> Record {
        let size = self.any_size();
        self.turns(size)
    }

    /// Reads the game of a target of texts. If the first byte is a multiple of 16, the game can be
    /// on any board.
    pub(crate) fn text_record(self, first: u8) -> Record {
        if first.is_multiple_of(16) { self.record() } else { self.small_record() }
    }

    /// Reads the rules, then one byte for each turn, or two on a board of 255 points and more. At
    /// the end both players pass.
    fn turns(&mut self, size: Size) -> Record {
        let rules = self.rules();
        let all: Vec<Turn> = Turn::all(size).collect();
        let wide = is_wide(size);
        let mut turns = Vec::new();
        while !self.rest().is_empty() && turns.len() < MOST_TURNS {
            let high = if wide { usize::from(self.byte()) << 8 } else { 0 };
            turns.push(all[(high | usize::from(self.byte())) % all.len()]);
        }
        turns.extend([Turn::Pass, Turn::Pass]);
        Record::new(size, rules, turns)
    }

    /// Reads the colors of all points, four points per byte.
    pub(crate) fn position(&mut self, size: Size) -> Position {
        let mut position = Position::empty(size);
        let mut byte = 0;
        for (place, point) in size.points().enumerate() {
            byte = if place % 4 == 0 { self.byte() } else { byte >> 2 };
            position[point] = match byte & 3 {
                1 => Color::Black,
                2 => Color::White,
                _ => Color::Empty,
            };
        }
        position
    }
}

impl Iterator for Bytes<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }
}

/// Returns whether the turns of a board take two bytes each.
fn is_wide(size: Size) -> bool {
    size.point_count() >= 255
}

/// Returns whether a board is one of [`Bytes::small_size`].
pub(crate) fn is_small(size: Size) -> bool {
    size.columns() <= SMALL && size.rows() <= SMALL
}

/// Returns the sizes of a list, such as `5x4 9x9`. Inputs refer to them by their index.
pub(crate) fn sizes(list: &str) -> impl Iterator<Item = Size> {
    list.split_whitespace().map(|size| size.parse().expect("the list has sizes"))
}

/// Returns the bytes of [`Bytes::size`], or `None` if the list does not have the size.
pub(crate) fn size_bytes(size: Size, list: &str) -> Option<Vec<u8>> {
    let place = sizes(list).position(|each| each == size)?;
    Some(vec![u8::try_from(place).ok()?])
}

/// Returns the bytes of [`Bytes::head`], or `None` if the list does not have the size.
pub(crate) fn head_bytes(size: Size, rules: Rules, list: &str) -> Option<Vec<u8>> {
    Some([size_bytes(size, list)?, rules.to_bytes().to_vec()].concat())
}

/// Returns the text that a target of texts reads: the bytes themselves or, if `in_parts`, one part
/// of `parts` for each byte. The parts are separated by bars, and bytes refer to them by index.
pub(crate) fn text_of(bytes: &[u8], in_parts: bool, parts: &str) -> Vec<u8> {
    if !in_parts {
        return bytes.to_vec();
    }
    let parts: Vec<&str> = parts.split('|').collect();
    let text: String = bytes.iter().map(|&byte| parts[usize::from(byte) % parts.len()]).collect();
    text.into_bytes()
}

/// Returns the bytes of [`Bytes::record`] and, if the board is small, of [`Bytes::small_record`].
/// The game that is read from them has two more passes.
pub(crate) fn record_bytes(record: &Record) -> Vec<u8> {
    let (size, rules, turns) = (record.size(), record.rules(), &record.turns);
    let (columns, rows) = (size.columns(), size.rows());
    let mut bytes = match is_small(size) {
        true => vec![columns - 1 + SMALL * (rows - 1)],
        false => vec![u8::MAX, columns - 1, rows - 1],
    };
    bytes.extend(rules.to_bytes());
    for turn in turns.iter().take(MOST_TURNS) {
        let number = turn.point().map_or(size.point_count(), |point| size.index(point));
        let number = u16::try_from(number).expect("a board has at most 625 points").to_be_bytes();
        bytes.extend(&number[usize::from(!is_wide(size))..]);
    }
    bytes
}

/// Returns the bytes of [`Bytes::position`].
pub(crate) fn position_bytes(position: &Position) -> Vec<u8> {
    let points: Vec<Point> = position.size().points().collect();
    let digit = |color| match color {
        Color::Empty => 0,
        Color::Black => 1,
        Color::White => 2,
    };
    let byte = |four: &[Point]| {
        four.iter().rev().fold(0, |byte, &point| byte << 2 | digit(position[point]))
    };
    points.chunks(4).map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_string_of_bytes_is_a_game() {
        for first in 0..=u8::MAX {
            for length in 0..40 {
                let data: Vec<u8> = (0..length).map(|i: u8| first.wrapping_mul(i + 1)).collect();
                let record = Bytes::new(&data).record();
                assert!(record.turns.ends_with(&[Turn::Pass, Turn::Pass]));
                assert!(is_small(Bytes::new(&data).small_record().size()));
            }
        }
    }

    #[test]
    fn a_game_is_read_from_its_bytes() {
        for size in ["1x1", "5x4", "6x6", "14x18", "15x17", "16x16", "19x19", "1x25"] {
            let size: Size = size.parse().unwrap();
            for rules in Rules::pairwise() {
                let turns: Vec<Turn> = Turn::all(size).collect();
                let record = Record::new(size, rules, turns);
                let data = record_bytes(&record);
                let mut read = vec![Bytes::new(&data).record()];
                read.extend(is_small(size).then(|| Bytes::new(&data).small_record()));
                for read in read {
                    assert_eq!((read.size(), read.rules()), (size, rules));
                    assert_eq!(read.turns[..record.turns.len()], record.turns);
                }
            }
        }
    }

    #[test]
    fn a_switch_has_half_a_byte_and_the_others_are_ignored() {
        let rules = |bytes: [u8; RULES]| Bytes::new(&bytes).rules().switches();
        assert_eq!(rules([0; RULES]), Rules::default().switches());
        let aga = [0x21, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(rules(aga), "repetition=situational,suicide=forbidden");
        // For most switches, a half byte that names no value stands for the first one. There is no
        // twelfth switch.
        assert_eq!(rules([0x21, 0xff, 0xff, 0xff, 0xff, 0xf9, 0xff, 0xff]), rules(aga));
        let three = [0, 0x10, 0, 0, 0, 0, 0, 0];
        assert_eq!(rules(three), "repetition=positional,suicide=allowed,passes=three");
    }

    #[test]
    fn a_position_is_read_from_its_bytes() {
        let position: Position = "X O .\nO . X".parse().unwrap();
        let data = position_bytes(&position);
        assert_eq!((data.len(), Bytes::new(&data).position(position.size())), (2, position));
    }
}
