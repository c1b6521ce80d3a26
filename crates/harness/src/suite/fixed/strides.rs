//! Games that detect a hash, or another table of points, in which two points share a number.
//!
//! An engine may use `row * stride + column` as the number of a point. With a stride less than the number of columns, two points
//! share a number; likewise if the numbers start again after 64 or 256. If the engine hashes by that number, two stones of the
//! same color on two such points cancel out.

use std::collections::BTreeSet;
use superko_game::{Point, Size, Turn};

/// Strides of engines for boards of all sizes: those of smaller usual boards, and a power of two.
const STRIDES: [u8; 3] = [9, 13, 16];

/// Numbers after which the numbers of points may start again: powers of two, and the points of the usual boards.
pub(super) const PERIODS: [u16; 6] = [64, 81, 128, 169, 256, 361];

/// The columns and rows from a point to another point with the same number.
type Shift = (i16, i16);

/// Returns four plays for each stride that is too short for the board, by rows and by columns. Each player takes two points that
/// share a number, so that the hash is the same as four turns before. Nothing is captured. `None` if no stride is too short, or
/// the board has no room for the plays.
pub(super) fn overlapping(size: Size) -> Option<Vec<Turn>> {
    let (columns, rows) = (size.columns(), size.rows());
    let shorter = |side: u8, other: u8| {
        let all: BTreeSet<u8> = STRIDES.into_iter().chain([other]).collect();
        // The longest stride has the fewest points with a twin.
        all.into_iter().rev().filter(move |&stride| stride < side).map(i16::from)
    };
    let by_rows = shorter(columns, rows).map(|stride| (-stride, 1));
    canceling(size, by_rows.chain(shorter(rows, columns).map(|stride| (1, -stride))))
}

/// Returns such plays for numbers that start again after a period. Numbers run along rows from either edge, or along columns,
/// with no, one or two unused numbers between two rows. `None` if the board has no more points than the period, or no room for
/// any plays.
pub(super) fn periodic(size: Size, period: u16) -> Option<Vec<Turn>> {
    if size.point_count() <= usize::from(period) {
        return None;
    }
    let period = i16::try_from(period).ok()?;
    let shifts = (0..=2).flat_map(|between| {
        let shift = |side: u8| {
            let stride = i16::from(side) + between;
            let (short, long) = (period % stride, period / stride);
            // The other point is this far to the right, or in the next row to the left.
            if short < i16::from(side) { (short, long) } else { (short - stride, long + 1) }
        };
        let ((right, up), (over, along)) = (shift(size.columns()), shift(size.rows()));
        [(right, up), (right, -up), (along, over), (-along, over)]
    });
    canceling(size, shifts)
}

/// Returns four plays for each shift with room for them.
fn canceling(size: Size, shifts: impl IntoIterator<Item = Shift>) -> Option<Vec<Turn>> {
    let mut taken = BTreeSet::new();
    let pairs = shifts.into_iter().filter_map(|shift| {
        let found = two_pairs(size, shift, &taken)?;
        taken.extend(found);
        Some(found)
    });
    let turns: Vec<Turn> = pairs.flatten().map(Turn::Play).collect();
    (!turns.is_empty()).then_some(turns)
}

