//! The invariants of a history. They hold after every turn, every undo and every restart.
//!
//! Let there be `t` turns, let `G[0]` be the first grid, and let `G[i]` be the grid after turn `i`,
//! as the entries make it. A play places a stone of the player whose turn it is on its bit, which
//! is empty. Then it removes the bits that `removed` lists for it, all of them stones of its loser.
//!
//! 1. There are `t + 1` entries. The first is no play and removes nothing.
//! 2. The hash of entry `i` is the exclusive or of the keys of the stones of `G[i]`.
//! 3. There are `t / 16 + 1` snapshots. Number `k` holds `G[16 k]`, and how many stones turns
//!    `1..=16 k` removed.
//! 4. The number of buckets is a power of two, and at least four times the number of entries. The
//!    chain of a bucket holds exactly the entries whose hash falls into it, the latest first.
//! 5. A pair of stone counts is noted if and only if some `G[i]` has it. Entry `i` is marked as the
//!    first if and only if no earlier grid has its pair.
//! 6. Every point from which a turn removed a stone is in `emptied` for the color of the stone.
//!
//! From 2 and 4 it follows that the search for a grid finds every earlier grid that is the same,
//! whatever the hashes. From 1 and 3 it follows that the search compares the right grids.

use super::{EVERY, Entry, Grid, History, Moment, counts, key};
use crate::bitboard::Bitboard;
use crate::point::Player;

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
        let mut moment = self.beginning()?;
        let mut links = vec![0; self.heads.len()];
        let mut pairs = vec![0; self.pairs.len()];
        for (number, entry) in self.entries.iter().enumerate() {
            if number > 0 {
                self.step(&mut moment, entry)?;
            }
            let wrong = |what: &str| Err(format!("{what} of turn {number} is wrong: {entry:?}"));
            if entry.hash != hash_of(&moment.grid) {
                return wrong("the hash");
            }
            if number.is_multiple_of(EVERY) {
                let snapshot = self.snapshots.get(number / EVERY);
                if snapshot != Some(&(moment.grid, moment.removed)) {
                    return wrong("the snapshot");
                }
            }
            let link = &mut links[self.bucket(entry.hash)];
            if entry.link != *link {
                return wrong("the link");
            }
            *link = number as u32 + 1;
            let pair = self.pair(counts(&moment.grid));
            if entry.step.is_first() != (pairs[pair / 64] >> (pair % 64) & 1 == 0) {
                return wrong("the mark of a first pair");
            }
            pairs[pair / 64] |= 1_u64 << (pair % 64);
        }
        holds(self.snapshots.len() == self.turns() / EVERY + 1, "there are other snapshots")?;
        holds(self.removed.len() == moment.removed, "stones are listed that no turn removed")?;
        holds(self.heads == links, "a chain does not begin with its latest entry")?;
        holds(self.pairs == pairs, "other stone counts are noted than occurred")
    }

    /// Returns the beginning, in which there was no play and nothing was removed.
    fn beginning(&self) -> Result<Moment<S, N>, String> {
        match (self.entries.first(), self.snapshots.first()) {
            (Some(entry), Some(&(grid, 0))) if entry.step.is_pass() && entry.removed == 0 => {
                Ok(Moment { turns: 0, grid, removed: 0 })
            }
            beginning => Err(format!("the beginning is wrong: {beginning:?}")),
        }
    }

    /// Goes from a moment to the next one by the turn of this entry.
    fn step(&self, moment: &mut Moment<S, N>, entry: &Entry) -> Result<(), String> {
        let number = moment.turns + 1;
        let start = moment.removed;
        *moment = Moment { turns: number, removed: start + usize::from(entry.removed), ..*moment };
        let removed = self.removed.get(start..moment.removed);
        let removed = removed.ok_or_else(|| format!("turn {number} removes what is not listed"))?;
        if entry.step.is_pass() {
            return match removed {
                [] => Ok(()),
                _ => Err(format!("turn {number}, a pass, removes stones")),
            };
        }
        let (player, bit) = (self.mover(number), entry.step.bit());
        let loser = entry.step.loser(player);
        let has = |set: &Bitboard<S, N>, bit: usize| set.limbs()[bit / 64] >> (bit % 64) & 1 == 1;
        if moment.grid.iter().any(|stones| has(stones, bit)) {
            return Err(format!("turn {number} is a play on a stone"));
        }
        moment.grid[player as usize].0[bit / 64] |= 1 << (bit % 64);
        for &bit in removed {
            let bit = usize::from(bit);
            if !has(&moment.grid[loser as usize], bit) {
                return Err(format!("turn {number} removes a stone that is not there"));
            }
            if !has(&self.emptied[loser as usize], bit) {
                return Err(format!(
                    "turn {number} removes a stone, and its point was never emptied"
                ));
            }
            moment.grid[loser as usize].0[bit / 64] &= !(1 << (bit % 64));
        }
        Ok(())
    }

    /// Asserts all invariants, if debug assertions are on and the number of entries is a power of
    /// two from 64 on. There the tables grow, and the cost per turn stays small.
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

