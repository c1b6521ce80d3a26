//! Conditions on floods: the loops of which all kernels are made.

use super::{Problem, Problems};
use crate::board::{Board, Points};
use crate::graph::Lit;
use crate::kernels::{Kernels, Loop};
use crate::spec::{closed, least_flood};
use crate::symbol::Treatment;

/// One of the floods that a loop grows side by side: what the kernel has to start it from, and
/// where the kernel has to keep it.
pub(super) struct Flood<'a> {
    board: Board,
    seed: Points,
    region: Points,
    recorded: &'a Loop,
    index: usize,
}

impl<'a> Flood<'a> {
    pub(super) fn new(
        board: Board,
        seed: Points,
        region: Points,
        recorded: &'a Loop,
        index: usize,
    ) -> Flood<'a> {
        Flood { board, seed, region, recorded, index }
    }

    /// Returns the set to which the flood has grown.
    pub(super) fn result(&self) -> &Points {
        &self.recorded.state[self.index]
    }

    fn next(&self) -> &Points {
        &self.recorded.next[self.index]
    }

    /// Returns what the contract and the conditions on the loop say of the result. The result has
    /// passed the exit test, holds the seed, and lies in the region. It is closed in the region,
    /// unless the state was good enough to stop.
    pub(super) fn known(&self) -> Lit {
        let result = self.result();
        self.recorded.exit
            & self.seed.within(result)
            & result.within(&self.region)
            & (self.recorded.enough | closed(self.board, result, &self.region))
    }

    /// Returns the formula that the result lies in `other`, if that set holds the seed and is
    /// closed in the region.
    pub(super) fn least(&self, other: &Points) -> Lit {
        least_flood(self.board, &self.seed, &self.region, self.result(), other)
    }

    /// Adds the conditions under which [`known`](Flood::known) and [`least`](Flood::least) are true
    /// of the real loop.
    pub(super) fn conditions(&self, problems: &mut Problems<'_>, what: &str, known: &[Lit]) {
        let start = &self.recorded.start[self.index];
        problems.prove(
            &format!("{what} starts from its seed, in its region"),
            &[known],
            start.same(&self.seed) & start.within(&self.region) & !self.recorded.starts_beyond,
        );
        let inside = self.result().within(&self.region);
        let neighbors = &self.result().neighbors(self.board) & &self.region;
        problems.prove(
            &format!("{what} steps to the neighbors in its region"),
            &[known, &[inside]],
            self.next().same(&(self.result() | &neighbors)) & !self.recorded.steps_beyond,
        );
    }
}

pub(super) fn conditions(kernels: &dyn Kernels) -> Vec<Problem> {
    let board = kernels.frame().board;
    let mut problems = Problems::new("flood", None);
    let (seed, region) = (Points::any(board), Points::any(board));
    let known = [seed.within(&region)];
    kernels.begin(Treatment::ByContract);
    let result = kernels.flood(&seed, &region);
    let loops = kernels.loops();
    let grow = Loop::of(&loops, 0, 1, board);
    let flood = Flood::new(board, seed, region, &grow, 0);

    let (state, next) = (flood.result(), flood.next());
    let inside = [state.within(&flood.region)];
    let around = &state.neighbors(board) & &flood.region;
    problems.prove("a step adds only neighbors", &[&inside], next.within(&(state | &around)));
    problems.prove("a step loses no point", &[&inside], state.within(next));
    problems.prove(
        "closed at the exit",
        &[&inside, &[grow.exit]],
        closed(board, state, &flood.region),
    );
    problems.prove("padding stays empty", &[&inside], !grow.steps_beyond & !kernels.beyond());
    flood.conditions(&mut problems, "the loop", &known);
    problems.prove("the answer is the loop's result", &[&known], result.same(state));
    problems.list
}
