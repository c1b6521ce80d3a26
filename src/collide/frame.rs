//! The stones around the last turn.

use super::confirm::LastTurn;
use super::game::{Stone, passes};
use super::keys::{Bits, Keys};
use super::xor;
use crate::game::{Player, Point, Size};

/// The stones around the last turn that give it its form.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// A stone that is captured on the way, or by the last turn.
    pub(super) captured: Option<Stone>,
    /// The stones that capture it and stay.
    pub(super) around: Vec<Stone>,
    /// The last turn.
    pub(super) last: Option<Stone>,
}

impl Frame {
    /// The ways in which a last turn of some form can be played: in each corner, by either player.
    pub(super) fn all(size: Size, form: Option<LastTurn>) -> Vec<Frame> {
        let Some(form) = form.filter(|&form| form != LastTurn::NewPoint) else {
            return vec![Frame::default()];
        };
        let least = size.points().map(|point| size.neighbors(point).count()).min();
        let corners = size.points().filter(|&point| Some(size.neighbors(point).count()) == least);
        let each = |(corner, player): (Point, Player)| {
            let mut around: Vec<Stone> =
                size.neighbors(corner).map(|next| (player, next)).collect();
            let last = match form {
                LastTurn::Capture => around.pop(),
                _ => Some((player, corner)),
            };
            Frame { captured: Some((player.opponent(), corner)), around, last }
        };
        corners
            .flat_map(|corner| [Player::Black, Player::White].map(|player| (corner, player)))
            .map(each)
            .collect()
    }

    /// The points that it takes.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        self.captured.iter().chain(&self.around).chain(&self.last).map(|&(_, point)| point)
    }

    /// The stones of it that stand in the end.
    pub(super) fn stones(&self) -> impl Iterator<Item = Stone> {
        self.around.iter().chain(&self.last).copied()
    }

    /// What the keys of the other stones have to add up to.
    pub(super) fn target(&self, keys: &Keys, added: Bits) -> Bits {
        self.stones().fold(added, |sum, (player, point)| xor(sum, keys.stone(point, player)))
    }

    /// How good a game is in which so many stones of each player are added, and one player takes the last turn; nothing if that
    /// player has none.
    pub(super) fn worth(
        &self,
        first: Player,
        mut plays: [usize; 2],
        last: Player,
    ) -> Option<(bool, usize)> {
        for &(player, _) in self.captured.iter().chain(&self.around) {
            plays[player as usize] += 1;
        }
        match self.last {
            Some((player, _)) if player != last => return None,
            Some(_) => {}
            None => plays[last as usize] = plays[last as usize].checked_sub(1)?,
        }
        let passes = passes(first, plays, Some(last));
        Some((passes.contains(&true), passes.len()))
    }
}
