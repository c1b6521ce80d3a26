//! `lockstep`: games on boards up to 5x5, every turn asked about before every turn.

use crate::bytes::{Bytes, is_small, record_bytes};
use crate::counts::Counts;
use crate::finding::Checked;
use crate::lockstep::Lockstep;
use crate::seeds::Material;
use superko::{Engine, Record};

/// How many turns after the end are tried.
const AFTER_THE_END: usize = 2;

/// Plays the game that the bytes stand for, and compares all that reference and engine say of it.
///
/// # Errors
///
/// Where they differ.
pub fn lockstep(data: &[u8], counts: &mut Counts, engine: &mut dyn Engine) -> Checked {
    let record = lockstep_record(data);
    let (size, rules, turns) = (record.size(), record.rules(), record.turns);
    let mut game = Lockstep::begin(size, rules, engine, counts)?;
    let mut over = 0;
    for turn in turns {
        if over == 0 {
            game.ask_all()?;
        }
        game.mark();
        game.play(turn)?;
        game.score()?;
        over += usize::from(game.is_over());
        if over > AFTER_THE_END {
            break;
        }
    }
    game.undo_and_redo()?;
    game.ask_all()?;
    game.go_back(|game| {
        game.ask_all()?;
        game.score()
    })
}

/// The game that the bytes stand for.
pub fn lockstep_record(data: &[u8]) -> Record {
    Bytes::new(data).small_record()
}

/// The games on its boards.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let small = material.games.iter().filter(|game| is_small(game.record.size()));
    small.map(|game| record_bytes(&game.record)).collect()
}
