//! The questions to an engine that agrees, each with the function that takes its answer.

use super::compared_game::{ComparedGame, Cursor, Next, Part};
use superko_engine::referee::{Event, Step};
use superko_engine::{Answer, Fault, Query, ReportedScore, Ruling};
use superko_game::{Position, Status, Turn};

/// Questions that are handed to the engine at once.
#[derive(Default)]
pub(super) struct Plan<'a> {
    pub(super) queries: Vec<Query>,
    /// The place of the step of each question, and the function that takes the answer.
    pub(super) thens: Vec<(usize, Then<'a>)>,
}

/// A function that takes an answer, by the kind of the answer.
#[derive(Clone, Copy)]
pub(super) enum Then<'a> {
    Play(Compare<'a, Ruling>),
    /// The answers to the questions before a turn, from this one on.
    Legality(usize),
    Board(Compare<'a, Option<Position>>),
    Status(Compare<'a, Option<Status>>),
    Score(Compare<'a, Option<ReportedScore>>),
    Settle(Compare<'a, Option<()>>),
    Undo(Compare<'a, Option<()>>),
    Generate(Compare<'a, Option<Turn>>),
}

/// Compares an answer that belongs to the step at a place.
type Compare<'a, T> = fn(&mut ComparedGame<'a>, usize, T) -> Next;

impl<'a> Plan<'a> {
    pub(super) fn add(&mut self, place: usize, query: Query, then: Then<'a>) {
        self.queries.push(query);
        self.thens.push((place, then));
    }
}

impl<'a> ComparedGame<'a> {
    /// Returns the questions from here to the end of the game, or to the end of the record if the game has ended, and the
    /// place after them.
    pub(super) fn plan(&self, from: Cursor) -> (Plan<'a>, Cursor) {
        let mut plan = Plan::default();
        let mut part = from.part;
        if part == Part::Start {
            if self.transcript.looks_at_start {
                plan.add(0, Query::Board, Then::Board(ComparedGame::board_at_start));
            }
            // Whether the engine tells the end of a game must be known before the end.
            plan.add(0, Query::Status, Then::Status(ComparedGame::status_at_start));
            part = Part::Questions(0);
        }
        for place in from.place..self.transcript.steps.len() {
            if let Some(after) = self.plan_step(&mut plan, Cursor { place, part }) {
                return (plan, after);
            }
            part = Part::Questions(0);
        }
        (plan, self.end())
    }

    /// Adds the questions of a step. Returns the place after them if the plan ends with the step.
    fn plan_step(&self, plan: &mut Plan<'a>, from: Cursor) -> Option<Cursor> {
        let Cursor { place, part } = from;
        let step = &self.transcript.steps[place];
        if !step.generation.is_empty() {
            plan.add(place, Query::Generate, Then::Generate(ComparedGame::generated));
            plan.add(place, Query::Board, Then::Board(ComparedGame::board_when_generated));
            return Some(self.end());
        }
        if let Part::Questions(first) = part {
            if first == 0 {
                self.plan_detour(plan, place);
            }
            let turns: Vec<Turn> = step.questions.iter().skip(first).map(|q| q.turn).collect();
            if self.options.ask && !turns.is_empty() {
                let query = Query::Legality { player: step.player, turns };
                plan.add(place, query, Then::Legality(first));
            }
            if step.turn.events.contains(Event::PassAfterEnd) && self.conventions.passes_after_end {
                return None;
            }
            plan.add(place, play(step), Then::Play(ComparedGame::turn));
        }
        if part <= Part::Looks {
            let is_last = self.last_place == Some(place);
            if step.look {
                plan.add(place, Query::Board, Then::Board(ComparedGame::board));
            }
            if step.look || is_last {
                plan.add(place, Query::Status, Then::Status(ComparedGame::status));
            }
            if is_last {
                return Some(self.end());
            }
            self.plan_undo(plan, place);
        }
        if !step.turn.judgment.ends {
            return None;
        }
        if part <= Part::Score && (step.end.is_some() || step.decided.is_some()) {
            plan.add(place, Query::Score, Then::Score(ComparedGame::score));
        }
        if let Some(settled) = &step.settled {
            let query = Query::Settle(settled.settlement.clone());
            plan.add(place, query, Then::Settle(ComparedGame::settle));
            plan.add(place, Query::Status, Then::Status(ComparedGame::status_when_settled));
            if settled.end.is_some() {
                plan.add(place, Query::Score, Then::Score(ComparedGame::score_when_settled));
            }
        }
        Some(Cursor::at(place + 1))
    }

    /// Returns the place after the last step.
    pub(super) fn end(&self) -> Cursor {
        Cursor::at(self.transcript.steps.len())
    }

    /// Passes an answer to the function that takes it.
    pub(super) fn receive(
        &mut self,
        query: &Query,
        (place, then): (usize, Then<'a>),
        answer: Answer,
    ) -> Next {
        match (then, answer) {
            (Then::Play(then), Answer::Play(ruling)) => then(self, place, ruling),
            (Then::Legality(first), Answer::Legality(reported)) => {
                self.questions(place, first, &reported)
            }
            (Then::Board(then), Answer::Board(shown)) => then(self, place, shown),
            (Then::Status(then), Answer::Status(reported)) => then(self, place, reported),
            (Then::Score(then), Answer::Score(reported)) => then(self, place, reported),
            (Then::Settle(then), Answer::Settle(done)) => then(self, place, done),
            (Then::Undo(then), Answer::Undo(done)) => then(self, place, done),
            (Then::Generate(then), Answer::Generate(turn)) => then(self, place, turn),
            (_, answer) => Err(Fault::Protocol {
                command: format!("{query:?}"),
                what: format!("an answer to another question: {answer:?}"),
            }),
        }
    }
}

/// Returns the query that plays the turn of a step.
pub(super) fn play(step: &Step) -> Query {
    Query::Play { player: step.player, turn: step.turn.turn }
}
