//! Finds a game of the requested kind for given keys.

use super::confirm::{Collision, LastTurn};
use super::frame::Frame;
use super::keys::Keys;
use super::plays::{Plays, Stone};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use superko_engine::Reference;
use superko_engine::referee::Referee;
use superko_game::rules::{Repetition, Rule, Rules};
use superko_game::{Player, Point, Position, Record, Size, Turn};

/// The number of steps that the search walks to make a game short.
pub(super) const POLISH: usize = 2_000;

/// The largest number of steps of a walk for a game without passes.
pub(super) const PATIENCE: usize = 10 * POLISH;

/// The number of steps if the board is cleared, which takes most turns of the game.
pub(super) const CLEARING: usize = 200;

/// The kind of game to find.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The rules. They must forbid repetition by more than simple ko.
    pub rules: Rules,
    /// The earlier position with which the last one collides.
    pub against: Against,
    /// The kind of the last turn; any kind if `None`.
    pub last: Option<LastTurn>,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The earlier position with which the last one collides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// Any position: the starting position, if it counts under the rules.
    Any,
    /// The position after these turns, with which the game begins; the empty board if there are none.
    After(Vec<Turn>),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchResult {
    /// A game was found.
    Found(Box<Collision>),
    /// No game is possible, because the keys are independent: two different positions never have the same hash.
    Independent,
    /// Some keys cancel, but no game of the requested kind was found.
    NotFound,
}

/// The error for an impossible request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CollideError {
    /// The rules compare only with the position two turns before, or with none.
    #[error(
        "{0} is not a superko rule, so no hash can be mistaken: use positional, situational, \
         natural-situational or new-zealand"
    )]
    NoSuperko(Rule),
    /// A turn at the beginning is illegal.
    #[error("turn {number} of the given turns, {turn}, is illegal: {why}")]
    Illegal {
        /// The number of the turn, from 1.
        number: usize,
        /// The turn.
        turn: Turn,
        /// The reason.
        why: String,
    },
    /// Under the rules, the position that is to collide may be repeated.
    #[error(
        "under {0} the position after these turns may be repeated, because the rule depends on who made it: end \
         the turns with a play"
    )]
    DoesNotCount(Rule),
}

/// Makes a game whose last turn is legal and whose last position has the hash of an earlier one: with few
/// stones and no capture if possible, otherwise by clearing the board. The same keys, request and seed give
/// the same game.
///
/// # Errors
/// If no such game is possible in principle.
pub fn collide(keys: &Keys, wanted: &Wanted) -> Result<SearchResult, CollideError> {
    let rules = wanted.rules;
    if !rules.has_superko() {
        return Err(CollideError::NoSuperko(Rule::repetition(rules)));
    }
    let mut random = ChaCha8Rng::seed_from_u64(wanted.seed);
    let start = Start::new(keys, wanted, &mut random)?;
    if keys.are_independent() {
        return Ok(SearchResult::Independent);
    }
    let mut search = Search { keys, wanted, start, random };
    let found = search.placing().or_else(|| search.clearing());
    Ok(found.map_or(SearchResult::NotFound, |found| SearchResult::Found(Box::new(found))))
}

/// The beginning of the game.
pub(super) struct Start {
    pub(super) turns: Vec<Turn>,
    /// The position that is to collide.
    pub(super) position: Position,
    pub(super) to_move: Player,
}

impl Start {
    fn new(keys: &Keys, wanted: &Wanted, random: &mut ChaCha8Rng) -> Result<Start, CollideError> {
        let size = keys.size();
        let repetition = wanted.rules.repetition;
        let by_a_player = [Repetition::NaturalSituational, Repetition::NewZealand];
        let turns = match &wanted.against {
            Against::After(turns) => turns.clone(),
            // No player made the empty board, so it does not count.
            Against::Any if by_a_player.contains(&repetition) => {
                vec![Turn::Play(any_point(size, random))]
            }
            Against::Any => Vec::new(),
        };
        let mut referee = Reference::new(size, wanted.rules);
        for (place, &turn) in turns.iter().enumerate() {
            if let Some(refusal) = Referee::play(&mut referee, turn).refusal {
                let why = refusal.to_string();
                return Err(CollideError::Illegal { number: place + 1, turn, why });
            }
        }
        let made = match (repetition, turns.last()) {
            (Repetition::NaturalSituational, last) => matches!(last, Some(Turn::Play(_))),
            (Repetition::NewZealand, last) => last.is_some(),
            _ => true,
        };
        if !made {
            return Err(CollideError::DoesNotCount(Rule::repetition(wanted.rules)));
        }
        let (position, to_move) = (referee.position().clone(), referee.to_move());
        Ok(Start { turns, position, to_move })
    }
}

fn any_point(size: Size, random: &mut ChaCha8Rng) -> Point {
    let points: Vec<Point> = size.points().collect();
    points[random.random_range(0..points.len())]
}

/// A search for a game.
pub(super) struct Search<'a> {
    pub(super) keys: &'a Keys,
    pub(super) wanted: &'a Wanted,
    pub(super) start: Start,
    pub(super) random: ChaCha8Rng,
}

impl Search<'_> {
    /// Returns the plays that add stones and a frame to a position.
    pub(super) fn plays(&mut self, mut stones: Vec<Stone>, last: Player, frame: &Frame) -> Plays {
        stones.extend(&frame.around);
        stones.shuffle(&mut self.random);
        let mut last_turns = frame.last.clone();
        if last_turns.is_empty() {
            let place = stones.iter().position(|&(player, _)| player == last);
            last_turns.extend(place.map(|place| stones.swap_remove(place)));
        }
        let mut plays = Plays { last: last_turns, ..Plays::default() };
        // Stones that are captured later come first, while they have liberties.
        frame.captured.iter().copied().chain(stones).for_each(|stone| plays.add(stone));
        plays
    }

    /// Returns the game of some turns, if it is of the requested kind.
    pub(super) fn confirmed(&self, turns: Vec<Turn>) -> Option<Collision> {
        let record = Record::new(self.keys.size(), self.wanted.rules, turns);
        let found = Collision::of(self.keys, record)?;
        let shown = found.last_turn();
        let is_shown = |form| match form {
            LastTurn::Capture => [LastTurn::Capture, LastTurn::Exchange].contains(&shown),
            form => form == shown,
        };
        let in_form = self.wanted.last.is_none_or(is_shown);
        let against = match &self.wanted.against {
            Against::Any => true,
            Against::After(_) => found.positions()[found.collides_with] == self.start.position,
        };
        (in_form && against).then_some(found)
    }
}

/// Returns the quality of a game: best without passes, then with few turns.
pub(super) fn worth(found: &Collision) -> (bool, usize) {
    (found.passes() > 0, found.record.turns.len())
}

/// Returns a position with more stones.
pub(super) fn with(position: &Position, stones: impl IntoIterator<Item = Stone>) -> Position {
    let mut position = position.clone();
    for (player, point) in stones {
        position[point] = player.color();
    }
    position
}

#[cfg(test)]
mod tests;
