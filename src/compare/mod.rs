//! Holding a engine against a transcript, turn by turn and check by check.

pub(crate) mod attribute;
mod blame;
mod coverage;
mod disagreement;

pub use coverage::{Coverage, Tally};
pub use disagreement::{Difference, Disagreement};

use crate::check::{Check, FindingId};
use crate::compare::attribute::Refused;
use crate::engine::{Engine, Fault, Prefetched, RefusalReason, ReportedScore, Ruling};
use crate::game::{Color, Player, Position, Record, Status, Turn};
use crate::referee::{Event, Events, Expected, Step, Transcript};
use crate::rules::Rule;
use std::collections::{BTreeMap, BTreeSet};

/// The outcome of examining a engine on one record.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The engine agreed in everything that it did not withhold.
    Agreed(Coverage),
    /// It did not.
    Disagreed(Box<Disagreement>),
    /// The examination could not be finished. Never to be counted as agreement.
    Inconclusive {
        /// What was being played.
        record: Record,
        /// What came between.
        fault: Fault,
    },
}

/// How an examination is made.
#[derive(Clone, Copy, Debug)]
pub struct CompareOptions<'a> {
    /// Whether the questions of the transcript are asked.
    pub ask: bool,
    /// Whether every legal turn is also taken back and taken again.
    pub undo: bool,
    /// Causes that were found before, and in how many turns: their disagreements are counted, and the examination
    /// goes on where it can; only a shorter game is worth telling.
    pub known: &'a BTreeMap<FindingId, usize>,
}

/// What came of holding a engine against a transcript.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// What was compared.
    pub coverage: Coverage,
    /// Disagreements whose cause was not known before, in the order met.
    pub disagreements: Vec<Disagreement>,
    /// What ended the examination early, if anything did.
    pub fault: Option<Fault>,
}

/// Examines a engine on a transcript and says whether it agrees; of several disagreements the first is returned.
pub fn examine(engine: &mut dyn Engine, transcript: &Transcript) -> Verdict {
    let known = BTreeMap::new();
    let findings =
        compare(engine, transcript, CompareOptions { ask: true, undo: false, known: &known });
    let Findings { coverage, disagreements, fault } = findings;
    match (disagreements.into_iter().next(), fault) {
        (Some(first), _) => Verdict::Disagreed(Box::new(first)),
        (None, Some(fault)) => Verdict::Inconclusive { record: transcript.record.clone(), fault },
        (None, None) => Verdict::Agreed(coverage),
    }
}

/// Examines a engine on a transcript, past disagreements where that is possible.
pub fn compare(
    engine: &mut dyn Engine,
    transcript: &Transcript,
    options: CompareOptions<'_>,
) -> Findings {
    let mut examination = Examination {
        engine,
        transcript,
        options,
        findings: Findings::default(),
        over: true,
        refused: BTreeSet::new(),
        blamed: BTreeMap::new(),
    };
    match examination.run() {
        Ok(Next::On) => examination.findings.coverage.games += 1,
        Ok(Next::Stop) => examination.findings.coverage.cut_short += 1,
        Err(fault) => examination.findings.fault = Some(fault),
    }
    examination.findings
}

/// Whether the examination of a record can go on after a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    On,
    Stop,
}

/// What came of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compared {
    Agrees,
    /// It disagrees, and so it can go on or not.
    Differs(Next),
}

struct Examination<'a> {
    engine: &'a mut dyn Engine,
    transcript: &'a Transcript,
    options: CompareOptions<'a>,
    findings: Findings,
    /// Whether the engine says when the game is over, so that turns after the end may be tried.
    over: bool,
    /// The places of the illegal attempts that the engine refused since it was last brought where it is.
    refused: BTreeSet<usize>,
    /// What disagreements were found to come from, by what they looked like.
    blamed: BTreeMap<FindingId, FindingId>,
}

