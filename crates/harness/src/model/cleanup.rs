//! The phases of a game, its earlier turns, and its button. The rules on cleanup phases, on a position that stands for the third
//! time, and on the first pass depend on them.

use super::board::Board;
use super::cells::Cells;
use super::course::{Course, Second, Taker};
use super::play::{Mark, Played, play};
use super::state::{Made, Seen, State, Taken};
use super::{Channel, Mistake, ModelEngine, Place};
use superko_engine::RefusalReason;
use superko_game::rules::{Agreement, Button, LongCycle};
use superko_game::{Phase, Player};

impl ModelEngine {
    fn course(&self) -> Option<&Course> {
        self.now.course.as_deref()
    }

    /// Returns the course of a game in a cleanup phase.
    fn cleanup(&self) -> Option<&Course> {
        self.course().filter(|course| course.phase != Phase::Main)
    }

    pub(super) fn is_in_cleanup(&self) -> bool {
        self.cleanup().is_some()
    }

    /// Returns the blocked cell that a turn on a cell unblocks: this cell, or one that a ko play there would clear.
    pub(super) fn unblocks(&self, at: usize, channel: Channel) -> Option<usize> {
        let blocked = self.cleanup()?.blocked;
        let wrong = self.model.in_place_of(Place::CleanupTurns, channel, self.now.to_move);
        if blocked.count() == 0 || wrong == Some(Mistake::BlocksIgnored) {
            return None;
        }
        if blocked.contains(at) && self.is_lone_in_atari(at) {
            return Some(at).filter(|_| wrong != Some(Mistake::UnblockingNotNamed));
        }
        let played = self.tried(at, channel);
        let cleared = played.captured.iter().copied().find(|&stone| blocked.contains(stone))?;
        self.takes_ko(&played, channel).then_some(cleared)
    }

    /// Whether a single stone of the opponent stands on a cell, with a single liberty.
    fn is_lone_in_atari(&self, at: usize) -> bool {
        let board = &self.now.board;
        let chain = board.chain(at);
        let opponent = self.now.to_move.opponent().color();
        board.get(at) == Some(opponent) && chain.len() == 1 && board.liberties(&chain) == 1
    }

    /// Whether the engine refuses to unblock a point.
    pub(super) fn refuses_unblocking(&self, channel: Channel) -> bool {
        let wrong = self.model.in_place_of(Place::CleanupTurns, channel, self.now.to_move);
        wrong == Some(Mistake::UnblockingRefused)
    }

    /// Rules on a play in a cleanup phase that is no suicide against the rules.
    pub(super) fn judge_in_cleanup(
        &self,
        played: Played,
        channel: Channel,
    ) -> Result<Played, (RefusalReason, Option<Box<Played>>)> {
        let wrong = self.model.in_place_of(Place::CleanupTurns, channel, self.now.to_move);
        let takes_ko = self.takes_ko(&played, channel);
        let changes_nothing = played.makes(&self.now.board);
        let is_refused = match wrong {
            Some(Mistake::LoneSuicideInCleanup) if changes_nothing => false,
            Some(Mistake::RepetitionInCleanup) if self.repeats(&played, channel) => true,
            Some(Mistake::KoTakenAgain) if takes_ko => false,
            _ => changes_nothing || (takes_ko && self.ko_taken_before(played.at).is_some()),
        };
        if is_refused {
            return Err((RefusalReason::Repetition, Some(Box::new(played))));
        }
        Ok(played.marked(if takes_ko { Mark::Ko } else { Mark::None }))
    }

    /// Returns the number, from 1, of an earlier turn of the current cleanup phase: the player to move played on this cell in the
    /// same position.
    pub(super) fn ko_taken_before(&self, at: usize) -> Option<usize> {
        let began = self.cleanup()?.began;
        let is_it = |turn: &Taken| {
            turn.player == self.now.to_move
                && turn.at == Some(at)
                && turn.made != Made::Unblocking
                && turn.board.has_stones_of(&self.now.board)
        };
        self.taken[began..].iter().rposition(is_it).map(|place| began + place + 1)
    }

    /// Returns the effect of a play on a cell, whether it is legal or not.
    fn tried(&self, at: usize, channel: Channel) -> Played {
        let State { board, hash, to_move, unnumbered, .. } = &self.now;
        play(board, *hash, *to_move, at, self.removal(channel, *to_move), unnumbered)
    }

