//! The values of small boards: the search is compared with known values, and with all games of the
//! reference.

use crate::fact;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use superko_exhaustive::values::{Solver, value};
use superko_exhaustive::{Size, Turn};
use superko_reference::{Game, Player, Rules};

// TT5
// TT6
// TT8
// TT9
#[test]
fn small_boards_are_worth_what_the_facts_say() {
    let facts = fact("small_boards.json");
    let listed = facts["tt_value_black_minus_white"].as_object().expect("a list of boards");
    for (name, margin) in listed {
        let lying: Size = name.parse().expect("two sides");
        let standing = Size::new(lying.rows(), lying.columns()).expect("sides of a board");
        for size in [lying, standing] {
            assert_eq!(Some(i64::from(value(size))), margin.as_i64(), "{size}");
        }
    }
    assert_eq!(listed.len(), 8);
}

/// These margins have no other source than the search itself.
#[test]
fn somewhat_larger_boards_are_worth_what_they_were() {
    let margins = ["6x1", "7x1", "8x1", "4x2"].map(|size| value(size.parse().unwrap()));
    assert_eq!(margins, [1, 2, 3, 8]);
}

#[test]
fn every_state_of_every_game_is_worth_what_all_its_games_lead_to() {
    let states = ["1x1", "2x1", "3x1"].map(|size| {
        let mut check = Check::new(size);
        check.every_state(&check.beginning());
        check.states
    });
    // Each game is one state without passes at its end, one after the first pass, and one after the
    // second.
    let games = [1, 9, 907];
    assert_eq!(states, games.map(|games| 3 * games));
}

#[test]
fn the_ends_of_random_games_are_worth_what_all_their_games_lead_to() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let states = ["4x1", "2x2", "5x1", "3x2"].map(|size| {
        let mut check = Check::new(size);
        for _ in 0..20 {
            // Go backwards from the end, as long as all games that can follow can be played.
            for game in check.random_game(&mut rng).iter().rev() {
                let Some(margin) = all_games(game, &mut 1_000) else { break };
                check.compare(game, margin);
            }
        }
        check.states
    });
    assert_eq!(states, [158, 128, 85, 70]);
}

#[test]
fn a_state_is_worth_the_best_that_a_turn_leads_to() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let states = ["2x2", "5x1", "3x2"].map(|size| {
        let mut check = Check::new(size);
        for _ in 0..5 {
            for game in check.random_game(&mut rng).iter().filter(|game| !game.is_over()) {
                let margins = successors(game).map(|next| check.solved(&next)).collect();
                check.compare(game, best(game.player(), margins));
            }
        }
        check.states
    });
    assert_eq!(states, [108, 339, 321]);
}

#[test]
fn what_is_no_game_has_no_value() {
    let size: Size = "2x1".parse().unwrap();
    let mut solver = Solver::new(size);
    let (left, right, pass) = (Turn::Play(0), Turn::Play(1), Turn::Pass);
    let mut margin = |turns: &[Turn]| solver.after(turns);
    assert_eq!(margin(&[left, pass, pass]), Some(2));
    assert_eq!(margin(&[left, right, pass, pass]), Some(-2));
    assert_eq!(margin(&[left, left]), None, "the point is occupied");
    assert_eq!(margin(&[left, right, left]), None, "the position repeats");
    assert_eq!(margin(&[left, pass, right]), None, "the empty board repeats");
    assert_eq!(margin(&[pass, pass, left]), None, "the game is over");
    assert_eq!(margin(&[pass, pass, pass]), None, "the game is over");
}

/// A solver on a board, and the number of states of the reference's games that it was compared
/// with.
struct Check {
    size: Size,
    solver: Solver,
    states: u64,
}

impl Check {
    fn new(size: &str) -> Check {
        let size = size.parse().expect("columns x rows");
        Check { size, solver: Solver::new(size), states: 0 }
    }

    fn beginning(&self) -> Game {
        Game::new(self.size.columns().into(), self.size.rows().into(), Rules::default())
    }

    /// Compares every state that can follow a game, the present one included. Returns the value of
    /// the present one.
    fn every_state(&mut self, game: &Game) -> i32 {
        let margin = if game.is_over() {
            margin(game)
        } else {
            let margins = successors(game).map(|next| self.every_state(&next)).collect();
            best(game.player(), margins)
        };
        self.compare(game, margin);
        margin
    }

    /// Compares the value of one state with its known value.
    fn compare(&mut self, game: &Game, margin: i32) {
        assert_eq!(self.solved(game), margin, "{:?}", turns(game));
        self.states += 1;
    }

    /// Returns the value of a state by the solver.
    fn solved(&mut self, game: &Game) -> i32 {
        let turns = turns(game);
        self.solver.after(&turns).expect("the reference permits every turn")
    }

    /// Plays a random game, with a pass only where there is no play. Returns the game after each
    /// turn.
    fn random_game(&self, rng: &mut ChaCha8Rng) -> Vec<Game> {
        let mut games = vec![self.beginning()];
        while let Some(game) = games.last().filter(|game| !game.is_over()) {
            let mut after: Vec<Game> = successors(game).collect();
            let pass = after.remove(0);
            let next = after.choose(rng).cloned().unwrap_or(pass);
            games.push(next);
        }
        games
    }
}

/// Returns the margin that best play leads to, found by playing all games. Returns `None` if the
/// games have more than `left` states.
fn all_games(game: &Game, left: &mut u64) -> Option<i32> {
    *left = left.checked_sub(1)?;
    if game.is_over() {
        return Some(margin(game));
    }
    let margins = successors(game).map(|next| all_games(&next, left)).collect::<Option<Vec<i32>>>();
    Some(best(game.player(), margins?))
}

/// Returns the margin that is best for a player.
fn best(player: Player, margins: Vec<i32>) -> i32 {
    let best = match player {
        Player::Black => margins.into_iter().max(),
        Player::White => margins.into_iter().min(),
    };
    best.expect("a pass is always permitted")
}

/// Returns the games after one more turn, the one after a pass first.
fn successors(game: &Game) -> impl Iterator<Item = Game> {
    use superko_reference::Turn::{Move, Pass};
    let turns = [Pass].into_iter().chain(game.grid().points().map(Move));
    turns.filter_map(|turn| game.after(turn).ok())
}

/// Returns Black's score minus White's.
fn margin(game: &Game) -> i32 {
    let score = game.grid().score();
    let points = |score: usize| i32::try_from(score).expect("the board is small");
    points(score.black) - points(score.white)
}

/// Returns the turns of a game.
fn turns(game: &Game) -> Vec<Turn> {
    let turn = |turn| match turn {
        superko_reference::Turn::Pass => Turn::Pass,
        superko_reference::Turn::Move(point) => {
            Turn::Play(game.grid().points().position(|other| other == point).expect("on the grid"))
        }
    };
    game.past().iter().map(|past| turn(past.turn)).collect()
}
