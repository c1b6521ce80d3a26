//! The line of play on the reference: what it says about a refused turn, and whether it contradicts the optimized engine.

use super::Replay;
use crate::{Contradiction, IllegalMove};
use superko_engine::referee::{Referee, Refusal};
use superko_engine::{Engine, Reference, RefusalReason};
use superko_game::{Status, Turn};

impl Replay {
    /// Makes the reference judge a turn that the optimized engine refuses.
    pub(super) fn evidence(
        &self,
        number: usize,
        turn: Turn,
        reason: RefusalReason,
    ) -> Result<IllegalMove, Contradiction> {
        let reference = self.reference()?;
        let judgment = reference.judge(turn);
        let (Some(refusal), Some(rule)) = (judgment.refusal, judgment.rule(self.rules)) else {
            let what = format!("the reference says that {turn} is legal");
            return Err(Contradiction { number, what });
        };
        if refusal.reason() != reason {
            let what =
                format!("{turn} is refused for {reason:?}, but by the reference because {refusal}");
            return Err(Contradiction { number, what });
        }
        let earlier = match refusal {
            Refusal::Repetition { earlier, .. } => {
                let position = reference.history()[earlier].position.clone();
                Some((self.number_at(earlier), position))
            }
            _ => None,
        };
        let (before, player) = (reference.position().clone(), self.to_move);
        Ok(IllegalMove { number, player, turn, rule, refusal, before, earlier })
    }

    /// Returns the reference after the turns of the line. The reference must allow all of them.
    pub(super) fn reference(&self) -> Result<Reference, Contradiction> {
        let mut reference = Reference::set_up(&self.setup);
        for (place, &(turn, number)) in self.line.iter().enumerate() {
            if let Some(refusal) = Referee::play(&mut reference, turn).refusal {
                let what = format!("{turn} is legal, but the reference refuses it: {refusal}");
                return Err(Contradiction { number, what });
            }
            if let Some((turns, settlement)) = &self.settled
                && *turns == place + 1
                && let Err(why) = Referee::settle(&mut reference, settlement)
            {
                let what =
                    format!("`{settlement}` is accepted, but the reference refuses it: {why}");
                return Err(Contradiction { number, what });
            }
        }
        Ok(reference)
    }

    /// With `check`, compares the line with the reference: the legality of all turns, the position, the score and the status.
    pub(super) fn check_line(&mut self) -> Result<(), Contradiction> {
        if !self.check {
            return Ok(());
        }
        let reference = self.reference()?;
        let number = self.last_number();
        let same = *reference.position() == self.position()
            && Referee::score(&reference) == self.score()
            && match (Referee::status(&reference), self.engine.status()) {
                (Status::Over, status) => status == Ok(Some(Status::Over)),
                // After passes beyond the end, the player to move differs.
                (running, status) => status == Ok(Some(running)),
            };
        let what = "the position, the score or the status differs from that of the reference";
        if same { Ok(()) } else { Err(Contradiction { number, what: what.to_owned() }) }
    }
}
