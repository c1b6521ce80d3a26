//! A set of points.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

use crate::point::Point;
use crate::word::{Word, each};

/// A set of points of a board, one bit per point.
///
/// The point in column `c` and row `r` is bit `r * S + c`, counted through the `N` limbs. `S` is
/// the stride. The stride is greater than the number of columns, so at least one bit between two
/// rows is not a point. Therefore a step to a neighbor is a shift that never wraps into another row.
/// A step may leave the board, so the kernels intersect its result with points on the board.
///
/// A bitboard does not know the size of its board, but [`Shape`](crate::Shape) does. `W` is `u64`
/// for one game. See [`Word`] for others.
///
/// ```
/// use superko_optimized::{Bitboard, Point};
///
/// let corner = Bitboard::<8, 1>::from(Point::new(0, 0));
/// let set = corner.with(Point::new(2, 1)).with(Point::new(2, 2));
/// assert_eq!(set.count(), 3);
/// assert_eq!(
///     format!("{:?}", set),
///     "\
/// .......
/// .......
/// .......
/// .......
/// .......
/// ..#....
/// ..#....
/// #......
/// "
/// );
/// ```
#[derive(Clone, Copy)]
pub struct Bitboard<const S: usize, const N: usize, W = u64>(pub(crate) [W; N]);

impl<const S: usize, const N: usize, W: Word> Bitboard<S, N, W> {
    /// Makes a set from its limbs, lowest first.
    #[inline(always)]
    pub fn from_limbs(limbs: [W; N]) -> Self {
        Bitboard(limbs)
    }

    /// Returns the limbs, lowest first.
    #[inline(always)]
    pub fn limbs(self) -> [W; N] {
        self.0
    }

    /// Returns the empty set, in words like those of this set.
    #[inline(always)]
    pub fn cleared(self) -> Self {
        Bitboard([self.lowest_limb().constant(0); N])
    }

    /// Returns `set` in every game, in words like those of this set. The points of this set do not
    /// matter.
    #[inline(always)]
    pub fn constant(self, set: Bitboard<S, N>) -> Self {
        Bitboard(each!(self.0, |i, limb| limb.constant(set.0[i])))
    }

    #[inline(always)]
    pub(crate) fn lowest_limb(self) -> W {
        const { assert!(N > 0, "a bitboard has limbs") };
        self.0[0]
    }

    /// Returns `yes` for the games in which `truth` holds, `no` for the others.
    #[inline(always)]
    pub fn select(truth: W::Truth, yes: Self, no: Self) -> Self {
        Bitboard(each!(no.0, |i, no| W::select(truth, yes.0[i], no)))
    }

    /// Returns whether the set is empty, with one answer per game.
    #[inline(always)]
    pub fn is_zero(self) -> W::Truth {
        let mut all = self.lowest_limb();
        for limb in self.0 {
            all = all | limb;
        }
        all.is_zero()
    }

    /// Moves every point up by `bits` bits: one column east for 1, one row north for `S`. `bits` is
    /// from 1 to 63. Bits moved beyond the last limb are lost.
    #[inline(always)]
    pub fn up(self, bits: u32) -> Self {
        Bitboard(each!(self.0, |i, limb| {
            let up = limb << bits;
            if i > 0 { up | self.0[i - 1] >> (64 - bits) } else { up }
        }))
    }

    /// Moves every point down by `bits` bits: one column west for 1, one row south for `S`. `bits`
    /// is from 1 to 63. Bits moved below the first bit are lost.
    #[inline(always)]
    pub fn down(self, bits: u32) -> Self {
        Bitboard(each!(self.0, |i, limb| {
            let down = limb >> bits;
            if i + 1 < N { down | self.0[i + 1] << (64 - bits) } else { down }
        }))
    }
}

impl<const S: usize, const N: usize, W: Word> Bitboard<S, N, W> {
    /// Returns the points next to a point of the set.
    ///
    /// The points may lie beyond the board. Intersect them with a set that does not.
    #[inline(always)]
    pub fn neighbors(self) -> Self {
        self.up(1) | self.down(1) | self.up(S as u32) | self.down(S as u32)
    }

