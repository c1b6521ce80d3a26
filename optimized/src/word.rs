//! The operations of a limb of a bitboard, and nothing more.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// Sixty-four bits, or sixty-four bits for each of several games, or sixty-four symbols.
///
/// The kernels are written once over this trait. A `u64` plays one game, a vector of lanes plays
/// several games in lockstep, and a symbolic word turns a kernel into a formula. For that reason a
/// kernel never looks into a word: it asks [`is_zero`](Word::is_zero), chooses with
/// [`select`](Word::select) and repeats with [`fix`](Word::fix).
pub trait Word:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The answer to a yes-or-no question about a word: one answer per game.
    type Truth: Copy
        + BitAnd<Output = Self::Truth>
        + BitOr<Output = Self::Truth>
        + Not<Output = Self::Truth>;

    /// Returns the constant `bits`, the same in every game, in a word like this one. The bits of
    /// this word do not matter.
    ///
    /// A kernel makes no word from nothing. Some words exist only on some processors, and there
    /// each word proves that the next one may be made.
    fn constant(self, bits: u64) -> Self;

    /// Returns the sum. A carry out of the word is lost.
    fn plus(self, other: Self) -> Self;

    /// Returns whether no bit is set.
    fn is_zero(self) -> Self::Truth;

    /// Returns `yes` where `truth` holds, and `no` elsewhere.
    fn select(truth: Self::Truth, yes: Self, no: Self) -> Self;

    /// Repeats the steps of `body` from `start` until nothing changes any more, or until the state
    /// is good enough. The state is `K` sets of `N` limbs.
    ///
    /// The result is reached from `start` by some number of steps. In every game, a further step
    /// would not change it, or it is good enough.
    fn fix<const N: usize, const K: usize>(
        start: [[Self; N]; K],
        body: impl Body<Self, N, K>,
    ) -> [[Self; N]; K];
}

/// The step that [`Word::fix`] repeats, on a state of `K` sets of `N` limbs.
///
/// More steps may be taken than needed, so a step must be monotone (it only adds points to each set, or only
/// removes points), and a state that is enough must stay enough.
pub trait Body<W: Word, const N: usize, const K: usize>: Copy {
    /// Returns the next state.
    fn step(self, state: [[W; N]; K]) -> [[W; N]; K];

    /// Returns whether the state is good enough to stop.
    fn enough(self, state: [[W; N]; K]) -> W::Truth;
}

/// Implements [`Word::fix`] for one game.
#[inline(always)]
pub(crate) fn fix_one<W: Word<Truth = bool>, const N: usize, const K: usize>(
    start: [[W; N]; K],
    body: impl Body<W, N, K>,
) -> [[W; N]; K] {
    let mut now = start;
    while !body.enough(now) {
        // Each round has two steps, because a mispredicted test costs more than a step.
        let next = body.step(body.step(now));
        if changes(&now, &next).is_zero() {
            break;
        }
        now = next;
    }
    now
}

/// Returns the bits that differ in any limb, so that one test covers all limbs.
#[inline(always)]
pub(crate) fn changes<W: Word, const N: usize, const K: usize>(
    one: &[[W; N]; K],
    other: &[[W; N]; K],
) -> W {
    const { assert!(N > 0 && K > 0, "a state has sets, and a set has limbs") };
    let mut changes = one[0][0] ^ other[0][0];
    for set in 0..K {
        for limb in 0..N {
            changes = changes | (one[set][limb] ^ other[set][limb]);
        }
    }
    changes
}

/// Returns the array in which each element is replaced by an expression of its index and the
/// element.
///
/// Code on vectors must be inlined whole into the function that is compiled for their instructions.
/// This loop always is. Closures and iterators are inlined only by some profiles, since they cannot
/// be marked for it.
macro_rules! each {
    ($array:expr, |$i:ident, $element:pat_param| $new:expr) => {{
        let (mut array, mut $i) = ($array, 0);
        while $i < array.len() {
            let $element = array[$i];
            array[$i] = $new;
            $i += 1;
        }
        array
    }};
}

