//! The rules of placing and removing stones, on sets of points.
//!
//! All code here is written once, generic over [`Word`], and used unchanged: for one game on `u64`,
//! for eight games in lockstep on a vector of lanes, and for all positions at once on a symbolic
//! word.
//! No code here branches on a set. A question has one answer per game, a choice is a
//! [`select`](Bitboard::select), and a loop is a [`Word::fix`].
//!
//! Throughout, `own` are the stones of the player to move, `opponent` are the other stones, and
//! `board` is the set of all points of the board. The position is legal: every chain has a liberty.

#![expect(missing_debug_implementations, reason = "a word need not be printable")]

use crate::bitboard::Bitboard;
use crate::word::{Body, Word, each};

type Set<const S: usize, const N: usize, W> = Bitboard<S, N, W>;

/// Grows `seed` through `region`, neighbor by neighbor, until it no longer grows.
///
/// `seed` must lie in `region`.
#[inline(always)]
pub fn flood<const S: usize, const N: usize, W: Word>(
    seed: Set<S, N, W>,
    region: Set<S, N, W>,
) -> Set<S, N, W> {
    let [grown] = floods([seed], [region], Never);
    grown
}

/// Grows each of `K` seeds through its own region, all at the same time, until none grows any more
/// or until the goal is reached.
#[inline(always)]
fn floods<const K: usize, const S: usize, const N: usize, W: Word>(
    seeds: [Set<S, N, W>; K],
    regions: [Set<S, N, W>; K],
    goal: impl Goal<K, S, N, W>,
) -> [Set<S, N, W>; K] {
    sets(W::fix(limbs(seeds), Floods { regions, goal }))
}

/// The condition under which floods need not continue. (This is a trait, because a closure cannot
/// always be inlined.)
trait Goal<const K: usize, const S: usize, const N: usize, W: Word>: Copy {
    /// Returns whether the goal is reached with these sets.
    fn reached(self, grown: [Set<S, N, W>; K]) -> W::Truth;
}

/// No goal: every flood continues as far as it can.
#[derive(Clone, Copy)]
struct Never;

impl<const K: usize, const S: usize, const N: usize, W: Word> Goal<K, S, N, W> for Never {
    #[inline(always)]
    fn reached(self, grown: [Set<S, N, W>; K]) -> W::Truth {
        const { assert!(K > 0, "something is flooded") };
        !grown[0].lowest_limb().constant(0).is_zero()
    }
}

/// The goal of covering all of these points.
#[derive(Clone, Copy)]
struct Covers<P>(P);

impl<const S: usize, const N: usize, W: Word> Goal<1, S, N, W> for Covers<Set<S, N, W>> {
    #[inline(always)]
    fn reached(self, [grown]: [Set<S, N, W>; 1]) -> W::Truth {
        (self.0 - grown).is_zero()
    }
}

/// The goal of touching any of these points. The goal is reached from the start if the second field
/// holds.
#[derive(Clone, Copy)]
struct Touches<P, T>(P, T);

impl<const S: usize, const N: usize, W: Word> Goal<1, S, N, W> for Touches<Set<S, N, W>, W::Truth> {
    #[inline(always)]
    fn reached(self, [grown]: [Set<S, N, W>; 1]) -> W::Truth {
        self.1 | !(self.0 & grown).is_zero()
    }
}

/// Returns the limbs of each set.
#[inline(always)]
fn limbs<const K: usize, const S: usize, const N: usize, W: Word>(
    sets: [Set<S, N, W>; K],
) -> [[W; N]; K] {
    const { assert!(K > 0, "something is flooded") };
    each!([sets[0].limbs(); K], |i, _| sets[i].limbs())
}

/// Returns the sets with these limbs.
#[inline(always)]
fn sets<const K: usize, const S: usize, const N: usize, W: Word>(
    limbs: [[W; N]; K],
) -> [Set<S, N, W>; K] {
    const { assert!(K > 0, "something is flooded") };
    each!([Bitboard::from_limbs(limbs[0]); K], |i, _| Bitboard::from_limbs(limbs[i]))
}

