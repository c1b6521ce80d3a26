//! Facts that JSON has in words: typed during a run, a text when they are read back.

use super::Unmet;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use superko_game::Size;

/// The words before the reason why something was not tested.
const NOT_TESTED: &str = "not tested: ";

/// Whether an engine that shows its hash distinguishes positions with the same hash.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Exactness {
    /// The engine distinguishes two positions with the same hash.
    Exact {
        /// The size of the board.
        size: Size,
        /// The length of the hash.
        bits: usize,
    },
    /// The engine treats two different positions as equal.
    Deviates {
        /// The size of the board.
        size: Size,
        /// The length of the hash, if the positions were made from its keys.
        bits: Option<usize>,
    },
    /// The engine was not tested, for this reason.
    NotTested(String),
    /// The text, as read from JSON.
    Text(String),
}

impl fmt::Display for Exactness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exactness::Exact { size, bits } => write!(
                f,
                "exact: on {size} it distinguishes two positions with the same {bits}-bit hash"
            ),
            Exactness::Deviates { size, bits: Some(bits) } => write!(
                f,
                "deviates: on {size} it treats two positions with the same {bits}-bit hash as equal"
            ),
            Exactness::Deviates { size, bits: None } => {
                write!(f, "deviates: on {size} it treats two different positions as equal")
            }
            Exactness::NotTested(why) => write!(f, "{NOT_TESTED}{why}"),
            Exactness::Text(text) => f.write_str(text),
        }
    }
}

/// The length of the engine's history, tested by long games.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Capacity {
    /// The games, the shortest first.
    Games(Vec<LongGame>),
    /// The text, as read from JSON.
    Text(String),
}

impl fmt::Display for Capacity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Capacity::Games(games) => {
                let games: Vec<String> = games.iter().map(LongGame::to_string).collect();
                f.write_str(&games.join("; "))
            }
            Capacity::Text(text) => f.write_str(text),
        }
    }
}

/// A game that ends with a play that repeats a position.
#[derive(Clone, Debug)]
pub struct LongGame {
    /// The number of turns before the position comes again.
    pub turns: usize,
    /// The size of the board, or `None` if none is large enough.
    pub size: Option<Size>,
    /// The outcome of the last turn.
    pub outcome: Remembered,
}

impl fmt::Display for LongGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "over {} turns", self.turns)?;
        if let Some(size) = self.size {
            write!(f, " on {size}")?;
        }
        write!(f, ": {}", self.outcome)
    }
}

/// Whether an engine remembers a position over many turns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remembered {
    /// The repetition is refused.
    Yes,
    /// The repetition is accepted.
    No,
    /// The repetition is called illegal when asked, but accepted when played.
    OnlyWhenAsked,
    /// The repetition is accepted, as the engine declares.
    Declared,
    /// The repetition is legal under the rules in force.
    NotForbidden,
    /// The number of a legal turn that is refused.
    Refuses(usize),
    /// No board of the run is large enough.
    NoBoard,
    /// The engine was not tested, for this reason.
    NotTested(&'static str),
    /// The number of turns after which a game ends, as the engine declares.
    EndsAfter(usize),
    /// The turn at which the engine failed, and the fault.
    Failed(usize, String),
    /// The fault when the engine was started.
    NotAsked(String),
}

impl fmt::Display for Remembered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remembered::Yes => f.write_str("remembered"),
            Remembered::No => f.write_str("forgotten"),
            Remembered::OnlyWhenAsked => {
                f.write_str("called illegal when asked, but accepted when played")
            }
            Remembered::Declared => f.write_str("accepted, as its declared conventions allow"),
            Remembered::NotForbidden => f.write_str("no rule in force forbids the last turn"),
            Remembered::Refuses(turn) => write!(f, "turn {turn} is refused, although it is legal"),
            Remembered::NoBoard => f.write_str("no board of this run is large enough"),
            Remembered::NotTested(why) => write!(f, "not tested: {why}"),
            Remembered::EndsAfter(cap) => {
                write!(f, "not tested: it declares that a game ends after {cap} turns")
            }
            Remembered::Failed(turn, fault) => write!(f, "it failed at turn {turn}: {fault}"),
            Remembered::NotAsked(fault) => write!(f, "the engine could not be asked: {fault}"),
        }
    }
}

/// Reads any text.
impl FromStr for Exactness {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Exactness, Infallible> {
        let untested = text.strip_prefix(NOT_TESTED);
        let read = untested.map(|why| Exactness::NotTested(why.to_owned()));
        Ok(read.unwrap_or_else(|| Exactness::Text(text.to_owned())))
    }
}

/// Reads any text.
macro_rules! read_as_text {
    ($($fact:ident,)+) => {
        $(
            impl FromStr for $fact {
                type Err = Infallible;

                fn from_str(text: &str) -> Result<$fact, Infallible> {
                    Ok($fact::Text(text.to_owned()))
                }
            }
        )+
    };
}

/// Compares by text: a fact that was read back equals the one that was written.
macro_rules! equal_as_text {
    ($($fact:ident,)+) => {
        $(
            impl PartialEq for $fact {
                fn eq(&self, other: &$fact) -> bool {
                    self.to_string() == other.to_string()
                }
            }

            impl Eq for $fact {}
        )+
    };
}

read_as_text!(Capacity, Unmet,);
equal_as_text!(Exactness, Capacity, Unmet,);
#[cfg(feature = "serde")]
superko_game::by_text!(Exactness, Capacity, Unmet,);
