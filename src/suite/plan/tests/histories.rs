//! Engines that do not remember the whole game are found.

use super::*;

/// An engine that keeps to positional superko, as far as it remembers: over so many turns.
struct Forgetful {
    /// Without a rule of repetition.
    board: Reference,
    seen: Vec<Position>,
    turns: usize,
    /// Whether it forgets the oldest positions, or takes no more down when there are so many.
    ring: bool,
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
        if turn != Turn::Pass && ruling == Ruling::Allowed && self.seen.contains(&position) {
            return Ok(false.into());
        }
        if ruling == Ruling::Allowed {
            self.board = after;
            self.seen.push(position);
            if self.seen.len() > self.turns {
                self.seen.remove(if self.ring { 0 } else { self.turns });
            }
        }
        Ok(ruling)
    }
}

#[test]
fn a_history_that_ends_is_found_however_long_it_is() {
    histories_that_end_are_found(&[(100, "5x5", SMOKE), (500, "9x9", SMOKE)]);
    // Without an end nothing is found.
    let board = Reference::new(sizes("1x1")[0], Rules::default());
    let mut engine = Forgetful { board, seen: Vec::new(), turns: usize::MAX, ring: true };
    assert_eq!(found(&mut engine, &of(SMOKE, "9x9", Rules::default())), None);
}

/// Histories that end after so many turns are found on some boards in so many round trips.
pub(super) fn histories_that_end_are_found(histories: &[(usize, &str, usize)]) {
    for &(turns, boards, limit) in histories {
        for ring in [true, false] {
            let board = Reference::new(sizes("1x1")[0], Rules::default());
            let mut engine = Forgetful { board, seen: Vec::new(), turns, ring };
            let mut plan = of(limit, boards, Rules::default());
            // Cases that are not about memory take long to play, and show it only in long games.
            plan.retain(|item| item.of_case().is_some_and(|case| case.history().is_some()));
            assert!(found(&mut engine, &plan).is_some(), "{turns} turns on {boards}, ring: {ring}");
        }
    }
}

/// An engine that keeps to positional superko, as far as it remembers: its table is full at so many positions and is not extended.
/// Positions of the last few turns it knows in any case.
struct Full {
    /// Without a rule of repetition.
    board: Reference,
    seen: Vec<Position>,
    table: usize,
    window: usize,
}

impl Engine for Full {
    fn about(&self) -> About {
        About::named("full")
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
        let (table, window) = (self.table, self.seen.len().saturating_sub(self.window));
        let mut known =
            self.seen.iter().enumerate().filter(|(place, _)| *place < table || *place >= window);
        if turn != Turn::Pass && known.any(|(_, seen)| *seen == position) {
            return Ok(false.into());
        }
        if ruling == Ruling::Allowed {
            self.board = after;
            self.seen.push(position);
        }
        Ok(ruling)
    }
}

/// Whether a full table is found by the cases about long histories.
fn full_table_is_found(table: usize, window: usize, boards: &str, limit: usize) -> bool {
    let board = Reference::new(sizes("1x1")[0], Rules::default());
    let mut engine = Full { board, seen: Vec::new(), table, window };
    let mut plan = of(limit, boards, Rules::default());
    plan.retain(|item| item.of_case().is_some_and(|case| case.history().is_some()));
    found(&mut engine, &plan).is_some()
}

#[test]
fn a_history_that_is_full_is_found_beside_a_check_of_short_cycles() {
    // With simple ko, and with one position more than cycles of six need.
    for table in [200, 400] {
        assert!(full_table_is_found(table, 2, SMOKE_SIZES, SMOKE), "{table}");
    }
    for (table, window) in [(722, 2), (722, 7), (1_000, 12), (1_100, 2)] {
        let found = full_table_is_found(table, window, "9x9", STANDARD_USUAL);
        assert!(found, "{table}, {window}");
    }
    assert!(!full_table_is_found(usize::MAX, 2, SMOKE_SIZES, SMOKE));
}
