//! The kernels as functions from formulas to formulas.
//!
//! [`Kernels`] runs a [`Source`] on words, mostly symbols, in the layout of one board. All
//! arguments and results are [`Points`], so that the conditions are about points only, not about
//! bits.

use std::cell::RefCell;
use std::marker::PhantomData;

use superko_optimized::{Bitboard, Shape, kernel};

use crate::bits::Bits;
use crate::board::{Board, Frame, Points};
use crate::graph::{Lit, any};
use crate::source::Source;
use crate::symbol::{self, Symbol, Treatment};

/// The stones after a play.
#[derive(Clone, Debug)]
pub struct Played {
    /// The stones of the player who played.
    pub own: Points,
    /// The stones of the opponent.
    pub opponent: Points,
    /// Whether opponent stones were removed.
    pub captures: Lit,
    /// Whether own stones were removed.
    pub suicide: Lit,
}

/// The empty points, by what is known about a play there without trying it.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// A play removes nothing.
    pub quiet: Points,
    /// A play removes the new stone alone.
    pub lone: Points,
    /// The effect of a play is not known.
    pub unclear: Points,
    /// A play is no suicide.
    pub breathing: Points,
    /// Opponent chains with more than one liberty.
    pub safe: Points,
}

/// The empty points, by what a play there removes.
#[derive(Clone, Debug)]
pub struct Plays {
    /// A play removes nothing.
    pub quiet: Points,
    /// A play removes opponent stones.
    pub capturing: Points,
    /// A play removes the new stone alone.
    pub lone: Points,
    /// A play removes the new stone and others.
    pub several: Points,
}

/// A loop in terms of points; see [`symbol::Loop`].
#[derive(Clone, Debug)]
pub struct Loop {
    /// The sets from which the loop started.
    pub start: Vec<Points>,
    /// Sets of which nothing is known. They are the result if the exit test holds.
    pub state: Vec<Points>,
    /// The state after one more step.
    pub next: Vec<Points>,
    /// Whether the state is good enough to stop.
    pub enough: Lit,
    /// The exit test.
    pub exit: Lit,
    /// Whether the start has a bit that is not a point.
    pub starts_beyond: Lit,
    /// Whether a step sets a bit that is not a point.
    pub steps_beyond: Lit,
}

impl Loop {
    /// Returns the loop with this number, if it exists and has this many sets. Otherwise returns a
    /// loop of which nothing is known, so that no condition on it holds.
    pub fn of(loops: &[Loop], number: usize, sets: usize, board: Board) -> Loop {
        let unknown = || (0..sets).map(|_| Points::any(board)).collect();
        match loops.get(number) {
            Some(recorded) if recorded.state.len() == sets => recorded.clone(),
            _ => Loop {
                start: unknown(),
                state: unknown(),
                next: unknown(),
                enough: Lit::input(),
                exit: Lit::input(),
                starts_beyond: Lit::input(),
                steps_beyond: Lit::input(),
            },
        }
    }
}

/// Kernels that compute on the formulas of one board.
///
/// All calls since the last [`begin`](Kernels::begin) share their loops: two loops that are the
/// same have the same result.
pub trait Kernels {
    /// Returns the board and its place in a bitboard.
    fn frame(&self) -> Frame;

    /// Forgets all loops, and treats later loops like this.
    fn begin(&self, treatment: Treatment);

    /// Returns the loops that the kernels ran since [`begin`](Kernels::begin), inner loops first.
    fn loops(&self) -> Vec<Loop>;

    /// Returns the formula that an answer since [`begin`](Kernels::begin) has a bit that is not a
    /// point.
    fn beyond(&self) -> Lit;

    /// Returns the points of the board and of its edge, as the engine has them.
    fn shape(&self) -> [Points; 2];

    /// Returns the seed, grown through the region.
    fn flood(&self, seed: &Points, region: &Points) -> Points;

    /// Plays at a point when nothing is known of the opponent's stones.
    fn play(&self, own: &Points, opponent: &Points, point: &Points) -> Played;

    /// Plays at a point when some stones of the opponent are known to be safe.
    fn play_beside(&self, own: &Points, opponent: &Points, safe: &Points, point: &Points)
    -> Played;

    /// Returns what is known of all plays without trying them.
    fn outlook(&self, own: &Points, opponent: &Points) -> Outlook;

    /// Returns points where a play is known to remove the new stone alone.
    fn lone(&self, own: &Points, opponent: &Points) -> Points;

