//! Legal positions counted column by column, without drawing one.
//!
//! The counts of the exhaustive runs stop where there are too many positions to go through. Here the board is filled
//! point by point, and of what is filled only the border is kept: for each column its lowest filled point, and whether
//! its chain has a liberty yet or waits for one, together with which others. Fillings with the same border can be
//! continued in the same ways, so only their number is kept. This is the method by which J. Tromp and G. Farnebäck
//! counted (Combinatorics of Go); it shares nothing with the rule engines but the definition of a legal position.

use std::collections::HashMap;

/// The greatest width: so many columns have room in a border of 64 bits, and their numbers in 128 bits.
pub const WIDEST: usize = 8;

/// The numbers of legal positions of boards of so many columns, and of 1 to `rows` rows.
///
/// A position is legal if every chain has a liberty; the empty grid is. Time and memory grow with the number of
/// borders, some five times with each column: `count(8, 8)` takes seconds.
///
/// ```
/// assert_eq!(superko::legal_positions::count(2, 3), [5, 57, 489]);
/// ```
///
/// # Panics
///
/// If there are no columns or more than [`WIDEST`], or more than ten rows.
pub fn count(columns: usize, rows: usize) -> Vec<u128> {
    assert!((1..=WIDEST).contains(&columns) && rows <= 10, "{columns} columns, {rows} rows");
    let mut borders = HashMap::from([(Border([Cell::Beyond; WIDEST]).packed(), 1)]);
    let mut counts = Vec::new();
    for _ in 0..rows {
        for column in 0..columns {
            borders = filled(&borders, columns, column);
        }
        let legal = borders.iter().filter(|(packed, _)| Border::unpacked(**packed).is_legal());
        counts.push(legal.map(|(_, number)| number).sum());
    }
    counts
}

/// The borders after one more point is filled, with the numbers of fillings.
fn filled(borders: &HashMap<u64, u128>, columns: usize, column: usize) -> HashMap<u64, u128> {
    let mut after = HashMap::with_capacity(2 * borders.len());
    for (&packed, number) in borders {
        let border = Border::unpacked(packed);
        for color in [None, Some(Stone::Black), Some(Stone::White)] {
            if let Some(border) = border.fill(columns, column, color) {
                *after.entry(border.packed()).or_insert(0) += number;
            }
        }
    }
    after
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stone {
    Black,
    White,
}

/// What is known of a point of the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// It is no point of the board.
    Beyond,
    Empty,
    /// A stone of a chain that has a liberty.
    Breathes(Stone),
    /// A stone of a chain that has none yet; the chains of a border are numbered.
    Waits(Stone, u8),
}

impl Cell {
    fn stone(self) -> Option<Stone> {
        match self {
            Cell::Beyond | Cell::Empty => None,
            Cell::Breathes(stone) | Cell::Waits(stone, _) => Some(stone),
        }
    }

    fn chain(self) -> Option<u8> {
        match self {
            Cell::Waits(_, chain) => Some(chain),
            _ => None,
        }
    }
}

/// Of each column the lowest filled point.
#[derive(Clone, Copy, Debug)]
struct Border([Cell; WIDEST]);

/// A number that no chain of a border has.
const NEW: u8 = WIDEST as u8;

impl Border {
    /// Fills the next point of a column; `None` if a chain is left that can have no liberty any more.
    fn fill(mut self, columns: usize, column: usize, color: Option<Stone>) -> Option<Border> {
        let above = self.0[column];
        let left = if column > 0 { self.0[column - 1] } else { Cell::Beyond };
        let Some(stone) = color else {
            self.0[column] = Cell::Empty;
            for chain in [above, left].into_iter().filter_map(Cell::chain) {
                self.breathe(chain);
            }
            return Some(self);
        };
        let joined = [above, left].into_iter().filter(|cell| cell.stone() == Some(stone));
        let breathes = [above, left].contains(&Cell::Empty)
            || joined.clone().any(|cell| cell == Cell::Breathes(stone));
        self.0[column] = Cell::Waits(stone, NEW);
        for chain in joined.filter_map(Cell::chain) {
            for cell in &mut self.0[..columns] {
                if cell.chain() == Some(chain) {
                    *cell = Cell::Waits(stone, NEW);
                }
            }
        }
        if breathes {
            self.breathe(NEW);
        }
        // What was above is no point of the border now. If it was the last of a chain that waits, that waits in vain.
        let lost = above.chain().filter(|_| above.stone() != Some(stone));
        let waits = lost.is_none() || self.0.iter().any(|cell| cell.chain() == lost);
        waits.then_some(self)
    }

    /// A chain has a liberty.
    fn breathe(&mut self, chain: u8) {
        for cell in &mut self.0 {
            match *cell {
                Cell::Waits(stone, other) if other == chain => *cell = Cell::Breathes(stone),
                _ => {}
            }
        }
    }

    /// Does no chain wait?
    fn is_legal(self) -> bool {
        self.0.iter().all(|cell| cell.chain().is_none())
    }

    /// The border as a number, a byte for each column, the chains numbered in the order of their first columns, so
    /// that borders that are the same have the same number.
    fn packed(self) -> u64 {
        let mut order = [NEW; WIDEST + 1];
        let mut chains = 0;
        let mut byte = |cell: &Cell| match *cell {
            Cell::Beyond => 0,
            Cell::Empty => 1,
            Cell::Breathes(stone) => 2 + stone as u8,
            Cell::Waits(stone, chain) => {
                let number = &mut order[usize::from(chain)];
                if *number == NEW {
                    *number = chains;
                    chains += 1;
                }
                4 + 2 * *number + stone as u8
            }
        };
        u64::from_le_bytes(self.0.each_ref().map(&mut byte))
    }

