//! The rules on an array of points, as simple as possible: the model that the engine is compared
//! with.

mod cleanup;
mod enclosed;

use std::rc::Rc;

use superko_optimized::{
    Agreement, AgreementError, Button, Enclosed, IllegalTurn, LastPass, LongCycle, Outcome,
    PassCost, Passes, Player, Point, Refusal, Repeat, Repetition, Rules, Scoring, Stones, Suicide,
    Tax, Turn, Turns,
};

type Grid = Vec<Option<Player>>;

/// Returns the rule set that the digits of a number choose. More than half of the values of a digit
/// choose the Tromp-Taylor rule, so that most games are long enough to reach something.
pub(crate) fn rules(mut number: u64) -> Rules {
    let mut of = |variants: usize| {
        let digit = (number % (2 * variants as u64)) as usize;
        number /= 2 * variants as u64;
        if digit < variants { digit } else { 0 }
    };
    Rules {
        repetition: Repetition::ALL[of(6)],
        suicide: Suicide::ALL[of(3)],
        stones: Stones::ALL[of(2)],
        passes: Passes::ALL[of(3)],
        last_pass: LastPass::ALL[of(2)],
        agreement: Agreement::ALL[of(4)],
        illegal: IllegalTurn::ALL[of(2)],
        repeat: Repeat::ALL[of(3)],
        long_cycle: LongCycle::ALL[of(3)],
        score: Scoring::ALL[of(4)],
        tax: Tax::ALL[of(3)],
        pass: PassCost::ALL[of(2)],
        button: Button::ALL[of(2)],
        enclosed: Enclosed::ALL[of(2)],
    }
}

/// A game, by the rules as simple as possible.
#[derive(Clone)]
pub(crate) struct Naive {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) rules: Rules,
    first: Player,
    /// The grids `H[0]`, `H[1]`, and so on.
    pub(crate) grids: Vec<Grid>,
    pub(crate) turns: Vec<Turn>,
    over: bool,
    stopped: bool,
    /// The number of turns when the players disagreed.
    disagreed: Option<usize>,
    /// The stones that were agreed to be dead.
    agreed: Option<Vec<Point>>,
    decided: Option<Outcome>,
    /// The number of the first pass, if it takes the button.
    button: Option<usize>,
    /// The numbers of turns when the cleanup phases began.
    begun: Vec<usize>,
    /// The points that were blocked after 0, 1 and so on turns.
    blocked: Vec<Vec<Point>>,
    /// Whether the turns were unblockings.
    unblocked: Vec<bool>,
    /// The game before the last turn.
    before: Option<Rc<Naive>>,
}

impl Naive {
    pub(crate) fn new(columns: usize, rows: usize, rules: Rules) -> Naive {
        Naive::set_up(columns, rows, rules, vec![None; columns * rows], Player::Black)
    }

    pub(crate) fn set_up(
        columns: usize,
        rows: usize,
        rules: Rules,
        grid: Grid,
        first: Player,
    ) -> Naive {
        Naive {
            columns,
            rows,
            rules,
            first,
            grids: vec![grid],
            turns: vec![],
            over: false,
            stopped: false,
            disagreed: None,
            agreed: None,
            decided: None,
            button: None,
            begun: vec![],
            blocked: vec![vec![]],
            unblocked: vec![],
            before: None,
        }
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
        self.over
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub(crate) fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.last().copied();
        match self.before.take() {
            Some(before) => *self = (*before).clone(),
            None => (self.over, self.decided) = (false, None),
        }
        turn
    }

