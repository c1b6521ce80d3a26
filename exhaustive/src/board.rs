//! Boards, positions and turns, in types that are small enough for exhaustive computations.
//!
//! Points are numbered from 0, row by row from the bottom, each row from the left.

use std::fmt;
use std::str::FromStr;
pub use superko_optimized::Player;
use superko_optimized::Point;
use superko_reference::LARGEST;

/// The largest number of points of a board whose positions fit in a [`Position`], which has one bit
/// of a `u32` for each point.
pub const MAX_POINTS: usize = 32;

/// The size of a board: 1 to 25 columns by 1 to 25 rows.
///
/// ```
/// use superko_exhaustive::Size;
///
/// let size: Size = "4x3".parse()?;
/// assert_eq!((size.columns(), size.rows(), size.point_count()), (4, 3, 12));
/// assert_eq!(size.vertex(5), "B2");
/// # Ok::<(), superko_exhaustive::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Size {
    /// Makes a board size with these numbers of columns and rows. Returns `None` if either is not
    /// from 1 to 25.
    pub fn new(columns: u8, rows: u8) -> Option<Size> {
        let fits = |side: u8| (1..=LARGEST).contains(&side.into());
        (fits(columns) && fits(rows)).then_some(Size { columns, rows })
    }

    /// Returns the number of columns.
    pub fn columns(self) -> u8 {
        self.columns
    }

    /// Returns the number of rows.
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// Returns the number of points of the board.
    pub fn point_count(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Returns the number of positions of the board, legal or not: three to the power of its points.
    ///
    /// # Panics
    ///
    /// If the board has more than [`MAX_POINTS`].
    pub fn position_count(self) -> u64 {
        assert!(self.point_count() <= MAX_POINTS, "{self} has more than {MAX_POINTS} points");
        3u64.pow(self.point_count() as u32)
    }

    /// Returns the number of columns to the left of a point and of rows below it.
    pub fn coordinates(self, point: usize) -> (u8, u8) {
        let columns = usize::from(self.columns);
        ((point % columns) as u8, (point / columns) as u8)
    }

    /// Returns whether two points are next to each other in a row or a column.
    pub fn are_adjacent(self, one: usize, other: usize) -> bool {
        let ((column, row), (other_column, other_row)) =
            (self.coordinates(one), self.coordinates(other));
        column.abs_diff(other_column) + row.abs_diff(other_row) == 1
    }

    /// Returns the name of a point in GTP, such as `A1` for the first.
    pub fn vertex(self, point: usize) -> String {
        let (column, row) = self.coordinates(point);
        Point::new(column, row).to_string()
    }
}

/// Writes columns by rows, such as `4x3`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl FromStr for Size {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Size, ParseError> {
        let sides = text
            .split_once('x')
            .and_then(|(columns, rows)| Size::new(columns.parse().ok()?, rows.parse().ok()?));
        sides.ok_or_else(|| ParseError::new(text, "is no size: write columns by rows, as in 4x3"))
    }
}

/// The error for a text that could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(String);

impl ParseError {
    pub(crate) fn new(text: &str, problem: &str) -> ParseError {
        ParseError(format!("`{text}` {problem}"))
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseError {}

/// A play at a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A pass.
    Pass,
    /// A play at the point of this number.
    Play(usize),
}

/// The plays that may remove stones of the player who makes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suicide {
    /// All plays.
    Allowed,
    /// Plays that remove more than the new stone.
    SeveralStones,
    /// No plays.
    Forbidden,
}

impl Suicide {
    /// Returns whether a play may remove this many of the player's own stones, the new one
    /// included.
    pub fn allows(self, removed: u32) -> bool {
        match self {
            Suicide::Allowed => true,
            Suicide::SeveralStones => removed != 1,
            Suicide::Forbidden => removed == 0,
        }
    }
}

/// The stones on a board of up to [`MAX_POINTS`], one bit per point. The position need not be
/// legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The points with a black stone.
    pub black: u32,
    /// The points with a white stone.
    pub white: u32,
}

impl Position {
    /// Returns the position with this number. The digits of the number in base three are the
    /// points, the first point in the last digit: 0 is empty, 1 black, 2 white.
    pub fn numbered(size: Size, mut number: u64) -> Position {
        let mut position = Position::default();
        for point in 0..size.point_count() {
            match number % 3 {
                0 => {}
                1 => position.black |= 1 << point,
                _ => position.white |= 1 << point,
            }
            number /= 3;
        }
        position
    }

