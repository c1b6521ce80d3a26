//! The judge of one game: what becomes of each turn, by which rule, and what the turn reaches.
//!
//! In: turns. Out: [`Judgment`]s with their evidence, [`Event`]s, and [`Transcript`]s: records with every answer that an
//! engine must give. Written against a trait; `engines/reference.rs` is the implementation.

pub(crate) mod event;
mod form;
mod transcript;

pub use event::{Event, Events};
pub use form::{Cycle, Form, PlayKind};
pub use transcript::{Expected, Settled, Step, Transcript};

use crate::engine::{RefusalReason, Ruling};
use crate::game::{Color, Outcome, Player, Point, Position, Score, Settlement, Status, Turn};
use crate::rules::{Agreement, Rule, Rules};
use std::fmt;

/// The side that is right: it rules on turns with evidence, and keeps the whole game.
///
/// The harness is written against this trait and knows no implementation; the reference is plugged in by
/// [`engines`](crate::engines).
pub trait Referee {
    /// What becomes of a turn, which is not taken.
    fn judge(&self, turn: Turn) -> Judgment;

    /// Takes a turn; a refusal changes nothing.
    fn play(&mut self, turn: Turn) -> Judgment;

    /// Has the players settle something when passes have ended the game, or have stopped it. A referee that is not asked this
    /// holds that nothing is settled.
    ///
    /// # Errors
    ///
    /// If there is nothing to settle now, or not so.
    fn settle(&mut self, _settlement: &Settlement) -> Result<(), Unsettled> {
        Err(Unsettled::NotNow)
    }

    /// Whose turn it is, or would be if the game were not over.
    fn to_move(&self) -> Player;

    /// Whether the game goes on.
    fn status(&self) -> Status;

    /// The score, were the game to end now.
    fn score(&self) -> Score;

    /// What came of the game, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the score decides the game, and not a turn.
    fn is_scored(&self) -> bool;

    /// All positions so far; the first is the empty board.
    fn history(&self) -> &[HistoryEntry];

    /// The present position.
    fn position(&self) -> &Position {
        &self.history().last().expect("the past begins with the empty board").position
    }
}

/// Why players cannot settle something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsettled {
    /// The rules in force do not ask them, or not at this time.
    NotNow,
    /// There is no stone to be dead.
    Empty {
        /// Where.
        point: Point,
    },
}

impl Unsettled {
    /// The same as a complaint about a record, which names what it says, and what would be taken.
    pub fn of_record(self, settlement: &Settlement, rules: Rules) -> String {
        let why = match (self, rules.agreement) {
            (Unsettled::Empty { .. }, _) => format!("{self}: name points with stones, or write agreed=none"),
            (Unsettled::NotNow, Agreement::None) => {
                "these rules ask the players nothing when passes end the game: leave it out, or take rules with \
                 agreement=dead-stones or agreement=resume, such as basic or aga"
                    .to_owned()
            }
            (Unsettled::NotNow, Agreement::DeadStones) => {
                "by these rules passes end the game for good: write agreed=A1/C3 or agreed=none, or take rules with \
                 agreement=resume, such as aga"
                    .to_owned()
            }
            (Unsettled::NotNow, Agreement::Resume) => self.to_string(),
        };
        format!("`{settlement}`: {why}")
    }
}

impl fmt::Display for Unsettled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsettled::NotNow => f.write_str("these rules do not ask the players now"),
            Unsettled::Empty { point } => write!(f, "there is no stone at {point} to be dead"),
        }
    }
}

impl std::error::Error for Unsettled {}

/// A position of a game, and what brought it about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The position.
    pub position: Position,
    /// Who took which turn to make it; nothing made the first one.
    pub by: Option<(Player, Turn)>,
}

/// A ruling, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// Why the turn is refused, if it is.
    pub refusal: Option<Refusal>,
    /// The position that a play makes, or would make if it were not refused, when it removes any stone.
    pub removing: Option<Position>,
    /// Whether the game ends when the turn is tried.
    pub ends: bool,
}

impl Judgment {
    /// The ruling alone.
    pub fn ruling(&self) -> Ruling {
        self.refusal.map_or(Ruling::Allowed, |refusal| Ruling::Forbidden(refusal.reason()))
    }
}

/// Why a turn is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// The game has ended.
    Over,
    /// The player has no stones left.
    NoStones,
    /// There is a stone on the point.
    Occupied {
        /// Its color.
        color: Color,
    },
    /// The player's own stones would be removed, which the rules in force do not allow.
    Suicide {
        /// How many.
        stones: usize,
    },
    /// The position was there before.
    Repetition {
        /// After which turn, the latest that counts; 0 is the beginning.
        earlier: usize,
        /// How many turns there would have been since.
        cycle: usize,
    },
}

impl Refusal {
    /// The rule by which it is refused, of those in force.
    pub fn rule(self, rules: Rules) -> Rule {
        match self {
            Refusal::Over => Rule::passes(rules),
            Refusal::NoStones => rules.stones.rule(),
            Refusal::Occupied { .. } => Rule::TT7,
            Refusal::Suicide { .. } => Rule::suicide(rules),
            Refusal::Repetition { .. } => Rule::repetition(rules),
        }
    }

    /// The reason, without the evidence.
    pub fn reason(self) -> RefusalReason {
        match self {
            Refusal::Over => RefusalReason::Over,
            Refusal::NoStones => RefusalReason::NoStones,
            Refusal::Occupied { .. } => RefusalReason::Occupied,
            Refusal::Suicide { .. } => RefusalReason::Suicide,
            Refusal::Repetition { .. } => RefusalReason::Repetition,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Over => f.write_str("the game is over"),
            Refusal::NoStones => f.write_str("the player has no stones left"),
            Refusal::Occupied { color: Color::White } => f.write_str("there is a white stone"),
            Refusal::Occupied { .. } => f.write_str("there is a black stone"),
            Refusal::Suicide { stones: 1 } => f.write_str("suicide of a lone stone"),
            Refusal::Suicide { stones } => write!(f, "suicide of {stones} stones"),
            Refusal::Repetition { cycle: 1, .. } => {
                f.write_str("suicide of a lone stone, which repeats the present position")
            }
            Refusal::Repetition { earlier: 0, .. } => {
                f.write_str("repeats the empty board of the beginning")
            }
            Refusal::Repetition { earlier, cycle } => {
                write!(f, "repeats the position after turn {earlier}, {cycle} turns back")
            }
        }
    }
}
