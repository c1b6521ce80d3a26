//! Eight random games, played in lockstep.

use crate::bitboard::Bitboard;
use crate::kernel;
use crate::lanes::{Array, Lanes};
use crate::point::Player;
use crate::position::Position;
use crate::random::Random;
use crate::simd::{Machine, Task};
use crate::word::each;

/// The end of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finished<const S: usize, const N: usize> {
    /// The stones at the end, and the player who would be to move.
    pub position: Position<S, N>,
    /// The number of turns.
    pub turns: usize,
}

pub(crate) struct Playouts<'a, const S: usize, const N: usize> {
    pub(crate) start: &'a Position<S, N>,
    pub(crate) games: usize,
    pub(crate) limit: usize,
    pub(crate) seed: u64,
    pub(crate) finished: &'a mut dyn FnMut(Finished<S, N>),
}

impl<const S: usize, const N: usize> Task for Playouts<'_, S, N> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let mut batch = Batch::<S, N, M::Lanes>::new(machine.proof(), self.start, self.seed);
        let mut done = 0;
        while done < self.games {
            done += batch.step(machine, self.start, self.limit, self.finished);
        }
    }
}

/// Eight games. Each lane is a game. A set of lanes is a `u8`, with lane 0 in the lowest bit.
struct Batch<const S: usize, const N: usize, L: Lanes> {
    /// The stones of the player to move.
    own: Bitboard<S, N, L>,
    opponent: Bitboard<S, N, L>,
    /// The points that were refused in this turn.
    refused: Bitboard<S, N, L>,
    random: L,
    turns: L,
    /// The lanes in which Black is to move.
    black: u8,
    /// The lanes in which the last turn was a pass.
    passed: u8,
    past: Past<S, N>,
}

impl<const S: usize, const N: usize, L: Lanes> Batch<S, N, L> {
    #[inline(always)]
    fn new(proof: L::Proof, start: &Position<S, N>, seed: u64) -> Self {
        let mut random = Random::new(seed);
        // Each lane has a stream of its own. Successive states of one stream would be the same stream.
        let random = L::new(proof, std::array::from_fn(|_| Random::new(random.bits()).bits()));
        let zero = random.constant(0);
        let empty = Bitboard::from_limbs([zero; N]);
        let mut batch = Batch {
            own: empty,
            opponent: empty,
            refused: empty,
            random,
            turns: zero,
            black: 0,
            passed: 0,
            past: Past::new(start),
        };
        batch.begin(start, 0xff);
        batch
    }

    /// Begins a new game in these lanes.
    #[inline(always)]
    fn begin(&mut self, start: &Position<S, N>, lanes: u8) {
        let truth = L::truth(lanes);
        let player = start.to_move();
        let own = self.own.constant(start.stones(player));
        let opponent = self.own.constant(start.stones(player.opponent()));
        self.own = Bitboard::select(truth, own, self.own);
        self.opponent = Bitboard::select(truth, opponent, self.opponent);
        self.refused = Bitboard::select(truth, self.refused.cleared(), self.refused);
        self.turns = L::select(truth, self.turns.constant(0), self.turns);
        self.passed &= !lanes;
        self.black = (self.black & !lanes) | if player == Player::Black { lanes } else { 0 };
        for lane in lanes_of(lanes) {
            self.past.begin(lane, start);
        }
    }

    /// Tries one play in each lane, or passes, and returns how many games ended.
    #[inline(always)]
    fn step<M: Machine>(
        &mut self,
        machine: M,
        start: &Position<S, N>,
        limit: usize,
        finished: &mut dyn FnMut(Finished<S, N>),
    ) -> usize {
        let board = self.own.constant(start.shape().points());
        let edge = self.own.constant(start.shape().edge());
        let (own, opponent) = (self.own, self.opponent);
        let eyes = kernel::eyes(board, edge, own, opponent);
        let mut candidates = board - own - opponent - eyes - self.refused;
        let sides = &[board, own, opponent];
        machine.call(LeaveOutLone { sides, candidates: &mut candidates });
        let passes = L::answers(candidates.is_zero());
        let point = choose(candidates, next_bits(&mut self.random));

        let played = kernel::play(board, own, opponent, point);
        // Only the suicide of a lone stone leaves the grid as it is.
        let standstill = L::answers(played.suicide & (own - played.own).is_zero());
        let black_to_move = L::truth(self.black);
        let black = Bitboard::select(black_to_move, played.own, played.opponent);
        let white = Bitboard::select(black_to_move, played.opponent, played.own);
        let repeats = self.past.add(black, white, passes | standstill);
        let refused = standstill | repeats;

        // In lanes in which the turn is accepted, the other player is to move.
        let accepted = L::truth(!refused);
        self.own = Bitboard::select(accepted, played.opponent, own);
        self.opponent = Bitboard::select(accepted, played.own, opponent);
        self.refused = Bitboard::select(accepted, point.cleared(), self.refused | point);
        self.turns = L::select(accepted, self.turns.plus(self.turns.constant(1)), self.turns);
        self.black ^= !refused;
        let too_long = !L::answers(self.turns.less(self.turns.constant(limit as u64))) & !refused;
        let over = (self.passed & passes) | too_long;
        self.passed = (self.passed & refused) | passes;
        if over != 0 {
            let own = each!([[0; 8]; N], |i, _| self.own.0[i].lanes());
            let opponent = each!([[0; 8]; N], |i, _| self.opponent.0[i].lanes());
            let turns = self.turns.lanes();
            for lane in lanes_of(over) {
                hand_over(start, [own, opponent], self.black, turns, lane, finished);
            }
            self.begin(start, over);
        }
        over.count_ones() as usize
    }
}

