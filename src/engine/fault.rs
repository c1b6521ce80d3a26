use std::fmt;
use std::time::Duration;

/// What kept an engine from answering.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// It does not play this size or these rules, and said so.
    Unsupported {
        /// What it was asked to play, and what it said.
        what: String,
    },
    /// No answer within the time.
    Timeout {
        /// What it was asked.
        command: String,
        /// How long it had.
        limit: Duration,
        /// The end of its standard error.
        stderr: String,
    },
    /// It ended.
    Exit {
        /// What it was asked.
        command: String,
        /// How it ended.
        status: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// It answered, but not as the protocol has it.
    Protocol {
        /// What it was asked.
        command: String,
        /// What is wrong with the answer.
        what: String,
    },
    /// It could not be started.
    Start {
        /// The command line.
        command: String,
        /// Why not.
        what: String,
    },
    /// It panicked.
    Panic {
        /// The message.
        message: String,
    },
}

impl Fault {
    /// A word for the kind of fault, as reports use it.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Unsupported { .. } => "unsupported",
            Fault::Timeout { .. } => "timeout",
            Fault::Exit { .. } => "exit",
            Fault::Protocol { .. } => "protocol",
            Fault::Start { .. } => "start",
            Fault::Panic { .. } => "panic",
        }
    }

    /// What the engine was asked when it happened, as far as that is known.
    pub fn command(&self) -> Option<&str> {
        match self {
            Fault::Timeout { command, .. }
            | Fault::Exit { command, .. }
            | Fault::Protocol { command, .. }
            | Fault::Start { command, .. } => Some(command),
            Fault::Unsupported { .. } | Fault::Panic { .. } => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tail = |f: &mut fmt::Formatter<'_>, stderr: &str| {
            if stderr.is_empty() { Ok(()) } else { write!(f, "; standard error ends: {stderr}") }
        };
        match self {
            Fault::Unsupported { what } => f.write_str(what),
            Fault::Timeout { command, limit, stderr } => {
                write!(f, "no answer to `{command}` within {} s", limit.as_secs_f64())?;
                tail(f, stderr)
            }
            Fault::Exit { command, status, stderr } => {
                write!(f, "the engine ended ({status}) when asked `{command}`")?;
                tail(f, stderr)
            }
            Fault::Protocol { command, what } => write!(f, "`{command}`: {what}"),
            Fault::Start { command, what } => write!(f, "cannot start `{command}`: {what}"),
            Fault::Panic { message } => write!(f, "the engine panicked: {message}"),
        }
    }
}

impl std::error::Error for Fault {}
