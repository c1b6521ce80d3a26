use super::player::Player;
use std::fmt;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// This player won.
    Wins(Player),
    /// Nobody won.
    Tie,
    /// The game is void.
    NoResult,
}

/// Writes `Black wins`, `a tie` or `no result`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Wins(player) => write!(f, "{player} wins"),
            Outcome::Tie => f.write_str("a tie"),
            Outcome::NoResult => f.write_str("no result"),
        }
    }
}

/// The totals of both players, in points. A margin alone could hide errors in both totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Black's points.
    pub black: u32,
    /// White's points.
    pub white: u32,
}

impl Score {
    /// Returns Black's points minus White's.
    pub fn margin(self) -> i32 {
        self.black as i32 - self.white as i32
    }
}

/// Writes `Black 5, White 3`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Black {}, White {}", self.black, self.white)
    }
}

/// Whether the game continues, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game continues.
    Running {
        /// The player to move.
        to_move: Player,
    },
    /// The game has ended.
    Over,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Running { to_move } => write!(f, "{to_move} to move"),
            Status::Over => f.write_str("game over"),
        }
    }
}
