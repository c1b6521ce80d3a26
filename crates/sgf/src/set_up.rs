//! The points in a file: points of turns, and points that are set up.

use super::error::{Problem, SgfError};
use super::tree::Property;
use superko_game::{Color, Player, Point, Position, Size};

/// Stones that are added or removed in the middle of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// The position in the text of the first property of the node that sets up stones, in bytes.
    pub at: usize,
    /// The range of the points among all set-up points of the game.
    pub(super) colored: [u32; 2],
    /// The player who plays next, if the file says so.
    pub next: Option<Player>,
}

/// A point, or a rectangle of points, and its new color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colored {
    /// Two opposite corners; for a single point, they are equal.
    pub(super) corners: [Point; 2],
    /// The color.
    pub(super) color: Color,
}

impl Colored {
    /// Sets the color of the points.
    pub(super) fn paint(&self, position: &mut Position) {
        for point in rectangle(self.corners, position.size()) {
            position[point] = self.color;
        }
    }
}

/// Returns the points of the rectangle with these corners, row by row.
pub(super) fn rectangle([from, to]: [Point; 2], size: Size) -> impl Iterator<Item = Point> {
    let between = |one: u8, other: u8| one.min(other)..=one.max(other);
    let columns = between(from.column(), to.column());
    let row = move |row| columns.clone().filter_map(move |column| size.point(column, row));
    between(from.row(), to.row()).flat_map(row)
}

/// Returns the corners of each rectangle of a list. A single point is a rectangle of one point.
pub(super) fn points<'a>(
    property: Property<'a>,
    size: Size,
) -> impl Iterator<Item = Result<[Point; 2], SgfError>> + use<'a> {
    // `AB[]` is an empty list.
    let values = property.values().map(str::trim).filter(|value| !value.is_empty());
    values.map(move |value| {
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let corners = point(from.trim(), size).zip(point(to.trim(), size));
        let (from, to) = corners.ok_or_else(|| property.wrong(Problem::Points(size)))?;
        Ok([from, to])
    })
}

/// Returns the point of two letters, the first counted from the left and the second from the top.
#[inline]
pub(super) fn point(letters: &str, size: Size) -> Option<Point> {
    let &[column, row] = letters.as_bytes() else { return None };
    let place = |letter: u8| letter.is_ascii_lowercase().then(|| letter - b'a');
    let from_below = size.rows().checked_sub(place(row)? + 1)?;
    size.point(place(column)?, from_below)
}
