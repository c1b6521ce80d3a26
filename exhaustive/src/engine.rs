//! The interface of a rule engine that answers questions about positions without a history.

use crate::board::{Player, Position, Size};

/// The number of positions in one question to an engine.
pub const BATCH: usize = 64;

/// A rule engine that answers questions about positions without a history, up to [`BATCH`] at once.
///
/// The engine ignores repetition, and allows every suicide.
pub trait PositionEngine {
    /// Returns the name of the engine, for messages about differences.
    fn name(&self) -> &'static str;

    /// Loads up to [`BATCH`] positions. All other questions are about these. Returns which of them
    /// are legal (every chain has a liberty), the first position in the lowest bit.
    fn load(&mut self, positions: &[Position]) -> u64;

    /// Returns the areas of Black and of White in the position at this index.
    fn areas(&self, index: usize) -> [u16; 2];

    /// Makes a play in each position whose bit is set in `which`. The point must be empty in all of
    /// these positions. The results are put at the indices of the positions.
    fn play(&self, player: Player, point: usize, which: u64, results: &mut [PlayResult; BATCH]);
}

/// Makes an engine for a board of up to [`MAX_POINTS`](crate::MAX_POINTS).
pub type MakeEngine<'a> = &'a (dyn Fn(Size) -> Box<dyn PositionEngine> + Sync);

/// Returns in which of up to [`BATCH`] positions a point is empty, the first position in the lowest
/// bit.
pub(crate) fn empty(positions: &[Position], point: usize) -> u64 {
    positions.iter().enumerate().fold(0, |which, (index, position)| {
        which | u64::from(position.occupied() >> point & 1 ^ 1) << index
    })
}

/// The result of a play in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayResult {
    /// The position after the play.
    pub after: Position,
    /// The position after the play as the engine computes it in a game, where it may use more than
    /// the stones.
    pub in_game: Position,
    /// The number of the opponent's stones that were removed.
    pub captured: u32,
    /// The number of the player's stones that were removed, the new one included.
    pub lost: u32,
    /// The kind of the play, as the engine computes it for all plays at once.
    pub kind: PlayKind,
}

impl PlayResult {
    /// Makes the result of a play from the positions before and after it.
    pub fn new(before: Position, player: Player, after: Position) -> PlayResult {
        let count = |position: Position, player| position.stones(player).count_ones();
        let captured = count(before, player.opponent()) - count(after, player.opponent());
        let lost = count(before, player) + 1 - count(after, player);
        let kind = match (captured, lost) {
            (0, 0) => PlayKind::Quiet,
            (0, 1) => PlayKind::LoneSuicide,
            (0, _) => PlayKind::SeveralSuicide,
            _ => PlayKind::Capture,
        };
        PlayResult { after, in_game: after, captured, lost, kind }
    }
}

/// The kind of a play, by what it removes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayKind {
    /// The play removes nothing.
    #[default]
    Quiet,
    /// The play removes stones of the opponent.
    Capture,
    /// The play removes the new stone only.
    LoneSuicide,
    /// The play removes the new stone and other stones of its chain.
    SeveralSuicide,
    /// The engine does not say, or names more than one kind.
    Unclear,
}
