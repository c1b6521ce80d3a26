//! Board sizes, as sets of points.

use crate::bitboard::Bitboard;
use crate::point::Point;

/// The points of a board of some size, and its edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape<const S: usize, const N: usize> {
    columns: u8,
    rows: u8,
    points: Bitboard<S, N>,
    edge: Bitboard<S, N>,
}

impl<const S: usize, const N: usize> Shape<S, N> {
    /// The largest number of columns and of rows in any layout.
    pub const MAX_SIDE: u8 = 25;

    /// Makes the board with these numbers of columns and rows. Returns `None` if a side is not from
    /// 1 to [`MAX_SIDE`](Self::MAX_SIDE), if stride and limbs have no room for the board, or if the
    /// stride is not from 2 to 26.
    ///
    /// ```
    /// # use superko_optimized::Shape;
    /// assert!(Shape::<10, 2>::new(9, 9).is_some());
    /// assert!(Shape::<10, 2>::new(10, 9).is_none());
    /// assert!(Shape::<10, 2>::new(9, 0).is_none());
    /// ```
    pub fn new(columns: u8, rows: u8) -> Option<Self> {
        let fits = (2..=usize::from(Self::MAX_SIDE) + 1).contains(&S)
            && (1..=Self::MAX_SIDE).contains(&columns)
            && (1..=Self::MAX_SIDE).contains(&rows)
            && (columns as usize) < S
            && rows as usize <= Bitboard::<S, N>::rows();
        if !fits {
            return None;
        }
        let (mut points, mut edge) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for row in 0..rows {
            for column in 0..columns {
                let point = Point::new(column, row);
                points = points.with(point);
                if column == 0 || row == 0 || column == columns - 1 || row == rows - 1 {
                    edge = edge.with(point);
                }
            }
        }
        Some(Shape { columns, rows, points, edge })
    }

    /// Returns the number of columns.
    #[inline(always)]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Returns the number of rows.
    #[inline(always)]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Returns all points of the board.
    #[inline(always)]
    pub fn points(&self) -> Bitboard<S, N> {
        self.points
    }

    /// Returns the points of the first and last columns and rows.
    #[inline(always)]
    pub fn edge(&self) -> Bitboard<S, N> {
        self.edge
    }

    /// Returns whether the point is on the board.
    #[inline(always)]
    pub fn has(&self, point: Point) -> bool {
        point.column < self.columns && point.row < self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares each point's neighbors by shifts with its neighbors by coordinates.
    fn neighbors_are_right<const S: usize, const N: usize>() {
        for columns in 1..S as u8 {
            for rows in 1..=Bitboard::<S, N>::rows().min(25) as u8 {
                let shape = Shape::<S, N>::new(columns, rows).expect("the size fits");
                assert_eq!(shape.points().count(), u32::from(columns) * u32::from(rows));
                for point in shape.points() {
                    let next: Vec<_> = shape
                        .points()
                        .into_iter()
                        .filter(|p| {
                            p.column.abs_diff(point.column) + p.row.abs_diff(point.row) == 1
                        })
                        .collect();
                    let set = Bitboard::from(point);
                    assert!((set.neighbors() & shape.points()).into_iter().eq(next));
                    let diagonal = shape.points().into_iter().filter(|p| {
                        p.column.abs_diff(point.column) == 1 && p.row.abs_diff(point.row) == 1
                    });
                    assert!((set.diagonals() & shape.points()).into_iter().eq(diagonal));
                    assert!((set.neighbors_twice() & shape.points()).is_empty());
                }
            }
        }
    }

    #[test]
    fn neighbors_are_right_on_every_layout() {
        neighbors_are_right::<8, 1>();
        neighbors_are_right::<8, 4>();
        neighbors_are_right::<10, 2>();
        neighbors_are_right::<14, 3>();
        neighbors_are_right::<20, 6>();
    }

    #[test]
    fn a_layout_may_have_more_limbs_than_its_rows_need() {
        let shape = Shape::<26, 12>::new(9, 9).expect("the size fits");
        assert_eq!(shape.points().count(), 81);
    }

    #[test]
    fn edges_are_right_on_the_largest_boards() {
        for (columns, rows) in [(25, 25), (21, 24), (25, 1), (17, 25), (3, 25)] {
            let shape = Shape::<26, 11>::new(columns, rows).expect("the size fits");
            for point in shape.points() {
                let beside = Bitboard::<26, 11>::from(point).neighbors() & shape.points();
                assert_eq!(shape.edge().contains(point), beside.count() < 4, "{point}");
            }
        }
    }

    #[test]
    fn the_last_point_may_be_the_last_bit() {
        // There are 13 rows of stride 5, minus one bit. Point (3, 12) is bit 63.
        let shape = Shape::<5, 1>::new(4, 13).expect("the size fits");
        assert_eq!(shape.points().limbs()[0] >> 63, 1);
        assert!(Shape::<5, 1>::new(4, 14).is_none());
    }

    #[test]
    fn points_and_edges_are_those_of_the_size() {
        for (columns, rows) in [(1, 1), (1, 7), (7, 1), (2, 2), (5, 3), (7, 8)] {
            let shape = Shape::<8, 1>::new(columns, rows).expect("the size fits");
            for column in 0..9 {
                for row in 0..9 {
                    let point = Point::new(column, row);
                    let is_there = column < columns && row < rows;
                    let last = column == 0 || column + 1 == columns || row == 0 || row + 1 == rows;
                    assert_eq!(shape.has(point), is_there, "{point} of {columns}x{rows}");
                    assert_eq!(shape.points().contains(point), is_there);
                    assert_eq!(shape.edge().contains(point), is_there && last);
                }
            }
        }
    }
}
