//! A plain engine of conventional design, which plays any rules and makes the mistakes of a model.

use super::board::Board;
use super::collision::collisions;
use super::course::Course;
use super::lookup::{Hashes, Looks};
use super::play::{Hash, Mark, Played, Removal, play};
use super::state::{Made, Seen, State, Taken};
use super::{Channel, Mistake, Model, Place, Refusals, ScoreForm};
use superko_engine::{About, Engine, Fault, RefusalReason, ReportedScore, Ruling};
use superko_game::rules::{
    IllegalTurn, LastPass, PassCost, Passes, Repeat, Rules, Stones, Suicide,
};
use superko_game::{Color, Outcome, Player, Point, Position, Score, Setup, Size, Status, Turn};

/// The number of turns for which a new game reserves memory.
const USUAL_TURNS: usize = 32;

/// An engine that keeps an array of stones, a hash of it, and all positions so far.
///
/// Agreements of the players after their passes are not modeled.
#[derive(Clone, Debug)]
pub struct ModelEngine {
    name: &'static str,
    pub(super) model: Model,
    /// The mistakes in removing stones, by channel (play, then legality) and by player.
    removal: [[Removal; 2]; 2],
    /// The mistakes in looking for repetitions, by channel and by player.
    looks: [[Looks; 2]; 2],
    refusals: Refusals,
    pub(super) rules: Rules,
    pub(super) now: State,
    /// The states before each turn, for undo, each with the length of the history then.
    undo: Vec<(State, usize)>,
    pub(super) seen: Vec<Seen>,
    /// The hashes of `seen`, and perhaps others.
    pub(super) hashes: Hashes,
    /// The turns of the game, under rules that look back at them.
    pub(super) taken: Vec<Taken>,
    /// Hashes that got into the history without a turn.
    pub(super) stray: Vec<Hash>,
    /// The komi of the setup, in quarter points.
    pub(super) komi: i32,
    score_form: ScoreForm,
    /// The differences between the hashes of two positions that are treated as the same, on this board.
    pub(super) collisions: Vec<u64>,
    /// Whether a turn was taken back and none was played since.
    has_undone: bool,
    /// The ko point, if any, that undo left as it was. The outer `None` means that a turn was played since, or that none was
    /// taken back.
    pub(super) left_ko: Option<Option<usize>>,
    /// The totals of the first end of the game.
    pub(super) first_end: Option<Score>,
}

impl ModelEngine {
    /// Whether the board of the engine shows a position.
    pub fn shows(&self, position: &Position) -> bool {
        self.now.board.shows(position)
    }

    /// Returns the position on the board.
    pub(super) fn position(&self) -> Position {
        self.now.board.position()
    }

    /// Returns the player to move.
    pub fn to_move(&self) -> Player {
        self.now.to_move
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.now.over
    }

    /// Returns the outcome of the game, if a turn decided it.
    pub fn decided(&self) -> Option<Outcome> {
        self.now.decided
    }

    pub(crate) fn new(name: &'static str, model: Model, refusals: Refusals) -> ModelEngine {
        let size = Size::square(1).expect("there is a board of one point");
        let now = State::new(Board::new(size, &model), Player::Black);
        let rules = model.rules.unwrap_or_default();
        let channels = [Channel::Play, Channel::Legality];
        let players = [Player::Black, Player::White];
        let removal =
            channels.map(|channel| players.map(|player| Removal::of(&model, channel, player)));
        let looks =
            channels.map(|channel| players.map(|player| Looks::of(&model, channel, player)));
        ModelEngine {
            name,
            model,
            removal,
            looks,
            refusals,
            rules,
            now,
            undo: Vec::new(),
            seen: Vec::new(),
            hashes: Hashes::default(),
            taken: Vec::new(),
            stray: Vec::new(),
            komi: 0,
            score_form: model.score_form(),
            collisions: Vec::new(),
            has_undone: false,
            left_ko: None,
            first_end: None,
        }
    }

    /// Sets the way in which the engine reports the score.
    pub(super) fn score_form(self, score_form: ScoreForm) -> ModelEngine {
        ModelEngine { score_form, ..self }
    }

    pub(super) fn makes(&self, mistake: Mistake) -> bool {
        self.model.makes(mistake)
    }

    /// Returns the mistakes in looking for repetitions in a channel, for the player to move.
    pub(super) fn looks(&self, channel: Channel) -> &Looks {
        &self.looks[usize::from(channel == Channel::Legality)][self.now.to_move as usize]
    }

