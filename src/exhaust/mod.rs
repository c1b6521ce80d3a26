//! Every position of a board, every play: one rule engine against the other, with nothing left to chance.
//!
//! All colorings of a board are gone through, each as a number to the base of three. Both engines say whether it is a
//! legal position, and of each legal one what area both sides have and what every play at an empty point makes of it,
//! for both players. What was there before plays no part, so repetition is left out.

mod census;
mod packed;
mod sliced;
mod symmetry;

pub use census::{Census, Published};
pub use packed::{Kind, Packed, Played};
pub use sliced::SlicedPositions;
pub use symmetry::{Symmetry, swapped};

use crate::engines::{OptimizedPositions, ReferencePositions};
use crate::game::{Player, Point, Position, Size};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use symmetry::Symmetries;

/// The most points that a board may have: as many as a number of a [`Packed`] has bits.
pub const MOST_POINTS: usize = 32;

/// How many positions are taken up together.
pub const LANES: usize = 64;

/// Colorings that a thread takes at a time.
const CHUNK: u64 = 3u64.pow(9);

/// A rule engine as it is asked about positions without a past, up to 64 together.
pub trait Positions {
    /// What it is called where it is one of two that differ.
    fn name(&self) -> &'static str;

    /// Takes up colorings, at most [`LANES`]; says of each, the first in the lowest bit, whether it is a legal
    /// position, in which every chain has a liberty.
    fn place(&mut self, colorings: &[Packed]) -> u64;

    /// The areas of Black and of White in the coloring of this number.
    fn areas(&self, lane: usize) -> [u16; 2];

    /// What a play makes of those positions whose bit is set, all of which have the point empty. The point is given by
    /// its number; the answers stand in `played` where the positions stood.
    fn play(&self, player: Player, point: usize, lanes: u64, played: &mut [Played; LANES]);

    /// What a play makes of the coloring of this number alone.
    fn played(&self, player: Player, point: usize, lane: usize) -> Played {
        let mut played = [UNPLAYED; LANES];
        self.play(player, point, 1 << lane, &mut played);
        played[lane]
    }
}

/// What stands where no answer is given.
pub(crate) const UNPLAYED: Played =
    Played { after: NO_STONES, in_game: NO_STONES, captured: 0, lost: 0, kind: Kind::Quiet };

const NO_STONES: Packed = Packed { black: 0, white: 0 };

/// The numbers of the bits that are set.
pub(crate) fn lanes_of(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lane)
    })
}

/// What the optimized engine is held against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// The reference.
    #[default]
    Reference,
    /// The rule text on 64 positions at a time: [`SlicedPositions`]. It is many times as fast, and a test holds it
    /// against the reference.
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
    type Err = String;

    fn from_str(text: &str) -> Result<Against, String> {
        match text {
            "reference" => Ok(Against::Reference),
            "sliced" => Ok(Against::Sliced),
            _ => Err(format!("`{text}` is neither reference nor sliced")),
        }
    }
}

impl<P: Positions + ?Sized> Positions for Box<P> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn place(&mut self, colorings: &[Packed]) -> u64 {
        (**self).place(colorings)
    }

    fn areas(&self, lane: usize) -> [u16; 2] {
        (**self).areas(lane)
    }

    fn play(&self, player: Player, point: usize, lanes: u64, played: &mut [Played; LANES]) {
        (**self).play(player, point, lanes, played);
    }
}

/// A board to be gone through, or a part of its colorings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The board.
    pub size: Size,
    /// Whether of colorings that differ by a symmetry of the board or by a swap of the colors only one is gone
    /// through, and counted for all of them.
    pub symmetry: bool,
    /// Which part of how many, the first being 1.
    pub shard: (u64, u64),
    /// What the optimized engine is held against.
    pub against: Against,
}

impl Ground {
    /// The numbers of the colorings of this part.
    ///
    /// # Panics
    ///
    /// If the board has more than [`MOST_POINTS`], or the part is none of the parts.
    pub fn colorings(&self) -> Range<u64> {
        let (part, parts) = self.shard;
        assert!(self.size.point_count() <= MOST_POINTS && (1..=parts).contains(&part));
        let all = 3u128.pow(u32::try_from(self.size.point_count()).expect("it is small"));
        let bound = |part: u64| {
            let bound = all * u128::from(part) / u128::from(parts);
            u64::try_from(bound).expect("3^32 fits")
        };
        bound(part - 1)..bound(part)
    }
}

