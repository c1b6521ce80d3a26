//! The independent regions of both players, in which alone empty points count under a tax.

use super::Mistake;
use super::board::Board;
use super::cells::Cells;
use std::collections::BTreeSet;
use superko_game::{Color, Player};

/// The independent regions of both players.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Independent {
    /// The cells in the regions of each player.
    pub(super) cells: [Cells; 2],
    /// The number of regions of each player.
    pub(super) regions: [usize; 2],
    /// The number of chains in the regions of each player.
    pub(super) chains: [usize; 2],
}

impl Board {
    /// Finds the independent regions: those without neutral points and without a chain in atari.
    pub(super) fn independent(&self, wrong: Option<Mistake>) -> Independent {
        let mut independent = Independent::default();
        for player in [Player::Black, Player::White] {
            let own = Some(player.color());
            let others = [None, Some(player.opponent().color())];
            let mut met = Cells::default();
            for stone in self.cells_of(player.color()) {
                if met.contains(stone) {
                    continue;
                }
                let region = self.region(stone, |color| !others.contains(&color));
                region.iter().for_each(|&at| met.insert(at));
                let chains = self.chains(&region, own);
                let is_neutral = |empty: &Vec<usize>| {
                    let touches = |color: Option<Color>| {
                        empty.iter().flat_map(|&at| self.around(at)).any(|at| self.get(at) == color)
                    };
                    touches(own) && touches(Some(player.opponent().color()))
                };
                let in_atari = |chain: &Vec<usize>| {
                    wrong != Some(Mistake::SekiAtariIgnored) && self.liberties(chain) < 2
                };
                let is_dependent = chains.iter().any(in_atari)
                    || self.chains(&region, Some(Color::Empty)).iter().any(is_neutral);
                if !is_dependent {
                    let cells = &mut independent.cells[player as usize];
                    region.iter().for_each(|&at| cells.insert(at));
                    independent.regions[player as usize] += 1;
                    independent.chains[player as usize] += chains.len();
                }
            }
        }
        independent
    }

    /// Returns the cells that one can walk to from a cell over cells that pass a test.
    fn region(&self, from: usize, is_in: impl Fn(Option<Color>) -> bool) -> BTreeSet<usize> {
        let mut region = BTreeSet::from([from]);
        let mut stack = vec![from];
        while let Some(here) = stack.pop() {
            for next in self.around(here) {
                if is_in(self.get(next)) && region.insert(next) {
                    stack.push(next);
                }
            }
        }
        region
    }

    /// Returns the connected cells of a color in a region.
    fn chains(&self, region: &BTreeSet<usize>, color: Option<Color>) -> Vec<Vec<usize>> {
        let mut met = Cells::default();
        let mut chains = Vec::new();
        for &at in region.iter().filter(|&&at| self.get(at) == color) {
            if !met.contains(at) {
                let chain = self.chain(at);
                chain.iter().for_each(|&at| met.insert(at));
                chains.push(chain);
            }
        }
        chains
    }
}
