//! Games that are longer than the histories of many engines.

use superko_optimized::{AnyGame, Player, Point, Random, Repetition, Rules, Suicide, Turn};

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

/// Without a repetition rule, two stones can take each other for ever.
#[test]
fn a_ko_can_be_retaken_100_000_times_without_a_rule() {
    let rules = Rules { repetition: Repetition::None, suicide: Suicide::None, ..Rules::default() };
    let mut game = AnyGame::new(2, 1, rules).expect("a size in range");
    for turn in 0..100_000u32 {
        game.play(Turn::Play(Point::new((turn % 2) as u8, 0))).expect("the point is empty");
    }
    assert_eq!(game.turns(), 100_000);
}
