use super::*;
use crate::collide::keys::Bits;
use std::cell::RefCell;
use superko_engine::{Engine, Optimized, Ruling};
use superko_game::{Color, Position, Status};

/// Returns random keys of this many bits, with a key of the player to move if that is wanted.
fn keys(size: &str, bits: usize, seed: u64, to_move: bool) -> Keys {
    let random = RefCell::new(ChaCha8Rng::seed_from_u64(seed));
    let key = || -> Bits {
        let mut random = random.borrow_mut();
        std::array::from_fn(|limb| {
            let left = bits.saturating_sub(64 * limb).min(64) as u32;
            let mask = u64::MAX.checked_shr(64 - left).unwrap_or(0);
            random.random::<u64>() & mask
        })
    };
    let turn = if to_move { key() } else { Bits::default() };
    Keys::new(size.parse().unwrap(), turn, |_, _| key())
}

fn wanted(rules: &str) -> Wanted {
    Wanted { rules: rules.parse().unwrap(), against: Against::Any, last: None, seed: 1 }
}

fn found(keys: &Keys, wanted: &Wanted) -> Collision {
    match collide(keys, wanted).unwrap() {
        SearchResult::Found(found) => *found,
        other => panic!("{}, {} bits, {wanted:?}: {other:?}", keys.size(), keys.bits()),
    }
}

/// Returns the sum of the keys of all stones of a position.
fn sum(keys: &Keys, position: &Position) -> Bits {
    position.size().points().fold(Bits::default(), |sum, point| {
        let key = match position[point] {
            Color::Empty => Bits::default(),
            Color::Black => keys.stone(point, Player::Black),
            Color::White => keys.stone(point, Player::White),
        };
        std::array::from_fn(|limb| sum[limb] ^ key[limb])
    })
}

/// Checks a game with the optimized engine, which the search does not use, and by adding up keys.
fn check(keys: &Keys, wanted: &Wanted, found: &Collision) {
    let record = &found.record;
    assert_eq!((record.size(), record.rules()), (keys.size(), wanted.rules));
    let mut engine = Optimized::new(record.size(), record.rules());
    let mut positions = vec![engine.board().unwrap().unwrap()];
    let mut to_move = vec![Player::Black];
    for &turn in &record.turns {
        assert_eq!(Engine::play(&mut engine, turn), Ok(Ruling::Allowed), "{record}: {turn}");
        positions.push(engine.board().unwrap().unwrap());
        let Ok(Some(Status::Running { to_move: next })) = engine.status() else {
            panic!("{record} is over")
        };
        to_move.push(next);
    }
    let (now, earlier) = (record.turns.len(), found.collides_with);
    assert_ne!(record.turns[now - 1], Turn::Pass);
    assert_ne!(positions[now], positions[earlier]);
    let mut sums = [earlier, now].map(|place| sum(keys, &positions[place]));
    for (sum, place) in sums.iter_mut().zip([earlier, now]) {
        if to_move[place] == Player::White {
            *sum = std::array::from_fn(|limb| sum[limb] ^ keys.turn()[limb]);
        }
    }
    assert_eq!(sums[0], sums[1], "{record}");
    assert_eq!(sums[0], found.hash);
    let mover = to_move[now - 1];
    let by = earlier.checked_sub(1).map(|place| (to_move[place], record.turns[place]));
    match record.rules().repetition {
        Repetition::Situational => assert_eq!(to_move[earlier], to_move[now]),
        Repetition::NaturalSituational => {
            assert!(by.is_some_and(|(by, turn)| by == mover && turn != Turn::Pass), "{record}");
        }
        Repetition::NewZealand => assert!(by.is_some_and(|(by, _)| by == mover), "{record}"),
        _ => {}
    }
    if let Some(form) = wanted.last {
        let point = record.turns[now - 1].point().unwrap();
        let stones = |place: usize| {
            let position: &Position = &positions[place];
            position.size().point_count() - position.count(Color::Empty)
        };
        let used = positions[..now].iter().any(|position| position[point] != Color::Empty);
        let counts = |place: usize| [Color::Black, Color::White].map(|c| positions[place].count(c));
        let shown = match (stones(now) <= stones(now - 1), used) {
            (true, _) if form == LastTurn::Exchange => {
                assert_eq!(counts(now), counts(now - 2), "{record}");
                LastTurn::Exchange
            }
            (true, _) => LastTurn::Capture,
            (false, true) => LastTurn::CapturedPoint,
            (false, false) => LastTurn::NewPoint,
        };
        assert_eq!(shown, form, "{record}");
    }
    if let Against::After(turns) = &wanted.against {
        assert!(record.turns.starts_with(turns));
        let mut opening = Optimized::new(record.size(), record.rules());
        turns.iter().for_each(|&turn| assert!(Engine::play(&mut opening, turn).is_ok()));
        assert_eq!(positions[earlier], opening.board().unwrap().unwrap());
    }
}

