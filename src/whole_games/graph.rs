use super::Node;
use crate::exhaust::{LANES, MOST_POINTS, Packed, Played, Positions};
use crate::game::{Player, Size};
use crate::rules::Suicide;
use std::collections::HashMap;
use std::fmt;

/// The legal positions of a board, at most 64, and where the plays of each player lead from each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    pub(super) size: Size,
    pub(super) suicide: Suicide,
    pub(super) positions: Vec<Packed>,
    /// Of each position, for Black and White, the plays that lead to another.
    pub(super) plays: Vec<[Vec<Play>; 2]>,
    /// Of each position, for Black and White, the positions that these lead to, a bit for each.
    pub(super) leads_to: Vec<[u64; 2]>,
}

/// A play that leads to another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Play {
    pub(super) point: usize,
    pub(super) to: usize,
}

/// Why there is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// The board has more than 64 legal positions.
    TooManyPositions,
    /// To the engine a play leaves a position that is none to the same engine.
    LeavesIllegalPosition,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GraphError::TooManyPositions => "the board has more than 64 legal positions",
            GraphError::LeavesIllegalPosition => "a play leaves a position that is not legal",
        })
    }
}

impl std::error::Error for GraphError {}

impl Graph {
    /// The graph of a board under a suicide rule, as an engine has it.
    ///
    /// # Errors
    ///
    /// If it has more than 64 positions, or the engine contradicts itself.
    pub fn new(
        size: Size,
        suicide: Suicide,
        engine: &mut impl Positions,
    ) -> Result<Graph, GraphError> {
        let positions = positions(size, engine).ok_or(GraphError::TooManyPositions)?;
        let numbers: HashMap<Packed, usize> = positions.iter().copied().zip(0..).collect();
        engine.place(&positions);
        let mut plays = vec![[Vec::new(), Vec::new()]; positions.len()];
        for (mover, player) in [Player::Black, Player::White].into_iter().enumerate() {
            for point in 0..size.point_count() {
                for (lane, position) in positions.iter().enumerate() {
                    if position.taken() >> point & 1 == 1 {
                        continue;
                    }
                    let Played { after, lost, .. } = engine.played(player, point, lane);
                    let allowed = match suicide {
                        Suicide::Allowed => true,
                        Suicide::SeveralStones => lost != 1,
                        Suicide::Forbidden => lost == 0,
                    };
                    if allowed && after != positions[lane] {
                        let to = numbers.get(&after).copied();
                        let to = to.ok_or(GraphError::LeavesIllegalPosition)?;
                        plays[lane][mover].push(Play { point, to });
                    }
                }
            }
        }
        let set = |plays: &Vec<Play>| plays.iter().fold(0, |set, play| set | 1 << play.to);
        let leads_to = plays.iter().map(|both| both.each_ref().map(set)).collect();
        Ok(Graph { size, suicide, positions, plays, leads_to })
    }

    /// How many legal positions there are.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// How many plays there are that lead to another position, of both players and from all positions.
    pub fn edges(&self) -> usize {
        self.plays.iter().flatten().map(Vec::len).sum()
    }

    /// The empty grid, where all games begin.
    pub(super) fn beginning(&self) -> Node {
        // It is the position of the lowest number.
        Node { here: 0, met: 1, plays: 0, turns: 0, next: 0 }
    }
}

/// The legal positions of a board, if they are few enough.
fn positions(size: Size, engine: &mut impl Positions) -> Option<Vec<Packed>> {
    let points =
        u32::try_from(size.point_count()).ok().filter(|&area| area as usize <= MOST_POINTS)?;
    let mut positions = Vec::new();
    let mut position = Packed::default();
    for _ in 0..3u64.pow(points) {
        if engine.place(&[position]) == 1 {
            positions.push(position);
        }
        if positions.len() > LANES {
            return None;
        }
        position.advance();
    }
    Some(positions)
}
