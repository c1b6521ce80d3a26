//! The positions that a model with a known hash treats as equal.

use super::{Mistake, Model};
use crate::suite::collisions::{HASHES, KnownCollision};
use std::sync::LazyLock;
use superko_engine::Engine;
use superko_game::{Record, Size};

/// For each known collision: the number of the hash, the board, and the difference of both hashes in a model.
static DIFFERENCES: LazyLock<Vec<(usize, Size, u64)>> = LazyLock::new(|| {
    let games =
        (1..).zip(HASHES).flat_map(|(number, hash)| hash.games().map(move |known| (number, known)));
    games.map(|(number, known)| (number, known.record().size(), difference(known))).collect()
});

/// Returns the differences between the hashes of two positions that a model treats as the same on a board.
pub(super) fn collisions(model: &Model, size: Size) -> Vec<u64> {
    let hash = model.mistakes().find_map(|(mistake, _)| match mistake {
        Mistake::KnownHash(number) => Some(number),
        _ => None,
    });
    let Some(hash) = hash else { return Vec::new() };
    let here = DIFFERENCES.iter().filter(|(number, board, _)| (*number, *board) == (hash, size));
    here.map(|&(_, _, difference)| difference).collect()
}

/// Returns the difference between the hashes of the two positions in a model.
fn difference(known: &KnownCollision) -> u64 {
    let Record { setup, turns, .. } = known.record();
    let right = Model::right();
    let mut engine = right.engine_reporting(right.score_form());
    let played = engine
        .start(&setup)
        .and_then(|()| turns.into_iter().try_for_each(|turn| engine.play(turn).map(drop)));
    debug_assert!(played.is_ok(), "a model has no faults");
    let hash = |place: usize| engine.seen.get(place).map_or(0, |seen| seen.hash[0] ^ seen.hash[1]);
    hash(known.collides_with) ^ hash(engine.seen.len() - 1)
}
