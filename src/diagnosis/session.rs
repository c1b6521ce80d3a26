//! The questions to an engine and its answers, so that any model can be asked the same.

use super::question::{Abilities, Question, Said, put, put_all};
use super::script::Script;
use super::talk::Talk;
use crate::engine::{Engine, Fault, ReportedScore};
use crate::engines::Model;
use crate::engines::model::{ModelEngine, Telling, ToldScore};
use crate::game::{Setup, Turn};
use crate::rules::{IllegalTurn, LongCycle, Repeat};
use std::mem::{self, Discriminant};

/// The cost of a session of which all is left unexplained is twice as much: a part of a long game makes a difference.
const WHOLE: usize = 10_000;

/// What an answer is about, and whether a turn is allowed by it.
pub(super) type Kind = (Discriminant<Said>, bool);

/// Questions and answers of one game, in their order.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) setup: Setup,
    pub(crate) exchanges: Vec<(Question, Said)>,
    /// What ended it early.
    pub(crate) fault: Option<Fault>,
    /// Whether that came of the question for the score.
    pub(super) fails_at_score: bool,
    /// Whether fresh engines are known to say the same.
    pub(super) came_again: bool,
}

impl Session {
    /// Puts a script to an engine.
    pub(crate) fn hold(engine: &mut dyn Engine, script: &Script, abilities: Abilities) -> Session {
        let rules = script.setup.rules;
        let decides = rules.illegal == IllegalTurn::Loses
            || rules.long_cycle == LongCycle::NoResult
            || rules.repeat != Repeat::Illegal;
        let asked =
            (decides && !abilities.status).then(|| Model::right().engine_telling(Telling::Areas));
        let mut talk = Talk::new(engine, abilities, asked);
        let fault = talk.hold(script).err();
        let fails_at_score = fault.is_some() && talk.failed == Some(Question::Score);
        let (setup, exchanges) = (script.setup.clone(), talk.exchanges);
        Session { setup, exchanges, fault, fails_at_score, came_again: false }
    }

