//! What a campaign knows of itself, as it is kept in `state.json`.

use crate::findings::Findings;
use crate::folder::replace;
use crate::output::Failure;
use crate::toolchain::Sanitizer;
use fs_err as fs;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;
use superko_fuzz::Counts;

/// With less time left than this no slice begins.
const LEAST: Duration = Duration::from_secs(2);

/// The shortest and the longest slice. It takes a fuzzer some time to start; and the fuzzers of a campaign that was
/// killed end by themselves after the longest.
const SLICES: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(300)];

/// How many slices each target is to have at least.
const ROUNDS: u32 = 8;

/// A campaign, as far as it has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    /// How long it is to fuzz, all in all.
    pub(crate) time: Duration,
    /// How long it has.
    pub(crate) spent: Duration,
    /// How many processes fuzz side by side.
    pub(crate) jobs: u16,
    /// What the fuzzers are built with.
    pub(crate) sanitizer: Sanitizer,
    /// Whether the fuzzers are given the seeds.
    pub(crate) seeds: bool,
    /// How many slices of time were begun and ended.
    pub(crate) slices: u64,
    /// The targets, in the order in which they were named.
    pub(crate) targets: Vec<Progress>,
    /// What was found.
    pub(crate) findings: Findings,
}

/// How far a target has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// Its name.
    pub(crate) name: String,
    /// How long it was fuzzed.
    pub(crate) spent: Duration,
    /// What its processes counted, but for those of a slice that has not ended.
    pub(crate) counts: Counts,
    /// The most edges of the program reached in a slice.
    pub(crate) coverage: u64,
    /// How many slices in a row ended before anything was fuzzed.
    pub(crate) failures: u32,
    /// What its program said last, if it was given up.
    pub(crate) broken: Option<String>,
}

impl State {
    /// A campaign that has not begun.
    pub(crate) fn new(time: Duration, jobs: u16, targets: &[&str]) -> State {
        let progress = |&name: &&str| Progress { name: name.to_owned(), ..Progress::default() };
        State {
            time,
            spent: Duration::ZERO,
            jobs,
            sanitizer: Sanitizer::None,
            seeds: true,
            slices: 0,
            targets: targets.iter().map(progress).collect(),
            findings: Findings::default(),
        }
    }

    /// Reads the file of a folder.
    pub(crate) fn load(folder: &Path) -> Result<State, Failure> {
        let path = folder.join("state.json");
        let text = fs::read(&path).map_err(Failure::usage)?;
        serde_json::from_slice(&text).map_err(|error| {
            let what = "no state of a campaign of this version of the program";
            Failure::usage(format!("{}: {what}: {error}", path.display()))
        })
    }

    /// Writes the file of a folder.
    pub(crate) fn save(&self, folder: &Path) -> Result<(), Failure> {
        replace(&folder.join("state.json"), &json(self))
    }

    /// The time that is left.
    pub(crate) fn left(&self) -> Duration {
        self.time.saturating_sub(self.spent)
    }

    /// Which target is fuzzed next, and for how long: the one that has had the least time. Nothing if the time is up, or
    /// all targets were given up.
    pub(crate) fn next_slice(&self) -> Option<(usize, Duration)> {
        let runs = |place: &usize| self.targets[*place].broken.is_none();
        let alive = (0..self.targets.len()).filter(runs);
        let share = self.time / u32::try_from(alive.clone().count()).ok().filter(|&n| n > 0)?;
        let place = alive.min_by_key(|&place| self.targets[place].spent)?;
        let due = share.saturating_sub(self.targets[place].spent).max(LEAST);
        let [shortest, longest] = SLICES;
        let slice = (share / ROUNDS).clamp(shortest, longest).min(due).min(self.left());
        (slice >= LEAST).then_some((place, slice))
    }
}

/// A value of this program as the text of a file.
pub(crate) fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec_pretty(value).expect("it has names, numbers and texts")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Outcome, Shown};

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_state_is_written_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut state = State::new(seconds(60), 2, &["lockstep", "setup"]);
        state.spent = Duration::from_millis(1_234);
        state.sanitizer = Sanitizer::Address;
        state.targets[1].broken = Some("no such file".to_owned());
        state.targets[1].counts.executions = 17;
        let outcome =
            Outcome { id: "setup.not-again".to_owned(), shown: Shown::Text("gone".to_owned()) };
        state.findings.add("setup/crash-1", outcome);
        state.save(folder.path()).unwrap();
        assert_eq!(State::load(folder.path()).unwrap(), state);
        assert_eq!(state.left(), Duration::from_millis(58_766));
    }

    #[test]
    fn what_is_no_state_is_refused_by_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let refused = || State::load(folder.path()).unwrap_err().to_string();
        assert!(refused().contains("state.json"), "{}", refused());
        fs::write(folder.path().join("state.json"), "{}").unwrap();
        assert!(refused().contains("no state of a campaign"), "{}", refused());
    }

    #[test]
    fn a_slice_leaves_time_for_the_others() {
        let first = |time, targets: &[&str]| State::new(seconds(time), 2, targets).next_slice();
        assert_eq!(first(240, &["a", "b", "c"]), Some((0, seconds(10))));
        assert_eq!(first(8 * 3_600, &["a"; 11]), Some((0, seconds(300))));
        assert_eq!(first(6, &["a", "b"]), Some((0, seconds(3))));
        assert_eq!((first(1, &["a"]), first(60, &[])), (None, None));
        let mut state = State::new(seconds(60), 1, &["a", "b"]);
        state.targets[0].spent = seconds(1);
        assert_eq!(state.next_slice(), Some((1, seconds(10))));
        state.targets[1].broken = Some(String::new());
        assert_eq!(state.next_slice(), Some((0, seconds(10))));
    }

    #[test]
    fn time_is_shared_fairly() {
        let mut state = State::new(seconds(600), 1, &["a", "b", "c"]);
        while let Some((place, slice)) = state.next_slice() {
            state.targets[place].spent += slice;
            state.spent += slice;
        }
        let spent: Vec<Duration> = state.targets.iter().map(|progress| progress.spent).collect();
        assert_eq!(spent, [seconds(200); 3]);
    }
}
