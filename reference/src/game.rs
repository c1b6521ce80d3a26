//! The game: turns, which of them are legal, and when there are no more.

use crate::grid::{Color, Grid, Player, Point};
use crate::rules::{Button, Repeat, Repetition, Rules, SelfCapture, Supply};
use crate::standing::{End, Phase, Standing};
use std::fmt;

/// A player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The player leaves the grid as it is.
    Pass,
    /// The player makes a move at a point.
    Move(Point),
}

/// The reason why a turn is not legal, with the evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game has ended.
    Over,
    /// The game has stopped, and the players have not said yet whether they agree.
    Stopped,
    /// The player has colored as many points as allowed.
    UsedUp,
    /// The point is not empty.
    NotEmpty {
        /// The color of the point.
        color: Color,
    },
    /// The move would end in clearing points of the player's own color, which the rules in force do not
    /// allow.
    ClearsOwn {
        /// The number of these points.
        points: usize,
    },
    /// The move would leave a coloring that stood before.
    Repeats {
        /// The number of the latest turn after which this coloring stood and forbids the move; 0 is
        /// the beginning.
        earlier: usize,
    },
    /// The move is a ko move, and the player has made it before, from the same coloring in the same
    /// cleanup phase.
    MadeBefore {
        /// The number of the turn with that move.
        earlier: usize,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Over => write!(f, "the game is over"),
            Illegal::Stopped => write!(f, "the game has stopped until the players agree or not"),
            Illegal::UsedUp => write!(f, "the player has used up her moves"),
            Illegal::NotEmpty { color: Color::White } => write!(f, "the point is white"),
            Illegal::NotEmpty { .. } => write!(f, "the point is black"),
            Illegal::ClearsOwn { points: 1 } => write!(f, "clears the point of its own color"),
            Illegal::ClearsOwn { points } => write!(f, "clears {points} points of its own color"),
            Illegal::Repeats { earlier: 0 } => write!(f, "repeats the grid of the beginning"),
            Illegal::Repeats { earlier } => write!(f, "repeats the grid after turn {earlier}"),
            Illegal::MadeBefore { earlier } => write!(f, "repeats the ko move of turn {earlier}"),
        }
    }
}

impl std::error::Error for Illegal {}

/// A turn that has been taken, and the grid that it left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// The player who took the turn.
    pub player: Player,
    /// The turn itself.
    pub turn: Turn,
    /// The grid after the turn.
    pub grid: Grid,
}

/// A game, with all of its past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    first: Player,
    beginning: Grid,
    past: Vec<Past>,
    pub(crate) end: End,
}

impl Game {
    // TT5: the grid is empty at first, Black begins, the players alternate.
    /// Makes a new game.
    ///
    /// # Panics
    ///
    /// If either side is 0 or more than [`LARGEST`](crate::LARGEST).
    pub fn new(columns: usize, rows: usize, rules: Rules) -> Game {
        Game::from(Grid::empty(columns, rows), Player::Black, rules)
    }

    /// Makes a game that begins, for a problem or an example, with another grid or another player.
    ///
    /// The game does not have any past before this grid.
    pub fn from(beginning: Grid, first: Player, rules: Rules) -> Game {
        Game { rules, first, beginning, past: Vec::new(), end: End::default() }
    }

    /// Returns the rules in force.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the current grid.
    pub fn grid(&self) -> &Grid {
        self.past.last().map_or(&self.beginning, |last| &last.grid)
    }

    /// Returns the grid at the beginning.
    pub fn beginning(&self) -> &Grid {
        &self.beginning
    }

    /// Returns the turns taken, in order.
    pub fn past(&self) -> &[Past] {
        &self.past
    }

    /// Returns the player who takes the next turn. If the game is over, this is the player who
    /// would take it.
    pub fn player(&self) -> Player {
        self.player_after(self.past.len())
    }

    // TT6: a turn is a pass, or a move that does not repeat an earlier coloring.
    /// Returns the grid that a turn would leave. If the turn would be an [unblocking](Game::unblocks),
    /// this is the current grid.
    ///
    /// # Errors
    ///
    /// If the turn is not legal. The first reason in this order is returned: the end or stop of the
    /// game, the points used up, the point not empty, the clearing of the player's own color, the
    /// repetition of a coloring, the repetition of a ko move.
    ///
    /// # Panics
    ///
    /// If the point of a move is not on the grid.
    pub fn leaves(&self, turn: Turn) -> Result<Grid, Illegal> {
        match self.standing() {
            Standing::Over => return Err(Illegal::Over),
            Standing::Stopped => return Err(Illegal::Stopped),
            Standing::Running => {}
        }
        let point = match turn {
            Turn::Pass => return Ok(self.grid().clone()),
            Turn::Move(point) => point,
        };
        // An unblocking is no move, so that the sentences on moves do not apply.
        if self.unblocks(point) {
            return Ok(self.grid().clone());
        }
        if self.has_used_up() {
            return Err(Illegal::UsedUp);
        }
        let after = self.move_leaves(self.player(), self.grid(), point)?;
        if self.phase() != Phase::Main {
            return self.check_move_in_cleanup(point, &after).map(|()| after);
        }
        match self.forbidden_repeat(&after) {
            Some(earlier) if self.rules.repeat == Repeat::Illegal => {
                Err(Illegal::Repeats { earlier })
            }
            _ => Ok(after),
        }
    }

    /// Returns the grid that a move of a player leaves when it finds the grid `found`. Only the seventh
    /// sentence and the sentences on clearing one's own color are asked.
    pub(crate) fn move_leaves(
        &self,
        player: Player,
        found: &Grid,
        point: Point,
    ) -> Result<Grid, Illegal> {
        let Some(left) = found.after_move(player, point) else {
            return Err(Illegal::NotEmpty { color: found.color(point) });
        };
        let cleared = found.count(player.color()) + 1 - left.count(player.color());
        if !self.lets_clear_own(cleared) {
            return Err(Illegal::ClearsOwn { points: cleared });
        }
        Ok(left)
    }

