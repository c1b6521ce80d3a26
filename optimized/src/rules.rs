//! The switches on which rule sets differ, and the reasons for a refusal.

use std::error::Error;
use std::fmt;

/// Which rules a game is played by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// Which earlier grids a play must not repeat.
    pub repetition: Repetition,
    /// Which of their own stones a play may remove.
    pub suicide: Suicide,
}

impl Rules {
    /// Positional superko, any suicide: the rules of Tromp and Taylor.
    pub const TROMP_TAYLOR: Rules =
        Rules { repetition: Repetition::Positional, suicide: Suicide::Any };
}

/// Which earlier grids a play must not repeat.
///
/// Let `H[0]` be the first grid and `H[i]` the grid after turn `i`; a pass copies the grid. A play
/// that would give the grid `q` after turns `1..=t` is refused if `q == H[i]` for some `i` that
/// the variant names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Repetition {
    /// Any `i` from 0 to `t`.
    #[default]
    Positional,
    /// Any `i` from 0 to `t` after which the opponent was to move.
    Situational,
    /// Any `i` from 1 to `t` whose turn was a play of the same player.
    NaturalSituational,
    /// Any `i` from 1 to `t` whose turn, a play or a pass, was of the same player.
    NewZealand,
    /// Only `i = t - 1`, if there is such a turn.
    SimpleKo,
    /// None: every repetition is allowed.
    None,
}

impl Repetition {
    /// All variants.
    pub const ALL: [Repetition; 6] = [
        Repetition::Positional,
        Repetition::Situational,
        Repetition::NaturalSituational,
        Repetition::NewZealand,
        Repetition::SimpleKo,
        Repetition::None,
    ];
}

/// Which of their own stones a play may remove.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Suicide {
    /// One stone or more. Only the repetition rule can refuse it.
    #[default]
    Any,
    /// Two stones or more; the lone stone is refused.
    SeveralStones,
    /// No suicide.
    None,
}

impl Suicide {
    /// All variants.
    pub const ALL: [Suicide; 3] = [Suicide::Any, Suicide::SeveralStones, Suicide::None];
}

/// Why a turn is refused. A refused turn changes nothing.
///
/// Where several reasons hold, the first in the order of the variants is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The game ended with two passes in a row.
    Over,
    /// There is a stone on the point.
    Occupied,
    /// The play would remove stones of its own player that the rules protect.
    Suicide,
    /// The play would repeat an earlier grid.
    Repeats {
        /// The greatest forbidden `i` with the same grid; 0 is the grid the game started from.
        earlier: usize,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Over => f.write_str("the game is over"),
            Refusal::Occupied => f.write_str("the point is occupied"),
            Refusal::Suicide => f.write_str("the play is a forbidden suicide"),
            Refusal::Repeats { earlier: 0 } => f.write_str("the play repeats the first grid"),
            Refusal::Repeats { earlier } => {
                write!(f, "the play repeats the grid after turn {earlier}")
            }
        }
    }
}

impl Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_why() {
        for (refusal, why) in [
            (Refusal::Over, "the game is over"),
            (Refusal::Occupied, "the point is occupied"),
            (Refusal::Suicide, "the play is a forbidden suicide"),
            (Refusal::Repeats { earlier: 0 }, "the play repeats the first grid"),
            (Refusal::Repeats { earlier: 7 }, "the play repeats the grid after turn 7"),
        ] {
            assert_eq!(refusal.to_string(), why);
        }
    }
}
