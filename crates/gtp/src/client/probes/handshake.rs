//! Makes the handshake before the tests. It checks that commands arrive, that stones are where they were played, and
//! that answers fit the questions.
//!
//! The handshake does not judge the rules. Its positions are plain, and odd behavior in them is left to the tests. It
//! fails only if answers are impossible after the plays.

use super::ProbedEngine;
use crate::client::abilities::{
    BOARD_SOURCES, BOARDSIZE, Legality, PLAY_ERRORS, Refusals, Sight, failure,
};
use crate::client::plays::{alternating, play, plays};
use crate::client::profile::Pass;
use crate::client::program::{WrongShape, distrust};
use crate::client::questions::{Reader, STATUS, status};
use crate::{Body, Complaint, complaint, words_of};
use superko_engine::{Fault, Note, Ruling, quote};
use superko_game::{Color, Player, Point, Position, Size, Status, Turn};

/// The sides of square boards for the handshake, in the order of trying.
const SIDES: [u8; 7] = [5, 7, 9, 13, 19, 6, 8];

/// Stones that look different under every reflection and rotation, and with colors exchanged. Black begins.
const STONES: [&str; 4] = ["A2", "C1", "E4", "B5"];

/// Sets up the first board of [`SIDES`] that the engine plays.
pub(super) fn find_board(engine: &mut ProbedEngine<'_>) -> Result<Size, Fault> {
    let drawing = engine.program.drawn_by();
    let mut seen = None;
    for side in SIDES {
        let size = Size::square(side).expect("the sides of the handshake are 5 to 19");
        let Ok(command) = engine.program.size_command(size) else { continue };
        let mut commands = engine.program.set_up(size);
        let begun = commands.len();
        commands.extend(engine.program.shape_questions(drawing, size));
        let bodies = engine.ask(&commands)?;
        if bodies[0].is_err() {
            continue;
        }
        // An unreadable drawing says nothing of the shape. A later probe finds out whether it can be used.
        match WrongShape::seen(drawing, size, &command, &bodies[begun..]) {
            Ok(Some(WrongShape { what, .. })) => {
                engine.observations.fails(BOARDSIZE, what.clone());
                seen.get_or_insert(what);
            }
            _ => return Ok(size),
        }
    }
    let what = format!("it plays no square board with any of the sides {SIDES:?}");
    Err(match seen {
        Some(seen) => distrust("boardsize", &format!("{what}: {seen}")),
        None => Fault::Unsupported { what },
    })
}

/// Plays a few stones on the empty board. Returns the position of the accepted ones.
pub(super) fn play_stones(engine: &mut ProbedEngine<'_>, size: Size) -> Result<Position, Fault> {
    let mut played = Position::empty(size);
    let (mut refused, mut said) = (Vec::new(), String::new());
    let bodies = engine.ask(&plays(&STONES))?;
    for ((name, body), player) in STONES.into_iter().zip(bodies).zip(alternating()) {
        match body {
            Ok(_) => played[point(size, name)] = player.color(),
            Err(text) => {
                refused.push(name);
                said = quote(&text);
            }
        }
    }
    if refused.len() == STONES.len() {
        let what = format!("no stone can be played on an empty board: it complains: `{said}`");
        return Err(distrust("play", &what));
    }
    if !refused.is_empty() {
        engine.note(Note::RefusedPlays(refused.into_iter().map(str::to_owned).collect()));
    }
    Ok(played)
}

