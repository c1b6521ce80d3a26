//! The graph of a board: its legal positions, and the positions to which plays of each player lead.

use crate::board::{MAX_POINTS, Player, Position, Size, Suicide, bits};
use crate::engine::{BATCH, MakeEngine, PlayResult, PositionEngine, empty};
use std::collections::HashMap;
use std::fmt;

/// The legal positions of a board, and the positions to which plays of each player lead. The empty
/// board is number 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The size of the board.
    pub size: Size,
    /// The suicide rule.
    pub suicide: Suicide,
    /// The legal positions, by their numbers.
    pub positions: Vec<Position>,
    /// For each position, the areas of Black and of White.
    areas: Vec<[u16; 2]>,
    /// For each position, the plays of Black and of White.
    plays: Vec<[Vec<Play>; 2]>,
}

/// A play that leads to another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// The point played at.
    pub point: usize,
    /// The number of the position after the play.
    pub to: usize,
}

/// The error when a graph cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// The board has more legal positions than the caller allows.
    TooManyPositions,
    /// According to an engine, a play leads to a position that is not legal according to the same engine.
    LeavesIllegalPosition,
    /// Two engines give different graphs.
    EnginesDiffer,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GraphError::TooManyPositions => "the board has too many legal positions",
            GraphError::LeavesIllegalPosition => "a play leaves a position that is not legal",
            GraphError::EnginesDiffer => "the engines differ on single plays",
        })
    }
}

impl std::error::Error for GraphError {}

impl Graph {
    /// Makes the graph of a board under a suicide rule according to an engine.
    ///
    /// # Errors
    ///
    /// If there are more than `most_positions` positions, or the engine contradicts itself.
    pub fn new(
        size: Size,
        suicide: Suicide,
        make: MakeEngine<'_>,
        most_positions: usize,
    ) -> Result<Graph, GraphError> {
        if size.point_count() > MAX_POINTS {
            return Err(GraphError::TooManyPositions);
        }
        let mut engine = make(size);
        let positions = legal_positions(size, &mut *engine, most_positions)?;
        let numbers: HashMap<Position, usize> = positions.iter().copied().zip(0..).collect();
        let mut areas = Vec::with_capacity(positions.len());
        let mut plays = vec![[Vec::new(), Vec::new()]; positions.len()];
        let mut results = [PlayResult::default(); BATCH];
        for (batch, plays) in positions.chunks(BATCH).zip(plays.chunks_mut(BATCH)) {
            engine.load(batch);
            areas.extend((0..batch.len()).map(|index| engine.areas(index)));
            for point in 0..size.point_count() {
                let which = empty(batch, point);
                for player in Player::BOTH {
                    engine.play(player, point, which, &mut results);
                    for index in bits(which) {
                        let PlayResult { after, lost, .. } = results[index];
                        if suicide.allows(lost) && after != batch[index] {
                            let to = numbers.get(&after).copied();
                            let to = to.ok_or(GraphError::LeavesIllegalPosition)?;
                            plays[index][player as usize].push(Play { point, to });
                        }
                    }
                }
            }
        }
        Ok(Graph { size, suicide, positions, areas, plays })
    }

    /// Returns the plays of a player that lead from a position to another.
    pub fn plays(&self, position: usize, player: Player) -> &[Play] {
        &self.plays[position][player as usize]
    }

    /// Returns the number of plays that lead to another position, by both players and from all positions.
    pub fn edges(&self) -> usize {
        self.plays.iter().flatten().map(Vec::len).sum()
    }

    /// Returns Black's area minus White's in a position.
    pub fn margin(&self, position: usize) -> i32 {
        let [black, white] = self.areas[position].map(i32::from);
        black - white
    }
}

/// Returns the legal positions of a board in the order of their numbers, unless there are too many.
fn legal_positions(
    size: Size,
    engine: &mut dyn PositionEngine,
    most: usize,
) -> Result<Vec<Position>, GraphError> {
    let mut legal = Vec::new();
    let mut position = Position::default();
    let mut left = size.position_count();
    let mut batch = Vec::with_capacity(BATCH);
    while left > 0 {
        batch.clear();
        for _ in 0..left.min(BATCH as u64) {
            batch.push(position);
            position.advance();
        }
        left -= batch.len() as u64;
        legal.extend(bits(engine.load(&batch)).map(|index| batch[index]));
        if legal.len() > most {
            return Err(GraphError::TooManyPositions);
        }
    }
    Ok(legal)
}
