//! The questions to an engine and its answers, so that any model can be asked the same.

use super::dialog::Dialog;
use super::question::{Answerable, Question, Said, put, put_all};
use super::script::Script;
use std::mem::{self, Discriminant};
use superko_engine::{Engine, Fault, ReportedScore};
use superko_game::rules::{IllegalTurn, LongCycle, Repeat};
use superko_game::{Outcome, Setup, Turn};
use superko_harness::model::{Model, ModelEngine, ModelScore, ScoreForm};

/// The cost of any unexplained answer in a session. If all answers are unexplained, the session costs twice as much.
const WHOLE: usize = 10_000;

/// The kind of an answer, and whether it allows a turn.
pub(super) type AnswerKind = (Discriminant<Said>, bool);

/// Questions and answers of one game, in their order.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) setup: Setup,
    pub(crate) exchanges: Vec<(Question, Said)>,
    /// The fault that ended the session early.
    pub(crate) fault: Option<Fault>,
    /// Whether the question for the score caused the fault.
    pub(super) fails_at_score: bool,
    /// Whether fresh engines are known to give the same answers.
    pub(super) came_again: bool,
}

impl Session {
    /// Plays a script on an engine.
    pub(crate) fn run(engine: &mut dyn Engine, script: &Script, answerable: Answerable) -> Session {
        let rules = script.setup.rules;
        let decides = rules.illegal == IllegalTurn::Loses
            || rules.long_cycle != LongCycle::GoesOn
            || rules.repeat != Repeat::Illegal
            || rules.has_special_passes();
        let requested = (decides && !answerable.status)
            .then(|| Model::right().engine_reporting(ScoreForm::Areas));
        let mut dialog = Dialog::new(engine, answerable, requested);
        let fault = dialog.run(script).err();
        let fails_at_score = fault.is_some() && dialog.failed == Some(Question::Score);
        let (setup, exchanges) = (script.setup.clone(), dialog.exchanges);
        Session { setup, exchanges, fault, fails_at_score, came_again: false }
    }

    /// Asks another engine the same questions, whatever it answers. `None` if it fails.
    pub(super) fn repeated(&self, engine: &mut dyn Engine) -> Option<Session> {
        engine.start(&self.setup).ok()?;
        let mut exchanges = Vec::new();
        // Questions that were asked at once are asked at once again, to keep their order.
        let is_one_question = |(one, _): &(Question, Said), (other, _): &(Question, Said)| {
            matches!((one, other), (Question::Legal(_), Question::Legal(_)))
        };
        for asked in self.exchanges.chunk_by(is_one_question) {
            let questions: Vec<Question> = asked.iter().map(|(question, _)| *question).collect();
            let said = put_all(engine, &questions, &self.setup).ok()?;
            exchanges.extend(questions.into_iter().zip(said));
        }
        Some(Session { exchanges, fault: None, ..self.clone() })
    }

    /// Returns the session of a model that is asked like an engine with these abilities.
    pub(super) fn of(model: Model, script: &Script, answerable: Answerable) -> Session {
        Session::run(&mut model.engine_reporting(answerable.score_form), script, answerable)
    }

    /// Returns the kind of the first answer that a model does not give.
    pub(super) fn kind_of(&self, mismatches: &Mismatches) -> Option<AnswerKind> {
        let said = &self.exchanges[*mismatches.wrong.first()?].1;
        Some((mem::discriminant(said), *said == Said::Ruling(true)))
    }

    /// Leaves out all exchanges after one, except those about the same turn. Keeps the next status, too, if it is the first: it
    /// shows whether a turn decided the game.
    pub(super) fn end_after(&mut self, place: Option<usize>) {
        let is_status = |(_, said): &(Question, Said)| matches!(said, Said::Status(_));
        let has_status = place.is_some_and(|place| self.exchanges[..=place].iter().any(is_status));
        let place = place.map(|place| {
            let next = self.exchanges[place..].iter().position(is_status).filter(|_| !has_status);
            place + next.unwrap_or(0)
        });
        let is_next = |(question, _): &(Question, Said)| {
            matches!(question, Question::Legal(_) | Question::Play(_) | Question::Undo)
        };
        let after = place.map(|place| self.exchanges.split_at(place + 1));
        let end =
            after.and_then(|(before, after)| Some(before.len() + after.iter().position(is_next)?));
        self.exchanges.truncate(end.unwrap_or(usize::MAX));
    }

    /// Whether two models may answer differently: a short game does not show late mistakes.
    pub(super) fn may_distinguish(&self, one: Model, other: Model) -> bool {
        let is_play = |(question, _): &&(Question, Said)| matches!(question, Question::Play(_));
        let turns = self.exchanges.iter().filter(is_play).count();
        one.within(turns) != other.within(turns)
    }

    /// Returns the number of answers that say something.
    pub(crate) fn observations(&self) -> usize {
        self.informative_places().count()
    }

    /// Returns the indices of the answers that say something.
    pub(super) fn informative_places(&self) -> impl Iterator<Item = usize> {
        let is_informative = |(_, (_, said)): &(usize, &(Question, Said))| {
            !matches!(said, Said::Nothing | Said::Done)
        };
        self.exchanges.iter().enumerate().filter(is_informative).map(|(place, _)| place)
    }

    /// Returns the turns up to and including an exchange, accepted or refused, except those taken back.
    pub(crate) fn turns_to(&self, place: usize) -> Vec<Turn> {
        let mut turns = self.turns_before(place + 1, |_| true);
        if let Some((Question::Legal(turn), _)) = self.exchanges.get(place) {
            turns.push(*turn);
        }
        turns
    }