impl Examination<'_> {
    fn run(&mut self) -> Result<Next, Fault> {
        let Record { size, rules, .. } = self.transcript.record;
        self.engine.start(size, &rules)?;
        if self.compare_beginning()? == Next::Stop {
            return Ok(Next::Stop);
        }
        let transcript = self.transcript;
        self.engine.prefetch(&self.ahead());
        for (place, step) in transcript.steps.iter().enumerate() {
            if self.options.ask && self.ask(place, step)? == Next::Stop {
                return Ok(Next::Stop);
            }
            if self.turn(place, step)? == Next::Stop {
                return Ok(Next::Stop);
            }
        }
        Ok(Next::On)
    }

    /// What the engine will be asked up to the end of the game, if it agrees throughout.
    fn ahead(&self) -> Vec<Prefetched> {
        let steps = &self.transcript.steps;
        // After the end the score is asked for first.
        let end = steps.iter().position(|step| step.end.is_some());
        let steps = &steps[..end.map_or(steps.len(), |end| end + 1)];
        steps
            .iter()
            .map(|step| Prefetched {
                questions: match self.options.ask {
                    true => step.questions.iter().map(|question| question.turn).collect(),
                    false => Vec::new(),
                },
                turn: step.turn.turn,
                legal: step.turn.is_legal(),
                undone: self.options.undo && step.turn.is_legal(),
            })
            .collect()
    }

    fn compare_beginning(&mut self) -> Result<Next, Fault> {
        let empty = Position::empty(self.transcript.record.size);
        let events = Events::default().with(Event::Beginning);
        match self.engine.board()? {
            None => self.findings.coverage.miss(Check::Board),
            Some(engine) => {
                let sentences = [Rule::TT1, Rule::TT2, Rule::TT5];
                self.findings.coverage.compare(Check::Board, sentences, events);
                if engine != empty {
                    if engine.size() != empty.size() {
                        return Err(Fault::Protocol {
                            command: "the position".to_owned(),
                            what: format!(
                                "a {} board was asked for, not {}",
                                empty.size(),
                                engine.size()
                            ),
                        });
                    }
                    let rule = Rule::TT5;
                    let id = FindingId { rule, check: Check::Board, event: Event::Beginning };
                    self.disagree(id, events, 0, None, Difference::Board(empty, engine));
                    return Ok(Next::Stop);
                }
            }
        }
        let reference = Status::Running { to_move: Player::Black };
        match self.engine.status()? {
            None => {
                self.over = false;
                self.findings.coverage.miss(Check::Status);
            }
            Some(engine) => {
                self.findings.coverage.compare(Check::Status, [Rule::TT5], events);
                if engine != reference {
                    let rule = attribute::status(reference, engine);
                    let id = FindingId { rule, check: Check::Status, event: Event::Beginning };
                    self.disagree(id, events, 0, None, Difference::Status(reference, engine));
                    return Ok(Next::Stop);
                }
            }
        }
        Ok(Next::On)
    }

    /// Asks the questions that belong before a turn.
    fn ask(&mut self, place: usize, step: &Step) -> Result<Next, Fault> {
        let (questions, untimely): (Vec<&Expected>, Vec<&Expected>) =
            step.questions.iter().partition(|question| self.askable(question));
        untimely.iter().for_each(|_| self.findings.coverage.miss(Check::Legality));
        let turns: Vec<Turn> = questions.iter().map(|question| question.turn).collect();
        if turns.is_empty() {
            return Ok(Next::On);
        }
        let answers = self.engine.survey(&turns)?;
        let attempts = self.refused.len();
        for (question, answer) in questions.into_iter().zip(answers) {
            if self.refused.len() != attempts {
                // It was brought back without its attempts: the other answers are of another game.
                self.findings.coverage.miss(Check::Legality);
                continue;
            }
            match answer {
                None => self.findings.coverage.miss(Check::Legality),
                Some(ruling) => {
                    let compared =
                        self.compare_ruling(Check::Legality, place, step, question, ruling)?;
                    if compared == Compared::Differs(Next::Stop) {
                        return Ok(Next::Stop);
                    }
                }
            }
        }
        Ok(Next::On)
    }

    /// A turn after the end is tried only on a engine that says when the end is.
    fn askable(&self, expected: &Expected) -> bool {
        let after_end = expected.events.contains(Event::PlayAfterEnd)
            || expected.events.contains(Event::PassAfterEnd);
        self.over || !after_end
    }

    /// Has the engine take a turn, and compares all that follows.
    fn turn(&mut self, place: usize, step: &Step) -> Result<Next, Fault> {
        if !self.askable(&step.turn) {
            self.findings.coverage.miss(Check::Play);
            return Ok(Next::On);
        }
        let ruling = self.engine.play(step.turn.turn)?;
        self.findings.coverage.turns += 1;
        let compared = self.compare_ruling(Check::Play, place, step, &step.turn, ruling)?;
        if compared != Compared::Agrees {
            return match ruling {
                // It took a turn that it should not have: back to where the reference is.
                Ruling::Allowed => self.resume(place),
                Ruling::Forbidden(_) => Ok(Next::Stop),
            };
        }
        if !step.turn.is_legal() {
            self.refused.insert(place);
        }
        if self.compare_position(place, step)? == Next::Stop
            || self.compare_status(place, step)? == Next::Stop
        {
            return Ok(Next::Stop);
        }
        if self.options.undo && step.turn.is_legal() && self.undo(place, step)? == Next::Stop {
            return Ok(Next::Stop);
        }
        self.compare_score(place, step)
    }

    /// Compares a ruling.
    fn compare_ruling(
        &mut self,
        check: Check,
        place: usize,
        step: &Step,
        expected: &Expected,
        engine: Ruling,
    ) -> Result<Compared, Fault> {
        let rules = self.transcript.record.rules;
        let sentences = attribute::ruling(expected.turn, &expected.judgment, rules);
        self.findings.coverage.compare(check, sentences, expected.events);
        let (rule, event) = match (expected.judgment.refusal, engine) {
            (None, Ruling::Allowed) | (Some(_), Ruling::Forbidden(_)) => {
                return Ok(Compared::Agrees);
            }
            (Some(refusal), Ruling::Allowed) => {
                (attribute::refused(refusal, rules), expected.events.first())
            }
            (None, Ruling::Forbidden(reason)) => {
                let mut reason = reason;
                if check == Check::Legality && reason == RefusalReason::Unstated {
                    if let Some(id) = self.met_before(check, expected.events) {
                        let difference = Difference::Ruling(None, engine);
                        self.disagree(id, expected.events, place, Some(expected.turn), difference);
                        return Ok(Compared::Differs(Next::On));
                    }
                    reason = self.reason_when_played(place, expected.turn)?;
                }
                let before = self.transcript.before(place);
                let refused = Refused {
                    rules,
                    before: &before,
                    turn: expected.turn,
                    events: expected.events,
                    reason,
                    player: step.player,
                    held_before: self.held_before(place, step.player.color(), expected.turn),
                    held_any: [Color::Black, Color::White]
                        .into_iter()
                        .any(|color| self.held_before(place, color, expected.turn)),
                    stopped: self.has_stopped(place, expected.turn, check)?,
                };
                (refused.rule(), expected.events.first())
            }
        };
        let event = event.unwrap_or(Event::Quiet);
        let difference = Difference::Ruling(expected.judgment.refusal, engine);
        let id = FindingId { rule, check, event };
        let next = self.blame(id, expected.events, place, expected.turn, difference)?;
        Ok(Compared::Differs(next))
    }

    /// Whether the point of a play held a stone of this color in an earlier position.
    fn held_before(&self, place: usize, color: Color, turn: Turn) -> bool {
        let steps = &self.transcript.steps[..place];
        turn.point().is_some_and(|point| steps.iter().any(|step| step.position[point] == color))
    }

    fn compare_position(&mut self, place: usize, step: &Step) -> Result<Next, Fault> {
        let engine = match self.engine.board()? {
            Some(engine) => engine,
            None => {
                self.findings.coverage.miss(Check::Board);
                return Ok(Next::On);
            }
        };
        let Record { size, rules, .. } = self.transcript.record;
        let turn = step.turn.turn;
        let sentences = attribute::rules_of_position(turn, &step.turn.judgment, rules);
        self.findings.coverage.compare(Check::Board, sentences, step.turn.events);
        if engine == step.position {
            return Ok(Next::On);
        }
        if engine.size() != size {
            return Err(Fault::Protocol {
                command: "the position".to_owned(),
                what: format!("it became {} on a {size} board", engine.size()),
            });
        }
        let (rule, event) = if step.turn.is_legal() {
            let before = self.transcript.before(place);
            let both = (&step.position, &engine);
            let rule = attribute::position(&before, step.player, turn, rules, both);
            (rule, step.turn.events.first().unwrap_or(Event::Quiet))
        } else {
            (Rule::repetition(rules), Event::RefusalChanges)
        };
        let id = FindingId { rule, check: Check::Board, event };
        let difference = Difference::Board(step.position.clone(), engine);
        self.blame(id, step.turn.events, place, turn, difference)?;
        Ok(Next::Stop)
    }

    fn compare_status(&mut self, place: usize, step: &Step) -> Result<Next, Fault> {
        let engine = match self.engine.status()? {
            Some(engine) => engine,
            None => {
                self.findings.coverage.miss(Check::Status);
                return Ok(Next::On);
            }
        };
        let passed = step.turn.turn == Turn::Pass;
        let sentences = if passed { &[Rule::TT5, Rule::TT8][..] } else { &[Rule::TT5] };
        self.findings.coverage.compare(Check::Status, sentences.iter().copied(), step.turn.events);
        if engine == step.status {
            return Ok(Next::On);
        }
        let rule = attribute::status(step.status, engine);
        let event = match step.turn.is_legal() {
            true => step.turn.events.first().unwrap_or(Event::Quiet),
            false => Event::RefusalChanges,
        };
        let id = FindingId { rule, check: Check::Status, event };
        let difference = Difference::Status(step.status, engine);
        self.blame(id, step.turn.events, place, step.turn.turn, difference)?;
        // What follows would be about another game.
        if step.turn.is_legal() { Ok(Next::Stop) } else { self.resume(place) }
    }

    /// Compares the score, if the turn ended the game.
    fn compare_score(&mut self, place: usize, step: &Step) -> Result<Next, Fault> {
        let Some((reference, events)) = step.end else { return Ok(Next::On) };
        let engine = match self.engine.score()? {
            Some(engine) => engine,
            None => {
                self.findings.coverage.miss(Check::Score);
                return Ok(Next::On);
            }
        };
        let sentences = [Rule::TT3, Rule::TT9, Rule::TT10];
        self.findings.coverage.compare(Check::Score, sentences, events);
        let agreed = match engine {
            ReportedScore::Areas(score) => score == reference,
            ReportedScore::Margin { half_points } => half_points == 2 * reference.margin(),
        };
        if !agreed {
            let event = events.first().unwrap_or(Event::Scored);
            let id = FindingId { rule: Rule::TT9, check: Check::Score, event };
            let difference = Difference::Score(reference, engine);
            return self.blame(id, events, place, step.turn.turn, difference);
        }
        Ok(Next::On)
    }

    /// Takes the last turn back and takes it again.
    fn undo(&mut self, place: usize, step: &Step) -> Result<Next, Fault> {
        if self.engine.undo()? == None {
            self.findings.coverage.miss(Check::Undo);
            return Ok(Next::On);
        }
        let rules = self.transcript.record.rules;
        let events = step.turn.events;
        self.findings.coverage.compare(Check::Undo, [Rule::repetition(rules)], events);
        let before = self.transcript.before(place);
        let turn = step.turn.turn;
        let mut difference = None;
        if let Some(engine) = self.engine.board()?
            && engine != before
        {
            difference = Some(Difference::Board(before, engine));
        }
        if difference.is_none() {
            let ruling = self.engine.play(turn)?;
            if ruling != Ruling::Allowed {
                difference = Some(Difference::Ruling(None, ruling));
            }
        }
        if difference.is_none()
            && let Some(engine) = self.engine.board()?
            && engine != step.position
        {
            difference = Some(Difference::Board(step.position.clone(), engine));
        }
        let Some(difference) = difference else { return Ok(Next::On) };
        let rule = Rule::repetition(rules);
        let id = FindingId { rule, check: Check::Undo, event: Event::UndoChanges };
        self.disagree(id, events, place, Some(turn), difference);
        Ok(Next::Stop)
    }

    fn disagree(
        &mut self,
        id: FindingId,
        events: Events,
        place: usize,
        turn: Option<Turn>,
        difference: Difference,
    ) {
        let Record { size, rules, ref turns } = self.transcript.record;
        let turns = turns[..place].iter().copied().chain(turn).collect();
        let record = Record { size, rules, turns };
        let disagreement = Disagreement { id, events, record, difference };
        self.findings.coverage.deviate(&disagreement);
        let met = |other: &Disagreement| other.id == id;
        let turns = disagreement.record.turns.len();
        let news = self.options.known.get(&id).is_none_or(|&known| turns < known);
        if news && !self.findings.disagreements.iter().any(met) {
            self.findings.disagreements.push(disagreement);
        }
    }
}

#[cfg(test)]
mod tests;
