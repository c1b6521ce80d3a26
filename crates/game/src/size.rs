use std::fmt;
use std::str::FromStr;

/// The largest number of columns, and of rows, that a board may have.
pub const LARGEST: u8 = 25;

/// The letters of the columns in GTP, without `I`.
const LETTERS: &[u8; LARGEST as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The size of a board: 1 to 25 columns by 1 to 25 rows.
///
/// Points are made only by a `Size`, so a [`Point`] always lies on the board it was made for.
///
/// ```
/// use superko_game::Size;
///
/// let size: Size = "5x4".parse()?;
/// assert_eq!((size.columns(), size.rows()), (5, 4));
/// assert_eq!(size.vertex("E4")?.to_string(), "E4");
/// assert!("26x26".parse::<Size>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Size {
    /// Makes a board size with these numbers of columns and rows.
    ///
    /// # Errors
    ///
    /// If either is not from 1 to [`LARGEST`].
    pub fn new(columns: u8, rows: u8) -> Result<Size, SizeError> {
        let fits = 1..=LARGEST;
        if fits.contains(&columns) && fits.contains(&rows) {
            Ok(Size { columns, rows })
        } else {
            Err(SizeError { text: format!("{columns}x{rows}") })
        }
    }

    /// Makes the size of a square board.
    ///
    /// # Errors
    ///
    /// If the side is not from 1 to [`LARGEST`].
    pub fn square(side: u8) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// Returns the number of columns.
    #[inline]
    pub fn columns(self) -> u8 {
        self.columns
    }

    /// Returns the number of rows.
    #[inline]
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// Returns the number of points of the board: 1 to 625.
    pub fn point_count(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Whether the board has as many columns as rows.
    pub fn is_square(self) -> bool {
        self.columns == self.rows
    }

    /// Returns the point in a column, counted from the left, and a row, counted from the bottom, both from 0.
    /// Returns `None` if it is not on the board.
    #[inline]
    pub fn point(self, column: u8, row: u8) -> Option<Point> {
        (column < self.columns && row < self.rows).then_some(Point { column, row })
    }

    /// Returns the symmetries of the board, as numbers for [`image`](Size::image); 0 is the identity.
    pub fn images(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |image| image & 4 == 0 || self.is_square())
    }

    /// Returns the image of a point under a symmetry.
    pub fn image(self, point: Point, image: u8) -> Point {
        let Point { mut column, mut row } = point;
        if image & 1 != 0 {
            column = self.columns - 1 - column;
        }
        if image & 2 != 0 {
            row = self.rows - 1 - row;
        }
        if image & 4 == 0 { Point { column, row } } else { Point { column: row, row: column } }
    }

    /// Returns the point that a GTP vertex names, such as `A1` (bottom left), in either case.
    ///
    /// # Errors
    ///
    /// If the text does not name a point of this board. `pass` is not a point: see [`Turn`](super::Turn).
    pub fn vertex(self, text: &str) -> Result<Point, PointError> {
        let wrong = || PointError { text: text.to_owned(), size: self };
        let letter = text.bytes().next().ok_or_else(wrong)?.to_ascii_uppercase();
        let column = LETTERS.iter().position(|&each| each == letter).ok_or_else(wrong)?;
        let digits = &text[1..];
        if digits.starts_with(['0', '+']) {
            return Err(wrong());
        }
        let row: u8 = digits.parse().map_err(|_| wrong())?;
        let column = u8::try_from(column).map_err(|_| wrong())?;
        self.point(column, row.checked_sub(1).ok_or_else(wrong)?).ok_or_else(wrong)
    }

    /// Returns every point: row by row from the bottom, each from the left. [`Size::index`] counts in this
    /// order.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        let Size { columns, rows } = self;
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Point { column, row }))
    }

    /// Returns the place of a point in the order of [`Size::points`], from 0.
    ///
    /// # Panics
    ///
    /// If the point is not on this board.
    #[inline]
    pub fn index(self, point: Point) -> usize {
        assert!(
            point.column < self.columns && point.row < self.rows,
            "the point {point} is not on a {self} board"
        );
        usize::from(point.row) * usize::from(self.columns) + usize::from(point.column)
    }

    /// Returns the points next to a point in its row and its column.
    pub fn neighbors(self, point: Point) -> impl Iterator<Item = Point> {
        let Point { column, row } = point;
        let left = column.checked_sub(1).and_then(|column| self.point(column, row));
        let right = self.point(column + 1, row);
        let below = row.checked_sub(1).and_then(|row| self.point(column, row));
        let above = self.point(column, row + 1);
        [left, right, below, above].into_iter().flatten()
    }

    /// Returns the number of board edges next to a point: 0 inside, 1 at an edge, 2 in a corner, up to 4 on
    /// 1x1.
    pub fn sides(self, point: Point) -> usize {
        4 - self.neighbors(point).count()
    }
}

