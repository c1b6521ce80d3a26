#![doc = include_str!("../README.md")]

/// Translates a value of one enum into the value of the same name of another one.
macro_rules! same {
    ($value:expr, $Own:ident => $theirs:ident::$Their:ident: $($Name:ident),+) => {
        match $value { $($Own::$Name => $theirs::$Their::$Name,)+ }
    };
}

#[doc(hidden)]
pub mod bent;
mod boxed;
pub mod check;
mod conventions;
mod copies;
mod dialect;
#[doc(hidden)]
pub mod draw;
mod fault;
mod fault_id;
mod forward;
mod guard;
mod hash;
#[cfg(feature = "serde")]
mod json;
mod note;
mod optimized;
pub mod perft;
mod protocol;
mod query;
mod quote;
pub mod referee;
mod reference;
#[doc(hidden)]
pub mod shorten;

pub use conventions::{Conventions, Ending, MoveCap};
pub use copies::Copies;
pub use dialect::Dialect;
pub use fault::{Fault, ProbeFault};
pub use fault_id::FaultId;
pub use guard::guarded;
pub use note::{MissingScore, Note, ScoreClaim, UndoTest};
pub use optimized::Optimized;
pub use protocol::{ProtocolCase, ProtocolOutcome, ProtocolResult};
pub use query::{Answer, Query, ask_one_by_one};
pub use quote::{LONGEST_QUOTE, is_hidden, printable, printable_line, quote};
pub use reference::{Reference, Uncounted};

// For the other crates of Superko.
#[doc(hidden)]
pub use boxed::OnSquares;
#[doc(hidden)]
pub use hash::{DIGITS, digits_in, digits_of, hash_of, mixed};
#[doc(hidden)]
pub use optimized::optimized_rules;
#[doc(hidden)]
pub use protocol::CLEAR_BOARD;
#[doc(hidden)]
#[cfg(feature = "serde")]
pub use quote::visible;
#[doc(hidden)]
pub use quote::{escaped, sentence};
#[doc(hidden)]
pub use reference::reference_rules;
#[doc(hidden)]
pub use superko_game as game;

use std::fmt;
use std::ops::ControlFlow;
use superko_game::{Komi, Outcome, Player, Position, Score, Settlement, Setup, Size, Status, Turn};

/// An engine under test.
///
/// [`about`](Engine::about), [`start`](Engine::start) and [`play`](Engine::play) are required. All other methods are
/// optional, and compared if implemented. `None` means that the engine cannot say; missing answers are counted and
/// reported. The engine does not choose the turns of a game: Superko does, based on the reference.
///
/// Return a [`Fault`] if something prevents an answer (a lost process, a broken protocol), never for a refusal.
pub trait Engine {
    /// Returns the engine's name and other facts for the report.
    fn about(&self) -> About;

    /// Starts a new game. No earlier game may have an effect on it.
    ///
    /// # Errors
    ///
    /// [`Fault::Unsupported`] if the engine does not support the size or the rules; such games are then
    /// skipped.
    fn start(&mut self, game: &Setup) -> Result<(), Fault>;

    /// Plays a turn for the player to move. If the turn is refused, nothing may change.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault>;

