//! The kernels on `u64`, as the engine runs them, behind the same face as on symbols.
//!
//! A set of constant formulas goes in and one comes out; in between there are only bits. So what a
//! solver found on symbols can be replayed on the code itself.

use std::marker::PhantomData;

use superko_optimized::{Bitboard, kernel};

use crate::board::{Board, Frame, Points};
use crate::graph::Lit;
use crate::kernels::{Kernels, Loop, Outlook, Played, Plays};
use crate::source::Source;
use crate::symbol::Treatment;

/// A source in a layout of stride `S` and `N` limbs, on `u64`.
#[derive(Debug)]
pub struct Concrete<K, const S: usize, const N: usize> {
    frame: Frame,
    shape: [Bitboard<S, N>; 2],
    source: PhantomData<K>,
}

impl<K: Source, const S: usize, const N: usize> Concrete<K, S, N> {
    /// The source on a board whose points and edge are these bits.
    pub fn new(board: Board, shape: &[Vec<bool>; 2]) -> Self {
        let frame = Frame { board, stride: S, bits: 64 * N };
        Concrete {
            frame,
            shape: shape.each_ref().map(|bits| set_of_bits(bits)),
            source: PhantomData,
        }
    }

    /// # Panics
    ///
    /// If a formula is no constant.
    fn set(&self, points: &Points) -> Bitboard<S, N> {
        let value = |&point: &Lit| {
            assert!(point == Lit::TRUE || point == Lit::FALSE, "concrete code takes constants");
            point == Lit::TRUE
        };
        set_of_bits(&self.frame.spread(points.0.iter().map(value), false))
    }

    fn points(&self, set: Bitboard<S, N>) -> Points {
        let limbs = set.limbs();
        let bit = |bit: usize| Lit::constant(limbs[bit / 64] >> (bit % 64) & 1 == 1);
        self.frame.points(&(0..self.frame.bits).map(bit).collect::<Vec<_>>())
    }

    fn played(&self, played: kernel::Played<S, N>) -> Played {
        Played {
            own: self.points(played.own),
            opponent: self.points(played.opponent),
            captures: Lit::constant(played.captures),
            suicide: Lit::constant(played.suicide),
        }
    }
}

fn set_of_bits<const S: usize, const N: usize>(bits: &[bool]) -> Bitboard<S, N> {
    let mut limbs = [0; N];
    for (i, _) in bits.iter().enumerate().filter(|(_, bit)| **bit) {
        limbs[i / 64] |= 1 << (i % 64);
    }
    Bitboard::from_limbs(limbs)
}

impl<K: Source, const S: usize, const N: usize> Kernels for Concrete<K, S, N> {
    fn frame(&self) -> Frame {
        self.frame
    }

    /// Does nothing: loops run here.
    fn begin(&self, _: Treatment) {}

    fn loops(&self) -> Vec<Loop> {
        vec![]
    }

    fn beyond(&self) -> Lit {
        Lit::FALSE
    }

    fn shape(&self) -> [Points; 2] {
        self.shape.map(|set| self.points(set))
    }

    fn flood(&self, seed: &Points, region: &Points) -> Points {
        self.points(K::flood(self.set(seed), self.set(region)))
    }

    fn play(&self, own: &Points, opponent: &Points, point: &Points) -> Played {
        self.played(K::play(self.shape[0], self.set(own), self.set(opponent), self.set(point)))
    }

    fn play_beside(
        &self,
        own: &Points,
        opponent: &Points,
        safe: &Points,
        point: &Points,
    ) -> Played {
        let [own, opponent, safe, point] = [own, opponent, safe, point].map(|set| self.set(set));
        self.played(K::play_beside(self.shape[0], own, opponent, safe, point))
    }

    fn outlook(&self, own: &Points, opponent: &Points) -> Outlook {
        let look = K::outlook(self.shape[0], self.set(own), self.set(opponent));
        let [quiet, lone, unclear, safe] =
            [look.quiet, look.lone, look.unclear, look.safe].map(|set| self.points(set));
        Outlook { quiet, lone, unclear, safe }
    }

    fn plays(&self, own: &Points, opponent: &Points) -> Plays {
        let plays = K::plays(self.shape[0], self.set(own), self.set(opponent));
        let [quiet, capturing, lone, several] =
            [plays.quiet, plays.capturing, plays.lone, plays.several].map(|set| self.points(set));
        Plays { quiet, capturing, lone, several }
    }

    fn area(&self, own: &Points, opponent: &Points) -> [Points; 2] {
        K::area(self.shape[0], self.set(own), self.set(opponent)).map(|set| self.points(set))
    }

    fn eyes(&self, own: &Points, opponent: &Points) -> Points {
        let [board, edge] = self.shape;
        self.points(K::eyes(board, edge, self.set(own), self.set(opponent)))
    }

    fn lowest(&self, set: &Points) -> Points {
        self.points(self.set(set).lowest())
    }
}
