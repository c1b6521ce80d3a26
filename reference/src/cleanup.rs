//! The phases of a game, and what differs in the cleanup: ko moves, blocked points and unblocking.

use crate::game::{Game, Illegal, Past, Turn};
use crate::grid::{Color, Grid, Player, Point};
use crate::rules::Agreement;
use crate::standing::{Begun, Phase, Standing};

// TT8/cleanup: a first and a second cleanup phase follow the main phase.
impl Game {
    /// Returns the present phase. After the end of the game, this is the phase in which it ended.
    pub fn phase(&self) -> Phase {
        self.present().phase
    }

    /// Returns the present phase, and when it began.
    pub(crate) fn present(&self) -> Begun {
        let cleanup = [Phase::SecondCleanup, Phase::FirstCleanup];
        cleanup.into_iter().find_map(|phase| self.begun(phase)).unwrap_or(self.main_phase())
    }

    /// Returns when the main phase began.
    fn main_phase(&self) -> Begun {
        // Passes from before the players disagreed are in no row with later ones.
        Begun { phase: Phase::Main, turns: self.end.disagreed.unwrap_or(0) }
    }

    /// Returns when a phase began, if it has begun.
    pub(crate) fn begun(&self, phase: Phase) -> Option<Begun> {
        let before = match phase {
            Phase::Main => return Some(self.main_phase()),
            Phase::FirstCleanup => Phase::Main,
            Phase::SecondCleanup => Phase::FirstCleanup,
        };
        match self.rules().agreement {
            Agreement::Cleanup => self.ended(before).map(|turns| Begun { phase, turns }),
            Agreement::None | Agreement::DeadPoints | Agreement::Resume => None,
        }
    }

    /// Returns how many turns had been taken when passes ended a phase, if they have ended it.
    pub(crate) fn ended(&self, phase: Phase) -> Option<usize> {
        let begun = self.begun(phase)?;
        (begun.turns + 1..=self.past().len()).find(|&number| self.is_ended_by(begun, number))
    }

    /// Returns the points that are blocked, row by row from the bottom, each row from the left.
    /// After the end of the game, these are the points that were blocked at the end.
    pub fn blocked(&self) -> Vec<Point> {
        self.blocked_after(self.present(), self.past().len())
    }

    /// Returns the points that were blocked when `turns` turns of the game had been taken. The last
    /// of them was a turn of this phase, or else the phase began then.
    pub(crate) fn blocked_after(&self, begun: Begun, turns: usize) -> Vec<Point> {
        (begun.turns..turns).fold(Vec::new(), |blocked, before| {
            self.blocked_by(begun.phase, blocked, self.coloring(before), &self.past()[before])
        })
    }

    /// Returns the points that are blocked after a turn of this phase. The turn finds the grid `found`
    /// and the points `blocked`.
    pub(crate) fn blocked_by(
        &self,
        phase: Phase,
        mut blocked: Vec<Point>,
        found: &Grid,
        taken: &Past,
    ) -> Vec<Point> {
        let point = match (phase, taken.turn) {
            (Phase::Main, _) | (_, Turn::Pass) => return blocked,
            (_, Turn::Move(point)) => point,
        };
        let mut left = taken.grid.clone();
        if left == *found {
            // The turn is an unblocking. It names the point that is blocked no more, or the ko move
            // that would clear it.
            match self.move_leaves(taken.player, found, point) {
                Ok(cleared) => left = cleared,
                Err(_) => blocked.retain(|&each| each != point),
            }
        } else if self.is_ko_move(taken.player, found, &left) {
            blocked.push(point);
        }
        // A point that is empty after a move is blocked no more.
        let stays = |point: &Point| blocked.contains(point) && left.color(*point) != Color::Empty;
        found.points().filter(stays).collect()
    }