    /// Returns whether a turn would be legal now, or `None` if the engine cannot say. The question changes
    /// nothing.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn is_legal(&mut self, _turn: Turn) -> Result<Option<Ruling>, Fault> {
        Ok(None)
    }

    /// Answers [`is_legal`](Engine::is_legal) for several turns at once, in the order of the turns. Override
    /// it if your engine can answer them faster together.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        turns.iter().map(|&turn| self.is_legal(turn)).collect()
    }

    /// Returns the position on the board, or `None` if the engine cannot show it.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn board(&mut self) -> Result<Option<Position>, Fault> {
        Ok(None)
    }

    /// Reads the board in a second way, for engines that have one besides [`board`](Engine::board). Superko calls this
    /// method when `board` shows a wrong position: if the two differ, this is reported as a fault and not as a broken
    /// rule.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn board_otherwise(&mut self) -> Result<Option<Position>, Fault> {
        Ok(None)
    }

    /// Returns whether the game continues, and whose turn it is. An engine that returns `None` is not tested
    /// on turns after the end of the game.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn status(&mut self) -> Result<Option<Status>, Fault> {
        Ok(None)
    }

    /// Returns the score. Superko asks for it when the game is over.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        Ok(None)
    }

    /// Records the players' agreement after passes have ended or stopped the game. Superko calls this method only under
    /// rules with an agreement. After [`Settlement::Disagreed`] the game continues; otherwise it is over, and the
    /// stones agreed on are dead. [`board`](Engine::board) may or may not still show the dead stones. If the engine
    /// returns `None`, it is not tested on what follows.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn settle(&mut self, _settlement: &Settlement) -> Result<Option<()>, Fault> {
        Ok(None)
    }

    /// Takes back the last turn played, and restores everything to the state before it. Returns `None` if the engine
    /// cannot.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn undo(&mut self) -> Result<Option<()>, Fault> {
        Ok(None)
    }

    /// Returns the turn that the engine would play now, or `None` if it generates no turns or would resign.
    /// The question changes nothing.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        Ok(None)
    }

    /// Generates a turn and plays it. Some engines have such a command besides, or instead of,
    /// [`generate`](Engine::generate). The game continues as if the engine had been given this turn. Returns `None` if
    /// the engine has no such command or resigns.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn generate_and_play(&mut self) -> Result<Option<Turn>, Fault> {
        Ok(None)
    }

    /// Returns the hash of the current position that the engine's superko rule uses, lowest 64 bits first. Superko uses
    /// it to test whether the engine treats equal hashes as equal positions. The question changes nothing.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        Ok(None)
    }

    /// Returns whether the engine is told the komi and counts it in its score. Games with a komi are played only if
    /// this is `true`.
    fn counts_komi(&self) -> bool {
        false
    }

    /// Returns commands of a program that must not change the game, ready to be sent. Commands that other methods send
    /// are not among them. None by default.
    fn idle_commands(&self) -> Vec<String> {
        Vec::new()
    }

    /// Sends one of the [`idle_commands`](Engine::idle_commands) and ignores the answer.
    ///
    /// # Errors
    ///
    /// If the engine could not answer.
    fn send(&mut self, _command: &str) -> Result<(), Fault> {
        Ok(())
    }

    /// Stops using one of the [`idle_commands`](Engine::idle_commands), because it changes the game. This holds for all
    /// engines that run the same program.
    fn do_without(&mut self, _command: &str) {}

    /// Resets the engine, so that no earlier game can have an effect, and returns `true`. By default it does nothing
    /// and returns `false`: the caller then makes another engine.
    ///
    /// # Errors
    ///
    /// If the engine could not be started again.
    fn renew(&mut self) -> Result<bool, Fault> {
        Ok(false)
    }

    /// Returns the commands sent to the program behind the engine since it started. The last one is unanswered. Empty
    /// by default: there is no program, or there were too many commands to keep.
    fn conversation(&self) -> Vec<String> {
        Vec::new()
    }

    /// Answers queries in order, and passes each answer to `receive` as soon as it is known.
    ///
    /// By default the methods above answer the queries one by one. An engine behind a pipe sends all queries at once,
    /// which saves round trips. If `receive` returns [`ControlFlow::Break`], or after a fault, no more answers are
    /// passed on, and the remaining queries may or may not have been carried out. The caller must then start a new game
    /// before asking anything else.
    fn ask(
        &mut self,
        queries: &[Query],
        receive: &mut dyn FnMut(Result<Answer, Fault>) -> ControlFlow<()>,
    ) {
        ask_one_by_one(self, queries, receive);
    }
}

/// A function that makes an engine: the first engine, parallel engines, and a fresh engine to confirm each finding.
pub type EngineFactory<'a> = dyn Fn() -> Result<Box<dyn Engine>, Fault> + Sync + 'a;

/// An engine's description of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The name to use in reports.
    pub name: String,
    /// The engine's version, if it has one.
    pub version: Option<String>,
    /// The command line that started the engine, if it is a separate program.
    pub command: Option<String>,
    /// Notes for the reader of the report, for example what could not be asked and why.
    pub notes: Vec<Note>,
    /// Whether [`play`](Engine::play) is known to accept every turn, legal or not, and to leave the check to the
    /// caller. Such an engine is graded on its answers about legality.
    pub tolerates_illegal_plays: bool,
    /// The conventions in which the engine differs from most engines.
    pub conventions: Conventions,
    /// Protocol violations seen during the run.
    pub protocol: Vec<ProtocolCase>,
    /// Faults that occurred outside of games, each once.
    pub faults: Vec<ProbeFault>,
    /// A board size that the engine is known to support, if any was tried.
    pub board: Option<Size>,
    /// The GTP commands to use when talking to the engine by hand, if it speaks GTP.
    pub dialect: Dialect,
}

