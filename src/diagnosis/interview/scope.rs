//! Games as people play them, and games beside what a model claims; and how far all games went.

use super::Interview;
use crate::diagnosis::script::Script;
use crate::diagnosis::session::Session;
use crate::diagnosis::{Prediction, Scope, claims, whole};
use crate::engines::Model;
use crate::game::{Setup, Size};

/// One of so many round trips is for whole games, each time that a model is tried in such.
const WHOLE_SHARE: usize = 12;

/// Of each kind of game so many are drawn on each board, if there are round trips for them.
const ROUNDS: usize = 2;

/// The seeds of those games that lead to another model, and of those that are predictions.
const LEADING: u64 = 0x1ead;
const PREDICTED: u64 = 0x5eed;

impl Interview<'_> {
    /// Takes in on which board a session was held, and how long its game was.
    pub(super) fn take_in(&mut self, session: &Session) {
        if !session.exchanges.is_empty() {
            self.played.insert(session.setup.size());
            self.longest = self.longest.max(session.stands_before(session.exchanges.len()).len());
        }
    }

    /// The boards on which the engine was asked, the smallest first.
    pub(in crate::diagnosis) fn boards_asked(&self) -> Vec<Size> {
        let mut boards: Vec<Size> = self.played.iter().copied().collect();
        boards.sort_by_key(|size| size.point_count());
        boards
    }

    /// How far all games went.
    pub(in crate::diagnosis) fn scope(&self) -> Scope {
        let boards = self.boards.every.iter().filter(|size| !self.played.contains(size));
        Scope { turns: self.longest, boards: boards.copied().collect() }
    }

    /// Puts games to the engine that lie beside what a model claims. Whether the model explains them.
    pub(super) fn holds_beside(&mut self, model: Model) -> bool {
        if self.is_over() {
            return true;
        }
        let boards = &self.boards;
        let setups: Vec<Setup> = boards.every.iter().map(|&size| self.setup(size)).collect();
        let own = claims::beside(model, &setups);
        let roomy = setups.iter().filter(|setup| setup.size().point_count() > 1);
        let roomy: Vec<Setup> = roomy.cloned().collect();
        let of_all = claims::of_all(&roomy, self.log.abilities.score);
        own.into_iter().all(|script| self.holds(&script, model, true))
            && of_all.into_iter().all(|script| self.holds(&script, model, false))
    }

    /// Puts whole games to the engine. Whether the model explains them.
    pub(super) fn holds_in_whole(&mut self, model: Model) -> bool {
        let most = self.spent + self.options.round_trips / WHOLE_SHARE;
        let mut games = self.whole_games(model, LEADING);
        while self.spent < most
            && !self.is_over()
            && let Some(script) = games.next()
        {
            if !self.holds(&script, model, false) {
                return false;
            }
        }
        true
    }

    /// Asks for answers in whole games, which people play: those that are as expected tell little, and do not count.
    pub(in crate::diagnosis) fn predict_whole(&mut self, model: Model, predicted: &mut Prediction) {
        let most = self.spent + self.options.round_trips / WHOLE_SHARE;
        let seed = PREDICTED + self.predictions;
        let mut games = self.whole_games(model, seed);
        while self.spent < most
            && !self.is_over()
            && let Some(script) = games.next()
        {
            self.predict_same(model, vec![script], predicted);
        }
    }

    /// Whole games of all kinds, drawn with a model on every board.
    fn whole_games(&self, model: Model, seed: u64) -> impl Iterator<Item = Script> + use<> {
        let seed = self.options.seed.wrapping_add(seed);
        let setups: Vec<Setup> = self.boards.every.iter().map(|&size| self.setup(size)).collect();
        (0..ROUNDS * whole::KINDS).flat_map(move |round| {
            let setups = setups.clone().into_iter().enumerate();
            setups.map(move |(place, setup)| {
                let seed = seed.wrapping_add((round / whole::KINDS) as u64);
                whole::game(model, &setup, round + place, seed)
            })
        })
    }

    /// Puts a game to the engine. Whether the model explains it; else it is kept up to the answer that the model does not give.
    fn holds(&mut self, script: &Script, model: Model, keeps: bool) -> bool {
        if self.is_over() {
            return true;
        }
        let Some((mut session, holds)) = self.hold_against(script, model) else { return true };
        if !holds {
            session.end_after(session.retell(model).wrong.first().copied());
        }
        if keeps || !holds {
            self.log.sessions.push(session);
        }
        holds
    }
}
