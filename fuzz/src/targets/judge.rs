//! `judge`: games as other programs write them, to be adjudicated.

use super::sgf::{PARTS, written};
use crate::bytes::{Bytes, text_of};
use crate::counts::Counts;
use crate::finding::{Checked, ensure, ensure_same, played};
use crate::seeds::Material;
use superko::Rules;
use superko::judge::{Adjudication, Judge};
use superko::sgf::{Decoded, GameTree, games};

/// A function that judges a line of play of a game.
pub type JudgeGame = dyn Fn(&GameTree<'_>, usize) -> Adjudication;

/// The most variations of a game that are judged. A text can have more variations than a line has
/// letters.
const MOST_LINES: usize = 8;

/// Judges with both engines.
pub fn by_both_engines(tree: &GameTree<'_>, line: usize) -> Adjudication {
    let mut judge = Judge::default();
    judge.check = true;
    judge.judge(tree, line)
}

/// Judges games. If the first byte is even, the other bytes are a record. It is written as this
/// project writes it, and the illegal moves must be those that the referee refuses. If the first
/// byte is odd, the other bytes are a file, or select parts of one, and both engines must say the
/// same.
///
/// # Errors
///
/// If that is not so. The finding has the text and the judgment.
pub fn judge(data: &[u8], counts: &mut Counts, judge: &JudgeGame) -> Checked {
    let mut bytes = Bytes::new(data);
    let (first, rest) = (bytes.byte(), bytes.rest());
    if first.is_multiple_of(2) {
        let mut record = bytes.text_record(first);
        // No move is judged after a move that decides the game, so rules under which moves decide
        // are left out.
        let rules = record.setup.rules;
        record.setup.rules = Rules::default().repetition(rules.repetition).suicide(rules.suicide);
        let steps = played(&record).steps;
        let refused = steps.iter().zip(1..).filter(|(step, _)| !step.turn.is_legal());
        let refused: Vec<usize> = refused.map(|(_, number)| number).collect();
        let text = written(&record);
        for tree in games(&text) {
            let found = judge(&tree, 0).illegal.iter().map(|illegal| illegal.number).collect();
            ensure_same(&found, &refused, "illegal-moves", &text)?;
            counts.compare();
        }
        return Ok(());
    }
    let bytes = text_of(rest, first % 4 != 1, PARTS);
    let decoded = Decoded::of(&bytes);
    for tree in games(&decoded.text) {
        for line in 0..tree.lines().clamp(1, MOST_LINES) {
            let judged = judge(&tree, line);
            let (said, drawn) = (judged.to_string(), judged.drawn());
            let agreed = judged.contradiction.is_none();
            ensure(agreed, "both-engines", || format!("{said}\n{drawn}{}", decoded.text))?;
            let at = judged.error.map_or(0, |error| decoded.byte_of(error.at));
            let within = at <= bytes.len() && !said.is_empty();
            ensure(within, "place-of-error", || format!("{at}: {said}\n{}", decoded.text))?;
            counts.compare();
        }
    }
    Ok(())
}

/// Returns games as records to be written, and as files.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    material.texts(written)
}
