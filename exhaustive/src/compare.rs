//! Comparison and counts of all answers of two engines about positions.

use crate::board::{Player, Position, Size, bits};
use crate::engine::{BATCH, PlayResult, PositionEngine, empty};
use crate::symmetry::Symmetries;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, Range};

/// Counts in terms of the game graph of Tromp and Farnebäck. The nodes of the graph are the legal
/// positions. Its edges are the plays, of either player, that change the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The number of positions that were checked, or skipped by symmetry, legal or not.
    #[serde(rename = "colorings")]
    pub checked: u64,
    /// The number of legal positions.
    #[serde(rename = "positions")]
    pub legal: u64,
    /// The number of plays at empty points, by both players.
    pub plays: u64,
    /// The number of plays that change the position.
    pub edges: u64,
    /// The number of plays that capture.
    pub captures: u64,
    /// The number of plays that remove the new stone and no other.
    pub lone_suicides: u64,
    /// The number of plays that remove the new stone and other stones of its chain.
    pub several_suicides: u64,
}

impl Counts {
    /// Counts a play in a position that stands for `weight` positions.
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
    /// The play, if the engines differ on one.
    play: Option<(Player, usize)>,
    /// The names of the engines, and the answer of each.
    said: [(&'static str, String); 2],
}

/// Draws the position, and writes the answer of each engine.
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

/// Compares all answers of two engines about one position. If it is legal, also compares their
/// answers about every play of either player.
///
/// # Errors
///
/// Returns the first difference that was found.
///
/// # Panics
///
/// If the board has more than [`MAX_POINTS`](crate::MAX_POINTS).
pub fn compare_one(
    size: Size,
    position: Position,
    one: Box<dyn PositionEngine>,
    other: Box<dyn PositionEngine>,
) -> Result<Counts, Box<Difference>> {
    let mut pair = Pair::new(size, one, other);
    pair.waiting.push(position);
    pair.weights.push(1);
    pair.counts.checked = 1;
    pair.compare()?;
    Ok(pair.counts)
}

/// Two engines on one board, the positions to ask them about next, and the counts so far.
pub(crate) struct Pair {
    size: Size,
    one: Box<dyn PositionEngine>,
    other: Box<dyn PositionEngine>,
    pub(crate) counts: Counts,
    /// The positions that wait until there are enough for a batch, and for how many positions each
    /// stands.
    waiting: Vec<Position>,
    weights: Vec<u64>,
    /// The answers to one question.
    results: [[PlayResult; BATCH]; 2],
}

impl Pair {
    pub(crate) fn new(
        size: Size,
        one: Box<dyn PositionEngine>,
        other: Box<dyn PositionEngine>,
    ) -> Pair {
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

    /// Checks the positions with these numbers.
    pub(crate) fn check(
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

    /// Compares and counts all answers of the engines about the waiting positions.
    fn compare(&mut self) -> Result<(), Box<Difference>> {
        let legal = self.one.load(&self.waiting);
        let legal_by_other = self.other.load(&self.waiting);
        for index in bits(legal ^ legal_by_other) {
            let [one, other] = [legal, legal_by_other].map(|set| set >> index & 1 == 1);
            self.ensure_same(index, None, one, other)?;
        }
        for index in bits(legal) {
            self.ensure_same(index, None, self.one.areas(index), self.other.areas(index))?;
            self.counts.legal += self.weights[index];
        }
        for point in 0..self.size.point_count() {
            let which = legal & empty(&self.waiting, point);
            for player in Player::BOTH {
                let [one, other] = &mut self.results;
                self.one.play(player, point, which, one);
                self.other.play(player, point, which, other);
                for index in bits(which) {
                    let [one, other] = [&self.results[0][index], &self.results[1][index]];
                    self.ensure_same(index, Some((player, point)), one, other)?;
                    self.counts.count(self.weights[index], self.waiting[index], one);
                }
            }
        }
        self.waiting.clear();
        self.weights.clear();
        Ok(())
    }

    /// Fails with the difference if the two answers differ.
    fn ensure_same<T: PartialEq + fmt::Debug>(
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
