use super::player::Color;
use super::size::{Point, Size};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A board position: a color (black, white or empty) for each point.
///
/// A position is parsed from, and printed as, a diagram: the top row first, `X` black, `O` white, `.` empty.
/// The parser is strict, so that a typo in a test is an error instead of another position.
///
/// ```
/// use superko_game::{Color, Position};
///
/// let position: Position = "
///     . X .
///     X O X
/// ".parse()?;
/// let point = position.size().vertex("B1")?;
/// assert_eq!(position[point], Color::White);
/// assert_eq!(position.to_string(), ". X .\nX O X\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    size: Size,
    colors: Vec<Color>,
}

impl Position {
    /// Returns the empty board.
    pub fn empty(size: Size) -> Position {
        Position { size, colors: vec![Color::Empty; size.point_count()] }
    }

    /// Makes a position from its rows, the top row first.
    ///
    /// ```
    /// use superko_game::{Color::{Black, Empty, White}, Position};
    ///
    /// let position = Position::from_rows([[Empty, Black, Empty], [Black, White, Black]])?;
    /// assert_eq!(position.to_string(), ". X .\nX O X\n");
    /// # Ok::<(), superko_game::DiagramError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the rows differ in length, or there are not 1 to 25 rows of 1 to 25 points.
    pub fn from_rows<R>(rows: impl IntoIterator<Item = R>) -> Result<Position, DiagramError>
    where
        R: IntoIterator<Item = Color>,
    {
        let rows = rows.into_iter().enumerate().map(|(place, row)| (place + 1, row));
        let rows: Vec<(usize, Vec<Color>)> =
            rows.map(|(line, row)| (line, row.into_iter().collect())).collect();
        Position::of_lines(rows)
    }

