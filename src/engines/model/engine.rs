//! A plain engine of the usual build, which plays any rules and makes the mistakes of a model.

use super::board::Board;
use super::collision::collisions;
use super::play::{Hash, Played, Removal, play};
use super::state::{Made, Seen, State};
use super::{Channel, Mistake, Model, Place, Telling};
use crate::engine::{About, Engine, Fault, RefusalReason, ReportedScore, Ruling};
use crate::engines::draw::draw;
use crate::game::{Color, Outcome, Player, Point, Position, Setup, Size, Status, Turn};
use crate::rules::{
    IllegalTurn, LastPass, LongCycle, PassCost, Passes, Repeat, Repetition, Rules, Stones, Suicide,
};

/// Whether an engine says why it forbids a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engines) enum Refusals {
    /// It names the reason.
    Explained,
    /// It does not.
    Bare,
}

/// An engine that keeps an array of stones, a hash of it, and all positions so far.
///
/// What players may agree on when they have passed is nothing here.
#[derive(Clone, Debug)]
pub(crate) struct ModelEngine {
    name: &'static str,
    pub(super) model: Model,
    refusals: Refusals,
    pub(super) rules: Rules,
    pub(super) now: State,
    /// The states before each turn taken, for taking back, each with the length of the history then.
    undo: Vec<(State, usize)>,
    pub(super) seen: Vec<Seen>,
    /// Hashes that got into the history without a turn.
    stray: Vec<Hash>,
    /// Of the game that was asked for, in quarter points.
    pub(super) komi: i32,
    telling: Telling,
    /// By what the hashes of two positions differ that are taken for the same, on this board.
    collisions: Vec<u64>,
}

impl ModelEngine {
    /// The position on its board.
    pub(super) fn position(&self) -> Position {
        self.now.board.position()
    }

    pub(super) fn to_move(&self) -> Player {
        self.now.to_move
    }

    pub(super) fn is_over(&self) -> bool {
        self.now.over
    }

    /// What came of the game, if a turn decided it.
    pub(crate) fn decided(&self) -> Option<Outcome> {
        self.now.decided
    }

    pub(in crate::engines) fn new(
        name: &'static str,
        model: Model,
        refusals: Refusals,
    ) -> ModelEngine {
        let size = Size::square(1).expect("there is a board of one point");
        let now = State::new(Board::new(size, &model), Player::Black);
        let rules = model.rules.unwrap_or_default();
        let (undo, seen, stray) = (Vec::new(), Vec::new(), Vec::new());
        let (komi, telling, collisions) = (0, model.telling(), Vec::new());
        ModelEngine {
            name,
            model,
            refusals,
            rules,
            now,
            undo,
            seen,
            stray,
            komi,
            telling,
            collisions,
        }
    }

    /// The same, telling the score in one way.
    pub(super) fn telling(self, telling: Telling) -> ModelEngine {
        ModelEngine { telling, ..self }
    }

    fn makes(&self, mistake: Mistake) -> bool {
        self.model.makes(mistake)
    }

    fn forbidden(&self, reason: RefusalReason) -> Ruling {
        Ruling::Forbidden(if self.refusals == Refusals::Explained {
            reason
        } else {
            RefusalReason::Unstated
        })
    }

    /// The turn that it would play. Only those whose rules are right have one, for what others get wrong shows elsewhere.
    fn generated(&self) -> Option<Turn> {
        let position = self.now.board.position();
        let mut plays = position.size().points();
        let judge = |point| self.judge(point, Channel::Play);
        let captures = |&point: &Point| match judge(point) {
            Ok(played) => !played.captured.is_empty(),
            Err((reason, played)) => {
                reason == RefusalReason::Repetition
                    && played.is_some_and(|played| !played.captured.is_empty())
            }
        };
        let first = match self.model.mistakes().next() {
            None => None,
            Some((Mistake::GeneratesCaptures, _)) => plays.find(captures),
            Some((Mistake::GeneratesOccupied, _)) => {
                plays.find(|&point| position[point] != Color::Empty)
            }
            Some(_) => return None,
        };
        let legal = position.size().points().filter(|&point| judge(point).is_ok());
        let pass = (!self.now.over).then_some(Turn::Pass);
        let turns: Vec<Turn> = legal.map(Turn::Play).chain(pass).collect();
        first.map(Turn::Play).or_else(|| draw(&turns, &position))
    }