/// Finds the ways of reading the board that show the stones where they were played.
pub(super) fn find_sight(engine: &mut ProbedEngine<'_>, played: &Position) -> Result<Sight, Fault> {
    let size = played.size();
    let mut sight = Sight::default();
    let mut misread = None;
    for reader in engine.program.profile.board.clone() {
        let command = reader.command();
        if !engine.program.lists(command) {
            continue;
        }
        let seen = match reader.read(&engine.ask(&reader.questions(size))?, size) {
            Ok(seen) => seen,
            Err(error) => {
                engine.note(Note::unused(command, error.to_string()));
                continue;
            }
        };
        // A single wrong point may be a mistake of the engine, which the tests will find.
        if seen.size() != size || played.differences(&seen).count() > 1 {
            let [shown, expected] = [&seen, played].map(|position| quote(&position.to_string()));
            let turns = plays(&STONES).join(", ");
            let what = format!("after {turns} it shows `{shown}` instead of `{expected}`");
            engine.note(Note::unused(command, &what));
            // Only `showboard` is drawn freely, for people.
            if !(reader == Reader::Showboard && lacks_a_color(&seen, played)) {
                misread.get_or_insert((command, what));
            }
            continue;
        }
        match sight.reader {
            None => sight.reader = Some(reader),
            // A board read point by point is too slow for a second way.
            Some(_) if reader == Reader::Color => {}
            // Two drawings are likely to have the same mistake.
            Some(_) if reader == Reader::ListStones => sight.second = Some(reader),
            Some(_) => _ = sight.second.get_or_insert(reader),
        }
        if reader.draws() {
            sight.drawing.get_or_insert(reader);
        }
    }
    match (sight.reader, misread) {
        (None, Some((command, what))) => return Err(distrust(command, &what)),
        (None, None) => engine.note(Note::missing("the position", "no command shows it")),
        (Some(reader), Some((command, what))) => {
            let other = reader.command();
            let what = format!("{command}: {what}, but {other} shows another position");
            engine.observations.fails(BOARD_SOURCES, what);
        }
        (Some(_), None) => {}
    }
    Ok(sight)
}

/// Returns whether the stones read are those played, without all stones of one color or of both. Their character is
/// then unknown, and the board cannot be read.
fn lacks_a_color(seen: &Position, played: &Position) -> bool {
    let (black, white) = (Color::Black, Color::White);
    let without = |colors: &[Color]| {
        let mut rest = played.clone();
        for point in rest.size().points().filter(|&point| colors.contains(&played[point])) {
            rest[point] = Color::Empty;
        }
        rest
    };
    [&[black][..], &[white], &[black, white]].iter().any(|colors| *seen == without(colors))
}

/// Finds the ways of asking what is legal. Black is to move, and the board is nearly empty.
pub(super) fn find_legality(engine: &mut ProbedEngine<'_>, size: Size) -> Result<Legality, Fault> {
    let turns = [Turn::Play(point(size, "C3")), Turn::Pass];
    let Legality { mut plays, mut passes } = Legality::default();
    for probe in engine.program.profile.legality.clone() {
        let command = probe.command();
        if !engine.program.lists(command) {
            continue;
        }
        let bodies = engine.ask(&probe.questions(Player::Black, &turns))?;
        let of_play = &bodies[..probe.questions(Player::Black, &turns[..1]).len()];
        match probe.read(of_play, size, &turns[..1]).map(|rulings| rulings[0]) {
            Ok(Some(Ruling::Allowed)) => _ = plays.get_or_insert(probe),
            Ok(Some(Ruling::Forbidden(_))) => {
                engine
                    .note(Note::unused(command, "it calls a play on a nearly empty board illegal"));
            }
            Ok(None) => engine.note(Note::unused(command, "it complains")),
            Err(error) => engine.note(Note::unused(command, error.to_string())),
        }
        if let Ok(rulings) = probe.read(&bodies, size, &turns)
            && rulings == [Some(Ruling::Allowed); 2]
        {
            passes.get_or_insert(probe);
        }
    }
    match (plays, passes) {
        (None, _) => {
            engine.note(Note::missing("legality", "no command reports it without a play"));
        }
        (_, None) => {
            let why = "asked about a pass, it does not say that it is legal";
            engine.note(Note::missing("legality of passes", why));
        }
        _ => {}
    }
    Ok(Legality { plays, passes })
}

/// Finds out whether the engine says that the game goes on.
pub(super) fn find_status(engine: &mut ProbedEngine<'_>) -> Result<bool, Fault> {
    let why = if !STATUS.iter().all(|command| engine.program.lists(command)) {
        "it does not say when the game is over"
    } else {
        match status(&engine.ask(&STATUS)?) {
            Ok(Some(Status::Running { .. })) => return Ok(true),
            Ok(None) => "it answers with an error when asked for the result of an unfinished game",
            _ => "after four plays it reports a result, or no player to move",
        }
    };
    engine.note(Note::MissingStatus(why.to_owned()));
    Ok(false)
}

