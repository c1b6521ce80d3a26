//! Taking turns back: when to ask for it, and what the result must be.

use super::Difference;
use super::compared_game::{ComparedGame, Cursor, Flow, Lockstep, Next, Part, Resumed};
use super::plan::{Plan, Then, play};
use std::ops::RangeInclusive;
use superko_engine::check::Check;
use superko_engine::referee::Event;
use superko_engine::{Query, Ruling};
use superko_game::Position;
use superko_game::rules::Rule;

impl<'a> ComparedGame<'a> {
    /// Adds the questions after a turn that test undo.
    pub(super) fn plan_undo(&self, plan: &mut Plan<'a>, place: usize) {
        if !(self.options.undo && self.undo_limit > 0 && self.transcript.steps[place].look) {
            return;
        }
        for places in self.taken_back(place) {
            let plays: Vec<Query> = self.transcript.legal(places).map(play).collect();
            if plays.is_empty() {
                continue;
            }
            plan.add(place, Query::Undo, Then::Undo(ComparedGame::took_turn_back));
            if plays.len() == 1 {
                plan.add(place, Query::Board, Then::Board(ComparedGame::board_before));
            }
            for _ in 1..plays.len() {
                plan.add(place, Query::Undo, Then::Undo(ComparedGame::took_turn_before_back));
            }
            for play in plays {
                plan.add(place, play, Then::Play(ComparedGame::turn_again));
            }
            plan.add(place, Query::Board, Then::Board(ComparedGame::board_again));
        }
    }

    /// Adds turns before a turn that are played and taken back, to test whether they leave something behind. Adds none if the
    /// game is not looked at where they end, or if the engine's move cap ends the game by then.
    pub(super) fn plan_detour(&self, plan: &mut Plan<'a>, place: usize) {
        let Some(turns) = self.detours.get(&place).filter(|_| self.undo_limit > 0) else { return };
        let end = place + turns.len() - 1;
        if !self.transcript.steps[end].look || self.last_place.is_some_and(|last| last <= end) {
            return;
        }
        let mut player = self.transcript.steps[place].player;
        for &turn in turns {
            plan.add(place, Query::Play { player, turn }, Then::Play(ComparedGame::went_aside));
            player = player.opponent();
        }
        if turns.len() > 1 {
            plan.add(place, Query::Score, Then::Score(|_, _, _| Ok(Flow::On)));
        }
        for _ in turns {
            plan.add(place, Query::Undo, Then::Undo(ComparedGame::came_back));
        }
    }

    /// Returns the ranges of turns that are taken back in a row after a turn, one range for each time.
    fn taken_back(&self, place: usize) -> Vec<RangeInclusive<usize>> {
        let places = self.transcript.taken_back(place).into_iter();
        let at_once = |places: &RangeInclusive<usize>| places.clone().count() <= self.undo_limit;
        let mut taken_back: Vec<_> = places.clone().filter(at_once).collect();
        if taken_back.is_empty() {
            taken_back.extend(places.map(|places| *places.end()..=*places.end()));
        }
        taken_back
    }

    fn went_aside(&mut self, place: usize, ruling: Ruling) -> Next {
        Flow::if_done(ruling == Ruling::Allowed, move |compared| compared.cannot_go_aside(place))
    }

    fn came_back(&mut self, place: usize, done: Option<()>) -> Next {
        Flow::if_done(self.counts_undo(place, done), move |compared| {
            compared.cannot_go_aside(place)
        })
    }

    fn took_turn_back(&mut self, place: usize, done: Option<()>) -> Next {
        Flow::if_done(self.counts_undo(place, done), move |compared| compared.cannot_undo(place, 0))
    }

    fn took_turn_before_back(&mut self, place: usize, done: Option<()>) -> Next {
        Flow::if_done(done.is_some(), move |compared| compared.cannot_undo(place, 1))
    }

    /// Counts an attempt to take a turn back, and returns whether it was taken back.
    fn counts_undo(&mut self, place: usize, done: Option<()>) -> bool {
        let events = self.transcript.steps[place].turn.events;
        let rule = Rule::repetition(self.rules());
        match done {
            Some(()) => self.result.coverage.compare(Check::Undo, [rule], events),
            None => self.result.coverage.miss(Check::Undo),
        }
        done.is_some()
    }

    /// Compares the board after a single turn was taken back.
    fn board_before(&mut self, place: usize, shown: Option<Position>) -> Next {
        let first = self.taken_back(place).first().map_or(place, |places| *places.start());
        self.board_undone(place, self.transcript.before(first), shown)
    }

    /// Compares the board after the turns that were taken back were played again.
    fn board_again(&mut self, place: usize, shown: Option<Position>) -> Next {
        self.board_undone(place, self.transcript.steps[place].position.clone(), shown)
    }

    fn board_undone(&mut self, place: usize, reference: Position, shown: Option<Position>) -> Next {
        let Some(shown) = shown else { return Ok(Flow::On) };
        self.check_size(&shown)?;
        match shown == reference {
            true => Ok(Flow::On),
            false => self.changed_by_undo(place, Difference::Board(reference, shown)),
        }
    }

    fn turn_again(&mut self, place: usize, ruling: Ruling) -> Next {
        match ruling {
            Ruling::Allowed => Ok(Flow::On),
            Ruling::Forbidden(_) => self.changed_by_undo(place, Difference::Ruling(None, ruling)),
        }
    }

    /// Ends the game: the board or the ruling after undo is wrong, so the engine is in another game.
    fn changed_by_undo(&mut self, place: usize, difference: Difference) -> Next {
        let expected = &self.transcript.steps[place].turn;
        let id = self.id_of_change(Check::Undo, Event::UndoChanges);
        self.disagree(id, expected.events, place, Some(expected.turn), difference);
        Ok(Flow::Stop)
    }
}

impl Lockstep<'_> {
    /// Continues on an engine that did not play extra turns, or did not take them back. It may be able to take one turn back,
    /// but not the end of a game.
    fn cannot_go_aside(&mut self, place: usize) -> Resumed {
        if self.game.detours.remove(&place).is_some_and(|turns| turns.len() == 1) {
            self.game.undo_limit = 0;
        }
        Ok(self.resume(place)?.then_some(Cursor::at(place)))
    }

    /// Continues on an engine that takes back no more than this many turns in a row.
    fn cannot_undo(&mut self, place: usize, undo_limit: usize) -> Resumed {
        self.game.undo_limit = undo_limit;
        let next = Cursor { place, part: Part::Score };
        let resumed = self.game.plan(next).0.queries.is_empty() || self.resume(place + 1)?;
        Ok(resumed.then_some(next))
    }
}
