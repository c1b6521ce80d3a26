//! Defines questions to an engine that play no turn, and reads the answers.

use crate::{Body, Complaint, Unreadable};
use serde::Deserialize;
use superko_engine::{RefusalReason, Ruling, quote};
use superko_game::{Color, Player, Position, Size, Status, Turn};

/// A way to ask which turns are legal.
///
/// Playing a turn and taking it back is no such way: it shows what an engine enforces, which is observed anyway, and
/// not what it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LegalityProbe {
    /// `all_legal COLOR`: one list for a whole board.
    AllLegal,
    /// `is_legal COLOR VERTEX`: one question for each turn.
    IsLegal,
    /// `gogui-rules_legal_moves`: one list, for the player to move.
    LegalMoves,
    /// `kata-raw-nn 0`: the policy has no number at illegal turns.
    RawNetwork,
}

/// A way to read the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// `list_stones black` and `list_stones white`.
    ListStones,
    /// `gogui-rules_board`.
    RulesBoard,
    /// `showboard`, from the standard output.
    Showboard,
    /// `color VERTEX` for every point.
    Color,
}

/// A way to read the hash of the position that the superko rule uses.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HashProbe {
    /// The command.
    pub command: String,
    /// The text before the hexadecimal digits; without it, the answer begins with them.
    #[serde(default)]
    pub after: Option<String>,
    /// Whether the digits are on the standard error, and not in the answer.
    #[serde(default)]
    pub standard_error: bool,
}

/// The commands by which an engine says whose turn it is and whether the game is over.
pub(super) const STATUS: [&str; 2] = ["gogui-rules_side_to_move", "gogui-rules_final_result"];

impl Reader {
    /// The readers that show the whole board at once. Those that show its shape come first.
    pub(super) const OF_WHOLE_BOARDS: [Reader; 3] =
        [Reader::RulesBoard, Reader::Showboard, Reader::ListStones];

    /// Returns the questions to ask by hand.
    fn by_hand(self) -> &'static [&'static str] {
        match self {
            Reader::ListStones => &["list_stones black", "list_stones white"],
            Reader::RulesBoard => &["gogui-rules_board"],
            Reader::Showboard => &["showboard"],
            Reader::Color => &["color {vertex}"],
        }
    }

    /// Returns the name of the command.
    pub(super) fn command(self) -> &'static str {
        first_word(self.by_hand()[0])
    }

    /// Returns whether the answer shows the shape of the board.
    pub(super) fn draws(self) -> bool {
        matches!(self, Reader::RulesBoard | Reader::Showboard)
    }

    /// Returns the questions that show the position.
    pub(super) fn questions(self, size: Size) -> Vec<String> {
        let questions = self.by_hand().iter();
        match self {
            Reader::Color => size.points().map(|point| format!("color {point}")).collect(),
            _ => questions.map(|question| (*question).to_owned()).collect(),
        }
    }

    /// Reads the answers.
    pub(super) fn read(self, bodies: &[Body], size: Size) -> Result<Position, Unreadable> {
        let text = |place: usize| answer(bodies, place);
        match self {
            Reader::ListStones => crate::stones(text(0)?, text(1)?, size),
            Reader::RulesBoard | Reader::Showboard => crate::board(text(0)?),
            Reader::Color => {
                let mut position = Position::empty(size);
                for (place, point) in size.points().enumerate() {
                    position[point] = match text(place)?.to_ascii_lowercase().as_str() {
                        "empty" => Color::Empty,
                        name => crate::player(name)?.color(),
                    };
                }
                Ok(position)
            }
        }
    }
}

impl LegalityProbe {
    /// The probes that list all legal turns.
    pub(super) const LISTS: [LegalityProbe; 2] =
        [LegalityProbe::AllLegal, LegalityProbe::LegalMoves];