    /// What becomes of a play at a point, or the reason on which it is refused.
    pub(super) fn judge(
        &self,
        point: Point,
        channel: Channel,
    ) -> Result<Played, (RefusalReason, Option<Box<Played>>)> {
        if self.now.over && !self.model.goes_on(channel) {
            return Err((RefusalReason::Over, None));
        }
        let player = self.now.to_move;
        if self.has_no_stones(player) {
            return Err((RefusalReason::NoStones, None));
        }
        let at = self.now.board.target(point).ok_or((RefusalReason::Unstated, None))?;
        let there = self.now.board.get(at);
        let taken =
            there == Some(player.opponent().color()) && self.makes(Mistake::OccupiedPlayable);
        if there != Some(Color::Empty) && !taken {
            return Err((RefusalReason::Occupied, None));
        }
        let State { board, hash, unnumbered, .. } = &self.now;
        let played = play(board, *hash, player, at, Removal::of(&self.model, channel), unnumbered);
        if self.refuses_suicide(played.lost.len(), channel) {
            return Err((RefusalReason::Suicide, Some(Box::new(played))));
        }
        let ko = match self.now.ko {
            Some((banned, cell)) => {
                cell == at
                    && banned.is_none_or(|banned| banned == player)
                    && self.model.in_place(Place::Ko, channel).is_some()
            }
            None => false,
        };
        if ko || self.repeats(&played, channel) {
            return Err((RefusalReason::Repetition, Some(Box::new(played))));
        }
        Ok(played)
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

    fn refuses_suicide(&self, stones: usize, channel: Channel) -> bool {
        match (self.model.in_place(Place::Suicide, channel), self.rules.suicide) {
            (Some(Mistake::SuicideIgnored), _) => false,
            (Some(Mistake::AllSuicideRefused), _) => stones > 0,
            (Some(Mistake::LoneSuicideRefused), _) => stones == 1,
            (_, Suicide::Forbidden) => stones > 0,
            (_, Suicide::SeveralStones) => stones == 1,
            (_, Suicide::Allowed) => false,
        }
    }

    /// Whether the position that a play makes was there before, as far as the engine looks.
    fn repeats(&self, played: &Played, channel: Channel) -> bool {
        let (captured, lost) = (!played.captured.is_empty(), !played.lost.is_empty());
        let unexamined = match self.model.in_place(Place::LookedUp, channel) {
            Some(Mistake::OnlyOnRemoval) => !captured && !lost,
            Some(Mistake::OnlyOnCaptures) => !captured,
            Some(Mistake::NotOnSuicide) => lost,
            Some(Mistake::NotOnLoneSuicide) => played.lost.len() == 1,
            Some(Mistake::LookedUpUntil(turns)) => self.now.turns >= turns,
            Some(Mistake::NotAfterPass) => self.seen.last().is_some_and(Seen::is_pass),
            _ => false,
        };
        if unexamined {
            return false;
        }
        let compared = self.model.in_place(Place::Compared, channel);
        self.last_met(played, channel).is_some()
            || self.stray.iter().any(|&hash| self.same(hash, played.hash, compared))
    }

    /// The place of the last position of the history that is equal to the one that a play makes, as far as the engine looks.
    pub(super) fn last_met(&self, played: &Played, channel: Channel) -> Option<usize> {
        let repetition = match self.model.in_place(Place::Repetition, channel) {
            Some(Mistake::Repetition(repetition)) => repetition,
            _ => self.rules.repetition,
        };
        let compared = self.model.in_place(Place::Compared, channel);
        let believes = compared.is_some() || self.makes(Mistake::RefusalLeavesHash);
        let kept = self.model.in_place(Place::Kept, channel);
        let count = self.seen.len();
        let first = match kept {
            Some(Mistake::InitialMissing) => 1,
            Some(Mistake::History(kept)) => count.saturating_sub(kept),
            Some(Mistake::HistoryOfPlays(kept)) => {
                let plays = (0..count).rev().filter(|&i| !self.seen[i].is_pass());
                plays.take(kept).last().unwrap_or(0)
            }
            Some(Mistake::ForgottenAtPass) => {
                self.seen.iter().rposition(Seen::is_pass).unwrap_or(0)
            }
            _ => 0,
        };
        let last = match kept {
            Some(Mistake::PresentMissing) => count - 1,
            Some(Mistake::FirstPositions(kept)) => count.min(kept),
            _ => count,
        };
        (first.max(self.now.dropped)..last).rev().find(|&i| {
            let seen = &self.seen[i];
            // Its hash proposes that a position comes again, and the boards decide, but in engines that believe the hash.
            self.same(seen.hash, played.hash, compared)
                && (believes || seen.board.has_stones_of(&played.board))
                && self.counts(i, repetition)
                && match kept {
                    Some(Mistake::PassHidesRepeat) => {
                        let since = &self.seen[i + 1..];
                        since.iter().filter(|seen| seen.is_pass()).count() % 2 == 0
                    }
                    Some(Mistake::SuicidesNotKept) => !matches!(seen.by, Some((_, Made::Suicide))),
                    Some(Mistake::HistoryOfPlays(_) | Mistake::PassesNotKept) => !seen.is_pass(),
                    _ => true,
                }
        })
    }

    /// Whether a position of the history must not be made again by the player to move.
    fn counts(&self, place: usize, repetition: Repetition) -> bool {
        let player = self.now.to_move;
        let Seen { by, to_move, .. } = &self.seen[place];
        match repetition {
            Repetition::Positional => true,
            Repetition::Situational => *to_move == player.opponent(),
            Repetition::NaturalSituational => {
                by.is_some_and(|(by, made)| by == player && made != Made::Pass)
            }
            Repetition::NewZealand => by.is_some_and(|(by, _)| by == player),
            Repetition::SimpleKo => place + 2 == self.seen.len(),
            Repetition::None => false,
        }
    }

    /// Whether two hashes are taken to be of the same position.
    fn same(&self, one: Hash, other: Hash, compared: Option<Mistake>) -> bool {
        match compared {
            Some(Mistake::HashBlindToWhite) => one[0] == other[0],
            Some(Mistake::MoversStonesOnly) => {
                one[self.now.to_move as usize] == other[self.now.to_move as usize]
            }
            Some(Mistake::HashBits(bits)) => {
                let mask = u64::MAX >> (64 - u32::from(bits.clamp(1, 64)));
                (one[0] ^ one[1] ^ other[0] ^ other[1]) & mask == 0
            }
            Some(Mistake::KnownHash(_)) => {
                let difference = one[0] ^ one[1] ^ other[0] ^ other[1];
                difference == 0 || self.collisions.contains(&difference)
            }
            _ => one[0] ^ one[1] == other[0] ^ other[1],
        }
    }

    fn finish(&mut self, mut next: State, made: Made) {
        let player = self.now.to_move;
        next.turns += 1;
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
            next.dropped += most / 10 + 1;
        }
        let State { hash, to_move, .. } = next;
        let board = next.board.clone();
        let again = |seen: &Seen| seen.to_move == to_move && seen.board.has_stones_of(&board);
        let ends_cycle = self.rules.long_cycle == LongCycle::NoResult && made != Made::Pass;
        if ends_cycle && !next.over && self.seen.iter().any(again) {
            (next.over, next.decided) = (true, Some(Outcome::NoResult));
        }
        self.seen.push(Seen { hash, board, by: Some((player, made)), to_move });
        self.undo.push((std::mem::replace(&mut self.now, next), count));
    }

