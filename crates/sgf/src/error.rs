use std::error::Error;
use std::fmt;
use superko_game::rules::{NotCarried, PRESETS, RulesError};
use superko_game::{KomiError, LARGEST, Size};

/// The reason why a text is not a game, and its place. Quoted text is shortened, and put on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfError {
    /// The position of the error, in bytes from the start.
    pub at: usize,
    /// The kind of error.
    pub problem: Problem,
    /// The property in question, as it is written; empty if none is.
    property: String,
}

/// The kind of error in a text. The message follows the property in question, if any.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The file cannot be read at all, for this reason.
    #[error("{0}")]
    File(String),
    /// The game has more nodes, properties or nested brackets than this number, the limit for each.
    #[error(
        "the game has more than {0} nodes or properties, and is read no further (`--max-nodes`)"
    )]
    TooManyNodes(usize),
    /// The line of play has more moves than this number, the limit.
    #[error(
        "the game has more than {0} moves, or positions set up, and is judged no further (`--max-moves`)"
    )]
    TooManyMoves(usize),
    /// No game begins in the text, which begins with these words.
    #[error("{}: a game begins with `(;`", instead_of_game(_0))]
    NoGame(String),
    /// A bracket opens, but no node follows.
    #[error("`()` has no node: `;` is missing")]
    NoNode,
    /// The text ends within a game, with this number of open brackets.
    #[error("`)` is missing at the end{}", times(*_0))]
    Unclosed(usize),
    /// A game begins within another one.
    #[error("`)` is missing before the next game")]
    GameInGame,
    /// A property of this name stands before the first node.
    #[error("`{0}` is not in a node: `;` is missing")]
    OutsideNode(String),
    /// A text, which begins with these words, belongs neither to a property, nor to a value, nor to the structure.
    #[error("`{0}` cannot stand outside a value")]
    Stray(String),
    /// A turn follows the end of a game and precedes the next one: the turn, and the text after it.
    #[error("`{0}` stands after the `)` at the end of the game, and belongs to none")]
    AfterGame(String),
    /// Text after a value, this one, belongs neither to the value nor to the structure. A `]` in the value may lack its
    /// backslash.
    #[error(
        "is followed by `{0}`, which cannot stand outside a value: does a `]` before it lack its `\\`?"
    )]
    Unescaped(String),
    /// A text contains this turn or game, so its `]` seems to be missing.
    #[error("has `{0}` in it: is the `]` missing before that?")]
    Swallows(String),
    /// The name of a property, this one, is not in capital letters.
    #[error(
        "`{0}` is not in capital letters, as the name of a property must be: `{capitals}`",
        capitals = _0.to_ascii_uppercase()
    )]
    SmallLetters(String),
    /// The property of this name has no value.
    #[error("`{0}` has no value: `[` is missing")]
    NoValue(String),
    /// The text ends within a value.
    #[error("does not end: `]` is missing")]
    UnclosedValue,
    /// A property that may have only one value has this number of values.
    #[error("has {0} values, not one")]
    SeveralValues(usize),
    /// A property of the whole game follows a turn.
    #[error("stands after a turn, but it applies to the whole game")]
    AfterTurn,
    /// A property of the whole game occurs twice with different values; this is the second one.
    #[error("is followed by `{0}`: it can be given only once")]
    Twice(String),
    /// One node has two turns; this is the second one.
    #[error("and `{0}` are in the same node: they need two")]
    TwoTurns(String),
    /// The game is not Go.
    #[error("is another game: `GM[1]` is Go")]
    OtherGame,
    /// Stones are set up in the middle of a game.
    #[error("sets up stones after a turn: a record of one game can do so only at its start")]
    SetUp,
    /// Stones are set up without a liberty.
    #[error("sets up a chain of stones without a liberty")]
    NoLiberty,
    /// The value is not a board size.
    #[error("is not a size of 1 to 25 columns and rows, such as `SZ[9]` or `SZ[5:4]`")]
    Size,
    /// The board is larger than the largest that can be judged.
    #[error(
        "is a board of {columns} columns and {rows} rows, too large to be judged: at most {LARGEST} of each can be; \
         the game has {turns} move{}",
        if *turns == 1 { "" } else { "s" },
    )]
    TooLarge {
        /// The number of columns.
        columns: u8,
        /// The number of rows.
        rows: u8,
        /// The number of turns of the game.
        turns: usize,
    },
    /// The rules are unknown.
    #[error(
        "does not name any of the known rules, which are {}: choose the rules to judge by (`--rules`)",
        PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ")
    )]
    Rules(#[source] RulesError),
    /// A part of the rules, this one, is not supported.
    #[error("is not supported: {0}")]
    Unsupported(NotCarried),
    /// The value is not a komi.
    #[error("{0}")]
    Komi(#[source] KomiError),
    /// The players' agreement cannot be parsed, for this reason.
    #[error("{0}")]
    Settlement(String),
    /// Stones or marks are at points that are not on this board.
    #[error("is neither a point of a {0} board nor a rectangle of points such as `aa:cc`")]
    Points(Size),
    /// A turn is neither a point of the board nor a pass.
    #[error("is neither a point of a {size} board nor a pass, which is `[]`")]
    Turn {
        /// The number of the turn, from 1.
        number: usize,
        /// The board.
        size: Size,
    },
}

/// Says which text is in the place of a game.
fn instead_of_game(text: &str) -> String {
    if text.is_empty() { "the text is empty".to_owned() } else { format!("`{text}` is not a game") }
}

/// Says how many times something is missing, unless it is once.
fn times(count: usize) -> String {
    if count == 1 { String::new() } else { format!(", {count} times") }
}

impl SgfError {
    /// Makes the error for a problem at a byte of the text.
    pub fn new(at: usize, problem: Problem) -> SgfError {
        SgfError { at, problem, property: String::new() }
    }

    /// Makes the error for a file that cannot be read at all.
    pub fn of_file(message: impl Into<String>) -> SgfError {
        SgfError::new(0, Problem::File(message.into()))
    }

    /// Returns the unfinished property at the end of the text.
    pub(super) fn unclosed(&self) -> Option<String> {
        (self.problem == Problem::UnclosedValue).then(|| self.property.clone())
    }

    /// Makes the error for a problem in a property, such as `SZ[0]`.
    pub fn of_property(at: usize, property: String, problem: Problem) -> SgfError {
        SgfError { at, problem, property }
    }
}

/// Returns the beginning of a text, on one line.
pub(super) fn start(text: &str) -> String {
    text.chars().take(20).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SgfError { at, property, problem } = self;
        if !matches!(problem, Problem::File(_) | Problem::TooManyMoves(_)) {
            write!(f, "SGF, byte {at}: ")?;
        }
        match problem {
            _ if property.is_empty() => write!(f, "{problem}"),
            Problem::Komi(_) | Problem::Settlement(_) => write!(f, "`{property}`: {problem}"),
            Problem::Turn { number, .. } => write!(f, "turn {number}: `{property}` {problem}"),
            _ => write!(f, "`{property}` {problem}"),
        }
    }
}

impl Error for SgfError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.problem.source()
    }
}