/// A position, or a play, on which the engines differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position.
    pub coloring: Position,
    /// The play, if they differ on one.
    pub play: Option<(Player, Point)>,
    /// What each of the two says, after its name.
    pub said: [(&'static str, String); 2],
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.coloring.drawn(self.play.map(|(_, point)| point)))?;
        if let Some((player, point)) = self.play {
            writeln!(f, "{} {point}?", player.letter())?;
        }
        let [(one, says), (other, differs)] = &self.said;
        write!(f, "{one}: {says}\n{other}: {differs}")
    }
}

/// Goes through some colorings of a board, on so many threads, until they are done.
///
/// `seen` is told after every chunk how many colorings were gone through.
///
/// # Errors
///
/// The first difference that was found.
///
/// # Panics
///
/// As [`Ground::colorings`].
pub fn exhaust(
    ground: Ground,
    colorings: Range<u64>,
    jobs: usize,
    seen: &(dyn Fn(u64) + Sync),
) -> Result<Census, Box<Difference>> {
    let optimized = || OptimizedPositions::new(ground.size);
    match ground.against {
        Against::Reference => {
            let reference = || ReferencePositions::new(ground.size);
            compare(ground, colorings, jobs, seen, &reference, &optimized)
        }
        Against::Sliced => {
            let sliced = || SlicedPositions::new(ground.size);
            compare(ground, colorings, jobs, seen, &sliced, &optimized)
        }
    }
}

/// Compares all that two engines say of one coloring, and of every play of either player if it is a legal position.
///
/// # Errors
///
/// The first difference that was found.
///
/// # Panics
///
/// If the board has more than [`MOST_POINTS`].
pub fn compare_one(
    coloring: &Position,
    one: impl Positions,
    other: impl Positions,
) -> Result<Census, Box<Difference>> {
    let mut pair = Pair::new(coloring.size(), one, other);
    pair.census.colorings = 1;
    pair.waiting.push(Packed::from(coloring));
    pair.weights.push(1);
    pair.count()?;
    Ok(pair.census)
}

/// As [`exhaust`], with any two engines.
///
/// # Errors
///
/// As [`exhaust`].
///
/// # Panics
///
/// As [`exhaust`].
pub fn compare<A: Positions, B: Positions>(
    ground: Ground,
    colorings: Range<u64>,
    jobs: usize,
    seen: &(dyn Fn(u64) + Sync),
    one: &(dyn Fn() -> A + Sync),
    other: &(dyn Fn() -> B + Sync),
) -> Result<Census, Box<Difference>> {
    let symmetries = ground.symmetry.then(|| Symmetries::new(ground.size));
    let next = AtomicU64::new(colorings.start);
    let failed = AtomicBool::new(false);
    let work = || {
        let mut pair = Pair::new(ground.size, one(), other());
        while !failed.load(Ordering::Relaxed) {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= colorings.end {
                break;
            }
            let chunk = start..(start + CHUNK).min(colorings.end);
            if let Err(difference) = pair.go_through(chunk.clone(), symmetries.as_ref()) {
                failed.store(true, Ordering::Relaxed);
                return Err(difference);
            }
            seen(chunk.end - chunk.start);
        }
        Ok(pair.census)
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..jobs).map(|_| scope.spawn(work)).collect();
        let mine = work();
        let others = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        others.chain([mine]).try_fold(Census::default(), |sum, part| Ok(sum + part?))
    })
}

/// Both engines on one board, what they are about to be asked, and what was counted.
struct Pair<A, B> {
    size: Size,
    one: A,
    other: B,
    census: Census,
    /// Colorings that wait until there are enough, and for how many each stands.
    waiting: Vec<Packed>,
    weights: Vec<u64>,
    /// The answers to one question.
    played: [[Played; LANES]; 2],
}

impl<A: Positions, B: Positions> Pair<A, B> {
    fn new(size: Size, one: A, other: B) -> Pair<A, B> {
        Pair {
            size,
            one,
            other,
            census: Census::default(),
            waiting: Vec::with_capacity(LANES),
            weights: Vec::with_capacity(LANES),
            played: [[UNPLAYED; LANES]; 2],
        }
    }

    /// Goes through the colorings of these numbers.
    fn go_through(
        &mut self,
        numbers: Range<u64>,
        symmetries: Option<&Symmetries>,
    ) -> Result<(), Box<Difference>> {
        let mut coloring = Packed::numbered(self.size.point_count(), numbers.start);
        for _ in numbers.clone() {
            let weight = symmetries.map_or(1, |all| all.weight(coloring));
            if weight > 0 {
                self.waiting.push(coloring);
                self.weights.push(weight);
                if self.waiting.len() == LANES {
                    self.count()?;
                }
            }
            coloring.advance();
        }
        self.census.colorings += numbers.end - numbers.start;
        self.count()
    }