/// The body of [`floods`]. A step grows each set to its neighbors in its region.
#[derive(Clone, Copy)]
struct Floods<R, G> {
    regions: R,
    goal: G,
}

impl<const K: usize, const S: usize, const N: usize, W: Word, G> Body<W, N, K>
    for Floods<[Set<S, N, W>; K], G>
where
    G: Goal<K, S, N, W>,
{
    #[inline(always)]
    fn step(self, state: [[W; N]; K]) -> [[W; N]; K] {
        each!(state, |i, limbs| {
            let set = Bitboard::<S, N, W>::from_limbs(limbs);
            ((set | set.neighbors()) & self.regions[i]).limbs()
        })
    }

    #[inline(always)]
    fn enough(self, state: [[W; N]; K]) -> W::Truth {
        self.goal.reached(sets(state))
    }
}

/// The stones after one play.
#[derive(Clone, Copy)]
pub struct Played<const S: usize, const N: usize, W: Word = u64> {
    /// The stones of the player who played.
    pub own: Set<S, N, W>,
    /// The stones of the opponent.
    pub opponent: Set<S, N, W>,
    /// Whether opponent stones were removed.
    pub captures: W::Truth,
    /// Whether own stones were removed, including the new one.
    pub suicide: W::Truth,
}

/// Puts an own stone on the one point of `point`, which must be empty. Then removes the opponent's
/// stones without a liberty, and then the own stones without a liberty.
///
/// If `point` is the empty set, nothing changes.
///
/// Of the opponent's chains, only those next to the new stone can have lost their last liberty. A
/// stone of theirs is in doubt if it is next to the new stone and next to no empty point. A flood
/// from the stones next to an empty point finds the stones that still have a liberty. The flood ends
/// as soon as it has reached all stones in doubt. Of the own chains, only that of the new stone can
/// be without a liberty. A second flood grows this chain until it touches an empty point.
///
/// ```text
/// . X O .     White plays at A1. The black stone B1 is in doubt: it has no empty neighbor any
/// X X O .     more. The flood of the black stones that breathe starts from A2 and B3, which touch
/// * X O .     A3, and reaches B1 by way of B2: nothing is captured. The chain of the new stone is
///             A1 alone and touches no empty point: a suicide.
/// ```
#[inline(always)]
pub fn play<const S: usize, const N: usize, W: Word>(
    board: Set<S, N, W>,
    own: Set<S, N, W>,
    opponent: Set<S, N, W>,
    point: Set<S, N, W>,
) -> Played<S, N, W> {
    play_beside(board, own, opponent, board.cleared(), point)
}

/// Computes the same as [`play`], faster, if some of the opponent's chains are known to be safe.
/// `safe` must consist of whole chains with more than one liberty, such as [`Outlook::safe`].
#[inline(always)]
pub fn play_beside<const S: usize, const N: usize, W: Word>(
    board: Set<S, N, W>,
    own: Set<S, N, W>,
    opponent: Set<S, N, W>,
    safe: Set<S, N, W>,
    point: Set<S, N, W>,
) -> Played<S, N, W> {
    let own = own | point;
    let beside_empty = (board - own - opponent).neighbors();

    let suspects = opponent - safe;
    let in_doubt = (point.neighbors() & suspects) - beside_empty;
    let [breathing] = floods([suspects & beside_empty], [suspects], Covers(in_doubt));
    let captures = !(in_doubt - breathing).is_zero();
    let opponent = Bitboard::select(captures, safe | breathing, opponent);

    // A stone that captures has liberties on the points that it emptied.
    let breathes = Touches(beside_empty, captures);
    let [chain] = floods([point], [own], breathes);
    let suicide = !(breathes.reached([chain]) | point.is_zero());
    let own = Bitboard::select(suicide, own - chain, own);

    Played { own, opponent, captures, suicide }
}

