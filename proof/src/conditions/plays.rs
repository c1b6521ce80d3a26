//! Conditions on all plays at once: what is known of them without trying, and the loop that tries
//! the rest.

use super::flood::Flood;
use super::play::Clearing;
use super::{Problem, Problems, is_partition};
use crate::board::Points;
use crate::graph::{Lit, all};
use crate::kernels::{Kernels, Loop, Outlook};
use crate::spec::{Situation, breathes, closed};
use crate::symbol::Treatment;

pub(super) fn conditions(kernels: &dyn Kernels) -> Vec<Problem> {
    let situation = Situation::any(kernels.frame().board);
    let mut problems = outlook(kernels, &situation);
    problems.extend(lone(kernels, &situation));
    problems.extend(plays(kernels, &situation));
    problems
}

/// Returns the conditions on what is known of all plays without trying them.
fn outlook(kernels: &dyn Kernels, situation: &Situation) -> Vec<Problem> {
    let board = situation.board;
    let Situation { own, opponent, empty, point, .. } = situation;
    let mut problems = Problems::new("outlook", Some(situation));
    kernels.begin(Treatment::ByContract);
    let look = kernels.outlook(own, opponent);
    let grow = Loop::of(&kernels.loops(), 0, 2, board);

    let position = [situation.known];
    let twice = next_to_two(situation);
    let secure =
        |stones: &Points, index| Flood::new(board, stones & &twice, stones.clone(), &grow, index);
    let (own_secure, opponent_secure) = (secure(own, 0), secure(opponent, 1));
    own_secure.conditions(&mut problems, "the own flood", &position);
    opponent_secure.conditions(&mut problems, "the opponent's flood", &position);

    let floods = [own_secure.known(), opponent_secure.known()];
    let clearing = Clearing::new(situation);
    let (alive, own_alive) = (&clearing.opponent.points, &clearing.own.points);
    let hypotheses = [&position[..], &floods, &[clearing.known()]].concat();
    let parts = [&look.quiet, &look.lone, &look.unclear];
    problems.prove(
        "every empty point is quiet, lone or unclear",
        &[&hypotheses],
        is_partition(empty, &parts) & !kernels.beyond(),
    );
    problems.prove(
        "safe stones are whole chains that no play captures",
        &[&hypotheses, &[opponent_secure.least(alive)]],
        look.safe.within(alive) & closed(board, &look.safe, opponent),
    );
    problems.prove(
        "a play next to an empty point is breathing",
        &[&hypotheses],
        (empty & &empty.neighbors(board)).within(&look.breathing),
    );

    let own_secure_lives = own_secure.least(&(own_alive - point));
    problems.prove(
        "a breathing play is no suicide",
        &[&hypotheses, &[point.within(&look.breathing), own_secure_lives]],
        point.within(own_alive),
    );
    calm_conditions(
        &mut problems,
        situation,
        &look,
        &clearing,
        [&own_secure, &opponent_secure],
        &hypotheses,
    );
    problems.list
}

