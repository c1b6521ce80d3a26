//! Games that are longer than the history of many engines.

use std::collections::BTreeSet;

use superko_optimized::{
    AnyGame, LongCycle, Outcome, Player, Point, Random, Repeat, Repetition, Rules, Suicide, Turn,
};

use crate::kos::{Board, Story};
use crate::naive::Naive;

/// Takes one ko for each step, so that the grids count up in a Gray code. In this code, two numbers
/// in a row differ by one bit, and no number occurs twice.
fn count_up(
    story: &mut Story<'_>,
    game: &mut AnyGame,
    steps: impl Iterator<Item = usize>,
    at: impl FnMut(&mut Story<'_>, &mut AnyGame),
) {
    take(story, game, steps.map(|step| step.trailing_zeros() as usize), at);
}

/// Takes these kos in turn. If the wrong player is to move, that player passes. Calls `at` before
/// every turn, and at the end.
fn take(
    story: &mut Story<'_>,
    game: &mut AnyGame,
    kos: impl Iterator<Item = usize>,
    mut at: impl FnMut(&mut Story<'_>, &mut AnyGame),
) {
    for ko in kos {
        if story.taker(ko) != game.to_move() {
            at(story, game);
            story.go_on(game, None);
        }
        at(story, game);
        story.go_on(game, Some(ko));
    }
    at(story, game);
}

/// Returns whether this number of turns is within two of a power of two, where the tables of a
/// history grow.
fn is_near_a_growth(turns: usize) -> bool {
    (turns.saturating_sub(2)..=turns + 2).any(usize::is_power_of_two)
}

#[test]
fn repeats_are_known_at_every_distance_through_every_growth() {
    repeats_are_known_at_every_distance(17);
}

/// Each further ko doubles the length of the game.
#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_repeats_are_known_at_every_distance_through_every_growth() {
    repeats_are_known_at_every_distance(20);
}

/// Checks a game with a number of kos. In a Gray code, grids that are one play away stood about
/// 2^k turns ago, for every k.
fn repeats_are_known_at_every_distance(kos: usize) {
    let board = Board::new(19, 19);
    let (rules, first) = (Rules::TROMP_TAYLOR, Player::Black);
    let (mut game, mut story) = (board.begin(rules, first), Story::new(&board, kos, rules, first));
    // The logarithms of the distances of the refused repetitions.
    let mut scales = BTreeSet::new();
    let mut ask = |story: &mut Story<'_>, game: &mut AnyGame| {
        if is_near_a_growth(story.turns()) || story.turns().is_multiple_of(997) {
            scales.extend(story.compare_for_both(game).into_iter().map(usize::ilog2));
        }
    };
    count_up(&mut story, &mut game, 1..1 << kos, &mut ask);
    let turns = story.turns();
    assert!(turns > 1 << kos, "{turns}");
    // Go back through the growths, and continue from between two of them.
    while story.turns() > 1_000 {
        story.undo(&mut game);
        ask(&mut story, &mut game);
    }
    while story.passed() || story.turns() < 1_001 {
        let ko =
            (0..kos).find(|&ko| story.taker(ko) == game.to_move() && story.refusal(ko).is_none());
        story.go_on(&mut game, ko);
        ask(&mut story, &mut game);
    }
    // No play leads to a grid of two or three turns ago.
    assert!(scales.into_iter().eq([0].into_iter().chain(2..=kos as u32)));
    // After a restart, the history must be empty.
    game.restart();
    let mut story = Story::new(&board, kos, rules, first);
    count_up(&mut story, &mut game, 1..1 << 7, |story, game| drop(story.compare_for_both(game)));
}

/// Tests a game whose distant past differs from its recent past: the second half of the game takes
/// the kos in another order. The number of removed stones grows beyond 2^20, and the number
/// of turns beyond 2^21.
#[test]
fn repeats_are_known_where_the_past_is_unlike_the_present() {
    let board = Board::new(19, 19);
    const KOS: usize = 20;
    let (rules, first) = (Rules::TROMP_TAYLOR, Player::Black);
    let (mut game, mut story) =
        (board.begin(rules, first), Story::new(&board, KOS + 1, rules, first));
    count_up(&mut story, &mut game, 1..1 << KOS, |_, _| {});
    // An extra ko separates the two halves, so that no grid of the second half stood in the first.
    let second = (1..1_usize << 19).map(|step| 7 * step.trailing_zeros() as usize % KOS);
    let mut scales = BTreeSet::new();
    take(&mut story, &mut game, std::iter::once(KOS).chain(second), |story, game| {
        if is_near_a_growth(story.turns()) || story.turns().is_multiple_of(97) {
            scales.extend(story.compare_for_both(game).into_iter().map(usize::ilog2));
        }
    });
    assert!(story.turns() > 1 << 21, "{}", story.turns());
    assert!((2..=17).all(|scale| scales.contains(&scale)), "{scales:?}");
}