    /// Returns the mistakes in removing stones in a channel, for a player.
    pub(super) fn removal(&self, channel: Channel, player: Player) -> Removal {
        self.removal[usize::from(channel == Channel::Legality)][player as usize]
    }

    fn forbidden(&self, reason: RefusalReason) -> Ruling {
        Ruling::Forbidden(if self.refusals == Refusals::Explained {
            reason
        } else {
            RefusalReason::Unstated
        })
    }

    /// Returns the effect of a play at a point, or the reason for which it is refused.
    pub(super) fn judge(
        &self,
        point: Point,
        channel: Channel,
    ) -> Result<Played, (RefusalReason, Option<Box<Played>>)> {
        if self.now.over && !self.model.goes_on(channel) {
            return Err((RefusalReason::Over, None));
        }
        if channel == Channel::Play && self.refuses_color() {
            return Err((RefusalReason::Unstated, None));
        }
        let player = self.now.to_move;
        let target = self.now.board.target(point);
        let unblocks = target.and_then(|at| self.unblocks(at, channel));
        let needs_stone = unblocks.is_none() || self.makes(Mistake::UnblockingUsesStone);
        if needs_stone && self.has_no_stones(player) {
            return Err((RefusalReason::NoStones, None));
        }
        let at = target.ok_or((RefusalReason::Unstated, None))?;
        if let Some(cell) = unblocks {
            if self.refuses_unblocking(channel) {
                return Err((RefusalReason::Repetition, None));
            }
            let nothing = Played::nothing_removed(&self.now.board, self.now.hash, at);
            return Ok(nothing.marked(Mark::Unblocks(cell)));
        }
        let there = self.now.board.get(at);
        let occupied = self.model.in_place(Place::Occupied, channel);
        let taken = match occupied {
            Some(Mistake::AnyStonePlayable) => true,
            Some(_) => there == Some(player.opponent().color()),
            None => false,
        };
        if there != Some(Color::Empty) && !taken {
            return Err((RefusalReason::Occupied, None));
        }
        let State { board, hash, unnumbered, .. } = &self.now;
        let asks_about_stone = channel == Channel::Legality && there != Some(Color::Empty);
        if asks_about_stone && occupied == Some(Mistake::AnyStonePlayable) {
            let lives = board.lives_on_stone(at, player);
            let played = lives.then(|| Played::nothing_removed(board, *hash, at));
            return played.ok_or((RefusalReason::Suicide, None));
        }
        let removal = self.removal(channel, player);
        let played = play(board, *hash, player, at, removal, unnumbered);
        let is_suicide = !removal.removes_both() || played.captured.is_empty();
        if is_suicide && self.refuses_suicide(played.lost.len(), channel) {
            return Err((RefusalReason::Suicide, Some(Box::new(played))));
        }
        if self.is_in_cleanup() {
            return self.judge_in_cleanup(played, channel);
        }
        if self.is_ko(at, channel) || self.repeats(&played, channel) {
            return Err((RefusalReason::Repetition, Some(Box::new(played))));
        }
        Ok(played)
    }

    /// Whether the engine takes the next turn for one of the wrong color.
    fn refuses_color(&self) -> bool {
        self.now.only.is_some_and(|player| player != self.now.to_move)
    }

    /// Whether a player has used up a supply of half of the points, Black one more if their number is odd.
    fn has_no_stones(&self, player: Player) -> bool {
        let points = self.now.board.size().point_count();
        let supply = match player {
            Player::Black => points.div_ceil(2),
            Player::White => points / 2,
        };
        self.rules.stones == Stones::Half && self.now.used[player as usize] >= supply
    }

    pub(super) fn refuses_suicide(&self, stones: usize, channel: Channel) -> bool {
        if stones == 0 {
            return false;
        }
        let wrong = self.model.in_place_of(Place::Suicide, channel, self.now.to_move);
        match (wrong, self.rules.suicide) {
            (Some(Mistake::SuicideIgnored), _) => false,
            (Some(Mistake::AllSuicideRefused), _) => true,
            (Some(Mistake::LoneSuicideRefused), _) => stones == 1,
            (_, Suicide::Forbidden) => true,
            (_, Suicide::SeveralStones) => stones == 1,
            (_, Suicide::Allowed) => false,
        }
    }