    /// Makes a position from its rows, the bottom row first: the order in which GTP numbers them.
    ///
    /// # Errors
    ///
    /// As for [`from_rows`](Position::from_rows); an error counts the rows in the order given.
    pub fn from_rows_bottom_up<R>(
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Position, DiagramError>
    where
        R: IntoIterator<Item = Color>,
    {
        let mut position = Position::from_rows(rows)?;
        let columns = usize::from(position.size.columns());
        let rows = position.colors.chunks(columns).rev().flatten().copied().collect();
        position.colors = rows;
        Ok(position)
    }

    /// Makes a position from its rows, the top row first, with the line number of each.
    fn of_lines(rows: Vec<(usize, Vec<Color>)>) -> Result<Position, DiagramError> {
        let columns = rows.first().map_or(0, |(_, row)| row.len());
        for (line, row) in &rows {
            if row.len() != columns {
                let what = format!("{} points, but the rows above have {columns}", row.len());
                return Err(DiagramError { line: *line, what });
            }
        }
        let side = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
        let size = Size::new(side(columns), side(rows.len())).map_err(|_| DiagramError {
            line: 1,
            what: format!("{columns} columns by {} rows: each must be 1 to 25", rows.len()),
        })?;
        let colors = rows.into_iter().rev().flat_map(|(_, row)| row).collect();
        Ok(Position { size, colors })
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of points that have this color.
    pub fn count(&self, color: Color) -> usize {
        self.colors.iter().filter(|&&each| each == color).count()
    }

    /// Returns the points at which this position and another one of the same size differ.
    ///
    /// # Panics
    ///
    /// If the sizes differ.
    pub fn differences<'a>(&'a self, other: &'a Position) -> impl Iterator<Item = Point> + 'a {
        assert_eq!(self.size, other.size, "positions of two sizes have no points in common");
        self.size.points().filter(move |&point| self[point] != other[point])
    }

    /// Whether two positions of the same size are equal except possibly at one point.
    pub fn agrees_but_at(&self, other: &Position, point: Point) -> bool {
        let place = self.size.index(point);
        self.size == other.size
            && self.colors[..place] == other.colors[..place]
            && self.colors[place + 1..] == other.colors[place + 1..]
    }

    /// Returns the chain (or empty region) that contains a point, that point first.
    pub fn chain(&self, point: Point) -> Vec<Point> {
        self.part(point, &|color| color == self[point], &mut vec![false; self.colors.len()])
    }

    /// Returns the connected part of the points of some colors that contains `point`, that point first. Marks its points in
    /// `met`.
    fn part(&self, point: Point, is_in: &dyn Fn(Color) -> bool, met: &mut [bool]) -> Vec<Point> {
        let mut part = vec![point];
        met[self.size.index(point)] = true;
        let mut next = 0;
        while let Some(&here) = part.get(next) {
            next += 1;
            for neighbor in self.size.neighbors(here) {
                let place = self.size.index(neighbor);
                if !met[place] && is_in(self.colors[place]) {
                    met[place] = true;
                    part.push(neighbor);
                }
            }
        }
        part
    }

    /// Returns the connected parts of the points of some colors.
    pub fn parts(&self, is_in: impl Fn(Color) -> bool) -> Vec<Vec<Point>> {
        let mut met = vec![false; self.colors.len()];
        let mut parts = Vec::new();
        for first in self.size.points() {
            if !met[self.size.index(first)] && is_in(self[first]) {
                parts.push(self.part(first, &is_in, &mut met));
            }
        }
        parts
    }

    /// Whether a chain has a liberty.
    pub fn has_liberty(&self, chain: &[Point]) -> bool {
        let mut beside = chain.iter().flat_map(|&point| self.size.neighbors(point));
        beside.any(|next| self[next] == Color::Empty)
    }

    /// Counts the empty points that reach only Black, only White, and both. The numbers serve to choose games, to name events,
    /// and to detect engines that estimate a score. The score itself comes from the referee.
    pub fn surrounded(&self) -> [usize; 3] {
        let mut surrounded = [0; 3];
        for region in self.parts(|color| color == Color::Empty) {
            let reaches = |color| {
                let mut beside = region.iter().flat_map(|&point| self.size.neighbors(point));
                beside.any(|point| self[point] == color)
            };
            match (reaches(Color::Black), reaches(Color::White)) {
                (true, false) => surrounded[0] += region.len(),
                (false, true) => surrounded[1] += region.len(),
                (true, true) => surrounded[2] += region.len(),
                (false, false) => {}
            }
        }
        surrounded
    }

    /// Returns a stone whose chain has no liberty, if there is one. No such position can occur in a game.
    pub fn without_liberty(&self) -> Option<Point> {
        let is_stone = |point: &Point| self[*point] != Color::Empty;
        self.size.points().filter(is_stone).find(|&stone| !self.has_liberty(&self.chain(stone)))
    }

    /// Returns the number of chains (or empty regions) of this position that contain at least one of some points.
    pub fn pieces(&self, points: &[Point]) -> usize {
        let mut left: Vec<Point> = points.to_vec();
        let mut pieces = 0;
        while let Some(&first) = left.first() {
            let piece = self.chain(first);
            left.retain(|point| !piece.contains(point));
            pieces += 1;
        }
        pieces
    }

    /// Draws the board with the names of columns and rows, and with one point in brackets, if given.
    pub fn drawn(&self, marked: Option<Point>) -> String {
        self.drawn_in(0..self.size.columns(), 0..self.size.rows(), marked)
    }

    /// Draws a part of the board as [`Position::drawn`] does.
    ///
    /// # Panics
    ///
    /// If a column or a row is not on the board.
    pub fn drawn_in(&self, columns: Range<u8>, rows: Range<u8>, marked: Option<Point>) -> String {
        let at = |column, row| self.size.point(column, row).expect("the part is on the board");
        let mut drawing = String::new();
        for row in rows.clone().rev() {
            drawing += &format!("{:>2} ", row + 1);
            let mut gap = ' ';
            for column in columns.clone() {
                let point = at(column, row);
                let marked = marked == Some(point);
                drawing.push(if marked { '(' } else { gap });
                drawing.push(self[point].glyph());
                gap = if marked { ')' } else { ' ' };
            }
            if gap == ')' {
                drawing.push(gap);
            }
            drawing.push('\n');
        }
        let letters: String =
            columns.map(|column| format!(" {}", &at(column, 0).to_string()[..1])).collect();
        drawing + "   " + &letters + "\n"
    }
}

impl std::ops::Index<Point> for Position {
    type Output = Color;

    #[inline]
    fn index(&self, point: Point) -> &Color {
        &self.colors[self.size.index(point)]
    }
}

impl std::ops::IndexMut<Point> for Position {
    #[inline]
    fn index_mut(&mut self, point: Point) -> &mut Color {
        let place = self.size.index(point);
        &mut self.colors[place]
    }
}

/// Writes the diagram, one line per row, with spaces between the points.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.colors.chunks(self.size.columns().into()).rev() {
            for (column, color) in row.iter().enumerate() {
                let gap = if column > 0 { " " } else { "" };
                write!(f, "{gap}{}", color.glyph())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{self}", self.size)
    }
}

/// Parses a diagram: one line per row of `X`, `O` and `.`, with or without spaces. Blank lines are allowed
/// only before and after it.
impl FromStr for Position {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Position, DiagramError> {
        let mut lines: Vec<(usize, &str)> =
            text.lines().enumerate().map(|(place, line)| (place + 1, line.trim())).collect();
        while lines.last().is_some_and(|(_, line)| line.is_empty()) {
            lines.pop();
        }
        let blank = lines.iter().take_while(|(_, line)| line.is_empty()).count();
        lines.drain(..blank);

