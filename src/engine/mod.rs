//! What the author of an engine implements to have it examined.

use crate::game::{Position, Score, Size, Status, Turn};
use crate::rules::Rules;
use std::fmt;
use std::time::Duration;

/// An engine under examination.
///
/// Only [`name`](Engine::name), [`start`](Engine::start) and [`play`](Engine::play) are required. The other
/// methods are checks: an engine that cannot say something withholds the answer, and every withheld answer is
/// counted and reported. An engine is never asked what to examine next; the reference steers.
///
/// A [`Fault`] is for what prevents an answer (a lost process, a broken protocol), never for a refusal.
pub trait Engine {
    /// What to call it in reports.
    fn name(&self) -> &str;

    /// Its version, if it has one.
    fn version(&self) -> Option<String> {
        None
    }

    /// The command line by which it was started, if it is a program of its own.
    fn command(&self) -> Option<String> {
        None
    }

    /// What a reader of a report should know of how it was asked: what is withheld and why, and the like.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Starts a new game, forgetting all that was before.
    ///
    /// # Errors
    ///
    /// [`Fault::Unsupported`] if the engine does not play this size or these rules; it is then not asked to.
    fn start(&mut self, size: Size, rules: &Rules) -> Result<(), Fault>;

    /// Takes a turn for the player whose turn it is. When it is forbidden nothing may change.
    ///
    /// # Errors
    ///
    /// If no ruling could be had.
    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault>;

    /// Whether a turn would be permitted now; the question changes nothing.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn is_legal(&mut self, _turn: Turn) -> Result<Option<Ruling>, Fault> {
        Ok(None)
    }

    /// As [`is_legal`](Engine::is_legal) for several turns at once; for engines that answer faster so. Answers
    /// stand in the order of the turns.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn survey(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        turns.iter().map(|&turn| self.is_legal(turn)).collect()
    }

    /// Hears what comes next as long as it agrees with the reference: before each turn some questions, then the turn,
    /// then the position and the status; then, where it is taken back, [`undo`](Engine::undo), the position, the turn
    /// and the position once more. Only a hint, for an engine that answers faster when it is asked ahead.
    fn prefetch(&mut self, _ahead: &[Prefetched]) {}

    /// How the board stands.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn board(&mut self) -> Result<Option<Position>, Fault> {
        Ok(None)
    }

    /// Whether the game goes on, and whose turn it is. An engine that withholds this is not examined on turns after
    /// the end of the game.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn status(&mut self) -> Result<Option<Status>, Fault> {
        Ok(None)
    }

    /// The score; asked for when the game is over.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        Ok(None)
    }

    /// Takes back the last turn that was taken, so that all is as before it.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn undo(&mut self) -> Result<Option<()>, Fault> {
        Ok(None)
    }
}

/// A turn that will be tried, and the questions before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefetched {
    /// Turns that will be asked about, in this order, by one [`survey`](Engine::survey).
    pub questions: Vec<Turn>,
    /// The turn.
    pub turn: Turn,
    /// Whether the reference permits it.
    pub legal: bool,
    /// Whether it will be taken back, and taken again.
    pub undone: bool,
}

/// What an engine says of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// It is legal.
    Allowed,
    /// It is not.
    Forbidden(RefusalReason),
}

/// On what reason an engine forbids a turn. It helps to name the rule that a wrong refusal breaks; a right refusal
/// on a wrong reason is no disagreement, for the rules speak of turns and not of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalReason {
    /// The game has ended.
    Over,
    /// There is a stone on the point.
    Occupied,
    /// The player's own stones would be removed.
    Suicide,
    /// The position was there before.
    Repetition,
    /// The engine does not say.
    Unstated,
}

/// What an engine says of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    /// Both totals.
    Areas(Score),
    /// Black's total less White's, in half points, without komi.
    Margin {
        /// Twice the margin in points.
        half_points: i32,
    },
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ruling::Allowed => f.write_str("allowed"),
            Ruling::Forbidden(RefusalReason::Unstated) => f.write_str("forbidden"),
            Ruling::Forbidden(RefusalReason::Over) => f.write_str("forbidden: the game is over"),
            Ruling::Forbidden(RefusalReason::Occupied) => {
                f.write_str("forbidden: the point is occupied")
            }
            Ruling::Forbidden(RefusalReason::Suicide) => f.write_str("forbidden: suicide"),
            Ruling::Forbidden(RefusalReason::Repetition) => f.write_str("forbidden: repetition"),
        }
    }
}

impl fmt::Display for ReportedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportedScore::Areas(score) => write!(f, "{score}"),
            ReportedScore::Margin { half_points: 0 } => f.write_str("a tie"),
            ReportedScore::Margin { half_points } => {
                let winner = if *half_points > 0 { "Black" } else { "White" };
                write!(f, "{winner} wins by {}", f64::from(half_points.abs()) / 2.0)
            }
        }
    }
}

/// What kept an engine from answering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It does not play this size or these rules, and said so.
    Unsupported {
        /// What it was asked to play, and what it said.
        what: String,
    },
    /// No answer within the time.
    Timeout {
        /// What it was asked.
        command: String,
        /// How long it had.
        limit: Duration,
        /// The end of its standard error.
        stderr: String,
    },
    /// It ended.
    Exit {
        /// What it was asked.
        command: String,
        /// How it ended.
        status: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// It answered, but not as the protocol has it.
    Protocol {
        /// What it was asked.
        command: String,
        /// What is wrong with the answer.
        what: String,
    },
    /// It could not be started.
    Start {
        /// The command line.
        command: String,
        /// Why not.
        what: String,
    },
    /// It panicked.
    Panic {
        /// The message.
        message: String,
    },
}

impl Fault {
    /// A word for the kind of fault, as reports use it.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Unsupported { .. } => "unsupported",
            Fault::Timeout { .. } => "timeout",
            Fault::Exit { .. } => "exit",
            Fault::Protocol { .. } => "protocol",
            Fault::Start { .. } => "start",
            Fault::Panic { .. } => "panic",
        }
    }

    /// What the engine was asked when it happened, as far as that is known.
    pub fn command(&self) -> Option<&str> {
        match self {
            Fault::Timeout { command, .. }
            | Fault::Exit { command, .. }
            | Fault::Protocol { command, .. }
            | Fault::Start { command, .. } => Some(command),
            Fault::Unsupported { .. } | Fault::Panic { .. } => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tail = |f: &mut fmt::Formatter<'_>, stderr: &str| {
            if stderr.is_empty() { Ok(()) } else { write!(f, "; standard error ends: {stderr}") }
        };
        match self {
            Fault::Unsupported { what } => f.write_str(what),
            Fault::Timeout { command, limit, stderr } => {
                write!(f, "no answer to `{command}` within {} s", limit.as_secs_f64())?;
                tail(f, stderr)
            }
            Fault::Exit { command, status, stderr } => {
                write!(f, "the engine ended ({status}) when asked `{command}`")?;
                tail(f, stderr)
            }
            Fault::Protocol { command, what } => write!(f, "`{command}`: {what}"),
            Fault::Start { command, what } => write!(f, "cannot start `{command}`: {what}"),
            Fault::Panic { message } => write!(f, "the engine panicked: {message}"),
        }
    }
}

impl std::error::Error for Fault {}
