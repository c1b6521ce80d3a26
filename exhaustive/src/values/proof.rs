//! Results of the search, with their dependence on the past.

use crate::board::Player;

/// That a player wins a state, and in which pasts.
///
/// Black wins if the margin comes to the goal, White if it stays below.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub(super) winner: Player,
    pub(super) goal: i32,
    /// The positions that the winner plays to: must not have been there.
    fresh: Positions,
    /// The positions that the loser was kept from: must have been there.
    barred: Positions,
}

impl Proof {
    /// A proof that asks nothing of the past yet.
    pub(super) fn unconditional(winner: Player, goal: i32) -> Proof {
        Proof { winner, goal, fresh: Positions::default(), barred: Positions::default() }
    }

    /// Whether it decides a goal: who gets to a margin gets to any lower one as well, and who stays below one stays
    /// below any higher one.
    pub(super) fn decides(&self, goal: i32) -> bool {
        match self.winner {
            Player::Black => goal <= self.goal,
            Player::White => goal >= self.goal,
        }
    }

    /// Whether it holds when these positions have been there, each told by whether it has.
    pub(super) fn holds(&self, been: &[bool]) -> bool {
        self.fresh.iter().all(|position| !been[position])
            && self.barred.iter().all(|position| been[position])
    }

    /// Notes that the loser may not play to these positions, which have been there.
    pub(super) fn bar(&mut self, positions: impl Iterator<Item = usize>) {
        self.barred.add(positions);
    }

    /// Notes that the winner plays to a position.
    pub(super) fn require(&mut self, position: usize) {
        self.fresh.add([position]);
    }

    /// Takes over the conditions of a proof about what a play to a position, or a pass, leads to.
    pub(super) fn include(&mut self, next: &Proof, play: Option<usize>) {
        self.fresh.add(next.fresh.iter());
        // In there it has been, whatever was before the play.
        self.barred.add(next.barred.iter().filter(|&position| Some(position) != play));
    }

    /// Forgets what every state in this position fulfils: that it has been there.
    pub(super) fn settle(&mut self, position: usize) {
        self.barred.remove(position);
    }
}

/// A set of positions. In a list in rising order, for these sets are long, joined all the time, and kept.
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
            // Two runs, which this sort knows to merge.
            self.0.sort();
            self.0.dedup();
        }
    }

    fn remove(&mut self, position: usize) {
        self.0.retain(|&each| each != position);
    }
}
