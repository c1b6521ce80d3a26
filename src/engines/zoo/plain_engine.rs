//! A plain engine of the usual build, which has one flaw or none.

use super::board::Board;
use super::flaw::Flaw;
use super::play::{Hash, Played, key, play};
use crate::engine::{About, Engine, Fault, RefusalReason, ReportedScore, Ruling};
use crate::engines::draw::draw;
use crate::game::{Color, Player, Point, Position, Setup, Size, Status, Turn};
use crate::rules::{Repetition, Rules, Suicide};

/// Whether an engine says why it forbids a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusals {
    /// It names the reason.
    Explained,
    /// It does not.
    Bare,
}

/// An engine that keeps an array of stones, a hash of it, and the hashes of all positions so far.
#[derive(Clone, Debug)]
pub(super) struct PlainEngine {
    name: &'static str,
    flaw: Flaw,
    refusals: Refusals,
    rules: Rules,
    now: State,
    /// The positions before each turn taken, for taking back.
    undo: Vec<State>,
    seen: Vec<Seen>,
    /// Hashes that got into the history without a turn.
    stray: Vec<Hash>,
}

/// All that a turn changes, but for the history.
#[derive(Clone, Debug)]
struct State {
    board: Board,
    hash: Hash,
    to_move: Player,
    passes: usize,
    over: bool,
    /// A play of this player on this cell is refused.
    ko: Option<(Option<Player>, usize)>,
    /// How many chains were given a number.
    chains: usize,
    /// Stones for whose chain there was no number left.
    unnumbered: Vec<usize>,
}

/// A position of the history.
#[derive(Clone, Debug)]
struct Seen {
    hash: Hash,
    board: Board,
    /// Who made it, and whether by a pass; nobody made the first.
    by: Option<(Player, bool)>,
    to_move: Player,
}

impl PlainEngine {
    pub(super) fn new(name: &'static str, flaw: Flaw, refusals: Refusals) -> PlainEngine {
        let size = Size::square(1).expect("there is a board of one point");
        let now = State::new(Board::new(size, flaw), flaw);
        let (undo, seen, stray) = (Vec::new(), Vec::new(), Vec::new());
        PlainEngine { name, flaw, refusals, rules: Rules::default(), now, undo, seen, stray }
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
        let captures = |&point: &Point| match self.judge(point) {
            Ok(played) => !played.captured.is_empty(),
            Err((reason, played)) => {
                reason == RefusalReason::Repetition
                    && played.is_some_and(|played| !played.captured.is_empty())
            }
        };
        let first = match self.flaw {
            Flaw::None => None,
            Flaw::GeneratesCaptures => plays.find(captures),
            Flaw::GeneratesOccupied => plays.find(|&point| position[point] != Color::Empty),
            _ => return None,
        };
        let legal = position.size().points().filter(|&point| self.judge(point).is_ok());
        let pass = (!self.now.over).then_some(Turn::Pass);
        let turns: Vec<Turn> = legal.map(Turn::Play).chain(pass).collect();
        first.map(Turn::Play).or_else(|| draw(&turns, &position))
    }

    /// What becomes of a play at an empty point, or the reason on which it is refused.
    fn judge(&self, point: Point) -> Result<Played, (RefusalReason, Option<Box<Played>>)> {
        if self.now.over && self.flaw != Flaw::TurnsAfterEnd {
            return Err((RefusalReason::Over, None));
        }
        let player = self.now.to_move;
        let at = self.now.board.target(point).ok_or((RefusalReason::Unstated, None))?;
        let there = self.now.board.get(at);
        let taken = self.flaw == Flaw::OccupiedPlayable && there == Some(player.opponent().color());
        if there != Some(Color::Empty) && !taken {
            return Err((RefusalReason::Occupied, None));
        }
        let State { board, hash, unnumbered, .. } = &self.now;
        let played = play(board, *hash, player, at, self.flaw, unnumbered);
        if self.refuses_suicide(played.lost.len()) {
            return Err((RefusalReason::Suicide, Some(Box::new(played))));
        }
        let ko = match self.now.ko {
            Some((banned, cell)) => cell == at && banned.is_none_or(|banned| banned == player),
            None => false,
        };
        if ko || self.repeats(&played) {
            return Err((RefusalReason::Repetition, Some(Box::new(played))));
        }
        Ok(played)
    }

    fn refuses_suicide(&self, stones: usize) -> bool {
        match (self.flaw, self.rules.suicide) {
            (Flaw::SuicideIgnored, _) => false,
            (Flaw::AllSuicideRefused, _) | (_, Suicide::Forbidden) => stones > 0,
            (_, Suicide::SeveralStones) => stones == 1,
            (_, Suicide::Allowed) => false,
        }
    }

