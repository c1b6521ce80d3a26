//! Games made to reach a named event: the first thing an engine is examined on.
//!
//! On small boards [`short_games`](crate::suite::short_games) meets the shortest game for everything by trying all games. Here are the
//! games for boards that are too large for that, so that an engine that refuses small boards is examined on every
//! event all the same. `cases.txt` holds those that were searched for and shrunk with the referee alone; the others
//! are constructed for any board.

mod construct;
#[cfg(test)]
mod tests;

use crate::game::{Record, RecordError, RecordText, Size, Turn};
use crate::referee::{Event, Referee, Transcript};
use crate::rules::Rules;

/// A game made to reach an event with its last turn.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it reaches under Tromp-Taylor rules. Under other rules the same turns may reach another event.
    pub event: Event,
    /// The game.
    pub record: Record,
}

impl Case {
    /// The case played through; only before the last turn is the engine asked anything, for what leads there is
    /// common to many cases.
    pub fn transcript<R: Referee>(&self, referee: R) -> Transcript {
        let last = self.record.turns.len().saturating_sub(1);
        Transcript::new(referee, self.record.clone(), |place, _| match place == last {
            true => vec![self.record.turns[place], Turn::Pass],
            false => Vec::new(),
        })
    }
}

/// The searched cases, one a line.
const CASES: &str = include_str!("cases.txt");

/// The smallest board on which a case of the corner plays as it does on the 9x9 board that it is written on.
const CORNER: u8 = 6;

/// The cases for a board, under these rules; none for a board so small that all its games can be tried.
pub fn cases(size: Size, rules: Rules) -> Vec<Case> {
    let mut cases: Vec<Case> = written()
        .filter_map(|case| {
            let case = case.expect("the written cases were read in the tests");
            let written = case.record.size();
            let corner =
                written.columns() == 9 && size.columns() >= CORNER && size.rows() >= CORNER;
            let record = if written == size || corner {
                Record::new(size, rules, case.record.turns)
            } else {
                return None;
            };
            Some(Case { event: case.event, record })
        })
        .collect();
    if size.columns() >= 3 && size.rows() >= 3 {
        cases.extend(construct::all(size, rules));
    }
    cases.sort_by_key(|case| case.record.turns.len());
    cases
}

/// The cases as they are written down.
fn written() -> impl Iterator<Item = Result<Case, RecordError>> {
    let lines = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let (event, record) = line.split_once(" @ ").expect("a case is an event, @ and a record");
        let event = event.trim().parse().expect("a case names an event");
        Ok(Case { event, record: record.parse::<RecordText>()?.record })
    })
}
