use super::player::Player;
use std::fmt;

/// The totals of both players, in points; never a margin alone, which hides two wrong totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Black's points.
    pub black: u16,
    /// White's points.
    pub white: u16,
}

impl Score {
    /// Black's points less White's.
    pub fn margin(self) -> i32 {
        i32::from(self.black) - i32::from(self.white)
    }
}

/// Writes `Black 5, White 3`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Black {}, White {}", self.black, self.white)
    }
}

/// Whether the game goes on, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It goes on.
    Running {
        /// Whose turn it is.
        to_move: Player,
    },
    /// It has ended.
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
