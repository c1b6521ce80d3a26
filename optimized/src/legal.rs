//! All legal plays of a game at once.

use crate::bitboard::Bitboard;
use crate::game::Game;
use crate::history::key;
use crate::kernel;
use crate::rules::{Repetition, Suicide};
use crate::simd::{Machine, Task};
use crate::widest::{Wide, in_widest_words};

impl<const S: usize, const N: usize> Game<S, N> {
    /// Returns the points where a play is legal. The game must be running, and the player must have
    /// a stone.
    ///
    /// Plays are not tried one by one. A breathing play is no suicide, whatever it captures. Only where
    /// a play is not breathing, or puts back a stone that an earlier grid had, the liberties of the
    /// chains beside it are counted: a play captures the chains of which it takes the last liberty. A
    /// play is judged by itself only if it captures, puts back a stone and leaves as many stones as
    /// some earlier grid has, or if it is a suicide of several stones.
    #[inline(always)]
    pub(crate) fn legal_in<M: Machine, W: Wide<N, K>, const K: usize>(
        &self,
        proof: W::Proof,
        machine: M,
    ) -> Bitboard<S, N> {
        let mut sides = self.position.sides::<K, W>(proof);
        let look = kernel::outlook(sides.board, sides.own, sides.opponent);
        sides.safe = look.safe;
        let [own, opponent] = [sides.own, sides.opponent];
        let empty = sides.board - own - opponent;

        let counts = self.counts_after_quiet_play();
        let loser = self.to_move().opponent() as usize;
        let returning = self.history.returning(self.to_move());
        let (unclear, breathing) = (W::store(look.unclear), W::store(look.breathing));
        // The plays that are no suicide, those that capture, and those judged by themselves.
        let mut lives = W::store(look.quiet) | (unclear & breathing);
        let (mut capturing, mut judged) = (Bitboard::<S, N>::EMPTY, Bitboard::EMPTY);
        let mut lone = W::store(look.lone);
        let asked = (unclear - breathing) | (unclear & returning);
        if !asked.is_empty() {
            let beside = W::load(proof, &asked).neighbors();
            let mut rest = W::store(beside & (opponent - look.safe));
            while let Some((chain, stones)) = take_chain(&mut rest, opponent) {
                let liberties = W::store(chain.neighbors() & empty);
                if liberties.count() == 1 {
                    let mut counts = counts;
                    counts[loser] -= stones.count() as u16;
                    // A play that captures two chains leaves other counts.
                    if self.history.has_pair(counts) || !(liberties & capturing).is_empty() {
                        judged |= liberties & returning;
                    }
                    capturing |= liberties;
                }
            }
            lives |= capturing;
            let tight = asked - lives;
            if !tight.is_empty() {
                let mut rest = W::store(W::load(proof, &tight).neighbors() & own);
                while let Some((chain, _)) = take_chain(&mut rest, own) {
                    let liberties = W::store(chain.neighbors() & empty);
                    if liberties.count() > 1 {
                        lives |= liberties & tight;
                    }
                }
                let (suicides, beside_own) = (tight - lives, W::store(own.neighbors()));
                lone |= suicides - beside_own;
                if self.rules.suicide != Suicide::None {
                    judged |= suicides & beside_own;
                }
            }
        }

        let mut legal = lives - judged;
        let returning = (lives & returning) - capturing;
        if !returning.is_empty() && self.history.has_pair(counts) {
            legal -= self.quiet_repeats(returning);
        }
        // All suicides of lone stones leave the grid as it is, so one answer is enough for all of
        // them.
        if !lone.is_empty() && self.rules.suicide == Suicide::Any && self.allows_standstill() {
            legal |= lone;
        }
        for bit in judged.bits() {
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
        for bit in quiet.bits() {
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

/// Removes a chain of this color from `rest`, which holds stones of it. Returns the chain in words
/// and in limbs, or `None` if `rest` is empty.
#[inline(always)]
fn take_chain<const S: usize, const N: usize, const K: usize, W: Wide<N, K>>(
    rest: &mut Bitboard<S, N>,
    color: Bitboard<S, K, W>,
) -> Option<(Bitboard<S, K, W>, Bitboard<S, N>)> {
    for limb in 0..N {
        let bits = rest.0[limb];
        if bits != 0 {
            let chain = kernel::flood(W::single(&color, limb, bits & bits.wrapping_neg()), color);
            let stones = W::store(chain);
            *rest -= stones;
            return Some((chain, stones));
        }
    }
    None
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
