//! A game for a hash, or any table by points, whose rows overlap.
//!
//! An engine that takes `row * stride + column` for the number of a point, with a stride that is less than the number of columns,
//! has one number for two points. If it hashes by that, two stones of a color on two such points cancel out.

use crate::game::{Point, Size, Turn};
use std::collections::BTreeSet;

/// Strides that engines have for boards of all sizes: those of smaller usual boards, and a power of two.
const STRIDES: [u8; 3] = [9, 13, 16];

/// For each stride that is too short for the board, by rows and by columns, four plays: each player takes two points that
/// have one number, so that the hash is as it was four turns before. Nothing is captured. None if the board has no such stride, or
/// no room for the plays.
pub(super) fn overlapping(size: Size) -> Option<Vec<Turn>> {
    let mut taken = BTreeSet::new();
    let pairs = strides(size).into_iter().filter_map(|stride| {
        let found = two_pairs(size, stride, &taken)?;
        taken.extend(found);
        Some(found)
    });
    let turns: Vec<Turn> = pairs.flatten().map(Turn::Play).collect();
    (!turns.is_empty()).then_some(turns)
}

/// How the points are numbered: along rows or along columns, with a stride.
#[derive(Clone, Copy)]
enum Stride {
    Rows(u8),
    Columns(u8),
}

/// The strides that are too short; the other side of the board is one, where the sides were exchanged.
fn strides(size: Size) -> Vec<Stride> {
    let (columns, rows) = (size.columns(), size.rows());
    let shorter = |side: u8, other: u8| {
        let all: BTreeSet<u8> = STRIDES.into_iter().chain([other]).collect();
        // The longest has the fewest points with a twin.
        all.into_iter().rev().filter(move |&stride| stride < side)
    };
    let by_rows = shorter(columns, rows).map(Stride::Rows);
    by_rows.chain(shorter(rows, columns).map(Stride::Columns)).collect()
}

impl Stride {
    /// The other point with the number of a point.
    fn twin(self, size: Size, point: Point) -> Option<Point> {
        let (column, row) = (point.column(), point.row());
        match self {
            Stride::Rows(stride) => size.point(column.checked_sub(stride)?, row + 1),
            Stride::Columns(stride) => size.point(column + 1, row.checked_sub(stride)?),
        }
    }
}

/// Two pairs of points with one number each, in the order in which both players take them. None of the points is next to
/// another, or to one that was taken.
fn two_pairs(size: Size, stride: Stride, taken: &BTreeSet<Point>) -> Option<[Point; 4]> {
    let mut taken = taken.clone();
    let mut pairs = size.points().filter_map(|point| {
        let twin = stride.twin(size, point)?;
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
    use crate::engines::Reference;
    use crate::game::{Color, Record};
    use crate::referee::Transcript;
    use crate::rules::Rules;

    /// How often the sum of the numbers of points comes again that stones of a color have by some numbering, where it is
    /// looked at after each turn.
    fn repeats(size: Size, turns: &[Turn], number: impl Fn(Point) -> u32) -> usize {
        let mut hash = [BTreeSet::new(), BTreeSet::new()];
        let mut seen = BTreeSet::from([hash.clone()]);
        let mut repeats = 0;
        for (turn, player) in turns.iter().zip([0, 1].into_iter().cycle()) {
            let number = number(turn.point().unwrap());
            if !hash[player].remove(&number) {
                hash[player].insert(number);
            }
            repeats += usize::from(!seen.insert(hash.clone()));
        }
        assert!(turns.len() <= size.point_count());
        repeats
    }

    #[test]
    fn a_stride_that_is_too_short_makes_a_repeat() {
        for (board, known) in [
            ("9x7", &[7][..]),
            ("13x13", &[9]),
            ("19x19", &[9, 13, 16]),
            ("18x18", &[9, 13, 16]),
            ("25x19", &[9, 13, 16, 19]),
        ] {
            let size: Size = board.parse().unwrap();
            let turned = Size::new(size.rows(), size.columns()).unwrap();
            for &stride in known {
                let turns = overlapping(size).unwrap();
                let rows = |p: Point| u32::from(p.row()) * stride + u32::from(p.column());
                assert!(repeats(size, &turns, rows) > 0, "{board} {stride}");
                let turns = overlapping(turned).unwrap();
                let columns = |p: Point| u32::from(p.column()) * stride + u32::from(p.row());
                assert!(repeats(turned, &turns, columns) > 0, "{turned} {stride}");
            }
            let turns = overlapping(size).unwrap();
            assert_eq!(repeats(size, &turns, |point| size.index(point) as u32), 0, "{board}");
        }
        assert_eq!(overlapping("9x9".parse().unwrap()), None);
    }

    #[test]
    fn nothing_is_captured_and_all_of_it_is_legal() {
        for size in (1..=25).flat_map(|columns| (1..=25).map(move |rows| (columns, rows))) {
            let size = Size::new(size.0, size.1).unwrap();
            let Some(turns) = overlapping(size) else { continue };
            if size.point_count() > 200 && size.columns() % 5 != 4 {
                continue;
            }
            let record = Record::new(size, Rules::default(), turns);
            let played = Transcript::replay(Reference::new(size, Rules::default()), record);
            assert!(played.steps.iter().all(|step| step.turn.is_legal()), "{size}");
            let empty = played.steps.last().unwrap().position.count(Color::Empty);
            assert_eq!(size.point_count() - empty, played.steps.len(), "{size}");
        }
    }
}