/// Without a repetition rule, a cycle of any length ends the game without a result, and nothing
/// else does.
#[test]
fn a_long_cycle_of_every_length_ends_a_game() {
    let board = Board::new(19, 19);
    const KOS: usize = 14;
    let rules =
        Rules { repetition: Repetition::None, long_cycle: LongCycle::NoResult, ..Rules::default() };
    for first in Player::BOTH {
        let (mut game, mut story) =
            (board.begin(rules, first), Story::new(&board, KOS, rules, first));
        let mut scales = BTreeSet::new();
        count_up(&mut story, &mut game, 1..1 << KOS, |story, game| {
            if !is_near_a_growth(story.turns()) && !story.turns().is_multiple_of(97) {
                return;
            }
            let player = game.to_move();
            for ko in (0..KOS).filter(|&ko| story.taker(ko) == player) {
                let earlier = story.repeated(Repetition::Situational, ko);
                game.play(Turn::Play(story.point(ko))).expect("nothing is refused");
                let expected = earlier.map(|_| Outcome::NoResult);
                assert_eq!(game.outcome(), expected, "turn {}", game.turns());
                game.undo();
                scales.extend(earlier.map(|earlier| (story.turns() - earlier).ilog2()));
            }
        });
        assert!((2..=13).all(|scale| scales.contains(&scale)), "{scales:?}");
    }
}

/// Plays on every layout with room for kos, as far as their grids go.
#[test]
fn every_repetition_rule_holds_in_long_games_of_kos() {
    for (columns, rows, kos) in [(7, 8, 4), (9, 12, 9), (13, 13, 11), (19, 19, 11), (25, 25, 11)] {
        let board = Board::new(columns, rows);
        assert!(board.count() >= kos, "{columns}x{rows}: {}", board.count());
        for repetition in Repetition::ALL {
            for first in Player::BOTH {
                let rules = Rules { repetition, ..Rules::default() };
                let (mut game, mut story) =
                    (board.begin(rules, first), Story::new(&board, kos, rules, first));
                let mut refused = 0;
                count_up(&mut story, &mut game, 1..1 << kos, |story, game| {
                    refused += story.compare_for_both(game).len();
                });
                // At the end of a Gray code, the first grid is one play away.
                let ko = kos - 1;
                if story.taker(ko) != game.to_move() {
                    story.go_on(&mut game, None);
                }
                story.compare(&game);
                let turns = story.turns();
                assert!(turns > 1 << kos, "{turns}");
                let few = matches!(repetition, Repetition::None | Repetition::SimpleKo);
                assert_eq!(refused == 0, repetition == Repetition::None, "{refused}");
                assert!(few || refused > turns / 2, "{repetition:?}: {refused} in {turns} turns");
            }
        }
    }
}

/// Under New Zealand superko the first grid may come again, but not under situational superko.
/// Under natural situational superko a grid that a pass left may come again, but not under New
/// Zealand superko.
#[test]
fn the_repetition_rules_differ_late_in_a_game() {
    let board = Board::new(13, 13);
    const KOS: usize = 11;
    let mut answers: Vec<Vec<bool>> = vec![];
    for repetition in Repetition::ALL {
        let rules = Rules { repetition, ..Rules::default() };
        let mut all = vec![];
        for first in Player::BOTH {
            let (mut game, mut story) =
                (board.begin(rules, first), Story::new(&board, KOS, rules, first));
            count_up(&mut story, &mut game, 1..1 << KOS, |story, game| {
                if story.turns() > 2_000 {
                    let kos = (0..KOS).filter(|&ko| story.taker(ko) == game.to_move());
                    all.extend(kos.map(|ko| story.refusal(ko).is_some()));
                }
            });
            let ko = KOS - 1;
            if story.taker(ko) != game.to_move() {
                story.go_on(&mut game, None);
            }
            all.push(story.refusal(ko).is_some());
        }
        answers.push(all);
    }
    for (i, one) in answers.iter().enumerate() {
        for (other, repetition) in answers[..i].iter().zip(Repetition::ALL) {
            assert_ne!(one, other, "{:?} and {repetition:?}", Repetition::ALL[i]);
        }
    }
}

