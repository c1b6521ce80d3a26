//! What is remarkable about a record, beside its verdict.

use super::text::repeated;
use crate::game::{Komi, KomiError, Player, Point, Score, Settlement};
use std::fmt;

/// Something remarkable about a record. Moves are told by their numbers, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The record names no rules, so that it is judged by Tromp-Taylor.
    NoRules,
    /// The record names no rules, and has an illegal move; by other rules that have a name it has none.
    LegalUnder {
        /// Their names.
        names: Vec<&'static str>,
    },
    /// The record names rules that are not known, so that only that is illegal which is so under any rules.
    UnknownRules {
        /// Their name.
        name: String,
    },
    /// The rules score territory: the position as it stands is not the score.
    Territory,
    /// The result is that of territory and prisoners.
    ByTerritory,
    /// A player moves twice in a row; a pass of the other one is taken to be left out.
    PassLeftOut {
        /// The second move.
        before: usize,
        /// The player.
        player: Player,
    },
    /// A pass after the game was over.
    PassAfterEnd {
        /// The pass.
        number: usize,
    },
    /// A play after the passes that ended the game: the players went on, as most rules have them do in a dispute.
    Resumed {
        /// The play.
        number: usize,
    },
    /// Stones were set up in the middle of the game: repetition is judged from there on.
    SetUp {
        /// After this move.
        after: usize,
    },
    /// A move that the record has as tried and refused is legal.
    TriedAndLegal {
        /// The move.
        number: usize,
    },
    /// Moves after an illegal one are not judged.
    NotJudged {
        /// How many.
        moves: usize,
    },
    /// Black passes last, where White has to; the passes are taken for the end all the same.
    LacksWhitesPass,
    /// The score is claimed of a game that does not end in passes, and comes out.
    NoPasses,
    /// The marks of territory give the result.
    Marked {
        /// The score by them.
        score: Score,
    },
    /// The record names no komi, and says what comes out with this one.
    KomiImplied {
        /// Komi.
        komi: Komi,
    },
    /// The record counts so many points more for White, for the handicap.
    Compensation {
        /// The points.
        points: i32,
    },
    /// The file was read in an encoding that it does not name.
    ReadAs {
        /// Which, and why.
        what: String,
    },
    /// The result that the record claims could not be read, or is no possible score.
    UnreadResult,
    /// Komi could not be read, and is not counted.
    UnreadKomi {
        /// Why.
        source: KomiError,
    },
    /// What the record says that the players settle, and what was done.
    Settled {
        /// What.
        settlement: Settlement,
    },
    /// What the record says that the players settle is not applied.
    NotSettled {
        /// Why not, with the text.
        why: String,
    },
    /// Moves after the one that decided the game; they are not judged.
    AfterEnd {
        /// How many.
        moves: usize,
    },
    /// A move that ends the game without a result, after which the players went on.
    WentOn {
        /// The move.
        number: usize,
        /// After which move the position stood before, 0 being the beginning.
        repeats: usize,
    },
    /// The record counts by how much more than half of the board a player has, and komi likewise.
    HalfCounted,
}

/// Writes a sentence.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::NoRules => f.write_str("The record names no rules; these are Tromp-Taylor's."),
            Note::LegalUnder { names } => {
                write!(f, "Under these rules the whole record is legal: {}.", names.join(", "))
            }
            Note::UnknownRules { name } => write!(
                f,
                "The rules `{name}` are unknown, so only moves that are illegal under every rule set are reported."
            ),
            Note::Territory => f.write_str("These rules score territory."),
            Note::ByTerritory => f.write_str("It is counted by territory and prisoners."),
            Note::PassLeftOut { before: 1, player } => {
                write!(f, "{player} plays first; {} is assumed to have passed.", player.opponent())
            }
            Note::PassLeftOut { before, player } => write!(
                f,
                "Before move {before}, a second one of {player} in a row, {} is assumed to have passed.",
                player.opponent()
            ),
            Note::PassAfterEnd { number } => write!(f, "Move {number} is a pass after the end."),
            Note::Resumed { number } => {
                write!(f, "Play resumes after the passes, with move {number}.")
            }
            Note::SetUp { after } => write!(
                f,
                "After move {after} stones are set up: repetition is judged from there on."
            ),
            Note::TriedAndLegal { number } => {
                write!(f, "Move {number}, which the record has as refused, is legal.")
            }
            Note::NotJudged { moves: 1 } => f.write_str("The move after it is not judged."),
            Note::NotJudged { moves } => write!(f, "The {moves} moves after it are not judged."),
            Note::LacksWhitesPass => {
                f.write_str("Black passes last, but under these rules White passes last; a pass by White is assumed.")
            }
            Note::NoPasses => f.write_str("The passes at the end are left out."),
            Note::Marked { score } => write!(f, "By the marks of territory it is {score}."),
            Note::KomiImplied { komi } => {
                write!(f, "The record names no komi; komi {komi} gives its result.")
            }
            Note::Compensation { points: 1 } => {
                f.write_str("Its result is right with 1 more point for White, as compensation for the handicap.")
            }
            Note::Compensation { points } => {
                write!(f, "Its result is right with {points} more points for White, as compensation for the handicap.")
            }
            Note::ReadAs { what } => f.write_str(what),
            Note::UnreadResult => f.write_str(
                "That result could not be read, and is not compared: a score is a multiple of 0.25 of at most 1000, as in \
                 B+3.5; B+R, 0 and Void are read too.",
            ),
            Note::UnreadKomi { source } => {
                write!(f, "Komi could not be read, and is not counted: {source}.")
            }
            Note::Settled { settlement: Settlement::Disagreed } => {
                f.write_str("The players disagree when passes stop the game, so play resumes.")
            }
            Note::Settled { settlement: Settlement::Agreed(dead) } if !dead.is_empty() => {
                let points: Vec<String> = dead.iter().map(Point::to_string).collect();
                let are = if dead.len() == 1 { "is" } else { "are" };
                write!(f, "The players agree that {} {are} dead.", points.join(", "))
            }
            Note::Settled { .. } => f.write_str("The players agree that nothing is dead."),
            Note::NotSettled { why } => {
                write!(f, "What the players settle is not applied: {why}.")
            }
            Note::AfterEnd { moves: 1 } => {
                f.write_str("The move after it comes after the end of the game and is not judged.")
            }
            Note::AfterEnd { moves } => {
                write!(f, "The {moves} moves after it come after the end of the game and are not judged.")
            }
            Note::WentOn { number, repeats } => write!(
                f,
                "With move {number} the game ends without a result, as {}, with the same player to move; the record goes on.",
                repeated(*repeats)
            ),
            Note::HalfCounted => {
                f.write_str("The record counts the stones above half of the board, and komi in the same unit.")
            }
        }
    }
}
