//! The board of a model: cells surrounded by a wall, with chains found by flood fill.

use super::cells::Cells;
use super::{Channel, Mistake, Model, Place};
use std::collections::BTreeSet;
use std::sync::Arc;
use superko_game::rules::{Rules, Suicide};
use superko_game::{Color, Player, Point, Position, Size, enclosed};

/// The number of stones for which a chain reserves memory.
const USUAL_CHAIN: usize = 8;

/// A board with a border of cells that are off the board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    size: Size,
    /// Cells in a row, the border included.
    width: usize,
    /// The cells of each color. A cell of no color is off the board. All copies of the board share them until one of them changes.
    cells: Arc<[Cells; 3]>,
    /// The mistake about the neighbors of points, if any.
    neighbors: Option<Mistake>,
}

impl Board {
    pub(super) fn new(size: Size, model: &Model) -> Board {
        let width = usize::from(size.columns()) + 2;
        let mut cells = [Cells::default(); 3];
        for row in 1..=usize::from(size.rows()) {
            (row * width + 1..(row + 1) * width - 1).for_each(|at| cells[0].insert(at));
        }
        let neighbors = model.in_place(Place::Neighbors, Channel::Both);
        Board { size, width, cells: Arc::new(cells), neighbors }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    fn cell(&self, point: Point) -> usize {
        (usize::from(point.row()) + 1) * self.width + usize::from(point.column()) + 1
    }

    /// Returns the cell of a play at a point, if there is any.
    pub(super) fn target(&self, point: Point) -> Option<usize> {
        if self.neighbors == Some(Mistake::Transposed) && !self.size.is_square() {
            return self.size.point(point.row(), point.column()).map(|point| self.cell(point));
        }
        Some(self.cell(point))
    }

    /// Returns the color of a cell; `None` off the board.
    pub(super) fn get(&self, at: usize) -> Option<Color> {
        [Color::Empty, Color::Black, Color::White].into_iter().find(|&color| self.has(at, color))
    }

    fn has(&self, at: usize, color: Color) -> bool {
        self.cells[color as usize].contains(at)
    }

    pub(super) fn set(&mut self, at: usize, color: Color) {
        put(Arc::make_mut(&mut self.cells), at, color);
    }

    /// Whether another board of the size has the same stones.
    pub(super) fn has_stones_of(&self, other: &Board) -> bool {
        self.cells == other.cells
    }

    /// Whether another board of the size has the same stones, except on one cell, where this one has a stone of the color.
    pub(super) fn has_stones_of_but(&self, other: &Board, at: usize, color: Color) -> bool {
        let mut cells = *other.cells;
        put(&mut cells, at, color);
        *self.cells == cells
    }

    /// Whether the board shows a position.
    pub(super) fn shows(&self, position: &Position) -> bool {
        let same = |point: Point| self.has(self.cell(point), position[point]);
        self.size == position.size() && self.size.points().all(same)
    }

    pub(super) fn position(&self) -> Position {
        let mut position = Position::empty(self.size);
        for point in self.size.points() {
            position[point] = self.get(self.cell(point)).unwrap_or_default();
        }
        position
    }

    /// Returns the cells next to a cell, including those off the board.
    pub(super) fn around(&self, at: usize) -> [usize; 4] {
        [at - 1, at + 1, at - self.width, at + self.width]
    }

    /// Returns the cells connected to a cell, by color; this one first.
    pub(super) fn chain(&self, at: usize) -> Vec<usize> {
        let Some(color) = self.get(at) else { return Vec::new() };
        let own = &self.cells[color as usize];
        let mut met = Cells::default();
        met.insert(at);
        let (mut stack, mut chain) =
            (Vec::with_capacity(USUAL_CHAIN), Vec::with_capacity(USUAL_CHAIN));
        stack.push(at);
        while let Some(here) = stack.pop() {
            chain.push(here);
            for next in self.around(here) {
                if own.contains(next) && !met.contains(next) {
                    met.insert(next);
                    stack.push(next);
                }
            }
        }
        chain
    }

    /// Returns the chain of a stone, if it has no liberty. Most chains have one next to the stone itself.
    pub(super) fn chain_without_liberty(&self, at: usize) -> Option<Vec<usize>> {
        let own = &self.cells[self.get(at)? as usize];
        let (mut met, mut waiting) = (Cells::default(), Cells::default());
        met.insert(at);
        waiting.insert(at);
        while let Some(here) = waiting.take_first() {
            if self.touches_empty(here) {
                return None;
            }
            for next in self.around(here) {
                if own.contains(next) && !met.contains(next) {
                    met.insert(next);
                    waiting.insert(next);
                }
            }
        }
        Some(self.chain(at))
    }

    /// Whether a play on a cell surely removes nothing: the cell touches an empty one, and so does each stone of the opponent
    /// beside it.
    pub(super) fn removes_nothing(&self, player: Player, at: usize) -> bool {
        let opponent = player.opponent().color();
        let lives = |&next: &usize| !self.has(next, opponent) || self.touches_empty_but(next, at);
        self.empty().contains(at) && self.touches_empty(at) && self.around(at).iter().all(lives)
    }

    fn touches_empty(&self, at: usize) -> bool {
        // No cell is its own neighbor.
        self.touches_empty_but(at, at)
    }

    /// Whether a cell touches an empty one other than `filled`.
    fn touches_empty_but(&self, at: usize, filled: usize) -> bool {
        let empty = |next: usize| next != filled && self.empty().contains(next);
        let last_column = (at + 2).is_multiple_of(self.width);
        if self.neighbors == Some(Mistake::WrapAround) && last_column && empty(at + 3) {
            return true;
        }
        let first_corner = at == self.width + 1;
        let [left, right, below, above] = self.around(at);
        let above = if self.neighbors == Some(Mistake::CornerBlind) && first_corner {
            below
        } else {
            above
        };
        [left, right, below, above].into_iter().any(empty)
    }

    /// Whether a cell lies in the last row.
    pub(super) fn in_last_row(&self, at: usize) -> bool {
        at / self.width == usize::from(self.size.rows())
    }

    /// Whether a stone played on another one has a liberty, or a chain of the opponent beside it had a single liberty before.
    /// This is what `isLegalMove` of godash 2.1.0 tests, which never looks whether a point is empty.
    pub(super) fn lives_on_stone(&self, at: usize, player: Player) -> bool {
        let mut after = self.clone();
        after.set(at, player.color());
        let opponent = player.opponent().color();
        let in_atari =
            |&next: &usize| self.has(next, opponent) && self.liberties(&self.chain(next)) == 1;
        after.chain_without_liberty(at).is_none() || self.around(at).iter().any(in_atari)
    }

    /// Returns the empty cells.
    pub(super) fn empty(&self) -> &Cells {
        &self.cells[Color::Empty as usize]
    }

    pub(super) fn cells_of(&self, color: Color) -> impl Iterator<Item = usize> {
        self.cells[color as usize].iter()
    }

    /// Returns the number of stones of each player.
    pub(super) fn stones(&self) -> [usize; 2] {
        let [_, black, white] = &*self.cells;
        [black.count(), white.count()]
    }

    /// Returns the board without the stones that living chains of the opponent enclose, and the numbers of these stones by
    /// player.
    pub(super) fn without_enclosed(&self, rules: Rules) -> (Board, [usize; 2]) {
        let (mut left, mut dead) = (self.clone(), [0, 0]);
        for point in enclosed(&self.position(), rules.suicide != Suicide::Forbidden) {
            let at = self.cell(point);
            if let Some(player) = self.stone(at) {
                dead[player as usize] += 1;
            }
            left.set(at, Color::Empty);
        }
        (left, dead)
    }

    /// Returns the board without the chains that a mistake counts as dead, and the numbers of their stones by
    /// player.
    pub(super) fn without_dead(&self, mistake: Mistake) -> (Board, [usize; 2]) {
        let (mut left, mut dead) = (self.clone(), [0, 0]);
        let mut met = *self.empty();
        for at in self.size.points().map(|point| self.cell(point)) {
            if met.contains(at) {
                continue;
            }
            let chain = self.chain(at);
            chain.iter().for_each(|&at| met.insert(at));
            let is_dead = match mistake {
                Mistake::DeadByLiberties(most) => self.liberties(&chain) <= most,
                Mistake::DeadBySize(most) => chain.len() <= most,
                _ => !self.has_eye(&chain),
            };
            if let Some(player) = self.stone(at).filter(|_| is_dead) {
                dead[player as usize] += chain.len();
                for at in chain {
                    left.set(at, Color::Empty);
                }
            }
        }
        (left, dead)
    }

    /// Returns the owner of the stone on a cell.
    fn stone(&self, at: usize) -> Option<Player> {
        [Player::Black, Player::White].into_iter().find(|player| self.has(at, player.color()))
    }

    pub(super) fn liberties(&self, chain: &[usize]) -> usize {
        let empty = |next: &usize| self.empty().contains(*next);
        let around = chain.iter().flat_map(|&at| self.around(at)).filter(empty);
        around.collect::<BTreeSet<usize>>().len()
    }

    /// Whether a chain touches a region that touches no stones of the other color.
    fn has_eye(&self, chain: &[usize]) -> bool {
        let Some(own) = chain.first().map(|&at| self.get(at)) else { return false };
        let empty = |next: &usize| self.empty().contains(*next);
        let around: BTreeSet<usize> =
            chain.iter().flat_map(|&at| self.around(at)).filter(empty).collect();
        around.into_iter().any(|at| {
            let beside = self.chain(at).into_iter().flat_map(|at| self.around(at));
            beside
                .map(|at| self.get(at))
                .all(|cell| cell.is_none() || cell == own || cell == Some(Color::Empty))
        })
    }

    /// Returns the number of empty points in regions that touch stones of one player only, for each player: at most `most` of
    /// each region, and none outside the cells of the player in `taxed`, if given. A mistake may give away neutral regions.
    pub(super) fn territory(
        &self,
        mistake: Option<Mistake>,
        most: usize,
        taxed: Option<&[Cells; 2]>,
    ) -> [usize; 2] {
        let mut totals = [0, 0];
        let mut left = *self.empty();
        while let Some(at) = left.take_first() {
            let region = self.chain(at);
            let touches = |player: Player| {
                let color = player.color();
                region.iter().any(|&at| self.around(at).iter().any(|&n| self.has(n, color)))
            };
            let beside = |player: Player| {
                let stones = region.iter().flat_map(|&at| self.around(at));
                let stones = stones.filter(|&at| self.has(at, player.color()));
                stones.collect::<BTreeSet<usize>>().len()
            };
            region.iter().for_each(|&at| left.remove(at));
            let (black, white) = (touches(Player::Black), touches(Player::White));
            let owners = match (mistake, black, white) {
                (Some(Mistake::NeutralToBlack), true, true)
                | (Some(Mistake::EmptyBoardToBlack), false, false) => [true, false],
                (Some(Mistake::NeutralToWhite), true, true)
                | (Some(Mistake::EmptyBoardToWhite), false, false) => [false, true],
                (Some(Mistake::NotWhitesToBlack), black, white) => {
                    [black || !white, white && !black]
                }
                (Some(Mistake::NotBlacksToWhite), black, white) => {
                    [black && !white, white || !black]
                }
                (Some(Mistake::NeutralToBoth), true, true) => [true, true],
                (Some(Mistake::NeutralToMost), true, true) => {
                    let (black, white) = (beside(Player::Black), beside(Player::White));
                    [black > white, white > black]
                }
                (_, black, white) => {
                    let counts = |player: Player| {
                        taxed.is_none_or(|cells| cells[player as usize].contains(at))
                    };
                    [
                        black && !white && counts(Player::Black),
                        white && !black && counts(Player::White),
                    ]
                }
            };
            for (total, owns) in totals.iter_mut().zip(owners) {
                *total += if owns { region.len().min(most) } else { 0 };
            }
        }
        totals
    }
}

/// Gives a cell a color.
fn put(cells: &mut [Cells; 3], at: usize, color: Color) {
    cells.iter_mut().for_each(|cells| cells.remove(at));
    cells[color as usize].insert(at);
}