/// Checks what a repetition decides if it is played.
#[test]
fn repetitions_late_in_a_game_decide_it() {
    let board = Board::new(13, 13);
    const KOS: usize = 10;
    let (mut lost, mut cycles) = (0, 0);
    for repetition in [Repetition::Positional, Repetition::NewZealand, Repetition::SimpleKo] {
        let rules = Rules {
            repetition,
            repeat: Repeat::Loses,
            long_cycle: LongCycle::NoResult,
            ..Rules::default()
        };
        let first = Player::White;
        let (mut game, mut story) =
            (board.begin(rules, first), Story::new(&board, KOS, rules, first));
        count_up(&mut story, &mut game, 1..1 << KOS, |story, game| {
            if story.turns() < 1_000 || !story.turns().is_multiple_of(7) {
                return;
            }
            let player = game.to_move();
            for ko in (0..KOS).filter(|&ko| story.taker(ko) == player) {
                let expected = if story.repeated(repetition, ko).is_some() {
                    lost += 1;
                    Some(Outcome::Wins(player.opponent()))
                } else if story.repeated(Repetition::Situational, ko).is_some() {
                    cycles += 1;
                    Some(Outcome::NoResult)
                } else {
                    None
                };
                assert!(game.legal().contains(story.point(ko)));
                game.play(Turn::Play(story.point(ko))).expect("repetitions are played");
                assert_eq!(game.outcome(), expected, "{repetition:?}, turn {}", game.turns());
                game.undo();
            }
        });
    }
    assert!(lost > 100 && cycles > 100, "{lost} lost, {cycles} without a result");
}

/// Plays random games on boards of one and of two limbs, and compares them with the naive model.
#[test]
fn every_repetition_rule_holds_in_long_random_games() {
    for (repetition, seed) in Repetition::ALL.into_iter().zip(1..) {
        for (columns, rows) in [(4, 3), (6, 5), (9, 4)] {
            let rules = Rules { repetition, ..Rules::default() };
            let mut game = AnyGame::new(columns, rows, rules).expect("a size in range");
            let mut naive = Naive::new(columns.into(), rows.into(), rules);
            let mut random = Random::new(seed);
            let (mut late, mut over) = (0, false);
            while naive.turns.len() < 1_800 && !over {
                let legal = game.legal();
                // A play where a stone was recently is often a repetition.
                for _ in 0..2 {
                    let at = random.below(40.min(naive.turns.len() as u32 + 1)) as usize;
                    let Some(&Turn::Play(point)) = naive.turns.iter().rev().nth(at) else {
                        continue;
                    };
                    let expected = naive.after(Turn::Play(point)).err();
                    let turn = Turn::Play(point);
                    assert_eq!(game.refusal(turn), expected, "{repetition:?}, {}", naive.draw());
                    assert_eq!(legal.contains(point), expected.is_none());
                    late += usize::from(expected.is_some() && naive.turns.len() > 1_000);
                }
                let turn = match legal.count() {
                    0 => Turn::Pass,
                    count => Turn::Play(legal.nth(random.below(count)).first().expect("one point")),
                };
                over = turn == Turn::Pass && naive.turns.last() == Some(&Turn::Pass);
                assert_eq!(game.play(turn), Ok(()));
                naive.go_on(turn);
            }
            assert!(over || late > 100, "{repetition:?} {columns}x{rows}: {late}");
        }
    }
}

#[test]
fn a_game_of_100_000_turns_remembers_its_beginning() {
    let mut game = AnyGame::new(19, 19, Rules::TROMP_TAYLOR).expect("a size in range");
    let mut random = Random::new(21);
    let mut middle = None;
    while game.turns() < 100_000 {
        let legal = game.legal();
        let turn = match legal.count() {
            0 => Turn::Pass,
            count => Turn::Play(legal.nth(random.below(count)).first().expect("one point")),
        };
        game.play(turn).expect("a legal turn");
        if game.turns() == 50_000 {
            middle = Some((game.to_string(), game.legal()));
        }
    }
    for _ in 0..50_000 {
        assert!(game.undo().is_some());
    }
    assert_eq!(middle, Some((game.to_string(), game.legal())));
    for _ in 0..50_000 {
        assert!(game.undo().is_some());
    }
    assert_eq!((game.undo(), game.turns(), game.to_move()), (None, 0, Player::Black));
    assert_eq!(game.legal().count(), 361);
}

/// Without a repetition rule, two stones can capture each other forever.
#[test]
fn a_ko_can_be_retaken_100_000_times_without_a_rule() {
    let rules = Rules { repetition: Repetition::None, suicide: Suicide::None, ..Rules::default() };
    let mut game = AnyGame::new(2, 1, rules).expect("a size in range");
    for turn in 0..100_000u32 {
        game.play(Turn::Play(Point::new((turn % 2) as u8, 0))).expect("the point is empty");
    }
    assert_eq!(game.turns(), 100_000);
}
