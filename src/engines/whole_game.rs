use super::positions::to_bits;
use crate::exhaust::Packed;
use crate::game::Size;
use crate::rules::Rules;
use crate::whole_games::Superko;
use superko_optimized::{Game, Player, Point, Shape, Turn};

/// The optimized engine with a hash of so many bits, on a board of one limb.
#[derive(Debug)]
pub struct OptimizedGame<const BITS: u32> {
    shape: Shape<8, 1>,
    points: Vec<Point>,
    game: Game<8, 1, BITS>,
}

impl<const BITS: u32> OptimizedGame<BITS> {
    /// The beginning of a game.
    ///
    /// # Panics
    ///
    /// If the board has more than 7 columns or 8 rows.
    pub fn new(size: Size, rules: Rules) -> OptimizedGame<BITS> {
        let shape = Shape::new(size.columns(), size.rows()).expect("the board is small");
        let points = size.points().map(|point| Point::new(point.column(), point.row())).collect();
        OptimizedGame { shape, points, game: Game::new(shape, rules.into()) }
    }
}

impl<const BITS: u32> Superko for OptimizedGame<BITS> {
    fn legal(&self) -> u32 {
        to_bits(self.shape, self.game.legal())
    }

    fn stones(&self) -> Packed {
        let [black, white] = [Player::Black, Player::White]
            .map(|player| to_bits(self.shape, self.game.position().stones(player)));
        Packed { black, white }
    }

    fn play(&mut self, point: usize) -> bool {
        self.game.play(Turn::Play(self.points[point])).is_ok()
    }

    fn pass(&mut self) -> bool {
        self.game.pass().is_ok()
    }

    fn undo(&mut self) {
        self.game.undo();
    }
}
