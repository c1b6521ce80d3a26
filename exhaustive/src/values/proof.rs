//! Results of the search, with their dependence on the past.

use crate::board::Player;

/// A proof that a player wins a state, and for which pasts it holds.
///
/// Black wins if the margin reaches the goal. White wins if the margin stays below it.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub(super) winner: Player,
    pub(super) goal: i32,
    /// The positions to which the winner plays. None of them may have occurred.
    fresh: Positions,
    /// The positions to which the loser could not play. All of them must have occurred.
    barred: Positions,
}

impl Proof {
    /// Makes a proof without conditions on the past.
    pub(super) fn unconditional(winner: Player, goal: i32) -> Proof {
        Proof { winner, goal, fresh: Positions::default(), barred: Positions::default() }
    }

    /// Returns whether this proof also decides another goal. Whoever reaches a margin also reaches any
    /// lower one, and whoever stays below a margin also stays below any higher one.
    pub(super) fn decides(&self, goal: i32) -> bool {
        match self.winner {
            Player::Black => goal <= self.goal,
            Player::White => goal >= self.goal,
        }
    }

    /// Returns whether the proof holds. `occurred` says of each position whether it has occurred.
    pub(super) fn holds(&self, occurred: &[bool]) -> bool {
        self.fresh.iter().all(|position| !occurred[position])
            && self.barred.iter().all(|position| occurred[position])
    }

    /// Notes that the loser may not play to these positions, because they have occurred.
    pub(super) fn bar(&mut self, positions: impl Iterator<Item = usize>) {
        self.barred.add(positions);
    }

    /// Notes that the winner plays to a position.
    pub(super) fn require(&mut self, position: usize) {
        self.fresh.add([position]);
    }

    /// Takes over the conditions of a proof about the state after a play to a position, or after a
    /// pass.
    pub(super) fn include(&mut self, next: &Proof, play: Option<usize>) {
        self.fresh.add(next.fresh.iter());
        // After the play, the position has occurred, whatever happened before.
        self.barred.add(next.barred.iter().filter(|&position| Some(position) != play));
    }

    /// Removes a condition that holds in every state with this position: that the position has
    /// occurred.
    pub(super) fn settle(&mut self, position: usize) {
        self.barred.remove(position);
    }
}

/// A set of positions, as a list in rising order, because these sets are long, often joined, and
/// kept.
#[derive(Clone, Debug, Default)]
struct Positions(Vec<usize>);

impl Positions {
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().copied()
    }

    fn add(&mut self, positions: impl IntoIterator<Item = usize>) {
        let before = self.0.len();
        self.0.extend(positions);
        if before < self.0.len() {
            // The list is two sorted runs, which this sort merges.
            self.0.sort();
            self.0.dedup();
        }
    }

    fn remove(&mut self, position: usize) {
        self.0.retain(|&each| each != position);
    }
}
