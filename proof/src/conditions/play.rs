//! Conditions on a play: opponent stones without a liberty are removed, then own stones without
//! one.

use super::flood::Flood;
use super::{Problem, Problems};
use crate::board::Points;
use crate::graph::{Lit, all};
use crate::kernels::{Kernels, Loop, Played};
use crate::spec::{Reach, Situation, breathes, closed};
use crate::symbol::Treatment;

/// The result of a play by the rule text: which stones reach an empty point, first of the opponent,
/// then of the player.
pub(super) struct Clearing {
    /// The opponent stones that reach an empty point after the new stone is placed.
    pub(super) opponent: Reach,
    /// The own stones that reach an empty point after the opponent's are cleared.
    pub(super) own: Reach,
}

impl Clearing {
    pub(super) fn new(situation: &Situation) -> Clearing {
        let board = situation.board;
        let opponent = Reach::new(board, &situation.opponent, &situation.empty_then());
        let removed = &situation.opponent - &opponent.points;
        let empty = &situation.empty_then() | &removed;
        let own = Reach::new(board, &situation.placed(), &empty);
        Clearing { opponent, own }
    }

    /// Returns the formula that both sets of stones that reach are closed.
    pub(super) fn known(&self) -> Lit {
        self.opponent.closed() & self.own.closed()
    }

    /// Returns the formula that the stones that reach lie in `other`, if `other` is closed. The
    /// formula is about both sets of stones that reach.
    pub(super) fn least(&self, other: &Points) -> Lit {
        self.opponent.least(other) & self.own.least(other)
    }
}

pub(super) fn conditions(kernels: &dyn Kernels) -> Vec<Problem> {
    let board = kernels.frame().board;
    let situation = Situation::any(board);
    let mut problems = Problems::new("play", Some(&situation));
    let Situation { own, opponent, point, .. } = &situation;
    let safe = Points::any(board);
    kernels.begin(Treatment::ByContract);
    let played = kernels.play_beside(own, opponent, &safe, point);
    let loops = kernels.loops();
    let [first, second] = [0, 1].map(|number| Loop::of(&loops, number, 1, board));
    let clearing = Clearing::new(&situation);
    let alive = &clearing.opponent.points;

    // The stones of `safe` are whole chains that reach an empty point wherever the new stone is
    // placed.
    let safe_known = [safe.within(opponent), closed(board, &safe, opponent), safe.within(alive)];
    let position = [&[situation.known], &safe_known[..]].concat();
    // The loop that tries plays also takes steps when no point is left.
    let position_or_none = [&[situation.known_or_none], &safe_known[..]].concat();
    let suspects = opponent - &safe;
    let beside_empty = situation.empty_then().neighbors(board);
    let breathing = Flood::new(board, &suspects & &beside_empty, suspects.clone(), &first, 0);
    let chain = Flood::new(board, point.clone(), situation.placed(), &second, 0);
    breathing.conditions(&mut problems, "the opponent's flood", &position_or_none);
    chain.conditions(&mut problems, "the own flood", &position_or_none);

    let floods = [breathing.known(), chain.known()];
    let hypotheses = [&position[..], &floods, &[clearing.known()]].concat();
    let play = Play { situation: &situation, clearing: &clearing, played: &played };
    play.opponent_conditions(&mut problems, &breathing, &hypotheses);

    // These conditions show that the kernel's opponent stones are the ones that reach.
    let hypotheses = [&hypotheses[..], &[played.opponent.same(alive)]].concat();
    play.own_conditions(&mut problems, &chain, &hypotheses);

    let exact = [&hypotheses[..], &[played.own.same(&clearing.own.points)]].concat();
    play.report_conditions(&mut problems, &exact);
    play.legality_conditions(&mut problems, &exact);
    let none = Points::none(board);
    let least = [breathing.least(&none), clearing.least(&none)];
    play.controls(&mut problems, &[&exact[..], &least].concat());
    problems.prove("padding stays empty", &[&hypotheses], !kernels.beyond());
    problems.list.extend(variants(kernels, &situation));
    problems.list
}

/// A play: the position before it, what the rule text makes of it, and what the kernel does.
#[derive(Clone, Copy)]
struct Play<'a> {
    situation: &'a Situation,
    clearing: &'a Clearing,
    played: &'a Played,
}

