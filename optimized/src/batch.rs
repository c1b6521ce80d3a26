//! Eight games played at random in step.

use crate::bitboard::Bitboard;
use crate::kernel;
use crate::lanes::{Array, Lanes};
use crate::point::Player;
use crate::position::Position;
use crate::random::Random;
use crate::simd::{Level, Machine, Task, at_most};

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finished<const S: usize, const N: usize> {
    /// The stones at the end, and whose turn it would be.
    pub position: Position<S, N>,
    /// The number of turns.
    pub turns: usize,
}

/// Plays at random from `start`, eight games in step, until at least `games` of them have ended,
/// and hands each to `finished` as it ends.
///
/// The rules are positional superko, judged exactly against every grid since `start`, with any
/// suicide: [`Rules::TROMP_TAYLOR`](crate::Rules::TROMP_TAYLOR). Turns are drawn as by
/// [`Game::playout`](crate::Game::playout). A game ends by two passes or with its turn `limit`,
/// which is at least 1. Games that have begun but not ended are dropped, so short games are
/// somewhat more frequent than they should be if `games` is small.
///
/// ```
/// use superko_optimized::{Level, Position, Shape, playouts_in_step};
/// let start = Position::new(Shape::<10, 2>::new(9, 9).unwrap());
/// let mut black_ahead = 0;
/// playouts_in_step(Level::detected(), &start, 100, 1000, 1, |game| {
///     let [black, white] = game.position.area();
///     black_ahead += u32::from(black > white);
/// });
/// assert!((20..80).contains(&black_ahead));
/// ```
pub fn playouts_in_step<const S: usize, const N: usize>(
    level: Level,
    start: &Position<S, N>,
    games: usize,
    limit: usize,
    seed: u64,
    finished: impl FnMut(Finished<S, N>),
) {
    at_most(level, Playouts { start, games, limit, seed, finished });
}

struct Playouts<'a, const S: usize, const N: usize, F> {
    start: &'a Position<S, N>,
    games: usize,
    limit: usize,
    seed: u64,
    finished: F,
}

impl<const S: usize, const N: usize, F: FnMut(Finished<S, N>)> Task for Playouts<'_, S, N, F> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(mut self) {
        let mut batch = Batch::<S, N, M::Lanes>::new(self.start, self.seed);
        let mut done = 0;
        while done < self.games {
            done += batch.step(self.start, self.limit, &mut self.finished);
        }
    }
}

/// Eight games. A lane is a game; a set of lanes is a `u8`, lane 0 in the lowest bit.
struct Batch<const S: usize, const N: usize, L: Lanes> {
    /// The stones of the player to move.
    own: Bitboard<S, N, L>,
    opponent: Bitboard<S, N, L>,
    /// Points that were refused in this turn.
    refused: Bitboard<S, N, L>,
    random: L,
    turns: L,
    /// The lanes where Black is to move.
    black: u8,
    /// The lanes where the last turn was a pass.
    passed: u8,
    past: Past<S, N>,
}

impl<const S: usize, const N: usize, L: Lanes> Batch<S, N, L> {
    #[inline(always)]
    fn new(start: &Position<S, N>, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut batch = Batch {
            own: Bitboard::empty(),
            opponent: Bitboard::empty(),
            refused: Bitboard::empty(),
            random: L::new(std::array::from_fn(|_| random.bits() | 1)),
            turns: L::constant(0),
            black: 0,
            passed: 0,
            past: Past::new(start),
        };
        batch.begin(start, 0xff);
        batch
    }

    /// Begins anew in these lanes.
    #[inline(always)]
    fn begin(&mut self, start: &Position<S, N>, lanes: u8) {
        let truth = L::truth(lanes);
        let player = start.to_move();
        let side = |player| Bitboard::constant(start.stones(player));
        self.own = Bitboard::select(truth, side(player), self.own);
        self.opponent = Bitboard::select(truth, side(player.opponent()), self.opponent);
        self.refused = Bitboard::select(truth, Bitboard::empty(), self.refused);
        self.turns = L::select(truth, L::constant(0), self.turns);
        self.passed &= !lanes;
        self.black = (self.black & !lanes) | if player == Player::Black { lanes } else { 0 };
        for lane in ones(lanes) {
            self.past.begin(lane, start);
        }
    }

