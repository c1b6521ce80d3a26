//! What an error reply to a play means: a refusal, in whatever words, or an error of the program. Words that are not known are
//! looked into: the play is given again to a new process.

use super::abilities::PLAY_ERRORS;
use super::engine::GtpEngine;
use super::plays::{GENMOVE, play};
use super::process::{Body, Process};
use crate::engine::{Fault, RefusalReason, Ruling, quote};
use crate::game::{Player, Turn};
use crate::gtp::{Complaint, complaint, words_of};
use std::collections::BTreeSet;

/// How often a play is given again to a new process.
const AGAIN: usize = 3;

/// Commands that cannot be refused.
const NEVER_REFUSED: [&str; 4] = ["protocol_version", "name", "version", "list_commands"];

/// What a play was answered with that was given again.
enum Again {
    /// The new process accepted it, and has the game now.
    Accepted(Box<Process>),
    /// It refused the play each time.
    Refused,
    /// Whatever the words mean, they answer what cannot be refused too.
    NoRefusal,
}

impl GtpEngine {
    /// What an error reply to a play means. Where its words do not say that the play is refused, they are looked into.
    ///
    /// # Errors
    ///
    /// If the reply is no refusal.
    pub(super) fn ruling_of_error(&mut self, command: &str, text: &str) -> Result<Ruling, Fault> {
        if let Complaint::Refused(reason) = self.abilities.complaint(text) {
            return Ok(Ruling::Forbidden(reason));
        }
        let said = complaint(text);
        let losses = &self.connection.options().losses;
        if !losses.refuses_by(self.connection.command(), &words_of(text)) {
            match self.give_again(command, said, text) {
                Ok(Again::Refused) => {}
                Ok(Again::Accepted(process)) => {
                    let said = quote(text);
                    let what = format!(
                        "`{command}` is answered with `? {said}`, and is accepted when it is given again"
                    );
                    self.abilities.fails(PLAY_ERRORS, what);
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
            self.abilities.note_failure(command, text);
        }
        Ok(Ruling::Forbidden(RefusalReason::Unstated))
    }

    /// Sends the commands of the game to a new process, and gives it the play again. What is refused each time is refused, unless
    /// the same words answer a command that cannot be refused, or every play on the empty board, or unless they tell of an error
    /// and the board is another one afterwards.
    fn give_again(&self, command: &str, said: Complaint, text: &str) -> Result<Again, Fault> {
        let (program, options) = (self.connection.command(), self.connection.options());
        let mut process = Process::start(program, options)?;
        let mut game = self.connection.game();
        game.pop();
        // A new process may generate other turns.
        if game.iter().any(|(command, _)| command.starts_with(GENMOVE)) {
            game = self.turns_alone();
        }
        for (command, was_error) in game {
            if !goes_again(&mut process, &command, was_error)? {
                return Ok(Again::NoRefusal);
            }
        }
        let is_failure = said == Complaint::Failed;
        let reader = self.abilities.reader.filter(|_| is_failure);
        let board = reader.map_or_else(Vec::new, |reader| reader.questions(self.size));
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
        let asked = NEVER_REFUSED.into_iter().find(|asked| self.abilities.lists(asked));
        let asked: Vec<String> = asked.into_iter().map(str::to_owned).collect();
        if process.ask_all(&board)? != before || process.ask_all(&asked)?.iter().any(is_same) {
            return Ok(Again::NoRefusal);
        }
        let mut is_of_every_play = None;
        for turn in self.first_plays() {
            let mut commands = self.abilities.set_up_under(&self.rules, self.size);
            commands.push(play(Player::Black, turn));
            let is_refused = process.ask_all(&commands)?.last().is_some_and(is_same);
            is_of_every_play = Some(is_refused && is_of_every_play != Some(false));
        }
        if is_of_every_play == Some(true) {
            return Ok(Again::NoRefusal);
        }
        match all_said.len() {
            1 => options.losses.learn(program, Some(words)),
            count if count > AGAIN => options.losses.learn(program, None),
            _ => {}
        }
        Ok(Again::Refused)
    }

    /// The commands of the game without those that change nothing, none of which is answered with an error.
    fn turns_alone(&self) -> Vec<(String, bool)> {
        let mut player = self.to_move;
        let mut plays: Vec<String> = Vec::new();
        for &turn in self.played.iter().rev() {
            player = player.opponent();
            plays.push(play(player, turn));
        }
        let commands = self.abilities.set_up_under(&self.rules, self.size);
        commands
            .into_iter()
            .chain(plays.into_iter().rev())
            .map(|command| (command, false))
            .collect()
    }

    /// Some plays on the empty board, which every rule set allows; none on the smallest board.
    fn first_plays(&self) -> Vec<Turn> {
        let points: Vec<Turn> = self.size.points().map(Turn::Play).collect();
        match points.len() {
            1 => Vec::new(),
            count => [0, count / 2, count - 1].map(|place| points[place]).to_vec(),
        }
    }
}

/// Gives a command again to another process. Says whether it is answered as it was; one that is busy now is asked once more.
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
