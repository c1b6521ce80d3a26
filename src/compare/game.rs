//! A game during comparison: which questions to ask when, and what each answer means.

use super::attribution::{self, id_of_score, rules_of_position, rules_of_ruling};
use super::{CompareOptions, Comparison, Difference, Disagreement};
use crate::check::{Check, FindingId};
use crate::engine::{Answer, Conventions, Fault, Query, ReportedScore, Ruling};
use crate::game::{Color, Komi, Position, Score, Settlement, Status, Turn};
use crate::referee::{Event, Events, Expected, Refusal, Transcript};
use crate::rules::{PassCost, Rule};
use std::collections::{BTreeMap, BTreeSet};

/// All that is known about the game, except for the engine.
pub(super) struct Game<'a> {
    pub(super) transcript: &'a Transcript,
    pub(super) options: CompareOptions,
    pub(super) result: Comparison,
    /// The conventions in which the engine differs from most engines.
    pub(super) conventions: Conventions,
    /// The place of the turn after which the game is over by a cap that the engine has.
    pub(super) last_place: Option<usize>,
    /// Whether an illegal turn that the engine accepts ends the game, by the rule that it breaks, once that was tried.
    pub(super) illegal_turns_end: BTreeMap<Rule, bool>,
    /// Whether the engine says when the game is over, so that turns after the end may be tried.
    pub(super) tells_end: bool,
    /// Whether the engine took a turn back each time that it was asked to.
    pub(super) undoes: bool,
    /// Whether it took two turns back each time that it was asked to.
    pub(super) undoes_two: bool,
    /// What is played and taken back before turns, where undo is looked at.
    pub(super) asides: BTreeMap<usize, Vec<Turn>>,
    /// Where the engine was brought back to last: before that, no turn was taken back in the game that it has now.
    pub(super) resumed: Cursor,
    /// The places of the illegal attempts that the engine refused since its game was last started.
    pub(super) refused: BTreeSet<usize>,
    /// The legal turn that the engine generated, if it did.
    pub(super) generated: Option<Turn>,
    /// What disagreements were found to come from, by what they looked like.
    pub(super) attributed: BTreeMap<FindingId, FindingId>,
}

/// Where in the game the next query belongs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    /// The number of the step, from 0.
    pub(super) place: usize,
    pub(super) part: Part,
}

/// The parts of a step, in their order; the start comes before the first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Start,
    /// Turns before a turn, which are taken back: see [`Transcript::asides`].
    Aside,
    /// Taking them back.
    Back,
    /// The questions before the turn, from this one on.
    Questions(usize),
    Turn,
    /// Taking the turn back.
    Undo,
    /// Taking the turn before it back too.
    UndoBefore,
    /// Playing the turn before it again.
    AgainBefore,
    /// Playing it again.
    Again,
    Score,
    /// Telling the engine what the players settle.
    Settle,
    /// What became of the game by that.
    Settled,
    /// Asking which turn the engine would play, in place of the turn.
    Generate,
    /// Looking at what that has changed.
    Generated,
    /// Having it generate a turn that it plays.
    GenerateAndPlay,
}

/// What an answer means for the game.
pub(super) enum Flow {
    On,
    /// What follows would be about another game.
    Stop,
    /// The engine has to be asked something else before the game continues.
    Interrupted(Cursor, Interruption),
}

/// Why a game does not continue as planned.
pub(super) enum Interruption {
    /// The engine rules differently from the reference: on the turn, or on a question.
    Ruling(Ruling),
    /// It shows another position.
    Board(Position),
    /// It is in another status.
    Status(Status),
    /// It reports another score.
    Score(ReportedScore),
    /// It did not take a turn back.
    CannotUndo,
    /// It cannot be told what the players settle.
    CannotSettle,
    /// It was asked which turn it would play, and may have generated a legal one.
    Generated(Option<Turn>),
    /// It has generated and played a turn.
    Played(Turn),
}

