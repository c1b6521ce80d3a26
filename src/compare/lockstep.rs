//! The engine in step with the transcript of a game: what is asked when, and what each answer means.

use super::attribution::{Refused, rules_of_position, rules_of_ruling};
use super::{CompareOptions, Comparison, Difference, Disagreement, attribution};
use crate::check::{Check, FindingId};
use crate::engine::{Answer, Engine, Fault, Query, RefusalReason, ReportedScore, Ruling};
use crate::game::{Color, Komi, Position, Record, Status, Turn};
use crate::referee::{Event, Events, Expected, Transcript};
use crate::rules::Rule;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// An engine, and the game that it is compared on.
pub(super) struct Lockstep<'a> {
    pub(super) engine: &'a mut dyn Engine,
    pub(super) game: Game<'a>,
}

/// All that is known of the game, but for the engine.
pub(super) struct Game<'a> {
    pub(super) transcript: &'a Transcript,
    pub(super) options: CompareOptions<'a>,
    pub(super) result: Comparison,
    /// Whether the engine says when the game is over, so that turns after the end may be tried.
    tells_end: bool,
    /// Whether the engine took a turn back each time that it was asked to.
    undoes: bool,
    /// The places of the illegal attempts that the engine refused since its game was last started.
    pub(super) refused: BTreeSet<usize>,
    /// What disagreements were found to come from, by what they looked like.
    pub(super) attributed: BTreeMap<FindingId, FindingId>,
}

/// Where in the game the next query belongs.
#[derive(Clone, Copy, Debug)]
struct Cursor {
    /// The number of the step, from 0.
    place: usize,
    part: Part,
}

/// The parts of a step, in their order; the start comes before the first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Start,
    /// The questions before the turn, from this one on.
    Questions(usize),
    Turn,
    /// Taking the turn back.
    Undo,
    /// Playing it again.
    Again,
    Score,
}

/// What an answer means for the game.
enum Flow {
    On,
    /// What follows would be about another game.
    Stop,
    /// The engine has to be asked something else before the game goes on.
    Interrupted(Cursor, Interruption),
}

/// Why a game does not go on as planned.
enum Interruption {
    /// The engine rules otherwise than the reference: on the turn, or on a question.
    Ruling(Ruling),
    /// It shows another position.
    Board(Position),
    /// It is in another status.
    Status(Status),
    /// It reports another score.
    Score(ReportedScore),
    /// It did not take a turn back.
    CannotUndo,
}

