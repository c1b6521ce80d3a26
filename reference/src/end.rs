//! The end of a game: when there are no more turns, what the players may then agree on, and the outcome.

use crate::game::{Game, Illegal, Turn};
use crate::grid::{Color, Grid, Player, Point};
use crate::rules::{Agreement, Attempt, Cycle, LastPass, PassCost, Passes, Repeat, Scoring, Tax};
use crate::score::{Outcome, Score};
use crate::standing::{Begun, Phase, Standing};
use std::fmt;

/// The reason why the players cannot agree or disagree now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unasked {
    /// The rules in force let the players agree on nothing, or not at this time.
    NotNow,
    /// A point that is empty cannot be dead.
    Empty {
        /// The point.
        point: Point,
    },
}

impl fmt::Display for Unasked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unasked::NotNow => write!(f, "there is nothing to agree on now"),
            Unasked::Empty { .. } => write!(f, "an empty point cannot be dead"),
        }
    }
}

impl std::error::Error for Unasked {}

impl Game {
    /// Returns whether the game continues, has stopped, or is over.
    pub fn standing(&self) -> Standing {
        if self.end.outcome.is_some() {
            return Standing::Over;
        }
        if !self.passes_have_ended_game() {
            return Standing::Running;
        }
        match self.rules().agreement {
            // TT8/resume: the first time the game stops until the players agree, or disagree.
            Agreement::Resume if self.end.disagreed.is_none() && self.end.dead.is_none() => {
                Standing::Stopped
            }
            Agreement::None | Agreement::DeadPoints | Agreement::Resume | Agreement::Cleanup => {
                Standing::Over
            }
        }
    }

    /// Returns whether passes have ended the last phase of the game.
    fn passes_have_ended_game(&self) -> bool {
        let last = match self.rules().agreement {
            Agreement::None | Agreement::DeadPoints | Agreement::Resume => Phase::Main,
            Agreement::Cleanup => Phase::SecondCleanup,
        };
        self.ended(last).is_some()
    }

