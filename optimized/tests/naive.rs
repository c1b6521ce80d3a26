//! The rules on an array of points, as plainly as possible: the double the engine is held against.

use superko_optimized::{Player, Point, Refusal, Repetition, Rules, Suicide, Turn};

type Grid = Vec<Option<Player>>;

#[derive(Clone)]
pub(crate) struct Naive {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    rules: Rules,
    /// H[0], H[1], ...
    pub(crate) grids: Vec<Grid>,
    pub(crate) turns: Vec<Turn>,
}

impl Naive {
    pub(crate) fn new(columns: usize, rows: usize, rules: Rules) -> Naive {
        let (grids, turns) = (vec![vec![None; columns * rows]], vec![]);
        Naive { columns, rows, rules, grids, turns }
    }

    pub(crate) fn points(&self) -> Vec<Point> {
        let point = |i| Point::new((i % self.columns) as u8, (i / self.columns) as u8);
        (0..self.columns * self.rows).map(point).collect()
    }

    pub(crate) fn grid(&self) -> &Grid {
        self.grids.last().expect("the first grid is never taken away")
    }

    pub(crate) fn at(&self, p: Point) -> Option<Player> {
        self.grid()[self.index(p)]
    }

    pub(crate) fn to_move(&self) -> Player {
        self.mover(self.turns.len() + 1)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.turns.ends_with(&[Turn::Pass, Turn::Pass])
    }

    pub(crate) fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.grids.pop();
        Some(turn)
    }

    pub(crate) fn play(&mut self, turn: Turn) -> Result<(), Refusal> {
        let grid = self.after(turn)?;
        self.grids.push(grid);
        self.turns.push(turn);
        Ok(())
    }

    pub(crate) fn after(&self, turn: Turn) -> Result<Grid, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let Turn::Play(point) = turn else {
            return Ok(self.grid().clone());
        };
        let player = self.to_move();
        let mut grid = self.grid().clone();
        if grid[self.index(point)].is_some() {
            return Err(Refusal::Occupied);
        }
        grid[self.index(point)] = Some(player);
        self.clear(&mut grid, player.opponent());
        let own = self.clear(&mut grid, player);
        let forbidden = match self.rules.suicide {
            Suicide::Any => false,
            Suicide::SeveralStones => own == 1,
            Suicide::None => own >= 1,
        };
        if forbidden {
            return Err(Refusal::Suicide);
        }
        let t = self.turns.len();
        let repeated = (0..=t).rev().find(|&i| self.grids[i] == grid && self.forbids(i, player));
        repeated.map_or(Ok(grid), |earlier| Err(Refusal::Repeats { earlier }))
    }

    pub(crate) fn area(&self) -> [u32; 2] {
        Player::BOTH.map(|player| {
            let counts = |p: &Point| match self.at(*p) {
                Some(color) => color == player,
                None => {
                    self.reaches(self.grid(), *p, Some(player))
                        && !self.reaches(self.grid(), *p, Some(player.opponent()))
                }
            };
            self.points().iter().filter(|p| counts(p)).count() as u32
        })
    }

    pub(crate) fn draw(&self) -> String {
        let sign = |color: &Option<Player>| match color {
            Some(Player::Black) => 'X',
            Some(Player::White) => 'O',
            None => '.',
        };
        let row = |row: &[Option<Player>]| row.iter().map(sign).chain(['\n']).collect::<String>();
        self.grid().chunks(self.columns).rev().map(row).collect()
    }

    fn forbids(&self, i: usize, player: Player) -> bool {
        let t = self.turns.len();
        match self.rules.repetition {
            Repetition::Positional => true,
            Repetition::Situational => self.mover(i + 1) == player.opponent(),
            Repetition::NewZealand => i >= 1 && self.mover(i) == player,
            Repetition::NaturalSituational => {
                i >= 1 && self.mover(i) == player && self.turns[i - 1] != Turn::Pass
            }
            Repetition::SimpleKo => t >= 1 && i == t - 1,
            Repetition::None => false,
        }
    }

    /// The player of turn `i`, from 1.
    fn mover(&self, i: usize) -> Player {
        if i % 2 == 1 { Player::Black } else { Player::White }
    }

    fn clear(&self, grid: &mut Grid, color: Player) -> usize {
        let before = grid.clone();
        let mut cleared = 0;
        for p in self.points() {
            if before[self.index(p)] == Some(color) && !self.reaches(&before, p, None) {
                grid[self.index(p)] = None;
                cleared += 1;
            }
        }
        cleared
    }

    /// Does a path of points colored as `from` lead from it to a neighbor colored `color`?
    fn reaches(&self, grid: &Grid, from: Point, color: Option<Player>) -> bool {
        let mut seen = vec![false; grid.len()];
        let mut stack = vec![from];
        seen[self.index(from)] = true;
        while let Some(p) = stack.pop() {
            if grid[self.index(p)] == color {
                return true;
            }
            for q in self.neighbors(p) {
                let i = self.index(q);
                if !seen[i] && (grid[i] == grid[self.index(from)] || grid[i] == color) {
                    seen[i] = true;
                    stack.push(q);
                }
            }
        }
        false
    }

    fn neighbors(&self, p: Point) -> Vec<Point> {
        let next = |q: &Point| p.column.abs_diff(q.column) + p.row.abs_diff(q.row) == 1;
        let (c, r) = (p.column, p.row);
        [(c.wrapping_sub(1), r), (c + 1, r), (c, r.wrapping_sub(1)), (c, r + 1)]
            .map(|(column, row)| Point::new(column, row))
            .into_iter()
            .filter(next)
            .filter(|q| (q.column as usize) < self.columns && (q.row as usize) < self.rows)
            .collect()
    }

    fn index(&self, p: Point) -> usize {
        p.row as usize * self.columns + p.column as usize
    }
}
