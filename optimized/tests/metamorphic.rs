//! Turned, mirrored and recolored games go the same way.

use superko_optimized::{AnyGame, AnySet, Passes, Player, Point, Rules, Turn};

use crate::random_games::all_rules;
use crate::rng::Rng;

/// The eight symmetries: bit 0 mirrors columns, bit 1 rows, bit 2 swaps columns and rows.
fn image(symmetry: u8, columns: u8, rows: u8, p: Point) -> Point {
    let column = if symmetry & 1 == 0 { p.column } else { columns - 1 - p.column };
    let row = if symmetry & 2 == 0 { p.row } else { rows - 1 - p.row };
    if symmetry & 4 == 0 { Point::new(column, row) } else { Point::new(row, column) }
}

#[test]
fn eight_symmetries() {
    let mut rng = Rng(11);
    for (columns, rows) in [(1, 5), (3, 3), (7, 2), (8, 5), (9, 9), (12, 19), (19, 19), (25, 3)] {
        for symmetry in 1..8 {
            let rules = Rules::TROMP_TAYLOR;
            let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
            let (c, r) = if symmetry & 4 == 0 { (columns, rows) } else { (rows, columns) };
            let mut turned = AnyGame::new(c, r, rules).expect("a size in range");
            for _ in 0..150 {
                let legal = game.legal();
                let turned_legal: AnySet =
                    legal.into_iter().map(|p| image(symmetry, columns, rows, p)).collect();
                assert_eq!(turned.legal(), turned_legal);
                assert_eq!(turned.area(), game.area());
                if legal.is_empty() {
                    break;
                }
                let point =
                    legal.nth(rng.below(legal.count() as usize) as u32).first().expect("one");
                game.play(Turn::Play(point)).expect("a legal play");
                let play = Turn::Play(image(symmetry, columns, rows, point));
                turned.play(play).expect("a legal play");
            }
        }
    }
}

#[test]
fn swapped_colors() {
    let mut rng = Rng(12);
    for rules in all_rules() {
        for (columns, rows) in [(2, 2), (4, 3), (9, 9)] {
            let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
            let (black, white) = (AnySet::EMPTY, AnySet::EMPTY);
            let mut swapped = AnyGame::set_up(columns, rows, rules, black, white, Player::White)
                .expect("the empty grid is legal");
            for _ in 0..100 {
                assert_eq!(game.legal(), swapped.legal());
                let [black, white] = game.area();
                assert_eq!(swapped.area(), [white, black]);
                assert_eq!(game.stones(Player::Black), swapped.stones(Player::White));
                let legal = game.legal();
                let play = |rank| legal.nth(rank as u32).first().map(Turn::Play);
                let turn = match legal.count() as usize {
                    0 => Turn::Pass,
                    count => play(rng.below(count)).expect("a point of that rank"),
                };
                assert_eq!(game.play(turn), swapped.play(turn));
            }
            assert_eq!(game.turns(), swapped.turns());
        }
    }
}

#[test]
fn perft_of_turned_boards() {
    for rules in all_rules() {
        for (columns, rows) in [(4, 1), (3, 2), (5, 2)] {
            let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
            let mut turned = AnyGame::new(rows, columns, rules).expect("a size in range");
            assert_eq!(game.perft(4, Passes::Counted), turned.perft(4, Passes::Counted));
        }
    }
}

#[test]
fn a_replayed_game_is_the_same_game() {
    let mut rng = Rng(13);
    let mut game = AnyGame::new(9, 9, Rules::TROMP_TAYLOR).expect("a size in range");
    let mut turns = vec![];
    while turns.len() < 300 && !game.is_over() {
        let legal = game.legal();
        let turn = match legal.count() as usize {
            0 => Turn::Pass,
            count => Turn::Play(legal.nth(rng.below(count) as u32).first().expect("one")),
        };
        game.play(turn).expect("a legal turn");
        turns.push(turn);
    }
    let (drawing, legal) = (game.to_string(), game.legal());
    let mut copy = game.clone();
    game.restart();
    assert_eq!((game.turns(), game.to_move()), (0, Player::Black));
    while copy.undo().is_some() {}
    for game in [&mut game, &mut copy] {
        for &turn in &turns {
            game.play(turn).expect("the turn was legal before");
        }
        assert_eq!((game.to_string(), game.legal()), (drawing.clone(), legal));
    }
}
