//! Ko moves, by their definition, on all grids of a size.

use super::{CLEANUP, after, grids};
use superko_reference::{Game, Grid, Illegal, Phase, Player, Point, Rules, SelfCapture, Turn};

/// Returns the grid that a move leaves, if the suicide rule lets it be a move.
fn left(found: &Grid, player: Player, point: Point, rule: SelfCapture) -> Option<Grid> {
    let left = found.after_move(player, point)?;
    let cleared = found.count(player.color()) + 1 - left.count(player.color());
    let is_move = match rule {
        SelfCapture::Any => true,
        SelfCapture::SeveralStones => cleared != 1,
        SelfCapture::Forbidden => cleared == 0,
    };
    is_move.then_some(left)
}

#[test]
fn ko_moves_are_those_after_which_some_reply_restores_the_grid() {
    // 4x1 has eight ko moves under each of three rules on suicide: Black's at B1 from `O . O .`, White's at A1
    // from `. X O .`, their mirror images, and all of these with the colors exchanged.
    for (columns, rows, expected) in
        [(3, 1, 0), (4, 1, 3 * 8), (6, 1, 276), (2, 2, 0), (3, 2, 72), (4, 2, 696)]
    {
        let mut ko_moves = 0;
        for found in grids(columns, rows) {
            ko_moves += check_turns(&found, Player::Black);
            ko_moves += check_turns(&found, Player::White);
        }
        assert_eq!(ko_moves, expected, "{columns}x{rows}");
    }
}

/// Checks a turn of a player at every point of a grid, and returns the number of ko moves.
fn check_turns(found: &Grid, player: Player) -> usize {
    let mut ko_moves = 0;
    for rule in [SelfCapture::Any, SelfCapture::SeveralStones, SelfCapture::Forbidden] {
        let rules = Rules { self_capture: rule, ..CLEANUP };
        let game = after(&Game::from(found.clone(), player, rules), "pass pass");
        assert_eq!(game.phase(), Phase::FirstCleanup);
        for point in found.points() {
            let leaves = game.leaves(Turn::Move(point));
            let Some(left_by_move) = left(found, player, point, rule) else {
                let illegal = leaves.unwrap_err();
                assert!(matches!(illegal, Illegal::NotEmpty { .. } | Illegal::ClearsOwn { .. }));
                continue;
            };
            if left_by_move == *found {
                assert_eq!(leaves, Err(Illegal::Repeats { earlier: 2 }));
                continue;
            }
            assert_eq!(leaves.as_ref(), Ok(&left_by_move));
            let is_ko_move = found.points().any(|reply| {
                left(&left_by_move, player.opponent(), reply, rule).as_ref() == Some(found)
            });
            let blocked = game.after(Turn::Move(point)).unwrap().blocked();
            let expected = if is_ko_move { vec![point] } else { vec![] };
            assert_eq!(blocked, expected, "{player:?} at {point:?}, {rule:?}:\n{found}");
            ko_moves += usize::from(is_ko_move);
        }
    }
    ko_moves
}
