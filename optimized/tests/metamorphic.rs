//! Rotated, mirrored, recolored and replayed games give the same answers.

use proptest::prelude::*;
use superko_optimized::{AnyGame, AnySet, Player, Point, Turn, Turns};

use crate::plan::{Plan, all_rules, pick, plans};

/// Returns the image of a point under one of the eight symmetries: bit 0 mirrors columns, bit 1
/// mirrors rows, and bit 2 swaps columns and rows.
fn image(symmetry: u8, plan: &Plan, p: Point) -> Point {
    let column = if symmetry & 1 == 0 { p.column } else { plan.columns - 1 - p.column };
    let row = if symmetry & 2 == 0 { p.row } else { plan.rows - 1 - p.row };
    if symmetry & 4 == 0 { Point::new(column, row) } else { Point::new(row, column) }
}

/// Plays the whole plan, and returns the turns.
fn play(plan: &Plan) -> (AnyGame, Vec<Turn>) {
    let (mut game, mut turns) = (plan.game(), vec![]);
    for &choice in &plan.choices {
        let turn = pick(choice, game.legal());
        if game.play(turn).is_ok() {
            turns.push(turn);
        }
    }
    (game, turns)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_turned_game_is_the_same_game(plan in plans(25, 100), symmetry in 1u8..8) {
        let (rules, mut game) = (plan.rules, plan.game());
        let (c, r) = (plan.columns, plan.rows);
        let (c, r) = if symmetry & 4 == 0 { (c, r) } else { (r, c) };
        let mut turned = AnyGame::new(c, r, rules).expect("a size in range");
        for &choice in &plan.choices {
            let legal = game.legal();
            let expected: AnySet = legal.into_iter().map(|p| image(symmetry, &plan, p)).collect();
            prop_assert_eq!(turned.legal(), expected);
            prop_assert_eq!(turned.area(), game.area());
            let turn = pick(choice, legal);
            let same = match turn {
                Turn::Pass => Turn::Pass,
                Turn::Play(point) => Turn::Play(image(symmetry, &plan, point)),
            };
            prop_assert_eq!(game.play(turn), turned.play(same));
        }
    }

    #[test]
    fn a_recolored_game_is_the_same_game(plan in plans(19, 100)) {
        let (none, mut game) = (AnySet::EMPTY, plan.game());
        let (columns, rows, rules) = (plan.columns, plan.rows, plan.rules);
        let mut swapped = AnyGame::set_up(columns, rows, rules, none, none, Player::White)
            .expect("the empty grid is legal");
        for &choice in &plan.choices {
            let legal = game.legal();
            prop_assert_eq!(legal, swapped.legal());
            let [black, white] = game.area();
            prop_assert_eq!(swapped.area(), [white, black]);
            prop_assert_eq!(game.stones(Player::Black), swapped.stones(Player::White));
            prop_assert_eq!(game.stones(Player::White), swapped.stones(Player::Black));
            let turn = pick(choice, legal);
            prop_assert_eq!(game.play(turn), swapped.play(turn));
        }
    }

    #[test]
    fn a_replayed_game_is_the_same_game(plan in plans(19, 200)) {
        let (mut game, turns) = play(&plan);
        let end = (game.to_string(), game.legal(), game.area(), game.is_over());
        let mut copy = game.clone();
        for turn in turns.iter().rev() {
            prop_assert_eq!(copy.undo(), Some(*turn));
        }
        prop_assert_eq!(copy.undo(), None);
        game.restart();
        for game in [&mut game, &mut copy] {
            prop_assert_eq!((game.turns(), game.to_move()), (0, Player::Black));
            for (i, &turn) in turns.iter().enumerate() {
                prop_assert_eq!(game.play(turn), Ok(()));
                prop_assert_eq!(game.turn(i + 1), Some(turn));
            }
            let again = (game.to_string(), game.legal(), game.area(), game.is_over());
            prop_assert_eq!(&again, &end);
        }
    }

    /// Two passes that are taken back leave no trace.
    #[test]
    fn a_pair_of_passes_taken_back_leaves_no_trace(plan in plans(9, 60)) {
        let (mut game, _) = play(&plan);
        if game.is_over() {
            game.undo();
            game.undo();
        }
        let before = (game.to_string(), game.legal(), game.to_move());
        prop_assert_eq!(game.pass(), Ok(()));
        if !game.is_over() {
            prop_assert_eq!(game.pass(), Ok(()));
            prop_assert!(game.is_over() && game.legal().is_empty());
            game.undo();
        }
        game.undo();
        prop_assert_eq!((game.to_string(), game.legal(), game.to_move()), before);
    }
}

#[test]
fn perft_of_turned_boards() {
    for rules in all_rules() {
        for (columns, rows) in [(4, 1), (3, 2), (5, 2)] {
            let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
            let mut turned = AnyGame::new(rows, columns, rules).expect("a size in range");
            assert_eq!(game.perft(4, Turns::All), turned.perft(4, Turns::All));
        }
    }
}