impl About {
    /// Describes an engine that has a name and nothing else.
    pub fn named(name: impl Into<String>) -> About {
        About { name: name.into(), ..About::default() }
    }
}

/// An engine's ruling on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// The turn is legal.
    Allowed,
    /// The turn is illegal.
    Forbidden(RefusalReason),
}

/// Why an engine forbids a turn. The reason helps to attribute a wrong refusal to a rule. A correct refusal
/// with a wrong reason is not a disagreement: the rules define which turns are legal, not why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalReason {
    /// The game has ended.
    Over,
    /// The player has no stones left.
    NoStones,
    /// There is a stone on the point.
    Occupied,
    /// The player's own stones would be removed.
    Suicide,
    /// The play would repeat an earlier position.
    Repetition,
    /// The engine does not say.
    Unstated,
}

/// An engine's report of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    /// Both totals.
    Areas(Score),
    /// Black's total minus White's, with komi counted for White.
    Margin {
        /// Four times the margin in points.
        quarter_points: i32,
    },
    /// Only the winner, with komi counted for White; `None` for a tie.
    Winner(Option<Player>),
}

impl ReportedScore {
    /// Whether this is the correct score of a game that ended by score. Margins and winners count komi;
    /// totals do not.
    pub fn is_of(self, score: Score, komi: Komi) -> bool {
        let margin = score.quarter_points() - komi.quarter_points;
        match self {
            ReportedScore::Areas(areas) => areas == score,
            ReportedScore::Margin { quarter_points } => quarter_points == margin,
            ReportedScore::Winner(winner) => winner == winner_by(margin),
        }
    }

    /// Whether this is the correct result of a game that was decided by a turn, or `None` if it does not say
    /// who won.
    ///
    /// Totals and margins do not say who won, because an engine may count the board even in such a game. The exception
    /// is a margin of 0, which reports a tie if the board does not count to a tie (`counted`, in quarter points, with
    /// komi). Naming no winner is also correct for a game without a result.
    pub fn tells(self, outcome: Outcome, counted: i32) -> Option<bool> {
        let named = match self {
            ReportedScore::Winner(winner) => winner,
            ReportedScore::Margin { quarter_points: 0 } if counted != 0 => None,
            ReportedScore::Areas(_) | ReportedScore::Margin { .. } => return None,
        };
        Some(match outcome {
            Outcome::Wins(winner) => named == Some(winner),
            Outcome::Tie | Outcome::NoResult => named.is_none(),
        })
    }
}

/// Returns the winner by Black's margin, or `None` if it is 0.
fn winner_by(margin: i32) -> Option<Player> {
    match margin {
        0 => None,
        1.. => Some(Player::Black),
        _ => Some(Player::White),
    }
}

/// Converts a yes or no from an engine that gives no reasons.
impl From<bool> for Ruling {
    fn from(allowed: bool) -> Ruling {
        if allowed { Ruling::Allowed } else { Ruling::Forbidden(RefusalReason::Unstated) }
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ruling::Allowed => f.write_str("allowed"),
            Ruling::Forbidden(RefusalReason::Unstated) => f.write_str("forbidden"),
            Ruling::Forbidden(RefusalReason::Over) => f.write_str("forbidden: the game is over"),
            Ruling::Forbidden(RefusalReason::NoStones) => f.write_str("forbidden: no stones left"),
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
            ReportedScore::Margin { quarter_points } => match winner_by(*quarter_points) {
                None => f.write_str("a tie"),
                Some(winner) => {
                    write!(f, "{winner} wins by {}", f64::from(quarter_points.abs()) / 4.0)
                }
            },
            ReportedScore::Winner(None) => f.write_str("a tie"),
            ReportedScore::Winner(Some(winner)) => write!(f, "{winner} wins"),
        }
    }
}
