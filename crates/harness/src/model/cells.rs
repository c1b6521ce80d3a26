//! A set of cells of a board.

use superko_game::LARGEST;

/// The cells of the largest board, with its border.
const MOST_CELLS: usize = (LARGEST as usize + 2).pow(2);

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

    /// Removes the first cell, and returns it.
    pub(super) fn take_first(&mut self) -> Option<usize> {
        let (place, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let at = 64 * place + word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(at)
    }

    /// Returns the cells in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let mut left = *self;
        std::iter::from_fn(move || left.take_first())
    }

    /// Returns the cells that are not in another set.
    pub(super) fn without(mut self, other: &Cells) -> Cells {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// Returns the number of cells that are not in another set.
    pub(super) fn count_without(&self, other: &Cells) -> usize {
        self.without(other).count()
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
