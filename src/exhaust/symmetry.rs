use super::packed::Packed;
use crate::game::{Point, Size};

/// A symmetry of a board: where each point goes, by its number.
#[derive(Clone, Debug)]
pub struct Symmetry {
    image: Vec<u8>,
    /// For each byte of a set of points and each value of it, where those points go.
    moved: Vec<[u32; 256]>,
}

impl Symmetry {
    /// All symmetries of a board, the identity first: eight of a square, four of others. Of boards of one row or one
    /// column some move nothing; they are listed all the same.
    ///
    /// # Panics
    ///
    /// If it has more than 32 points.
    pub fn all(size: Size) -> Vec<Symmetry> {
        let (columns, rows) = (size.columns(), size.rows());
        let symmetries = if columns == rows { 0..8u8 } else { 0..4 };
        let image = |symmetry: u8, point: Point| {
            let (mut column, mut row) = (point.column(), point.row());
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
        symmetries
            .map(|symmetry| Symmetry::new(size.points().map(|p| image(symmetry, p)).collect()))
            .collect()
    }

    fn new(image: Vec<u8>) -> Symmetry {
        assert!(image.len() <= 32, "the board has more than 32 points");
        let moved = image.chunks(8).map(|byte| {
            let set = |value: usize| {
                let goes = |(bit, &to): (usize, &u8)| ((value >> bit & 1) as u32) << to;
                byte.iter().enumerate().map(goes).fold(0, |all, one| all | one)
            };
            std::array::from_fn(set)
        });
        Symmetry { moved: moved.collect(), image }
    }

    /// Where a point goes.
    pub fn point(&self, point: usize) -> usize {
        self.image[point].into()
    }

    /// Where a coloring goes.
    pub fn coloring(&self, coloring: Packed) -> Packed {
        let moved = |set: u32| {
            let bytes = self.moved.iter().zip(set.to_le_bytes());
            bytes.fold(0, |all, (table, byte)| all | table[usize::from(byte)])
        };
        Packed { black: moved(coloring.black), white: moved(coloring.white) }
    }
}

/// The coloring with the colors swapped.
pub fn swapped(Packed { black, white }: Packed) -> Packed {
    Packed { black: white, white: black }
}

/// The symmetries of a board, each with the colors as they are and swapped.
pub(super) struct Symmetries(Vec<Symmetry>);

impl Symmetries {
    pub(super) fn new(size: Size) -> Symmetries {
        Symmetries(Symmetry::all(size))
    }

    /// How many colorings an image of this one can be, itself included, if it is the least of them; otherwise 0.
    ///
    /// Symmetries that move nothing are counted as all others, among the images and among those that leave the
    /// coloring as it is, so the quotient is right.
    pub(super) fn weight(&self, coloring: Packed) -> u64 {
        let swapped = swapped(coloring);
        let mut fixing = 0;
        for symmetry in &self.0 {
            for from in [swapped, coloring] {
                let to = symmetry.coloring(from);
                if to < coloring {
                    return 0;
                }
                fixing += u64::from(to == coloring);
            }
        }
        2 * self.0.len() as u64 / fixing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_all_colorings_are_their_number() {
        for (columns, rows) in [(1, 1), (5, 1), (1, 4), (2, 2), (3, 2), (3, 3), (2, 4)] {
            let size = Size::new(columns, rows).unwrap();
            let symmetries = Symmetries::new(size);
            let all = 3u64.pow(u32::try_from(size.point_count()).unwrap());
            let weights =
                (0..all).map(|n| symmetries.weight(Packed::numbered(size.point_count(), n)));
            assert_eq!(weights.sum::<u64>(), all, "{size}");
        }
    }

    #[test]
    fn symmetries_keep_neighbors_and_differ() {
        for (columns, rows) in [(2, 2), (5, 5), (4, 8), (8, 4), (25, 1)] {
            let size = Size::new(columns, rows).unwrap();
            let points: Vec<Point> = size.points().collect();
            let near = |a: Point, b: Point| {
                a.column().abs_diff(b.column()) + a.row().abs_diff(b.row()) == 1
            };
            let all = Symmetry::all(size);
            for symmetry in &all {
                let to = |point: usize| points[symmetry.point(point)];
                for a in 0..points.len() {
                    let one = Packed { black: 1 << a, white: 0 };
                    assert_eq!(symmetry.coloring(one).black, 1 << symmetry.point(a));
                    for b in 0..points.len() {
                        assert_eq!(near(points[a], points[b]), near(to(a), to(b)), "{size}");
                    }
                }
            }
            let mut images: Vec<&Vec<u8>> = all.iter().map(|symmetry| &symmetry.image).collect();
            images.sort();
            images.dedup();
            let expected = if columns == rows { 8 } else { 4 };
            assert_eq!(images.len(), if columns.min(rows) == 1 { 2 } else { expected }, "{size}");
        }
    }
}
