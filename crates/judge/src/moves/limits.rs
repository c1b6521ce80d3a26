//! Limits for the moves and remarks of a record: a small file can have a million odd moves.

use super::{Replay, StopReason};
use crate::Note;
use superko_engine::{Engine, Ruling};
use superko_game::Turn;
use superko_sgf::{Problem, SgfError};

/// The largest number of remarks about moves that are kept. Further ones are counted.
const MOST_NOTES: usize = 1000;

/// The largest number of refused attempts that are kept with their positions.
const MOST_TRIED: usize = 1000;

/// The numbers of remarks, attempts and positions.
#[derive(Debug, Default)]
pub(super) struct Beyond {
    /// Remarks about moves that were kept. The next two fields count what was left out.
    kept: usize,
    notes: usize,
    tried: usize,
    /// Positions that were set up in the middle of the game, all of them.
    set_ups: usize,
}

impl Replay {
    /// Keeps a remark about a move, if there are not too many.
    pub(super) fn note(&mut self, note: Note) {
        if self.beyond.kept < MOST_NOTES {
            self.beyond.kept += 1;
            self.notes.push(note);
        } else {
            self.beyond.notes += 1;
        }
    }

    /// Judges a turn that the record says was refused, if there were not too many such turns before.
    pub(super) fn try_out(&mut self, number: usize, turn: Turn) -> Result<(), StopReason> {
        if self.illegal.len() >= MOST_TRIED {
            self.beyond.tried += 1;
            return Ok(());
        }
        match self.engine.is_legal(turn) {
            Ok(Some(Ruling::Forbidden(reason))) => {
                self.refuse(number, turn, reason)?;
                if self.decisive.as_ref().is_some_and(|decisive| decisive.number == number) {
                    self.stopped = true;
                    return Err(StopReason::Illegal);
                }
            }
            _ => self.note(Note::TriedAndLegal(number)),
        }
        Ok(())
    }

    /// Whether the line has reached its limit.
    pub(super) fn is_full(&self) -> bool {
        self.line.len() >= self.most_moves
    }

    /// Counts a position that is set up. The number of positions is limited too, because to begin with one takes
    /// longer than a move.
    pub(super) fn count_set_up(&mut self) -> Result<(), StopReason> {
        self.beyond.set_ups += 1;
        if self.beyond.set_ups > self.most_moves { Err(self.too_many_moves()) } else { Ok(()) }
    }

    /// Returns the reason why a game with too many moves is not judged further.
    pub(super) fn too_many_moves(&self) -> StopReason {
        StopReason::Unreadable(SgfError::new(0, Problem::TooManyMoves(self.most_moves)))
    }

    /// Adds notes about the numbers of remarks and attempts that were left out.
    pub(crate) fn note_the_rest(&mut self) {
        let Beyond { notes, tried, .. } = std::mem::take(&mut self.beyond);
        self.notes.extend((tried > 0).then_some(Note::NotTried(tried)));
        self.notes.extend((notes > 0).then_some(Note::More(notes)));
    }
}
