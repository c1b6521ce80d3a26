//! The state of a game of a model, and its earlier states.

use super::board::{Board, MOST_CELLS};
use super::play::{Hash, key};
use crate::game::{Outcome, Player, Setup};

/// All that a turn changes, except for the history.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    pub(super) hash: Hash,
    pub(super) to_move: Player,
    pub(super) turns: usize,
    pub(super) passes: u8,
    pub(super) over: bool,
    /// What came of the game, if a turn decided it and no score.
    pub(super) decided: Option<Outcome>,
    /// Stones of the beginning and plays, of each player.
    pub(super) used: [usize; 2],
    /// Passes of each player.
    pub(super) passed: [usize; 2],
    /// What each player has of the opponent's.
    pub(super) prisoners: [usize; 2],
    /// The only player whose turns are accepted, if not that of the next turn.
    pub(super) only: Option<Player>,
    /// A play of this player on this cell is refused.
    pub(super) ko: Option<(Option<Player>, usize)>,
    /// How many chains were given a number.
    pub(super) chains: usize,
    /// Stones for whose chain there was no number left.
    pub(super) unnumbered: Vec<usize>,
    /// The cells that ever held a stone.
    pub(super) held: Cells,
    /// Whether a play captured on a cell that held a stone before.
    pub(super) retook: bool,
    /// How many of the oldest positions have been dropped.
    pub(super) dropped: usize,
}

/// A position of the history.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) hash: Hash,
    pub(super) board: Board,
    /// How many cells had ever held a stone.
    pub(super) held: usize,
    /// Who made it, and how; nobody made the first.
    pub(super) by: Option<(Player, Made)>,
    pub(super) to_move: Player,
}

impl Seen {
    /// Whether a pass made it.
    pub(super) fn is_pass(&self) -> bool {
        matches!(self.by, Some((_, Made::Pass)))
    }

    /// Whether a capture made it.
    pub(super) fn is_capture(&self) -> bool {
        matches!(self.by, Some((_, Made::Capture)))
    }
}

/// How a position was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    Pass,
    Play,
    Capture,
    /// Of so many stones.
    Suicide(usize),
}

impl State {
    pub(super) fn new(board: Board, to_move: Player) -> State {
        State {
            board,
            hash: [0; 2],
            to_move,
            turns: 0,
            passes: 0,
            over: false,
            decided: None,
            used: [0; 2],
            passed: [0; 2],
            prisoners: [0; 2],
            only: None,
            ko: None,
            chains: 0,
            unnumbered: Vec::new(),
            held: Cells::default(),
            retook: false,
            dropped: 0,
        }
    }

    pub(super) fn set_up(&mut self, game: &Setup) {
        for player in [Player::Black, Player::White] {
            for point in game.size().points().filter(|&p| game.position[p] == player.color()) {
                if let Some(at) = self.board.target(point) {
                    self.board.set(at, player.color());
                    self.hash[player as usize] ^= key(player, at);
                    self.used[player as usize] += 1;
                    self.held.insert(at);
                }
            }
        }
    }
}

/// A set of cells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cells([u64; MOST_CELLS.div_ceil(64)]);

impl Cells {
    pub(super) fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    pub(super) fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}
