//! The result of a game that a turn decided, compared with the engine's report of it.

use super::Difference;
use super::attribution::rule_of_end;
use super::compared_game::{ComparedGame, Lockstep};
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::Event;
use superko_engine::{Fault, ReportedScore, Ruling};
use superko_game::{Outcome, Score};

impl ComparedGame<'_> {
    /// Returns whether the reported result of a game that a turn decided is correct; `None` if it does not say who won. An
    /// engine that declares the same winner for every tie may report that player here.
    fn is_outcome(
        &self,
        (outcome, counted): (Outcome, Score),
        reported: ReportedScore,
    ) -> Option<bool> {
        let margin = counted.quarter_points() - self.komi().quarter_points;
        let is_right = reported.tells(outcome, margin)?;
        let tie = self.conventions.tie_winner.filter(|_| !matches!(outcome, Outcome::Wins(_)));
        Some(is_right || tie.is_some_and(|winner| reported == ReportedScore::Winner(Some(winner))))
    }

    /// Compares the result that the engine reports for a game that a turn decided.
    pub(super) fn outcome(&mut self, place: usize, reported: ReportedScore) {
        let step = &self.transcript.steps[place];
        let decided = step.decided.expect("a game that has no score was decided by a turn");
        let Some(is_right) = self.is_outcome(decided, reported) else {
            return self.result.coverage.miss(Check::Score);
        };
        let rule = rule_of_end(&step.turn, self.rules());
        let events = step.turn.events;
        self.result.coverage.compare(Check::Score, [rule], events);
        if !is_right {
            let id = FindingId { rule, check: Check::Score, event: Event::PlayEnds };
            let difference = Difference::Outcome(decided.0, reported);
            self.disagree(id, events, place, Some(step.turn.turn), difference);
        }
    }
}

impl Lockstep<'_> {
    /// Returns whether an engine that accepts a losing illegal turn ends the game in the right way. Then both agree: such a
    /// turn may be refused or played. An engine that neither tells nor shows the end of the game has to name the winner.
    pub(super) fn loses_as_asked(&mut self, place: usize) -> Result<bool, Fault> {
        let step = &self.game.transcript.steps[place];
        let Some(decided) = step.decided.filter(|_| !step.turn.is_legal()) else {
            return Ok(false);
        };
        self.game.agrees(Check::Play, &step.turn, Ruling::Allowed);
        let (over, reported) = match self.ends(place, step.turn.turn)? {
            Some((over, reported)) => (Some(over), reported),
            None if self.resume(place)? && self.engine.play(step.turn.turn)? == Ruling::Allowed => {
                (None, self.engine.score()?)
            }
            None => return Ok(false),
        };
        let is_right = reported.and_then(|reported| self.game.is_outcome(decided, reported));
        let ends = match over {
            Some(over) => over && is_right != Some(false),
            None => is_right == Some(true),
        };
        match reported.filter(|_| ends) {
            Some(reported) => self.game.outcome(place, reported),
            None => self.game.result.coverage.miss(Check::Score),
        }
        Ok(ends)
    }
}
