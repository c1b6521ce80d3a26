//! Finds the cause of a disagreement by replaying the game.

use crate::compare::compared_game::{
    ComparedGame, Cursor, DifferenceAt, Flow, Lockstep, Next, Part,
};
use crate::compare::lockstep::plays;
use crate::compare::plan::{Plan, Then, play};
use crate::compare::{CompareOptions, Difference};
use crate::suite::fixed::{permitted_repeats, plain_suicides};
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::{Event, Events};
use superko_engine::{Fault, Query, RefusalReason, ReportedScore, Ruling};
use superko_game::{Color, Point, Position, Record, Setup, Size, Status, Turn};

/// The parts of a game that are repeated in a replay, besides its legal turns.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    /// The illegal attempts that the engine refused.
    attempts: bool,
    /// The turns that were taken back and played again.
    undo: bool,
}

/// The sides of boards on which an engine is tried if its board has no room for a game.
const ROOMY: [u8; 3] = [5, 9, 19];

/// Returns whether a legal turn is a suicide that brings an earlier position back.
pub(in crate::compare) fn is_repeating_suicide(events: Events) -> bool {
    let suicide = [Event::LoneSuicidePermitted, Event::SuicidePermitted];
    events.contains(Event::RepeatPermitted) && suicide.iter().any(|&event| events.contains(event))
}

/// Returns the fault of an engine that shows two boards at once.
fn two_boards(one: &Position, other: &Position) -> Fault {
    let line = |position: &Position| position.to_string().trim_end().replace('\n', " / ");
    let what = format!("one command shows it as `{}`, and another as `{}`", line(one), line(other));
    Fault::Protocol { command: "the position".to_owned(), what }
}

impl<'a> ComparedGame<'a> {
    /// Adds the queries of a step that may have changed something.
    fn plan_again(&self, plan: &mut Plan<'a>, place: usize, parts: Parts) {
        let step = &self.transcript.steps[place];
        let is_legal = step.turn.is_legal();
        if parts.undo {
            self.plan_detour_again(plan, place);
        }
        if is_legal {
            plan.again(place, play(step));
        } else if parts.attempts && self.refused.contains(&place) {
            let refused = |_: &mut ComparedGame<'a>, _, ruling| follows(ruling != Ruling::Allowed);
            plan.add(place, play(step), Then::Play(refused));
        }
        // If the engine was brought back to a place after the turn, the turn was not taken back since.
        if parts.undo && self.resumed < (Cursor { place, part: Part::Looks }) {
            let mut undo = Plan::default();
            self.plan_undo(&mut undo, place);
            undo.queries.into_iter().for_each(|query| plan.again(place, query));
        }
        if let Some(settled) = step.settled.as_ref().filter(|_| is_legal) {
            plan.again(place, Query::Settle(settled.settlement.clone()));
        }
    }

    /// Adds the turns that were played and taken back before a turn, if this happened in the engine's present game.
    fn plan_detour_again(&self, plan: &mut Plan<'a>, place: usize) {
        if self.resumed <= Cursor::at(place) {
            let mut aside = Plan::default();
            self.plan_detour(&mut aside, place);
            aside.queries.into_iter().for_each(|query| plan.again(place, query));
        }
    }
}

impl Plan<'_> {
    /// Adds a query that the engine answered before and must answer again. The board is not looked at.
    fn again(&mut self, place: usize, query: Query) {
        let then = match query {
            Query::Play { .. } => Then::Play(|_, _, ruling| follows(ruling == Ruling::Allowed)),
            Query::Settle(_) => Then::Settle(|_, _, done| follows(done.is_some())),
            Query::Undo => Then::Undo(|_, _, done| follows(done.is_some())),
            Query::Score => Then::Score(|_, _, _| follows(true)),
            _ => return,
        };
        self.add(place, query, then);
    }
}

/// Continues if the engine does what it did before.
fn follows(does: bool) -> Next {
    Ok(if does { Flow::On } else { Flow::Stop })
}

