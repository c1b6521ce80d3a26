//! Every position of a board and every play in it: one rule engine against another.
//!
//! Each position is a number to the base of three, see [`Position::numbered`]. Both engines say whether it is legal,
//! and of each legal one what the areas are and what every play at an empty point makes of it, for both players. What
//! was on the board before plays no part, so repetition is left out.

use crate::board::{ParseError, Player, Position, Size, bits};
use crate::engine::{BATCH, PlayResult, PositionEngine};
use crate::engines::{Reference, Sliced, optimized};
use crate::symmetry::Symmetries;
use crate::threads::Progress;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, Range};
use std::str::FromStr;

/// How many positions a thread takes at a time.
const CHUNK: u64 = 3u64.pow(9);

/// Which positions of a board are checked, and against what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The board.
    #[serde(with = "as_text")]
    pub size: Size,
    /// Whether of positions that differ by a symmetry of the board or by a swap of the colors only one is checked, and
    /// counted for all of them.
    pub symmetry: bool,
    /// Which part of the positions.
    #[serde(with = "as_text")]
    pub shard: Shard,
    /// What the optimized engine is checked against.
    #[serde(with = "as_text", default)]
    pub against: Against,
}

impl Check {
    /// The numbers of the positions of this part.
    ///
    /// # Panics
    ///
    /// If the board has more than [`MAX_POINTS`](crate::MAX_POINTS).
    pub fn positions(&self) -> Range<u64> {
        let Shard { part, parts } = self.shard;
        let all = u128::from(self.size.position_count());
        // Not more than 3^32.
        let bound = |part: u64| (all * u128::from(part) / u128::from(parts)) as u64;
        bound(part - 1)..bound(part)
    }

    /// Checks the positions of these numbers.
    ///
    /// `progress` is told how many positions were checked.
    ///
    /// # Errors
    ///
    /// The first difference that was found.
    ///
    /// # Panics
    ///
    /// If the board has more than [`MAX_POINTS`](crate::MAX_POINTS).
    pub fn run(
        &self,
        positions: Range<u64>,
        progress: Progress<'_>,
    ) -> Result<Counts, Box<Difference>> {
        let size = self.size;
        let optimized = || optimized(size);
        match self.against {
            Against::Reference => {
                self.compare(positions, progress, || Reference::new(size), optimized)
            }
            Against::Sliced => self.compare(positions, progress, || Sliced::new(size), optimized),
        }
    }

    /// As [`run`](Check::run), with any two engines.
    ///
    /// # Errors
    ///
    /// As [`run`](Check::run).
    ///
    /// # Panics
    ///
    /// As [`run`](Check::run).
    pub fn compare<A: PositionEngine, B: PositionEngine>(
        &self,
        positions: Range<u64>,
        progress: Progress<'_>,
        one: impl Fn() -> A + Sync,
        other: impl Fn() -> B + Sync,
    ) -> Result<Counts, Box<Difference>> {
        let symmetries = self.symmetry.then(|| Symmetries::of(self.size));
        let all = positions.end - positions.start;
        let chunks = usize::try_from(all.div_ceil(CHUNK)).expect("a part of 3^23 chunks");
        // One by one, so that no thread has many left when the others are done.
        let chunks = (0..chunks).into_par_iter().with_max_len(1);
        let counted = chunks.map(|chunk| {
            let start = positions.start + chunk as u64 * CHUNK;
            let numbers = start..(start + CHUNK).min(positions.end);
            let steps = numbers.end - numbers.start;
            let mut pair = Pair::new(self.size, one(), other());
            pair.check(numbers, symmetries.as_ref())?;
            progress(steps, all);
            Ok(pair.counts)
        });
        counted.try_reduce(Counts::default, |one, other| Ok(one + other))
    }
}

/// A part of all positions, one of so many of about the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, the first being 1.
    part: u64,
    parts: u64,
}

impl Shard {
    /// All positions.
    pub const WHOLE: Shard = Shard { part: 1, parts: 1 };

    /// The most parts.
    const MOST: u64 = 1 << 20;

    /// Part `part` of `parts`, at most 2^20; the first is 1. `None` if it is none of the parts.
    pub fn new(part: u64, parts: u64) -> Option<Shard> {
        ((1..=parts).contains(&part) && parts <= Shard::MOST).then_some(Shard { part, parts })
    }

    /// Which part, the first being 1.
    pub fn part(self) -> u64 {
        self.part
    }

    /// How many parts there are.
    pub fn parts(self) -> u64 {
        self.parts
    }
}

/// Writes which of how many, such as `3/64`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.parts)
    }
}

