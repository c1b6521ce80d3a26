//! The words in which an engine refuses a turn.

use super::abilities::{Abilities, PLAY_ERRORS};
use super::plays::play;
use super::process::Process;
use crate::engine::{Fault, RefusalReason, quote};
use crate::game::Player;
use crate::gtp::{Complaint, complaint, words_of};

impl Abilities {
    /// What an error reply to a turn means: the words of the profile and those learned by [`learn`] are refusals, besides
    /// the usual ones.
    pub(super) fn complaint(&self, text: &str) -> Complaint {
        let words = words_of(text);
        match complaint(text) {
            refused @ Complaint::Refused(_) => refused,
            _ if self.refusals.contains(&words) => Complaint::Refused(RefusalReason::Unstated),
            other => other,
        }
    }

    /// Quotes a refusal that tells of an error in the program.
    pub(super) fn note_failure(&mut self, command: &str, text: &str) {
        let what = format!(
            "`{command}` is refused with `{}`, which tells of an error in the program",
            quote(text)
        );
        self.fails(PLAY_ERRORS, what);
    }
}

/// Learns how an engine refuses, from two plays that every rule set forbids: on a stone of the player's own, and on one of
/// the opponent's. What it says both times is its way to say no. Black is to move.
///
/// # Errors
///
/// If the engine is lost over it.
pub(super) fn learn(
    process: &mut Process,
    abilities: &mut Abilities,
    occupied: [&str; 2],
) -> Result<(), Fault> {
    let occupied = occupied.map(|name| play(Player::Black, name));
    let bodies = process.ask_all(&occupied)?;
    let [Err(own), Err(others)] = &bodies[..] else { return Ok(()) };
    let words = words_of(own);
    let is_usual = |text: &str| matches!(abilities.complaint(text), Complaint::Refused(_));
    if is_usual(own) || words != words_of(others) {
        return Ok(());
    }
    let said = quote(own);
    abilities
        .notes
        .push(format!("`{said}` is treated as a refusal: it refuses occupied points this way"));
    if complaint(own) == Complaint::Failed {
        abilities.note_failure(&occupied[0], own);
    }
    abilities.refusals.insert(words);
    Ok(())
}