    /// Advances to the position with the next number.
    pub fn advance(&mut self) {
        // The white points before the first point that is not white become empty. That point takes the
        // carry.
        let carried = self.white.trailing_ones();
        let Some(point) = 1u32.checked_shl(carried) else {
            self.white = 0;
            return;
        };
        self.white &= !(point - 1);
        self.white |= self.black & point;
        self.black ^= point;
    }

    /// Makes a position from a player's stones and the opponent's.
    pub fn of_player(player: Player, own: u32, opponent: u32) -> Position {
        match player {
            Player::Black => Position { black: own, white: opponent },
            Player::White => Position { black: opponent, white: own },
        }
    }

    /// Returns the points with a stone of a player.
    pub fn stones(self, player: Player) -> u32 {
        match player {
            Player::Black => self.black,
            Player::White => self.white,
        }
    }

    /// Returns the points with a stone.
    pub fn occupied(self) -> u32 {
        self.black | self.white
    }

    /// Returns the position with the colors swapped.
    pub fn swapped(self) -> Position {
        Position { black: self.white, white: self.black }
    }

    /// Draws the board with the names of columns and rows: black stones as `X`, white stones as
    /// `O`. If a point is marked, it stands in brackets.
    pub fn drawn(self, size: Size, marked: Option<usize>) -> String {
        let columns = usize::from(size.columns());
        let mut drawing = String::new();
        for row in (0..usize::from(size.rows())).rev() {
            let points = (row * columns..(row + 1) * columns).map(|point| {
                let glyph = match (self.black >> point & 1, self.white >> point & 1) {
                    (0, 0) => '.',
                    (1, _) => 'X',
                    _ => 'O',
                };
                if marked == Some(point) { format!("({glyph})") } else { format!(" {glyph}") }
            });
            let points: String = points.collect();
            drawing += &format!("{:>2} {}\n", row + 1, points.replace(") ", ")"));
        }
        let letters = (0..columns).map(|column| format!(" {}", &size.vertex(column)[..1]));
        drawing + "   " + &letters.collect::<String>() + "\n"
    }
}

/// Returns the numbers of the bits that are set.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advancing_counts_in_base_three() {
        let size = Size::new(7, 1).unwrap();
        let mut counted = Position::numbered(size, 0);
        for number in 0..3u64.pow(7) {
            assert_eq!(counted, Position::numbered(size, number));
            counted.advance();
        }
        let mut last = Position::numbered(Size::new(8, 4).unwrap(), 3u64.pow(32) - 1);
        last.advance();
        assert_eq!(last, Position::default());
    }

    #[test]
    fn a_position_is_drawn_as_it_is_numbered() {
        let size = Size::new(3, 2).unwrap();
        for number in 0..size.position_count() {
            let drawing = Position::numbered(size, number).drawn(size, None);
            let [upper, lower, names] = drawing.lines().collect::<Vec<_>>()[..] else {
                panic!("{drawing}")
            };
            let points = [&lower[3..], &upper[3..]].concat().replace(' ', "");
            let digits = points.chars().rev().map(|glyph| ".XO".find(glyph).unwrap() as u64);
            assert_eq!(digits.fold(0, |number, digit| 3 * number + digit), number);
            assert_eq!((&upper[..3], &lower[..3], names), (" 2 ", " 1 ", "    A B C"));
        }
        let position = Position { black: 0b100_001, white: 0b010_010 };
        assert_eq!(position.drawn(size, Some(3)), " 2 (.)O X\n 1  X O .\n    A B C\n");
        assert_eq!(position.drawn(size, Some(5)), " 2  . O(X)\n 1  X O .\n    A B C\n");
    }

    #[test]
    fn a_size_is_written_and_read_again() {
        for text in ["1x1", "4x3", "25x1", "1x25"] {
            assert_eq!(text.parse::<Size>().unwrap().to_string(), text);
        }
        for text in ["", "4", "x4", "0x1", "26x1", "4x3x2", "4y3"] {
            let error = text.parse::<Size>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is no size")), "{error}");
        }
    }
}
