//! The positions of a board, numbered, and which of them the plays of each player lead to.

use super::index;
use crate::exhaust::{Packed, Positions};
use crate::game::{Player, Point, Size};
use std::collections::HashMap;

/// A play that changes the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    point: Point,
    /// The number of the position that it leaves.
    pub(super) to: usize,
}

/// All positions that plays lead to from the empty board, which is number 0.
#[derive(Debug)]
pub(super) struct Graph {
    /// For each position, the plays of Black and of White. A play that only removes its own stone is left out, for
    /// it repeats the position that it is made in.
    plays: Vec<[Vec<Play>; 2]>,
    margins: Vec<i32>,
    area: i32,
}

impl Graph {
    /// Asks an engine for all positions of a board.
    pub(super) fn new(size: Size, engine: &mut impl Positions) -> Graph {
        let area = i32::try_from(size.point_count()).expect("a board is small");
        let mut graph = Graph { plays: Vec::new(), margins: Vec::new(), area };
        let mut found = vec![Packed::default()];
        let mut numbers = HashMap::from([(Packed::default(), 0)]);
        while let Some(&position) = found.get(graph.plays.len()) {
            assert_eq!(engine.place(&[position]), 1, "plays lead to legal positions only");
            let [black, white] = engine.areas(0).map(i32::from);
            graph.margins.push(black - white);
            let plays = [Player::Black, Player::White].map(|player| {
                let mut plays = Vec::new();
                for (place, point) in size.points().enumerate() {
                    if position.taken() >> place & 1 == 1 {
                        continue;
                    }
                    let after = engine.played(player, place, 0).after;
                    if after != position {
                        let to = *numbers.entry(after).or_insert_with(|| {
                            found.push(after);
                            found.len() - 1
                        });
                        plays.push(Play { point, to });
                    }
                }
                plays
            });
            graph.plays.push(plays);
        }
        graph
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.plays.len()
    }

    /// How many points the board has.
    pub(super) fn area(&self) -> i32 {
        self.area
    }

    /// Black's area less White's.
    pub(super) fn margin(&self, position: usize) -> i32 {
        self.margins[position]
    }

    /// The plays of a player that change a position, the past left aside.
    pub(super) fn plays(&self, position: usize, player: Player) -> &[Play] {
        &self.plays[position][index(player)]
    }

    /// The position that a play leaves, unless the point is taken or nothing is changed.
    pub(super) fn play(&self, position: usize, player: Player, point: Point) -> Option<usize> {
        let plays = self.plays(position, player);
        plays.iter().find(|play| play.point == point).map(|play| play.to)
    }
}
