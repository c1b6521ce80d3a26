//! A game: a position with the history that is needed to find repetitions.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::course::{Course, Phase};
use crate::history::{Grid, History, Step, counts, is_same, key, keys};
use crate::kernel;
use crate::point::{Player, Point, Turn};
use crate::position::Position;
use crate::rules::{
    Agreement, Button, LongCycle, Refusal, Repeat, Repetition, Rules, Stones, Suicide,
};
use crate::shape::Shape;
use crate::simd::{Machine, Task};
use crate::stage::Cleanup;
use crate::widest::{Sides, Wide, in_widest_words};

/// A game on a board of stride `S` and `N` limbs, with every turn since its start.
///
/// Hashes find possible repetitions of a grid, and a comparison of the grids decides. Only memory
/// limits the length of a game, up to 2^32 - 2 turns.
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
#[derive(Clone)]
pub struct Game<const S: usize, const N: usize> {
    pub(crate) position: Position<S, N>,
    /// The numbers of black and of white stones.
    counts: [u16; 2],
    pub(crate) course: Course<S, N>,
    pub(crate) rules: Rules,
    /// Whether the rules are plain: the stones never run out, no play decides the game, and passes
    /// only end or stop it.
    pub(crate) plain: bool,
    /// The repetitions that are refused. They are `None` if the rules let repetitions decide the
    /// game.
    pub(crate) refused: Repetition,
    pub(crate) history: History<S, N>,
}

/// The result of a play.
pub(crate) struct Next<const S: usize, const K: usize, W> {
    /// The stones of the player who played.
    pub(crate) own: Bitboard<S, K, W>,
    pub(crate) opponent: Bitboard<S, K, W>,
    pub(crate) hash: u64,
    counts: [u16; 2],
    step: Step,
    /// Whether stones were removed.
    removes: bool,
    /// The number of own stones that were removed.
    pub(crate) suicide: u16,
}

impl<const S: usize, const K: usize, W: Copy> Next<S, K, W> {
    /// Returns the grid after the play of `player`.
    #[inline(always)]
    pub(crate) fn grid<const N: usize>(&self, player: Player) -> Grid<S, N>
    where
        W: Wide<N, K>,
    {
        let (own, opponent) = (W::store(self.own), W::store(self.opponent));
        match player {
            Player::Black => [own, opponent],
            Player::White => [opponent, own],
        }
    }
}

impl<const S: usize, const N: usize> Game<S, N> {
    /// Makes a game on the empty grid, Black to move.
    pub fn new(shape: Shape<S, N>, rules: Rules) -> Self {
        Self::from_position(Position::new(shape), rules)
    }

    /// Makes a game on a set-up position. Its grid is the first one in the history, and its stones
    /// count as used.
    pub fn from_position(position: Position<S, N>, rules: Rules) -> Self {
        let points = position.shape.points().count() as usize;
        Game {
            position,
            counts: counts(&position.stones),
            course: Course::new(),
            rules,
            plain: rules.stones == Stones::Unlimited
                && rules.repeat == Repeat::Refused
                && rules.long_cycle == LongCycle::GoesOn
                && rules.agreement != Agreement::Cleanup
                && rules.button == Button::None,
            refused: match rules.repeat {
                Repeat::Refused => rules.repetition,
                Repeat::Loses | Repeat::Ties => Repetition::None,
            },
            history: History::new(&position.stones, position.to_move, points),
        }
    }

    /// Limits the hashes of the game to their lowest `bits` bits. Answers do not depend on this.
    /// Tests use it to make hashes collide.
    ///
    /// # Panics
    ///
    /// If `bits` is more than 64.
    pub fn with_hash_bits(mut self, bits: u32) -> Self {
        self.history.set_hash_bits(bits);
        self
    }

    /// Passes.
    ///
    /// # Errors
    ///
    /// If the game is over or stopped.
    #[inline]
    pub fn pass(&mut self) -> Result<(), Refusal> {
        self.refuse_any_turn()?;
        if self.plain {
            self.accept_pass();
        } else {
            self.accept_special_pass();
        }
        Ok(())
    }

    /// Takes back the last turn, and returns it, if there is one. Everything that followed the turn
    /// is taken back too: a stop, an end, a cleanup phase, an agreement, a disagreement, or an
    /// attempt that lost the game. If there is no turn, only such an attempt is taken back.
    pub fn undo(&mut self) -> Option<Turn> {
        let undone = self.undo_plain();
        if !self.plain {
            self.course.undo_special(self.turns());
        }
        undone
    }

