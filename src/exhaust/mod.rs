//! Every position of a board, every play: one rule engine against the other, with nothing left to chance.
//!
//! All colorings of a board are gone through, each as a number to the base of three. Both engines say whether it is a
//! legal position, and of each legal one what area both sides have and what every play at an empty point makes of it,
//! for both players. What was there before plays no part, so repetition is left out.

mod census;
mod packed;
mod symmetry;

pub use census::{Census, Published};
pub use packed::{Kind, Packed, Played};

use crate::adapters::{OptimizedPositions, ReferencePositions};
use crate::vocabulary::{Coloring, Player, Point, Size};
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use symmetry::Symmetries;

/// The most points that a board may have: as many as two bits each of a word can hold.
pub const MOST_POINTS: usize = 32;

/// Colorings that a thread takes at a time.
const CHUNK: u64 = 3u64.pow(9);

/// A rule engine as it is asked about positions without a past.
pub trait Positions {
    /// Takes up a coloring; says whether it is a legal position, in which every chain has a liberty.
    fn place(&mut self, coloring: Packed) -> bool;

    /// The areas of Black and of White.
    fn areas(&self) -> [u16; 2];

    /// What a play at an empty point makes of the position; the point is given by its number.
    fn play(&self, player: Player, point: usize) -> Played;
}

impl<P: Positions + ?Sized> Positions for Box<P> {
    fn place(&mut self, coloring: Packed) -> bool {
        (**self).place(coloring)
    }

    fn areas(&self) -> [u16; 2] {
        (**self).areas()
    }

    fn play(&self, player: Player, point: usize) -> Played {
        (**self).play(player, point)
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
}

impl Ground {
    /// The numbers of the colorings of this part.
    ///
    /// # Panics
    ///
    /// If the board has more than [`MOST_POINTS`], or the part is none of the parts.
    pub fn colorings(&self) -> Range<u64> {
        let (part, parts) = self.shard;
        assert!(self.size.area() <= MOST_POINTS && (1..=parts).contains(&part));
        let all = 3u128.pow(u32::try_from(self.size.area()).expect("it is small"));
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
    pub coloring: Coloring,
    /// The play, if they differ on one.
    pub play: Option<(Player, Point)>,
    /// What the reference says.
    pub reference: String,
    /// What the optimized engine says.
    pub optimized: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.coloring.drawn(self.play.map(|(_, point)| point)))?;
        if let Some((player, point)) = self.play {
            writeln!(f, "{} {point}?", player.letter())?;
        }
        write!(f, "reference: {}\noptimized: {}", self.reference, self.optimized)
    }
}

/// Goes through some colorings of a board, on so many threads, until they are done or `stop` is set.
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
    let reference = || ReferencePositions::new(ground.size);
    let optimized = || OptimizedPositions::new(ground.size);
    compare(ground, colorings, jobs, seen, &reference, &optimized)
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
    coloring: &Coloring,
    reference: impl Positions,
    optimized: impl Positions,
) -> Result<Census, Box<Difference>> {
    let mut census = Census { colorings: 1, ..Census::default() };
    let mut pair = Pair { size: coloring.size(), reference, optimized };
    pair.census(Packed::from(coloring), 1, &mut census)?;
    Ok(census)
}