pub(crate) use each;

macro_rules! word_of_one_game {
    ($integer:ty) => {
        impl Word for $integer {
            type Truth = bool;

            #[inline(always)]
            fn constant(self, bits: u64) -> Self {
                <$integer>::from(bits)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn is_zero(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn select(truth: bool, yes: Self, no: Self) -> Self {
                if truth { yes } else { no }
            }

            #[inline(always)]
            fn fix<const N: usize, const K: usize>(
                start: [[Self; N]; K],
                body: impl Body<Self, N, K>,
            ) -> [[Self; N]; K] {
                fix_one(start, body)
            }
        }
    };
}

word_of_one_game!(u64);
// Two limbs of a board as one word. The compiler keeps it in two plain registers.
word_of_one_game!(u128);

/// Loops as long as a word allows, to test all words.
pub(crate) mod long_loops {
    use super::{Body, Word};

    /// Two sets of bits. Each step adds to each set the bit after its highest one.
    #[derive(Clone, Copy)]
    struct Creep<W> {
        goal: W,
    }

    impl<W: Word> Body<W, 1, 2> for Creep<W> {
        #[inline(always)]
        fn step(self, state: [[W; 1]; 2]) -> [[W; 1]; 2] {
            state.map(|[set]| [set | set << 1])
        }

        #[inline(always)]
        fn enough(self, [_, [set]]: [[W; 1]; 2]) -> W::Truth {
            !(set & self.goal).is_zero()
        }
    }

    /// Returns whether a set that grows by one bit per step is complete at the end, although the
    /// other set never grows.
    #[inline(always)]
    pub(crate) fn goes_to_the_end<W: Word>(word: W) -> W::Truth {
        let (none, one) = (word.constant(0), word.constant(1));
        let [_, [grown]] = W::fix([[!none], [one]], Creep { goal: none });
        (!grown).is_zero()
    }

    /// Returns whether a set that grows by one bit per step has the goal's bit at the end.
    #[inline(always)]
    pub(crate) fn goes_to_the_goal<W: Word>(word: W, bit: u32) -> W::Truth {
        let one = word.constant(1);
        let goal = one << bit;
        let [_, [grown]] = W::fix([[one], [one]], Creep { goal });
        !(grown & goal).is_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::long_loops::{goes_to_the_end, goes_to_the_goal};
    use super::{Body, Word};

    #[derive(Clone, Copy)]
    struct Spread {
        region: u64,
        goal: u64,
    }

    impl Body<u64, 1, 1> for Spread {
        fn step(self, [[x]]: [[u64; 1]; 1]) -> [[u64; 1]; 1] {
            [[(x | x << 1) & self.region]]
        }

        fn enough(self, [[x]]: [[u64; 1]; 1]) -> bool {
            x & self.goal != 0
        }
    }

    #[test]
    fn fix_stops_when_nothing_changes() {
        assert_eq!(u64::fix([[4]], Spread { region: 0xff, goal: 0 }), [[0xfc]]);
    }

    #[test]
    fn fix_takes_no_step_when_the_start_is_enough() {
        assert_eq!(u64::fix([[4]], Spread { region: 0, goal: 4 }), [[4]]);
    }

    #[test]
    fn fix_takes_as_many_steps_as_it_needs() {
        assert!(goes_to_the_end(0u64) && goes_to_the_end(0u128));
        for bit in 1..64 {
            assert!(goes_to_the_goal(0u64, bit) && goes_to_the_goal(0u128, 64 + bit), "{bit}");
        }
    }

    #[test]
    fn select_chooses() {
        assert_eq!(u64::select(true, 1, 2), 1);
        assert_eq!(u64::select(0u64.is_zero() & !1u64.is_zero(), 1, 2), 1);
        assert_eq!(9u64.constant(5).plus(u64::MAX), 4);
    }
}
