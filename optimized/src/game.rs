//! A game: a position with the history that repetition is judged by.

use crate::bitboard::Bitboard;
use crate::history::{Grid, History, counts};
use crate::legal::Legal;
use crate::point::{Player, Point, Turn};
use crate::position::Position;
use crate::rules::{Refusal, Repetition, Rules, Suicide};
use crate::shape::Shape;
use crate::simd::{Machine, Portable, Task, fastest};

/// A game on a board of stride `S` and `N` limbs. `BITS` is the width of the hash that proposes
/// repeated grids; no answer depends on it.
///
/// ```
/// use superko_optimized::{Game, Point, Position, Player, Refusal, Rules, Turn};
///
/// let position = Position::<8, 1>::drawn("
///     .XO.
///     XO.O
///     .XO.
/// ", Player::Black)?;
/// let mut game: Game<8, 1> = Game::from_position(position, Rules::TROMP_TAYLOR);
/// game.play(Turn::Play(Point::new(2, 1)))?;
/// assert_eq!(game.position().to_string(), "\
/// .XO.
/// X.XO
/// .XO.
/// ");
/// let retake = Turn::Play(Point::new(1, 1));
/// assert_eq!(game.play(retake), Err(Refusal::Repeats { earlier: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<const S: usize, const N: usize, const BITS: u32 = 64> {
    pub(crate) position: Position<S, N>,
    /// The numbers of black and of white stones.
    counts: [u16; 2],
    /// The number of passes since the last play, at most 2.
    passes: u8,
    pub(crate) rules: Rules,
    pub(crate) history: History<S, N, BITS>,
}

/// What a play that is not refused leads to.
#[derive(Clone, Copy)]
pub(crate) struct Next<const S: usize, const N: usize> {
    grid: Grid<S, N>,
    counts: [u16; 2],
}

impl<const S: usize, const N: usize, const BITS: u32> Game<S, N, BITS> {
    /// A game from the empty grid, Black to move.
    pub fn new(shape: Shape<S, N>, rules: Rules) -> Self {
        Self::from_position(Position::new(shape), rules)
    }

    /// A game from a set-up position. Its grid is the first of the history.
    pub fn from_position(position: Position<S, N>, rules: Rules) -> Self {
        let points = position.shape.points().count() as usize;
        Game {
            position,
            counts: counts(&position.stones),
            passes: 0,
            rules,
            history: History::new(&position.stones, points),
        }
    }

