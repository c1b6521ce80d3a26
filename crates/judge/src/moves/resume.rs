//! The continuation of a game after passes that ended it.

use super::{Replay, engine};
use crate::{Contradiction, Note};
use superko_engine::Fault;
use superko_game::rules::{Agreement, LastPass, Passes, Rules};
use superko_game::{Player, Position, Settlement, Turn};

impl Replay {
    /// Whether play may continue after the end: the record leaves out some of the passes, or the players may disagree.
    pub(super) fn may_resume(&self) -> bool {
        let may_disagree = self.rules.agreement == Agreement::Resume;
        !self.ends_by_the_record() || (may_disagree && (self.agrees_again || !self.disagreed))
    }

    /// Whether the record has enough passes in a row to end a game. A pass that the record leaves out ends nothing.
    pub(super) fn has_enough_passes(&self) -> bool {
        self.literal || self.record_passes.0 >= self.rules.passes.count()
    }

    /// Whether the passes of the record have ended the game: enough of them, and the last or a further one by White if the rules
    /// ask for it.
    pub(super) fn ends_by_the_record(&self) -> bool {
        let (passes, last) = self.record_passes;
        let is_whites = last == Some(Player::White) || passes > self.rules.passes.count();
        self.literal
            || self.has_enough_passes() && (self.rules.last_pass == LastPass::Anybody || is_whites)
    }

    /// Continues after passes that ended the game. All turns so far stay in the game. If the rules let the players disagree once,
    /// they disagree on both engines; otherwise passes end nothing on the engines from now on.
    pub(super) fn resume(&mut self) -> Result<(), Contradiction> {
        self.check_line()?;
        if self.is_agreed()
            && let Some((_, settlement)) = self.settled.take()
        {
            let why = format!("`{settlement}`: play resumes after the passes");
            self.notes.push(Note::NotSettled(why));
        }
        let by_the_record = self.ends_by_the_record();
        self.disagreed |= by_the_record;
        if by_the_record && !self.agrees_again && !self.resumed {
            self.settled = Some((self.line.len(), Settlement::Disagreed));
        } else {
            self.resumed = true;
            self.settled = None;
            let rules = self.setup.rules.passes(Passes::Four).last_pass(LastPass::Anybody);
            self.setup.rules = rules.agreement(Agreement::None);
        }
        self.play_again();
        // Passes of the record that did not end the game are in a row with the following ones.
        self.line_passes = if by_the_record { (0, None) } else { self.record_passes };
        Ok(())
    }

    /// Begins the line anew with a position and no history.
    pub(super) fn begin_anew(
        &mut self,
        position: Position,
        first: Player,
        last_before: usize,
    ) -> Result<(), Fault> {
        // The rules of play, under which passes end the game again.
        let Rules { passes, last_pass, agreement, .. } = self.rules;
        self.setup.rules =
            self.setup.rules.passes(passes).last_pass(last_pass).agreement(agreement);
        (self.setup.position, self.setup.first) = (position, first);
        self.engine = engine(&self.setup)?;
        (self.to_move, self.last_before, self.line_passes) = (first, last_before, (0, None));
        self.line.clear();
        (self.settled, self.resumed) = (None, false);
        Ok(())
    }

    /// Begins the line anew with its last position and the final passes, after play had resumed. The earlier turns no longer
    /// matter, and the passes end the game on the engine.
    pub(super) fn begin_at_end(&mut self) {
        let ((passes, last), number) = (self.line_passes, self.last_number());
        let last = last.expect("passes have ended the game");
        let first = if passes.is_multiple_of(2) { last.opponent() } else { last };
        let position = self.position();
        self.begin_anew(position, first, number).expect("every chain has a liberty, as before");
        for _ in 0..passes {
            self.take(Turn::Pass, number);
        }
    }

    /// Whether the passes since play resumed end the game, although they end nothing on the engine.
    pub(super) fn has_ended_since_it_resumed(&self) -> bool {
        let Rules { passes, last_pass, .. } = self.rules;
        let by_whom = last_pass == LastPass::Anybody || self.line_passes.1 == Some(Player::White);
        self.resumed && by_whom && self.line_passes.0 >= passes.count()
    }
}
