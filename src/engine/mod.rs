//! What the author of an engine implements to have it tested.
//!
//! In: a game to start, turns to play, questions. Out: answers, or a [`Fault`]. Implemented in `engines/` and by authors;
//! asked by `compare`.

mod boxed;
mod conventions;
mod copies;
mod dialect;
mod fault;
mod guard;
mod hash;
mod protocol;
mod query;
mod quote;

pub use conventions::{Conventions, Ending, MoveCap};
pub use copies::Copies;
pub use dialect::Dialect;
pub use fault::Fault;
pub use guard::guarded;
pub(crate) use hash::{DIGITS, digits_in, digits_of, hash_of};
pub use protocol::{ProtocolCase, ProtocolOutcome};
pub use query::{Answer, Query, ask_one_by_one};
#[cfg(feature = "serde")]
pub(crate) use quote::visible;
pub use quote::{LONGEST_QUOTE, quote};
#[cfg(feature = "gtp")]
pub(crate) use quote::{escaped, sentence};

use crate::game::{Komi, Outcome, Player, Position, Score, Settlement, Setup, Size, Status, Turn};
use std::fmt;
use std::ops::ControlFlow;

/// How a note begins that says why the score of an engine is not compared.
pub(crate) const SCORE_IS_MISSING: &str = "score is missing: ";

/// What stands in a note before the komi that an engine takes off every score, though it was told that there is none.
pub(crate) const LESS_KOMI: &str = ", less a komi of ";

/// An engine under test.
///
/// [`about`](Engine::about), [`start`](Engine::start) and [`play`](Engine::play) are required. Each further method that
/// an engine has is compared too; one that returns `None` cannot say, and every missing answer is counted and reported.
/// An engine never decides what it is asked next: the reference steers.
///
/// A [`Fault`] is for what prevents an answer (a lost process, a broken protocol), never for a refusal.
pub trait Engine {
    /// What it is: its name, and what else a reader of a report should know.
    fn about(&self) -> About;

    /// Starts a new game and forgets everything before it.
    ///
    /// # Errors
    ///
    /// [`Fault::Unsupported`] if the engine does not play such a game; it is then not asked to.
    fn start(&mut self, game: &Setup) -> Result<(), Fault>;

    /// Plays a turn for the player to move. When the turn is refused, nothing may change.
    ///
    /// # Errors
    ///
    /// If no ruling could be had.
    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault>;

    /// Whether a turn would be legal now. The question changes nothing.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn is_legal(&mut self, _turn: Turn) -> Result<Option<Ruling>, Fault> {
        Ok(None)
    }

    /// The same for several turns at once, for engines that answer faster so. The answers stand in the order of the
    /// turns.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn are_legal(&mut self, turns: &[Turn]) -> Result<Vec<Option<Ruling>>, Fault> {
        turns.iter().map(|&turn| self.is_legal(turn)).collect()
    }

    /// The position on the board.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn board(&mut self) -> Result<Option<Position>, Fault> {
        Ok(None)
    }

    /// The same, seen in another way than by [`board`](Engine::board), for engines that have two. It is asked where the board
    /// is not as it should be: if the two differ, that is a fault, and the rules are not blamed.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn board_otherwise(&mut self) -> Result<Option<Position>, Fault> {
        Ok(None)
    }

    /// Whether the game goes on, and whose turn it is. An engine that cannot say is not tested on turns after the end
    /// of the game.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn status(&mut self) -> Result<Option<Status>, Fault> {
        Ok(None)
    }

    /// The score. Asked when the game is over.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        Ok(None)
    }

    /// Takes note of what the players settle when passes have ended the game, or have stopped it. The rules in force ask them.
    /// After [`Settlement::Disagreed`] the game goes on; else it is over, and the stones agreed on are dead; the board may show
    /// them or not. An engine that cannot be told is not tested on what follows.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn settle(&mut self, _settlement: &Settlement) -> Result<Option<()>, Fault> {
        Ok(None)
    }

    /// Takes back the last turn that was played, so that everything is as before it.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn undo(&mut self) -> Result<Option<()>, Fault> {
        Ok(None)
    }

    /// The turn that the engine would play now; nothing if it generates none, or would resign. The question changes nothing.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        Ok(None)
    }

    /// The hash of the present position as its superko uses it, the lowest 64 bits first; with it, it can be seen whether
    /// equal hashes are taken for equal positions. The question changes nothing.
    ///
    /// # Errors
    ///
    /// If no answer could be had.
    fn hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        Ok(None)
    }

    /// Answers several queries in their order, and hands each answer over as it comes.
    ///
    /// By default they are answered one by one by the methods above; an engine behind a pipe sends them all at once
    /// and so saves a round trip for each. When `receive` breaks off, or after a fault, no more answers are handed over;
    /// what the remaining queries ask for may or may not have been done. Whoever breaks off therefore starts a new game
    /// before asking anything else.
    fn ask(
        &mut self,
        queries: &[Query],
        receive: &mut dyn FnMut(Result<Answer, Fault>) -> ControlFlow<()>,
    ) {
        ask_one_by_one(self, queries, receive);
    }
}

