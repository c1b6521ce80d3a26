//! The cases of `cases.txt`, and their placement on a board.

use super::{Answers, Case};
use std::str::FromStr;
use std::sync::OnceLock;
use superko_engine::referee::Event;
use superko_game::rules::{Button, LastPass, Rules, SWITCHES};
use superko_game::{Record, Size, Turn};

/// The text of the cases: a name that begins with the event, the turns, the answers to the last turn, and for some the values
/// that switches must have.
const TEXT: &str = include_str!("cases.txt");

/// The side of the board on which points in small letters are counted. They move with the corner at the top right.
const FAR: i16 = 5;

/// A case that fits every board with room for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recipe {
    pub(super) name: String,
    pub(super) event: Event,
    pub(super) turns: Vec<Spot>,
    /// The places of refused attempts before the last turn.
    pub(super) attempts: Vec<usize>,
    pub(super) answers: Answers,
    /// The rules under which the game is a case; empty if it is one under all.
    pub(super) needs: Vec<Need>,
    /// The smallest board with room for it.
    room: (i16, i16),
    /// The number of quarter turns by which the case is rotated, so that all corners and edges are used.
    quarters: usize,
}

/// A turn of a recipe: a pass, or a play at a column and a row, counted from the corner at the bottom left or from the far
/// corner; or the passes that end a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Pass,
    Near(i16, i16),
    Far(i16, i16),
    PhaseEnd,
}

/// The name of a switch, and the values that it may have.
type Need = (&'static str, Vec<&'static str>);

impl Recipe {
    /// Returns all recipes.
    pub(super) fn all() -> impl Iterator<Item = &'static Recipe> {
        static ALL: OnceLock<Vec<Recipe>> = OnceLock::new();
        ALL.get_or_init(|| {
            lines()
                .enumerate()
                .flat_map(|(place, line)| {
                    read(line, place).unwrap_or_else(|| panic!("a case is written `{line}`"))
                })
                .collect()
        })
        .iter()
    }

    /// Returns the case on a board; `None` if there is no room for it, or if it is none under these rules.
    pub(super) fn on(&self, size: Size, rules: Rules) -> Option<Case> {
        let turned = (0..4).map(|more| (self.quarters + more) % 4);
        let quarters = turned.into_iter().find(|&quarters| {
            let (columns, rows) = sides(size, quarters);
            self.room.0 <= columns && self.room.1 <= rows
        })?;
        let has = |(name, words): &Need| {
            SWITCHES
                .iter()
                .any(|switch| switch.name == *name && words.contains(&rules.value(switch).word))
        };
        let turns = self.played(size, rules, quarters).filter(|_| self.needs.iter().all(has))?;
        let record = Record::new(size, rules, turns);
        let Recipe { name, event, attempts, answers, .. } = self.clone();
        let mut case = Case { name, event, record, attempts, looks: Vec::new(), answers };
        if !self.has_ends() {
            case.play_out();
        }
        Some(case)
    }
}

impl Recipe {
    /// Whether the game has the passes that end its phases.
    fn has_ends(&self) -> bool {
        self.turns.contains(&Spot::PhaseEnd)
    }

    /// Returns the turns on a board, after this many quarter turns. `None` if the turn after the end of a phase would be that of
    /// the other player.
    fn played(&self, size: Size, rules: Rules, quarters: usize) -> Option<Vec<Turn>> {
        let mut turns = Vec::new();
        // The number of turns if two passes end each phase.
        let mut written = 0;
        if self.has_ends() && rules.button == Button::HalfPoint {
            // The first pass takes the button. It counts among no passes in a row.
            turns.extend([Turn::Pass; 2]);
        }
        for spot in &self.turns {
            if !(written + turns.len()).is_multiple_of(2) {
                return None;
            }
            match spot {
                Spot::PhaseEnd => {
                    turns.extend([Turn::Pass; 2]);
                    // Black begins, and every turn of these games is legal.
                    if rules.last_pass == LastPass::White && !turns.len().is_multiple_of(2) {
                        turns.push(Turn::Pass);
                    }
                    written += 2;
                }
                _ => {
                    turns.push(spot.on(size, quarters)?);
                    written += 1;
                }
            }
        }
        Some(turns)
    }
}

/// Returns the lines that are cases.
pub(super) fn lines() -> impl Iterator<Item = &'static str> {
    TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Parses the recipes of a line: one, or one for each corner if the name ends with `.*`.
