//! Games played at random to their end.

use crate::game::Game;
use crate::random::Random;
use crate::simd::{Machine, Task, fastest};

impl<const S: usize, const N: usize, const BITS: u32> Game<S, N, BITS> {
    /// Goes on at random until the game is over or has `limit` turns, and tells how many turns it
    /// has then.
    ///
    /// Each turn is drawn evenly from the legal plays that do not fill an own
    /// [eye](crate::kernel::eyes); without such a play it is a pass.
    ///
    /// ```
    /// use superko_optimized::{Game, Random, Rules, Shape};
    /// let shape = Shape::new(9, 9).unwrap();
    /// let mut game = Game::<10, 2>::new(shape, Rules::TROMP_TAYLOR);
    /// let turns = game.playout(&mut Random::new(1), 1000);
    /// assert!(game.is_over() && turns == game.turns());
    /// ```
    pub fn playout(&mut self, random: &mut Random, limit: usize) -> usize {
        fastest(Playout { game: self, random, limit })
    }

    /// One turn of a playout.
    #[inline(always)]
    fn random_turn<M: Machine>(&mut self, random: &mut Random) {
        let mut candidates = self.position.empty() - self.position.eyes::<M>();
        loop {
            let count = candidates.count();
            if count == 0 {
                self.pass().expect("the game is not over");
                return;
            }
            let point = candidates.nth(random.below(count));
            if let Ok(next) = self.consider::<M>(point) {
                self.accept(next, point);
                return;
            }
            candidates -= point;
        }
    }
}

struct Playout<'a, const S: usize, const N: usize, const BITS: u32> {
    game: &'a mut Game<S, N, BITS>,
    random: &'a mut Random,
    limit: usize,
}

impl<const S: usize, const N: usize, const BITS: u32> Task for Playout<'_, S, N, BITS> {
    type Output = usize;

    #[inline(always)]
    fn run<M: Machine>(self) -> usize {
        while !self.game.is_over() && self.game.turns() < self.limit {
            self.game.random_turn::<M>(self.random);
        }
        self.game.turns()
    }
}
