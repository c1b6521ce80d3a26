//! The number of legal positions, computed without enumerating them.
//!
//! Larger boards have too many positions to check each. Here the board is filled point by point,
//! and only the border of the filled part is kept. The border is the last filled point of each
//! column. For a stone, the border also says whether its chain has a liberty yet, and if not, which
//! other stones of the border belong to the same chain. Fillings with the same border can be
//! continued in the same ways, so only their number is kept. This is the method of J. Tromp and G.
//! Farnebäck (Combinatorics of Go). It shares only the definition of a legal position with the rule
//! engines.

use crate::board::Player;
use std::collections::HashMap;

/// The largest number of columns. The border of a board with so many columns fits in 64 bits, and
/// the counts fit in 128 bits.
pub const WIDEST: usize = 8;

/// Returns the numbers of legal positions of boards with this many columns, and 1 to `rows` rows.
///
/// A position is legal if every chain has a liberty. The empty board is legal. Time and memory grow
/// with the number of borders, by a factor of about five for each column: `count(8, 8)` takes
/// seconds.
///
/// ```
/// assert_eq!(superko_exhaustive::legal_positions::count(2, 3), [5, 57, 489]);
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

/// Returns the borders after one more point is filled, with the number of fillings of each.
fn filled(borders: &HashMap<u64, u128>, columns: usize, column: usize) -> HashMap<u64, u128> {
    let mut after = HashMap::with_capacity(2 * borders.len());
    for (&packed, number) in borders {
        let border = Border::unpacked(packed);
        for stone in [None, Some(Player::Black), Some(Player::White)] {
            if let Some(border) = border.fill(columns, column, stone) {
                *after.entry(border.packed()).or_insert(0) += number;
            }
        }
    }
    after
}

/// What is known of a point of the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// The point is not on the board.
    Beyond,
    Empty,
    /// A stone of a chain that has a liberty.
    Breathes(Player),
    /// A stone of a chain that has no liberty yet. The chains of a border are numbered.
    Waits(Player, u8),
}

impl Cell {
    fn stone(self) -> Option<Player> {
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

/// The last filled point of each column.
#[derive(Clone, Copy, Debug)]
struct Border([Cell; WIDEST]);

/// A number that no chain of a border has.
const NEW: u8 = WIDEST as u8;

impl Border {
    /// Fills the next point of a column. Returns `None` if that leaves a chain that can never have
    /// a liberty.
    fn fill(mut self, columns: usize, column: usize, stone: Option<Player>) -> Option<Border> {
        let above = self.0[column];
        let left = if column > 0 { self.0[column - 1] } else { Cell::Beyond };
        let Some(stone) = stone else {
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
        // The point above leaves the border. If it was the last point of a chain that waits for a
        // liberty, that chain can never have one.
        let lost = above.chain().filter(|_| above.stone() != Some(stone));
        let waits = lost.is_none() || self.0.iter().any(|cell| cell.chain() == lost);
        waits.then_some(self)
    }

    /// Marks a chain as having a liberty.
    fn breathe(&mut self, chain: u8) {
        for cell in &mut self.0 {
            match *cell {
                Cell::Waits(stone, other) if other == chain => *cell = Cell::Breathes(stone),
                _ => {}
            }
        }
    }

    /// Returns whether no chain waits for a liberty.
    fn is_legal(self) -> bool {
        self.0.iter().all(|cell| cell.chain().is_none())
    }

    /// Packs the border into a number with a byte for each column. The chains are numbered in the
    /// order of their first columns, so that equal borders have equal numbers.
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
        let stone = |byte: u8| if byte & 1 == 0 { Player::Black } else { Player::White };
        Border(packed.to_le_bytes().map(|byte| match byte {
            0 => Cell::Beyond,
            1 => Cell::Empty,
            2 | 3 => Cell::Breathes(stone(byte)),
            _ => Cell::Waits(stone(byte), byte / 2 - 2),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Size};
    use crate::engines::reference;

    #[test]
    fn the_reference_has_as_many_legal_positions() {
        for (columns, rows) in [(1, 8), (2, 4), (3, 3), (4, 2), (8, 1)] {
            let size = Size::new(columns, rows).unwrap();
            let mut reference = reference(size);
            let mut position = Position::default();
            let mut legal = 0;
            for _ in 0..size.position_count() {
                legal += u128::from(reference.load(&[position]));
                position.advance();
            }
            assert_eq!(count(columns.into(), rows.into()).last(), Some(&legal), "{size}");
        }
    }

    #[test]
    fn a_border_is_packed_and_unpacked() {
        use Player::{Black, White};
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
