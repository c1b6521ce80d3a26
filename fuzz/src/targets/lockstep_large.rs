//! `lockstep_large`: games on 9x9 to 19x19 and on rectangles, with crowded places and long chains.

use crate::bytes::{Bytes, head_bytes};
use crate::counts::Counts;
use crate::finding::Checked;
use crate::lockstep::Lockstep;
use crate::seeds::Material;
use superko::{Engine, Record, Size, Turn};

/// The boards: the usual ones; those that just fit a layout of the optimized engine, and those that
/// just do not; those of 63, 64, 65, 126, 128 and 130 points (no rectangle has 127 or 129); and the
/// widest and narrowest.
const SIZES: &str = "9x9 13x13 19x19 9x7 7x9 8x8 16x4 4x16 13x5 5x13 7x7 7x8 8x7 21x3 3x21 9x12 9x13 10x12 12x10 \
     9x14 14x9 16x8 8x16 13x10 10x13 13x14 14x13 19x18 19x20 20x19 25x25 25x1 1x25 25x2 2x25 19x2 \
     2x19 6x6 11x11 20x20";

/// The side of the window in which plays of a single byte are.
const WINDOW: u8 = 6;

/// The longest game.
const MOST_TURNS: usize = 600;

/// Codes in `0..IN_WINDOW` are plays in the window.
const IN_WINDOW: u8 = 200;
/// Codes in `IN_WINDOW..ANYWHERE` are plays at the column and the row in the next two bytes.
const ANYWHERE: u8 = 230;
/// Codes in `ANYWHERE..PASS` are passes. Codes in `PASS..` are runs of plays, while the other
/// player passes. They start at the column and the row in the next two bytes. A third byte is their
/// length. They go upwards if the code is even, otherwise to the right.
const PASS: u8 = 245;

/// Plays the game that the bytes stand for: a size, rules, and turns. Before each turn, both sides
/// are asked about the points around it and a sample of the others. The score is compared
/// regularly.
///
/// # Errors
///
/// If reference and engine differ.
pub fn lockstep_large(data: &[u8], counts: &mut Counts, engine: &mut dyn Engine) -> Checked {
    let Record { setup, turns, .. } = decode(data);
    let size = setup.size();
    let mut game = Lockstep::begin(&setup, engine, counts)?;
    for (place, &turn) in turns.iter().enumerate() {
        game.ask(&sample(size, place, turn))?;
        game.mark();
        game.play(turn)?;
        if place % 32 == 31 {
            game.score()?;
        }
        if game.is_over() {
            break;
        }
    }
    let rest: Vec<Turn> = Turn::all(size).skip(turns.len() % 4).step_by(4).collect();
    game.ask(&rest)?;
    game.pass_out()?;
    game.undo_and_redo()?;
    game.go_back(|game| {
        let place = game.legal_turns().count();
        game.ask(&sample(size, place, turns[place]))
    })
}

/// Returns the games that fit the boards.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    material.games.iter().filter_map(|game| encode(&game.record)).collect()
}

/// Encodes a record for this target. Returns `None` if no board of this target has its size.
fn encode(record: &Record) -> Option<Vec<u8>> {
    let mut bytes = head_bytes(record.size(), record.rules(), SIZES)?;
    for turn in &record.turns {
        match turn {
            Turn::Pass => bytes.push(ANYWHERE),
            Turn::Play(point) => bytes.extend([IN_WINDOW, point.column(), point.row()]),
        }
    }
    Some(bytes)
}

fn decode(data: &[u8]) -> Record {
    let mut bytes = Bytes::new(data);
    let (size, rules) = bytes.head(SIZES);
    let at = |column: u8, row: u8| {
        let point = size.point(column % size.columns(), row % size.rows());
        Turn::Play(point.expect("it was brought onto the board"))
    };
    let mut turns = Vec::new();
    let mut window = (0, 0);
    while let Some(code) = bytes.next()
        && turns.len() < MOST_TURNS
    {
        match code {
            0..IN_WINDOW => {
                let (right, up) = (code % WINDOW, code / WINDOW % WINDOW);
                turns.push(at(window.0 + right, window.1 + up));
            }
            IN_WINDOW..ANYWHERE => {
                let (column, row) = (bytes.byte() % size.columns(), bytes.byte() % size.rows());
                window = (column.saturating_sub(WINDOW / 2), row.saturating_sub(WINDOW / 2));
                turns.push(at(column, row));
            }
            ANYWHERE..PASS => turns.push(Turn::Pass),
            PASS.. => {
                let (column, row) = (bytes.byte() % size.columns(), bytes.byte() % size.rows());
                let (length, upwards) = (bytes.byte(), code % 2 == 0);
                for step in 0..=length % size.columns().max(size.rows()) {
                    let (right, up) = if upwards { (0, step) } else { (step, 0) };
                    turns.extend([at(column + right, row + up), Turn::Pass]);
                }
            }
        }
    }
    Record::new(size, rules, turns)
}

/// Returns the turns to ask about before a turn: the turn itself, the points around it, the pass,
/// and about a dozen others.
fn sample(size: Size, place: usize, turn: Turn) -> Vec<Turn> {
    let mut asked = vec![turn];
    if let Turn::Play(point) = turn {
        asked.extend(size.neighbors(point).map(Turn::Play));
        asked.push(Turn::Pass);
    }
    let every = size.point_count().div_ceil(12);
    asked.extend(size.points().skip(place * 7 % every).step_by(every).map(Turn::Play));
    asked
}
