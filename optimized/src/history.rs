//! Every turn of a game, and the search for a repeated grid. [`invariant`] lists and checks the
//! invariants.

mod invariant;

use crate::bitboard::Bitboard;
use crate::point::{Player, Point, Turn};

/// The black and the white stones of a grid.
pub(crate) type Grid<const S: usize, const N: usize> = [Bitboard<S, N>; 2];

/// Every turn of a game in order, from which any grid can be restored.
///
/// A hash finds candidates among the earlier grids, and a comparison decides. Turns whose hashes
/// fall into the same bucket are chained, the latest first.
#[derive(Clone)]
pub(crate) struct History<const S: usize, const N: usize> {
    first_to_move: Player,
    /// The bits of a hash that count. These are all bits, unless a test makes hashes collide.
    mask: u64,
    /// The beginning, then one entry per turn.
    entries: Vec<Entry>,
    /// The numbers of the bits of all removed stones, turn after turn.
    removed: Vec<u16>,
    /// Every 16th grid from the first, with the length that `removed` had then.
    snapshots: Vec<(Grid<S, N>, usize)>,
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

/// The grid after a number of turns, and the number of stones removed until then.
#[derive(Clone, Copy)]
struct Moment<const S: usize, const N: usize> {
    turns: usize,
    grid: Grid<S, N>,
    removed: usize,
}

/// A turn, and the hash of the grid after it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u64,
    /// The index + 1 of the next older entry in the bucket, or 0 at the end of the chain.
    link: u32,
    step: Step,
    /// The number of stones removed.
    removed: u16,
}

/// The change that a turn makes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change<const S: usize, const N: usize> {
    /// Nothing changes.
    Pass,
    /// A stone is placed on the point of this bit.
    Quiet { bit: usize },
    /// A stone is placed, then opponent stones are removed.
    Capture { bit: usize, removed: Bitboard<S, N> },
    /// A stone is placed, then own stones are removed, including the new one.
    Suicide { bit: usize, removed: Bitboard<S, N> },
}

/// The number of turns between two snapshots. It is even, so that the same player is to move.
const EVERY: usize = 16;

