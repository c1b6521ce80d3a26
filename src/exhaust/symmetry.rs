use super::packed::Packed;
use crate::vocabulary::Size;

/// The symmetries of a board, each with the colors as they are and swapped.
pub(super) struct Symmetries {
    /// For each symmetry but the identity, where each point goes.
    images: Vec<Vec<u8>>,
    points: usize,
}

impl Symmetries {
    pub(super) fn new(size: Size) -> Symmetries {
        let (columns, rows) = (size.columns(), size.rows());
        let transposes = if columns == rows { 0..8u8 } else { 0..4 };
        let image = |symmetry: u8| {
            let moved = |point: crate::vocabulary::Point| {
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
            size.points().map(moved).collect()
        };
        Symmetries { images: transposes.skip(1).map(image).collect(), points: size.area() }
    }

    /// How many colorings an image of this one can be, itself included, if it is the least of them; otherwise 0.
    ///
    /// On boards of one row or one column some symmetries move nothing; they are counted as all others, among the
    /// images and among those that leave the coloring as it is, so the quotient is right.
    pub(super) fn weight(&self, coloring: Packed) -> u64 {
        let swapped = swapped(coloring);
        let mut fixing = 1 + u64::from(swapped == coloring);
        if swapped < coloring {
            return 0;
        }
        for image in &self.images {
            for from in [coloring, swapped] {
                let to = self.moved(from, image);
                if to < coloring {
                    return 0;
                }
                fixing += u64::from(to == coloring);
            }
        }
        2 * (self.images.len() as u64 + 1) / fixing
    }

    fn moved(&self, coloring: Packed, image: &[u8]) -> Packed {
        let digit = |point: usize| coloring.digit(point) << (2 * image[point]);
        Packed((0..self.points).map(digit).fold(0, |all, digit| all | digit))
    }
}

/// The coloring with the colors swapped: the two bits of each point change places.
fn swapped(Packed(coloring): Packed) -> Packed {
    const BLACK: u64 = 0x5555_5555_5555_5555;
    Packed((coloring & BLACK) << 1 | (coloring >> 1) & BLACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_all_colorings_are_their_number() {
        for (columns, rows) in [(1, 1), (5, 1), (1, 4), (2, 2), (3, 2), (3, 3), (2, 4)] {
            let size = Size::new(columns, rows).unwrap();
            let symmetries = Symmetries::new(size);
            let all = 3u64.pow(u32::try_from(size.area()).unwrap());
            let weights = (0..all).map(|n| symmetries.weight(Packed::numbered(size.area(), n)));
            assert_eq!(weights.sum::<u64>(), all, "{size}");
        }
    }
}
