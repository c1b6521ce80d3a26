//! Games that may distinguish models, the shorter and the more likely ones first.

use super::Interview;
use super::repetitions::LONGEST_HISTORY;
use crate::GAMES_TO_TELL_APART;
use crate::script::{Boards, LONGEST_CASE, Script};
use std::collections::{BTreeSet, HashSet};
use superko_game::{Setup, Size, Turn};
use superko_harness::model::Model;

/// The games that were not taken yet.
pub(super) struct Pool {
    scripts: std::vec::IntoIter<Script>,
    setups: Vec<Setup>,
    model: Model,
    seed: u64,
    next_game: u64,
}

impl Pool {
    pub(super) fn new(interview: &Interview<'_>, model: Model) -> Pool {
        let rules = interview.options.rules;
        let setups: Vec<Setup> =
            interview.boards.random.iter().map(|&size| interview.setup(size)).collect();
        let main = interview.setup(interview.boards.main);
        let mut seen: HashSet<Vec<Turn>> = HashSet::new();
        let mut scripts: Vec<Script> = Vec::new();
        // The cases under the requested rules were played before.
        for script in Script::cases(&main, rules, LONGEST_CASE) {
            seen.insert(script.turns());
        }
        for other in rules.other_repetition_and_suicide() {
            let cases = Script::cases(&main, other, LONGEST_CASE);
            scripts.extend(cases.into_iter().filter(|script| seen.insert(script.turns())));
        }
        scripts.extend(Script::refused_and_taken_back(model, &main));
        let small: BTreeSet<Size> =
            interview.boards.random.iter().chain(&interview.boards.repeating).copied().collect();
        let small = small.into_iter().map(|size| interview.setup(size));
        scripts.extend(small.filter_map(|setup| Script::refused_suicide(&setup)));
        scripts.sort_by_key(Script::round_trips);
        let histories = [30, 60, 100, 200, 300, 500, 520, 1_020, LONGEST_HISTORY];
        let long = |make: &dyn Fn(&Setup) -> Option<Script>| interview.long(make);
        scripts.extend(histories.iter().filter_map(|&turns| long(&|s| Script::history(s, turns))));
        let Boards { random, others, long: roomy, .. } = &interview.boards;
        let boards: BTreeSet<Size> = random.iter().chain(others).chain(roomy).copied().collect();
        let mut filling: Vec<Script> =
            boards.into_iter().map(|size| Script::filling(&interview.setup(size))).collect();
        filling.sort_by_key(Script::round_trips);
        scripts.extend(filling);
        let late = [60, 150, 520, 1_100];
        scripts.extend(late.iter().filter_map(|&turns| long(&|s| Script::late(s, turns))));
        let seed = interview.options.seed.wrapping_add(1);
        Pool { scripts: scripts.into_iter(), setups, model, seed, next_game: 0 }
    }

    /// Returns the next game: after the cases, random games with the model or a rival as the referee.
    pub(super) fn next(&mut self, rivals: &[Model]) -> Option<Script> {
        if let Some(script) = self.scripts.next() {
            return Some(script);
        }
        let number = self.next_game;
        self.next_game += 1;
        let boards = self.setups.len() as u64;
        if number >= GAMES_TO_TELL_APART * boards {
            return None;
        }
        let setup = &self.setups[usize::try_from(number % boards).unwrap_or_default()];
        let place = usize::try_from(number / boards).unwrap_or_default();
        let model = match place % 2 {
            0 => self.model,
            _ => rivals[(place / 2) % rivals.len()],
        };
        Some(Script::game(model, setup, self.seed, number))
    }
}