    /// Makes the state after a turn the current one, and adds it to the history.
    fn finish(&mut self, mut next: State, made: Made) {
        let player = self.now.to_move;
        next.turns += 1;
        next.only = None;
        let most = match self.model.in_place(Place::Length, Channel::Both) {
            Some(Mistake::MoveCap(most)) => most,
            Some(Mistake::MoveCapPerPoint(most)) => {
                most.saturating_mul(next.board.size().point_count())
            }
            _ => usize::MAX,
        };
        next.over |= next.turns >= most;
        let count = self.seen.len();
        if let Some(Mistake::HistoryInTenths(most)) =
            self.model.in_place(Place::Kept, Channel::Both)
            && count - next.dropped > most
        {
            self.drop_tenth(most, &mut next);
        }
        let State { hash, to_move, .. } = next;
        let (board, held) = (next.board.clone(), next.held.count());
        if !next.over && self.ends_without_result(&next, made) {
            (next.over, next.decided) = (true, Some(Outcome::NoResult));
        }
        self.hashes.add(hash);
        self.seen.push(Seen { hash, board, held, by: Some((player, made)), to_move });
        self.undo.push((std::mem::replace(&mut self.now, next), count));
        (self.has_undone, self.left_ko) = (false, None);
    }

    /// Whether a repeat is a turn that ends the game.
    pub(super) fn repeat_decides(&self) -> bool {
        self.rules.repeat != Repeat::Illegal && !self.is_in_cleanup()
    }

    /// Forgets all positions but the present one.
    fn forget(&mut self) {
        self.now.dropped = self.seen.len() - 1;
        self.now.ko = None;
    }

    fn pass(&mut self) -> Ruling {
        if let Ruling::Forbidden(reason) = self.judge_pass(Channel::Play) {
            return self.forbidden(reason);
        }
        let player = self.now.to_move;
        let mut next = self.now.clone();
        let ends = self.pass_ends_phase();
        if !self.is_outside_row() {
            next.passes = next.passes.saturating_add(1);
        }
        next.passed[player as usize] += 1;
        next.over |= ends && !self.has_next_phase();
        if self.rules.pass == PassCost::Prisoner {
            next.prisoners[player.opponent() as usize] += 1;
        }
        if !self.makes(Mistake::PassKeepsTurn) {
            next.to_move = player.opponent();
        }
        if !self.makes(Mistake::KoKeptAfterPass) && !self.makes(Mistake::KoNeverLifted) {
            next.ko = None;
        }
        self.note_pass(&mut next, ends);
        self.finish(next, Made::Pass);
        Ruling::Allowed
    }

    /// Whether a pass is enough to end the game.
    pub(super) fn pass_ends_game(&self) -> bool {
        self.pass_ends_phase() && !self.has_next_phase()
    }

    /// Whether a pass is enough to end the game or the current phase.
    pub(super) fn pass_ends_phase(&self) -> bool {
        let enough = match (self.model.in_place(Place::End, Channel::Both), self.rules.passes) {
            (Some(Mistake::PassesEnd(passes)), _) => passes,
            (_, Passes::Two) => 2,
            (_, Passes::Three) => 3,
            (_, Passes::Four) => 4,
        };
        let last = self.rules.last_pass == LastPass::Anybody || self.now.to_move == Player::White;
        let passes = usize::from(self.now.passes.saturating_add(1));
        let is_enough = (passes >= enough && !self.is_outside_row()) || self.passes_again();
        !self.now.over && is_enough && last
    }

    pub(super) fn judge_pass(&self, channel: Channel) -> Ruling {
        let on_passes = self.model.in_place(Place::LookedUp, channel) == Some(Mistake::OnPasses);
        match self.now.over {
            true if !self.model.takes_passes(channel) => Ruling::Forbidden(RefusalReason::Over),
            _ if channel == Channel::Play && self.refuses_color() => {
                Ruling::Forbidden(RefusalReason::Unstated)
            }
            _ if on_passes => Ruling::Forbidden(RefusalReason::Repetition),
            _ => Ruling::Allowed,
        }
    }

