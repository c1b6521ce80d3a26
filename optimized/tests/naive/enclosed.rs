//! The naive model of living chains and of the stones that they enclose.

use superko_optimized::{Enclosed, Player, Point, Suicide};

use super::{Grid, Naive};

impl Naive {
    /// Returns the stones that are dead because living chains of the opponent enclose them.
    pub(crate) fn enclosed(&self) -> Vec<Point> {
        if self.rules.enclosed == Enclosed::Alive {
            return vec![];
        }
        let grid = self.grid_agreed();
        let by = |player| self.enclosed_by(&grid, player);
        Player::BOTH.into_iter().flat_map(by).collect()
    }

    fn enclosed_by(&self, grid: &Grid, player: Player) -> Vec<Point> {
        let is_own = |p: &Point| grid[self.index(*p)] == Some(player);
        let living = self.living(grid, player).concat();
        let mut sets = self.sets(|p| !is_own(&p));
        sets.retain(|set| {
            let is_beside = |p: &Point| is_own(p) && self.neighbors(*p).any(|q| set.contains(&q));
            let beside: Vec<_> = self.points().into_iter().filter(is_beside).collect();
            let inside = set.iter().filter(|p| !self.neighbors(**p).any(|q| is_own(&q))).count();
            !beside.is_empty() && beside.iter().all(|p| living.contains(p)) && inside <= 1
        });
        let stones = sets.concat().into_iter();
        stones.filter(|&p| grid[self.index(p)] == Some(player.opponent())).collect()
    }

    /// Returns the living chains of a player. A chain that has no two eyes is struck off the list,
    /// over and over, where an eye is a set between chains that are on it.
    fn living(&self, grid: &Grid, player: Player) -> Vec<Vec<Point>> {
        let is_own = |p: Point| grid[self.index(p)] == Some(player);
        let mut living = self.sets(is_own);
        let sets = self.sets(|p| !is_own(p));
        let is_next = |p: Point, chain: &[Point]| self.neighbors(p).any(|q| chain.contains(&q));
        loop {
            let listed = living.concat();
            let is_eye = |set: &&Vec<Point>, chain: &[Point]| {
                let asks =
                    |p: Point| self.rules.suicide != Suicide::None || grid[self.index(p)].is_none();
                set.iter().all(|&p| {
                    (!asks(p) || is_next(p, chain))
                        && self.neighbors(p).all(|q| !is_own(q) || listed.contains(&q))
                })
            };
            let before = living.len();
            living.retain(|chain| sets.iter().filter(|set| is_eye(set, chain)).count() >= 2);
            if living.len() == before {
                return living;
            }
        }
    }

    /// Returns the sets of such points that are connected and as large as possible.
    fn sets(&self, is_such: impl Fn(Point) -> bool + Copy) -> Vec<Vec<Point>> {
        let mut sets: Vec<Vec<Point>> = vec![];
        for p in self.points() {
            if is_such(p) && !sets.iter().any(|set| set.contains(&p)) {
                sets.push(self.connected(p, is_such));
            }
        }
        sets
    }
}
