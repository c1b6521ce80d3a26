//! Games that rule a model out.

use super::base::Base;
use super::moves::{Hints, next_to, price};
use super::question::{Question, Said};
use super::search::Log;
use super::session::Session;
use super::words;
use crate::engines::Model;
use crate::game::Turn;

/// How many models next to the one found are told.
pub(crate) const MOST_RULED_OUT: usize = 6;

/// The longest game before another one that is told, in turns.
const MOST_NAMED: usize = 12;

/// An answer that contradicts a model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Evidence {
    /// The model, in a sentence that begins with a verb.
    pub model: String,
    /// The game, in the format of `superko replay`; the last turn is the one in question.
    pub game: String,
    /// The engine's answer.
    pub said: String,
}

impl Evidence {
    pub(super) fn of(model: Model, base: Base, session: &Session, place: usize) -> Evidence {
        let (question, said) = &session.exchanges[place];
        let mut said = match (question, said) {
            (Question::Legal(_), Said::Ruling(true)) => "legal".to_owned(),
            (Question::Legal(_), Said::Ruling(false)) => "illegal".to_owned(),
            (_, Said::Ruling(true)) => "accepted".to_owned(),
            (_, Said::Ruling(false)) => "refused".to_owned(),
            (_, Said::Board(_)) => "shows another board".to_owned(),
            (_, Said::Status(status)) => status.to_string(),
            (_, Said::Score(score)) => score.to_string(),
            (_, Said::Done | Said::Nothing) => "no answer".to_owned(),
        };
        let mut turns: Vec<String> = Vec::new();
        let mut to_move = session.setup.first;
        let mut asked_about: Option<Turn> = None;
        // No record says what was taken back, or was played in the game before.
        let mut taken_back: Vec<String> = Vec::new();
        let mut game_before: Vec<String> = Vec::new();
        for (number, (question, said)) in session.exchanges[..=place].iter().enumerate() {
            match question {
                Question::Play(turn) => {
                    turns.push(format!("{} {turn}", to_move.letter()));
                    if *said == Said::Ruling(true) {
                        to_move = to_move.opponent();
                    }
                }
                Question::Undo => {
                    let turn = turns.pop();
                    taken_back.extend(turn.map(|turn| match turns.len() {
                        0 => format!("{turn} at the beginning"),
                        before => format!("{turn} after turn {before}"),
                    }));
                    to_move = to_move.opponent();
                }
                Question::Again => {
                    game_before = std::mem::take(&mut turns);
                    taken_back.clear();
                    to_move = session.setup.first;
                }
                Question::Legal(turn) if number == place => asked_about = Some(*turn),
                _ => {}
            }
        }
        said += &match &taken_back[..] {
            [] => String::new(),
            [turn] => format!(", once {turn} was taken back"),
            [first, .., last] => {
                format!(", once {} turns were taken back, from {first} to {last}", taken_back.len())
            }
        };
        said += &match game_before.len() {
            0 => String::new(),
            1..=MOST_NAMED => format!(", after another game: {}", game_before.join(", ")),
            turns => format!(", after another game, of {turns} turns"),
        };
        turns.extend(asked_about.map(|turn| format!("{} {turn}", to_move.letter())));
        Evidence {
            model: words::sentence(model, base),
            game: format!("{}: {}", session.setup, turns.join(", ")),
            said,
        }
    }
}

/// What rules out the cheapest models next to one.
pub(super) fn against_nearest(log: &Log<'_>, model: Model) -> Vec<Evidence> {
    let mut near = next_to(model, log.base, log.abilities, &Hints::default());
    near.push(log.base.model);
    near.retain(|&other| other != model.under(model.rules.unwrap_or(log.base.rules())));
    near.sort_by_key(|&other| price(other, log.base));
    near.dedup();
    let told = near.into_iter().take_while(|_| !log.is_over()).filter_map(|other| {
        let (session, place) = log.contradiction(other)?;
        Some(Evidence::of(other, log.base, session, place))
    });
    told.take(MOST_RULED_OUT).collect()
}
