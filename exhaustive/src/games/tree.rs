//! The tree of all games, and the number of games.

use crate::board::{Player, Size, Suicide, Turn, bits};
use crate::engines::{optimized, reference};
use crate::graph::{Graph, GraphError, Play};
use crate::symmetry::Symmetries;
use crate::threads::Progress;
use rayon::prelude::*;
use std::convert::Infallible;
use std::iter::zip;

/// The tree of all games of a board with at most 64 legal positions.
#[derive(Clone, Debug)]
pub struct Games {
    pub(super) graph: Graph,
    /// For each position, the positions to which plays of Black and of White lead, one bit per
    /// position.
    leads_to: Vec<[u64; 2]>,
}

/// The choice of first plays to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstPlays {
    /// Every first play.
    Every,
    /// Only one of the first plays that a symmetry of the board or a swap of the colors maps onto
    /// each other. This play is counted for all of them.
    OneOfAlike,
}

/// The number of plays in the beginnings of games that are distributed to threads.
pub(super) const SPLIT: usize = 5;

/// A game's first [`SPLIT`] plays.
pub(super) struct Beginning {
    pub(super) node: Node,
    pub(super) turns: Vec<Turn>,
    /// The number of beginnings for which this one stands.
    weight: u64,
}

/// A node of the tree of all games: a path that ends in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) here: usize,
    /// The positions on the path, this one included, one bit per position.
    pub(super) met: u64,
    pub(super) plays: usize,
    /// The number of turns, with a pass before each play out of turn and the two passes at the end.
    pub(super) turns: usize,
    /// The player whose turn it is, as an index: 0 for Black.
    next: usize,
}

impl Node {
    /// The empty board.
    pub(super) const ROOT: Node = Node { here: 0, met: 1, plays: 0, turns: 2, next: 0 };

    /// Returns the node after a play by the player whose turn it is or, after a pass, by the other
    /// player.
    pub(super) fn after(self, passed: bool, to: usize) -> Node {
        Node {
            here: to,
            met: self.met | 1 << to,
            plays: self.plays + 1,
            turns: self.turns + 1 + usize::from(passed),
            next: if passed { self.next } else { 1 - self.next },
        }
    }

    /// Returns the index of the player who plays next: the player whose turn it is or, after a
    /// pass, the other player.
    fn player(self, passed: bool) -> usize {
        if passed { 1 - self.next } else { self.next }
    }
}

impl Games {
    /// Makes the tree of games of a board under a suicide rule.
    ///
    /// # Errors
    ///
    /// If the board has more than 64 legal positions, or the reference and the optimized engine differ on single
    /// plays.
    pub fn new(size: Size, suicide: Suicide) -> Result<Games, GraphError> {
        let graph = Graph::new(size, suicide, &reference, 64)?;
        if Graph::new(size, suicide, &optimized, 64).as_ref() != Ok(&graph) {
            return Err(GraphError::EnginesDiffer);
        }
        let leads_to = (0..graph.positions.len()).map(|position| {
            let plays = Player::BOTH.map(|player| graph.plays(position, player));
            plays.map(|plays| plays.iter().fold(0, |set, play| set | 1 << play.to))
        });
        Ok(Games { leads_to: leads_to.collect(), graph })
    }

    /// Returns the graph of the board.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Counts all games. `progress` is called with the number of beginnings of games that are done.
    pub fn count(&self, first: FirstPlays, progress: Progress<'_>) -> Lengths {
        let counted = self.add_up(first, progress, |beginning| {
            let mut lengths = Lengths::default();
            self.count_below(beginning.node, &mut lengths);
            Ok::<Lengths, Infallible>(lengths)
        });
        let Ok(lengths) = counted;
        lengths
    }

    /// Counts the games that continue from a node.
    fn count_below(&self, node: Node, lengths: &mut Lengths) {
        for passed in [false, true] {
            let new = self.leads_to[node.here][node.player(passed)] & !node.met;
            let turns = node.turns + 1 + usize::from(passed);
            lengths.count(u64::from(new.count_ones()), node.plays + 1, turns);
            for to in bits(new) {
                self.count_below(node.after(passed, to), lengths);
            }
        }
    }

    /// Returns the plays from a node that lead to positions not yet on the path. If `passed`, a
    /// pass comes first.
    pub(super) fn plays(&self, node: Node, passed: bool) -> impl Iterator<Item = &Play> + Clone {
        let plays = self.graph.plays(node.here, Player::BOTH[node.player(passed)]);
        plays.iter().filter(move |play| node.met >> play.to & 1 == 0)
    }

