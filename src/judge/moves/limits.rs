//! How much of a record is judged and told: a small file can have a million odd moves.

use super::{Stop, Table};
use crate::judge::Note;
use crate::sgf::{Problem, SgfError};

/// The most remarks about moves that are kept; the others are counted.
const MOST_NOTES: usize = 1000;

/// The most moves that a record says were refused, and that are refused, which are kept with their positions.
const MOST_TRIED: usize = 1000;

/// What was left out, counted.
#[derive(Debug, Default)]
pub(super) struct Beyond {
    /// Remarks about moves that are kept.
    kept: usize,
    notes: usize,
    tried: usize,
}

impl Table {
    /// Keeps a remark about a move, if there are not too many.
    pub(super) fn note(&mut self, note: Note) {
        if self.beyond.kept < MOST_NOTES {
            self.beyond.kept += 1;
            self.notes.push(note);
        } else {
            self.beyond.notes += 1;
        }
    }

    /// Whether so many moves were refused that further ones that were only tried are counted, and not judged.
    pub(super) fn has_tried_enough(&mut self) -> bool {
        let is_enough = self.illegal.len() >= MOST_TRIED;
        self.beyond.tried += usize::from(is_enough);
        is_enough
    }

    /// Whether the line has as many moves as it may have.
    pub(super) fn is_full(&self) -> bool {
        self.line.len() >= self.most_moves
    }

    /// Why a game is judged no further that has too many moves.
    pub(super) fn too_many_moves(&self) -> Stop {
        let most = self.most_moves;
        Stop::Unreadable(SgfError::new(0, Problem::TooManyMoves { most }))
    }

    /// Tells how much was left out.
    pub(in crate::judge) fn note_the_rest(&mut self) {
        let Beyond { notes, tried, .. } = std::mem::take(&mut self.beyond);
        self.notes.extend((tried > 0).then_some(Note::NotTried { moves: tried }));
        self.notes.extend((notes > 0).then_some(Note::More { count: notes }));
    }
}
