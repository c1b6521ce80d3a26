//! A model as the referee of a game, to draw random games in which its rules and mistakes show.

use super::engine::ModelEngine;
use super::state::{Made, Seen};
use super::{Channel, Model, Refusals};
use std::cmp::Ordering;
use superko_engine::referee::{Effect, HistoryEntry, Judgment, Referee, Refusal};
use superko_engine::{Engine, RefusalReason, Ruling};
use superko_game::rules::IllegalTurn;
use superko_game::{Color, Outcome, Player, Point, Position, Score, Setup, Size, Status, Turn};

/// A model that rules on turns as if it were right.
#[derive(Clone, Debug)]
pub struct ModelReferee {
    size: Size,
    engine: ModelEngine,
    history: Vec<HistoryEntry>,
}

impl ModelReferee {
    /// Makes the referee of a new game.
    pub fn new(model: Model, setup: &Setup) -> ModelReferee {
        let mut engine = ModelEngine::new("model", model, Refusals::Explained);
        engine.start(setup).expect("a model plays any game");
        let position = engine.position();
        let history = vec![HistoryEntry { position, by: None }];
        ModelReferee { size: setup.size(), engine, history }
    }

    /// Returns when the position that a refused turn would repeat last stood: how many turns ago, and how many plays ago.
    pub fn repetition(&self, turn: Turn) -> Option<(usize, usize)> {
        let refused = self.engine.judge(turn.point()?, Channel::Play).err();
        let is_of_history =
            |reason| reason == RefusalReason::Repetition && !self.engine.is_in_cleanup();
        let (_, played) = refused.filter(|(reason, _)| is_of_history(*reason))?;
        let met = self.engine.last_met(&*played?, Channel::Play)?;
        let seen = &self.engine.seen;
        let is_play = |seen: &&Seen| !matches!(seen.by, Some((_, Made::Pass)));
        Some((seen.len() - met, seen[met + 1..].iter().filter(is_play).count() + 1))
    }

    /// Returns a refusal with its evidence, by the position that the play would make.
    fn refusal(&self, turn: Turn, reason: RefusalReason, after: Option<&Position>) -> Refusal {
        let Turn::Play(point) = turn else { return Refusal::Over };
        match reason {
            RefusalReason::Over => Refusal::Over,
            RefusalReason::NoStones => Refusal::NoStones,
            RefusalReason::Occupied => Refusal::Occupied { color: self.position()[point] },
            RefusalReason::Suicide => {
                let own = self.to_move().color();
                let left = after.map_or(0, |after| after.count(own));
                Refusal::Suicide { stones: (self.position().count(own) + 1).saturating_sub(left) }
            }
            RefusalReason::Repetition | RefusalReason::Unstated => {
                if let Some(earlier) = self.ko_again(point, after) {
                    return Refusal::KoTakenAgain { earlier };
                }
                let equal = |entry: &HistoryEntry| Some(&entry.position) == after;
                let now = self.history.len();
                let earlier = self.history.iter().rposition(equal).unwrap_or(now - 1);
                Refusal::Repetition { earlier, cycle: now - earlier }
            }
        }
    }

    /// If a play is refused because the same ko was taken in the same position and cleanup phase, returns the number of the turn
    /// that took it.
    fn ko_again(&self, point: Point, after: Option<&Position>) -> Option<usize> {
        let changes = after.is_some_and(|after| after != self.position());
        let at = self.engine.now.board.target(point).filter(|_| changes)?;
        self.engine.ko_taken_before(at)
    }

    /// Whether a legal turn ends the game, other than as a repeat.
    fn ends(&self, turn: Turn) -> bool {
        let Turn::Play(point) = turn else { return self.engine.pass_ends_game() };
        if !self.engine.may_end_without_result() {
            return false;
        }
        let played = self.engine.judge(point, Channel::Play);
        played.is_ok_and(|played| self.engine.would_end_without_result(&played))
    }

    /// Returns the effect of a legal turn that the position does not show.
    fn effect(&self, turn: Turn) -> Option<Effect> {
        let engine = &self.engine;
        let Turn::Play(point) = turn else {
            return match engine.pass_ends_phase() {
                true if engine.passes_again() => Some(Effect::EndsBySamePass),
                true if engine.has_next_phase() => Some(Effect::EndsPhase),
                _ => engine.takes_button().then_some(Effect::TakesButton),
            };
        };
        let at = engine.now.board.target(point)?;
        engine.unblocks(at, Channel::Play).map(|_| Effect::Unblocks)
    }

    /// Returns the reason to refuse a turn, and the position that a play makes or would make, unless it surely removes nothing.
    fn rule(&self, turn: Turn) -> (Option<RefusalReason>, Option<Position>) {
        let Turn::Play(point) = turn else {
            let refused = match self.engine.judge_pass(Channel::Play) {
                Ruling::Allowed => None,
                Ruling::Forbidden(reason) => Some(reason),
            };
            return (refused, None);
        };
        match self.engine.judge(point, Channel::Play) {
            Ok(played) if played.removes_nothing() => (None, None),
            Ok(played) => (None, Some(played.board().position())),
            Err((reason, played)) => (Some(reason), played.map(|played| played.board().position())),
        }
    }
}

impl Referee for ModelReferee {
    fn judge(&self, turn: Turn) -> Judgment {
        let (reason, after) = self.rule(turn);
        let repeats = reason == Some(RefusalReason::Repetition) && turn != Turn::Pass;
        let decides = repeats && self.engine.repeat_decides();
        let refused = reason.filter(|_| !decides);
        let ends = match refused {
            Some(_) => self.engine.rules.illegal == IllegalTurn::Loses && turn != Turn::Pass,
            None => decides || self.ends(turn),
        };
        let stones = |position: &Position| self.size.point_count() - position.count(Color::Empty);
        let removes = |after: &Position| stones(after) != stones(self.position()) + 1;
        let refusal = refused.map(|reason| self.refusal(turn, reason, after.as_ref()));
        let ends = ends && !self.engine.is_over();
        Judgment {
            in_cleanup: self.engine.is_in_cleanup(),
            effect: if refusal.is_none() { self.effect(turn) } else { None },
            ..Judgment::plain(refusal, after.filter(removes), ends)
        }
    }

    fn play(&mut self, turn: Turn) -> Judgment {
        let judgment = self.judge(turn);
        let player = self.to_move();
        let ruling = self.engine.play(turn).expect("a model has no faults");
        if ruling == Ruling::Allowed {
            let position = self.engine.position();
            self.history.push(HistoryEntry { position, by: Some((player, turn)) });
        }
        judgment
    }

    fn to_move(&self) -> Player {
        self.engine.to_move()
    }

    fn status(&self) -> Status {
        match self.engine.is_over() {
            true => Status::Over,
            false => Status::Running { to_move: self.to_move() },
        }
    }

    fn score(&self) -> Score {
        self.engine.totals()
    }

    fn outcome(&self) -> Option<Outcome> {
        let scored = match self.score().quarter_points().cmp(&0) {
            Ordering::Less => Outcome::Wins(Player::White),
            Ordering::Equal => Outcome::Tie,
            Ordering::Greater => Outcome::Wins(Player::Black),
        };
        self.engine.is_over().then(|| self.engine.decided().unwrap_or(scored))
    }

    fn is_scored(&self) -> bool {
        self.engine.decided().is_none()
    }

    fn history(&self) -> &[HistoryEntry] {
        &self.history
    }
}