    /// Compares all that is to be said of the colorings that wait, and counts it.
    fn count(&mut self) -> Result<(), Box<Difference>> {
        let legal = self.one.place(&self.waiting);
        let other = self.other.place(&self.waiting);
        for lane in lanes_of(legal ^ other) {
            self.same(lane, None, legal >> lane & 1 == 1, other >> lane & 1 == 1)?;
        }
        for lane in lanes_of(legal) {
            self.same(lane, None, self.one.areas(lane), self.other.areas(lane))?;
            self.census.positions += self.weights[lane];
        }
        for point in 0..self.size.point_count() {
            let empty = self.waiting.iter().enumerate().fold(0, |lanes, (lane, coloring)| {
                lanes | u64::from(coloring.taken() >> point & 1 ^ 1) << lane
            });
            for player in [Player::Black, Player::White] {
                self.plays(player, point, legal & empty)?;
            }
        }
        self.waiting.clear();
        self.weights.clear();
        Ok(())
    }

    /// Compares what a play makes of the colorings whose bit is set.
    fn plays(&mut self, player: Player, point: usize, lanes: u64) -> Result<(), Box<Difference>> {
        let [mine, others] = &mut self.played;
        self.one.play(player, point, lanes, mine);
        self.other.play(player, point, lanes, others);
        for lane in lanes_of(lanes) {
            let [played, other] = [&self.played[0][lane], &self.played[1][lane]];
            self.same(lane, Some((player, point)), played, other)?;
            self.census.play(self.weights[lane], self.waiting[lane], *played);
        }
        Ok(())
    }

    fn same<T: PartialEq + fmt::Debug>(
        &self,
        lane: usize,
        play: Option<(Player, usize)>,
        one: T,
        other: T,
    ) -> Result<(), Box<Difference>> {
        if one == other {
            return Ok(());
        }
        let points: Vec<Point> = self.size.points().collect();
        Err(Box::new(Difference {
            coloring: self.waiting[lane].coloring(self.size),
            play: play.map(|(player, point)| (player, points[point])),
            said: [
                (self.one.name(), format!("{one:?}")),
                (self.other.name(), format!("{other:?}")),
            ],
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The optimized engine, with one wrong answer.
    struct Wrong(OptimizedPositions, Vec<Packed>, fn(&mut Played));

    impl Positions for Wrong {
        fn name(&self) -> &'static str {
            "wrong"
        }

        fn place(&mut self, colorings: &[Packed]) -> u64 {
            self.1 = colorings.to_vec();
            self.0.place(colorings)
        }

        fn areas(&self, lane: usize) -> [u16; 2] {
            self.0.areas(lane)
        }

        fn play(&self, player: Player, point: usize, lanes: u64, played: &mut [Played; LANES]) {
            self.0.play(player, point, lanes, played);
            let position = Packed { black: 0b000_000_100, white: 0b000_010_010 };
            let lane = self.1.iter().position(|coloring| *coloring == position);
            if let (Some(lane), Player::Black, 0) = (lane, player, point) {
                (self.2)(&mut played[lane]);
            }
        }
    }

    fn ground(size: Size, shard: (u64, u64)) -> Ground {
        Ground { size, symmetry: false, shard, against: Against::Reference }
    }

    #[test]
    fn a_single_wrong_answer_is_found() {
        let size = Size::square(3).unwrap();
        let ground = ground(size, (1, 1));
        let mistakes: [fn(&mut Played); 5] = [
            |played| played.after.black ^= 1,
            |played| played.in_game.black ^= 1,
            |played| played.captured += 1,
            |played| played.lost += 1,
            |played| played.kind = Kind::Capture,
        ];
        for mistake in mistakes {
            let wrong = || Wrong(OptimizedPositions::new(size), Vec::new(), mistake);
            let all = ground.colorings();
            let found = [
                compare(ground, all.clone(), 2, &|_| {}, &|| ReferencePositions::new(size), &wrong),
                compare(ground, all.clone(), 2, &|_| {}, &|| SlicedPositions::new(size), &wrong),
            ];
            for found in found {
                let drawn = found.unwrap_err().to_string();
                assert!(drawn.contains("B A1?\n") && drawn.contains("\nwrong: Played"), "{drawn}");
            }
        }
    }

    #[test]
    fn the_parts_of_a_board_leave_nothing_out() {
        let part = |part, parts| ground(Size::new(8, 4).unwrap(), (part, parts)).colorings();
        for parts in [1, 2, 7, 1000] {
            assert_eq!((part(1, parts).start, part(parts, parts).end), (0, 3u64.pow(32)));
            assert!((1..parts).all(|each| part(each, parts).end == part(each + 1, parts).start));
        }
    }
}
