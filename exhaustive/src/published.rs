//! Numbers that others published, each with its source.

use crate::board::{Size, Suicide};

/// Returns the number of legal positions of a board: J. Tromp, <https://tromp.github.io/go/legal.html>.
///
/// The numbers are available for boards up to 8x8, and for those of at most 32 points whose longer side is at
/// most 20.
pub fn legal_positions(size: Size) -> Option<u128> {
    entry(&LEGAL_POSITIONS, size)
}

/// Returns the number of edges of the game graph of a board: J. Tromp and G. Farnebäck, Combinatorics of Go.
///
/// The nodes of the graph are the legal positions. Its edges are the plays, of either player, that
/// change the position.
pub fn edges(size: Size) -> Option<u64> {
    entry(&EDGES, size)
}

/// Returns the number of games of a board under positional superko: J. Tromp and G. Farnebäck,
/// Combinatorics of Go. The number for 1x4 without suicide comes from the two programs that made
/// the fact file `small_boards.json`.
pub fn games(size: Size, suicide: Suicide) -> Option<u64> {
    use Suicide::{Allowed, Forbidden};
    let (short, long) = sides(size);
    match (short, long, suicide) {
        (1, 1, _) => Some(1),
        (1, 2, Allowed | Forbidden) => Some(9),
        (1, 3, Allowed | Forbidden) => Some(907),
        (1, 4, Allowed) => Some(2_098_407_841),
        (1, 4, Forbidden) => Some(719_178_893),
        (2, 2, Allowed) => Some(386_356_909_593),
        _ => None,
    }
}

/// The numbers of sequences of so many turns under Tromp-Taylor rules: board, number of turns,
/// number of sequences. At least two other programs counted them (`tests/facts/perft.tsv`).
pub const PERFT: [(&str, u32, u64); 6] = [
    ("2x2", 20, 2_571_096),
    ("3x3", 8, 3_474_312),
    ("4x4", 6, 9_326_320),
    ("5x5", 5, 7_984_104),
    ("9x9", 4, 42_002_809),
    ("19x19", 3, 47_046_242),
];

/// The points by which Black wins on a board under best play. Two other programs computed them
/// (`tests/facts/small_boards.json`).
pub const VALUES: [(&str, i32); 8] = [
    ("1x1", 0),
    ("1x2", 0),
    ("1x3", 3),
    ("1x4", 4),
    ("1x5", 0),
    ("2x2", 1),
    ("2x3", 0),
    ("3x3", 9),
];

/// Returns the entry of a board in a table. The table has a row for each shorter side, from 1. Each
/// row has a number for each longer side, the square board first.
fn entry<T: Copy>(table: &[&[T]], size: Size) -> Option<T> {
    let (short, long) = sides(size);
    table.get(short - 1)?.get(long - short).copied()
}

/// Returns the shorter and the longer side.
fn sides(size: Size) -> (usize, usize) {
    let (columns, rows) = (usize::from(size.columns()), usize::from(size.rows()));
    (columns.min(rows), columns.max(rows))
}

#[rustfmt::skip]
const LEGAL_POSITIONS: [&[u128]; 8] = [
    &[1, 5, 15, 41, 113, 313, 867, 2_401, 6_649, 18_413, 50_991, 141_209, 391_049, 1_082_929,
      2_998_947, 8_304_961, 22_998_865, 63_690_581, 176_377_839, 488_441_801],
    &[57, 489, 4_125, 35_117, 299_681, 2_557_605, 21_826_045, 186_255_781, 1_589_441_093,
      13_563_736_693, 115_748_216_413, 987_755_062_201, 8_429_158_472_781, 71_931_509_371_765,
      613_838_505_628_281],
    &[12_675, 321_689, 8_180_343, 208_144_601, 5_296_282_323, 134_764_135_265, 3_429_075_477_543,
      87_252_874_774_409],
    &[24_318_165, 1_840_058_693, 139_304_759_213, 10_546_705_714_473, 798_484_634_637_577],
    &[414_295_148_741, 93_332_304_864_173, 21_026_744_638_200_555, 4_737_083_489_364_726_605],
    &[62_567_386_502_084_877, 41_945_191_530_093_646_965, 28_119_999_225_435_593_650_933],
    &[83_677_847_847_984_287_628_595, 166_931_297_609_667_912_727_898_521],
    &[990_966_953_618_170_260_281_935_463_385],
];

#[rustfmt::skip]
const EDGES: [&[u64]; 4] = [
    &[0, 12, 42, 144, 492, 1_620, 5_190, 16_320, 50_592, 155_052, 470_778, 1_418_352, 4_245_276,
      12_635_508],
    &[192, 2_312, 25_608, 269_608, 2_737_544, 27_086_640],
    &[86_200, 2_873_612, 90_537_776],
    &[285_531_024],
];
