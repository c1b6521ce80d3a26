//! Kernels on symbols and on `u64` give the same answers, on random positions.

use superko_optimized::Random;
use superko_proof::board::{Board, Points};
use superko_proof::graph::{Lit, evaluate, reset};
use superko_proof::kernels::{Kernels, Layout};
use superko_proof::source::Shipped;
use superko_proof::symbol::{Symbol, Treatment};

const ROUNDS: usize = 60;

/// Returns the kernels of one layout, on symbols and on `u64`.
fn both<const S: usize, const N: usize>(board: Board) -> [Box<dyn Kernels>; 2] {
    let symbolic = Layout::<Shipped, Symbol, S, N>::new::<N>(board).expect("the board fits");
    let frame = symbolic.frame();
    let edge = frame.spread((0..board.len()).map(|point| board.is_edge(point)), false);
    let concrete = Layout::<Shipped, u64, S, N>::with_shape(board, [frame.mask(), edge]);
    [Box::new(symbolic), Box::new(concrete)]
}

/// A question about three sets. The answer is a list of sets.
type Question = fn(&dyn Kernels, &[Points; 3]) -> Vec<Points>;

/// Asks a question of symbols once, evaluates the answers on random sets, and compares with `u64`.
fn agree([symbolic, concrete]: [Box<dyn Kernels>; 2], question: Question) {
    reset();
    let board = symbolic.frame().board;
    symbolic.begin(Treatment::Unrolled { steps: board.len() });
    let inputs = [(); 3].map(|()| Points::any(board));
    let answers = question(&*symbolic, &inputs);
    let mut random = Random::new(7);
    for _ in 0..ROUNDS {
        let sets = random_sets(board, &mut random);
        let set: Vec<Lit> = (0..3)
            .flat_map(|i| inputs[i].0.iter().zip(&sets[i].0))
            .filter(|(_, value)| **value == Lit::TRUE)
            .map(|(input, _)| *input)
            .collect();
        let expected = question(&*concrete, &sets);
        assert_eq!(answers.len(), expected.len());
        for (answer, expected) in answers.iter().zip(&expected) {
            let values = evaluate(&answer.0, &set).into_iter().map(Lit::constant).collect();
            assert_eq!(&Points(values), expected, "{board} {sets:?}");
        }
    }
}

/// Returns two disjoint sets, and one point outside of both if there is any.
fn random_sets(board: Board, random: &mut Random) -> [Points; 3] {
    let density = 2 + random.bits() % 6;
    let colors: Vec<u64> = (0..board.len()).map(|_| random.bits() % density).collect();
    let empty: Vec<usize> = (0..board.len()).filter(|&point| colors[point] > 1).collect();
    let chosen = empty.get(random.bits() as usize % empty.len().max(1)).copied();
    let set = |is_in: &dyn Fn(usize) -> bool| {
        Points((0..board.len()).map(|point| Lit::constant(is_in(point))).collect())
    };
    [set(&|i| colors[i] == 0), set(&|i| colors[i] == 1), set(&|i| Some(i) == chosen)]
}

/// Returns a truth value as a set of one point.
fn told(truth: Lit) -> Points {
    Points(vec![truth])
}

fn floods(kernels: &dyn Kernels, [own, opponent, _]: &[Points; 3]) -> Vec<Points> {
    let region = own | opponent;
    vec![kernels.flood(own, &region), kernels.lowest(opponent)]
}

fn plays_one(kernels: &dyn Kernels, [own, opponent, point]: &[Points; 3]) -> Vec<Points> {
    let played = kernels.play(own, opponent, point);
    vec![played.own, played.opponent, told(played.captures), told(played.suicide)]
}

fn looks(kernels: &dyn Kernels, [own, opponent, _]: &[Points; 3]) -> Vec<Points> {
    let look = kernels.outlook(own, opponent);
    let [area, other] = kernels.area(own, opponent);
    let (lone, eyes) = (kernels.lone(own, opponent), kernels.eyes(own, opponent));
    vec![look.quiet, look.lone, look.unclear, look.safe, area, other, lone, eyes]
}

fn plays_all(kernels: &dyn Kernels, [own, opponent, _]: &[Points; 3]) -> Vec<Points> {
    let plays = kernels.plays(own, opponent);
    vec![plays.quiet, plays.capturing, plays.lone, plays.several]
}

#[test]
fn floods_agree() {
    agree(both::<8, 1>(Board { columns: 7, rows: 8 }), floods);
    agree(both::<10, 2>(Board { columns: 9, rows: 9 }), floods);
    agree(both::<14, 3>(Board { columns: 13, rows: 13 }), floods);
    agree(both::<20, 6>(Board { columns: 19, rows: 5 }), floods);
}

#[test]
fn plays_of_one_point_agree() {
    agree(both::<8, 1>(Board { columns: 5, rows: 5 }), plays_one);
    agree(both::<10, 2>(Board { columns: 9, rows: 9 }), plays_one);
    agree(both::<20, 6>(Board { columns: 3, rows: 19 }), plays_one);
}

#[test]
fn outlook_area_and_eyes_agree() {
    agree(both::<8, 1>(Board { columns: 4, rows: 6 }), looks);
    agree(both::<10, 2>(Board { columns: 9, rows: 9 }), looks);
    agree(both::<14, 3>(Board { columns: 13, rows: 4 }), looks);
}

#[test]
fn all_plays_agree() {
    agree(both::<8, 1>(Board { columns: 3, rows: 4 }), plays_all);
    agree(both::<20, 6>(Board { columns: 2, rows: 5 }), plays_all);
}
