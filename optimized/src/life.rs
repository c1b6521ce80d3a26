//! Independent regions: what counts under a tax, and after a cleanup.

use crate::bitboard::Bitboard;
use crate::kernel::flood;
use crate::point::Player;
use crate::position::Position;

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
        let mut rest = own;
        while !rest.is_empty() {
            let chain = flood(rest.lowest(), own);
            if (chain.neighbors() & empty).count() == 1 {
                dependent |= chain;
            }
            rest -= chain;
        }
        let mut independent = Independent { points: Bitboard::EMPTY, regions: 0 };
        let mut rest = own;
        while !rest.is_empty() {
            let region = flood(rest.lowest(), own | empty);
            if region.is_disjoint(dependent) {
                independent.points |= region;
                independent.regions += 1;
            }
            rest -= region;
        }
        independent
    }
}