    /// Asks another engine the same, whatever it says. None if it fails.
    pub(super) fn repeated(&self, engine: &mut dyn Engine) -> Option<Session> {
        engine.start(&self.setup).ok()?;
        let mut exchanges = Vec::new();
        // What was asked at once is asked at once again, or the order may be another one.
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

    /// The session in which a model answers what an engine with these abilities does.
    pub(super) fn of(model: Model, script: &Script, abilities: Abilities) -> Session {
        Session::hold(&mut model.engine_telling(abilities.telling), script, abilities)
    }

    /// Of what kind the first answer is that a model does not give.
    pub(super) fn kind_of(&self, retold: &Retold) -> Option<Kind> {
        let said = &self.exchanges[*retold.wrong.first()?].1;
        Some((mem::discriminant(said), *said == Said::Ruling(true)))
    }

    /// Leaves out what was said after an exchange, but for what was said of the same turn, and next of the end of the game: by that
    /// it shows whether a turn decided it.
    pub(super) fn end_after(&mut self, place: Option<usize>) {
        let is_status = |(_, said): &(Question, Said)| matches!(said, Said::Status(_));
        let is_told = place.is_some_and(|place| self.exchanges[..=place].iter().any(is_status));
        let place = place.map(|place| {
            let next = self.exchanges[place..].iter().position(is_status).filter(|_| !is_told);
            place + next.unwrap_or(0)
        });
        let is_next = |(question, _): &(Question, Said)| {
            matches!(question, Question::Legal(_) | Question::Play(_) | Question::Undo)
        };
        let after = place.map(|place| self.exchanges.split_at(place + 1));
        let end =
            after.and_then(|(told, after)| Some(told.len() + after.iter().position(is_next)?));
        self.exchanges.truncate(end.unwrap_or(usize::MAX));
    }

    /// Whether two models may give different answers: what shows only late does not in a short game.
    pub(super) fn may_tell(&self, one: Model, other: Model) -> bool {
        let is_play = |(question, _): &&(Question, Said)| matches!(question, Question::Play(_));
        let turns = self.exchanges.iter().filter(is_play).count();
        one.within(turns) != other.within(turns)
    }

    /// How many answers were given.
    pub(crate) fn observations(&self) -> usize {
        self.told_places().count()
    }

    /// The places of the answers that say something.
    pub(super) fn told_places(&self) -> impl Iterator<Item = usize> {
        let told = |(_, (_, said)): &(usize, &(Question, Said))| {
            !matches!(said, Said::Nothing | Said::Done)
        };
        self.exchanges.iter().enumerate().filter(told).map(|(place, _)| place)
    }

    /// The turns that were accepted or refused before an exchange and with it, with whose they were by the rules of the model
    /// at hand.
    pub(crate) fn turns_to(&self, place: usize) -> Vec<Turn> {
        let mut turns = self.turns_before(place + 1, |_| true);
        if let Some((Question::Legal(turn), _)) = self.exchanges.get(place) {
            turns.push(*turn);
        }
        turns
    }

    /// The turns that stand before an exchange: those that were accepted and not taken back.
    pub(super) fn stands_before(&self, place: usize) -> Vec<Turn> {
        self.turns_before(place, |said| *said == Said::Ruling(true))
    }

    /// The turns before an exchange that were answered in some way and not taken back.
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
    pub(crate) fn is_told_by(&self, model: Model) -> bool {
        self.retell_up_to(model, 1).wrong.is_empty()
    }

    /// Asks a model the same and compares what it says.
    pub(crate) fn retell(&self, model: Model) -> Retold {
        self.retell_up_to(model, usize::MAX)
    }

    /// The same, up to so many answers that it does not give.
    fn retell_up_to(&self, model: Model, most: usize) -> Retold {
        let mut engine = model.engine_telling(Telling::Areas);
        let mut retold = Retold::default();
        if engine.start(&self.setup).is_err() {
            return retold;
        }
        // The game before an illegal turn by which it is lost and which the engine took: its stone may lie on the board, and be
        // taken back.
        let mut before_illegal: Option<ModelEngine> = None;
        let loses = model.rules.unwrap_or(self.setup.rules).illegal == IllegalTurn::Loses;
        for (place, (question, said)) in self.exchanges.iter().enumerate() {
            if retold.wrong.len() >= most {
                break;
            }
            match (question, before_illegal.take()) {
                (Question::Undo, Some(before)) => {
                    engine = before;
                    continue;
                }
                (Question::Board, Some(before)) => {
                    before_illegal = Some(before);
                    continue;
                }
                (Question::Again, _) => {}
                (_, before) => before_illegal = before,
            }
            if let (Question::Score, Said::Score(said)) = (question, said) {
                let told = engine.told();
                if !told.agrees(*said) {
                    retold.wrong.push(place);
                    retold.scores.push((*said, told));
                }
                continue;
            }
            if matches!((question, said), (Question::Board, Said::Board(shown)) if engine.shows(shown))
            {
                continue;
            }
            let before = (loses && before_illegal.is_none()).then(|| engine.clone());
            let told = put(&mut engine, *question, &self.setup);
            let told = told.expect("a model has no faults");
            if *said == Said::Nothing || *said == told {
                continue;
            }
            let is_taken = matches!((question, said), (Question::Play(_), Said::Ruling(true)));
            let lost = before.is_some() && engine.decided().is_some();
            if is_taken && lost && self.tells_status() {
                // What it says of the end comes next.
                before_illegal = before;
                continue;
            }
            // Who loses by an illegal turn may be told by the score alone, which is asked for at once.
            if let (Question::Play(_), Some(outcome)) = (question, engine.decided())
                && let Some((Question::Score, Said::Score(score))) = self.exchanges.last()
                && place + 1 < self.exchanges.len()
                && !self.tells_status()
                && score.tells(outcome, 0) == Some(true)
            {
                break;
            }
            retold.wrong.push(place);
            if !matches!(question, Question::Legal(_) | Question::Score) {
                // From here on they are in different positions.
                retold.lost = self.exchanges.len() - place - 1;
                break;
            }
        }
        retold
    }
}

/// How far a model tells what an engine said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Retold {
    /// The places of the answers that it does not give.
    pub(crate) wrong: Vec<usize>,
    /// How many exchanges come after an answer from which on it is elsewhere.
    pub(crate) lost: usize,
    /// The scores that it does not tell, each with what it makes of that game.
    pub(crate) scores: Vec<(ReportedScore, ToldScore)>,
}

impl Retold {
    /// How much is left unexplained; nothing of a session that is explained, and more than any part of one of one that is not.
    pub(crate) fn cost(&self, session: &Session) -> usize {
        if self.wrong.is_empty() {
            return 0;
        }
        WHOLE + WHOLE * (self.wrong.len() + self.lost) / session.exchanges.len()
    }
}
