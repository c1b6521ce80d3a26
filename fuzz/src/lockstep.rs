//! `lockstep`: games on boards up to 5x5, every turn asked about before every turn.

use crate::duel::Duel;
use crate::tally::Tally;
use arbitrary::{Arbitrary, Unstructured};
use superko::suite::SMALL;
use superko::{Engine, Record};

/// How many turns after the end are tried.
const AFTER_THE_END: usize = 2;

/// Plays the game that the bytes stand for, and compares all that reference and engine say of it.
///
/// # Panics
///
/// With a [`Finding`](crate::Finding) where they differ.
pub fn lockstep(data: &[u8], tally: &mut Tally, engine: &mut dyn Engine) {
    let Record::new(size, rules, turns) = lockstep_record(data);
    let mut duel = Duel::begin(size, rules, engine, tally);
    let mut over = 0;
    for turn in turns {
        if over == 0 {
            duel.survey();
        }
        duel.mark();
        duel.take(turn);
        duel.score();
        over += usize::from(duel.is_over());
        if over > AFTER_THE_END {
            break;
        }
    }
    duel.unwind();
    duel.survey();
    duel.go_back(|duel| {
        duel.survey();
        duel.score();
    });
}

/// The game that the bytes stand for: a record of the byte-driven generator, on one of its small boards.
pub fn lockstep_record(data: &[u8]) -> Record {
    let mut data = data.to_vec();
    if let Some(size) = data.first_mut() {
        *size %= SMALL;
    }
    let record = Record::arbitrary(&mut Unstructured::new(&data));
    record.expect("every string of bytes is a game")
}