        let mut rows = Vec::new();
        for (line, text) in lines {
            let wrong = |what: String| DiagramError { line, what };
            let row: Vec<Color> = text
                .chars()
                .filter(|glyph| !matches!(glyph, ' ' | '\t'))
                .map(|glyph| {
                    Color::from_glyph(glyph).ok_or_else(|| {
                        wrong(format!("`{glyph}` is not a color: write X (black), O (white) or ."))
                    })
                })
                .collect::<Result<_, _>>()?;
            rows.push((line, row));
        }
        Position::of_lines(rows)
    }
}

/// The error for a text that is not a board diagram.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("diagram, line {line}: {what}")]
pub struct DiagramError {
    line: usize,
    what: String,
}

/// Puts drawings side by side, each under its title. Each takes `width` characters, but at least 12.
pub fn beside(drawings: &[(&str, String)], width: usize) -> String {
    let height = drawings.iter().map(|(_, drawing)| drawing.lines().count()).max().unwrap_or(0);
    let width = width.max(12);
    let mut lines = vec![String::new(); height + 1];
    for (title, drawing) in drawings {
        for (place, line) in lines.iter_mut().enumerate() {
            let part = match place.checked_sub(1) {
                None => title,
                Some(row) => drawing.lines().nth(row).unwrap_or_default(),
            };
            *line += &format!("{part:<width$}");
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_is_strict() {
        for (text, said) in [
            ("", "0 columns by 0 rows"),
            ("X.\nX", "line 2: 1 points, but the rows above have 2"),
            ("X.\nXx", "line 2: `x` is not a color"),
            ("X.\n\nX.", "line 2: 0 points"),
            (&".".repeat(26), "26 columns by 1 rows"),
            (&".\n".repeat(300), "1 columns by 300 rows"),
        ] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains(said), "{text:?}: {error}");
        }
    }

    #[test]
    fn rows_are_read_from_either_end() {
        use Color::{Black, Empty, White};
        let rows = [[Black, Empty], [White, Black]];
        assert_eq!(Position::from_rows(rows), "X.\nOX".parse());
        assert_eq!(Position::from_rows_bottom_up(rows), "OX\nX.".parse());
        let uneven = [vec![Black, Empty], vec![White]];
        let said = "line 2: 1 points, but the rows above have 2";
        assert!(Position::from_rows(uneven).unwrap_err().to_string().contains(said));
        assert!(Position::from_rows(Vec::<Vec<Color>>::new()).is_err());
    }

    #[test]
    fn drawn_with_names_and_a_mark() {
        let position: Position = ".X.\nO.X".parse().unwrap();
        let marked = position.size().vertex("B1").unwrap();
        assert_eq!(position.drawn(Some(marked)), " 2  . X .\n 1  O(.)X\n    A B C\n");
        assert_eq!(position.drawn(None), " 2  . X .\n 1  O . X\n    A B C\n");
    }

    #[test]
    fn chains_and_pieces() {
        let position: Position = "XXO\nO.X\nX.X".parse().unwrap();
        let at = |name| position.size().vertex(name).unwrap();
        assert_eq!(position.chain(at("A3")).len(), 2);
        assert_eq!(position.chain(at("C1")).len(), 2);
        assert_eq!(position.pieces(&[at("A3"), at("B3"), at("C2"), at("C1")]), 2);
    }
}
