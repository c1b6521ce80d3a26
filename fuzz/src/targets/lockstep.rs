//! `lockstep`: games on boards up to 5x5, every turn asked about before every turn.

use crate::bytes::{Bytes, is_small, record_bytes};
use crate::counts::Counts;
use crate::finding::Checked;
use crate::lockstep::Lockstep;
use crate::seeds::Material;
use superko::suite::random::WHOLE_MAP;
use superko::{Engine, Record};

/// How many turns after the end are tried.
const AFTER_THE_END: usize = 2;

/// Plays the game that the bytes stand for, and compares all that reference and engine say of it.
///
/// # Errors
///
/// Where they differ.
pub fn lockstep(data: &[u8], counts: &mut Counts, engine: &mut dyn Engine) -> Checked {
    play_record(&lockstep_record(data), counts, engine)
}

/// Plays a record and compares all that reference and engine say of it, before every turn what they say of every turn,
/// or on a large board of the one that is tried; then turns are taken back.
///
/// # Errors
///
/// Where they differ.
pub fn play_record(record: &Record, counts: &mut Counts, engine: &mut dyn Engine) -> Checked {
    let (size, rules, turns) = (record.size(), record.rules(), &record.turns);
    let mut game = Lockstep::begin(size, rules, engine, counts)?;
    let is_whole = size.point_count() <= WHOLE_MAP;
    let mut over = 0;
    for &turn in turns {
        match (over, is_whole) {
            (0, true) => game.ask_all()?,
            (0, false) => game.ask(&[turn])?,
            _ => {}
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
    let ask = |game: &mut Lockstep<'_>| if is_whole { game.ask_all() } else { game.ask(turns) };
    ask(&mut game)?;
    game.go_back(|game| {
        ask(game)?;
        game.score()
    })
}

/// The game that the bytes stand for.
pub(crate) fn lockstep_record(data: &[u8]) -> Record {
    Bytes::new(data).small_record()
}

/// The games on its boards.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let small = material.games.iter().filter(|game| is_small(game.record.size()));
    small.map(|game| record_bytes(&game.record)).collect()
}
