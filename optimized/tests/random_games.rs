//! Random games, turn by turn beside the naive model.

use superko_optimized::{
    AnyGame, Game, Player, Point, Refusal, Repetition, Rules, Shape, Suicide, Turn,
};

use crate::naive::Naive;
use crate::rng::Rng;

pub fn all_rules() -> impl Iterator<Item = Rules> {
    Repetition::ALL.into_iter().flat_map(|repetition| {
        Suicide::ALL.into_iter().map(move |suicide| Rules { repetition, suicide })
    })
}

/// What the games reached.
#[derive(Debug, Default)]
struct Reached {
    turns: usize,
    suicides_refused: usize,
    repeats_refused: usize,
    repeats_of_the_first: usize,
    suicides_made: usize,
    over: usize,
}

/// Plays one game and compares everything before each turn.
macro_rules! lock_step {
    ($game:expr, $naive:expr, $rng:expr, $turns:expr, $reached:expr, $at:expr, $whole:expr) => {{
        let (game, naive, rng, reached): (_, &mut Naive, &mut Rng, &mut Reached) =
            ($game, $naive, $rng, $reached);
        for _ in 0..$turns {
            let drawn = || format!("{}{:?}\n{:?}", naive.draw(), naive.to_move(), naive.turns);
            assert_eq!(game.is_over(), naive.is_over(), "{}", drawn());
            assert_eq!(game.to_move(), naive.to_move(), "{}", drawn());
            assert_eq!(game.turns(), naive.turns.len(), "{}", drawn());
            assert_eq!(game.area(), naive.area(), "{}", drawn());
            let mut legal = vec![];
            let set = game.legal();
            for point in naive.points() {
                assert_eq!($at(&*game, point), naive.at(point), "{point}\n{}", drawn());
                if $whole || rng.below(8) == 0 {
                    let turn = Turn::Play(point);
                    let expected = naive.after(turn).err();
                    assert_eq!(game.refusal(turn), expected, "{point}\n{}", drawn());
                    assert_eq!(set.contains(point), expected.is_none(), "{point}\n{}", drawn());
                    match expected {
                        None => legal.push(turn),
                        Some(Refusal::Suicide) => reached.suicides_refused += 1,
                        Some(Refusal::Repeats { earlier }) => {
                            reached.repeats_refused += 1;
                            reached.repeats_of_the_first += usize::from(earlier == 0);
                        }
                        Some(Refusal::Over | Refusal::Occupied) => {}
                    }
                }
            }
            assert_eq!(game.refusal(Turn::Pass), naive.after(Turn::Pass).err());
            if naive.is_over() {
                assert_eq!(game.play(Turn::Pass), Err(Refusal::Over));
                reached.over += 1;
                break;
            }
            let pass = legal.is_empty() || rng.below(12) == 0;
            let turn = if pass { Turn::Pass } else { legal[rng.below(legal.len())] };
            let stones = naive.grid().iter().flatten().count();
            game.play(turn).expect("the turn is legal");
            naive.play(turn).expect("the turn is legal");
            let after = naive.grid().iter().flatten().count();
            if let Turn::Play(point) = turn {
                reached.suicides_made += usize::from(naive.at(point).is_none() && after <= stones);
            }
            reached.turns += 1;
        }
    }};
}

fn at(game: &AnyGame, point: Point) -> Option<Player> {
    game.at(point)
}

#[test]
fn games_on_small_boards_under_all_rules() {
    let (mut reached, mut rng) = (Reached::default(), Rng(1));
    for (columns, rows) in [(1, 1), (2, 1), (1, 3), (4, 1), (2, 2), (2, 3), (3, 3), (5, 2), (4, 4)]
    {
        for rules in all_rules() {
            for _ in 0..12 {
                let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
                let mut naive = Naive::new(columns as usize, rows as usize, rules);
                lock_step!(&mut game, &mut naive, &mut rng, 60, &mut reached, at, true);
            }
        }
    }
    println!("{reached:?}");
    assert!(reached.turns > 20_000 && reached.repeats_refused > 3_000, "{reached:?}");
    assert!(reached.repeats_of_the_first > 100 && reached.suicides_refused > 5_000, "{reached:?}");
    assert!(reached.suicides_made > 1_000 && reached.over > 50, "{reached:?}");
}

