//! Whether an engine takes back a turn with all of its effects.

use super::abilities::Abilities;
use super::plays::plays;
use super::process::{Body, Process};
use crate::engine::{Fault, quote};
use crate::game::Size;
use crate::gtp;

/// Finds out whether a turn taken back leaves nothing behind: neither on the board nor in what is forbidden.
///
/// # Errors
///
/// If the engine is lost over it.
pub(super) fn try_undo(
    process: &mut Process,
    abilities: &mut Abilities,
    size: Size,
) -> Result<(), Fault> {
    let (Some(undo), Some(reader)) = (abilities.undo, abilities.reader) else { return Ok(()) };
    let taken = |bodies: &[Body]| bodies.iter().all(Result::is_ok);
    let mut ask = |commands: &[&str]| {
        process.ask_all(&commands.iter().map(|&text| text.to_owned()).collect::<Vec<_>>())
    };
    let questions = reader.questions(size);
    let questions: Vec<&str> = questions.iter().map(String::as_str).collect();
    let mut ko = abilities.set_up(size);
    ko.extend(plays(&["A1", "D1", "B2", "C2", "E5", "B1"]));
    let begun = ko.len() - 6;
    let ko: Vec<&str> = ko.iter().map(String::as_str).collect();
    let untested = "undo: the self-test could not be run, because an ordinary play was refused";
    if !taken(&ask(&ko)?[begun..]) {
        abilities.notes.push(untested.to_owned());
        return Ok(());
    }
    let before = ask(&questions)?;
    if let Err(text) = &ask(&[undo, "play w B1"])?[0] {
        // What goes wrong is for the examination to meet.
        if gtp::declines(text) {
            let text = quote(text);
            abilities.notes.push(format!("undo is missing: it complains: `{text}`"));
            abilities.undo = None;
        }
        return Ok(());
    }
    if !taken(&ask(&["play b C1"])?) {
        abilities.notes.push(untested.to_owned());
        return Ok(());
    }
    let after = ask(&questions)?;
    // The retake, which most rules forbid: whatever is said of it is to be said again.
    let retake = ask(&["play w B1"])?[0].is_ok();
    let mut whole = !retake || taken(&ask(&[undo])?);
    let mut quiet = taken(&ask(&["play w B4"])?);
    // Where nothing can be played after the refusal, the game is lost by it, and the rest is tried in a new one without it.
    let is_lost = !retake && !quiet;
    if is_lost {
        whole = taken(&ask(&ko)?[begun..]) && taken(&ask(&["play b C1"])?);
        quiet = whole && taken(&ask(&["play w B4"])?);
    }
    whole = whole && quiet && taken(&ask(&[undo])?) && ask(&questions)? == after;
    whole = whole && (is_lost || ask(&["play w B1"])?[0].is_ok() == retake);
    whole = whole && (!retake || taken(&ask(&[undo])?));
    whole = whole && taken(&ask(&[undo])?) && ask(&questions)? == before;
    whole = whole && taken(&ask(&["play b C1"])?) && ask(&questions)? == after;
    abilities.undoes_wholly = whole;
    abilities.notes.push(if whole {
        "undo restores the board and the forbidden plays".to_owned()
    } else {
        "undo fails its self-test: it does not restore everything after a capture and its ko"
            .to_owned()
    });
    Ok(())
}
