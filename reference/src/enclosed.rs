//! Chains that live, and the points that they enclose.

use crate::game::Game;
use crate::grid::{Color, Grid, Player, Point};
use crate::rules::{Enclosed, SelfCapture};

// TT9/enclosed: points of the opponent's color in enclosed sets are dead.
impl Game {
    /// Returns the points that are dead because the opponent's living chains enclose them, in any
    /// order. The points that the players agreed to be dead are empty before that.
    pub fn enclosed(&self) -> Vec<Point> {
        let grid = self.without_agreed();
        let clears_own = self.rules().self_capture != SelfCapture::Forbidden;
        match self.rules().enclosed {
            Enclosed::Alive => Vec::new(),
            Enclosed::Dead => [Player::Black, Player::White]
                .into_iter()
                .flat_map(|player| {
                    let opponent = player.opponent().color();
                    let sets = grid.enclosed_sets(player, clears_own).concat();
                    sets.into_iter()
                        .filter(|&point| grid.color(point) == opponent)
                        .collect::<Vec<_>>()
                })
                .collect(),
        }
    }
}

impl Grid {
    /// Returns the sets of points that a player encloses. `clears_own` is whether a move may end in
    /// clearing several points of the color that it gives.
    pub fn enclosed_sets(&self, player: Player, clears_own: bool) -> Vec<Vec<Point>> {
        let living = self.living_chains(player, clears_own).concat();
        let mut sets = self.parts(|color| color != player.color());
        sets.retain(|set| {
            let apart = set.iter().filter(|&&point| !self.is_next_to(point, &living));
            let beside = self.beside(set, player);
            !beside.is_empty()
                && beside.iter().all(|point| living.contains(point))
                && apart.count() <= 1
        });
        sets
    }

    /// Returns the chains of a player that live.
    ///
    /// This does not try the moves of the opponent. It uses a theorem of D. Benson (*Life in the Game of
    /// Go*, 1976): chains live if each has two eyes that they enclose together. Tests compare this with
    /// all sequences of moves. `clears_own` is as in [`enclosed_sets`](Grid::enclosed_sets).
    pub fn living_chains(&self, player: Player, clears_own: bool) -> Vec<Vec<Point>> {
        let mut chains = self.parts(|color| color == player.color());
        let sets = self.parts(|color| color != player.color());
        // Each set with the points of the player's color that are next to it.
        let sets: Vec<_> = sets.iter().map(|set| (set, self.beside(set, player))).collect();
        loop {
            let points = chains.concat();
            // A set is an eye of a chain if the chain is next to it, if all points of the chain's color
            // next to it are in `chains`, and if each of its empty points is next to the chain. If a move
            // may clear its own color, each of its other points must be next to the chain too.
            let is_eye = |set: &[Point], beside: &[Point], chain: &[Point]| {
                let must_be_next =
                    |&&point: &&Point| clears_own || self.color(point) == Color::Empty;
                beside.iter().any(|point| chain.contains(point))
                    && beside.iter().all(|point| points.contains(point))
                    && set.iter().filter(must_be_next).all(|&point| self.is_next_to(point, chain))
            };
            let lives = |chain: &&Vec<Point>| {
                sets.iter().filter(|(set, beside)| is_eye(set, beside, chain)).count() >= 2
            };
            let living: Vec<_> = chains.iter().filter(lives).cloned().collect();
            if living.len() == chains.len() {
                return living;
            }
            chains = living;
        }
    }

    /// Returns the points of a player's color that are next to a set of points.
    fn beside(&self, set: &[Point], player: Player) -> Vec<Point> {
        let hers = |&point: &Point| self.color(point) == player.color();
        self.points().filter(hers).filter(|&point| self.is_next_to(point, set)).collect()
    }

    /// Returns whether a point is next to one of these points.
    fn is_next_to(&self, point: Point, points: &[Point]) -> bool {
        self.adjacent(point).any(|next| points.contains(&next))
    }
}
