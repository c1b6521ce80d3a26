//! Holding a subject against a transcript, turn by turn and facet by facet.

use crate::attribute::{self, Refused};
use crate::event::{Event, Events};
use crate::record::Record;
use crate::sentence::Sentence;
use crate::subject::{Answer, Claim, Fault, Ruling, Subject};
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
    /// Causes that were found before: their disagreements are counted, and the examination goes on where it can.
    pub known: &'a BTreeSet<Cause>,
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

/// Examines a subject on a transcript up to the first disagreement.
pub fn examine(subject: &mut dyn Subject, transcript: &Transcript) -> Verdict {
    let known = BTreeSet::new();
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

/// What a game is played again with, besides its legal turns.
#[derive(Clone, Copy, Debug, Default)]
struct Habits {
    /// The illegal attempts that the subject refused.
    attempts: bool,
    /// Taking every turn back, and taking it again.
    undo: bool,
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

    fn compare_beginning(&mut self) -> Result<Next, Fault> {
        let empty = Coloring::empty(self.transcript.record.size);
        let events = Events::default().with(Event::Beginning);
        match self.subject.coloring()? {
            Answer::Withheld => self.findings.coverage.withhold(Facet::Coloring),
            Answer::Given(subject) => {
                let sentences = [Sentence::TT1, Sentence::TT2, Sentence::TT5];
                self.findings.coverage.compare(Facet::Coloring, sentences, events);
                if subject != empty {
                    let shape = subject.size() != empty.size();
                    let sentence = if shape { Sentence::TT1 } else { Sentence::TT5 };
                    let cause = Cause { sentence, facet: Facet::Coloring, event: Event::Beginning };
                    if shape {
                        return Err(Fault::Protocol {
                            command: "the position".to_owned(),
                            what: format!(
                                "a {} board was asked for, not {}",
                                empty.size(),
                                subject.size()
                            ),
                        });
                    }
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
        let questions: Vec<&Expected> =
            step.questions.iter().filter(|question| self.askable(question)).collect();
        let turns: Vec<Turn> = questions.iter().map(|question| question.turn).collect();
        if turns.is_empty() {
            return Ok(Next::On);
        }
        let answers = self.subject.survey(&turns)?;
        for (question, answer) in questions.into_iter().zip(answers) {
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
                let before = self.transcript.before(place);
                let refused = Refused {
                    rules,
                    before: &before,
                    turn: expected.turn,
                    events: expected.events,
                    ground,
                    player: step.player,
                    held_before: self.held_before(place, step.player.color(), expected.turn),
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

    /// Whether a subject that forbids a legal turn after a pass forbids all of them.
    fn has_stopped(&mut self, place: usize, turn: Turn, facet: Facet) -> Result<bool, Fault> {
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
            let ruling = match facet {
                Facet::Permits => match self.subject.permits(other)? {
                    Answer::Given(ruling) => ruling,
                    Answer::Withheld => return Ok(false),
                },
                _ => {
                    self.replay(place, Habits::default())?;
                    self.subject.take(other)?
                }
            };
            if ruling == Ruling::Permitted {
                return Ok(false);
            }
        }
        Ok(true)
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

    /// Finds out whether the disputed turn itself is to blame, or something that should have changed nothing, and
    /// brings the subject back to where it was.
    fn blame(
        &mut self,
        cause: Cause,
        events: Events,
        place: usize,
        turn: Turn,
        dispute: Dispute,
    ) -> Result<Next, Fault> {
        let suspects = !self.refused.is_empty() || self.manner.ask || self.manner.undo;
        if self.manner.known.contains(&cause) || !suspects {
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
    fn resume(&mut self, place: usize) -> Result<Next, Fault> {
        self.refused.clear();
        Ok(if self.replay(place, Habits::default())? { Next::On } else { Next::Stop })
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
        if !self.manner.known.contains(&cause) && !self.findings.divergences.iter().any(met) {
            self.findings.divergences.push(divergence);
        }
    }
}
