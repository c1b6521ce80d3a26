//! Events of the fixed suite that were observed less often than demanded.

use super::Report;
use crate::referee::{Event, Form};
use std::fmt;

/// An event, or one form of it, that was observed less often than demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unmet {
    event: Event,
    /// The form that was never observed, or `None` if the event was observed too seldom.
    form: Option<Form>,
    observed: u64,
    demanded: u64,
}

impl Unmet {
    /// Returns the id for a file of known failures, such as `unmet.repeat-cycle-2` or
    /// `unmet.repeat-cycle-2.capture.no-pass`.
    pub(crate) fn id(self) -> String {
        let form = self.form.map(|form| format!(".{form}")).unwrap_or_default();
        format!("{}{}{form}", Unmet::PREFIX, self.event)
    }

    /// The beginning of every id.
    pub(super) const PREFIX: &str = "unmet.";
}

/// Writes the event for people: `repeat-cycle-2 (3 of 5 times)`, `repeat-cycle-2 as capture.no-pass`.
impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unmet { event, form, observed, demanded } = self;
        match (form, observed) {
            (Some(form), _) => write!(f, "{event} as {form}"),
            (None, 0) => write!(f, "{event}"),
            (None, observed) => write!(f, "{event} ({observed} of {demanded} times)"),
        }
    }
}

impl Report {
    /// Returns the events, and the forms of events, that were observed less often than demanded.
    pub fn unmet_events(&self) -> impl Iterator<Item = Unmet> {
        let events = self.demanded.iter().filter_map(|(&event, &demanded)| {
            let observed = self.events.get(&event).copied().unwrap_or_default();
            (observed < demanded).then_some(Unmet { event, form: None, observed, demanded })
        });
        let forms = self.forms.iter().flat_map(|(&event, forms)| {
            let unreached = forms.iter().filter(|(_, count)| **count == 0);
            unreached.filter_map(move |(form, _)| {
                let form = Some(form.parse().ok()?);
                Some(Unmet { event, form, observed: 0, demanded: 1 })
            })
        });
        events.chain(forms)
    }
}
