//! Every grid of a game, and the search for a repeated one.

use crate::bitboard::Bitboard;
use crate::point::{Player, Point, Turn};

/// The black and the white stones of a grid.
pub(crate) type Grid<const S: usize, const N: usize> = [Bitboard<S, N>; 2];

/// Every grid of a game in order: the first one, then one a turn.
///
/// A hash of `BITS` bits proposes earlier grids; comparison decides. Grids whose hashes fall into
/// one bucket are chained, the latest first.
#[derive(Clone, Debug)]
pub(crate) struct History<const S: usize, const N: usize, const BITS: u32> {
    grids: Vec<Grid<S, N>>,
    /// Of each grid, the turn that led to it; of the first one, a pass.
    turns: Vec<Step>,
    /// Of each grid, the next older one in its bucket, as index + 1; 0 ends the chain.
    links: Vec<u32>,
    /// Of each bucket, its latest grid, as index + 1. The length is a power of two.
    heads: Vec<u32>,
    /// One bit for each pair (black stones, white stones) that some grid has.
    pairs: Vec<u64>,
    /// The number of points, plus 1: a pair is bit `black * span + white`.
    span: usize,
}

/// A turn, and whether its grid was the first with its pair of stone counts, in two bytes.
#[derive(Clone, Copy, Debug)]
struct Step(u16);

impl<const S: usize, const N: usize, const BITS: u32> History<S, N, BITS> {
    /// The history that holds only the first grid, on a board of so many points.
    pub(crate) fn new(first: &Grid<S, N>, points: usize) -> Self {
        let span = points + 1;
        let mut history = History {
            grids: Vec::new(),
            turns: Vec::new(),
            links: Vec::new(),
            heads: vec![0; 64],
            pairs: vec![0; (span * span).div_ceil(64)],
            span,
        };
        history.push(first, counts(first), None);
        history
    }

    /// The number of turns so far.
    #[inline(always)]
    pub(crate) fn turns(&self) -> usize {
        self.grids.len() - 1
    }

    /// The grid after so many turns.
    #[inline(always)]
    pub(crate) fn grid(&self, turns: usize) -> &Grid<S, N> {
        &self.grids[turns]
    }

    /// All grids in order.
    #[inline(always)]
    pub(crate) fn grids(&self) -> &[Grid<S, N>] {
        &self.grids
    }

    /// The turn of this number, from 1; none for 0.
    #[inline(always)]
    pub(crate) fn turn(&self, number: usize) -> Option<Turn> {
        (number > 0).then(|| self.turns[number].turn::<S>())
    }

    /// Was this turn, numbered from 1, a play?
    #[inline(always)]
    pub(crate) fn is_play(&self, number: usize) -> bool {
        !self.turns[number].is_pass()
    }

    /// Has any grid so many stones?
    #[inline(always)]
    pub(crate) fn has_pair(&self, counts: [u16; 2]) -> bool {
        let bit = self.pair(counts);
        self.pairs[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The latest grid that equals `grid` and is accepted.
    #[inline]
    pub(crate) fn find(&self, grid: &Grid<S, N>, accept: impl Fn(usize) -> bool) -> Option<usize> {
        let mut next = self.heads[self.bucket(grid)] as usize;
        while next > 0 {
            let index = next - 1;
            if self.grids[index] == *grid && accept(index) {
                return Some(index);
            }
            next = self.links[index] as usize;
        }
        None
    }

    /// Adds the grid after a turn: a play on the one point of `point`, or a pass.
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        grid: &Grid<S, N>,
        counts: [u16; 2],
        point: Option<Bitboard<S, N>>,
    ) {
        if self.grids.len() >= self.heads.len() {
            self.widen();
        }
        let bit = self.pair(counts);
        let word = &mut self.pairs[bit / 64];
        let is_first = *word >> (bit % 64) & 1 == 0;
        *word |= 1 << (bit % 64);
        let bucket = self.bucket(grid);
        self.grids.push(*grid);
        self.turns.push(Step::new(point, is_first));
        self.links.push(self.heads[bucket]);
        self.heads[bucket] = u32::try_from(self.grids.len()).expect("a game of 2^32 turns");
    }

    /// Takes the last grid away again, unless it is the first, and gives back its turn.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Turn> {
        if self.turns() == 0 {
            return None;
        }
        let grid = self.grids.pop()?;
        let step = self.turns.pop()?;
        let bucket = self.bucket(&grid);
        self.heads[bucket] = self.links.pop()?;
        if step.is_first() {
            let bit = self.pair(counts(&grid));
            self.pairs[bit / 64] &= !(1 << (bit % 64));
        }
        Some(step.turn::<S>())
    }