    /// Takes back the last turn under plain rules.
    pub(crate) fn undo_plain(&mut self) -> Option<Turn> {
        let Some(turn) = self.history.pop() else {
            self.course = Course::new();
            return None;
        };
        self.stand_at_end();
        let player = self.position.to_move.opponent();
        self.position.to_move = player;
        self.course.undo(turn, player, self.turns());
        Some(turn)
    }

    /// Takes back all turns, and everything that was agreed or decided.
    pub fn restart(&mut self) {
        if self.history.turns() % 2 == 1 {
            self.position.to_move = self.position.to_move.opponent();
        }
        self.history.clear();
        self.stand_at_end();
        self.course = Course::new();
    }

    /// Puts the last grid of the history on the board.
    #[inline(always)]
    fn stand_at_end(&mut self) {
        self.position.stones = *self.history.grid(self.turns());
        self.counts = counts(&self.position.stones);
    }

    /// Returns the hash of the current grid: the exclusive or of a number for each stone. The
    /// search for a repetition compares the grids whose hashes fall into the same bucket.
    pub fn hash(&self) -> u64 {
        self.history.hash()
    }

    /// Returns the player to move. If the game is over or stopped, this is the player who would be
    /// to move.
    #[inline(always)]
    pub fn to_move(&self) -> Player {
        self.position.to_move
    }

    /// Returns the stones and the player to move.
    #[inline(always)]
    pub fn position(&self) -> &Position<S, N> {
        &self.position
    }

    /// Returns the rules of the game.
    #[inline(always)]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the number of turns so far.
    #[inline(always)]
    pub fn turns(&self) -> usize {
        self.history.turns()
    }

    /// Returns the turn with this number, counted from 1.
    pub fn turn(&self, number: usize) -> Option<Turn> {
        if number > self.turns() { None } else { self.history.turn(number) }
    }

    /// Returns the black and the white stones after this number of turns.
    ///
    /// # Panics
    ///
    /// If the game has fewer turns.
    pub fn grid(&self, turns: usize) -> [Bitboard<S, N>; 2] {
        *self.history.grid(turns)
    }

    /// Returns the size of the history on the heap, in bytes, including reserved space and the
    /// blocked points of cleanup phases. Apart from an agreement on dead stones, or the number of the
    /// turn after which the game was resumed, a game keeps nothing else on the heap.
    pub fn history_bytes(&self) -> usize {
        self.history.bytes() + self.course.cleanup().map_or(0, Cleanup::bytes)
    }

    /// Checks that the grids, hashes, chains and counts of the history are those that its turns
    /// make. Only tests use this.
    ///
    /// # Errors
    ///
    /// If something does not hold. The error says what.
    #[doc(hidden)]
    pub fn check_history(&self) -> Result<(), String> {
        self.history.check()
    }

    /// Returns the bit of a point, if a play there is not refused for a simple reason: the game is
    /// not running, no stone is left, or the point is occupied. Panics if the point is not on the
    /// board.
    #[inline(always)]
    pub(crate) fn bit(&self, point: Point) -> Result<usize, Refusal> {
        assert!(self.position.shape.has(point), "{point} is not on the board");
        self.refuse_any_turn()?;
        if !self.has_stone() {
            Err(Refusal::NoStones)
        } else if !self.position.empty().contains(point) {
            Err(Refusal::Occupied)
        } else {
            Ok(Bitboard::<S, N>::bit(point))
        }
    }

    /// Refuses every turn unless the game is running.
    #[inline(always)]
    pub(crate) fn refuse_any_turn(&self) -> Result<(), Refusal> {
        if self.course.is_running() {
            Ok(())
        } else if self.is_stopped() {
            Err(Refusal::Stopped)
        } else {
            Err(Refusal::Over)
        }
    }

