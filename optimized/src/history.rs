//! Every turn of a game, and the search for a repeated grid. [`invariant`] lists and checks the
//! invariants.

mod invariant;

use crate::bitboard::Bitboard;
use crate::point::{Player, Point, Turn};

/// The black and the white stones of a grid.
pub(crate) type Grid<const S: usize, const N: usize> = [Bitboard<S, N>; 2];

/// Every turn of a game in order, with the grid after it.
///
/// A hash finds candidates among the earlier grids, and a comparison decides. Turns whose hashes
/// fall into the same bucket are chained, the latest first.
#[derive(Clone)]
pub(crate) struct History<const S: usize, const N: usize> {
    first_to_move: Player,
    /// The bits of a hash that count. These are all bits, unless a test makes hashes collide.
    mask: u64,
    /// The beginning, then one entry per turn.
    entries: Vec<Entry<S, N>>,
    /// For each bucket, the index + 1 of its latest entry, or 0 for none. The length is a power of
    /// two, and at least four times that of `entries`: most searches are for grids that are new,
    /// and find an empty bucket.
    heads: Vec<u32>,
    /// One bit for each pair (black stones, white stones) that some grid has.
    pairs: Vec<u64>,
    /// For each color, the points from which a stone was ever removed, also in turns that were
    /// taken back.
    emptied: Grid<S, N>,
    /// The number of points, plus 1. A pair is bit `black * span + white`.
    span: usize,
}

/// A turn, the grid after it, and the hash of that grid.
#[derive(Clone, Copy, Debug)]
struct Entry<const S: usize, const N: usize> {
    grid: Grid<S, N>,
    hash: u64,
    /// The index + 1 of the next older entry in the bucket, or 0 at the end of the chain.
    link: u32,
    step: Step,
}

impl<const S: usize, const N: usize> History<S, N> {
    /// Makes the history that holds only the first grid, on a board of this many points.
    pub(crate) fn new(first: &Grid<S, N>, first_to_move: Player, points: usize) -> Self {
        let span = points + 1;
        let mut history = History {
            first_to_move,
            mask: u64::MAX,
            entries: Vec::new(),
            heads: vec![0; 256],
            pairs: vec![0; (span * span).div_ceil(64)],
            emptied: [Bitboard::EMPTY; 2],
            span,
        };
        history.begin(first);
        history
    }

    /// Returns the number of turns so far.
    #[inline(always)]
    pub(crate) fn turns(&self) -> usize {
        self.entries.len() - 1
    }

    /// Returns the number of turns of this player so far.
    pub(crate) fn turns_of(&self, player: Player) -> usize {
        (self.turns() + usize::from(player == self.first_to_move)) / 2
    }

    /// Returns the player of the turn with this number, from 1.
    pub(crate) fn player(&self, number: usize) -> Player {
        if number % 2 == 1 { self.first_to_move } else { self.first_to_move.opponent() }
    }

    /// Returns the hash of the present grid.
    #[inline(always)]
    pub(crate) fn hash(&self) -> u64 {
        self.entries[self.entries.len() - 1].hash
    }

    /// Returns the grid after this many turns.
    #[inline(always)]
    pub(crate) fn grid(&self, turns: usize) -> &Grid<S, N> {
        &self.entries[turns].grid
    }

    /// Returns the turn with this number, from 1. Returns `None` for 0.
    #[inline(always)]
    pub(crate) fn turn(&self, number: usize) -> Option<Turn> {
        (number > 0).then(|| self.entries[number].step.turn::<S>())
    }

    /// Returns whether the turn with this number was a play. The beginning, number 0, was not.
    #[inline(always)]
    pub(crate) fn is_play(&self, number: usize) -> bool {
        !self.entries[number].step.is_pass()
    }

