//! The score, and who wins.

use crate::grid::{Color, Grid, Player, Point};

/// The scores of both players, in points, and who has half a point more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// The score of Black.
    pub black: usize,
    /// The score of White.
    pub white: usize,
    /// The player who has half a point more than that, if a player took the button.
    pub button: Option<Player>,
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player wins.
    Wins(Player),
    /// Nobody wins.
    Tie,
    /// The game does not count.
    NoResult,
}

impl Grid {
    // TT9: points of one's color, and empty points that reach only one's color.
    /// Returns the score of both players as if the game ended with this grid.
    pub fn score(&self) -> Score {
        Score::of_each(|player| self.count(player.color()) + self.surrounded(player))
    }

    /// Returns the number of empty points that reach the color of a player and not the other.
    pub fn surrounded(&self, player: Player) -> usize {
        self.points().filter(|&point| self.owner(point) == Some(player)).count()
    }

    /// Returns the one player whose color is reached from a point, if the point is empty and
    /// reaches the color of only one player.
    pub(crate) fn owner(&self, point: Point) -> Option<Player> {
        let reaches = |player: Player| self.reaches(point, player.color());
        match self.color(point) {
            Color::Empty if reaches(Player::Black) && !reaches(Player::White) => {
                Some(Player::Black)
            }
            Color::Empty if reaches(Player::White) && !reaches(Player::Black) => {
                Some(Player::White)
            }
            _ => None,
        }
    }
}

impl Score {
    /// Makes a score from the points of each player.
    pub(crate) fn of_each(points: impl Fn(Player) -> usize) -> Score {
        Score { black: points(Player::Black), white: points(Player::White), button: None }
    }

    // TT10: the higher score wins, equal scores are a tie.
    /// Returns the outcome of a game with these scores.
    pub fn outcome(self) -> Outcome {
        let half = |player| usize::from(self.button == Some(player));
        let black_halves = 2 * self.black + half(Player::Black);
        let white_halves = 2 * self.white + half(Player::White);
        if black_halves > white_halves {
            Outcome::Wins(Player::Black)
        } else if white_halves > black_halves {
            Outcome::Wins(Player::White)
        } else {
            Outcome::Tie
        }
    }
}