    /// Returns the points next to at least two points of the set, on the board or beyond it.
    #[inline(always)]
    pub fn neighbors_twice(self) -> Self {
        let (east, west) = (self.up(1), self.down(1));
        let (north, south) = (self.up(S as u32), self.down(S as u32));
        (east & west) | (north & south) | ((east | west) & (north | south))
    }

    /// Returns the points diagonal to a point of the set, on the board or beyond it.
    #[inline(always)]
    pub fn diagonals(self) -> Self {
        let row = self.up(1) | self.down(1);
        row.up(S as u32) | row.down(S as u32)
    }

    /// Returns the points diagonal to at least two points of the set, on the board or beyond it.
    #[inline(always)]
    pub fn diagonals_twice(self) -> Self {
        let (east, west) = (self.up(1), self.down(1));
        let (row, both) = (east | west, east & west);
        let (north, south) = (row.up(S as u32), row.down(S as u32));
        both.up(S as u32) | both.down(S as u32) | (north & south)
    }

    /// Returns the set with only the lowest point. It is empty if this set is.
    #[inline(always)]
    pub fn lowest(self) -> Self {
        let none = self.lowest_limb().constant(0);
        let (mut limbs, mut lower) = (self.0, none);
        for limb in &mut limbs {
            let lowest = *limb & (!*limb).plus(none.constant(1));
            let first = W::select(lower.is_zero(), lowest, none);
            lower = lower | *limb;
            *limb = first;
        }
        Bitboard(limbs)
    }
}

impl<const S: usize, const N: usize> Bitboard<S, N> {
    /// The empty set.
    pub const EMPTY: Self = Bitboard([0; N]);

    /// Returns whether the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.is_zero()
    }

    /// Returns the number of points.
    #[inline(always)]
    pub fn count(self) -> u32 {
        let mut count = 0;
        for limb in self.0 {
            count += limb.count_ones();
        }
        count
    }

    /// Returns whether the point is in the set. A point for which the layout has no room is in no
    /// set.
    #[inline(always)]
    pub fn contains(self, point: Point) -> bool {
        let bit = usize::from(point.row) * S + usize::from(point.column);
        let fits = usize::from(point.column) < S - 1 && bit < 64 * N;
        fits && self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Adds a point to the set.
    ///
    /// # Panics
    ///
    /// If the layout has no room for the point.
    #[inline(always)]
    pub fn with(self, point: Point) -> Self {
        self | Self::from(point)
    }

    /// Removes a point from the set.
    #[inline(always)]
    pub fn without(self, point: Point) -> Self {
        if self.contains(point) { self - Self::from(point) } else { self }
    }

    /// Returns whether the two sets have no point in common.
    #[inline(always)]
    pub fn is_disjoint(self, other: Self) -> bool {
        (self & other).is_empty()
    }

    /// Returns whether every point of this set is in the other.
    #[inline(always)]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Returns the first point in board order (west to east, then south to north).
    #[inline]
    pub fn first(self) -> Option<Point> {
        self.into_iter().next()
    }

    /// Returns the set that holds only the point with the given rank, counted in board order from 0.
    ///
    /// # Panics
    ///
    /// If the set has no more than `rank` points.
    #[inline(always)]
    pub fn nth(self, mut rank: u32) -> Self {
        for (i, &limb) in self.0.iter().enumerate() {
            let ones = limb.count_ones();
            if rank < ones {
                let mut only = [0; N];
                only[i] = nth_bit(limb, rank);
                return Bitboard(only);
            }
            rank -= ones;
        }
        panic!("a set of {} points has no point of rank {}", self.count(), rank + self.count());
    }

    /// Returns the number of rows of stride `S` that fit into the limbs.
    pub const fn rows() -> usize {
        (64 * N + 1) / S
    }

    /// Returns the numbers of the set bits, lowest first.
    #[inline(always)]
    pub(crate) fn bits(self) -> Bits<N> {
        Bits { rest: self.0, limb: 0 }
    }

    /// Returns the number of the bit of a point.
    ///
    /// # Panics
    ///
    /// If the layout has no room for the point.
    #[inline(always)]
    pub(crate) fn bit(point: Point) -> usize {
        let bit = usize::from(point.row) * S + usize::from(point.column);
        let fits = usize::from(point.column) < S - 1 && bit < 64 * N;
        assert!(fits, "{point} is beyond the layout");
        bit
    }
}

