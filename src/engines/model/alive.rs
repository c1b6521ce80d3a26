//! Stones that cannot live in what chains surround that live whatever is played: Benson's algorithm (D. B. Benson, "Life in the
//! game of Go", 1976), and what KataGo 1.17 makes of it when it counts a game.

use super::board::Board;
use crate::game::{Color, Player};
use std::collections::BTreeSet;

/// A region: cells without stones of a player that hang together, an empty one among them.
struct Region {
    cells: Vec<usize>,
    /// The chains of the player around it.
    beside: BTreeSet<usize>,
    /// Those of them that all its cells touch.
    vital: BTreeSet<usize>,
}

impl Board {
    /// The board without stones in regions of the opponent that chains surround that live by themselves, where all cells of the
    /// region but one touch these chains; and how many stones of each player that are. Where stones may be removed by a suicide, a
    /// region makes an eye only if its stones touch the chain too.
    pub(super) fn without_dead_in_alive(&self, suicide: bool) -> (Board, [usize; 2]) {
        let (mut left, mut dead) = (self.clone(), [0, 0]);
        for player in [Player::Black, Player::White] {
            let chains = self.chains_of(player.color());
            let regions = self.regions_around(player.color(), &chains, suicide);
            let alive = alive(chains.len(), &regions);
            for region in regions {
                let surrounds = !region.beside.is_empty() && region.beside.is_subset(&alive);
                let is_apart = |&&at: &&usize| {
                    !self.around(at).iter().any(|&next| self.get(next) == Some(player.color()))
                };
                if !surrounds || region.cells.iter().filter(is_apart).count() > 1 {
                    continue;
                }
                let opponent = player.opponent();
                for &at in region.cells.iter().filter(|&&at| self.get(at) == Some(opponent.color()))
                {
                    left.set(at, Color::Empty);
                    dead[opponent as usize] += 1;
                }
            }
        }
        (left, dead)
    }

    fn chains_of(&self, color: Color) -> Vec<Vec<usize>> {
        let mut chains: Vec<Vec<usize>> = Vec::new();
        for at in self.cells_of(color) {
            if !chains.iter().any(|chain| chain.contains(&at)) {
                chains.push(self.chain(at));
            }
        }
        chains
    }

    fn regions_around(&self, color: Color, chains: &[Vec<usize>], suicide: bool) -> Vec<Region> {
        let mut regions: Vec<Region> = Vec::new();
        for first in self.cells_of(Color::Empty) {
            if regions.iter().any(|region| region.cells.contains(&first)) {
                continue;
            }
            let (mut cells, mut next) = (vec![first], 0);
            while let Some(&here) = cells.get(next) {
                next += 1;
                for at in self.around(here) {
                    let is_in = self.get(at).is_some_and(|there| there != color);
                    if is_in && !cells.contains(&at) {
                        cells.push(at);
                    }
                }
            }
            let touches = |chain: &Vec<usize>, at: usize| {
                self.around(at).iter().any(|next| chain.contains(next))
            };
            let chains = || chains.iter().enumerate();
            let beside = chains().filter(|(_, chain)| cells.iter().any(|&at| touches(chain, at)));
            let beside: BTreeSet<usize> = beside.map(|(number, _)| number).collect();
            let vital = chains().filter(|(_, chain)| {
                let mut eye =
                    cells.iter().filter(|&&at| suicide || self.get(at) == Some(Color::Empty));
                eye.all(|&at| touches(chain, at))
            });
            let vital = vital.map(|(number, _)| number).collect();
            regions.push(Region { cells, beside, vital });
        }
        regions
    }
}

/// The chains that live: each has two regions to itself that only living chains surround.
fn alive(chains: usize, regions: &[Region]) -> BTreeSet<usize> {
    let mut alive: BTreeSet<usize> = (0..chains).collect();
    loop {
        let safe = regions.iter().filter(|region| region.beside.is_subset(&alive));
        let safe: Vec<&Region> = safe.collect();
        let lives =
            |chain: &usize| safe.iter().filter(|region| region.vital.contains(chain)).count() >= 2;
        let left: BTreeSet<usize> = alive.iter().copied().filter(lives).collect();
        if left.len() == alive.len() {
            return alive;
        }
        alive = left;
    }
}
