//! Events, checks, boards and answers that were demanded of a run and not observed.

use super::Report;
use std::fmt;
use std::time::Duration;
use superko_engine::check::Check;
use superko_engine::quote;
use superko_engine::referee::{Event, Form};
use superko_game::Size;

/// Something that was demanded of a run and not observed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Unmet {
    /// An event of the fixed suite.
    Event(UnmetEvent),
    /// A check.
    Check(Check),
    /// A board that the engine does not support.
    Board(Size),
    /// The knowledge of illegal turns, for an engine that accepts every turn.
    KnownRefusals,
    /// The tests of the protocol.
    ProtocolTests,
    /// The answer to the command that was pending when the run was stopped.
    Answer {
        /// The command.
        command: String,
        /// The time since the command was sent.
        waited: Duration,
    },
    /// The text, as read from JSON.
    Text(String),
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unmet::Event(event) => write!(f, "{event}"),
            Unmet::Check(check) => write!(f, "check {check}"),
            Unmet::Board(size) => write!(f, "board {size}"),
            Unmet::KnownRefusals => {
                f.write_str("which turns it knows to be illegal: it accepts all")
            }
            Unmet::ProtocolTests => {
                f.write_str("the tests of the protocol, because the run ended before that")
            }
            Unmet::Answer { command, waited } => {
                let (command, seconds) = (quote(command), waited.as_secs_f64());
                write!(
                    f,
                    "an answer to `{command}`: none for {seconds:.1} s when the run was stopped"
                )
            }
            Unmet::Text(text) => f.write_str(text),
        }
    }
}

/// An event, or one form of it, that was observed less often than demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnmetEvent {
    event: Event,
    /// The form that was never observed, or `None` if the event was observed too seldom.
    form: Option<Form>,
    observed: u64,
    demanded: u64,
}

impl UnmetEvent {
    /// Returns the id for a file of known failures, such as `unmet.repeat-cycle-2` or
    /// `unmet.repeat-cycle-2.capture.no-pass`.
    pub(crate) fn id(self) -> String {
        let form = self.form.map(|form| format!(".{form}")).unwrap_or_default();
        format!("{}{}{form}", UnmetEvent::PREFIX, self.event)
    }

    /// The beginning of every id.
    pub(super) const PREFIX: &str = "unmet.";
}

/// Writes the event for people: `repeat-cycle-2 (3 of 5 times)`, `repeat-cycle-2 as capture.no-pass`.
impl fmt::Display for UnmetEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnmetEvent { event, form, observed, demanded } = self;
        match (form, observed) {
            (Some(form), _) => write!(f, "{event} as {form}"),
            (None, 0) => write!(f, "{event}"),
            (None, observed) => write!(f, "{event} ({observed} of {demanded} times)"),
        }
    }
}

impl Report {
    /// Returns the events, and the forms of events, that were observed less often than demanded.
    pub fn unmet_events(&self) -> impl Iterator<Item = UnmetEvent> {
        let events = self.demanded.iter().filter_map(|(&event, &demanded)| {
            let observed = self.events.get(&event).copied().unwrap_or_default();
            (observed < demanded).then_some(UnmetEvent { event, form: None, observed, demanded })
        });
        let forms = self.forms.iter().flat_map(|(&event, forms)| {
            let unreached = forms.iter().filter(|(_, count)| **count == 0);
            unreached.filter_map(move |(form, _)| {
                let form = Some(form.parse().ok()?);
                Some(UnmetEvent { event, form, observed: 0, demanded: 1 })
            })
        });
        events.chain(forms)
    }
}