    /// Tries one play in each lane, or passes, and tells how many games have ended.
    #[inline(always)]
    fn step(
        &mut self,
        start: &Position<S, N>,
        limit: usize,
        finished: &mut impl FnMut(Finished<S, N>),
    ) -> usize {
        let board = Bitboard::constant(start.shape().points());
        let edge = Bitboard::constant(start.shape().edge());
        let (own, opponent) = (self.own, self.opponent);
        let eyes = kernel::eyes(board, edge, own, opponent);
        let candidates = board - own - opponent - eyes - self.refused;
        let passes = L::answers(candidates.is_zero());
        let point = draw(candidates, next_bits(&mut self.random));

        let played = kernel::play(board, own, opponent, point);
        // The suicide of a lone stone, and only that, leaves the grid as it is.
        let standstill = L::answers(played.suicide & (own - played.own).is_zero());
        let black_to_move = L::truth(self.black);
        let black = Bitboard::select(black_to_move, played.own, played.opponent);
        let white = Bitboard::select(black_to_move, played.opponent, played.own);
        let repeats = self.past.add(black, white, passes | standstill);
        let refused = standstill | repeats;

        // Where the turn stands, the other player is to move.
        let stands = L::truth(!refused);
        self.own = Bitboard::select(stands, played.opponent, own);
        self.opponent = Bitboard::select(stands, played.own, opponent);
        self.refused = Bitboard::select(stands, Bitboard::empty(), self.refused | point);
        self.turns = L::select(stands, self.turns.plus(L::constant(1)), self.turns);
        self.black ^= !refused;
        let too_long = !L::answers(self.turns.less(L::constant(limit as u64))) & !refused;
        let over = (self.passed & passes) | too_long;
        self.passed = (self.passed & refused) | passes;
        if over != 0 {
            self.finish(start, over, finished);
        }
        over.count_ones() as usize
    }

    /// Hands over the games of these lanes and begins anew.
    #[inline(never)]
    fn finish(
        &mut self,
        start: &Position<S, N>,
        over: u8,
        finished: &mut impl FnMut(Finished<S, N>),
    ) {
        let own = self.own.limbs().map(L::lanes);
        let opponent = self.opponent.limbs().map(L::lanes);
        let turns = self.turns.lanes();
        for lane in ones(over) {
            let own = Bitboard::from_limbs(own.map(|lanes| lanes[lane]));
            let opponent = Bitboard::from_limbs(opponent.map(|lanes| lanes[lane]));
            let black = self.black >> lane & 1 == 1;
            let (stones, to_move) = if black {
                ([own, opponent], Player::Black)
            } else {
                ([opponent, own], Player::White)
            };
            let position = Position { stones, to_move, ..*start };
            finished(Finished { position, turns: turns[lane] as usize });
        }
        self.begin(start, over);
    }
}

/// Every grid of the eight games, and a filter that most new grids do not pass.
struct Past<const S: usize, const N: usize> {
    /// For each step, the black and the white stones of all lanes.
    grids: Vec<[[[u64; 8]; N]; 2]>,
    /// The number of steps before the first one in `grids`.
    forgotten: usize,
    /// For each lane, the number of steps before its game began.
    begun: [usize; 8],
    /// For each lane an eighth: a bit for each hash that a grid of its game has.
    filter: Box<[u64]>,
    first: [Bitboard<S, N>; 2],
}

impl<const S: usize, const N: usize> Past<S, N> {
    fn new(start: &Position<S, N>) -> Self {
        Past {
            grids: Vec::with_capacity(4096),
            forgotten: 0,
            begun: [0; 8],
            filter: vec![0; 8 * if N <= 2 { 256 } else { 1024 }].into(),
            first: start.stones,
        }
    }