/// Leaves out the suicides of a lone stone that are known without trying them. (This is a task of its
/// own, because without vector instructions, a function that also contained it would be slower.)
struct LeaveOutLone<'a, const S: usize, const N: usize, L> {
    sides: &'a [Bitboard<S, N, L>; 3],
    candidates: &'a mut Bitboard<S, N, L>,
}

impl<const S: usize, const N: usize, L: Lanes> Task for LeaveOutLone<'_, S, N, L> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let [board, own, opponent] = *self.sides;
        *self.candidates = *self.candidates - kernel::lone(board, own, opponent);
    }
}

/// Hands the finished game of a lane to `finished`. `stones` are the stones of the player to move
/// and of the other player, in all lanes. (The arguments are arrays, because words of lanes must
/// stay in the function that is compiled for them.)
#[inline(never)]
fn hand_over<const S: usize, const N: usize>(
    start: &Position<S, N>,
    stones: [[[u64; 8]; N]; 2],
    black: u8,
    turns: [u64; 8],
    lane: usize,
    finished: &mut dyn FnMut(Finished<S, N>),
) {
    let [own, opponent] = stones.map(|limbs| Bitboard::from_limbs(limbs.map(|lanes| lanes[lane])));
    let (stones, to_move) = if black >> lane & 1 == 1 {
        ([own, opponent], Player::Black)
    } else {
        ([opponent, own], Player::White)
    };
    let position = Position { stones, to_move, ..*start };
    finished(Finished { position, turns: turns[lane] as usize });
}

/// Every grid of the eight games, and a filter that tells most new grids without a comparison.
struct Past<const S: usize, const N: usize> {
    /// For each step, the black and the white stones of all lanes.
    grids: Vec<[[[u64; 8]; N]; 2]>,
    /// The number of steps that were dropped from the front of `grids`.
    forgotten: usize,
    /// For each lane, the number of steps before its game began.
    begun: [usize; 8],
    /// For each lane, a bit for each hash of a grid of its game.
    filter: Box<[[u64; 1024]; 8]>,
    first: [Bitboard<S, N>; 2],
}

impl<const S: usize, const N: usize> Past<S, N> {
    /// The number of words of the filter that a lane uses. Games on small boards are short.
    const WORDS: usize = if N <= 2 { 256 } else { 1024 };

    fn new(start: &Position<S, N>) -> Self {
        Past {
            grids: Vec::with_capacity(4096),
            forgotten: 0,
            begun: [0; 8],
            filter: Box::new([[0; 1024]; 8]),
            first: start.stones,
        }
    }

    fn begin(&mut self, lane: usize, start: &Position<S, N>) {
        self.begun[lane] = self.forgotten + self.grids.len();
        self.filter[lane][..Self::WORDS].fill(0);
        let [black, white] = start.stones.map(|set| Bitboard(set.0.map(|limb| Array([limb; 8]))));
        self.note_in(lane, hash::<S, N, _>(black, white).lanes()[lane]);
    }

    /// Adds a grid in each lane. Returns the lanes in which the grid repeats an earlier one of the
    /// game, without the lanes of `known`: the caller knows that the grid repeats there.
    #[inline(always)]
    fn add<L: Lanes>(
        &mut self,
        black: Bitboard<S, N, L>,
        white: Bitboard<S, N, L>,
        known: u8,
    ) -> u8 {
        let suspects = self.note(hash(black, white));
        let grid = [
            each!([[0; 8]; N], |i, _| black.0[i].lanes()),
            each!([[0; 8]; N], |i, _| white.0[i].lanes()),
        ];
        let mut repeats = 0;
        for lane in lanes_of(suspects & !known) {
            repeats |= u8::from(self.repeats(&grid, lane)) << lane;
        }
        if self.grids.len() == self.grids.capacity() {
            self.forget();
        }
        self.grids.push(grid);
        repeats
    }

