//! Kernels that are wrong on purpose.
//!
//! A proof that accepts everything proves nothing, so each of these kernels must be refused. Some
//! are copies of a kernel with one rule broken. Some run the shipped source on a word that computes
//! one operation wrong, like a bitboard that lost a shift or a carry. Some run it on a board whose
//! constants are wrong.

mod word;

use superko_optimized::kernel::{self, Outlook, Played};
use superko_optimized::{Bitboard, Word};

use crate::source::Source;

pub use word::{Fault, Faulty};

type Set<const S: usize, const N: usize, W> = Bitboard<S, N, W>;

/// Own stones are cleared before those of the opponent.
#[derive(Clone, Copy, Debug)]
pub struct OwnFirst;

/// Own stones without a liberty stay.
#[derive(Clone, Copy, Debug)]
pub struct NoSuicide;

/// A capture removes all of the opponent's chains next to the new stone, also those that still have
/// a liberty.
#[derive(Clone, Copy, Debug)]
pub struct TakesAll;

/// A chain with one liberty counts as a chain with two.
#[derive(Clone, Copy, Debug)]
pub struct OneIsTwo;

/// A lone stone with nothing but opponent stones around it is always removed, even if it captures.
#[derive(Clone, Copy, Debug)]
pub struct NeverCaptures;

/// An empty point counts for a side that it touches, even if it reaches the other side too.
#[derive(Clone, Copy, Debug)]
pub struct TouchedArea;

/// Returns the stones of `stones` that have a path to a point of `empty`.
fn breathing<const S: usize, const N: usize, W: Word>(
    stones: Set<S, N, W>,
    empty: Set<S, N, W>,
) -> Set<S, N, W> {
    kernel::flood(stones & empty.neighbors(), stones)
}

impl Source for OwnFirst {
    fn play_beside<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
        safe: Set<S, N, W>,
        point: Set<S, N, W>,
    ) -> Played<S, N, W> {
        let own = own | point;
        let alive = breathing(own, board - own - opponent);
        let suicide = !(own - alive).is_zero();
        let right = kernel::play_beside(board, alive - point, opponent, safe, point & alive);
        Played { own: Bitboard::select(suicide, alive, right.own), suicide, ..right }
    }
}

impl Source for NoSuicide {
    fn play_beside<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
        safe: Set<S, N, W>,
        point: Set<S, N, W>,
    ) -> Played<S, N, W> {
        let right = kernel::play_beside(board, own, opponent, safe, point);
        Played { own: own | point, ..right }
    }
}

impl Source for TakesAll {
    fn play_beside<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
        safe: Set<S, N, W>,
        point: Set<S, N, W>,
    ) -> Played<S, N, W> {
        let right = kernel::play_beside(board, own, opponent, safe, point);
        let beside = kernel::flood(point.neighbors() & opponent, opponent);
        let left = Bitboard::select(right.captures, opponent - beside, opponent);
        Played { opponent: left, ..right }
    }
}

impl Source for OneIsTwo {
    fn outlook<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> Outlook<S, N, W> {
        let empty = board - own - opponent;
        let [own_secure, safe] = [breathing(own, empty), breathing(opponent, empty)];
        let may_capture = empty & (opponent - safe).neighbors();
        let calm = empty - may_capture;
        let breathes = empty.neighbors() | own_secure.neighbors();
        let beside_own = own.neighbors();
        Outlook {
            quiet: calm & breathes,
            lone: calm - breathes - beside_own,
            unclear: may_capture | ((calm & beside_own) - breathes),
            safe,
            breathing: empty & breathes,
        }
    }
}

impl Source for NeverCaptures {
    fn lone<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> Set<S, N, W> {
        let empty = board - own - opponent;
        empty - empty.neighbors() - own.neighbors()
    }
}

impl Source for TouchedArea {
    fn area<const S: usize, const N: usize, W: Word>(
        board: Set<S, N, W>,
        own: Set<S, N, W>,
        opponent: Set<S, N, W>,
    ) -> [Set<S, N, W>; 2] {
        let empty = board - own - opponent;
        let (beside_own, beside_opponent) = (own.neighbors(), opponent.neighbors());
        [
            own | ((beside_own & empty) - beside_opponent),
            opponent | ((beside_opponent & empty) - beside_own),
        ]
    }
}

/// No operation is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Faultless;

impl Fault for Faultless {}

/// The shift to the west neighbor is lost.
#[derive(Clone, Copy, Debug)]
pub struct MissingNeighbor;

impl Fault for MissingNeighbor {
    fn shr<W: Word>(word: W, bits: u32) -> W {
        if bits == 1 { word.constant(0) } else { word >> bits }
    }
}

/// The carry of a shift to the left is lost between limbs. (The shifts of the kernels to the left
/// are by fewer than 32 bits, so their carry is a shift to the right by more than 32 bits.)
#[derive(Clone, Copy, Debug)]
pub struct LostCarry;

impl Fault for LostCarry {
    fn shr<W: Word>(word: W, bits: u32) -> W {
        if bits > 32 { word.constant(0) } else { word >> bits }
    }
}
