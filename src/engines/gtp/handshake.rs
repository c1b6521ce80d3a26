//! The handshake before an engine is tested: that commands arrive, that stones stand where they were played,
//! that questions are answered as asked.
//!
//! A handshake does not judge the rules. Its positions are plain, and if an engine does something odd in
//! them, this is left to the tests. It fails only if the answers are impossible after the plays.

use super::abilities::{Abilities, BOARD_SOURCES};
use super::losses::Unasked;
use super::plays::{GENMOVE, alternating, play, plays};
use super::probe::{self, STATUS};
use super::process::{Body, Process};
use super::profile::{Pass, Profile, Reader};
use super::refusal;
use crate::engine::{Fault, Ruling, quote};
use crate::game::{Color, Player, Point, Position, Size, Status, Turn};
use crate::gtp;
use std::collections::{BTreeMap, BTreeSet};

/// The sides of square boards on which the handshake is tried, in this order.
const SIDES: [u8; 7] = [5, 7, 9, 13, 19, 6, 8];

/// Stones of which no mirror image, and no exchange of rows and columns, looks like them. Black begins.
const STONES: [&str; 4] = ["A2", "C1", "E4", "B5"];

/// What is tried with an engine that does not list its commands.
const CANDIDATES: [&str; 18] = [
    "boardsize",
    "rectangular_boardsize",
    "query_boardsize",
    "clear_board",
    "komi",
    "get_komi",
    "play",
    "undo",
    "is_legal",
    "all_legal",
    "gogui-rules_legal_moves",
    "list_stones",
    "gogui-rules_board",
    "showboard",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "final_score",
    "genmove",
];

/// Makes sure of an engine, as far as it takes to examine it at all.
///
/// # Errors
///
/// If the engine is lost, or if what it says is not what was asked; that is the fault of the adapter or of the
/// protocol and says nothing about rules.
pub(super) fn shake(process: &mut Process, abilities: &mut Abilities) -> Result<(), Fault> {
    let size = find_size(process, abilities)?;
    abilities.board = size;
    let mut played = Position::empty(size);
    let (mut refused, mut said) = (Vec::new(), String::new());
    let bodies = process.ask_all(&plays(&STONES))?;
    for ((name, body), player) in STONES.iter().zip(bodies).zip(alternating()) {
        match body {
            Ok(_) => played[point(size, name)] = player.color(),
            Err(text) => {
                refused.push(*name);
                said = quote(&text);
            }
        }
    }
    if refused.len() == STONES.len() {
        let what = format!("no stone can be played on an empty board: it complains: `{said}`");
        return Err(distrust("play", &what));
    }
    if !refused.is_empty() {
        let refused = refused.join(", ");
        abilities
            .notes
            .push(format!("handshake: it refused plays on a nearly empty board: {refused}"));
    }
    find_readers(process, abilities, &played)?;
    find_probes(process, abilities, size)?;
    find_status(process, abilities)?;
    refusal::learn(process, abilities, [STONES[0], STONES[1]])
}

/// Finds out whether it has a pass. One that refuses it as it refuses a play breaks a rule; with any other complaint it says that
/// it does not know of passes.
///
/// # Errors
///
/// If the engine is lost over it.
pub(super) fn find_pass(
    process: &mut Process,
    abilities: &mut Abilities,
    size: Size,
) -> Result<(), Fault> {
    if let Some(pass) = abilities.profile.pass {
        abilities.lacks_pass = pass == Pass::None;
        return Ok(());
    }
    let mut commands = abilities.set_up(size);
    commands.push(play(Player::Black, Turn::Pass));
    let mut said = None;
    // One that is busy now is asked again.
    for _ in 0..2 {
        let Some(Err(text)) = process.ask_all(&commands)?.pop() else { return Ok(()) };
        if matches!(abilities.complaint(&text), gtp::Complaint::Refused(_)) {
            return Ok(());
        }
        said = Some(quote(&text));
    }
    if let (Some(text), Some(pass)) = (said, commands.last()) {
        abilities.lacks_pass = true;
        abilities.notes.push(format!("it has no pass: `{pass}` is answered with `? {text}`"));
    }
    Ok(())
}

