//! The invariants of a history. They hold after every turn, every undo and every restart.
//!
//! Let there be `t` turns, let `G[0]` be the first grid, and let `G[i]` be the grid after turn `i`.
//!
//! 1. There are `t + 1` entries. Entry `i` holds `G[i]`. The first is no play.
//! 2. `G[i]` is `G[i - 1]` after a pass. After a play, it is `G[i - 1]` with a stone of the player
//!    whose turn it was on the point of the play, which was empty, and then without some stones of
//!    one color. An unblocking in a cleanup phase is a play that leaves `G[i - 1]` as it is, like the
//!    suicide of a lone stone. The point of an unblocking may have a stone of the opponent.
//! 3. The hash of entry `i` is the exclusive or of the keys of the stones of `G[i]`.
//! 4. The number of buckets is a power of two, and at least four times the number of entries. The
//!    chain of a bucket holds exactly the entries whose hash falls into it, the latest first.
//! 5. A pair of stone counts is noted if and only if some `G[i]` has it. Entry `i` is marked as the
//!    first if and only if no earlier grid has its pair.
//! 6. Every point from which a turn removed a stone is in `emptied` for the color of the stone.
//!
//! From 1, 3 and 4 it follows that the search for a grid finds every earlier grid that is the same,
//! whatever the hashes.

use super::{Entry, History, counts, hash_of};
use crate::bitboard::Bitboard;
use crate::point::Turn;

impl<const S: usize, const N: usize> History<S, N> {
    /// Checks all invariants, in as many steps as there are turns and buckets.
    ///
    /// # Errors
    ///
    /// If an invariant does not hold. The error says which.
    pub(crate) fn check(&self) -> Result<(), String> {
        let holds = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        let buckets = self.heads.len();
        holds(buckets.is_power_of_two(), "the number of buckets is no power of two")?;
        holds(buckets >= 4 * self.entries.len(), "there are too few buckets")?;
        let begins = self.entries.first().is_some_and(|entry| entry.step.is_pass());
        holds(begins, "the beginning is wrong")?;
        let mut links = vec![0; self.heads.len()];
        let mut pairs = vec![0; self.pairs.len()];
        for (number, entry) in self.entries.iter().enumerate() {
            if number > 0 {
                self.check_turn(number)?;
            }
            let wrong = |what: &str| Err(format!("{what} of turn {number} is wrong: {entry:?}"));
            if entry.hash != hash_of(&entry.grid) {
                return wrong("the hash");
            }
            let link = &mut links[self.bucket(entry.hash)];
            if entry.link != *link {
                return wrong("the link");
            }
            *link = number as u32 + 1;
            let bit = self.pair_bit(counts(&entry.grid));
            if entry.step.is_first() != (pairs[bit / 64] >> (bit % 64) & 1 == 0) {
                return wrong("the mark of a first pair");
            }
            pairs[bit / 64] |= 1_u64 << (bit % 64);
        }
        holds(self.heads == links, "a chain does not begin with its latest entry")?;
        holds(self.pairs == pairs, "the noted stone counts are not those that occurred")
    }

    /// Checks that the player of this turn can make its grid from the grid before.
    fn check_turn(&self, number: usize) -> Result<(), String> {
        let (before, Entry { grid: after, step, .. }) =
            (self.grid(number - 1), &self.entries[number]);
        let fails = |what: &str| Err(format!("turn {number} {what}"));
        let turn = step.turn::<S>();
        if turn == Turn::Pass && before != after {
            return fails("is a pass that changes the grid");
        }
        let mut played = *before;
        if let Turn::Play(point) = turn {
            let player = self.first_to_move as usize ^ ((number + 1) % 2);
            let is_unblocking = before == after && before[1 - player].contains(point);
            if !is_unblocking {
                if before.iter().any(|stones| stones.contains(point)) {
                    return fails("is a play on a stone");
                }
                played[player] |= Bitboard::from(point);
            }
        }
        if (0..2).any(|color| !after[color].is_subset(played[color])) {
            return fails("adds a stone that nobody played");
        }
        if (0..2).all(|color| played[color] != after[color]) {
            return fails("removes stones of both colors");
        }
        if (0..2).any(|color| !(before[color] - after[color]).is_subset(self.emptied[color])) {
            return fails("removes a stone, and its point was never emptied");
        }
        Ok(())
    }

    /// Asserts all invariants, if debug assertions are on and the number of entries is a power of
    /// two from 64 on. The tables grow at these numbers, and such rare checks cost little per turn.
    #[inline(always)]
    pub(super) fn assert_sometimes(&self) {
        if cfg!(debug_assertions)
            && self.entries.len() >= 64
            && self.entries.len().is_power_of_two()
        {
            self.assert_always();
        }
    }