    pub(crate) fn play(&mut self, turn: Turn) -> Result<(), Refusal> {
        let player = self.to_move();
        let grid = match self.after(turn) {
            Ok(grid) => grid,
            Err(refusal) => {
                let is_running = !self.over && !self.stopped;
                if is_running && self.rules.illegal == IllegalTurn::Loses {
                    self.decide(Outcome::Wins(player.opponent()));
                }
                return Err(refusal);
            }
        };
        let before = self.clone();
        let (mut blocked, mut unblocks) = (self.blocked().clone(), false);
        match turn {
            Turn::Pass => {}
            Turn::Play(point) if !self.begun.is_empty() => {
                unblocks = self.unblocks(point);
                blocked = self.blocked_by(point);
            }
            Turn::Play(_) if self.repeated(&grid).is_some() => {
                self.decide(match self.rules.repeat {
                    Repeat::Refused => unreachable!("{turn} is legal"),
                    Repeat::Loses => Outcome::Wins(player.opponent()),
                    Repeat::Ties => Outcome::Tie,
                })
            }
            Turn::Play(_) => {
                // After this play, the opponent is to move.
                let cycle = (self.button.unwrap_or(0)..self.grids.len())
                    .any(|i| self.grids[i] == grid && self.mover(i + 1) == player.opponent());
                if cycle && self.rules.long_cycle == LongCycle::NoResult {
                    self.decide(Outcome::NoResult);
                }
            }
        }
        self.grids.push(grid);
        self.turns.push(turn);
        self.blocked.push(blocked);
        self.unblocked.push(unblocks);
        if turn == Turn::Pass {
            self.end_by_passes(player);
        } else if self.decided.is_none() && self.stands_third_time() {
            self.decide(Outcome::NoResult);
        }
        self.before = Some(Rc::new(before));
        Ok(())
    }

    /// Takes a legal turn that ends nothing, without remembering how to undo it. This is for long
    /// games.
    pub(crate) fn go_on(&mut self, turn: Turn) {
        let grid = self.after(turn).expect("a legal turn");
        self.grids.push(grid);
        self.turns.push(turn);
        self.blocked.push(vec![]);
        self.unblocked.push(false);
    }

    /// Stops or ends the game, or begins the next cleanup phase, if the latest pass does so.
    fn end_by_passes(&mut self, player: Player) {
        if self.rules.button == Button::Used && self.button.is_none() {
            self.button = Some(self.turns.len());
            return;
        }
        let since = &self.turns[self.passes_count_after()..];
        let row = since.iter().rev().take_while(|&&turn| turn == Turn::Pass).count();
        let needed = match self.rules.passes {
            Passes::Two => 2,
            Passes::Three => 3,
            Passes::Four => 4,
        };
        let white_ends = self.rules.last_pass == LastPass::White;
        if row < needed && !self.passes_again() || white_ends && player == Player::Black {
            return;
        }
        if self.rules.agreement == Agreement::Resume && self.disagreed.is_none() {
            self.stopped = true;
        } else if self.rules.agreement == Agreement::Cleanup && self.begun.len() < 2 {
            self.begun.push(self.turns.len());
            *self.blocked.last_mut().expect("the blocked points of now") = vec![];
        } else {
            self.over = true;
        }
    }

    fn decide(&mut self, outcome: Outcome) {
        (self.over, self.decided) = (true, Some(outcome));
    }

    pub(crate) fn agree(&mut self, dead: &[Point]) -> Result<(), AgreementError> {
        let after_passes = self.over && self.decided.is_none() && self.agreed.is_none();
        let may = match self.rules.agreement {
            Agreement::None | Agreement::Cleanup => false,
            Agreement::DeadStones => after_passes,
            Agreement::Resume => self.stopped,
        };
        if !may {
            return Err(AgreementError::NotNow);
        }
        if let Some(&empty) = dead.iter().find(|&&p| self.at(p).is_none()) {
            return Err(AgreementError::Empty(empty));
        }
        (self.over, self.stopped, self.agreed) = (true, false, Some(dead.to_vec()));
        Ok(())
    }

    pub(crate) fn disagree(&mut self) -> Result<(), AgreementError> {
        if !self.stopped {
            return Err(AgreementError::NotNow);
        }
        (self.stopped, self.disagreed) = (false, Some(self.turns.len()));
        Ok(())
    }

    /// Returns the outcome that a turn decided, if one did.
    pub(crate) fn decided(&self) -> Option<Outcome> {
        self.decided
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        if !self.over {
            return None;
        }
        let [black, white] = self.score().map(|points| 2 * points);
        let half = |player| u32::from(self.button() == Some(player));
        let (black, white) = (black + half(Player::Black), white + half(Player::White));
        Some(match self.decided {
            Some(outcome) => outcome,
            None if black > white => Outcome::Wins(Player::Black),
            None if white > black => Outcome::Wins(Player::White),
            None => Outcome::Tie,
        })
    }