    /// Returns whether a move that finds and leaves these grids is a ko move: the opponent has a move
    /// that leaves the grid that it found.
    fn is_ko_move(&self, player: Player, found: &Grid, left: &Grid) -> bool {
        let opponent = player.opponent();
        // The reply gives a point its color again, so only points that had the opponent's color are
        // tried. A move that leaves the grid that it found clears none of these: it is no ko move.
        found.points().filter(|&point| found.color(point) == opponent.color()).any(|reply| {
            self.move_leaves(opponent, left, reply).is_ok_and(|restored| restored == *found)
        })
    }

    /// Returns whether a turn of the present player at this point would be an unblocking. It unblocks
    /// this point, or a point that a ko move at this point would clear.
    ///
    /// # Panics
    ///
    /// If the point is not on the grid.
    pub fn unblocks(&self, point: Point) -> bool {
        if self.phase() == Phase::Main || self.standing() != Standing::Running {
            return false;
        }
        let (player, found) = (self.player(), self.grid());
        let clears_blocked =
            |left: &Grid| self.blocked().iter().any(|&blocked| left.color(blocked) == Color::Empty);
        let by_ko_move = self
            .move_leaves(player, found, point)
            .is_ok_and(|left| self.is_ko_move(player, found, &left) && clears_blocked(&left));
        let neighbors = |color: Color| {
            found.adjacent(point).filter(|&neighbor| found.color(neighbor) == color).count()
        };
        let opponent = player.opponent().color();
        let by_name = found.color(point) == opponent
            && neighbors(opponent) == 0
            && neighbors(Color::Empty) == 1
            && self.blocked().contains(&point);
        by_ko_move || by_name
    }

    /// Returns whether the turn that was taken after `turns` others is an unblocking: a turn at a point,
    /// in a cleanup phase, that leaves the grid as it is. No move does that in a cleanup phase.
    pub(crate) fn is_unblocking(&self, turns: usize) -> bool {
        let taken = &self.past()[turns];
        taken.turn != Turn::Pass
            && taken.grid == *self.coloring(turns)
            && self.begun(Phase::FirstCleanup).is_some_and(|begun| begun.turns <= turns)
    }

    /// Returns an error if a move at `point` that leaves the grid `left` is no turn in the present
    /// cleanup phase. It must not be a ko move that clears a blocked point: there, the turn is an
    /// unblocking.
    pub(crate) fn check_move_in_cleanup(&self, point: Point, left: &Grid) -> Result<(), Illegal> {
        let (player, found) = (self.player(), self.grid());
        let turns = self.past().len();
        if left == found {
            return Err(Illegal::Repeats { earlier: turns });
        }
        if !self.is_ko_move(player, found, left) {
            return Ok(());
        }
        let made = (self.present().turns..turns).find(|&before| {
            let past = &self.past()[before];
            (past.player, past.turn) == (player, Turn::Move(point))
                && self.is_move(before)
                && self.coloring(before) == found
        });
        made.map_or(Ok(()), |before| Err(Illegal::MadeBefore { earlier: before + 1 }))
    }

    /// Returns the points that a player has for the second cleanup phase: one for every move, less one
    /// for every point that became hers in that phase and is in none of her independent regions.
    ///
    /// The difference is not negative, because a move made every such point hers, each a different one.
    pub(crate) fn points_of_cleanup(&self, counted: &Grid, player: Player) -> usize {
        let Some(begun) = self.begun(Phase::SecondCleanup) else { return 0 };
        let is_hers = |&turns: &usize| self.past()[turns].player == player && self.is_move(turns);
        let regions = counted.independent_regions(player);
        let color = player.color();
        let became_hers = |&point: &Point| {
            counted.color(point) == color && self.coloring(begun.turns).color(point) != color
        };
        let independent = |point: &Point| regions.iter().any(|region| region.contains(point));
        let moves = (begun.turns..self.past().len()).filter(is_hers).count();
        let filled =
            counted.points().filter(became_hers).filter(|point| !independent(point)).count();
        moves - filled
    }
}