    /// Adds up the lengths of all games. `below` returns the lengths of the games that continue a
    /// beginning.
    pub(super) fn add_up<E: Send>(
        &self,
        first: FirstPlays,
        progress: Progress<'_>,
        below: impl Fn(&Beginning) -> Result<Lengths, E> + Sync,
    ) -> Result<Lengths, E> {
        let mut sum = Lengths::default();
        // This is the game without plays.
        sum.count(1, 0, 2);
        let mut beginnings = Vec::new();
        self.begin(Node::ROOT, &mut Vec::new(), &mut sum, &mut beginnings);
        let beginnings = self.weighted(beginnings, first);
        // Threads take the beginnings one by one, so that no thread has many left when the others
        // are done.
        let found = beginnings.par_iter().with_max_len(1).map(|beginning| {
            let mut lengths = Lengths::default();
            lengths.add(beginning.weight, &below(beginning)?);
            progress(1, beginnings.len() as u64);
            Ok(lengths)
        });
        let longer = found.try_reduce(Lengths::default, |mut sum, lengths| {
            sum.add(1, &lengths);
            Ok(sum)
        })?;
        sum.add(1, &longer);
        if first == FirstPlays::OneOfAlike {
            // The games in which White plays first.
            sum.add(1, &longer.after_a_pass());
        }
        Ok(sum)
    }

    /// Returns the beginnings to follow, each with the number of beginnings for which it stands.
    fn weighted(&self, mut beginnings: Vec<Beginning>, first: FirstPlays) -> Vec<Beginning> {
        let symmetries = Symmetries::of(self.graph.size);
        for beginning in &mut beginnings {
            beginning.weight = match (first, beginning.turns[0]) {
                (FirstPlays::Every, _) => 1,
                (FirstPlays::OneOfAlike, Turn::Play(point)) => symmetries.point_weight(point),
                // Games in which White plays first are the same as those in which Black does, with
                // the colors swapped.
                (FirstPlays::OneOfAlike, Turn::Pass) => 0,
            };
        }
        beginnings.retain(|beginning| beginning.weight > 0);
        beginnings
    }

    /// Counts the games below a node that have up to [`SPLIT`] plays, and collects the beginnings
    /// of longer games.
    fn begin(
        &self,
        node: Node,
        turns: &mut Vec<Turn>,
        lengths: &mut Lengths,
        beginnings: &mut Vec<Beginning>,
    ) {
        if node.plays == SPLIT {
            beginnings.push(Beginning { node, turns: turns.clone(), weight: 1 });
            return;
        }
        let taken = turns.len();
        for passed in [false, true] {
            if passed {
                turns.push(Turn::Pass);
            }
            for play in self.plays(node, passed) {
                turns.push(Turn::Play(play.point));
                let after = node.after(passed, play.to);
                lengths.count(1, after.plays, after.turns);
                self.begin(after, turns, lengths, beginnings);
                turns.pop();
            }
        }
        turns.truncate(taken);
    }
}

/// The number of games of each length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// The number of games for each number of plays. At most 63 plays reach 64 positions.
    by_plays: [u64; 64],
    /// The number of games for each number of turns. At most one pass stands before each play, and
    /// two passes at the end.
    by_turns: [u64; 256],
}

impl Default for Lengths {
    fn default() -> Lengths {
        Lengths { by_plays: [0; 64], by_turns: [0; 256] }
    }
}

impl Lengths {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.by_plays.iter().sum()
    }

    /// Returns the number of games for each number of plays, up to the longest.
    pub fn by_plays(&self) -> &[u64] {
        used(&self.by_plays)
    }

    /// Returns the number of games for each number of turns, passes included, up to the longest.
    pub fn by_turns(&self) -> &[u64] {
        used(&self.by_turns)
    }

    /// Counts `games` games of this many plays and turns.
    pub(super) fn count(&mut self, games: u64, plays: usize, turns: usize) {
        // The remainders do not change the numbers. They show the compiler that no index is out of
        // bounds.
        self.by_plays[plays % 64] += games;
        self.by_turns[turns % 256] += games;
    }

    /// Adds other games, each `weight` times.
    fn add(&mut self, weight: u64, other: &Lengths) {
        let plays = zip(&mut self.by_plays, &other.by_plays);
        for (sum, games) in plays.chain(zip(&mut self.by_turns, &other.by_turns)) {
            *sum += weight * games;
        }
    }

    /// Returns the same games with the colors swapped, so that White plays first, after a pass.
    fn after_a_pass(&self) -> Lengths {
        let mut after = self.clone();
        after.by_turns.rotate_right(1);
        after
    }
}

/// Returns the numbers up to the last that is not 0.
fn used(numbers: &[u64]) -> &[u64] {
    let used = numbers.iter().rposition(|&number| number > 0).map_or(0, |last| last + 1);
    &numbers[..used]
}
