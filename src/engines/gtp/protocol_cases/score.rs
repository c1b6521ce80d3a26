//! A question about the score, which changes nothing.

use super::super::confirm::FINAL_SCORE;
use super::super::plays::{KO, plays};
use super::legality::SMALL_FIRST;
use super::{Talk, not_listed};
use crate::engine::{Fault, ProtocolOutcome};
use crate::game::Size;

/// The play that takes a ko back.
const TAKES_BACK: &str = "play b C3";

/// A ko that is refused is refused after a question about the score too, and the board is the same.
pub(super) fn score_changes_nothing(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    if !talk.lists(FINAL_SCORE) {
        return Ok(not_listed(FINAL_SCORE));
    }
    let not_applicable = |why: &str| Ok(ProtocolOutcome::NotApplicable(why.to_owned()));
    let played = plays(&KO).join(", ");
    for asks in [false, true] {
        let size = talk.empty_board(&SMALL_FIRST)?.and_then(|side| Size::square(side).ok());
        let Some(size) = size else { return not_applicable("it refuses an ordinary board") };
        if talk.process()?.ask_all(&plays(&KO))?.iter().any(Result::is_err) {
            return not_applicable("it refuses an ordinary play");
        }
        if asks {
            let before = talk.position(size)?;
            match talk.ask(FINAL_SCORE) {
                Ok(Ok(_)) => {}
                Ok(Err(_)) => return not_applicable("it scores no game that goes on"),
                // An estimate may take its time.
                Err(Fault::Timeout { .. }) => {
                    talk.hang_up();
                    return not_applicable("it does not score a game that goes on in time");
                }
                Err(fault) => return Err(fault),
            }
            if let (Some((reader, before)), Some((_, after))) = (before, talk.position(size)?)
                && before != after
            {
                return Ok(ProtocolOutcome::Failed(format!(
                    "after {played}, `{}` is answered differently after `{FINAL_SCORE}`",
                    reader.command()
                )));
            }
        }
        match (talk.ask(TAKES_BACK)?.is_ok(), asks) {
            (false, _) => {}
            (true, false) => return not_applicable("it does not refuse to take back a ko"),
            (true, true) => {
                return Ok(ProtocolOutcome::Failed(format!(
                    "after {played}, `{TAKES_BACK}` is refused, but not once `{FINAL_SCORE}` was asked"
                )));
            }
        }
    }
    Ok(ProtocolOutcome::Ok)
}