    pub(crate) fn score(&self) -> [u32; 2] {
        let grid = self.grid_to_count();
        let prisoners = self.prisoners();
        Player::BOTH.map(|player| {
            let stones = grid.iter().filter(|&&color| color == Some(player)).count() as i64;
            let empty = match self.rules.tax {
                Tax::None => self.territory(&grid, player).len() as i64,
                Tax::Seki | Tax::All => self.taxed(&grid, player),
            };
            let score = match self.rules.score {
                Scoring::Area => stones + empty,
                Scoring::Stones => stones,
                Scoring::Territory | Scoring::ShortTerritory => {
                    empty + i64::from(prisoners[player as usize]) + self.gained(&grid, player)
                }
            };
            u32::try_from(score).expect("no score is negative")
        })
    }

    pub(crate) fn prisoners(&self) -> [u32; 2] {
        let grid = self.grid_to_count();
        Player::BOTH.map(|player| {
            let color = Some(player.opponent());
            let mut prisoners = 0;
            for i in 1..self.grids.len() {
                let count = |grid: &Grid| grid.iter().filter(|&&c| c == color).count();
                let is_play = self.mover(i) == player.opponent() && self.is_move(i);
                let removed = count(&self.grids[i - 1]) + usize::from(is_play);
                prisoners += removed - count(&self.grids[i]);
                let is_pass = self.mover(i) == player.opponent() && self.turns[i - 1] == Turn::Pass;
                prisoners += usize::from(is_pass && self.rules.pass == PassCost::Prisoner);
            }
            let territory = self.territory(&grid, player);
            let counts = |&p: &Point| {
                let dead = self.at(p) == color && grid[self.index(p)].is_none();
                let somewhere = self.rules.score != Scoring::ShortTerritory;
                dead && (somewhere || territory.contains(&p))
            };
            (prisoners + self.points().iter().filter(|p| counts(p)).count()) as u32
        })
    }

    /// Returns the grid without the stones that were agreed to be dead.
    fn grid_agreed(&self) -> Grid {
        let mut grid = self.grid().clone();
        for &p in self.agreed.iter().flatten() {
            grid[self.index(p)] = None;
        }
        grid
    }

    /// Returns the grid without the dead stones.
    fn grid_to_count(&self) -> Grid {
        let mut grid = self.grid_agreed();
        for p in self.enclosed() {
            grid[self.index(p)] = None;
        }
        grid
    }

    /// Returns the empty points that reach this player's color and not the other.
    fn territory(&self, grid: &Grid, player: Player) -> Vec<Point> {
        let is = |p: &Point| {
            grid[self.index(*p)].is_none()
                && self.reaches(grid, *p, Some(player))
                && !self.reaches(grid, *p, Some(player.opponent()))
        };
        self.points().into_iter().filter(is).collect()
    }

    /// Returns whether the player to move has used up all stones.
    fn has_no_stone(&self) -> bool {
        let player = self.to_move();
        let first = self.grids[0].iter().filter(|&&color| color == Some(player)).count();
        let own = |i: &usize| self.mover(*i) == player && self.is_move(*i);
        let played = (1..=self.turns.len()).filter(own).count();
        let all = match player {
            Player::Black => (self.columns * self.rows).div_ceil(2),
            Player::White => self.columns * self.rows / 2,
        };
        self.rules.stones == Stones::Half && first + played >= all
    }

