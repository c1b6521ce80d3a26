//! Keeps an engine in step with a game, and brings it back after a difference.

use super::attribution::{id_of_score, is_repeating_suicide};
use super::compared_game::{
    ComparedGame, Cursor, DifferenceAt, Flow, Lockstep, Next, Part, Resumed,
};
use super::plan::Plan;
use super::{CompareOptions, Comparison, Difference};
use std::ops::ControlFlow;
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::{Event, Expected, Refusal, Transcript};
use superko_engine::{Engine, Fault, RefusalReason, ReportedScore, Ruling};
use superko_game::{Komi, Setup, Turn};

impl<'a> Lockstep<'a> {
    pub(super) fn new(
        engine: &'a mut dyn Engine,
        transcript: &'a Transcript,
        options: CompareOptions,
    ) -> Lockstep<'a> {
        let conventions = engine.about().conventions;
        Lockstep { engine, game: ComparedGame::new(transcript, options, conventions) }
    }

    pub(super) fn run(mut self) -> Comparison {
        match self.play_through() {
            Ok(true) => self.game.result.coverage.games += 1,
            Ok(false) => self.game.result.coverage.cut_short += 1,
            Err(fault) => self.game.result.fault = Some(fault),
        }
        self.game.result
    }

    /// Plays the game, and returns whether it was played to its end.
    fn play_through(&mut self) -> Result<bool, Fault> {
        self.engine.start(&self.game.transcript.record.setup)?;
        let mut next = self.game.resumed;
        loop {
            let (plan, after) = self.game.plan(next);
            if self.game.misses_rest(next) || plan.queries.is_empty() {
                return Ok(true);
            }
            let resumed = match self.ask(&plan)? {
                Flow::On => {
                    next = after;
                    continue;
                }
                Flow::Differs(seen) => self.look_into(seen)?,
                Flow::Then(recovery) => recovery(self)?,
                Flow::Stop => None,
            };
            let Some(cursor) = resumed else { return Ok(false) };
            next = cursor;
            self.game.resumed = cursor;
        }
    }

    /// Asks the questions of a plan until an answer interrupts it.
    pub(super) fn ask(&mut self, plan: &Plan<'a>) -> Next {
        let Lockstep { engine, game } = self;
        let mut flow = Ok(Flow::On);
        let mut asked = plan.queries.iter().zip(&plan.thens);
        engine.ask(&plan.queries, &mut |answer| {
            let Some((query, &then)) = asked.next() else { return ControlFlow::Break(()) };
            flow = answer.and_then(|answer| game.receive(query, then, answer));
            match flow {
                Ok(Flow::On) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        match (flow, asked.next()) {
            (Ok(Flow::On), Some((query, _))) => Err(Fault::unanswered(query)),
            (flow, _) => flow,
        }
    }

    /// Finds out the cause of a difference, and brings the engine back. Returns where the game continues, if it does.
    fn look_into(&mut self, seen: DifferenceAt) -> Resumed {
        let place = seen.place;
        let step = &self.game.transcript.steps[place];
        let following = Cursor::at(place + 1);
        match seen.difference {
            Difference::Ruling(_, ruling) => self.look_into_ruling(seen, ruling),
            Difference::Score(_, komi, reported) => {
                let (_, events) = step.end.expect("a score is asked at the end");
                let rule = self.game.rule_of_score(place, reported);
                let mut id = id_of_score(events, rule, komi);
                if id.event == Event::KomiMiscounted && !self.is_right_without_komi(place)? {
                    id = id_of_score(events, rule, Komi::default());
                }
                self.attribute(id, events, seen)?;
                let back =
                    self.resume(place)? && self.engine.play(step.turn.turn)? == Ruling::Allowed;
                let next = match step.settled {
                    Some(_) => Cursor { place, part: Part::Settle },
                    None => following,
                };
                Ok(back.then_some(next))
            }
            Difference::Status(_, reported) => {
                self.attribute(self.game.id_of_status(place, reported), step.turn.events, seen)?;
                let goes_on = !step.turn.is_legal() && self.resume(place)?;
                Ok(goes_on.then_some(following))
            }
            Difference::Board(_, ref shown) => {
                self.attribute(self.game.id_of_board(place, shown), step.turn.events, seen)?;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Finds out the cause of a wrong ruling on the turn or on a question, like `look_into`.
    fn look_into_ruling(&mut self, mut seen: DifferenceAt, ruling: Ruling) -> Resumed {
        let DifferenceAt { place, question, .. } = seen;
        let (check, expected) = self.game.expected(&seen);
        if check == Check::Play && self.game.ends_as_declared(expected) {
            return self.ended_as_declared(place);
        }
        if check == Check::Play && self.loses_as_asked(place)? {
            return Ok(Some(self.game.end()));
        }
        let ended = self.try_end(place, expected, ruling)?;
        let id = self.id_of_ruling(check, place, expected, ruling)?;
        if let (Check::Play, Some(refusal), Some(score)) = (check, expected.judgment.refusal, ended)
        {
            seen.difference = Difference::Ended(refusal, score);
        }
        self.attribute(id, expected.events, seen)?;
        let next = match question {
            Some(number) => Cursor { place, part: Part::Questions(number + 1) },
            // The engine played an illegal turn: it is brought back to the game of the reference.
            None if ruling == Ruling::Allowed => Cursor::at(place + 1),
            None => return Ok(None),
        };
        Ok(self.resume(place)?.then_some(next))
    }

    /// Returns whether the same game without a komi is scored right. Leaves the engine in that game.
    fn is_right_without_komi(&mut self, place: usize) -> Result<bool, Fault> {
        let transcript = self.game.transcript;
        let setup = Setup { komi: Komi::default(), ..transcript.record.setup.clone() };
        if !plays(self.engine, &setup, transcript.legal(0..=place).map(|step| step.turn.turn))? {
            return Ok(false);
        }
        let reported = self.engine.score()?;
        let score = transcript.steps[place].end.map(|(score, _)| score);
        Ok(reported
            .zip(score)
            .is_some_and(|(reported, score)| reported.is_of(score, Komi::default())))
    }

    /// Returns the score on an engine that has accepted an illegal turn, if the game is over there; otherwise `None`.
    fn try_end(
        &mut self,
        place: usize,
        expected: &Expected,
        ruling: Ruling,
    ) -> Result<Option<Option<ReportedScore>>, Fault> {
        let accepted = !expected.is_legal() && ruling == Ruling::Allowed;
        let is_over = expected.judgment.refusal == Some(Refusal::Over);
        let rule = expected.judgment.rule(self.game.rules());
        let Some(rule) = rule.filter(|_| accepted && !is_over) else { return Ok(None) };
        if self.game.illegal_turns_end.get(&rule) == Some(&false) {
            return Ok(None);
        }
        let ended = self.ends(place, expected.turn)?;
        let ended = ended.and_then(|(over, score)| over.then_some(score));
        self.game.illegal_turns_end.insert(rule, ended.is_some());
        Ok(ended)
    }

    /// Compares how a repeat ends the game on an engine that declares this, and returns where the game
    /// continues.
    fn ended_as_declared(&mut self, place: usize) -> Resumed {
        let step = &self.game.transcript.steps[place];
        let expected = &step.turn;
        if let Some((over, score)) = self.ends(place, expected.turn)? {
            let winner = self.game.conventions.repeat.and_then(|ending| ending.winner(step.player));
            // Areas say nothing about a game that was not scored.
            let is_wrong =
                matches!(score, Some(ReportedScore::Winner(reported)) if reported != winner);
            self.game.agrees(Check::Play, expected, Ruling::Forbidden(RefusalReason::Repetition));
            if (!over || is_wrong)
                && let Some(refusal) = expected.judgment.refusal
                && let Some(id) = self.game.id_of_acceptance(Check::Play, expected)
            {
                let difference = match over {
                    true => Difference::Ended(refusal, score),
                    false => Difference::Ruling(Some(refusal), Ruling::Allowed),
                };
                self.game.disagree(id, expected.events, place, Some(expected.turn), difference);
            }
        } else {
            // The engine does not tell whether the game is over, so nothing is known.
            self.game.result.coverage.miss(Check::Play);
        }
        Ok(self.resume(place)?.then_some(Cursor::at(place + 1)))
    }

    /// Returns the id of a wrong ruling. The id depends on the ruling and, for a refusal without a reason, on the other turns
    /// that the engine refuses.
    fn id_of_ruling(
        &mut self,
        check: Check,
        place: usize,
        expected: &Expected,
        ruling: Ruling,
    ) -> Result<FindingId, Fault> {
        if let Some(id) = self.game.id_of_acceptance(check, expected) {
            return Ok(id);
        }
        let mut reason = match ruling {
            Ruling::Allowed => RefusalReason::Unstated,
            Ruling::Forbidden(reason) => reason,
        };
        if check == Check::Legality && reason == RefusalReason::Unstated {
            reason = self.reason_when_played(place, expected.turn)?;
        }
        let stopped = self.has_stopped(place, expected.turn, check)?;
        if reason == RefusalReason::Unstated
            && is_repeating_suicide(expected.events)
            && self.refuses_for_repeating(expected.events)?
        {
            reason = RefusalReason::Repetition;
        }
        Ok(self.game.id_of_refusal(check, place, expected, reason, stopped))
    }
}

/// Starts a game and plays turns. Returns whether the engine accepted all of them.
pub(super) fn plays(
    engine: &mut dyn Engine,
    setup: &Setup,
    turns: impl IntoIterator<Item = Turn>,
) -> Result<bool, Fault> {
    engine.start(setup)?;
    for turn in turns {
        if engine.play(turn)? != Ruling::Allowed {
            return Ok(false);
        }
    }
    Ok(true)
}
