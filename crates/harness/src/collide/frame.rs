//! The stones around the last turn.

use super::confirm::LastTurn;
use super::keys::{Bits, Keys};
use super::plays::{Stone, passes};
use super::xor;
use superko_game::{Player, Point, Size};

/// The stones around the last turn that give it its form.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// Stones that are captured on the way, or by the last turns.
    pub(super) captured: Vec<Stone>,
    /// The stones around the captured ones, which stay.
    pub(super) around: Vec<Stone>,
    /// The last turns, by the players in turn.
    pub(super) last: Vec<Stone>,
}

impl Frame {
    /// Returns the ways to play a last turn of some form: in each corner, by either player.
    pub(super) fn all(size: Size, form: Option<LastTurn>) -> Vec<Frame> {
        let Some(form) = form.filter(|&form| form != LastTurn::NewPoint) else {
            return vec![Frame::default()];
        };
        let least = size.points().map(|point| size.neighbors(point).count()).min();
        let is_corner = |&point: &Point| Some(size.neighbors(point).count()) == least;
        let corners: Vec<Point> = size.points().filter(is_corner).collect();
        let both = |&corner| [Player::Black, Player::White].map(|player| (corner, player));
        let ways = corners.iter().flat_map(both);
        let opposite = |corner: Point| {
            let (column, row) =
                (size.columns() - 1 - corner.column(), size.rows() - 1 - corner.row());
            size.point(column, row).expect("the mirror image is on the board")
        };
        match form {
            LastTurn::Exchange => ways
                .map(|(corner, player)| {
                    let first = Frame::capture(size, opposite(corner), player.opponent());
                    first.then(Frame::capture(size, corner, player))
                })
                .filter(|frame| {
                    // On a small board, the two captures may overlap.
                    let points: Vec<Point> = frame.points().collect();
                    (1..points.len()).all(|place| !points[..place].contains(&points[place]))
                })
                .collect(),
            LastTurn::Capture => {
                ways.map(|(corner, player)| Frame::capture(size, corner, player)).collect()
            }
            _ => ways
                .map(|(corner, player)| {
                    let Frame { captured, mut around, last } = Frame::capture(size, corner, player);
                    around.extend(last);
                    Frame { captured, around, last: vec![(player, corner)] }
                })
                .collect(),
        }
    }

    /// Returns the frame of a capture in a corner by the last turn.
    fn capture(size: Size, corner: Point, player: Player) -> Frame {
        let mut around: Vec<Stone> = size.neighbors(corner).map(|next| (player, next)).collect();
        let last = around.pop().into_iter().collect();
        Frame { captured: vec![(player.opponent(), corner)], around, last }
    }

    /// Adds a frame that follows.
    fn then(mut self, next: Frame) -> Frame {
        self.captured.extend(next.captured);
        self.around.extend(next.around);
        self.last.extend(next.last);
        self
    }

    /// Returns the points of the frame.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        self.captured.iter().chain(&self.around).chain(&self.last).map(|&(_, point)| point)
    }

    /// Returns the stones of the frame that stand in the end.
    pub(super) fn stones(&self) -> impl Iterator<Item = Stone> {
        self.around.iter().chain(&self.last).copied()
    }

    /// Returns the XOR that the keys of the other stones must have.
    pub(super) fn target(&self, keys: &Keys, added: Bits) -> Bits {
        self.stones().fold(added, |sum, (player, point)| xor(sum, keys.stone(point, player)))
    }

    /// Returns the quality of a game in which this many stones of each player are added. `None` if the player who takes the
    /// last turn has no stone for it.
    pub(super) fn worth(
        &self,
        first: Player,
        mut plays: [usize; 2],
        last: Player,
    ) -> Option<(bool, usize)> {
        for &(player, _) in self.captured.iter().chain(&self.around) {
            plays[player as usize] += 1;
        }
        let mut order: Vec<Player> = self.last.iter().map(|&(player, _)| player).collect();
        match order.last() {
            Some(&player) if player != last => return None,
            Some(_) => {}
            None => {
                plays[last as usize] = plays[last as usize].checked_sub(1)?;
                order.push(last);
            }
        }
        let passes = passes(first, plays, &order);
        Some((passes.contains(&true), passes.len()))
    }
}
