//! Conditions on the area, the eyes, and the points that the engine takes for the board.

use super::flood::Flood;
use super::{Problem, Problems};
use crate::board::{Board, Points};
use crate::graph::{Lit, all, any};
use crate::kernels::{Kernels, Loop};
use crate::spec::{Reach, Situation};
use crate::symbol::Treatment;

pub(super) fn conditions(kernels: &dyn Kernels) -> Vec<Problem> {
    let board = kernels.frame().board;
    let situation = Situation::any(board);
    let mut problems = Problems::new("area", Some(&situation));
    let Situation { own, opponent, empty, .. } = &situation;
    kernels.begin(Treatment::ByContract);
    let [own_area, opponent_area] = kernels.area(own, opponent);
    let grow = Loop::of(&kernels.loops(), 0, 2, board);

    let position = [!own.meets(opponent)];
    let flood = |stones: &Points, index| {
        let seed = &stones.neighbors(board) & empty;
        Flood::new(board, seed, empty.clone(), &grow, index)
    };
    let floods = [flood(own, 0), flood(opponent, 1)];
    floods[0].conditions(&mut problems, "the own flood", &position);
    floods[1].conditions(&mut problems, "the opponent's flood", &position);
    let reaches = [own, opponent].map(|stones| Reach::new(board, empty, stones));
    let mut hypotheses = position.to_vec();
    for (flood, reach) in floods.iter().zip(&reaches) {
        let closed = [flood.known(), reach.closed()];
        hypotheses.extend(closed);
        hypotheses.extend([reach.least(flood.result()), flood.least(&reach.points)]);
    }
    let none = Points::none(board);
    let least = reaches.each_ref().map(|reach| reach.least(&none));
    let [reaches_own, reaches_opponent] = reaches.map(|reach| reach.points);
    problems.prove(
        "stones, and empty points that reach no other color",
        &[&hypotheses],
        own_area.same(&(own | &(&reaches_own - &reaches_opponent)))
            & opponent_area.same(&(opponent | &(&reaches_opponent - &reaches_own)))
            & !kernels.beyond(),
    );
    let neutral = reaches_own.meets(&reaches_opponent);
    problems.control(
        "a point that counts for neither",
        &[&hypotheses, &least],
        neutral,
        board.len() >= 3,
    );
    problems.list.extend(eyes(kernels, &situation));
    problems.list
}

fn eyes(kernels: &dyn Kernels, situation: &Situation) -> Vec<Problem> {
    let Situation { board, own, opponent, empty, .. } = situation;
    let mut problems = Problems::new("eyes", Some(situation));
    kernels.begin(Treatment::ByContract);
    let answer = kernels.eyes(own, opponent);
    let position = [!own.meets(opponent)];
    let eye = |point| is_eye(*board, own, opponent, empty, point);
    let eyes = Points((0..board.len()).map(eye).collect());
    problems.prove(
        "empty, own neighbors, too few diagonals to break it",
        &[&position],
        answer.same(&eyes) & !kernels.beyond(),
    );
    problems.control("an eye", &[&position], answer.some(), true);

    let mut shape = Problems::new("shape", None);
    let edge = Points((0..board.len()).map(|point| Lit::constant(board.is_edge(point))).collect());
    kernels.begin(Treatment::ByContract);
    let [points, engine_edge] = kernels.shape();
    shape.prove(
        "the points and the edge of the board",
        &[],
        points.same(&Points::all(*board)) & engine_edge.same(&edge) & !kernels.beyond(),
    );
    problems.list.extend(shape.list);
    problems.list
}

fn is_eye(board: Board, own: &Points, opponent: &Points, empty: &Points, point: usize) -> Lit {
    let surrounded = all(board.neighbors(point).into_iter().map(|next| own.0[next]));
    let diagonals = board.diagonals(point);
    let stones: Vec<Lit> = diagonals.iter().map(|&next| opponent.0[next]).collect();
    let pairs = stones.iter().enumerate().flat_map(|(i, &one)| {
        stones[..i].iter().map(move |&other| one & other).collect::<Vec<_>>()
    });
    let broken = if board.is_edge(point) { any(stones.clone()) } else { any(pairs) };
    empty.0[point] & surrounded & !broken
}