/// Learns how the engine refuses, from two plays that every rule set forbids: on a stone of the player's own, and on
/// one of the opponent's. If both replies have the same words, these mean a refusal. Black is to move.
pub(super) fn learn_refusals(engine: &mut ProbedEngine<'_>) -> Result<Refusals, Fault> {
    let mut refusals = Refusals::of(&engine.program.profile);
    let occupied = [STONES[0], STONES[1]].map(|name| play(Player::Black, name));
    let bodies = engine.ask(&occupied)?;
    let [Err(own), Err(others)] = &bodies[..] else { return Ok(refusals) };
    let is_known = matches!(refusals.meaning(own), Complaint::Refused(_));
    if is_known || words_of(own) != words_of(others) {
        return Ok(refusals);
    }
    engine.note(Note::RefusesBy(quote(own)));
    if complaint(own) == Complaint::Failed {
        engine.observations.fails(PLAY_ERRORS, failure(&occupied[0], own));
    }
    refusals.learn(own);
    Ok(refusals)
}

/// Finds out whether the engine has no pass. An engine that refuses a pass as it refuses a play breaks a rule. Any
/// other complaint means that it knows no passes.
pub(super) fn lacks_pass(
    engine: &mut ProbedEngine<'_>,
    size: Size,
    refusals: &Refusals,
) -> Result<bool, Fault> {
    if let Some(pass) = engine.program.profile.pass {
        return Ok(pass == Pass::None);
    }
    let pass = play(Player::Black, Turn::Pass);
    let mut said = String::new();
    // A busy engine is asked again.
    for _ in 0..2 {
        engine.begin(size)?;
        let Err(text) = &engine.ask(&[&pass])?[0] else { return Ok(false) };
        if matches!(refusals.meaning(text), Complaint::Refused(_)) {
            return Ok(false);
        }
        said = quote(text);
    }
    engine.note(Note::NoPass { command: pass, said });
    Ok(true)
}

/// Finds out what the engine accepts after two passes. Returns whether it accepts a third pass but no play, and says
/// before and after the pass that the game is over.
pub(super) fn passes_after_end(engine: &mut ProbedEngine<'_>, size: Size) -> Result<bool, Fault> {
    engine.begin(size)?;
    engine.ask(&plays(&["pass", "pass"]))?;
    let before = engine.ask(&STATUS)?;
    let passes = engine.takes(&[play(Player::Black, Turn::Pass)])?;
    let after = engine.ask(&STATUS)?;
    let plays = engine.takes(&[play(Player::White, STONES[0])])?;
    let is_over = |bodies: &[Body]| matches!(status(bodies), Ok(Some(Status::Over)));
    Ok(is_over(&before) && passes && is_over(&after) && !plays)
}

fn point(size: Size, name: &str) -> Point {
    size.vertex(name).expect("the handshake plays on boards of at least 5x5")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stones_have_no_image_that_looks_like_them() {
        type Image = fn(u8, u8, u8) -> (u8, u8);
        for side in SIDES {
            let size = Size::square(side).unwrap();
            let last = side - 1;
            let images: [Image; 8] = [
                |c, r, _| (c, r),
                |c, r, last| (last - c, r),
                |c, r, last| (c, last - r),
                |c, r, last| (last - c, last - r),
                |c, r, _| (r, c),
                |c, r, last| (last - r, c),
                |c, r, last| (r, last - c),
                |c, r, last| (last - r, last - c),
            ];
            let seen = |image: Image, swapped: bool| {
                let mut position = Position::empty(size);
                for (name, player) in STONES.iter().zip(alternating()) {
                    let point = point(size, name);
                    let (column, row) = image(point.column(), point.row(), last);
                    let player = if swapped { player.opponent() } else { player };
                    position[size.point(column, row).unwrap()] = player.color();
                }
                position
            };
            let played = seen(images[0], false);
            for (place, image) in images.into_iter().enumerate() {
                let count = |swapped| played.differences(&seen(image, swapped)).count();
                assert!(place == 0 || count(false) > 1, "{side}, image {place}");
                assert!(count(true) > 1, "{side}, image {place}, colors swapped");
            }
        }
    }
}