/// The empty points, by what is known about a play there without trying it.
#[derive(Clone, Copy)]
pub struct Outlook<const S: usize, const N: usize, W = u64> {
    /// Points where a play removes nothing.
    pub quiet: Set<S, N, W>,
    /// Points where a play removes the new stone and no other.
    pub lone: Set<S, N, W>,
    /// Points where a play may capture, or may be a suicide.
    pub unclear: Set<S, N, W>,
    /// Points where a play is no suicide: beside an empty point, or beside an own chain that is
    /// known to have more than one liberty. All points beside an empty point are among them, but not
    /// all points beside such a chain need be.
    pub breathing: Set<S, N, W>,
    /// Chains of the opponent that have more than one liberty. They need not be all such chains.
    pub safe: Set<S, N, W>,
}

/// Classifies all empty points at once.
///
/// A chain with a stone that has two empty neighbors has at least two liberties. So one play can
/// neither capture it nor take its last liberty. Next to other chains, the result is unclear.
#[inline(always)]
pub fn outlook<const S: usize, const N: usize, W: Word>(
    board: Set<S, N, W>,
    own: Set<S, N, W>,
    opponent: Set<S, N, W>,
) -> Outlook<S, N, W> {
    let empty = board - own - opponent;
    let two_liberties = empty.neighbors_twice();
    let [own_secure, opponent_secure] =
        floods([own & two_liberties, opponent & two_liberties], [own, opponent], Never);

    let may_capture = empty & (opponent - opponent_secure).neighbors();
    let calm = empty - may_capture;
    let breathing = empty.neighbors() | own_secure.neighbors();
    let beside_own = own.neighbors();
    Outlook {
        quiet: calm & breathing,
        lone: calm - breathing - beside_own,
        unclear: may_capture | ((calm & beside_own) - breathing),
        breathing: empty & breathing,
        safe: opponent_secure,
    }
}

/// Returns points where a play removes the new stone and no other, found without a loop. They need
/// not be all such points.
///
/// All neighbors of such a point are stones of the opponent, in chains with another liberty. A chain
/// has two liberties if a stone of it is next to two empty points, or if two adjacent stones of it
/// are each next to an empty point: adjacent points have no neighbor in common. Which stones are in
/// such a chain is known up to two steps from there.
///
/// ```text
/// . O X .     A1 is such a point for Black. A2 is next to two empty points, A1 and A3. B1 is two
/// O O X .     steps from A2, by way of B2.
/// * O X .
/// ```
#[inline(always)]
pub fn lone<const S: usize, const N: usize, W: Word>(
    board: Set<S, N, W>,
    own: Set<S, N, W>,
    opponent: Set<S, N, W>,
) -> Set<S, N, W> {
    let empty = board - own - opponent;
    let breathing = opponent & empty.neighbors();
    let secure = opponent & (empty.neighbors_twice() | (breathing & breathing.neighbors()));
    let secure = (secure | secure.neighbors()) & opponent;
    let secure = (secure | secure.neighbors()) & opponent;
    empty - (board - secure).neighbors()
}

/// The empty points, by what a play there removes.
#[derive(Clone, Copy)]
pub struct Plays<const S: usize, const N: usize, W = u64> {
    /// Points where a play removes nothing.
    pub quiet: Set<S, N, W>,
    /// Points where a play removes opponent stones.
    pub capturing: Set<S, N, W>,
    /// Points where a play removes the new stone and no other: a suicide of a lone stone.
    pub lone: Set<S, N, W>,
    /// Points where a play removes the new stone and other stones of its chain: a suicide of
    /// several stones.
    pub several: Set<S, N, W>,
}

/// Returns what each play would remove. Together with the suicide rule, this determines which plays
/// are legal before repetition is considered.
#[inline(always)]
pub fn plays<const S: usize, const N: usize, W: Word>(
    board: Set<S, N, W>,
    own: Set<S, N, W>,
    opponent: Set<S, N, W>,
) -> Plays<S, N, W> {
    let look = outlook(board, own, opponent);
    let none = board.cleared();
    let start = limbs([look.unclear, none, look.lone, none]);
    let tried = W::fix(start, TryEach { board, own, opponent, safe: look.safe });
    let [_, capturing, lone, several] = sets(tried);

    let quiet = board - own - opponent - capturing - lone - several;
    Plays { quiet, capturing, lone, several }
}

