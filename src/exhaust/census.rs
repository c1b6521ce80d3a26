use super::packed::{Packed, Played};
use crate::game::Size;
use crate::legal_positions;
use std::ops::Add;

/// What there was to count, in the words of the game graph of Tromp and Farnebäck: its nodes are the legal positions,
/// its edges the plays, of either player, that change the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Colorings gone through, legal positions or not.
    pub colorings: u64,
    /// Legal positions.
    pub positions: u64,
    /// Plays at empty points, of both players.
    pub plays: u64,
    /// Plays that change the position.
    pub edges: u64,
    /// Plays that capture.
    pub captures: u64,
    /// Plays that remove the new stone and no other.
    pub lone_suicides: u64,
    /// Plays that remove the new stone and others of its chain.
    pub several_suicides: u64,
}

impl Census {
    /// Counts a play, so many times.
    pub(super) fn play(&mut self, weight: u64, before: Packed, played: Played) {
        self.plays += weight;
        self.edges += weight * u64::from(played.after != before);
        self.captures += weight * u64::from(played.captured > 0);
        self.lone_suicides += weight * u64::from(played.lost == 1);
        self.several_suicides += weight * u64::from(played.lost > 1);
    }
}

impl Add for Census {
    type Output = Census;

    fn add(self, other: Census) -> Census {
        Census {
            colorings: self.colorings + other.colorings,
            positions: self.positions + other.positions,
            plays: self.plays + other.plays,
            edges: self.edges + other.edges,
            captures: self.captures + other.captures,
            lone_suicides: self.lone_suicides + other.lone_suicides,
            several_suicides: self.several_suicides + other.several_suicides,
        }
    }
}

/// Counts of a board that others have published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// Legal positions: [`legal_positions::published`].
    pub positions: u64,
    /// Edges of the game graph: J. Tromp and G. Farnebäck, Combinatorics of Go, where the board is among theirs.
    pub edges: Option<u64>,
}

impl Published {
    /// What is published of a board.
    pub fn of(size: Size) -> Option<Published> {
        let positions = legal_positions::published(size.columns().into(), size.rows().into())?;
        let sides = (size.columns().min(size.rows()), size.columns().max(size.rows()));
        let edges = EDGES.iter().find(|(short, long, _)| (*short, *long) == sides);
        Some(Published {
            positions: u64::try_from(positions).ok()?,
            edges: edges.map(|&(.., edges)| edges),
        })
    }
}

/// Short side, long side, edges.
#[rustfmt::skip]
const EDGES: [(u8, u8, u64); 24] = [
    (1, 1, 0),
    (1, 2, 12),
    (1, 3, 42),
    (1, 4, 144),
    (1, 5, 492),
    (1, 6, 1_620),
    (1, 7, 5_190),
    (1, 8, 16_320),
    (1, 9, 50_592),
    (1, 10, 155_052),
    (1, 11, 470_778),
    (1, 12, 1_418_352),
    (1, 13, 4_245_276),
    (1, 14, 12_635_508),
    (2, 2, 192),
    (2, 3, 2_312),
    (2, 4, 25_608),
    (2, 5, 269_608),
    (2, 6, 2_737_544),
    (2, 7, 27_086_640),
    (3, 3, 86_200),
    (3, 4, 2_873_612),
    (3, 5, 90_537_776),
    (4, 4, 285_531_024),
];
