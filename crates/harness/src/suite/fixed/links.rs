//! Games that use every link between two neighboring points, in both directions.
//!
//! An engine finds neighbors by a table or by arithmetic, and one entry may be wrong. The games here use each entry for a capture
//! (a play must find the chain next to it), for a liberty (a stone must find the only empty point next to it), and for a chain (a
//! stone must find the next one of its chain).

use super::layout::Game;
use std::collections::BTreeMap;
use superko_game::{Color, Player, Point, Position, Size, Turn, named};

named! {
    /// The four directions in which a board is swept.
    pub(super) enum Direction {
        /// By columns from the left.
        Right = "right",
        /// By rows from the bottom.
        Up = "up",
        /// By columns from the right.
        Left = "left",
        /// By rows from the top.
        Down = "down",
    }
}

impl Direction {
    /// Returns the player who has the first stone of a game in this direction. Both players have two directions.
    fn first(self) -> Player {
        match self {
            Direction::Right | Direction::Down => Player::Black,
            Direction::Up | Direction::Left => Player::White,
        }
    }

    /// Returns the points of a board as lines across this direction, in order along it.
    fn lines(self, size: Size) -> Vec<Vec<Point>> {
        let (columns, rows) = (size.columns(), size.rows());
        let (length, width) = match self {
            Direction::Right | Direction::Left => (columns, rows),
            Direction::Up | Direction::Down => (rows, columns),
        };
        let point = |along: u8, across: u8| match self {
            Direction::Right => size.point(along, across),
            Direction::Left => size.point(columns - 1 - along, across),
            Direction::Up => size.point(across, along),
            Direction::Down => size.point(across, rows - 1 - along),
        };
        let line = |along| (0..width).filter_map(|across| point(along, across)).collect();
        (0..length).map(line).collect()
    }
}

/// Returns a game in which one player plays at every other point and the opponent at all others, in the order of a direction. The
/// opponent's last stone next to each of these stones captures it, on what was its only liberty. The four directions together use
/// every link from a captured stone and to it. `None` if the board is too small.
pub(super) fn captures(size: Size, direction: Direction, odd: bool) -> Option<Game> {
    if size.columns() < 3 || size.rows() < 3 {
        return None;
    }
    let sweep = Sweep::new(size, direction, odd);
    let (mut victims, takers): (Vec<Point>, Vec<Point>) =
        sweep.order.iter().partition(|&&point| sweep.is_victim(point));
    let mut takers = takers.into_iter().peekable();
    let (taker, victim) = (direction.first(), direction.first().opponent());
    let mut position = Position::empty(size);
    let (mut turns, mut placed) = (Vec::new(), BTreeMap::new());
    while let Some(&taking) = takers.peek() {
        let takes_turn = turns.len().is_multiple_of(2) == (taker == Player::Black);
        // The stone to be captured must be there before its last liberty is filled.
        let is_ready =
            |victim: Point| sweep.last(victim) != Some(taking) || position[victim] != Color::Empty;
        let play = if takes_turn {
            size.neighbors(taking).all(is_ready).then(|| takers.next()).flatten()
        } else {
            let fits = victims.iter().position(|&victim| sweep.leaves_liberty(&position, victim));
            fits.map(|place| victims.remove(place))
        };
        match play {
            Some(point) => {
                position[point] = if takes_turn { taker } else { victim }.color();
                placed.insert(point, turns.len());
                turns.push(Turn::Play(point));
            }
            None if turns.last() == Some(&Turn::Pass) => return None,
            None => turns.push(Turn::Pass),
        }
        for taken in size.neighbors(taking).filter(|&next| takes_turn && sweep.last(next) == play) {
            position[taken] = Color::Empty;
        }
    }
    Some(Game { turns, looks: sweep.looks(&placed), ..Game::default() })
}

/// The order in which a board is swept, and every other point as one whose stone is captured.
struct Sweep {
    size: Size,
    order: Vec<Point>,
    /// The place of each point in the order.
    rank: Vec<usize>,
    odd: bool,
}

impl Sweep {
    fn new(size: Size, direction: Direction, odd: bool) -> Sweep {
        let order = direction.lines(size).concat();
        let mut rank = vec![0; size.point_count()];
        order.iter().enumerate().for_each(|(place, &point)| rank[size.index(point)] = place);
        Sweep { size, order, rank, odd }
    }

    /// Whether the stone at a point is to be captured.
    fn is_victim(&self, point: Point) -> bool {
        (point.column() + point.row()).is_multiple_of(2) != self.odd
    }

    /// Returns the neighbor of a captured stone that comes last. The stone there captures it.
    fn last(&self, victim: Point) -> Option<Point> {
        self.size.neighbors(victim).max_by_key(|&next| self.rank[self.size.index(next)])
    }

    /// Whether the stones next to one to be captured keep a liberty. Those that come later will have one, or capture.
    fn leaves_liberty(&self, position: &Position, victim: Point) -> bool {
        self.size.neighbors(victim).all(|stone| {
            let takes = |next| position[stone] == Color::Empty && self.last(next) == Some(stone);
            let is_free = |next| next != victim && position[next] == Color::Empty;
            self.size.neighbors(stone).any(|next| is_free(next) || takes(next))
        })
    }

    /// Returns the turns at which the board is looked at: while each captured stone has one liberty left. `placed` has the turn at
    /// which each stone is played.
    fn looks(&self, placed: &BTreeMap<Point, usize>) -> Vec<usize> {
        let victims = self.order.iter().copied().filter(|&point| self.is_victim(point));
        let spans = victims.filter_map(|victim| {
            let end = placed[&self.last(victim)?];
            let around = self.size.neighbors(victim).chain([victim]).map(|point| placed[&point]);
            Some((end - 1, around.filter(|&place| place < end).max()?))
        });
        let mut spans: Vec<(usize, usize)> = spans.collect();
        spans.sort_unstable();
        let mut looks: Vec<usize> = Vec::new();
        for (end, begin) in spans {
            if looks.last().is_none_or(|&look| look < begin) {
                looks.push(end);
            }
        }
        looks
    }
}

/// Returns a game in which each player fills every other line along a direction, from its end on. The first player's lines have
/// liberties only in the gaps at the end, as far as possible from the last stones played next to them. Finally, the first player
/// fills these gaps and captures the opponent's lines.
pub(super) fn chains(size: Size, direction: Direction) -> Option<Game> {
    if size.columns() < 3 || size.rows() < 3 {
        return None;
    }
    let first = direction.first();
    let lines = direction.lines(size);
    let (end, filled) = lines.split_last()?;
    let mut turns = Vec::new();
    let mut add = |player: Player, point: Point| {
        if turns.len().is_multiple_of(2) != (player == Player::Black) {
            turns.push(Turn::Pass);
        }
        turns.push(Turn::Play(point));
        turns.len() - 1
    };
    let (gaps, stones): (Vec<(usize, Point)>, _) =
        end.iter().copied().enumerate().partition(|(across, _)| !across.is_multiple_of(2));
    let rest = filled.iter().rev().flat_map(|line| line.iter().copied().enumerate());
    let mut full = 0;
    for (across, point) in stones.into_iter().chain(rest) {
        full = add(if across.is_multiple_of(2) { first } else { first.opponent() }, point);
    }
    for (_, gap) in gaps {
        add(first, gap);
    }
    Some(Game { turns, looks: vec![full], ..Game::default() })
}

#[cfg(test)]
mod tests;