    /// Asserts all invariants, if debug assertions are on.
    #[cold]
    #[inline(never)]
    pub(super) fn assert_always(&self) {
        if cfg!(debug_assertions)
            && let Err(broken) = self.check()
        {
            panic!("the history is broken after {} turns: {broken}", self.turns());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{Grid, Step};
    use crate::point::Player;

    /// An action on a history: any change of the grid that a player can make, whether or not it is
    /// a turn in a game of Go; an undo; a restart; or another width of the hash.
    #[derive(Clone, Copy, Debug)]
    enum Act {
        Push(Step, Grid<8, 1>),
        Pop,
        Clear,
        Bits(u32),
    }

    /// A history on a row of two points, and a plain list of its grids to compare it with.
    #[derive(Clone)]
    struct Both {
        history: History<8, 1>,
        grids: Vec<Grid<8, 1>>,
    }

    impl Both {
        fn new(first: Player) -> Both {
            let grid = [Bitboard::EMPTY; 2];
            Both { history: History::new(&grid, first, 2), grids: vec![grid] }
        }

        fn now(&self) -> Grid<8, 1> {
            self.grids[self.grids.len() - 1]
        }

        /// Returns all changes that the player to move can make: a pass, a stone alone, a stone
        /// that removes all stones of the opponent, and one that removes all own stones.
        fn pushes(&self) -> Vec<Act> {
            let player = self.history.first_to_move as usize ^ ((self.grids.len() + 1) % 2);
            let grid = self.now();
            let mut pushes = vec![Act::Push(Step::PASS, grid)];
            for bit in (0..2).filter(|&bit| (grid[0] | grid[1]).limbs()[0] >> bit & 1 == 0) {
                let mut quiet = grid;
                quiet[player].0[0] |= 1 << bit;
                pushes.push(Act::Push(Step::play(bit), quiet));
                for color in [0, 1] {
                    if !quiet[color].is_empty() {
                        let mut removed = quiet;
                        removed[color] = Bitboard::EMPTY;
                        pushes.push(Act::Push(Step::play(bit), removed));
                    }
                }
            }
            pushes
        }

        fn acts(&self) -> Vec<Act> {
            let others = [Act::Pop, Act::Clear, Act::Bits(0), Act::Bits(64)];
            self.pushes().into_iter().chain(others).collect()
        }

        fn go(&mut self, act: Act) {
            match act {
                Act::Push(step, grid) => {
                    let before = self.now();
                    let removes = [0, 1].iter().any(|&color| !before[color].is_subset(grid[color]));
                    let lone = grid == before && !step.is_pass();
                    self.history.push(step, removes || lone, &grid, hash_of(&grid), counts(&grid));
                    self.grids.push(grid);
                }
                Act::Pop => {
                    assert_eq!(self.history.pop().is_some(), self.grids.len() > 1);
                    if self.grids.len() > 1 {
                        self.grids.pop();
                    }
                }
                Act::Clear => {
                    self.grids.truncate(1);
                    self.history.clear();
                }
                Act::Bits(bits) => self.history.set_hash_bits(bits),
            }
            assert_eq!(*self.history.grid(self.history.turns()), self.now());
        }

        /// Checks the invariants, and what follows from them: the search finds every grid after the
        /// latest turn at which it stood, and every point is known where a stone makes the stones of
        /// the player to move those of an earlier grid.
        fn check(&self) {
            assert_eq!(self.history.check(), Ok(()), "{:?}", self.grids);
            assert_eq!(self.history.turns() + 1, self.grids.len());
            for code in 0..9_u64 {
                let of = |color: u64| {
                    let bits = (0..2).filter(|bit| code / 3_u64.pow(*bit) % 3 == color);
                    Bitboard([bits.map(|bit| 1 << bit).sum()])
                };
                let grid = [of(1), of(2)];
                let found = self.history.find(hash_of(&grid), &grid, |_| true);
                assert_eq!(found, self.grids.iter().rposition(|&stood| stood == grid));
                let stood = self.grids.iter().any(|stood| counts(stood) == counts(&grid));
                assert_eq!(self.history.has_pair(counts(&grid)), stood);
            }
            let player = self.history.player(self.grids.len());
            let (own, returning) = (self.now()[player as usize], self.history.returning(player));
            for stood in self.grids.iter().map(|grid| grid[player as usize]) {
                let more = stood - own;
                if own.is_subset(stood) && more.count() == 1 {
                    assert!(more.is_subset(returning), "{:?}", self.grids);
                }
            }
        }

        /// Tries all sequences of up to this many actions. Returns the number of histories.
        fn try_all(&self, steps: usize) -> usize {
            let mut histories = 1;
            self.check();
            if steps > 0 {
                for act in self.acts() {
                    let mut after = self.clone();
                    after.go(act);
                    histories += after.try_all(steps - 1);
                }
            }
            histories
        }
    }

    /// Tries every list of actions up to a length, after each number of turns up to 140. The length
    /// is five at the beginning, three near the growth of the tables, and one elsewhere.
    #[test]
    fn the_invariant_holds_in_all_histories_up_to_a_bound() {
        let mut histories = 0;
        for first in Player::BOTH {
            histories += Both::new(first).try_all(if cfg!(miri) { 1 } else { 5 });
        }
        for bits in [64, 1] {
            let mut both = Both::new(Player::White);
            both.go(Act::Bits(bits));
            for turn in 0..if cfg!(miri) { 3 } else { 140 } {
                // Plays, captures, suicides and passes alternate.
                let pushes = both.pushes();
                both.go(pushes[turn * 7 % pushes.len()]);
                let near = [31, 32, 63, 64, 65, 126, 127, 128].contains(&(turn + 1));
                histories += both.try_all(if near && bits == 64 { 3 } else { 1 });
            }
        }
        assert!(cfg!(miri) || histories > 20_000, "{histories}");
    }

    #[test]
    fn every_broken_invariant_is_named() {
        let mut both = Both::new(Player::Black);
        for turn in 0..40 {
            let pushes = both.pushes();
            // The last of the possible changes removes stones.
            let last = pushes.len() - 1;
            both.go(pushes[if turn % 3 == 2 { last } else { turn % pushes.len() }]);
        }
        /// Returns the number of the first turn that `is` accepts. Its arguments are whether the turn
        /// is a play, and the grid before the turn.
        fn first(history: &History<8, 1>, is: fn(bool, &Grid<8, 1>) -> bool) -> usize {
            (1..).find(|&n| is(history.is_play(n), history.grid(n - 1))).expect("40 turns")
        }
        type Break = fn(&mut History<8, 1>);
        let breaks: [(&str, Break); 13] = [
            ("the beginning", |history| history.entries[0].step = Step::play(0)),
            ("the hash", |history| history.entries[7].hash ^= 1),
            ("the link", |history| history.entries[9].link ^= 1),
            ("nobody played", |history| {
                let play = first(history, |is_play, _| is_play);
                history.entries[play].grid[0].0[0] |= 1 << 6;
            }),
            ("a play on a stone", |history| {
                // The grid changes, so it is no unblocking.
                let is_such = |&n: &usize| {
                    history.grid(n) != history.grid(n - 1) && !history.grid(n - 1)[0].is_empty()
                };
                let turn = (1..).find(is_such).expect("40 turns");
                let stone = history.grid(turn - 1)[0].bits().next().expect("a stone");
                history.entries[turn].step = Step::play(stone);
            }),
            ("a play on a stone", |history| {
                // A stone of the player is not unblocked. Black plays the odd turns.
                let own = |n: usize| history.grid(n - 1)[(n + 1) % 2];
                let is_such = |&n: &usize| !history.is_play(n) && !own(n).is_empty();
                let turn = (1..).find(is_such).expect("40 turns");
                let stone = own(turn).bits().next().expect("a stone");
                history.entries[turn].step = Step::play(stone);
            }),
            ("changes the grid", |history| {
                let play = first(history, |is_play, before| is_play && !before[1].is_empty());
                history.entries[play].step = Step::PASS;
            }),
            ("both colors", |history| {
                // Black plays the odd turns.
                let beside =
                    |n: usize| history.is_play(n) && !history.grid(n - 1)[n % 2].is_empty();
                let play = (1..).find(|&n| beside(n)).expect("40 turns");
                history.entries[play].grid = [Bitboard::EMPTY; 2];
            }),
            ("too few", |history| history.fill_buckets(32)),
            ("no power of two", |history| history.heads.push(0)),
            ("a chain", |history| {
                let head = history.heads.iter().position(|&head| head == 0).expect("an empty one");
                history.heads[head] = 1;
            }),
            ("stone counts", |history| history.pairs[0] ^= 1 << 8),
            ("never emptied", |history| history.emptied = [Bitboard::EMPTY; 2]),
        ];
        for (what, wreck) in breaks {
            let mut history = both.history.clone();
            assert_eq!(history.check(), Ok(()));
            wreck(&mut history);
            let checked = history.check();
            let is_named = checked.as_ref().is_err_and(|broken| broken.contains(what));
            assert!(is_named, "{what}: {checked:?}");
        }
    }
}
