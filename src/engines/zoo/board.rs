//! The board of the zoo's engine: an array with a wall around it, chains found by flood fill.

use super::flaw::Flaw;
use crate::game::{Color, Player, Point, Position, Score, Size};

/// A board with a border of cells that are off the board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    size: Size,
    /// Cells in a row of the array, the border included.
    width: usize,
    /// `None` is off the board.
    cells: Vec<Option<Color>>,
    flaw: Flaw,
}

impl Board {
    pub(super) fn new(size: Size, flaw: Flaw) -> Board {
        let width = usize::from(size.columns()) + 2;
        let cells = vec![None; width * (usize::from(size.rows()) + 2)];
        let mut board = Board { size, width, cells, flaw };
        for point in size.points() {
            let at = board.cell(point);
            board.cells[at] = Some(Color::Empty);
        }
        board
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The cell of a point.
    fn cell(&self, point: Point) -> usize {
        (usize::from(point.row()) + 1) * self.width + usize::from(point.column()) + 1
    }

    /// The cell that a play at a point is put on, if there is any.
    pub(super) fn target(&self, point: Point) -> Option<usize> {
        if self.flaw == Flaw::TransposedCoordinates && !self.size.is_square() {
            return self.size.point(point.row(), point.column()).map(|point| self.cell(point));
        }
        Some(self.cell(point))
    }

    pub(super) fn get(&self, at: usize) -> Option<Color> {
        self.cells[at]
    }

    pub(super) fn set(&mut self, at: usize, color: Color) {
        self.cells[at] = Some(color);
    }

    /// Whether another board of the size has the same stones.
    pub(super) fn has_stones_of(&self, other: &Board) -> bool {
        self.cells == other.cells
    }

    pub(super) fn position(&self) -> Position {
        let mut position = Position::empty(self.size);
        for point in self.size.points() {
            position[point] = self.cells[self.cell(point)].unwrap_or_default();
        }
        position
    }

    /// The cells next to one, those off the board included.
    pub(super) fn around(&self, at: usize) -> [usize; 4] {
        [at - 1, at + 1, at - self.width, at + self.width]
    }

    /// The cells that hang together with one, by color; this one first.
    pub(super) fn chain(&self, at: usize) -> Vec<usize> {
        let color = self.cells[at];
        let mut met = vec![false; self.cells.len()];
        met[at] = true;
        let mut stack = vec![at];
        let mut chain = Vec::new();
        while let Some(here) = stack.pop() {
            chain.push(here);
            for next in self.around(here) {
                if self.cells[next] == color && !met[next] {
                    met[next] = true;
                    stack.push(next);
                }
            }
        }
        chain
    }

    pub(super) fn has_liberty(&self, chain: &[usize]) -> bool {
        chain.iter().any(|&at| self.touches_empty(at))
    }

    fn touches_empty(&self, at: usize) -> bool {
        let empty = |next: usize| self.cells[next] == Some(Color::Empty);
        let last_column = (at + 2).is_multiple_of(self.width);
        if self.flaw == Flaw::WrapAround && last_column && empty(at + 3) {
            return true;
        }
        let first_corner = at == self.width + 1;
        let [left, right, below, above] = self.around(at);
        let above = if self.flaw == Flaw::CornerBlind && first_corner { below } else { above };
        [left, right, below, above].into_iter().any(empty)
    }

    /// Whether a cell lies in the last row.
    pub(super) fn in_last_row(&self, at: usize) -> bool {
        at / self.width == usize::from(self.size.rows())
    }

    /// The area score of the board as it stands.
    pub(super) fn score(&self) -> Score {
        let stones: Vec<Color> = self.cells.iter().flatten().copied().collect();
        let count = |color| stones.iter().filter(|&&each| each == color).count();
        let mut totals = [count(Color::Black), count(Color::White)];
        let lone = totals[0] + totals[1] == 1;
        if self.flaw != Flaw::StonesOnly && !(self.flaw == Flaw::LoneStoneScoresItself && lone) {
            self.add_territory(&mut totals);
        }
        let points = |total: usize| u32::try_from(total).expect("a board has at most 625 points");
        let score = Score { black: points(totals[0]), white: points(totals[1]) };
        match self.flaw {
            Flaw::MarginOnly => Score {
                black: score.black.saturating_sub(score.white),
                white: score.white.saturating_sub(score.black),
            },
            _ => score,
        }
    }

    fn add_territory(&self, totals: &mut [usize; 2]) {
        let mut met = vec![false; self.cells.len()];
        for point in self.size.points() {
            let at = self.cell(point);
            if self.cells[at] != Some(Color::Empty) || met[at] {
                continue;
            }
            let region = self.chain(at);
            let touches = |player: Player| {
                let stone = Some(player.color());
                region.iter().any(|&at| self.around(at).iter().any(|&n| self.cells[n] == stone))
            };
            for &at in &region {
                met[at] = true;
            }
            let [black, white] = self.owners(touches(Player::Black), touches(Player::White));
            totals[0] += if black { region.len() } else { 0 };
            totals[1] += if white { region.len() } else { 0 };
        }
    }

    /// Whether Black, and whether White, is given a region that touches these colors.
    fn owners(&self, black: bool, white: bool) -> [bool; 2] {
        match (self.flaw, black, white) {
            (Flaw::NeutralToBlack, true, true) | (Flaw::EmptyBoardToBlack, false, false) => {
                [true, false]
            }
            (Flaw::NeutralToBoth, true, true) => [true, true],
            (_, black, white) => [black && !white, white && !black],
        }
    }
}