    /// Returns the result of a play at `bit`, from `sides` in a running game, or why it is refused.
    /// The point must be empty.
    #[inline(always)]
    pub(crate) fn judge<M: Machine, const K: usize, W: Wide<N, K>>(
        &self,
        machine: M,
        sides: &Sides<S, K, W>,
        bit: usize,
    ) -> Result<Next<S, K, W>, Refusal> {
        let next = self.next(machine, sides, bit);
        if next.suicide > 0 {
            self.refuse_suicide(next.suicide)?;
        }
        if self.history.has_pair(next.counts)
            && let grid = next.grid(self.position.to_move)
            && let Some(earlier) = self.repeated(self.refused, next.hash, &grid)
        {
            return Err(Refusal::Repeats { earlier });
        }
        Ok(next)
    }

    /// Returns the result of a play at `bit`. The play need not be legal.
    #[inline(always)]
    fn next<M: Machine, const K: usize, W: Wide<N, K>>(
        &self,
        machine: M,
        sides: &Sides<S, K, W>,
        bit: usize,
    ) -> Next<S, K, W> {
        // On many words, the inlined code is long, and a call costs little in comparison.
        if const { K > 2 } {
            machine.call(FindNext { game: self, sides, bit })
        } else {
            self.next_inline(sides, bit)
        }
    }

    #[inline(always)]
    pub(crate) fn next_inline<const K: usize, W: Wide<N, K>>(
        &self,
        sides: &Sides<S, K, W>,
        bit: usize,
    ) -> Next<S, K, W> {
        let (player, opponent) = (self.position.to_move, self.position.to_move.opponent());
        let point = W::single(&sides.board, bit / 64, 1 << (bit % 64));
        let played = kernel::play_beside(sides.board, sides.own, sides.opponent, sides.safe, point);
        let mut hash = self.history.hash() ^ key(player, bit);
        let mut counts = self.counts_after_quiet_play();
        let removes = played.captures | played.suicide;
        let mut suicide = 0;
        if removes {
            let (loser, removed) = if played.captures {
                (opponent, W::store(sides.opponent - played.opponent))
            } else {
                (player, W::store((sides.own | point) - played.own))
            };
            hash ^= keys(loser, &removed);
            let count = removed.count() as u16;
            counts[loser as usize] -= count;
            suicide = if played.suicide { count } else { 0 };
        }
        let step = Step::play(bit);
        Next { own: played.own, opponent: played.opponent, hash, counts, step, removes, suicide }
    }

    /// Refuses the suicides that need no comparison of grids: those that the suicide rule forbids,
    /// and the suicide of a lone stone under positional superko, which repeats the current grid.
    #[inline(always)]
    pub(crate) fn refuse_suicide(&self, stones: u16) -> Result<(), Refusal> {
        match self.rules.suicide {
            Suicide::None => Err(Refusal::Suicide),
            Suicide::SeveralStones if stones == 1 => Err(Refusal::Suicide),
            _ if stones == 1 && self.refused == Repetition::Positional => {
                Err(Refusal::Repeats { earlier: self.turns() })
            }
            _ => Ok(()),
        }
    }

    /// Ends the game if this play decides it. The play must have been judged in the present
    /// position.
    #[inline(always)]
    fn decide<const K: usize, W: Wide<N, K>>(&mut self, next: &Next<S, K, W>) {
        if !self.plain
            && let grid = next.grid(self.position.to_move)
            && let Some(outcome) = self.decision(next.hash, &grid)
        {
            self.course.phase = Phase::Decided(outcome);
        }
    }

    /// Adds a play that was judged in this position to the history. Leaves the stones of `position`
    /// as they are.
    #[inline(always)]
    pub(crate) fn accept<const K: usize, W: Wide<N, K>>(&mut self, next: &Next<S, K, W>) {
        let player = self.position.to_move;
        self.position.to_move = player.opponent();
        self.counts = next.counts;
        self.history.push(next.step, next.removes, &next.grid(player), next.hash, next.counts);
    }

    /// Passes under plain rules. The game must be running.
    #[inline(always)]
    pub(crate) fn accept_pass(&mut self) {
        let turn = self.turns() + 1;
        let is_play = |turn| self.history.is_play(turn);
        self.course.pass(self.position.to_move, turn, &self.rules, is_play);
        self.accept_standstill(Step::PASS);
    }

    /// Makes a turn that leaves the grid as it is.
    #[inline(always)]
    pub(crate) fn accept_standstill(&mut self, step: Step) {
        self.position.to_move = self.position.to_move.opponent();
        let grid = *self.history.grid(self.turns());
        self.history.push(step, false, &grid, self.history.hash(), self.counts);
    }

