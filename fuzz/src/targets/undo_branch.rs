//! `undo_branch`: games in which turns are taken back and others taken in their place.

use crate::bytes::{Bytes, head_bytes};
use crate::counts::Counts;
use crate::finding::Checked;
use crate::lockstep::Lockstep;
use crate::seeds::Material;
use superko::{Engine, Record, Setup, Turn};

/// The boards.
const SIZES: &str = "1x1 2x1 3x1 2x2 3x2 2x3 3x3 4x3 3x4 4x4 5x4 4x5 5x5 5x1 7x7 8x8 1x12 13x2";

/// The most actions.
const MOST_ACTS: usize = 200;

/// Codes in `0..TURN` are turns by number, modulo the number of turns.
const TURN: u8 = 150;
/// Codes in `TURN..LEGAL` are legal turns by their number among the legal ones.
const LEGAL: u8 = 200;
/// Codes in `LEGAL..UNDO` take turns back, from 1 up.
const UNDO: u8 = 225;
/// Codes in `UNDO..BACK` take the game back to a fraction of its length.
const BACK: u8 = 245;
/// Codes in `BACK..TRY_ALL` try every turn and take it back. Codes in `TRY_ALL..` start the game
/// again and replay it.
const TRY_ALL: u8 = 252;

/// Plays the game that the bytes stand for: a size, rules, then a byte for each action. Before
/// every action, all turns are compared.
///
/// # Errors
///
/// If reference and engine differ.
pub fn undo_branch(data: &[u8], counts: &mut Counts, engine: &mut dyn Engine) -> Checked {
    let mut bytes = Bytes::new(data);
    let (size, rules) = bytes.head(SIZES);
    let all: Vec<Turn> = Turn::all(size).collect();
    let mut game = Lockstep::begin(&Setup::new(size, rules), engine, counts)?;
    for act in bytes.take(MOST_ACTS) {
        game.ask_all()?;
        let turns = game.legal_turns().count();
        match act {
            0..TURN => {
                game.play(all[usize::from(act) % all.len()])?;
            }
            TURN..LEGAL => {
                let legal: Vec<Turn> = game
                    .judgments()
                    .filter(|(_, judgment)| judgment.refusal.is_none())
                    .map(|(turn, _)| turn)
                    .collect();
                let place = usize::from(act - TURN) % legal.len().max(1);
                game.play(legal.get(place).copied().unwrap_or(Turn::Pass))?;
            }
            LEGAL..UNDO => game.undo(1 + usize::from(act - LEGAL))?,
            UNDO..BACK => {
                game.undo(turns * usize::from(act - UNDO) / usize::from(BACK - UNDO))?;
            }
            BACK..TRY_ALL => {
                for &turn in &all {
                    if !game.try_out(turn)? {
                        break;
                    }
                }
            }
            TRY_ALL.. => game.again()?,
        }
    }
    game.ask_all()?;
    game.undo_and_redo()?;
    game.ask_all()
}

/// Returns the games that fit the boards.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    material.games.iter().filter_map(|game| encode(&game.record)).collect()
}

/// Encodes a record for this target. After every three turns, two are taken back and played again.
/// Returns `None` if no board of this target has its size.
fn encode(record: &Record) -> Option<Vec<u8>> {
    let mut bytes = head_bytes(record.size(), record.rules(), SIZES)?;
    let number = |turn: &Turn| {
        let place =
            turn.point().map_or(record.size().point_count(), |point| record.size().index(point));
        u8::try_from(place).expect("the boards are small")
    };
    for three in record.turns.chunks(3) {
        bytes.extend(three.iter().map(number));
        if let [_, second, third] = three {
            bytes.extend([LEGAL + 1, number(second), number(third)]);
        }
    }
    Some(bytes)
}
