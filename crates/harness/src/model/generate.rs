//! The turns that models generate.

use super::{Channel, Mistake, ModelEngine};
use superko_engine::RefusalReason;
use superko_engine::draw::draw;
use superko_game::{Color, Point, Turn};

impl ModelEngine {
    /// Returns the turn to generate. A model whose first mistake is not about that generates none: the mistake shows elsewhere.
    pub(super) fn generated(&self) -> Option<Turn> {
        let position = self.now.board.position();
        let mut plays = position.size().points();
        let judge = |point| self.judge(point, Channel::Play);
        let captures = |&point: &Point| match judge(point) {
            Ok(played) => !played.captured.is_empty(),
            Err((reason, played)) => {
                reason == RefusalReason::Repetition
                    && played.is_some_and(|played| !played.captured.is_empty())
            }
        };
        let first = match self.model.mistakes().next() {
            None | Some((Mistake::GeneratesAndPlays, _)) => None,
            Some((Mistake::GeneratesCaptures, _)) => plays.find(captures),
            Some((Mistake::GeneratesOccupied, _)) => {
                plays.find(|&point| position[point] != Color::Empty)
            }
            Some((Mistake::GeneratesSuicides, _)) => {
                plays.find(|&point| matches!(judge(point), Err((RefusalReason::Suicide, _))))
            }
            Some((Mistake::GeneratesIllegal, _)) => plays.find(|&point| judge(point).is_err()),
            Some(_) => return None,
        };
        let legal = position.size().points().filter(|&point| judge(point).is_ok());
        let pass = (!self.now.over).then_some(Turn::Pass);
        let turns: Vec<Turn> = legal.map(Turn::Play).chain(pass).collect();
        first.map(Turn::Play).or_else(|| draw(&turns, &position))
    }
}
