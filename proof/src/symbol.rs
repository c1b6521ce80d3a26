//! A word of formulas.
//!
//! [`Symbol`] is a [`Word`] of the optimized engine whose bits are formulas. A kernel that runs on
//! symbols computes the formulas of its answer, with exactly the source that ships.
//!
//! Only one operation cannot be written as a formula: the loop, [`Word::fix`]. It is replaced by
//! its contract: the result is a state of which nothing is known, except that it passed the exit
//! test. Each loop is recorded. The [conditions](crate::conditions) on a recorded loop make the
//! contract strong enough for the other conditions. On small boards a loop can be unrolled instead.

use std::cell::RefCell;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};
use std::rc::Rc;

use superko_optimized::{Body, Word};

use crate::graph::{self, Lit, all, any};

/// A word of `BITS` formulas.
///
/// A word has to be `Copy`, so this is the number of a list that the thread's graph keeps. The
/// kernels are inlined wherever they are called. The operations on symbols are not inlined, so that
/// the kernels compile faster.
#[derive(Clone, Copy, Debug)]
pub struct Symbol<const BITS: usize = 64>(usize);

impl<const BITS: usize> Symbol<BITS> {
    /// Makes the word of these formulas, the lowest bit first.
    ///
    /// # Panics
    ///
    /// If there are more or fewer formulas than bits.
    #[inline(never)]
    pub fn new(bits: impl IntoIterator<Item = Lit>) -> Self {
        let bits: Rc<[Lit]> = bits.into_iter().collect();
        assert_eq!(bits.len(), BITS, "a formula for each bit");
        Symbol(graph::with(|graph| {
            graph.lists.push(bits);
            graph.lists.len() - 1
        }))
    }

    /// Returns the formulas, the lowest bit first.
    #[inline(never)]
    pub fn bits(self) -> Rc<[Lit]> {
        graph::with(|graph| Rc::clone(&graph.lists[self.0]))
    }

    #[inline(never)]
    fn bitwise(self, other: Self, operation: fn(Lit, Lit) -> Lit) -> Self {
        let (a, b) = (self.bits(), other.bits());
        Symbol::new(a.iter().zip(b.iter()).map(|(a, b)| operation(*a, *b)))
    }

    /// Moves every bit down by this number of places, or up if the number is negative.
    #[inline(never)]
    fn moved(self, places: isize) -> Self {
        let bits = self.bits();
        let from = |i: usize| i.checked_add_signed(places).and_then(|i| bits.get(i).copied());
        Symbol::new((0..BITS).map(|i| from(i).unwrap_or(Lit::FALSE)))
    }
}

impl<const BITS: usize> PartialEq for Symbol<BITS> {
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

impl<const BITS: usize> Eq for Symbol<BITS> {}

impl<const BITS: usize> BitAnd for Symbol<BITS> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.bitwise(other, |a, b| a & b)
    }
}

impl<const BITS: usize> BitOr for Symbol<BITS> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.bitwise(other, |a, b| a | b)
    }
}

impl<const BITS: usize> BitXor for Symbol<BITS> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.bitwise(other, |a, b| a ^ b)
    }
}

impl<const BITS: usize> Not for Symbol<BITS> {
    type Output = Self;

    #[inline(never)]
    fn not(self) -> Self {
        Symbol::new(self.bits().iter().map(|bit| !*bit))
    }
}

impl<const BITS: usize> Shl<u32> for Symbol<BITS> {
    type Output = Self;

    fn shl(self, bits: u32) -> Self {
        self.moved(-(bits as isize))
    }
}

impl<const BITS: usize> Shr<u32> for Symbol<BITS> {
    type Output = Self;

    fn shr(self, bits: u32) -> Self {
        self.moved(bits as isize)
    }
}

impl<const BITS: usize> Word for Symbol<BITS> {
    type Truth = Lit;

    #[inline(never)]
    fn constant(self, bits: u64) -> Self {
        Symbol::new((0..BITS).map(|i| Lit::constant(i < 64 && bits >> i & 1 == 1)))
    }

    #[inline(never)]
    fn plus(self, other: Self) -> Self {
        let mut carry = Lit::FALSE;
        let (a, b) = (self.bits(), other.bits());
        Symbol::new(a.iter().zip(b.iter()).map(|(&a, &b)| {
            let (either, both) = (a ^ b, a & b);
            let sum = either ^ carry;
            carry = both | (either & carry);
            sum
        }))
    }

    #[inline(never)]
    fn is_zero(self) -> Lit {
        !any(self.bits().iter().copied())
    }

    #[inline(never)]
    fn select(truth: Lit, yes: Self, no: Self) -> Self {
        let (yes, no) = (yes.bits(), no.bits());
        Symbol::new(yes.iter().zip(no.iter()).map(|(yes, no)| truth.select(*yes, *no)))
    }

    fn fix<const N: usize, const K: usize>(
        start: [[Self; N]; K],
        body: impl Body<Self, N, K>,
    ) -> [[Self; N]; K] {
        match LOOPS.with_borrow(|loops| loops.treatment) {
            Treatment::Unrolled { steps } => unroll(start, body, steps),
            Treatment::ByContract => by_contract(start, body),
        }
    }
}

