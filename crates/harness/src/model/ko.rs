//! The ko points of models, next to a history of positions or instead of one.

use super::board::Board;
use super::play::Played;
use super::state::Seen;
use super::{Channel, Mistake, ModelEngine, Place};
use superko_game::rules::Repetition;
use superko_game::{Color, Player};

impl ModelEngine {
    /// Returns the ko point after a play, in the engines that keep one.
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
            Mistake::KoOnOneStone if stones == 1 => last.map(|last| (other, last)),
            Mistake::KoOnTwoStones if stones == 2 && played.chains == 1 => {
                last.map(|last| (other, last))
            }
            Mistake::KoOnTwoChains if played.chains == 2 => last.map(|last| (other, last)),
            Mistake::KoNeverLifted if ko => last.map(|last| (other, last)),
            Mistake::KoOnLoneSuicide if played.lost.len() == 1 => Some((other, at)),
            _ => None,
        }
    }

    /// Whether a play on a cell is refused because of a ko point.
    pub(super) fn is_ko(&self, at: usize, channel: Channel) -> bool {
        let is_left =
            self.left_ko == Some(Some(at)) && self.repetition(channel) != Repetition::None;
        let is_own = self.now.ko.is_some_and(|(banned, cell)| {
            cell == at
                && banned.is_none_or(|banned| banned == self.now.to_move)
                && self.model.in_place_of(Place::Ko, channel, self.now.to_move).is_some()
        });
        is_left || is_own
    }

    /// Returns the ko point that the last turn made: the point of a single stone that a lone stone without another liberty
    /// captured.
    pub(super) fn ko_point(&self, before: &Board) -> Option<usize> {
        let after = &self.now.board;
        let is_capture = self.seen.last().is_some_and(Seen::is_capture);
        let stones = before.cells_of(self.now.to_move.color());
        let mut captured = stones.filter(|&at| after.get(at) == Some(Color::Empty));
        let at = captured.next().filter(|_| is_capture && captured.next().is_none())?;
        let played = after.around(at).into_iter().find(|&next| {
            before.get(next) == Some(Color::Empty) && after.get(next) != Some(Color::Empty)
        })?;
        let free = |next: &usize| after.get(*next) == Some(Color::Empty);
        let liberties = after.around(played).into_iter().filter(free).count();
        (after.chain(played).len() == 1 && liberties == 1).then_some(at)
    }

    /// Whether the engine refuses a play because it retakes a ko at once, though other repetitions end its games.
    pub(super) fn refuses_ko(&self, played: &Played) -> bool {
        let before = self.seen.len().checked_sub(2).and_then(|place| self.seen.get(place));
        self.model.makes(Mistake::KoRefused)
            && before.is_some_and(|before| played.makes(&before.board))
    }
}