impl Play<'_> {
    /// Adds the conditions that the opponent's stones that reach an empty point stay, and no others.
    fn opponent_conditions(
        &self,
        problems: &mut Problems<'_>,
        breathing: &Flood<'_>,
        hypotheses: &[Lit],
    ) {
        let Play { situation, clearing, played } = *self;
        let Situation { board, opponent, empty, .. } = situation;
        let alive = &clearing.opponent.points;
        problems.prove(
            "no opponent stone that reaches empty goes",
            &[hypotheses, &[clearing.opponent.least(&played.opponent)]],
            alive.within(&played.opponent),
        );
        let doomed = opponent - alive;
        let legal = breathes(*board, opponent, empty, &doomed);
        let all_go = [breathing.least(alive)];
        problems.prove(
            "every other opponent stone goes",
            &[hypotheses, &all_go, &[legal]],
            played.opponent.within(alive),
        );
        problems.control(
            "one stays, if the position need not be legal",
            &[hypotheses, &all_go],
            !played.opponent.within(alive),
            board.len() >= 3,
        );
    }

    /// Adds the conditions that the own stones that reach an empty point stay, and no others.
    fn own_conditions(&self, problems: &mut Problems<'_>, chain: &Flood<'_>, hypotheses: &[Lit]) {
        let Play { situation, clearing, played } = *self;
        let Situation { board, own, empty, point, .. } = situation;
        let alive = &clearing.own.points;
        problems.prove(
            "no own stone that reaches empty goes",
            &[hypotheses, &[clearing.own.least(&played.own)]],
            alive.within(&played.own),
        );
        // The own stones that share the fate of the new stone: all of them reach an empty point, or none
        // does. The chain of the new stone is among them.
        let fate = point.meets(alive);
        let placed = situation.placed();
        let same_fate = Points(
            placed.0.iter().zip(&alive.0).map(|(stone, alive)| *stone & alive.same(fate)).collect(),
        );
        let elsewhere = &(&(&placed - alive) - chain.result()) - point;
        let legal = breathes(*board, own, empty, &elsewhere);
        problems.prove(
            "every other own stone goes",
            &[hypotheses, &[legal, chain.least(&same_fate)]],
            played.own.within(alive),
        );
    }

    /// Adds the conditions on what the kernel reports of the play, if its stones are right.
    fn report_conditions(&self, problems: &mut Problems<'_>, exact: &[Lit]) {
        let Play { situation, played, .. } = *self;
        let Situation { own, opponent, point, .. } = situation;
        let opponent_changes = !played.opponent.same(opponent);
        let suicide = !point.within(&played.own);
        problems.prove(
            "captures and suicides are told",
            &[exact],
            played.captures.same(opponent_changes) & played.suicide.same(suicide),
        );
        // The engine toggles the new stone in its hash. It also toggles the removed stones of the side
        // that the kernel says has lost some. Together these must be the points that differ, each once.
        let lost = (&situation.placed() - &played.own).when(played.suicide & !played.captures);
        let captured = (opponent - &played.opponent).when(played.captures);
        problems.prove(
            "what is toggled is what changes",
            &[exact],
            (own ^ &played.own).same(&(point ^ &lost))
                & (opponent ^ &played.opponent).same(&captured)
                & !(played.captures & played.suicide),
        );
    }

    /// Adds the controls: each kind of play must be possible, so the hypotheses do not contradict each
    /// other.
    fn controls(&self, problems: &mut Problems<'_>, exact: &[Lit]) {
        let Play { situation, played, .. } = *self;
        let size = situation.board.len();
        let stays = played.own.same(&situation.own);
        let (captures, suicide) = (played.captures, played.suicide);
        problems.control("a capture", &[exact], captures, size >= 2);
        problems.control("a suicide of a lone stone", &[exact], suicide & stays, size != 2);
        problems.control("a suicide of several stones", &[exact], suicide & !stays, size >= 2);
        problems.control("a play that removes nothing", &[exact], !suicide & !captures, size >= 2);
    }

    /// Adds the conditions that the position after a play is legal again: whole chains, if there are
    /// any, have a liberty.
    fn legality_conditions(&self, problems: &mut Problems<'_>, exact: &[Lit]) {
        let Play { situation, clearing, played } = *self;
        let board = situation.board;
        let empty = &(&Points::all(board) - &played.own) - &played.opponent;
        let sides = [
            ("own", &clearing.own, &played.own),
            ("opponent", &clearing.opponent, &played.opponent),
        ];
        for (name, reach, stones) in sides {
            let chains = Points::any(board);
            problems.prove(
                &format!("{name} stones are legal again"),
                &[exact, &[reach.least(&(&reach.points - &chains))]],
                breathes(board, stones, &empty, &chains),
            );
        }
    }
}

/// Adds the conditions on a play at no point, and on a play for which no stones are known to be
/// safe.
fn variants(kernels: &dyn Kernels, situation: &Situation) -> Vec<Problem> {
    let board = situation.board;
    let Situation { own, opponent, point, .. } = situation;
    let none = Points::none(board);
    let mut problems = Problems::new("play", Some(situation));
    kernels.begin(Treatment::ByContract);
    let plain = kernels.play(own, opponent, point);
    let beside = kernels.play_beside(own, opponent, &none, point);
    problems.prove(
        "the plain play is the one with nothing safe",
        &[],
        all([
            plain.own.same(&beside.own),
            plain.opponent.same(&beside.opponent),
            plain.captures.same(beside.captures),
            plain.suicide.same(beside.suicide),
        ]),
    );
    kernels.begin(Treatment::ByContract);
    let safe = Points::any(board);
    let still = kernels.play_beside(own, opponent, &safe, &none);
    let exits = all(kernels.loops().iter().map(|recorded| recorded.exit));
    problems.prove(
        "a play at no point changes nothing",
        &[&[exits, safe.within(opponent), !own.meets(opponent)]],
        all([still.own.same(own), still.opponent.same(opponent), !still.captures, !still.suicide]),
    );
    problems.list
}
