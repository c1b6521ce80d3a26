use crate::game::{KomiError, LARGEST, Size};
use crate::rules::{NotCarried, PRESETS, RulesError};
use std::fmt;

/// Why a text is not a game, and where. Quoted text is cut short, and put on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SgfError {
    /// The position of the error, in bytes from the start.
    pub at: usize,
    /// The kind of error.
    pub problem: Problem,
    /// The property that it is about, as it is written; empty if it is about none.
    property: String,
}

/// The kind of error in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The file cannot be read at all.
    File {
        /// Why.
        message: String,
    },
    /// The game has more nodes, properties or brackets within each other than are read.
    TooManyNodes {
        /// The most of each that are read.
        most: usize,
    },
    /// The line of play has more moves than are judged.
    TooManyMoves {
        /// The most that are judged.
        most: usize,
    },
    /// No game begins in the text.
    NoGame {
        /// The beginning of the text.
        text: String,
    },
    /// A bracket opens, but no node follows.
    NoNode,
    /// The text ends within a game.
    Unclosed {
        /// The number of open brackets.
        open: usize,
    },
    /// A game begins within another one.
    GameInGame,
    /// There is a property before the first node.
    OutsideNode {
        /// The name of the property.
        name: String,
    },
    /// There is a text that is neither part of a property, nor of a value, nor of the structure.
    Stray {
        /// Its beginning.
        text: String,
    },
    /// A turn stands after the end of a game, and before the next one.
    AfterGame {
        /// The turn, and what follows it.
        text: String,
    },
    /// What stands after a text can be neither part of it nor of the structure; a `]` in it may lack its backslash.
    Unescaped {
        /// The beginning of what stands after it.
        rest: String,
    },
    /// A text has a turn or a game in it, so that its `]` seems to be missing.
    Swallows {
        /// The turn or the game.
        text: String,
    },
    /// The name of a property has no capital letters.
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
    UnclosedValue,
    /// A property that may have one value has several.
    SeveralValues {
        /// How many values it has.
        count: usize,
    },
    /// There is a property of the whole game after a turn.
    AfterTurn,
    /// A property of the whole game occurs twice, with two values.
    Twice {
        /// The second value.
        again: String,
    },
    /// There are two turns in one node.
    TwoTurns {
        /// The second turn.
        again: String,
    },
    /// The game is not Go.
    OtherGame,
    /// Stones are set up in the middle of a game.
    SetUp,
    /// Stones are set up without a liberty.
    NoLiberty,
    /// The value is not a board size.
    Size,
    /// The board is larger than the largest that can be judged.
    TooLarge {
        /// Its columns.
        columns: u8,
        /// Its rows.
        rows: u8,
        /// How many turns the game has.
        turns: usize,
    },
    /// The rules are unknown.
    Rules {
        /// The error in the rules.
        source: RulesError,
    },
    /// The rules have a part that is not supported.
    Unsupported {
        /// The part.
        what: NotCarried,
    },
    /// The value is not a komi.
    Komi {
        /// The error in the komi.
        source: KomiError,
    },
    /// The players' agreement is not understood.
    Settlement {
        /// The reason.
        why: String,
    },
    /// Stones or marks are at points that are not on the board.
    Points {
        /// The board.
        size: Size,
    },
    /// A turn is neither a point of the board nor a pass.
    Turn {
        /// The number of the turn, from 1.
        number: usize,
        /// The board.
        size: Size,
    },
}

impl SgfError {
    pub(crate) fn new(at: usize, problem: Problem) -> SgfError {
        SgfError { at, problem, property: String::new() }
    }

    /// Makes the error for a file that cannot be read at all.
    pub fn of_file(message: impl Into<String>) -> SgfError {
        SgfError::new(0, Problem::File { message: message.into() })
    }

    /// Returns the property within which the text ends.
    pub(super) fn unclosed(&self) -> Option<String> {
        (self.problem == Problem::UnclosedValue).then(|| self.property.clone())
    }

    pub(super) fn of_property(at: usize, property: String, problem: Problem) -> SgfError {
        SgfError { at, problem, property }
    }
}

