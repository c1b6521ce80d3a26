use super::quote::sentence;
use std::fmt;

/// How an engine does in one case of the protocol that it is spoken to by, apart from the rules of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolCase {
    /// The name of the case, such as `boardsize`.
    pub id: &'static str,
    /// How it does.
    pub outcome: ProtocolOutcome,
}

/// How an engine does in a case of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtocolOutcome {
    /// As the protocol has it.
    Ok,
    /// Otherwise: what was asked, what was answered, what the protocol demands.
    Failed(String),
    /// The case does not arise, for this reason.
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