    /// Returns the turns in force before an exchange: accepted, and not taken back.
    pub(super) fn stands_before(&self, place: usize) -> Vec<Turn> {
        self.turns_before(place, |said| *said == Said::Ruling(true))
    }

    /// Returns the turns before an exchange whose answers count, except those taken back.
    fn turns_before(&self, place: usize, counts: impl Fn(&Said) -> bool) -> Vec<Turn> {
        let mut turns = Vec::new();
        for (question, said) in self.exchanges.iter().take(place) {
            match question {
                Question::Play(turn) if counts(said) => turns.push(*turn),
                Question::Undo => drop(turns.pop()),
                Question::Again => turns.clear(),
                _ => {}
            }
        }
        turns
    }

    /// Whether the engine said whose turn it is, or that the game is over.
    fn tells_status(&self) -> bool {
        self.exchanges.iter().any(|(_, said)| matches!(said, Said::Status(_)))
    }

    /// Whether a model gives all answers.
    pub(crate) fn fits(&self, model: Model) -> bool {
        self.mismatches_up_to(model, 1).wrong.is_empty()
    }

    /// Asks a model the same questions and compares the answers.
    pub(crate) fn mismatches(&self, model: Model) -> Mismatches {
        self.mismatches_up_to(model, usize::MAX)
    }

    /// Compares the answers of a model up to this many differences.
    fn mismatches_up_to(&self, model: Model, most: usize) -> Mismatches {
        let mut engine = model.engine_reporting(ScoreForm::Areas);
        let mut mismatches = Mismatches::default();
        if engine.start(&self.setup).is_err() {
            return mismatches;
        }
        // The game before an illegal turn that loses, if the engine accepted it: its stone may lie on the board, and be taken
        // back.
        let mut before_illegal: Option<ModelEngine> = None;
        let loses = model.rules.unwrap_or(self.setup.rules).illegal == IllegalTurn::Loses;
        for (place, (question, said)) in self.exchanges.iter().enumerate() {
            if mismatches.wrong.len() >= most {
                break;
            }
            if is_after_loss(*question, &mut engine, &mut before_illegal) {
                continue;
            }
            if let (Question::Score, Said::Score(said)) = (question, said) {
                mismatches.compare_score(place, *said, engine.result());
                continue;
            }
            if matches!((question, said), (Question::Board, Said::Board(shown)) if engine.shows(shown))
            {
                continue;
            }
            let before = (loses && before_illegal.is_none()).then(|| engine.clone());
            let by_model = put(&mut engine, *question, &self.setup);
            let by_model = by_model.expect("a model has no faults");
            if *said == Said::Nothing || *said == by_model {
                continue;
            }
            let is_taken = matches!((question, said), (Question::Play(_), Said::Ruling(true)));
            let lost = before.is_some() && engine.decided().is_some();
            if is_taken && lost && self.tells_status() {
                // The engine's report of the end comes next.
                before_illegal = before;
                continue;
            }
            if let (Question::Play(_), Some(outcome)) = (question, engine.decided())
                && self.shows_in_score(place, outcome)
            {
                break;
            }
            mismatches.wrong.push(place);
            if !matches!(question, Question::Legal(_) | Question::Score) {
                // From here on, the engine and the model have different positions.
                mismatches.lost = self.exchanges.len() - place - 1;
                break;
            }
        }
        mismatches
    }

    /// Whether the end of the game by this turn shows only in the score, which is asked for at once.
    fn shows_in_score(&self, place: usize, outcome: Outcome) -> bool {
        let Some((Question::Score, Said::Score(score))) = self.exchanges.last() else {
            return false;
        };
        place + 1 < self.exchanges.len()
            && !self.tells_status()
            && score.tells(outcome, 0) == Some(true)
    }
}

/// Whether a question is about the board with an illegal turn that lost the game. If it takes this turn back, so does the model.
fn is_after_loss(
    question: Question,
    engine: &mut ModelEngine,
    before_illegal: &mut Option<ModelEngine>,
) -> bool {
    match question {
        Question::Undo => {
            let Some(before) = before_illegal.take() else { return false };
            *engine = before;
            true
        }
        Question::Board => before_illegal.is_some(),
        Question::Again => {
            *before_illegal = None;
            false
        }
        _ => false,
    }
}

/// The comparison of a model with the answers of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mismatches {
    /// The indices of the answers that the model does not give.
    pub(crate) wrong: Vec<usize>,
    /// The number of exchanges that were not compared, because the engine and the model had different positions.
    pub(crate) lost: usize,
    /// The scores that the model does not report, each with the model's result of that game.
    pub(crate) scores: Vec<(ReportedScore, ModelScore)>,
}

impl Mismatches {
    /// Compares a score with the model's result of the game.
    fn compare_score(&mut self, place: usize, said: ReportedScore, by_model: ModelScore) {
        if !by_model.agrees(said) {
            self.wrong.push(place);
            self.scores.push((said, by_model));
        }
    }

    /// Returns the cost of what is unexplained: 0 for an explained session, else from `WHOLE` to twice as much.
    pub(crate) fn cost(&self, session: &Session) -> usize {
        if self.wrong.is_empty() {
            return 0;
        }
        WHOLE + WHOLE * (self.wrong.len() + self.lost) / session.exchanges.len()
    }
}