    fn pass(&mut self) -> Ruling {
        if let Ruling::Forbidden(reason) = self.judge_pass(Channel::Play) {
            return self.forbidden(reason);
        }
        let player = self.now.to_move;
        let mut next = self.now.clone();
        next.passes = next.passes.saturating_add(1);
        next.over |= self.pass_ends();
        if self.rules.pass == PassCost::Prisoner {
            next.prisoners[player.opponent() as usize] += 1;
        }
        if !self.makes(Mistake::PassKeepsTurn) {
            next.to_move = player.opponent();
        }
        if !self.makes(Mistake::KoKeptAfterPass) && !self.makes(Mistake::KoNeverLifted) {
            next.ko = None;
        }
        self.finish(next, Made::Pass);
        Ruling::Allowed
    }

    /// Whether a pass is enough to end the game.
    pub(super) fn pass_ends(&self) -> bool {
        let enough = match (self.model.in_place(Place::End, Channel::Both), self.rules.passes) {
            (Some(Mistake::PassesEnd(passes)), _) => passes,
            (_, Passes::Two) => 2,
            (_, Passes::Three) => 3,
            (_, Passes::Four) => 4,
        };
        let last = self.rules.last_pass == LastPass::Anybody || self.now.to_move == Player::White;
        !self.now.over && self.now.passes.saturating_add(1) >= enough && last
    }

    pub(super) fn judge_pass(&self, channel: Channel) -> Ruling {
        let on_passes = self.model.in_place(Place::LookedUp, channel) == Some(Mistake::OnPasses);
        match self.now.over {
            true if !self.model.takes_passes(channel) => Ruling::Forbidden(RefusalReason::Over),
            _ if on_passes => Ruling::Forbidden(RefusalReason::Repetition),
            _ => Ruling::Allowed,
        }
    }

