//! Counts sequences of turns.

use crate::bitboard::Bitboard;
use crate::game::Game;
use crate::legal::Legal;
use crate::simd::{Machine, Task};
use crate::widest::{Wide, in_widest_words};

/// The turns of the sequences to count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turns {
    /// Legal plays and passes.
    All,
    /// Legal plays only.
    Plays,
}

impl<const S: usize, const N: usize> Game<S, N> {
    /// Counts sequences under plain rules. This is a walk through the tree of turns without
    /// recursion, because a recursive function would not be inlined completely.
    #[inline(always)]
    fn perft_in<M: Machine, W: Wide<N, K>, const K: usize>(
        &mut self,
        proof: W::Proof,
        machine: M,
        depth: u32,
        turns: Turns,
    ) -> u64 {
        let with_pass = turns == Turns::All;
        let mut sequences = 0;
        // For each turn of the current sequence, and for the next turn, the turns that remain to be
        // played in its place.
        let mut branches: Vec<Branch<S, N>> = Vec::new();
        loop {
            // The position was not reached before.
            if self.course.is_running() {
                let plays = if const { K > 2 } {
                    machine.call(Legal(self))
                } else {
                    self.legal_in::<M, W, K>(proof, machine)
                };
                if branches.len() + 1 < depth as usize {
                    branches.push(Branch { plays, pass: with_pass });
                } else {
                    sequences += u64::from(plays.count()) + u64::from(with_pass);
                    self.leave(&branches);
                }
            } else {
                self.leave(&branches);
            }
            // Play the next turn from the latest position that has one left.
            loop {
                let Some(branch) = branches.last_mut() else {
                    return sequences;
                };
                if let Some(bit) = branch.plays.bits().next() {
                    branch.plays.0[bit / 64] &= !(1 << (bit % 64));
                    self.make::<M, K, W>(proof, machine, bit);
                    break;
                }
                if branch.pass {
                    branch.pass = false;
                    self.accept_pass();
                    break;
                }
                branches.pop();
                self.leave(&branches);
            }
        }
    }

    /// Takes back the turn that led here, unless the walk began here.
    #[inline(always)]
    fn leave(&mut self, branches: &[Branch<S, N>]) {
        if !branches.is_empty() {
            self.undo_plain();
        }
    }
}

/// The turns that remain to be played from a position.
struct Branch<const S: usize, const N: usize> {
    plays: Bitboard<S, N>,
    pass: bool,
}

pub(crate) struct Perft<'a, const S: usize, const N: usize> {
    pub(crate) game: &'a mut Game<S, N>,
    pub(crate) depth: u32,
    pub(crate) turns: Turns,
}

impl<const S: usize, const N: usize> Task for Perft<'_, S, N> {
    type Output = u64;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> u64 {
        let game = self.game;
        in_widest_words!(machine: M, game.perft_in(self.depth, self.turns))
    }
}
