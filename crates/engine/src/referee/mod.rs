//! The judge of one game: the ruling on each turn, the rule behind it, and the events that the turn reaches.
//!
//! In: turns. Out: [`Judgment`]s with their evidence, [`Event`]s, and [`Transcript`]s: records with every answer that an engine
//! must give. The code here uses the trait [`Referee`]; [`Reference`](crate::Reference) implements it.

pub mod event;
mod follow_up;
mod form;
mod transcript;

pub use event::{Event, Events};
pub use follow_up::{TOURED, UNDONE_WHEN_GENERATED};
pub use form::{Cycle, Form, PlayKind};
pub use transcript::{Expected, Settled, Step, Transcript};

use crate::{RefusalReason, Ruling};
use std::fmt;
use superko_game::rules::{Agreement, Rule, Rules};
use superko_game::{Color, Outcome, Player, Point, Position, Score, Settlement, Status, Turn};

/// The authority on a game: it rules on turns with evidence, and keeps the whole game.
///
/// The harness is written against this trait and does not know any implementation;
/// [`Reference`](crate::Reference) implements it.
pub trait Referee {
    /// Rules on a turn without playing it.
    fn judge(&self, turn: Turn) -> Judgment;

    /// Plays a turn. A refused turn changes nothing.
    fn play(&mut self, turn: Turn) -> Judgment;

    /// Applies the players' agreement after passes have ended or stopped the game. Without a call, the players settle nothing.
    ///
    /// # Errors
    ///
    /// If no agreement, or not this one, is possible now.
    fn settle(&mut self, _settlement: &Settlement) -> Result<(), Unsettled> {
        Err(Unsettled::NotNow)
    }

    /// Returns the player to move, or the player who would be if the game were not over.
    fn to_move(&self) -> Player;

    /// Returns whether the game continues, and whose turn it is.
    fn status(&self) -> Status;

    /// Returns the score as if the game ended now.
    fn score(&self) -> Score;

    /// Returns the result of the game, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the score decides the game, and not a turn.
    fn is_scored(&self) -> bool;

    /// Returns all positions so far; the first is the position at the start.
    fn history(&self) -> &[HistoryEntry];

    /// Returns the current position.
    fn position(&self) -> &Position {
        &self.history().last().expect("the history begins with the position at the start").position
    }
}

/// The reason why an agreement of the players is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsettled {
    /// The rules in force have no such agreement, or it cannot be made at this time.
    #[error("under these rules the players cannot agree on anything now")]
    NotNow,
    /// A point that is agreed dead has no stone.
    #[error("there is no stone at {point} that could be dead")]
    Empty {
        /// The point without a stone.
        point: Point,
    },
}

impl Unsettled {
    /// Returns the error message for a record with an impossible agreement: what the record says, and what is possible.
    pub fn of_record(self, settlement: &Settlement, rules: Rules) -> String {
        let why = match (self, rules.agreement) {
            (Unsettled::Empty { .. }, _) => format!("{self}: name points with stones, or write agreed=none"),
            (Unsettled::NotNow, Agreement::None | Agreement::Cleanup) => {
                "under these rules the players cannot agree on anything: leave it out, or use rules with \
                 agreement=dead-stones or agreement=resume, such as basic or aga"
                    .to_owned()
            }
            (Unsettled::NotNow, Agreement::DeadStones) => {
                "under these rules play does not resume after the passes: write agreed=A1/C3 or agreed=none, or \
                 use rules with agreement=resume, such as aga"
                    .to_owned()
            }
            (Unsettled::NotNow, Agreement::Resume) => self.to_string(),
        };
        format!("`{settlement}`: {why}")
    }
}

/// A position of a game, and the turn that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The position.
    pub position: Position,
    /// The player and the turn; `None` for the first position.
    pub by: Option<(Player, Turn)>,
}

/// A ruling on a turn, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// The reason why the turn is refused; `None` if it is legal.
    pub refusal: Option<Refusal>,
    /// The position after a play that removes any stone, even if the play is refused.
    pub removing: Option<Position>,
    /// Whether trying the turn ends the game.
    pub ends: bool,
    /// Whether the turn is in a cleanup phase.
    pub in_cleanup: bool,
    /// The effect of a legal turn besides that on the position, if it has any.
    pub effect: Option<Effect>,
}