impl FromStr for Shard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Shard, ParseError> {
        let shard = text
            .split_once('/')
            .and_then(|(part, parts)| Shard::new(part.parse().ok()?, parts.parse().ok()?));
        let problem = "is no part: write which of how many, as in 3/64";
        shard.ok_or_else(|| ParseError::new(text, problem))
    }
}

/// What the optimized engine is checked against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// The reference.
    #[default]
    Reference,
    /// The rule text on 64 positions at a time: [`Sliced`]. It is many times as fast, and a test checks it against the
    /// reference.
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

/// What was counted, in the terms of the game graph of Tromp and Farnebäck: its nodes are the legal positions, its
/// edges the plays, of either player, that change the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Positions that were checked, or skipped by symmetry, legal or not.
    #[serde(rename = "colorings")]
    pub checked: u64,
    /// Legal positions.
    #[serde(rename = "positions")]
    pub legal: u64,
    /// Plays at empty points, of both players.
    pub plays: u64,
    /// Plays that change the position.
    pub edges: u64,
    /// Plays that capture.
    pub captures: u64,
    /// Plays that remove the new stone and no other.
    pub lone_suicides: u64,
    /// Plays that remove the new stone and others of its chain.
    pub several_suicides: u64,
}

impl Counts {
    /// Counts a play in a position that stands for so many.
    fn count(&mut self, weight: u64, before: Position, play: &PlayResult) {
        self.plays += weight;
        self.edges += weight * u64::from(play.after != before);
        self.captures += weight * u64::from(play.captured > 0);
        self.lone_suicides += weight * u64::from(play.lost == 1);
        self.several_suicides += weight * u64::from(play.lost > 1);
    }
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts {
            checked: self.checked + other.checked,
            legal: self.legal + other.legal,
            plays: self.plays + other.plays,
            edges: self.edges + other.edges,
            captures: self.captures + other.captures,
            lone_suicides: self.lone_suicides + other.lone_suicides,
            several_suicides: self.several_suicides + other.several_suicides,
        }
    }
}

/// A position, or a play, on which two engines differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    size: Size,
    position: Position,
    /// The play, if they differ on one.
    play: Option<(Player, usize)>,
    /// The names of the engines, and what each says.
    said: [(&'static str, String); 2],
}

/// Draws the position, and says what each engine says.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position.drawn(self.size, self.play.map(|(_, point)| point)))?;
        if let Some((player, point)) = self.play {
            let letter = ["B", "W"][player as usize];
            writeln!(f, "{letter} {}?", self.size.vertex(point))?;
        }
        let [(one, says), (other, differs)] = &self.said;
        write!(f, "{one}: {says}\n{other}: {differs}")
    }
}

impl std::error::Error for Difference {}

/// Compares all that two engines say of one position, and of every play of either player if it is legal.
///
/// # Errors
///
/// The first difference that was found.
///
/// # Panics
///
/// If the board has more than [`MAX_POINTS`](crate::MAX_POINTS).
pub fn compare_one(
    size: Size,
    position: Position,
    one: impl PositionEngine,
    other: impl PositionEngine,
) -> Result<Counts, Box<Difference>> {
    let mut pair = Pair::new(size, one, other);
    pair.waiting.push(position);
    pair.weights.push(1);
    pair.counts.checked = 1;
    pair.compare()?;
    Ok(pair.counts)
}

/// Two engines on one board, the positions that they are about to be asked about, and what was counted.
struct Pair<A, B> {
    size: Size,
    one: A,
    other: B,
    counts: Counts,
    /// Positions that wait until there are enough, and for how many each stands.
    waiting: Vec<Position>,
    weights: Vec<u64>,
    /// The answers to one question.
    results: [[PlayResult; BATCH]; 2],
}

impl<A: PositionEngine, B: PositionEngine> Pair<A, B> {
    fn new(size: Size, one: A, other: B) -> Pair<A, B> {
        Pair {
            size,
            one,
            other,
            counts: Counts::default(),
            waiting: Vec::with_capacity(BATCH),
            weights: Vec::with_capacity(BATCH),
            results: [[PlayResult::default(); BATCH]; 2],
        }
    }

    /// Checks the positions of these numbers.
    fn check(
        &mut self,
        numbers: Range<u64>,
        symmetries: Option<&Symmetries>,
    ) -> Result<(), Box<Difference>> {
        let mut position = Position::numbered(self.size, numbers.start);
        for _ in numbers.clone() {
            let weight = symmetries.map_or(1, |all| all.position_weight(position));
            if weight > 0 {
                self.waiting.push(position);
                self.weights.push(weight);
                if self.waiting.len() == BATCH {
                    self.compare()?;
                }
            }
            position.advance();
        }
        self.counts.checked += numbers.end - numbers.start;
        self.compare()
    }