fn read(line: &'static str, place: usize) -> Option<Vec<Recipe>> {
    let (line, needs) = match line.rsplit_once(" | ") {
        Some((line, needs)) if needs.contains('=') => (line, read_needs(needs)?),
        _ => (line, Vec::new()),
    };
    let [head, turns, answers] = line.split(" | ").collect::<Vec<_>>()[..] else { return None };
    let (name, least) = match head.split_once(" @ ") {
        Some((name, least)) => (name, Some(least.parse::<Size>().ok()?)),
        None => (head, None),
    };
    let event = name.split('.').next()?.parse().ok()?;
    let turns: Vec<&str> = turns.split(", ").collect();
    let marked = |place: &usize| turns[*place].ends_with('?');
    let attempts: Vec<usize> = (0..turns.len()).filter(marked).collect();
    let turns: Vec<Spot> = turns
        .iter()
        .map(|turn| match *turn {
            "end" => Some(Spot::PhaseEnd),
            _ => turn.get(2..)?.trim_end_matches('?').parse().ok(),
        })
        .collect::<Option<_>>()?;
    let answers = answers.parse().ok()?;
    let room = match least {
        Some(size) => (size.columns().into(), size.rows().into()),
        None => room(&turns),
    };
    let recipe = |name: String, quarters| {
        let (turns, attempts, needs) = (turns.clone(), attempts.clone(), needs.clone());
        Recipe { name, event, turns, attempts, answers, needs, room, quarters }
    };
    Some(match name.strip_suffix(".*") {
        Some(name) => {
            (0..4).map(|quarters| recipe(format!("{name}.{}", quarters + 1), quarters)).collect()
        }
        None => vec![recipe(name.to_owned(), place % 4)],
    })
}

/// Parses the values that switches must have, such as `passes=two,tax=seki/all`.
fn read_needs(text: &'static str) -> Option<Vec<Need>> {
    let need = |text: &'static str| {
        let (name, words) = text.split_once('=')?;
        let words: Vec<&str> = words.split('/').collect();
        let switch = SWITCHES.iter().find(|switch| switch.name == name)?;
        let is_word = |word: &&str| switch.values.iter().any(|value| value.word == *word);
        words.iter().all(is_word).then_some((name, words))
    };
    text.split(',').map(need).collect()
}

/// Returns the room that turns take: the columns and rows played at, and an empty column and row beyond them, so that the game is
/// the same on every larger board.
fn room(turns: &[Spot]) -> (i16, i16) {
    turns.iter().fold((1, 1), |(columns, rows), spot| match *spot {
        Spot::Pass | Spot::PhaseEnd => (columns, rows),
        Spot::Near(column, row) => (columns.max(column + 2), rows.max(row + 2)),
        Spot::Far(..) => (columns.max(FAR), rows.max(FAR)),
    })
}

/// Returns the columns and rows of a board after this many quarter turns.
fn sides(size: Size, quarters: usize) -> (i16, i16) {
    let (columns, rows) = (size.columns().into(), size.rows().into());
    if quarters.is_multiple_of(2) { (columns, rows) } else { (rows, columns) }
}

impl Spot {
    /// Returns the turn on a board, after this many quarter turns.
    fn on(self, size: Size, quarters: usize) -> Option<Turn> {
        let (columns, rows) = sides(size, quarters);
        let (x, y) = match self {
            Spot::Pass | Spot::PhaseEnd => return Some(Turn::Pass),
            Spot::Near(x, y) => (x, y),
            Spot::Far(x, y) => (x + columns - FAR, y + rows - FAR),
        };
        let (column, row) = match quarters {
            0 => (x, y),
            1 => (rows - 1 - y, x),
            2 => (columns - 1 - x, rows - 1 - y),
            _ => (y, columns - 1 - x),
        };
        size.point(column.try_into().ok()?, row.try_into().ok()?).map(Turn::Play)
    }
}

/// Parses `pass`, a point such as `B2`, or a point counted from the far corner of a 5x5 board, such as `e5`.
impl FromStr for Spot {
    type Err = ();

    fn from_str(text: &str) -> Result<Spot, ()> {
        if text == "pass" {
            return Ok(Spot::Pass);
        }
        let board = Size::square(9).expect("there is a 9x9 board");
        let point = board.vertex(text).map_err(|_| ())?;
        let (column, row) = (point.column().into(), point.row().into());
        match text.starts_with(|letter: char| letter.is_ascii_lowercase()) {
            true => Ok(Spot::Far(column, row)),
            false => Ok(Spot::Near(column, row)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(line: &'static str, size: &str) -> Vec<String> {
        let size: Size = size.parse().unwrap();
        let recipes = read(line, 0).unwrap();
        let cases = recipes.iter().filter_map(|recipe| recipe.on(size, Rules::default()));
        cases.map(|case| case.record.to_string()).collect()
    }

    #[test]
    fn a_case_is_laid_in_every_corner() {
        let line = "capture-in-corner.* | B B1, W A1, B A3 | a";
        assert_eq!(
            laid(line, "6x5"),
            [
                "6x5 tromp-taylor: B1, A1, A3",
                "6x5 tromp-taylor: F2, F1, D1",
                "6x5 tromp-taylor: E5, F5, F3",
                "6x5 tromp-taylor: A4, A5, C5"
            ]
        );
        // Lying down, the case has no room.
        assert!(laid(line, "3x4")[1].ends_with("B4, C4, C2"));
        assert_eq!(
            laid("quiet | B A1, W e5, B pass | a", "7x6"),
            ["7x6 tromp-taylor: A1, G6, pass"]
        );
        assert_eq!(laid("quiet | B A1, W e5 | a", "4x9"), [""; 0]);
    }

    #[test]
    fn what_is_no_case_is_not_read() {
        for line in ["", "quiet | B A1", "quite | B A1 | a", "quiet | BA1 | a", "quiet | B A1 | ab"]
        {
            assert_eq!(read(line, 0), None, "{line}");
        }
    }
}
