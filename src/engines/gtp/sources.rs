//! Whether the commands that show the board show the same one, in a game with captures.

use super::abilities::{Abilities, BOARD_SOURCES};
use super::plays::plays;
use super::process::{Body, Process};
use super::profile::Reader;
use crate::engine::{Fault, ProbeFault, quote};
use crate::game::{Position, Size};

/// The turns of the game, Black's first. Stones are captured in the corner, at the edge and off it: one, and then two chains at
/// once. Every rule set allows them.
const GAME: [&str; 19] = [
    "B1", "A1", "A2", "C2", "C1", "D1", "D2", "B2", "E1", "A3", "D4", "A1", "C3", "E5", "B3", "A4",
    "A2", "D5", "C4",
];

/// After how many turns to look at the board: with few stones, before and after captures, and at the end.
const LOOKS: [usize; 5] = [3, 8, 9, 12, GAME.len()];

/// Compares two ways to see the board, after some turns of a game. Where they differ, neither is used any more, and the difference
/// is a fault of the engine: it contradicts itself.
///
/// # Errors
///
/// If the engine is lost over it.
pub(super) fn compare(
    process: &mut Process,
    abilities: &mut Abilities,
    size: Size,
) -> Result<Option<ProbeFault>, Fault> {
    let Some((reader, other)) = abilities.reader.zip(abilities.second_reader) else {
        return Ok(None);
    };
    let (first, second) = (reader.questions(size), other.questions(size));
    let (mut commands, game) = (abilities.set_up(size), plays(&GAME));
    process.ask_all(&commands)?;
    let mut played = 0;
    for turns in LOOKS {
        let next = &game[played..turns];
        played = turns;
        commands.extend_from_slice(next);
        // Whether it should refuse a turn is looked at elsewhere.
        if process.ask_all(next)?.iter().any(Result::is_err) {
            break;
        }
        let [shown, also] = [&first, &second].map(|questions| process.ask_all(questions));
        let (shown, also) = (shown?, also?);
        let Ok(position) = reader.read(&shown, size) else { break };
        if let Some(what) = difference((reader, &position), (other, &also)) {
            abilities.fails(BOARD_SOURCES, what.clone());
            (abilities.reader, abilities.second_reader) = (None, None);
            let command = first.first().cloned().unwrap_or_default();
            commands.extend([first, second].concat());
            let fault = Fault::Protocol { command, what };
            return Ok(Some(ProbeFault { fault, commands, confirmed: (1, 1) }));
        }
    }
    Ok(None)
}

/// How the board that one command shows differs from the one that another shows at the same time.
pub(super) fn difference(
    (reader, position): (Reader, &Position),
    (other, bodies): (Reader, &[Body]),
) -> Option<String> {
    let shown = match other.read(bodies, position.size()) {
        Ok(shown) if shown == *position => return None,
        Ok(shown) => format!("`{}`", quote(&shown.to_string())),
        Err(error) => error.to_string(),
    };
    Some(format!(
        "{} shows `{}`, but {} at the same time {shown}: neither is trusted from now on",
        reader.command(),
        quote(&position.to_string()),
        other.command(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Reference;
    use crate::game::{Record, Turn};
    use crate::referee::{Event, Transcript};
    use crate::rules::PRESETS;

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