const RULES: [&str; 4] = ["tromp-taylor", "aga", "bga", "new-zealand"];

/// Boards, each with the numbers of bits of hashes.
const HASHES: [(&str, &[usize]); 5] = [
    ("7x7", &[32, 48, 64]),
    ("9x9", &[32, 64, 96, 128]),
    ("9x7", &[64]),
    ("13x13", &[32, 64, 96, 128]),
    ("19x19", &[64, 128]),
];

/// The rule sets take turns.
#[test]
fn games_are_made_for_hashes_of_32_to_128_bits_on_boards_from_7x7_to_19x19() {
    games_are_made(|place| vec![RULES[place % RULES.len()]]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_games_are_made_under_all_rules() {
    games_are_made(|_| RULES.to_vec());
}

/// Checks games under the rules that a function returns for each hash.
fn games_are_made(rules_of: fn(usize) -> Vec<&'static str>) {
    for (size, widths) in HASHES {
        for (place, &bits) in widths.iter().enumerate() {
            let keys = keys(size, bits, 7 + place as u64, false);
            for rules in rules_of(place) {
                let wanted = wanted(rules);
                check(&keys, &wanted, &found(&keys, &wanted));
            }
        }
    }
}

#[test]
fn wide_hashes_collide_on_the_large_board() {
    for bits in [192, 256] {
        let keys = keys("19x19", bits, 3, false);
        let wanted = wanted("tromp-taylor");
        let found = found(&keys, &wanted);
        check(&keys, &wanted, &found);
        assert!(found.record.turns.len() <= bits / 2, "{}", found.record);
    }
}

#[test]
fn games_are_short_and_without_passes_where_that_is_possible() {
    for (size, bits, turns) in [("9x9", 64, 23), ("13x13", 64, 20), ("13x13", 128, 60)] {
        for seed in 1..=3 {
            let found = found(&keys(size, bits, seed, false), &wanted("tromp-taylor"));
            assert_eq!(found.passes(), 0, "{}", found.record);
            assert!(found.record.turns.len() <= turns, "{}", found.record);
            assert_eq!(found.collides_with, 0);
            assert_eq!(found.last_turn(), LastTurn::NewPoint);
        }
    }
}

/// The rule sets take turns.
#[test]
fn the_last_turn_is_played_as_it_is_wanted() {
    last_turns_are_played_as_wanted(|place| vec![RULES[place % RULES.len()]]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn thorough_the_last_turn_is_played_as_it_is_wanted_under_all_rules() {
    last_turns_are_played_as_wanted(|_| RULES.to_vec());
}

/// Checks games that end in each way, under the rules that a function returns for each of them.
fn last_turns_are_played_as_wanted(rules_of: fn(usize) -> Vec<&'static str>) {
    use LastTurn::{Capture, CapturedPoint, Exchange, NewPoint};
    let size: Size = "9x9".parse().unwrap();
    let opening = |text: &str| -> Against {
        Against::After(text.split(' ').map(|name| Turn::parse(name, size).unwrap()).collect())
    };
    for to_move in [false, true] {
        let keys = keys("9x9", 64, 11, to_move);
        let earlier = || [Against::Any, opening("E5 C3 pass G7"), opening("A2 A1 B1 H5 A5")];
        let all = [NewPoint, CapturedPoint, Capture, Exchange].into_iter();
        let all = all.flat_map(|last| earlier().map(|against| (last, against)));
        for (place, (last, against)) in all.enumerate() {
            for rules in rules_of(place + usize::from(to_move)) {
                let against = against.clone();
                let wanted = Wanted { last: Some(last), against, ..wanted(rules) };
                check(&keys, &wanted, &found(&keys, &wanted));
            }
        }
        let from_empty = Wanted { against: Against::After(Vec::new()), ..wanted("aga") };
        check(&keys, &from_empty, &found(&keys, &from_empty));
    }
}

#[test]
fn where_stones_have_to_change_their_color_the_board_is_cleared() {
    for (size, bits) in [("7x7", 96), ("9x9", 128), ("9x9", 160), ("5x5", 48)] {
        let keys = keys(size, bits, 5, false);
        for rules in RULES {
            let wanted = wanted(rules);
            let found = found(&keys, &wanted);
            check(&keys, &wanted, &found);
            assert_eq!(found.last_turn(), LastTurn::CapturedPoint);
        }
        let capture = Wanted { last: Some(LastTurn::Capture), ..wanted("tromp-taylor") };
        let exists = collide(&keys, &capture).unwrap();
        if let SearchResult::Found(found) = &exists {
            check(&keys, &capture, found);
        }
        let ample = bits + 6 <= 2 * keys.size().point_count();
        assert!(!ample || matches!(exists, SearchResult::Found(_)), "{size}: {exists:?}");
        let new = Wanted { last: Some(LastTurn::NewPoint), ..wanted("tromp-taylor") };
        assert_eq!(collide(&keys, &new), Ok(SearchResult::NotFound));
    }
}

#[test]
fn there_is_no_game_where_no_keys_cancel() {
    for (size, bits) in [("7x7", 128), ("5x5", 64), ("9x9", 192), ("1x1", 4)] {
        let keys = keys(size, bits, 5, true);
        assert_eq!(
            collide(&keys, &wanted("tromp-taylor")),
            Ok(SearchResult::Independent),
            "{size}"
        );
    }
    // Two keys on different points are equal, but a position with stones on both points has no liberty.
    let tiny =
        Keys::parse("A1 black 1\nA1 white 2\nB1 black 4\nB1 white 1", "2x1".parse().unwrap());
    assert_eq!(collide(&tiny.unwrap(), &wanted("tromp-taylor")), Ok(SearchResult::NotFound));
}

#[test]
fn keys_that_no_generator_makes_collide_at_once() {
    let size: Size = "3x3".parse().unwrap();
    // A hash that ignores white stones: the first of them "repeats" the position before it.
    let blind = Keys::new(size, Bits::default(), |point, player| {
        [if player == Player::Black { 1 << size.index(point) } else { 0 }, 0, 0, 0]
    });
    let wanted = wanted("tromp-taylor");
    let of_blind = found(&blind, &wanted);
    check(&blind, &wanted, &of_blind);
    assert_eq!(of_blind.record.turns.len(), 2);
    // A hash of one bit that counts stones: the second stone restores the first value.
    let parity = Keys::new(size, Bits::default(), |_, _| [1, 0, 0, 0]);
    let of_parity = found(&parity, &wanted);
    check(&parity, &wanted, &of_parity);
    assert_eq!(of_parity.record.turns.len(), 2);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let keys = keys("9x9", 64, 1, false);
    let with_seed = |seed| found(&keys, &Wanted { seed, ..wanted("tromp-taylor") });
    assert_eq!(with_seed(1), with_seed(1));
    assert_ne!(with_seed(1), with_seed(2));
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let keys = keys("9x9", 64, 1, false);
    let turn = |text: &str| Turn::parse(text, keys.size()).unwrap();
    let refused = |rules: &str, against: Against| {
        collide(&keys, &Wanted { against, ..wanted(rules) }).unwrap_err().to_string()
    };
    assert!(refused("chinese", Against::Any).starts_with("TT6/simple-ko is not a superko rule"));
    let twice = Against::After(vec![turn("E5"), turn("E5")]);
    let said = "turn 2 of the given turns, E5, is illegal: there is a black stone";
    assert_eq!(refused("aga", twice), said);
    let nobody = Against::After(Vec::new());
    assert!(refused("bga", nobody).starts_with("under TT6/natural-situational the position"));
    let passed = Against::After(vec![turn("E5"), turn("pass")]);
    assert!(refused("bga", passed).ends_with("end the turns with a play"));
}
