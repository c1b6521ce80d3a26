//! Independent regions, and the empty points that count.

use crate::game::Game;
use crate::grid::{Color, Grid, Player, Point};
use crate::rules::Tax;

impl Game {
    /// Returns how many points a player has for the empty points of a grid, less the cost of her
    /// independent regions.
    ///
    /// The difference is not negative, because a region with fewer than two empty points is not
    /// independent.
    pub(crate) fn empty_points(&self, grid: &Grid, player: Player) -> usize {
        let regions = grid.independent_regions(player);
        let is_empty = |point: &&Point| grid.color(**point) == Color::Empty;
        let independent = regions.iter().flatten().filter(is_empty).count();
        match self.rules().tax {
            Tax::None => grid.surrounded(player),
            // TT9/tax-seki: the empty points in her independent regions.
            Tax::Seki => independent,
            // TT9/tax-all: two points less for each of these regions.
            Tax::All => independent - 2 * regions.len(),
        }
    }
}

impl Grid {
    /// Returns the independent regions of a player.
    ///
    /// ```
    /// # use superko_reference::{Color, Grid, Player, Point};
    /// // . X .   one region of Black
    /// let at = |column| Point { column, row: 0 };
    /// let grid = Grid::empty(3, 1).with(at(1), Color::Black);
    /// assert_eq!(grid.independent_regions(Player::Black), [[at(0), at(1), at(2)]]);
    /// // . X O   the black point has only one empty neighbor
    /// let grid = grid.with(at(2), Color::White);
    /// assert!(grid.independent_regions(Player::Black).is_empty());
    /// ```
    pub fn independent_regions(&self, player: Player) -> Vec<Vec<Point>> {
        let mut regions = self.parts(|color| color == Color::Empty || color == player.color());
        regions.retain(|region| {
            region.iter().any(|&point| self.color(point) == player.color())
                && region.iter().all(|&point| self.can_be_independent(point))
        });
        regions
    }

    /// Returns the largest sets of points of these colors in which one can walk from each point to each
    /// other.
    pub(crate) fn parts(&self, over: impl Fn(Color) -> bool) -> Vec<Vec<Point>> {
        let mut parts: Vec<Vec<Point>> = Vec::new();
        for point in self.points().filter(|&point| over(self.color(point))) {
            if !parts.iter().any(|part| part.contains(&point)) {
                parts.push(self.walk(point, &over));
            }
        }
        parts
    }

    /// Returns whether a point can be in an independent region. An empty point can if it does not reach
    /// both colors. A colored point can if at least two empty points are next to the points connected
    /// with it.
    fn can_be_independent(&self, point: Point) -> bool {
        let own = self.color(point);
        if own == Color::Empty {
            return !(self.reaches(point, Color::Black) && self.reaches(point, Color::White));
        }
        let connected = self.walk(point, |color| color == own);
        let is_next = |point: &Point| self.adjacent(*point).any(|next| connected.contains(&next));
        let empty = self.points().filter(|&point| self.color(point) == Color::Empty);
        empty.filter(is_next).count() >= 2
    }

    /// Returns the points to which one can walk from a point over points of these colors, that point
    /// included: row by row from the bottom, each row from the left.
    fn walk(&self, from: Point, over: impl Fn(Color) -> bool) -> Vec<Point> {
        let mut walked = vec![from];
        let mut ends = vec![from];
        while let Some(end) = ends.pop() {
            for next in self.adjacent(end) {
                if over(self.color(next)) && !walked.contains(&next) {
                    walked.push(next);
                    ends.push(next);
                }
            }
        }
        self.points().filter(|point| walked.contains(point)).collect()
    }
}
