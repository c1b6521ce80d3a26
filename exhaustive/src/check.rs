//! A check of every position of a board and every play in it, on two rule engines.
//!
//! Each position is a number in base three, see [`Position::numbered`](crate::Position::numbered).
//! Both engines say whether it is legal. For each legal position, both say what the areas are and
//! what every play at an empty point leads to, for both players. Earlier positions are ignored, so
//! repetition is not checked.

use crate::board::{ParseError, Size};
use crate::compare::{Counts, Difference, Pair};
use crate::engine::MakeEngine;
use crate::engines::{optimized, reference, sliced};
use crate::symmetry::Symmetries;
use crate::threads::Progress;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The number of positions that a thread takes at a time.
const CHUNK: u64 = 3u64.pow(6);

/// The positions of a board to check, and the engine to check against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The board.
    #[serde(with = "as_text")]
    pub size: Size,
    /// Whether to check only one of the positions that differ by a symmetry of the board or a swap
    /// of the colors, and count it for all of them.
    pub symmetry: bool,
    /// The part of the positions to check.
    #[serde(with = "as_text")]
    pub shard: Shard,
    /// The engine that the optimized engine is checked against.
    #[serde(with = "as_text", default)]
    pub against: Against,
}

impl Check {
    /// Returns the numbers of the positions of this part.
    ///
    /// # Panics
    ///
    /// If the board has more than [`MAX_POINTS`](crate::MAX_POINTS).
    pub fn positions(&self) -> Range<u64> {
        let Shard { part, parts } = self.shard;
        let all = u128::from(self.size.position_count());
        // The result is at most 3^32.
        let bound = |part: u64| (all * u128::from(part) / u128::from(parts)) as u64;
        bound(part - 1)..bound(part)
    }

    /// Checks the positions with these numbers.
    ///
    /// `progress` is called with the number of positions that were checked.
    ///
    /// # Errors
    ///
    /// Returns the first difference that was found.
    ///
    /// # Panics
    ///
    /// If the board has more than [`MAX_POINTS`](crate::MAX_POINTS).
    pub fn run(
        &self,
        positions: Range<u64>,
        progress: Progress<'_>,
    ) -> Result<Counts, Box<Difference>> {
        let against: MakeEngine<'_> = match self.against {
            Against::Reference => &reference,
            Against::Sliced => &sliced,
        };
        self.compare(positions, progress, against, &optimized)
    }

    /// Checks the positions with these numbers on any two engines, like [`run`](Check::run).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`run`](Check::run).
    ///
    /// # Panics
    ///
    /// Panics in the same cases as [`run`](Check::run).
    pub fn compare(
        &self,
        positions: Range<u64>,
        progress: Progress<'_>,
        one: MakeEngine<'_>,
        other: MakeEngine<'_>,
    ) -> Result<Counts, Box<Difference>> {
        let symmetries = self.symmetry.then(|| Symmetries::of(self.size));
        let all = positions.end - positions.start;
        let chunks = usize::try_from(all.div_ceil(CHUNK)).expect("a part of 3^26 chunks");
        // Threads take the chunks one by one, so that no thread has many left when the others are
        // done.
        let chunks = (0..chunks).into_par_iter().with_max_len(1);
        let counted = chunks.map(|chunk| {
            let start = positions.start + chunk as u64 * CHUNK;
            let numbers = start..(start + CHUNK).min(positions.end);
            let steps = numbers.end - numbers.start;
            let mut pair = Pair::new(self.size, one(self.size), other(self.size));
            pair.check(numbers, symmetries.as_ref())?;
            progress(steps, all);
            Ok(pair.counts)
        });
        counted.try_reduce(Counts::default, |one, other| Ok(one + other))
    }
}

/// One of several parts of all positions. The parts have about the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    parts: u64,
}

impl Shard {
    /// All positions.
    pub const WHOLE: Shard = Shard { part: 1, parts: 1 };

    /// Returns the number of this part, from 1.
    pub fn part(self) -> u64 {
        self.part
    }

