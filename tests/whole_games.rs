//! All whole games of the smallest boards: counted, and played with the optimized engine.

use crate::support::{fact, list, number, text};
use serde_json::Value;
use std::process::Command;
use superko::engines::{OptimizedGame, OptimizedPositions, ReferencePositions};
use superko::exhaust::{Packed, SlicedPositions};
use superko::whole_games::{
    FirstPlays, Graph, GraphError, HASH_WIDTHS, Lengths, Superko, published,
};
use superko::{Rules, Size, Suicide};

fn numbers(games: &Value, field: &str) -> Vec<u64> {
    list(games, field).iter().map(|each| each.as_u64().expect("a number")).collect()
}

/// The boards of the file, with the rule and the listed numbers of games.
fn listed() -> Vec<(Graph, Suicide, Lengths)> {
    let facts = fact("small_boards.json");
    let board = |games: &Value| {
        let side = |field| u8::try_from(number(games, field)).expect("a small board");
        let size = Size::new(side("n"), side("m")).unwrap();
        let suicide = match text(games, "suicide") {
            "any" => Suicide::Allowed,
            _ => Suicide::Forbidden,
        };
        let graph = Graph::new(size, suicide, &mut ReferencePositions::new(size)).unwrap();
        let by_plays = numbers(games, "games_by_number_of_plays");
        let by_turns = numbers(games, "games_by_number_of_turns");
        assert_eq!(Some(by_plays.iter().sum()), published(size, suicide), "{size}");
        (graph, suicide, Lengths { by_plays, by_turns })
    };
    let boards: Vec<_> = list(&facts, "games").iter().map(board).collect();
    assert_eq!(boards.len(), 9);
    boards
}

fn unseen(_: usize, _: usize) {}

fn played(graph: &Graph, first: FirstPlays, width: u32, longest: usize) -> Lengths {
    let walked = graph.walk_optimized(first, width, longest, 2, &unseen);
    walked.unwrap_or_else(|deviation| panic!("{deviation}"))
}

// TT6
// TT7/forbidden
#[test]
fn every_game_up_to_three_points_is_played_at_every_hash_width() {
    let mut boards = 0;
    for (graph, suicide, lengths) in listed().iter().filter(|(graph, ..)| graph.positions() <= 15) {
        for first in [FirstPlays::Every, FirstPlays::OneOfAlike] {
            assert_eq!(graph.count(first, 2, &unseen), *lengths, "{suicide:?}");
            for width in HASH_WIDTHS {
                let played = played(graph, first, width, usize::MAX);
                assert_eq!(played, *lengths, "{suicide:?}, {width} bits, {first:?}");
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
    for (graph, suicide, lengths) in listed().iter().filter(|(graph, ..)| graph.positions() > 15) {
        for width in HASH_WIDTHS {
            let every = played(graph, FirstPlays::Every, width, 10);
            assert_eq!(every.by_plays, lengths.by_plays[..=10], "{suicide:?}, {width} bits");
            assert_eq!(played(graph, FirstPlays::OneOfAlike, width, 10), every);
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
            let reference = Graph::new(size, suicide, &mut ReferencePositions::new(size)).unwrap();
            let optimized = Graph::new(size, suicide, &mut OptimizedPositions::new(size));
            let sliced = Graph::new(size, suicide, &mut SlicedPositions::new(size));
            assert_eq!(
                (Ok(&reference), Ok(&reference)),
                (optimized.as_ref(), sliced.as_ref()),
                "{size}"
            );
        }
    }
    let size: Size = "5x1".parse().unwrap();
    let none = Graph::new(size, Suicide::Allowed, &mut SlicedPositions::new(size));
    assert_eq!(none, Err(GraphError::TooManyPositions));
}

// TT6
#[test]
#[ignore = "minutes: cargo test --release --test main -- --ignored whole_games"]
fn every_game_on_four_points_in_a_row_is_played_at_every_hash_width() {
    for (graph, suicide, lengths) in listed().iter().filter(|(graph, ..)| graph.positions() == 41) {
        assert_eq!(graph.count(FirstPlays::OneOfAlike, 2, &unseen), *lengths, "{suicide:?}");
        for width in HASH_WIDTHS {
            let played = played(graph, FirstPlays::OneOfAlike, width, usize::MAX);
            assert_eq!(played, *lengths, "{suicide:?}, {width} bits");
        }
    }
}

// TT6
#[test]
#[ignore = "minutes: cargo test --release --test main -- --ignored whole_games"]
fn every_game_on_a_square_of_four_points_is_counted() {
    let listed = listed();
    let square = listed.iter().find(|(graph, ..)| graph.positions() == 57);
    let (graph, _, lengths) = square.expect("2x2 is listed");
    assert_eq!(graph.count(FirstPlays::OneOfAlike, 2, &unseen), *lengths);
}

/// The optimized engine, spoilt after some turns.
struct Spoilt(OptimizedGame<64>, usize, Fault);

#[derive(Clone, Copy, Debug)]
enum Fault {
    Refuses,
    Allows,
    Forgets,
}

impl Superko for Spoilt {
    fn legal(&self) -> u32 {
        let legal = self.0.legal();
        match (self.2, self.1) {
            (Fault::Refuses, 7) => legal & legal.wrapping_sub(1),
            (Fault::Allows, 7) => 0b111 & !self.stones().taken(),
            _ => legal,
        }
    }

    fn stones(&self) -> Packed {
        self.0.stones()
    }

    fn play(&mut self, point: usize) -> bool {
        self.1 += 1;
        self.0.play(point)
    }

    fn pass(&mut self) -> bool {
        self.1 += 1;
        self.0.pass()
    }

    fn undo(&mut self) {
        self.1 -= 1;
        if !(matches!(self.2, Fault::Forgets) && self.1 == 6) {
            self.0.undo();
        }
    }
}

#[test]
fn an_engine_that_is_wrong_once_is_found() {
    let size: Size = "1x3".parse().unwrap();
    let rules = Rules::TROMP_TAYLOR;
    let graph = Graph::new(size, rules.suicide, &mut ReferencePositions::new(size)).unwrap();
    for fault in [Fault::Refuses, Fault::Allows, Fault::Forgets] {
        let make = || Spoilt(OptimizedGame::new(size, rules), 0, fault);
        let found =
            graph.walk(FirstPlays::Every, &make, usize::MAX, 2, &unseen).unwrap_err().to_string();
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

#[test]
fn the_command_counts_and_plays() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_superko"));
        let output =
            command.args(["exhaust", "--quiet", "--games"]).args(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let (code, out, err) = run(&["--size", "3x1", "--symmetry"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("15 legal positions, 42 edges") && out.contains("  907 games"), "{out}");
    assert!(out.contains("That is the published number."), "{out}");
    let (code, out, _) =
        run(&["--size", "1x3", "--rules", "suicide=forbidden", "--hash-width", "0"]);
    assert!(
        code == 0 && out.contains("hash of 0 bits: every game is gone through\n  907 games"),
        "{out}"
    );
    for (arguments, said) in [
        (&["--size", "3x3"][..], "`3x3` has too many positions"),
        (&["--size", "1x2", "--rules", "situational"], "situational"),
        (&["--size", "1x2", "--rules", "aga"], "has no positional superko"),
        (&["--size", "1x2", "--hash-width", "7"], "`7` is none of"),
    ] {
        let (code, out, err) = run(arguments);
        assert!(code == 2 && err.contains(said), "{arguments:?}: {out} {err}");
    }
}
