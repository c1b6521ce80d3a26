//! Chains, liberties and regions, defined by what reaches what.
//!
//! The reference does not have these terms. Here each is computed with [`Grid::reaches`] on a recolored grid, so that a claim
//! about chains becomes a claim about reaching, the only such term in the rules.

use superko_reference::{Color, Grid, Point};

/// Returns whether a path over points of their color leads from one point to another.
pub(crate) fn connected(grid: &Grid, from: Point, to: Point) -> bool {
    let color = grid.color(from);
    if grid.color(to) != color {
        return false;
    }
    // The goal gets a color that no other point of the grid has, so that reaching the color means reaching the goal.
    let (others, goal) = other_colors(color);
    from == to || repainted(grid, color, others).with(to, goal).reaches(from, goal)
}

/// Returns the points connected with a point, including itself, in the order of the grid.
pub(crate) fn component(grid: &Grid, point: Point) -> Vec<Point> {
    grid.points().filter(|&other| connected(grid, point, other)).collect()
}

/// Returns all components of a color, in the order of their first points.
pub(crate) fn components(grid: &Grid, color: Color) -> Vec<Vec<Point>> {
    let mut components: Vec<Vec<Point>> = Vec::new();
    for point in grid.points().filter(|&point| grid.color(point) == color) {
        if !components.iter().flatten().any(|&met| met == point) {
            components.push(component(grid, point));
        }
    }
    components
}

/// Returns the empty points next to the chain of a point.
pub(crate) fn liberties(grid: &Grid, point: Point) -> Vec<Point> {
    let color = grid.color(point);
    let opponent = if color == Color::Black { Color::White } else { Color::Black };
    let hemmed_in = repainted(grid, color, opponent);
    let empty = |&other: &Point| grid.color(other) == Color::Empty;
    let next_to =
        |&other: &Point| hemmed_in.clone().with(other, Color::Empty).reaches(point, Color::Empty);
    grid.points().filter(empty).filter(next_to).collect()
}

/// Returns whether every black and white point reaches empty.
pub(crate) fn is_legal_position(grid: &Grid) -> bool {
    let reaches_empty =
        |point| grid.color(point) == Color::Empty || grid.reaches(point, Color::Empty);
    grid.points().all(reaches_empty)
}

/// Returns the grid with every point that is not of the color `kept` recolored.
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