    fn carry_out(&mut self, point: Point, played: Played) {
        let player = self.now.to_move;
        let at = self.now.board.target(point).expect("a play that was judged has a cell");
        let mut next = self.now.clone();
        next.to_move = player.opponent();
        next.used[player as usize] += 1;
        next.prisoners[player as usize] += played.captured.len();
        next.prisoners[player.opponent() as usize] += played.lost.len();
        if !self.makes(Mistake::PassesNotReset) {
            next.passes = 0;
        }
        let resumes = [Mistake::PlayAfterEndResumes, Mistake::OnlyPlayAfterEndResumes];
        next.over &= !resumes.into_iter().any(|mistake| self.makes(mistake));
        let ko = self.ko_after(at, &played);
        if ko.is_some() || !self.makes(Mistake::KoNeverLifted) {
            next.ko = ko;
        }
        if let Some(Mistake::ChainLimit(limit)) = self.model.in_place(Place::Capture, Channel::Both)
        {
            let joins = |&next: &usize| self.now.board.get(next) == Some(player.color());
            next.unnumbered.retain(|&stone| played.board.get(stone) != Some(Color::Empty));
            if !self.now.board.around(at).iter().any(joins) {
                next.chains += 1;
                if next.chains > limit {
                    next.unnumbered.push(at);
                }
            }
        }
        let made = if played.lost.is_empty() { Made::Play } else { Made::Suicide };
        next.board = played.board;
        next.hash = played.hash;
        self.finish(next, made);
    }

    /// The ko point that a play leaves, in the engines that keep one.
    fn ko_after(&self, at: usize, played: &Played) -> Option<(Option<Player>, usize)> {
        let wrong = self.model.mistakes().find(|(mistake, _)| mistake.place() == Place::Ko)?.0;
        let stones = played.captured.len();
        let lone = played.board.chain(at).len() == 1;
        let liberties = played
            .board
            .around(at)
            .into_iter()
            .filter(|&n| played.board.get(n) == Some(Color::Empty));
        let ko = stones == 1 && lone && liberties.count() == 1;
        let last = played.captured.last().copied();
        let other = Some(self.now.to_move.opponent());
        match wrong {
            Mistake::KoKeptAfterPass if ko => last.map(|last| (None, last)),
            Mistake::KoOnTwoStones if stones == 2 && played.chains == 1 => {
                last.map(|last| (other, last))
            }
            Mistake::KoOnTwoChains if played.chains == 2 => last.map(|last| (other, last)),
            Mistake::KoNeverLifted if ko => last.map(|last| (other, last)),
            _ => None,
        }
    }

    /// What a refused play leaves behind.
    fn refuse(&mut self, reason: RefusalReason, played: Option<Box<Played>>) -> Ruling {
        let wrong = self.model.in_place(Place::Refusal, Channel::Both);
        match (wrong, played) {
            (Some(Mistake::RefusalLeavesStone), Some(played)) => {
                self.now.board = played.board;
                self.now.hash = played.hash;
            }
            (Some(Mistake::RefusalLeavesHash), Some(played)) => self.now.hash = played.hash,
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
        let keeps = self.makes(Mistake::BoardKept) && same_size;
        let kept = self.makes(Mistake::HistoryKept) && same_size;
        let earlier: Vec<Hash> = self.seen.iter().filter(|_| kept).map(|seen| seen.hash).collect();
        let board = match keeps {
            true => self.now.board.clone(),
            false => Board::new(size, &self.model),
        };
        let first = match self.makes(Mistake::WhiteBegins) && game.is_usual() {
            true => Player::White,
            false => game.first,
        };
        self.now = State::new(board, first);
        self.now.set_up(game);
        self.collisions = collisions(&self.model, size);
        self.undo.clear();
        self.stray.retain(|_| kept);
        self.stray.extend(earlier);
        let State { hash, ref board, to_move, .. } = self.now;
        self.seen = vec![Seen { hash, board: board.clone(), by: None, to_move }];
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
                if self.rules.repeat != Repeat::Illegal =>
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
                Err((RefusalReason::Repetition, _))
                    if self.rules.repeat != Repeat::Illegal
                        && !self.makes(Mistake::RepeatKnownIllegal) =>
                {
                    Ruling::Allowed
                }
                Err((reason, _)) => Ruling::Forbidden(reason),
            },
        };
        Ok(Some(match ruling {
            Ruling::Forbidden(reason) => self.forbidden(reason),
            Ruling::Allowed => Ruling::Allowed,
        }))
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        Ok(Some(self.now.board.position()))
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        let State { to_move, over, .. } = self.now;
        Ok(Some(if over { Status::Over } else { Status::Running { to_move } }))
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        Ok(self.told().told(self.telling))
    }

    fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        let [black, white] = self.now.hash;
        Ok(Some([black ^ white, 0, 0, 0]))
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        if let Some((before, seen)) = self.undo.pop() {
            let to_move = self.now.to_move;
            self.now = before;
            if self.makes(Mistake::UndoKeepsPlayer) {
                self.now.to_move = to_move;
            }
            if !self.makes(Mistake::UndoKeepsHistory) {
                self.seen.truncate(seen);
            }
            if self.makes(Mistake::UndoForgets) {
                self.now.dropped = self.seen.len() - 1;
            }
        }
        Ok(Some(()))
    }

    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        Ok(self.generated())
    }
}
