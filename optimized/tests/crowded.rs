//! Crowded, tied and finished positions on boards of every layout.

use superko_optimized::{
    Bitboard, Finished, Game, Has, Layouts, Level, Outcome, Player, Point, Position, Random,
    Repetition, Rules, Shape, Suicide, Turn, kernel, playouts_in_step,
};

use crate::naive::Naive;
use crate::patches::{Holes, Patches};

/// Calls a generic function for boards of each layout of `AnyGame`, the largest one and a smaller
/// one.
macro_rules! on_every_layout {
    ($function:ident) => {
        $function::<8, 1>(7, 8);
        $function::<8, 1>(5, 5);
        $function::<10, 2>(9, 12);
        $function::<10, 2>(9, 9);
        $function::<14, 3>(13, 13);
        $function::<14, 3>(13, 8);
        $function::<20, 6>(19, 19);
        $function::<20, 6>(16, 15);
        $function::<26, 11>(25, 25);
        $function::<26, 11>(20, 21);
    };
}

/// Returns the colors of the points, row by row.
fn grid<const S: usize, const N: usize>(position: &Position<S, N>) -> Vec<Option<Player>> {
    position.shape().points().into_iter().map(|point| position.at(point)).collect()
}

fn naive<const S: usize, const N: usize>(position: &Position<S, N>, rules: Rules) -> Naive {
    let (columns, rows) = (position.shape().columns(), position.shape().rows());
    Naive::set_up(columns.into(), rows.into(), rules, grid(position), position.to_move())
}

/// Compares the set of legal plays with the answer for each point, on boards where many points are
/// unclear.
fn every_play_is_judged<const S: usize, const N: usize>(columns: u8, rows: u8)
where
    Layouts: Has<S, N>,
{
    let shape = Shape::<S, N>::new(columns, rows).expect("the size fits");
    let points = shape.points().count();
    let mut random = Random::new(u64::from(points));
    let mut most = 0;
    let of = Holes::Of64;
    for (side, holes) in
        [(1, Holes::Fifths), (1, of(12)), (1, of(5)), (1, of(0)), (2, of(6)), (3, of(2))]
    {
        for (suicide, repetition) in Suicide::ALL.into_iter().zip(Repetition::ALL) {
            let rules = Rules { suicide, repetition, ..Rules::default() };
            let to_move = if random.below(2) == 0 { Player::Black } else { Player::White };
            let patches = Patches { side, holes, tied: false };
            let position = patches.position(shape, &mut random, to_move);
            let (own, other) = (position.stones(to_move), position.stones(to_move.opponent()));
            most = most.max(kernel::outlook(shape.points(), own, other).unclear.count());
            let (mut game, naive) = (Game::from_position(position, rules), naive(&position, rules));
            let legal = game.legal();
            for point in position.empty() {
                let expected = naive.after(Turn::Play(point)).err();
                assert_eq!(game.refusal(Turn::Play(point)), expected, "{point}\n{position}");
                assert_eq!(legal.contains(point), expected.is_none(), "{point}\n{position}");
            }
            // Compare the two answers with each other as the position changes.
            for _ in 0..8 {
                let legal = game.legal();
                for point in game.position().empty() {
                    let refusal = game.refusal(Turn::Play(point));
                    assert_eq!(legal.contains(point), refusal.is_none(), "{point}\n{game:?}");
                }
                let turn = match legal.count() {
                    0 => break,
                    count => legal.nth(random.below(count)).first().expect("one point"),
                };
                game.play(Turn::Play(turn)).expect("a legal turn");
            }
        }
    }
    // At least a sixth of all points are unclear at once: 105 on 25x25.
    assert!(6 * most >= points, "{columns}x{rows}: {most}");
}

#[test]
fn many_points_in_doubt_are_all_judged_on_every_layout() {
    on_every_layout!(every_play_is_judged);
}

