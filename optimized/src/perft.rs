//! Counts sequences of turns.

use crate::bitboard::Bitboard;
use crate::game::Game;
use crate::layouts::{Has, Layouts};
use crate::legal::Legal;
use crate::point::Turn;
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

impl<const S: usize, const N: usize> Game<S, N>
where
    Layouts: Has<S, N>,
{
    /// Returns the number of sequences of exactly `depth` turns from here. A game that is over or
    /// stopped has no further turns, and the players never agree or disagree. The last turns are
    /// counted in bulk, without being played. The game is unchanged afterwards.
    ///
    /// ```
    /// use superko_optimized::{Game, Rules, Shape, Turns};
    /// let shape = Shape::new(2, 1).unwrap();
    /// let mut game = Game::<8, 1>::new(shape, Rules::TROMP_TAYLOR);
    /// assert_eq!(game.perft(1, Turns::All), 3);
    /// assert_eq!(game.perft(2, Turns::Plays), 2);
    /// ```
    pub fn perft(&mut self, depth: u32, turns: Turns) -> u64 {
        match depth {
            0 => 1,
            _ if self.plain => Layouts::perft(self, depth, turns),
            _ => self.perft_by_turns(depth, turns),
        }
    }

    /// Counts sequences under all rules. Every turn except the last is played.
    fn perft_by_turns(&mut self, depth: u32, turns: Turns) -> u64 {
        if !self.course.is_running() {
            return 0;
        }
        let (plays, pass) = (self.legal(), (turns == Turns::All).then_some(Turn::Pass));
        if depth == 1 {
            return u64::from(plays.count()) + pass.iter().len() as u64;
        }
        let mut sequences = 0;
        for turn in plays.into_iter().map(Turn::Play).chain(pass) {
            self.play(turn).expect("the turn is legal");
            sequences += self.perft_by_turns(depth - 1, turns);
            self.undo();
        }
        sequences
    }
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
            self.undo();
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
