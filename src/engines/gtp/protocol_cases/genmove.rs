//! Generated turns: they are played, and count as turns of the game.

use super::{Body, End, Talk, failed, not_applicable, said};
use crate::engines::gtp::plays::{GENMOVE, alternating, play, plays};
use crate::game::{Color, Player, Point, Position, Size, Turn};
use std::iter::zip;

/// The sides of the boards of the two kos: on small ones a search takes the least time.
const BOARDS: [u8; 4] = [5, 9, 13, 19];

/// Stones of two kos, of which Black holds the one at the lower edge (at C1) and White the one at the upper edge (at
/// BT). `T` stands for the top row, and `S` for the one below it.
const TWO_KOS: [&str; 10] = ["A1", "C2", "B2", "D1", "C1", "CS", "AT", "DT", "BS", WHITE_KO];

/// The stone by which White holds a ko.
const WHITE_KO: &str = "BT";

/// Where Black takes the ko that White holds.
const TAKES_KO: &str = "CT";

/// Turns that bring the position after Black's next turn back, by no ko that was just taken, unless that turn took
/// White's ko. White begins.
const BACK: [&str; 5] = ["B1", TAKES_KO, "pass", "C1", WHITE_KO];

/// The same if it did.
const BACK_AFTER_KO: [&str; 6] = ["B1", "pass", WHITE_KO, "C1", "pass", TAKES_KO];

/// The stone of a turn that is generated stands on the board.
pub(super) fn genmove(talk: &mut Talk) -> Result<(), End> {
    talk.needs(GENMOVE)?;
    let size = talk.board(&BOARDS)?;
    let body = talk.search("genmove b")?;
    let Some(point) = generated(&body, size) else {
        return not_applicable(format!("`genmove b` is answered with {}", said(&body)));
    };
    let shows = |position: &Position| position.size() == size && position[point] == Color::Black;
    let seen = talk.position(size)?;
    if seen.as_ref().is_some_and(|(_, position)| shows(position)) {
        return Ok(());
    }
    if let Some((reader, _)) = seen {
        talk.empty_board(&[size.rows()])?;
        let stands = talk.ask(&play(Player::Black, point))?.is_ok();
        let seen = talk.position(size)?;
        if stands && seen.is_some_and(|(_, position)| shows(&position)) {
            let (said, command) = (said(&body), reader.command());
            return failed(format!(
                "`genmove b` is answered with {said}, and {command} does not show the stone"
            ));
        }
    }
    // A stone that is played is not seen either: it is drawn by a sign that is not known.
    not_applicable("no command shows the board")
}

/// The point of a turn that was generated.
fn generated(body: &Body, size: Size) -> Option<Point> {
    Turn::parse(body.as_ref().ok()?.trim(), size).ok()?.point()
}

/// A turn that was generated is taken back, and another one is followed by a game that repeats its position; and so is
/// the same turn that was played. Whatever the program says of that, it says the same of both.
pub(super) fn genmove_counts(talk: &mut Talk) -> Result<(), End> {
    talk.needs(GENMOVE)?;
    let generated = after_turns(talk, None)?;
    let played = after_turns(talk, Some(&generated))?;
    let mut pairs = zip(&generated, &played);
    match pairs.find(|(one, other)| one.body.is_ok() != other.body.is_ok()) {
        None => Ok(()),
        Some((Told { turn, command, body }, other)) => failed(format!(
            "after `genmove b`, answered with {turn}, `{command}` is answered with {}; after `play b {turn}` \
             instead, with {}",
            said(body),
            said(&other.body)
        )),
    }
}

/// What was said after a turn of Black's.
struct Told {
    turn: Point,
    command: String,
    body: Body,
}

/// What is said after turns of Black's on the board of the two kos, generated or given as they were generated before.
fn after_turns(talk: &mut Talk, before: Option<&[Told]>) -> Result<Vec<Told>, End> {
    let size = talk.board(&BOARDS)?;
    talk.ask_all(&plays(&TWO_KOS.map(|name| on(size, name))))?;
    let mut all: Vec<Told> = Vec::new();
    let rounds: &[bool] = if talk.lists("undo") { &[true, false] } else { &[false] };
    for &takes_back in rounds {
        let given = before.and_then(|told| told.get(all.len())).map(|told| told.turn);
        let command = given.map_or("genmove b".to_owned(), |turn| play(Player::Black, turn));
        let body = talk.search(&command)?;
        let turn = match given {
            Some(turn) => body.is_ok().then_some(turn),
            None => generated(&body, size),
        };
        let Some(turn) = turn else {
            return not_applicable(format!("`{command}` is answered with {}", said(&body)));
        };
        let commands = match takes_back {
            // There is White's last stone still.
            true => vec!["undo".to_owned(), play(Player::White, on(size, WHITE_KO))],
            false => back(size, turn),
        };
        let bodies = talk.ask_all(&commands)?;
        all.extend(zip(commands, bodies).map(|(command, body)| Told { turn, command, body }));
    }
    Ok(all)
}

/// The commands that bring the position back after Black's turn at a point.
fn back(size: Size, point: Point) -> Vec<String> {
    let took_ko = point.to_string() == on(size, TAKES_KO);
    let turns: &[&str] = if took_ko { &BACK_AFTER_KO } else { &BACK };
    zip(alternating().skip(1), turns).map(|(player, turn)| play(player, on(size, turn))).collect()
}

/// The name of a turn of the two kos on a board.
fn on(size: Size, name: &str) -> String {
    let top = size.rows();
    name.replace('T', &top.to_string()).replace('S', &(top - 1).to_string())
}
