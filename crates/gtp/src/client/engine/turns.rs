//! Interprets error replies to plays, and asks for generated turns.
//!
//! An error reply is either a refusal, in any words, or an error of the program. If the words are unknown, the play is
//! repeated on a new process.

use super::GtpEngine;
use crate::client::abilities::{PLAY_ERRORS, failure};
use crate::client::plays::{GENMOVE, play, plays};
use crate::client::process::Process;
use crate::{Body, Complaint, complaint, words_of};
use std::collections::BTreeSet;
use superko_engine::{Engine, Fault, RefusalReason, Ruling, quote};
use superko_game::{Player, Position, Setup, Turn};

/// The number of times that a command is repeated on a new process.
const AGAIN: usize = 3;

/// Commands that cannot be refused.
const NEVER_REFUSED: [&str; 4] = ["protocol_version", "name", "version", "list_commands"];

/// The result of repeating a play on a new process.
enum Again {
    /// The new process accepted the play, and is now at this point of the game.
    Accepted(Box<Process>),
    /// The new process refused the play each time.
    Refused,
    /// The reply does not count as a refusal: the game cannot be repeated, the board changed, or the same words answer
    /// something that cannot be refused.
    NoRefusal,
}

impl GtpEngine {
    /// Returns the meaning of an error reply to a play. If the words do not say that the play is refused, it is
    /// repeated.
    ///
    /// # Errors
    ///
    /// If the reply is not a refusal.
    pub(super) fn ruling_of_error(&mut self, command: &str, text: &str) -> Result<Ruling, Fault> {
        if let Complaint::Refused(reason) = self.abilities.refusals.meaning(text) {
            return Ok(Ruling::Forbidden(reason));
        }
        let said = complaint(text);
        let known_programs = &self.connection.options.known_programs;
        if !known_programs.refuses_by(&self.connection.command, &words_of(text)) {
            match self.give_again(command, said, text) {
                Ok(Again::Refused) => {}
                Ok(Again::Accepted(process)) => {
                    let said = quote(text);
                    let what = format!(
                        "`{command}` is answered with `? {said}`, and is accepted when it is given again"
                    );
                    self.abilities.observations.fails(PLAY_ERRORS, what);
                    self.connection.adopt(*process);
                    return Ok(Ruling::Allowed);
                }
                Err(fault @ Fault::Stopped { .. }) => return Err(fault),
                Ok(Again::NoRefusal) | Err(_) => {
                    let what = format!("its error message is not a refusal: `{}`", quote(text));
                    return Err(self.connection.distrust(command, what));
                }
            }
        }
        if said == Complaint::Failed {
            self.abilities.observations.fails(PLAY_ERRORS, failure(command, text));
        }
        Ok(Ruling::Forbidden(RefusalReason::Unstated))
    }

    /// Sends the commands of the game to a new process, and repeats the play there. It counts as refused if it is
    /// refused each time, with two exceptions: the same words also answer a command that cannot be refused, or all
    /// tried plays on the empty board; or the words tell of an error, and the board has changed.
    fn give_again(&self, command: &str, said: Complaint, text: &str) -> Result<Again, Fault> {
        let (program, options) = (&self.connection.command, &self.connection.options);
        let mut process = Process::start(program, options)?;
        let mut game = self.connection.game();
        game.pop();
        // A new process may generate different turns.
        if game.iter().any(|(command, _)| command.starts_with(GENMOVE)) {
            game = self.turns_alone();
        }
        for (command, was_error) in game {
            if !goes_again(&mut process, &command, was_error)? {
                return Ok(Again::NoRefusal);
            }
        }
        let is_failure = said == Complaint::Failed;
        let reader = self.abilities.sight.reader.filter(|_| is_failure);
        let board = reader.map_or_else(Vec::new, |reader| reader.questions(self.game.size));
        let before = process.ask_all(&board)?;
        let words = words_of(text);
        let mut all_said = BTreeSet::from([words.clone()]);
        for _ in 0..AGAIN {
            match process.ask_all(&[command.to_owned()])?.remove(0) {
                Ok(_) => return Ok(Again::Accepted(Box::new(process))),
                Err(text) => _ = all_said.insert(words_of(&text)),
            }
        }
        let is_same = |body: &Body| matches!(body, Err(said) if words_of(said) == words);
        let asked = NEVER_REFUSED.into_iter().find(|asked| self.abilities.program.lists(asked));
        let asked: Vec<String> = asked.into_iter().map(str::to_owned).collect();
        if process.ask_all(&board)? != before || process.ask_all(&asked)?.iter().any(is_same) {
            return Ok(Again::NoRefusal);
        }
        let mut refused = Vec::new();
        for turn in self.first_plays() {
            let commands = [self.set_up(), vec![play(Player::Black, turn)]].concat();
            refused.push(process.ask_all(&commands)?.last().is_some_and(is_same));
        }
        if refused.contains(&true) && !refused.contains(&false) {
            return Ok(Again::NoRefusal);
        }
        match all_said.len() {
            1 => options.known_programs.learn(program, Some(words)),
            count if count > AGAIN => options.known_programs.learn(program, None),
            _ => {}
        }
        Ok(Again::Refused)
    }

