//! What ends when a coloring has stood before: a phase at a second pass, the game at a third time.

use crate::game::{Game, Past, Turn};
use crate::grid::Grid;
use crate::rules::Cycle;
use crate::standing::{Begun, Phase};

// TT8/third-time: a second pass with the same coloring, or a coloring that stands for the third time.
// Both always hold in the cleanup phases, where the same points must be blocked too.
impl Game {
    /// Returns whether turn number `number`, a pass in this phase, is a second pass: its player has
    /// passed before in the same phase, with the same coloring and the same blocked points.
    ///
    /// In a main phase without `TT8/third-time`, no pass is one.
    pub(crate) fn is_second_pass(&self, begun: Begun, number: usize) -> bool {
        // Turn number `i` finds the coloring that stands after `i - 1` turns.
        let found = number - 1;
        let same = |earlier: usize| {
            let (then, now) = (&self.past()[earlier], &self.past()[found]);
            (then.player, then.turn) == (now.player, Turn::Pass)
                && self.coloring(earlier) == self.coloring(found)
                && self.blocked_after(begun, earlier) == self.blocked_after(begun, found)
        };
        self.counts_third_time(begun.phase) && (begun.turns.max(self.earliest())..found).any(same)
    }

    /// Returns whether the latest turn is a second pass: its player has passed before in the phase that
    /// it found, with the same coloring and the same blocked points.
    ///
    /// In a main phase without `TT8/third-time`, no pass is one.
    pub fn has_passed_again(&self) -> bool {
        let number = self.past().len();
        let phases = [Phase::SecondCleanup, Phase::FirstCleanup, Phase::Main];
        let begun = phases
            .into_iter()
            .find_map(|phase| self.begun(phase).filter(|begun| begun.turns < number));
        let is_pass = self.past().last().is_some_and(|past| past.turn == Turn::Pass);
        is_pass && begun.is_some_and(|begun| self.is_second_pass(begun, number))
    }

    /// Returns whether what a turn leaves, which is no pass, has stood twice before since the latest
    /// pass of the phase: the same grid, with the same points blocked and the same player to take the
    /// next turn.
    pub(crate) fn stands_third_time(&self, turn: Turn, grid: &Grid) -> bool {
        let (begun, turns) = (self.present(), self.past().len());
        if !self.counts_third_time(begun.phase) {
            return false;
        }
        let is_pass = |&turns: &usize| self.past()[turns].turn == Turn::Pass;
        let latest_pass = (begun.turns..turns).rev().find(is_pass).map(|before| before + 1);
        let player = self.player();
        let taken = Past { player, turn, grid: grid.clone() };
        let blocked = || self.blocked_by(begun.phase, self.blocked(), self.grid(), &taken);
        let same = |&earlier: &usize| {
            self.player_after(earlier) == player.opponent()
                && self.coloring(earlier) == grid
                && self.blocked_after(begun, earlier) == blocked()
        };
        (latest_pass.unwrap_or(begun.turns)..=turns).filter(same).count() >= 2
    }

    /// Returns whether second passes and third times count in a phase.
    fn counts_third_time(&self, phase: Phase) -> bool {
        phase != Phase::Main || self.rules().cycle == Cycle::ThirdTime
    }
}