    /// Returns the question to ask by hand.
    pub(super) fn by_hand(self) -> &'static str {
        match self {
            LegalityProbe::AllLegal => "all_legal {color}",
            LegalityProbe::IsLegal => "is_legal {color} {vertex}",
            LegalityProbe::LegalMoves => "gogui-rules_legal_moves",
            LegalityProbe::RawNetwork => "kata-raw-nn 0",
        }
    }

    /// Returns the name of the command.
    pub(super) fn command(self) -> &'static str {
        first_word(self.by_hand())
    }

    /// Returns the questions about some turns of the player to move.
    pub(super) fn questions(self, player: Player, turns: &[Turn]) -> Vec<String> {
        let color = player.letter().to_ascii_lowercase().to_string();
        let question = self.by_hand().replace("{color}", &color);
        match self {
            LegalityProbe::IsLegal => {
                turns.iter().map(|turn| question.replace("{vertex}", &turn.to_string())).collect()
            }
            _ => vec![question],
        }
    }

    /// Reads the answers, in the order of the turns.
    pub(super) fn read(
        self,
        bodies: &[Body],
        size: Size,
        turns: &[Turn],
    ) -> Result<Vec<Option<Ruling>>, Unreadable> {
        if self == LegalityProbe::IsLegal {
            let rulings = bodies.iter().map(|body| match body {
                Ok(text) => crate::legality(text).map(Some),
                Err(text) => match crate::complaint(text) {
                    Complaint::Refused(RefusalReason::Unstated)
                    | Complaint::NotUnderstood
                    | Complaint::Unclear => Ok(None),
                    Complaint::Refused(reason) => Ok(Some(Ruling::Forbidden(reason))),
                    Complaint::Failed => Err(Unreadable::Complaint(text.clone())),
                },
            });
            return rulings.collect();
        }
        if let Some(Err(text)) = bodies.first() {
            if !crate::declines(text) {
                return Err(Unreadable::Complaint(text.clone()));
            }
            // The engine does not say here, for example after the end of the game.
            return Ok(turns.iter().map(|_| None).collect());
        }
        let list = answer(bodies, 0)?;
        let legal = match self {
            LegalityProbe::RawNetwork => crate::policy(list, size)?,
            _ => crate::turns(list, size)?,
        };
        let ruling = |turn| {
            Some(match legal.contains(turn) {
                true => Ruling::Allowed,
                false => Ruling::Forbidden(RefusalReason::Unstated),
            })
        };
        Ok(turns.iter().map(ruling).collect())
    }
}

/// Reads the answers to [`STATUS`]. A game with a result is over. An engine that cannot name the result says neither
/// that the game is over nor that it is not.
pub(super) fn status(bodies: &[Body]) -> Result<Option<Status>, Unreadable> {
    match bodies.get(1) {
        None => Err(Unreadable::Missing),
        Some(Err(_)) => Ok(None),
        Some(Ok(result)) if matches!(result.as_str(), "" | "unknown") => {
            Ok(Some(Status::Running { to_move: crate::player(answer(bodies, 0)?)? }))
        }
        // The player to move is not read: there may be none after the end.
        Some(Ok(_)) => Ok(Some(Status::Over)),
    }
}

/// Describes how the boards that two commands show at the same time differ, if they do.
pub(super) fn difference(
    (reader, position): (Reader, &Position),
    (other, bodies): (Reader, &[Body]),
) -> Option<String> {
    let shown = match other.read(bodies, position.size()) {
        Ok(shown) if shown == *position => return None,
        Ok(shown) => format!("`{}`", quote(&shown.to_string())),
        Err(error) => error.to_string(),
    };
    let (first, second, position) = (reader.command(), other.command(), position.to_string());
    Some(format!(
        "{first} shows `{}`, but {second} at the same time {shown}: neither is trusted from now on",
        quote(&position)
    ))
}

fn first_word(question: &str) -> &str {
    question.split(' ').next().unwrap_or_default()
}

/// Returns one of the answers, unless it is an error message.
fn answer(bodies: &[Body], place: usize) -> Result<&str, Unreadable> {
    match bodies.get(place) {
        Some(Ok(text)) => Ok(text),
        Some(Err(message)) => Err(Unreadable::Complaint(message.clone())),
        None => Err(Unreadable::Missing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorMessage;

    #[test]
    fn a_status_is_read_from_the_result_and_the_player_to_move() {
        let read = |to_move: Body, result: Body| status(&[to_move, result]).ok();
        let said = |text: &str| -> Body { Ok(text.to_owned()) };
        let complaint = || -> Body { Err(ErrorMessage("cannot score".to_owned())) };
        let running = Status::Running { to_move: Player::White };
        assert_eq!(read(said("white"), said("")), Some(Some(running)));
        assert_eq!(read(said("white"), said("unknown")), Some(Some(running)));
        assert_eq!(read(said("white"), said("B+3")), Some(Some(Status::Over)));
        assert_eq!(read(complaint(), said("0")), Some(Some(Status::Over)));
        // The engine says neither.
        assert_eq!(read(said("white"), complaint()), Some(None));
        assert_eq!(read(complaint(), said("")), None);
        assert!(status(&[said("white")]).is_err());
    }
}
