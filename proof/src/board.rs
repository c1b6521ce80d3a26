//! A board by coordinates, and sets of its points as formulas.
//!
//! Nothing here shifts bits. A point has a column and a row, and its number is
//! `row * columns + column`. Two points are neighbors if the differences of their columns and of
//! their rows add up to one. Only [`Frame`] knows which bit of a bitboard a point is.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Sub};
use std::str::FromStr;

use crate::graph::{Lit, all, any};

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
}

impl Board {
    /// Returns the number of points.
    pub fn len(self) -> usize {
        self.columns * self.rows
    }

    /// Returns whether there are no points. Only a size with 0 columns or rows has none, and no board
    /// has such a size.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the points at this distance in columns and in rows.
    fn at_distance(self, point: usize, columns: usize, rows: usize) -> impl Iterator<Item = usize> {
        let (column, row) = (point % self.columns, point / self.columns);
        (0..self.len()).filter(move |other| {
            (other % self.columns).abs_diff(column) == columns
                && (other / self.columns).abs_diff(row) == rows
        })
    }

    /// Returns the points next to a point.
    pub fn neighbors(self, point: usize) -> Vec<usize> {
        self.at_distance(point, 1, 0).chain(self.at_distance(point, 0, 1)).collect()
    }

    /// Returns the points diagonal to a point.
    pub fn diagonals(self, point: usize) -> Vec<usize> {
        self.at_distance(point, 1, 1).collect()
    }

    /// Returns whether the point is in the first or last column or row.
    pub fn is_edge(self, point: usize) -> bool {
        let (column, row) = (point % self.columns, point / self.columns);
        column == 0 || row == 0 || column + 1 == self.columns || row + 1 == self.rows
    }
}

/// Writes columns x rows.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// Reads `5x4` as five columns and four rows, and `9` as nine of both.
impl FromStr for Board {
    type Err = String;

    fn from_str(text: &str) -> Result<Board, String> {
        let (columns, rows) = text.split_once('x').unwrap_or((text, text));
        let side = |text: &str| text.parse().ok().filter(|side| (1..=25).contains(side));
        match (side(columns), side(rows)) {
            (Some(columns), Some(rows)) => Ok(Board { columns, rows }),
            _ => Err(format!("{text:?} is no size from 1x1 to 25x25")),
        }
    }
}

/// A set of points. For each point, a formula says whether it is in the set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Points(pub Vec<Lit>);

impl Points {
    /// Returns a set of which nothing is known: each point is a new input.
    pub fn any(board: Board) -> Points {
        Points((0..board.len()).map(|_| Lit::input()).collect())
    }

    /// Returns the empty set.
    pub fn none(board: Board) -> Points {
        Points(vec![Lit::FALSE; board.len()])
    }

    /// Returns the set of all points.
    pub fn all(board: Board) -> Points {
        Points(vec![Lit::TRUE; board.len()])
    }

    /// Returns the points next to a point of the set.
    pub fn neighbors(&self, board: Board) -> Points {
        let next = |point| any(board.neighbors(point).into_iter().map(|other| self.0[other]));
        Points((0..board.len()).map(next).collect())
    }

    /// Returns the formula that every point of this set is in the other.
    pub fn within(&self, other: &Points) -> Lit {
        all(self.0.iter().zip(&other.0).map(|(a, b)| a.implies(*b)))
    }

    /// Returns the formula that the two sets are the same.
    pub fn same(&self, other: &Points) -> Lit {
        all(self.0.iter().zip(&other.0).map(|(a, b)| a.same(*b)))
    }

    /// Returns the formula that the two sets share a point.
    pub fn meets(&self, other: &Points) -> Lit {
        (self & other).some()
    }

    /// Returns the formula that the set is not empty.
    pub fn some(&self) -> Lit {
        any(self.0.iter().copied())
    }

    /// Returns this set if `truth` holds, and the empty set otherwise.
    pub fn when(&self, truth: Lit) -> Points {
        Points(self.0.iter().map(|&point| point & truth).collect())
    }

    fn pointwise(&self, other: &Points, operation: impl Fn(Lit, Lit) -> Lit) -> Points {
        Points(self.0.iter().zip(&other.0).map(|(a, b)| operation(*a, *b)).collect())
    }
}

/// The operators of sets, point by point.
macro_rules! operators {
    ($($operator:ident, $method:ident: $operation:expr;)*) => {$(
        impl $operator for &Points {
            type Output = Points;

            fn $method(self, other: &Points) -> Points {
                self.pointwise(other, $operation)
            }
        }
    )*};
}

operators! {
    BitAnd, bitand: |a, b| a & b;
    BitOr, bitor: |a, b| a | b;
    BitXor, bitxor: |a, b| a ^ b;
    Sub, sub: |a, b| a & !b;
}

/// The place of the points of a board in a bitboard: column `c` of row `r` is bit `r * stride + c`.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The board.
    pub board: Board,
    /// The number of bits from a point to the one north of it.
    pub stride: usize,
    /// The number of bits of all limbs.
    pub bits: usize,
}

impl Frame {
    /// Returns the bit of a point.
    pub fn bit(&self, point: usize) -> usize {
        point / self.board.columns * self.stride + point % self.board.columns
    }

    /// Returns whether each bit is a point.
    pub fn mask(&self) -> Vec<bool> {
        self.spread((0..self.board.len()).map(|_| true), false)
    }

    /// Turns values of points into values of bits. The bits that are not points get `other`.
    pub fn spread<T: Clone>(&self, points: impl IntoIterator<Item = T>, other: T) -> Vec<T> {
        let mut bits = vec![other; self.bits];
        for (point, value) in points.into_iter().enumerate() {
            bits[self.bit(point)] = value;
        }
        bits
    }

    /// Returns the set of points that these bits stand for. Bits that are not points are ignored.
    pub fn points(&self, bits: &[Lit]) -> Points {
        Points((0..self.board.len()).map(|point| bits[self.bit(point)]).collect())
    }

    /// Returns the formula that a bit is set that is not a point.
    pub fn beyond(&self, bits: &[Lit]) -> Lit {
        let mask = self.mask();
        any(bits.iter().zip(mask).filter(|(_, is_point)| !is_point).map(|(bit, _)| *bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        let size = |text: &str| text.parse::<Board>();
        assert_eq!(size("5x4"), Ok(Board { columns: 5, rows: 4 }));
        assert_eq!(size("9").map(|board| board.to_string()), Ok("9x9".to_string()));
        for wrong in ["", "0x3", "26", "3x", "x", "3x3x3", "-1x2"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn neighbors_are_those_of_a_drawing() {
        // 6 7 8
        // 3 4 5
        // 0 1 2
        let board = Board { columns: 3, rows: 3 };
        let sorted = |mut points: Vec<usize>| {
            points.sort_unstable();
            points
        };
        assert_eq!(sorted(board.neighbors(4)), [1, 3, 5, 7]);
        assert_eq!(sorted(board.neighbors(2)), [1, 5]);
        assert_eq!(sorted(board.diagonals(4)), [0, 2, 6, 8]);
        assert_eq!(sorted(board.diagonals(3)), [1, 7]);
        assert!((0..9).all(|point| board.is_edge(point) == (point != 4)));
    }
}