    /// Returns the number of parts.
    pub fn parts(self) -> u64 {
        self.parts
    }
}

/// Writes the number of the part and the number of parts, such as `3/64`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.parts)
    }
}

/// Parses the number of the part and the number of parts, such as `3/64`, with at most 2^20 parts.
impl FromStr for Shard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Shard, ParseError> {
        let read = |(part, parts): (&str, &str)| {
            let shard = Shard { part: part.parse().ok()?, parts: parts.parse().ok()? };
            ((1..=shard.parts).contains(&shard.part) && shard.parts <= 1 << 20).then_some(shard)
        };
        let problem = "is no part: write which of how many, as in 3/64";
        text.split_once('/').and_then(read).ok_or_else(|| ParseError::new(text, problem))
    }
}

/// The engine that the optimized engine is checked against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// The reference.
    #[default]
    Reference,
    /// The rule text on 64 positions at a time: [`sliced`]. This engine is many times faster than
    /// the reference, and a test checks it against the reference.
    Sliced,
}

impl fmt::Display for Against {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Against::Reference => "reference",
            Against::Sliced => "sliced",
        })
    }
}

impl FromStr for Against {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Against, ParseError> {
        match text {
            "reference" => Ok(Against::Reference),
            "sliced" => Ok(Against::Sliced),
            _ => Err(ParseError::new(text, "is neither reference nor sliced")),
        }
    }
}

/// Values that are kept in a file in the same text form as on a command line.
mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Position};
    use crate::engine::{BATCH, PlayKind, PlayResult, PositionEngine};

    /// The optimized engine with a wrong answer about one play in one fixed position.
    struct Wrong {
        engine: Box<dyn PositionEngine>,
        loaded: Vec<Position>,
        mistake: fn(&mut PlayResult),
    }

    impl PositionEngine for Wrong {
        fn name(&self) -> &'static str {
            "wrong"
        }

        fn load(&mut self, positions: &[Position]) -> u64 {
            self.loaded = positions.to_vec();
            self.engine.load(positions)
        }

        fn areas(&self, index: usize) -> [u16; 2] {
            self.engine.areas(index)
        }

        fn play(
            &self,
            player: Player,
            point: usize,
            which: u64,
            results: &mut [PlayResult; BATCH],
        ) {
            self.engine.play(player, point, which, results);
            let position = Position { black: 0b000_000_100, white: 0b000_010_010 };
            let index = self.loaded.iter().position(|loaded| *loaded == position);
            if let (Some(index), Player::Black, 0) = (index, player, point) {
                (self.mistake)(&mut results[index]);
            }
        }
    }

    fn check(size: &str, shard: &str) -> Check {
        let (size, shard) = (size.parse().unwrap(), shard.parse().unwrap());
        Check { size, symmetry: false, shard, against: Against::Reference }
    }

    #[test]
    fn a_single_wrong_answer_is_found() {
        let check = check("3x3", "1/1");
        let mistakes: [fn(&mut PlayResult); 5] = [
            |play| play.after.black ^= 1,
            |play| play.in_game.black ^= 1,
            |play| play.captured += 1,
            |play| play.lost += 1,
            |play| play.kind = PlayKind::Capture,
        ];
        for mistake in mistakes {
            let right: [MakeEngine<'_>; 2] = [&reference, &sliced];
            for right in right {
                let found = check.compare(check.positions(), &|_, _| {}, right, &|size| {
                    Box::new(Wrong { engine: optimized(size), loaded: Vec::new(), mistake })
                });
                let drawn = found.unwrap_err().to_string();
                assert!(drawn.contains("B A1?\n") && drawn.contains("\nwrong: Play"), "{drawn}");
            }
        }
    }

    #[test]
    fn the_parts_of_a_board_leave_nothing_out() {
        for parts in [1, 2, 7, 1000] {
            let part = |part| check("8x4", &format!("{part}/{parts}")).positions();
            assert_eq!((part(1).start, part(parts).end), (0, 3u64.pow(32)));
            assert!((1..parts).all(|each| part(each).end == part(each + 1).start));
        }
    }
}
