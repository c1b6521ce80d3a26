//! Counting the sequences of turns.

use crate::game::Game;
use crate::point::Turn;

/// Do the sequences contain passes?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passes {
    /// A turn is a legal play or a pass.
    Counted,
    /// A turn is a legal play.
    LeftOut,
}

impl<const S: usize, const N: usize, const BITS: u32> Game<S, N, BITS> {
    /// The number of sequences of exactly `depth` turns from here. A game that is over goes on
    /// with no turn. The last turns are counted without being made.
    ///
    /// ```
    /// use superko_optimized::{Game, Passes, Rules, Shape};
    /// let shape = Shape::new(2, 1).unwrap();
    /// let mut game = Game::<8, 1>::new(shape, Rules::TROMP_TAYLOR);
    /// assert_eq!(game.perft(1, Passes::Counted), 3);
    /// ```
    pub fn perft(&mut self, depth: u32, passes: Passes) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over() {
            return 0;
        }
        let legal = self.legal();
        let with_pass = passes == Passes::Counted;
        if depth == 1 {
            return u64::from(legal.count()) + u64::from(with_pass);
        }
        let mut sequences = 0;
        for point in legal {
            self.play(Turn::Play(point)).expect("a point of the legal set is legal");
            sequences += self.perft(depth - 1, passes);
            self.undo();
        }
        if with_pass {
            self.pass().expect("the game is not over");
            sequences += self.perft(depth - 1, passes);
            self.undo();
        }
        sequences
    }
}
