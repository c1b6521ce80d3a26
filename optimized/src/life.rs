//! Independent regions, which count under a tax and after a cleanup, and pass-alive territory.
//!
//! Games under plain rules call none of this, so all of it runs on the limbs of the portable words.

use std::iter;

use crate::bitboard::Bitboard;
use crate::kernel::flood;
use crate::point::Player;
use crate::position::Position;
use crate::rules::Suicide;

/// The independent regions of a player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Independent<const S: usize, const N: usize> {
    /// All their points, empty or not.
    pub(crate) points: Bitboard<S, N>,
    /// The number of regions.
    pub(crate) regions: u32,
}

impl<const S: usize, const N: usize> Position<S, N> {
    /// Returns the independent regions of a player. See [`Tax`](crate::Tax).
    pub(crate) fn independent(&self, player: Player) -> Independent<S, N> {
        let (own, opponent) = (self.stones(player), self.stones(player.opponent()));
        let empty = self.empty();
        let [by_own, by_opponent] =
            [own, opponent].map(|stones| flood(stones.neighbors() & empty, empty));
        // An empty point that reaches both colors, or a chain with one liberty.
        let mut dependent = by_own & by_opponent;
        for chain in parts(own, own) {
            if (chain.neighbors() & empty).count() == 1 {
                dependent |= chain;
            }
        }
        let mut independent = Independent { points: Bitboard::EMPTY, regions: 0 };
        for region in parts(own, own | empty) {
            if region.is_disjoint(dependent) {
                independent.points |= region;
                independent.regions += 1;
            }
        }
        independent
    }

    /// Returns the stones of both players that are in pass-alive territory of the opponent. See
    /// [`Enclosed`](crate::Enclosed).
    ///
    /// ```
    /// use superko_optimized::{Player, Point, Position, Suicide};
    ///
    /// // If suicide is illegal, White can only pass. Otherwise a play at B1 empties A1 and B1, and
    /// // then a stone at B1 has a liberty.
    /// let position = Position::<8, 1>::drawn("O.X.", Player::White)?;
    /// assert!(position.enclosed(Suicide::None).into_iter().eq([Point::new(0, 0)]));
    /// assert!(position.enclosed(Suicide::Any).is_empty());
    /// # Ok::<(), superko_optimized::SetUpError>(())
    /// ```
    #[cold]
    pub fn enclosed(&self, suicide: Suicide) -> Bitboard<S, N> {
        let mut enclosed = Bitboard::EMPTY;
        for player in Player::BOTH {
            let own = self.stones(player);
            let (living, others) = (self.living(player, suicide), self.shape.points() - own);
            for territory in parts(living.neighbors() & others, others) {
                let inside = territory - own.neighbors();
                if (territory.neighbors() & own).is_subset(living) && inside.count() <= 1 {
                    enclosed |= territory - self.empty();
                }
            }
        }
        enclosed
    }

    /// Returns the stones of a player that no sequence of the opponent's plays alone captures. This
    /// is the algorithm of Benson (1976).
    ///
    /// Let a region be a connected set of points without stones of the player, as large as
    /// possible. It is an eye of a chain if all of its empty points are liberties of the chain: the
    /// opponent cannot fill the last of them without a capture. A chain lives if it has two eyes
    /// that are next to living chains only.
    ///
    /// If a suicide of several stones is legal, it can empty a region. So the opponent's stones in
    /// an eye must be next to the chain too.
    fn living(&self, player: Player, suicide: Suicide) -> Bitboard<S, N> {
        let own = self.stones(player);
        let others = self.shape.points() - own;
        let emptied = if suicide == Suicide::None { self.empty() } else { others };
        let mut living = own;
        loop {
            let before = living;
            for chain in parts(before, own) {
                let beside = chain.neighbors();
                let eyes = parts(beside & others, others).filter(|&region| {
                    (region & emptied).is_subset(beside)
                        && (region.neighbors() & own).is_subset(living)
                });
                if eyes.take(2).count() < 2 {
                    living -= chain;
                }
            }
            if living == before {
                return living;
            }
        }
    }
}

/// Returns the connected sets of points of `within`, as large as possible, that have a point of
/// `seeds`.
fn parts<const S: usize, const N: usize>(
    mut seeds: Bitboard<S, N>,
    within: Bitboard<S, N>,
) -> impl Iterator<Item = Bitboard<S, N>> {
    iter::from_fn(move || {
        (!seeds.is_empty()).then(|| {
            let part = flood(seeds.lowest(), within);
            seeds -= part;
            part
        })
    })
}

#[cfg(test)]
mod tests;
