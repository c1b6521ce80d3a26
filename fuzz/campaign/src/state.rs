//! What a campaign knows of itself, as it is kept in `state.json`.

use crate::cli::Failure;
use crate::findings::Findings;
use crate::folder::replace;
use crate::toolchain::Sanitizer;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The number of this form of the file.
const FORM: u32 = 1;

/// A campaign, as far as it has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    /// The form of the file.
    form: u32,
    /// How long it is to fuzz, all in all, in milliseconds.
    #[serde(with = "milliseconds")]
    pub(crate) time: Duration,
    /// How long it has.
    #[serde(with = "milliseconds")]
    pub(crate) spent: Duration,
    /// How many processes fuzz side by side.
    pub(crate) jobs: usize,
    /// What the fuzzers are built with.
    pub(crate) sanitizer: Sanitizer,
    /// Whether the fuzzers are given the seeds of the repository.
    pub(crate) seeds: bool,
    /// The targets, in the order in which they were named.
    pub(crate) targets: Vec<Progress>,
    /// What was found.
    pub(crate) findings: Findings,
}

/// How far a target has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// Its name.
    pub(crate) name: String,
    /// How long it was fuzzed; two processes side by side count twice.
    #[serde(with = "milliseconds")]
    pub(crate) spent: Duration,
    /// How many slices of time it had.
    pub(crate) slices: u64,
    /// The most edges reached in a slice.
    pub(crate) coverage: u64,
    /// The most features reached in a slice.
    pub(crate) features: u64,
    /// How many slices in a row ended before anything was fuzzed.
    pub(crate) failures: u32,
    /// What its program said last, if it was given up.
    pub(crate) broken: Option<String>,
}

impl State {
    /// A campaign that has not begun.
    pub(crate) fn new(time: Duration, jobs: usize, targets: &[&str]) -> State {
        let progress = |&name: &&str| Progress { name: name.to_owned(), ..Progress::default() };
        State {
            form: FORM,
            time,
            spent: Duration::ZERO,
            jobs,
            sanitizer: Sanitizer::None,
            seeds: true,
            targets: targets.iter().map(progress).collect(),
            findings: Findings::default(),
        }
    }

    /// Reads the file of a folder; nothing if there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is of another form.
    pub(crate) fn load(folder: &Path) -> Result<Option<State>, Failure> {
        let path = folder.join("state.json");
        if !path.exists() {
            return Ok(None);
        }
        let wrong = |what: String| Failure::usage(format!("{}: {what}", path.display()));
        let text = fs::read(&path).map_err(|error| wrong(error.to_string()))?;
        let state: State = serde_json::from_slice(&text)
            .map_err(|error| wrong(format!("no state of a campaign: {error}")))?;
        match state.form {
            FORM => Ok(Some(state)),
            other => Err(wrong(format!("it has form {other}, and this program knows form {FORM}"))),
        }
    }

    /// Writes the file of a folder.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub(crate) fn save(&self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join("state.json");
        let text = serde_json::to_vec_pretty(self).map_err(|error| Failure::file(&path, error))?;
        replace(&path, &text).map_err(|error| Failure::file(&path, error))
    }

    /// The time that is left.
    pub(crate) fn left(&self) -> Duration {
        self.time.saturating_sub(self.spent)
    }
}

/// Times as whole milliseconds.
mod milliseconds {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Outcome, Shown};
    use crate::folder::scratch;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let folder = scratch("state");
        assert_eq!(State::load(&folder).unwrap(), None);
        let mut state = State::new(Duration::from_secs(60), 2, &["lockstep", "setup"]);
        state.spent = Duration::from_millis(1_234);
        state.sanitizer = Sanitizer::Address;
        state.targets[1] = Progress {
            name: "setup".to_owned(),
            spent: Duration::from_secs(9),
            slices: 3,
            coverage: 7,
            features: 8,
            failures: 1,
            broken: Some("no such file".to_owned()),
        };
        let shown = Shown::Gone("it does not show again".to_owned());
        let outcome = Outcome { id: "setup.not-again".to_owned(), shown };
        state.findings.book("setup", "crash-1", outcome);
        state.save(&folder).unwrap();
        assert_eq!(State::load(&folder).unwrap(), Some(state.clone()));
        assert_eq!(state.left(), Duration::from_millis(58_766));
    }

    #[test]
    fn what_is_no_state_is_refused_by_its_path() {
        let folder = scratch("no-state");
        for (text, said) in [("{", "no state of a campaign"), ("{}", "no state of a campaign")] {
            fs::write(folder.join("state.json"), text).unwrap();
            let message = State::load(&folder).unwrap_err().message;
            assert!(message.contains("state.json") && message.contains(said), "{message}");
        }
        let other = State { form: 9, ..State::new(Duration::from_secs(1), 1, &[]) };
        other.save(&folder).unwrap();
        assert!(State::load(&folder).unwrap_err().message.contains("form 9"));
    }
}