/// Tries the unclear points one by one, the lowest first. The state has four sets: the points not
/// tried yet, and those where a play captures, is a suicide of a lone stone, or is a suicide of
/// several stones.
#[derive(Clone, Copy)]
struct TryEach<const S: usize, const N: usize, W> {
    board: Set<S, N, W>,
    own: Set<S, N, W>,
    opponent: Set<S, N, W>,
    safe: Set<S, N, W>,
}

impl<const S: usize, const N: usize, W: Word> Body<W, N, 4> for TryEach<S, N, W> {
    #[inline(always)]
    fn step(self, state: [[W; N]; 4]) -> [[W; N]; 4] {
        let [unclear, capturing, lone, several] = sets::<4, S, N, W>(state);
        let none = self.board.cleared();
        let point = unclear.lowest();
        let played = play_beside(self.board, self.own, self.opponent, self.safe, point);
        let alone = (self.own - played.own).is_zero();
        let captures = Bitboard::select(played.captures, point, none);
        let suicide = Bitboard::select(played.suicide, point, none);
        limbs([
            unclear - point,
            capturing | captures,
            lone | Bitboard::select(alone, suicide, none),
            several | Bitboard::select(alone, none, suicide),
        ])
    }

    #[inline(always)]
    fn enough(self, [unclear, ..]: [[W; N]; 4]) -> W::Truth {
        Bitboard::<S, N, W>(unclear).is_zero()
    }
}

/// Returns the points that count for each side: its stones, and the empty points from which paths
/// of empty points lead to its stones only.
#[inline(always)]
pub fn area<const S: usize, const N: usize, W: Word>(
    board: Set<S, N, W>,
    own: Set<S, N, W>,
    opponent: Set<S, N, W>,
) -> [Set<S, N, W>; 2] {
    let empty = board - own - opponent;
    let [reach_own, reach_opponent] =
        floods([own.neighbors() & empty, opponent.neighbors() & empty], [empty, empty], Never);
    [own | (reach_own - reach_opponent), opponent | (reach_opponent - reach_own)]
}

