//! Games that rule a model out.

use super::expected_rules::ExpectedRules;
use super::facts::Played;
use super::moves::{Hints, next_to, price};
use super::question::{Question, Said};
use super::search::Log;
use super::session::Session;
use superko_game::{Player, Setup, Turn};
use superko_harness::model::Model;

/// The largest number of neighboring models to name as ruled out.
pub const MOST_RULED_OUT: usize = 6;

/// An answer that contradicts a model.
#[derive(Clone, Debug)]
pub(crate) struct Counterexample {
    pub(crate) model: Played,
    pub(crate) setup: Setup,
    /// The turns of the game. The last one is the turn in question.
    pub(crate) turns: Vec<(Player, Turn)>,
    /// Whether the engine was only asked about that turn.
    pub(crate) is_asked: bool,
    pub(crate) said: Said,
    /// The turns that were taken back before, each with the number of turns before it.
    pub(crate) taken_back: Vec<((Player, Turn), usize)>,
    /// The turns of the game before this one, which no record of this one could tell.
    pub(crate) game_before: Vec<(Player, Turn)>,
}

impl Counterexample {
    pub(super) fn of(
        model: Model,
        expected: ExpectedRules,
        session: &Session,
        place: usize,
    ) -> Counterexample {
        let (asked, said) = session.exchanges[place].clone();
        let mut evidence = Counterexample {
            model: expected.split(model),
            setup: session.setup.clone(),
            turns: Vec::new(),
            is_asked: matches!(asked, Question::Legal(_)),
            said,
            taken_back: Vec::new(),
            game_before: Vec::new(),
        };
        let Counterexample { turns, taken_back, game_before, .. } = &mut evidence;
        let mut to_move = session.setup.first;
        for (question, said) in &session.exchanges[..=place] {
            match *question {
                Question::Play(turn) => {
                    turns.push((to_move, turn));
                    if *said == Said::Ruling(true) {
                        to_move = to_move.opponent();
                    }
                }
                Question::Undo => {
                    let turn = turns.pop();
                    taken_back.extend(turn.map(|turn| (turn, turns.len())));
                    to_move = to_move.opponent();
                }
                Question::Again => {
                    *game_before = std::mem::take(turns);
                    taken_back.clear();
                    to_move = session.setup.first;
                }
                _ => {}
            }
        }
        if let Question::Legal(turn) = asked {
            turns.push((to_move, turn));
        }
        evidence
    }
}

/// Returns the evidence against the cheapest neighboring models: answers that only the model itself explains.
pub(super) fn against_nearest(log: &Log<'_>, model: Model) -> Vec<Counterexample> {
    let mut near = next_to(model, log.expected, log.answerable, &Hints::default());
    near.push(log.expected.model);
    near.retain(|&other| other != model.under(model.rules.unwrap_or(log.expected.rules())));
    near.sort_by_key(|&other| price(other, log.expected));
    near.dedup();
    let contradicted = near.into_iter().take_while(|_| !log.is_over()).filter_map(|other| {
        let (session, place) = log.contradiction(other, Some(model))?;
        Some(Counterexample::of(other, log.expected, session, place))
    });
    contradicted.take(MOST_RULED_OUT).collect()
}
