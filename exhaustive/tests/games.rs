//! All whole games of the smallest boards, counted and played with the optimized engine.

use crate::fact;
use serde_json::Value;
use superko_exhaustive::games::{
    FirstPlays, GameEngine, Games, HASH_WIDTHS, Lengths, OptimizedGame,
};
use superko_exhaustive::{
    Graph, GraphError, Position, Size, Suicide, Turn, optimized, published, reference, sliced,
};

/// A board, and the listed numbers of its games by length.
struct Listed {
    games: Games,
    name: String,
    by_plays: Vec<u64>,
    by_turns: Vec<u64>,
}

impl Listed {
    fn all() -> Vec<Listed> {
        let facts = fact("small_boards.json");
        let boards: Vec<Listed> =
            facts["games"].as_array().expect("a list").iter().map(Listed::read).collect();
        assert_eq!(boards.len(), 9);
        boards
    }

    fn read(board: &Value) -> Listed {
        let size: Size = format!("{}x{}", board["n"], board["m"]).parse().unwrap();
        let suicide = match board["suicide"].as_str() {
            Some("any") => Suicide::Allowed,
            _ => Suicide::Forbidden,
        };
        let numbers = |field: &str| {
            let numbers = board[field].as_array().expect("a list").iter();
            numbers.map(|number| number.as_u64().expect("a number")).collect::<Vec<u64>>()
        };
        let by_plays = numbers("games_by_number_of_plays");
        assert_eq!(Some(by_plays.iter().sum()), published::games(size, suicide), "{size}");
        Listed {
            games: Games::new(size, suicide).unwrap(),
            name: format!("{size}, {suicide:?}"),
            by_plays,
            by_turns: numbers("games_by_number_of_turns"),
        }
    }

    fn positions(&self) -> usize {
        self.games.graph().positions.len()
    }

    fn count(&self, first: FirstPlays) -> Lengths {
        self.games.count(first, &|_, _| {})
    }

    fn play(&self, first: FirstPlays, width: u32, longest: usize) -> Lengths {
        let played = self.games.play_optimized(first, width, longest, &|_, _| {});
        played.unwrap_or_else(|deviation| panic!("{deviation}"))
    }

    /// Asserts that the games have the listed lengths.
    fn assert_listed(&self, lengths: &Lengths) {
        assert_eq!(lengths.by_plays(), self.by_plays, "{}", self.name);
        assert_eq!(lengths.by_turns(), self.by_turns, "{}", self.name);
    }
}

// TT6
// TT7/forbidden
#[test]
fn every_game_up_to_three_points_is_played_at_every_hash_width() {
    let mut boards = 0;
    for board in Listed::all().iter().filter(|board| board.positions() <= 15) {
        for first in [FirstPlays::Every, FirstPlays::OneOfAlike] {
            board.assert_listed(&board.count(first));
            for width in HASH_WIDTHS {
                board.assert_listed(&board.play(first, width, usize::MAX));
            }
        }
        boards += 1;
    }
    assert_eq!(boards, 6);
}

// TT6
// TT7/forbidden
#[test]
fn the_beginnings_of_all_games_on_four_points_are_played_at_every_hash_width() {
    let mut boards = 0;
    for board in Listed::all().iter().filter(|board| board.positions() > 15) {
        for width in HASH_WIDTHS {
            let every = board.play(FirstPlays::Every, width, 10);
            assert_eq!(every.by_plays(), &board.by_plays[..=10], "{}, {width} bits", board.name);
            assert_eq!(board.play(FirstPlays::OneOfAlike, width, 10), every);
        }
        boards += 1;
    }
    assert_eq!(boards, 3);
}

#[test]
fn all_engines_make_the_same_graph() {
    for name in ["1x1", "2x1", "1x3", "4x1", "2x2"] {
        let size: Size = name.parse().unwrap();
        for suicide in [Suicide::Allowed, Suicide::SeveralStones, Suicide::Forbidden] {
            let expected = Graph::new(size, suicide, &reference, 64);
            assert!(expected.is_ok());
            assert_eq!(Graph::new(size, suicide, &optimized, 64), expected, "{size}");
            assert_eq!(Graph::new(size, suicide, &sliced, 64), expected, "{size}");
        }
    }
    let size: Size = "5x1".parse().unwrap();
    let none = Graph::new(size, Suicide::Allowed, &sliced, 64);
    assert_eq!(none, Err(GraphError::TooManyPositions));
}

// TT6
#[test]
#[ignore = "minutes: cargo test --release -p superko-exhaustive --test main -- --ignored games"]
fn every_game_on_four_points_in_a_row_is_played_at_every_hash_width() {
    for board in Listed::all().iter().filter(|board| board.positions() == 41) {
        board.assert_listed(&board.count(FirstPlays::OneOfAlike));
        for width in HASH_WIDTHS {
            board.assert_listed(&board.play(FirstPlays::OneOfAlike, width, usize::MAX));
        }
    }
}

// TT6
#[test]
#[ignore = "minutes: cargo test --release -p superko-exhaustive --test main -- --ignored games"]
fn every_game_on_a_square_of_four_points_is_counted() {
    let listed = Listed::all();
    let square = listed.iter().find(|board| board.positions() == 57).expect("2x2 is listed");
    square.assert_listed(&square.count(FirstPlays::OneOfAlike));
}

/// The optimized engine with a fault around its seventh turn.
struct Faulty {
    game: OptimizedGame,
    turns: usize,
    fault: Fault,
}

#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The engine refuses a legal play.
    Refuses,
    /// The engine allows every empty point.
    Allows,
    /// The engine does not take a turn back.
    Forgets,
}

impl GameEngine for Faulty {
    fn legal(&self) -> u32 {
        let legal = self.game.legal();
        match (self.fault, self.turns) {
            (Fault::Refuses, 7) => legal & legal.wrapping_sub(1),
            (Fault::Allows, 7) => 0b111 & !self.position().occupied(),
            _ => legal,
        }
    }

    fn position(&self) -> Position {
        self.game.position()
    }

    fn play(&mut self, turn: Turn) -> bool {
        self.turns += 1;
        self.game.play(turn)
    }

    fn undo(&mut self) {
        self.turns -= 1;
        if !(matches!(self.fault, Fault::Forgets) && self.turns == 6) {
            self.game.undo();
        }
    }
}

#[test]
fn an_engine_that_is_wrong_once_is_found() {
    let size: Size = "1x3".parse().unwrap();
    let games = Games::new(size, Suicide::Allowed).unwrap();
    for fault in [Fault::Refuses, Fault::Allows, Fault::Forgets] {
        let game = || OptimizedGame::new(size, Suicide::Allowed, 64);
        let make = || Faulty { game: game(), turns: 0, fault };
        let found = games.play(FirstPlays::Every, usize::MAX, &|_, _| {}, make);
        let found = found.unwrap_err().to_string();
        let (game, what) = found.split_once('\n').unwrap();
        assert!(game.starts_with("1x3 tromp-taylor: "), "{fault:?}: {found}");
        let says = match fault {
            Fault::Refuses | Fault::Allows => "legal plays: ",
            Fault::Forgets => "the",
        };
        assert!(what.starts_with(says), "{fault:?}: {found}");
        let turns = game.split(", ").count();
        assert!((6..=8).contains(&turns), "{fault:?} after {turns} turns: {found}");
    }
}
