//! How far a game has come: its phase, its earlier turns, and its button.

use super::board::Board;
use super::cells::Cells;
use superko_game::rules::{Agreement, Button, LongCycle, Rules};
use superko_game::{Phase, Player};

/// How far a game has come, under rules that ask for it.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) phase: Phase,
    /// The number of turns before the phase.
    pub(super) began: usize,
    /// The number of turns so far.
    pub(super) turns: usize,
    pub(super) blocked: Cells,
    pub(super) button: Option<Taker>,
    pub(super) second: Option<Second>,
}

/// The player who took the button.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taker {
    pub(super) player: Player,
    /// The number of turns so far, this pass included.
    pub(super) turns: usize,
    /// The number of positions in the history before the one that this pass left.
    pub(super) positions: usize,
}

/// What the score needs to know of the second cleanup phase.
#[derive(Clone, Debug)]
pub(super) struct Second {
    /// The board at its beginning.
    pub(super) board: Board,
    /// The plays of each player.
    pub(super) plays: [usize; 2],
}

impl Course {
    /// Makes the course of a new game. `None` under rules that never ask for it.
    pub(super) fn new(rules: Rules) -> Option<Box<Course>> {
        let is_needed = rules.agreement == Agreement::Cleanup
            || rules.long_cycle == LongCycle::ThirdTime
            || rules.button == Button::HalfPoint;
        is_needed.then(|| {
            let (phase, blocked) = (Phase::Main, Cells::default());
            Box::new(Course { phase, began: 0, turns: 0, blocked, button: None, second: None })
        })
    }

    /// Returns the player who has the button.
    pub(super) fn button(&self) -> Option<Player> {
        self.button.map(|taker| taker.player)
    }
}