/// Returns the points of each side, counted by empty regions.
fn area<const S: usize, const N: usize>(position: &Position<S, N>) -> [u32; 2] {
    let points = position.shape().points();
    let next = |point: Point| {
        let beside = Bitboard::<S, N>::from(point).neighbors();
        points.into_iter().filter(move |&point| beside.contains(point))
    };
    let mut area = Player::BOTH.map(|player| position.stones(player).count());
    let mut left = position.empty();
    while let Some(first) = left.first() {
        let (mut region, mut colors) = (vec![first], [false; 2]);
        left = left.without(first);
        let mut at = 0;
        while at < region.len() {
            for point in next(region[at]) {
                match position.at(point) {
                    Some(player) => colors[player as usize] = true,
                    None if left.contains(point) => {
                        left = left.without(point);
                        region.push(point);
                    }
                    None => {}
                }
            }
            at += 1;
        }
        match colors {
            [true, false] => area[0] += region.len() as u32,
            [false, true] => area[1] += region.len() as u32,
            _ => {}
        }
    }
    area
}

/// Compares areas that are ties of few and of many points, and the areas after one more stone.
fn ties_are_ties<const S: usize, const N: usize>(columns: u8, rows: u8)
where
    Layouts: Has<S, N>,
{
    let shape = Shape::<S, N>::new(columns, rows).expect("the size fits");
    let points = shape.points().count();
    let mut random = Random::new(u64::from(points));
    let mut counts = vec![];
    for side in [1, 2, 3, 5, 8, 13] {
        for holes in [0, 1, 2, 8, 24, 40, 60] {
            let patches = Patches { side, holes: Holes::Of64(holes), tied: true };
            let position = patches.position(shape, &mut random, Player::Black);
            let expected = area(&position);
            assert_eq!(position.area(), expected, "\n{position}");
            assert_eq!(expected[0], expected[1], "\n{position}");
            counts.push(expected[0]);
            let mut game = Game::from_position(position, Rules::TROMP_TAYLOR);
            assert_eq!((game.area(), game.score()), (expected, expected));
            assert_eq!((game.pass(), game.pass()), (Ok(()), Ok(())));
            assert_eq!((game.outcome(), game.score()), (Some(Outcome::Tie), expected));
            let legal = Game::from_position(position, Rules::TROMP_TAYLOR).legal();
            for point in legal.into_iter().take(3) {
                let mut game = Game::from_position(position, Rules::TROMP_TAYLOR);
                game.play(Turn::Play(point)).expect("a legal play");
                assert_eq!(game.area(), area(game.position()), "\n{game:?}");
            }
        }
    }
    let most = counts.iter().max().copied().unwrap_or_default();
    // Both players together have nine of ten points: on 19x19, at least 162 each.
    assert!(20 * most >= 9 * points, "{columns}x{rows}: {most}");
    counts.sort_unstable();
    counts.dedup();
    assert!(counts.len() > 10, "{columns}x{rows}: {counts:?}");
}

#[test]
fn ties_of_any_number_of_points_are_counted_on_every_layout() {
    on_every_layout!(ties_are_ties);
}

/// Plays on a board that is full of black stones except for two eyes. Nobody has a play, and White
/// tries both eyes in vain.
fn all_lanes_end_by_two_passes<const S: usize, const N: usize>(columns: u8, rows: u8)
where
    Layouts: Has<S, N>,
{
    let shape = Shape::<S, N>::new(columns, rows).expect("the size fits");
    let eyes = [Point::new(0, 0), Point::new(columns - 1, rows - 1)];
    for to_move in Player::BOTH {
        let stones = shape.points() - eyes.into_iter().collect();
        let start = Position::set_up(shape, stones, Bitboard::EMPTY, to_move)
            .expect("a chain of two liberties");
        for level in Level::ALL.into_iter().filter(|&level| level <= Level::detected()) {
            let mut games = vec![];
            playouts_in_step(level, &start, 24, 1000, 5, |game| games.push(game));
            let position = start;
            assert_eq!(games, [Finished { position, turns: 2 }; 24], "{level:?}");
            // With a limit of one turn, the first pass is the last turn.
            games.clear();
            playouts_in_step(level, &start, 24, 1, 5, |game| games.push(game));
            assert!(games.iter().all(|game| game.turns == 1 && game.position.to_move() != to_move));
            assert_eq!(games.len(), 24, "{level:?}");
        }
    }
}

#[test]
fn finished_games_end_in_every_lane_of_every_layout() {
    on_every_layout!(all_lanes_end_by_two_passes);
}
