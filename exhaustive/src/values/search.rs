//! The search itself, on numbers of positions. It proceeds in rounds, with increasing depth. A round
//! searches depth first, for one goal.

use super::proof::Proof;
use crate::board::Player;
use crate::graph::Graph;
use std::rc::Rc;

/// A state of the game, without its past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) position: usize,
    pub(super) mover: Player,
    /// Whether the last turn was a pass, so that another one ends the game.
    pub(super) passed: bool,
}

impl State {
    /// The empty board, Black to play.
    pub(super) const BEGINNING: State = State { position: 0, mover: Player::Black, passed: false };

    /// Returns the state after a pass.
    pub(super) fn pass(self) -> State {
        State { mover: self.mover.opponent(), passed: true, ..self }
    }

    /// Returns the state after a play that leaves this position.
    pub(super) fn play(self, position: usize) -> State {
        State { position, mover: self.mover.opponent(), passed: false }
    }

    /// Returns the index of this state in the tables.
    fn key(self) -> usize {
        self.position * 4 + self.mover as usize * 2 + usize::from(self.passed)
    }
}

/// A turn in terms of what it leads to: the position after a play, or `None` after a pass.
type Step = Option<usize>;

/// A search on one board, with the results so far.
#[derive(Debug)]
pub(super) struct Search {
    graph: Graph,
    /// Whether each position has occurred.
    occurred: Vec<bool>,
    /// The margin in question: Black wins by reaching it, White by staying below.
    goal: i32,
    /// The latest proof for each state.
    proofs: Vec<Option<Rc<Proof>>>,
    /// The turn that won last for each state. It is tried first.
    best: Vec<Option<Step>>,
    /// The greatest depth at which each state was left open in the present round, whatever its past
    /// was.
    open: Vec<u32>,
    /// Whether the present round skips a state that it left open before.
    hasty: bool,
    /// The depth up to which rounds are hasty.
    longest: u32,
}

impl Search {
    pub(super) fn new(graph: Graph) -> Search {
        let positions = graph.positions.len();
        Search {
            occurred: vec![false; positions],
            goal: 0,
            proofs: vec![None; 4 * positions],
            best: vec![None; 4 * positions],
            open: vec![0; 4 * positions],
            hasty: true,
            longest: longest(positions),
            graph,
        }
    }

    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the margin that best play leads to from a state, when these positions have occurred.
    ///
    /// # Panics
    ///
    /// If the position of the state is not among them.
    pub(super) fn margin(&mut self, state: State, occurred: &[usize]) -> i32 {
        assert!(occurred.contains(&state.position), "the present position has been there");
        self.occurred.fill(false);
        for &position in occurred {
            self.occurred[position] = true;
        }
        // The value is from `low` to `high`. Nobody can have more than the whole board.
        let points = i32::try_from(self.graph.size.point_count()).expect("the board is small");
        let (mut low, mut high) = (-points, points);
        let mut depth = 0;
        while low < high {
            depth += 1;
            while low < high {
                match self.winner(state, low + 1, depth) {
                    Some(Player::Black) => low += 1,
                    Some(Player::White) => high = low,
                    None => break,
                }
            }
            while low < high {
                match self.winner(state, high, depth) {
                    Some(Player::White) => high -= 1,
                    Some(Player::Black) => low = high,
                    None => break,
                }
            }
        }
        low
    }

    /// Returns who wins, if that can be seen within `depth` turns.
    fn winner(&mut self, state: State, goal: i32, depth: u32) -> Option<Player> {
        self.goal = goal;
        self.open.fill(0);
        self.hasty = depth <= self.longest;
        self.prove(state, depth).map(|proof| proof.winner)
    }

    /// Returns a proof of who wins a state, if there is one of at most `depth` turns, or a known
    /// one.
    ///
    /// A hasty round does not search again from a state that it left open at the same depth or a
    /// greater one, even if the past is another. This makes no proof wrong: the round may only miss a
    /// proof that a deeper round finds. Rounds that are deeper than the longest game are not hasty,
    /// and miss no proof.
    fn prove(&mut self, state: State, depth: u32) -> Option<Rc<Proof>> {
        let State { position, mover, passed } = state;
        if passed && self.leader(position) == mover {
            // A pass ends the game.
            return Some(Rc::new(Proof::unconditional(mover, self.goal)));
        }
        let key = state.key();
        if let Some(proof) = &self.proofs[key]
            && proof.decides(self.goal)
            && proof.holds(&self.occurred)
        {
            return Some(Rc::clone(proof));
        }
        if depth <= self.open[key] {
            return None;
        }
        let mut lost = Proof::unconditional(mover.opponent(), self.goal);
        let mut steps = self.steps(state, &mut lost);
        // The first iteration uses only known proofs and ends of games. The second one searches.
        for ahead in [0, depth - 1] {
            let mut undecided = Vec::new();
            for step in steps {
                match self.prove_after(state, step, ahead) {
                    None => undecided.push(step),
                    Some(proof) if proof.winner == mover => {
                        self.best[key] = Some(step);
                        return Some(self.keep(state, won(state, step, &proof, self.goal)));
                    }
                    Some(proof) => lost.include(&proof, step),
                }
            }
            if undecided.is_empty() {
                lost.settle(position);
                return Some(self.keep(state, lost));
            }
            if ahead + 1 == depth {
                break;
            }
            steps = undecided;
        }
        if self.hasty {
            self.open[key] = depth;
        }
        None
    }

    /// Returns a proof for the state after a step, if there is one of at most `depth` turns.
    fn prove_after(&mut self, state: State, step: Step, depth: u32) -> Option<Rc<Proof>> {
        match step {
            // Both players passed, so the game ends. The mover does not lead: `prove` would have
            // returned before.
            None if state.passed => {
                Some(Rc::new(Proof::unconditional(state.mover.opponent(), self.goal)))
            }
            None => self.prove(state.pass(), depth),
            Some(position) => {
                self.occurred[position] = true;
                let proof = self.prove(state.play(position), depth);
                self.occurred[position] = false;
                proof
            }
        }
    }

