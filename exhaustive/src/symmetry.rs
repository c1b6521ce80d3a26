//! The symmetries of a board: results for one position hold for its images.

use crate::board::{MAX_POINTS, Position, Size};

/// A symmetry of a board.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// The image of each point.
    image: Vec<u8>,
    /// For each byte of a set of points, and for each value of that byte, the image of its points.
    moved: Vec<[u32; 256]>,
}

impl Symmetry {
    fn new(image: Vec<u8>) -> Symmetry {
        let moved = image.chunks(8).map(|byte| {
            let set = |value: usize| {
                let goes = |(bit, &to): (usize, &u8)| ((value >> bit & 1) as u32) << to;
                byte.iter().enumerate().map(goes).fold(0, |all, one| all | one)
            };
            std::array::from_fn(set)
        });
        Symmetry { moved: moved.collect(), image }
    }

    /// Returns the image of a point.
    pub fn point(&self, point: usize) -> usize {
        self.image[point].into()
    }

    /// Returns the image of a position.
    #[inline]
    pub fn position(&self, position: Position) -> Position {
        let moved = |set: u32| {
            let bytes = self.moved.iter().zip(set.to_le_bytes());
            bytes.fold(0, |all, (table, byte)| all | table[usize::from(byte)])
        };
        Position { black: moved(position.black), white: moved(position.white) }
    }
}

/// All symmetries of a board, the identity first: eight for a square board, four for others.
///
/// Some symmetries of boards with one row or one column move nothing. They are listed too.
#[derive(Clone, Debug)]
pub struct Symmetries(Vec<Symmetry>);

impl Symmetries {
    /// Returns the symmetries of a board.
    ///
    /// # Panics
    ///
    /// If the board has more than [`MAX_POINTS`].
    pub fn of(size: Size) -> Symmetries {
        assert!(size.point_count() <= MAX_POINTS, "{size} has too many points");
        let (columns, rows) = (size.columns(), size.rows());
        let image = |symmetry: u8, point: usize| {
            let (mut column, mut row) = size.coordinates(point);
            if symmetry & 1 != 0 {
                column = columns - 1 - column;
            }
            if symmetry & 2 != 0 {
                row = rows - 1 - row;
            }
            if symmetry & 4 != 0 {
                std::mem::swap(&mut column, &mut row);
            }
            row * columns + column
        };
        let symmetries = if columns == rows { 0..8 } else { 0..4 };
        let images = symmetries
            .map(|symmetry| (0..size.point_count()).map(|point| image(symmetry, point)).collect());
        Symmetries(images.map(Symmetry::new).collect())
    }

    /// Returns each symmetry.
    pub fn iter(&self) -> impl Iterator<Item = &Symmetry> {
        self.0.iter()
    }

    /// Returns the number of points that are images of this one, itself included, if it is the
    /// first of them. Otherwise returns 0.
    pub(crate) fn point_weight(&self, point: usize) -> u64 {
        let mut images: Vec<usize> = self.iter().map(|symmetry| symmetry.point(point)).collect();
        images.sort_unstable();
        images.dedup();
        if images[0] == point { images.len() as u64 } else { 0 }
    }

    /// Returns the number of positions that are images of this one by a symmetry or a swap of the
    /// colors, itself included, if it is the least of them. Otherwise returns 0.
    ///
    /// Symmetries that move nothing are counted like all others, both among all symmetries and
    /// among those that leave the position as it is. So the quotient is right.
    pub(crate) fn position_weight(&self, position: Position) -> u64 {
        let swapped = position.swapped();
        let mut fixing = 0;
        for symmetry in &self.0 {
            for from in [swapped, position] {
                let to = symmetry.position(from);
                if to < position {
                    return 0;
                }
                fixing += u64::from(to == position);
            }
        }
        2 * self.0.len() as u64 / fixing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_all_positions_and_points_are_their_numbers() {
        for (columns, rows) in [(1, 1), (5, 1), (1, 4), (2, 2), (3, 2), (3, 3), (2, 4)] {
            let size = Size::new(columns, rows).unwrap();
            let symmetries = Symmetries::of(size);
            let all = size.position_count();
            let weights = (0..all).map(|n| symmetries.position_weight(Position::numbered(size, n)));
            assert_eq!(weights.sum::<u64>(), all, "{size}");
            let weights = (0..size.point_count()).map(|point| symmetries.point_weight(point));
            assert_eq!(weights.sum::<u64>(), size.point_count() as u64, "{size}");
        }
    }

    #[test]
    fn symmetries_keep_neighbors_and_differ() {
        for (columns, rows) in [(2, 2), (5, 5), (4, 8), (8, 4), (25, 1)] {
            let size = Size::new(columns, rows).unwrap();
            let points = size.point_count();
            let symmetries = Symmetries::of(size);
            for symmetry in symmetries.iter() {
                let to = |point: usize| symmetry.point(point);
                for a in 0..points {
                    let one = Position { black: 1 << a, white: 0 };
                    assert_eq!(symmetry.position(one).black, 1 << to(a));
                    for b in 0..points {
                        assert_eq!(size.are_adjacent(a, b), size.are_adjacent(to(a), to(b)));
                    }
                }
            }
            let mut images: Vec<&Vec<u8>> = symmetries.iter().map(|each| &each.image).collect();
            images.sort();
            images.dedup();
            let expected = if columns == rows { 8 } else { 4 };
            assert_eq!(images.len(), if columns.min(rows) == 1 { 2 } else { expected }, "{size}");
        }
    }
}