/// How loops are treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// The loop becomes a state of which only the exit test is known.
    ByContract,
    /// This many steps are taken. A step has no effect once the state is good enough.
    Unrolled {
        /// The number of steps.
        steps: usize,
    },
}

/// A loop that a kernel ran by contract.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The sets that the loop started from, each as the bits of its limbs, the lowest first.
    pub start: Vec<Vec<Lit>>,
    /// Sets of which nothing is known. If the exit test holds, they stand for the result.
    pub state: Vec<Vec<Lit>>,
    /// The state after one more step.
    pub next: Vec<Vec<Lit>>,
    /// The formula that the state is good enough to stop.
    pub enough: Lit,
}

impl Loop {
    /// Returns the exit test: the state is good enough, or a step does not change it.
    pub fn exit(&self) -> Lit {
        let pairs = self.state.iter().flatten().zip(self.next.iter().flatten());
        self.enough | all(pairs.map(|(state, next)| state.same(*next)))
    }
}

struct Loops {
    treatment: Treatment,
    /// Whether each bit of a set is a point of the board. No other bit can be set.
    points: Vec<bool>,
    /// The loops by contract so far, an inner loop before the outer one.
    recorded: Vec<Loop>,
}

thread_local! {
    static LOOPS: RefCell<Loops> = const {
        RefCell::new(Loops { treatment: Treatment::ByContract, points: vec![], recorded: vec![] })
    };
}

/// Forgets all loops. From now on, kernels that run on symbols treat loops like this.
///
/// `points` says for each bit of a set whether it is a point of the board. The state of a loop by
/// contract has no other bits. The conditions on loops show that this is right: no start has other
/// bits, and no step sets one.
pub fn begin(treatment: Treatment, points: Vec<bool>) {
    LOOPS.set(Loops { treatment, points, recorded: vec![] });
}

/// Returns the loops by contract since [`begin`], an inner loop before the outer one.
pub fn loops() -> Vec<Loop> {
    LOOPS.with_borrow(|loops| loops.recorded.clone())
}

/// Takes up to `steps` steps. A state that is good enough stays as it is.
#[inline(never)]
fn unroll<const BITS: usize, const N: usize, const K: usize>(
    start: [[Symbol<BITS>; N]; K],
    body: impl Body<Symbol<BITS>, N, K>,
    steps: usize,
) -> [[Symbol<BITS>; N]; K] {
    let mut now = start;
    for _ in 0..steps {
        let enough = body.enough(now);
        let next = step(body, now);
        if next == now || enough == Lit::TRUE {
            break;
        }
        for (now, next) in now.iter_mut().flatten().zip(next.iter().flatten()) {
            *now = Symbol::select(enough, *now, *next);
        }
    }
    now
}

/// Takes one step. This function exists so that the step is compiled only once.
#[inline(never)]
fn step<const BITS: usize, const N: usize, const K: usize>(
    body: impl Body<Symbol<BITS>, N, K>,
    state: [[Symbol<BITS>; N]; K],
) -> [[Symbol<BITS>; N]; K] {
    body.step(state)
}

/// Records the loop, and returns a state of which nothing is known. For a loop that was recorded
/// before, returns the state of that loop.
#[inline(never)]
fn by_contract<const BITS: usize, const N: usize, const K: usize>(
    start: [[Symbol<BITS>; N]; K],
    body: impl Body<Symbol<BITS>, N, K>,
) -> [[Symbol<BITS>; N]; K] {
    let start_bits = bits(&start);
    let candidates: Vec<Loop> = LOOPS.with_borrow(|loops| {
        loops.recorded.iter().filter(|earlier| earlier.start == start_bits).cloned().collect()
    });
    // Loops with the same formulas for start, step and exit test are the same loop, and have the
    // same result.
    for earlier in candidates {
        let state = sets(&earlier.state);
        if bits(&step(body, state)) == earlier.next && body.enough(state) == earlier.enough {
            return state;
        }
    }
    let state: [[Symbol<BITS>; N]; K] = LOOPS.with_borrow(|loops| {
        std::array::from_fn(|_| {
            std::array::from_fn(|limb| {
                Symbol::new((limb * BITS..(limb + 1) * BITS).map(
                    |bit| match loops.points.get(bit) {
                        Some(true) => Lit::input(),
                        _ => Lit::FALSE,
                    },
                ))
            })
        })
    });
    let (next, enough) = (bits(&step(body, state)), body.enough(state));
    let new = Loop { start: start_bits, state: bits(&state), next, enough };
    LOOPS.with_borrow_mut(|loops| loops.recorded.push(new));
    state
}

/// Returns the formulas of each set.
#[inline(never)]
fn bits<const BITS: usize, const N: usize, const K: usize>(
    sets: &[[Symbol<BITS>; N]; K],
) -> Vec<Vec<Lit>> {
    let list = |set: &[Symbol<BITS>; N]| set.iter().flat_map(|limb| limb.bits().to_vec()).collect();
    sets.iter().map(list).collect()
}

/// Returns the sets of these formulas.
#[inline(never)]
fn sets<const BITS: usize, const N: usize, const K: usize>(
    bits: &[Vec<Lit>],
) -> [[Symbol<BITS>; N]; K] {
    std::array::from_fn(|set| {
        std::array::from_fn(|limb| Symbol::new(bits[set][limb * BITS..][..BITS].iter().copied()))
    })
}