/// How engines are made: one to begin with, further ones side by side, and a fresh one to see whether it disagrees again.
pub type EngineFactory<'a> = dyn Fn() -> Result<Box<dyn Engine>, Fault> + Sync + 'a;

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// What to call it in reports.
    pub name: String,
    /// Its version, if it has one.
    pub version: Option<String>,
    /// The command line by which it was started, if it is a program of its own.
    pub command: Option<String>,
    /// What a reader of a report should know of how it was asked: what is missing and why, and the like.
    pub notes: Vec<String>,
    /// Whether it is known to accept any turn that it is given to play, legal or not, because whoever gives it turns is
    /// expected to know the rules. What it knows of them it shows when it is asked about legality.
    pub tolerates_illegal_plays: bool,
    /// Where it does otherwise than most.
    pub conventions: Conventions,
    /// Where it was seen to break the protocol by which it is spoken to, on the way.
    pub protocol: Vec<ProtocolCase>,
    /// A board that it is known to play, where one was tried before.
    pub board: Option<Size>,
    /// How it is spoken to by hand, if it speaks GTP.
    pub dialect: Dialect,
}

impl About {
    /// An engine of which there is no more to say than its name.
    pub fn named(name: impl Into<String>) -> About {
        About { name: name.into(), ..About::default() }
    }
}

/// What an engine says of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// It is legal.
    Allowed,
    /// It is not.
    Forbidden(RefusalReason),
}

/// Why an engine forbids a turn. It helps to name the rule that a wrong refusal breaks; a right refusal
/// for a wrong reason is no disagreement, for the rules speak of turns and not of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RefusalReason {
    /// The game has ended.
    Over,
    /// The player has no stones left.
    NoStones,
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
#[non_exhaustive]
pub enum ReportedScore {
    /// Both totals.
    Areas(Score),
    /// Black's total less White's, with komi counted for White.
    Margin {
        /// Four times the margin in points.
        quarter_points: i32,
    },
    /// The winner only, with komi counted for White; none of a tie.
    Winner(Option<Player>),
}

impl ReportedScore {
    /// Whether it is right of a game that ends with a score, with komi counted for White where a margin is told.
    pub fn is_of(self, score: Score, komi: Komi) -> bool {
        let margin = 4 * score.margin() - komi.quarter_points;
        match self {
            ReportedScore::Areas(areas) => areas == score,
            ReportedScore::Margin { quarter_points } => quarter_points == margin,
            ReportedScore::Winner(winner) => winner == winner_by(margin),
        }
    }

    /// Whether it is right of a game that a turn decided; nothing if it does not say who won. Totals and a margin do not, for the
    /// board may be counted in such a game as well. But a tie is told where the board counts to none: to `counted`, in quarter
    /// points, with komi. To name nobody is right of a game without a result, too.
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

/// Who wins by a margin of Black's; nobody by 0.
fn winner_by(margin: i32) -> Option<Player> {
    match margin {
        0 => None,
        1.. => Some(Player::Black),
        _ => Some(Player::White),
    }
}

/// A plain yes or no, from engines that do not say why.
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