/// Finds out whether it accepts a third pass as it refuses a play then, and says before and after it that the game is over.
///
/// # Errors
///
/// If the engine is lost over it.
pub(super) fn find_pass_after_end(
    process: &mut Process,
    abilities: &mut Abilities,
    size: Size,
) -> Result<(), Fault> {
    if !abilities.tells_status || abilities.lacks_pass {
        return Ok(());
    }
    let mut commands = abilities.set_up(size);
    let begun = commands.len();
    commands.extend(plays(&["pass", "pass"]));
    commands.extend(STATUS.map(str::to_owned));
    commands.push(play(Player::Black, Turn::Pass));
    commands.extend(STATUS.map(str::to_owned));
    commands.push(play(Player::White, STONES[0]));
    let bodies = process.ask_all(&commands)?;
    let [_, _, ended @ .., _] = &bodies[begun..] else { return Ok(()) };
    let is_over = |bodies: &[Body]| matches!(probe::status(bodies), Ok(Some(Status::Over)));
    let (before, pass, after) = (&ended[..2], &ended[2], &ended[3..]);
    let refuses_play = bodies.last().is_some_and(Result::is_err);
    abilities.passes_after_end = is_over(before) && pass.is_ok() && is_over(after) && refuses_play;
    Ok(())
}

/// Asks who it is and what it understands. What is not to be asked any more counts as not listed.
///
/// # Errors
///
/// If the engine is lost, speaks another protocol, or does not list what is needed.
pub(super) fn greet(
    process: &mut Process,
    profile: Option<Profile>,
    unasked: &[Unasked],
) -> Result<Abilities, Fault> {
    let questions = ["protocol_version", "name", "version", "list_commands"].map(str::to_owned);
    let mut bodies = process.ask_all(&questions)?;
    let mut next = || bodies.remove(0);
    if let Ok(spoken) = next()
        && !spoken.starts_with('2')
    {
        let what = format!("it speaks version `{}` of the protocol, not 2", quote(&spoken));
        return Err(distrust("protocol_version", &what));
    }
    let name = next().map(|name| quote(&name)).unwrap_or_default();
    let name = if name.is_empty() { "an engine without a name".to_owned() } else { name };
    let version = next().map(|version| quote(&version)).unwrap_or_default();
    let (listed, unlisted) = match next() {
        Ok(list) => (list.split_whitespace().map(str::to_owned).collect(), None),
        Err(text) => (CANDIDATES.map(str::to_owned).into(), Some(text)),
    };
    let mut listed: BTreeSet<String> = listed;
    listed.retain(|command| !unasked.iter().any(|unasked| unasked.command == *command));
    for needed in ["boardsize", "clear_board", "play"] {
        if !listed.contains(needed) {
            return Err(distrust("list_commands", &format!("it does not list `{needed}`")));
        }
    }
    // Another engine may bear the name; then it does not know the commands.
    let known = Profile::of_engine(&name);
    let namesake = known.rules_words().find(|word| !listed.contains(*word)).map(str::to_owned);
    let taken = if namesake.is_some() { Profile::generic() } else { known };
    let named = profile.is_some();
    let profile = profile.unwrap_or(taken);
    let undo = ["undo", "gg-undo"].into_iter().find(|&undo| listed.contains(undo));
    // The first plays nothing.
    let generate = ["reg_genmove", GENMOVE].into_iter().find(|&name| listed.contains(name));
    let plays_generated = listed.contains(GENMOVE);
    let refusals = profile.refusals.iter().map(|text| gtp::words_of(text)).collect();
    let lists_itself = unlisted.is_none();
    let mut notes = profile.notes.clone();
    let mut told: Vec<&str> = profile.rules_words().collect();
    told.dedup();
    if !told.is_empty() {
        let told = told.join(", ");
        notes.push(format!("{told} sets the rules, whatever rules it was started with"));
    }
    if let Some(text) = unlisted {
        let text = quote(&text);
        notes.push(format!("it does not list its commands (`{text}`): all known ones were tried"));
    }
    if let Some(word) = namesake.filter(|_| !named) {
        notes.push(format!("treated as an unknown engine: it does not list `{word}`"));
    }
    let mut lost_undo = false;
    for Unasked { command, why } in unasked {
        let is_undo = ["undo", "gg-undo"].contains(&command.as_str()) && undo.is_none();
        lost_undo |= is_undo;
        let lacks =
            if is_undo { "undo is missing".to_owned() } else { format!("{command} is not used") };
        // The score is told with its trials.
        if command != "final_score" {
            notes.push(format!("{lacks}: {why}"));
        }
    }
    if undo.is_none() && !lost_undo {
        notes.push("undo is missing: it lists neither undo nor gg-undo".to_owned());
    }
    if generate.is_none() {
        notes.push("generate is missing: it lists neither reg_genmove nor genmove".to_owned());
    }
    Ok(Abilities {
        name,
        version,
        profile,
        listed,
        lists_itself,
        unasked: unasked.to_vec(),
        reader: None,
        second_reader: None,
        board: Size::square(SIDES[0]).expect("the sides of the handshake are 5 to 19"),
        failed: BTreeMap::new(),
        drawing: None,
        plays: None,
        passes: None,
        tells_status: false,
        refusals,
        score_offset: None,
        score_sizes: Vec::new(),
        undo,
        lacks_pass: false,
        passes_after_end: false,
        undoes_wholly: false,
        remembers: false,
        forgets_by: None,
        generate,
        plays_generated,
        notes,
    })
}

