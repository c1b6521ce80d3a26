//! The course of a game: the effects of passes, agreements and turns that decide the game.

use crate::bitboard::Bitboard;
use crate::point::{Player, Turn};
use crate::rules::{Agreement, Button, LastPass, Outcome, Rules};
use crate::stage::{Cleanup, Stage};

/// The progress of a game.
#[derive(Clone, Debug)]
pub(crate) struct Course<const S: usize, const N: usize> {
    pub(crate) phase: Phase,
    /// The number of passes of Black and of White.
    pub(crate) passes: [u32; 2],
    /// The number of the pass that took the button, or 0 if none has. Grids that stood before this
    /// many turns are not repeated.
    pub(crate) button: u32,
    sequel: Option<Box<Sequel<S, N>>>,
}

/// What followed the passes that end a game under [`Agreement::None`].
#[derive(Clone, Debug)]
enum Sequel<const S: usize, const N: usize> {
    /// The agreement that these stones are dead, in phase `Agreed`. After an undo it is void.
    Dead(Bitboard<S, N>),
    /// The game continued after a stop, when there had been this many turns. Earlier passes are not
    /// in a row with later ones.
    Resumed(usize),
    /// The cleanup phases. The passes are still part of the game.
    Cleanup(Cleanup<S, N>),
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
        Course { phase: Phase::Running, passes: [0; 2], button: 0, sequel: None }
    }

    /// Returns whether there are turns to take.
    #[inline(always)]
    pub(crate) fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Running)
    }

    /// Adds a pass of this player as turn number `turn`, under plain rules. `is_play` returns whether
    /// an earlier turn was a play.
    #[inline(always)]
    pub(crate) fn pass(
        &mut self,
        player: Player,
        turn: usize,
        rules: &Rules,
        is_play: impl Fn(usize) -> bool,
    ) {
        self.passes[player as usize] += 1;
        let earlier = (self.resumed() + 1..turn).rev();
        let earlier = earlier.take_while(|&turn| !is_play(turn)).count();
        if earlier + 1 >= rules.passes.count() && may_be_last(player, rules) {
            self.end_or_stop(rules);
        }
    }

    /// Adds a pass under any rules. `is_again` is whether the player has passed before in the same
    /// state, which ends the game or its phase as passes in a row do.
    #[cold]
    pub(crate) fn special_pass(
        &mut self,
        player: Player,
        turn: usize,
        rules: &Rules,
        is_again: bool,
        is_play: impl Fn(usize) -> bool,
    ) {
        self.passes[player as usize] += 1;
        if rules.button == Button::Used && self.button == 0 {
            self.button = turn as u32;
            return;
        }
        let earlier = (self.passes_count_after() + 1..turn).rev();
        let row = earlier.take_while(|&turn| !is_play(turn)).count() + 1;
        if !(is_again || row >= rules.passes.count()) || !may_be_last(player, rules) {
            return;
        }
        match self.stage() {
            Stage::Main if rules.agreement == Agreement::Cleanup => {
                self.sequel = Some(Box::new(Sequel::Cleanup(Cleanup::begin(turn))));
            }
            Stage::FirstCleanup => {
                self.cleanup_mut().expect("the first cleanup phase").begin_second(turn);
            }
            Stage::Main | Stage::SecondCleanup => self.end_or_stop(rules),
        }
    }

    /// Returns the number of turns after which passes count. An earlier pass is in no row with a new
    /// one, and does not count as a pass in the same state.
    pub(crate) fn passes_count_after(&self) -> usize {
        let since = self.resumed().max(self.button as usize);
        since.max(self.cleanup().map_or(0, Cleanup::begun))
    }

    /// Stops the game if the players may agree to continue it. Otherwise ends it.
    #[inline(always)]
    fn end_or_stop(&mut self, rules: &Rules) {
        let stops = rules.agreement == Agreement::Resume && self.resumed() == 0;
        self.phase = if stops { Phase::Stopped } else { Phase::Passed };
    }

    /// Returns the number of turns when the game continued after a stop, or 0 if it has not yet.
    #[inline(always)]
    fn resumed(&self) -> usize {
        match self.sequel.as_deref() {
            Some(&Sequel::Resumed(turns)) => turns,
            _ => 0,
        }
    }

    /// Returns the cleanup phases, if the first has begun.
    pub(crate) fn cleanup(&self) -> Option<&Cleanup<S, N>> {
        match self.sequel.as_deref() {
            Some(Sequel::Cleanup(cleanup)) => Some(cleanup),
            _ => None,
        }
    }

    pub(crate) fn cleanup_mut(&mut self) -> Option<&mut Cleanup<S, N>> {
        match self.sequel.as_deref_mut() {
            Some(Sequel::Cleanup(cleanup)) => Some(cleanup),
            _ => None,
        }
    }

    /// Returns the phase of the game.
    pub(crate) fn stage(&self) -> Stage {
        self.cleanup().map_or(Stage::Main, Cleanup::stage)
    }

    /// Ends the game with an agreement on these dead stones.
    pub(crate) fn agree(&mut self, dead: Bitboard<S, N>) {
        self.phase = Phase::Agreed;
        self.sequel = Some(Box::new(Sequel::Dead(dead)));
    }

    /// Returns the stones that are agreed to be dead.
    pub(crate) fn dead(&self) -> Bitboard<S, N> {
        match (self.phase, self.sequel.as_deref()) {
            (Phase::Agreed, Some(&Sequel::Dead(dead))) => dead,
            _ => Bitboard::EMPTY,
        }
    }

    /// Continues the game after a stop, when there have been this many turns.
    pub(crate) fn resume(&mut self, turns: usize) {
        self.phase = Phase::Running;
        self.sequel = Some(Box::new(Sequel::Resumed(turns)));
    }

    /// Takes back a turn of this player, after which `turns` turns are left.
    #[inline(always)]
    pub(crate) fn undo(&mut self, turn: Turn, player: Player, turns: usize) {
        self.phase = Phase::Running;
        if matches!(turn, Turn::Pass) {
            self.passes[player as usize] -= 1;
            if turns < self.resumed() {
                self.sequel = None;
            }
        }
    }

    /// Takes back the rest of a turn under rules that are not plain: the button and the cleanup
    /// phases. `turns` turns are left.
    #[cold]
    pub(crate) fn undo_special(&mut self, turns: usize) {
        if turns < self.button as usize {
            self.button = 0;
        }
        if self.cleanup_mut().is_some_and(|cleanup| !cleanup.undo(turns)) {
            self.sequel = None;
        }
    }
}

/// Returns whether a pass of this player may be the last.
#[inline(always)]
fn may_be_last(player: Player, rules: &Rules) -> bool {
    rules.last_pass == LastPass::Anybody || player == Player::White
}
