//! Undo after the engine has generated a turn, which must not count as a turn to take back.

use super::compared_game::Lockstep;
use super::generation::is_playable;
use super::{Difference, Generation};
use superko_engine::check::Check;
use superko_engine::referee::{Event, Events, UNDONE_WHEN_GENERATED};
use superko_engine::{Fault, Ruling};
use superko_game::{Position, Turn};

impl Lockstep<'_> {
    /// Lets the engine generate a turn in one way, and takes a turn back: the generated one if it was played, or else the last
    /// one before it. Undo must have the same effect as without a generated turn.
    pub(super) fn take_back_after_generating(
        &mut self,
        place: usize,
        way: Generation,
    ) -> Result<(), Fault> {
        let transcript = self.game.transcript;
        let last = transcript.steps[..place].iter().rposition(|step| step.turn.is_legal());
        let last = last.filter(|&last| transcript.steps[last].settled.is_none());
        let is_small = transcript.record.size().point_count() <= UNDONE_WHEN_GENERATED;
        if !is_small || (way == Generation::Asked && last.is_none()) || !self.resume(place)? {
            return Ok(());
        }
        let before = transcript.before(place);
        let (turn, taken_back, again, in_question) = match way {
            Generation::Asked => {
                let Some(last) = last else { return Ok(()) };
                if self.engine.generate()?.is_none() {
                    return Ok(());
                }
                let in_question = transcript.steps[place].turn.turn;
                let turn = transcript.steps[last].turn.turn;
                (turn, transcript.before(last), Some(before), in_question)
            }
            Generation::Played => {
                let Some(turn) = self.engine.generate_and_play()? else { return Ok(()) };
                let generation = &transcript.steps[place].generation;
                if !is_playable(generation, turn, &self.game.conventions) {
                    return Ok(());
                }
                (turn, before, None, turn)
            }
        };
        let Some(difference) = self.takes_back(turn, &taken_back, again.as_ref())? else {
            return Ok(());
        };
        // If undo is also wrong without a generated turn, another game finds that.
        let follows = self.resume(place)?
            && (way == Generation::Asked || self.engine.play(turn)? == Ruling::Allowed);
        if follows && self.takes_back(turn, &taken_back, again.as_ref())?.is_none() {
            let id = self.game.id_of_change(Check::Generate, Event::UndoChanges);
            self.game.disagree(id, Events::default(), place, Some(in_question), difference);
        }
        Ok(())
    }

    /// Takes the last turn back and plays it again. Returns a board that is wrong before or after that, or a refusal of the
    /// turn. Returns `None` if the engine takes no turn back.
    fn takes_back(
        &mut self,
        turn: Turn,
        before: &Position,
        after: Option<&Position>,
    ) -> Result<Option<Difference>, Fault> {
        if self.engine.undo()?.is_none() {
            return Ok(None);
        }
        let differs = |shown: Option<Position>, expected: &Position| {
            let shown = shown.filter(|shown| shown != expected)?;
            Some(Difference::Board(expected.clone(), shown))
        };
        if let Some(difference) = differs(self.engine.board()?, before) {
            return Ok(Some(difference));
        }
        let ruling = self.engine.play(turn)?;
        if ruling != Ruling::Allowed {
            return Ok(Some(Difference::Ruling(None, ruling)));
        }
        let Some(after) = after else { return Ok(None) };
        Ok(differs(self.engine.board()?, after))
    }
}
