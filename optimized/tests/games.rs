//! Random games, compared turn by turn with the naive model.

use proptest::prelude::*;
use superko_optimized::{
    AnyGame, Game, Point, Random, Refusal, Repetition, Rules, Shape, Suicide, Turn,
};

use crate::naive::Naive;
use crate::plan::{Engine, Plan, all_rules, any_rules, pick, plans};

/// Counts of what games reached.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    turns: usize,
    suicides_refused: usize,
    repeats_refused: usize,
    repeats_of_the_first: usize,
    suicides_made: usize,
    over: usize,
}

/// Compares everything before each turn. Compares the legality of every point if `stride` is 1,
/// otherwise of every `stride`-th point.
fn lock_step(game: &mut impl Engine, plan: &Plan, stride: usize) -> Reached {
    let mut reached = Reached::default();
    let mut naive = Naive::new(plan.columns.into(), plan.rows.into(), plan.rules);
    for (number, &choice) in plan.choices.iter().enumerate() {
        let legal = compare(game, &naive, stride, number, &mut reached);
        if naive.is_over() {
            assert_eq!(game.play(Turn::Pass), Err(Refusal::Over));
            reached.over += 1;
            break;
        }
        let turn = pick(choice, legal);
        let stones = |naive: &Naive| naive.grid().iter().flatten().count();
        let before = stones(&naive);
        assert_eq!((game.play(turn), naive.play(turn)), (Ok(()), Ok(())), "{turn}");
        if let Turn::Play(point) = turn {
            let gone = naive.at(point).is_none();
            reached.suicides_made += usize::from(gone && stones(&naive) <= before);
        }
        reached.turns += 1;
    }
    reached
}

