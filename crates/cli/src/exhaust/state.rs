//! The counts of a run, as they are kept in a file.

use super::title;
use crate::Failure;
use crate::files::read_facts;
use serde::{Deserialize, Serialize};
use std::path::Path;
use superko_certify::report::write_whole;
use superko_exhaustive::{Check, Counts, MAX_POINTS};

/// The progress of a run, as a file keeps it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct State {
    #[serde(flatten)]
    pub(super) check: Check,
    /// The number of the first position that is not yet checked.
    pub(super) next: u64,
    #[serde(flatten)]
    pub(super) counts: Counts,
}

impl State {
    /// Reads the state from a file, or begins a run and writes its state there.
    pub(super) fn begin(check: Check, path: Option<&Path>) -> Result<State, Failure> {
        let next = check.positions().start;
        let fresh = State { check, next, counts: Counts::default() };
        match path {
            Some(path) if path.exists() => {
                let state = State::read(path)?;
                if state.check != check {
                    let (path, of) = (path.display(), title(state.check));
                    let message = format!("{path} belongs to another run: {of}; use another file");
                    return Err(Failure::usage(message));
                }
                Ok(state)
            }
            Some(path) => fresh.write(path).map(|()| fresh),
            None => Ok(fresh),
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.next == self.check.positions().end
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).expect("names and numbers can be written");
        write_whole(path, &(text + "\n")).map_err(Failure::cannot("write to", path))
    }

    pub(super) fn read(path: &Path) -> Result<State, Failure> {
        let wrong = |what: &str| {
            Failure::usage(format!(
                "{} is not a state file of `superko exhaust`: {what}",
                path.display()
            ))
        };
        let text = read_facts(path).map_err(Failure::cannot("read", path))?;
        let state: State =
            serde_json::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
        let State { check, next, counts, .. } = state;
        if check.size.point_count() > MAX_POINTS {
            return Err(wrong("its board is too large"));
        }
        let range = check.positions();
        let all_checked = next.checked_sub(range.start) == Some(counts.checked);
        // A play that changes nothing is the suicide of a lone stone.
        let adds_up = counts.edges.checked_add(counts.lone_suicides) == Some(counts.plays);
        match all_checked && adds_up && next <= range.end {
            true => Ok(state),
            false => Err(wrong("its numbers are inconsistent")),
        }
    }
}
