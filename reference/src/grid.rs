//! The grid: points, colors, what reaches what, clearing, and what a move does to it.

use std::fmt;

/// The largest number of columns, and of rows, that a grid may have.
pub const LARGEST: usize = 25;

// TT1: a rectangular grid of points, and two players.
/// A point of the grid: `column` counts from the left, `row` from the bottom, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// The number of columns to the left of this point.
    pub column: usize,
    /// The number of rows below this point.
    pub row: usize,
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who takes the first turn, unless a game begins otherwise.
    Black,
    /// The other player.
    White,
}

impl Player {
    /// Returns the color that this player gives to points.
    pub fn color(self) -> Color {
        match self {
            Player::Black => Color::Black,
            Player::White => Color::White,
        }
    }

    /// Returns the other player.
    pub fn opponent(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }
}

// TT2: each point is black, white or empty.
/// The color of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The color of neither player.
    Empty,
    /// The color of Black.
    Black,
    /// The color of White.
    White,
}

/// A grid in which every point has its color.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    columns: usize,
    rows: usize,
    /// The colors, row by row from the bottom, each row from the left.
    colors: Vec<Color>,
}

impl Grid {
    /// Returns the empty grid.
    ///
    /// # Panics
    ///
    /// If either side is 0 or more than [`LARGEST`].
    pub fn empty(columns: usize, rows: usize) -> Grid {
        assert!(
            (1..=LARGEST).contains(&columns) && (1..=LARGEST).contains(&rows),
            "a grid of {columns}x{rows} points: each side must be 1 to {LARGEST}"
        );
        Grid { columns, rows, colors: vec![Color::Empty; columns * rows] }
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns every point, row by row from the bottom, each row from the left.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Point { column, row }))
    }

    /// Returns the color of a point.
    ///
    /// # Panics
    ///
    /// If the point is not on the grid.
    pub fn color(&self, point: Point) -> Color {
        self.colors[self.place(point)]
    }

    /// Returns the grid with another color at one point.
    ///
    /// # Panics
    ///
    /// If the point is not on the grid.
    pub fn with(mut self, point: Point, color: Color) -> Grid {
        let place = self.place(point);
        self.colors[place] = color;
        self
    }

    /// Returns the points next to a point in its row and in its column.
    pub fn adjacent(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let Point { column, row } = point;
        let (columns, rows) = (self.columns, self.rows);
        // 0 - 1 wraps to a number beyond every grid. The filter removes it.
        let (left, below) = (column.wrapping_sub(1), row.wrapping_sub(1));
        [(left, row), (column + 1, row), (column, below), (column, row + 1)]
            .into_iter()
            .map(|(column, row)| Point { column, row })
            .filter(move |next| next.column < columns && next.row < rows)
    }

    // TT3: to reach a color is to have a path to it over points of one's own color.
    /// Returns whether a point reaches a color that is not its own.
    ///
    /// ```
    /// # use superko_reference::{Color, Grid, Point};
    /// // X X O .   the left black point reaches white, over the other black one, but not empty
    /// let at = |column| Point { column, row: 0 };
    /// let grid = Grid::empty(4, 1)
    ///     .with(at(0), Color::Black).with(at(1), Color::Black).with(at(2), Color::White);
    /// assert!(grid.reaches(at(0), Color::White));
    /// assert!(!grid.reaches(at(0), Color::Empty));
    /// ```
    pub fn reaches(&self, point: Point, color: Color) -> bool {
        let own = self.color(point);
        if own == color {
            return false;
        }
        let mut visited = [false; LARGEST * LARGEST];
        visited[self.place(point)] = true;
        let mut paths_end_at = vec![point];
        while let Some(end) = paths_end_at.pop() {
            for next in self.adjacent(end) {
                if self.color(next) == color {
                    return true;
                }
                if self.color(next) == own && !visited[self.place(next)] {
                    visited[self.place(next)] = true;
                    paths_end_at.push(next);
                }
            }
        }
        false
    }

    // TT4: clearing empties, all at once, the points of a color that do not reach empty.
    /// Returns the grid after a color has been cleared.
    ///
    /// All points are judged on the same grid, before any of them becomes empty.
    pub fn cleared(&self, color: Color) -> Grid {
        let mut cleared = self.clone();
        for point in self.points() {
            if self.color(point) == color && !self.reaches(point, Color::Empty) {
                cleared = cleared.with(point, Color::Empty);
            }
        }
        cleared
    }

    // TT7: a move colors an empty point, clears the opponent's color, then one's own.
    /// Returns the grid after a move of `player` at `point`, or `None` if that point is not empty.
    pub fn after_move(&self, player: Player, point: Point) -> Option<Grid> {
        if self.color(point) != Color::Empty {
            return None;
        }
        let colored = self.clone().with(point, player.color());
        let opponent_cleared = colored.cleared(player.opponent().color());
        Some(opponent_cleared.cleared(player.color()))
    }

    /// Returns the number of points of a color.
    pub fn count(&self, color: Color) -> usize {
        self.colors.iter().filter(|&&each| each == color).count()
    }

    /// Returns the index of a point in `colors`.
    fn place(&self, point: Point) -> usize {
        assert!(
            point.column < self.columns && point.row < self.rows,
            "{point:?} is not on a grid of {}x{} points",
            self.columns,
            self.rows
        );
        point.row * self.columns + point.column
    }
}

/// Draws the grid, the top row first: `X` black, `O` white, `.` empty.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.rows).rev() {
            for column in 0..self.columns {
                f.write_str(match self.color(Point { column, row }) {
                    Color::Empty => ".",
                    Color::Black => "X",
                    Color::White => "O",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
