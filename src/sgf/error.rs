use crate::game::Size;
use crate::rules::{PRESETS, RulesError};
use std::fmt;

/// A text that is no game from the empty board. What is quoted of it is cut short, and on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SgfError {
    /// No game begins in the text.
    NoGame {
        /// The beginning of the text.
        text: String,
    },
    /// A bracket opens, but no node follows.
    NoNode,
    /// The text ends within a game.
    Unclosed {
        /// How many brackets are open.
        open: usize,
    },
    /// A property before the first node.
    OutsideNode {
        /// The name of the property.
        name: String,
    },
    /// A character that is neither of a property, nor of a value, nor of the structure.
    Stray {
        /// The character.
        character: char,
    },
    /// The name of a property has no capitals.
    SmallLetters {
        /// The name.
        name: String,
    },
    /// A property has no value.
    NoValue {
        /// The name of the property.
        name: String,
    },
    /// The text ends within a value.
    UnclosedValue {
        /// The property, up to where the value begins.
        property: String,
    },
    /// A property that has one value has several.
    SeveralValues {
        /// The property.
        property: String,
        /// How many values it has.
        count: usize,
    },
    /// A property of the whole game after a turn.
    AfterTurn {
        /// The property.
        property: String,
    },
    /// A property of the whole game that is there twice.
    Twice {
        /// The first.
        property: String,
        /// The second.
        again: String,
    },
    /// Two turns in one node.
    TwoTurns {
        /// The first.
        property: String,
        /// The second.
        again: String,
    },
    /// Another game than Go.
    OtherGame {
        /// The property that says so.
        property: String,
    },
    /// Stones that are set up.
    SetUp {
        /// The property that does.
        property: String,
    },
    /// A size that no board has.
    Size {
        /// The property that names it.
        property: String,
    },
    /// Rules that are not known.
    Rules {
        /// The property that names them.
        property: String,
        /// Why they are no rules.
        source: RulesError,
    },
    /// A turn that is neither a point of the board nor a pass.
    Turn {
        /// Its number, from 1 on.
        number: usize,
        /// The property that names it.
        property: String,
        /// The board.
        size: Size,
    },
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SGF: ")?;
        match self {
            SgfError::NoGame { text } if text.is_empty() => {
                f.write_str("the text is empty: a game begins with `(;`")
            }
            SgfError::NoGame { text } => write!(f, "`{text}` is no game: a game begins with `(;`"),
            SgfError::NoNode => f.write_str("`()` has no node: `;` is missing"),
            SgfError::Unclosed { open: 1 } => f.write_str("`)` is missing at the end"),
            SgfError::Unclosed { open } => write!(f, "`)` is missing at the end, {open} times"),
            SgfError::OutsideNode { name } => write!(f, "`{name}` is in no node: `;` is missing"),
            SgfError::Stray { character } => {
                write!(f, "`{character}` is no part of a game outside values")
            }
            SgfError::SmallLetters { name } => {
                let capitals = name.to_ascii_uppercase();
                write!(f, "`{name}` has no capitals, as the name of a property has: `{capitals}`")
            }
            SgfError::NoValue { name } => write!(f, "`{name}` has no value: `[` is missing"),
            SgfError::UnclosedValue { property } => {
                write!(f, "`{property}` does not end: `]` is missing")
            }
            SgfError::SeveralValues { property, count } => {
                write!(f, "`{property}` has {count} values, not one")
            }
            SgfError::AfterTurn { property } => {
                write!(f, "`{property}` stands after a turn: it is of the whole game")
            }
            SgfError::Twice { property, again } => {
                write!(f, "`{property}` is followed by `{again}`: it is said once")
            }
            SgfError::TwoTurns { property, again } => {
                write!(f, "`{property}` and `{again}` are in one node, not two")
            }
            SgfError::OtherGame { property } => {
                write!(f, "`{property}` is another game: `GM[1]` is Go")
            }
            SgfError::SetUp { property } => {
                write!(f, "`{property}` sets up a position: a record begins on the empty board")
            }
            SgfError::Size { property } => write!(
                f,
                "`{property}` is no size of 1 to 25 columns and rows, such as `SZ[9]` or `SZ[5:4]`"
            ),
            SgfError::Rules { property, .. } => {
                let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
                write!(
                    f,
                    "`{property}` names none of the rules known here, which are {}: say which of them to judge by \
                     (`--rules`)",
                    names.join(", ")
                )
            }
            SgfError::Turn { number, property, size } => write!(
                f,
                "turn {number}: `{property}` is no point of a {size} board, nor a pass, which is `[]`"
            ),
        }
    }
}

impl std::error::Error for SgfError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SgfError::Rules { source, .. } => Some(source),
            _ => None,
        }
    }
}
