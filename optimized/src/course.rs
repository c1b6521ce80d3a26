//! The course of a game: the effects of passes, agreements and turns that decide the game.

use crate::bitboard::Bitboard;
use crate::point::{Player, Turn};
use crate::rules::{Agreement, LastPass, Outcome, Rules};

/// The progress of a game.
#[derive(Clone, Debug)]
pub(crate) struct Course<const S: usize, const N: usize> {
    pub(crate) phase: Phase,
    /// The number of passes of Black and of White.
    pub(crate) passes: [u32; 2],
    /// The number of turns when the game continued after a stop, or 0 if it has not yet. Earlier
    /// passes do not count as being in a row with later ones.
    resumed: usize,
    /// The stones that are agreed to be dead, in phase `Agreed`.
    agreed: Option<Box<Bitboard<S, N>>>,
}

/// Whether there are turns to take, and if not, what decides the game.
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
    /// Begins a game.
    pub(crate) fn new() -> Self {
        Course { phase: Phase::Running, passes: [0; 2], resumed: 0, agreed: None }
    }

    /// Returns whether there are turns to take.
    #[inline(always)]
    pub(crate) fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Running)
    }

    /// Adds a pass of this player as turn number `turn`. `is_play` returns whether an earlier turn
    /// was a play.
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

    /// Ends the game with an agreement on these dead stones.
    pub(crate) fn agree(&mut self, dead: Bitboard<S, N>) {
        self.phase = Phase::Agreed;
        self.agreed = Some(Box::new(dead));
    }

    /// Returns the stones that are agreed to be dead.
    pub(crate) fn dead(&self) -> Bitboard<S, N> {
        match (self.phase, &self.agreed) {
            (Phase::Agreed, Some(dead)) => **dead,
            _ => Bitboard::EMPTY,
        }
    }

    /// Continues the game after a stop, when there have been this many turns.
    pub(crate) fn resume(&mut self, turns: usize) {
        self.phase = Phase::Running;
        self.resumed = turns;
    }

    /// Takes back a turn of this player, after which `turns` turns are left.
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
