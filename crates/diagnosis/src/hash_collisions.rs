//! Two positions with the same value of the engine's own hash.
//!
//! The positions depend on keys that only the engine knows, so no model can predict them. A test can show whether one earlier
//! position causes the refusal of a new one. The test starts the game from later and later positions, each set up with its
//! stones in another order: the play is refused as long as the game still contains that earlier position. A hash knows nothing
//! of how a position came about. So the new position has to be refused also if it is reached from the earlier one by adding
//! stones in another order. A ban on a point, such as a ko point that stays too long, fails this test.

use super::facts::HashCollisions;
use super::interview::Interview;
use super::kos::stones_in_turn;
use super::question::{Question, Said};
use super::script::Script;
use super::search::Log;
use super::session::Session;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use std::collections::BTreeSet;
use superko_engine::referee::Referee;
use superko_game::rules::Repetition;
use superko_game::{Color, Player, Point, Position, Record, Setup, Size, Turn};
use superko_harness::model::{Model, ModelReferee, Place};

/// The largest number of games to look into, shortest first.
const MOST_GAMES: usize = 12;

/// The longest game to look into, in turns.
const MOST_TURNS: usize = 150;

/// The largest number of ways to set up a position; one of them may have a collision, too.
const MOST_WAYS: u64 = 4;

/// The number of refusals due to one earlier position each after which no more are looked into.
const ENOUGH: usize = 2;

/// At most one in this many new positions is refused. If more are, much else is wrong.
const RARE: usize = 8;

/// A game whose last play is refused.
struct Refused {
    setup: Setup,
    turns: Vec<Turn>,
    /// The positions before the turns.
    positions: Vec<Position>,
    /// The position after the last turn.
    after: Position,
}

/// How the stones of a position are put on the board.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// Black's and White's stones in turn.
    InTurn,
    /// All of Black's stones and then all of White's, with passes in between.
    BlackFirst,
}

/// The cause of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// One earlier position.
    OnePosition,
    /// Something else than positions, or two positions that are alike.
    Else,
    /// The cause could not be found out.
    Unknown,
}

impl Interview<'_> {
    /// Returns the collisions of the engine's own hash. `None` unless all answers that a model leaves unexplained are refusals
    /// of new positions that the engine treats as earlier ones.
    pub(super) fn hash_collisions(&mut self, model: Model) -> Option<HashCollisions> {
        let rules = model.rules.unwrap_or(self.options.rules);
        let is_known = model.mistakes().any(|(mistake, _)| mistake.place() == Place::Compared);
        let looks = ![Repetition::None, Repetition::SimpleKo].contains(&rules.repetition);
        if is_known || !looks || !self.log.answerable.passes {
            return None;
        }
        let (refused, hash_collisions) = Refusals::of(&self.log, &self.options.games, model)?;
        let mut of_one_position = 0;
        for game in refused.iter().take(MOST_GAMES) {
            if self.is_over() {
                return None;
            }
            match self.cause(game) {
                Cause::Unknown => {}
                Cause::Else => return None,
                Cause::OnePosition => of_one_position += 1,
            }
            if of_one_position == ENOUGH {
                break;
            }
        }
        (of_one_position > 0).then_some(hash_collisions)
    }

    /// Returns the cause of the refusal of a game's last play.
    fn cause(&mut self, game: &Refused) -> Cause {
        // The game is refused from the beginning, and has to be accepted from the position before the last play.
        let (mut refused, mut accepted) = (0, game.turns.len() - 1);
        if self.is_refused(game, accepted, Order::InTurn) != Some(false) {
            return Cause::Unknown;
        }
        while accepted - refused > 1 {
            let middle = (refused + accepted) / 2;
            let from = (middle..accepted).chain((refused + 1..middle).rev());
            let answered = from
                .into_iter()
                .find_map(|place| Some((place, self.is_refused(game, place, Order::InTurn)?)));
            match answered {
                Some((place, true)) => refused = place,
                Some((place, false)) => accepted = place,
                None => return Cause::Unknown,
            }
        }
        // The empty board is in every game, so no game without it tells whether it is the cause.
        if refused == 0 {
            return Cause::Unknown;
        }
        // Neither the way there nor its length may make a difference.
        let again =
            [refused, accepted].map(|place| self.is_refused(game, place, Order::BlackFirst));
        match again {
            // Positions that differ only in colors or orientation are compared wrongly, whether by a hash or not.
            _ if are_alike(&game.positions[refused], &game.after) => return Cause::Else,
            [Some(true), Some(false)] => {}
            [Some(_), Some(_)] => return Cause::Else,
            _ => return Cause::Unknown,
        }
        match [refused, accepted].map(|place| self.is_refused_otherwise(game, place)) {
            [Some(true), Some(false)] => Cause::OnePosition,
            [Some(false), _] => Cause::Else,
            // Another collision is possible on the other way.
            _ => Cause::Unknown,
        }
    }

    /// Whether the last position of a game is refused if it is reached from an earlier one by adding stones in another order.
    /// `None` if stones were removed in between, or the engine does not play the turns before.
    fn is_refused_otherwise(&mut self, game: &Refused, place: usize) -> Option<bool> {
        (0..MOST_WAYS).find_map(|way| self.is_last_refused(game, game.added_from(place, way)?))
    }

    /// Whether the last play of a game is refused if the game is begun from the position before a turn. `None` if that cannot
    /// be set up, or the engine does not play the turns before.
    fn is_refused(&mut self, game: &Refused, place: usize, order: Order) -> Option<bool> {
        (0..MOST_WAYS)
            .find_map(|way| self.is_last_refused(game, game.begun_from(place, order, way)?))
    }

    /// Whether the last of some turns is refused. `None` if the engine does not play the turns before.
    fn is_last_refused(&mut self, game: &Refused, turns: Vec<Turn>) -> Option<bool> {
        let session = self.run(&Script::of_turns(game.setup.clone(), turns.clone()))?;
        let (last, before) = turns.split_last()?;
        let standing = session.stands_before(session.exchanges.len());
        let asked = session.exchanges.iter().rev().find_map(|(question, _)| match question {
            Question::Legal(turn) | Question::Play(turn) => Some(turn),
            _ => None,
        });
        match standing {
            _ if session.fault.is_some() || asked != Some(last) => None,
            standing if standing == turns => Some(false),
            standing if standing == before => Some(true),
            _ => None,
        }
    }
}