    fn carry_out(&mut self, point: Point, played: Played) {
        let player = self.now.to_move;
        let at = self.now.board.target(point).expect("a play that was judged has a cell");
        let mut next = self.now.clone();
        next.to_move = player.opponent();
        if matches!(played.mark, Mark::Unblocks(_)) {
            self.unblock(next, &played);
            return;
        }
        next.used[player as usize] += 1;
        next.prisoners[player as usize] += played.captured.len();
        next.prisoners[player.opponent() as usize] += played.lost.len();
        next.retook |= !played.captured.is_empty() && next.held.contains(at);
        next.held.insert(at);
        if !self.makes(Mistake::PassesNotReset) {
            next.passes = 0;
        }
        let resumes = [Mistake::PlayAfterEndResumes, Mistake::OnlyPlayAfterEndResumes];
        next.over &= !resumes.into_iter().any(|mistake| self.makes(mistake));
        next.hash = played.hash;
        next.board = played.board();
        let ko = self.ko_after(&played, &next.board);
        if ko.is_some() || !self.makes(Mistake::KoNeverLifted) {
            next.ko = ko;
        }
        if let Some(Mistake::ChainLimit(limit)) = self.model.in_place(Place::Capture, Channel::Both)
        {
            let joins = |&next: &usize| self.now.board.get(next) == Some(player.color());
            next.unnumbered.retain(|&stone| next.board.get(stone) != Some(Color::Empty));
            if !self.now.board.around(at).iter().any(joins) {
                next.chains += 1;
                if next.chains > limit {
                    next.unnumbered.push(at);
                }
            }
        }
        let made = match (played.captured.is_empty(), played.lost.is_empty()) {
            (_, false) => Made::Suicide(played.lost.len()),
            (false, true) => Made::Capture,
            (true, true) => Made::Play,
        };
        self.note_play(&mut next, played.mark, at, made);
        self.finish(next, made);
    }

    /// Carries out a turn that is no play and unblocks a point.
    fn unblock(&mut self, mut next: State, played: &Played) {
        if self.makes(Mistake::UnblockingUsesStone) {
            next.used[self.now.to_move as usize] += 1;
        }
        if !self.makes(Mistake::PassesNotReset) {
            next.passes = 0;
        }
        self.note_play(&mut next, played.mark, played.at, Made::Unblocking);
        self.finish(next, Made::Unblocking);
    }

    /// Refuses a play, with the effects that this has by mistake or by the rules.
    fn refuse(&mut self, reason: RefusalReason, played: Option<Box<Played>>) -> Ruling {
        let wrong = self.model.in_place(Place::Refusal, Channel::Both);
        match (wrong, played) {
            (Some(Mistake::RefusalLeavesStone), Some(played)) => {
                self.now.hash = played.hash;
                self.now.board = played.board();
            }
            (Some(Mistake::RefusalLeavesHash), Some(played)) => self.now.hash = played.hash,
            (Some(Mistake::RefusalForgets), _) => self.forget(),
            (Some(Mistake::RefusalRecorded), Some(played)) => self.stray.push(played.hash),
            (Some(Mistake::SuicideRecorded), Some(played)) => {
                let is_new = self.last_met(&played, Channel::Play).is_none();
                if reason == RefusalReason::Suicide && is_new {
                    self.stray.push(played.hash);
                }
            }
            (Some(Mistake::RefusalSwitchesPlayer), _) => {
                self.now.to_move = self.now.to_move.opponent();
            }
            _ => {}
        }
        if self.rules.illegal == IllegalTurn::Loses && !self.now.over {
            self.now.decided = Some(Outcome::Wins(self.now.to_move.opponent()));
            self.now.over = true;
        }
        self.forbidden(reason)
    }
}