    /// Whether the opponent can bring the present position back with a play right after this one. Such a play puts back a single
    /// captured stone.
    fn takes_ko(&self, played: &Played, channel: Channel) -> bool {
        let opponent = self.now.to_move.opponent();
        let &[captured] = &played.captured[..] else { return false };
        if !played.lost.is_empty() {
            return false;
        }
        let removal = self.removal(channel, opponent);
        let reply = play(&played.board(), played.hash, opponent, captured, removal, &[]);
        reply.makes(&self.now.board) && !self.refuses_suicide(reply.lost.len(), channel)
    }

    /// Returns the blocked points after a turn that leaves a board.
    fn blocked_after(&self, mark: Mark, at: usize, board: &Board) -> Cells {
        let mut blocked = self.course().map(|course| course.blocked).unwrap_or_default();
        match mark {
            Mark::Unblocks(cell) => blocked.remove(cell),
            Mark::Ko => blocked.insert(at),
            Mark::None => {}
        }
        // No blocked point is empty before a turn that unblocks one.
        if !self.makes(Mistake::BlocksKeptWhenEmpty) {
            blocked = blocked.without(board.empty());
        }
        blocked
    }

    /// Notes a pass: in the list of turns, as one that takes the button, and as the end of a phase. `next` is the state after it.
    pub(super) fn note_pass(&mut self, next: &mut State, ends: bool) {
        let phase = if ends { self.next_phase() } else { None };
        let takes_button = self.takes_button();
        let positions = self.seen.len();
        self.note(next, None, Made::Pass);
        let Some(course) = next.course.as_deref_mut() else { return };
        if takes_button {
            let player = self.now.to_move;
            course.button = Some(Taker { player, turns: course.turns, positions });
        }
        let Some(phase) = phase else { return };
        (course.phase, course.began) = (phase, course.turns);
        if !self.model.makes(Mistake::BlocksKeptForSecond) {
            course.blocked = Cells::default();
        }
        if phase == Phase::SecondCleanup {
            course.second = Some(Second { board: next.board.clone(), plays: [0, 0] });
        }
        if !self.model.makes(Mistake::PassesAcrossPhases) {
            next.passes = 0;
        }
        if self.model.makes(Mistake::BlackBeginsCleanup) {
            next.to_move = Player::Black;
        }
        next.ko = None;
    }

    /// Notes a play, or the unblocking of a point. `next` is the state after it.
    pub(super) fn note_play(&mut self, next: &mut State, mark: Mark, at: usize, made: Made) {
        if next.course.is_none() {
            return;
        }
        let blocked = self.blocked_after(mark, at, &next.board);
        self.note(next, Some(at), made);
        let player = self.now.to_move;
        let Some(course) = next.course.as_deref_mut() else { return };
        course.blocked = blocked;
        if let Some(second) = course.second.as_mut().filter(|_| made != Made::Unblocking) {
            second.plays[player as usize] += 1;
        }
    }

    fn note(&mut self, next: &mut State, at: Option<usize>, made: Made) {
        let (Some(course), Some(after)) = (&self.now.course, &mut next.course) else { return };
        let (player, board, blocked) = (self.now.to_move, self.now.board.clone(), course.blocked);
        self.taken.truncate(course.turns);
        self.taken.push(Taken { player, at, made, board, blocked });
        after.turns = self.taken.len();
    }

    /// Whether a pass now would take the button.
    pub(super) fn takes_button(&self) -> bool {
        let is_free = self.course().is_some_and(|course| course.button.is_none());
        self.rules.button == Button::HalfPoint && is_free
    }

    /// Whether a pass now does not count as one of several in a row.
    pub(super) fn is_outside_row(&self) -> bool {
        self.takes_button() && !self.makes(Mistake::ButtonPassCounts)
    }

    /// Whether there is a phase after the present one.
    pub(super) fn has_next_phase(&self) -> bool {
        self.next_phase().is_some()
    }

    fn next_phase(&self) -> Option<Phase> {
        let course = self.course().filter(|_| self.rules.agreement == Agreement::Cleanup)?;
        match course.phase {
            Phase::Main => Some(Phase::FirstCleanup),
            Phase::FirstCleanup if self.makes(Mistake::OneCleanupPhase) => None,
            Phase::FirstCleanup => Some(Phase::SecondCleanup),
            Phase::SecondCleanup => None,
        }
    }

