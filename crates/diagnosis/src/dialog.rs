//! The dialog with an engine about one game, question by question.

use super::question::{Answerable, Question, Said, said_of_turn};
use super::script::{Script, ScriptStep};
use std::ops::ControlFlow;
use superko_engine::{Answer, Engine, Fault, Query, Ruling, guarded};
use superko_game::rules::{LastPass, Rules};
use superko_game::{Player, Setup, Status, Turn};
use superko_harness::model::ModelEngine;

/// A dialog in progress.
pub(super) struct Dialog<'a> {
    engine: &'a mut dyn Engine,
    answerable: Answerable,
    pub(super) exchanges: Vec<(Question, Said)>,
    /// The question that the engine failed to answer, if any.
    pub(super) failed: Option<Question>,
    /// The number of passes in a row that were accepted.
    passes: usize,
    /// The player to move after the turns that the engine accepted.
    to_move: Player,
    /// A model that plays the same game under the requested rules. It tells when the game ends on an engine that does not report
    /// its status, if a turn may decide the game or passes alone do not show the end. `None` once the engine rules differently.
    requested: Option<ModelEngine>,
}

impl<'a> Dialog<'a> {
    /// Makes a dialog with an engine that has no game yet.
    pub(super) fn new(
        engine: &'a mut dyn Engine,
        answerable: Answerable,
        requested: Option<ModelEngine>,
    ) -> Dialog<'a> {
        let (exchanges, to_move) = (Vec::new(), Player::Black);
        Dialog { engine, answerable, exchanges, failed: None, passes: 0, to_move, requested }
    }

    fn begin(&mut self, setup: &Setup) -> Result<(), Fault> {
        (self.to_move, self.passes) = (setup.first, 0);
        self.engine.start(setup)?;
        self.requested.as_mut().map_or(Ok(()), |model| model.start(setup))
    }

    /// Asks questions that do not depend on each other's answers, all at once. Returns the last answer.
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
            if let Some(model) = &mut self.requested {
                model.undo()?;
            }
        }
        Ok(said)
    }

    /// Asks for the score, if the engine reports it.
    fn ask_score(&mut self) -> Result<(), Fault> {
        if self.answerable.score {
            self.ask(Question::Score)?;
        }
        Ok(())
    }

    /// Asks `before`, plays a turn, and asks `after`, all at once. Returns whether the turn was accepted.
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
        if let Some(model) = &mut self.requested {
            let allowed = model.play(turn)? == Ruling::Allowed;
            if allowed != accepted && model.decided().is_none() {
                self.requested = None;
            }
        }
        Ok(accepted)
    }

    /// Whether a turn decided the game under the requested rules. An engine may take further turns for another game.
    fn is_decided(&self) -> bool {
        self.requested.as_ref().is_some_and(|model| model.decided().is_some())
    }

    /// Returns the questions about the board and the status.
    fn look(&self) -> Vec<Question> {
        let Answerable { board, status, .. } = self.answerable;
        let questions = [(Question::Board, board), (Question::Status, status)];
        questions.into_iter().filter(|(_, can)| *can).map(|(question, _)| question).collect()
    }

    /// Takes the last turn back, and asks for the board and the status. Returns `false` if the engine does not take it back.
    fn undo(&mut self) -> Result<bool, Fault> {
        if self.ask(Question::Undo)? != Said::Done {
            self.exchanges.pop();
            return Ok(false);
        }
        self.ask_all(&self.look())?;
        Ok(true)
    }

    /// Whether the game is over: by the engine's last status, or else by the passes and these rules.
    fn is_over(&self, rules: Rules) -> bool {
        match self.exchanges.iter().rev().find(|(question, _)| *question == Question::Status) {
            Some((_, Said::Status(status))) => *status == Status::Over,
            // The number of passes does not show the end. Once the engine rules differently, it is not asked for the score.
            _ if rules.has_special_passes() => {
                self.requested.as_ref().is_some_and(ModelEngine::is_over)
            }
            _ => {
                let last = rules.last_pass == LastPass::Anybody || self.to_move == Player::Black;
                self.passes >= rules.passes.count() && last
            }
        }
    }

    /// Whether a turn is a pass after the end, which this engine must not be given.
    fn is_late_pass(&self, turn: Turn, rules: Rules) -> bool {
        turn == Turn::Pass && !self.answerable.late_passes && self.is_over(rules)
    }

    /// Plays turns and takes the accepted ones back. Asks for the score if several turns end the game. Returns whether all were
    /// taken back.
    fn plays_detour(&mut self, turns: &[Turn], rules: Rules) -> Result<bool, Fault> {
        let (mut accepted, passes) = (0, self.passes);
        let status: &[Question] = match self.answerable.status && turns.len() > 1 {
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

    /// Takes the last turns back and plays them again, asking first about all but the last. Returns `false` if the game cannot
    /// go on.
    fn takes_back(&mut self, turns: &[Turn], looks: bool) -> Result<bool, Fault> {
        let mut taken = 0;
        while taken < turns.len() && self.undo()? {
            taken += 1;
        }
        let again = &turns[turns.len() - taken..];
        for (place, &turn) in again.iter().enumerate() {
            let is_last = place + 1 == taken;
            let asked = !is_last && self.answerable.legality && !self.answerable.tolerates;
            let before = if asked { vec![Question::Legal(turn)] } else { Vec::new() };
            if self.answerable.tolerates && self.ask(Question::Legal(turn))? != Said::Ruling(true) {
                return Ok(false);
            }
            let status: &[Question] = if is_last && looks { &[Question::Status] } else { &[] };
            if !self.play(before, turn, status)? && !is_last {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays a script on the engine.
    pub(super) fn run(&mut self, script: &Script) -> Result<(), Fault> {
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
            if !self.takes_step(step, setup.rules, &mut stands)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Plays the turn of a step with the questions around it, and adds it to the accepted turns if the engine accepts it. Returns
    /// `false` if the game cannot go on.
    fn takes_step(
        &mut self,
        step: &ScriptStep,
        rules: Rules,
        stands: &mut Vec<Turn>,
    ) -> Result<bool, Fault> {
        let Answerable { passes, undo, .. } = self.answerable;
        if step.turn == Turn::Pass && !passes {
            return Ok(false);
        }
        if undo && passes && !self.plays_detour(&step.aside, rules)? {
            // The next turns of the script belong to the game without those that were not taken back.
            return Ok(false);
        }
        if self.is_late_pass(step.turn, rules) {
            return Ok(true);
        }
        let Some(before) = self.questions_before(step)? else { return Ok(true) };
        let looks = if step.looks { self.look() } else { Vec::new() };
        let accepted = self.play(before, step.turn, &looks)?;
        if self.is_decided() {
            if accepted {
                self.ask_score()?;
            }
            return Ok(false);
        }
        if !accepted {
            return Ok(true);
        }
        stands.push(step.turn);
        self.ask_after(step, rules, stands)
    }

    /// Asks what follows an accepted turn: the status, turns to take back, and the score if the game is over. Returns `false` if
    /// the game cannot go on.
    fn ask_after(
        &mut self,
        step: &ScriptStep,
        rules: Rules,
        stands: &[Turn],
    ) -> Result<bool, Fault> {
        let Answerable { undo, status, .. } = self.answerable;
        let passed = step.turn == Turn::Pass;
        self.passes = if passed { self.passes + 1 } else { 0 };
        if passed && !step.looks && status {
            self.ask(Question::Status)?;
        }
        let undoes = if undo { step.undoes } else { 0 };
        // The last status is older than the turns that were played again.
        let looks_again = (passed || step.looks) && status;
        if !self.takes_back(&stands[stands.len().saturating_sub(undoes)..], looks_again)? {
            return Ok(false);
        }
        // The end by a play is known only from a status that was just reported.
        if (passed || step.looks) && self.is_over(rules) {
            self.ask_score()?;
            // An engine without a status may take further turns for another game.
            return Ok(status);
        }
        Ok(true)
    }

    /// Returns the questions before the turn of a step. An engine that accepts illegal turns is asked these questions at once,
    /// and then about the turn itself. `None` if it does not call the turn legal.
    fn questions_before(&mut self, step: &ScriptStep) -> Result<Option<Vec<Question>>, Fault> {
        let before: Vec<Question> = match self.answerable.legality {
            true => step.asked.iter().copied().map(Question::Legal).collect(),
            false => Vec::new(),
        };
        if !self.answerable.tolerates {
            return Ok(Some(before));
        }
        self.ask_all(&before)?;
        let said = self.ask(Question::Legal(step.turn))?;
        Ok((said == Said::Ruling(true)).then(Vec::new))
    }
}

/// Converts questions to queries, with this player to move. Consecutive questions about legality become one query.
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

/// Converts the answer of an engine. An answer about several turns becomes one item for each.
fn said_of(answer: Answer) -> Vec<Said> {
    vec![match answer {
        Answer::Legality(rulings) => return rulings.into_iter().map(said_of_turn).collect(),
        Answer::Play(ruling) => said_of_turn(Some(ruling)),
        Answer::Board(shown) => shown.map_or(Said::Nothing, Said::Board),
        Answer::Status(status) => status.map_or(Said::Nothing, Said::Status),
        Answer::Score(score) => score.map_or(Said::Nothing, Said::Score),
        Answer::Undo(done) | Answer::Settle(done) => done.map_or(Said::Nothing, |()| Said::Done),
        Answer::Generate(_) | Answer::GenerateAndPlay(_) => Said::Nothing,
    }]
}
