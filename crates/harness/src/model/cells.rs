//! A set of cells of a board.

use superko_game::LARGEST;

/// The cells of the largest board, with its border.
pub(super) const MOST_CELLS: usize = (LARGEST as usize + 2).pow(2);

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells([u64; MOST_CELLS.div_ceil(64)]);

impl Cells {
    pub(super) fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    pub(super) fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub(super) fn remove(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }

    /// Returns the number of cells that are not in another set.
    pub(super) fn count_without(&self, other: &Cells) -> usize {
        let words = self.0.iter().zip(other.0);
        words.map(|(word, other)| (word & !other).count_ones() as usize).sum()
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

impl FromIterator<usize> for Cells {
    fn from_iter<I: IntoIterator<Item = usize>>(all: I) -> Cells {
        let mut cells = Cells::default();
        all.into_iter().for_each(|at| cells.insert(at));
        cells
    }
}