    #[inline(always)]
    fn judge_in<M: Machine, W: Wide<N, K>, const K: usize>(
        &self,
        proof: W::Proof,
        machine: M,
        bit: usize,
    ) -> Result<(), Refusal> {
        self.judge::<M, K, W>(machine, &self.position.sides(proof), bit).map(|_| ())
    }

    #[inline(always)]
    fn play_in<M: Machine, W: Wide<N, K>, const K: usize>(
        &mut self,
        proof: W::Proof,
        machine: M,
        bit: usize,
    ) -> Result<(), Refusal> {
        let next = self.judge::<M, K, W>(machine, &self.position.sides(proof), bit)?;
        self.decide(&next);
        self.make_next(&next);
        Ok(())
    }

    /// Makes a play that is legal and decides nothing.
    #[inline(always)]
    pub(crate) fn make<M: Machine, const K: usize, W: Wide<N, K>>(
        &mut self,
        proof: W::Proof,
        machine: M,
        bit: usize,
    ) {
        let next = self.next::<M, K, W>(machine, &self.position.sides(proof), bit);
        self.make_next(&next);
    }

    #[inline(always)]
    pub(crate) fn make_next<const K: usize, W: Wide<N, K>>(&mut self, next: &Next<S, K, W>) {
        self.position.stones = next.grid(self.position.to_move);
        self.accept(next);
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

    /// Returns the number of turns after which this grid, with this hash, last stood, if this rule
    /// forbids the player to move to repeat it.
    #[inline(always)]
    pub(crate) fn repeated(&self, rule: Repetition, hash: u64, grid: &Grid<S, N>) -> Option<usize> {
        match rule {
            Repetition::None => None,
            Repetition::SimpleKo => {
                let before = self.turns().checked_sub(1)?;
                let is_repeated = before >= self.course.button as usize
                    && is_same(self.history.grid(before), grid);
                is_repeated.then_some(before)
            }
            _ => self.history.find(hash, grid, |turns| self.is_forbidden(rule, turns)),
        }
    }

    /// Returns whether this superko rule forbids the player to move to repeat the grid after this
    /// many turns. Players alternate: if the number of turns from then to now is odd, the player to
    /// move made the turn that led to that grid. No grid from before the pass that took the button
    /// counts.
    #[inline(always)]
    pub(crate) fn is_forbidden(&self, rule: Repetition, turns: usize) -> bool {
        let own = (self.turns() - turns) % 2 == 1;
        let is_named = match rule {
            Repetition::Positional => true,
            Repetition::Situational => own,
            Repetition::NewZealand => own && turns > 0,
            Repetition::NaturalSituational => own && self.history.is_play(turns),
            Repetition::SimpleKo | Repetition::None => false,
        };
        is_named && turns >= self.course.button as usize
    }
}

/// Draws the grid, the north row first.
impl<const S: usize, const N: usize> fmt::Debug for Game<S, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} after {} turns", self.position, self.turns())
    }
}

/// Finds the result of a play.
struct FindNext<'a, const S: usize, const N: usize, const K: usize, W> {
    game: &'a Game<S, N>,
    sides: &'a Sides<S, K, W>,
    bit: usize,
}

impl<const S: usize, const N: usize, const K: usize, W: Wide<N, K>> Task
    for FindNext<'_, S, N, K, W>
{
    type Output = Next<S, K, W>;

    #[inline(always)]
    fn run<M: Machine>(self, _: M) -> Self::Output {
        self.game.next_inline(self.sides, self.bit)
    }
}

/// Judges a play, and makes it unless it is refused.
pub(crate) struct Play<'a, const S: usize, const N: usize> {
    pub(crate) game: &'a mut Game<S, N>,
    pub(crate) bit: usize,
}

impl<const S: usize, const N: usize> Task for Play<'_, S, N> {
    type Output = Result<(), Refusal>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let game = self.game;
        in_widest_words!(machine: M, game.play_in(self.bit))
    }
}

/// Judges a play.
pub(crate) struct Judge<'a, const S: usize, const N: usize> {
    pub(crate) game: &'a Game<S, N>,
    pub(crate) bit: usize,
}

impl<const S: usize, const N: usize> Task for Judge<'_, S, N> {
    type Output = Result<(), Refusal>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let game = self.game;
        in_widest_words!(machine: M, game.judge_in(self.bit))
    }
}
