//! The largest boards, full of stones. There are more points, captures and prisoners than a byte
//! can count, in every word of a set.

use crate::beginnings::check_some;
use crate::naive::Naive;
use crate::patches::{Holes, Patches};
use std::panic::{AssertUnwindSafe, catch_unwind};
use superko_optimized::{
    Agreement, AnyGame, AnySet, Bitboard, Game, Level, PassCost, Player, Point, Position, Random,
    Rules, Scoring, SetUpError, Shape, Stones, Turn, playouts_in_step,
};

/// Makes a game from these stones, and its naive model.
fn both(
    (columns, rows): (u8, u8),
    rules: Rules,
    stones: [AnySet; 2],
    first: Player,
) -> (AnyGame, Naive) {
    let [black, white] = stones;
    let game = AnyGame::set_up(columns, rows, rules, black, white, first).expect("a position");
    let shape = Shape::<26, 11>::new(columns, rows).expect("the size fits");
    let color = |point| Player::BOTH.into_iter().find(|&of| stones[of as usize].contains(point));
    let grid = shape.points().into_iter().map(color).collect();
    (game, Naive::set_up(columns.into(), rows.into(), rules, grid, first))
}

fn play(game: &mut AnyGame, naive: &mut Naive, turn: Turn) {
    assert_eq!(game.play(turn), naive.play(turn), "{turn}");
}

/// Returns rules with every way to score.
fn scorings() -> impl Iterator<Item = Rules> {
    Scoring::ALL.into_iter().map(|score| Rules {
        score,
        pass: PassCost::Prisoner,
        agreement: Agreement::DeadStones,
        ..Rules::default()
    })
}

/// Large boards, square and not.
const BOARDS: [(u8, u8); 5] = [(25, 25), (25, 24), (20, 25), (19, 19), (13, 25)];

