//! Every position and every game of small boards is counted.

use serde_json::Value;
use superko_optimized::{
    Bitboard, Game, Player, Point, Position, Rules, Shape, Suicide, Turn, kernel,
};

type Set = Bitboard<8, 1>;

fn facts() -> Value {
    serde_json::from_str(include_str!("../../tests/facts/small_boards.json")).expect("JSON")
}

/// The number of positions of a board, and the numbers of plays of both players in them, by what
/// the plays remove.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    legal: u64,
    edges: u64,
    capturing: u64,
    suicides_of_a_lone_stone: u64,
    suicides_of_several: u64,
}

fn count(rows: u8, columns: u8) -> Counts {
    let shape = Shape::<8, 1>::new(columns, rows).expect("the size fits");
    let mut counts = Counts::default();
    for code in 0..3u32.pow(u32::from(rows) * u32::from(columns)) {
        let [_, black, white] = stones(columns, rows, code);
        if Position::set_up(shape, black, white, Player::Black).is_err() {
            continue;
        }
        counts.legal += 1;
        for player in Player::BOTH {
            let position = Position::set_up(shape, black, white, player).expect("it is legal");
            let (own, opponent) = (position.stones(player), position.stones(player.opponent()));
            let plays = kernel::plays(shape.points(), own, opponent);
            // At the beginning of a game, only the suicide of a lone stone repeats a grid.
            for (suicide, several) in
                Suicide::ALL.map(|suicide| (suicide, suicide != Suicide::None))
            {
                let rules = Rules { suicide, ..Rules::TROMP_TAYLOR };
                let expected = plays.quiet
                    | plays.capturing
                    | if several { plays.several } else { Set::EMPTY };
                assert_eq!(Game::from_position(position, rules).legal(), expected, "{position:?}");
            }
            let number = |set: Set| u64::from(set.count());
            counts.edges += number(plays.quiet | plays.capturing | plays.several);
            counts.capturing += number(plays.capturing);
            counts.suicides_of_a_lone_stone += number(plays.lone);
            counts.suicides_of_several += number(plays.several);
        }
    }
    counts
}

/// Returns the points of each color, the empty ones first, in the position with this number in base
/// 3.
fn stones(columns: u8, rows: u8, mut code: u32) -> [Set; 3] {
    let mut colors = [Set::EMPTY; 3];
    for row in 0..rows {
        for column in 0..columns {
            let color = &mut colors[code as usize % 3];
            *color = color.with(Point::new(column, row));
            code /= 3;
        }
    }
    colors
}

fn counts_agree(select: impl Fn(u8) -> bool) -> usize {
    let mut boards = 0;
    for (size, board) in facts()["boards"].as_object().expect("an object") {
        let (rows, columns) = size.split_once('x').expect("a size");
        let [rows, columns] = [rows, columns].map(|side| side.parse().expect("a number"));
        if rows > 8 || columns > 7 || !select(rows * columns) {
            continue;
        }
        let number = |name: &str| board[name].as_u64().expect("a number");
        let expected = Counts {
            legal: number("L"),
            edges: number("edges"),
            capturing: number("capture_edges"),
            suicides_of_a_lone_stone: number("single_stone_suicides"),
            suicides_of_several: number("multi_suicide_edges"),
        };
        assert_eq!(count(rows, columns), expected, "{size}");
        boards += 1;
    }
    boards
}

#[test]
fn positions_and_plays_of_boards_of_up_to_10_points() {
    assert_eq!(counts_agree(|points| points <= 10), 12);
}

#[test]
#[ignore = "a minute: cargo test --release -p superko-optimized -- --ignored"]
fn positions_and_plays_of_boards_of_more_than_10_points() {
    assert_eq!(counts_agree(|points| points > 10), 5);
}

/// Adds a game for each end that can be reached, by its number of turns.
fn whole_games(game: &mut Game<8, 1>, by_turns: &mut Vec<u64>) {
    if game.is_over() {
        by_turns.resize(by_turns.len().max(game.turns() + 1), 0);
        by_turns[game.turns()] += 1;
        return;
    }
    for turn in game.legal().into_iter().map(Turn::Play).chain([Turn::Pass]) {
        game.play(turn).expect("a legal turn");
        whole_games(game, by_turns);
        game.undo();
    }
}

#[test]
fn whole_games_of_the_smallest_boards() {
    let mut boards = 0;
    for fact in facts()["games"].as_array().expect("a list") {
        let number = |name: &str| fact[name].as_u64().expect("a number");
        let positional = fact["ko"] == "PSK" && fact["suicide"] == "any";
        if !positional || number("games") > 1_000_000 {
            continue;
        }
        let shape = Shape::new(number("n") as u8, number("m") as u8).expect("the size fits");
        let mut by_turns = vec![];
        whole_games(&mut Game::new(shape, Rules::TROMP_TAYLOR), &mut by_turns);
        let expected = fact["games_by_number_of_turns"].as_array().expect("a list");
        assert!(
            by_turns.iter().copied().eq(expected.iter().map(|n| n.as_u64().expect("a number")))
        );
        assert_eq!(by_turns.iter().sum::<u64>(), number("games"));
        boards += 1;
    }
    assert_eq!(boards, 3);
}