/// Sets up the first board that it plays.
fn find_size(process: &mut Process, abilities: &mut Abilities) -> Result<Size, Fault> {
    let drawing = abilities.drawn_by();
    for side in SIDES {
        let size = Size::square(side).expect("the sides of the handshake are 5 to 19");
        let Ok(command) = abilities.profile.size_command(size, |c| abilities.lists(c)) else {
            continue;
        };
        let begun = abilities.set_up(size).len();
        let mut commands = abilities.set_up(size);
        commands.extend(abilities.shape_questions(drawing, size));
        let bodies = process.ask_all(&commands)?;
        if bodies[0].is_err() {
            continue;
        }
        // What cannot be read says nothing of the shape; whether it can be used is found out later.
        if let Ok(Some(_)) = abilities.judge_shape(drawing, size, &command, &bodies[begun..]) {
            continue;
        }
        return Ok(size);
    }
    let what = format!("it plays no square board with any of the sides {SIDES:?}");
    match abilities.failed.values().next() {
        Some(failure) => Err(distrust("boardsize", &format!("{what}: {failure}"))),
        None => Err(Fault::Unsupported { what }),
    }
}

/// Finds the ways in which the stones are seen where they were played.
fn find_readers(
    process: &mut Process,
    abilities: &mut Abilities,
    played: &Position,
) -> Result<(), Fault> {
    let size = played.size();
    let mut misread = None;
    for reader in abilities.profile.board.clone() {
        let command = reader.command();
        if !abilities.lists(command) {
            continue;
        }
        let seen = match reader.read(&process.ask_all(&reader.questions(size))?, size) {
            Ok(seen) => seen,
            Err(error) => {
                abilities.notes.push(format!("{command} is not used: {error}"));
                continue;
            }
        };
        // A single point may be an engine's own mistake, which is for the examination to find.
        if seen.size() != size || played.differences(&seen).count() > 1 {
            let [shown, expected] = [&seen, played].map(|position| quote(&position.to_string()));
            let what = format!("after {} it shows `{shown}` instead of `{expected}`", listing());
            abilities.notes.push(format!("{command} is not used: {what}"));
            // Only this one is drawn in any way that a person understands.
            if !(reader == Reader::Showboard && lacks_a_color(&seen, played)) {
                misread.get_or_insert((command, what));
            }
            continue;
        }
        match abilities.reader {
            None => abilities.reader = Some(reader),
            // What is asked for point by point is no quick way to make sure.
            Some(_) if reader == Reader::Color => {}
            // Two drawings are likely to be wrong together.
            Some(_) if reader == Reader::ListStones => abilities.second_reader = Some(reader),
            Some(_) => _ = abilities.second_reader.get_or_insert(reader),
        }
        if reader.draws() {
            abilities.drawing.get_or_insert(reader);
        }
    }
    match (abilities.reader, misread) {
        (None, Some((command, what))) => Err(distrust(command, &what)),
        (None, None) => {
            abilities.notes.push("the position is missing: no command shows it".to_owned());
            Ok(())
        }
        (Some(reader), Some((command, what))) => {
            let what =
                format!("{command}: {what}, but {} shows another position", reader.command());
            abilities.fails(BOARD_SOURCES, what);
            Ok(())
        }
        (Some(_), None) => Ok(()),
    }
}

