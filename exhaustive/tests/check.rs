//! Every position and every play of small boards.

use superko_exhaustive::{
    Against, BATCH, Check, Counts, PlayResult, Player, Position, PositionEngine, Shard, Size,
    Symmetries, Symmetry, optimized, published, reference, sliced,
};

fn whole(size: Size, symmetry: bool, against: Against) -> Check {
    Check { size, symmetry, shard: Shard::WHOLE, against }
}

fn counts(size: &str, symmetry: bool, against: Against) -> Counts {
    let check = whole(size.parse().unwrap(), symmetry, against);
    check.run(check.positions(), &|_, _| {}).unwrap_or_else(|differs| panic!("{differs}"))
}

fn assert_published(size: Size, counts: &Counts) {
    assert_eq!(Some(counts.legal.into()), published::legal_positions(size), "{size}");
    assert_eq!(Some(counts.edges), published::edges(size), "{size}");
    assert_eq!(counts.edges + counts.lone_suicides, counts.plays, "{size}");
}

// TT1
// TT2
// TT3
// TT4
// TT7
// TT9
#[test]
fn both_engines_agree_on_every_play_on_small_boards() {
    let mut boards = 0;
    for columns in 1..=25 {
        for rows in 1..=25 {
            let size = Size::new(columns, rows).unwrap();
            if size.point_count() > 9 {
                continue;
            }
            assert_published(size, &counts(&size.to_string(), false, Against::Reference));
            boards += 1;
        }
    }
    assert_eq!(boards, 23);
}

#[test]
fn positions_that_symmetry_skips_are_counted() {
    for size in ["1x1", "6x1", "2x2", "3x2", "2x4", "3x3"] {
        for against in [Against::Reference, Against::Sliced] {
            let [skipping, every] = [true, false].map(|symmetry| counts(size, symmetry, against));
            assert_eq!(skipping, every, "{size}");
        }
    }
}

// TT2
// TT3
// TT4
// TT7
// TT9
#[test]
fn the_sliced_rule_text_is_that_of_the_reference() {
    for size in ["1x1", "7x1", "1x8", "2x2", "5x2", "3x3", "4x3"] {
        let size: Size = size.parse().unwrap();
        let check = whole(size, false, Against::Reference);
        let compared = check.compare(check.positions(), &|_, _| {}, &reference, &sliced);
        compared.unwrap_or_else(|differs| panic!("{differs}"));
    }
}

// TT2
// TT3
// TT4
// TT7
// TT9
#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn thorough_both_engines_agree_on_every_play_on_twelve_points_and_four_by_four() {
    for name in ["1x10", "10x1", "2x5", "5x2", "4x3"] {
        assert_published(name.parse().unwrap(), &counts(name, false, Against::Reference));
    }
    for name in ["1x11", "12x1", "1x12", "2x6", "6x2", "3x4"] {
        assert_published(name.parse().unwrap(), &counts(name, false, Against::Sliced));
    }
    let counts = counts("4x4", true, Against::Sliced);
    assert_eq!((counts.legal, counts.plays), (24_318_165, 295_296_288));
}

// TT2
// TT3
// TT4
// TT7
// TT9
#[test]
#[ignore = "minutes: cargo test --release -p superko-exhaustive --test main -- --ignored nothing_is_skipped"]
fn both_engines_agree_on_every_play_on_four_by_four_and_nothing_is_skipped() {
    let counted = counts("4x4", false, Against::Reference);
    assert_eq!((counted.legal, counted.plays), (24_318_165, 295_296_288));
    assert_eq!(counted, counts("4x4", false, Against::Sliced));
}

// `symmetry` may skip positions because of this.
#[test]
fn a_play_in_a_mirrored_position_is_the_mirrored_play() {
    for name in ["3x2", "1x5", "3x3", "4x4", "5x5", "8x4"] {
        let size: Size = name.parse().unwrap();
        // Use every position of small boards, and a sample of the positions of others.
        let step = (size.position_count() / 2_000).max(1) | 1;
        let numbers = (0..size.position_count()).step_by(usize::try_from(step).unwrap());
        let positions: Vec<Position> =
            numbers.map(|number| sparse(size, Position::numbered(size, number))).collect();
        for engine in [reference(size), optimized(size), sliced(size)] {
            assert_equivariant(size, engine, &positions);
        }
    }
}

/// Empties every fourth point on larger boards, so that many positions are legal.
fn sparse(size: Size, position: Position) -> Position {
    let kept = if size.point_count() > 9 { !0x2222_2222 } else { !0 };
    Position { black: position.black & kept, white: position.white & kept }
}

/// Checks that an engine's answers for the images of a position are the images of its answers.
fn assert_equivariant(size: Size, mut engine: Box<dyn PositionEngine>, positions: &[Position]) {
    let symmetries = Symmetries::of(size);
    let mut compared = 0;
    for &position in positions {
        let legal = engine.load(&[position]);
        let empty = |&point: &usize| legal == 1 && position.occupied() >> point & 1 == 0;
        let areas = engine.areas(0);
        let plays: Vec<(usize, PlayResult)> = (0..size.point_count())
            .filter(empty)
            .map(|point| (point, play(&*engine, Player::Black, point)))
            .collect();
        for symmetry in symmetries.iter() {
            let image = symmetry.position(position);
            assert_eq!(engine.load(&[image]), legal, "{image:?}");
            assert!(legal == 0 || engine.areas(0) == areas, "{image:?}");
            for (point, direct) in &plays {
                let found = play(&*engine, Player::Black, symmetry.point(*point));
                assert_eq!(found, mapped(direct, symmetry, |image| image));
            }
            let image = image.swapped();
            assert_eq!(engine.load(&[image]), legal, "{image:?}");
            assert!(legal == 0 || engine.areas(0) == [areas[1], areas[0]], "{image:?}");
            for (point, direct) in &plays {
                let found = play(&*engine, Player::White, symmetry.point(*point));
                assert_eq!(found, mapped(direct, symmetry, Position::swapped));
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{size}: {compared}");
}

/// Returns the result of a play in the only position that is loaded.
fn play(engine: &dyn PositionEngine, player: Player, point: usize) -> PlayResult {
    let mut results = [PlayResult::default(); BATCH];
    engine.play(player, point, 1, &mut results);
    results[0]
}

/// Returns the image of the result of a play.
fn mapped(play: &PlayResult, symmetry: &Symmetry, swap: fn(Position) -> Position) -> PlayResult {
    let after = swap(symmetry.position(play.after));
    PlayResult { after, in_game: after, ..*play }
}
