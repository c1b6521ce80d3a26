//! What a disagreement comes from: the games played again to find out.

use super::{Examination, Next};
use crate::event::{Event, Events};
use crate::examine::Manner;
use crate::record::Record;
use crate::sentence::Sentence;
use crate::subject::{Answer, Fault, Ground, Ruling};
use crate::verdict::{Cause, Dispute, Facet};
use crate::vocabulary::{Color, Turn};

/// What a game is played again with, besides its legal turns.
#[derive(Clone, Copy, Debug, Default)]
struct Habits {
    /// The illegal attempts that the subject refused.
    attempts: bool,
    /// Taking every turn back, and taking it again.
    undo: bool,
}

impl Examination<'_> {
    /// Finds out whether the disputed turn itself is to blame, or something that should have changed nothing, and
    /// brings the subject back to where it was.
    pub(super) fn blame(
        &mut self,
        cause: Cause,
        events: Events,
        place: usize,
        turn: Turn,
        dispute: Dispute,
    ) -> Result<Next, Fault> {
        let suspects = !self.refused.is_empty() || self.manner.ask || self.manner.undo;
        if self.manner.known.contains_key(&cause) || !suspects {
            self.diverge(cause, events, place, Some(turn), dispute);
            return Ok(Next::On);
        }
        if let Some(&blamed) = self.blamed.get(&cause) {
            self.diverge(blamed, events, place, Some(turn), dispute);
            return Ok(Next::On);
        }
        let blamed = self.culprit(cause, place, turn, &dispute)?;
        self.blamed.insert(cause, blamed);
        self.diverge(blamed, events, place, Some(turn), dispute);
        match cause.facet {
            Facet::Permits => self.resume(place),
            Facet::Score if self.resume(place)? == Next::On => {
                let permitted = self.subject.take(turn)? == Ruling::Permitted;
                Ok(if permitted { Next::On } else { Next::Stop })
            }
            _ => Ok(Next::Stop),
        }
    }

    /// What a disagreement comes from.
    ///
    /// The game is played again without questions, without taking turns back and without illegal attempts; if the
    /// subject says the same then, the turn is to blame. Otherwise these are added one after the other until it
    /// does.
    fn culprit(
        &mut self,
        cause: Cause,
        place: usize,
        turn: Turn,
        dispute: &Dispute,
    ) -> Result<Cause, Fault> {
        let sentence = Sentence::repetition(self.transcript.record.rules);
        let mut habits = Habits::default();
        if self.replay(place, habits)? && self.says_again(cause, turn, dispute)? {
            return Ok(cause);
        }
        habits.attempts = !self.refused.is_empty();
        if habits.attempts
            && self.replay(place, habits)?
            && self.says_again(cause, turn, dispute)?
        {
            let sentence = if cause.facet == Facet::Status { cause.sentence } else { sentence };
            return Ok(Cause { sentence, event: Event::RefusalChanges, ..cause });
        }
        let undo = Cause { sentence, facet: Facet::Undo, event: Event::UndoChanges };
        habits.undo = self.manner.undo;
        if habits.undo && self.replay(place, habits)? && self.says_again(cause, turn, dispute)? {
            return Ok(undo);
        }
        // What cannot be had again without questions, or at all, is put down to them, if any were asked.
        let question = Cause { sentence, facet: Facet::Permits, event: Event::QuestionChanges };
        Ok(match self.manner {
            Manner { ask: true, .. } => question,
            Manner { undo: true, .. } => undo,
            _ => cause,
        })
    }

    /// Whether the subject, brought to the disputed turn once more, says what it said.
    fn says_again(&mut self, cause: Cause, turn: Turn, dispute: &Dispute) -> Result<bool, Fault> {
        let ruling = match cause.facet {
            Facet::Permits => match self.subject.permits(turn)? {
                Answer::Given(ruling) => ruling,
                Answer::Withheld => return Ok(false),
            },
            _ => self.subject.take(turn)?,
        };
        Ok(match dispute {
            Dispute::Ruling(_, said) => {
                (*said == Ruling::Permitted) == (ruling == Ruling::Permitted)
            }
            Dispute::Coloring(_, said) => self.subject.coloring()? == Answer::Given(said.clone()),
            Dispute::Status(_, said) => self.subject.status()? == Answer::Given(*said),
            Dispute::Score(_, said) => self.subject.score()? == Answer::Given(*said),
        })
    }

    /// Plays the legal turns before a place, with what else is asked for; says whether the subject followed.
    fn replay(&mut self, place: usize, habits: Habits) -> Result<bool, Fault> {
        let transcript = self.transcript;
        let Record { size, rules, .. } = transcript.record;
        self.subject.begin(size, &rules)?;
        for (earlier, step) in transcript.steps[..place].iter().enumerate() {
            let legal = step.turn.is_legal();
            let attempted = habits.attempts && self.refused.contains(&earlier);
            if !(legal || attempted) {
                continue;
            }
            let mut times = if legal && habits.undo { 2 } else { 1 };
            while times > 0 {
                let permitted = self.subject.take(step.turn.turn)? == Ruling::Permitted;
                if permitted != legal {
                    return Ok(false);
                }
                times -= 1;
                if times > 0 && self.subject.undo()? == Answer::Withheld {
                    times = 0;
                }
            }
        }
        Ok(true)
    }

    /// Brings the subject back to where the reference is before a turn.
    pub(super) fn resume(&mut self, place: usize) -> Result<Next, Fault> {
        self.refused.clear();
        Ok(if self.replay(place, Habits::default())? { Next::On } else { Next::Stop })
    }

    /// A cause of this facet and of the most telling of these events, if one was met before.
    pub(super) fn met_before(&self, facet: Facet, events: Events) -> Option<Cause> {
        let event = events.first()?;
        let mut met = self.manner.known.keys().chain(self.blamed.values());
        met.find(|cause| cause.facet == facet && cause.event == event).copied()
    }

    /// On what ground a subject refuses a turn when it is given it to take, having said no more than no when asked.
    /// Leaves the subject where that brings it.
    pub(super) fn ground_in_deed(&mut self, place: usize, turn: Turn) -> Result<Ground, Fault> {
        if !self.replay(place, Habits::default())? {
            return Ok(Ground::Unstated);
        }
        let ground = match self.subject.take(turn)? {
            Ruling::Permitted => Ground::Unstated,
            Ruling::Forbidden(ground) => ground,
        };
        self.replay(place, Habits::default())?;
        Ok(ground)
    }

    /// Whether a subject that forbids a legal turn after a pass forbids all of them.
    pub(super) fn has_stopped(
        &mut self,
        place: usize,
        turn: Turn,
        facet: Facet,
    ) -> Result<bool, Fault> {
        let after_pass = self.transcript.steps[..place]
            .iter()
            .rfind(|step| step.turn.is_legal())
            .is_some_and(|step| step.turn.turn == Turn::Pass);
        if !after_pass {
            return Ok(false);
        }
        let before = self.transcript.before(place);
        let empty = before.size().points().filter(|&p| before[p] == Color::Empty);
        let others = empty.map(Turn::Move).chain([Turn::Pass]).filter(|&other| other != turn);
        // A play that is legal beyond doubt, and the pass.
        let quiet = |&other: &Turn| match other {
            Turn::Pass => true,
            Turn::Move(point) => before.size().neighbors(point).any(|n| before[n] == Color::Empty),
        };
        let mut tried: Vec<Turn> = others.filter(quiet).collect();
        let last = tried.len().saturating_sub(2);
        tried.drain(..last);
        for other in tried {
            self.replay(place, Habits::default())?;
            let ruling = match facet {
                Facet::Permits => match self.subject.permits(other)? {
                    Answer::Given(ruling) => ruling,
                    Answer::Withheld => return Ok(false),
                },
                _ => self.subject.take(other)?,
            };
            if ruling == Ruling::Permitted {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
