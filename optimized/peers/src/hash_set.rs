//! A board as people usually write it: colors in a list, liberties found by walking over a chain,
//! and superko by a set of 64-bit Zobrist hashes.

use std::collections::HashSet;

use superko_optimized::Random;

/// The color of a point: 0 and 1 for stones, 2 for an empty point.
type Color = u8;

const EMPTY: Color = 2;

/// A game on a square board under positional superko, with any suicide allowed.
#[derive(Clone)]
pub(crate) struct Board {
    side: usize,
    colors: Vec<Color>,
    neighbors: Vec<Vec<usize>>,
    /// For each point, the points diagonal to it.
    corners: Vec<Vec<usize>>,
    keys: Vec<[u64; 2]>,
    hash: u64,
    /// The hashes of all grids so far.
    past: HashSet<u64>,
    pub(crate) to_move: Color,
    passes: u32,
    pub(crate) turns: u64,
}

impl Board {
    pub(crate) fn new(side: usize) -> Board {
        let points = side * side;
        let mut random = Random::new(1);
        let at = |point: usize, right: isize, up: isize| {
            let column =
                (point % side).checked_add_signed(right).filter(|&column| column < side)?;
            let row = (point / side).checked_add_signed(up).filter(|&row| row < side)?;
            Some(row * side + column)
        };
        let around = |steps: [(isize, isize); 4]| {
            let of = |point| steps.iter().filter_map(|&(right, up)| at(point, right, up)).collect();
            (0..points).map(of).collect()
        };
        Board {
            side,
            colors: vec![EMPTY; points],
            neighbors: around([(1, 0), (-1, 0), (0, 1), (0, -1)]),
            corners: around([(1, 1), (1, -1), (-1, 1), (-1, -1)]),
            keys: (0..points).map(|_| [random.bits(), random.bits()]).collect(),
            hash: 0,
            past: HashSet::from([0]),
            to_move: 0,
            passes: 0,
            turns: 0,
        }
    }

    pub(crate) fn restart(&mut self) {
        self.colors.fill(EMPTY);
        self.past.clear();
        self.past.insert(0);
        (self.hash, self.to_move, self.passes, self.turns) = (0, 0, 0, 0);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Returns the stones of the chain of a point, if it has no liberty.
    fn captured(&self, point: usize) -> Option<Vec<usize>> {
        let color = self.colors[point];
        let (mut chain, mut seen) = (vec![point], vec![false; self.colors.len()]);
        seen[point] = true;
        let mut next = 0;
        while let Some(&stone) = chain.get(next) {
            next += 1;
            for &neighbor in &self.neighbors[stone] {
                if self.colors[neighbor] == EMPTY {
                    return None;
                }
                if self.colors[neighbor] == color && !seen[neighbor] {
                    seen[neighbor] = true;
                    chain.push(neighbor);
                }
            }
        }
        Some(chain)
    }

    /// Plays at a point and returns `true`. If the play is illegal, changes nothing and returns
    /// `false`.
    fn play(&mut self, point: usize) -> bool {
        let (own, mut hash) = (self.to_move, self.hash);
        let mut changed = vec![(point, EMPTY)];
        self.colors[point] = own;
        hash ^= self.keys[point][usize::from(own)];
        for i in 0..self.neighbors[point].len() {
            let neighbor = self.neighbors[point][i];
            if self.colors[neighbor] == 1 - own
                && let Some(chain) = self.captured(neighbor)
            {
                self.remove(&chain, &mut hash, &mut changed);
            }
        }
        if let Some(chain) = self.captured(point) {
            self.remove(&chain, &mut hash, &mut changed);
        }
        if !self.past.insert(hash) {
            for &(point, color) in changed.iter().rev() {
                self.colors[point] = color;
            }
            return false;
        }
        (self.hash, self.to_move, self.passes) = (hash, 1 - own, 0);
        self.turns += 1;
        true
    }

    /// Removes a chain, updates the hash, and adds the points and their former color to `changed`.
    fn remove(&mut self, chain: &[usize], hash: &mut u64, changed: &mut Vec<(usize, Color)>) {
        for &stone in chain {
            let color = self.colors[stone];
            *hash ^= self.keys[stone][usize::from(color)];
            changed.push((stone, color));
            self.colors[stone] = EMPTY;
        }
    }

    fn is_eye(&self, point: usize) -> bool {
        let (own, corners) = (self.to_move, &self.corners[point]);
        let others = corners.iter().filter(|&&corner| self.colors[corner] == 1 - own).count();
        self.neighbors[point].iter().all(|&neighbor| self.colors[neighbor] == own)
            && others + usize::from(corners.len() < 4) < 2
    }

    /// Takes a turn of a playout: a play chosen evenly from the legal ones that fill no eye, or
    /// else a pass.
    pub(crate) fn take_turn(&mut self, random: &mut Random) {
        let may = |&point: &usize| self.colors[point] == EMPTY && !self.is_eye(point);
        let mut candidates: Vec<usize> = (0..self.side * self.side).filter(may).collect();
        while !candidates.is_empty() {
            let place = random.below(candidates.len() as u32) as usize;
            if self.play(candidates.swap_remove(place)) {
                return;
            }
        }
        self.passes += 1;
        self.turns += 1;
        self.to_move = 1 - self.to_move;
    }

    /// Counts the stones, and the points inside eyes, of each side.
    pub(crate) fn area(&self) -> [u32; 2] {
        let mut area = [0; 2];
        for (point, &color) in self.colors.iter().enumerate() {
            let of = match color {
                EMPTY => self.colors[self.neighbors[point][0]],
                color => color,
            };
            if of != EMPTY {
                area[usize::from(of)] += 1;
            }
        }
        area
    }
}