/// Whether the stones read are those played, except for all stones of one color or both. Their character is
/// then unknown, and the board cannot be read.
fn lacks_a_color(seen: &Position, played: &Position) -> bool {
    let points = || seen.size().points();
    let blind = |color: Color| points().all(|point| seen[point] != color);
    let [black, white] = [Color::Black, Color::White].map(blind);
    let is_as_played = |point: Point| {
        let lacks = match played[point] {
            Color::Black => black,
            Color::White => white,
            Color::Empty => false,
        };
        seen[point] == if lacks { Color::Empty } else { played[point] }
    };
    seen.size() == played.size() && (black || white) && points().all(is_as_played)
}

/// Finds the ways in which it says what is legal; Black is to move and the board nearly empty.
fn find_probes(process: &mut Process, abilities: &mut Abilities, size: Size) -> Result<(), Fault> {
    let turns = [Turn::Play(point(size, "C3")), Turn::Pass];
    for probe in abilities.profile.legality.clone() {
        if !abilities.lists(probe.command()) {
            continue;
        }
        let bodies = process.ask_all(&probe.questions(Player::Black, &turns))?;
        let of_play = &bodies[..probe.questions(Player::Black, &turns[..1]).len()];
        match probe.read(of_play, size, &turns[..1]).map(|answers| answers.into_iter().next()) {
            Ok(Some(Some(Ruling::Allowed))) => {
                abilities.plays.get_or_insert(probe);
            }
            Ok(Some(Some(Ruling::Forbidden(_)))) => abilities.notes.push(format!(
                "{} is not used: it calls a play on a nearly empty board illegal",
                probe.command()
            )),
            Ok(_) => {
                abilities.notes.push(format!("{} is not used: it complains", probe.command()));
            }
            Err(error) => {
                abilities.notes.push(format!("{} is not used: {error}", probe.command()));
            }
        }
        if let Ok(rulings) = probe.read(&bodies, size, &turns)
            && rulings == [Some(Ruling::Allowed), Some(Ruling::Allowed)]
        {
            abilities.passes.get_or_insert(probe);
        }
    }
    if abilities.plays.is_none() {
        let note = "legality is missing: no command reports it without a play";
        abilities.notes.push(note.to_owned());
    }
    if abilities.plays.is_some() && abilities.passes.is_none() {
        let note =
            "legality of passes is missing: asked about a pass, it does not say that it is legal";
        abilities.notes.push(note.to_owned());
    }
    Ok(())
}

fn find_status(process: &mut Process, abilities: &mut Abilities) -> Result<(), Fault> {
    let note = if !STATUS.iter().all(|command| abilities.lists(command)) {
        "it does not say when the game is over"
    } else {
        let bodies = process.ask_all(&STATUS.map(str::to_owned))?;
        match probe::status(&bodies) {
            Ok(Some(Status::Running { .. })) => {
                abilities.tells_status = true;
                return Ok(());
            }
            Ok(None) => "it answers with an error when asked for the result of an unfinished game",
            _ => "after four plays it reports a result, or no player to move",
        }
    };
    abilities.notes.push(format!("status is missing, so no turns are tried after the end: {note}"));
    Ok(())
}

/// A fault that blames the adapter or the protocol.
fn distrust(command: &str, what: &str) -> Fault {
    let what = format!(
        "handshake failed because of the adapter or the protocol, not because of the rules: {what}"
    );
    Fault::Protocol { command: command.to_owned(), what }
}

fn listing() -> String {
    plays(&STONES).join(", ")
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
