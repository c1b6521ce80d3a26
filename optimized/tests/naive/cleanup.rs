//! The naive model of the button, of third repetitions, of cleanup phases and of independent regions,
//! as the sentences say it.

use superko_optimized::{LongCycle, Player, Point, Refusal, Stage, Turn};

use super::{Grid, Naive};

impl Naive {
    pub(crate) fn stage(&self) -> Stage {
        [Stage::Main, Stage::FirstCleanup, Stage::SecondCleanup][self.begun.len()]
    }

    pub(crate) fn button(&self) -> Option<Player> {
        self.button.map(|turn| self.mover(turn))
    }

    /// Returns the points that are blocked now.
    pub(crate) fn blocked(&self) -> &Vec<Point> {
        &self.blocked[self.turns.len()]
    }

    /// Returns whether turn `i`, from 1, was a move.
    pub(super) fn is_move(&self, i: usize) -> bool {
        self.turns[i - 1] != Turn::Pass && !self.unblocked[i - 1]
    }

    /// Returns the number of turns after which passes are in one row, and are compared.
    pub(super) fn passes_count_after(&self) -> usize {
        let phase = self.begun.last().copied();
        [self.disagreed, self.button, phase].into_iter().flatten().max().unwrap_or(0)
    }

    /// Returns whether the pass that was just made is one more of its player with the same grid and
    /// the same blocked points.
    pub(super) fn passes_again(&self) -> bool {
        let t = self.turns.len();
        let same = |i: usize| {
            self.turns[i - 1] == Turn::Pass
                && self.mover(i) == self.mover(t)
                && self.grids[i - 1] == self.grids[t - 1]
                && self.blocked[i - 1] == self.blocked[t - 1]
        };
        let asks = !self.begun.is_empty() || self.rules.long_cycle == LongCycle::ThirdTime;
        asks && (self.passes_count_after() + 1..t).any(same)
    }

    /// Returns whether what stands after the turn that was just made, which is no pass, has stood
    /// twice before since the latest pass.
    pub(super) fn stands_third_time(&self) -> bool {
        let t = self.turns.len();
        let pass = self.turns.iter().rposition(|&turn| turn == Turn::Pass).map_or(0, |i| i + 1);
        let same = |&i: &usize| {
            self.mover(i + 1) == self.mover(t + 1)
                && self.grids[i] == self.grids[t]
                && self.blocked[i] == self.blocked[t]
        };
        let asks = !self.begun.is_empty() || self.rules.long_cycle == LongCycle::ThirdTime;
        asks && (pass..t).filter(same).count() >= 2
    }

    /// Returns whether a move here is a ko move: some reply leaves the grid of before.
    fn is_ko_move(&self, point: Point, after: &Grid) -> bool {
        let opponent = self.to_move().opponent();
        let player_moves = self.moved(self.grid(), self.to_move(), point).is_ok();
        let restores = |&reply: &Point| {
            self.moved(after, opponent, reply).is_ok_and(|grid| grid == *self.grid())
        };
        player_moves && self.points().iter().any(restores)
    }

    /// Returns whether the turn here is an unblocking, if it may be taken.
    pub(crate) fn unblocks(&self, point: Point) -> bool {
        self.names_blocked(point) || self.retakes_blocked(point)
    }

    /// Returns whether the player can unblock this point by naming it.
    fn names_blocked(&self, point: Point) -> bool {
        let opponent = Some(self.to_move().opponent());
        let beside: Vec<_> = self.neighbors(point).map(|p| self.at(p)).collect();
        self.blocked().contains(&point)
            && self.at(point) == opponent
            && !beside.contains(&opponent)
            && beside.iter().filter(|color| color.is_none()).count() == 1
    }

    /// Returns whether a ko move here would clear a blocked point.
    fn retakes_blocked(&self, point: Point) -> bool {
        self.moved(self.grid(), self.to_move(), point).is_ok_and(|after| {
            let clears = |&p: &Point| self.at(p).is_some() && after[self.index(p)].is_none();
            self.is_ko_move(point, &after) && self.blocked().iter().any(clears)
        })
    }