    /// Notes a hash in each lane. Returns the lanes in which it may have been noted before.
    #[inline(always)]
    fn note<L: Lanes>(&mut self, hash: L) -> u8 {
        let mut noted = 0;
        for (lane, hash) in hash.lanes().into_iter().enumerate() {
            noted |= u8::from(self.note_in(lane, hash)) << lane;
        }
        noted
    }

    /// Notes a hash in this lane. Returns whether it may have been noted before.
    #[inline(always)]
    fn note_in(&mut self, lane: usize, hash: u64) -> bool {
        let word = &mut self.filter[lane][hash as usize >> 6 & (Self::WORDS - 1)];
        let noted = *word >> (hash & 63) & 1 == 1;
        *word |= 1 << (hash & 63);
        noted
    }

    /// Returns whether the grid in this lane is an earlier one of its game.
    #[inline(never)]
    fn repeats(&self, grid: &[[[u64; 8]; N]; 2], lane: usize) -> bool {
        // Most grids differ in the first limbs.
        let same = |earlier: &[[[u64; 8]; N]; 2]| {
            (0..N).all(|i| {
                earlier[0][i][lane] == grid[0][i][lane] && earlier[1][i][lane] == grid[1][i][lane]
            })
        };
        let [black, white] = self.first;
        let first =
            (0..N).all(|i| grid[0][i][lane] == black.0[i] && grid[1][i][lane] == white.0[i]);
        first || self.grids[self.begun[lane] - self.forgotten..].iter().rev().any(same)
    }

    /// Drops the grids that no running game needs, and makes room for more.
    #[cold]
    #[inline(never)]
    fn forget(&mut self) {
        let oldest = self.begun.into_iter().min().unwrap_or_default();
        self.grids.drain(..oldest - self.forgotten);
        self.forgotten = oldest;
        self.grids.reserve(4096);
    }
}

/// Returns the lanes of a set.
#[inline(always)]
fn lanes_of(mut lanes: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (lanes != 0).then(|| lanes.trailing_zeros() as usize);
        lanes &= lanes.wrapping_sub(1);
        lane
    })
}

/// Returns the next 64 random bits of each lane, by xorshift as in [`Random`].
#[inline(always)]
fn next_bits<L: Lanes>(state: &mut L) -> L {
    let mut x = *state;
    x = x ^ (x << 13);
    x = x ^ (x >> 7);
    x = x ^ (x << 17);
    *state = x;
    x
}

/// Chooses one point of the set in each lane, evenly by the random bits. Chooses none if the set is
/// empty.
#[inline(always)]
fn choose<const S: usize, const N: usize, L: Lanes>(
    set: Bitboard<S, N, L>,
    bits: L,
) -> Bitboard<S, N, L> {
    let zero = bits.constant(0);
    let (mut counts, mut all) = (set.limbs(), zero);
    for count in &mut counts {
        *count = count.count_ones();
        all = all.plus(*count);
    }
    let mut rank = (bits >> 32).times_low(all) >> 32;

    // Find the limb that holds the point of this rank, and the rank within it.
    let mut limb = zero;
    let mut holder = [L::truth(0); N];
    let mut found = L::truth(0);
    for i in 0..N {
        let here = rank.less(counts[i]) & !found;
        limb = L::select(here, set.limbs()[i], limb);
        rank = L::select(here | found, rank, rank.minus(counts[i]));
        holder[i] = here;
        found = found | here;
    }

    // Find the bit of this rank: halve the window six times, and count the bits of its lower half.
    let mut place = zero;
    for width in [32, 16, 8, 4, 2, 1] {
        let ones = (limb & limb.constant((1 << width) - 1)).count_ones();
        let low = rank.less(ones);
        rank = L::select(low, rank, rank.minus(ones));
        limb = L::select(low, limb, limb >> width);
        place = L::select(low, place, place.plus(place.constant(u64::from(width))));
    }
    let bit = place.constant(1).shifted(place);
    Bitboard(each!([zero; N], |i, zero| L::select(holder[i], bit, zero)))
}

/// Returns a hash of the grid in each game. The filter uses its lowest 14 or 16 bits.
#[inline(always)]
fn hash<const S: usize, const N: usize, L: Lanes>(
    black: Bitboard<S, N, L>,
    white: Bitboard<S, N, L>,
) -> L {
    // The products do not depend on each other, and each has its own constants.
    let mut sum = black.lowest_limb().constant(0);
    for i in 0..N {
        let (black, white) = (black.0[i], white.0[i]);
        let mixed = black ^ (white << 29) ^ (white >> 35);
        let mixed = mixed ^ mixed.constant(0x9E37_79B9_7F4A_7C15_u64.rotate_left(7 * i as u32));
        sum = sum.plus(mixed.times_low(mixed >> 32)).plus(mixed >> 17);
    }
    (sum ^ (sum >> 32)).times_low(sum.constant(0x9FB2_1C65)) >> 8
}

#[cfg(test)]
mod tests;
