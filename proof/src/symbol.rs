//! A word of formulas.
//!
//! [`Symbol`] is a [`Word`] of the optimized engine whose bits are formulas. A kernel that is given
//! symbols computes the formulas of its answer, by the very source that ships.
//!
//! The one operation that cannot be written as a formula is the loop, [`Word::fix`]. It is replaced
//! by its contract: the result is a state of which nothing is known, save that it passed the exit
//! test. Each loop is recorded, so that the [conditions](crate::conditions) can prove what makes
//! the contract strong enough, and use it. On small boards a loop can be unrolled instead.

use std::cell::RefCell;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use superko_optimized::{Body, Word};

use crate::graph::{Lit, all, any};

/// A word of `BITS` formulas, the lowest bit first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol<const BITS: usize = 64>(pub [Lit; BITS]);

// A kernel is inlined wherever it is called. If the operations on this large value were inlined into
// it as well, compiling would take minutes.
impl<const BITS: usize> Symbol<BITS> {
    #[inline(never)]
    fn bitwise(self, other: Self, operation: fn(Lit, Lit) -> Lit) -> Self {
        Symbol(std::array::from_fn(|i| operation(self.0[i], other.0[i])))
    }
}

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
        Symbol(self.0.map(|bit| !bit))
    }
}

impl<const BITS: usize> Shl<u32> for Symbol<BITS> {
    type Output = Self;

    #[inline(never)]
    fn shl(self, bits: u32) -> Self {
        let from = |i: usize| i.checked_sub(bits as usize);
        Symbol(std::array::from_fn(|i| from(i).map_or(Lit::FALSE, |j| self.0[j])))
    }
}

impl<const BITS: usize> Shr<u32> for Symbol<BITS> {
    type Output = Self;

    #[inline(never)]
    fn shr(self, bits: u32) -> Self {
        let from = |i: usize| self.0.get(i + bits as usize);
        Symbol(std::array::from_fn(|i| from(i).copied().unwrap_or(Lit::FALSE)))
    }
}

impl<const BITS: usize> Word for Symbol<BITS> {
    type Truth = Lit;

    #[inline(never)]
    fn constant(bits: u64) -> Self {
        Symbol(std::array::from_fn(|i| Lit::constant(i < 64 && bits >> i & 1 == 1)))
    }

    #[inline(never)]
    fn plus(self, other: Self) -> Self {
        let mut carry = Lit::FALSE;
        Symbol(std::array::from_fn(|i| {
            let (a, b) = (self.0[i], other.0[i]);
            let (either, both) = (a ^ b, a & b);
            let sum = either ^ carry;
            carry = both | (either & carry);
            sum
        }))
    }

    #[inline(never)]
    fn is_zero(self) -> Lit {
        !any(self.0)
    }

    #[inline(never)]
    fn select(truth: Lit, yes: Self, no: Self) -> Self {
        Symbol(std::array::from_fn(|i| truth.select(yes.0[i], no.0[i])))
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

/// What becomes of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// A state of which only the exit test is known.
    ByContract,
    /// So many steps are taken, each only where there is not enough yet.
    Unrolled {
        /// The number of steps.
        steps: usize,
    },
}

/// A loop that a kernel has come to, by contract.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The sets that the loop started from, each as the bits of its limbs, the lowest first.
    pub start: Vec<Vec<Lit>>,
    /// Any sets. If the exit test holds, they stand for the result.
    pub state: Vec<Vec<Lit>>,
    /// What one step makes of the state.
    pub next: Vec<Vec<Lit>>,
    /// Is the state good enough to stop?
    pub enough: Lit,
}

impl Loop {
    /// The exit test: the state is good enough, or a step does not change it.
    pub fn exit(&self) -> Lit {
        let pairs = self.state.iter().flatten().zip(self.next.iter().flatten());
        self.enough | all(pairs.map(|(state, next)| state.same(*next)))
    }
}

struct Loops {
    treatment: Treatment,
    /// Which bits of a limb can be set: those of points of the board.
    points: Vec<bool>,
    met: Vec<Loop>,
}

thread_local! {
    static LOOPS: RefCell<Loops> = const {
        RefCell::new(Loops { treatment: Treatment::ByContract, points: vec![], met: vec![] })
    };
}

/// Forgets all loops. From now on the kernels that run on symbols treat loops like this.
///
/// `points` says of each bit of a set whether it is a point of the board. The state of a loop by
/// contract has no other bits. That is shown by the conditions on loops: no start has other bits,
/// and no step makes one.
pub fn begin(treatment: Treatment, points: Vec<bool>) {
    LOOPS.set(Loops { treatment, points, met: vec![] });
}

/// The loops by contract since [`begin`], an inner loop before the outer one.
pub fn loops() -> Vec<Loop> {
    LOOPS.with_borrow(|loops| loops.met.clone())
}

#[inline(never)]
fn unroll<const BITS: usize, const N: usize, const K: usize>(
    start: [[Symbol<BITS>; N]; K],
    body: impl Body<Symbol<BITS>, N, K>,
    steps: usize,
) -> [[Symbol<BITS>; N]; K] {
    let mut now = start;
    for _ in 0..steps {
        let enough = body.enough(now);
        let next = body.step(now);
        if next == now || enough == Lit::TRUE {
            break;
        }
        for (now, next) in now.iter_mut().flatten().zip(next.iter().flatten()) {
            *now = Symbol::select(enough, *now, *next);
        }
    }
    now
}

#[inline(never)]
fn by_contract<const BITS: usize, const N: usize, const K: usize>(
    start: [[Symbol<BITS>; N]; K],
    body: impl Body<Symbol<BITS>, N, K>,
) -> [[Symbol<BITS>; N]; K] {
    let start_bits = bits(&start);
    let candidates: Vec<Loop> = LOOPS.with_borrow(|loops| {
        loops.met.iter().filter(|met| met.start == start_bits).cloned().collect()
    });
    // The same start, the same step and the same exit test, as formulas, make the same loop, and
    // the same loop has the same result.
    for met in candidates {
        let state = sets(&met.state);
        if bits(&body.step(state)) == met.next && body.enough(state) == met.enough {
            return state;
        }
    }
    let state: [[Symbol<BITS>; N]; K] = LOOPS.with_borrow(|loops| {
        std::array::from_fn(|_| {
            std::array::from_fn(|limb| {
                Symbol(std::array::from_fn(|i| match loops.points.get(limb * BITS + i) {
                    Some(true) => Lit::input(),
                    _ => Lit::FALSE,
                }))
            })
        })
    });
    let (next, enough) = (bits(&body.step(state)), body.enough(state));
    let met = Loop { start: start_bits, state: bits(&state), next, enough };
    LOOPS.with_borrow_mut(|loops| loops.met.push(met));
    state
}

#[inline(never)]
fn bits<const BITS: usize, const N: usize, const K: usize>(
    sets: &[[Symbol<BITS>; N]; K],
) -> Vec<Vec<Lit>> {
    sets.iter().map(|set| set.iter().flat_map(|limb| limb.0).collect()).collect()
}

#[inline(never)]
fn sets<const BITS: usize, const N: usize, const K: usize>(
    bits: &[Vec<Lit>],
) -> [[Symbol<BITS>; N]; K] {
    std::array::from_fn(|set| {
        std::array::from_fn(|limb| Symbol(std::array::from_fn(|i| bits[set][limb * BITS + i])))
    })
}
