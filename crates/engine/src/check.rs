//! The checks on an engine, and the id of a finding.

use crate::referee::Event;
use std::fmt;
use std::str::FromStr;
use superko_game::named;
use superko_game::rules::{Rule, UnknownName};

named! {
    described
    /// A kind of answer on which an engine is checked.
    pub enum Check {
        /// Whether the engine accepts a turn that it is told to play.
        Play = "play",
        /// What the engine answers when asked whether a turn is legal.
        Legality = "legality",
        /// The board after a turn.
        Board = "board",
        /// Whether the game is over, and whose turn it is.
        Status = "status",
        /// The score at the end.
        Score = "score",
        /// Whether undo restores the game.
        Undo = "undo",
        /// The turn that the engine would play.
        Generate = "generate",
    }
}

impl Check {
    /// Returns whether the check is for engines that generate turns, as opposed to mere boards.
    pub fn needs_player(self) -> bool {
        self == Check::Generate
    }

    /// Returns whether the check shows what an engine knows, or what it enforces.
    pub fn grade(self) -> Grade {
        match self {
            Check::Legality | Check::Generate => Grade::Knows,
            _ => Grade::Enforces,
        }
    }
}

/// Parses the name of a check.
impl FromStr for Check {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Check, UnknownName> {
        let unknown = || UnknownName::new("a check", text, Check::ALL.map(Check::id));
        Check::ALL.into_iter().find(|check| check.id() == text).ok_or_else(unknown)
    }
}

/// Whether an engine knows a rule, or enforces it; the two are graded separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Grade {
    /// What the engine answers when asked about legality, and what it would play.
    Knows,
    /// What the engine does when given turns.
    Enforces,
}

/// The identity of a finding: disagreements with the same id are one finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FindingId {
    /// The rule that is broken.
    pub rule: Rule,
    /// The check that the engine fails.
    pub check: Check,
    /// The most telling event.
    pub event: Event,
}

impl fmt::Display for FindingId {
    /// Writes the id of the finding, such as `TT6.play.repeat-cycle-2`. For an event that is not about any
    /// rule, `state` stands in place of the rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = match self.event.is_about_the_engine() {
            true => "state".to_owned(),
            false => self.rule.id().replace('/', "-"),
        };
        write!(f, "{rule}.{}.{}", self.check, self.event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_and_grades_of_checks() {
        let names = Check::ALL.map(|check| check.to_string()).join(" ");
        assert_eq!(names, "play legality board status score undo generate");
        assert!(Check::ALL.into_iter().all(|check| check.id().parse() == Ok(check)));
        let error = "scores".parse::<Check>().unwrap_err().to_string();
        assert_eq!(error, "`scores` is not a check: did you mean `score`?");
        let knows = Check::ALL.into_iter().filter(|check| check.grade() == Grade::Knows);
        assert_eq!(knows.collect::<Vec<_>>(), [Check::Legality, Check::Generate]);
        let rule = Rule::TT6;
        let id = FindingId { rule, check: Check::Play, event: Event::RepeatInitial };
        assert_eq!(id.to_string(), "TT6.play.repeat-initial");
    }
}