    pub(crate) fn after(&self, turn: Turn) -> Result<Grid, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if self.stopped {
            return Err(Refusal::Stopped);
        }
        let Turn::Play(point) = turn else {
            return Ok(self.grid().clone());
        };
        if !self.begun.is_empty() && self.unblocks(point) {
            return Ok(self.grid().clone());
        }
        if self.has_no_stone() {
            return Err(Refusal::NoStones);
        }
        let grid = self.moved(self.grid(), self.to_move(), point)?;
        if !self.begun.is_empty() {
            return self.refused_in_cleanup(point, &grid).map_or(Ok(grid), Err);
        }
        match self.repeated(&grid) {
            Some(earlier) if self.rules.repeat == Repeat::Refused => {
                Err(Refusal::Repeats { earlier })
            }
            _ => Ok(grid),
        }
    }

    /// Returns the grid after a move, if the point is empty and the suicide rule allows the move.
    fn moved(&self, grid: &Grid, player: Player, point: Point) -> Result<Grid, Refusal> {
        let mut grid = grid.clone();
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
        if forbidden { Err(Refusal::Suicide) } else { Ok(grid) }
    }

    /// Returns the number of the latest earlier grid that is the same as this one, and that the
    /// player to move must not repeat.
    fn repeated(&self, grid: &Grid) -> Option<usize> {
        let (t, player) = (self.turns.len(), self.to_move());
        (0..=t).rev().find(|&i| self.grids[i] == *grid && self.forbids(i, player))
    }

    pub(crate) fn area(&self) -> [u32; 2] {
        Player::BOTH.map(|player| {
            let stones = self.grid().iter().filter(|&&color| color == Some(player)).count();
            (stones + self.territory(self.grid(), player).len()) as u32
        })
    }

    /// Counts sequences of this many turns. Every turn is tried on a copy.
    pub(crate) fn perft(&self, depth: u32, turns: Turns) -> u64 {
        if depth == 0 {
            return 1;
        }
        let pass = (turns == Turns::All).then_some(Turn::Pass);
        if depth == 1 {
            let plays = self.points().into_iter().map(Turn::Play);
            return plays.chain(pass).filter(|&turn| self.after(turn).is_ok()).count() as u64;
        }
        let count = |turn| {
            let mut after = self.clone();
            after.play(turn).map_or(0, |()| after.perft(depth - 1, turns))
        };
        self.points().into_iter().map(Turn::Play).chain(pass).map(count).sum()
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
        if i < self.button.unwrap_or(0) {
            return false;
        }
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

    /// Returns the player of turn `i`, from 1.
    fn mover(&self, i: usize) -> Player {
        if i % 2 == 1 { self.first } else { self.first.opponent() }
    }

    /// Empties the points of this color from which no path of that color leads to an empty point,
    /// and returns their number. All chains are judged on the grid as it was before, each one once.
    fn clear(&self, grid: &mut Grid, color: Player) -> usize {
        let before = grid.clone();
        let (mut seen, mut cleared) = (vec![false; grid.len()], 0);
        for p in self.points() {
            if before[self.index(p)] != Some(color) || seen[self.index(p)] {
                continue;
            }
            let (mut chain, mut breathes) = (vec![p], false);
            seen[self.index(p)] = true;
            let mut next = 0;
            while let Some(&stone) = chain.get(next) {
                for q in self.neighbors(stone) {
                    let i = self.index(q);
                    breathes |= before[i].is_none();
                    if before[i] == Some(color) && !seen[i] {
                        seen[i] = true;
                        chain.push(q);
                    }
                }
                next += 1;
            }
            if !breathes {
                chain.iter().for_each(|&stone| grid[self.index(stone)] = None);
                cleared += chain.len();
            }
        }
        cleared
    }

    /// Returns whether `from` has this color, or a path of points with the color of `from` leads from
    /// there to a neighbor of this color.
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

    fn neighbors(&self, p: Point) -> impl Iterator<Item = Point> {
        let next = move |q: &Point| p.column.abs_diff(q.column) + p.row.abs_diff(q.row) == 1;
        let (c, r) = (p.column, p.row);
        [(c.wrapping_sub(1), r), (c + 1, r), (c, r.wrapping_sub(1)), (c, r + 1)]
            .map(|(column, row)| Point::new(column, row))
            .into_iter()
            .filter(move |q| {
                next(q) && (q.column as usize) < self.columns && (q.row as usize) < self.rows
            })
    }

    fn index(&self, p: Point) -> usize {
        p.row as usize * self.columns + p.column as usize
    }
}
