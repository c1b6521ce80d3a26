//! Games in which the board is cleared after the position with the same hash.

use super::confirm::{Collision, LastTurn};
use super::find::{Against, CLEARING, Search, with, worth};
use super::frame::Frame;
use super::keys::Bits;
use super::plays::Stone;
use super::search::{Set, Space};
use rand::seq::SliceRandom;
use superko_game::rules::Repetition;
use superko_game::{Player, Point, Position, Size, Turn};

/// Two positions that make a game.
struct Candidate {
    /// The quality of the game: whether there are passes after the board is cleared, and the number of turns.
    worth: (bool, usize),
    /// The player whose stones fill the board and are captured.
    player: Player,
    /// The stones of the position that collides, all of this player.
    before: Vec<Point>,
    /// The stone of the other player that captures all of them.
    taker: Point,
    /// The other stones of the last position, without those of the frame.
    stones: Vec<Stone>,
    /// The player who takes the last turn.
    last: Player,
}

impl Search<'_> {
    /// Returns a game in which stones of one color fill the board and are then captured all at once. After that, any position
    /// can follow the one that collides.
    pub(super) fn clearing(&mut self) -> Option<Collision> {
        let anywhere = self.wanted.against == Against::Any;
        if !anywhere || self.wanted.last == Some(LastTurn::NewPoint) {
            return None;
        }
        // Stones were captured on all points but one, so this form needs no frame.
        let form = self.wanted.last.filter(|form| *form != LastTurn::CapturedPoint);
        let frames = Frame::all(self.keys.size(), form);
        frames.iter().filter_map(|frame| self.clearing_in(frame)).min_by_key(worth)
    }

    fn clearing_in(&mut self, frame: &Frame) -> Option<Collision> {
        let keys = self.keys;
        let in_frame = |point: &Point| frame.points().any(|taken| taken == *point);
        let points: Vec<Point> = keys.size().points().filter(|point| !in_frame(point)).collect();
        let target = (!frame.last.is_empty()).then(|| frame.target(keys, Bits::default()));
        let mut space = Space::new(keys, &points, target, &mut self.random)?;
        let natural = self.wanted.rules.repetition == Repetition::NaturalSituational;
        let mut candidates: Vec<Candidate> = Vec::new();
        space.walk(CLEARING, false, &mut self.random, &mut |set| {
            for (player, kept) in WAYS {
                let best = candidates.last().map(|best| best.worth);
                let divided = Division { frame, player, kept, natural };
                candidates.extend(divided.of(keys.size(), set, best));
            }
        });
        candidates.iter().rev().find_map(|candidate| {
            let turns = self.cleared_turns(candidate, frame);
            self.confirmed(turns)
        })
    }

    /// Returns the turns of a game that fills the board, clears it, and makes the last position.
    fn cleared_turns(&mut self, candidate: &Candidate, frame: &Frame) -> Vec<Turn> {
        let Candidate { player, before, taker, last, .. } = candidate;
        let mut filled = before.clone();
        filled.shuffle(&mut self.random);
        let points = self.keys.size().points();
        filled.extend(points.filter(|point| point != taker && !before.contains(point)));
        let mut turns = Vec::new();
        if *player == Player::White {
            turns.push(Turn::Pass);
        }
        for point in filled {
            turns.extend([Turn::Play(point), Turn::Pass]);
        }
        turns.pop();
        turns.push(Turn::Play(*taker));
        let plays = self.plays(candidate.stones.clone(), *last, frame);
        turns.extend(plays.turns(*player));
        turns
    }
}

/// The ways to divide the stones: the player whose stones are cleared, and how many others of that player are kept for the
/// last position. All are kept if they can stand, and one if that player has to take the last turn.
const WAYS: [(Player, usize); 6] = [
    (Player::Black, usize::MAX),
    (Player::White, usize::MAX),
    (Player::Black, 1),
    (Player::White, 1),
    (Player::Black, 0),
    (Player::White, 0),
];

/// A division of a set of keys between two positions. The first one has stones of one player only: those that change their
/// color, and those of the others that are not kept for the last position.
struct Division<'a> {
    frame: &'a Frame,
    player: Player,
    kept: usize,
    /// Whether the last turn must be this player's, whose play makes the first position. The first position also stands after
    /// the other player's pass.
    natural: bool,
}

impl Division<'_> {
    /// Returns the two positions, if they make a better game than the best so far.
    fn of(&self, size: Size, set: Set<'_>, best: Option<(bool, usize)>) -> Option<Candidate> {
        let Division { frame, player, kept, natural } = *self;
        let other = player.opponent();
        let mut plays = set.counts();
        let mut kept = kept.min(plays[player as usize] - set.both());
        plays[player as usize] = kept;
        // The other player already has a stone on the board: the one that captures.
        plays[other as usize] = plays[other as usize].checked_sub(1)?;
        let least = (false, plays[0] + plays[1] + frame.last.len());
        if best.is_some_and(|best| best <= least) {
            return None;
        }
        let last_players = if natural { vec![player] } else { vec![player, other] };
        let worth = |last| Some((frame.worth(player, plays, last)?, last));
        let (worth, last) = last_players.into_iter().filter_map(worth).min()?;
        if best.is_some_and(|best| best <= worth) {
            return None;
        }
        let (mut before, mut stones, mut taker) = (Vec::new(), Vec::new(), None);
        for (place, point) in size.points().enumerate() {
            let [own, others] = [player, other].map(|player| set.has(place, player));
            if own && (others || kept == 0) {
                before.push(point);
            } else if own {
                kept -= 1;
                stones.push((player, point));
            }
            if others && !own && taker.is_none() {
                taker = Some(point);
            } else if others {
                stones.push((other, point));
            }
        }
        let taker = taker.filter(|_| !before.is_empty())?;
        let all = stones.iter().copied().chain(frame.stones()).chain([(other, taker)]);
        let stands = with(&Position::empty(size), all).without_liberty().is_none();
        stands.then_some(Candidate { worth, player, before, taker, stones, last })
    }
}
