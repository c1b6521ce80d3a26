//! A game ready to be compared, and its source.

use std::fmt;
use superko_engine::referee::{Event, Step, Transcript};
use superko_harness::collide::OWN_KEYS;
use superko_harness::compare::Generation;
use superko_harness::suite::random::Strategy;

/// The source of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// One of all games of its length on a small board.
    ShortGames,
    /// A game made to reach an event.
    Fixed(Event),
    /// A game that the engine played against itself, generating turns in one way.
    SelfPlay(Generation),
    /// A game made from the keys of the engine's own hash.
    OwnKeys,
    /// A game that leads to one of all positions of a small board.
    Positions,
    /// A game with a komi.
    Komi,
    /// A game of the diagnosis.
    Diagnosis,
    /// A random game: its strategy, and its number in the campaign.
    Random(Strategy, u64),
}

impl Source {
    /// Returns whether the last position of the game has the hash of an earlier one in some engine.
    pub(super) fn collides(self) -> bool {
        matches!(self, Source::OwnKeys | Source::Fixed(Event::HashCollision))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::ShortGames => f.write_str("short games"),
            Source::Fixed(event) => write!(f, "fixed suite, {event}"),
            Source::SelfPlay(_) => f.write_str("self-play"),
            Source::OwnKeys => f.write_str(OWN_KEYS),
            Source::Positions => f.write_str("all positions"),
            Source::Komi => f.write_str("games with a komi"),
            Source::Diagnosis => f.write_str("diagnosis"),
            Source::Random(strategy, number) => {
                write!(f, "random game {number}, strategy {strategy}")
            }
        }
    }
}

/// A game ready to be compared.
#[derive(Debug)]
pub(super) struct PlannedGame {
    pub(super) transcript: Transcript,
    pub(super) source: Source,
    /// Whether every turn is taken back and played again.
    pub(super) undo: bool,
}

impl PlannedGame {
    /// Returns whether the engine is asked to generate turns.
    pub(super) fn generates(&self) -> bool {
        let asks = |step: &Step| !step.generation.is_empty();
        matches!(self.source, Source::SelfPlay(_)) || self.transcript.steps.iter().any(asks)
    }
}