    /// Returns the permitted turns, the most promising first: the one that won last time, then
    /// plays by the area that they leave, then the pass. Plays that are not permitted are noted in
    /// `lost`, the proof that the mover loses.
    fn steps(&self, state: State, lost: &mut Proof) -> Vec<Step> {
        let plays = self.graph.plays(state.position, state.mover).iter().map(|play| play.to);
        lost.bar(plays.clone().filter(|&to| self.occurred[to]));
        let permitted = plays.filter(|&to| !self.occurred[to]);
        let mut steps: Vec<Step> = permitted.map(Some).collect();
        let gain = |position| match state.mover {
            Player::Black => self.graph.margin(position),
            Player::White => -self.graph.margin(position),
        };
        steps.sort_by_key(|step| step.map(|position| -gain(position)));
        steps.push(None);
        let best = self.best[state.key()];
        if let Some(place) = steps.iter().position(|&step| Some(step) == best) {
            steps[..=place].rotate_right(1);
        }
        steps
    }

    /// Returns who wins if the game ends in a position.
    fn leader(&self, position: usize) -> Player {
        if self.graph.margin(position) >= self.goal { Player::Black } else { Player::White }
    }

    /// Keeps a proof as the latest one of its state.
    fn keep(&mut self, state: State, proof: Proof) -> Rc<Proof> {
        let proof = Rc::new(proof);
        self.proofs[state.key()] = Some(Rc::clone(&proof));
        proof
    }
}

/// Returns the proof that the mover wins a state by a step, from the proof that the mover wins the next
/// state.
fn won(state: State, step: Step, next: &Proof, goal: i32) -> Proof {
    let mut proof = Proof::unconditional(state.mover, goal);
    proof.include(next, step);
    if let Some(position) = step {
        proof.require(position);
    }
    proof.settle(state.position);
    proof
}

/// Returns an upper bound for the number of turns of a game on a board with this many positions.
/// Each play makes a new position, there is at most one pass before each play, and two passes end
/// the game.
fn longest(positions: usize) -> u32 {
    u32::try_from(2 * positions).expect("the board is small")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Suicide;
    use crate::engines::reference;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    fn graph(size: &str) -> Graph {
        let size = size.parse().unwrap();
        Graph::new(size, Suicide::Allowed, &reference, usize::MAX).unwrap()
    }

    /// Returns the margin that best play leads to, found by playing all games. Returns `None` if
    /// the games have more than `left` states.
    fn by_all_games(
        graph: &Graph,
        state: State,
        occurred: &mut [bool],
        left: &mut u64,
    ) -> Option<i32> {
        *left = left.checked_sub(1)?;
        let mut margins = vec![if state.passed {
            graph.margin(state.position)
        } else {
            by_all_games(graph, state.pass(), occurred, left)?
        }];
        for play in graph.plays(state.position, state.mover) {
            if !occurred[play.to] {
                occurred[play.to] = true;
                let margin = by_all_games(graph, state.play(play.to), occurred, left);
                occurred[play.to] = false;
                margins.push(margin?);
            }
        }
        match state.mover {
            Player::Black => margins.into_iter().max(),
            Player::White => margins.into_iter().min(),
        }
    }

    /// The pasts are random sets of positions, so large that few games are left to play. One search
    /// is asked about all of them, so that a proof from one past is tried on the next.
    #[test]
    fn any_past_is_searched_with_the_result_of_all_games() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let boards = [("4x1", 0.3), ("2x2", 0.4), ("5x1", 0.55), ("3x2", 0.65), ("3x3", 0.8)];
        let skipped = boards.map(|(size, chance)| {
            let mut search = Search::new(graph(size));
            let positions = search.graph.positions.len();
            let mut skipped = 0;
            let mut compared = 0;
            while compared < 300 {
                let mover = if rng.random() { Player::Black } else { Player::White };
                let position = rng.random_range(0..positions);
                let state = State { position, mover, passed: rng.random() };
                let mut occurred: Vec<bool> =
                    (0..positions).map(|_| rng.random_bool(chance)).collect();
                occurred[position] = true;
                let Some(margin) = by_all_games(&search.graph, state, &mut occurred, &mut 20_000)
                else {
                    skipped += 1;
                    continue;
                };
                let past: Vec<usize> = (0..positions).filter(|&each| occurred[each]).collect();
                assert_eq!(search.margin(state, &past), margin, "{size} {state:?} after {past:?}");
                compared += 1;
            }
            skipped
        });
        assert_eq!(skipped, [233, 52, 92, 42, 6], "pasts that leave too many games");
    }

    #[test]
    fn hasty_and_patient_searches_find_the_same_margin() {
        for size in ["1x1", "2x1", "3x1", "4x1", "2x2", "5x1", "3x2"] {
            let [hasty, patient] = [longest(1000), 0].map(|longest| {
                let mut search = Search { longest, ..Search::new(graph(size)) };
                search.margin(State::BEGINNING, &[0])
            });
            assert_eq!(hasty, patient, "{size}");
        }
    }

    #[test]
    #[ignore = "minutes: cargo test --release -p superko-exhaustive --lib -- --ignored values"]
    fn four_points_in_a_row_by_all_games() {
        let graph = graph("4x1");
        let mut occurred = vec![false; graph.positions.len()];
        occurred[0] = true;
        assert_eq!(
            by_all_games(&graph, State::BEGINNING, &mut occurred, &mut { u64::MAX }),
            Some(4)
        );
    }
}
