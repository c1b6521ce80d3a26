//! All games, played with the optimized engine.

use super::tree::{FirstPlays, Games, Lengths};
use super::walk::{Deviation, GameEngine};
use crate::board::{Player, Position, Size, Suicide, Turn};
use crate::engines::{points, to_bits};
use crate::threads::Progress;
use superko_optimized::{Game, Point, Rules, Shape};

/// The optimized engine with a given hash width, on a board of one limb.
#[derive(Debug)]
pub struct OptimizedGame {
    shape: Shape<8, 1>,
    points: Vec<Point>,
    game: Game<8, 1>,
}

impl OptimizedGame {
    /// Makes the engine at the start of a game.
    ///
    /// # Panics
    ///
    /// If the board has more than 7 columns or 8 rows, or the hash more than 64 bits.
    pub fn new(size: Size, suicide: Suicide, hash_width: u32) -> OptimizedGame {
        let shape = Shape::new(size.columns(), size.rows()).expect("the board is small");
        let suicide = match suicide {
            Suicide::Allowed => superko_optimized::Suicide::Any,
            Suicide::SeveralStones => superko_optimized::Suicide::SeveralStones,
            Suicide::Forbidden => superko_optimized::Suicide::None,
        };
        let rules = Rules { suicide, ..Rules::TROMP_TAYLOR };
        let game = Game::new(shape, rules).with_hash_bits(hash_width);
        OptimizedGame { shape, points: points(size), game }
    }
}

impl GameEngine for OptimizedGame {
    fn legal(&self) -> u32 {
        to_bits(self.shape, self.game.legal())
    }

    fn position(&self) -> Position {
        let [black, white] =
            Player::BOTH.map(|player| to_bits(self.shape, self.game.position().stones(player)));
        Position { black, white }
    }

    fn play(&mut self, turn: Turn) -> bool {
        let turn = match turn {
            Turn::Pass => superko_optimized::Turn::Pass,
            Turn::Play(point) => superko_optimized::Turn::Play(self.points[point]),
        };
        self.game.play(turn).is_ok()
    }

    fn undo(&mut self) {
        self.game.undo();
    }
}

/// The widths in bits of the optimized engine's hash with which games can be played. No answer may
/// depend on the width.
pub const HASH_WIDTHS: [u32; 4] = [0, 2, 6, 64];

impl Games {
    /// Plays all games with the optimized engine at a hash width, one of [`HASH_WIDTHS`]. See
    /// [`Games::play`].
    ///
    /// # Errors
    ///
    /// Returns the first deviation that was found.
    ///
    /// # Panics
    ///
    /// If the width is not one of [`HASH_WIDTHS`].
    pub fn play_optimized(
        &self,
        first: FirstPlays,
        hash_width: u32,
        longest: usize,
        progress: Progress<'_>,
    ) -> Result<Lengths, Box<Deviation>> {
        let (size, suicide) = (self.graph.size, self.graph.suicide);
        assert!(HASH_WIDTHS.contains(&hash_width), "{hash_width} is none of {HASH_WIDTHS:?}");
        let start = || OptimizedGame::new(size, suicide, hash_width);
        self.play(first, longest, progress, start)
    }
}
