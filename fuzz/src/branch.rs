//! `undo_branch`: games in which turns are taken back and others taken in their place.

use crate::decode::{Bytes, rules_byte, size_byte};
use crate::duel::Duel;
use crate::tally::Tally;
use superko::{Engine, Record, Turn};

/// The boards.
const SIZES: [(u8, u8); 18] = [
    (1, 1),
    (2, 1),
    (3, 1),
    (2, 2),
    (3, 2),
    (2, 3),
    (3, 3),
    (4, 3),
    (3, 4),
    (4, 4),
    (5, 4),
    (4, 5),
    (5, 5),
    (5, 1),
    (7, 7),
    (8, 8),
    (1, 12),
    (13, 2),
];

/// The most acts.
const MOST_ACTS: usize = 200;

/// Bytes below this one are turns by their number, over and over.
const TURN: u8 = 150;
/// From there on below this one: legal turns by their number among them.
const LEGAL: u8 = 200;
/// From there on below this one: so many turns are taken back, from 1 up.
const UNDO: u8 = 225;
/// From there on below this one: the game goes back to a part of its length.
const BACK: u8 = 245;
/// From there on below this one: every turn is tried and taken back; the others: the game begins again and comes to
/// where it was.
const TRY_ALL: u8 = 252;

/// Does to a game what the bytes stand for, a size, rules, then an act each, and compares every turn after every act.
///
/// # Panics
///
/// With a [`Finding`](crate::Finding) where reference and engine differ.
pub fn undo_branch(data: &[u8], tally: &mut Tally, engine: &mut dyn Engine) {
    let mut bytes = Bytes::new(data);
    let (size, rules) = (bytes.size(&SIZES), bytes.rules());
    let all: Vec<Turn> = Turn::all(size).collect();
    let mut duel = Duel::begin(size, rules, engine, tally);
    for act in bytes.take(MOST_ACTS) {
        duel.survey();
        let turns = duel.taken().count();
        match act {
            0..TURN => {
                duel.take(all[usize::from(act) % all.len()]);
            }
            TURN..LEGAL => {
                let legal: Vec<Turn> = duel
                    .map()
                    .filter(|(_, judgment)| judgment.refusal.is_none())
                    .map(|(turn, _)| turn)
                    .collect();
                let place = usize::from(act - TURN) % legal.len().max(1);
                duel.take(legal.get(place).copied().unwrap_or(Turn::Pass));
            }
            LEGAL..UNDO => {
                duel.undo(1 + usize::from(act - LEGAL));
            }
            UNDO..BACK => {
                duel.undo(turns * usize::from(act - UNDO) / usize::from(BACK - UNDO));
            }
            BACK..TRY_ALL => {
                all.iter().all(|&turn| duel.try_out(turn));
            }
            TRY_ALL.. => duel.again(),
        }
    }
    duel.survey();
    duel.unwind();
    duel.survey();
}

/// A record in the bytes of this target, in which after every third turn two are taken back and taken again; nothing
/// if it is on no board of this target.
pub(crate) fn encode(record: &Record) -> Option<Vec<u8>> {
    let mut bytes = vec![size_byte(record.size(), &SIZES)?, rules_byte(record.rules())];
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