    /// Whether the player to move has passed from the present position before, which ends the game or the phase.
    pub(super) fn passes_again(&self) -> bool {
        let Some(course) = self.course() else { return false };
        let ignores = match course.phase {
            Phase::Main if self.rules.long_cycle != LongCycle::ThirdTime => true,
            Phase::Main => self.makes(Mistake::SamePassGoesOn),
            _ => self.makes(Mistake::SamePassInCleanup),
        };
        let is_same = |turn: &Taken| {
            turn.made == Made::Pass
                && turn.player == self.now.to_move
                && turn.board.has_stones_of(&self.now.board)
                && self.is_blocked_alike(turn.blocked, course.blocked)
        };
        !ignores && self.taken[self.first_turn(course)..].iter().any(is_same)
    }

    /// Whether a play, or the unblocking of a point, leaves a position for the third time with the same player to move. That ends
    /// the game.
    fn is_third(&self, board: &Board, blocked: Cells, to_move: Player) -> bool {
        let Some(course) = self.course() else { return false };
        let ignores = match course.phase {
            Phase::Main => self.rules.long_cycle != LongCycle::ThirdTime,
            _ => self.makes(Mistake::CleanupNotVoid),
        };
        if ignores {
            return false;
        }
        let turns = &self.taken[self.first_turn(course)..];
        let last_pass = turns.iter().rposition(|turn| turn.made == Made::Pass);
        let last_pass = last_pass.filter(|_| !self.makes(Mistake::ThirdAcrossPasses));
        let found = turns[last_pass.map_or(0, |place| place + 1)..].iter().filter(|turn| {
            turn.player == to_move
                && turn.board.has_stones_of(board)
                && self.is_blocked_alike(turn.blocked, blocked)
        });
        found.count() >= 2
    }

    fn is_blocked_alike(&self, one: Cells, other: Cells) -> bool {
        one == other || self.makes(Mistake::BlocksNotCompared)
    }

    /// Returns the place of the first turn that may have found the present position: in the phase, and after the button was taken.
    fn first_turn(&self, course: &Course) -> usize {
        let taker = course.button.filter(|_| !self.makes(Mistake::ButtonForgotten));
        course.began.max(taker.map_or(0, |taker| taker.turns))
    }

    /// Returns the place in the history of the first position that counts: the one after the button was taken.
    pub(super) fn first_position(&self) -> usize {
        let taker = self.course().and_then(|course| course.button);
        let taker = taker.filter(|_| !self.makes(Mistake::ButtonForgotten));
        taker.map_or(0, |taker| taker.positions)
    }

    /// Whether a turn that leaves a state ends the game without a result.
    pub(super) fn ends_without_result(&self, next: &State, made: Made) -> bool {
        if made == Made::Pass || !self.may_end_without_result() {
            return false;
        }
        let blocked = next.course.as_ref().map(|course| course.blocked).unwrap_or_default();
        self.is_long_cycle(&next.board, next.to_move)
            || self.is_third(&next.board, blocked, next.to_move)
    }

    /// Whether any turn can end the game without a result now.
    pub(super) fn may_end_without_result(&self) -> bool {
        self.rules.long_cycle != LongCycle::GoesOn || self.is_in_cleanup()
    }

    /// Whether a legal play, or the unblocking of a point, would end the game without a result.
    pub(super) fn would_end_without_result(&self, played: &Played) -> bool {
        let (board, to_move) = (played.board(), self.now.to_move.opponent());
        let blocked = self.blocked_after(played.mark, played.at, &board);
        self.is_long_cycle(&board, to_move) || self.is_third(&board, blocked, to_move)
    }

    /// Whether a position stood before with the same player to move, where that ends the game.
    fn is_long_cycle(&self, board: &Board, to_move: Player) -> bool {
        let again = |seen: &Seen| seen.to_move == to_move && seen.board.has_stones_of(board);
        self.rules.long_cycle == LongCycle::NoResult
            && !self.is_in_cleanup()
            && self.seen.iter().skip(self.first_position()).any(again)
    }

    /// Returns the points of each player for plays in the second cleanup phase, and the cells whose stones cost a point outside
    /// of independent regions: those that had another color when this phase began.
    pub(super) fn of_second_cleanup(&self, board: &Board) -> Option<([usize; 2], [Cells; 2])> {
        let second = self.course()?.second.as_ref()?;
        let filled = [Player::Black, Player::White].map(|player| {
            let stones = board.cells_of(player.color());
            let is_new = |at: &usize| second.board.get(*at) != Some(player.color());
            stones.filter(is_new).collect::<Cells>()
        });
        Some((second.plays, filled))
    }
}
