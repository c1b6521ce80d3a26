//! Keeping the engine in step with a game, and bringing it back if it leaves.

use super::attribution::{id_of_score, is_repeating_suicide};
use super::game::{Cursor, Flow, Game, Interruption, Part};
use super::{CompareOptions, Comparison, Difference, Generation};
use crate::check::{Check, FindingId};
use crate::engine::{Engine, Fault, Query, RefusalReason, ReportedScore, Ruling};
use crate::game::{Komi, Setup};
use crate::referee::{Event, Expected, Refusal, Transcript};
use std::ops::ControlFlow;

/// An engine, and the game that it is compared on.
pub(super) struct Lockstep<'a> {
    pub(super) engine: &'a mut dyn Engine,
    pub(super) game: Game<'a>,
}

impl<'a> Lockstep<'a> {
    pub(super) fn new(
        engine: &'a mut dyn Engine,
        transcript: &'a Transcript,
        options: CompareOptions,
    ) -> Lockstep<'a> {
        let conventions = engine.about().conventions;
        Lockstep { engine, game: Game::new(transcript, options, conventions) }
    }

    pub(super) fn run(mut self) -> Comparison {
        match self.play_through() {
            Ok(true) => self.game.result.coverage.games += 1,
            Ok(false) => self.game.result.coverage.cut_short += 1,
            Err(fault) => self.game.result.fault = Some(fault),
        }
        self.game.result
    }

    /// Plays the game to its end, and says whether it came there.
    fn play_through(&mut self) -> Result<bool, Fault> {
        self.engine.start(&self.game.transcript.record.setup)?;
        let mut next = Cursor { place: 0, part: Part::Start };
        loop {
            if self.game.is_after_unknown_end(next) {
                self.game.miss_all_after(next);
                return Ok(true);
            }
            let (queries, cursors, after) = self.game.plan(next);
            if queries.is_empty() {
                return Ok(true);
            }
            match self.ask(&queries, &cursors)? {
                Flow::On => next = after,
                Flow::Stop => return Ok(false),
                Flow::Interrupted(cursor, why) => match self.resolve(cursor, why)? {
                    Some(cursor) => {
                        next = cursor;
                        self.game.resumed = cursor;
                    }
                    None => return Ok(false),
                },
            }
        }
    }

    /// Asks what is planned, until something comes between.
    pub(super) fn ask(&mut self, queries: &[Query], cursors: &[Cursor]) -> Result<Flow, Fault> {
        let Lockstep { engine, game } = self;
        let mut flow = Ok(Flow::On);
        let mut answered = 0;
        engine.ask(queries, &mut |answer| {
            let Some(&cursor) = cursors.get(answered) else { return ControlFlow::Break(()) };
            answered += 1;
            flow = answer.and_then(|answer| game.receive(cursor, answer));
            match flow {
                Ok(Flow::On) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        match flow {
            Ok(Flow::On) if answered < queries.len() => Err(Fault::Protocol {
                command: format!("{:?}", queries[answered]),
                what: "no answer was handed over".to_owned(),
            }),
            flow => flow,
        }
    }

    /// Handles an interruption, and returns where the game continues, if it does.
    fn resolve(&mut self, at: Cursor, why: Interruption) -> Result<Option<Cursor>, Fault> {
        let Cursor { place, part } = at;
        let step = &self.game.transcript.steps[place];
        let following = Cursor { place: place + 1, part: Part::Questions(0) };
        match why {
            // What follows would be about another game.
            Interruption::CannotSettle => {
                let place = self.game.transcript.steps.len();
                Ok(Some(Cursor { place, part: Part::Questions(0) }))
            }
            Interruption::CannotUndo if matches!(part, Part::Aside | Part::Back) => {
                // It may take one turn back, and not the end of a game.
                let turns = self.game.asides.remove(&place).unwrap_or_default();
                self.game.undoes = turns.len() > 1;
                let next = Cursor { place, part: Part::Questions(0) };
                Ok(self.resume(place)?.then_some(next))
            }
            Interruption::CannotUndo => {
                // One turn it may take back.
                self.game.undoes = part == Part::UndoBefore;
                self.game.undoes_two = false;
                let next = Cursor { place, part: Part::Score };
                let resumed = self.game.plan(next).0.is_empty() || self.resume(place + 1)?;
                Ok(resumed.then_some(next))
            }
            Interruption::Ruling(ruling) => {
                let (check, expected) = match part {
                    Part::Questions(number) => (Check::Legality, &step.questions[number]),
                    _ => (Check::Play, &step.turn),
                };
                if check == Check::Play && self.game.ends_as_declared(expected) {
                    return self.ended_as_declared(place, following);
                }
                if check == Check::Play && self.loses_as_asked(place)? {
                    let place = self.game.transcript.steps.len();
                    return Ok(Some(Cursor { place, ..following }));
                }
                let ended = self.try_end(place, expected, ruling)?;
                let id = self.id_of_ruling(check, place, expected, ruling)?;
                let difference = match (expected.judgment.refusal, ended) {
                    (Some(refusal), Some(score)) if check == Check::Play => {
                        Difference::Ended(refusal, score)
                    }
                    (refusal, _) => Difference::Ruling(refusal, ruling),
                };
                self.attribute(id, expected.events, place, expected.turn, difference)?;
                match part {
                    Part::Questions(number) => {
                        let next = Cursor { place, part: Part::Questions(number + 1) };
                        Ok(self.resume(place)?.then_some(next))
                    }
                    // It played a turn that it should not have: back to where the reference is.
                    _ if ruling == Ruling::Allowed => Ok(self.resume(place)?.then_some(following)),
                    _ => Ok(None),
                }
            }
            Interruption::Generated(turn) => {
                turn.map_or(Ok(()), |turn| self.play_generated(place, turn))?;
                self.take_back_after_generating(place, Generation::Asked)?;
                // The turn was played here, and an engine that resigns may take the game for over.
                Ok(self.resume(place)?.then_some(Cursor { place, part: Part::GenerateAndPlay }))
            }
            Interruption::Played(turn) => {
                self.judge_played(place, turn)?;
                self.take_back_after_generating(place, Generation::Played)?;
                let place = self.game.transcript.steps.len();
                Ok(Some(Cursor { place, part: Part::Questions(0) }))
            }
            Interruption::Board(shown) if part == Part::Generated => {
                self.trust(&shown)?;
                self.game.generating_changes_board(place, shown);
                Ok(None)
            }
            Interruption::Board(shown) => {
                let id = self.game.id_of_board(place, &shown);
                let difference = Difference::Board(step.position.clone(), shown);
                self.attribute(id, step.turn.events, place, step.turn.turn, difference)?;
                Ok(None)
            }
            Interruption::Status(told) => {
                let id = self.game.id_of_status(place, told);
                let difference = Difference::Status(self.game.status_after(place), told);
                self.attribute(id, step.turn.events, place, step.turn.turn, difference)?;
                let goes_on = !step.turn.is_legal() && self.resume(place)?;
                Ok(goes_on.then_some(following))
            }
            Interruption::Score(told) => {
                let (reference, events) = step.end.expect("a score is asked at the end");
                let rules = self.game.transcript.record.rules();
                let mut id = id_of_score(events, rules, self.game.komi());
                if id.event == Event::KomiMiscounted && !self.is_right_without_komi(place)? {
                    id = id_of_score(events, rules, Komi::default());
                }
                let difference = Difference::Score(reference, self.game.komi(), told);
                self.attribute(id, events, place, step.turn.turn, difference)?;
                let back =
                    self.resume(place)? && self.engine.play(step.turn.turn)? == Ruling::Allowed;
                let next = match step.settled {
                    Some(_) => Cursor { place, part: Part::Settle },
                    None => following,
                };
                Ok(back.then_some(next))
            }
        }
    }

    /// Whether the same game without a komi is scored right. Leaves the engine in that game.
    fn is_right_without_komi(&mut self, place: usize) -> Result<bool, Fault> {
        let Transcript { record, steps, .. } = self.game.transcript;
        self.engine.start(&Setup { komi: Komi::default(), ..record.setup.clone() })?;
        for step in steps[..=place].iter().filter(|step| step.turn.is_legal()) {
            if self.engine.play(step.turn.turn)? != Ruling::Allowed {
                return Ok(false);
            }
        }
        let told = self.engine.score()?;
        let score = steps[place].end.map(|(score, _)| score);
        Ok(told.zip(score).is_some_and(|(told, score)| told.is_of(score, Komi::default())))
    }

    /// Finds out whether the game is over on an engine that accepts an illegal turn, and how it is scored then; none if not.
    fn try_end(
        &mut self,
        place: usize,
        expected: &Expected,
        ruling: Ruling,
    ) -> Result<Option<Option<ReportedScore>>, Fault> {
        let accepted = !expected.is_legal() && ruling == Ruling::Allowed;
        let refusal = expected.judgment.refusal.filter(|&refusal| refusal != Refusal::Over);
        let Some(refusal) = refusal.filter(|_| accepted) else { return Ok(None) };
        let rule = refusal.rule(self.game.transcript.record.rules());
        if self.game.illegal_turns_end.get(&rule) == Some(&false) {
            return Ok(None);
        }
        let ended = match self.ends(place, expected.turn)? {
            Some((true, score)) => Some(score),
            _ => None,
        };
        self.game.illegal_turns_end.insert(rule, ended.is_some());
        Ok(ended)
    }

    /// Compares how a repeat ends the game on an engine that declares this, and returns where the game
    /// continues.
    fn ended_as_declared(
        &mut self,
        place: usize,
        following: Cursor,
    ) -> Result<Option<Cursor>, Fault> {
        let step = &self.game.transcript.steps[place];
        let winner = self.game.conventions.repeat.and_then(|ending| ending.winner(step.player));
        match self.ends(place, step.turn.turn)? {
            // It does not tell whether the game is over, so that nothing is known.
            None => self.game.result.coverage.miss(Check::Play),
            Some((over, score)) => {
                let right = match score {
                    Some(ReportedScore::Winner(told)) => told == winner,
                    // An area says nothing of a game that was not scored.
                    _ => true,
                };
                let refused = Ruling::Forbidden(RefusalReason::Repetition);
                self.game.agrees(Check::Play, &step.turn, refused);
                if !(over && right)
                    && let Some(refusal) = step.turn.judgment.refusal
                    && let Some(id) = self.game.id_of_acceptance(Check::Play, &step.turn)
                {
                    let difference = match over {
                        true => Difference::Ended(refusal, score),
                        false => Difference::Ruling(Some(refusal), Ruling::Allowed),
                    };
                    let (events, turn) = (step.turn.events, step.turn.turn);
                    self.game.disagree(id, events, place, Some(turn), difference);
                }
            }
        }
        Ok(self.resume(place)?.then_some(following))
    }

    /// What a wrong ruling is, judged from the ruling and, where it is a refusal without a reason, from what else the
    /// engine refuses.
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
            && self.is_for_repeating(expected.events)?
        {
            reason = RefusalReason::Repetition;
        }
        Ok(self.game.id_of_refusal(check, place, expected, reason, stopped))
    }
}
