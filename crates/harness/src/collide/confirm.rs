//! Confirms with the reference that a game is legal to its end, and that its last position is new and has the
//! hash of an earlier one.

use super::keys::{Bits, Keys};
use superko_engine::Reference;
use superko_engine::referee::{HistoryEntry, Referee};
use superko_game::rules::Repetition;
use superko_game::{Color, Player, Position, Record, Status, Turn};

/// A legal game whose last turn makes a new position that has the hash of an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The game. Every turn of it is legal, and no play in it repeats a position.
    pub record: Record,
    /// The number of the turn after which the earlier position stood; 0 is the start.
    pub collides_with: usize,
    /// The hash of both positions, except for a constant that all positions of the board share.
    pub hash: Bits,
}

impl Collision {
    /// Returns the game up to the first play whose position has the hash of an earlier position that counts
    /// under its rules. Returns `None` if there is no such play, if a turn is illegal, or if a play repeats a
    /// position.
    pub fn of(keys: &Keys, mut record: Record) -> Option<Collision> {
        let mut referee = Reference::set_up(&record.setup);
        let mut hashes = vec![keys.hash(referee.position(), referee.to_move())];
        for (place, &turn) in record.turns.iter().enumerate() {
            let player = referee.to_move();
            if referee.status() == Status::Over || referee.play(turn).refusal.is_some() {
                return None;
            }
            let hash = keys.hash(referee.position(), referee.to_move());
            let (now, past) = referee.history().split_last()?;
            if turn != Turn::Pass {
                if past.iter().any(|entry| entry.position == now.position) {
                    return None;
                }
                let to_move = |earlier: usize| match (place + 1 - earlier).is_multiple_of(2) {
                    true => player.opponent(),
                    false => player,
                };
                let repetition = record.rules().repetition;
                let earlier = (0..past.len()).rev().find(|&earlier| {
                    hashes[earlier] == hash
                        && counts(repetition, &past[earlier], to_move(earlier), player)
                });
                if let Some(collides_with) = earlier {
                    record.turns.truncate(place + 1);
                    return Some(Collision { record, collides_with, hash });
                }
            }
            hashes.push(hash);
        }
        None
    }

    /// Returns all positions of the game, in order.
    pub fn positions(&self) -> Vec<Position> {
        let mut referee = Reference::set_up(&self.record.setup);
        for &turn in &self.record.turns {
            referee.play(turn);
        }
        referee.history().iter().map(|entry| entry.position.clone()).collect()
    }

    /// Returns the kind of the last turn.
    pub fn last_turn(&self) -> LastTurn {
        let positions = self.positions();
        let count = positions.len();
        let last = self.record.turns.last().and_then(|turn| turn.point());
        let held_a_stone =
            |position: &Position| last.is_some_and(|point| position[point] != Color::Empty);
        let [before, after] = [&positions[count - 2], &positions[count - 1]];
        let stones = |position: &Position| [Color::Black, Color::White].map(|c| position.count(c));
        if after.count(Color::Empty) >= before.count(Color::Empty) {
            let as_many = |position: &Position| stones(position) == stones(after);
            let before = &positions[..count - 1];
            if before.iter().any(as_many) { LastTurn::Exchange } else { LastTurn::Capture }
        } else if positions[..count - 1].iter().any(held_a_stone) {
            LastTurn::CapturedPoint
        } else {
            LastTurn::NewPoint
        }
    }

    /// Returns the number of passes in the game.
    pub fn passes(&self) -> usize {
        self.record.turns.iter().filter(|turn| **turn == Turn::Pass).count()
    }
}

/// The kind of the last turn of a game. Some engines check for a repetition only after some of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastTurn {
    /// A play on a point that was never used, without a capture.
    NewPoint,
    /// A play on a point where a stone was captured, without a capture.
    CapturedPoint,
    /// A capture.
    Capture,
    /// A capture after a capture by the other player, so that both players have as many stones as before
    /// these two turns. Some engines compare hashes only in this case.
    Exchange,
}

/// Returns whether a player must not make an earlier position again, under a rule on repetition.
fn counts(repetition: Repetition, earlier: &HistoryEntry, to_move: Player, player: Player) -> bool {
    match (repetition, earlier.by) {
        (Repetition::Positional, _) => true,
        (Repetition::Situational, _) => to_move == player.opponent(),
        (Repetition::NaturalSituational, Some((by, Turn::Play(_))))
        | (Repetition::NewZealand, Some((by, _))) => by == player,
        _ => false,
    }
}
