//! Compares kernels with the rule text on a small board, with nothing left out: all loops are
//! unrolled on both sides.
//!
//! The proof does not need this. This module finds the positions on which a wrong kernel is wrong.
//! It also confirms on small boards what the conditions say, without contracts and without a choice
//! of instances.

use crate::board::{Board, Points};
use crate::graph::{Lit, all};
use crate::kernels::Kernels;
use crate::spec::{Reach, Situation};
use crate::symbol::Treatment;

/// The part of the kernels that is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aspect {
    /// The stones after a play, and what the kernel reports of it.
    Play,
    /// What is known of plays without trying them.
    Outlook,
    /// The plays that are known to remove the new stone alone.
    Lone,
    /// What all plays remove.
    Plays,
    /// The area.
    Area,
}

impl Aspect {
    /// All aspects.
    pub const ALL: [Aspect; 5] =
        [Aspect::Play, Aspect::Outlook, Aspect::Lone, Aspect::Plays, Aspect::Area];
}

/// Returns the formula that every stone reaches an empty point, and that no point has two stones.
pub fn legal(situation: &Situation) -> Lit {
    let Situation { board, own, opponent, empty, .. } = situation;
    let alive =
        |stones: &Points| stones.within(&Reach::unrolled(*board, stones, empty, board.len()));
    situation.known & alive(own) & alive(opponent)
}

/// The result of a play by the rule text.
#[derive(Clone, Debug)]
pub struct Text {
    /// The stones of the player who played.
    pub own: Points,
    /// The stones of the opponent.
    pub opponent: Points,
    /// Whether opponent stones are removed.
    pub captures: Lit,
    /// Whether own stones are removed.
    pub suicide: Lit,
    /// Whether the new stone is removed, and no other own stone.
    pub lone: Lit,
}

impl Text {
    /// Applies the rule text to a situation, in as many rounds as the board has points.
    pub fn new(situation: &Situation) -> Text {
        let (board, rounds) = (situation.board, situation.board.len());
        let then = situation.empty_then();
        let opponent = Reach::unrolled(board, &situation.opponent, &then, rounds);
        let empty = &then | &(&situation.opponent - &opponent);
        let own = Reach::unrolled(board, &situation.placed(), &empty, rounds);
        let captures = !opponent.same(&situation.opponent);
        let suicide = !own.same(&situation.placed());
        let lone = suicide & own.same(&situation.own);
        Text { own, opponent, captures, suicide, lone }
    }
}

/// Returns the formula that the kernels differ from the rule text.
pub fn differs(kernels: &dyn Kernels, aspect: Aspect, situation: &Situation) -> Lit {
    let Situation { board, own, opponent, empty, point, .. } = situation;
    kernels.begin(Treatment::Unrolled { steps: board.len() });
    let text = Text::new(situation);
    let agrees = match aspect {
        Aspect::Play => {
            let played = kernels.play_beside(own, opponent, &Points::none(*board), point);
            all([
                played.own.same(&text.own),
                played.opponent.same(&text.opponent),
                played.captures.same(text.captures),
                played.suicide.same(text.suicide),
            ])
        }
        Aspect::Outlook => {
            let look = kernels.outlook(own, opponent);
            let removes_nothing = !text.captures & !text.suicide;
            all([
                point.meets(&look.quiet).implies(removes_nothing),
                point.meets(&look.lone).implies(text.lone),
                point.within(&(&(&look.quiet | &look.lone) | &look.unclear)),
                point.meets(&look.breathing).implies(!text.suicide),
                look.safe.within(&text.opponent),
            ])
        }
        Aspect::Lone => point.meets(&kernels.lone(own, opponent)).implies(text.lone),
        Aspect::Plays => {
            let plays = kernels.plays(own, opponent);
            all([
                point.meets(&plays.capturing).same(text.captures),
                point.meets(&plays.lone).same(text.lone),
                point.meets(&plays.several).same(text.suicide & !text.lone),
                point.meets(&plays.quiet).same(!text.captures & !text.suicide),
            ])
        }
        Aspect::Area => {
            let [own_area, opponent_area] = kernels.area(own, opponent);
            let reach = |stones| Reach::unrolled(*board, empty, stones, board.len());
            let (reaches_own, reaches_opponent) = (reach(own), reach(opponent));
            own_area.same(&(own | &(&reaches_own - &reaches_opponent)))
                & opponent_area.same(&(opponent | &(&reaches_opponent - &reaches_own)))
        }
    };
    !agrees
}

/// Makes a situation of constants: own stones, opponent stones, the point to play at.
pub fn drawn(board: Board, sets: &[Vec<bool>; 3]) -> Situation {
    let [own, opponent, point] =
        sets.each_ref().map(|set| Points(set.iter().map(|&bit| Lit::constant(bit)).collect()));
    Situation::new(board, own, opponent, point)
}