    /// Returns the points that are blocked after a legal turn here.
    pub(super) fn blocked_by(&self, point: Point) -> Vec<Point> {
        if self.names_blocked(point) {
            return self.blocked().iter().copied().filter(|&p| p != point).collect();
        }
        let after = self.moved(self.grid(), self.to_move(), point).expect("a legal turn");
        let is_colored = |p: &Point| after[self.index(*p)].is_some();
        let mut blocked = self.blocked().clone();
        if !self.unblocks(point) && self.is_ko_move(point, &after) {
            blocked.push(point);
        }
        blocked.retain(is_colored);
        blocked.sort_unstable();
        blocked.dedup();
        blocked
    }

    /// Returns why a move to this grid, which is no unblocking, is refused in a cleanup phase.
    pub(super) fn refused_in_cleanup(&self, point: Point, after: &Grid) -> Option<Refusal> {
        let t = self.turns.len();
        if after == self.grid() {
            return Some(Refusal::Repeats { earlier: t });
        }
        let phase = *self.begun.last().expect("a cleanup phase");
        let same = |&i: &usize| {
            self.mover(i) == self.to_move()
                && self.is_move(i)
                && self.turns[i - 1] == Turn::Play(point)
                && self.grids[i - 1] == *self.grid()
        };
        let earlier = (phase + 1..=t).find(same)?;
        self.is_ko_move(point, after).then_some(Refusal::KoMoveAgain { earlier })
    }

    /// Returns the independent regions of a player.
    fn independent(&self, grid: &Grid, player: Player) -> Vec<Vec<Point>> {
        let opponent = Some(player.opponent());
        let mut regions: Vec<Vec<Point>> = vec![];
        for p in self.points().into_iter().filter(|&p| grid[self.index(p)] == Some(player)) {
            if !regions.iter().flatten().any(|&q| q == p) {
                regions.push(self.connected(p, |q| grid[self.index(q)] != opponent));
            }
        }
        let is_empty = |p: Point| grid[self.index(p)].is_none();
        let is_independent = |region: &Vec<Point>| {
            region.iter().all(|&p| {
                if is_empty(p) {
                    return Player::BOTH.iter().any(|&of| !self.reaches(grid, p, Some(of)));
                }
                let chain = self.connected(p, |q| grid[self.index(q)] == Some(player));
                let beside = |&q: &Point| {
                    is_empty(q) && self.neighbors(q).any(|stone| chain.contains(&stone))
                };
                self.points().iter().filter(|q| beside(q)).count() >= 2
            })
        };
        regions.retain(is_independent);
        regions
    }

    /// Returns the points to which a path of such points leads from here.
    pub(super) fn connected(&self, from: Point, is_such: impl Fn(Point) -> bool) -> Vec<Point> {
        let mut found = vec![from];
        let mut next = 0;
        while let Some(&p) = found.get(next) {
            for q in self.neighbors(p) {
                if is_such(q) && !found.contains(&q) {
                    found.push(q);
                }
            }
            next += 1;
        }
        found
    }

    /// Returns the points of a player for empty points, under a tax.
    pub(super) fn taxed(&self, grid: &Grid, player: Player) -> i64 {
        let regions = self.independent(grid, player);
        let empty = regions.iter().flatten().filter(|&&p| grid[self.index(p)].is_none());
        let tax = i64::from(self.rules.tax == superko_optimized::Tax::All);
        empty.count() as i64 - 2 * tax * regions.len() as i64
    }

    /// Returns the points of a player for the second cleanup phase.
    pub(super) fn gained(&self, grid: &Grid, player: Player) -> i64 {
        let [_, begun] = self.begun[..] else {
            return 0;
        };
        let own = |&i: &usize| self.mover(i) == player && self.is_move(i);
        let moves = (begun + 1..=self.turns.len()).filter(own).count();
        let regions = self.independent(grid, player);
        let lost = |&p: &Point| {
            grid[self.index(p)] == Some(player)
                && self.grids[begun][self.index(p)] != Some(player)
                && !regions.iter().flatten().any(|&q| q == p)
        };
        moves as i64 - self.points().iter().filter(|p| lost(p)).count() as i64
    }
}
