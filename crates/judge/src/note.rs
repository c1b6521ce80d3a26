//! Remarks about a record, in addition to its verdict.

use super::text::repeated;
use std::fmt;
use superko_game::{Komi, KomiError, Player, Point, Score, Settlement};
use superko_sgf::Flaw;

/// A remark about a record. Moves are given by their numbers, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The record does not name rules, and is judged by Tromp-Taylor.
    NoRules,
    /// The record does not name rules, and has an illegal move. Its moves are legal under other named rule sets, with these
    /// names.
    LegalUnder(Vec<&'static str>),
    /// The record names unknown rules, by this name. So only moves that are illegal under every rule set are called illegal.
    UnknownRules(String),
    /// The record names several rules, by these names. So only moves that are illegal under every rule set are called illegal.
    SeveralRules(String),
    /// Something outside the moves is wrong or unusual.
    Flaw(Flaw),
    /// The rules score territory, so the position as it stands does not give the score.
    Territory,
    /// The claimed result is that of territory and prisoners.
    ByTerritory,
    /// A player moves twice in a row; the other player's pass is assumed to be left out.
    PassLeftOut {
        /// The number of the second of the two moves.
        before: usize,
        /// The player who moves twice.
        player: Player,
    },
    /// A pass, with this number, after the game was over.
    PassAfterEnd(usize),
    /// A play, with this number, after the passes that ended the game: the players continued, as most rules demand in a dispute.
    Resumed(usize),
    /// Stones were set up in the middle of the game, after the move with this number. Repetition is judged from there.
    SetUp(usize),
    /// A move, with this number, that the record marks as tried and refused is legal.
    TriedAndLegal(usize),
    /// Further moves, this many, that the record marks as tried and refused are not judged, because many of them are
    /// illegal.
    NotTried(usize),
    /// Further remarks about moves, this many, are left out.
    More(usize),
    /// Moves after an illegal one, this many, are not judged.
    NotJudged(usize),
    /// Turns after the first pass, this many, are not judged under these rules.
    AfterFirstPass(usize),
    /// The claimed result is right if stones in pass-alive territory of the opponent are dead.
    Enclosed,
    /// Stones in pass-alive territory are left, which KataGo and the text of its rules count in different ways under a tax.
    EnclosedUnclear,
    /// Black passes last, although White must. The passes still end the game.
    LacksWhitesPass,
    /// The score is claimed for a game that does not end with passes, and is correct.
    NoPasses,
    /// The marks of territory give the claimed result, with this score.
    Marked(Score),
    /// The komi that makes the claimed result correct. The record does not name any.
    KomiImplied(Komi),
    /// The points for White's handicap compensation, if the rules give some, or the claim counts some.
    HandicapPoints(u32),
    /// The rules have a part that Superko does not support, in words, so the result is not judged.
    Unsupported(String),
    /// The record claims results that contradict each other, in these words. So none of them is compared.
    TwoResults(Vec<String>),
    /// The players agree after they have disagreed, as the source of the rules lets them.
    AgreedAgain,
    /// A result by agreement that only some komi makes possible; the record names no komi.
    KomiUnknown,
    /// The file was read in an encoding that it does not name: the encoding, and the reason.
    ReadAs(String),
    /// The result that the record claims could not be read, or is not a possible score.
    UnreadResult,
    /// The komi could not be read, because of this error in it, and is not counted.
    UnreadKomi(KomiError),
    /// The players' agreement in the record, which was applied.
    Settled(Settlement),
    /// The players' agreement in the record was not applied: the reason, with the text.
    NotSettled(String),
    /// Moves after the one that decided the game, this many, are not judged.
    AfterEnd(usize),
    /// A move ended the game without a result, but the players continued.
    WentOn {
        /// The number of the move.
        number: usize,
        /// The number of the move after which the position stood before; 0 is the start.
        repeats: usize,
    },
    /// The record counts by how much a player has more than half of the board, and halves komi accordingly.
    HalfCounted,
}

impl Note {
    /// Returns the komi of [`Note::KomiImplied`], if it is among the notes.
    pub(super) fn komi_implied(notes: &[Note]) -> Option<Komi> {
        notes.iter().find_map(|note| match note {
            Note::KomiImplied(komi) => Some(*komi),
            _ => None,
        })
    }
}

