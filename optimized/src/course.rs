//! The course of a game: the effects of passes, agreements and decisive turns.

use crate::bitboard::Bitboard;
use crate::point::{Player, Turn};
use crate::rules::{Agreement, LastPass, Outcome, Rules};

/// How far a game has come.
#[derive(Clone, Debug)]
pub(crate) struct Course<const S: usize, const N: usize> {
    pub(crate) phase: Phase,
    /// The number of passes of Black and of White.
    pub(crate) passes: [u32; 2],
    /// The number of turns when the game went on after a stop; 0 if it has not yet. Passes until
    /// then are in no row with later ones.
    resumed: usize,
    /// The stones that are agreed to be dead, in the phase of that name.
    agreed: Option<Box<Bitboard<S, N>>>,
}

/// Whether there are turns to take, and what decides the game if not.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Phase {
    /// The players take turns.
    Running,
    /// Passes stopped the game: the players agree or disagree.
    Stopped,
    /// Passes ended the game: the score decides it.
    Passed,
    /// The players agreed on dead stones: the score without them decides the game.
    Agreed,
    /// A turn decided the game.
    Decided(Outcome),
}

impl<const S: usize, const N: usize> Course<S, N> {
    /// The beginning of a game.
    pub(crate) fn new() -> Self {
        Course { phase: Phase::Running, passes: [0; 2], resumed: 0, agreed: None }
    }

    /// Are there turns to take?
    #[inline(always)]
    pub(crate) fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Running)
    }

    /// Goes on with a pass of this player, the turn of the number `turn`. Of each turn before it,
    /// `is_play` tells whether it was a play.
    #[inline(always)]
    pub(crate) fn pass(
        &mut self,
        player: Player,
        turn: usize,
        rules: &Rules,
        is_play: impl Fn(usize) -> bool,
    ) {
        self.passes[player as usize] += 1;
        let earlier = (self.resumed + 1..turn).rev().take_while(|&turn| !is_play(turn)).count();
        let may_be_last = rules.last_pass == LastPass::Anybody || player == Player::White;
        if earlier + 1 >= rules.passes.count() && may_be_last {
            let stops = rules.agreement == Agreement::Resume && self.resumed == 0;
            self.phase = if stops { Phase::Stopped } else { Phase::Passed };
        }
    }

    /// Ends with an agreement on these dead stones.
    pub(crate) fn agree(&mut self, dead: Bitboard<S, N>) {
        self.phase = Phase::Agreed;
        self.agreed = Some(Box::new(dead));
    }

    /// The stones that are agreed to be dead.
    pub(crate) fn dead(&self) -> Bitboard<S, N> {
        match (self.phase, &self.agreed) {
            (Phase::Agreed, Some(dead)) => **dead,
            _ => Bitboard::EMPTY,
        }
    }

    /// Resumes the game after a stop and this many turns.
    pub(crate) fn resume(&mut self, turns: usize) {
        self.phase = Phase::Running;
        self.resumed = turns;
    }

    /// Goes back to before a turn of this player; `turns` turns are left.
    #[inline(always)]
    pub(crate) fn undo(&mut self, turn: Turn, player: Player, turns: usize) {
        self.phase = Phase::Running;
        if matches!(turn, Turn::Pass) {
            self.passes[player as usize] -= 1;
            if turns < self.resumed {
                self.resumed = 0;
            }
        }
    }
}