    /// Returns the game after a turn; this one does not change.
    ///
    /// # Errors
    ///
    /// Fails for the same reasons as [`leaves`](Game::leaves). Under rules by which an illegal move
    /// loses, only [`take`](Game::take) ends the game.
    ///
    /// # Panics
    ///
    /// If the point of a move is not on the grid.
    pub fn after(&self, turn: Turn) -> Result<Game, Illegal> {
        let mut after = self.clone();
        after.take(turn)?;
        Ok(after)
    }

    /// Takes a turn in this game. A refused turn changes nothing, except that it may end the game if the
    /// rules say so.
    ///
    /// # Errors
    ///
    /// Fails for the same reasons as [`leaves`](Game::leaves).
    ///
    /// # Panics
    ///
    /// If the point of a move is not on the grid.
    pub fn take(&mut self, turn: Turn) -> Result<(), Illegal> {
        match self.leaves(turn) {
            Ok(grid) => {
                let outcome = self.outcome_of_leaving(turn, &grid);
                self.past.push(Past { player: self.player(), turn, grid });
                self.end.outcome = outcome;
                Ok(())
            }
            Err(illegal) => {
                self.end.outcome = self.end.outcome.or(self.outcome_of_attempt(illegal));
                Err(illegal)
            }
        }
    }

    // TT7/supply: each player can color half of the points of the grid, Black one more if their number is odd.
    /// Returns whether the player whose turn it is can color no more points.
    fn has_used_up(&self) -> bool {
        let (player, points) = (self.player(), self.grid().points().count());
        let supply = match (self.rules.supply, player) {
            (Supply::Unlimited, _) => return false,
            (Supply::Half, Player::Black) => points.div_ceil(2),
            (Supply::Half, Player::White) => points / 2,
        };
        let is_hers = |&turns: &usize| self.past[turns].player == player && self.is_move(turns);
        let moves = (0..self.past.len()).filter(is_hers).count();
        self.beginning.count(player.color()) + moves >= supply
    }

    /// Returns whether the rules let a move end in clearing this many points of the player's own
    /// color.
    fn lets_clear_own(&self, points: usize) -> bool {
        match self.rules.self_capture {
            SelfCapture::Any => true,
            // TT7/several-stones: one may clear several points of one's own, not a lone one.
            SelfCapture::SeveralStones => points != 1,
            // TT7/forbidden: one may clear none of one's own.
            SelfCapture::Forbidden => points == 0,
        }
    }

    /// Returns the number of the latest coloring that forbids the player to leave this one, if
    /// there is any.
    pub(crate) fn forbidden_repeat(&self, after: &Grid) -> Option<usize> {
        (self.earliest()..=self.past.len())
            .rev()
            .find(|&earlier| self.forbids_again(earlier) && self.coloring(earlier) == after)
    }

    /// Returns whether the rules forbid the player whose turn it is to leave coloring number
    /// `earlier` again.
    fn forbids_again(&self, earlier: usize) -> bool {
        let player = self.player();
        // No turn left the coloring at the beginning.
        let left_by = earlier.checked_sub(1).map(|before| &self.past[before]);
        match self.rules.repetition {
            Repetition::Positional => true,
            // TT6/situational: colorings after which the opponent was to take the turn.
            Repetition::Situational => self.player_after(earlier) == player.opponent(),
            // TT6/natural-situational: colorings that a move of the same player left.
            Repetition::NaturalSituational => {
                left_by.is_some_and(|past| past.player == player && past.turn != Turn::Pass)
            }
            // TT6/new-zealand: colorings that a turn of the same player left.
            Repetition::NewZealand => left_by.is_some_and(|past| past.player == player),
            // TT6/simple-ko: the coloring that the opponent's last turn found.
            Repetition::SimpleKo => earlier + 1 == self.past.len(),
            // TT6/none: no coloring.
            Repetition::None => false,
        }
    }

    /// Returns whether the turn that was taken after `turns` others is a move: no pass, and no
    /// unblocking.
    pub(crate) fn is_move(&self, turns: usize) -> bool {
        self.past[turns].turn != Turn::Pass && !self.is_unblocking(turns)
    }

    // TT9/button: the first pass of the game takes the button.
    /// Returns the number of the turn that took the button, if a turn did.
    pub(crate) fn button_turn(&self) -> Option<usize> {
        let first_pass = self.past.iter().position(|past| past.turn == Turn::Pass)?;
        (self.rules.button == Button::Used).then_some(first_pass + 1)
    }

    /// Returns the player who took the button, if a player did.
    pub fn button(&self) -> Option<Player> {
        self.button_turn().map(|turn| self.past[turn - 1].player)
    }

    /// Returns the number of the earliest coloring that a later one can equal. If a turn took the
    /// button, this is the one after that turn.
    pub(crate) fn earliest(&self) -> usize {
        self.button_turn().unwrap_or(0)
    }

    /// Returns the coloring with this number: 0 is the beginning, `i` is the one after turn `i`.
    pub(crate) fn coloring(&self, number: usize) -> &Grid {
        match number.checked_sub(1) {
            None => &self.beginning,
            Some(before) => &self.past[before].grid,
        }
    }

    /// Returns the player who takes the next turn when `turns` have been taken.
    pub(crate) fn player_after(&self, turns: usize) -> Player {
        if turns.is_multiple_of(2) { self.first } else { self.first.opponent() }
    }
}
