//! Chains, liberties and regions, told in terms of what reaches what.
//!
//! The reference has no word for them. Here each is asked of [`Grid::reaches`] on a repainted grid, so that a
//! claim about chains is a claim about the one notion that the rules have.

use superko_reference::{Color, Grid, Point};

/// Whether one can walk from one point to another over points of their color alone.
pub(crate) fn connected(grid: &Grid, from: Point, to: Point) -> bool {
    let color = grid.color(from);
    if grid.color(to) != color {
        return false;
    }
    // The goal gets a color that nothing else on the grid has: to reach it is to reach the goal.
    let (others, goal) = other_colors(color);
    from == to || repainted(grid, color, others).with(to, goal).reaches(from, goal)
}

/// The points connected with a point, itself included, in the order of the grid.
pub(crate) fn component(grid: &Grid, point: Point) -> Vec<Point> {
    grid.points().filter(|&other| connected(grid, point, other)).collect()
}

/// All components of a color, by their first points.
pub(crate) fn components(grid: &Grid, color: Color) -> Vec<Vec<Point>> {
    let mut components: Vec<Vec<Point>> = Vec::new();
    for point in grid.points().filter(|&point| grid.color(point) == color) {
        if !components.iter().flatten().any(|&met| met == point) {
            components.push(component(grid, point));
        }
    }
    components
}

/// The empty points next to the chain of a point.
pub(crate) fn liberties(grid: &Grid, point: Point) -> Vec<Point> {
    let color = grid.color(point);
    let opponent = if color == Color::Black { Color::White } else { Color::Black };
    let hemmed_in = repainted(grid, color, opponent);
    let empty = |&other: &Point| grid.color(other) == Color::Empty;
    let next_to =
        |&other: &Point| hemmed_in.clone().with(other, Color::Empty).reaches(point, Color::Empty);
    grid.points().filter(empty).filter(next_to).collect()
}

/// Whether every black and white point reaches empty.
pub(crate) fn is_legal_position(grid: &Grid) -> bool {
    let reaches_empty =
        |point| grid.color(point) == Color::Empty || grid.reaches(point, Color::Empty);
    grid.points().all(reaches_empty)
}

/// The grid with every point that has not this color painted in another.
fn repainted(grid: &Grid, kept: Color, paint: Color) -> Grid {
    let others = grid.points().filter(|&point| grid.color(point) != kept);
    others.fold(grid.clone(), |grid, point| grid.with(point, paint))
}

fn other_colors(color: Color) -> (Color, Color) {
    match color {
        Color::Empty => (Color::Black, Color::White),
        Color::Black => (Color::White, Color::Empty),
        Color::White => (Color::Black, Color::Empty),
    }
}
