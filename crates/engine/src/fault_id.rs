use super::fault::Fault;
use std::fmt;

/// The identity of a fault: its kind, the first word of the command, and how the engine ended or where it
/// panicked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FaultId {
    kind: String,
    command: Option<String>,
    detail: Option<String>,
}

impl FaultId {
    /// Returns the id of a fault.
    pub fn of(fault: &Fault) -> FaultId {
        // Boards in Rust name a question as `the position`, boards in JavaScript as `play("B", null)`.
        let words = fault.command().map(|command| command.strip_prefix("the ").unwrap_or(command));
        let ends = |c: char| c.is_whitespace() || c == '(';
        let command = words.and_then(|words| words.split(ends).find(|word| !word.is_empty()));
        let detail = match fault {
            Fault::Exit { status, .. } => Some(status.clone()),
            // The text may vary from game to game; the place in the source does not.
            Fault::Panic { message } => {
                Some(message.rsplit(" at ").next().unwrap_or_default().to_owned())
            }
            _ => None,
        };
        FaultId { kind: fault.kind().to_owned(), command: command.map(str::to_owned), detail }
    }

    /// Returns the id that faults of this kind share if they do not occur again in the same game.
    #[must_use]
    pub fn at_random(self) -> FaultId {
        FaultId { command: None, detail: None, ..self }
    }
}

impl fmt::Display for FaultId {
    /// Writes an id such as `fault.exit.play`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fault.{}", self.kind)?;
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '-' };
        match &self.command {
            Some(command) => write!(f, ".{}", command.chars().map(plain).collect::<String>()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_the_first_word_of_the_command() {
        for (command, id) in [
            ("play b A1", "fault.protocol.play"),
            ("the position", "fault.protocol.position"),
            ("play(\"B\", null)", "fault.protocol.play"),
            ("board()", "fault.protocol.board"),
            ("", "fault.protocol"),
        ] {
            let fault =
                Fault::Protocol { command: command.to_owned(), what: "no answer".to_owned() };
            assert_eq!(FaultId::of(&fault).to_string(), id);
        }
    }
}
