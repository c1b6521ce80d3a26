//! Random games, played to their end.

use crate::bitboard::Bitboard;
use crate::game::Game;
use crate::kernel;
use crate::random::Random;
use crate::simd::{Machine, Task};
use crate::widest::{Sides, Wide, in_widest_words};

impl<const S: usize, const N: usize> Game<S, N> {
    /// Plays at random under plain rules.
    #[inline(always)]
    fn playout_in<M: Machine, W: Wide<N, K>, const K: usize>(
        &mut self,
        proof: W::Proof,
        machine: M,
        random: &mut Random,
        limit: usize,
    ) {
        let edge = W::load(proof, &self.position.shape.edge());
        let mut sides = self.position.sides::<K, W>(proof);
        while self.course.is_running() && self.turns() < limit {
            let Sides { board, own, opponent, .. } = sides;
            let empty = board - own - opponent;
            let mut candidates = W::store(empty);
            let mut is_sifted = false;
            (sides.own, sides.opponent) = loop {
                let Some(bit) = draw(machine, &candidates, random) else {
                    self.accept_pass();
                    break (opponent, own);
                };
                let (limb, mask) = (bit / 64, 1 << (bit % 64));
                let point = W::single(&board, limb, mask);
                // A point beside an empty point is no eye, and a play there is no suicide.
                if !is_sifted && (point.neighbors() & empty).is_zero() {
                    let sides = &Sides { board, own, opponent, safe: board.cleared() };
                    let lone_too = self.refuse_suicide(1).is_err();
                    let sift = Sift { sides, edge: &edge, lone_too, candidates: &mut candidates };
                    // The compiler does inlined work in advance, in every turn. In one register, this is
                    // faster, because other work does not wait for it.
                    if const { N > 2 && K == 1 } {
                        sift.run(machine);
                    } else {
                        run_apart(machine, sift);
                    }
                    is_sifted = true;
                    if candidates.0[limb] & mask == 0 {
                        continue;
                    }
                }
                if let Ok(next) = self.judge::<M, K, W>(machine, &sides, bit) {
                    self.accept(&next);
                    break (next.opponent, next.own);
                }
                candidates.0[limb] &= !mask;
            };
        }
        self.position.stones = sides.grid(self.to_move());
    }
}

/// Leaves out the eyes of the player to move. Also leaves out the suicides of a lone stone that are
/// known without trying them, if `lone_too`.
struct Sift<'a, const S: usize, const N: usize, const K: usize, W> {
    sides: &'a Sides<S, K, W>,
    edge: &'a Bitboard<S, K, W>,
    lone_too: bool,
    candidates: &'a mut Bitboard<S, N>,
}

impl<const S: usize, const N: usize, const K: usize, W: Wide<N, K>> Task for Sift<'_, S, N, K, W> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Sides { board, own, opponent, .. } = *self.sides;
        *self.candidates -= W::store(kernel::eyes(board, *self.edge, own, opponent));
        if self.lone_too {
            *self.candidates -= W::store(kernel::lone(board, own, opponent));
        }
    }
}

/// Runs a task in a function that is never inlined. (The function that is compiled for a machine may
/// be inlined into another of that machine.)
#[cold]
#[inline(never)]
fn run_apart<M: Machine, T: Task>(machine: M, task: T) -> T::Output {
    machine.call(task)
}

/// Returns the number of a set bit, chosen evenly. Returns `None` if no bit is set.
#[inline(always)]
fn draw<M: Machine, const S: usize, const N: usize>(
    machine: M,
    set: &Bitboard<S, N>,
    random: &mut Random,
) -> Option<usize> {
    let count = set.count();
    if count == 0 {
        return None;
    }
    let rank = random.below(count);
    // Find the limb that holds the bit of this rank. This is done without a branch, because no
    // processor could predict it.
    let (mut limb, mut before, mut below) = (0, 0, 0);
    let (_, all_but_last) = set.0.split_last()?;
    for (i, bits) in all_but_last.iter().enumerate() {
        below += bits.count_ones();
        let beyond = rank >= below;
        limb = if beyond { i + 1 } else { limb };
        before = if beyond { below } else { before };
    }
    Some(limb * 64 + machine.nth_bit(set.0[limb], rank - before).trailing_zeros() as usize)
}

pub(crate) struct Playout<'a, const S: usize, const N: usize> {
    pub(crate) game: &'a mut Game<S, N>,
    pub(crate) random: &'a mut Random,
    pub(crate) limit: usize,
}

impl<const S: usize, const N: usize> Task for Playout<'_, S, N> {
    type Output = usize;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> usize {
        let game = self.game;
        in_widest_words!(machine: M, game.playout_in(self.random, self.limit));
        game.turns()
    }
}