impl<const S: usize, const N: usize> History<S, N> {
    /// Makes the history that holds only the first grid, on a board of this many points.
    pub(crate) fn new(first: &Grid<S, N>, first_to_move: Player, points: usize) -> Self {
        let span = points + 1;
        let mut history = History {
            first_to_move,
            mask: u64::MAX,
            entries: Vec::new(),
            removed: Vec::new(),
            snapshots: Vec::new(),
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

    /// Returns the hash of the present grid.
    #[inline(always)]
    pub(crate) fn hash(&self) -> u64 {
        self.entries[self.entries.len() - 1].hash
    }

    /// Returns the grid after this many turns.
    pub(crate) fn grid(&self, turns: usize) -> Grid<S, N> {
        self.moment(turns).grid
    }

    /// Returns the moment after this many turns, computed from the snapshot before it.
    fn moment(&self, turns: usize) -> Moment<S, N> {
        let (mut grid, mut offset) = self.snapshots[turns / EVERY];
        let mut player = self.first_to_move;
        for entry in &self.entries[turns / EVERY * EVERY + 1..=turns] {
            let end = offset + usize::from(entry.removed);
            if !entry.step.is_pass() {
                grid[player as usize] |= single(entry.step.bit());
                let loser = entry.step.loser(player);
                grid[loser as usize] -= set(&self.removed[offset..end]);
            }
            offset = end;
            player = player.opponent();
        }
        Moment { turns, grid, removed: offset }
    }

    /// Goes back from a moment to the earlier one after this many turns.
    #[inline(always)]
    fn go_back(&self, moment: &mut Moment<S, N>, turns: usize) {
        while moment.turns > turns {
            let Entry { step, removed, .. } = self.entries[moment.turns];
            let end = moment.removed;
            moment.removed -= usize::from(removed);
            if !step.is_pass() {
                let removed = &self.removed[moment.removed..end];
                self.unmake(step, moment.turns, removed, &mut moment.grid);
            }
            moment.turns -= 1;
        }
    }

    /// Undoes a play in the grid that it led to. The play was the turn with this number.
    #[inline(always)]
    fn unmake(&self, step: Step, number: usize, removed: &[u16], grid: &mut Grid<S, N>) {
        let player = self.mover(number);
        grid[step.loser(player) as usize] |= set(removed);
        grid[player as usize] -= single(step.bit());
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

    /// Returns all points that are empty now and where some earlier grid has a stone of this
    /// player, and perhaps other points. A play elsewhere that removes nothing repeats no grid.
    #[inline(always)]
    pub(crate) fn emptied(&self, player: Player) -> Bitboard<S, N> {
        self.emptied[player as usize]
    }

    /// Returns whether any grid has these numbers of stones.
    #[inline(always)]
    pub(crate) fn has_pair(&self, counts: [u16; 2]) -> bool {
        let bit = self.pair(counts);
        self.pairs[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Returns the latest accepted turn after which the grid was `grid`. `hash` is the hash of that
    /// grid.
    #[inline]
    pub(crate) fn find(
        &self,
        hash: u64,
        grid: impl Fn() -> Grid<S, N>,
        accept: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let mut next = self.heads[self.bucket(hash)] as usize;
        let mut moment: Option<Moment<S, N>> = None;
        while next > 0 {
            let index = next - 1;
            if accept(index) && self.is_proposed(index, hash) {
                match &mut moment {
                    Some(later) if is_near(later, index) => self.go_back(later, index),
                    _ => moment = Some(self.moment(index)),
                }
                if moment.as_ref().is_some_and(|moment| moment.grid == grid()) {
                    return Some(index);
                }
            }
            next = self.entries[index].link as usize;
        }
        None
    }

    /// Returns whether the grid after this many turns is `grid`, whose hash is `hash`.
    #[inline]
    pub(crate) fn is_grid(&self, turns: usize, hash: u64, grid: impl Fn() -> Grid<S, N>) -> bool {
        self.is_proposed(turns, hash) && self.grid(turns) == grid()
    }

    /// Returns whether the entry after this many turns has this hash, in the bits that count.
    #[inline(always)]
    fn is_proposed(&self, turns: usize, hash: u64) -> bool {
        (self.entries[turns].hash ^ hash) & self.mask == 0
    }

    /// Adds a turn, with the hash, the stone counts and the grid after it.
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        change: &Change<S, N>,
        hash: u64,
        counts: [u16; 2],
        grid: impl FnOnce() -> Grid<S, N>,
    ) {
        if 4 * self.entries.len() >= self.heads.len() {
            self.fill_buckets(2 * self.heads.len());
        }
        let pair = self.pair(counts);
        let word = &mut self.pairs[pair / 64];
        let is_first = *word >> (pair % 64) & 1 == 0;
        *word |= 1 << (pair % 64);

        let step = Step::new(change, is_first);
        let mut count = 0;
        if let Change::Capture { removed, .. } | Change::Suicide { removed, .. } = change {
            let loser = step.loser(self.mover(self.entries.len()));
            self.emptied[loser as usize] |= *removed;
            for bit in removed.bits() {
                self.removed.push(bit as u16);
                count += 1;
            }
        }
        if self.entries.len().is_multiple_of(EVERY) {
            self.snapshots.push((grid(), self.removed.len()));
        }
        let bucket = self.bucket(hash);
        let link = self.heads[bucket];
        self.entries.push(Entry { hash, link, step, removed: count });
        self.heads[bucket] = u32::try_from(self.entries.len()).expect("a game of 2^32 turns");
        self.assert_sometimes();
    }

    /// Removes the last turn, if there is one, and returns it. Also updates the present grid and
    /// its stone counts.
    #[inline]
    pub(crate) fn pop(&mut self, grid: &mut Grid<S, N>, counts: &mut [u16; 2]) -> Option<Turn> {
        if self.turns() == 0 {
            return None;
        }
        let turns = self.turns();
        let Entry { hash, link, step, removed } = self.entries.pop()?;
        let bucket = self.bucket(hash);
        self.heads[bucket] = link;
        if turns.is_multiple_of(EVERY) {
            self.snapshots.pop();
        }
        if step.is_first() {
            let pair = self.pair(*counts);
            self.pairs[pair / 64] &= !(1 << (pair % 64));
        }
        if !step.is_pass() {
            let player = self.mover(turns);
            let start = self.removed.len() - usize::from(removed);
            self.unmake(step, turns, &self.removed[start..], grid);
            counts[step.loser(player) as usize] += removed;
            counts[player as usize] -= 1;
            self.removed.truncate(start);
        }
        self.assert_sometimes();
        Some(step.turn::<S>())
    }

    /// Forgets everything except the first grid, and returns that grid.
    pub(crate) fn clear(&mut self) -> Grid<S, N> {
        let (first, _) = self.snapshots[0];
        self.entries.clear();
        self.removed.clear();
        self.snapshots.clear();
        self.heads.fill(0);
        self.pairs.fill(0);
        self.emptied = [Bitboard::EMPTY; 2];
        self.begin(&first);
        self.assert_always();
        first
    }

    /// Returns the bytes that the history takes on the heap, including reserved space.
    pub(crate) fn bytes(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        of(&self.entries)
            + of(&self.removed)
            + of(&self.snapshots)
            + of(&self.heads)
            + of(&self.pairs)
    }

    /// Adds the first grid to the empty history.
    fn begin(&mut self, first: &Grid<S, N>) {
        let mut hash = 0;
        for player in Player::BOTH {
            hash = first[player as usize].bits().fold(hash, |hash, bit| hash ^ key(player, bit));
        }
        self.push(&Change::Pass, hash, counts(first), || *first);
    }

    /// Returns the player of the turn with this number, from 1.
    #[inline(always)]
    fn mover(&self, number: usize) -> Player {
        if number % 2 == 1 { self.first_to_move } else { self.first_to_move.opponent() }
    }

    #[inline(always)]
    fn pair(&self, counts: [u16; 2]) -> usize {
        usize::from(counts[0]) * self.span + usize::from(counts[1])
    }

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

/// Returns the numbers of black and white stones.
#[inline(always)]
pub(crate) fn counts<const S: usize, const N: usize>(grid: &Grid<S, N>) -> [u16; 2] {
    Player::BOTH.map(|player| grid[player as usize].count() as u16)
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

/// Returns the set of one bit.
#[inline(always)]
fn single<const S: usize, const N: usize>(bit: usize) -> Bitboard<S, N> {
    let mut limbs = [0; N];
    limbs[bit / 64] = 1 << (bit % 64);
    Bitboard(limbs)
}

/// Returns the set of these bits.
#[inline(always)]
fn set<const S: usize, const N: usize>(bits: &[u16]) -> Bitboard<S, N> {
    let mut limbs = [0; N];
    for &bit in bits {
        limbs[usize::from(bit) / 64] |= 1 << (bit % 64);
    }
    Bitboard(limbs)
}

/// A turn in two bytes: the bit of its point, and the kind of the turn.
#[derive(Clone, Copy, Debug)]
struct Step(u16);

impl Step {
    const PASS: u16 = 1 << 15;
    /// The grid after the turn was the first with its pair of stone counts.
    const FIRST: u16 = 1 << 14;
    const SUICIDE: u16 = 1 << 13;

    #[inline(always)]
    fn new<const S: usize, const N: usize>(change: &Change<S, N>, first: bool) -> Step {
        let turn = match *change {
            Change::Pass => Step::PASS,
            Change::Quiet { bit } | Change::Capture { bit, .. } => bit as u16,
            Change::Suicide { bit, .. } => bit as u16 | Step::SUICIDE,
        };
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
    fn bit(self) -> usize {
        usize::from(self.0 & (Step::SUICIDE - 1))
    }

    /// Returns the player whose stones a play of `player` removes, if it removes any.
    #[inline(always)]
    fn loser(self, player: Player) -> Player {
        if self.0 & Step::SUICIDE != 0 { player } else { player.opponent() }
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

/// Returns whether going back from a moment is less work than computing the grid after this many
/// turns from a snapshot.
#[inline(always)]
fn is_near<const S: usize, const N: usize>(later: &Moment<S, N>, turns: usize) -> bool {
    later.turns - turns <= EVERY
}

#[cfg(test)]
mod tests;