impl Engine for ModelEngine {
    fn about(&self) -> About {
        About::named(self.name)
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        let size = game.size();
        self.komi = game.komi.quarter_points;
        self.rules = self.model.rules.unwrap_or(game.rules);
        let same_size = self.now.board.size() == size && !self.seen.is_empty();
        let keeps_board = self.makes(Mistake::BoardKept) && same_size;
        let keeps_history = self.makes(Mistake::HistoryKept) && same_size;
        let earlier = self.seen.iter().filter(|_| keeps_history).map(|seen| seen.hash);
        let earlier: Vec<Hash> = earlier.collect();
        let board = match keeps_board {
            true => self.now.board.clone(),
            false => Board::new(size, &self.model),
        };
        let first = match self.makes(Mistake::WhiteBegins) && game.is_usual() {
            true => Player::White,
            false => game.first,
        };
        self.now = State::new(board, first);
        self.now.set_up(game);
        self.now.course = Course::new(self.rules);
        self.taken.clear();
        self.collisions = collisions(&self.model, size);
        self.undo.clear();
        self.undo.reserve(USUAL_TURNS);
        (self.has_undone, self.left_ko, self.first_end) = (false, None, None);
        self.stray.retain(|_| keeps_history);
        self.stray.extend(earlier);
        let State { hash, ref board, to_move, .. } = self.now;
        let held = self.now.held.count();
        self.seen = Vec::with_capacity(USUAL_TURNS);
        self.seen.push(Seen { hash, board: board.clone(), held, by: None, to_move });
        self.hashes = Hashes::default();
        self.hashes.add(hash);
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let Turn::Play(point) = turn else { return Ok(self.pass()) };
        Ok(match self.judge(point, Channel::Play) {
            Ok(played) => {
                self.carry_out(point, played);
                Ruling::Allowed
            }
            Err((RefusalReason::Repetition, Some(played)))
                if self.repeat_decides() && !self.refuses_ko(&played) =>
            {
                let winner = Outcome::Wins(self.now.to_move.opponent());
                if self.makes(Mistake::RepeatNotPlayed) {
                    self.undo.push((self.now.clone(), self.seen.len()));
                } else {
                    self.carry_out(point, *played);
                }
                let ties = self.rules.repeat == Repeat::Ties;
                self.now.decided = Some(if ties { Outcome::Tie } else { winner });
                self.now.over = true;
                Ruling::Allowed
            }
            Err((reason, played)) => self.refuse(reason, played),
        })
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        let ruling = match turn {
            Turn::Pass => self.judge_pass(Channel::Legality),
            Turn::Play(point) => match self.judge(point, Channel::Legality) {
                Ok(played) => {
                    if self.makes(Mistake::QuestionRecorded) {
                        self.stray.push(played.hash);
                    }
                    Ruling::Allowed
                }
                Err((RefusalReason::Repetition, played))
                    if self.repeat_decides()
                        && !self.makes(Mistake::RepeatKnownIllegal)
                        && !played.as_deref().is_some_and(|played| self.refuses_ko(played)) =>
                {
                    Ruling::Allowed
                }
                Err((reason, _)) => Ruling::Forbidden(reason),
            },
        };
        if self.makes(Mistake::QuestionForgets) && turn != Turn::Pass {
            self.forget();
        }
        Ok(Some(match ruling {
            Ruling::Forbidden(reason) => self.forbidden(reason),
            Ruling::Allowed => Ruling::Allowed,
        }))
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        Ok(Some(self.now.board.position()))
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        let State { to_move, over, only, .. } = self.now;
        let to_move = only.unwrap_or(to_move);
        Ok(Some(if over { Status::Over } else { Status::Running { to_move } }))
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        Ok(self.result().in_form(self.score_form))
    }

    fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        let [black, white] = self.now.hash;
        Ok(Some([black ^ white, 0, 0, 0]))
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        let is_second = std::mem::replace(&mut self.has_undone, true);
        if is_second && self.makes(Mistake::UndoOnce) {
            return Ok(Some(()));
        }
        if let Some((before, seen)) = self.undo.pop() {
            let State { to_move, dropped, ko, only, .. } = self.now;
            if self.makes(Mistake::UndoKeepsKo) {
                let left = self.left_ko.unwrap_or_else(|| self.ko_point(&before.board));
                self.left_ko = Some(left);
            }
            self.now = before;
            self.taken.truncate(self.now.course.as_ref().map_or(0, |course| course.turns));
            if self.makes(Mistake::UndoKeepsKo) {
                self.now.ko = ko;
            }
            if self.makes(Mistake::UndoKeepsPlayer) {
                self.now.to_move = to_move;
            }
            if self.makes(Mistake::UndoKeepsColor) {
                self.now.only = only.or(Some(to_move));
            }
            if !self.makes(Mistake::UndoKeepsHistory) {
                self.seen.truncate(seen);
            }
            if self.makes(Mistake::UndoForgets) {
                self.forget();
            }
            let kept = self.model.in_place(Place::Kept, Channel::Both);
            if let Some(Mistake::HistoryInTenths(_)) = kept {
                self.hash_anew(dropped);
            }
        }
        Ok(Some(()))
    }

    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        let generated = self.generated();
        if let Some(turn) = generated.filter(|_| self.makes(Mistake::GeneratesAndPlays)) {
            self.play(turn)?;
        }
        Ok(generated)
    }
}
