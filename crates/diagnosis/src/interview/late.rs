//! Mistakes that show only late in games.

use super::Interview;
use crate::script::{Boards, Script};
use crate::session::Session;
use superko_game::Size;
use superko_harness::model::{Channel, Mistake, Model};

/// The number of turns of a long game. A game on a small board has half as many.
const LONG_GAME: usize = 550;

/// The largest small board, in points. Most turns of a long game could repeat a position there.
const SMALL: usize = 12;

impl Interview<'_> {
    /// Plays long random games with a model as the referee, for mistakes that show only late. Returns whether the model explains
    /// them.
    pub(super) fn holds_for_long(&mut self, model: Model) -> bool {
        if self.is_over() {
            return true;
        }
        let Boards { main, others, repeating, .. } = &self.boards;
        let long = |(size, most)| Script::long(model, &self.setup(size), most);
        let mut larger: Vec<Size> = others.iter().copied().chain([*main]).collect();
        larger.sort_by_key(|size| size.point_count());
        // The smallest board on which a game gets that long is enough, else the longest game is played.
        let mut tried: Vec<Script> = Vec::new();
        for size in larger {
            if tried.last().is_none_or(|script| script.steps.len() < LONG_GAME) {
                tried.push(long((size, LONG_GAME)));
            }
        }
        let longest = tried.into_iter().max_by_key(|script| script.steps.len());
        let small = repeating.iter().find(|size| size.point_count() <= SMALL);
        let small = small.map(|&size| long((size, LONG_GAME / 2)));
        for script in longest.into_iter().chain(small).chain(self.just_so_long(model)) {
            let key = (script.setup.size(), script.turns());
            if self.is_over() || !self.long_games.insert(key) {
                continue;
            }
            let Some((session, holds)) = self.run_against(&script, model) else { continue };
            self.log.sessions.push(session);
            if !holds {
                return false;
            }
        }
        true
    }

    /// Returns the games for a model that drops a tenth of its positions when it has no more room. They distinguish it from
    /// models with room for one position more or fewer. No other games do.
    fn just_so_long(&self, model: Model) -> Vec<Script> {
        let Some((most, _)) = in_tenths(model) else { return Vec::new() };
        let made = |turns| self.long(|setup| Script::history(setup, turns));
        let games: Vec<Script> = (most - 1..=most + 1).filter_map(made).collect();
        let others = one_off(model);
        let tells = |script: &Script| {
            let predicted = Session::of(model, script, self.log.answerable);
            others.iter().any(|&other| !predicted.fits(other))
        };
        let later: Vec<Script> = games.iter().map(Script::after_pass).collect();
        games.into_iter().chain(later).filter(tells).collect()
    }
}

/// Returns the number of positions at which a model drops a tenth of them, if it does.
fn in_tenths(model: Model) -> Option<(usize, Channel)> {
    model.mistakes().find_map(|(mistake, channel)| match mistake {
        Mistake::HistoryInTenths(most) => Some((most, channel)),
        _ => None,
    })
}

/// Returns the models with one position less or more.
pub(super) fn one_off(model: Model) -> Vec<Model> {
    let Some((most, channel)) = in_tenths(model) else { return Vec::new() };
    let numbers = [most - 1, most + 1].into_iter();
    numbers.filter_map(|most| model.with(Mistake::HistoryInTenths(most), channel)).collect()
}
