//! Stones in pass-alive territory, on drawn positions.

use superko_optimized::{
    Agreement, AnyGame, AnySet, Bitboard, Enclosed, Player, Point, Position, Rules, Scoring,
    Suicide, Tax,
};

use crate::cleanup::CLEANUP;
use crate::sentences::{BLACK_WINS, Small, TT, after, game, point};

const DEAD: Rules = Rules { enclosed: Enclosed::Dead, ..TT };
/// Black's chain has two eyes.
const EYES: &str = ".X.XO
                    XXXX.";

/// Returns the names of the enclosed stones.
fn enclosed(game: &Small) -> String {
    game.enclosed().into_iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn enclosed_stones_do_not_count() {
    for (score, tax, alive, dead) in [
        (Scoring::Area, Tax::None, [8, 1], [10, 0]),
        (Scoring::Area, Tax::Seki, [6, 1], [10, 0]),
        (Scoring::Area, Tax::All, [6, 1], [8, 0]),
        (Scoring::Territory, Tax::None, [2, 0], [5, 0]),
        (Scoring::Territory, Tax::All, [0, 0], [3, 0]),
        (Scoring::ShortTerritory, Tax::Seki, [0, 0], [5, 0]),
        (Scoring::Stones, Tax::None, [6, 1], [6, 0]),
    ] {
        let rules = Rules { score, tax, ..TT };
        assert_eq!(game(EYES, rules).score(), alive, "{score:?} {tax:?}");
        let game = game(EYES, Rules { enclosed: Enclosed::Dead, ..rules });
        assert_eq!((game.score(), game.prisoners()), (dead, [1, 0]), "{score:?} {tax:?}");
        assert_eq!(enclosed(&game), "E2");
    }
    // The grid and its area stay as they are, and so do the legal plays.
    let mut dead = after(EYES, "- -", DEAD);
    assert_eq!((dead.area(), dead.outcome()), ([8, 1], BLACK_WINS));
    assert_eq!(dead.position(), game(EYES, TT).position());
    dead.undo();
    assert_eq!(dead.legal(), after(EYES, "-", TT).legal());
    assert_eq!(enclosed(&game(EYES, TT)), "");
}

#[test]
fn one_point_of_the_territory_at_most_is_next_to_no_chain() {
    for (drawing, expected) in [
        (
            ".X.XO.
          XXXXX.",
            "E2",
        ),
        (
            ".X.XO.
          XXXX..",
            "",
        ),
        (
            ".X.X.O
          XXXXX.",
            "F2",
        ),
        (
            ".X.X.OO
          XXXXX..",
            "",
        ),
    ] {
        assert_eq!(enclosed(&game(drawing, DEAD)), expected, "{drawing}");
    }
}

#[test]
fn all_chains_next_to_the_territory_live() {
    // G1 has no second eye.
    let drawing = ".X.XO.X
                   XXXXX.X";
    assert_eq!(enclosed(&game(drawing, DEAD)), "");
    // Two chains live by an eye of each and one of both, until the first loses its own.
    let drawing = ".X.XO
                   .X.X.";
    assert_eq!(enclosed(&game(drawing, DEAD)), "E2");
    let drawing = "X.XO
                   X.X.";
    assert_eq!(enclosed(&game(drawing, DEAD)), "");
    // Nobody's stones enclose a grid.
    assert_eq!(enclosed(&game("...", DEAD)), "");
}

#[test]
fn stones_of_both_players_are_dead_at_once() {
    let both = ".O.OX.
                OOOOOO
                XXXXXX
                .X.XO.";
    assert_eq!(game(both, TT).score(), [11, 11]);
    let dead = game(both, DEAD);
    assert_eq!((enclosed(&dead).as_str(), dead.score()), ("E1 E4", [12, 12]));
    assert_eq!(dead.prisoners(), [1, 1]);
}

/// Every second point of every second row is an eye. One has a stone.
#[test]
fn stones_are_enclosed_on_every_layout() {
    for side in [7, 9, 13, 19, 25] {
        for player in Player::BOTH {
            let last = Point::new(side - 1, side - 1);
            let points = (0..side).flat_map(|row| (0..side).map(move |c| Point::new(c, row)));
            let walls: AnySet = points.filter(|p| p.column % 2 + p.row % 2 > 0).collect();
            let walls = walls.without(Point::new(side - 2, side - 1));
            let (mut black, mut white) = (walls, AnySet::from(last));
            if player == Player::White {
                (black, white) = (white, black);
            }
            let game = AnyGame::set_up(side, side, DEAD, black, white, player).expect("stones");
            assert_eq!(game.enclosed(), AnySet::from(last), "{side} {player:?}");
            assert_eq!(game.score()[player as usize], u32::from(side).pow(2), "{side} {player:?}");
        }
    }
}

/// If suicide is illegal, White can only pass. Otherwise a play at B1 empties A1 and B1, and then a
/// stone at B1 has a liberty.
#[test]
fn the_suicide_rule_decides_what_lives() {
    for (suicide, expected) in
        [(Suicide::Any, [2, 1]), (Suicide::SeveralStones, [2, 1]), (Suicide::None, [4, 0])]
    {
        assert_eq!(game("O.X.", Rules { suicide, ..DEAD }).score(), expected, "{suicide:?}");
        let position = Position::<8, 1>::drawn("O.X.", Player::White).expect("a position");
        let is_dead = suicide == Suicide::None;
        let expected = if is_dead { Bitboard::from(point("A1")) } else { Bitboard::EMPTY };
        assert_eq!(position.enclosed(suicide), expected, "{suicide:?}");
    }
}

/// Without the stone at A1, the chain of C1 has one eye.
#[test]
fn agreed_stones_are_taken_away_before_others_are_enclosed() {
    let rules = Rules { agreement: Agreement::DeadStones, suicide: Suicide::None, ..DEAD };
    let mut game = after("O.X.O", "- -", rules);
    assert_eq!((enclosed(&game).as_str(), game.score()), ("A1 E1", [5, 0]));
    assert_eq!(game.prisoners(), [2, 0]);
    game.agree(&[point("A1")]).expect("a stone");
    assert_eq!((enclosed(&game).as_str(), game.score()), ("", [3, 1]));
    assert_eq!(game.prisoners(), [1, 0]);
    game.undo();
    assert_eq!(enclosed(&game), "A1 E1");
    // A stone that is agreed to be dead is a prisoner once.
    let rules = Rules { suicide: Suicide::Any, score: Scoring::Territory, ..rules };
    let mut game = after(EYES, "- -", rules);
    game.agree(&[point("E2")]).expect("a stone");
    assert_eq!((enclosed(&game).as_str(), game.score()), ("", [5, 0]));
}

/// The move counts for White, and the stone, which is no longer there, does not count against her.
#[test]
fn enclosed_stones_of_the_second_cleanup_phase_are_prisoners() {
    let start = ".X.X.
                 XXXX.";
    let rules = Rules { score: Scoring::Territory, ..CLEANUP };
    assert_eq!(after(start, "- - - - - E2", rules).score(), [2, 0]);
    let dead = Rules { enclosed: Enclosed::Dead, ..rules };
    assert_eq!(after(start, "- - - - - E2", dead).score(), [5, 1]);
}