    /// Forgets everything but the first grid.
    pub(crate) fn clear(&mut self) {
        let first = self.grids[0];
        self.grids.clear();
        self.turns.clear();
        self.links.clear();
        self.heads.fill(0);
        self.pairs.fill(0);
        self.push(&first, counts(&first), None);
    }

    #[inline(always)]
    fn pair(&self, counts: [u16; 2]) -> usize {
        counts[0] as usize * self.span + counts[1] as usize
    }

    /// Only the last bits of the hash, at most `BITS`, tell the buckets apart.
    #[inline(always)]
    fn bucket(&self, grid: &Grid<S, N>) -> usize {
        let bits = if BITS == 0 { 0 } else { hash(grid) >> (64 - BITS) };
        bits as usize & (self.heads.len() - 1)
    }

    #[cold]
    fn widen(&mut self) {
        self.heads = vec![0; self.heads.len() * 4];
        for index in 0..self.grids.len() {
            let bucket = self.bucket(&self.grids[index]);
            self.links[index] = self.heads[bucket];
            self.heads[bucket] = index as u32 + 1;
        }
    }
}

/// The numbers of black and white stones.
#[inline(always)]
pub(crate) fn counts<const S: usize, const N: usize>(grid: &Grid<S, N>) -> [u16; 2] {
    Player::BOTH.map(|player| grid[player as usize].count() as u16)
}

/// Multiplies each black limb with the white limb beside it and adds the two halves of the
/// products up.
#[inline(always)]
fn hash<const S: usize, const N: usize>([black, white]: &Grid<S, N>) -> u64 {
    const ODD: [u64; 4] = [
        0x9E37_79B9_7F4A_7C15,
        0xD1B5_4A32_D192_ED03,
        0x8CB9_2BA7_2F3D_8DD7,
        0xABC9_8388_FB8F_AC03,
    ];
    let mut sum: u64 = 0;
    for i in 0..N {
        let left = black.0[i] ^ ODD[i % 4].rotate_left(i as u32);
        let right = white.0[i].rotate_left(32) ^ ODD[(i + 1) % 4];
        let product = u128::from(left) * u128::from(right);
        sum = sum.rotate_left(21) ^ product as u64 ^ (product >> 64) as u64;
    }
    (sum ^ (sum >> 32)).wrapping_mul(0x9FB2_1C65_1E98_DF25)
}

impl Step {
    const PASS: u16 = 1 << 15;
    const FIRST: u16 = 1 << 14;

    #[inline(always)]
    fn new<const S: usize, const N: usize>(point: Option<Bitboard<S, N>>, first: bool) -> Step {
        let turn = point.map_or(Step::PASS, |point| point.lowest_bit() as u16);
        Step(turn | if first { Step::FIRST } else { 0 })
    }

    #[inline(always)]
    fn is_pass(self) -> bool {
        self.0 & Step::PASS != 0
    }

    #[inline(always)]
    fn is_first(self) -> bool {
        self.0 & Step::FIRST != 0
    }

    #[inline(always)]
    fn turn<const S: usize>(self) -> Turn {
        let bit = usize::from(self.0 & (Step::FIRST - 1));
        if self.is_pass() {
            Turn::Pass
        } else {
            Turn::Play(Point::new((bit % S) as u8, (bit / S) as u8))
        }
    }
}
