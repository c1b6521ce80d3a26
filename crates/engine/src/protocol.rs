use super::ProbeFault;
use super::quote::{quote, sentence};
use std::fmt;
use std::str::FromStr;

/// The id of the protocol test that fails if a game has an effect on the next one.
pub const CLEAR_BOARD: &str = "clear-board";

/// The result of one protocol test of an engine, independent of the rules of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolCase {
    /// The name of the test, such as `boardsize`.
    pub id: &'static str,
    /// The outcome of the test.
    pub outcome: ProtocolOutcome,
}

/// The results of all protocol tests of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolResult {
    /// The tests, in a fixed order.
    pub cases: Vec<ProtocolCase>,
    /// The crashes and hangs during the tests that are also faults of the engine.
    pub faults: Vec<ProbeFault>,
}

/// The outcome of a protocol test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtocolOutcome {
    /// The engine follows the protocol.
    Ok,
    /// The engine breaks the protocol. The text says what was asked, what was answered, and what the protocol demands.
    Failed(String),
    /// The test does not apply, for this reason.
    NotApplicable(String),
}

/// Writes `ok`, or one line such as `failed: ...` or `not applicable: ...`.
impl fmt::Display for ProtocolOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProtocolOutcome::Ok => f.write_str("ok"),
            ProtocolOutcome::Failed(what) => write!(f, "failed: {}", sentence(what)),
            ProtocolOutcome::NotApplicable(why) => write!(f, "not applicable: {}", sentence(why)),
        }
    }
}

/// Parses what `Display` writes.
impl FromStr for ProtocolOutcome {
    type Err = String;

    fn from_str(text: &str) -> Result<ProtocolOutcome, String> {
        match text.split_once(": ") {
            None if text == "ok" => Ok(ProtocolOutcome::Ok),
            Some(("failed", what)) => Ok(ProtocolOutcome::Failed(what.to_owned())),
            Some(("not applicable", why)) => Ok(ProtocolOutcome::NotApplicable(why.to_owned())),
            _ => Err(format!("`{}` is not the outcome of a protocol test", quote(text))),
        }
    }
}

impl ProtocolOutcome {
    /// Whether the engine breaks the protocol.
    pub fn is_failure(&self) -> bool {
        matches!(self, ProtocolOutcome::Failed(_))
    }
}
