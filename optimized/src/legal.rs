//! All legal plays of a game at once.

use crate::bitboard::Bitboard;
use crate::game::Game;
use crate::history::key;
use crate::kernel;
use crate::layouts::{Has, Layouts};
use crate::rules::{Repetition, Suicide};
use crate::simd::{Machine, Task};
use crate::widest::{Wide, in_widest_words};

impl<const S: usize, const N: usize> Game<S, N>
where
    Layouts: Has<S, N>,
{
    /// Returns the points where a play is legal. Returns none unless the game is running. A play
    /// that loses or ties the game by a repetition is legal.
    pub fn legal(&self) -> Bitboard<S, N> {
        if self.course.is_running() && self.has_stone() {
            Layouts::legal(self)
        } else {
            Bitboard::EMPTY
        }
    }
}

impl<const S: usize, const N: usize> Game<S, N> {
    /// Returns the points where a play is legal. The game must be running, and the player must have
    /// a stone.
    #[inline(always)]
    pub(crate) fn legal_in<M: Machine, W: Wide<N, K>, const K: usize>(
        &self,
        proof: W::Proof,
        machine: M,
    ) -> Bitboard<S, N> {
        let mut sides = self.position.sides::<K, W>(proof);
        let look = kernel::outlook(sides.board, sides.own, sides.opponent);
        sides.safe = look.safe;
        let (lone, unclear) = (W::store(look.lone), W::store(look.unclear));
        let mut legal = W::store(look.quiet);
        if self.history.has_pair(self.counts_after_quiet_play()) {
            legal -= self.quiet_repeats(legal);
        }
        // All suicides of lone stones leave the grid as it is, so one answer is enough for all of
        // them.
        if !lone.is_empty() && self.rules.suicide == Suicide::Any && self.allows_standstill() {
            legal |= lone;
        }
        for bit in unclear.bits() {
            if self.judge::<M, K, W>(machine, &sides, bit).is_ok() {
                legal.0[bit / 64] |= 1 << (bit % 64);
            }
        }
        legal
    }

    /// Returns whether a play may leave the grid as it is.
    #[inline(always)]
    fn allows_standstill(&self) -> bool {
        let rule = self.refused;
        rule != Repetition::Positional
            && self.repeated(rule, self.history.hash(), &self.position.stones).is_none()
    }

    /// Returns the points of `quiet` where a play repeats a forbidden grid. At these points a play
    /// must remove nothing.
    #[inline(always)]
    fn quiet_repeats(&self, quiet: Bitboard<S, N>) -> Bitboard<S, N> {
        let mut repeats = Bitboard::EMPTY;
        let rule = self.refused;
        match rule {
            // The turn before was a pass, added an opponent stone, or only removed opponent stones.
            // A play that only adds an own stone undoes none of these.
            Repetition::None | Repetition::SimpleKo => return repeats,
            _ => {}
        }
        let player = self.to_move();
        for bit in (quiet & self.history.emptied(player)).bits() {
            let hash = self.history.hash() ^ key(player, bit);
            let mut grid = self.position.stones;
            grid[player as usize].0[bit / 64] |= 1 << (bit % 64);
            if self.history.find(hash, &grid, |turns| self.is_forbidden(rule, turns)).is_some() {
                repeats.0[bit / 64] |= 1 << (bit % 64);
            }
        }
        repeats
    }
}

/// Finds the legal plays of a running game. The player must have a stone.
pub(crate) struct Legal<'a, const S: usize, const N: usize>(pub(crate) &'a Game<S, N>);

impl<const S: usize, const N: usize> Task for Legal<'_, S, N> {
    type Output = Bitboard<S, N>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Bitboard<S, N> {
        let game = self.0;
        in_widest_words!(machine: M, game.legal_in())
    }
}
