//! Passes under rules that are not plain, and states that stood before.

use crate::bitboard::Bitboard;
use crate::game::Game;
use crate::history::{Grid, Step};
use crate::point::Player;
use crate::rules::LongCycle;

impl<const S: usize, const N: usize> Game<S, N> {
    /// Returns the player whose pass took the button, under [`Button::Used`](crate::Button::Used).
    pub fn button(&self) -> Option<Player> {
        let turn = self.course.button as usize;
        (turn > 0).then(|| self.history.player(turn))
    }

    /// Passes under any rules. The game must be running.
    #[cold]
    pub(crate) fn accept_special_pass(&mut self) {
        let (player, turn) = (self.to_move(), self.turns() + 1);
        let asks = self.is_cleanup() || self.rules.long_cycle == LongCycle::ThirdTime;
        let is_again = asks && self.has_passed_here();
        let is_play = |turn| self.history.is_play(turn);
        self.course.special_pass(player, turn, &self.rules, is_again, is_play);
        self.accept_standstill(Step::PASS);
    }

    /// Returns whether the player to move has passed before with the present grid and the present
    /// blocked points, in this phase and since the game was resumed and the button was taken.
    fn has_passed_here(&self) -> bool {
        let (turn, after) = (self.turns() + 1, self.course.passes_count_after());
        let blocked = self.blocked();
        let is_such = |earlier: usize| {
            earlier > after
                && (turn - earlier).is_multiple_of(2)
                && !self.history.is_play(earlier)
                && self.blocked_after(earlier) == blocked
        };
        self.history.find(self.history.hash(), &self.position.stones, is_such).is_some()
    }

    /// Returns whether this grid, with this hash and these blocked points, has stood twice since the
    /// latest pass with the opponent to move. If nobody has passed, the whole game counts.
    ///
    /// A phase begins with the pass that ends the phase before, so states of other phases are left
    /// out too.
    pub(crate) fn stands_third_time(
        &self,
        hash: u64,
        grid: &Grid<S, N>,
        blocked: Bitboard<S, N>,
    ) -> bool {
        let turn = self.turns() + 1;
        let is_same_state =
            |turns: usize| (turn - turns).is_multiple_of(2) && self.blocked_after(turns) == blocked;
        let Some(latest) = self.history.find(hash, grid, is_same_state) else {
            return false;
        };
        let is_earlier = |turns: usize| turns < latest && is_same_state(turns);
        self.history
            .find(hash, grid, is_earlier)
            .is_some_and(|earlier| (earlier + 1..turn).all(|turn| self.history.is_play(turn)))
    }
}
