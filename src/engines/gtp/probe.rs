use super::process::Body;
use super::profile::{LegalityProbe, Reader};
use crate::engine::{RefusalReason, Ruling};
use crate::game::{Color, Player, Position, Size, Status, Turn};
use crate::gtp;
use crate::gtp::{Complaint, Unreadable};

/// The commands by which an engine says whose turn it is and whether the game is over.
pub(super) const STATUS: [&str; 2] = ["gogui-rules_side_to_move", "gogui-rules_final_result"];

/// The position and the status, as far as the engine tells them.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) position: Option<Position>,
    pub(super) status: Option<Status>,
}

impl Reader {
    /// The command it rests on.
    pub(super) fn command(self) -> &'static str {
        match self {
            Reader::ListStones => "list_stones",
            Reader::RulesBoard => "gogui-rules_board",
            Reader::Showboard => "showboard",
            Reader::Color => "color",
        }
    }

    /// Whether the answer shows the shape of the board.
    pub(super) fn draws(self) -> bool {
        matches!(self, Reader::RulesBoard | Reader::Showboard)
    }

    /// What to ask to have the position.
    pub(super) fn questions(self, size: Size) -> Vec<String> {
        let command = self.command();
        match self {
            Reader::ListStones => {
                ["black", "white"].map(|color| format!("{command} {color}")).into()
            }
            Reader::RulesBoard | Reader::Showboard => vec![command.to_owned()],
            Reader::Color => size.points().map(|point| format!("{command} {point}")).collect(),
        }
    }

    /// Reads the answers.
    pub(super) fn read(self, bodies: &[Body], size: Size) -> Result<Position, Unreadable> {
        let text = |place: usize| answer(bodies, place);
        match self {
            Reader::ListStones => gtp::stones(text(0)?, text(1)?, size),
            Reader::RulesBoard | Reader::Showboard => gtp::board(text(0)?),
            Reader::Color => {
                let mut position = Position::empty(size);
                for (place, point) in size.points().enumerate() {
                    position[point] = match text(place)?.to_ascii_lowercase().as_str() {
                        "empty" => Color::Empty,
                        name => gtp::player(name)?.color(),
                    };
                }
                Ok(position)
            }
        }
    }
}

impl LegalityProbe {
    /// The command it rests on.
    pub(super) fn command(self) -> &'static str {
        match self {
            LegalityProbe::AllLegal => "all_legal",
            LegalityProbe::IsLegal => "is_legal",
            LegalityProbe::LegalMoves => "gogui-rules_legal_moves",
            LegalityProbe::RawNetwork => "kata-raw-nn",
        }
    }

    /// What to ask to know of some turns of the player to move.
    pub(super) fn questions(self, player: Player, turns: &[Turn]) -> Vec<String> {
        let command = self.command();
        let color = player.letter().to_ascii_lowercase();
        match self {
            LegalityProbe::AllLegal => vec![format!("{command} {color}")],
            LegalityProbe::IsLegal => {
                turns.iter().map(|turn| format!("{command} {color} {turn}")).collect()
            }
            LegalityProbe::LegalMoves => vec![command.to_owned()],
            LegalityProbe::RawNetwork => vec![format!("{command} 0")],
        }
    }

    /// Returns the question as it is asked by hand.
    pub(super) fn by_hand(self) -> String {
        let command = self.command();
        match self {
            LegalityProbe::AllLegal => format!("{command} {{color}}"),
            LegalityProbe::IsLegal => format!("{command} {{color}} {{vertex}}"),
            LegalityProbe::LegalMoves => command.to_owned(),
            LegalityProbe::RawNetwork => format!("{command} 0"),
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
                Ok(text) => gtp::legality(text).map(Some),
                Err(text) => match gtp::complaint(text) {
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
            if !gtp::declines(text) {
                return Err(Unreadable::Complaint(text.clone()));
            }
            // It does not say here; after the end of the game, for one.
            return Ok(turns.iter().map(|_| None).collect());
        }
        let legal = match self {
            LegalityProbe::IsLegal => Vec::new(),
            LegalityProbe::AllLegal | LegalityProbe::LegalMoves => {
                gtp::turns(answer(bodies, 0)?, size)?
            }
            LegalityProbe::RawNetwork => gtp::policy(answer(bodies, 0)?, size)?,
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

/// Reads the answers to [`STATUS`]: a game has a result when it is over. An engine that cannot name the result says neither that
/// the game is over nor that it is not.
pub(super) fn status(bodies: &[Body]) -> Result<Option<Status>, Unreadable> {
    match bodies.get(1) {
        None => Err(Unreadable::Missing),
        Some(Err(_)) => Ok(None),
        Some(Ok(result)) if matches!(result.as_str(), "" | "unknown") => {
            Ok(Some(Status::Running { to_move: gtp::player(answer(bodies, 0)?)? }))
        }
        // When the game is over nobody may be to move.
        Some(Ok(_)) => Ok(Some(Status::Over)),
    }
}

/// One of the answers, unless it is a complaint.
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
    use crate::game::Player;
    use crate::gtp::ErrorMessage;

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
        // It says neither.
        assert_eq!(read(said("white"), complaint()), Some(None));
        assert_eq!(read(complaint(), said("")), None);
        assert!(status(&[said("white")]).is_err());
    }
}