/// As [`exhaust`], with any two engines.
fn compare<A: Positions, B: Positions>(
    ground: Ground,
    colorings: Range<u64>,
    jobs: usize,
    seen: &(dyn Fn(u64) + Sync),
    reference: &(dyn Fn() -> A + Sync),
    optimized: &(dyn Fn() -> B + Sync),
) -> Result<Census, Box<Difference>> {
    let symmetries = ground.symmetry.then(|| Symmetries::new(ground.size));
    let next = AtomicU64::new(colorings.start);
    let failed = AtomicBool::new(false);
    let work = || {
        let mut pair = Pair { size: ground.size, reference: reference(), optimized: optimized() };
        let mut census = Census::default();
        while !failed.load(Ordering::Relaxed) {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= colorings.end {
                break;
            }
            let end = (start + CHUNK).min(colorings.end);
            let mut coloring = Packed::numbered(ground.size.area(), start);
            for _ in start..end {
                let weight = symmetries.as_ref().map_or(1, |all| all.weight(coloring));
                if weight > 0
                    && let Err(difference) = pair.census(coloring, weight, &mut census)
                {
                    failed.store(true, Ordering::Relaxed);
                    return Err(difference);
                }
                coloring.advance();
            }
            census.colorings += end - start;
            seen(end - start);
        }
        Ok(census)
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

/// Both engines on one board.
struct Pair<A, B> {
    size: Size,
    reference: A,
    optimized: B,
}

impl<A: Positions, B: Positions> Pair<A, B> {
    /// Compares all that is to be said of a coloring, and counts it.
    fn census(
        &mut self,
        coloring: Packed,
        weight: u64,
        census: &mut Census,
    ) -> Result<(), Box<Difference>> {
        let legal = self.reference.place(coloring);
        let other = self.optimized.place(coloring);
        self.same(coloring, None, legal, other)?;
        if !legal {
            return Ok(());
        }
        self.same(coloring, None, self.reference.areas(), self.optimized.areas())?;
        census.positions += weight;
        for player in [Player::Black, Player::White] {
            for point in coloring.empty(self.size.area()) {
                let played = self.reference.play(player, point);
                let other = self.optimized.play(player, point);
                self.same(coloring, Some((player, point)), played, other)?;
                census.play(weight, coloring, played);
            }
        }
        Ok(())
    }

    fn same<T: PartialEq + fmt::Debug>(
        &self,
        coloring: Packed,
        play: Option<(Player, usize)>,
        reference: T,
        optimized: T,
    ) -> Result<(), Box<Difference>> {
        if reference == optimized {
            return Ok(());
        }
        let points: Vec<Point> = self.size.points().collect();
        Err(Box::new(Difference {
            coloring: coloring.coloring(self.size),
            play: play.map(|(player, point)| (player, points[point])),
            reference: format!("{reference:?}"),
            optimized: format!("{optimized:?}"),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The optimized engine, with one wrong answer.
    struct Wrong(OptimizedPositions, Packed, fn(&mut Played));

    impl Positions for Wrong {
        fn place(&mut self, coloring: Packed) -> bool {
            self.1 = coloring;
            self.0.place(coloring)
        }

        fn areas(&self) -> [u16; 2] {
            self.0.areas()
        }

        fn play(&self, player: Player, point: usize) -> Played {
            let mut played = self.0.play(player, point);
            // On 3x3: B1 and B2 are white, C1 is black, the rest is empty.
            if (self.1, player, point) == (Packed(0b10_00_01_10_00), Player::Black, 0) {
                (self.2)(&mut played);
            }
            played
        }
    }

    #[test]
    fn a_single_wrong_answer_is_found() {
        let size = Size::square(3).unwrap();
        let ground = Ground { size, symmetry: false, shard: (1, 1) };
        let mistakes: [fn(&mut Played); 4] = [
            |played| played.after.0 ^= 1,
            |played| played.captured += 1,
            |played| played.lost += 1,
            |played| played.kind = Kind::Capture,
        ];
        for mistake in mistakes {
            let wrong = || Wrong(OptimizedPositions::new(size), Packed(0), mistake);
            let found = compare(
                ground,
                ground.colorings(),
                2,
                &|_| {},
                &|| ReferencePositions::new(size),
                &wrong,
            );
            let drawn = found.unwrap_err().to_string();
            assert!(drawn.contains("B A1?\nreference: Played"), "{drawn}");
        }
    }

    #[test]
    fn the_parts_of_a_board_leave_nothing_out() {
        let part = |part, parts| {
            let size = Size::new(8, 4).unwrap();
            Ground { size, symmetry: false, shard: (part, parts) }.colorings()
        };
        for parts in [1, 2, 7, 1000] {
            assert_eq!((part(1, parts).start, part(parts, parts).end), (0, 3u64.pow(32)));
            assert!((1..parts).all(|each| part(each, parts).end == part(each + 1, parts).start));
        }
    }
}
