//! Flaws of a file outside the moves. The game is still read, with a note.

use std::fmt;
use superko_game::{Komi, Turn};

/// An error or oddity outside the moves of a game, and its interpretation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A node lacks its `;`.
    NoSemicolon,
    /// The file lacks its first `(`.
    NoBracket,
    /// The file ends before the game does, perhaps within this property, or the next game begins. More than the end may be
    /// missing.
    Cut(Option<String>),
    /// A text has a `]` without its backslash.
    Bracket {
        /// The beginning of the property, up to that bracket.
        written: String,
        /// The number of such texts.
        count: usize,
    },
    /// A property has a name that no version of the standard has, but its meaning is certain.
    Name {
        /// The name in the file.
        written: String,
        /// The name in the standard.
        read: String,
    },
    /// A property is given again, with another value.
    Twice {
        /// The first value.
        first: String,
        /// The other value.
        again: String,
    },
    /// Komi is not written as a number of points.
    Komi {
        /// The property.
        written: String,
        /// The komi in points.
        komi: Komi,
        /// The unit.
        unit: KomiUnit,
    },
    /// The handicap is not written as a number of stones.
    Handicap {
        /// The property.
        written: String,
        /// The number of stones.
        stones: u16,
    },
    /// `PL` does not name a player. This is the property, which is ignored.
    Player(String),
    /// Passes, or plays, are not written as in the standard.
    Turns {
        /// The first of these turns, as it is written.
        written: String,
        /// The meaning of this turn.
        turn: Turn,
        /// The number of such turns.
        count: usize,
    },
}

/// The unit of a komi in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiUnit {
    /// Points, as in the standard.
    Points,
    /// Points in words, or in a property that a publisher invented.
    Words,
    /// Hundredths of a point.
    Hundredths,
    /// Stones of two points each, as in Chinese counting.
    Stones,
}

/// A way to read the komi of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KomiReading {
    /// The komi in points.
    pub komi: Komi,
    /// The unit of the komi in the file.
    pub unit: KomiUnit,
    /// The property.
    pub written: String,
}

impl KomiReading {
    /// Returns the flaw of this reading, if the file does not write the komi as in the standard.
    pub fn flaw(&self) -> Option<Flaw> {
        let KomiReading { komi, unit, ref written } = *self;
        let is_usual = unit == KomiUnit::Points;
        (!is_usual).then(|| Flaw::Komi { written: written.clone(), komi, unit })
    }
}

/// Writes a sentence.
impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::NoSemicolon => f.write_str("The file lacks the `;` at the beginning of a node."),
            Flaw::NoBracket => f.write_str("The file lacks its first `(`."),
            Flaw::Cut(None) => f.write_str("The game lacks its last `)`: the end may be cut off."),
            Flaw::Cut(Some(property)) => {
                write!(f, "The file ends within `{property}`: the rest is cut off.")
            }
            Flaw::Bracket { written, count } => {
                let more = more(*count);
                write!(f, "In `{written}` a `]` lacks its `\\`; the text is read to its end{more}.")
            }
            Flaw::Name { written, read } => {
                write!(f, "The property `{written}` is read as `{read}`.")
            }
            Flaw::Twice { first, again } => {
                write!(f, "The file says `{first}`, and also `{again}`.")
            }
            Flaw::Komi { written, komi, unit } => {
                let how = match unit {
                    KomiUnit::Hundredths => " in hundredths",
                    KomiUnit::Stones => " in stones of 2 points",
                    KomiUnit::Points | KomiUnit::Words => "",
                };
                write!(f, "`{written}` is read as komi {komi}{how}.")
            }
            Flaw::Handicap { written, stones } => {
                let plural = if *stones == 1 { "" } else { "s" };
                write!(f, "`{written}` is read as a handicap of {stones} stone{plural}.")
            }
            Flaw::Player(written) => {
                write!(f, "`{written}` does not name a player, and is ignored.")
            }
            Flaw::Turns { written, turn, count } => {
                let read = turn.point().map_or("a pass".to_owned(), |point| point.to_string());
                write!(f, "`{written}` is read as {read}{}.", more(*count))
            }
        }
    }
}

/// Says how many times the same flaw occurs, unless it is once.
fn more(count: usize) -> String {
    match count {
        1 => String::new(),
        _ => format!(", and so on, {count} times"),
    }
}
