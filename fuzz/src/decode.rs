//! What the targets have in common in the way they read bytes.

use arbitrary::{Arbitrary, Unstructured};
use superko::suite::{SMALL, to_bytes};
use superko::{Color, Position, Record, Rules, Size};

/// The bytes of an input, taken from the front; 0 where they have ended.
#[derive(Clone, Debug)]
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes(data)
    }

    /// The next byte, or 0.
    pub(crate) fn byte(&mut self) -> u8 {
        self.next().unwrap_or_default()
    }

    /// The next byte as a choice among so many.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    /// The bytes that are left.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// One of the sizes.
    pub(crate) fn size(&mut self, sizes: &[(u8, u8)]) -> Size {
        let (columns, rows) = sizes[self.below(sizes.len())];
        Size::new(columns, rows).expect("the sizes of a table are in range")
    }

    /// One of all rules.
    pub(crate) fn rules(&mut self) -> Rules {
        Rules::all().nth(self.below(Rules::all().count())).expect("it is one of them")
    }

    /// A position, four points a byte.
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

/// The size's number in a table of [`Bytes::size`].
pub(crate) fn size_byte(size: Size, sizes: &[(u8, u8)]) -> Option<u8> {
    let place = sizes.iter().position(|&each| each == (size.columns(), size.rows()))?;
    u8::try_from(place).ok()
}

/// The number of [`Bytes::rules`].
pub(crate) fn rules_byte(rules: Rules) -> u8 {
    let place = Rules::all().position(|each| each == rules).expect("these are all rules");
    u8::try_from(place).expect("there are 18")
}

/// The bytes of [`Bytes::position`].
pub(crate) fn coloring_bytes(position: &Position) -> Vec<u8> {
    let points: Vec<_> = position.size().points().collect();
    let digit = |color| match color {
        Color::Empty => 0,
        Color::Black => 1,
        Color::White => 2,
    };
    let byte = |four: &[superko::Point]| {
        four.iter().rev().fold(0, |byte, &point| byte << 2 | digit(position[point]))
    };
    points.chunks(4).map(byte).collect()
}

/// The record in the bytes of a target of texts, after its first byte; mostly on a small board.
pub(crate) fn record(first: u8, rest: &[u8]) -> Record {
    let mut game = rest.to_vec();
    if let Some(size) = game.first_mut()
        && !first.is_multiple_of(16)
    {
        *size %= SMALL;
    }
    Record::arbitrary(&mut Unstructured::new(&game)).expect("every string of bytes is a game")
}

/// A record in the bytes of a target of texts, to be written in one of 16 manners.
pub(crate) fn encode_record(record: &Record, options: u8) -> Vec<u8> {
    [vec![options << 4], to_bytes(record)].concat()
}
