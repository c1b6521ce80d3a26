//! The ko points of models, next to a history of positions or instead of one.

use super::board::Board;
use super::play::Played;
use super::{Mistake, ModelEngine, Place};
use crate::game::{Color, Player};

impl ModelEngine {
    /// The ko point that a play leaves with the board after it, in the engines that keep one.
    pub(super) fn ko_after(
        &self,
        played: &Played,
        board: &Board,
    ) -> Option<(Option<Player>, usize)> {
        let wrong = self.model.mistakes().find(|(mistake, _)| mistake.place() == Place::Ko)?.0;
        let (at, stones) = (played.at, played.captured.len());
        let lone = board.chain(at).len() == 1;
        let liberties =
            board.around(at).into_iter().filter(|&n| board.get(n) == Some(Color::Empty));
        let ko = stones == 1 && lone && liberties.count() == 1;
        let last = played.captured.last().copied();
        let other = Some(self.now.to_move.opponent());
        match wrong {
            Mistake::KoKeptAfterPass if ko => last.map(|last| (None, last)),
            Mistake::KoOnTwoStones if stones == 2 && played.chains == 1 => {
                last.map(|last| (other, last))
            }
            Mistake::KoOnTwoChains if played.chains == 2 => last.map(|last| (other, last)),
            Mistake::KoNeverLifted if ko => last.map(|last| (other, last)),
            Mistake::KoOnLoneSuicide if played.lost.len() == 1 => Some((other, at)),
            _ => None,
        }
    }

    /// Whether a play takes a ko back at once, which the engine refuses, though other repetitions end its games.
    pub(super) fn refuses_ko(&self, played: &Played) -> bool {
        let before = self.seen.len().checked_sub(2).and_then(|place| self.seen.get(place));
        self.model.makes(Mistake::KoRefused)
            && before.is_some_and(|before| played.makes(&before.board))
    }
}
