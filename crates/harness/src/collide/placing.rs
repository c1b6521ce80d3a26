//! Games in which stones are only added to the position with the same hash.

use super::confirm::Collision;
use super::find::{PATIENCE, POLISH, Search, with, worth};
use super::frame::Frame;
use super::keys::Bits;
use super::plays::Stone;
use super::search::{Set, Space};
use superko_game::rules::Repetition;
use superko_game::{Color, Player, Point, Size};

/// Stones that make a game.
struct Candidate {
    /// The quality of the game: whether there are passes, and the number of turns.
    worth: (bool, usize),
    /// The stones that are added, without those of the frame.
    stones: Vec<Stone>,
    /// The player who takes the last turn.
    last: Player,
}

impl Search<'_> {
    /// Returns a game in which stones are only added to the position with the same hash. One stone is captured if the form of
    /// the last turn demands that.
    pub(super) fn placing(&mut self) -> Option<Collision> {
        let frames = Frame::all(self.keys.size(), self.wanted.last);
        let patience = PATIENCE / frames.len();
        let found = frames.iter().flat_map(|frame| {
            let by_same = self.placing_in(frame, false, patience);
            by_same.or_else(|| self.placing_in(frame, true, patience))
        });
        found.min_by_key(worth)
    }

    /// Looks for such a game in a frame. With `other`, the player to move after the last turn is not the one to move in the
    /// position with the same hash.
    fn placing_in(&mut self, frame: &Frame, other: bool, patience: usize) -> Option<Collision> {
        let (keys, start) = (self.keys, &self.start);
        let turn = keys.turn();
        let by_hash = turn != Bits::default();
        let last_players = match (other, self.wanted.rules.repetition) {
            (false, Repetition::Positional) if !by_hash => vec![Player::Black, Player::White],
            (false, _) => vec![start.to_move.opponent()],
            // The key of the player to move is then among the keys that cancel.
            (true, Repetition::Positional) if by_hash => vec![start.to_move],
            (true, _) => return None,
        };
        let taken = |point: Point| start.position[point] != Color::Empty;
        if frame.points().any(taken) {
            return None;
        }
        let in_frame = |point: &Point| frame.points().any(|taken| taken == *point);
        let free = |point: &Point| !taken(*point) && !in_frame(point);
        let points: Vec<Point> = keys.size().points().filter(free).collect();
        let added = if other { turn } else { Bits::default() };
        let target = (other || !frame.last.is_empty()).then(|| frame.target(keys, added));
        let mut space = Space::new(keys, &points, target, &mut self.random)?;
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut steps = 0;
        // A game with passes is taken only if no game without passes is found.
        while steps < patience && candidates.last().is_none_or(|best: &Candidate| best.worth.0) {
            space.walk(POLISH, true, &mut self.random, &mut |set| {
                let best = candidates.last().map(|best| best.worth);
                let stones = set.counts();
                let least = (false, stones.iter().sum::<usize>() + frame.last.len());
                if best.is_some_and(|best| best <= least) {
                    return;
                }
                let worth = |last| Some((frame.worth(start.to_move, stones, last)?, last));
                let best_last = last_players.iter().filter_map(|&last| worth(last)).min();
                let Some((worth, last)) = best_last else { return };
                if best.is_some_and(|best| best <= worth) {
                    return;
                }
                let stones = stones_of(keys.size(), set);
                let all = stones.iter().copied().chain(frame.stones());
                if with(&start.position, all).without_liberty().is_none() {
                    candidates.push(Candidate { worth, stones, last });
                }
            });
            steps += POLISH;
        }
        let begun = self.start.turns.clone();
        candidates.iter().rev().find_map(|candidate| {
            let plays = self.plays(candidate.stones.clone(), candidate.last, frame);
            let turns = plays.turns(self.start.to_move);
            self.confirmed([begun.clone(), turns].concat())
        })
    }
}

/// Returns the stones of a set of keys.
fn stones_of(size: Size, set: Set<'_>) -> Vec<Stone> {
    let both = |point| [(Player::Black, point), (Player::White, point)];
    let has = |&(player, point): &Stone| set.has(size.index(point), player);
    size.points().flat_map(both).filter(has).collect()
}
