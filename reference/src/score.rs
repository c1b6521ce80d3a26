//! The score, and who wins.

use crate::grid::{Color, Grid, Player};

/// The scores of both players, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Black's.
    pub black: usize,
    /// White's.
    pub white: usize,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has the higher score.
    Wins(Player),
    /// The scores are equal.
    Tie,
}

impl Grid {
    // TT9: points of one's color, and empty points that reach only one's color.
    /// The score of both players, were the game to end with this grid.
    pub fn score(&self) -> Score {
        Score { black: self.score_of(Player::Black), white: self.score_of(Player::White) }
    }

    fn score_of(&self, player: Player) -> usize {
        let (hers, other) = (player.color(), player.opponent().color());
        self.points()
            .filter(|&point| match self.color(point) {
                Color::Empty => self.reaches(point, hers) && !self.reaches(point, other),
                color => color == hers,
            })
            .count()
    }
}

impl Score {
    // TT10: the higher score wins, equal scores are a tie.
    /// Who wins with these scores.
    pub fn outcome(self) -> Outcome {
        if self.black > self.white {
            Outcome::Wins(Player::Black)
        } else if self.white > self.black {
            Outcome::Wins(Player::White)
        } else {
            Outcome::Tie
        }
    }
}
