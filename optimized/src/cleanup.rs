//! The cleanup phases of a game: ko moves, blocked points and unblocking.
//!
//! Nothing here is called under other rules, so all of it runs on the limbs of the portable words.

use crate::bitboard::Bitboard;
use crate::course::Phase;
use crate::game::{Game, Next};
use crate::history::{Step, is_same};
use crate::kernel;
use crate::point::{Player, Point};
use crate::rules::{Outcome, Refusal};
use crate::stage::Stage;

/// A legal turn at a point in a cleanup phase.
struct Cleaned<const S: usize, const N: usize> {
    /// The result of a move, or `None` for an unblocking.
    next: Option<Next<S, N, u64>>,
    /// The points that are blocked after the turn.
    blocked: Bitboard<S, N>,
}

impl<const S: usize, const N: usize> Game<S, N> {
    /// Returns the phase of the game. After the end, this is the phase in which the game ended.
    pub fn stage(&self) -> Stage {
        self.course.stage()
    }

    /// Returns the points that are blocked. There are none in the main phase.
    pub fn blocked(&self) -> Bitboard<S, N> {
        self.blocked_after(self.turns())
    }

    /// Returns the points that were blocked after this many turns.
    pub(crate) fn blocked_after(&self, turns: usize) -> Bitboard<S, N> {
        self.course.cleanup().map_or(Bitboard::EMPTY, |cleanup| cleanup.blocked_after(turns))
    }

