//! The turns that an engine would play, in a position or through a whole game.

use super::game::{Cursor, Flow, Game, Interruption};
use super::{CompareOptions, Comparison, Difference, Disagreement, compare_with};
use crate::check::{Check, FindingId};
use crate::engine::{Engine, Fault, Ruling};
use crate::game::{Position, Record, Status, Turn};
use crate::referee::{Event, Events, Expected, Referee, Step, Transcript};
use crate::rules::Rule;
use std::collections::BTreeSet;

impl Game<'_> {
    /// Judges the turn that the engine would play in place of one of the game.
    pub(super) fn generated(&mut self, place: usize, turn: Option<Turn>) -> Result<Flow, Fault> {
        let before = self.transcript.record_up_to(place, None);
        let generation = &self.transcript.steps[place].generation;
        judge_generated(&mut self.result, before, generation, turn)?;
        Ok(Flow::On)
    }

    /// Compares the board when the engine was asked which turn it would play: it has played none.
    pub(super) fn board_when_generated(
        &self,
        at: Cursor,
        shown: Option<Position>,
    ) -> Result<Flow, Fault> {
        let Some(shown) = shown else { return Ok(Flow::On) };
        self.of_the_size(&shown)?;
        Ok(match shown == self.transcript.before(at.place) {
            true => Flow::On,
            false => Flow::Interrupted(at, Interruption::Board(shown)),
        })
    }

    /// Counts that the board was another one then.
    pub(super) fn generating_changes(&mut self, place: usize, shown: Position) {
        let rule = Rule::repetition(self.transcript.record.rules());
        let id = FindingId { rule, check: Check::Generate, event: Event::QuestionChanges };
        let turn = self.transcript.steps[place].turn.turn;
        let difference = Difference::Board(self.transcript.before(place), shown);
        self.disagree(id, Events::default(), place, Some(turn), difference);
    }
}

/// Judges the turn that an engine would play after a game, with the expectations for every turn there.
/// Without a turn there is nothing to judge.
///
/// The rules that it tries are those by which some turn is refused there.
fn judge_generated(
    result: &mut Comparison,
    mut game: Record,
    generation: &[Expected],
    turn: Option<Turn>,
) -> Result<(), Fault> {
    let Some(turn) = turn else {
        result.coverage.miss(Check::Generate);
        return Ok(());
    };
    let (size, rules) = (game.size(), game.rules());
    let Some(expected) = generation.iter().find(|expected| expected.turn == turn) else {
        let what = format!("{turn} is not on a {size} board");
        return Err(Fault::Protocol { command: "the turn that it would play".to_owned(), what });
    };
    let refusals = generation.iter().filter_map(|expected| expected.judgment.refusal);
    let tried: BTreeSet<Rule> = refusals.map(|refusal| refusal.rule(rules)).collect();
    result.coverage.compare(Check::Generate, tried, Events::default());
    if let Some(refusal) = expected.judgment.refusal {
        let rule = refusal.rule(rules);
        let event = expected.events.first().unwrap_or(Event::Quiet);
        let id = FindingId { rule, check: Check::Generate, event };
        let difference = Difference::Generated(refusal);
        game.turns.push(turn);
        result.add(Disagreement { id, events: expected.events, record: game, difference });
    }
    Ok(())
}

/// Has an engine continue a game, generating the turns of both players, and judges each turn. Then compares
/// the whole game like any other, with all questions.
///
/// The game continues until it is over, until a turn is illegal or none is generated, or until it has
/// `most_turns` turns. `referee` must be at the start of the game. Also returns the game; if a fault kept the
/// engine from generating a turn, there is a pass in its place.
pub fn self_play<R: Referee>(
    engine: &mut dyn Engine,
    mut referee: R,
    opening: Record,
    most_turns: usize,
) -> (Record, Comparison) {
    let steps = opening.turns.iter().map(|&turn| Step::take(&mut referee, turn, &[])).collect();
    let mut game = Transcript::of(opening, steps);
    let mut result = Comparison::default();
    if let Err(fault) = generate_game(engine, &mut referee, &mut game, &mut result, most_turns) {
        game.record.turns.push(Turn::Pass);
        return (game.record, Comparison { fault: Some(fault), ..result });
    }
    let compared = compare_with(engine, &game, CompareOptions { ask: false, undo: false });
    if !compared.disagreements.is_empty() {
        // From there on the engine plays another game, so that nothing can be said of what it generates.
        return (game.record, compared);
    }
    result.coverage.add(&compared.coverage);
    result.disagreements.extend(compared.disagreements);
    result.fault = compared.fault;
    (game.record, result)
}

/// Plays the turns of a game, and generates those that follow.
fn generate_game(
    engine: &mut dyn Engine,
    referee: &mut impl Referee,
    game: &mut Transcript,
    result: &mut Comparison,
    most_turns: usize,
) -> Result<(), Fault> {
    engine.start(&game.record.setup)?;
    for step in game.steps.iter().filter(|step| step.turn.is_legal()) {
        if engine.play(step.turn.turn)? != Ruling::Allowed {
            return Ok(());
        }
    }
    while referee.status() != Status::Over && game.steps.len() < most_turns {
        let all = Turn::all(game.record.size());
        let generation: Vec<Expected> = all.map(|turn| Expected::of(referee, turn)).collect();
        let generated = engine.generate()?;
        judge_generated(result, game.record.clone(), &generation, generated)?;
        let legal = |turn: &Turn| generation.iter().any(|e| e.turn == *turn && e.is_legal());
        let Some(turn) = generated.filter(legal) else { return Ok(()) };
        game.record.turns.push(turn);
        game.steps.push(Step::take(referee, turn, &[]));
        if engine.play(turn)? != Ruling::Allowed {
            return Ok(());
        }
    }
    Ok(())
}
