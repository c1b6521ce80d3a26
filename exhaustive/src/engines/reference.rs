use crate::board::{Player, Position, Size, bits};
use crate::engine::{BATCH, PlayResult, PositionEngine};
use superko_reference::{Color, Grid, Point, Score};

/// Makes an engine from the reference.
pub fn reference(size: Size) -> Box<dyn PositionEngine> {
    let empty = Grid::empty(size.columns().into(), size.rows().into());
    Box::new(Reference { points: empty.points().collect(), empty, loaded: Vec::new() })
}

struct Reference {
    points: Vec<Point>,
    empty: Grid,
    loaded: Vec<(Position, Grid)>,
}

impl Reference {
    fn grid(&self, position: Position) -> Grid {
        let stones = [(position.black, Color::Black), (position.white, Color::White)];
        stones.into_iter().fold(self.empty.clone(), |grid, (set, color)| {
            bits(set.into()).fold(grid, |grid, point| grid.with(self.points[point], color))
        })
    }

    fn position(&self, grid: &Grid) -> Position {
        let mut position = Position::default();
        for (number, &point) in self.points.iter().enumerate() {
            match grid.color(point) {
                Color::Empty => {}
                Color::Black => position.black |= 1 << number,
                Color::White => position.white |= 1 << number,
            }
        }
        position
    }
}

impl PositionEngine for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn load(&mut self, positions: &[Position]) -> u64 {
        self.loaded = positions.iter().map(|&position| (position, self.grid(position))).collect();
        let mut legal = 0;
        for (index, (_, grid)) in self.loaded.iter().enumerate() {
            let breathes = |&point: &Point| {
                grid.color(point) == Color::Empty || grid.reaches(point, Color::Empty)
            };
            legal |= u64::from(self.points.iter().all(breathes)) << index;
        }
        legal
    }

    fn areas(&self, index: usize) -> [u16; 2] {
        let Score { black, white, .. } = self.loaded[index].1.score();
        [black, white].map(|area| u16::try_from(area).expect("the board is small"))
    }

    fn play(&self, player: Player, point: usize, which: u64, results: &mut [PlayResult; BATCH]) {
        let mover = match player {
            Player::Black => superko_reference::Player::Black,
            Player::White => superko_reference::Player::White,
        };
        for index in bits(which) {
            let (before, grid) = &self.loaded[index];
            let after = grid.after_move(mover, self.points[point]).expect("the point is empty");
            results[index] = PlayResult::new(*before, player, self.position(&after));
        }
    }
}
