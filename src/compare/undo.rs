//! Taking turns back: when to ask for it, and what the result must be.

use super::Difference;
use super::game::{Cursor, Flow, Game, Interruption, Part, misplaced};
use crate::check::{Check, FindingId};
use crate::engine::{Answer, Fault, Query, Ruling};
use crate::game::Turn;
use crate::referee::Event;
use crate::rules::Rule;
use std::ops::RangeInclusive;

impl Game<'_> {
    /// What is asked when a turn was tried to see what undo does.
    pub(super) fn plan_undo(&self, place: usize) -> Vec<(Part, Query)> {
        let mut queries = Vec::new();
        if !(self.options.undo && self.undoes && self.transcript.steps[place].look) {
            return queries;
        }
        for places in self.taken_back(place) {
            let steps = self.transcript.legal(places);
            let mut plays: Vec<Query> = steps
                .map(|step| Query::Play { player: step.player, turn: step.turn.turn })
                .collect();
            let Some(last) = plays.pop() else { continue };
            queries.push((Part::Undo, Query::Undo));
            if plays.is_empty() {
                queries.push((Part::Undo, Query::Board));
            }
            queries.extend(plays.iter().map(|_| (Part::UndoBefore, Query::Undo)));
            queries.extend(plays.into_iter().map(|play| (Part::AgainBefore, play)));
            queries.extend([(Part::Again, last), (Part::Again, Query::Board)]);
        }
        queries
    }

    /// Compares an answer to what was asked to see what undo does.
    pub(super) fn undone(&mut self, at: Cursor, answer: Answer) -> Result<Flow, Fault> {
        let place = at.place;
        let board = |position| move |shown| Difference::Board(position, shown);
        if let Answer::Board(Some(shown)) = &answer {
            self.of_the_size(shown)?;
        }
        Ok(match (at.part, answer) {
            (Part::Undo, Answer::Undo(done)) => self.took_turn_back(at, done),
            (Part::UndoBefore, Answer::Undo(Some(()))) => Flow::On,
            (Part::UndoBefore, Answer::Undo(None)) => {
                Flow::Interrupted(at, Interruption::CannotUndo)
            }
            (Part::Undo, Answer::Board(shown)) => {
                let first = self.taken_back(place).first().map_or(place, |places| *places.start());
                self.after_undo(place, shown.map(board(self.transcript.before(first))))
            }
            (Part::AgainBefore | Part::Again, Answer::Play(ruling)) => {
                self.after_undo(place, Some(Difference::Ruling(None, ruling)))
            }
            (Part::Again, Answer::Board(shown)) => {
                let position = self.transcript.steps[place].position.clone();
                self.after_undo(place, shown.map(board(position)))
            }
            (part, answer) => return Err(misplaced(part, &answer)),
        })
    }

    /// What is asked before a turn to see whether something of other turns stays that are taken back.
    pub(super) fn plan_asides(&self, place: usize) -> Vec<(Part, Query)> {
        let turns = self.aside(place);
        let mut player = self.transcript.steps[place].player;
        let mut queries = Vec::new();
        for &turn in turns {
            queries.push((Part::Aside, Query::Play { player, turn }));
            player = player.opponent();
        }
        if turns.len() > 1 {
            queries.push((Part::Aside, Query::Score));
        }
        queries.extend(turns.iter().map(|_| (Part::Back, Query::Undo)));
        queries
    }

    /// The turns that are played and taken back before a turn; none where nobody looks at the turn that ends as they do, or the engine
    /// has the game end by then.
    fn aside(&self, place: usize) -> &[Turn] {
        let turns = self.asides.get(&place).filter(|_| self.undoes).map_or(&[][..], Vec::as_slice);
        let Some(others) = turns.len().checked_sub(1) else { return turns };
        let end = place + others;
        let is_looked_at = self.transcript.steps[end].look;
        let is_before_cap = self.last_place.is_none_or(|last| end < last);
        if is_looked_at && is_before_cap { turns } else { &[] }
    }

    /// The turns that were played and taken back before a turn in the game that the engine has now.
    pub(super) fn went_aside(&self, place: usize) -> &[Turn] {
        let first_question = matches!(self.resumed.part, Part::Start | Part::Questions(0));
        if self.is_since_resumed(place, first_question) { self.aside(place) } else { &[] }
    }

    /// Whether a turn was taken back and played again in the game that the engine has now.
    pub(super) fn took_back(&self, place: usize) -> bool {
        let before_turn = matches!(self.resumed.part, Part::Start | Part::Questions(_));
        let step = &self.transcript.steps[place];
        self.is_since_resumed(place, before_turn) && self.options.undo && self.undoes && step.look
    }

    /// Whether a place comes after the one where the engine was brought back to last, or is that one and counts.
    fn is_since_resumed(&self, place: usize, counts: bool) -> bool {
        place > self.resumed.place || place == self.resumed.place && counts
    }

    /// The places of the turns that are taken back in a row when a turn was tried, each time that this is done.
    pub(super) fn taken_back(&self, place: usize) -> Vec<RangeInclusive<usize>> {
        let places = self.transcript.taken_back(place).into_iter();
        let at_once =
            |places: &RangeInclusive<usize>| self.undoes_two || places.clone().count() == 1;
        let mut taken_back: Vec<_> = places.clone().filter(at_once).collect();
        if taken_back.is_empty() {
            taken_back.extend(places.map(|places| *places.end()..=*places.end()));
        }
        taken_back
    }

    /// Counts whether a turn was taken back.
    pub(super) fn took_turn_back(&mut self, at: Cursor, done: Option<()>) -> Flow {
        let step = &self.transcript.steps[at.place];
        if done.is_none() {
            self.result.coverage.miss(Check::Undo);
            return Flow::Interrupted(at, Interruption::CannotUndo);
        }
        let rule = Rule::repetition(self.transcript.record.rules());
        self.result.coverage.compare(Check::Undo, [rule], step.turn.events);
        Flow::On
    }

    /// Ends the game if the engine is not where it was before the turn that was taken back, or after it.
    fn after_undo(&mut self, place: usize, both: Option<Difference>) -> Flow {
        let differ = match &both {
            None | Some(Difference::Ruling(None, Ruling::Allowed)) => false,
            Some(Difference::Board(reference, engine)) => reference != engine,
            Some(_) => true,
        };
        let Some(difference) = both.filter(|_| differ) else { return Flow::On };
        let step = &self.transcript.steps[place];
        let rule = Rule::repetition(self.transcript.record.rules());
        let id = FindingId { rule, check: Check::Undo, event: Event::UndoChanges };
        self.disagree(id, step.turn.events, place, Some(step.turn.turn), difference);
        Flow::Stop
    }
}
