//! Commands that must change nothing, sent before the last turn of a game.

use super::confirm::FRESH;
use crate::compare::{Difference, Disagreement};
use superko_engine::check::{Check, FindingId};
use superko_engine::referee::{Event, Events, Transcript};
use superko_engine::shorten::leave_each_out;
use superko_engine::{Engine, Fault, Reference, Ruling};
use superko_game::Record;
use superko_game::rules::Rule;

/// Plays a game on an engine, and sends commands that must change nothing before the last turn, or before the refused turns
/// that it follows. Returns the disagreement about these turns, or about the board or the status after them, if there is one.
/// Returns `None` if the engine rules wrongly on an earlier turn.
///
/// # Errors
///
/// If the engine could not answer.
pub fn after_commands(
    engine: &mut dyn Engine,
    record: &Record,
    commands: &[String],
) -> Result<Option<Disagreement>, Fault> {
    Ok(compared(engine, record, commands)?.flatten())
}

/// Does the same as [`after_commands`]; the outer `None` means that the engine rules wrongly on an earlier turn.
fn compared(
    engine: &mut dyn Engine,
    record: &Record,
    commands: &[String],
) -> Result<Option<Option<Disagreement>>, Fault> {
    let transcript = Transcript::replay(Reference::set_up(&record.setup), record.clone());
    let steps = &transcript.steps;
    engine.start(&record.setup)?;
    let sent_at = sent_before(&transcript);
    let tolerates = engine.about().tolerates_illegal_plays;
    let rule = Rule::repetition(record.rules());
    let differs = |check, difference, turns: usize| {
        let id = FindingId { rule, check, event: Event::QuestionChanges };
        let record = Record { turns: record.turns[..turns].to_vec(), ..record.clone() };
        Ok(Some(Some(Disagreement { id, events: Events::default(), record, difference })))
    };
    for (place, step) in steps.iter().enumerate() {
        if place == sent_at {
            commands.iter().try_for_each(|command| engine.send(command))?;
        }
        let expected = &step.turn;
        let wrong = |ruling: Ruling| {
            let is_wrong = (ruling == Ruling::Allowed) != expected.is_legal();
            is_wrong.then_some(Difference::Ruling(expected.judgment.refusal, ruling))
        };
        // An engine that accepts every turn may still know which ones are legal.
        if tolerates && place >= sent_at {
            if let Some(difference) = engine.is_legal(expected.turn)?.and_then(wrong) {
                return differs(Check::Legality, difference, place + 1);
            }
            if !expected.is_legal() {
                continue;
            }
        }
        match wrong(engine.play(expected.turn)?) {
            Some(_) if place < sent_at => return Ok(None),
            Some(difference) => return differs(Check::Play, difference, place + 1),
            None => {}
        }
    }
    let Some(last) = steps.last() else { return Ok(Some(None)) };
    if let Some(shown) = engine.board()?.filter(|shown| *shown != last.position) {
        return differs(Check::Board, Difference::Board(last.position.clone(), shown), steps.len());
    }
    match engine.status()?.filter(|&reported| reported != last.status) {
        None => Ok(Some(None)),
        Some(reported) => {
            differs(Check::Status, Difference::Status(last.status, reported), steps.len())
        }
    }
}

/// Returns the place of the turn before which commands are sent.
fn sent_before(transcript: &Transcript) -> usize {
    let last = transcript.steps.len().saturating_sub(1);
    let legal = transcript.steps[..last].iter().rposition(|step| step.turn.is_legal());
    legal.map_or(0, |place| place + 1)
}

/// Returns the disagreements caused by commands that must change nothing, each with the fewest commands that cause it. The
/// last of these commands names the disagreement. Each disagreement shows on every new process. The game is the first one
/// that the engine plays correctly without the commands.
///
/// A command that the engine does not survive is left out.
///
/// # Errors
///
/// If the engine fails in another way.
pub fn changes_by_commands(
    engine: &mut dyn Engine,
    records: &[Record],
) -> Result<Vec<(Vec<String>, Disagreement)>, Fault> {
    let mut commands = engine.idle_commands();
    let mut found = Vec::new();
    for record in records {
        if !matches!(compared(engine, record, &[])?, Some(None)) {
            continue;
        }
        if shows_together(engine, record, &mut commands)?.is_none()
            || shows_always(engine, record, &[])?.is_some()
        {
            break;
        }
        for command in &commands {
            let alone = vec![command.clone()];
            if let Some(shown) = shows_always(engine, record, &alone)? {
                found.push((alone, shown));
            }
        }
        // If no command causes a disagreement alone, several may do so together.
        if found.is_empty() && shows_always(engine, record, &commands)?.is_some() {
            let few = leave_each_out(commands, |fewer| {
                shows_always(engine, record, fewer).map(|shown| shown.is_some())
            })?;
            found.extend(shows_always(engine, record, &few)?.map(|shown| (few, shown)));
        }
        break;
    }
    for (sent, shown) in &mut found {
        for record in records.iter().filter(|record| record.turns.len() < shown.record.turns.len())
        {
            if shows_always(engine, record, &[])?.is_none()
                && let Some(shorter) = shows_always(engine, record, sent)?
            {
                *shown = shorter;
                break;
            }
        }
    }
    Ok(found)
}

/// Returns the disagreement that a game shows after all commands. Drops the commands that the engine does not survive.
fn shows_together(
    engine: &mut dyn Engine,
    record: &Record,
    commands: &mut Vec<String>,
) -> Result<Option<Disagreement>, Fault> {
    loop {
        match after_commands(engine, record, commands) {
            Err(fault) if !matches!(fault, Fault::Stopped { .. }) => {
                let lost = commands.iter().position(|command| fault.command() == Some(command));
                let Some(lost) = lost else { return Err(fault) };
                commands.remove(lost);
            }
            shown => return shown,
        }
    }
}

/// Returns the disagreement that a game shows on every new process after some commands.
fn shows_always(
    engine: &mut dyn Engine,
    record: &Record,
    commands: &[String],
) -> Result<Option<Disagreement>, Fault> {
    let mut shown = None;
    for _ in 0..FRESH {
        engine.renew()?;
        match after_commands(engine, record, commands)? {
            None => return Ok(None),
            again => shown = again,
        }
    }
    Ok(shown)
}
