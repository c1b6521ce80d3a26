//! Engines that do not remember the whole game are found.

use super::*;

/// An engine that keeps to positional superko, as far as it remembers.
struct Forgetful {
    /// Without a rule of repetition.
    board: Reference,
    seen: Vec<Position>,
    /// It remembers so many positions of the beginning, as where a table is full and not extended.
    first: usize,
    /// It remembers so many of the last ones.
    last: usize,
}

impl Engine for Forgetful {
    fn about(&self) -> About {
        About::named("forgetful")
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        let rules = game.rules.repetition(Repetition::None);
        self.board.start(&Setup { rules, ..game.clone() })?;
        self.seen = vec![game.position.clone()];
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        let mut after = self.board.clone();
        let ruling = Engine::play(&mut after, turn)?;
        let position = Referee::position(&after).clone();
        let late = self.seen.len().saturating_sub(self.last);
        let mut seen = self.seen.iter().enumerate();
        let repeats =
            seen.any(|(place, seen)| (place < self.first || place >= late) && *seen == position);
        if turn != Turn::Pass && repeats {
            return Ok(false.into());
        }
        if ruling == Ruling::Allowed {
            self.board = after;
            self.seen.push(position);
        }
        Ok(ruling)
    }
}

/// Whether an engine that remembers so many of the first and of the last positions is found by the cases about long histories.
/// Others take long to play, and show it only in long games.
fn is_found((first, last): (usize, usize), boards: &str, limit: usize) -> bool {
    let board = Reference::new(sizes("1x1")[0], Rules::default());
    let mut engine = Forgetful { board, seen: Vec::new(), first, last };
    let mut plan = of(limit, boards, Rules::default());
    plan.retain(|item| item.of_case().is_some_and(|case| case.history().is_some()));
    found(&mut engine, &plan).is_some()
}

/// Histories that end after so many turns are found on some boards in so many round trips.
pub(super) fn histories_that_end_are_found(histories: &[(usize, &str, usize)]) {
    for &(turns, boards, limit) in histories {
        for remembered in [(0, turns), (turns, 0)] {
            assert!(is_found(remembered, boards, limit), "{remembered:?} on {boards}");
        }
    }
}

#[test]
fn a_history_that_ends_is_found_however_long_it_is() {
    histories_that_end_are_found(&[(100, "5x5", SMOKE), (500, "9x9", SMOKE)]);
}

#[test]
fn a_history_that_is_full_is_found_beside_a_check_of_short_cycles() {
    // With simple ko, and with one position more than cycles of six need.
    for table in [200, 400] {
        assert!(is_found((table, 2), SMOKE_SIZES, SMOKE), "{table}");
    }
    for remembered in [(722, 2), (722, 7), (1_000, 12), (1_100, 2)] {
        assert!(is_found(remembered, "9x9", STANDARD_USUAL), "{remembered:?}");
    }
    assert!(!is_found((usize::MAX, 0), SMOKE_SIZES, SMOKE));
}
