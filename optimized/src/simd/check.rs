//! Compares the words of a level with plain integers.
//!
//! `tests/levels.rs` uses this. There, levels that the processor does not support count as ignored,
//! which is not possible in unit tests.

use super::{Level, Long, Machine, Task, at_most};
use crate::bitboard::{Bitboard, nth_bit};
use crate::lanes::{Array, Lanes};
use crate::random::Random;
use crate::word::Word;
use crate::word::long_loops::{goes_to_the_end, goes_to_the_goal};

/// Asserts that the words of the best level of this processor, up to `level`, compute the same as plain
/// integers.
///
/// # Panics
///
/// If they do not.
#[inline]
pub fn words_agree(level: Level) {
    let mut random = Random::new(8);
    // Miri is about a thousand times slower.
    for _ in 0..if cfg!(miri) { 3 } else { 200 } {
        at_most(level, Operations(&mut random));
    }
    at_most(level, LongLoops);
}

/// Compares the results of a machine with plain arrays of `u64`.
struct Operations<'a>(&'a mut Random);

impl Task for Operations<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let Operations(random) = self;
        let mut eight = || std::array::from_fn(|_| random.bits() & random.bits());
        lanes_agree::<M>(machine, eight(), eight());
        long_agrees::<M, 1>(machine, eight(), eight());
        if M::Long::LIMBS == 2 {
            long_agrees::<M, 2>(machine, eight(), eight());
        } else {
            long_agrees::<M, 3>(machine, eight(), eight());
            long_agrees::<M, 6>(machine, eight(), eight());
            long_agrees::<M, 8>(machine, eight(), eight());
        }
        let [word, ..] = eight();
        // The first word has few set bits, the second has many, and the third has all.
        for word in [word, !word, u64::MAX] {
            for rank in 0..word.count_ones() {
                assert_eq!(machine.nth_bit(word, rank), nth_bit(word, rank));
            }
        }
    }
}

#[inline(always)]
fn lanes_agree<M: Machine>(machine: M, a: [u64; 8], b: [u64; 8]) {
    let lanes = |lanes| M::Lanes::new(machine.proof(), lanes);
    let answers = <M::Lanes as Lanes>::answers;
    let (x, y, i, j) = (lanes(a), lanes(b), Array(a), Array(b));
    assert_eq!((x & y).lanes(), (i & j).0);
    assert_eq!((x | y).lanes(), (i | j).0);
    assert_eq!((x ^ y).lanes(), (i ^ j).0);
    assert_eq!((!x).lanes(), (!i).0);
    assert_eq!((x << 20).lanes(), (i << 20).0);
    assert_eq!((x >> 63).lanes(), (i >> 63).0);
    assert_eq!(x.constant(b[0]).lanes(), [b[0]; 8]);
    assert_eq!(x.plus(y).lanes(), i.plus(j).0);
    assert_eq!(x.minus(y).lanes(), i.minus(j).0);
    assert_eq!(x.times_low(y).lanes(), i.times_low(j).0);
    assert_eq!(x.count_ones().lanes(), i.count_ones().0);
    assert_eq!(x.shifted(y & y.constant(63)).lanes(), i.shifted(j & Array([63; 8])).0);
    assert_eq!(answers(x.less(y)), Array::answers(i.less(j)));
    assert_eq!(answers((x & y & x.constant(1)).is_zero()), {
        Array::answers((i & j & Array([1; 8])).is_zero())
    });
    assert_eq!(M::Lanes::select(M::Lanes::truth(0b1010_0110), x, y).lanes(), {
        Array::select(Array::truth(0b1010_0110), i, j).0
    });
}

/// Compares a long word of `N` limbs with a bitboard of `N` limbs, which has the same shifts.
#[inline(always)]
fn long_agrees<M: Machine, const N: usize>(machine: M, a: [u64; 8], b: [u64; 8]) {
    let [i, j] = [a, b].map(|limbs| -> [u64; N] { std::array::from_fn(|k| limbs[k]) });
    let (x, y) = (M::Long::load(machine.proof(), &i), M::Long::load(machine.proof(), &j));
    let (p, q) = (Bitboard::<20, N>(i), Bitboard::<20, N>(j));
    assert_eq!(x.store(), i);
    assert_eq!((x & y).store(), (p & q).0);
    assert_eq!((x | y).store(), (p | q).0);
    assert_eq!((x ^ y).store(), (p ^ q).0);
    assert_eq!((x & !y).store(), (p - q).0);
    for bits in [1, 20] {
        assert_eq!((x << bits).store(), p.up(bits).0);
        assert_eq!((x >> bits).store(), p.down(bits).0);
    }
    assert_eq!(x.plus(!x).plus(x.constant(1)).store(), [0; N]);
    assert!(!x.is_zero() && x.constant(0).is_zero());
    assert_eq!(M::Long::select(true, x, y).store(), i);
    assert_eq!(M::Long::select(false, x, y).store(), j);
    let mut single = [0; N];
    single[N - 1] = 5;
    assert_eq!(x.single(N - 1, 5).store(), single);
}

/// Runs loops to their ends on the words of a machine.
struct LongLoops;

impl Task for LongLoops {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let long = M::Long::load(machine.proof(), &[0]);
        let lanes = M::Lanes::new(machine.proof(), [0; 8]);
        let answers = <M::Lanes as Lanes>::answers;
        assert!(goes_to_the_end(long));
        assert_eq!(answers(goes_to_the_end(lanes)), u8::MAX);
        for bit in 1..64 {
            let top = 64 * (M::Long::LIMBS as u32 - 1);
            assert!(goes_to_the_goal(long, top + bit), "{bit}");
            assert_eq!(answers(goes_to_the_goal(lanes, bit)), u8::MAX, "{bit}");
        }
    }
}
