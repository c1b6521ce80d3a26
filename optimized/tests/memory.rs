//! The memory that a game takes.

use superko_optimized::{AnyGame, Game, Position, Random, Rules, Turn};

/// Besides the position, there are two stone counts, the course of the game, and the rules, in 48
/// bytes.
#[test]
fn the_state_of_a_19x19_game_takes_at_most_256_bytes() {
    let position = size_of::<Position<20, 6>>();
    assert!(position + 48 <= 256, "{position} bytes");
    // The rest of a game is its history: the heads of its lists, and the points ever emptied.
    assert!(size_of::<Game<20, 6>>() - position <= 48 + 200, "{}", size_of::<Game<20, 6>>());
}

/// A turn takes 112 bytes, of which 96 are the grid, and 16 to 32 for its buckets. Lists double when
/// they are full, so half of their space may be unused. The capacity is measured at every length,
/// the worst included.
#[test]
fn the_history_takes_at_most_272_bytes_a_turn() {
    let mut game = AnyGame::new(19, 19, Rules::TROMP_TAYLOR).expect("a size in range");
    let empty = game.history_bytes();
    let mut random = Random::new(3);
    let mut worst: f64 = 0.0;
    while game.turns() < 20_000 {
        let legal = game.legal();
        let turn = match legal.count() {
            0 => Turn::Pass,
            count => Turn::Play(legal.nth(random.below(count)).first().expect("one point")),
        };
        game.play(turn).expect("a legal turn");
        if game.turns() >= 1_000 {
            let bytes = (game.history_bytes() - empty) as f64 / game.turns() as f64;
            worst = worst.max(bytes);
        }
    }
    assert!(worst <= 272.0, "{worst} bytes a turn");
}