/// Boards and ways to score are taken in turn, so that each occurs.
#[test]
fn a_capture_of_the_whole_board_is_counted() {
    let boards = BOARDS.into_iter().cycle();
    for (place, (board, rules)) in boards.zip(scorings()).enumerate() {
        the_whole_board_is_captured(Player::BOTH[place % 2], &[board], &[rules]);
    }
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_a_capture_of_the_whole_board_is_counted_in_every_way() {
    for first in Player::BOTH {
        the_whole_board_is_captured(first, &BOARDS, &scorings().collect::<Vec<_>>());
    }
}

/// Fills all points except a corner with stones of one player, and lets the other capture them
/// all.
fn the_whole_board_is_captured(first: Player, boards: &[(u8, u8)], rule_sets: &[Rules]) {
    for &(columns, rows) in boards {
        let shape = Shape::<26, 11>::new(columns, rows).expect("the size fits");
        let hole = match first {
            Player::Black => Point::new(columns - 1, rows - 1),
            Player::White => Point::new(0, 0),
        };
        for &rules in rule_sets {
            let mut stones = [AnySet::EMPTY; 2];
            stones[first.opponent() as usize] =
                shape.points().into_iter().filter(|&point| point != hole).collect();
            let (mut game, mut naive) = both((columns, rows), rules, stones, first);
            check_some(&game, &naive);
            // The whole board belongs to one player, and then to the other.
            for turn in [Turn::Play(hole), Turn::Pass, Turn::Pass] {
                play(&mut game, &mut naive, turn);
                check_some(&game, &naive);
            }
            assert_eq!(game.outcome().is_some(), naive.outcome().is_some());
            for _ in 0..3 {
                assert_eq!(game.undo(), naive.undo());
                check_some(&game, &naive);
            }
        }
    }
}

#[test]
fn passes_and_stones_are_counted_beyond_a_byte() {
    let points = || (0..24).flat_map(|row| (0..24).map(move |column| Point::new(column, row)));
    let rule_sets = scorings().chain([Rules { stones: Stones::Half, ..Rules::default() }]);
    for (rules, passing) in rule_sets.zip([Player::Black, Player::White].into_iter().cycle()) {
        let (mut game, mut naive) = both((25, 25), rules, [AnySet::EMPTY; 2], passing);
        for point in points().take(330) {
            // The naive model is slow here, because it keeps every grid. So it is asked only
            // sometimes.
            for turn in [Turn::Pass, Turn::Play(point)] {
                play(&mut game, &mut naive, turn);
            }
            if naive.turns.len() % 110 == 0 {
                assert_eq!(game.prisoners(), naive.prisoners());
                assert_eq!(game.score(), naive.score());
                let further = Turn::Play(Point::new(24, 24));
                assert_eq!(game.refusal(further), naive.after(further).err());
            }
        }
        check_some(&game, &naive);
    }
}

#[test]
fn dead_stones_are_taken_off_every_part_of_a_board() {
    let mut random = Random::new(25);
    for (columns, rows) in [(25, 25), (19, 19), (25, 2), (13, 13)] {
        let shape = Shape::<26, 11>::new(columns, rows).expect("the size fits");
        for rules in scorings() {
            for share in [2, 5, 40] {
                let patches = Patches { side: 3, holes: Holes::Of64(20), tied: false };
                let position = patches.position(shape, &mut random, Player::Black);
                let stones = Player::BOTH.map(|player| position.stones(player));
                let (mut game, mut naive) = both((columns, rows), rules, stones, Player::Black);
                play(&mut game, &mut naive, Turn::Pass);
                play(&mut game, &mut naive, Turn::Pass);
                let standing = naive.points().into_iter().filter(|&p| naive.at(p).is_some());
                let dead: Vec<Point> = standing.filter(|_| random.below(share) == 0).collect();
                assert_eq!(game.agree(&dead), naive.agree(&dead));
                assert_eq!(game.score(), naive.score(), "{dead:?}\n{position}");
                assert_eq!(game.prisoners(), naive.prisoners());
                assert_eq!((game.outcome(), game.decided()), (naive.outcome(), None));
                let copy = game.clone();
                assert_eq!((copy.score(), copy.outcome()), (game.score(), game.outcome()));
            }
        }
    }
}

#[test]
fn a_stone_of_either_color_beyond_the_board_is_named() {
    for (columns, rows, beyond) in
        [(3, 3, (3, 0)), (3, 3, (0, 3)), (7, 7, (24, 24)), (25, 24, (0, 24))]
    {
        let stone: AnySet = [Point::new(beyond.0, beyond.1)].into_iter().collect();
        for stones in [[stone, AnySet::EMPTY], [AnySet::EMPTY, stone]] {
            let [black, white] = stones;
            let refused =
                AnyGame::set_up(columns, rows, Rules::default(), black, white, Player::Black);
            let point = Point::new(beyond.0, beyond.1);
            assert_eq!(refused.err(), Some(SetUpError::Beyond(point)), "{columns}x{rows}");
        }
    }
}

#[test]
fn a_point_beyond_the_board_is_no_point_of_a_game() {
    let mut game =
        AnyGame::new(3, 3, Rules { agreement: Agreement::DeadStones, ..Rules::default() })
            .expect("a size in range");
    // The points are within the layout and beyond it.
    for beyond in [Point::new(4, 1), Point::new(3, 0), Point::new(0, 3), Point::new(24, 24)] {
        let play = catch_unwind(AssertUnwindSafe(|| game.play(Turn::Play(beyond))));
        assert!(play.is_err(), "{beyond}");
        let mut ended = game.clone();
        ended.pass().and_then(|()| ended.pass()).expect("passes are legal");
        let agreed = catch_unwind(AssertUnwindSafe(|| ended.agree(&[beyond])));
        assert!(agreed.is_err(), "{beyond}");
    }
}

#[test]
fn a_third_of_the_board_may_be_in_doubt() {
    let (side, first) = (25_u8, Player::Black);
    let mut stones = [AnySet::EMPTY; 2];
    for row in (0..side).filter(|row| row % 3 != 1) {
        for column in 0..side {
            let color = usize::from(column + row.div_ceil(3)) % 2;
            stones[color] = stones[color].with(Point::new(column, row));
        }
    }
    let (game, naive) = both((side, side), Rules::TROMP_TAYLOR, stones, first);
    let legal = game.legal();
    for point in naive.points() {
        let refused = game.refusal(Turn::Play(point));
        assert_eq!(legal.contains(point), refused.is_none(), "{point}");
    }
    assert!(legal.into_iter().count() > 180);
    check_some(&game, &naive);
}

/// A chain that winds over the whole board has its only liberties at both ends. A play that takes
/// one of them does not matter, as long as the flood reaches the other.
#[test]
fn a_chain_breathes_from_its_far_end() {
    let shape = Shape::<26, 11>::new(25, 25).expect("the size fits");
    let (near, far) = (Point::new(0, 0), Point::new(24, 24));
    let mut stones = [Bitboard::EMPTY; 2];
    for point in shape.points() {
        let joins = if point.row / 4 % 2 == 0 { 24 } else { 0 };
        let is_chain = point.row % 4 == 0 || point.column == joins;
        // Each of White's blocks has its own liberty.
        let is_eye = !is_chain && point.row % 4 == 2 && point.column == 12;
        if point != near && point != far && !is_eye {
            let color = usize::from(!is_chain);
            stones[color] = stones[color].with(point);
        }
    }
    let [black, white] = stones;
    let start = Position::set_up(shape, black, white, Player::White).expect("a position");
    let mut game = Game::from_position(start, Rules::TROMP_TAYLOR);
    for end in [near, far] {
        assert_eq!(game.play(Turn::Play(end)), Ok(()));
        assert_eq!(game.position().stones(Player::Black), black);
        game.undo();
    }
    let mut played = Bitboard::<26, 11>::EMPTY;
    playouts_in_step(Level::detected(), &start, 64, 1, 3, |game| {
        assert_eq!(game.position.stones(Player::Black), black);
        played |= game.position.stones(Player::White) - white;
    });
    assert!(played.contains(near) && played.contains(far), "{played:?}");
}