impl<'a> Lockstep<'a> {
    pub(super) fn new(
        engine: &'a mut dyn Engine,
        transcript: &'a Transcript,
        options: CompareOptions<'a>,
    ) -> Lockstep<'a> {
        let game = Game {
            transcript,
            options,
            result: Comparison::default(),
            tells_end: true,
            undoes: true,
            refused: BTreeSet::new(),
            attributed: BTreeMap::new(),
        };
        Lockstep { engine, game }
    }

    pub(super) fn run(mut self) -> Comparison {
        match self.play_through() {
            Ok(true) => self.game.result.coverage.games += 1,
            Ok(false) => self.game.result.coverage.cut_short += 1,
            Err(fault) => self.game.result.fault = Some(fault),
        }
        self.game.result
    }

    /// Plays the game to its end, and says whether it came there.
    fn play_through(&mut self) -> Result<bool, Fault> {
        self.engine.start(&self.game.transcript.record.setup)?;
        let mut next = Cursor { place: 0, part: Part::Start };
        loop {
            if self.game.is_after_unknown_end(next) {
                self.game.miss_all_after(next);
                return Ok(true);
            }
            let (queries, cursors, after) = self.game.plan(next);
            if queries.is_empty() {
                return Ok(true);
            }
            match self.ask(&queries, &cursors)? {
                Flow::On => next = after,
                Flow::Stop => return Ok(false),
                Flow::Interrupted(cursor, why) => match self.resolve(cursor, why)? {
                    Some(cursor) => next = cursor,
                    None => return Ok(false),
                },
            }
        }
    }

    /// Asks what is planned, until something comes between.
    fn ask(&mut self, queries: &[Query], cursors: &[Cursor]) -> Result<Flow, Fault> {
        let Lockstep { engine, game } = self;
        let mut flow = Ok(Flow::On);
        let mut answered = 0;
        engine.ask(queries, &mut |answer| {
            let Some(&cursor) = cursors.get(answered) else { return ControlFlow::Break(()) };
            answered += 1;
            flow = answer.and_then(|answer| game.receive(cursor, answer));
            match flow {
                Ok(Flow::On) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        match flow {
            Ok(Flow::On) if answered < queries.len() => Err(Fault::Protocol {
                command: format!("{:?}", queries[answered]),
                what: "no answer was handed over".to_owned(),
            }),
            flow => flow,
        }
    }

    /// Deals with what came between, and says where the game goes on, if it does.
    fn resolve(&mut self, at: Cursor, why: Interruption) -> Result<Option<Cursor>, Fault> {
        let Cursor { place, part } = at;
        let step = &self.game.transcript.steps[place];
        let following = Cursor { place: place + 1, part: Part::Questions(0) };
        match why {
            Interruption::CannotUndo => {
                self.game.undoes = false;
                let resumed = self.resume(place + 1)?;
                Ok(resumed.then_some(Cursor { place, part: Part::Score }))
            }
            Interruption::Ruling(ruling) => {
                let (check, expected) = match part {
                    Part::Questions(number) => (Check::Legality, &step.questions[number]),
                    _ => (Check::Play, &step.turn),
                };
                let id = self.id_of_ruling(check, place, expected, ruling)?;
                let difference = Difference::Ruling(expected.judgment.refusal, ruling);
                self.attribute(id, expected.events, place, expected.turn, difference)?;
                match part {
                    Part::Questions(number) => {
                        let next = Cursor { place, part: Part::Questions(number + 1) };
                        Ok(self.resume(place)?.then_some(next))
                    }
                    // It played a turn that it should not have: back to where the reference is.
                    _ if ruling == Ruling::Allowed => Ok(self.resume(place)?.then_some(following)),
                    _ => Ok(None),
                }
            }
            Interruption::Board(shown) => {
                let id = self.game.id_of_board(place, &shown);
                let difference = Difference::Board(step.position.clone(), shown);
                self.attribute(id, step.turn.events, place, step.turn.turn, difference)?;
                Ok(None)
            }
            Interruption::Status(told) => {
                let id = self.game.id_of_status(place, told);
                let difference = Difference::Status(step.status, told);
                self.attribute(id, step.turn.events, place, step.turn.turn, difference)?;
                let goes_on = !step.turn.is_legal() && self.resume(place)?;
                Ok(goes_on.then_some(following))
            }
            Interruption::Score(told) => {
                let (reference, events) = step.end.expect("a score is asked at the end");
                let id = id_of_score(events);
                let difference = Difference::Score(reference, self.game.komi(), told);
                self.attribute(id, events, place, step.turn.turn, difference)?;
                let back =
                    self.resume(place)? && self.engine.play(step.turn.turn)? == Ruling::Allowed;
                Ok(back.then_some(following))
            }
        }
    }

    /// What a wrong ruling is, judged from the ruling and, where it is a refusal without a reason, from what else the
    /// engine refuses.
    fn id_of_ruling(
        &mut self,
        check: Check,
        place: usize,
        expected: &Expected,
        ruling: Ruling,
    ) -> Result<FindingId, Fault> {
        if let Some(id) = self.game.id_of_acceptance(check, expected) {
            return Ok(id);
        }
        let mut reason = match ruling {
            Ruling::Allowed => RefusalReason::Unstated,
            Ruling::Forbidden(reason) => reason,
        };
        if check == Check::Legality && reason == RefusalReason::Unstated {
            reason = self.reason_when_played(place, expected.turn)?;
        }
        let stopped = self.has_stopped(place, expected.turn, check)?;
        Ok(self.game.id_of_refusal(check, place, expected, reason, stopped))
    }
}

impl<'a> Game<'a> {
    /// What to ask from here on, as long as the engine agrees: up to the end of the game, or to the end of the record
    /// if the game has ended. With each query stands where it belongs; the last cursor is what comes after.
    fn plan(&self, from: Cursor) -> (Vec<Query>, Vec<Cursor>, Cursor) {
        let (mut queries, mut cursors) = (Vec::new(), Vec::new());
        let mut add = |place, part, query| {
            queries.push(query);
            cursors.push(Cursor { place, part });
        };
        if from.part == Part::Start {
            add(0, Part::Start, Query::Board);
            add(0, Part::Start, Query::Status);
        }
        let mut part = if from.part == Part::Start { Part::Questions(0) } else { from.part };
        for (place, step) in self.transcript.steps.iter().enumerate().skip(from.place) {
            let (player, turn) = (step.player, step.turn.turn);
            if let Part::Questions(first) = part {
                let turns: Vec<Turn> = step.questions.iter().skip(first).map(|q| q.turn).collect();
                if self.options.ask && !turns.is_empty() {
                    add(place, part, Query::Legality { player, turns });
                }
                add(place, Part::Turn, Query::Play { player, turn });
                add(place, Part::Turn, Query::Board);
                add(place, Part::Turn, Query::Status);
                if self.options.undo && self.undoes && step.turn.is_legal() {
                    add(place, Part::Undo, Query::Undo);
                    add(place, Part::Undo, Query::Board);
                    add(place, Part::Again, Query::Play { player, turn });
                    add(place, Part::Again, Query::Board);
                }
            }
            part = Part::Questions(0);
            if step.end.is_some() {
                add(place, Part::Score, Query::Score);
                return (queries, cursors, Cursor { place: place + 1, part });
            }
        }
        let place = self.transcript.steps.len();
        (queries, cursors, Cursor { place, part })
    }

    /// Whether the game has ended before this place, and the engine does not say so.
    fn is_after_unknown_end(&self, next: Cursor) -> bool {
        let before = &self.transcript.steps[..next.place.min(self.transcript.steps.len())];
        !self.tells_end && before.iter().any(|step| step.end.is_some())
    }

    /// Counts what is not tried after the end.
    fn miss_all_after(&mut self, next: Cursor) {
        for step in &self.transcript.steps[next.place..] {
            if self.options.ask {
                step.questions.iter().for_each(|_| self.result.coverage.miss(Check::Legality));
            }
            self.result.coverage.miss(Check::Play);
        }
    }

    /// Compares an answer.
    fn receive(&mut self, at: Cursor, answer: Answer) -> Result<Flow, Fault> {
        match (at.part, answer) {
            (Part::Start, Answer::Board(shown)) => self.board_at_start(shown),
            (Part::Start, Answer::Status(told)) => Ok(self.status_at_start(told)),
            (Part::Questions(first), Answer::Legality(rulings)) => {
                Ok(self.questions(at.place, first, &rulings))
            }
            (Part::Turn, Answer::Play(ruling)) => Ok(self.turn(at, ruling)),
            (Part::Turn, Answer::Board(shown)) => self.board(at, shown),
            (Part::Turn, Answer::Status(told)) => Ok(self.status(at, told)),
            (Part::Undo, Answer::Undo(done)) => Ok(self.undo(at, done)),
            (Part::Undo, Answer::Board(shown)) => {
                let before = self.transcript.before(at.place);
                Ok(self.after_undo(at.place, shown.map(|shown| Difference::Board(before, shown))))
            }
            (Part::Again, Answer::Play(ruling)) => {
                Ok(self.after_undo(at.place, Some(Difference::Ruling(None, ruling))))
            }
            (Part::Again, Answer::Board(shown)) => {
                let after = self.transcript.steps[at.place].position.clone();
                Ok(self.after_undo(at.place, shown.map(|shown| Difference::Board(after, shown))))
            }
            (Part::Score, Answer::Score(told)) => Ok(self.score(at, told)),
            (part, answer) => Err(Fault::Protocol {
                command: format!("{part:?}"),
                what: format!("an answer to another question: {answer:?}"),
            }),
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
        let rule = attribution::rule_of_status(reference, told);
        let id = FindingId { rule, check: Check::Status, event: Event::Beginning };
        self.disagree(id, events, 0, None, Difference::Status(reference, told));
        Flow::Stop
    }

    /// Compares the answers to the questions before a turn, from one of them on.
    fn questions(&mut self, place: usize, first: usize, rulings: &[Option<Ruling>]) -> Flow {
        let transcript = self.transcript;
        let questions = transcript.steps[place].questions.iter().enumerate().skip(first);
        for ((number, expected), ruling) in questions.zip(rulings) {
            let Some(ruling) = *ruling else {
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
        if !self.agrees(Check::Play, expected, ruling) {
            return Flow::Interrupted(at, Interruption::Ruling(ruling));
        }
        if !expected.is_legal() {
            self.refused.insert(at.place);
        }
        Flow::On
    }

    /// Counts a ruling, and says whether both agree on it.
    fn agrees(&mut self, check: Check, expected: &Expected, ruling: Ruling) -> bool {
        let rules = self.transcript.record.rules();
        let named = rules_of_ruling(expected.turn, &expected.judgment, rules);
        self.result.coverage.compare(check, named, expected.events);
        expected.is_legal() == (ruling == Ruling::Allowed)
    }

    fn board(&mut self, at: Cursor, shown: Option<Position>) -> Result<Flow, Fault> {
        let Some(shown) = shown else {
            self.result.coverage.miss(Check::Board);
            return Ok(Flow::On);
        };
        let step = &self.transcript.steps[at.place];
        let (size, rules) = (self.transcript.record.size(), self.transcript.record.rules());
        let named = rules_of_position(step.turn.turn, &step.turn.judgment, rules);
        self.result.coverage.compare(Check::Board, named, step.turn.events);
        if shown == step.position {
            return Ok(Flow::On);
        }
        if shown.size() != size {
            let what = format!("it became {} on a {size} board", shown.size());
            return Err(Fault::Protocol { command: "the position".to_owned(), what });
        }
        Ok(Flow::Interrupted(at, Interruption::Board(shown)))
    }

    fn status(&mut self, at: Cursor, told: Option<Status>) -> Flow {
        let Some(told) = told else {
            self.result.coverage.miss(Check::Status);
            return Flow::On;
        };
        let step = &self.transcript.steps[at.place];
        let passed = step.turn.turn == Turn::Pass;
        let rules = if passed { &[Rule::TT5, Rule::TT8][..] } else { &[Rule::TT5] };
        self.result.coverage.compare(Check::Status, rules.iter().copied(), step.turn.events);
        match told == step.status {
            true => Flow::On,
            false => Flow::Interrupted(at, Interruption::Status(told)),
        }
    }

    fn undo(&mut self, at: Cursor, done: Option<()>) -> Flow {
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

    fn score(&mut self, at: Cursor, told: Option<ReportedScore>) -> Flow {
        let Some(told) = told else {
            self.result.coverage.miss(Check::Score);
            return Flow::On;
        };
        let step = &self.transcript.steps[at.place];
        let (reference, events) = step.end.expect("a score is asked at the end");
        let rules = [Rule::TT3, Rule::TT9, Rule::TT10];
        self.result.coverage.compare(Check::Score, rules, events);
        let komi = self.komi().quarter_points;
        let agreed = match told {
            ReportedScore::Areas(score) => score == reference,
            ReportedScore::Margin { quarter_points } => {
                quarter_points == 4 * reference.margin() - komi
            }
        };
        if agreed {
            return Flow::On;
        }
        match self.settled(id_of_score(events)) {
            Some(id) => {
                let difference = Difference::Score(reference, self.komi(), told);
                self.disagree(id, events, at.place, Some(step.turn.turn), difference);
                Flow::On
            }
            None => Flow::Interrupted(at, Interruption::Score(told)),
        }
    }

    fn komi(&self) -> Komi {
        self.transcript.record.setup.komi
    }

    /// What a disagreement is put down to, if nothing has to be tried to know that.
    pub(super) fn settled(&self, id: FindingId) -> Option<FindingId> {
        let CompareOptions { ask, undo, known } = self.options;
        let suspects = !self.refused.is_empty() || ask || undo;
        if known.contains_key(&id) || !suspects {
            return Some(id);
        }
        self.attributed.get(&id).copied()
    }

    /// The same for the answer to a question.
    fn settled_ruling(
        &self,
        place: usize,
        expected: &Expected,
        ruling: Ruling,
    ) -> Option<FindingId> {
        match (self.id_of_acceptance(Check::Legality, expected), ruling) {
            (Some(id), _) => self.settled(id),
            // To find the reason of a bare no takes more games; one is enough for each event.
            (None, Ruling::Forbidden(RefusalReason::Unstated)) => {
                self.met_before(Check::Legality, expected.events)
            }
            (None, Ruling::Forbidden(reason)) if !self.is_after_pass(place) => {
                self.settled(self.id_of_refusal(Check::Legality, place, expected, reason, false))
            }
            (None, _) => None,
        }
    }

    /// Whether the last turn before this place was a pass.
    pub(super) fn is_after_pass(&self, place: usize) -> bool {
        let mut before = self.transcript.steps[..place].iter().rev();
        let last = before.find(|step| step.turn.is_legal());
        last.is_some_and(|step| step.turn.turn == Turn::Pass)
    }

    /// A finding of this check and of the most telling of these events, if one is known.
    fn met_before(&self, check: Check, events: Events) -> Option<FindingId> {
        let event = events.first()?;
        let mut met = self.options.known.keys().chain(self.attributed.values());
        met.find(|id| id.check == check && id.event == event).copied()
    }

    /// What it is that the engine accepts a turn, if that turn is illegal.
    fn id_of_acceptance(&self, check: Check, expected: &Expected) -> Option<FindingId> {
        let rules = self.transcript.record.rules();
        let rule = attribution::rule_of_refusal(expected.judgment.refusal?, rules);
        Some(FindingId { rule, check, event: expected.events.first().unwrap_or(Event::Quiet) })
    }

    /// What it is that the engine refuses a legal turn, for this reason; `stopped` if it refuses every turn after a
    /// pass.
    fn id_of_refusal(
        &self,
        check: Check,
        place: usize,
        expected: &Expected,
        reason: RefusalReason,
        stopped: bool,
    ) -> FindingId {
        let player = self.transcript.steps[place].player;
        let before = self.transcript.before(place);
        let held_by = |color| self.held_before(place, color, expected.turn);
        let refused = Refused {
            rules: self.transcript.record.rules(),
            before: &before,
            turn: expected.turn,
            events: expected.events,
            reason,
            player,
            held_before: held_by(player.color()),
            held_any: held_by(Color::Black) || held_by(Color::White),
            stopped,
        };
        let event = expected.events.first().unwrap_or(Event::Quiet);
        FindingId { rule: refused.rule(), check, event }
    }

    fn id_of_board(&self, place: usize, shown: &Position) -> FindingId {
        let step = &self.transcript.steps[place];
        let rules = self.transcript.record.rules();
        let (rule, event) = if step.turn.is_legal() {
            let before = self.transcript.before(place);
            let both = (&step.position, shown);
            let turn = step.turn.turn;
            let rule = attribution::rule_of_position(&before, step.player, turn, rules, both);
            (rule, step.turn.events.first().unwrap_or(Event::Quiet))
        } else {
            (Rule::repetition(rules), Event::RefusalChanges)
        };
        FindingId { rule, check: Check::Board, event }
    }

    fn id_of_status(&self, place: usize, told: Status) -> FindingId {
        let step = &self.transcript.steps[place];
        let event = match step.turn.is_legal() {
            true => step.turn.events.first().unwrap_or(Event::Quiet),
            false => Event::RefusalChanges,
        };
        let rule = attribution::rule_of_status(step.status, told);
        FindingId { rule, check: Check::Status, event }
    }

    /// Whether the point of a play held a stone of this color in an earlier position.
    fn held_before(&self, place: usize, color: Color, turn: Turn) -> bool {
        let steps = &self.transcript.steps[..place];
        turn.point().is_some_and(|point| steps.iter().any(|step| step.position[point] == color))
    }

    /// Counts a disagreement, and keeps it if it is news.
    pub(super) fn disagree(
        &mut self,
        id: FindingId,
        events: Events,
        place: usize,
        turn: Option<Turn>,
        difference: Difference,
    ) {
        let Record { setup, turns } = &self.transcript.record;
        let turns = turns[..place].iter().copied().chain(turn).collect();
        let record = Record { setup: setup.clone(), turns };
        let disagreement = Disagreement { id, events, record, difference };
        self.result.coverage.deviate(&disagreement);
        let turns = disagreement.record.turns.len();
        let news = self.options.known.get(&id).is_none_or(|&known| turns < known);
        let met = |other: &Disagreement| other.id == id;
        if news && !self.result.disagreements.iter().any(met) {
            self.result.disagreements.push(disagreement);
        }
    }
}

fn id_of_score(events: Events) -> FindingId {
    let event = events.first().unwrap_or(Event::Scored);
    FindingId { rule: Rule::TT9, check: Check::Score, event }
}
