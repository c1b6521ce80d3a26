use super::player::Player;
use super::setup::Komi;
use std::fmt;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// The player who has half a point more, by [`Button`](crate::rules::Button).
    pub button: Option<Player>,
}

impl Score {
    /// Makes a score of whole points.
    pub const fn new(black: u32, white: u32) -> Score {
        Score { black, white, button: None }
    }

    /// Returns Black's points minus White's, without the half point of the button.
    pub fn margin(self) -> i32 {
        self.black as i32 - self.white as i32
    }

    /// Returns four times Black's points minus White's.
    pub fn quarter_points(self) -> i32 {
        let button = match self.button {
            Some(Player::Black) => 2,
            Some(Player::White) => -2,
            None => 0,
        };
        4 * self.margin() + button
    }

    /// Returns the points of a player, such as `5` or `5.5`.
    fn points_of(self, player: Player) -> f64 {
        let [whole, half] = match player {
            Player::Black => [self.black, u32::from(self.button == Some(player))],
            Player::White => [self.white, u32::from(self.button == Some(player))],
        };
        f64::from(2 * whole + half) / 2.0
    }
}

/// Writes `Black 5, White 3`, or `Black 5.5, White 3` if Black has the button.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = [Player::Black, Player::White].map(|player| self.points_of(player));
        write!(f, "Black {black}, White {white}")
    }
}

/// A phase of a game. A game without cleanup phases has only its main phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The phase in which the game begins.
    Main,
    /// The phase that follows the main phase.
    FirstCleanup,
    /// The phase that follows the first cleanup phase.
    SecondCleanup,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Main => "main phase",
            Phase::FirstCleanup => "first cleanup phase",
            Phase::SecondCleanup => "second cleanup phase",
        })
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

/// The winner of a game and the margin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Margin {
    /// Four times Black's points minus White's, with komi counted for White.
    pub quarter_points: i32,
}

impl Margin {
    /// Returns the margin of a score with komi.
    pub fn of(score: Score, komi: Komi) -> Margin {
        Margin { quarter_points: score.quarter_points() - komi.quarter_points }
    }

    /// Returns the margin with further points for White.
    #[must_use]
    pub fn less(self, points: u32) -> Margin {
        let points = i32::try_from(points).unwrap_or_default();
        Margin { quarter_points: self.quarter_points - 4 * points }
    }

    /// Returns the winner, or `None` for a tie.
    pub fn winner(self) -> Option<Player> {
        match self.quarter_points {
            0 => None,
            margin if margin > 0 => Some(Player::Black),
            _ => Some(Player::White),
        }
    }
}

/// Writes the result as in SGF files: `B+3.5`, `W+10`, or `0` for a tie.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            None => f.write_str("0"),
            Some(winner) => {
                write!(f, "{}+{}", winner.letter(), f64::from(self.quarter_points.abs()) / 4.0)
            }
        }
    }
}
