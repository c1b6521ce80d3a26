//! Runs self-tests in games: whether the engine forgets a game when the board is cleared, takes back a turn with all of
//! its effects, and shows the same board in two ways.

use super::ProbedEngine;
use crate::client::abilities::{BOARD_SOURCES, Memory, Sight, Undo};
use crate::client::plays::{KO, plays};
use crate::client::questions::{Reader, difference};
use superko_engine::{CLEAR_BOARD, Fault, Note, ProbeFault, UndoTest, quote};
use superko_game::Size;

/// Games in which nothing can be refused, each with the turns of the game after it. First, plain turns, of which Black
/// has the last, and then most of them again. Second, a ko that White has taken, and then Black's first stone again.
const AFTER_EACH_OTHER: [[&[&str]; 2]; 2] = [[&["C3", "D4", "C4"], &["C3", "D4"]], [&KO, &["C3"]]];

/// Plays games one after the other. If the engine remembers one, each later test must begin with a process that has
/// played nothing: otherwise all refusals would seem to come from the game itself.
///
/// # Errors
///
/// If a fault ends the engine.
pub(super) fn find_memory(engine: &mut ProbedEngine<'_>, size: Size) -> Result<Memory, Fault> {
    let set_up = engine.program.set_up(size);
    // On the same board, `clear_board` must suffice.
    let clear = set_up.iter().position(|command| command == "clear_board").unwrap_or_default();
    for games in AFTER_EACH_OTHER {
        let turns = games[1].len();
        let [first, next] = games.map(|turns| [&set_up[..], &plays(turns)].concat());
        let mut refused = None;
        // A second try excludes plays that are refused at random.
        for _ in 0..2 {
            engine.ask(&first)?;
            refused = refused_play(engine, &next[clear..], turns)?;
            if refused.is_none() {
                break;
            }
        }
        if let Some((play, said)) = refused {
            let what = format!(
                "after `clear_board`, `{play}` is answered with `? {said}`, as if the previous game continued"
            );
            engine.observations.fails(CLEAR_BOARD, what);
            let forgets_by = engine.test("clear_board", |engine| {
                find_forgetting(engine, size, [&first, &next], turns)
            })?;
            return Ok(Memory { remembers: true, forgets_by });
        }
    }
    Ok(Memory::default())
}

/// Returns the first refused play of the last `plays` commands, and the error message.
fn refused_play(
    engine: &mut ProbedEngine<'_>,
    commands: &[String],
    plays: usize,
) -> Result<Option<(String, String)>, Fault> {
    let bodies = engine.ask(commands)?;
    let answers = commands.iter().zip(bodies).skip(commands.len() - plays);
    let mut refused = answers.filter_map(|(play, body)| Some((play.clone(), quote(&body.err()?))));
    Ok(refused.next())
}

/// Returns two boards, if setting the other board in between makes the engine forget a game.
fn find_forgetting(
    engine: &mut ProbedEngine<'_>,
    size: Size,
    [first, next]: [&[String]; 2],
    turns: usize,
) -> Result<Option<[Size; 2]>, Fault> {
    let Ok(other) = Size::square(size.columns() + 1) else { return Ok(None) };
    for _ in 0..2 {
        engine.ask(first)?;
        engine.begin(other)?;
        if refused_play(engine, next, turns)?.is_some() {
            return Ok(None);
        }
    }
    Ok(Some([size, other]))
}

/// Turns that end with a capture by White at B1. Black's C1 then captures that stone.
const CAPTURE: [&str; 6] = ["A1", "D1", "B2", "C2", "E5", "B1"];