    /// Takes a turn.
    ///
    /// # Errors
    ///
    /// If the rules refuse the turn. Nothing changes then.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn play(&mut self, turn: Turn) -> Result<(), Refusal> {
        match turn {
            Turn::Pass => self.pass(),
            Turn::Play(point) => {
                let next = self.judge(point)?;
                self.accept(next, Bitboard::from(point));
                Ok(())
            }
        }
    }

    /// Passes.
    ///
    /// # Errors
    ///
    /// If the game is over.
    #[inline]
    pub fn pass(&mut self) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        self.passes += 1;
        self.position.to_move = self.position.to_move.opponent();
        self.history.push(&self.position.stones, self.counts, None);
        Ok(())
    }

    /// Takes the last turn back, if there is one, and tells which it was.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.history.pop()?;
        let turns = self.history.turns();
        self.position.stones = *self.history.grid(turns);
        self.position.to_move = self.position.to_move.opponent();
        self.counts = counts(&self.position.stones);
        let is_pass = |number| self.history.turn(number) == Some(Turn::Pass);
        self.passes = u8::from(is_pass(turns));
        Some(turn)
    }

    /// Takes all turns back.
    pub fn restart(&mut self) {
        if self.history.turns() % 2 == 1 {
            self.position.to_move = self.position.to_move.opponent();
        }
        self.history.clear();
        self.position.stones = *self.history.grid(0);
        self.counts = counts(&self.position.stones);
        self.passes = 0;
    }

    /// Why the turn is refused; `None` if it is legal.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn refusal(&self, turn: Turn) -> Option<Refusal> {
        match turn {
            Turn::Pass => self.is_over().then_some(Refusal::Over),
            Turn::Play(point) => self.judge(point).err(),
        }
    }

    /// Have both players passed in a row?
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.passes == 2
    }

    /// Whose turn it is, or would be if the game were not over.
    #[inline(always)]
    pub fn to_move(&self) -> Player {
        self.position.to_move
    }

    /// The stones and whose turn it is.
    #[inline(always)]
    pub fn position(&self) -> &Position<S, N> {
        &self.position
    }

    /// The rules of the game.
    #[inline(always)]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The number of turns so far.
    #[inline(always)]
    pub fn turns(&self) -> usize {
        self.history.turns()
    }

    /// The turn of this number, from 1.
    pub fn turn(&self, number: usize) -> Option<Turn> {
        if number > self.turns() { None } else { self.history.turn(number) }
    }

    /// The black and the white stones after so many turns.
    ///
    /// # Panics
    ///
    /// If there were fewer turns.
    pub fn grid(&self, turns: usize) -> [Bitboard<S, N>; 2] {
        *self.history.grid(turns)
    }

    /// The area of Black and of White.
    pub fn area(&self) -> [u32; 2] {
        self.position.area()
    }

    /// The points where a play is legal; none once the game is over.
    pub fn legal(&self) -> Bitboard<S, N> {
        if self.is_over() { Bitboard::EMPTY } else { fastest(Legal(self)) }
    }

    /// What a play on the point would lead to.
    #[inline(always)]
    fn judge(&self, point: Point) -> Result<Next<S, N>, Refusal> {
        assert!(self.position.shape.has(point), "{point} is not on the board");
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let at = Bitboard::from(point);
        if at.is_disjoint(self.position.empty()) {
            return Err(Refusal::Occupied);
        }
        // A short board gains nothing from wide registers.
        if N > 2 { fastest(Consider { game: self, at }) } else { self.consider::<Portable>(at) }
    }

    /// What a play on the one point of `at`, which is empty, would lead to in a running game.
    #[inline(always)]
    pub(crate) fn consider<M: Machine>(&self, at: Bitboard<S, N>) -> Result<Next<S, N>, Refusal> {
        let player = self.position.to_move;
        let played = self.position.play::<M>(at);
        if played.suicide {
            let lone = self.position.stones(player) == played.own;
            match self.rules.suicide {
                Suicide::None => return Err(Refusal::Suicide),
                Suicide::SeveralStones if lone => return Err(Refusal::Suicide),
                _ if lone && self.rules.repetition == Repetition::Positional => {
                    return Err(Refusal::Repeats { earlier: self.turns() });
                }
                _ => {}
            }
        }
        let grid = match player {
            Player::Black => [played.own, played.opponent],
            Player::White => [played.opponent, played.own],
        };
        let counts = if played.captures | played.suicide {
            counts(&grid)
        } else {
            self.counts_after_quiet_play()
        };
        match self.repeated(&grid, counts) {
            Some(earlier) => Err(Refusal::Repeats { earlier }),
            None => Ok(Next { grid, counts }),
        }
    }

    /// Makes a play on the one point of `point` that was judged in this very position.
    #[inline(always)]
    pub(crate) fn accept(&mut self, next: Next<S, N>, point: Bitboard<S, N>) {
        self.position.stones = next.grid;
        self.position.to_move = self.position.to_move.opponent();
        self.counts = next.counts;
        self.passes = 0;
        self.history.push(&next.grid, next.counts, Some(point));
    }

    #[inline(always)]
    pub(crate) fn counts_after_quiet_play(&self) -> [u16; 2] {
        let mut counts = self.counts;
        counts[self.position.to_move as usize] += 1;
        counts
    }

    #[inline(always)]
    pub(crate) fn counts(&self) -> [u16; 2] {
        self.counts
    }

    /// The latest earlier grid that the player to move may not repeat by making `grid`.
    #[inline(always)]
    pub(crate) fn repeated(&self, grid: &Grid<S, N>, counts: [u16; 2]) -> Option<usize> {
        if !self.history.has_pair(counts) {
            return None;
        }
        let now = self.turns();
        match self.rules.repetition {
            Repetition::None => None,
            Repetition::SimpleKo => now.checked_sub(1).filter(|&t| self.history.grid(t) == grid),
            _ => self.history.find(grid, |turns| self.is_forbidden(turns)),
        }
    }

    /// May the player to move, under the superko rule in force, not repeat the grid after so many
    /// turns? Players alternate, so after an odd number of turns from there to now, that turn was
    /// this player's and the opponent was to move.
    #[inline(always)]
    pub(crate) fn is_forbidden(&self, turns: usize) -> bool {
        let own = (self.turns() - turns) % 2 == 1;
        match self.rules.repetition {
            Repetition::Positional => true,
            Repetition::Situational => own,
            Repetition::NewZealand => own && turns > 0,
            Repetition::NaturalSituational => own && turns > 0 && self.history.is_play(turns),
            Repetition::SimpleKo | Repetition::None => false,
        }
    }
}

struct Consider<'a, const S: usize, const N: usize, const BITS: u32> {
    game: &'a Game<S, N, BITS>,
    at: Bitboard<S, N>,
}

impl<const S: usize, const N: usize, const BITS: u32> Task for Consider<'_, S, N, BITS> {
    type Output = Result<Next<S, N>, Refusal>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Self::Output {
        self.game.consider::<M>(self.at)
    }
}
