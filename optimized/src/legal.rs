//! All legal plays of a game at once.

use crate::bitboard::Bitboard;
use crate::game::Game;
use crate::rules::{Repetition, Suicide};
use crate::simd::{Machine, Portable, Task};

impl<const S: usize, const N: usize, const BITS: u32> Game<S, N, BITS> {
    /// The points where a play is legal in a running game.
    #[inline(always)]
    pub(crate) fn legal_plays<M: Machine>(&self) -> Bitboard<S, N> {
        let look = self.position.outlook::<M>();
        let mut legal = look.quiet;
        if self.history.has_pair(self.counts_after_quiet_play()) {
            legal -= self.quiet_repeats(look.quiet);
        }
        // All suicides of lone stones lead to the grid as it is, so one answer serves them all.
        if !look.lone.is_empty() && self.rules.suicide == Suicide::Any && self.allows_standstill() {
            legal |= look.lone;
        }
        let mut unclear = look.unclear;
        while !unclear.is_empty() {
            let point = unclear.lowest();
            unclear -= point;
            if self.consider::<M>(point).is_ok() {
                legal |= point;
            }
        }
        legal
    }

    /// May a play leave the grid as it is?
    #[inline(always)]
    fn allows_standstill(&self) -> bool {
        self.rules.repetition != Repetition::Positional
            && self.repeated(&self.position.stones, self.counts()).is_none()
    }

    /// Those of `quiet`, points where a play removes nothing, that repeat a forbidden grid.
    #[inline(never)]
    fn quiet_repeats(&self, quiet: Bitboard<S, N>) -> Bitboard<S, N> {
        let mut repeats = Bitboard::EMPTY;
        match self.rules.repetition {
            // The turn before was a pass, added an opponent stone, or removed opponent stones
            // only. One more own stone undoes none of these.
            Repetition::None | Repetition::SimpleKo => return repeats,
            _ => {}
        }
        if self.turns() > 16 * quiet.count() as usize {
            for point in quiet {
                if self.consider::<Portable>(Bitboard::from(point)).is_err() {
                    repeats = repeats.with(point);
                }
            }
            return repeats;
        }
        // In a short game, one look at each grid is cheaper than one try of each play: it is
        // repeated by a play on its only stone that is not there now.
        let player = self.to_move();
        let own = self.position.stones(player);
        let opponent = self.position.stones(player.opponent());
        for (turns, grid) in self.history.grids().iter().enumerate() {
            let same = grid[player.opponent() as usize] == opponent;
            if same && own.is_subset(grid[player as usize]) {
                let missing = grid[player as usize] - own;
                if missing.count() == 1 && self.is_forbidden(turns) {
                    repeats |= missing & quiet;
                }
            }
        }
        repeats
    }
}

/// The legal plays of a running game.
pub(crate) struct Legal<'a, const S: usize, const N: usize, const BITS: u32>(
    pub(crate) &'a Game<S, N, BITS>,
);

impl<const S: usize, const N: usize, const BITS: u32> Task for Legal<'_, S, N, BITS> {
    type Output = Bitboard<S, N>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Bitboard<S, N> {
        self.0.legal_plays::<M>()
    }
}
