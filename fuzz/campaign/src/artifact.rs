//! The inputs that a fuzzer leaves behind when one of its processes ends.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What an input did, by the name that libFuzzer gives its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It ended the process.
    Crash,
    /// It took too long.
    Timeout,
    /// It took too much memory, or lost some.
    Memory,
}

impl Kind {
    /// Reads the name of a file; nothing if it is none of an input.
    pub(crate) fn of(file: &str) -> Option<Kind> {
        match file.split_once('-')?.0 {
            "crash" => Some(Kind::Crash),
            "timeout" => Some(Kind::Timeout),
            "oom" | "leak" => Some(Kind::Memory),
            _ => None,
        }
    }
}

/// An input that is to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Artifact {
    /// Its target.
    pub(crate) target: String,
    /// The name of its file.
    pub(crate) file: String,
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What it did.
    pub(crate) kind: Kind,
}

/// How old a file must be while fuzzers run, so that it is not read before all of it is written.
pub(crate) const SETTLED: Duration = Duration::from_secs(1);

/// The inputs in the folder of a target that are at least so old, by name.
pub(crate) fn scan(folder: &Path, target: &str, age: Duration) -> Vec<Artifact> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let now = SystemTime::now();
    let old = |written: SystemTime| now.duration_since(written).is_ok_and(|since| since >= age);
    let mut found: Vec<Artifact> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let file = entry.file_name().to_string_lossy().into_owned();
            let kind = Kind::of(&file)?;
            let written = entry.metadata().and_then(|data| data.modified()).ok()?;
            let artifact = Artifact { target: target.to_owned(), file, path: entry.path(), kind };
            (age.is_zero() || old(written)).then_some(artifact)
        })
        .collect();
    found.sort_by(|a, b| a.file.cmp(&b.file));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::scratch;

    #[test]
    fn inputs_are_told_by_their_names() {
        let folder = scratch("artifacts");
        for file in ["crash-1", "timeout-2", "oom-3", "leak-4", "slow-unit-5", "notes.txt"] {
            std::fs::write(folder.join(file), "x").unwrap();
        }
        let found = scan(&folder, "setup", Duration::ZERO);
        let kinds: Vec<(&str, Kind)> =
            found.iter().map(|artifact| (artifact.file.as_str(), artifact.kind)).collect();
        assert_eq!(
            kinds,
            [
                ("crash-1", Kind::Crash),
                ("leak-4", Kind::Memory),
                ("oom-3", Kind::Memory),
                ("timeout-2", Kind::Timeout)
            ]
        );
        assert_eq!(scan(&folder, "setup", Duration::from_secs(3_600)), []);
        assert_eq!(scan(&folder.join("missing"), "setup", Duration::ZERO), []);
    }
}