impl<'a> Game<'a> {
    pub(super) fn new(
        transcript: &'a Transcript,
        options: CompareOptions,
        conventions: Conventions,
    ) -> Game<'a> {
        let goes_aside = options.undo && !conventions.lacks_pass;
        Game {
            transcript,
            options,
            last_place: conventions
                .move_cap
                .and_then(|cap| transcript.last_place_of(cap.on(transcript.record.size()))),
            conventions,
            illegal_turns_end: BTreeMap::new(),
            result: Comparison::default(),
            tells_end: true,
            undoes: true,
            undoes_two: true,
            asides: if goes_aside { transcript.asides() } else { BTreeMap::new() },
            resumed: Cursor { place: 0, part: Part::Start },
            refused: BTreeSet::new(),
            generated: None,
            attributed: BTreeMap::new(),
        }
    }

    /// What to ask from here on, as long as the engine agrees: up to the end of the game, or to the end of the record
    /// if the game has ended. With each query stands where it belongs; the last cursor is what comes after.
    pub(super) fn plan(&self, from: Cursor) -> (Vec<Query>, Vec<Cursor>, Cursor) {
        let (mut queries, mut cursors) = (Vec::new(), Vec::new());
        let mut add = |place, part, query| {
            queries.push(query);
            cursors.push(Cursor { place, part });
        };
        if from.part == Part::Start {
            if self.transcript.looks_at_start {
                add(0, Part::Start, Query::Board);
            }
            // Whether the engine says when a game is over has to be known before that.
            add(0, Part::Start, Query::Status);
        }
        let mut part = if from.part == Part::Start { Part::Questions(0) } else { from.part };
        for (place, step) in self.transcript.steps.iter().enumerate().skip(from.place) {
            let (player, turn) = (step.player, step.turn.turn);
            if !step.generation.is_empty() {
                if part == Part::GenerateAndPlay {
                    add(place, part, Query::GenerateAndPlay);
                } else {
                    add(place, Part::Generate, Query::Generate);
                    add(place, Part::Generated, Query::Board);
                }
                break;
            }
            if let Part::Questions(first) = part {
                if first == 0 {
                    for (part, query) in self.plan_asides(place) {
                        add(place, part, query);
                    }
                }
                let turns: Vec<Turn> = step.questions.iter().skip(first).map(|q| q.turn).collect();
                if self.options.ask && !turns.is_empty() {
                    add(place, part, Query::Legality { player, turns });
                }
                let is_after_end = step.turn.events.contains(Event::PassAfterEnd);
                if is_after_end && self.conventions.passes_after_end {
                    part = Part::Questions(0);
                    continue;
                }
                add(place, Part::Turn, Query::Play { player, turn });
            }
            if matches!(part, Part::Questions(_) | Part::Turn) {
                if step.look {
                    add(place, Part::Turn, Query::Board);
                }
                if step.look || self.last_place == Some(place) {
                    add(place, Part::Turn, Query::Status);
                }
                if self.last_place == Some(place) {
                    break;
                }
                for (part, query) in self.plan_undo(place) {
                    add(place, part, query);
                }
            }
            let is_scored = part == Part::Settle;
            part = Part::Questions(0);
            if step.turn.judgment.ends {
                if !is_scored && (step.end.is_some() || step.decided.is_some()) {
                    add(place, Part::Score, Query::Score);
                }
                if let Some(settled) = &step.settled {
                    add(place, Part::Settle, Query::Settle(settled.settlement.clone()));
                    add(place, Part::Settled, Query::Status);
                    if settled.end.is_some() {
                        add(place, Part::Settled, Query::Score);
                    }
                }
                return (queries, cursors, Cursor { place: place + 1, part });
            }
        }
        let place = self.transcript.steps.len();
        (queries, cursors, Cursor { place, part })
    }

    /// The status after a turn, a cap taken into account that the engine has.
    pub(super) fn status_after(&self, place: usize) -> Status {
        match self.last_place {
            Some(last) if last <= place => Status::Over,
            _ => self.transcript.steps[place].status,
        }
    }

    /// Whether a play is one by which the game ends on this engine, as it says.
    pub(super) fn ends_as_declared(&self, expected: &Expected) -> bool {
        let repeats = matches!(expected.judgment.refusal, Some(Refusal::Repetition { .. }));
        repeats && self.conventions.repeat.is_some()
    }

    /// Whether the game has ended before this place, and the engine does not say so.
    pub(super) fn is_after_unknown_end(&self, next: Cursor) -> bool {
        let before = &self.transcript.steps[..next.place.min(self.transcript.steps.len())];
        !self.tells_end && before.iter().any(|step| step.status_in_the_end() == Status::Over)
    }

    /// Counts what is not tried after the end.
    pub(super) fn miss_all_after(&mut self, next: Cursor) {
        for step in &self.transcript.steps[next.place..] {
            if self.options.ask {
                step.questions.iter().for_each(|_| self.result.coverage.miss(Check::Legality));
            }
            self.result.coverage.miss(Check::Play);
        }
    }

    /// Compares an answer.
    pub(super) fn receive(&mut self, at: Cursor, answer: Answer) -> Result<Flow, Fault> {
        match (at.part, answer) {
            (Part::Start, Answer::Board(shown)) => self.board_at_start(shown),
            (Part::Start, Answer::Status(told)) => Ok(self.status_at_start(told)),
            (Part::Aside, Answer::Play(Ruling::Allowed)) => Ok(Flow::On),
            (Part::Aside, Answer::Play(_)) => Ok(Flow::Interrupted(at, Interruption::CannotUndo)),
            (Part::Aside, Answer::Score(_)) => Ok(Flow::On),
            (Part::Back, Answer::Undo(done)) => Ok(self.took_turn_back(at, done)),
            (Part::Questions(first), Answer::Legality(rulings)) => {
                Ok(self.questions(at.place, first, &rulings))
            }
            (Part::Turn, Answer::Play(ruling)) => Ok(self.turn(at, ruling)),
            (Part::Turn, Answer::Board(shown)) => self.board(at, shown),
            (Part::Turn, Answer::Status(told)) => Ok(self.status(at, told)),
            (Part::Undo | Part::UndoBefore | Part::AgainBefore | Part::Again, answer) => {
                self.undone(at, answer)
            }
            (Part::Score, Answer::Score(told)) => Ok(self.score(at, told)),
            (Part::Settle, Answer::Settle(None)) => {
                self.result.coverage.miss(Check::Status);
                Ok(Flow::Interrupted(at, Interruption::CannotSettle))
            }
            (Part::Settle, Answer::Settle(Some(()))) => Ok(Flow::On),
            (Part::Settled, Answer::Status(told)) => Ok(self.status_when_settled(at.place, told)),
            (Part::Settled, Answer::Score(told)) => Ok(self.score_when_settled(at.place, told)),
            (Part::Generate, Answer::Generate(turn)) => self.generated(at.place, turn),
            (Part::Generated, Answer::Board(shown)) => self.board_when_generated(at, shown),
            (Part::GenerateAndPlay, Answer::GenerateAndPlay(turn)) => {
                Ok(self.generated_and_played(at, turn))
            }
            (part, answer) => Err(misplaced(part, &answer)),
        }
    }

    fn board_at_start(&mut self, shown: Option<Position>) -> Result<Flow, Fault> {
        let Some(shown) = shown else {
            self.result.coverage.miss(Check::Board);
            return Ok(Flow::On);
        };
        let start = &self.transcript.record.setup.position;
        let events = Events::default().with(Event::Beginning);
        let rules = [Rule::TT1, Rule::TT2, Rule::TT5];
        self.result.coverage.compare(Check::Board, rules, events);
        if shown == *start {
            return Ok(Flow::On);
        }
        if shown.size() != start.size() {
            let what = format!("a {} board was asked for, not {}", start.size(), shown.size());
            return Err(Fault::Protocol { command: "the position".to_owned(), what });
        }
        let id = FindingId { rule: Rule::TT5, check: Check::Board, event: Event::Beginning };
        let difference = Difference::Board(start.clone(), shown);
        self.disagree(id, events, 0, None, difference);
        Ok(Flow::Stop)
    }

    fn status_at_start(&mut self, told: Option<Status>) -> Flow {
        let Some(told) = told else {
            self.tells_end = false;
            self.result.coverage.miss(Check::Status);
            return Flow::On;
        };
        let events = Events::default().with(Event::Beginning);
        self.result.coverage.compare(Check::Status, [Rule::TT5], events);
        let reference = Status::Running { to_move: self.transcript.record.setup.first };
        if told == reference {
            return Flow::On;
        }
        let end = Rule::passes(self.transcript.record.rules());
        let rule = attribution::rule_of_status(reference, told, end);
        let id = FindingId { rule, check: Check::Status, event: Event::Beginning };
        self.disagree(id, events, 0, None, Difference::Status(reference, told));
        Flow::Stop
    }

    /// Compares the answers to the questions before a turn, from one of them on.
    fn questions(&mut self, place: usize, first: usize, rulings: &[Option<Ruling>]) -> Flow {
        let transcript = self.transcript;
        let questions = transcript.steps[place].questions.iter().enumerate().skip(first);
        for ((number, expected), ruling) in questions.zip(rulings) {
            let Some(ruling) = ruling.filter(|_| !self.ends_as_declared(expected)) else {
                self.result.coverage.miss(Check::Legality);
                continue;
            };
            if self.agrees(Check::Legality, expected, ruling) {
                continue;
            }
            match self.settled_ruling(place, expected, ruling) {
                Some(id) => {
                    let difference = Difference::Ruling(expected.judgment.refusal, ruling);
                    self.disagree(id, expected.events, place, Some(expected.turn), difference);
                }
                None => {
                    let at = Cursor { place, part: Part::Questions(number) };
                    return Flow::Interrupted(at, Interruption::Ruling(ruling));
                }
            }
        }
        Flow::On
    }

    fn turn(&mut self, at: Cursor, ruling: Ruling) -> Flow {
        let expected = &self.transcript.steps[at.place].turn;
        self.result.coverage.turns += 1;
        let is_lost = expected.judgment.ends && !expected.is_legal();
        if ruling == Ruling::Allowed && (is_lost || self.ends_as_declared(expected)) {
            return Flow::Interrupted(at, Interruption::Ruling(ruling));
        }
        if !self.agrees(Check::Play, expected, ruling) {
            return Flow::Interrupted(at, Interruption::Ruling(ruling));
        }
        if !expected.is_legal() {
            self.refused.insert(at.place);
        }
        Flow::On
    }

    /// Counts a ruling, and says whether both agree on it.
    pub(super) fn agrees(&mut self, check: Check, expected: &Expected, ruling: Ruling) -> bool {
        let rules = self.transcript.record.rules();
        let named = rules_of_ruling(expected.turn, &expected.judgment, rules);
        self.result.coverage.compare(check, named, expected.events);
        self.result.coverage.reach(expected.forms());
        expected.is_legal() == (ruling == Ruling::Allowed)
    }

    fn board(&mut self, at: Cursor, shown: Option<Position>) -> Result<Flow, Fault> {
        let Some(shown) = shown else {
            self.result.coverage.miss(Check::Board);
            return Ok(Flow::On);
        };
        let step = &self.transcript.steps[at.place];
        let named =
            rules_of_position(step.turn.turn, &step.turn.judgment, self.transcript.record.rules());
        self.result.coverage.compare(Check::Board, named, step.turn.events);
        if shown == step.position || self.is_cleared(at.place, &shown) {
            return Ok(Flow::On);
        }
        self.of_the_size(&shown)?;
        Ok(Flow::Interrupted(at, Interruption::Board(shown)))
    }

    /// Checks that a board has the size of the game.
    pub(super) fn of_the_size(&self, shown: &Position) -> Result<(), Fault> {
        let size = self.transcript.record.size();
        if shown.size() == size {
            return Ok(());
        }
        let what = format!("it became {} on a {size} board", shown.size());
        Err(Fault::Protocol { command: "the position".to_owned(), what })
    }

    /// Whether a board is that after a turn, except for stones that an engine has removed since the players
    /// agreed on dead ones. The engine is free to remove them or to leave them.
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

    fn status(&mut self, at: Cursor, told: Option<Status>) -> Flow {
        let step = &self.transcript.steps[at.place];
        let Some(told) = told else {
            // Of an engine that refuses a turn, and does not say that the game is lost by it, somebody else may keep account:
            // it may go on.
            self.tells_end &= step.turn.is_legal() || !step.turn.judgment.ends;
            self.result.coverage.miss(Check::Status);
            return Flow::On;
        };
        let rules = attribution::rules_of_status(&step.turn, self.transcript.record.rules());
        self.result.coverage.compare(Check::Status, rules, step.turn.events);
        match told == self.status_after(at.place) {
            true => Flow::On,
            false => Flow::Interrupted(at, Interruption::Status(told)),
        }
    }

    fn score(&mut self, at: Cursor, told: Option<ReportedScore>) -> Flow {
        let Some(told) = told else {
            self.result.coverage.miss(Check::Score);
            return Flow::On;
        };
        let step = &self.transcript.steps[at.place];
        let Some((reference, events)) = step.end else {
            self.outcome(at.place, told);
            return Flow::On;
        };
        let asked = self.transcript.record.rules();
        let mut rules = vec![Rule::TT3, Rule::score(asked), Rule::TT10];
        if asked.pass != PassCost::Free {
            rules.push(asked.pass.rule());
        }
        self.result.coverage.compare(Check::Score, rules, events);
        if told.is_of(reference, self.komi()) || self.is_tie_as_declared(reference, told) {
            return Flow::On;
        }
        match self.settled(id_of_score(events, asked, self.komi())) {
            Some(id) => {
                let difference = Difference::Score(reference, self.komi(), told);
                self.disagree(id, events, at.place, Some(step.turn.turn), difference);
                Flow::On
            }
            None => Flow::Interrupted(at, Interruption::Score(told)),
        }
    }

    /// Compares whether the game continues after the players' agreement.
    fn status_when_settled(&mut self, place: usize, told: Option<Status>) -> Flow {
        let Some(told) = told else {
            self.result.coverage.miss(Check::Status);
            return Flow::On;
        };
        let step = &self.transcript.steps[place];
        let rule = self.transcript.record.rules().agreement.rule();
        let events = step.turn.events;
        self.result.coverage.compare(Check::Status, [rule], events);
        let expected = step.status_in_the_end();
        if told == expected {
            return Flow::On;
        }
        let id = FindingId { rule, check: Check::Status, event: Event::TwoPassEnd };
        self.disagree_settled(id, events, place, Difference::Status(expected, told));
        Flow::Stop
    }

    /// Compares the score when the players have agreed on dead stones.
    fn score_when_settled(&mut self, place: usize, told: Option<ReportedScore>) -> Flow {
        let Some(told) = told else {
            self.result.coverage.miss(Check::Score);
            return Flow::On;
        };
        let settled = self.transcript.steps[place].settled.as_ref();
        let Some((score, events)) = settled.and_then(|settled| settled.end) else {
            return Flow::On;
        };
        let rules = self.transcript.record.rules();
        self.result.coverage.compare(Check::Score, [rules.agreement.rule()], events);
        if !told.is_of(score, self.komi()) && !self.is_tie_as_declared(score, told) {
            let rule = rules.agreement.rule();
            let id = FindingId {
                rule,
                check: Check::Score,
                event: id_of_score(events, rules, Komi::default()).event,
            };
            self.disagree_settled(id, events, place, Difference::Score(score, self.komi(), told));
        }
        Flow::On
    }

    /// Whether a tie is reported as a win, as the engine declares.
    fn is_tie_as_declared(&self, score: Score, told: ReportedScore) -> bool {
        let is_tied = ReportedScore::Winner(None).is_of(score, self.komi());
        let tie = self.conventions.tie_winner.filter(|_| is_tied);
        tie.is_some_and(|winner| told == ReportedScore::Winner(Some(winner)))
    }

    /// Counts a disagreement on what the players settled after a turn.
    fn disagree_settled(
        &mut self,
        id: FindingId,
        events: Events,
        place: usize,
        difference: Difference,
    ) {
        let record = self.transcript.record_up_to(place + 1, None);
        self.result.add(Disagreement { id, events, record, difference });
    }

    pub(super) fn komi(&self) -> Komi {
        self.transcript.record.setup.komi
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

/// Makes the fault for an answer that does not belong to the question.
pub(super) fn misplaced(part: Part, answer: &Answer) -> Fault {
    Fault::Protocol {
        command: format!("{part:?}"),
        what: format!("an answer to another question: {answer:?}"),
    }
}