impl Refused {
    fn new(model: Model, setup: &Setup, turns: &[Turn]) -> Option<Refused> {
        if !setup.is_usual() || !(3..=MOST_TURNS).contains(&turns.len()) {
            return None;
        }
        let mut referee = ModelReferee::new(model, setup);
        let mut positions = Vec::new();
        for &turn in turns {
            positions.push(referee.position().clone());
            referee.play(turn);
        }
        let after = referee.position().clone();
        Some(Refused { setup: setup.clone(), turns: turns.to_vec(), positions, after })
    }

    /// Returns turns that set up the position before a turn, and the rest of the game. `None` if the former pass through an
    /// earlier position of the game.
    fn begun_from(&self, place: usize, order: Order, way: u64) -> Option<Vec<Turn>> {
        // A pass leaves the position as it is.
        let place = place + usize::from(self.turns[place] == Turn::Pass);
        let mut turns = self.set_up_apart(place, order, way)?;
        turns.extend(&self.turns[place..]);
        Some(turns)
    }

    /// Returns turns that set up the position before a turn. `None` if they pass through an earlier position of the game.
    fn set_up_apart(&self, place: usize, order: Order, way: u64) -> Option<Vec<Turn>> {
        let turns = set_up(&self.positions[place], player_at(place), order, way);
        let mut position = Position::empty(self.setup.size());
        let mut player = Player::Black;
        for &turn in &turns {
            if let Turn::Play(point) = turn {
                position[point] = player.color();
                let is_earlier = self.positions[1..place].contains(&position);
                if is_earlier && position != self.positions[place] {
                    return None;
                }
            }
            player = player.opponent();
        }
        Some(turns)
    }

    /// Whether a play of the game removes stones.
    fn removes_stones(&self) -> bool {
        let all = self.positions.iter().chain([&self.after]);
        all.clone().zip(all.skip(1)).any(|(before, after)| stones_to_add(before, after).is_none())
    }

    /// Returns turns that set up the position before a turn, and then add the stones of the last position in some order. The
    /// same player plays last. `None` if stones are to be removed, or two passes would come in a row.
    fn added_from(&self, place: usize, way: u64) -> Option<Vec<Turn>> {
        let position = &self.positions[place];
        let [mut black, mut white] = stones_to_add(position, &self.after)?;
        let mut rng = ChaCha8Rng::seed_from_u64(way + MOST_WAYS);
        [&mut black, &mut white].into_iter().for_each(|stones| stones.shuffle(&mut rng));
        let (first, last) = (player_at(place), player_at(self.turns.len() - 1));
        let order = if way.is_multiple_of(2) { Order::InTurn } else { Order::BlackFirst };
        let mut turns = self.set_up_apart(place, order, way)?;
        let mut player = first;
        while !black.is_empty() || !white.is_empty() {
            let (own, others) = match player {
                Player::Black => (&mut black, &white),
                Player::White => (&mut white, &black),
            };
            // The last stone waits for those of the opponent.
            let is_kept = player == last && own.len() == 1 && !others.is_empty();
            turns.push(own.pop_if(|_| !is_kept).map_or(Turn::Pass, Turn::Play));
            player = player.opponent();
        }
        let ends_by_passes = turns.windows(2).any(|pair| pair == [Turn::Pass; 2]);
        let is_last = player == last.opponent() && turns.last() != Some(&Turn::Pass);
        (is_last && !ends_by_passes).then_some(turns)
    }
}

/// Returns the player to move after this many turns.
fn player_at(place: usize) -> Player {
    if place.is_multiple_of(2) { Player::Black } else { Player::White }
}