    /// Returns the commands that set up the game and play its turns, none of which was answered with an error.
    fn turns_alone(&self) -> Vec<(String, bool)> {
        let commands = [self.set_up(), plays(&self.game.played)].concat();
        commands.into_iter().map(|command| (command, false)).collect()
    }

    /// Returns the commands that begin the game.
    fn set_up(&self) -> Vec<String> {
        self.abilities.program.set_up_under(&self.game.rules, self.game.size)
    }

    /// Returns some plays on the empty board that every rule set allows; none on the smallest board.
    fn first_plays(&self) -> Vec<Turn> {
        let points: Vec<Turn> = self.game.size.points().map(Turn::Play).collect();
        match points.len() {
            1 => Vec::new(),
            count => [0, count / 2, count - 1].map(|place| points[place]).to_vec(),
        }
    }

    /// Asks for a turn. Returns `None` if the engine resigns, or is no longer asked by this command.
    ///
    /// The time of a search is not a matter of rules: an engine that exceeds the time limit is not asked again. An
    /// engine that refuses the first turn of a game does not generate turns either.
    pub(super) fn ask_for_turn(&mut self, command: &'static str) -> Result<Option<Turn>, Fault> {
        self.game.snapshot = None;
        let question = format!("{command} {}", self.game.to_move.letter().to_ascii_lowercase());
        let body = match self.connection.ask(std::slice::from_ref(&question)) {
            Ok(mut bodies) => bodies.remove(0),
            Err(fault @ Fault::Timeout { .. }) => {
                self.abilities.generate_no_more(command, &fault.to_string());
                self.connection.forgive();
                self.begin_again(command)?;
                return Ok(None);
            }
            Err(fault) => return Err(fault),
        };
        let answer = match body {
            Ok(text) if text.trim().eq_ignore_ascii_case("resign") => Ok(None),
            Ok(text) => Turn::parse(text.trim(), self.game.size)
                .map(Some)
                .map_err(|error| format!("it generates `{}`: {error}", quote(&text))),
            Err(text) => {
                let said = format!("it generates no turn: `{}`", quote(&text));
                if self.abilities.refusals.meaning(&text) == Complaint::NotUnderstood {
                    self.abilities.generate_no_more(command, &format!("`{question}`: {said}"));
                    return Ok(None);
                }
                if self.game.played.is_empty() { Ok(None) } else { Err(said) }
            }
        };
        answer.map_err(|what| self.connection.distrust(&question, what))
    }

    /// Checks that the stone that `genmove` played is not of the other color.
    pub(super) fn look_at_generated(&mut self, turn: Turn) -> Result<(), Fault> {
        let Some(point) = turn.point() else { return Ok(()) };
        let Some(board) = self.board()? else { return Ok(()) };
        if board[point] != self.game.to_move.opponent().color() {
            return Ok(());
        }
        let question = format!("{GENMOVE} {}", self.game.to_move.letter().to_ascii_lowercase());
        let what = format!("it generates `{turn}`, and puts a stone of the other color there");
        Err(self.connection.distrust(&question, what))
    }

    /// Takes back the turn of `genmove`, which is not part of the game. If the board then differs from `before`, the
    /// game is begun again: other tests check undo.
    pub(super) fn take_back_generated(&mut self, before: Option<Position>) -> Result<(), Fault> {
        self.game.snapshot = None;
        if let Some(undo) = self.abilities.undo.filter(|undo| undo.is_whole)
            && self.connection.ask(&[undo.command.to_owned()])?[0].is_ok()
            && self.board()? == before
        {
            return Ok(());
        }
        self.begin_again(GENMOVE)
    }

    /// Begins the game again and plays its turns, because of `command`.
    fn begin_again(&mut self, command: &str) -> Result<(), Fault> {
        let played = std::mem::take(&mut self.game.played);
        let setup = Setup { komi: self.game.komi, ..Setup::new(self.game.size, self.game.rules) };
        self.start(&setup)?;
        for turn in played {
            if self.play(turn)? != Ruling::Allowed {
                let what = format!("it refuses {turn}, although it accepted this turn before");
                return Err(self.connection.distrust(command, what));
            }
        }
        Ok(())
    }
}

/// Repeats a command on another process. Returns whether the answer is of the same kind as before. An unexpected error
/// is repeated, because the engine may be busy.
fn goes_again(process: &mut Process, command: &str, was_error: bool) -> Result<bool, Fault> {
    for _ in 0..AGAIN {
        if process.ask_all(&[command.to_owned()])?[0].is_err() == was_error {
            return Ok(true);
        }
        if was_error {
            break;
        }
    }
    Ok(false)
}
