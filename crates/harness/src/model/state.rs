//! The state of a game of a model, and its earlier states.

use super::board::Board;
use super::cells::Cells;
use super::course::Course;
use super::play::{Hash, key};
use superko_game::{Outcome, Player, Setup};

/// All that a turn changes, except for the history.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    pub(super) hash: Hash,
    pub(super) to_move: Player,
    pub(super) turns: usize,
    pub(super) passes: u8,
    pub(super) over: bool,
    /// The outcome of the game, if a turn decided it and no score.
    pub(super) decided: Option<Outcome>,
    /// The stones of the setup and the plays of each player.
    pub(super) used: [usize; 2],
    /// The passes of each player.
    pub(super) passed: [usize; 2],
    /// The prisoners that each player has, including passes that count as such.
    pub(super) prisoners: [usize; 2],
    /// The only player whose turns are accepted, if not the player to move.
    pub(super) only: Option<Player>,
    /// The ko point: the player whose play is refused (`None` for both), and the cell.
    pub(super) ko: Option<(Option<Player>, usize)>,
    /// The number of chains that were numbered.
    pub(super) chains: usize,
    /// The stones for whose chains no number was left.
    pub(super) unnumbered: Vec<usize>,
    /// The cells that ever held a stone.
    pub(super) held: Cells,
    /// Whether a play captured on a cell that held a stone before.
    pub(super) retook: bool,
    /// The number of oldest positions that were dropped.
    pub(super) dropped: usize,
    /// The phase, the blocked points and the button. `None` under rules without them.
    pub(super) course: Option<Box<Course>>,
}

/// A position of the history.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) hash: Hash,
    pub(super) board: Board,
    /// The number of cells that had ever held a stone.
    pub(super) held: usize,
    /// The player who made the position, and how. `None` for the first one.
    pub(super) by: Option<(Player, Made)>,
    pub(super) to_move: Player,
}

impl Seen {
    /// Whether a pass made the position.
    pub(super) fn is_pass(&self) -> bool {
        matches!(self.by, Some((_, Made::Pass)))
    }

    /// Whether a capture made the position.
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
    /// A suicide of this many stones.
    Suicide(usize),
    /// No play: the player unblocked a point in a cleanup phase.
    Unblocking,
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
            course: None,
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

/// A turn of the game, and what it found.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub(super) player: Player,
    /// The cell that the turn named. `None` for a pass.
    pub(super) at: Option<usize>,
    pub(super) made: Made,
    pub(super) board: Board,
    pub(super) blocked: Cells,
}
