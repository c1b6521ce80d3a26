//! A game as a plain list of its grids, for [`history`](super::history::history). Repetitions are
//! found by comparing grids, and nothing else is remembered.

use std::collections::HashMap;
use std::fmt;
use superko_optimized::{
    Bitboard, Player, Position, Refusal, Repetition, Rules, Shape, Suicide, Turn, Turns, kernel,
};

/// The black and the white stones.
type Grid<const S: usize, const N: usize> = [Bitboard<S, N>; 2];

/// The beginning and every turn since, under a repetition rule and a suicide rule. All other rules
/// are Tromp-Taylor.
pub(crate) struct Past<const S: usize, const N: usize> {
    start: Position<S, N>,
    now: Position<S, N>,
    rules: Rules,
    turns: Vec<Turn>,
    grids: Vec<Grid<S, N>>,
    /// For each grid, the numbers of turns after which it stood, the latest last.
    stood: HashMap<Grid<S, N>, Vec<usize>>,
}

impl<const S: usize, const N: usize> Past<S, N> {
    pub(crate) fn new(start: Position<S, N>, rules: Rules) -> Past<S, N> {
        let grid = Player::BOTH.map(|player| start.stones(player));
        let (turns, grids) = (vec![], vec![grid]);
        Past { start, now: start, rules, turns, grids, stood: HashMap::from([(grid, vec![0])]) }
    }

    pub(crate) fn restart(&mut self) {
        *self = Past::new(self.start, self.rules);
    }

    pub(crate) fn shape(&self) -> Shape<S, N> {
        *self.start.shape()
    }

    pub(crate) fn position(&self) -> &Position<S, N> {
        &self.now
    }

    pub(crate) fn turns(&self) -> usize {
        self.turns.len()
    }

    pub(crate) fn turn(&self, number: usize) -> Option<Turn> {
        self.turns.get(number.checked_sub(1)?).copied()
    }

    pub(crate) fn grid(&self, turns: usize) -> Grid<S, N> {
        self.grids[turns]
    }

    /// Returns whether the last turn was a pass.
    pub(crate) fn passed(&self) -> bool {
        self.turns.last() == Some(&Turn::Pass)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.turns.ends_with(&[Turn::Pass, Turn::Pass])
    }

    /// Returns the player of the turn with this number, from 1.
    fn mover(&self, number: usize) -> Player {
        let first = self.start.to_move();
        if number % 2 == 1 { first } else { first.opponent() }
    }

    /// Returns why a turn is refused, or `None` if it is legal.
    pub(crate) fn refusal(&self, turn: Turn) -> Option<Refusal> {
        if self.is_over() {
            return Some(Refusal::Over);
        }
        self.after(turn).err()
    }

    /// Returns the grid after a turn, or the reason why it is refused. The game must not be over.
    fn after(&self, turn: Turn) -> Result<Grid<S, N>, Refusal> {
        let Turn::Play(point) = turn else { return Ok(self.grids[self.turns()]) };
        if !self.now.empty().contains(point) {
            return Err(Refusal::Occupied);
        }
        let player = self.now.to_move();
        let (own, opponent) = (self.now.stones(player), self.now.stones(player.opponent()));
        let played = kernel::play(self.shape().points(), own, opponent, Bitboard::from(point));
        let lost = (own.with(point) - played.own).count();
        let forbidden = match self.rules.suicide {
            Suicide::Any => false,
            Suicide::SeveralStones => lost == 1,
            Suicide::None => lost > 0,
        };
        if forbidden {
            return Err(Refusal::Suicide);
        }
        let grid = match player {
            Player::Black => [played.own, played.opponent],
            Player::White => [played.opponent, played.own],
        };
        let stood = self.stood.get(&grid).into_iter().flatten().rev();
        match stood.copied().find(|&turns| self.forbids(turns)) {
            Some(earlier) => Err(Refusal::Repeats { earlier }),
            None => Ok(grid),
        }
    }

    /// Returns whether the player to move is forbidden to repeat the grid after `turns` turns.
    fn forbids(&self, turns: usize) -> bool {
        let player = self.now.to_move();
        let own = turns > 0 && self.mover(turns) == player;
        match self.rules.repetition {
            Repetition::Positional => true,
            Repetition::Situational => self.mover(turns + 1) != player,
            Repetition::NaturalSituational => own && self.turns[turns - 1] != Turn::Pass,
            Repetition::NewZealand => own,
            Repetition::SimpleKo => turns + 1 == self.turns(),
            Repetition::None => false,
        }
    }

    /// Takes a legal turn.
    pub(crate) fn push(&mut self, turn: Turn) {
        let grid = self.after(turn).expect("the turn is legal");
        self.turns.push(turn);
        self.grids.push(grid);
        self.stood.entry(grid).or_default().push(self.turns.len());
        self.stand();
    }

    /// Takes the last turn back, if there is one.
    pub(crate) fn pop(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        let grid = self.grids.pop().expect("a grid for each turn");
        self.stood.get_mut(&grid).expect("the grid stood").pop();
        self.stand();
        Some(turn)
    }

    /// Sets the position to that of the last grid.
    fn stand(&mut self) {
        let turns = self.turns();
        let [black, white] = self.grids[turns];
        self.now = Position::set_up(self.shape(), black, white, self.mover(turns + 1))
            .expect("a turn leaves no chain without a liberty");
    }

    /// Returns the number of sequences of this many turns from here.
    pub(crate) fn perft(&mut self, depth: u32, turns: Turns) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over() {
            return 0;
        }
        let plays = self.now.empty().into_iter().map(Turn::Play);
        let mut sequences = 0;
        for turn in plays.chain((turns == Turns::All).then_some(Turn::Pass)) {
            if self.after(turn).is_ok() {
                self.push(turn);
                sequences += self.perft(depth - 1, turns);
                self.pop();
            }
        }
        sequences
    }

    /// Returns the area of each side: its stones, and the empty regions that are next to its stones
    /// only.
    pub(crate) fn area(&self) -> [u32; 2] {
        let mut area = Player::BOTH.map(|player| self.now.stones(player).count());
        let mut left = self.now.empty();
        while let Some(first) = left.first() {
            let region = kernel::flood(Bitboard::from(first), left);
            left -= region;
            let beside = region.neighbors();
            let colors = Player::BOTH.map(|player| !(beside & self.now.stones(player)).is_empty());
            match colors {
                [true, false] => area[0] += region.count(),
                [false, true] => area[1] += region.count(),
                _ => {}
            }
        }
        area
    }
}

/// Draws the grid and lists the turns. If there are many, lists the last ones.
impl<const S: usize, const N: usize> fmt::Display for Past<S, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}\nfrom\n{}{}", self.rules, self.start, self.now)?;
        write!(f, "after {} turns, the last ones", self.turns())?;
        let shown = self.turns.len().saturating_sub(400);
        self.turns[shown..].iter().try_for_each(|turn| write!(f, " {turn}"))
    }
}