/// The beginning of a text, on one line.
pub(super) fn start(text: &str) -> String {
    text.chars().take(20).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SgfError { at, property, problem } = self;
        if !matches!(problem, Problem::File { .. } | Problem::TooManyMoves { .. }) {
            write!(f, "SGF, byte {at}: ")?;
        }
        match problem {
            Problem::File { message } => f.write_str(message),
            Problem::TooManyNodes { most } => write!(
                f,
                "the game has more than {most} nodes or properties, and is read no further (`--max-nodes`)"
            ),
            Problem::TooManyMoves { most } => write!(
                f,
                "the game has more than {most} moves, or positions set up, and is judged no further (`--max-moves`)"
            ),
            Problem::NoGame { text } if text.is_empty() => {
                f.write_str("the text is empty: a game begins with `(;`")
            }
            Problem::NoGame { text } => {
                write!(f, "`{text}` is not a game: a game begins with `(;`")
            }
            Problem::NoNode => f.write_str("`()` has no node: `;` is missing"),
            Problem::Unclosed { open: 1 } => f.write_str("`)` is missing at the end"),
            Problem::Unclosed { open } => write!(f, "`)` is missing at the end, {open} times"),
            Problem::GameInGame => f.write_str("`)` is missing before the next game"),
            Problem::OutsideNode { name } => write!(f, "`{name}` is not in a node: `;` is missing"),
            Problem::Stray { text } => write!(f, "`{text}` cannot stand outside a value"),
            Problem::AfterGame { text } => {
                write!(
                    f,
                    "`{text}` stands after the `)` at the end of the game, and belongs to none"
                )
            }
            Problem::Unescaped { rest } => write!(
                f,
                "`{property}` is followed by `{rest}`, which cannot stand outside a value: does a `]` before it lack its `\\`?"
            ),
            Problem::Swallows { text } => {
                write!(f, "`{property}` has `{text}` in it: is the `]` missing before that?")
            }
            Problem::SmallLetters { name } => {
                let capitals = name.to_ascii_uppercase();
                write!(
                    f,
                    "`{name}` is not in capital letters, as the name of a property must be: `{capitals}`"
                )
            }
            Problem::NoValue { name } => write!(f, "`{name}` has no value: `[` is missing"),
            Problem::UnclosedValue => write!(f, "`{property}` does not end: `]` is missing"),
            Problem::SeveralValues { count } => {
                write!(f, "`{property}` has {count} values, not one")
            }
            Problem::AfterTurn => {
                write!(f, "`{property}` stands after a turn, but it applies to the whole game")
            }
            Problem::Twice { again } => {
                write!(f, "`{property}` is followed by `{again}`: it can be given only once")
            }
            Problem::TwoTurns { again } => {
                write!(f, "`{property}` and `{again}` are in the same node: they need two")
            }
            Problem::OtherGame => write!(f, "`{property}` is another game: `GM[1]` is Go"),
            Problem::SetUp => write!(
                f,
                "`{property}` sets up stones after a turn: a record of one game can do so only at its start"
            ),
            Problem::NoLiberty => {
                let what = if property.is_empty() { "AB, AW or AE" } else { property };
                write!(f, "`{what}` sets up a chain of stones without a liberty")
            }
            Problem::Size => write!(
                f,
                "`{property}` is not a size of 1 to 25 columns and rows, such as `SZ[9]` or `SZ[5:4]`"
            ),
            Problem::TooLarge { columns, rows, turns } => {
                let moves = if *turns == 1 { "move" } else { "moves" };
                write!(
                    f,
                    "`{property}` is a board of {columns} columns and {rows} rows, too large to be judged: at most \
                     {LARGEST} of each can be; the game has {turns} {moves}"
                )
            }
            Problem::Unsupported { what } => write!(f, "`{property}` is not supported: {what}"),
            Problem::Rules { .. } => {
                let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
                write!(
                    f,
                    "`{property}` does not name any of the known rules, which are {}: choose the rules to judge by \
                     (`--rules`)",
                    names.join(", ")
                )
            }
            Problem::Komi { source } => write!(f, "`{property}`: {source}"),
            Problem::Settlement { why } => write!(f, "`GC`: {why}"),
            Problem::Points { size } => write!(
                f,
                "`{property}` is neither a point of a {size} board nor a rectangle of points such as `aa:cc`"
            ),
            Problem::Turn { number, size } => write!(
                f,
                "turn {number}: `{property}` is neither a point of a {size} board nor a pass, which is `[]`"
            ),
        }
    }
}

impl std::error::Error for SgfError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            Problem::Rules { source } => Some(source),
            Problem::Komi { source } => Some(source),
            _ => None,
        }
    }
}
