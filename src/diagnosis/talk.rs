//! A game that is being put to an engine, question by question.

use super::question::{Abilities, Question, Said, said_of_turn};
use super::script::Script;
use crate::engine::{Answer, Engine, Fault, Query, Ruling, guarded};
use crate::engines::model::ModelEngine;
use crate::game::{Player, Setup, Status, Turn};
use crate::rules::{LastPass, Rules};
use std::ops::ControlFlow;

/// A session that is being held.
pub(super) struct Talk<'a> {
    engine: &'a mut dyn Engine,
    abilities: Abilities,
    pub(super) exchanges: Vec<(Question, Said)>,
    /// What it failed to answer, if anything.
    pub(super) failed: Option<Question>,
    /// How many passes in a row were accepted.
    passes: usize,
    /// Whose turn it is, if the engine took all that it accepted for turns.
    to_move: Player,
    /// The same game by the rules asked for, of an engine that does not say when it is over, under rules by which a turn may
    /// decide it. None from where the engine is elsewhere.
    asked: Option<ModelEngine>,
}

impl<'a> Talk<'a> {
    /// One with an engine that is not told of a game yet.
    pub(super) fn new(
        engine: &'a mut dyn Engine,
        abilities: Abilities,
        asked: Option<ModelEngine>,
    ) -> Talk<'a> {
        let (exchanges, to_move) = (Vec::new(), Player::Black);
        Talk { engine, abilities, exchanges, failed: None, passes: 0, to_move, asked }
    }

    fn begin(&mut self, setup: &Setup) -> Result<(), Fault> {
        (self.to_move, self.passes) = (setup.first, 0);
        self.engine.start(setup)?;
        self.asked.as_mut().map_or(Ok(()), |asked| asked.start(setup))
    }

    /// Asks several things at once, none of which depends on what is said to another one; what is said to the last one.
    fn ask_all(&mut self, questions: &[Question]) -> Result<Said, Fault> {
        let queries = queries(questions, self.to_move);
        let (mut asked, mut failed) = (questions.iter(), None);
        let (exchanges, engine) = (&mut self.exchanges, &mut self.engine);
        let mut take = |answer| match answer {
            Ok(answer) => {
                exchanges.extend(asked.by_ref().copied().zip(said_of(answer)));
                ControlFlow::Continue(())
            }
            Err(fault) => {
                failed = Some(fault);
                ControlFlow::Break(())
            }
        };
        let panic = guarded(|| {
            engine.ask(&queries, &mut take);
            Ok(())
        });
        if let Some(fault) = panic.err().or(failed) {
            self.failed = asked.next().copied();
            return Err(fault);
        }
        asked.next().map_or(Ok(()), |question| Err(Fault::unanswered(question)))?;
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

    /// Asks for the score, if it may be asked for.
    fn ask_score(&mut self) -> Result<(), Fault> {
        if self.abilities.score {
            self.ask(Question::Score)?;
        }
        Ok(())
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

    /// Whether a turn is a pass after the end that the engine is not to be given.
    fn is_late_pass(&self, turn: Turn, rules: Rules) -> bool {
        turn == Turn::Pass && !self.abilities.late_passes && self.is_over(rules)
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
            if self.is_late_pass(turn, rules) || !self.play(Vec::new(), turn, status)? {
                break;
            }
            accepted += 1;
            self.passes = if turn == Turn::Pass { self.passes + 1 } else { 0 };
        }
        if turns.len() > 1 && accepted == turns.len() && self.is_over(rules) {
            self.ask_score()?;
        }
        self.passes = passes;
        for _ in 0..accepted {
            if !self.undo()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the last turns back and plays them again; each but the last is asked about before. Whether the game is as before.
    fn takes_back(&mut self, turns: &[Turn], looks: bool) -> Result<bool, Fault> {
        let mut taken = 0;
        while taken < turns.len() && self.undo()? {
            taken += 1;
        }
        let again = &turns[turns.len() - taken..];
        for (place, &turn) in again.iter().enumerate() {
            let is_last = place + 1 == taken;
            let asked = !is_last && self.abilities.legality && !self.abilities.tolerates;
            let before = if asked { vec![Question::Legal(turn)] } else { Vec::new() };
            if self.abilities.tolerates && self.ask(Question::Legal(turn))? != Said::Ruling(true) {
                return Ok(false);
            }
            let status: &[Question] = if is_last && looks { &[Question::Status] } else { &[] };
            if !self.play(before, turn, status)? && !is_last {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Puts a script to the engine.
    pub(super) fn hold(&mut self, script: &Script) -> Result<(), Fault> {
        let setup = &script.setup;
        self.begin(setup)?;
        if script.looks_first {
            self.ask_all(&self.look())?;
        }
        // The turns that were accepted.
        let mut stands: Vec<Turn> = Vec::new();
        for step in &script.steps {
            if step.begins_again {
                self.begin(setup)?;
                self.exchanges.push((Question::Again, Said::Done));
                stands.clear();
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
            if self.is_late_pass(step.turn, setup.rules) {
                continue;
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
                    self.ask_score()?;
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
            if accepted {
                stands.push(step.turn);
            }
            let undoes = if self.abilities.undo && accepted { step.undoes } else { 0 };
            // What was told last was told of the game before the turns.
            let looks_again = (passed || step.looks) && self.abilities.status;
            if !self.takes_back(&stands[stands.len().saturating_sub(undoes)..], looks_again)? {
                return Ok(());
            }
            // Only where the status was just told it is known of a play that it ended the game.
            if (passed || accepted && step.looks) && self.is_over(setup.rules) {
                self.ask_score()?;
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

/// What an answer says; of several turns, for each of them.
fn said_of(answer: Answer) -> Vec<Said> {
    vec![match answer {
        Answer::Legality(rulings) => return rulings.into_iter().map(said_of_turn).collect(),
        Answer::Play(ruling) => said_of_turn(Some(ruling)),
        Answer::Board(shown) => shown.map_or(Said::Nothing, Said::Board),
        Answer::Status(told) => told.map_or(Said::Nothing, Said::Status),
        Answer::Score(told) => told.map_or(Said::Nothing, Said::Score),
        Answer::Undo(done) | Answer::Settle(done) => done.map_or(Said::Nothing, |()| Said::Done),
        Answer::Generate(_) | Answer::GenerateAndPlay(_) => Said::Nothing,
    }]
}
