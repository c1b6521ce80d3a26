//! The questions to an engine and its answers, so that any model can be asked the same.

use super::base::Unseen;
use super::script::Script;
use crate::engine::{Answer, Engine, Fault, Query, ReportedScore, Ruling};
use crate::engines::Model;
use crate::engines::model::{ModelEngine, Telling, ToldScore};
use crate::game::{Player, Position, Setup, Status, Turn};
use crate::rules::{IllegalTurn, LastPass, LongCycle, Repeat, Rules};
use std::ops::ControlFlow;

/// A question to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Is this turn legal?
    Legal(Turn),
    /// Play it.
    Play(Turn),
    /// What is on the board?
    Board,
    /// Whose turn is it?
    Status,
    /// What is the score?
    Score,
    /// Take the last turn back.
    Undo,
    /// Begin the game again.
    Again,
}

/// What an engine said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// Whether a turn is legal, or was accepted.
    Ruling(bool),
    /// The position.
    Board(Position),
    /// The status.
    Status(Status),
    /// The score.
    Score(ReportedScore),
    /// That it did what it was told.
    Done,
    /// Nothing: it cannot say.
    Nothing,
}

/// The kinds of answers that a model may not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Allowed,
    Refused,
    Board,
    Status,
    Score,
    Silent,
}

/// Questions and answers of one game, in their order.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) setup: Setup,
    pub(crate) exchanges: Vec<(Question, Said)>,
    /// What ended it early.
    pub(crate) fault: Option<Fault>,
    /// Whether fresh engines are known to say the same.
    pub(super) came_again: bool,
}

/// What an engine can say, and how it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Abilities {
    /// It says whether a turn is legal.
    pub(crate) legality: bool,
    /// It shows its board.
    pub(crate) board: bool,
    /// It says whose turn it is.
    pub(crate) status: bool,
    /// It tells a score.
    pub(crate) score: bool,
    /// How it tells the score of a game.
    pub(crate) telling: Telling,
    /// The engine supports boards that are not square.
    pub(crate) oblong: bool,
    /// It takes turns back.
    pub(crate) undo: bool,
    /// It has a pass.
    pub(crate) passes: bool,
    /// It plays whatever it is given, so that only what it says of legality counts.
    pub(crate) tolerates: bool,
}

impl Abilities {
    /// Those of a model.
    pub(crate) const ALL: Abilities = Abilities {
        legality: true,
        board: true,
        status: true,
        score: true,
        telling: Telling::Areas,
        oblong: true,
        undo: true,
        passes: true,
        tolerates: false,
    };

    /// What is not told, or could not be graded, so that nothing is said of it.
    pub(super) fn unseen(self) -> Unseen {
        Unseen { end: !self.status, score: !self.score, passes: !self.passes }
    }

    /// Finds out on a board.
    pub(crate) fn of(engine: &mut dyn Engine, setup: &Setup) -> Result<Abilities, Fault> {
        let about = engine.about();
        engine.start(setup)?;
        let point = setup.size().point(0, 0).map_or(Turn::Pass, Turn::Play);
        let legality = engine.is_legal(point)?.is_some();
        let board = engine.board()?.is_some();
        let status = engine.status()?.is_some();
        engine.play(point)?;
        let undo = engine.undo()?.is_some();
        let passes = !about.conventions.lacks_pass;
        let tolerates = about.tolerates_illegal_plays && legality;
        // Whether it tells a score is known when a game has ended.
        let (score, oblong) = (true, true);
        let telling = Telling::Areas;
        Ok(Abilities { legality, board, status, score, telling, oblong, undo, passes, tolerates })
    }
}

/// A session that is being held.
struct Talk<'a> {
    engine: &'a mut dyn Engine,
    abilities: Abilities,
    exchanges: Vec<(Question, Said)>,
    /// How many passes in a row were accepted.
    passes: usize,
    /// Whose turn it is, if the engine took all that it accepted for turns.
    to_move: Player,
    /// The same game by the rules asked for, of an engine that does not say when it is over, under rules by which a turn may
    /// decide it. None from where the engine is elsewhere.
    asked: Option<ModelEngine>,
}