    /// Returns what all plays remove.
    fn plays(&self, own: &Points, opponent: &Points) -> Plays;

    /// Returns the points that count for each player.
    fn area(&self, own: &Points, opponent: &Points) -> [Points; 2];

    /// Returns the points that a playout does not fill.
    fn eyes(&self, own: &Points, opponent: &Points) -> Points;

    /// Returns the first point of a set, as a set.
    fn lowest(&self, set: &Points) -> Points;
}

/// A source in a layout of stride `S` and `N` words.
#[derive(Debug)]
pub struct Layout<K, W, const S: usize, const N: usize> {
    frame: Frame,
    shape: [Vec<bool>; 2],
    beyond: RefCell<Vec<Lit>>,
    source: PhantomData<(K, W)>,
}

impl<K: Source, W: Bits, const S: usize, const N: usize> Layout<K, W, S, N> {
    /// Makes the layout of a board. The engine's [`Shape`] of stride `S` and `L` limbs says which
    /// bits are points of the board. Returns `None` if there is no such shape.
    pub fn new<const L: usize>(board: Board) -> Option<Self> {
        let shape = Shape::<S, L>::new(board.columns as u8, board.rows as u8)?;
        let is_set =
            |set: Bitboard<S, L>, i: usize| i < 64 * L && set.limbs()[i / 64] >> (i % 64) & 1 == 1;
        let bits = |set| (0..N * W::BITS).map(|i| is_set(set, i)).collect();
        Some(Self::with_shape(board, [bits(shape.points()), bits(shape.edge())]))
    }

    /// Makes a layout in which the points and the edge of a board are other bits than in the
    /// engine.
    pub fn with_shape(board: Board, shape: [Vec<bool>; 2]) -> Self {
        let frame = Frame { board, stride: S, bits: N * W::BITS };
        Layout { frame, shape, beyond: RefCell::default(), source: PhantomData }
    }

    /// Returns the bitboard of these points.
    fn set(&self, points: &Points) -> Bitboard<S, N, W> {
        set_of_bits(&self.frame.spread(points.0.iter().copied(), Lit::FALSE))
    }

    /// Returns the points of the board, and those of its edge.
    fn shape(&self) -> [Bitboard<S, N, W>; 2] {
        self.shape.each_ref().map(|bits| {
            let bits: Vec<Lit> = bits.iter().map(|&bit| Lit::constant(bit)).collect();
            set_of_bits(&bits)
        })
    }

    fn board(&self) -> Bitboard<S, N, W> {
        self.shape()[0]
    }

    /// Returns the points of an answer. Also records the formula that the answer has a bit that is
    /// not a point.
    fn points(&self, set: Bitboard<S, N, W>) -> Points {
        let bits: Vec<Lit> = set.limbs().into_iter().flat_map(Bits::formulas).collect();
        self.beyond.borrow_mut().push(self.frame.beyond(&bits));
        self.frame.points(&bits)
    }

    fn played(&self, played: kernel::Played<S, N, W>) -> Played {
        Played {
            own: self.points(played.own),
            opponent: self.points(played.opponent),
            captures: W::formula(played.captures),
            suicide: W::formula(played.suicide),
        }
    }
}

fn set_of_bits<W: Bits, const S: usize, const N: usize>(bits: &[Lit]) -> Bitboard<S, N, W> {
    let limb = |limb| W::of_formulas(&bits[limb * W::BITS..][..W::BITS]);
    Bitboard::from_limbs(std::array::from_fn(limb))
}

impl<K: Source, W: Bits, const S: usize, const N: usize> Kernels for Layout<K, W, S, N> {
    fn frame(&self) -> Frame {
        self.frame
    }

    fn begin(&self, treatment: Treatment) {
        self.beyond.borrow_mut().clear();
        symbol::begin(treatment, self.frame.mask());
    }

    fn loops(&self) -> Vec<Loop> {
        let sets = |sets: &[Vec<Lit>]| sets.iter().map(|bits| self.frame.points(bits)).collect();
        let beyond = |sets: &[Vec<Lit>]| any(sets.iter().map(|bits| self.frame.beyond(bits)));
        let loops = symbol::loops().into_iter().map(|recorded| Loop {
            start: sets(&recorded.start),
            state: sets(&recorded.state),
            next: sets(&recorded.next),
            enough: recorded.enough,
            exit: recorded.exit(),
            starts_beyond: beyond(&recorded.start),
            steps_beyond: beyond(&recorded.next),
        });
        loops.collect()
    }

