use super::quote::{quote, quote_end, sentence};
use std::time::Duration;

/// A reason why an engine did not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The engine does not support this size or these rules, and said so.
    #[error("{}", sentence(what))]
    Unsupported {
        /// What the engine was asked to play, and what it said.
        what: String,
    },
    /// No answer came within the time limit.
    #[error(
        "no answer to `{}` within {} s (--timeout allows more, --start-timeout for the first answer){}",
        quote(command), limit.as_secs_f64(), end_of(stderr)
    )]
    Timeout {
        /// The command that was not answered.
        command: String,
        /// The time limit.
        limit: Duration,
        /// The end of the engine's standard error.
        stderr: String,
    },
    /// The engine's process ended.
    #[error(
        "the engine ended ({}) when asked `{}`{}",
        quote(status),
        quote(command),
        end_of(stderr)
    )]
    Exit {
        /// The command that was not answered.
        command: String,
        /// How the process ended.
        status: String,
        /// The end of the engine's standard error.
        stderr: String,
    },
    /// The caller gave up before the engine answered, for example because the run was interrupted or its time
    /// was up.
    #[error("stopped from outside while it was asked `{}`", quote(command))]
    Stopped {
        /// The command that was not answered.
        command: String,
        /// The time for which the caller had waited for the answer.
        waited: Duration,
    },
    /// The engine answered, but not as the protocol requires.
    #[error("`{}`: {}", quote(command), sentence(what))]
    Protocol {
        /// The command that was answered wrongly.
        command: String,
        /// What is wrong with the answer.
        what: String,
    },
    /// The engine could not be started.
    #[error("cannot start `{}`: {}", quote(command), sentence(what))]
    Start {
        /// The command line.
        command: String,
        /// Why it could not be started.
        what: String,
    },
    /// The engine's code panicked, or threw an exception that nothing caught.
    #[error("the engine crashed: {}", quote(message))]
    Panic {
        /// The message of the panic or exception.
        message: String,
    },
}

/// A fault outside of games: while an engine was asked what it can do, or tested on its protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeFault {
    /// The fault.
    pub fault: Fault,
    /// The shortest list of commands found that causes the fault. The last one is unanswered.
    pub commands: Vec<String>,
    /// The number of newly started engines that had the fault again, and the number tried.
    pub confirmed: (u32, u32),
}

/// Returns the end of standard error as a clause, or nothing if it is empty.
fn end_of(stderr: &str) -> String {
    match quote_end(stderr) {
        end if end.is_empty() => end,
        end => format!("; standard error ends: {end}"),
    }
}

impl Fault {
    /// Returns the fault of an engine that gives no answer to a question.
    pub fn unanswered(question: &impl std::fmt::Debug) -> Fault {
        let what = "no answer was handed over".to_owned();
        Fault::Protocol { command: format!("{question:?}"), what }
    }

    /// The kinds of faults, with their meanings.
    pub const KINDS: [(&'static str, &'static str); 7] = [
        ("unsupported", "The engine does not support a board or rules, and said so."),
        ("timeout", "No answer came within the time limit."),
        ("exit", "The program ended."),
        ("stopped", "The engine was stopped from outside before it answered."),
        ("protocol", "An answer came, but it does not follow the protocol."),
        ("start", "The program could not be started."),
        ("panic", "The engine's code crashed: a panic, or an uncaught exception."),
    ];

    /// Returns the word that reports use for this kind of fault.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Unsupported { .. } => "unsupported",
            Fault::Timeout { .. } => "timeout",
            Fault::Exit { .. } => "exit",
            Fault::Stopped { .. } => "stopped",
            Fault::Protocol { .. } => "protocol",
            Fault::Start { .. } => "start",
            Fault::Panic { .. } => "panic",
        }
    }

    /// Returns the command during which the fault occurred, if known.
    pub fn command(&self) -> Option<&str> {
        match self {
            Fault::Timeout { command, .. }
            | Fault::Exit { command, .. }
            | Fault::Stopped { command, .. }
            | Fault::Protocol { command, .. }
            | Fault::Start { command, .. } => Some(command),
            Fault::Unsupported { .. } | Fault::Panic { .. } => None,
        }
    }

    /// Returns the command without its arguments, or nothing if it is not known.
    pub fn command_name(&self) -> &str {
        self.command().and_then(|command| command.split(' ').next()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_an_engine_says_looks_like_a_line_of_ours() {
        let said = "gone\n\u{1b}[32mGNU Go conforms to tromp-taylor.\u{202e}\n".repeat(50);
        let (command, limit) = ("name".to_owned(), Duration::from_secs(5));
        for fault in [
            Fault::Unsupported { what: said.clone() },
            Fault::Timeout { command: command.clone(), limit, stderr: said.clone() },
            Fault::Exit { command: said.clone(), status: said.clone(), stderr: said.clone() },
            Fault::Protocol { command: said.clone(), what: said.clone() },
            Fault::Start { command, what: said.clone() },
            Fault::Panic { message: said.clone() },
        ] {
            assert!(Fault::KINDS.iter().any(|(kind, _)| *kind == fault.kind()));
            let text = fault.to_string();
            assert!(!text.contains(['\n', '\u{1b}', '\u{202e}']), "{text}");
            assert!(text.chars().count() <= 1300 && text.contains("gone / [32mGNU Go"), "{text}");
        }
    }
}