    /// Returns a set with every point where a stone of the player to move would make that player's
    /// stones those of an earlier grid. The set may have other points too. A play elsewhere repeats
    /// no grid, unless it removes own stones.
    ///
    /// Before the player first had a stone on a point, no grid had it there. If the stone is still
    /// on the board, only grids since then matter.
    #[inline(always)]
    pub(crate) fn returning(&self, player: Player) -> Bitboard<S, N> {
        const TURNS: usize = 4;
        let emptied = self.emptied[player as usize];
        let present = self.entries[self.turns()].grid[player as usize];
        let never_returned = present - emptied;
        if !never_returned.is_empty() {
            let mut earlier = Bitboard::EMPTY;
            for entry in self.entries.iter().rev().skip(1).step_by(2).take(TURNS) {
                earlier |= entry.grid[player as usize];
                let bit = entry.step.bit();
                if !entry.step.is_pass() && never_returned.0[bit / 64] >> (bit % 64) & 1 == 1 {
                    return earlier - present;
                }
            }
        }
        emptied - present
    }

    /// Returns whether any grid has these numbers of stones.
    #[inline(always)]
    pub(crate) fn has_pair(&self, counts: [u16; 2]) -> bool {
        let bit = self.pair_bit(counts);
        self.pairs[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Returns the latest accepted turn after which the grid was `grid`. `hash` is the hash of that
    /// grid.
    #[inline]
    pub(crate) fn find(
        &self,
        hash: u64,
        grid: &Grid<S, N>,
        accept: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let mut next = self.heads[self.bucket(hash)] as usize;
        while next > 0 {
            let entry = &self.entries[next - 1];
            if is_same(&entry.grid, grid) && accept(next - 1) {
                return Some(next - 1);
            }
            next = entry.link as usize;
        }
        None
    }

    /// Adds a turn, with the grid after it, the hash of the grid and its stone counts. `removes` is
    /// whether the turn removed stones.
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        step: Step,
        removes: bool,
        grid: &Grid<S, N>,
        hash: u64,
        counts: [u16; 2],
    ) {
        if 4 * self.entries.len() >= self.heads.len() {
            self.fill_buckets(2 * self.heads.len());
        }
        if removes {
            let before = &self.entries[self.entries.len() - 1].grid;
            let [black, white] = [before[0] - grid[0], before[1] - grid[1]];
            self.emptied[0] |= black;
            self.emptied[1] |= white;
        }
        let bit = self.pair_bit(counts);
        let word = &mut self.pairs[bit / 64];
        let is_first = *word >> (bit % 64) & 1 == 0;
        *word |= 1 << (bit % 64);

        let bucket = self.bucket(hash);
        let link = self.heads[bucket];
        self.entries.push(Entry { grid: *grid, hash, link, step: step.marked(is_first) });
        self.heads[bucket] = u32::try_from(self.entries.len()).expect("a game of 2^32 turns");
        self.assert_sometimes();
    }

    /// Removes the last turn, if there is one, and returns it.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Turn> {
        if self.turns() == 0 {
            return None;
        }
        let Entry { grid, hash, link, step } = self.entries.pop()?;
        let bucket = self.bucket(hash);
        self.heads[bucket] = link;
        if step.is_first() {
            let bit = self.pair_bit(counts(&grid));
            self.pairs[bit / 64] &= !(1 << (bit % 64));
        }
        self.assert_sometimes();
        Some(step.turn::<S>())
    }

    /// Forgets everything except the first grid.
    pub(crate) fn clear(&mut self) {
        let first = self.entries[0].grid;
        self.entries.clear();
        self.heads.fill(0);
        self.pairs.fill(0);
        self.emptied = [Bitboard::EMPTY; 2];
        self.begin(&first);
        self.assert_always();
    }

    /// Returns the bytes that the history takes on the heap, including reserved space.
    pub(crate) fn bytes(&self) -> usize {
        fn reserved<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        reserved(&self.entries) + reserved(&self.heads) + reserved(&self.pairs)
    }

    /// Adds the first grid to the empty history.
    fn begin(&mut self, first: &Grid<S, N>) {
        self.push(Step::PASS, false, first, hash_of(first), counts(first));
    }

    /// Returns the bit of a pair of stone counts in `pairs`.
    #[inline(always)]
    fn pair_bit(&self, counts: [u16; 2]) -> usize {
        usize::from(counts[0]) * self.span + usize::from(counts[1])
    }

