//! Turns that an engine generates and plays: they must be legal, and after them the game must be the same as if the engine had
//! been given them.

use super::compared_game::{Cursor, DifferenceAt, Flow, Lockstep, Part};
use super::generation::{is_playable, judge_generated};
use super::{CompareOptions, Comparison, Difference, Disagreement, Generation, compare_with};
use std::collections::BTreeSet;
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::{Event, Events, Referee, TOURED, Transcript};
use superko_engine::{Engine, Fault, Query};
use superko_game::rules::Rule;
use superko_game::{Record, Turn};

/// The part of a transcript that is compared after a turn that the engine has generated and played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// The questions before the next turn is played.
    Questions,
    /// The whole transcript.
    Whole,
}

/// The number of times that a turn is generated again to get the same one.
const AGAIN: usize = 4;

impl Lockstep<'_> {
    /// Judges a turn that the engine has generated and played in place of a turn of the game, and compares what follows. On a
    /// very small board, further turns are generated until one comes again, and each is followed by its own game.
    pub(super) fn judge_played(&mut self, place: usize, turn: Turn) -> Result<(), Fault> {
        self.judge_one_played(place, turn)?;
        let is_small = self.game.transcript.record.size().point_count() <= TOURED;
        let mut played = BTreeSet::from([turn]);
        while is_small && self.game.result.disagreements.is_empty() && self.resume(place)? {
            let Some(other) = self.engine.generate_and_play()?.filter(|turn| played.insert(*turn))
            else {
                break;
            };
            self.judge_one_played(place, other)?;
        }
        Ok(())
    }

    fn judge_one_played(&mut self, place: usize, turn: Turn) -> Result<(), Fault> {
        let transcript = self.game.transcript;
        let before = transcript.record_up_to(place, None);
        let generation = &transcript.steps[place].generation;
        let result = &mut self.game.result;
        judge_generated(result, before, generation, turn, Generation::Played)?;
        let Some(after) = self.after_played(place, turn) else { return Ok(()) };
        let Some(seen) = follow(self.engine, &after, place, Extent::Whole)? else { return Ok(()) };
        // The engine is given all turns of the same game, because it may differ there too.
        let given = compare_with(self.engine, &after, CompareOptions { ask: true, undo: false });
        let given = given.fault.map_or(Ok(given.disagreements), Err)?;
        if given.iter().any(|other| other.record.turns.len() <= seen.place + 1) {
            given.into_iter().for_each(|other| self.game.result.add(other));
        } else if self.differs_again(place, turn)? {
            self.game.result.add(seen.disagreement(&after, place));
        }
        Ok(())
    }

    /// Returns the game with a turn that the engine has generated and the turns after it, if the turn is legal.
    fn after_played(&self, place: usize, turn: Turn) -> Option<Transcript> {
        let transcript = self.game.transcript;
        let conventions = &self.game.conventions;
        let after = transcript.after_generated.as_ref()?;
        is_playable(&transcript.steps[place].generation, turn, conventions).then(|| {
            let attempts = !self.engine.about().tolerates_illegal_plays;
            let after = after.transcript(turn, attempts);
            if conventions.lacks_pass { after.up_to_pass() } else { after }
        })
    }

    /// Returns whether a difference occurs again after the engine has generated a turn again, if possible the same one. If
    /// not, games played before have caused the difference.
    fn differs_again(&mut self, place: usize, turn: Turn) -> Result<bool, Fault> {
        for _ in 0..AGAIN {
            if !self.resume(place)? {
                return Ok(false);
            }
            let Some(other) = self.engine.generate_and_play()? else { continue };
            let Some(after) = self.after_played(place, other) else { continue };
            if follow(self.engine, &after, place, Extent::Whole)?.is_some() {
                return Ok(true);
            }
            if other == turn {
                return Ok(false);
            }
        }
        // A player that chooses at random has not chosen this turn again.
        Ok(true)
    }
}

impl DifferenceAt {
    /// Returns the disagreement about a game in which the turn at a place was generated.
    pub(super) fn disagreement(self, transcript: &Transcript, generated: usize) -> Disagreement {
        let rule = Rule::repetition(transcript.record.rules());
        let id = FindingId { rule, check: Check::Generate, event: Event::GeneratedDiffers };
        let record = transcript.record_up_to(generated + 1, None);
        let mut then: Vec<Turn> = Vec::new();
        if self.place > generated {
            then.extend(&transcript.record.turns[generated + 1..self.place]);
            then.push(self.turn);
        }
        let difference = Difference::AfterGenerated { then, difference: Box::new(self.difference) };
        Disagreement { id, events: Events::default(), record, difference }
    }
}

/// Compares a game from a place on, after the engine has played the turn there. Returns the first difference.
pub(super) fn follow(
    engine: &mut dyn Engine,
    transcript: &Transcript,
    place: usize,
    extent: Extent,
) -> Result<Option<DifferenceAt>, Fault> {
    let options = CompareOptions { ask: true, undo: false };
    let mut lockstep = Lockstep::new(engine, transcript, options);
    let (mut plan, _) = lockstep.game.plan(Cursor { place, part: Part::Looks });
    if extent == Extent::Questions {
        let is_play = |query: &Query| matches!(query, Query::Play { .. });
        plan.queries.truncate(plan.queries.iter().position(is_play).unwrap_or(usize::MAX));
    }
    let flow = lockstep.ask(&plan)?;
    if let Some(first) = lockstep.game.result.disagreements.first() {
        let place = first.record.turns.len().saturating_sub(1);
        let turn = first.record.turns.last().copied().unwrap_or(Turn::Pass);
        return Ok(Some(DifferenceAt {
            place,
            question: None,
            turn,
            difference: first.difference.clone(),
        }));
    }
    let Flow::Differs(seen) = flow else { return Ok(None) };
    match &seen.difference {
        Difference::Ruling(..) => {
            let (_, expected) = lockstep.game.expected(&seen);
            // If an illegal turn ends the game, another game tests how.
            let is_lost = expected.judgment.ends && !expected.is_legal();
            if is_lost || lockstep.game.ends_as_declared(expected) {
                return Ok(None);
            }
        }
        Difference::Board(_, shown) => lockstep.check_board(shown)?,
        _ => {}
    }
    Ok(Some(seen))
}

/// Lets the engine generate one turn of a game, from a place on, and gives it the turns before. Returns the result for the
/// last such turn with which something is wrong. `referee` is at the start of the game.
pub(super) fn shown_by_one<R>(
    engine: &mut dyn Engine,
    referee: &R,
    game: &Record,
    from: usize,
) -> Option<Comparison>
where
    R: Referee + Clone + Send + Sync + 'static,
{
    let options = CompareOptions { ask: false, undo: false };
    (from..game.turns.len()).rev().find_map(|place| {
        let mut record = game.clone();
        record.turns.truncate(place + 1);
        let transcript = Transcript::generating(referee.clone(), record).looking_at(|_| false);
        let compared = compare_with(engine, &transcript, options);
        let is_wrong = !compared.disagreements.is_empty() || compared.fault.is_some();
        is_wrong.then_some(compared)
    })
}
