//! Games whose last grid never stood before but has the hash of the empty grid, because the numbers
//! of its stones cancel. An earlier grid of two turns before has the same numbers of stones, so the
//! history is searched for the last grid. No answer may depend on the hash.

use superko_optimized::{
    AnyGame, LongCycle, Point, Repeat, Repetition, Rules, Stones, Suicide, Turn,
};

/// A game for each layout, found with the numbers of `history.rs`: the side of the board, and the
/// points, Black's first.
const GAMES: [(u8, &str); 5] = [
    (
        7,
        "G7 A1 D4 D5 E5 F1 A5 D1 E1 C2 B1 G1 E6 G5 C7 B4 G3 G4 E2 F5 F3 F7 B7 A6 D7 B5 D2 B2 A7 G6 A2",
    ),
    (9, "J1 A9 C3 B5 J8 E7 F2 H6 B9 D6 D9 A7 B7 F8 D1 G2 D7 A5 B6 H1 C6 G3 A8 J2"),
    (13, "A1 N13 G4 C13 B2 F7 H1 E11 D5 C3 D6 H9 B3 L3 M13 C5 M5 B1 B10 A2 N12"),
    (19, "A19 T1 C7 B19 B13 Q11 L1 O5 G1 O8 S1 C10 H11 Q1 P18 D16 R10 S6 M17 A18 T2"),
    (25, "Z1 A25 K20 X21 F24 V21 A9 L12 C6 R1 B25 Y1 V19 N3 L22 S8 C8 S3 D21 W7 A24 Z2"),
];

/// Parses the name of a point, such as `D4`. The letters of columns leave out I.
fn point(name: &str) -> Point {
    let (letter, row) = name.split_at(1);
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(letter).expect("a letter of a column");
    Point::new(column as u8, row.parse::<u8>().expect("a number of a row") - 1)
}

/// Returns every rule set that searches the history for a grid.
fn rule_sets() -> impl Iterator<Item = Rules> {
    let refused = Repetition::ALL.into_iter().flat_map(|repetition| {
        let rules = Rules { repetition, ..Rules::default() };
        Repeat::ALL.into_iter().map(move |repeat| Rules { repeat, ..rules })
    });
    let none = Rules { repetition: Repetition::None, ..Rules::default() };
    refused.chain([
        Rules { long_cycle: LongCycle::NoResult, ..none },
        Rules { long_cycle: LongCycle::NoResult, suicide: Suicide::None, ..none },
        Rules { stones: Stones::Half, ..Rules::default() },
    ])
}

#[test]
fn grids_of_one_hash_are_told_apart_on_every_layout() {
    for ((side, points), rules) in
        GAMES.into_iter().flat_map(|game| rule_sets().map(move |rules| (game, rules)))
    {
        let mut game = AnyGame::new(side, side, rules).expect("a size in range");
        let empty = game.hash();
        let turns: Vec<Turn> = points.split(' ').map(|name| Turn::Play(point(name))).collect();
        let (&last, before) = turns.split_last().expect("a game has turns");
        for &turn in before {
            game.play(turn).expect("a legal turn");
            assert_ne!(game.hash(), empty);
        }
        let Turn::Play(point) = last else { unreachable!("no game has a pass") };
        assert!(game.legal().contains(point), "{side}");
        assert_eq!(game.refusal(last), None, "{side}");
        assert_eq!(game.play(last), Ok(()), "{side}");
        assert!(!game.is_over() && game.decided().is_none(), "{side}: {rules:?}");
        // If this fails, the numbers have changed. `superko collide --last-turn exchange optimized`
        // finds other games.
        assert_eq!(game.hash(), empty, "{side}");
    }
}
