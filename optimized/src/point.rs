//! Points, players and turns.

use std::fmt;

/// A point of the grid. Its column counts from the west and its row from the south, both from 0.
/// `A1` in a diagram is column 0, row 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The number of columns to the west of the point.
    pub column: u8,
    /// The number of rows to the south of the point.
    pub row: u8,
}

impl Point {
    /// Makes the point in this column and row.
    #[inline(always)]
    pub const fn new(column: u8, row: u8) -> Point {
        Point { column, row }
    }
}

/// Writes the name used in diagrams: a letter for the column, without I, then the number of the
/// row, from 1.
///
/// ```
/// # use superko_optimized::Point;
/// assert_eq!(Point::new(8, 0).to_string(), "J1");
/// ```
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter =
            b"ABCDEFGHJKLMNOPQRSTUVWXYZ".get(self.column as usize).copied().unwrap_or(b'?');
        write!(f, "{}{}", letter as char, u32::from(self.row) + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The player of the black stones, who plays first on the empty grid.
    Black,
    /// The player of the white stones.
    White,
}

impl Player {
    /// Both players, Black first.
    pub const BOTH: [Player; 2] = [Player::Black, Player::White];

    /// Returns the other player.
    #[inline(always)]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }
}

/// A player's turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Turn {
    /// The player leaves the grid as it is.
    Pass,
    /// The player puts a stone on a point, or unblocks. See [`Stage`](crate::Stage).
    Play(Point),
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Pass => f.write_str("pass"),
            Turn::Play(point) => fmt::Display::fmt(point, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_turns_have_the_names_of_diagrams() {
        let names: Vec<_> = (0..25).map(|column| Point::new(column, column).to_string()).collect();
        let without_i = "A1 B2 C3 D4 E5 F6 G7 H8 J9 K10 L11 M12 N13 O14 P15 Q16 R17 S18 T19 U20 V21 \
                         W22 X23 Y24 Z25";
        assert_eq!(names.join(" "), without_i);
        assert_eq!(Point::new(25, 255).to_string(), "?256");
        assert_eq!(Point::new(0, 120).to_string(), "A121");
        assert_eq!(format!("{:?}", Point::new(0, 1)), "A2");
        assert_eq!(Turn::Play(Point::new(2, 3)).to_string(), "C4");
        assert_eq!(Turn::Pass.to_string(), "pass");
    }
}
