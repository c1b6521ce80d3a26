//! The parts of constructed games.

use superko_game::{Point, Size, Turn};

/// The turns of a case, and the places of its attempts and looks.
#[derive(Default)]
pub(super) struct Game {
    pub(super) turns: Vec<Turn>,
    pub(super) attempts: Vec<usize>,
    pub(super) looks: Vec<usize>,
}

/// Returns the points in an order that begins at the corner A1 and keeps each beginning of the list connected.
pub(super) fn snake(size: Size) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::with_capacity(size.point_count());
    for row in 0..size.rows() {
        let columns = (0..size.columns()).filter_map(|column| size.point(column, row));
        if row % 2 == 0 {
            points.extend(columns);
        } else {
            points.extend(columns.rev());
        }
    }
    points
}

/// Combines the plays of both players, so that both end together. Passes come before the plays of the player who has fewer.
pub(super) fn side_by_side(black: Vec<Point>, white: Vec<Point>) -> Vec<Turn> {
    let length = black.len().max(white.len());
    let padded = |points: Vec<Point>| {
        let passes = std::iter::repeat_n(Turn::Pass, length - points.len());
        passes.chain(points.into_iter().map(Turn::Play))
    };
    padded(black).zip(padded(white)).flat_map(|(black, white)| [black, white]).collect()
}