    /// Whether the position that a play makes was there before, as far as the engine looks.
    fn repeats(&self, played: &Played) -> bool {
        let nothing_removed = played.captured.is_empty() && played.lost.is_empty();
        let unexamined = match self.flaw {
            Flaw::OnlyOnCaptures => nothing_removed,
            Flaw::SkippedOnSuicide => !played.lost.is_empty(),
            Flaw::LoneSuicideLegal => played.lost.len() == 1,
            _ => false,
        };
        if unexamined {
            return false;
        }
        let count = self.seen.len();
        let pass = |seen: &Seen| matches!(seen.by, Some((_, true)));
        let first = match self.flaw {
            Flaw::InitialGridMissing => 1,
            Flaw::Last(kept) => count.saturating_sub(kept),
            Flaw::ForgottenAtPass => self.seen.iter().rposition(pass).unwrap_or(0),
            _ => 0,
        };
        let last = if self.flaw == Flaw::PresentGridMissing { count - 1 } else { count };
        let met = (first..last).any(|i| {
            self.counts(i) && self.is_again(&self.seen[i], played) && {
                let passes = self.seen[i + 1..].iter().filter(|seen| pass(seen)).count();
                self.flaw != Flaw::PassHidesRepeat || passes % 2 == 0
            }
        });
        met || self.stray.iter().any(|&hash| self.same(hash, played.hash))
    }

    /// Whether a position of the history must not be made again by the player to move.
    fn counts(&self, place: usize) -> bool {
        let player = self.now.to_move;
        let repetition = match self.flaw {
            Flaw::Situational => Repetition::Situational,
            Flaw::Positional => Repetition::Positional,
            Flaw::NaturalSituational => Repetition::NaturalSituational,
            Flaw::NewZealand => Repetition::NewZealand,
            _ => self.rules.repetition,
        };
        let Seen { by, to_move, .. } = &self.seen[place];
        match repetition {
            Repetition::Positional => true,
            Repetition::Situational => *to_move == player.opponent(),
            Repetition::NaturalSituational => *by == Some((player, false)),
            Repetition::NewZealand => by.is_some_and(|(by, _)| by == player),
            Repetition::SimpleKo => place + 2 == self.seen.len(),
            Repetition::None => false,
        }
    }

    /// Whether a play is taken to make a position of the history again: its hash proposes that, and the boards decide,
    /// but in engines that believe the hash.
    fn is_again(&self, seen: &Seen, played: &Played) -> bool {
        let believes = matches!(
            self.flaw,
            Flaw::HashBelieved
                | Flaw::HashTruncated
                | Flaw::HashBlindToWhite
                | Flaw::HashBlindToCaptures
                | Flaw::MoversStonesOnly
                | Flaw::ToggledTwice
                | Flaw::RefusalLeavesHash
        );
        self.same(seen.hash, played.hash) && (believes || seen.board.has_stones_of(&played.board))
    }

    /// Whether two hashes are taken to be of the same position.
    fn same(&self, one: Hash, other: Hash) -> bool {
        match self.flaw {
            Flaw::HashBlindToWhite => one[0] == other[0],
            Flaw::MoversStonesOnly => {
                one[self.now.to_move as usize] == other[self.now.to_move as usize]
            }
            Flaw::HashTruncated => (one[0] ^ one[1] ^ other[0] ^ other[1]) & 0xff == 0,
            _ => one[0] ^ one[1] == other[0] ^ other[1],
        }
    }

    fn finish(&mut self, next: State, pass: bool) {
        let player = self.now.to_move;
        let State { hash, ref board, to_move, .. } = next;
        self.seen.push(Seen { hash, board: board.clone(), by: Some((player, pass)), to_move });
        self.undo.push(std::mem::replace(&mut self.now, next));
    }

    fn pass(&mut self) -> Ruling {
        if self.now.over && self.flaw != Flaw::TurnsAfterEnd {
            return self.forbidden(RefusalReason::Over);
        }
        if self.flaw == Flaw::SuperkoOnPasses {
            return self.forbidden(RefusalReason::Repetition);
        }
        let mut next = self.now.clone();
        next.passes += 1;
        let enough = match self.flaw {
            Flaw::OnePassEnds => 1,
            Flaw::ThreePassesEnd => 3,
            _ => 2,
        };
        next.over |= next.passes >= enough;
        if self.flaw != Flaw::PassKeepsTurn {
            next.to_move = next.to_move.opponent();
        }
        if !matches!(self.flaw, Flaw::KoKeptAfterPass | Flaw::KoNeverLifted) {
            next.ko = None;
        }
        self.finish(next, true);
        Ruling::Allowed
    }

    fn carry_out(&mut self, point: Point, played: Played) {
        let player = self.now.to_move;
        let at = self.now.board.target(point).expect("a play that was judged has a cell");
        let mut next = self.now.clone();
        next.to_move = player.opponent();
        if self.flaw != Flaw::PassesNotReset {
            next.passes = 0;
        }
        let ko = self.ko_after(at, &played);
        if ko.is_some() || self.flaw != Flaw::KoNeverLifted {
            next.ko = ko;
        }
        if let Flaw::ChainLimit(limit) = self.flaw {
            let joins = |&next: &usize| self.now.board.get(next) == Some(player.color());
            next.unnumbered.retain(|&stone| played.board.get(stone) != Some(Color::Empty));
            if !self.now.board.around(at).iter().any(joins) {
                next.chains += 1;
                if next.chains > limit {
                    next.unnumbered.push(at);
                }
            }
        }
        next.board = played.board;
        next.hash = played.hash;
        self.finish(next, false);
    }