/// Compares the two, and returns the legal ones among the points that were compared.
pub(crate) fn compare(
    game: &impl Engine,
    naive: &Naive,
    stride: usize,
    number: usize,
    reached: &mut Reached,
) -> Vec<Point> {
    let drawn = || format!("{}{:?}\n{:?}", naive.draw(), naive.to_move(), naive.turns);
    assert_eq!(game.is_over(), naive.is_over(), "{}", drawn());
    assert_eq!(game.to_move(), naive.to_move(), "{}", drawn());
    assert_eq!(game.turns(), naive.turns.len(), "{}", drawn());
    assert_eq!(game.refusal(Turn::Pass), naive.after(Turn::Pass).err(), "{}", drawn());
    if stride == 1 || number.is_multiple_of(stride) {
        assert_eq!(game.area(), naive.area(), "{}", drawn());
    }
    let set = game.legal();
    let mut legal = vec![];
    for (i, point) in naive.points().into_iter().enumerate() {
        assert_eq!(game.at(point), naive.at(point), "{point}\n{}", drawn());
        if !(i + number).is_multiple_of(stride) {
            continue;
        }
        let turn = Turn::Play(point);
        let expected = naive.after(turn).err();
        assert_eq!(game.refusal(turn), expected, "{point}\n{}", drawn());
        assert_eq!(set.contains(&point), expected.is_none(), "{point}\n{}", drawn());
        match expected {
            None => legal.push(point),
            Some(Refusal::Suicide) => reached.suicides_refused += 1,
            Some(Refusal::Repeats { earlier }) => {
                reached.repeats_refused += 1;
                reached.repeats_of_the_first += usize::from(earlier == 0);
            }
            Some(_) => {}
        }
    }
    legal
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn games_up_to_7x7_agree_with_the_naive_model(plan in plans(7, 100)) {
        lock_step(&mut plan.game(), &plan, 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn games_up_to_25x25_agree_with_the_naive_model(plan in plans(25, 60)) {
        let points = usize::from(plan.columns) * usize::from(plan.rows);
        lock_step(&mut plan.game(), &plan, 1 + points / 16);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn poor_hashes_change_no_answer(plan in plans(3, 100)) {
        for bits in 0..=8 {
            let game = Game::<8, 1>::new(plan.shape(), plan.rules);
            lock_step(&mut game.with_hash_bits(bits), &plan, 1);
        }
    }

    /// Each choice undoes turns, or tries a turn, legal or not. After each, everything is compared.
    #[test]
    fn undo_branches_and_comes_back(
        (columns, rows) in proptest::sample::select(vec![(2, 1), (3, 1), (2, 2), (3, 3), (5, 4)]),
        rules in any_rules(),
        choices in proptest::collection::vec(any::<u16>(), 150),
    ) {
        let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
        let mut naive = Naive::new(columns.into(), rows.into(), rules);
        let mut reached = Reached::default();
        for choice in choices {
            if choice % 3 == 0 || naive.is_over() {
                for _ in 0..=choice / 3 % 5 {
                    prop_assert_eq!(game.undo(), naive.undo());
                }
            } else {
                let turn = pick(choice / 3, naive.points());
                prop_assert_eq!(game.play(turn), naive.play(turn));
            }
            compare(&game, &naive, 1, 0, &mut reached);
        }
    }
}

/// Plays on small boards under all rules, with the same choices in every run, and counts what the
/// games reach.
#[test]
fn small_boards_reach_every_kind_of_refusal() {
    let mut sum = Reached::default();
    let mut state = 1u64;
    let mut choices = || {
        let next = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 48) as u16
        };
        (0..60).map(next).collect()
    };
    for (columns, rows) in [(1, 1), (2, 1), (1, 3), (4, 1), (2, 2), (2, 3), (3, 3), (5, 2)] {
        for rules in all_rules() {
            for _ in 0..6 {
                let plan = Plan { columns, rows, rules, choices: choices() };
                let reached = lock_step(&mut plan.game(), &plan, 1);
                sum.turns += reached.turns;
                sum.suicides_refused += reached.suicides_refused;
                sum.repeats_refused += reached.repeats_refused;
                sum.repeats_of_the_first += reached.repeats_of_the_first;
                sum.suicides_made += reached.suicides_made;
                sum.over += reached.over;
            }
        }
    }
    assert!(sum.turns > 10_000 && sum.repeats_refused > 1_500, "{sum:?}");
    assert!(sum.repeats_of_the_first > 50 && sum.suicides_refused > 2_000, "{sum:?}");
    assert!(sum.suicides_made > 500 && sum.over > 25, "{sum:?}");
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

/// Plays on small boards, and often takes turns back, so that stones return to every point.
#[test]
fn the_set_of_legal_plays_is_right_where_stones_return() {
    let mut random = Random::new(3);
    let mut repeats = 0;
    for (columns, rows) in [(1, 6), (2, 2), (3, 2), (3, 3), (4, 3)] {
        let shape = Shape::<8, 1>::new(columns, rows).expect("the size fits");
        for (repetition, suicide) in
            Repetition::ALL.into_iter().flat_map(|rule| Suicide::ALL.map(|suicide| (rule, suicide)))
        {
            let mut game = Game::new(shape, Rules { repetition, suicide, ..Rules::TROMP_TAYLOR });
            for _ in 0..400 {
                let legal = game.legal();
                for point in game.position().empty().into_iter().filter(|_| !game.is_over()) {
                    let refusal = game.refusal(Turn::Play(point));
                    assert_eq!(legal.contains(point), refusal.is_none(), "{point}\n{game:?}");
                    repeats += usize::from(matches!(refusal, Some(Refusal::Repeats { .. })));
                }
                if game.is_over() || random.below(8) == 0 {
                    for _ in 0..=random.below(4) {
                        game.undo();
                    }
                } else {
                    let turn = match legal.count() {
                        0 => Turn::Pass,
                        count => Turn::Play(legal.nth(random.below(count)).first().expect("one")),
                    };
                    game.play(turn).expect("a legal turn");
                }
            }
        }
    }
    assert!(repeats > 5_000, "{repeats}");
}