    /// Returns whether the turn at this point is legal and an unblocking: a ko move there would
    /// capture a stone on a blocked point, or the point itself is blocked, and has a stone that the
    /// player can unblock by naming it. See [`Stage`]. The turn is then neither a play nor a pass,
    /// although it is taken as a `Turn::Play`.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn unblocks(&self, point: Point) -> bool {
        assert!(self.position.shape.has(point), "{point} is not on the board");
        self.is_cleanup()
            && self.judge_in_cleanup(point).is_ok_and(|cleaned| cleaned.next.is_none())
    }

    /// Returns whether the first cleanup phase has begun.
    #[inline(always)]
    pub(crate) fn is_cleanup(&self) -> bool {
        !self.plain && self.course.cleanup().is_some()
    }

    /// Returns why the turn at this point is refused in a cleanup phase.
    #[cold]
    pub(crate) fn refusal_in_cleanup(&self, point: Point) -> Option<Refusal> {
        self.judge_in_cleanup(point).err()
    }

    /// Returns the points where a turn is legal in a cleanup phase.
    #[cold]
    pub(crate) fn legal_in_cleanup(&self) -> Bitboard<S, N> {
        if !self.course.is_running() {
            return Bitboard::EMPTY;
        }
        let candidates = self.position.empty() | self.blocked_in_atari();
        candidates.into_iter().filter(|&point| self.judge_in_cleanup(point).is_ok()).collect()
    }

    /// Returns the blocked points that the player to move can unblock by naming them: those where a
    /// stone of the opponent is a chain by itself and has one liberty.
    fn blocked_in_atari(&self) -> Bitboard<S, N> {
        let (opponent, empty) =
            (self.position.stones(self.to_move().opponent()), self.position.empty());
        let one_liberty = empty.neighbors() - empty.neighbors_twice();
        (self.blocked() & opponent & one_liberty) - opponent.neighbors()
    }

    /// Takes the turn at this point in a cleanup phase.
    #[cold]
    pub(crate) fn play_in_cleanup(&mut self, point: Point) -> Result<(), Refusal> {
        let Cleaned { next, blocked } = self.judge_in_cleanup(point)?;
        let (hash, grid) = match &next {
            Some(next) => (next.hash, next.grid(self.to_move())),
            None => (self.history.hash(), self.position.stones),
        };
        if self.stands_third_time(hash, &grid, blocked) {
            self.course.phase = Phase::Decided(Outcome::NoResult);
        }
        match &next {
            Some(next) => self.make_next(next),
            None => self.accept_standstill(Step::play(Bitboard::<S, N>::bit(point))),
        }
        let turn = self.turns();
        self.course.cleanup_mut().expect("a cleanup phase").block(turn, blocked);
        Ok(())
    }

    /// Returns what the turn at this point does in a cleanup phase, or why it is refused.
    #[cold]
    fn judge_in_cleanup(&self, point: Point) -> Result<Cleaned<S, N>, Refusal> {
        assert!(self.position.shape.has(point), "{point} is not on the board");
        self.refuse_any_turn()?;
        let blocked = self.blocked();
        if self.blocked_in_atari().contains(point) {
            return Ok(Cleaned { next: None, blocked: blocked.without(point) });
        }
        let sides = self.position.sides::<N, u64>(());
        let next = self.position.empty().contains(point).then(|| {
            let next: Next<S, N, u64> = self.next_inline(&sides, Bitboard::<S, N>::bit(point));
            let retaken = self.retaken(&next);
            (next, retaken)
        });
        if let Some((_, Some(retaken))) = next
            && retaken.is_subset(blocked)
        {
            return Ok(Cleaned { next: None, blocked: blocked - retaken });
        }
        if !self.has_stone() {
            return Err(Refusal::NoStones);
        }
        let Some((next, retaken)) = next else {
            return Err(Refusal::Occupied);
        };
        if next.suicide > 0 {
            self.refuse_suicide(next.suicide)?;
        }
        if is_same(&next.grid(self.to_move()), &self.position.stones) {
            return Err(Refusal::Repeats { earlier: self.turns() });
        }
        let mut blocked = blocked;
        if retaken.is_some() {
            if let Some(earlier) = self.same_move(point) {
                return Err(Refusal::KoMoveAgain { earlier });
            }
            blocked = blocked.with(point);
        }
        let blocked = blocked & (next.own | next.opponent);
        Ok(Cleaned { next: Some(next), blocked })
    }

    /// If this play is a ko move, returns the point of the stone that it captures.
    ///
    /// The opponent's reply adds one stone of the opponent and no stone of the player. So it can
    /// restore the grid only if the play captured exactly one stone, and only on that stone's point.
    fn retaken(&self, next: &Next<S, N, u64>) -> Option<Bitboard<S, N>> {
        let (player, opponent) = (self.to_move(), self.to_move().opponent());
        let captured = self.position.stones(opponent) - next.opponent;
        if captured.count() != 1 {
            return None;
        }
        let board = self.position.shape.points();
        let reply = kernel::play(board, next.opponent, next.own, captured);
        let restores = reply.own == self.position.stones(opponent)
            && reply.opponent == self.position.stones(player);
        restores.then_some(captured)
    }

    /// Returns the number of the turn of this phase with which the player to move played at this
    /// point, from the present grid.
    fn same_move(&self, point: Point) -> Option<usize> {
        let (turns, begun) = (self.turns(), self.course.cleanup()?.begun());
        let is_such = |before: usize| {
            before >= begun
                && before < turns
                && (turns - before).is_multiple_of(2)
                && self.history.turn(before + 1) == Some(crate::Turn::Play(point))
                && self.is_move(before + 1)
        };
        let before = self.history.find(self.history.hash(), &self.position.stones, is_such)?;
        Some(before + 1)
    }

    /// Returns whether this turn of a cleanup phase is a move, and not a pass or an unblocking. A
    /// move changes the grid.
    fn is_move(&self, turn: usize) -> bool {
        !is_same(self.history.grid(turn - 1), self.history.grid(turn))
    }

    /// Returns the number of times that the player has unblocked a point.
    pub(crate) fn unblockings(&self, player: Player) -> u32 {
        let Some(cleanup) = self.course.cleanup() else {
            return 0;
        };
        let is_unblocking = |&turn: &usize| {
            self.history.player(turn) == player && self.history.is_play(turn) && !self.is_move(turn)
        };
        cleanup.blocked.iter().map(|&(turn, _)| turn).filter(is_unblocking).count() as u32
    }

    /// Returns the grid with which the second cleanup phase began, and the numbers of moves of Black
    /// and of White in it, if it has begun.
    pub(crate) fn second_cleanup(&self) -> Option<([Bitboard<S, N>; 2], [u32; 2])> {
        let [_, begun] = self.course.cleanup()?.begun;
        if begun == 0 {
            return None;
        }
        let mut moves = [0; 2];
        for turn in begun + 1..=self.turns() {
            moves[self.history.player(turn) as usize] += u32::from(self.is_move(turn));
        }
        Some((*self.history.grid(begun), moves))
    }
}
