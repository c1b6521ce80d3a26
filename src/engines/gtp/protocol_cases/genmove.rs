//! Generated turns: they are played, and count as turns of the game.

use super::{Body, Talk, not_listed, said};
use crate::engine::{Fault, ProtocolOutcome};
use crate::engines::gtp::plays::{play, plays};
use crate::game::{Color, Player, Point, Size, Turn};
use std::iter::zip;

/// The sides of the boards of the two kos: on small ones a search takes the least time.
const BOARDS: [u8; 4] = [5, 9, 13, 19];

/// Stones of two kos, of which Black holds the one at the lower edge (at C1) and White the one at the upper edge (at BT). `T`
/// stands for the top row, and `S` for the one below it.
const TWO_KOS: [&str; 10] = ["A1", "C2", "B2", "D1", "C1", "CS", "AT", "DT", "BS", WHITE_KO];

/// The stone by which White holds a ko.
const WHITE_KO: &str = "BT";

/// Where Black takes the ko that White holds.
const TAKES_KO: &str = "CT";

/// Turns that bring the position after Black's next turn back, by no ko that was just taken, unless that turn took White's ko.
/// White begins.
const BACK: [&str; 5] = ["B1", TAKES_KO, "pass", "C1", WHITE_KO];

/// The same if it did.
const BACK_AFTER_KO: [&str; 6] = ["B1", "pass", WHITE_KO, "C1", "pass", TAKES_KO];

/// The stone of a turn that is generated stands on the board.
pub(super) fn genmove(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    let not_applicable = |why: String| Ok(ProtocolOutcome::NotApplicable(why));
    if !talk.lists("genmove") {
        return Ok(not_listed("genmove"));
    }
    let Some(side) = talk.empty_board(&BOARDS)? else {
        return not_applicable(format!("it refuses all boards of side {BOARDS:?}"));
    };
    let body = match talk.search("genmove b")? {
        Ok(body) => body,
        Err(why) => return not_applicable(why),
    };
    let size = Size::square(side).ok();
    let parsed = body.as_ref().ok().zip(size).map(|(text, size)| Turn::parse(text.trim(), size));
    let (Some(Ok(Turn::Play(point))), Some(size)) = (parsed, size) else {
        return not_applicable(format!("`genmove b` is answered with {}", said(&body)));
    };
    Ok(match talk.position(size)? {
        None => ProtocolOutcome::NotApplicable("no command shows the board".to_owned()),
        Some((_, position)) if position.size() == size && position[point] == Color::Black => {
            ProtocolOutcome::Ok
        }
        Some((reader, _)) => {
            talk.empty_board(&[side])?;
            let stands = talk.ask(&play(Player::Black, Turn::Play(point)))?.is_ok();
            match talk.position(size)? {
                Some((_, position))
                    if stands && position.size() == size && position[point] == Color::Black =>
                {
                    ProtocolOutcome::Failed(format!(
                        "`genmove b` is answered with {}, and {} does not show the stone",
                        said(&body),
                        reader.command()
                    ))
                }
                // Nor a stone that is played: it is drawn by a sign that is not known.
                _ => ProtocolOutcome::NotApplicable("no command shows the board".to_owned()),
            }
        }
    })
}

/// A turn that was generated is taken back, and another one is followed by a game that repeats its position; and so is the same
/// turn that was played. Whatever the program says of that, it says the same of both.
pub(super) fn genmove_counts(talk: &mut Talk) -> Result<ProtocolOutcome, Fault> {
    if !talk.lists("genmove") {
        return Ok(not_listed("genmove"));
    }
    let generated = match after_turns(talk, None)? {
        Ok(told) => told,
        Err(why) => return Ok(ProtocolOutcome::NotApplicable(why)),
    };
    let played = match after_turns(talk, Some(&generated))? {
        Ok(told) => told,
        Err(why) => return Ok(ProtocolOutcome::NotApplicable(why)),
    };
    let mut pairs = zip(&generated, &played);
    Ok(match pairs.find(|(one, other)| one.body.is_ok() != other.body.is_ok()) {
        None => ProtocolOutcome::Ok,
        Some((Told { turn, command, body }, other)) => ProtocolOutcome::Failed(format!(
            "after `genmove b`, answered with {turn}, `{command}` is answered with {}; after `play b {turn}` \
             instead, with {}",
            said(body),
            said(&other.body)
        )),
    })
}

/// What was said after a turn of Black's.
struct Told {
    turn: Point,
    command: String,
    body: Body,
}

/// What is said after turns of Black's on the board of the two kos, generated or given as they were generated before; or why
/// nothing is said.
fn after_turns(
    talk: &mut Talk,
    generated: Option<&[Told]>,
) -> Result<Result<Vec<Told>, String>, Fault> {
    let side = talk.empty_board(&BOARDS)?;
    let Some(size) = side.and_then(|side| Size::square(side).ok()) else {
        return Ok(Err(format!("it refuses all boards of side {BOARDS:?}")));
    };
    talk.process()?.ask_all(&plays(&TWO_KOS.map(|name| on(size, name))))?;
    let mut all: Vec<Told> = Vec::new();
    let rounds: &[bool] = if talk.lists("undo") { &[true, false] } else { &[false] };
    for &takes_back in rounds {
        let given = generated.and_then(|told| told.get(all.len()));
        let command = match given {
            Some(told) => play(Player::Black, Turn::Play(told.turn)),
            None => "genmove b".to_owned(),
        };
        let body = match talk.search(&command)? {
            Ok(body) => body,
            Err(why) => return Ok(Err(why)),
        };
        let turn = match (given, body.as_ref().map(|text| Turn::parse(text.trim(), size))) {
            (Some(told), Ok(_)) => told.turn,
            (None, Ok(Ok(Turn::Play(point)))) => point,
            _ => return Ok(Err(format!("`{command}` is answered with {}", said(&body)))),
        };
        let commands = match takes_back {
            // There is White's last stone still.
            true => vec!["undo".to_owned(), play(Player::White, on(size, WHITE_KO))],
            false => back(size, turn),
        };
        let bodies = talk.process()?.ask_all(&commands)?;
        all.extend(zip(commands, bodies).map(|(command, body)| Told { turn, command, body }));
    }
    Ok(Ok(all))
}

/// The commands that bring the position back after Black's turn at a point.
fn back(size: Size, point: Point) -> Vec<String> {
    let took_ko = point.to_string() == on(size, TAKES_KO);
    let turns: &[&str] = if took_ko { &BACK_AFTER_KO } else { &BACK };
    let players = [Player::White, Player::Black].into_iter().cycle();
    zip(players, turns).map(|(player, turn)| play(player, on(size, turn))).collect()
}

/// The name of a turn of the two kos on a board.
fn on(size: Size, name: &str) -> String {
    let top = size.rows();
    name.replace('T', &top.to_string()).replace('S', &(top - 1).to_string())
}