    fn begin(&mut self, lane: usize, start: &Position<S, N>) {
        self.begun[lane] = self.forgotten + self.grids.len();
        let part = self.filter.len() / 8;
        let filter = &mut self.filter[lane * part..][..part];
        filter.fill(0);
        let [black, white] = start.stones.map(Bitboard::<S, N, Array>::constant);
        let hash = hash(black, white).lanes()[lane];
        filter[hash as usize >> 6 & (part - 1)] |= 1 << (hash & 63);
    }

    /// Adds a grid in each lane, and tells the lanes, other than those of `known`, where an earlier
    /// grid of the game is the same. In the lanes of `known`, the grid is an earlier one.
    #[inline(always)]
    fn add<L: Lanes>(
        &mut self,
        black: Bitboard<S, N, L>,
        white: Bitboard<S, N, L>,
        known: u8,
    ) -> u8 {
        let suspects = self.note(hash(black, white));
        let mut grid = [[[0; 8]; N]; 2];
        for (stones, set) in grid.iter_mut().zip(&[black, white]) {
            for (lanes, limb) in stones.iter_mut().zip(&set.0) {
                *lanes = limb.lanes();
            }
        }
        let mut repeats = 0;
        for lane in ones(suspects & !known) {
            repeats |= u8::from(self.repeats(&grid, lane)) << lane;
        }
        if self.grids.len() == self.grids.capacity() {
            self.forget();
        }
        self.grids.push(grid);
        repeats
    }

    /// Notes a hash in each lane, and tells the lanes where it may have been noted before.
    #[inline(always)]
    fn note<L: Lanes>(&mut self, hash: L) -> u8 {
        let bits = L::constant(1).shifted(hash & L::constant(63));
        let index = hash >> 6;
        let seen = index.look_up(&self.filter);
        index.put(&mut self.filter, seen | bits);
        !L::answers((seen & bits).is_zero())
    }

    /// Is the grid in this lane an earlier one of its game?
    #[inline(never)]
    fn repeats(&self, grid: &[[[u64; 8]; N]; 2], lane: usize) -> bool {
        let same = |earlier: &[[[u64; 8]; N]; 2]| {
            let limbs = earlier.iter().flatten().zip(grid.iter().flatten());
            limbs.fold(0, |all, (a, b)| all | (a[lane] ^ b[lane])) == 0
        };
        let [black, white] = self.first;
        let first =
            (0..N).all(|i| grid[0][i][lane] == black.0[i] && grid[1][i][lane] == white.0[i]);
        first || self.grids[self.begun[lane] - self.forgotten..].iter().rev().any(same)
    }

    /// Drops the grids that no running game needs; makes room for more.
    #[cold]
    #[inline(never)]
    fn forget(&mut self) {
        let oldest = self.begun.into_iter().min().unwrap_or_default();
        self.grids.drain(..oldest - self.forgotten);
        self.forgotten = oldest;
        self.grids.reserve(4096);
    }
}

/// The lanes of a set.
#[inline(always)]
fn ones(mut lanes: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (lanes != 0).then(|| lanes.trailing_zeros() as usize);
        lanes &= lanes.wrapping_sub(1);
        lane
    })
}

/// The next 64 random bits of each lane: xorshift, as in [`Random`].
#[inline(always)]
fn next_bits<L: Lanes>(state: &mut L) -> L {
    let mut x = *state;
    x = x ^ (x << 13);
    x = x ^ (x >> 7);
    x = x ^ (x << 17);
    *state = x;
    x
}

