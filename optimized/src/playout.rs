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
            let mut candidates = W::store(empty - kernel::eyes(board, edge, own, opponent));
            (sides.own, sides.opponent) = loop {
                let Some(bit) = draw(machine, &candidates, random) else {
                    self.accept_pass();
                    break (opponent, own);
                };
                if let Ok(next) = self.judge::<M, K, W>(machine, &sides, bit) {
                    self.accept(&next);
                    break (next.opponent, next.own);
                }
                // Most refused plays are suicides of a lone stone, and where there is one, there are more.
                // Those that are known without trying them are left out at once.
                if self.refuse_suicide(1).is_err() {
                    let sides = Sides { board, own, opponent, safe: board.cleared() };
                    // The compiler does inlined work in advance, in every turn. This is faster if the
                    // work is on one register, beside other work, and much slower otherwise.
                    if const { N > 2 && K == 1 } {
                        candidates -= lone(&sides);
                    } else {
                        leave_out_lone(machine, &sides, &mut candidates);
                    }
                }
                candidates.0[bit / 64] &= !(1 << (bit % 64));
            };
        }
        self.position.stones = sides.grid(self.to_move());
    }
}

/// Returns suicides of a lone stone that are known without trying them.
#[inline(always)]
fn lone<const S: usize, const N: usize, const K: usize, W: Wide<N, K>>(
    sides: &Sides<S, K, W>,
) -> Bitboard<S, N> {
    W::store(kernel::lone(sides.board, sides.own, sides.opponent))
}

/// Leaves out the points of [`lone`]. (This is a function around the call, because functions that are
/// compiled for some instructions may be inlined although they are marked `#[inline(never)]`.)
#[cold]
#[inline(never)]
fn leave_out_lone<M: Machine, const S: usize, const N: usize, const K: usize, W: Wide<N, K>>(
    machine: M,
    sides: &Sides<S, K, W>,
    candidates: &mut Bitboard<S, N>,
) {
    machine.call(LeaveOutLone { sides, candidates });
}

struct LeaveOutLone<'a, const S: usize, const N: usize, const K: usize, W> {
    sides: &'a Sides<S, K, W>,
    candidates: &'a mut Bitboard<S, N>,
}

impl<const S: usize, const N: usize, const K: usize, W: Wide<N, K>> Task
    for LeaveOutLone<'_, S, N, K, W>
{
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        *self.candidates -= lone(self.sides);
    }
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
