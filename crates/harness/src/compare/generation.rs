//! The turns that an engine would play.

use super::compared_game::{ComparedGame, Flow, Lockstep, Next, Resumed};
use super::{Comparison, Difference, Disagreement, Generation};
use std::collections::BTreeSet;
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::{Event, Events, Expected};
use superko_engine::{Conventions, Fault, Ruling};
use superko_game::rules::Rule;
use superko_game::{Position, Record, Turn};

impl ComparedGame<'_> {
    /// Judges the turn that the engine would play in place of a turn of the game.
    pub(super) fn generated(&mut self, place: usize, turn: Option<Turn>) -> Next {
        // Some engines generate turns only by playing them.
        let Some(turn) = turn else { return Ok(Flow::On) };
        let before = self.transcript.record_up_to(place, None);
        let generation = &self.transcript.steps[place].generation;
        judge_generated(&mut self.result, before, generation, turn, Generation::Asked)?;
        self.generated = is_playable(generation, turn, &self.conventions).then_some(turn);
        Ok(Flow::On)
    }

    /// Compares the board after the engine was asked which turn it would play: it must not have played one.
    pub(super) fn board_when_generated(&mut self, place: usize, shown: Option<Position>) -> Next {
        shown.iter().try_for_each(|shown| self.check_size(shown))?;
        let before = self.transcript.before(place);
        match shown.filter(|shown| *shown != before) {
            Some(shown) => {
                Flow::then(move |compared| compared.generating_changes_board(place, before, shown))
            }
            None => Flow::then(move |compared| compared.after_generating(place)),
        }
    }
}

impl Lockstep<'_> {
    /// Counts a board that has changed after the engine was asked which turn it would play.
    fn generating_changes_board(
        &mut self,
        place: usize,
        before: Position,
        shown: Position,
    ) -> Resumed {
        self.check_board(&shown)?;
        let turn = self.game.transcript.steps[place].turn.turn;
        let id = self.game.id_of_change(Check::Generate, Event::QuestionChanges);
        let difference = Difference::Board(before, shown);
        self.game.disagree(id, Events::default(), place, Some(turn), difference);
        Ok(None)
    }

    /// Plays the turn that the engine generated, then judges a turn that it generates and plays.
    fn after_generating(&mut self, place: usize) -> Resumed {
        if let Some(turn) = self.game.generated {
            self.play_generated(place, turn)?;
        }
        self.take_back_after_generating(place, Generation::Asked)?;
        // The generated turn was played, and an engine that resigned may take the game for over.
        if !self.resume(place)? {
            return Ok(None);
        }
        if let Some(turn) = self.engine.generate_and_play()? {
            self.judge_played(place, turn)?;
            self.take_back_after_generating(place, Generation::Played)?;
        } else if !self.game.result.coverage.checks.contains_key(&Check::Generate) {
            // The engine generates no turn in either way, so it cannot say.
            self.game.result.coverage.miss(Check::Generate);
        }
        Ok(Some(self.game.end()))
    }

    /// Plays the turn that the engine generated.
    fn play_generated(&mut self, place: usize, turn: Turn) -> Result<(), Fault> {
        match self.engine.play(turn)? {
            Ruling::Allowed => Ok(()),
            ruling => self.generated_is_refused(place, turn, ruling),
        }
    }

    /// Counts the refusal of a generated turn, if the engine plays that turn when it has not generated it. The engine must
    /// also play the turn again after undo, because it may generate a turn by playing it and taking it back.
    pub(super) fn generated_is_refused(
        &mut self,
        place: usize,
        turn: Turn,
        ruling: Ruling,
    ) -> Result<(), Fault> {
        if !self.resume(place)? || self.engine.play(turn)? != Ruling::Allowed {
            return Ok(());
        }
        let took_back = self.engine.undo()?.is_some();
        if !took_back || self.engine.play(turn)? == Ruling::Allowed {
            let id = self.game.id_of_change(Check::Generate, Event::QuestionChanges);
            let difference = Difference::Ruling(None, ruling);
            self.game.disagree(id, Events::default(), place, Some(turn), difference);
        }
        Ok(())
    }
}

/// Returns whether a turn is legal by these expectations, and can be played on an engine with such conventions.
pub(super) fn is_playable(generation: &[Expected], turn: Turn, conventions: &Conventions) -> bool {
    let is_lacking = conventions.lacks_pass && turn == Turn::Pass;
    !is_lacking && generation.iter().any(|expected| expected.turn == turn && expected.is_legal())
}

/// Judges the turn that an engine generates after a game, with the expectations for every turn there.
///
/// The rules that count as observed are those by which some turn is refused there.
pub(super) fn judge_generated(
    result: &mut Comparison,
    mut game: Record,
    generation: &[Expected],
    turn: Turn,
    way: Generation,
) -> Result<(), Fault> {
    let (size, rules) = (game.size(), game.rules());
    let Some(expected) = generation.iter().find(|expected| expected.turn == turn) else {
        let what = format!("{turn} is not on a {size} board");
        return Err(Fault::Protocol { command: "the turn that it would play".to_owned(), what });
    };
    let tried: BTreeSet<Rule> =
        generation.iter().filter_map(|expected| expected.judgment.rule(rules)).collect();
    result.coverage.compare(Check::Generate, tried, Events::default());
    if let (Some(refusal), Some(rule)) = (expected.judgment.refusal, expected.judgment.rule(rules))
    {
        let event = expected.events.first().unwrap_or(Event::Quiet);
        let id = FindingId { rule, check: Check::Generate, event };
        let difference = Difference::Generated(refusal, way);
        game.turns.push(turn);
        result.add(Disagreement { id, events: expected.events, record: game, difference });
    }
    Ok(())
}
