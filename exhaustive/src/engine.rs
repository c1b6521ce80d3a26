//! How a rule engine is asked about positions without a history.

use crate::board::{Player, Position, Size};

/// How many positions an engine is asked about at once.
pub const BATCH: usize = 64;

/// A rule engine that is asked about positions without a history, up to [`BATCH`] at once.
///
/// It knows no rule of repetition, and allows every suicide.
pub trait PositionEngine {
    /// Its name where it is one of two that differ.
    fn name(&self) -> &'static str;

    /// Takes up to [`BATCH`] positions, which all other questions are about. Returns which of them are legal, the
    /// first in the lowest bit: those in which every chain has a liberty.
    fn load(&mut self, positions: &[Position]) -> u64;

    /// The areas of Black and of White in the position at this index.
    fn areas(&self, index: usize) -> [u16; 2];

    /// What a play makes of those positions whose bit is set, all of which have the point empty. The results are put
    /// where the positions were.
    fn play(&self, player: Player, point: usize, which: u64, results: &mut [PlayResult; BATCH]);
}

/// Makes an engine for a board of up to [`MAX_POINTS`](crate::MAX_POINTS).
pub type MakeEngine<'a> = &'a (dyn Fn(Size) -> Box<dyn PositionEngine> + Sync);

/// Which of up to [`BATCH`] positions have a point empty, the first in the lowest bit.
pub(crate) fn empty(positions: &[Position], point: usize) -> u64 {
    positions.iter().enumerate().fold(0, |which, (index, position)| {
        which | u64::from(position.occupied() >> point & 1 ^ 1) << index
    })
}

/// What a play makes of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayResult {
    /// The position afterwards.
    pub after: Position,
    /// The same, as the engine finds it in the course of a game, where it may know more than the stones.
    pub in_game: Position,
    /// How many stones of the opponent were removed.
    pub captured: u32,
    /// How many stones of the player were removed, the new one included.
    pub lost: u32,
    /// What kind of play it is, as the engine finds it when it looks at all plays at once.
    pub kind: PlayKind,
}

impl PlayResult {
    /// What can be seen of a play from the positions before and after it.
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

/// What kind of play one is, by what it removes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayKind {
    /// Nothing.
    #[default]
    Quiet,
    /// Stones of the opponent.
    Capture,
    /// The new stone alone.
    LoneSuicide,
    /// The new stone and others.
    SeveralSuicide,
    /// The engine does not say, or says more than one of these.
    Unclear,
}
