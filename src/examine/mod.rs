//! Holding a subject against a transcript, turn by turn and facet by facet.

mod blame;

use crate::attribute::{self, Refused};
use crate::event::{Event, Events};
use crate::record::Record;
use crate::sentence::Sentence;
use crate::subject::{Answer, Claim, Fault, Foreseen, Ground, Ruling, Subject};
use crate::transcript::{Expected, Step, Transcript};
use crate::verdict::{Cause, Coverage, Dispute, Divergence, Facet, Verdict};
use crate::vocabulary::{Color, Coloring, Player, Status, Turn};
use std::collections::{BTreeMap, BTreeSet};

/// How an examination is made.
#[derive(Clone, Copy, Debug)]
pub struct Manner<'a> {
    /// Whether the questions of the transcript are asked.
    pub ask: bool,
    /// Whether every legal turn is also taken back and taken again.
    pub undo: bool,
    /// Causes that were found before, and in how many turns: their disagreements are counted, and the examination
    /// goes on where it can; only a shorter game is worth telling.
    pub known: &'a BTreeMap<Cause, usize>,
}

/// What came of holding a subject against a transcript.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// What was compared.
    pub coverage: Coverage,
    /// Disagreements whose cause was not known before, in the order met.
    pub divergences: Vec<Divergence>,
    /// What ended the examination early, if anything did.
    pub fault: Option<Fault>,
}

/// Examines a subject on a transcript and says whether it agrees; of several disagreements the first is returned.
pub fn examine(subject: &mut dyn Subject, transcript: &Transcript) -> Verdict {
    let known = BTreeMap::new();
    let findings = confront(subject, transcript, Manner { ask: true, undo: false, known: &known });
    let Findings { coverage, divergences, fault } = findings;
    match (divergences.into_iter().next(), fault) {
        (Some(first), _) => Verdict::Diverged(Box::new(first)),
        (None, Some(fault)) => Verdict::Inconclusive { record: transcript.record.clone(), fault },
        (None, None) => Verdict::Agreed(coverage),
    }
}