    /// The ko point that a play leaves, in the engines that keep one.
    fn ko_after(&self, at: usize, played: &Played) -> Option<(Option<Player>, usize)> {
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
        match self.flaw {
            Flaw::KoKeptAfterPass if ko => last.map(|last| (None, last)),
            Flaw::KoOnTwoStones if stones == 2 && played.chains == 1 => {
                last.map(|last| (other, last))
            }
            Flaw::KoOnTwoChains if played.chains == 2 => last.map(|last| (other, last)),
            Flaw::KoNeverLifted if ko => last.map(|last| (other, last)),
            _ => None,
        }
    }

    /// What a refused play leaves behind.
    fn refuse(&mut self, reason: RefusalReason, played: Option<Box<Played>>) -> Ruling {
        match (self.flaw, played) {
            (Flaw::RefusalLeavesStone, Some(played)) => {
                self.now.board = played.board;
                self.now.hash = played.hash;
            }
            (Flaw::RefusalLeavesHash, Some(played)) => self.now.hash = played.hash,
            (Flaw::RefusalSwitchesPlayer, _) => self.now.to_move = self.now.to_move.opponent(),
            _ => {}
        }
        self.forbidden(reason)
    }
}

impl State {
    fn new(board: Board, flaw: Flaw) -> State {
        let to_move = if flaw == Flaw::WhiteBegins { Player::White } else { Player::Black };
        let unnumbered = Vec::new();
        State {
            board,
            hash: [0; 2],
            to_move,
            passes: 0,
            over: false,
            ko: None,
            chains: 0,
            unnumbered,
        }
    }
}

impl State {
    fn set_up(&mut self, game: &Setup) {
        self.to_move = game.first;
        for player in [Player::Black, Player::White] {
            for point in game.size().points().filter(|&p| game.position[p] == player.color()) {
                if let Some(at) = self.board.target(point) {
                    self.board.set(at, player.color());
                    self.hash[player as usize] ^= key(player, at);
                }
            }
        }
    }
}

impl Engine for PlainEngine {
    fn about(&self) -> About {
        About::named(self.name)
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        let size = game.size();
        let known = Rules::repetition_and_suicide().any(|rules| rules == game.rules);
        if !known {
            let what = format!(
                "it plays no rules but those on repetition and suicide, not {}",
                game.rules
            );
            return Err(Fault::Unsupported { what });
        }
        self.rules = game.rules;
        let keeps = self.flaw == Flaw::BoardKept && self.now.board.size() == size;
        let board = match keeps {
            true => self.now.board.clone(),
            false => Board::new(size, self.flaw),
        };
        self.now = State::new(board, self.flaw);
        if !game.is_usual() {
            self.now.set_up(game);
        }
        self.undo.clear();
        self.stray.clear();
        let State { hash, ref board, to_move, .. } = self.now;
        self.seen = vec![Seen { hash, board: board.clone(), by: None, to_move }];
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let Turn::Play(point) = turn else { return Ok(self.pass()) };
        Ok(match self.judge(point) {
            Ok(played) => {
                self.carry_out(point, played);
                Ruling::Allowed
            }
            Err((RefusalReason::Repetition, Some(played)))
                if self.flaw == Flaw::TakeIgnoresSuperko =>
            {
                self.carry_out(point, *played);
                Ruling::Allowed
            }
            Err((reason, played)) => self.refuse(reason, played),
        })
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        let Turn::Play(point) = turn else {
            let ruling = match (self.flaw, self.now.over) {
                (Flaw::SuperkoOnPasses, false) => self.forbidden(RefusalReason::Repetition),
                (Flaw::TurnsAfterEnd, _) | (_, false) => Ruling::Allowed,
                (_, true) => self.forbidden(RefusalReason::Over),
            };
            return Ok(Some(ruling));
        };
        let ruling = match self.judge(point) {
            Ok(played) => {
                if self.flaw == Flaw::QuestionRecorded {
                    self.stray.push(played.hash);
                }
                Ruling::Allowed
            }
            Err((RefusalReason::Repetition, _)) if self.flaw == Flaw::PermitsIgnoresSuperko => {
                Ruling::Allowed
            }
            Err((reason, _)) => self.forbidden(reason),
        };
        Ok(Some(ruling))
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        Ok(Some(self.now.board.position()))
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        let State { to_move, over, .. } = self.now;
        Ok(Some(if over { Status::Over } else { Status::Running { to_move } }))
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        Ok(Some(ReportedScore::Areas(self.now.board.score())))
    }

    fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        let [black, white] = self.now.hash;
        Ok(Some([black ^ white, 0, 0, 0]))
    }

    fn undo(&mut self) -> Result<Option<()>, Fault> {
        if let Some(before) = self.undo.pop() {
            let to_move = self.now.to_move;
            self.now = before;
            if self.flaw == Flaw::UndoKeepsPlayer {
                self.now.to_move = to_move;
            }
            if self.flaw != Flaw::UndoKeepsHistory {
                self.seen.pop();
            }
        }
        Ok(Some(()))
    }

    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        Ok(self.generated())
    }
}