#[test]
fn games_on_every_size_up_to_25() {
    let (mut reached, mut rng) = (Reached::default(), Rng(2));
    for columns in 1..=25 {
        for rows in 1..=25 {
            let rules = Rules::TROMP_TAYLOR;
            let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
            let mut naive = Naive::new(columns as usize, rows as usize, rules);
            let turns = if columns.max(rows) > 9 { 24 } else { 60 };
            lock_step!(
                &mut game,
                &mut naive,
                &mut rng,
                turns,
                &mut reached,
                at,
                u32::from(columns) * u32::from(rows) < 40
            );
        }
    }
    println!("{reached:?}");
}

/// Long lines: rows that touch both ends of many limbs, and the crowded end of games.
#[test]
fn whole_games_on_thin_and_square_boards() {
    let (mut reached, mut rng) = (Reached::default(), Rng(3));
    for (columns, rows) in [
        (1, 25),
        (25, 1),
        (1, 19),
        (19, 1),
        (2, 25),
        (25, 2),
        (7, 7),
        (7, 8),
        (9, 9),
        (8, 12),
        (13, 4),
    ] {
        for rules in all_rules() {
            let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
            let mut naive = Naive::new(columns as usize, rows as usize, rules);
            lock_step!(&mut game, &mut naive, &mut rng, 250, &mut reached, at, true);
        }
    }
    println!("{reached:?}");
    assert!(reached.repeats_refused > 1_000, "{reached:?}");
}

#[test]
fn poor_hashes_change_no_answer() {
    fn games<const BITS: u32>(reached: &mut Reached) {
        let mut rng = Rng(4);
        for (columns, rows) in [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (3, 3), (7, 1)] {
            for rules in all_rules() {
                let shape = Shape::new(columns, rows).expect("a size in range");
                let mut game = Game::<8, 1, BITS>::new(shape, rules);
                let mut naive = Naive::new(columns as usize, rows as usize, rules);
                let at = |game: &Game<8, 1, BITS>, point| game.position().at(point);
                lock_step!(&mut game, &mut naive, &mut rng, 100, reached, at, true);
            }
        }
    }
    let mut reached = Reached::default();
    games::<0>(&mut reached);
    games::<1>(&mut reached);
    games::<2>(&mut reached);
    games::<3>(&mut reached);
    games::<4>(&mut reached);
    games::<5>(&mut reached);
    games::<6>(&mut reached);
    games::<7>(&mut reached);
    games::<8>(&mut reached);
    assert!(reached.repeats_refused > 3_000, "{reached:?}");
}

#[test]
fn undo_branches_and_comes_back() {
    let mut rng = Rng(5);
    for rules in all_rules() {
        for (columns, rows) in [(2, 1), (2, 2), (3, 3), (5, 4), (9, 9)] {
            let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
            let mut naive = Naive::new(columns as usize, rows as usize, rules);
            for _ in 0..150 {
                if rng.below(3) == 0 || naive.is_over() {
                    for _ in 0..=rng.below(5).min(naive.turns.len()) {
                        let last = naive.turns.last().copied();
                        assert_eq!(game.undo(), last);
                        if last.is_some() {
                            naive.undo();
                        }
                    }
                } else {
                    let points = naive.points();
                    let point = points[rng.below(points.len())];
                    let turn = if rng.below(8) == 0 { Turn::Pass } else { Turn::Play(point) };
                    assert_eq!(game.play(turn), naive.play(turn));
                }
                assert_eq!(game.to_string(), naive.draw());
                assert_eq!((game.to_move(), game.is_over()), (naive.to_move(), naive.is_over()));
                assert_eq!(game.turns(), naive.turns.len());
                for point in naive.points() {
                    let turn = Turn::Play(point);
                    assert_eq!(game.refusal(turn), naive.after(turn).err(), "{point}");
                }
            }
        }
    }
}

#[test]
fn a_refused_turn_changes_nothing() {
    let mut game = AnyGame::new(2, 1, Rules::TROMP_TAYLOR).expect("a size in range");
    for point in [Point::new(0, 0), Point::new(1, 0)] {
        game.play(Turn::Play(point)).expect("a legal play");
    }
    let before = format!("{game:?} {:?} {:?}", game.legal(), game.area());
    let retake = Turn::Play(Point::new(0, 0));
    assert_eq!(game.play(retake), Err(Refusal::Repeats { earlier: 1 }));
    assert_eq!(game.play(Turn::Play(Point::new(1, 0))), Err(Refusal::Occupied));
    assert_eq!(format!("{game:?} {:?} {:?}", game.legal(), game.area()), before);
}