/// Returns the `rank`-th set bit of `word`, counted from the lowest. There must be one.
#[inline(always)]
pub(crate) fn nth_bit(word: u64, rank: u32) -> u64 {
    let (mut rest, mut rank, mut base) = (word, rank, 0);
    // Halve the window six times, and count the bits of its lower half.
    for width in [32, 16, 8, 4, 2, 1] {
        let ones = (rest & ((1 << width) - 1)).count_ones();
        let beyond = rank >= ones;
        rank -= if beyond { ones } else { 0 };
        rest >>= if beyond { width } else { 0 };
        base += if beyond { width } else { 0 };
    }
    1 << base
}

/// Makes the set of one point.
///
/// # Panics
///
/// If the layout has no room for the point.
impl<const S: usize, const N: usize> From<Point> for Bitboard<S, N> {
    #[inline(always)]
    fn from(point: Point) -> Self {
        let bit = Self::bit(point);
        let mut limbs = [0; N];
        limbs[bit / 64] = 1 << (bit % 64);
        Bitboard(limbs)
    }
}

/// Compares without a branch for each limb, which a derived implementation would have.
impl<const S: usize, const N: usize> PartialEq for Bitboard<S, N> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        (*self ^ *other).is_zero()
    }
}

impl<const S: usize, const N: usize> Eq for Bitboard<S, N> {}

impl<const S: usize, const N: usize> Hash for Bitboard<S, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<const S: usize, const N: usize> Default for Bitboard<S, N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const S: usize, const N: usize> FromIterator<Point> for Bitboard<S, N> {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The numbers of the set bits, lowest first.
#[derive(Clone, Debug)]
pub(crate) struct Bits<const N: usize> {
    rest: [u64; N],
    limb: usize,
}

impl<const N: usize> Iterator for Bits<N> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.limb < N {
            let rest = self.rest[self.limb];
            if rest != 0 {
                self.rest[self.limb] = rest & (rest - 1);
                return Some(self.limb * 64 + rest.trailing_zeros() as usize);
            }
            self.limb += 1;
        }
        None
    }
}

/// The points of a set, west to east, then south to north.
#[derive(Clone, Debug)]
pub struct Points<const S: usize, const N: usize>(Bits<N>);

impl<const S: usize, const N: usize> Iterator for Points<S, N> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        self.0.next().map(|bit| Point::new((bit % S) as u8, (bit / S) as u8))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = Bitboard::<S, N>(self.0.rest).count() as usize;
        (left, Some(left))
    }
}

impl<const S: usize, const N: usize> ExactSizeIterator for Points<S, N> {}

impl<const S: usize, const N: usize> IntoIterator for Bitboard<S, N> {
    type Item = Point;
    type IntoIter = Points<S, N>;

    #[inline]
    fn into_iter(self) -> Points<S, N> {
        Points(self.bits())
    }
}

/// Draws the set: `#` is in it, `.` is not, the north row first.
impl<const S: usize, const N: usize> fmt::Debug for Bitboard<S, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..Self::rows()).rev() {
            for column in 0..S - 1 {
                let point = Point::new(column as u8, row as u8);
                f.write_str(if self.contains(point) { "#" } else { "." })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $text:literal, |$a:ident, $b:ident| $limb:expr) => {
        #[doc = $text]
        impl<const S: usize, const N: usize, W: Word> $trait for Bitboard<S, N, W> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Bitboard(each!(self.0, |i, $a| {
                    let $b = other.0[i];
                    $limb
                }))
            }
        }
    };
}

set_operator!(BitAnd, bitand, "The points in both sets.", |a, b| a & b);
set_operator!(BitOr, bitor, "The points in either set.", |a, b| a | b);
set_operator!(BitXor, bitxor, "The points in exactly one set.", |a, b| a ^ b);
set_operator!(Sub, sub, "The points in the first set only.", |a, b| a & !b);

impl<const S: usize, const N: usize> BitAndAssign for Bitboard<S, N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const S: usize, const N: usize> BitOrAssign for Bitboard<S, N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const S: usize, const N: usize> SubAssign for Bitboard<S, N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests;