/// Returns the exclusive or of the keys of all stones.
fn hash_of<const S: usize, const N: usize>(grid: &Grid<S, N>) -> u64 {
    let of = |player: Player| {
        grid[player as usize].bits().fold(0, move |hash, bit| hash ^ key(player, bit))
    };
    of(Player::Black) ^ of(Player::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Change;
    use crate::history::set;

    /// An action on a history: any change of the grid, whether or not it is a turn in a game of Go;
    /// an undo; a restart; or another width of the hash.
    #[derive(Clone, Copy, Debug)]
    enum Act {
        Push(Change<8, 1>),
        Pop,
        Clear,
        Bits(u32),
    }

    /// A history on a row of two points, and a list of its grids.
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

        /// Returns all actions that are possible now.
        fn acts(&self) -> Vec<Act> {
            let player = self.history.mover(self.grids.len()) as usize;
            let grid = self.now();
            let mut acts = vec![Act::Pop, Act::Clear, Act::Bits(0), Act::Bits(64)];
            acts.push(Act::Push(Change::Pass));
            for bit in (0..2).filter(|&bit| (grid[0] | grid[1]).limbs()[0] >> bit & 1 == 0) {
                acts.push(Act::Push(Change::Quiet { bit }));
                let own = grid[player] | set(&[bit as u16]);
                acts.push(Act::Push(Change::Suicide { bit, removed: own }));
                if !grid[1 - player].is_empty() {
                    acts.push(Act::Push(Change::Capture { bit, removed: grid[1 - player] }));
                }
            }
            acts
        }

        fn go(&mut self, act: Act) {
            match act {
                Act::Push(change) => {
                    let player = self.history.mover(self.grids.len()) as usize;
                    let mut grid = self.now();
                    match change {
                        Change::Pass => {}
                        Change::Quiet { bit } => grid[player] |= set(&[bit as u16]),
                        Change::Suicide { bit, removed } => {
                            grid[player] = (grid[player] | set(&[bit as u16])) - removed;
                        }
                        Change::Capture { bit, removed } => {
                            grid[player] |= set(&[bit as u16]);
                            grid[1 - player] -= removed;
                        }
                    }
                    self.history.push(&change, hash_of(&grid), counts(&grid), || grid);
                    self.grids.push(grid);
                }
                Act::Pop => {
                    let (mut grid, mut stones) = (self.now(), counts(&self.now()));
                    let turn = self.history.pop(&mut grid, &mut stones);
                    assert_eq!(turn.is_some(), self.grids.len() > 1);
                    if turn.is_some() {
                        self.grids.pop();
                    }
                    assert_eq!((grid, stones), (self.now(), counts(&self.now())));
                }
                Act::Clear => {
                    self.grids.truncate(1);
                    assert_eq!(self.history.clear(), self.grids[0]);
                }
                Act::Bits(bits) => self.history.set_hash_bits(bits),
            }
        }

        /// Checks the invariants, and what follows from them: the search finds every grid after the
        /// latest turn at which it stood.
        fn check(&self) {
            assert_eq!(self.history.check(), Ok(()), "{:?}", self.grids);
            assert_eq!(self.history.turns() + 1, self.grids.len());
            for code in 0..9_u16 {
                let bits = |color| (0..2).filter(move |bit| code / 3_u16.pow(*bit) % 3 == color);
                let grid =
                    [1, 2].map(|color| set(&bits(color).map(|bit| bit as u16).collect::<Vec<_>>()));
                let found = self.history.find(hash_of(&grid), || grid, |_| true);
                assert_eq!(found, self.grids.iter().rposition(|&stood| stood == grid));
                let stood = self.grids.iter().any(|stood| counts(stood) == counts(&grid));
                assert_eq!(self.history.has_pair(counts(&grid)), stood);
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
    /// is five at the beginning, three near snapshots and near the growth of the tables, and one
    /// elsewhere.
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
                let acts = both.acts();
                let pushes: Vec<_> =
                    acts.into_iter().filter(|act| matches!(act, Act::Push(_))).collect();
                both.go(pushes[turn * 7 % pushes.len()]);
                let near = [15, 16, 17, 31, 32, 63, 64, 65, 126, 127, 128].contains(&(turn + 1));
                histories += both.try_all(if near && bits == 64 { 3 } else { 1 });
            }
        }
        assert!(cfg!(miri) || histories > 20_000, "{histories}");
    }

    #[test]
    fn a_broken_history_is_told() {
        let mut both = Both::new(Player::Black);
        for turn in 0..40 {
            let acts = both.acts();
            let pushes: Vec<_> =
                acts.into_iter().filter(|act| matches!(act, Act::Push(_))).collect();
            // The last of the possible changes removes stones.
            let last = pushes.len() - 1;
            both.go(pushes[if turn % 3 == 2 { last } else { turn % pushes.len() }]);
        }
        type Break = fn(&mut History<8, 1>);
        let breaks: [(&str, Break); 12] = [
            ("the beginning", |history| history.entries[0].removed = 1),
            ("the hash", |history| history.entries[7].hash ^= 1),
            ("the link", |history| history.entries[9].link ^= 1),
            ("the snapshot", |history| history.snapshots[1].0[0] |= set(&[7])),
            ("the snapshot", |history| history.snapshots[2].1 += 9),
            ("snapshots", |history| history.snapshots.push(history.snapshots[0])),
            ("no turn removed", |history| history.removed.push(0)),
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
            let told = history.check();
            assert!(told.as_ref().is_err_and(|told| told.contains(what)), "{what}: {told:?}");
        }
    }
}