/// Returns the points of Black's and of White's stones that `to` has and `from` has not. `None` if it lacks any.
fn stones_to_add(from: &Position, to: &Position) -> Option<[Vec<Point>; 2]> {
    let points = || from.size().points().filter(|&point| from[point] != to[point]);
    let only_added = points().all(|point| from[point] == Color::Empty);
    let of = |color: Color| points().filter(|&point| to[point] == color).collect();
    only_added.then(|| [of(Color::Black), of(Color::White)])
}

/// The refusals of plays that a model allows.
#[derive(Default)]
struct Refusals {
    /// The games that end with a refusal.
    games: Vec<Refused>,
    /// The turns of these games.
    seen: BTreeSet<(Size, Vec<Turn>)>,
    /// The number of refusals.
    count: usize,
    /// The number of new positions asked about.
    new: usize,
    /// The number of pairs of a new position and an earlier one, in games that were not chosen for a refusal.
    pairs: u64,
    /// The number of refusals in these games.
    of_pairs: u64,
}

impl Refusals {
    /// Returns the games that end with a refusal, those without captures and the shortest first, and the numbers of refusals.
    /// `None` if anything else is unexplained, or refusals are too frequent. `chosen` are the games chosen for a refusal.
    fn of(
        log: &Log<'_>,
        chosen: &[Record],
        model: Model,
    ) -> Option<(Vec<Refused>, HashCollisions)> {
        let mut all = Refusals::default();
        for session in &log.sessions {
            let turns = session.turns_to(session.exchanges.len());
            let is_it = |game: &&Record| game.size() == session.setup.size() && game.turns == turns;
            all.add(session, chosen.iter().any(|game| is_it(&game)), model)?;
        }
        let Refusals { mut games, count: refused, new, pairs, of_pairs, .. } = all;
        games.sort_by_key(|game: &Refused| (game.removes_stones(), game.turns.len()));
        let found = HashCollisions { refused, one_in: pairs.checked_div(of_pairs) };
        (refused > 0 && new / RARE >= refused).then_some((games, found))
    }

    /// Adds the refusals of a session. `None` if the model leaves any other answer unexplained.
    fn add(&mut self, session: &Session, is_chosen: bool, model: Model) -> Option<()> {
        let wrong: BTreeSet<usize> = session.mismatches(model).wrong.into_iter().collect();
        for (place, (question, said)) in session.exchanges.iter().enumerate() {
            let is_wrong = wrong.contains(&place);
            let turn = match (*question, said) {
                (Question::Legal(turn) | Question::Play(turn), Said::Ruling(_)) => Some(turn),
                _ => None,
            };
            let is_refusal = *said == Said::Ruling(false) && turn != Some(Turn::Pass);
            if is_wrong && !is_refusal {
                return None;
            }
            if let (Some(turn @ Turn::Play(_)), true) = (turn, is_wrong || !is_refusal) {
                let mut turns = session.stands_before(place);
                turns.push(turn);
                self.new += 1;
                if !is_chosen {
                    self.pairs += turns.len() as u64;
                    self.of_pairs += u64::from(is_wrong);
                }
                if is_wrong {
                    self.count += 1;
                    if self.seen.insert((session.setup.size(), turns.clone())) {
                        self.games.extend(Refused::new(model, &session.setup, &turns));
                    }
                }
            }
            // From here on, the engine and the model have different positions.
            if is_wrong && matches!(question, Question::Play(_)) {
                break;
            }
        }
        Some(())
    }
}

/// Returns turns that put a position on the empty board and leave the turn with a player. No stone is removed on the way: with
/// fewer stones on the board, chains have no fewer liberties.
fn set_up(position: &Position, to_move: Player, order: Order, way: u64) -> Vec<Turn> {
    let mut rng = ChaCha8Rng::seed_from_u64(way);
    let mut stones = |player: Player| {
        let points = position.size().points().filter(|&point| position[point] == player.color());
        let mut points: Vec<Point> = points.collect();
        points.shuffle(&mut rng);
        points
    };
    let (black, white) = (stones(Player::Black), stones(Player::White));
    let mut turns = match order {
        Order::InTurn => stones_in_turn(Player::Black, black, white),
        Order::BlackFirst => {
            // White's turn comes right after Black's last stone.
            let next = if black.is_empty() { Player::White } else { Player::Black };
            let black = stones_in_turn(Player::Black, black, Vec::new());
            [black, stones_in_turn(next, white, Vec::new())].concat()
        }
    };
    if player_at(turns.len()) != to_move {
        turns.push(Turn::Pass);
    }
    turns
}

/// Whether two positions have stones on the same points, or one is the other mirrored or rotated.
fn are_alike(one: &Position, other: &Position) -> bool {
    let size = one.size();
    let is_stone = |position: &Position, point: Point| position[point] != Color::Empty;
    let is_image = |image| size.points().all(|point| one[point] == other[size.image(point, image)]);
    size.points().all(|point| is_stone(one, point) == is_stone(other, point))
        || size.images().any(is_image)
}
