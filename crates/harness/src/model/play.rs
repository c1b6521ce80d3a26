//! The effect of a play on the board of a model, and on its hash.

use super::board::Board;
use super::{Channel, Mistake, Model, Place};
use superko_engine::mixed;
use superko_game::{Color, Player};

/// A hash for the stones of each player. The hash of the position is the XOR of both.
pub(super) type Hash = [u64; 2];

/// The effect of a play on the blocked points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// The play blocks nothing.
    None,
    /// The play takes a ko, and its point is blocked.
    Ko,
    /// The turn is no play: it unblocks this cell.
    Unblocks(usize),
}

/// The board after a play, and what the play removed.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// The cell of the play.
    pub(super) at: usize,
    board: Board,
    /// The color of the stone played, if it is not on `board` yet. Most plays remove nothing, and their boards are seldom
    /// needed.
    stone: Option<Color>,
    pub(super) hash: Hash,
    pub(super) captured: Vec<usize>,
    /// The number of captured chains.
    pub(super) chains: usize,
    /// The player's own stones that are lost, including the one played.
    pub(super) lost: Vec<usize>,
    /// The effect on blocked points.
    pub(super) mark: Mark,
}

/// The mistakes of a play in removing stones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Removal {
    compared: Option<Mistake>,
    capture: Option<Mistake>,
    own: Option<Mistake>,
}

impl Removal {
    /// Collects the mistakes of a model in a channel, for a player.
    pub(super) fn of(model: &Model, channel: Channel, player: Player) -> Removal {
        let in_place = |place| model.in_place_of(place, channel, player);
        Removal {
            compared: in_place(Place::Compared),
            capture: in_place(Place::Capture),
            own: in_place(Place::OwnStones),
        }
    }

    /// Whether a capture may remove the player's own stones, which is no suicide.
    pub(super) fn removes_both(self) -> bool {
        self.capture == Some(Mistake::CaptureRemovesBoth)
    }
}

/// Puts a stone on a cell and removes stones without a liberty, as far as the mistakes let it. Chains with a stone in `spared`
/// stay.
pub(super) fn play(
    before: &Board,
    hash: Hash,
    player: Player,
    at: usize,
    wrong: Removal,
    spared: &[usize],
) -> Played {
    let mut played = Played::nothing_removed(before, hash, at);
    if before.removes_nothing(player, at) {
        played.stone = Some(player.color());
        played.toggle(player, at);
        return played;
    }
    // A stone that lay there is gone.
    let players = [player, player.opponent()].into_iter();
    for there in players.filter(|there| before.get(at) == Some(there.color())) {
        played.toggle(there, at);
    }
    played.board.set(at, player.color());
    played.toggle(player, at);
    if wrong.capture == Some(Mistake::SuicideBeforeCapture) {
        played.clear_own(player, at, wrong);
    }
    let mut dead = played.dead_around(player, at);
    let removes_both = wrong.capture == Some(Mistake::CaptureRemovesBoth) && !dead.is_empty();
    if removes_both || wrong.capture == Some(Mistake::BothColorsAtOnce) {
        played.clear_own(player, at, wrong);
    }
    // A play that captures has a liberty.
    let captures = !dead.is_empty();
    dead.retain(|chain| !chain.iter().any(|at| spared.contains(at)));
    if let Some(Mistake::ChainsCaptured(most)) = wrong.capture {
        dead.truncate(most);
    }
    played.capture(player, at, wrong, dead);
    if !captures && played.lost.is_empty() {
        played.clear_own(player, at, wrong);
    }
    played
}

impl Played {
    /// Makes the result of a play or a question that removes nothing.
    pub(super) fn nothing_removed(board: &Board, hash: Hash, at: usize) -> Played {
        let (captured, lost) = (Vec::new(), Vec::new());
        let (board, mark) = (board.clone(), Mark::None);
        Played { at, board, stone: None, hash, captured, chains: 0, lost, mark }
    }

    /// Returns the play with an effect on blocked points.
    pub(super) fn marked(self, mark: Mark) -> Played {
        Played { mark, ..self }
    }

    /// Whether the play is known to remove nothing.
    pub(super) fn removes_nothing(&self) -> bool {
        self.stone.is_some()
    }

    /// The board after the play.
    pub(super) fn board(&self) -> Board {
        let mut board = self.board.clone();
        if let Some(color) = self.stone {
            board.set(self.at, color);
        }
        board
    }

    /// Whether a board of the same size has the same stones as the one after the play.
    pub(super) fn makes(&self, board: &Board) -> bool {
        match self.stone {
            Some(color) => board.has_stones_of_but(&self.board, self.at, color),
            None => board.has_stones_of(&self.board),
        }
    }

    fn toggle(&mut self, player: Player, at: usize) {
        self.hash[player as usize] ^= key(player, at);
    }

    /// Returns the chains of the opponent around a play that have no liberty.
    fn dead_around(&self, player: Player, at: usize) -> Vec<Vec<usize>> {
        let mut dead: Vec<Vec<usize>> = Vec::new();
        for next in self.board.around(at) {
            let stone = self.board.get(next) == Some(player.opponent().color());
            if !stone || dead.iter().flatten().any(|&met| met == next) {
                continue;
            }
            dead.extend(self.board.chain_without_liberty(next));
        }
        dead
    }

    fn capture(&mut self, player: Player, at: usize, wrong: Removal, dead: Vec<Vec<usize>>) {
        for chain in dead {
            let contacts =
                self.board.around(at).iter().filter(|&next| chain.contains(next)).count();
            let mut stones = chain;
            match wrong.capture {
                // The first stone in the order of the scan makes a liberty for the others.
                Some(Mistake::ClearWhileScanning) => {
                    stones = stones.into_iter().min().into_iter().collect();
                }
                Some(Mistake::LastRowNotCleared) => {
                    stones.retain(|&stone| !self.board.in_last_row(stone));
                }
                _ => {}
            }
            for &stone in &stones {
                self.board.set(stone, Color::Empty);
                match wrong.compared {
                    Some(Mistake::HashBlindToCaptures) => {}
                    Some(Mistake::ToggledTwice) if contacts.is_multiple_of(2) => {}
                    _ => self.toggle(player.opponent(), stone),
                }
            }
            self.chains += 1;
            self.captured.extend(stones);
        }
    }

    fn clear_own(&mut self, player: Player, at: usize, wrong: Removal) {
        let Some(mut chain) = self.board.chain_without_liberty(at) else { return };
        if wrong.own == Some(Mistake::SuicideStays) {
            self.lost = chain;
            return;
        }
        if wrong.own == Some(Mistake::SuicideLeavesOne) && chain.len() > 1 {
            chain.retain(|&stone| stone != at);
        }
        for &stone in &chain {
            self.board.set(stone, Color::Empty);
            self.toggle(player, stone);
        }
        self.lost = chain;
    }
}

/// Returns the hash key of a stone on a cell.
pub(super) fn key(player: Player, at: usize) -> u64 {
    mixed(((at as u64) << 1 | player as u64) + 1)
}
