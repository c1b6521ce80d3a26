//! Engines that do not remember the whole game are detected.

use super::*;

/// An engine that follows positional superko with an incomplete history.
struct Forgetful {
    /// The board, without a rule on repetition.
    board: Reference,
    seen: Vec<Position>,
    /// The number of positions that it remembers from the beginning, like a full table that never grows.
    first: usize,
    /// The number of latest positions that it remembers.
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

/// Whether the cases about long histories detect an engine that remembers these numbers of first and of last positions. Other
/// cases take long to play, and show it only in long games.
fn is_found((first, last): (usize, usize), boards: &str, limit: usize) -> bool {
    let board = Reference::new(sizes("1x1")[0], Rules::default());
    let mut engine = Forgetful { board, seen: Vec::new(), first, last };
    let mut plan = of(limit, boards, Rules::default());
    plan.retain(|item| item.of_case().is_some_and(|case| case.history().is_some()));
    found(&mut engine, &plan).is_some()
}

/// Checks that histories of these lengths are detected on some boards within a number of round trips.
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

/// The second number is two positions for simple ko, or one more than cycles of six turns need.
#[test]
fn a_history_that_is_full_is_found_beside_a_check_of_short_cycles() {
    full_histories_are_found(&[(200, 2)], &[(722, 7)]);
}

/// Checks that engines with full histories are detected: some at level smoke, some on one board at level standard.
pub(super) fn full_histories_are_found(small: &[(usize, usize)], large: &[(usize, usize)]) {
    for &remembered in small {
        assert!(is_found(remembered, SMOKE_SIZES, SMOKE), "{remembered:?}");
    }
    for &remembered in large {
        assert!(is_found(remembered, "9x9", STANDARD_USUAL), "{remembered:?}");
    }
    assert!(!is_found((usize::MAX, 0), SMOKE_SIZES, SMOKE));
}