/// An effect of a turn that the position does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// In a cleanup phase, a turn at a point unblocks a ko.
    Unblocks,
    /// A pass takes the button.
    TakesButton,
    /// A pass ends a phase, and the next begins.
    EndsPhase,
    /// A pass ends the game or a phase, because its player passed in this position before.
    EndsBySamePass,
}

/// Writes what the turn does, after "it".
impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Effect::Unblocks => "unblocks a ko, and leaves the board as it is",
            Effect::TakesButton => "takes the button",
            Effect::EndsPhase => "ends the phase",
            Effect::EndsBySamePass => {
                "ends the phase or the game, because its player passed in this position before"
            }
        })
    }
}

impl Judgment {
    /// Makes the judgment of a turn in a game without phases.
    pub fn plain(refusal: Option<Refusal>, removing: Option<Position>, ends: bool) -> Judgment {
        Judgment { refusal, removing, ends, in_cleanup: false, effect: None }
    }

    /// Returns the rule in force on repetitions.
    pub fn repetition(&self, rules: Rules) -> Rule {
        if self.in_cleanup { rules.agreement.rule() } else { Rule::repetition(rules) }
    }

    /// Returns the rule in force by which the turn is refused, if it is.
    pub fn rule(&self, rules: Rules) -> Option<Rule> {
        match self.refusal? {
            Refusal::Repetition { .. } => Some(self.repetition(rules)),
            refusal => Some(refusal.rule(rules)),
        }
    }

    /// Whether the turn is refused as a repetition.
    pub fn is_repeat(&self) -> bool {
        matches!(self.refusal, Some(Refusal::Repetition { .. }))
    }

    /// Returns the ruling without the evidence.
    pub fn ruling(&self) -> Ruling {
        self.refusal.map_or(Ruling::Allowed, |refusal| Ruling::Forbidden(refusal.reason()))
    }
}

/// The reason why a turn is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The game has ended.
    Over,
    /// The player has no stones left.
    NoStones,
    /// The point has a stone.
    Occupied {
        /// The color of that stone.
        color: Color,
    },
    /// The player's own stones would be removed, which the rules in force do not allow.
    Suicide {
        /// The number of stones that would be removed.
        stones: usize,
    },
    /// The play takes a ko in a cleanup phase. The same player took it before, in the same position and phase.
    KoTakenAgain {
        /// The number of that turn, from 1.
        earlier: usize,
    },
    /// The play would repeat an earlier position.
    Repetition {
        /// The number of the latest turn after which the position stood and counts as repeated, from 1; 0 is
        /// the start of the game.
        earlier: usize,
        /// The number of turns since then, including this one.
        cycle: usize,
    },
}

/// The evidence against a repetition of the first position of an ordinary game.
pub const REPEATS_START: &str = "repeats the empty starting board";

impl Refusal {
    /// Returns the rule in force by which a turn of the main phase is refused.
    fn rule(self, rules: Rules) -> Rule {
        match self {
            Refusal::Over => Rule::passes(rules),
            Refusal::NoStones => rules.stones.rule(),
            Refusal::Occupied { .. } => Rule::TT7,
            Refusal::Suicide { .. } => Rule::suicide(rules),
            Refusal::KoTakenAgain { .. } => rules.agreement.rule(),
            Refusal::Repetition { .. } => Rule::repetition(rules),
        }
    }

    /// Returns the reason without the evidence.
    pub fn reason(self) -> RefusalReason {
        match self {
            Refusal::Over => RefusalReason::Over,
            Refusal::NoStones => RefusalReason::NoStones,
            Refusal::Occupied { .. } => RefusalReason::Occupied,
            Refusal::Suicide { .. } => RefusalReason::Suicide,
            Refusal::KoTakenAgain { .. } | Refusal::Repetition { .. } => RefusalReason::Repetition,
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
            Refusal::KoTakenAgain { earlier } => {
                write!(
                    f,
                    "takes the same ko in the same position as turn {earlier}, in this cleanup phase"
                )
            }
            Refusal::Repetition { cycle: 1, .. } => {
                f.write_str("suicide of a lone stone, which repeats the present position")
            }
            Refusal::Repetition { earlier: 0, .. } => f.write_str(REPEATS_START),
            Refusal::Repetition { earlier, cycle } => {
                write!(f, "repeats the position after turn {earlier}, {cycle} turns back")
            }
        }
    }
}
