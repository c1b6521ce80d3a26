//! A game during comparison, and the comparison of each answer.

use super::attribution::{
    id_of_score, rule_of_status, rules_of_position, rules_of_ruling, rules_of_status,
};
use super::{CompareOptions, Comparison, Difference, Disagreement};
use std::collections::{BTreeMap, BTreeSet};
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::{Event, Events, Expected, Transcript};
use superko_engine::{Conventions, Engine, Fault, ReportedScore, Ruling};
use superko_game::rules::{Rule, Rules};
use superko_game::{Color, Komi, Position, Score, Settlement, Status, Turn};

/// The state of a comparison, without the engine.
pub(super) struct ComparedGame<'a> {
    pub(super) transcript: &'a Transcript,
    pub(super) options: CompareOptions,
    pub(super) result: Comparison,
    /// The conventions in which the engine differs from most engines.
    pub(super) conventions: Conventions,
    /// The place of the last turn before the engine's move cap ends the game.
    pub(super) last_place: Option<usize>,
    /// Whether an accepted illegal turn ends the game, by the rule that it breaks, if this was tried.
    pub(super) illegal_turns_end: BTreeMap<Rule, bool>,
    /// Whether the engine says when the game is over, so that turns after the end may be tried.
    pub(super) tells_end: bool,
    /// The most turns in a row that the engine is asked to take back. 0 or 1 if the engine could take back no more.
    pub(super) undo_limit: usize,
    /// The turns that are played and taken back before a turn to test undo, by its place.
    pub(super) detours: BTreeMap<usize, Vec<Turn>>,
    /// The place to which the engine was last brought back. In its present game, no turn before this place was taken back.
    pub(super) resumed: Cursor,
    /// The places of the illegal attempts that the engine refused since its game was last started.
    pub(super) refused: BTreeSet<usize>,
    /// The legal turn that the engine generated, if it did.
    pub(super) generated: Option<Turn>,
    /// The ids to which disagreements were attributed, by the ids that they had at first.
    pub(super) attributed: BTreeMap<FindingId, FindingId>,
}

/// An engine, and the game that it is compared on.
pub(super) struct Lockstep<'a> {
    pub(super) engine: &'a mut dyn Engine,
    pub(super) game: ComparedGame<'a>,
}

/// A place in a game at which a plan begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cursor {
    /// The number of the step, from 0.
    pub(super) place: usize,
    pub(super) part: Part,
}

/// The parts of a step, in their order; the start comes before the first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Start,
    /// The questions before the turn, from this one on, and the turn.
    Questions(usize),
    /// The board and the status after the turn, and taking the turn back.
    Looks,
    Score,
    /// The settlement of the players, of which the engine is told.
    Settle,
}

impl Cursor {
    /// Returns the beginning of a step.
    pub(super) fn at(place: usize) -> Cursor {
        Cursor { place, part: Part::Questions(0) }
    }
}

/// The consequence of an answer.
pub(super) enum Flow {
    /// The next answers of the plan are compared.
    On,
    /// The engine differs. The cause has to be found: the turn in question, or something else.
    Differs(DifferenceAt),
    /// The engine is asked something else, which decides where the game continues, if it does.
    Then(Box<Recovery>),
    /// The comparison ends: the answers that follow would be about another game.
    Stop,
}

/// The consequence of an answer, unless there is a fault.
pub(super) type Next = Result<Flow, Fault>;

/// The place where the game continues, or `None` if it does not.
pub(super) type Resumed = Result<Option<Cursor>, Fault>;