    /// Compares and counts all that the engines say of the positions that wait.
    fn compare(&mut self) -> Result<(), Box<Difference>> {
        let legal = self.one.load(&self.waiting);
        let other = self.other.load(&self.waiting);
        for index in bits(legal ^ other) {
            self.same(index, None, legal >> index & 1 == 1, other >> index & 1 == 1)?;
        }
        for index in bits(legal) {
            self.same(index, None, self.one.areas(index), self.other.areas(index))?;
            self.counts.legal += self.weights[index];
        }
        for point in 0..self.size.point_count() {
            let empty = self.waiting.iter().enumerate().fold(0, |which, (index, position)| {
                which | u64::from(position.occupied() >> point & 1 ^ 1) << index
            });
            for player in Player::BOTH {
                self.compare_plays(player, point, legal & empty)?;
            }
        }
        self.waiting.clear();
        self.weights.clear();
        Ok(())
    }

    /// Compares what a play makes of the positions whose bit is set.
    fn compare_plays(
        &mut self,
        player: Player,
        point: usize,
        which: u64,
    ) -> Result<(), Box<Difference>> {
        let [one, other] = &mut self.results;
        self.one.play(player, point, which, one);
        self.other.play(player, point, which, other);
        for index in bits(which) {
            let [one, other] = [&self.results[0][index], &self.results[1][index]];
            self.same(index, Some((player, point)), one, other)?;
            self.counts.count(self.weights[index], self.waiting[index], one);
        }
        Ok(())
    }

    fn same<T: PartialEq + fmt::Debug>(
        &self,
        index: usize,
        play: Option<(Player, usize)>,
        one: T,
        other: T,
    ) -> Result<(), Box<Difference>> {
        if one == other {
            return Ok(());
        }
        Err(Box::new(Difference {
            size: self.size,
            position: self.waiting[index],
            play,
            said: [
                (self.one.name(), format!("{one:?}")),
                (self.other.name(), format!("{other:?}")),
            ],
        }))
    }
}

/// Values that are kept in a file as they are written and read on a command line.
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
    use crate::engine::PlayKind;

    /// The optimized engine, with one wrong answer.
    struct Wrong(Box<dyn PositionEngine>, Vec<Position>, fn(&mut PlayResult));

    impl PositionEngine for Wrong {
        fn name(&self) -> &'static str {
            "wrong"
        }

        fn load(&mut self, positions: &[Position]) -> u64 {
            self.1 = positions.to_vec();
            self.0.load(positions)
        }

        fn areas(&self, index: usize) -> [u16; 2] {
            self.0.areas(index)
        }

        fn play(
            &self,
            player: Player,
            point: usize,
            which: u64,
            results: &mut [PlayResult; BATCH],
        ) {
            self.0.play(player, point, which, results);
            let position = Position { black: 0b000_000_100, white: 0b000_010_010 };
            let index = self.1.iter().position(|loaded| *loaded == position);
            if let (Some(index), Player::Black, 0) = (index, player, point) {
                (self.2)(&mut results[index]);
            }
        }
    }

    fn check(size: &str, shard: Shard) -> Check {
        let size = size.parse().unwrap();
        Check { size, symmetry: false, shard, against: Against::Reference }
    }

    #[test]
    fn a_single_wrong_answer_is_found() {
        let check = check("3x3", Shard::WHOLE);
        let (size, all) = (check.size, check.positions());
        let mistakes: [fn(&mut PlayResult); 5] = [
            |play| play.after.black ^= 1,
            |play| play.in_game.black ^= 1,
            |play| play.captured += 1,
            |play| play.lost += 1,
            |play| play.kind = PlayKind::Capture,
        ];
        for mistake in mistakes {
            let wrong = || Wrong(optimized(size), Vec::new(), mistake);
            let found = [
                check.compare(all.clone(), &|_, _| {}, || Reference::new(size), wrong),
                check.compare(all.clone(), &|_, _| {}, || Sliced::new(size), wrong),
            ];
            for found in found {
                let drawn = found.unwrap_err().to_string();
                assert!(
                    drawn.contains("B A1?\n") && drawn.contains("\nwrong: PlayResult"),
                    "{drawn}"
                );
            }
        }
    }

    #[test]
    fn the_parts_of_a_board_leave_nothing_out() {
        let part = |part, parts| check("8x4", Shard::new(part, parts).unwrap()).positions();
        for parts in [1, 2, 7, 1000] {
            assert_eq!((part(1, parts).start, part(parts, parts).end), (0, 3u64.pow(32)));
            assert!((1..parts).all(|each| part(each, parts).end == part(each + 1, parts).start));
        }
    }
}
