use super::packed::{Packed, Played};
use crate::vocabulary::Size;
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
    /// Legal positions: <https://tromp.github.io/go/legal.html>.
    pub positions: u64,
    /// Edges of the game graph: J. Tromp and G. Farnebäck, Combinatorics of Go, where the board is among theirs.
    pub edges: Option<u64>,
}

impl Published {
    /// What is published of a board.
    pub fn of(size: Size) -> Option<Published> {
        let (short, long) = (size.columns().min(size.rows()), size.columns().max(size.rows()));
        let row = TABLE.iter().find(|row| (row.0, row.1) == (short, long))?;
        Some(Published { positions: row.2, edges: row.3 })
    }
}

/// Short side, long side, legal positions, edges.
#[rustfmt::skip]
const TABLE: [(u8, u8, u64, Option<u64>); 50] = [
    (1, 1, 1, Some(0)),
    (1, 2, 5, Some(12)),
    (1, 3, 15, Some(42)),
    (1, 4, 41, Some(144)),
    (1, 5, 113, Some(492)),
    (1, 6, 313, Some(1_620)),
    (1, 7, 867, Some(5_190)),
    (1, 8, 2_401, Some(16_320)),
    (1, 9, 6_649, Some(50_592)),
    (1, 10, 18_413, Some(155_052)),
    (1, 11, 50_991, Some(470_778)),
    (1, 12, 141_209, Some(1_418_352)),
    (1, 13, 391_049, Some(4_245_276)),
    (1, 14, 1_082_929, Some(12_635_508)),
    (1, 15, 2_998_947, None),
    (1, 16, 8_304_961, None),
    (1, 17, 22_998_865, None),
    (1, 18, 63_690_581, None),
    (1, 19, 176_377_839, None),
    (1, 20, 488_441_801, None),
    (2, 2, 57, Some(192)),
    (2, 3, 489, Some(2_312)),
    (2, 4, 4_125, Some(25_608)),
    (2, 5, 35_117, Some(269_608)),
    (2, 6, 299_681, Some(2_737_544)),
    (2, 7, 2_557_605, Some(27_086_640)),
    (2, 8, 21_826_045, None),
    (2, 9, 186_255_781, None),
    (2, 10, 1_589_441_093, None),
    (2, 11, 13_563_736_693, None),
    (2, 12, 115_748_216_413, None),
    (2, 13, 987_755_062_201, None),
    (2, 14, 8_429_158_472_781, None),
    (2, 15, 71_931_509_371_765, None),
    (2, 16, 613_838_505_628_281, None),
    (3, 3, 12_675, Some(86_200)),
    (3, 4, 321_689, Some(2_873_612)),
    (3, 5, 8_180_343, Some(90_537_776)),
    (3, 6, 208_144_601, None),
    (3, 7, 5_296_282_323, None),
    (3, 8, 134_764_135_265, None),
    (3, 9, 3_429_075_477_543, None),
    (3, 10, 87_252_874_774_409, None),
    (4, 4, 24_318_165, Some(285_531_024)),
    (4, 5, 1_840_058_693, None),
    (4, 6, 139_304_759_213, None),
    (4, 7, 10_546_705_714_473, None),
    (4, 8, 798_484_634_637_577, None),
    (5, 5, 414_295_148_741, None),
    (5, 6, 93_332_304_864_173, None),
];