    /// Returns whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.standing() == Standing::Over
    }

    // TT8: two passes in a row end the game.
    /// Returns whether turn number `number` is a pass that ends this phase, which has not ended before.
    pub(crate) fn is_ended_by(&self, begun: Begun, number: usize) -> bool {
        let is_pass = |number: usize| self.past()[number - 1].turn == Turn::Pass;
        if !is_pass(number) {
            return false;
        }
        let enough = match self.rules().passes {
            Passes::Two => 2,
            // TT8/three-passes: three do.
            Passes::Three => 3,
            // TT8/four-passes: four do.
            Passes::Four => 4,
        };
        let whose = match self.rules().last_pass {
            LastPass::Anybody => true,
            // TT8/white-last: only where the last is White's.
            LastPass::White => self.past()[number - 1].player == Player::White,
        };
        // Passes from before the phase are in no row with later ones, and the one that took the
        // button is in no row.
        let in_a_row = (begun.turns + 1..=number)
            .rev()
            .take_while(|&earlier| is_pass(earlier) && Some(earlier) != self.button_turn())
            .count();
        whose && (in_a_row >= enough || self.is_second_pass(begun, number))
    }

    // TT8/dead-points: when passes have ended the game, the players may agree on points that are dead.
    /// Ends the game with the agreement of the players that these points are dead.
    ///
    /// # Errors
    ///
    /// If there is nothing to agree on now, or if one of the points is empty.
    ///
    /// # Panics
    ///
    /// If a point is not on the grid.
    pub fn agree(&mut self, dead: &[Point]) -> Result<(), Unasked> {
        let now = match self.rules().agreement {
            Agreement::None | Agreement::Cleanup => false,
            Agreement::DeadPoints => self.passes_have_ended_game() && self.end.outcome.is_none(),
            Agreement::Resume => self.standing() == Standing::Stopped,
        };
        if !now || self.end.dead.is_some() {
            return Err(Unasked::NotNow);
        }
        let mut agreed = Vec::new();
        for &point in dead {
            if self.grid().color(point) == Color::Empty {
                return Err(Unasked::Empty { point });
            }
            if !agreed.contains(&point) {
                agreed.push(point);
            }
        }
        self.end.dead = Some(agreed);
        Ok(())
    }

    /// Continues the game from where it stopped, because the players do not agree.
    ///
    /// # Errors
    ///
    /// If the game has not stopped.
    pub fn disagree(&mut self) -> Result<(), Unasked> {
        if self.standing() != Standing::Stopped {
            return Err(Unasked::NotNow);
        }
        self.end.disagreed = Some(self.past().len());
        Ok(())
    }

    /// Returns whether the game ends, or stops, when the player tries a turn. `leaves` must be the
    /// result of [`leaves`](Game::leaves) for this turn.
    pub fn would_end(&self, turn: Turn, leaves: &Result<Grid, Illegal>) -> bool {
        match (leaves, turn) {
            (Ok(_), Turn::Pass) => {
                self.after(turn).is_ok_and(|after| after.standing() != Standing::Running)
            }
            (Ok(grid), Turn::Move(_)) => self.outcome_of_leaving(turn, grid).is_some(),
            (Err(illegal), _) => self.outcome_of_attempt(*illegal).is_some(),
        }
    }

    /// Returns the outcome of a legal turn that leaves this grid, if the turn decides the game and
    /// not the score.
    pub(crate) fn outcome_of_leaving(&self, turn: Turn, grid: &Grid) -> Option<Outcome> {
        if turn == Turn::Pass {
            return None;
        }
        // The sentences on repetitions and on cycles hold in the main phase only.
        if self.phase() != Phase::Main {
            return self.stands_third_time(turn, grid).then_some(Outcome::NoResult);
        }
        let player = self.player();
        let repeated = match self.rules().repeat {
            Repeat::Illegal => None,
            // TT6/repeat-loses: the player who makes a move that the sixth sentence would refuse loses.
            Repeat::Loses => Some(Outcome::Wins(player.opponent())),
            // TT6/repeat-ties: such a move ends the game as a tie.
            Repeat::Ties => Some(Outcome::Tie),
        };
        if repeated.is_some() && self.forbidden_repeat(grid).is_some() {
            return repeated;
        }
        // TT8/no-result: the same coloring with the same player to take the next turn.
        let stands_again = |&earlier: &usize| {
            self.player_after(earlier) == player.opponent() && self.coloring(earlier) == grid
        };
        match self.rules().cycle {
            Cycle::GoesOn => None,
            Cycle::NoResult => {
                (self.earliest()..=self.past().len()).find(stands_again).map(|_| Outcome::NoResult)
            }
            Cycle::ThirdTime => self.stands_third_time(turn, grid).then_some(Outcome::NoResult),
        }
    }

    // TT8/illegal-loses: who tries a move that is not legal loses.
    /// Returns the outcome of trying a turn that is refused for this reason, if the attempt decides
    /// the game.
    pub(crate) fn outcome_of_attempt(&self, illegal: Illegal) -> Option<Outcome> {
        match (self.rules().attempt, illegal) {
            (Attempt::Refused, _) | (_, Illegal::Over | Illegal::Stopped) => None,
            (Attempt::Loses, _) => Some(Outcome::Wins(self.player().opponent())),
        }
    }

    /// Returns whether the score decides the game, and not a turn.
    pub fn is_scored(&self) -> bool {
        self.end.outcome.is_none()
    }

    /// Returns the outcome of the game, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.end.outcome.unwrap_or(self.score().outcome()))
    }

    /// Returns the grid whose points are counted: the current one, with the dead points empty.
    pub fn counted(&self) -> Grid {
        emptied(self.without_agreed(), &self.enclosed())
    }

    /// Returns the current grid, with the points empty that the players agreed to be dead.
    pub(crate) fn without_agreed(&self) -> Grid {
        emptied(self.grid().clone(), self.dead())
    }

    /// Returns the points that the players have agreed to be dead.
    pub fn dead(&self) -> &[Point] {
        self.end.dead.as_deref().unwrap_or(&[])
    }

    /// Returns the score as if the game ended now.
    pub fn score(&self) -> Score {
        let grid = self.counted();
        let territory = |player: Player, dead: usize| {
            let empty = self.empty_points(&grid, player);
            empty + self.prisoners(player) + dead + self.points_of_cleanup(&grid, player)
        };
        let score = match (self.rules().scoring, self.rules().tax) {
            (Scoring::Area, Tax::None) => grid.score(),
            (Scoring::Area, Tax::Seki | Tax::All) => Score::of_each(|player| {
                grid.count(player.color()) + self.empty_points(&grid, player)
            }),
            // TT9/territory: empty points of hers, and prisoners.
            (Scoring::Territory, _) => {
                Score::of_each(|player| territory(player, self.dead_of(player).count()))
            }
            // TT9/short-territory: a dead point is a prisoner only where it is surrounded.
            (Scoring::ShortTerritory, _) => Score::of_each(|player| {
                let hers = |&point: &Point| grid.owner(point) == Some(player);
                territory(player, self.dead_of(player).filter(hers).count())
            }),
            // TT9/stones: points of her color.
            (Scoring::Stones, _) => Score::of_each(|player| grid.count(player.color())),
        };
        Score { button: self.button(), ..score }
    }

    /// Returns the number of prisoners of a player, not counting the dead points.
    pub fn prisoners(&self, player: Player) -> usize {
        let opponent = player.opponent();
        (0..self.past().len())
            .map(|turns| {
                let past = &self.past()[turns];
                let before = self.coloring(turns).count(opponent.color());
                let after = past.grid.count(opponent.color());
                match (past.turn, self.rules().pass) {
                    (Turn::Move(_), _) if self.is_unblocking(turns) => 0,
                    (Turn::Move(_), _) if past.player == opponent => before + 1 - after,
                    (Turn::Move(_), _) => before - after,
                    // TT9/pass-stones: a pass gives the opponent a prisoner.
                    (Turn::Pass, PassCost::Prisoner) => usize::from(past.player == opponent),
                    (Turn::Pass, PassCost::Free) => 0,
                }
            })
            .sum()
    }

    /// Returns the dead points that are prisoners of a player.
    fn dead_of(&self, player: Player) -> impl Iterator<Item = Point> {
        let color = player.opponent().color();
        let dead = [self.dead(), &self.enclosed()].concat();
        dead.into_iter().filter(move |&point| self.grid().color(point) == color)
    }
}

/// Returns the grid with these points empty.
fn emptied(grid: Grid, points: &[Point]) -> Grid {
    points.iter().fold(grid, |grid, &point| grid.with(point, Color::Empty))
}