    /// Returns the bucket of a hash.
    #[inline(always)]
    fn bucket(&self, hash: u64) -> usize {
        (hash & self.mask) as usize & (self.heads.len() - 1)
    }

    /// Limits every hash to its lowest `bits` bits.
    pub(crate) fn set_hash_bits(&mut self, bits: u32) {
        assert!(bits <= 64, "a hash has at most 64 bits");
        self.mask = 1_u64.checked_shl(bits).unwrap_or(0).wrapping_sub(1);
        self.fill_buckets(self.heads.len());
        self.assert_always();
    }

    /// Distributes all entries to this many buckets.
    #[cold]
    fn fill_buckets(&mut self, buckets: usize) {
        self.heads = vec![0; buckets];
        for index in 0..self.entries.len() {
            let bucket = self.bucket(self.entries[index].hash);
            self.entries[index].link = self.heads[bucket];
            self.heads[bucket] = index as u32 + 1;
        }
    }
}

/// Returns whether two grids are the same. (The comparison of arrays is not always inlined.)
#[inline(always)]
pub(crate) fn is_same<const S: usize, const N: usize>(a: &Grid<S, N>, b: &Grid<S, N>) -> bool {
    ((a[0] ^ b[0]) | (a[1] ^ b[1])).is_zero()
}

/// Returns the numbers of black and white stones.
#[inline(always)]
pub(crate) fn counts<const S: usize, const N: usize>(grid: &Grid<S, N>) -> [u16; 2] {
    [grid[0].count() as u16, grid[1].count() as u16]
}

/// Returns the number that a stone contributes to the hash of a grid, by exclusive or (Zobrist
/// hashing).
#[inline(always)]
pub(crate) fn key(player: Player, bit: usize) -> u64 {
    KEYS[bit][player as usize]
}

/// The numbers for 11 limbs. They come from the generator SplitMix64 with seed 0.
static KEYS: [[u64; 2]; 64 * 11] = {
    let (mut keys, mut state, mut i) = ([[0; 2]; 64 * 11], 0u64, 0);
    while i < 2 * keys.len() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        keys[i / 2][i % 2] = x ^ (x >> 31);
        i += 1;
    }
    keys
};

/// Returns the exclusive or of the keys of these stones of a player.
#[inline(always)]
pub(crate) fn keys<const S: usize, const N: usize>(player: Player, stones: &Bitboard<S, N>) -> u64 {
    let mut hash = 0;
    for limb in 0..N {
        let mut rest = stones.0[limb];
        while rest != 0 {
            hash ^= key(player, 64 * limb + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
    hash
}

/// Returns the exclusive or of the keys of all stones of a grid.
pub(crate) fn hash_of<const S: usize, const N: usize>([black, white]: &Grid<S, N>) -> u64 {
    keys(Player::Black, black) ^ keys(Player::White, white)
}

/// A turn in two bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step(u16);

impl Step {
    /// A pass, and the beginning.
    pub(crate) const PASS: Step = Step(1 << 15);
    /// The grid after the turn was the first with its pair of stone counts.
    const FIRST: u16 = 1 << 14;

    /// Makes a play at the point of this bit.
    #[inline(always)]
    pub(crate) fn play(bit: usize) -> Step {
        Step(bit as u16)
    }

    #[inline(always)]
    fn marked(self, is_first: bool) -> Step {
        Step(self.0 | if is_first { Step::FIRST } else { 0 })
    }

    #[inline(always)]
    fn bit(self) -> usize {
        usize::from(self.0 & (Step::FIRST - 1))
    }

    #[inline(always)]
    fn is_pass(self) -> bool {
        self.0 & Step::PASS.0 != 0
    }

    #[inline(always)]
    fn is_first(self) -> bool {
        self.0 & Step::FIRST != 0
    }

    #[inline(always)]
    fn turn<const S: usize>(self) -> Turn {
        let bit = self.bit();
        if self.is_pass() {
            Turn::Pass
        } else {
            Turn::Play(Point::new((bit % S) as u8, (bit / S) as u8))
        }
    }
}

#[cfg(test)]
mod tests;
