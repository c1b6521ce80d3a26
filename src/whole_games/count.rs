use super::{Graph, Node, SPLIT};
use crate::exhaust::{Packed, Symmetry, lanes_of};
use std::iter::zip;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many games there are of each length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// By the number of plays.
    pub by_plays: Vec<u64>,
    /// By the number of turns, all passes counted in.
    pub by_turns: Vec<u64>,
}

impl Lengths {
    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.by_plays.iter().sum()
    }

    /// Counts games of so many plays, and of so many turns before the two passes at the end.
    pub(super) fn add(&mut self, games: u64, plays: usize, turns: usize) {
        for (counts, length) in [(&mut self.by_plays, plays), (&mut self.by_turns, turns + 2)] {
            if counts.len() <= length {
                counts.resize(length + 1, 0);
            }
            counts[length] += games;
        }
    }

    /// The same games with the colors swapped, after a pass: where White plays first.
    pub(super) fn after_a_pass(&self) -> Lengths {
        let mut by_turns = self.by_turns.clone();
        by_turns.insert(0, 0);
        Lengths { by_plays: self.by_plays.clone(), by_turns }
    }

    pub(super) fn merge(&mut self, weight: u64, other: &Lengths) {
        for (sums, counts) in
            [(&mut self.by_plays, &other.by_plays), (&mut self.by_turns, &other.by_turns)]
        {
            if sums.len() < counts.len() {
                sums.resize(counts.len(), 0);
            }
            for (sum, count) in zip(sums, counts) {
                *sum += weight * count;
            }
        }
    }
}

/// As [`Lengths`], with room for the longest games that 64 positions allow.
#[derive(Clone)]
struct Counter {
    by_plays: [u64; 64],
    by_turns: [u64; 128],
}

impl Counter {
    fn new() -> Counter {
        Counter { by_plays: [0; 64], by_turns: [0; 128] }
    }

    /// Counts games of so many plays, and of so many turns before the two passes at the end.
    fn add(&mut self, games: u64, plays: usize, turns: usize) {
        // At most 63 plays meet 64 positions, and at most a pass stands before each; the rests are always 0.
        self.by_plays[plays % 64] += games;
        self.by_turns[turns % 128] += games;
    }

    fn lengths(&self) -> Lengths {
        let mut lengths = Lengths::default();
        for (turns, &games) in self.by_turns.iter().enumerate() {
            lengths.by_turns.resize(turns + 3, 0);
            lengths.by_turns[turns + 2] = games;
        }
        lengths.by_plays = self.by_plays.to_vec();
        for counts in [&mut lengths.by_plays, &mut lengths.by_turns] {
            let used = counts.iter().rposition(|&games| games > 0).map_or(0, |last| last + 1);
            counts.truncate(used);
        }
        lengths
    }
}

/// Which first plays are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstPlays {
    /// Every one.
    Every,
    /// Of those alike by a symmetry of the board or a swap of the colors, one, and it counts for all of them.
    OneOfAlike,
}

impl Graph {
    /// Counts all games, on so many threads. `seen` is told now and then how much of how much is done.
    pub fn count(
        &self,
        first: FirstPlays,
        jobs: usize,
        seen: &(dyn Fn(usize, usize) + Sync),
    ) -> Lengths {
        let mut shallow = Lengths::default();
        shallow.add(1, 0, 0);
        let mut tasks = Vec::new();
        match first {
            FirstPlays::Every => {
                let mut counted = Counter::new();
                self.games_below(self.beginning(), SPLIT, &mut counted, &mut |node| {
                    tasks.push((node, 1));
                });
                shallow.merge(1, &counted.lengths());
                shallow.merge(1, &self.dealt_out(&tasks, jobs, seen));
                shallow
            }
            FirstPlays::OneOfAlike => {
                let mut black_first = Lengths::default();
                for (node, weight) in self.first_plays() {
                    let mut counted = Counter::new();
                    counted.add(1, node.plays, node.turns);
                    self.games_below(node, SPLIT, &mut counted, &mut |node| {
                        tasks.push((node, weight));
                    });
                    black_first.merge(weight, &counted.lengths());
                }
                black_first.merge(1, &self.dealt_out(&tasks, jobs, seen));
                shallow.merge(1, &black_first);
                shallow.merge(1, &black_first.after_a_pass());
                shallow
            }
        }
    }

    /// Black's first plays, one of each that are alike, with their numbers.
    pub(super) fn first_plays(&self) -> Vec<(Node, u64)> {
        let symmetries = Symmetry::all(self.size);
        let least = |position: Packed| {
            let images = symmetries.iter().map(|symmetry| symmetry.coloring(position));
            images.min().unwrap_or(position)
        };
        let mut found: Vec<(Packed, Node, u64)> = Vec::new();
        let beginning = self.beginning();
        for play in &self.plays[beginning.here][0] {
            let position = least(self.positions[play.to]);
            match found.iter_mut().find(|(image, ..)| *image == position) {
                Some((.., weight)) => *weight += 1,
                None => found.push((position, beginning.after(false, play.to), 1)),
            }
        }
        found.into_iter().map(|(_, node, weight)| (node, weight)).collect()
    }

    /// Counts the games below some nodes, each so many times.
    fn dealt_out(
        &self,
        tasks: &[(Node, u64)],
        jobs: usize,
        seen: &(dyn Fn(usize, usize) + Sync),
    ) -> Lengths {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut lengths = Lengths::default();
            while let Some(&(node, weight)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut counted = Counter::new();
                self.games_below(node, usize::MAX, &mut counted, &mut |_| {});
                lengths.merge(weight, &counted.lengths());
                seen(next.load(Ordering::Relaxed).min(tasks.len()), tasks.len());
            }
            lengths
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..jobs).map(|_| scope.spawn(work)).collect();
            let mut sum = work();
            for other in others {
                let counted = other.join();
                sum.merge(1, &counted.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            sum
        })
    }

    /// Counts the games that go on from a node; those that have so many plays are handed out and not gone on from.
    fn games_below(
        &self,
        node: Node,
        deepest: usize,
        counter: &mut Counter,
        hand_out: &mut impl FnMut(Node),
    ) {
        if node.plays == deepest {
            hand_out(node);
            return;
        }
        for passed in [false, true] {
            let player = if passed { 1 - node.next } else { node.next };
            let new = self.leads_to[node.here][player] & !node.met;
            let turns = node.turns + 1 + usize::from(passed);
            counter.add(u64::from(new.count_ones()), node.plays + 1, turns);
            for to in lanes_of(new) {
                self.games_below(node.after(passed, to), deepest, counter, hand_out);
            }
        }
    }
}