/// Finds out whether undo restores everything: the board, and what is forbidden.
///
/// # Errors
///
/// If a fault ends the engine.
pub(super) fn find_undo(
    engine: &mut ProbedEngine<'_>,
    size: Size,
    reader: Option<Reader>,
) -> Result<Option<Undo>, Fault> {
    let Some(command) = engine.program.undo() else { return Ok(None) };
    let undo = Undo { command, is_whole: false };
    let Some(reader) = reader else { return Ok(Some(undo)) };
    let (capture, board) = (plays(&CAPTURE), reader.questions(size));
    engine.begin(size)?;
    if !engine.takes(&capture)? {
        engine.note(Note::Undo(UndoTest::NotRun));
        return Ok(Some(undo));
    }
    let before = engine.ask(&board)?;
    if let Err(text) = &engine.ask(&[command, "play w B1"])?[0] {
        // The tests find other errors.
        if !crate::declines(text) {
            return Ok(Some(undo));
        }
        engine.note(Note::missing("undo", format!("it complains: `{}`", quote(text))));
        return Ok(None);
    }
    if !engine.takes(&["play b C1"])? {
        engine.note(Note::Undo(UndoTest::NotRun));
        return Ok(Some(undo));
    }
    let after = engine.ask(&board)?;
    // Most rules forbid this retake. The answer must be the same after undo.
    let retake = engine.takes(&["play w B1"])?;
    let mut whole = !retake || engine.takes(&[command])?;
    let mut quiet = engine.takes(&["play w B4"])?;
    // If no play is accepted after the refusal, the refusal has ended the game. The rest is then tried in a new game
    // without the retake.
    let is_lost = !retake && !quiet;
    if is_lost {
        engine.begin(size)?;
        whole = engine.takes(&capture)? && engine.takes(&["play b C1"])?;
        quiet = whole && engine.takes(&["play w B4"])?;
    }
    whole = whole && quiet && engine.takes(&[command])? && engine.ask(&board)? == after;
    whole = whole && (is_lost || engine.takes(&["play w B1"])? == retake);
    whole = whole && (!retake || engine.takes(&[command])?);
    whole = whole && engine.takes(&[command])? && engine.ask(&board)? == before;
    whole = whole && engine.takes(&["play b C1"])? && engine.ask(&board)? == after;
    engine.note(Note::Undo(if whole { UndoTest::Passed } else { UndoTest::Failed }));
    Ok(Some(Undo { command, is_whole: whole }))
}

/// The turns of a game, Black's first. Every rule set allows them. They capture in the corner, at the edge and
/// elsewhere, first single stones and then two chains at once.
const GAME: [&str; 19] = [
    "B1", "A1", "A2", "C2", "C1", "D1", "D2", "B2", "E1", "A3", "D4", "A1", "C3", "E5", "B3", "A4",
    "A2", "D5", "C4",
];

/// The numbers of turns after which the boards are compared: with few stones, before and after captures, and at the
/// end.
const LOOKS: [usize; 5] = [3, 8, 9, 12, GAME.len()];

/// Compares two ways of reading the board during a game. A difference is a fault of the engine, which contradicts
/// itself.
///
/// # Errors
///
/// If a fault ends the engine.
pub(super) fn find_difference(
    engine: &mut ProbedEngine<'_>,
    size: Size,
    sight: Sight,
) -> Result<Option<ProbeFault>, Fault> {
    let Some((reader, other)) = sight.reader.zip(sight.second) else { return Ok(None) };
    let (first, second) = (reader.questions(size), other.questions(size));
    let (set_up, game) = (engine.program.set_up(size), plays(&GAME));
    engine.ask(&set_up)?;
    let mut played = 0;
    for turns in LOOKS {
        // Other tests judge refusals.
        if !engine.takes(&game[played..turns])? {
            break;
        }
        played = turns;
        let (shown, also) = (engine.ask(&first)?, engine.ask(&second)?);
        let Ok(position) = reader.read(&shown, size) else { break };
        if let Some(what) = difference((reader, &position), (other, &also)) {
            engine.observations.fails(BOARD_SOURCES, what.clone());
            let fault = Fault::Protocol { command: first[0].clone(), what };
            let commands = [&set_up, &game[..turns], &first, &second].concat();
            return Ok(Some(ProbeFault { fault, commands, confirmed: (1, 1) }));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_engine::Reference;
    use superko_engine::referee::{Event, Transcript};
    use superko_game::rules::PRESETS;
    use superko_game::{Record, Turn};

    #[test]
    fn every_rule_set_allows_the_game_and_it_captures_on_every_board() {
        for side in [5, 6, 7, 8, 9, 13, 19] {
            let size = Size::square(side).unwrap();
            let turns: Vec<Turn> =
                GAME.iter().map(|name| Turn::parse(name, size).unwrap()).collect();
            for preset in PRESETS {
                let record = Record::new(size, preset.rules, turns.clone());
                let transcript = Transcript::replay(Reference::set_up(&record.setup), record);
                assert!(
                    transcript.steps.iter().all(|step| step.turn.is_legal()),
                    "{}",
                    preset.name
                );
                let reaches =
                    |event| transcript.steps.iter().any(|step| step.turn.events.contains(event));
                for event in [Event::CaptureInCorner, Event::CaptureAtEdge, Event::CaptureTwoChains]
                {
                    assert!(reaches(event), "{event} on {size}");
                }
            }
        }
    }
}
