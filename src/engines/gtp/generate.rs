//! The turn that an engine would play.

use super::engine::GtpEngine;
use super::plays::GENMOVE;
use crate::engine::{Engine, Fault, Ruling, quote};
use crate::game::{Position, Setup, Turn};
use crate::gtp::Complaint;

impl GtpEngine {
    /// The turn that it would play now; nothing if it would resign, or cannot be asked. By `reg_genmove`, which plays
    /// nothing, or by `genmove` and then taking the turn back, or beginning again.
    ///
    /// # Errors
    ///
    /// If the engine is lost by this, answers something that is not a turn, or cannot be brought back to the
    /// game.
    pub(super) fn generated(&mut self) -> Result<Option<Turn>, Fault> {
        let Some(command) = self.abilities.generate else { return Ok(None) };
        let plays = command == GENMOVE;
        let before = if plays { self.board()? } else { None };
        let generated = self.ask_for_turn(command)?;
        // A player that resigns has played nothing.
        if plays && let Some(turn) = generated {
            self.look_at_generated(turn)?;
            self.take_back_generated(before)?;
        }
        Ok(generated)
    }

    /// The turn that it plays now by `genmove`; nothing if it resigns, or cannot be asked.
    ///
    /// # Errors
    ///
    /// As for [`generated`](GtpEngine::generated).
    pub(super) fn generated_and_played(&mut self) -> Result<Option<Turn>, Fault> {
        if !self.abilities.plays_generated {
            return Ok(None);
        }
        let generated = self.ask_for_turn(GENMOVE)?;
        if let Some(turn) = generated {
            self.look_at_generated(turn)?;
            self.to_move = self.to_move.opponent();
            self.played.push(turn);
        }
        Ok(generated)
    }

    /// Asks for a turn; the answer is none if it resigns or gives up on this command.
    ///
    /// The time of a search is not a matter of rules: an engine that exceeds the time limit is not asked
    /// again. An engine that refuses to begin a game does not generate turns either.
    fn ask_for_turn(&mut self, command: &'static str) -> Result<Option<Turn>, Fault> {
        self.snapshot = None;
        let question = format!("{command} {}", self.to_move.letter().to_ascii_lowercase());
        let body = match self.connection.ask(std::slice::from_ref(&question)) {
            Ok(mut bodies) => bodies.remove(0),
            Err(fault @ Fault::Timeout { .. }) => {
                let none = self.generates_no_more(command, &fault.to_string());
                self.connection.forgive();
                self.begin_again(command)?;
                return Ok(none);
            }
            Err(fault) => return Err(fault),
        };
        let answer = match body {
            Ok(text) if text.trim().eq_ignore_ascii_case("resign") => Ok(None),
            Ok(text) => Turn::parse(text.trim(), self.size)
                .map(Some)
                .map_err(|error| format!("it generates `{}`: {error}", quote(&text))),
            Err(text) => {
                let said = format!("it generates no turn: `{}`", quote(&text));
                if self.abilities.complaint(&text) == Complaint::NotUnderstood {
                    return Ok(self.generates_no_more(command, &format!("`{question}`: {said}")));
                }
                if self.played.is_empty() { Ok(None) } else { Err(said) }
            }
        };
        answer.map_err(|what| self.connection.distrust(&question, what))
    }

    /// Sees that what `genmove` played is not a stone of the other player.
    fn look_at_generated(&mut self, turn: Turn) -> Result<(), Fault> {
        let Some(point) = turn.point() else { return Ok(()) };
        let Some(board) = self.board()? else { return Ok(()) };
        if board[point] != self.to_move.opponent().color() {
            return Ok(());
        }
        let question = format!("{GENMOVE} {}", self.to_move.letter().to_ascii_lowercase());
        let what = format!("it generates `{turn}`, and puts a stone of the other color there");
        Err(self.connection.distrust(&question, what))
    }

    /// Asks for no further turn by a command, and says why.
    fn generates_no_more(&mut self, command: &str, why: &str) -> Option<Turn> {
        self.abilities.generate.take_if(|asked| *asked == command);
        self.abilities.plays_generated &= command != GENMOVE;
        let is_last = self.abilities.generate.is_none() && !self.abilities.plays_generated;
        let what = if is_last { "generate" } else { command };
        self.abilities.notes.push(format!("{what} is missing: {why}"));
        None
    }

    /// Undoes what `genmove` played: the turn is not ours to count. Where the board is not what it was `before` then, the game is
    /// begun again, for what undo does is looked at elsewhere.
    fn take_back_generated(&mut self, before: Option<Position>) -> Result<(), Fault> {
        self.snapshot = None;
        if let Some(undo) = self.abilities.undo.filter(|_| self.abilities.undoes_wholly)
            && self.connection.ask(&[undo.to_owned()])?[0].is_ok()
            && self.board()? == before
        {
            return Ok(());
        }
        self.begin_again(GENMOVE)
    }

    /// Begins the game again and plays its turns, because of a command.
    fn begin_again(&mut self, command: &str) -> Result<(), Fault> {
        let played = std::mem::take(&mut self.played);
        let setup = Setup { komi: self.komi, ..Setup::new(self.size, self.rules) };
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