/// Returns two pairs of points that each share a number, in the order in which both players take them. No point is next to
/// another one, or to a point in `taken`.
fn two_pairs(size: Size, shift: Shift, taken: &BTreeSet<Point>) -> Option<[Point; 4]> {
    let mut taken = taken.clone();
    let mut pairs = size.points().filter_map(|point| {
        let column = i16::from(point.column()) + shift.0;
        let row = i16::from(point.row()) + shift.1;
        let twin = size.point(column.try_into().ok()?, row.try_into().ok()?)?;
        let free = |point: Point| {
            !taken.contains(&point) && !size.neighbors(point).any(|next| taken.contains(&next))
        };
        let apart = !size.neighbors(point).any(|next| next == twin);
        (apart && free(point) && free(twin)).then(|| {
            taken.extend([point, twin]);
            [point, twin]
        })
    });
    let ([black, black_twin], [white, white_twin]) = (pairs.next()?, pairs.next()?);
    Some([black, white, black_twin, white_twin])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{CompareOptions, compare_with};
    use crate::suite::fixed::cases;
    use superko_engine::referee::{Referee, Transcript};
    use superko_engine::{About, Engine, Fault, Reference, Ruling};
    use superko_game::rules::{Repetition, Rules};
    use superko_game::{Color, Position, Record, Setup};

    /// An engine that checks repetition by a hash. A point's number is its row times a stride, plus its column.
    struct Overlapping {
        /// The board, without a rule on repetition.
        board: Reference,
        stride: usize,
        /// The number after which the numbers start again.
        period: usize,
        /// Whether the numbers run along columns rather than rows.
        turned: bool,
        seen: Vec<BTreeSet<(Color, usize)>>,
    }

    impl Overlapping {
        fn hashed(&self, position: &Position) -> BTreeSet<(Color, usize)> {
            let mut hash = BTreeSet::new();
            for point in position.size().points().filter(|&p| position[p] != Color::Empty) {
                let (column, row) = (usize::from(point.column()), usize::from(point.row()));
                let (long, short) = if self.turned { (column, row) } else { (row, column) };
                let stone = (position[point], (long * self.stride + short) % self.period);
                // Two stones with the same number cancel out.
                if !hash.remove(&stone) {
                    hash.insert(stone);
                }
            }
            hash
        }
    }

    impl Engine for Overlapping {
        fn about(&self) -> About {
            About::named("overlapping")
        }

        fn start(&mut self, game: &Setup) -> Result<(), Fault> {
            let rules = game.rules.repetition(Repetition::None);
            self.board.start(&Setup { rules, ..game.clone() })?;
            self.seen = vec![BTreeSet::new()];
            Ok(())
        }

        fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
            let mut after = self.board.clone();
            let ruling = Engine::play(&mut after, turn)?;
            let hash = self.hashed(Referee::position(&after));
            if ruling == Ruling::Allowed {
                if turn != Turn::Pass && self.seen.contains(&hash) {
                    return Ok(false.into());
                }
                (self.board, self.seen) = (after, [self.seen.clone(), vec![hash]].concat());
            }
            Ok(ruling)
        }

        fn board(&mut self) -> Result<Option<Position>, Fault> {
            self.board.board()
        }
    }

    /// Whether the case for a board detects an engine with a stride.
    fn finds(board: &str, stride: usize, turned: bool) -> bool {
        case_finds("hash-collision.strides", board, (stride, usize::MAX), turned)
    }

    /// Whether a case detects an engine with a stride and a period.
    fn case_finds(name: &str, board: &str, numbers: (usize, usize), turned: bool) -> bool {
        let size: Size = board.parse().unwrap();
        let mut cases = cases(size, Rules::default()).into_iter();
        let case = cases.find(|case| case.name == name).unwrap();
        let board = Reference::new(size, Rules::default());
        let (stride, period) = numbers;
        let mut engine =
            Overlapping { board: board.clone(), stride, period, turned, seen: Vec::new() };
        let options = CompareOptions { ask: false, undo: false };
        let compared = compare_with(&mut engine, &case.transcript(board), options);
        !compared.disagreements.is_empty()
    }

    #[test]
    fn a_stride_that_is_too_short_is_found() {
        for (board, turned, strides) in [
            ("9x7", "7x9", &[7][..]),
            ("13x13", "13x13", &[9]),
            ("18x18", "18x18", &[9, 13, 16]),
            ("19x19", "19x19", &[9, 13, 16]),
            ("25x19", "19x25", &[9, 13, 16, 19]),
        ] {
            for &stride in strides {
                assert!(finds(board, stride, false), "{board}: {stride}");
                assert!(finds(turned, stride, true), "{turned}: {stride}");
            }
            assert!(!finds(board, 25, false) && !finds(turned, 25, true), "{board}");
        }
        assert_eq!(overlapping("9x9".parse().unwrap()), None);
    }

    #[test]
    fn numbers_that_begin_anew_are_found() {
        for (board, side, periods) in [
            ("9x9", 9, &[64][..]),
            ("13x13", 13, &[64, 81, 128]),
            ("18x18", 18, &[64, 81, 128, 169, 256]),
            ("19x19", 19, &[64, 81, 128, 169, 256]),
        ] {
            for &period in periods {
                let name = format!("hash-collision.period-{period}");
                for (stride, turned) in [(side, false), (side, true), (side + 1, false)] {
                    let found = case_finds(&name, board, (stride, period), turned);
                    assert!(found, "{board}: {period}, stride {stride}");
                }
                assert!(!case_finds(&name, board, (side, 625), false), "{board}: {period}");
            }
            assert_eq!(periodic(board.parse().unwrap(), 361), None);
        }
    }

    #[test]
    fn nothing_is_captured_and_all_of_it_is_legal() {
        for size in (1..=25).flat_map(|columns| (1..=25).map(move |rows| (columns, rows))) {
            let size = Size::new(size.0, size.1).unwrap();
            if size.point_count() > 200 && size.columns() % 5 != 4 {
                continue;
            }
            let periodic = PERIODS.into_iter().filter_map(|period| periodic(size, period));
            for turns in periodic.chain(overlapping(size)) {
                let record = Record::new(size, Rules::default(), turns);
                let played = Transcript::replay(Reference::new(size, Rules::default()), record);
                assert!(played.steps.iter().all(|step| step.turn.is_legal()), "{size}");
                let empty = played.steps.last().unwrap().position.count(Color::Empty);
                assert_eq!(size.point_count() - empty, played.steps.len(), "{size}");
            }
        }
    }
}