    fn beyond(&self) -> Lit {
        any(self.beyond.borrow().iter().copied())
    }

    fn shape(&self) -> [Points; 2] {
        Layout::shape(self).map(|set| self.points(set))
    }

    fn flood(&self, seed: &Points, region: &Points) -> Points {
        self.points(kernel::flood(self.set(seed), self.set(region)))
    }

    fn play(&self, own: &Points, opponent: &Points, point: &Points) -> Played {
        self.played(kernel::play(self.board(), self.set(own), self.set(opponent), self.set(point)))
    }

    fn play_beside(
        &self,
        own: &Points,
        opponent: &Points,
        safe: &Points,
        point: &Points,
    ) -> Played {
        let [own, opponent, safe, point] = [own, opponent, safe, point].map(|set| self.set(set));
        self.played(K::play_beside(self.board(), own, opponent, safe, point))
    }

    fn outlook(&self, own: &Points, opponent: &Points) -> Outlook {
        let look = K::outlook(self.board(), self.set(own), self.set(opponent));
        let [quiet, lone, unclear, breathing, safe] =
            [look.quiet, look.lone, look.unclear, look.breathing, look.safe]
                .map(|set| self.points(set));
        Outlook { quiet, lone, unclear, breathing, safe }
    }

    fn lone(&self, own: &Points, opponent: &Points) -> Points {
        self.points(K::lone(self.board(), self.set(own), self.set(opponent)))
    }

    fn plays(&self, own: &Points, opponent: &Points) -> Plays {
        let plays = kernel::plays(self.board(), self.set(own), self.set(opponent));
        let [quiet, capturing, lone, several] =
            [plays.quiet, plays.capturing, plays.lone, plays.several].map(|set| self.points(set));
        Plays { quiet, capturing, lone, several }
    }

    fn area(&self, own: &Points, opponent: &Points) -> [Points; 2] {
        K::area(self.board(), self.set(own), self.set(opponent)).map(|set| self.points(set))
    }

    fn eyes(&self, own: &Points, opponent: &Points) -> Points {
        let [board, edge] = Layout::shape(self);
        self.points(kernel::eyes(board, edge, self.set(own), self.set(opponent)))
    }

    fn lowest(&self, set: &Points) -> Points {
        self.points(self.set(set).lowest())
    }
}

/// Returns the source in the engine's layout of a board, in limbs of 64 formulas. The layout is the
/// first that has room.
///
/// # Panics
///
/// If a side is not from 1 to 25.
pub fn kernels_of<K: Source + 'static>(board: Board) -> Box<dyn Kernels> {
    kernels_in::<K, Symbol>(board, board)
}

/// Returns the source on a board in the layout of another board, which may be larger. The words
/// have 64 bits: symbols, or the words of the engine.
///
/// # Panics
///
/// If a side is not from 1 to 25, or there is no room for the board.
pub fn kernels_in<K: Source + 'static, W: Bits + 'static>(
    layout_of: Board,
    board: Board,
) -> Box<dyn Kernels> {
    let (columns, rows) = (layout_of.columns as u8, layout_of.rows as u8);
    macro_rules! first {
        ($(($stride:literal, $limbs:literal))*) => {$(
            if Shape::<$stride, $limbs>::new(columns, rows).is_some() {
                let layout = Layout::<K, W, $stride, $limbs>::new::<$limbs>(board);
                return Box::new(layout.expect("the layout of a greater board has room"));
            }
        )*};
    }
    first!((8, 1)(10, 2)(14, 3)(20, 6)(26, 11));
    panic!("{layout_of} is no size from 1x1 to 25x25")
}

/// Returns the source in the engine's layout of a board, in one word that is as wide as all limbs
/// together. The engine plays boards of two limbs and more in such words if the processor has them.
/// Returns `None` if the board has more than 19 columns or rows, because no word is that wide.
pub fn wide_kernels_of<K: Source + 'static>(board: Board) -> Option<Box<dyn Kernels>> {
    macro_rules! first {
        ($(($stride:literal, $limbs:literal, $bits:literal))*) => {$(
            if let Some(layout) = Layout::<K, Symbol<$bits>, $stride, 1>::new::<$limbs>(board) {
                return Some(Box::new(layout));
            }
        )*};
    }
    first!((8, 1, 64)(10, 2, 128)(14, 3, 512)(20, 6, 512));
    None
}