type Recovery = dyn FnOnce(&mut Lockstep<'_>) -> Resumed;

/// A difference, and where it is.
pub(super) struct DifferenceAt {
    /// The place of the step.
    pub(super) place: usize,
    /// The number of the question that was answered wrongly; `None` for a difference about the turn or after it.
    pub(super) question: Option<usize>,
    /// The turn in question.
    pub(super) turn: Turn,
    pub(super) difference: Difference,
}

impl Flow {
    /// Continues if the engine did what it was to do, and otherwise asks it something else.
    pub(super) fn if_done(
        done: bool,
        otherwise: impl FnOnce(&mut Lockstep<'_>) -> Resumed + 'static,
    ) -> Next {
        if done { Ok(Flow::On) } else { Flow::then(otherwise) }
    }

    pub(super) fn then(recovery: impl FnOnce(&mut Lockstep<'_>) -> Resumed + 'static) -> Next {
        Ok(Flow::Then(Box::new(recovery)))
    }
}

impl<'a> ComparedGame<'a> {
    pub(super) fn new(
        transcript: &'a Transcript,
        options: CompareOptions,
        conventions: Conventions,
    ) -> ComparedGame<'a> {
        let makes_detours = options.undo && !conventions.lacks_pass;
        ComparedGame {
            transcript,
            options,
            last_place: conventions
                .move_cap
                .and_then(|cap| transcript.last_place_of(cap.on(transcript.record.size()))),
            conventions,
            illegal_turns_end: BTreeMap::new(),
            result: Comparison::default(),
            tells_end: true,
            undo_limit: usize::MAX,
            detours: if makes_detours { transcript.detours() } else { BTreeMap::new() },
            resumed: Cursor { place: 0, part: Part::Start },
            refused: BTreeSet::new(),
            generated: None,
            attributed: BTreeMap::new(),
        }
    }

    /// Returns the status after a turn, with the engine's move cap taken into account.
    pub(super) fn status_after(&self, place: usize) -> Status {
        match self.last_place {
            Some(last) if last <= place => Status::Over,
            _ => self.transcript.steps[place].status,
        }
    }

    /// Returns the question or the turn that a difference is about.
    pub(super) fn expected(&self, seen: &DifferenceAt) -> (Check, &'a Expected) {
        let step = &self.transcript.steps[seen.place];
        match seen.question {
            Some(number) => (Check::Legality, &step.questions[number]),
            None => (Check::Play, &step.turn),
        }
    }

    /// Returns whether a turn is a repeat and the engine declares that a repeat ends the game.
    pub(super) fn ends_as_declared(&self, expected: &Expected) -> bool {
        expected.judgment.is_repeat() && self.conventions.repeat.is_some()
    }

    /// If the game is over and the engine does not tell the end of a game, counts the rest as missing and returns `true`.
    pub(super) fn misses_rest(&mut self, next: Cursor) -> bool {
        let (before, rest) = self.transcript.steps.split_at(next.place);
        if self.tells_end || before.iter().all(|step| step.status_in_the_end() != Status::Over) {
            return false;
        }
        for step in rest {
            if self.options.ask {
                step.questions.iter().for_each(|_| self.result.coverage.miss(Check::Legality));
            }
            self.result.coverage.miss(Check::Play);
        }
        true
    }

    pub(super) fn board_at_start(&mut self, _place: usize, shown: Option<Position>) -> Next {
        let Some(shown) = shown else { return self.missing(Check::Board) };
        let start = &self.transcript.record.setup.position;
        let events = Events::default().with(Event::Beginning);
        self.result.coverage.compare(Check::Board, [Rule::TT1, Rule::TT2, Rule::TT5], events);
        if shown == *start {
            return Ok(Flow::On);
        }
        if shown.size() != start.size() {
            let what = format!("a {} board was asked for, not {}", start.size(), shown.size());
            return Err(Fault::Protocol { command: "the position".to_owned(), what });
        }
        let id = FindingId { rule: Rule::TT5, check: Check::Board, event: Event::Beginning };
        self.disagree(id, events, 0, None, Difference::Board(start.clone(), shown));
        Ok(Flow::Stop)
    }

    pub(super) fn status_at_start(&mut self, _place: usize, reported: Option<Status>) -> Next {
        let Some(reported) = reported else {
            self.tells_end = false;
            return self.missing(Check::Status);
        };
        let events = Events::default().with(Event::Beginning);
        self.result.coverage.compare(Check::Status, [Rule::TT5], events);
        let reference = Status::Running { to_move: self.transcript.record.setup.first };
        if reported == reference {
            return Ok(Flow::On);
        }
        let rule = rule_of_status(reference, reported, Rule::passes(self.rules()));
        let id = FindingId { rule, check: Check::Status, event: Event::Beginning };
        self.disagree(id, events, 0, None, Difference::Status(reference, reported));
        Ok(Flow::Stop)
    }

    /// Compares the answers to the questions before a turn, from one of them on.
    pub(super) fn questions(
        &mut self,
        place: usize,
        first: usize,
        rulings: &[Option<Ruling>],
    ) -> Next {
        let questions = self.transcript.steps[place].questions.iter().enumerate().skip(first);
        for ((number, expected), ruling) in questions.zip(rulings) {
            let Some(ruling) = ruling.filter(|_| !self.ends_as_declared(expected)) else {
                self.result.coverage.miss(Check::Legality);
                continue;
            };
            if self.agrees(Check::Legality, expected, ruling) {
                continue;
            }
            let difference = Difference::Ruling(expected.judgment.refusal, ruling);
            let Some(id) = self.id_of_ruling_without_replay(place, expected, ruling) else {
                let (question, turn) = (Some(number), expected.turn);
                return Ok(Flow::Differs(DifferenceAt { place, question, turn, difference }));
            };
            self.disagree(id, expected.events, place, Some(expected.turn), difference);
        }
        Ok(Flow::On)
    }

    pub(super) fn turn(&mut self, place: usize, ruling: Ruling) -> Next {
        let expected = &self.transcript.steps[place].turn;
        self.result.coverage.turns += 1;
        let is_lost = expected.judgment.ends && !expected.is_legal();
        let ends = ruling == Ruling::Allowed && (is_lost || self.ends_as_declared(expected));
        if ends || !self.agrees(Check::Play, expected, ruling) {
            return self.differs(place, Difference::Ruling(expected.judgment.refusal, ruling));
        }
        if !expected.is_legal() {
            self.refused.insert(place);
        }
        Ok(Flow::On)
    }

    /// Counts a ruling, and returns whether both agree on it.
    pub(super) fn agrees(&mut self, check: Check, expected: &Expected, ruling: Ruling) -> bool {
        let rules = rules_of_ruling(expected, self.rules());
        self.result.coverage.compare(check, rules, expected.events);
        self.result.coverage.reach(expected.forms());
        expected.is_legal() == (ruling == Ruling::Allowed)
    }

    pub(super) fn board(&mut self, place: usize, shown: Option<Position>) -> Next {
        let Some(shown) = shown else { return self.missing(Check::Board) };
        let step = &self.transcript.steps[place];
        let rules = rules_of_position(&step.turn, self.rules());
        self.result.coverage.compare(Check::Board, rules, step.turn.events);
        if shown == step.position || self.is_cleared(place, &shown) {
            return Ok(Flow::On);
        }
        self.check_size(&shown)?;
        self.differs(place, Difference::Board(step.position.clone(), shown))
    }

    /// Checks that a board has the size of the game.
    pub(super) fn check_size(&self, shown: &Position) -> Result<(), Fault> {
        let size = self.transcript.record.size();
        if shown.size() == size {
            return Ok(());
        }
        let what = format!("it became {} on a {size} board", shown.size());
        Err(Fault::Protocol { command: "the position".to_owned(), what })
    }

    /// Returns whether a board is the one after a turn, apart from stones that the engine removed since the players agreed on
    /// dead ones. The engine is free to remove dead stones or to leave them.
    fn is_cleared(&self, place: usize, shown: &Position) -> bool {
        let settled =
            self.transcript.steps[..place].iter().filter_map(|step| step.settled.as_ref());
        let mut settlements = settled.map(|settled| &settled.settlement);
        let agreed = settlements
            .any(|settlement| matches!(settlement, Settlement::Agreed(dead) if !dead.is_empty()));
        let position = &self.transcript.steps[place].position;
        let is_left = |point| shown[point] == position[point] || shown[point] == Color::Empty;
        agreed && shown.size() == position.size() && position.size().points().all(is_left)
    }

    pub(super) fn status(&mut self, place: usize, reported: Option<Status>) -> Next {
        let step = &self.transcript.steps[place];
        let Some(reported) = reported else {
            // An engine that refuses a losing turn and tells no status may go on, because another program may count the loss.
            self.tells_end &= step.turn.is_legal() || !step.turn.judgment.ends;
            return self.missing(Check::Status);
        };
        let rules = rules_of_status(&step.turn, self.rules());
        self.result.coverage.compare(Check::Status, rules, step.turn.events);
        let reference = self.status_after(place);
        if reported == reference {
            return Ok(Flow::On);
        }
        self.differs(place, Difference::Status(reference, reported))
    }

    pub(super) fn score(&mut self, place: usize, reported: Option<ReportedScore>) -> Next {
        let Some(reported) = reported else { return self.missing(Check::Score) };
        let step = &self.transcript.steps[place];
        let Some((reference, events)) = step.end else {
            self.outcome(place, reported);
            return Ok(Flow::On);
        };
        let asked = self.rules();
        let is_right = self.is_score(reference, reported);
        // A wrong score says nothing about the other rules that lead to it.
        let counted = match is_right {
            true => &[Rule::TT3, Rule::TT9, Rule::TT10][..],
            false => &[Rule::TT9],
        };
        let is_counted = |rule: &Rule| counted.iter().any(|own| own.number() == rule.number());
        let rules = Rule::in_force(asked).filter(is_counted);
        self.result.coverage.compare(Check::Score, rules, events);
        self.result.coverage.score(reported, is_right);
        if is_right {
            return Ok(Flow::On);
        }
        let difference = Difference::Score(reference, self.komi(), reported);
        let rule = self.rule_of_score(place, reported);
        let Some(id) = self.id_without_replay(id_of_score(events, rule, self.komi())) else {
            return self.differs(place, difference);
        };
        self.disagree(id, events, place, Some(step.turn.turn), difference);
        Ok(Flow::On)
    }

    /// Continues after the players' agreement if the engine could be told of it.
    pub(super) fn settle(&mut self, _place: usize, done: Option<()>) -> Next {
        if done.is_none() {
            self.result.coverage.miss(Check::Status);
        }
        Flow::if_done(done.is_some(), |compared| Ok(Some(compared.game.end())))
    }

    /// Compares whether the game continues after the players' agreement.
    pub(super) fn status_when_settled(&mut self, place: usize, reported: Option<Status>) -> Next {
        let Some(reported) = reported else { return self.missing(Check::Status) };
        let step = &self.transcript.steps[place];
        let (rule, events) = (self.rules().agreement.rule(), step.turn.events);
        self.result.coverage.compare(Check::Status, [rule], events);
        let expected = step.status_in_the_end();
        if reported == expected {
            return Ok(Flow::On);
        }
        let id = FindingId { rule, check: Check::Status, event: Event::TwoPassEnd };
        self.disagree(id, events, place + 1, None, Difference::Status(expected, reported));
        Ok(Flow::Stop)
    }

    /// Compares the score after the players have agreed on dead stones.
    pub(super) fn score_when_settled(
        &mut self,
        place: usize,
        reported: Option<ReportedScore>,
    ) -> Next {
        let Some(reported) = reported else { return self.missing(Check::Score) };
        let settled = self.transcript.steps[place].settled.as_ref();
        let Some((score, events)) = settled.and_then(|settled| settled.end) else {
            return Ok(Flow::On);
        };
        let rule = self.rules().agreement.rule();
        let is_right = self.is_score(score, reported);
        self.result.coverage.compare(Check::Score, [rule], events);
        self.result.coverage.score(reported, is_right);
        if !is_right {
            let id = id_of_score(events, rule, Komi::default());
            let difference = Difference::Score(score, self.komi(), reported);
            self.disagree(id, events, place + 1, None, difference);
        }
        Ok(Flow::On)
    }

    /// Returns whether a reported score is right. A tie may be reported as a win if the engine declares this.
    fn is_score(&self, score: Score, reported: ReportedScore) -> bool {
        let is_tied = ReportedScore::Winner(None).is_of(score, self.komi());
        let tie = self.conventions.tie_winner.filter(|_| is_tied);
        reported.is_of(score, self.komi())
            || tie.is_some_and(|winner| reported == ReportedScore::Winner(Some(winner)))
    }

    pub(super) fn rules(&self) -> Rules {
        self.transcript.record.rules()
    }

    pub(super) fn komi(&self) -> Komi {
        self.transcript.record.setup.komi
    }

    /// Returns the id of a finding about something that must not change the game, but did.
    pub(super) fn id_of_change(&self, check: Check, event: Event) -> FindingId {
        FindingId { rule: Rule::repetition(self.rules()), check, event }
    }

    /// Counts an answer that the engine did not give.
    fn missing(&mut self, check: Check) -> Next {
        self.result.coverage.miss(check);
        Ok(Flow::On)
    }

    /// Reports a difference about a turn, or after it.
    fn differs(&self, place: usize, difference: Difference) -> Next {
        let turn = self.transcript.steps[place].turn.turn;
        Ok(Flow::Differs(DifferenceAt { place, question: None, turn, difference }))
    }

    /// Counts a disagreement, and keeps it if it is the first of its id.
    pub(super) fn disagree(
        &mut self,
        id: FindingId,
        events: Events,
        place: usize,
        turn: Option<Turn>,
        difference: Difference,
    ) {
        let record = self.transcript.record_up_to(place, turn);
        self.result.add(Disagreement { id, events, record, difference });
    }
}