impl Lockstep<'_> {
    /// Checks that the engine shows the same wrong board when it is asked in another way.
    pub(in crate::compare) fn check_board(&mut self, shown: &Position) -> Result<(), Fault> {
        match self.engine.board_otherwise()? {
            Some(other) if other != *shown => Err(two_boards(shown, &other)),
            _ => Ok(()),
        }
    }

    /// Counts a disagreement under its cause: the disputed turn, or something that should have changed nothing. Leaves the engine
    /// in an arbitrary state.
    pub(in crate::compare) fn attribute(
        &mut self,
        id: FindingId,
        events: Events,
        seen: DifferenceAt,
    ) -> Result<(), Fault> {
        let found = match self.game.id_without_replay(id) {
            Some(found) => found,
            None => {
                let found = self.id_of_cause(id, &seen)?;
                self.game.attributed.insert(id, found);
                found
            }
        };
        self.game.disagree(found, events, seen.place, Some(seen.turn), seen.difference);
        Ok(())
    }

    /// Returns the id of the cause of a disagreement.
    ///
    /// The game is replayed without questions, undo and illegal attempts. If the engine still gives the same answer, the turn
    /// is the cause. Otherwise illegal attempts and then undo are added until it does.
    fn id_of_cause(&mut self, id: FindingId, seen: &DifferenceAt) -> Result<FindingId, Fault> {
        let CompareOptions { ask, undo } = self.game.options;
        let attempts = !self.game.refused.is_empty();
        let refusal = match id.check {
            Check::Status => FindingId { event: Event::RefusalChanges, ..id },
            check => self.game.id_of_change(check, Event::RefusalChanges),
        };
        let undone = self.game.id_of_change(Check::Undo, Event::UndoChanges);
        for (is_tried, parts, found) in [
            (true, Parts::default(), id),
            (attempts, Parts { attempts, undo: false }, refusal),
            (undo, Parts { attempts, undo }, undone),
        ] {
            if is_tried && self.replay(seen.place, parts)? && self.says_again(id, seen)? {
                return Ok(found);
            }
        }
        // If no replay without questions shows the disagreement, the questions that were asked are the cause: those about
        // legality, or those of every game.
        let legality = self.game.result.coverage.checks.get(&Check::Legality);
        let is_answered = legality.is_some_and(|tally| tally.observed > 0);
        let check = if is_answered { Check::Legality } else { id.check };
        Ok(match (ask, undo) {
            (true, _) => self.game.id_of_change(check, Event::QuestionChanges),
            (false, true) => undone,
            (false, false) => id,
        })
    }

    /// Returns whether the engine, brought to the disputed turn again, gives the same answer.
    fn says_again(&mut self, id: FindingId, seen: &DifferenceAt) -> Result<bool, Fault> {
        let Some(ruling) = self.ruling(id.check, seen.turn)? else { return Ok(false) };
        Ok(match &seen.difference {
            Difference::Ruling(_, said) => {
                (*said == Ruling::Allowed) == (ruling == Ruling::Allowed)
            }
            Difference::Board(_, said) => {
                let again = self.engine.board()?.as_ref() == Some(said);
                if again {
                    self.check_board(said)?;
                }
                again
            }
            Difference::Status(_, said) => self.engine.status()? == Some(*said),
            Difference::Score(_, _, said) | Difference::Outcome(_, said) => {
                self.engine.score()? == Some(*said)
            }
            Difference::Ended(..) => ruling == Ruling::Allowed,
            // No part of the game that a replay can leave out changes a generated turn.
            Difference::Generated(..) | Difference::AfterGenerated { .. } => true,
        })
    }

    /// Returns the engine's ruling on a turn, by asking for it or by playing the turn.
    fn ruling(&mut self, check: Check, turn: Turn) -> Result<Option<Ruling>, Fault> {
        match check {
            Check::Legality => self.engine.is_legal(turn),
            _ => self.engine.play(turn).map(Some),
        }
    }

    /// Plays the legal turns before a place and the queries of `parts`, all handed over at once. Returns whether the engine did
    /// what it did before. If it did not, the game must be started again.
    fn replay(&mut self, place: usize, parts: Parts) -> Result<bool, Fault> {
        self.engine.start(&self.game.transcript.record.setup)?;
        let mut plan = Plan::default();
        for earlier in 0..place {
            self.game.plan_again(&mut plan, earlier, parts);
        }
        if parts.undo {
            self.game.plan_detour_again(&mut plan, place);
        }
        Ok(matches!(self.ask(&plan)?, Flow::On))
    }

    /// Brings the engine to the reference's position before a turn, and returns whether it followed.
    pub(in crate::compare) fn resume(&mut self, place: usize) -> Result<bool, Fault> {
        self.game.refused.clear();
        self.replay(place, Parts::default())
    }

    /// Plays a turn that an engine, when asked, refuses without a reason. Returns the reason of its refusal to play. Brings
    /// the engine back before the turn.
    pub(in crate::compare) fn reason_when_played(
        &mut self,
        place: usize,
        turn: Turn,
    ) -> Result<RefusalReason, Fault> {
        if !self.replay(place, Parts::default())? {
            return Ok(RefusalReason::Unstated);
        }
        let reason = match self.engine.play(turn)? {
            Ruling::Allowed => RefusalReason::Unstated,
            Ruling::Forbidden(reason) => reason,
        };
        self.replay(place, Parts::default())?;
        Ok(reason)
    }

    /// Returns whether an engine refuses a legal suicide because it brings an earlier position back.
    ///
    /// The engine refuses for this reason if it accepts a suicide that repeats nothing. A suicide of one stone always repeats the
    /// position. So for one stone, the refusal of a permitted repeat that is no suicide shows the same. The call leaves the
    /// engine in another game.
    pub(in crate::compare) fn refuses_for_repeating(
        &mut self,
        events: Events,
    ) -> Result<bool, Fault> {
        let Setup { rules, .. } = self.game.transcript.record.setup;
        let is_lone = events.contains(Event::LoneSuicidePermitted);
        let accepts = self.has_ruling_on_some(|size| plain_suicides(size, rules, is_lone), true)?;
        Ok(accepts
            || (is_lone
                && self.has_ruling_on_some(|size| permitted_repeats(size, rules), false)?))
    }

    /// Returns whether the engine accepts the last turn of any of some games; if `accepts` is `false`, whether it refuses one.
    /// The games are on the board of the comparison. If this board has no room for them or the engine does not play it, the
    /// games are on the first larger board that fits.
    fn has_ruling_on_some(
        &mut self,
        games: impl Fn(Size) -> Vec<Record>,
        accepts: bool,
    ) -> Result<bool, Fault> {
        let lacks_pass = self.game.conventions.lacks_pass;
        let own = self.game.transcript.record.size();
        let larger = ROOMY.into_iter().filter_map(|side| Size::square(side).ok());
        for size in [own].into_iter().chain(larger) {
            let mut games = games(size);
            games.retain(|game| !lacks_pass || !game.turns.contains(&Turn::Pass));
            let Some(first) = games.first() else { continue };
            match self.engine.start(&first.setup) {
                Ok(()) => {}
                Err(Fault::Unsupported { .. }) => continue,
                Err(fault) => return Err(fault),
            }
            for Record { setup, turns, .. } in games {
                let Some((&last, before)) = turns.split_last() else { continue };
                if plays(self.engine, &setup, before.iter().copied())?
                    && (self.engine.play(last)? == Ruling::Allowed) == accepts
                {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        Ok(false)
    }

    /// Plays a turn after replaying the game. Returns whether the game is then over on the engine, and its score. Returns
    /// `None` if the engine does not accept the turn, or does not show whether it is over. An engine without a status shows
    /// the end by refusing every further turn.
    pub(in crate::compare) fn ends(
        &mut self,
        place: usize,
        turn: Turn,
    ) -> Result<Option<(bool, Option<ReportedScore>)>, Fault> {
        let follows = self.replay(place, Parts::default())?;
        if !follows || self.engine.play(turn)? != Ruling::Allowed {
            return Ok(None);
        }
        let over = match self.engine.status()? {
            Some(status) => status == Status::Over,
            None if self.refuses_what_follows(place, turn)? => true,
            None => return Ok(None),
        };
        Ok(Some((over, if over { self.engine.score()? } else { None })))
    }

    /// Returns whether an engine that has just played a turn refuses everything that is tried afterwards: some plays that no
    /// rule forbids, and the pass. Returns `false` if nothing could be tried.
    fn refuses_what_follows(&mut self, place: usize, turn: Turn) -> Result<bool, Fault> {
        let before = self.game.transcript.before(place);
        let size = before.size();
        let is_free = |point: &Point| before[*point] == Color::Empty && Turn::Play(*point) != turn;
        let has_a_free_neighbor =
            |point: &Point| is_free(point) && size.neighbors(*point).any(|n| is_free(&n));
        let quiet = size.points().filter(has_a_free_neighbor).map(Turn::Play).take(2);
        let pass = (!self.game.conventions.lacks_pass).then_some(Turn::Pass);
        let tried: Vec<Turn> = quiet.chain(pass).collect();
        for &other in &tried {
            if self.engine.play(other)? == Ruling::Allowed {
                return Ok(false);
            }
        }
        Ok(!tried.is_empty())
    }

    /// Returns whether an engine that forbids a legal turn after a pass forbids every turn.
    pub(in crate::compare) fn has_stopped(
        &mut self,
        place: usize,
        turn: Turn,
        check: Check,
    ) -> Result<bool, Fault> {
        if !self.game.is_after_pass(place) {
            return Ok(false);
        }
        let before = self.game.transcript.before(place);
        let is_empty = |point: &Point| before[*point] == Color::Empty;
        // The turns to try are plays that are legal beyond doubt, and the pass.
        let is_quiet = |point: &Point| {
            is_empty(point) && before.size().neighbors(*point).any(|n| is_empty(&n))
        };
        let quiet = before.size().points().filter(is_quiet).map(Turn::Play);
        let tried: Vec<Turn> = quiet.chain([Turn::Pass]).filter(|other| *other != turn).collect();
        for &other in &tried[tried.len().saturating_sub(2)..] {
            if !self.replay(place, Parts::default())?
                || self.ruling(check, other)?.is_none_or(|ruling| ruling == Ruling::Allowed)
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
