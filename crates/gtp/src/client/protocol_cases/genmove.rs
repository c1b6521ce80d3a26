//! Tests that generated turns are played, and count as turns of the game.

use super::{Body, End, TestedEngine, failed, not_applicable, said};
use crate::client::plays::{GENMOVE, alternating, play, plays};
use std::iter::zip;
use superko_game::{Color, Player, Point, Position, Size, Turn};

/// The sides of the boards to try. A search takes the least time on a small one.
const BOARDS: [u8; 4] = [5, 9, 13, 19];

/// The turns that make two kos. Black holds the one at the lower edge (at C1), White the one at the upper edge (at BT).
/// `T` stands for the top row, `S` for the row below it.
const TWO_KOS: [&str; 10] = ["A1", "C2", "B2", "D1", "C1", "CS", "AT", "DT", "BS", WHITE_KO];

/// The stone with which White holds a ko.
const WHITE_KO: &str = "BT";

/// The point where Black takes White's ko.
const TAKES_KO: &str = "CT";

/// Turns that bring back the position after Black's next turn, unless that turn took White's ko. They retake no ko at
/// once. White begins.
const BACK: [&str; 5] = ["B1", TAKES_KO, "pass", "C1", WHITE_KO];

/// Turns that bring back the position after Black's next turn, if that turn took White's ko.
const BACK_AFTER_KO: [&str; 6] = ["B1", "pass", WHITE_KO, "C1", "pass", TAKES_KO];

/// Tests that the stone of a generated turn is on the board.
pub(super) fn genmove(engine: &mut TestedEngine) -> Result<(), End> {
    engine.needs(GENMOVE)?;
    let size = engine.board(&BOARDS)?;
    let body = engine.search("genmove b")?;
    let Some(point) = generated(&body, size) else {
        return not_applicable(format!("`genmove b` is answered with {}", said(&body)));
    };
    let shows = |position: &Position| position.size() == size && position[point] == Color::Black;
    let seen = engine.position(size)?;
    if seen.as_ref().is_some_and(|(_, position)| shows(position)) {
        return Ok(());
    }
    if let Some((reader, _)) = seen {
        engine.empty_board(&[size.rows()])?;
        let stands = engine.ask(&play(Player::Black, point))?.is_ok();
        let seen = engine.position(size)?;
        if stands && seen.is_some_and(|(_, position)| shows(&position)) {
            let (said, command) = (said(&body), reader.command());
            return failed(format!(
                "`genmove b` is answered with {said}, and {command} does not show the stone"
            ));
        }
    }
    // The command does not show played stones either: their sign is not known.
    not_applicable("no command shows the board")
}

/// Returns the point of a generated turn.
fn generated(body: &Body, size: Size) -> Option<Point> {
    Turn::parse(body.as_ref().ok()?.trim(), size).ok()?.point()
}

/// Tests that generated turns count like played ones. One is taken back by `undo`; another one is followed by a game
/// that repeats its position. Then the same turns are played. The engine must accept the same commands both times.
pub(super) fn genmove_counts(engine: &mut TestedEngine) -> Result<(), End> {
    engine.needs(GENMOVE)?;
    let generated = after_turns(engine, None)?;
    let played = after_turns(engine, Some(&generated))?;
    let mut pairs = zip(&generated, &played);
    match pairs.find(|(one, other)| one.body.is_ok() != other.body.is_ok()) {
        None => Ok(()),
        Some((Answer { turn, command, body }, other)) => failed(format!(
            "after `genmove b`, answered with {turn}, `{command}` is answered with {}; after `play b {turn}` \
             instead, with {}",
            said(body),
            said(&other.body)
        )),
    }
}

/// An answer after a turn of Black's.
struct Answer {
    turn: Point,
    command: String,
    body: Body,
}

/// Returns the answers after turns of Black's on the board of the two kos. The turns are generated, or repeated from
/// `before`.
fn after_turns(engine: &mut TestedEngine, before: Option<&[Answer]>) -> Result<Vec<Answer>, End> {
    let size = engine.board(&BOARDS)?;
    engine.ask_all(&plays(&TWO_KOS.map(|name| on(size, name))))?;
    let mut all: Vec<Answer> = Vec::new();
    let rounds: &[bool] = if engine.lists("undo") { &[true, false] } else { &[false] };
    for &takes_back in rounds {
        let given = before.and_then(|answers| answers.get(all.len())).map(|answers| answers.turn);
        let command = given.map_or("genmove b".to_owned(), |turn| play(Player::Black, turn));
        let body = engine.search(&command)?;
        let turn = match given {
            Some(turn) => body.is_ok().then_some(turn),
            None => generated(&body, size),
        };
        let Some(turn) = turn else {
            return not_applicable(format!("`{command}` is answered with {}", said(&body)));
        };
        let commands = match takes_back {
            // White's last stone is still on the board.
            true => vec!["undo".to_owned(), play(Player::White, on(size, WHITE_KO))],
            false => back(size, turn),
        };
        let bodies = engine.ask_all(&commands)?;
        all.extend(zip(commands, bodies).map(|(command, body)| Answer { turn, command, body }));
    }
    Ok(all)
}

/// Returns the commands that bring the position back after Black's play at a point.
fn back(size: Size, point: Point) -> Vec<String> {
    let took_ko = point.to_string() == on(size, TAKES_KO);
    let turns: &[&str] = if took_ko { &BACK_AFTER_KO } else { &BACK };
    zip(alternating().skip(1), turns).map(|(player, turn)| play(player, on(size, turn))).collect()
}

/// Returns the vertex on this board for a name of the two kos.
fn on(size: Size, name: &str) -> String {
    let top = size.rows();
    name.replace('T', &top.to_string()).replace('S', &(top - 1).to_string())
}