/// In each lane one point of the set, drawn evenly by the random bits; none if the set is empty.
#[inline(always)]
fn draw<const S: usize, const N: usize, L: Lanes>(
    set: Bitboard<S, N, L>,
    bits: L,
) -> Bitboard<S, N, L> {
    let (mut counts, mut all) = (set.limbs(), L::constant(0));
    for count in &mut counts {
        *count = count.count_ones();
        all = all.plus(*count);
    }
    let mut rank = (bits >> 32).times_low(all) >> 32;

    // The limb that holds the point of this rank, and the rank within it.
    let mut limb = L::constant(0);
    let mut holder = [L::truth(0); N];
    let mut found = L::truth(0);
    for i in 0..N {
        let here = rank.less(counts[i]) & !found;
        limb = L::select(here, set.limbs()[i], limb);
        rank = L::select(here | found, rank, rank.minus(counts[i]));
        holder[i] = here;
        found = found | here;
    }

    // The bit of this rank: halve the window six times, and in each half, count.
    let mut place = L::constant(0);
    for width in [32, 16, 8, 4, 2, 1] {
        let ones = (limb & L::constant((1 << width) - 1)).count_ones();
        let low = rank.less(ones);
        rank = L::select(low, rank, rank.minus(ones));
        limb = L::select(low, limb, limb >> width);
        place = L::select(low, place, place.plus(L::constant(u64::from(width))));
    }
    let bit = L::constant(1).shifted(place);
    let mut limbs = [L::constant(0); N];
    for (limb, here) in limbs.iter_mut().zip(&holder) {
        *limb = L::select(*here, bit, *limb);
    }
    Bitboard::from_limbs(limbs)
}

