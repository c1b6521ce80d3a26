//! `lockstep`: games on boards up to 5x5. Before every turn, every turn is asked about.

use crate::bytes::{Bytes, is_small, record_bytes};
use crate::counts::Counts;
use crate::finding::Checked;
use crate::lockstep::Lockstep;
use crate::seeds::Material;
use superko::suite::random::WHOLE_MAP;
use superko::{Engine, Player, Record};

/// First bytes from this one on stand for games in which White takes the first turn. They use the
/// same boards as the other first bytes.
const WHITE_FIRST: u8 = 150;

/// The number of turns that are tried after the end.
const AFTER_THE_END: usize = 2;

/// Plays the game that the bytes stand for, and compares all answers of reference and engine.
///
/// # Errors
///
/// If they differ.
pub fn lockstep(data: &[u8], counts: &mut Counts, engine: &mut dyn Engine) -> Checked {
    play_record(&lockstep_record(data), counts, engine)
}

/// Plays a record and compares all answers of reference and engine. Before every turn, both are
/// asked about every turn, or on a large board about the one that is tried. Afterwards turns are
/// taken back. At last the players settle something, if the rules have an agreement.
///
/// # Errors
///
/// If they differ.
pub fn play_record(record: &Record, counts: &mut Counts, engine: &mut dyn Engine) -> Checked {
    let turns = &record.turns;
    let mut game = Lockstep::begin(&record.setup, engine, counts)?;
    let is_whole = record.size().point_count() <= WHOLE_MAP;
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
    })?;
    game.settle()
}

/// Returns the game that the bytes stand for.
pub(crate) fn lockstep_record(data: &[u8]) -> Record {
    let mut record = Bytes::new(data).small_record();
    if data.first().is_some_and(|&first| first >= WHITE_FIRST) {
        record.setup.first = Player::White;
    }
    record
}

/// Returns the games that fit the boards, and every third of them once more with White first.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let small = material.games.iter().filter(|game| is_small(game.record.size()));
    let mut seeds: Vec<Vec<u8>> = small.map(|game| record_bytes(&game.record)).collect();
    let white_first: Vec<Vec<u8>> = seeds.iter().step_by(3).cloned().collect();
    seeds.extend(white_first.into_iter().map(|mut seed| {
        seed[0] += WHITE_FIRST;
        seed
    }));
    seeds
}
