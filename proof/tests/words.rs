//! The symbolic word computes the same as the integers.

use superko_optimized::{Body, Random, Word};
use superko_proof::graph::{Lit, evaluate, reset};
use superko_proof::symbol::{Symbol, Treatment, begin};

const ROUNDS: usize = 200;

fn inputs<const BITS: usize>() -> Symbol<BITS> {
    Symbol::new((0..BITS).map(|_| Lit::input()))
}

/// Returns the inputs that are set if the words have these values.
fn set<const BITS: usize>(words: &[(Symbol<BITS>, u128)]) -> Vec<Lit> {
    let bits = words.iter().flat_map(|(word, value)| {
        (0..BITS).filter(move |i| value >> i & 1 == 1).map(|i| word.bits()[i])
    });
    bits.collect()
}

fn value<const BITS: usize>(word: Symbol<BITS>, set: &[Lit]) -> u128 {
    let bits = evaluate(&word.bits(), set);
    bits.iter().rev().fold(0, |value, &bit| value << 1 | u128::from(bit))
}

/// Returns a random number: some numbers have few bits, some have many, and some are zero.
fn number(random: &mut Random) -> u128 {
    let mut word = || u128::from(random.bits()) << 64 | u128::from(random.bits());
    let (a, b, c) = (word(), word(), word());
    match c % 5 {
        0 => 0,
        1 => a & b & c,
        2 => a | b | c,
        _ => a,
    }
}

/// Returns the results of every operation of a word on a pair of words.
fn operations<W: Word>(a: W, b: W) -> Vec<W> {
    let mut results = vec![a & b, a | b, a ^ b, !a, a.plus(b), a.constant(0xf0f0_1234_5678_9abc)];
    for bits in [1, 8, 10, 14, 20, 26, 38, 44, 50, 54, 56, 63] {
        results.extend([a << bits, a >> bits]);
    }
    let truths = [a.is_zero(), b.is_zero(), a.is_zero() & !b.is_zero(), a.is_zero() | b.is_zero()];
    results.extend(truths.map(|truth| W::select(truth, a, b)));
    results
}

#[test]
fn operations_agree_with_u64() {
    reset();
    let (a, b) = (inputs::<64>(), inputs::<64>());
    let results = operations(a, b);
    let mut random = Random::new(1);
    for _ in 0..ROUNDS {
        let (x, y) = (number(&mut random) as u64, number(&mut random) as u64);
        let set = set(&[(a, u128::from(x)), (b, u128::from(y))]);
        for (result, expected) in results.iter().zip(operations(x, y)) {
            assert_eq!(value(*result, &set), u128::from(expected));
        }
    }
}

#[test]
fn operations_agree_with_u128() {
    reset();
    let (a, b) = (inputs::<128>(), inputs::<128>());
    let results = operations(a, b);
    let mut random = Random::new(2);
    for _ in 0..ROUNDS {
        let (x, y) = (number(&mut random), number(&mut random));
        let set = set(&[(a, x), (b, y)]);
        for (result, expected) in results.iter().zip(operations(x, y)) {
            assert_eq!(value(*result, &set), expected);
        }
    }
}

/// Spreads a set upward through a region until it meets a goal.
#[derive(Clone, Copy)]
struct Spread<W> {
    region: W,
    goal: W,
}

impl<W: Word> Body<W, 1, 1> for Spread<W> {
    fn step(self, [[set]]: [[W; 1]; 1]) -> [[W; 1]; 1] {
        [[(set | set << 1) & self.region]]
    }

    fn enough(self, [[set]]: [[W; 1]; 1]) -> W::Truth {
        !(set & self.goal).is_zero()
    }
}

#[test]
fn an_unrolled_loop_ends_where_it_should() {
    reset();
    begin(Treatment::Unrolled { steps: 64 }, vec![]);
    let [start, region, goal] = [inputs::<64>(), inputs(), inputs()];
    let [[result]] = Symbol::fix([[start & region]], Spread { region, goal });
    let mut random = Random::new(3);
    for _ in 0..ROUNDS {
        let [x, r, g] = [0; 3].map(|_: i32| number(&mut random));
        let set = set(&[(start, x), (region, r), (goal, g)]);
        let (x, r, g) = (x as u64, r as u64, g as u64);
        let mut expected = x & r;
        while expected & g == 0 && expected != (expected | expected << 1) & r {
            expected = (expected | expected << 1) & r;
        }
        assert_eq!(value(result, &set), u128::from(expected));
    }
}