/// A hash of 24 bits of the grid in each game.
#[inline(always)]
fn hash<const S: usize, const N: usize, L: Lanes>(
    black: Bitboard<S, N, L>,
    white: Bitboard<S, N, L>,
) -> L {
    // The products do not wait for each other, and each has summands of its own.
    let mut sum = L::constant(0);
    for (i, (black, white)) in black.0.iter().zip(&white.0).enumerate() {
        let mixed = *black ^ (*white << 29) ^ (*white >> 35);
        let mixed = mixed ^ L::constant(0x9E37_79B9_7F4A_7C15_u64.rotate_left(7 * i as u32));
        sum = sum.plus(mixed.times_low(mixed >> 32)).plus(mixed >> 17);
    }
    (sum ^ (sum >> 32)).times_low(L::constant(0x9FB2_1C65)) >> 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::point::Turn;
    use crate::rules::Rules;
    use crate::shape::Shape;

    /// Steps a batch beside eight games: every turn that stands is legal and gives the same grid,
    /// and every turn that is refused is illegal.
    fn batch_follows_the_rules<const S: usize, const N: usize>(
        columns: u8,
        rows: u8,
        steps: usize,
    ) {
        let start = Position::<S, N>::new(Shape::new(columns, rows).expect("the size fits"));
        let fresh = || Game::<S, N, 64>::from_position(start, Rules::TROMP_TAYLOR);
        let mut games: [_; 8] = std::array::from_fn(|_| fresh());
        let mut batch = Batch::<S, N, Array>::new(&start, 5);
        let lane_of = |set: Bitboard<S, N, Array>, lane: usize| -> Bitboard<S, N> {
            Bitboard::from_limbs(set.limbs().map(|limb| limb.0[lane]))
        };
        let (mut ended, mut refusals, mut finals) = (0, 0, vec![]);
        for _ in 0..steps {
            let refused = batch.refused;
            let turns = batch.turns.0;
            finals.clear();
            ended += batch.step(&start, usize::MAX >> 1, &mut |game| finals.push(game));
            let mut finals = finals.iter();
            for (lane, game) in games.iter_mut().enumerate() {
                if batch.turns.0[lane] == turns[lane] {
                    let tried = lane_of(batch.refused, lane) - lane_of(refused, lane);
                    let point = tried.first().expect("a refused point");
                    assert!(game.refusal(Turn::Play(point)).is_some(), "{:?}", game.position());
                    refusals += 1;
                } else if batch.turns.0[lane] == 0 {
                    // The game ended with a second pass.
                    let last = finals.next().expect("one final position for each game that ended");
                    game.pass().expect("a running game");
                    assert!(game.is_over());
                    assert_eq!(last.position, *game.position());
                    assert_eq!(last.turns, game.turns());
                    *game = fresh();
                } else {
                    let (own, opponent) = (lane_of(batch.own, lane), lane_of(batch.opponent, lane));
                    let black = batch.black >> lane & 1 == 1;
                    let stones = if black { [own, opponent] } else { [opponent, own] };
                    if stones == game.position().stones {
                        game.pass().expect("a running game");
                    } else {
                        let made = game.legal().into_iter().find(|&point| {
                            let mut after = game.clone();
                            after.play(Turn::Play(point)).is_ok()
                                && after.position().stones == stones
                        });
                        let point = made.expect("a legal play that makes the grid");
                        game.play(Turn::Play(point)).expect("a legal play");
                    }
                    assert_eq!(game.position().stones, stones);
                    assert_eq!((game.to_move() == Player::Black, game.is_over()), (black, false));
                }
            }
        }
        assert!(ended > 0 && refusals > 0, "{columns}x{rows}: {ended} ended, {refusals} refused");
    }

    #[test]
    fn batches_follow_the_rules() {
        batch_follows_the_rules::<8, 1>(2, 1, 200);
        batch_follows_the_rules::<8, 1>(1, 4, 300);
        batch_follows_the_rules::<8, 1>(2, 2, 500);
        batch_follows_the_rules::<8, 1>(3, 3, 1000);
        batch_follows_the_rules::<8, 1>(7, 7, 600);
        batch_follows_the_rules::<10, 2>(9, 9, 600);
        batch_follows_the_rules::<20, 6>(19, 3, 600);
    }

    #[test]
    fn every_level_plays_the_same_games() {
        fn games<const S: usize, const N: usize>(level: Level, side: u8) -> Vec<Finished<S, N>> {
            let start = Position::new(Shape::new(side, side).expect("the size fits"));
            let mut games = vec![];
            let limit = 3 * usize::from(side) * usize::from(side);
            playouts_in_step(level, &start, 40, limit, 3, |game| games.push(game));
            games
        }
        let all =
            |level| (games::<8, 1>(level, 5), games::<10, 2>(level, 9), games::<20, 6>(level, 19));
        let plain = all(Level::Portable);
        assert!(plain.0.len() >= 40 && plain.1.len() >= 40 && plain.2.len() >= 40);
        for level in Level::ALL {
            // Above the best level of the processor there are the games of that one once more.
            if Level::Portable < level && level <= Level::detected() {
                assert_eq!(all(level), plain, "{level:?}");
            }
        }
    }

    #[test]
    fn games_end_by_two_passes_or_at_the_limit() {
        let turns = |side, games, limit| {
            let start = Position::new(Shape::<8, 1>::new(side, side).expect("the size fits"));
            let mut turns = vec![];
            playouts_in_step(Level::Portable, &start, games, limit, 7, |game| {
                turns.push(game.turns);
            });
            turns
        };
        // On one point there is nothing but passing, eight games at a time.
        assert_eq!(turns(1, 9, 1000), [2; 16]);
        assert_eq!(turns(1, 9, 2), [2; 16]);
        assert_eq!(turns(1, 9, 1), [1; 16]);
        let some = turns(5, 30, 42);
        assert!(some.iter().all(|&turns| (2..=42).contains(&turns)), "{some:?}");
        assert!(some.contains(&42) && some.iter().any(|&turns| turns < 42), "{some:?}");
        // No step more than it takes.
        assert_eq!(turns(5, some.len(), 42), some);
    }

    /// A grid of a row of three points, in base 3, in every lane.
    fn row(code: usize) -> [[[u64; 8]; 1]; 2] {
        [1, 2].map(|color| {
            let bits = (0..3).filter(|&i| code / 3_usize.pow(i) % 3 == color);
            [[bits.map(|i| 1 << i).sum(); 8]]
        })
    }

    #[test]
    fn every_grid_of_the_running_games_is_remembered_and_no_other() {
        let shape = Shape::<8, 1>::new(3, 1).expect("the size fits");
        let stones = Bitboard::from(crate::point::Point::new(1, 0));
        let start = Position::set_up(shape, stones, Bitboard::EMPTY, Player::White)
            .expect("a stone with two liberties");
        let mut past = Past::new(&start);
        // The grids of each lane's game; the first has code 3.
        let mut games: [Vec<usize>; 8] = std::array::from_fn(|_| vec![3]);
        (0..8).for_each(|lane| past.begin(lane, &start));
        let mut random = Random::new(1);
        for step in 0..10_000_usize {
            let code = random.below(27) as usize;
            let lanes = |grid: [[u64; 8]; 1]| Bitboard::<8, 1, Array>(grid.map(Array));
            let [black, white] = row(code).map(lanes);
            let known = random.bits() as u8;
            let repeats = past.add(black, white, known);
            for (lane, game) in games.iter_mut().enumerate() {
                let repeated = game.contains(&code) && known >> lane & 1 == 0;
                assert_eq!(
                    repeats >> lane & 1 == 1,
                    repeated,
                    "{step}, {lane}: {code} in {game:?}"
                );
                game.push(code);
                // Exactly, without the filter.
                for code in [code, 3, 4, 12, step % 27] {
                    assert_eq!(past.repeats(&row(code), lane), game.contains(&code), "{lane}");
                }
            }
            if step < 4096 {
                assert_eq!((past.forgotten, past.grids.len()), (0, step + 1));
            }
            let begins = (0..8).filter(|lane| step % (30 * (lane + 1)) == 29);
            for lane in begins.collect::<Vec<_>>() {
                games[lane] = vec![3];
                past.begin(lane, &start);
            }
            assert!(past.forgotten <= past.begun.into_iter().min().unwrap_or_default());
            assert!(past.grids.capacity() <= 3 * 4096, "{}", past.grids.capacity());
        }
        assert!(past.forgotten > 3_000, "{}", past.forgotten);
    }

    #[test]
    fn few_new_hashes_seem_to_have_been_noted() {
        let start = Position::<8, 1>::new(Shape::new(3, 1).expect("the size fits"));
        let mut past = Past::new(&start);
        let mut random = Random::new(2);
        let hashes: [Array; 500] =
            std::array::from_fn(|_| Array(std::array::from_fn(|_| random.bits() >> 40)));
        let mut mistaken = 0;
        for &hash in &hashes {
            mistaken += past.note(hash).count_ones();
        }
        // 500 of 16,384 bits are set at the end: of 4,000 answers some 60 are wrong.
        assert!((20..120).contains(&mistaken), "{mistaken}");
        assert!(hashes.iter().all(|&hash| past.note(hash) == 0xff));
        let set: u32 = past.filter.iter().map(|word| word.count_ones()).sum();
        assert!((3_800..=4_000).contains(&set), "{set}");
    }

    #[test]
    fn a_drawn_point_is_drawn_evenly() {
        let set: Bitboard<10, 2> = [3, 40, 63, 64, 70]
            .map(|bit: u8| (bit % 10, bit / 10))
            .into_iter()
            .map(|(column, row)| crate::point::Point::new(column, row))
            .collect();
        let mut state = Array(std::array::from_fn(|i| Random::new(i as u64).bits()));
        let mut drawn = std::collections::HashMap::new();
        for _ in 0..2000 {
            let point = draw(Bitboard::<10, 2, Array>::constant(set), next_bits(&mut state));
            for lane in 0..8 {
                let point = Bitboard::<10, 2>::from_limbs(point.limbs().map(|limb| limb.0[lane]));
                assert!(point.count() == 1 && point.is_subset(set));
                *drawn.entry(point).or_insert(0) += 1;
            }
        }
        assert!(drawn.len() == 5 && drawn.values().all(|n| (2900..3500).contains(n)), "{drawn:?}");
    }
}
