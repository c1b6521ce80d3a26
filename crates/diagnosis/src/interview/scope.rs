//! Whole games, games around the claims of a model, and the extent of all games.

use super::Interview;
use crate::script::Script;
use crate::session::Session;
use crate::{Prediction, Scope, claims, whole};
use superko_game::{Setup, Size};
use superko_harness::model::Model;

/// The number of round trips of which one is for whole games, each time that a model is tested in whole games.
const WHOLE_SHARE: usize = 12;

/// The number of games of each kind on each board, if there are round trips for them.
const ROUNDS: usize = 2;

/// The seed of the games that may lead to another model.
const LEADING: u64 = 0x1ead;

/// The seed of the games that test predictions.
const PREDICTED: u64 = 0x5eed;

impl Interview<'_> {
    /// Records the board of a session and the length of its game.
    pub(super) fn note_extent(&mut self, session: &Session) {
        if !session.exchanges.is_empty() {
            self.played.insert(session.setup.size());
            self.longest = self.longest.max(session.stands_before(session.exchanges.len()).len());
        }
    }

    /// Returns the boards on which the engine was asked, the smallest first.
    pub(crate) fn boards_asked(&self) -> Vec<Size> {
        let mut boards: Vec<Size> = self.played.iter().copied().collect();
        boards.sort_by_key(|size| size.point_count());
        boards
    }

    /// Returns the extent of all games.
    pub(crate) fn scope(&self) -> Scope {
        let boards = self.boards.playable.iter().filter(|size| !self.played.contains(size));
        Scope { turns: self.longest, boards: boards.copied().collect() }
    }

    /// Plays games around the claims of a model. Returns whether the model explains them.
    pub(super) fn holds_beside(&mut self, model: Model) -> bool {
        if self.is_over() {
            return true;
        }
        let boards = &self.boards;
        let setups: Vec<Setup> = boards.playable.iter().map(|&size| self.setup(size)).collect();
        let own = claims::beside(model, &setups);
        let roomy = setups.iter().filter(|setup| setup.size().point_count() > 1);
        let roomy: Vec<Setup> = roomy.cloned().collect();
        let of_all = claims::of_all(&roomy, self.log.answerable.score);
        own.into_iter().all(|script| self.holds(&script, model, true))
            && of_all.into_iter().all(|script| self.holds(&script, model, false))
    }

    /// Plays whole games. Returns whether the model explains them.
    pub(super) fn holds_in_whole(&mut self, model: Model) -> bool {
        self.in_whole_games(model, LEADING, |asked, script| asked.holds(&script, model, false))
    }

    /// Asks for answers in whole games. Only wrong predictions count.
    pub(crate) fn predict_whole(&mut self, model: Model, predicted: &mut Prediction) {
        let seed = PREDICTED + self.predictions;
        self.in_whole_games(model, seed, |asked, script| {
            asked.predict_same(model, vec![script], predicted);
            true
        });
    }

    /// Makes whole games of all kinds on every board with a model, and passes each to `goes_on` until it returns `false`.
    fn in_whole_games(
        &mut self,
        model: Model,
        seed: u64,
        mut goes_on: impl FnMut(&mut Self, Script) -> bool,
    ) -> bool {
        let most = self.spent + self.options.round_trips / WHOLE_SHARE;
        for round in 0..ROUNDS * whole::KINDS {
            let seed = self.options.seed.wrapping_add(seed + (round / whole::KINDS) as u64);
            for place in 0..self.boards.playable.len() {
                if self.spent >= most || self.is_over() {
                    return true;
                }
                let setup = self.setup(self.boards.playable[place]);
                if !goes_on(self, whole::game(model, &setup, round + place, seed)) {
                    return false;
                }
            }
        }
        true
    }

    /// Plays a game. Returns whether the model explains it. If not, it is kept up to the unexplained answer.
    fn holds(&mut self, script: &Script, model: Model, keeps: bool) -> bool {
        if self.is_over() {
            return true;
        }
        let Some((mut session, holds)) = self.run_against(script, model) else { return true };
        if !holds {
            session.end_after(session.mismatches(model).wrong.first().copied());
        }
        if keeps || !holds {
            self.log.sessions.push(session);
        }
        holds
    }
}