/// Returns the points that a playout does not fill. They are empty, every neighbor is an own stone,
/// and too few of the opponent's stones are on the diagonals to break the eye: fewer than two, or
/// none if the eye is on the edge.
#[inline(always)]
pub fn eyes<const S: usize, const N: usize, W: Word>(
    board: Set<S, N, W>,
    edge: Set<S, N, W>,
    own: Set<S, N, W>,
    opponent: Set<S, N, W>,
) -> Set<S, N, W> {
    let surrounded = (board - own - opponent) - (board - own).neighbors();
    surrounded - opponent.diagonals_twice() - (edge & opponent.diagonals())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{Array, Lanes};
    use crate::layouts::{Has, Layouts};
    use crate::random::Random;
    use crate::{Game, Player, Point, Rules, Shape};

    /// Compares [`plays`] for all points with [`play`] at each of them, on one lane and on eight.
    fn plays_agree_with_single_plays<const S: usize, const N: usize>(columns: u8, rows: u8)
    where
        Layouts: Has<S, N>,
    {
        let shape = Shape::<S, N>::new(columns, rows).expect("the size fits");
        let mut random = Random::new(u64::from(columns));
        let mut known = 0;
        // Miri is about a thousand times slower.
        for turns in 1..if cfg!(miri) { 3 } else { 60 } {
            let mut game = Game::<S, N>::new(shape, Rules::TROMP_TAYLOR);
            game.playout(&mut random, turns * 3);
            let position = game.position();
            let (board, player) = (shape.points(), game.to_move());
            let (own, opponent) = (position.stones(player), position.stones(player.opponent()));
            let all = plays(board, own, opponent);
            let lone = lone(board, own, opponent);
            assert!(lone.is_subset(all.lone), "{position:?}");
            known += lone.count();
            for point in position.empty().into_iter().map(Bitboard::from) {
                let played = play(board, own, opponent, point);
                let alone = played.suicide && played.own == own;
                assert_eq!(point.is_subset(all.capturing), played.captures, "{position:?}");
                assert_eq!(point.is_subset(all.lone), alone, "{position:?}");
                assert_eq!(point.is_subset(all.several), played.suicide && !alone, "{position:?}");
                let quiet = !played.captures && !played.suicide;
                assert_eq!(point.is_subset(all.quiet), quiet, "{position:?}");
            }
            // The position is in lane 3. The other lanes are empty boards.
            let in_lane_3 = |set: Bitboard<S, N>| {
                Bitboard::<S, N, Array>(set.0.map(|limb| {
                    let mut lanes = [0; 8];
                    lanes[3] = limb;
                    Array(lanes)
                }))
            };
            let lanes = plays(in_lane_3(own).constant(board), in_lane_3(own), in_lane_3(opponent));
            let lane_3 = |set: Bitboard<S, N, Array>| Bitboard(set.0.map(|limb| limb.lanes()[3]));
            assert_eq!(lane_3(lanes.quiet), all.quiet);
            assert_eq!(lane_3(lanes.capturing), all.capturing);
            assert_eq!(lane_3(lanes.lone), all.lone);
            assert_eq!(lane_3(lanes.several), all.several);
        }
        assert!(cfg!(miri) || known > 0, "no such play is known");
    }

    #[test]
    fn plays_agree_with_single_plays_on_one_and_two_limbs() {
        plays_agree_with_single_plays::<8, 1>(1, 8);
        plays_agree_with_single_plays::<8, 1>(4, 4);
        plays_agree_with_single_plays::<10, 2>(9, 9);
    }

    #[test]
    fn what_is_known_without_trying_is_what_two_empty_neighbors_tell() {
        let shape = Shape::<10, 2>::new(6, 9).expect("the size fits");
        let mut random = Random::new(9);
        for turns in 1..if cfg!(miri) { 3 } else { 80 } {
            let mut game = Game::<10, 2>::new(shape, Rules::TROMP_TAYLOR);
            game.playout(&mut random, turns * 2);
            let (position, player) = (game.position(), game.to_move());
            let look = outlook(
                shape.points(),
                position.stones(player),
                position.stones(player.opponent()),
            );
            let empty = position.empty();
            let beside = |point: Point| Bitboard::from(point).neighbors() & shape.points();
            let secure = |stone: Point| {
                let color = position.stones(position.at(stone).expect("a stone"));
                let (mut chain, mut open) = (Bitboard::EMPTY, vec![stone]);
                while let Some(stone) = open.pop() {
                    chain |= Bitboard::from(stone);
                    open.extend((beside(stone) & color) - chain);
                }
                chain.into_iter().any(|stone| (beside(stone) & empty).count() >= 2)
            };
            let stones = |of: Player| move |&point: &Point| position.at(point) == Some(of);
            for point in shape.points() {
                let mut others = beside(point).into_iter().filter(stones(player.opponent()));
                let mut own = beside(point).into_iter().filter(stones(player)).peekable();
                let is_empty = position.at(point).is_none();
                let alone = own.peek().is_none();
                let calm = is_empty && others.all(secure);
                let breathes = !(beside(point) & empty).is_empty() || own.any(secure);
                let at = Bitboard::from(point);
                assert_eq!(at.is_subset(look.quiet), calm && breathes, "{point:?} {position:?}");
                assert_eq!(at.is_subset(look.lone), calm && !breathes && alone);
                assert_eq!(at.is_subset(look.unclear), is_empty && !(calm && (breathes || alone)));
                let theirs = position.at(point) == Some(player.opponent());
                assert_eq!(at.is_subset(look.safe), theirs && secure(point));
            }
        }
    }
}