/// Writes a sentence.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::NoRules => f.write_str("The record names no rules; Tromp-Taylor rules are used."),
            Note::LegalUnder(names) => {
                write!(f, "Under these rules the whole record is legal: {}.", names.join(", "))
            }
            Note::UnknownRules(name) => write!(
                f,
                "The rules `{name}` are unknown, so only moves that are illegal under every rule set are reported. \
                 The result is not judged."
            ),
            Note::SeveralRules(names) => write!(
                f,
                "The record names several rules ({names}), so only moves that are illegal under every rule set are \
                 reported. The result is not judged."
            ),
            Note::Flaw(flaw) => write!(f, "{flaw}"),
            Note::Territory => f.write_str("These rules score territory."),
            Note::ByTerritory => f.write_str("The score is counted by territory and prisoners."),
            Note::PassLeftOut { before: 1, player } => {
                write!(f, "{player} plays first; {} is assumed to have passed.", player.opponent())
            }
            Note::PassLeftOut { before, player } => write!(
                f,
                "Before move {before}, a second one of {player} in a row, {} is assumed to have passed.",
                player.opponent()
            ),
            Note::PassAfterEnd(number) => write!(f, "Move {number} is a pass after the end."),
            Note::Resumed(number) => {
                write!(f, "Play resumes after the passes, with move {number}.")
            }
            Note::SetUp(after) => write!(
                f,
                "After move {after} stones are set up: repetition is judged from there on."
            ),
            Note::TriedAndLegal(number) => {
                write!(f, "Move {number} is legal, although the record shows it as refused.")
            }
            Note::NotTried(moves) => write!(
                f,
                "Further moves that the record shows as refused ({moves}) are not judged, because there are so many."
            ),
            Note::More(count) => {
                write!(f, "Further remarks about moves ({count}) are left out, because there are so many.")
            }
            Note::NotJudged(1) => f.write_str("The move after it is not judged."),
            Note::NotJudged(moves) => write!(f, "The {moves} moves after it are not judged."),
            Note::AfterFirstPass(1) => f.write_str("The move after the first pass is not judged."),
            Note::AfterFirstPass(moves) => {
                write!(f, "The {moves} moves after the first pass are not judged.")
            }
            Note::Enclosed => f.write_str(
                "The result is right if stones in pass-alive territory of the opponent are dead (enclosed=dead), as KataGo counts.",
            ),
            Note::EnclosedUnclear => f.write_str(
                "Stones in pass-alive territory of the opponent are left. Under a tax, KataGo counts some of them as alive, so \
                 the result is not judged.",
            ),
            Note::LacksWhitesPass => {
                f.write_str("Black passes last, but under these rules White passes last; a pass by White is assumed.")
            }
            Note::NoPasses => f.write_str("The passes at the end are left out."),
            Note::Marked(score) => write!(f, "By the record's territory marks, the score is {score}."),
            Note::KomiImplied(komi) => {
                write!(f, "The record names no komi; komi {komi} gives its result.")
            }
            Note::HandicapPoints(0) => f.write_str("White gets no points for the handicap."),
            Note::HandicapPoints(1) => f.write_str("White gets 1 point for the handicap."),
            Note::HandicapPoints(points) => {
                write!(f, "White gets {points} points for the handicap.")
            }
            Note::Unsupported(part) => {
                write!(f, "The judge does not know a part of these rules ({part}), so the result is not judged.")
            }
            Note::TwoResults(results) => write!(
                f,
                "The record claims results that contradict each other ({}), so none is compared.",
                results.join(", ")
            ),
            Note::AgreedAgain => {
                f.write_str("The players disagreed once; by these rules they may agree later.")
            }
            Note::KomiUnknown => f.write_str("The record names no komi, so one is allowed for."),
            Note::ReadAs(what) => f.write_str(what),
            Note::UnreadResult => f.write_str(
                "That result could not be read, and is not compared: a score is a multiple of 0.25 of at most \
                 1000, as in B+3.5; B+R, 0 and Void are also accepted.",
            ),
            Note::UnreadKomi(source) => {
                write!(f, "Komi could not be read, and is not counted: {source}.")
            }
            Note::Settled(Settlement::Disagreed) => {
                f.write_str("The players disagree when passes stop the game, so play resumes.")
            }
            Note::Settled(Settlement::Agreed(dead)) if !dead.is_empty() => {
                let points: Vec<String> = dead.iter().map(Point::to_string).collect();
                let are = if dead.len() == 1 { "is" } else { "are" };
                write!(f, "The players agree that {} {are} dead.", points.join(", "))
            }
            Note::Settled(_) => f.write_str("The players agree that nothing is dead."),
            Note::NotSettled(why) => {
                write!(f, "The agreement of the players is not applied: {why}.")
            }
            Note::AfterEnd(1) => {
                f.write_str("The move after it comes after the end of the game and is not judged.")
            }
            Note::AfterEnd(moves) => {
                write!(f, "The {moves} moves after it come after the end of the game and are not judged.")
            }
            Note::WentOn { number, repeats } => write!(
                f,
                "With move {number} the game ends without a result, as {}, with the same player to move; the record continues.",
                repeated(*repeats)
            ),
            Note::HalfCounted => {
                f.write_str("The record counts the stones above half of the board, and komi in the same unit.")
            }
        }
    }
}