/// Examines a subject on a transcript, past disagreements where that is possible.
pub fn confront(
    subject: &mut dyn Subject,
    transcript: &Transcript,
    manner: Manner<'_>,
) -> Findings {
    let mut examination = Examination {
        subject,
        transcript,
        manner,
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
    subject: &'a mut dyn Subject,
    transcript: &'a Transcript,
    manner: Manner<'a>,
    findings: Findings,
    /// Whether the subject says when the game is over, so that turns after the end may be tried.
    over: bool,
    /// The places of the illegal attempts that the subject refused since it was last brought where it is.
    refused: BTreeSet<usize>,
    /// What disagreements were found to come from, by what they looked like.
    blamed: BTreeMap<Cause, Cause>,
}

impl Examination<'_> {
    fn run(&mut self) -> Result<Next, Fault> {
        let Record { size, rules, .. } = self.transcript.record;
        self.subject.begin(size, &rules)?;
        if self.compare_beginning()? == Next::Stop {
            return Ok(Next::Stop);
        }
        let transcript = self.transcript;
        self.subject.foresee(&self.ahead());
        for (place, step) in transcript.steps.iter().enumerate() {
            if self.manner.ask && self.ask(place, step)? == Next::Stop {
                return Ok(Next::Stop);
            }
            if self.turn(place, step)? == Next::Stop {
                return Ok(Next::Stop);
            }
        }
        Ok(Next::On)
    }

    /// What the subject will be asked up to the end of the game, if it agrees throughout.
    fn ahead(&self) -> Vec<Foreseen> {
        let steps = &self.transcript.steps;
        // After the end the score is asked for first.
        let end = steps.iter().position(|step| step.end.is_some());
        let steps = &steps[..end.map_or(steps.len(), |end| end + 1)];
        steps
            .iter()
            .map(|step| Foreseen {
                questions: match self.manner.ask {
                    true => step.questions.iter().map(|question| question.turn).collect(),
                    false => Vec::new(),
                },
                turn: step.turn.turn,
                legal: step.turn.is_legal(),
                undone: self.manner.undo && step.turn.is_legal(),
            })
            .collect()
    }

    fn compare_beginning(&mut self) -> Result<Next, Fault> {
        let empty = Coloring::empty(self.transcript.record.size);
        let events = Events::default().with(Event::Beginning);
        match self.subject.coloring()? {
            Answer::Withheld => self.findings.coverage.withhold(Facet::Coloring),
            Answer::Given(subject) => {
                let sentences = [Sentence::TT1, Sentence::TT2, Sentence::TT5];
                self.findings.coverage.compare(Facet::Coloring, sentences, events);
                if subject != empty {
                    if subject.size() != empty.size() {
                        return Err(Fault::Protocol {
                            command: "the position".to_owned(),
                            what: format!(
                                "a {} board was asked for, not {}",
                                empty.size(),
                                subject.size()
                            ),
                        });
                    }
                    let sentence = Sentence::TT5;
                    let cause = Cause { sentence, facet: Facet::Coloring, event: Event::Beginning };
                    self.diverge(cause, events, 0, None, Dispute::Coloring(empty, subject));
                    return Ok(Next::Stop);
                }
            }
        }
        let reference = Status::Running { to_move: Player::Black };
        match self.subject.status()? {
            Answer::Withheld => {
                self.over = false;
                self.findings.coverage.withhold(Facet::Status);
            }
            Answer::Given(subject) => {
                self.findings.coverage.compare(Facet::Status, [Sentence::TT5], events);
                if subject != reference {
                    let sentence = attribute::status(reference, subject);
                    let cause = Cause { sentence, facet: Facet::Status, event: Event::Beginning };
                    self.diverge(cause, events, 0, None, Dispute::Status(reference, subject));
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
        untimely.iter().for_each(|_| self.findings.coverage.withhold(Facet::Permits));
        let turns: Vec<Turn> = questions.iter().map(|question| question.turn).collect();
        if turns.is_empty() {
            return Ok(Next::On);
        }
        let answers = self.subject.survey(&turns)?;
        let attempts = self.refused.len();
        for (question, answer) in questions.into_iter().zip(answers) {
            if self.refused.len() != attempts {
                // It was brought back without its attempts: the other answers are of another game.
                self.findings.coverage.withhold(Facet::Permits);
                continue;
            }
            match answer {
                Answer::Withheld => self.findings.coverage.withhold(Facet::Permits),
                Answer::Given(ruling) => {
                    let compared =
                        self.compare_ruling(Facet::Permits, place, step, question, ruling)?;
                    if compared == Compared::Differs(Next::Stop) {
                        return Ok(Next::Stop);
                    }
                }
            }
        }
        Ok(Next::On)
    }

    /// A turn after the end is tried only on a subject that says when the end is.
    fn askable(&self, expected: &Expected) -> bool {
        let after_end = expected.events.contains(Event::PlayAfterEnd)
            || expected.events.contains(Event::PassAfterEnd);
        self.over || !after_end
    }

    /// Has the subject take a turn, and compares all that follows.
    fn turn(&mut self, place: usize, step: &Step) -> Result<Next, Fault> {
        if !self.askable(&step.turn) {
            self.findings.coverage.withhold(Facet::Take);
            return Ok(Next::On);
        }
        let ruling = self.subject.take(step.turn.turn)?;
        self.findings.coverage.turns += 1;
        let compared = self.compare_ruling(Facet::Take, place, step, &step.turn, ruling)?;
        if compared != Compared::Agrees {
            return match ruling {
                // It took a turn that it should not have: back to where the reference is.
                Ruling::Permitted => self.resume(place),
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
        if self.manner.undo && step.turn.is_legal() && self.undo(place, step)? == Next::Stop {
            return Ok(Next::Stop);
        }
        self.compare_score(place, step)
    }

    /// Compares a ruling.
    fn compare_ruling(
        &mut self,
        facet: Facet,
        place: usize,
        step: &Step,
        expected: &Expected,
        subject: Ruling,
    ) -> Result<Compared, Fault> {
        let rules = self.transcript.record.rules;
        let sentences = attribute::ruling(expected.turn, &expected.judgement, rules);
        self.findings.coverage.compare(facet, sentences, expected.events);
        let (sentence, event) = match (expected.judgement.refusal, subject) {
            (None, Ruling::Permitted) | (Some(_), Ruling::Forbidden(_)) => {
                return Ok(Compared::Agrees);
            }
            (Some(refusal), Ruling::Permitted) => {
                (attribute::refused(refusal, rules), expected.events.first())
            }
            (None, Ruling::Forbidden(ground)) => {
                let mut ground = ground;
                if facet == Facet::Permits && ground == Ground::Unstated {
                    if let Some(cause) = self.met_before(facet, expected.events) {
                        let dispute = Dispute::Ruling(None, subject);
                        self.diverge(cause, expected.events, place, Some(expected.turn), dispute);
                        return Ok(Compared::Differs(Next::On));
                    }
                    ground = self.ground_in_deed(place, expected.turn)?;
                }
                let before = self.transcript.before(place);
                let refused = Refused {
                    rules,
                    before: &before,
                    turn: expected.turn,
                    events: expected.events,
                    ground,
                    player: step.player,
                    held_before: self.held_before(place, step.player.color(), expected.turn),
                    held_any: [Color::Black, Color::White]
                        .into_iter()
                        .any(|color| self.held_before(place, color, expected.turn)),
                    stopped: self.has_stopped(place, expected.turn, facet)?,
                };
                (refused.sentence(), expected.events.first())
            }
        };
        let event = event.unwrap_or(Event::Quiet);
        let dispute = Dispute::Ruling(expected.judgement.refusal, subject);
        let cause = Cause { sentence, facet, event };
        let next = self.blame(cause, expected.events, place, expected.turn, dispute)?;
        Ok(Compared::Differs(next))
    }

    /// Whether the point of a play held a stone of this color in an earlier position.
    fn held_before(&self, place: usize, color: Color, turn: Turn) -> bool {
        let steps = &self.transcript.steps[..place];
        turn.point().is_some_and(|point| steps.iter().any(|step| step.coloring[point] == color))
    }

    fn compare_position(&mut self, place: usize, step: &Step) -> Result<Next, Fault> {
        let subject = match self.subject.coloring()? {
            Answer::Given(subject) => subject,
            Answer::Withheld => {
                self.findings.coverage.withhold(Facet::Coloring);
                return Ok(Next::On);
            }
        };
        let Record { size, rules, .. } = self.transcript.record;
        let turn = step.turn.turn;
        let sentences = attribute::position(turn, &step.turn.judgement, rules);
        self.findings.coverage.compare(Facet::Coloring, sentences, step.turn.events);
        if subject == step.coloring {
            return Ok(Next::On);
        }
        if subject.size() != size {
            return Err(Fault::Protocol {
                command: "the position".to_owned(),
                what: format!("it became {} on a {size} board", subject.size()),
            });
        }
        let (sentence, event) = if step.turn.is_legal() {
            let before = self.transcript.before(place);
            let both = (&step.coloring, &subject);
            let sentence = attribute::coloring(&before, step.player, turn, rules, both);
            (sentence, step.turn.events.first().unwrap_or(Event::Quiet))
        } else {
            (Sentence::repetition(rules), Event::RefusalChanges)
        };
        let cause = Cause { sentence, facet: Facet::Coloring, event };
        let dispute = Dispute::Coloring(step.coloring.clone(), subject);
        self.blame(cause, step.turn.events, place, turn, dispute)?;
        Ok(Next::Stop)
    }

    fn compare_status(&mut self, place: usize, step: &Step) -> Result<Next, Fault> {
        let subject = match self.subject.status()? {
            Answer::Given(subject) => subject,
            Answer::Withheld => {
                self.findings.coverage.withhold(Facet::Status);
                return Ok(Next::On);
            }
        };
        let passed = step.turn.turn == Turn::Pass;
        let sentences = if passed { &[Sentence::TT5, Sentence::TT8][..] } else { &[Sentence::TT5] };
        self.findings.coverage.compare(Facet::Status, sentences.iter().copied(), step.turn.events);
        if subject == step.status {
            return Ok(Next::On);
        }
        let sentence = attribute::status(step.status, subject);
        let event = match step.turn.is_legal() {
            true => step.turn.events.first().unwrap_or(Event::Quiet),
            false => Event::RefusalChanges,
        };
        let cause = Cause { sentence, facet: Facet::Status, event };
        let dispute = Dispute::Status(step.status, subject);
        self.blame(cause, step.turn.events, place, step.turn.turn, dispute)?;
        // What follows would be about another game.
        if step.turn.is_legal() { Ok(Next::Stop) } else { self.resume(place) }
    }

    /// Compares the score, if the turn ended the game.
    fn compare_score(&mut self, place: usize, step: &Step) -> Result<Next, Fault> {
        let Some((reference, events)) = step.end else { return Ok(Next::On) };
        let subject = match self.subject.score()? {
            Answer::Given(subject) => subject,
            Answer::Withheld => {
                self.findings.coverage.withhold(Facet::Score);
                return Ok(Next::On);
            }
        };
        let sentences = [Sentence::TT3, Sentence::TT9, Sentence::TT10];
        self.findings.coverage.compare(Facet::Score, sentences, events);
        let agreed = match subject {
            Claim::Areas(score) => score == reference,
            Claim::Margin { half_points } => half_points == 2 * reference.margin(),
        };
        if !agreed {
            let event = events.first().unwrap_or(Event::Scored);
            let cause = Cause { sentence: Sentence::TT9, facet: Facet::Score, event };
            let dispute = Dispute::Score(reference, subject);
            return self.blame(cause, events, place, step.turn.turn, dispute);
        }
        Ok(Next::On)
    }

    /// Takes the last turn back and takes it again.
    fn undo(&mut self, place: usize, step: &Step) -> Result<Next, Fault> {
        if self.subject.undo()? == Answer::Withheld {
            self.findings.coverage.withhold(Facet::Undo);
            return Ok(Next::On);
        }
        let rules = self.transcript.record.rules;
        let events = step.turn.events;
        self.findings.coverage.compare(Facet::Undo, [Sentence::repetition(rules)], events);
        let before = self.transcript.before(place);
        let turn = step.turn.turn;
        let mut dispute = None;
        if let Answer::Given(subject) = self.subject.coloring()?
            && subject != before
        {
            dispute = Some(Dispute::Coloring(before, subject));
        }
        if dispute.is_none() {
            let ruling = self.subject.take(turn)?;
            if ruling != Ruling::Permitted {
                dispute = Some(Dispute::Ruling(None, ruling));
            }
        }
        if dispute.is_none()
            && let Answer::Given(subject) = self.subject.coloring()?
            && subject != step.coloring
        {
            dispute = Some(Dispute::Coloring(step.coloring.clone(), subject));
        }
        let Some(dispute) = dispute else { return Ok(Next::On) };
        let sentence = Sentence::repetition(rules);
        let cause = Cause { sentence, facet: Facet::Undo, event: Event::UndoChanges };
        self.diverge(cause, events, place, Some(turn), dispute);
        Ok(Next::Stop)
    }

    fn diverge(
        &mut self,
        cause: Cause,
        events: Events,
        place: usize,
        turn: Option<Turn>,
        dispute: Dispute,
    ) {
        let Record { size, rules, ref turns } = self.transcript.record;
        let turns = turns[..place].iter().copied().chain(turn).collect();
        let record = Record { size, rules, turns };
        let divergence = Divergence { cause, events, record, dispute };
        self.findings.coverage.deviate(&divergence);
        let met = |other: &Divergence| other.cause == cause;
        let turns = divergence.record.turns.len();
        let news = self.manner.known.get(&cause).is_none_or(|&known| turns < known);
        if news && !self.findings.divergences.iter().any(met) {
            self.findings.divergences.push(divergence);
        }
    }
}

#[cfg(test)]
mod tests;