impl Talk<'_> {
    /// Asks several things at once, none of which depends on what is said to another one; what is said to the last one.
    fn ask_all(&mut self, questions: &[Question]) -> Result<Said, Fault> {
        let queries = queries(questions, self.to_move);
        let (mut asked, mut failed) = (questions.iter(), None);
        let exchanges = &mut self.exchanges;
        self.engine.ask(&queries, &mut |answer| match answer {
            Ok(answer) => {
                exchanges.extend(asked.by_ref().copied().zip(said_of(answer)));
                ControlFlow::Continue(())
            }
            Err(fault) => {
                failed = Some(fault);
                ControlFlow::Break(())
            }
        });
        failed.map_or(Ok(()), Err)?;
        let silent = |question: &Question| Fault::Protocol {
            command: format!("{question:?}"),
            what: "no answer was handed over".to_owned(),
        };
        asked.next().map_or(Ok(()), |question| Err(silent(question)))?;
        Ok(exchanges.last().map_or(Said::Nothing, |(_, said)| said.clone()))
    }

    fn ask(&mut self, question: Question) -> Result<Said, Fault> {
        let said = self.ask_all(&[question])?;
        if (question, &said) == (Question::Undo, &Said::Done) {
            self.to_move = self.to_move.opponent();
            if let Some(asked) = &mut self.asked {
                asked.undo()?;
            }
        }
        Ok(said)
    }

    /// Asks some things, has a turn played, and looks at what it did, all at once; whether it was accepted.
    fn play(
        &mut self,
        before: Vec<Question>,
        turn: Turn,
        after: &[Question],
    ) -> Result<bool, Fault> {
        let mut questions = before;
        let place = self.exchanges.len() + questions.len();
        questions.push(Question::Play(turn));
        questions.extend(after);
        self.ask_all(&questions)?;
        let accepted = matches!(self.exchanges[place], (_, Said::Ruling(true)));
        if accepted {
            self.to_move = self.to_move.opponent();
        }
        if let Some(asked) = &mut self.asked {
            let allowed = asked.play(turn)? == Ruling::Allowed;
            if allowed != accepted && asked.decided().is_none() {
                self.asked = None;
            }
        }
        Ok(accepted)
    }

    /// Whether a turn decided the game by the rules asked for, so that what is played now may be played in another game.
    fn is_decided(&self) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.decided().is_some())
    }

    /// What is asked to see where the game stands.
    fn look(&self) -> Vec<Question> {
        let Abilities { board, status, .. } = self.abilities;
        let questions = [(Question::Board, board), (Question::Status, status)];
        questions.into_iter().filter(|(_, can)| *can).map(|(question, _)| question).collect()
    }

    /// Takes the last turn back, and looks at the game; whether the engine did. Where it does not, nothing was asked.
    fn undo(&mut self) -> Result<bool, Fault> {
        if self.ask(Question::Undo)? != Said::Done {
            self.exchanges.pop();
            return Ok(false);
        }
        self.ask_all(&self.look())?;
        Ok(true)
    }

    /// Whether the game is surely over, as far as that can be known: as the engine says, or else by the rules asked for.
    fn is_over(&self, rules: Rules) -> bool {
        match self.exchanges.iter().rev().find(|(question, _)| *question == Question::Status) {
            Some((_, Said::Status(status))) => *status == Status::Over,
            _ => {
                let last = rules.last_pass == LastPass::Anybody || self.to_move == Player::Black;
                self.passes >= rules.passes.count() && last
            }
        }
    }

    /// Plays turns and takes back what was accepted of them; where they end the game, the engine is asked for the score. Whether
    /// it took all of them back.
    fn goes_aside(&mut self, turns: &[Turn], rules: Rules) -> Result<bool, Fault> {
        let (mut accepted, passes) = (0, self.passes);
        let status: &[Question] = match self.abilities.status && turns.len() > 1 {
            true => &[Question::Status],
            false => &[],
        };
        for &turn in turns {
            if !self.play(Vec::new(), turn, status)? {
                break;
            }
            accepted += 1;
            self.passes = if turn == Turn::Pass { self.passes + 1 } else { 0 };
        }
        if turns.len() > 1 && accepted == turns.len() && self.is_over(rules) {
            self.ask(Question::Score)?;
        }
        self.passes = passes;
        for _ in 0..accepted {
            if !self.undo()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn hold(&mut self, script: &Script) -> Result<(), Fault> {
        let setup = &script.setup;
        if script.looks_first {
            self.ask_all(&self.look())?;
        }
        for step in &script.steps {
            if step.begins_again {
                self.engine.start(setup)?;
                self.exchanges.push((Question::Again, Said::Done));
                (self.to_move, self.passes) = (setup.first, 0);
                if let Some(asked) = &mut self.asked {
                    asked.start(setup)?;
                }
                self.ask_all(&self.look())?;
            }
            if step.turn == Turn::Pass && !self.abilities.passes {
                return Ok(());
            }
            if self.abilities.undo
                && self.abilities.passes
                && !self.goes_aside(&step.aside, setup.rules)?
            {
                // What comes next was meant for the game before.
                return Ok(());
            }
            let mut before: Vec<Question> = match self.abilities.legality {
                true => step.asked.iter().copied().map(Question::Legal).collect(),
                false => Vec::new(),
            };
            if self.abilities.tolerates {
                self.ask_all(&before)?;
                before.clear();
                if self.ask(Question::Legal(step.turn))? != Said::Ruling(true) {
                    continue;
                }
            }
            let looks = if step.looks { self.look() } else { Vec::new() };
            let accepted = self.play(before, step.turn, &looks)?;
            if self.is_decided() {
                if accepted {
                    self.ask(Question::Score)?;
                }
                return Ok(());
            }
            if accepted {
                self.passes = if step.turn == Turn::Pass { self.passes + 1 } else { 0 };
            }
            let passed = step.turn == Turn::Pass && accepted;
            if passed && !step.looks && self.abilities.status {
                self.ask(Question::Status)?;
            }
            if step.undoes && accepted && self.abilities.undo && self.undo()? {
                // What was told last was told of the game before the turn.
                let again = (passed || step.looks) && self.abilities.status;
                self.play(Vec::new(), step.turn, if again { &[Question::Status] } else { &[] })?;
            }
            // Only where the status was just told it is known of a play that it ended the game.
            if (passed || accepted && step.looks) && self.is_over(setup.rules) {
                self.ask(Question::Score)?;
                if !self.abilities.status {
                    // What is played now may be played in another game.
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// What is asked of an engine at once, where this player is to move.
fn queries(questions: &[Question], player: Player) -> Vec<Query> {
    let mut queries: Vec<Query> = Vec::new();
    for question in questions {
        if let (&Question::Legal(turn), Some(Query::Legality { turns, .. })) =
            (question, queries.last_mut())
        {
            turns.push(turn);
            continue;
        }
        queries.push(match *question {
            Question::Legal(turn) => Query::Legality { player, turns: vec![turn] },
            Question::Play(turn) => Query::Play { player, turn },
            Question::Board => Query::Board,
            Question::Status => Query::Status,
            Question::Score => Query::Score,
            Question::Undo => Query::Undo,
            Question::Again => unreachable!("a game is begun apart"),
        });
    }
    queries
}

/// Asks an engine a question.
fn put(engine: &mut dyn Engine, question: Question, setup: &Setup) -> Result<Said, Fault> {
    Ok(match question {
        Question::Legal(turn) => said_of_turn(engine.is_legal(turn)?),
        Question::Play(turn) => Said::Ruling(engine.play(turn)? == Ruling::Allowed),
        Question::Board => engine.board()?.map_or(Said::Nothing, Said::Board),
        Question::Status => engine.status()?.map_or(Said::Nothing, Said::Status),
        Question::Score => engine.score()?.map_or(Said::Nothing, Said::Score),
        Question::Undo => engine.undo()?.map_or(Said::Nothing, |()| Said::Done),
        Question::Again => {
            engine.start(setup)?;
            Said::Done
        }
    })
}

fn said_of_turn(answer: Option<Ruling>) -> Said {
    answer.map_or(Said::Nothing, |ruling| Said::Ruling(ruling == Ruling::Allowed))
}

/// What an answer says; of several turns, for each of them.
fn said_of(answer: Answer) -> Vec<Said> {
    vec![match answer {
        Answer::Legality(rulings) => return rulings.into_iter().map(said_of_turn).collect(),
        Answer::Play(ruling) => said_of_turn(Some(ruling)),
        Answer::Board(shown) => shown.map_or(Said::Nothing, Said::Board),
        Answer::Status(told) => told.map_or(Said::Nothing, Said::Status),
        Answer::Score(told) => told.map_or(Said::Nothing, Said::Score),
        Answer::Undo(done) | Answer::Settle(done) => done.map_or(Said::Nothing, |()| Said::Done),
        Answer::Generate(_) => Said::Nothing,
    }]
}

impl Session {
    /// Puts a script to an engine.
    pub(crate) fn hold(engine: &mut dyn Engine, script: &Script, abilities: Abilities) -> Session {
        let (to_move, rules) = (script.setup.first, script.setup.rules);
        let decides = rules.illegal == IllegalTurn::Loses
            || rules.long_cycle == LongCycle::NoResult
            || rules.repeat != Repeat::Illegal;
        let asked =
            (decides && !abilities.status).then(|| Model::right().engine_telling(Telling::Areas));
        let mut talk = Talk { engine, abilities, exchanges: Vec::new(), passes: 0, to_move, asked };
        let started = talk.engine.start(&script.setup);
        let started = started
            .and_then(|()| talk.asked.as_mut().map_or(Ok(()), |asked| asked.start(&script.setup)));
        let fault = started.and_then(|()| talk.hold(script)).err();
        let exchanges = talk.exchanges;
        Session { setup: script.setup.clone(), exchanges, fault, came_again: false }
    }

    /// Asks another engine the same, whatever it says. None if it fails.
    pub(super) fn repeated(&self, engine: &mut dyn Engine) -> Option<Session> {
        engine.start(&self.setup).ok()?;
        let mut exchanges = Vec::new();
        for (question, _) in &self.exchanges {
            exchanges.push((*question, put(engine, *question, &self.setup).ok()?));
        }
        Some(Session { exchanges, fault: None, ..self.clone() })
    }

    /// The session in which a model answers what an engine with these abilities does.
    pub(super) fn of(model: Model, script: &Script, abilities: Abilities) -> Session {
        Session::hold(&mut model.engine_telling(abilities.telling), script, abilities)
    }

    /// Of what kind the first answer is that a model does not give.
    pub(super) fn kind_of(&self, retold: &Retold) -> Kind {
        match retold.wrong.first().map(|&place| &self.exchanges[place].1) {
            Some(Said::Ruling(true)) => Kind::Allowed,
            Some(Said::Ruling(false)) => Kind::Refused,
            Some(Said::Board(_)) => Kind::Board,
            Some(Said::Status(_)) => Kind::Status,
            Some(Said::Score(_)) => Kind::Score,
            Some(Said::Done | Said::Nothing) | None => Kind::Silent,
        }
    }

    /// How many answers were given.
    pub(crate) fn observations(&self) -> usize {
        let told = |(_, said): &&(Question, Said)| !matches!(said, Said::Nothing | Said::Done);
        self.exchanges.iter().filter(told).count()
    }

    /// The turns that were accepted or refused before an exchange and with it, with whose they were by the rules of the model
    /// at hand.
    pub(crate) fn turns_to(&self, place: usize) -> Vec<Turn> {
        let mut turns = Vec::new();
        for (question, _) in self.exchanges.iter().take(place + 1) {
            match question {
                Question::Play(turn) => turns.push(*turn),
                Question::Undo => {
                    turns.pop();
                }
                Question::Again => turns.clear(),
                _ => {}
            }
        }
        if let Some((Question::Legal(turn), _)) = self.exchanges.get(place) {
            turns.push(*turn);
        }
        turns
    }

    /// The turns that stand before an exchange: those that were accepted and not taken back.
    pub(super) fn stands_before(&self, place: usize) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        for (question, said) in &self.exchanges[..place] {
            match (question, said) {
                (Question::Play(turn), Said::Ruling(true)) => turns.push(*turn),
                (Question::Undo, _) => drop(turns.pop()),
                (Question::Again, _) => turns.clear(),
                _ => {}
            }
        }
        turns
    }

    /// Whether the engine said whose turn it is, or that the game is over.
    fn tells_status(&self) -> bool {
        self.exchanges.iter().any(|(_, said)| matches!(said, Said::Status(_)))
    }

    /// Asks a model the same and compares what it says.
    pub(crate) fn retell(&self, model: Model) -> Retold {
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

/// Returns a new game on which two models differ, trying up to `games` random games with each model as the
/// referee.
#[doc(hidden)]
pub fn differ(one: Model, other: Model, setup: &Setup, games: u64) -> Option<Vec<Turn>> {
    (0..games).flat_map(|number| [one, other].map(|model| (model, number))).find_map(
        |(model, number)| {
            let script = Script::game(model, setup, 0xd1ff, number);
            let abilities = Abilities { telling: one.telling(), ..Abilities::ALL };
            let differs = !Session::of(one, &script, abilities).retell(other).wrong.is_empty();
            differs.then(|| script.turns())
        },
    )
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
        100 + 100 * (self.wrong.len() + self.lost) / session.exchanges.len()
    }
}
