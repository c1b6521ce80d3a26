//! The set of legal plays, then a turn, ply by ply, compared with `goban`, which enforces suicide
//! and superko by hash.
//!
//! Both sides follow the same games, whose plays are chosen evenly from the legal ones. The answer
//! is the number of legal plays over all plies.

use goban::rules::game::Game as Goban;
use goban::rules::{CHINESE, GobanSizes, IllegalRules, Move};
use superko_optimized::{Game, Has, Layouts, Point, Random, Rules, Shape, Suicide, Turn};

use crate::ratio::{Block, Pair};

/// The rules that both sides enforce.
const RULES: Rules = Rules { suicide: Suicide::None, ..Rules::TROMP_TAYLOR };

pub(crate) fn pairs() -> Vec<Pair> {
    vec![pair::<10, 2>(9, 10), pair::<20, 6>(19, 2)]
}

fn pair<const S: usize, const N: usize>(side: u8, games: usize) -> Pair
where
    Layouts: Has<S, N>,
{
    let games = uniform_games::<S, N>(side, games);
    Pair {
        name: format!("B3 legal set and play, {side}x{side}"),
        unit: "ply",
        peer: Box::new(goban(side, games.clone())),
        superko: Box::new(superko::<S, N>(side, games)),
        tolerance: 0.001,
        alternations: 25,
    }
}

/// Returns the turns of random games of at most two turns per point.
fn uniform_games<const S: usize, const N: usize>(side: u8, games: usize) -> Vec<Vec<Turn>>
where
    Layouts: Has<S, N>,
{
    let shape = Shape::new(side, side).expect("the size fits");
    let mut game = Game::<S, N>::new(shape, RULES);
    let mut random = Random::new(9);
    let mut all = vec![];
    for _ in 0..games {
        game.restart();
        while !game.is_over() && game.turns() < 2 * usize::from(side) * usize::from(side) {
            let legal = game.legal();
            let turn = match legal.count() {
                0 => Turn::Pass,
                count => Turn::Play(legal.nth(random.below(count)).first().expect("one point")),
            };
            game.play(turn).expect("a legal turn");
        }
        all.push((1..=game.turns()).filter_map(|number| game.turn(number)).collect());
    }
    all
}

fn goban(side: u8, games: Vec<Vec<Turn>>) -> impl FnMut() -> Block {
    let size = GobanSizes::Custom(side.into(), side.into());
    let mut rule = CHINESE;
    rule.flag_illegal = IllegalRules::SUICIDE | IllegalRules::SUPERKO;
    move || {
        let (mut plies, mut legal) = (0, 0);
        for turns in &games {
            let mut game = Goban::new(size, rule);
            for turn in turns {
                legal += game.legals().count() as u64;
                game.play(match *turn {
                    Turn::Pass => Move::Pass,
                    Turn::Play(Point { column, row }) => Move::Play(row, column),
                });
                plies += 1;
            }
        }
        Block { units: plies, answer: legal as f64 }
    }
}

fn superko<const S: usize, const N: usize>(side: u8, games: Vec<Vec<Turn>>) -> impl FnMut() -> Block
where
    Layouts: Has<S, N>,
{
    let shape = Shape::new(side, side).expect("the size fits");
    let mut game = Game::<S, N>::new(shape, RULES);
    // Each block repeats the work, because one round of it is short.
    const TIMES: u64 = 4;
    move || {
        let (mut plies, mut legal) = (0, 0);
        for turns in (0..TIMES).flat_map(|_| &games) {
            game.restart();
            for &turn in turns {
                legal += u64::from(game.legal().count());
                game.play(turn).expect("a legal turn");
                plies += 1;
            }
        }
        Block { units: plies, answer: (legal / TIMES) as f64 }
    }
}