/// Adds the conditions on quiet and lone plays. `own_secure` and `opponent_secure` are the floods
/// through the chains that are known to have more than one liberty.
fn calm_conditions(
    problems: &mut Problems<'_>,
    situation: &Situation,
    look: &Outlook,
    clearing: &Clearing,
    [own_secure, opponent_secure]: [&Flood<'_>; 2],
    hypotheses: &[Lit],
) {
    let board = situation.board;
    let Situation { own, opponent, empty, point, .. } = situation;
    let (alive, own_alive) = (&clearing.opponent.points, &clearing.own.points);
    let doomed = opponent - alive;
    let opponent_is_legal = breathes(board, opponent, empty, &doomed);
    let calm = point.within(&(&look.quiet | &look.lone));
    problems.prove(
        "a quiet or lone play captures nothing",
        &[hypotheses, &[calm, opponent_is_legal, opponent_secure.least(alive)]],
        opponent.within(alive),
    );
    let hypotheses = [hypotheses, &[calm, opponent.same(alive)]].concat();
    let own_doomed = &(&situation.placed() - own_alive) - point;
    let own_is_legal = breathes(board, own, empty, &own_doomed);
    problems.prove(
        "a quiet play is no suicide",
        &[
            &hypotheses,
            &[point.within(&look.quiet), own_is_legal, own_secure.least(&(own_alive - point))],
        ],
        situation.placed().within(own_alive),
    );
    problems.prove(
        "a lone play removes the new stone alone",
        &[&hypotheses, &[point.within(&look.lone), own_is_legal, clearing.own.least(own)]],
        own_alive.same(own),
    );
    let none = Points::none(board);
    problems.control(
        "a lone play",
        &[&hypotheses, &[opponent_secure.least(&none), clearing.least(&none)]],
        point.within(&look.lone),
        board.len() != 2,
    );
}

/// Returns the conditions on the plays that are known to remove the new stone alone.
fn lone(kernels: &dyn Kernels, situation: &Situation) -> Vec<Problem> {
    let board = situation.board;
    let Situation { own, opponent, empty, point, .. } = situation;
    let mut problems = Problems::new("lone", Some(situation));
    kernels.begin(Treatment::ByContract);
    let lone = kernels.lone(own, opponent);
    problems.prove(
        "its points are empty",
        &[&[!own.meets(opponent)]],
        lone.within(empty) & !kernels.beyond(),
    );
    let clearing = Clearing::new(situation);
    let (alive, own_alive) = (&clearing.opponent.points, &clearing.own.points);
    let hypotheses = [situation.known, clearing.known(), point.within(&lone)];
    let opponent_is_legal = breathes(board, opponent, empty, &(opponent - alive));
    problems.prove(
        "a play there captures nothing",
        &[&hypotheses, &[opponent_is_legal]],
        opponent.within(alive),
    );
    let own_doomed = &(&situation.placed() - own_alive) - point;
    let own_is_legal = breathes(board, own, empty, &own_doomed);
    problems.prove(
        "a play there removes the new stone alone",
        &[&hypotheses, &[opponent.same(alive), own_is_legal, clearing.own.least(own)]],
        own_alive.same(own),
    );
    let least = clearing.least(&Points::none(board));
    problems.control("such a play", &[&hypotheses, &[least]], Lit::TRUE, board.len() != 2);
    problems.list
}

/// Returns the first point of a set, as a set.
fn first_of(set: &Points) -> Points {
    let mut lower = Lit::FALSE;
    let is_first = |&point: &Lit| {
        let first = point & !lower;
        lower = lower | point;
        first
    };
    Points(set.0.iter().map(is_first).collect())
}

/// Returns the points with at least two empty neighbors.
fn next_to_two(situation: &Situation) -> Points {
    let board = situation.board;
    let two = |point| {
        let (mut one, mut two) = (Lit::FALSE, Lit::FALSE);
        for neighbor in board.neighbors(point) {
            two = two | (one & situation.empty.0[neighbor]);
            one = one | situation.empty.0[neighbor];
        }
        two
    };
    Points((0..board.len()).map(two).collect())
}

/// Returns the conditions on the loop that tries the unclear plays.
fn plays(kernels: &dyn Kernels, situation: &Situation) -> Vec<Problem> {
    let board = situation.board;
    let Situation { own, opponent, empty, .. } = situation;
    let mut problems = Problems::new("plays", Some(situation));
    kernels.begin(Treatment::ByContract);
    let plays = kernels.plays(own, opponent);
    // The loop that tries plays is the last one, because its step contains the loops of a play.
    let loops = kernels.loops();
    let tries = Loop::of(&loops, loops.len().wrapping_sub(1), 4, board);
    let [unclear, capturing, lone, several] = &tries.state[..] else {
        unreachable!("the loop that tries has four sets")
    };
    // These calls give the answers that the loop uses, because a kernel makes the same loops each time
    // that it gets the same sets.
    let look = kernels.outlook(own, opponent);
    let point = kernels.lowest(unclear);
    let beyond = kernels.beyond();
    let played = kernels.play_beside(own, opponent, &look.safe, &point);

    let known = [!own.meets(opponent), unclear.within(empty)];
    let first = first_of(unclear);
    problems.prove(
        "the point tried is the first unclear one",
        &[&known],
        point.same(&first) & !beyond,
    );

    let alone = own.within(&played.own);
    let none = Points::none(board);
    let start = [&look.unclear, &none, &look.lone, &none];
    problems.prove(
        "trying starts with the outlook",
        &[],
        all(tries.start.iter().zip(start).map(|(set, start)| set.same(start)))
            & !tries.starts_beyond,
    );
    let alone_only = played.suicide & alone;
    let expected = [
        unclear - &point,
        capturing | &point.when(played.captures),
        lone | &point.when(alone_only),
        several | &point.when(played.suicide & !alone),
    ];
    problems.prove(
        "a step records what a play at the point tried does",
        &[&known],
        all(tries.next.iter().zip(&expected).map(|(set, expected)| set.same(expected)))
            & !tries.steps_beyond,
    );
    problems.prove(
        "at the exit no point is unclear",
        &[&known, &[tries.exit, point.same(&first)]],
        !unclear.some(),
    );
    let rest = &(&(empty - capturing) - lone) - several;
    problems.prove(
        "the answer is what was recorded, and the rest is quiet",
        &[&known],
        all([
            plays.capturing.same(capturing),
            plays.lone.same(lone),
            plays.several.same(several),
            plays.quiet.same(&rest),
        ]),
    );
    problems.list
}