    fn unpacked(packed: u64) -> Border {
        let stone = |byte: u8| if byte & 1 == 0 { Stone::Black } else { Stone::White };
        Border(packed.to_le_bytes().map(|byte| match byte {
            0 => Cell::Beyond,
            1 => Cell::Empty,
            2 | 3 => Cell::Breathes(stone(byte)),
            _ => Cell::Waits(stone(byte), byte / 2 - 2),
        }))
    }
}

/// How many legal positions a board has, published by J. Tromp: <https://tromp.github.io/go/legal.html>. It is known
/// here of boards to 8x8, and of those of at most 32 points whose longer side is at most 20.
pub fn published(columns: usize, rows: usize) -> Option<u128> {
    let sides = (columns.min(rows), columns.max(rows));
    PUBLISHED.iter().find(|(board, _)| *board == sides).map(|&(_, number)| number)
}

/// Published numbers of legal positions, by the shorter and the longer side.
#[rustfmt::skip]
const PUBLISHED: [((usize, usize), u128); 58] = [
    ((1, 1), 1),
    ((1, 2), 5),
    ((1, 3), 15),
    ((1, 4), 41),
    ((1, 5), 113),
    ((1, 6), 313),
    ((1, 7), 867),
    ((1, 8), 2_401),
    ((1, 9), 6_649),
    ((1, 10), 18_413),
    ((1, 11), 50_991),
    ((1, 12), 141_209),
    ((1, 13), 391_049),
    ((1, 14), 1_082_929),
    ((1, 15), 2_998_947),
    ((1, 16), 8_304_961),
    ((1, 17), 22_998_865),
    ((1, 18), 63_690_581),
    ((1, 19), 176_377_839),
    ((1, 20), 488_441_801),
    ((2, 2), 57),
    ((2, 3), 489),
    ((2, 4), 4_125),
    ((2, 5), 35_117),
    ((2, 6), 299_681),
    ((2, 7), 2_557_605),
    ((2, 8), 21_826_045),
    ((2, 9), 186_255_781),
    ((2, 10), 1_589_441_093),
    ((2, 11), 13_563_736_693),
    ((2, 12), 115_748_216_413),
    ((2, 13), 987_755_062_201),
    ((2, 14), 8_429_158_472_781),
    ((2, 15), 71_931_509_371_765),
    ((2, 16), 613_838_505_628_281),
    ((3, 3), 12_675),
    ((3, 4), 321_689),
    ((3, 5), 8_180_343),
    ((3, 6), 208_144_601),
    ((3, 7), 5_296_282_323),
    ((3, 8), 134_764_135_265),
    ((3, 9), 3_429_075_477_543),
    ((3, 10), 87_252_874_774_409),
    ((4, 4), 24_318_165),
    ((4, 5), 1_840_058_693),
    ((4, 6), 139_304_759_213),
    ((4, 7), 10_546_705_714_473),
    ((4, 8), 798_484_634_637_577),
    ((5, 5), 414_295_148_741),
    ((5, 6), 93_332_304_864_173),
    ((5, 7), 21_026_744_638_200_555),
    ((5, 8), 4_737_083_489_364_726_605),
    ((6, 6), 62_567_386_502_084_877),
    ((6, 7), 41_945_191_530_093_646_965),
    ((6, 8), 28_119_999_225_435_593_650_933),
    ((7, 7), 83_677_847_847_984_287_628_595),
    ((7, 8), 166_931_297_609_667_912_727_898_521),
    ((8, 8), 990_966_953_618_170_260_281_935_463_385),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::ReferencePositions;
    use crate::exhaust::{Packed, Positions};
    use crate::game::Size;

    #[test]
    fn the_reference_has_as_many_legal_positions() {
        for (columns, rows) in [(1, 8), (2, 4), (3, 3), (4, 2), (8, 1)] {
            let size = Size::new(columns, rows).unwrap();
            let mut reference = ReferencePositions::new(size);
            let mut position = Packed::default();
            let mut legal = 0;
            for _ in 0..3u32.pow(u32::from(columns) * u32::from(rows)) {
                legal += u128::from(reference.place(&[position]));
                position.advance();
            }
            assert_eq!(count(columns.into(), rows.into()).last(), Some(&legal), "{size}");
        }
    }

    #[test]
    fn a_border_is_packed_and_unpacked() {
        use Stone::{Black, White};
        let border = [
            Cell::Waits(White, 5),
            Cell::Empty,
            Cell::Waits(Black, 2),
            Cell::Breathes(Black),
            Cell::Waits(White, 5),
            Cell::Breathes(White),
            Cell::Waits(Black, 0),
            Cell::Beyond,
        ];
        let packed = Border(border).packed();
        let Border(again) = Border::unpacked(packed);
        assert_eq!(again[0], Cell::Waits(White, 0));
        assert_eq!((again[2], again[4]), (Cell::Waits(Black, 1), again[0]));
        assert_eq!((again[6], again[7]), (Cell::Waits(Black, 2), Cell::Beyond));
        assert_eq!((again[1], again[3], again[5]), (border[1], border[3], border[5]));
        assert_eq!(Border(again).packed(), packed);
    }
}