/// Writes columns by rows, such as `5x4`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Parses `9` or `5x4` (columns by rows).
impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let wrong = || SizeError { text: text.to_owned() };
        let side = |digits: &str| {
            let plain =
                digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
            if plain { digits.parse::<u8>().map_err(|_| wrong()) } else { Err(wrong()) }
        };
        let (columns, rows) = text.split_once(['x', 'X']).unwrap_or((text, text));
        Size::new(side(columns)?, side(rows)?).map_err(|_| wrong())
    }
}

/// The error for a text that does not name a board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a board size: write a side (`9`) or columns by rows (`5x4`), each 1 to {LARGEST}"
)]
pub struct SizeError {
    text: String,
}

/// A point of a board. Only a [`Size`] makes points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    column: u8,
    row: u8,
}

impl Point {
    /// Returns the number of columns to the left of the point.
    pub fn column(self) -> u8 {
        self.column
    }

    /// Returns the number of rows below the point.
    pub fn row(self) -> u8 {
        self.row
    }
}

/// Writes the GTP vertex, such as `A1`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(LETTERS[usize::from(self.column)]), self.row + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that does not name a point of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a point of a {size} board: points are A1 (bottom left) to {}, without the letter I",
    Point { column: size.columns - 1, row: size.rows - 1 }
)]
pub struct PointError {
    text: String,
    size: Size,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_named_and_found_again() {
        for (columns, rows) in [(1, 1), (5, 4), (1, 25), (25, 1), (25, 25)] {
            let size = Size::new(columns, rows).unwrap();
            assert_eq!(size.points().count(), size.point_count());
            for (place, point) in size.points().enumerate() {
                assert_eq!(size.index(point), place);
                assert_eq!(size.vertex(&point.to_string()), Ok(point));
                assert_eq!(size.vertex(&point.to_string().to_lowercase()), Ok(point));
            }
        }
    }

    #[test]
    fn what_is_no_point_is_refused_by_its_name() {
        let size = Size::new(9, 5).unwrap();
        for text in ["", "A", "I1", "A0", "A01", "A+1", "A6", "K1", "5", "é1", "A1 ", "A-1", "pass"]
        {
            let error = size.vertex(text).unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")) && error.contains("J5"), "{error}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused_by_its_name() {
        for text in
            ["", "0", "26", "x", "5x", "x5", "5x0", "5x26", "5x4x3", "-5", "+5", "300", "09"]
        {
            let error = text.parse::<Size>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")) && error.contains("1 to 25"), "{error}");
        }
        assert_eq!("5X4".parse(), Size::new(5, 4));
    }

    #[test]
    fn neighbors_stay_on_the_board() {
        let size = Size::new(3, 2).unwrap();
        let names = |text| {
            let mut names: Vec<_> =
                size.neighbors(size.vertex(text).unwrap()).map(|p| p.to_string()).collect();
            names.sort();
            names.join(" ")
        };
        assert_eq!(names("A1"), "A2 B1");
        assert_eq!(names("B2"), "A2 B1 C2");
        assert_eq!(names("C1"), "B1 C2");
        assert_eq!(Size::square(1).unwrap().sides(Point { column: 0, row: 0 }), 4);
    }
}
