//! The game: turns, which of them are legal, and when there are no more.

use crate::grid::{Color, Grid, Player, Point};
use crate::rules::{Repetition, Rules, SelfCapture};
use crate::score::Score;
use std::fmt;

/// What a player does when it is her turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Leaves the grid as it is.
    Pass,
    /// Makes a move at a point.
    Move(Point),
}

/// Why something is not a legal turn, with the evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The game has ended.
    Over,
    /// The point is not empty.
    NotEmpty {
        /// The color it has.
        color: Color,
    },
    /// The move would end in clearing points of the player's own color, and the rules in force do not let it.
    ClearsOwn {
        /// How many points.
        points: usize,
    },
    /// The coloring that the move would leave has been there before.
    Repeats {
        /// After which turn, the latest that counts; 0 is the beginning.
        earlier: usize,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Over => write!(f, "the game is over"),
            Illegal::NotEmpty { color: Color::White } => write!(f, "the point is white"),
            Illegal::NotEmpty { .. } => write!(f, "the point is black"),
            Illegal::ClearsOwn { points: 1 } => write!(f, "clears the point of its own color"),
            Illegal::ClearsOwn { points } => write!(f, "clears {points} points of its own color"),
            Illegal::Repeats { earlier: 0 } => write!(f, "repeats the grid of the beginning"),
            Illegal::Repeats { earlier } => write!(f, "repeats the grid after turn {earlier}"),
        }
    }
}

impl std::error::Error for Illegal {}

/// A turn that has been taken, and the grid that it left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// Who took it.
    pub player: Player,
    /// What was done.
    pub turn: Turn,
    /// How the grid stood afterwards.
    pub grid: Grid,
}

/// A game, with all of its past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    first: Player,
    beginning: Grid,
    past: Vec<Past>,
}

impl Game {
    // TT5: the grid is empty at first, Black begins, the players alternate.
    /// A new game.
    ///
    /// # Panics
    ///
    /// If either side is 0 or more than [`LARGEST`](crate::LARGEST).
    pub fn new(columns: usize, rows: usize, rules: Rules) -> Game {
        Game::from(Grid::empty(columns, rows), Player::Black, rules)
    }

    /// A game that begins, for the sake of a problem or an example, with another grid or another player.
    ///
    /// Nothing is known to have stood on the grid before.
    pub fn from(beginning: Grid, first: Player, rules: Rules) -> Game {
        Game { rules, first, beginning, past: Vec::new() }
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The present grid.
    pub fn grid(&self) -> &Grid {
        self.past.last().map_or(&self.beginning, |last| &last.grid)
    }

    /// The grid of the beginning.
    pub fn beginning(&self) -> &Grid {
        &self.beginning
    }

    /// The turns taken, the first of them first.
    pub fn past(&self) -> &[Past] {
        &self.past
    }

    /// Who is to take the next turn, or would be if the game were not over.
    pub fn player(&self) -> Player {
        self.player_after(self.past.len())
    }

    // TT8: two passes in a row end the game.
    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        match self.past.as_slice() {
            [.., before, last] => before.turn == Turn::Pass && last.turn == Turn::Pass,
            _ => false,
        }
    }

    /// The score, were the game to end now.
    pub fn score(&self) -> Score {
        self.grid().score()
    }

    // TT6: a turn is a pass, or a move that does not repeat an earlier coloring.
    /// The grid that a turn would leave.
    ///
    /// # Errors
    ///
    /// Why it is not a legal turn: what comes first in the order of the text, that is, the end of the game, the
    /// point, the clearing of one's own color, the repetition.
    ///
    /// # Panics
    ///
    /// If the point of a move is not on the grid.
    pub fn leaves(&self, turn: Turn) -> Result<Grid, Illegal> {
        if self.is_over() {
            return Err(Illegal::Over);
        }
        let point = match turn {
            Turn::Pass => return Ok(self.grid().clone()),
            Turn::Move(point) => point,
        };
        let Some(after) = self.grid().after_move(self.player(), point) else {
            return Err(Illegal::NotEmpty { color: self.grid().color(point) });
        };
        let cleared =
            self.grid().count(self.player().color()) + 1 - after.count(self.player().color());
        if !self.lets_clear_own(cleared) {
            return Err(Illegal::ClearsOwn { points: cleared });
        }
        match self.forbidden_repeat(&after) {
            Some(earlier) => Err(Illegal::Repeats { earlier }),
            None => Ok(after),
        }
    }

    /// The game after a turn; this one stays as it is.
    ///
    /// # Errors
    ///
    /// As [`leaves`](Game::leaves).
    ///
    /// # Panics
    ///
    /// If the point of a move is not on the grid.
    pub fn after(&self, turn: Turn) -> Result<Game, Illegal> {
        let mut after = self.clone();
        after.take(turn)?;
        Ok(after)
    }

    /// Takes a turn in this very game; a refusal changes nothing.
    ///
    /// # Errors
    ///
    /// As [`leaves`](Game::leaves).
    ///
    /// # Panics
    ///
    /// If the point of a move is not on the grid.
    pub fn take(&mut self, turn: Turn) -> Result<(), Illegal> {
        let grid = self.leaves(turn)?;
        self.past.push(Past { player: self.player(), turn, grid });
        Ok(())
    }

    /// Whether the rules let a move end in clearing this many points of the player's own color.
    fn lets_clear_own(&self, points: usize) -> bool {
        match self.rules.self_capture {
            SelfCapture::Any => true,
            // TT7/several-stones: one may clear several points of one's own, not a lone one.
            SelfCapture::SeveralStones => points != 1,
            // TT7/forbidden: one may clear none of one's own.
            SelfCapture::Forbidden => points == 0,
        }
    }

    /// The latest coloring that forbids the player to leave this one, by its number, if there is any.
    fn forbidden_repeat(&self, after: &Grid) -> Option<usize> {
        (0..=self.past.len())
            .rev()
            .find(|&earlier| self.counts(earlier) && self.coloring(earlier) == after)
    }

    /// Whether the player whose turn it is must not leave coloring number `earlier` once more.
    fn counts(&self, earlier: usize) -> bool {
        let player = self.player();
        // What brought that coloring about; nothing did for the beginning.
        let taken = earlier.checked_sub(1).map(|before| &self.past[before]);
        match self.rules.repetition {
            Repetition::Positional => true,
            // TT6/situational: colorings after which the opponent was to take the turn.
            Repetition::Situational => self.player_after(earlier) == player.opponent(),
            // TT6/natural-situational: colorings that a move of the same player left.
            Repetition::NaturalSituational => {
                taken.is_some_and(|past| past.player == player && past.turn != Turn::Pass)
            }
            // TT6/new-zealand: colorings that a turn of the same player left.
            Repetition::NewZealand => taken.is_some_and(|past| past.player == player),
            // TT6/simple-ko: the coloring that the opponent's last turn found.
            Repetition::SimpleKo => earlier + 1 == self.past.len(),
            // TT6/none: no coloring.
            Repetition::None => false,
        }
    }

    /// Coloring number 0 is the beginning, number `i` the one after turn `i`.
    fn coloring(&self, number: usize) -> &Grid {
        match number.checked_sub(1) {
            None => &self.beginning,
            Some(before) => &self.past[before].grid,
        }
    }

    /// Who is to take a turn when `turns` have been taken.
    fn player_after(&self, turns: usize) -> Player {
        if turns.is_multiple_of(2) { self.first } else { self.first.opponent() }
    }
}
