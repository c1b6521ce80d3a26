//! `superko matrix --versions`: the release of a package in which a finding appeared, and the one in which it went.
//!
//! In: the newest releases of a package. Out: the results of some of them. The oldest and the newest are tested first. Then,
//! between two with different results, the one in the middle is tested, until two such releases are neighbors.

use super::list::{Get, Listed};
use super::row::{Row, State, expect_schema};
use crate::{Failure, shell};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};

/// The name and version of the format of the file.
const SCHEMA: &str = "superko-versions/1";

/// The name of the file.
pub(super) const FILE: &str = "versions.json";

/// What is known of the releases of all packages.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Versions {
    pub(super) schema: String,
    /// The tool that made the file.
    pub(super) tool: String,
    pub(super) level: String,
    pub(super) packages: Vec<Package>,
}

/// The releases of a package, as one configuration of an engine.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Package {
    /// The id of the engine in the list.
    pub(super) id: String,
    /// The day of the last test.
    pub(super) date: String,
    /// The rules under which each release was tested: those that the listed version claims. Others may not have claimed them.
    pub(super) rules: String,
    /// The releases considered, the oldest first.
    pub(super) releases: Vec<String>,
    /// The releases that were tested, the oldest first.
    pub(super) tested: Vec<Tested>,
    /// The findings, and where they begin and end.
    pub(super) findings: Vec<Span>,
}

/// The results of a release.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Tested {
    pub(super) version: String,
    /// The verdict; `None` if the release could not be installed or tested.
    pub(super) verdict: Option<String>,
    /// The reason, if the release was not tested to the end.
    pub(super) reason: Option<String>,
    /// What it really plays, in words to follow "it".
    pub(super) plays: Option<String>,
    /// The mistakes of the diagnosis.
    pub(super) mistakes: Vec<String>,
    /// The ids of the findings.
    pub(super) findings: Vec<String>,
}

/// The releases that have a finding, in a row.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct Span {
    /// The id of the finding.
    pub(super) finding: String,
    /// The first of these releases.
    pub(super) first: String,
    /// The last of these releases.
    pub(super) last: String,
    /// The tested release before the first one; `None` if no older one could be tested.
    pub(super) before: Option<String>,
    /// The tested release after the last one; `None` if no newer one could be tested.
    pub(super) after: Option<String>,
    /// Whether `before` is the release just before `first`, and `after` the one just after `last`, as far as they are known.
    pub(super) exact: bool,
}

impl Versions {
    /// Reads the file in a folder, or begins one if there is none.
    pub(super) fn read(folder: &Path, level: &str) -> Result<Versions, Failure> {
        let path = folder.join(FILE);
        if !path.exists() {
            let tool = concat!("superko ", env!("CARGO_PKG_VERSION")).to_owned();
            let (schema, level) = (SCHEMA.to_owned(), level.to_owned());
            return Ok(Versions { schema, tool, level, packages: Vec::new() });
        }
        let text = std::fs::read_to_string(&path).map_err(Failure::cannot("read", &path))?;
        let parsed = serde_json::from_str(&text).map_err(|error| error.to_string());
        let known = |versions: Versions| expect_schema(&versions.schema, SCHEMA).map(|()| versions);
        parsed.and_then(known).map_err(|error| {
            Failure::usage(format!(
                "{} is not a readable list of versions: {error}",
                path.display()
            ))
        })
    }

    /// Replaces the earlier results of a package, or adds a package at the end.
    pub(super) fn put(&mut self, package: Package) {
        match self.packages.iter_mut().find(|other| other.id == package.id) {
            Some(place) => *place = package,
            None => self.packages.push(package),
        }
    }

    /// Returns the file as JSON.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("names and texts can be written") + "\n"
    }
}

impl Tested {
    /// Returns the results of a release from its row.
    pub(super) fn of(row: &Row) -> Tested {
        let grade = row.claimed.as_ref();
        let ids = grade.map(|grade| grade.findings.iter().map(|shown| shown.id.clone()).collect());
        Tested {
            version: row.listed.version.clone(),
            verdict: grade.map(|grade| grade.verdict.clone()),
            reason: row.reason.clone().filter(|_| row.state != State::Done),
            plays: grade.and_then(|grade| grade.plays.clone()),
            mistakes: grade.map(|grade| grade.mistakes.clone()).unwrap_or_default(),
            findings: ids.unwrap_or_default(),
        }
    }

    /// Returns whether the release was tested to the end, so that a finding which is not listed is absent.
    fn tells_all(&self) -> bool {
        let verdict = self.verdict.as_deref();
        self.reason.is_none()
            && verdict.is_some_and(|verdict| ["conforms", "deviates"].contains(&verdict))
    }

    /// Returns the results that are compared: if two releases have the same, those in between are not tested.
    fn results(&self) -> (&Option<String>, BTreeSet<&String>) {
        (&self.verdict, self.findings.iter().collect())
    }
}

/// Tests releases, each by its number from 0: the first, the last, and those that are needed to find each change. `test` returns
/// `None` to stop.
pub(super) fn bisected(
    count: usize,
    mut test: impl FnMut(usize) -> Option<Tested>,
) -> Option<BTreeMap<usize, Tested>> {
    let mut tested = BTreeMap::new();
    let Some(last) = count.checked_sub(1) else { return Some(tested) };
    tested.insert(last, test(last)?);
    if last > 0 {
        tested.insert(0, test(0)?);
    }
    let mut open = vec![(0, last)];
    while let Some((low, high)) = open.pop() {
        if high - low < 2 || tested[&low].results() == tested[&high].results() {
            continue;
        }
        let middle = low + (high - low) / 2;
        tested.insert(middle, test(middle)?);
        open.extend([(low, middle), (middle, high)]);
    }
    Some(tested)
}

/// Returns where each finding begins and ends, by the releases that were tested. One that came back has several spans.
pub(super) fn spans(tested: &BTreeMap<usize, Tested>) -> Vec<Span> {
    let known: Vec<(usize, &Tested)> =
        tested.iter().filter(|(_, it)| it.tells_all()).map(|(&at, it)| (at, it)).collect();
    let findings: BTreeSet<&String> = known.iter().flat_map(|(_, it)| &it.findings).collect();
    let mut spans = Vec::new();
    for finding in findings {
        let has = |place: &usize| known[*place].1.findings.contains(finding);
        let places: Vec<usize> = (0..known.len()).filter(has).collect();
        for run in places.chunk_by(|one, other| one + 1 == *other) {
            let (first, last) = (run[0], run[run.len() - 1]);
            let before = first.checked_sub(1).map(|place| known[place]);
            let after = known.get(last + 1).copied();
            let follows = before.is_none_or(|(at, _)| at + 1 == known[first].0);
            let is_followed = after.is_none_or(|(at, _)| known[last].0 + 1 == at);
            let version = |(_, tested): (usize, &Tested)| tested.version.clone();
            spans.push(Span {
                finding: finding.clone(),
                first: version(known[first]),
                last: version(known[last]),
                before: before.map(version),
                after: after.map(version),
                exact: follows && is_followed,
            });
        }
    }
    spans
}

/// Returns an engine at another version of its package. `None` if it does not come from a package of PyPI or npm.
pub(super) fn at(engine: &Listed, version: &str) -> Option<Listed> {
    let other = |word: &String| match name_in(word, &engine.version) {
        Some((name, sign)) => format!("{name}{sign}{version}"),
        None => word.clone(),
    };
    let get = match &engine.get {
        Get::Pypi(words) => Get::Pypi(words.iter().map(other).collect()),
        Get::Npm(words) => Get::Npm(words.iter().map(other).collect()),
        _ => return None,
    };
    let id = format!("{}-{version}", engine.id);
    Some(Listed { id, version: version.to_owned(), get, ..engine.clone() })
}

/// Returns the name of the package in a word such as `sgfmill==1.1.1` or `wgo@3.0.0`, and the sign after it.
fn name_in<'a>(word: &'a str, version: &str) -> Option<(&'a str, &'static str)> {
    let rest = word.strip_suffix(version)?;
    ["==", "@"].into_iter().find_map(|sign| Some((rest.strip_suffix(sign)?, sign)))
}

/// Returns the releases of the package of an engine, the oldest first, as the client of its registry lists them.
pub(super) fn releases(engine: &Listed) -> Result<Vec<String>, String> {
    let missing = || format!("{}: the list names no package with its version", engine.id);
    let name_among = |words: &[String]| {
        words
            .iter()
            .find_map(|word| name_in(word, &engine.version))
            .map(|(name, _)| name.to_owned())
    };
    let all = match &engine.get {
        Get::Pypi(words) => {
            let name = name_among(words).ok_or_else(missing)?;
            let said = output(&["python3", "-m", "pip", "index", "versions", &name])?;
            of_pip(&said)
        }
        Get::Npm(words) => {
            let name = name_among(words).ok_or_else(missing)?;
            of_npm(&output(&["npm", "view", &name, "versions", "--json"])?)
        }
        other => return Err(format!("{}: releases of {other} are not known", engine.id)),
    };
    match all.is_empty() {
        true => Err(format!("{}: the registry lists no release", engine.id)),
        false => Ok(all),
    }
}

/// Reads the releases that pip lists, the newest first.
fn of_pip(said: &str) -> Vec<String> {
    let line = said.lines().find_map(|line| line.trim().strip_prefix("Available versions:"));
    let mut all: Vec<String> =
        line.unwrap_or_default().split(',').map(|word| word.trim().to_owned()).collect();
    all.retain(|word| !word.is_empty());
    all.reverse();
    all
}

/// Reads the releases that npm lists as JSON: a list, or a text if there is one.
fn of_npm(said: &str) -> Vec<String> {
    match serde_json::from_str(said) {
        Ok(serde_json::Value::Array(all)) => {
            all.iter().filter_map(|release| release.as_str()).map(str::to_owned).collect()
        }
        Ok(serde_json::Value::String(one)) => vec![one],
        _ => Vec::new(),
    }
}

/// Runs a command, and returns what it prints.
fn output(words: &[&str]) -> Result<String, String> {
    let command = shell::joined(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
    let done = Command::new(words[0]).args(&words[1..]).stdin(Stdio::null()).output();
    let done = done.map_err(|error| format!("`{command}` could not be started: {error}"))?;
    match done.status.success() {
        true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        false => {
            let said = String::from_utf8_lossy(&done.stderr).trim().to_owned();
            Err(format!("`{command}` failed: {}", said.lines().last().unwrap_or_default()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(version: usize, findings: &[&str]) -> Tested {
        let findings: Vec<String> = findings.iter().map(|&id| id.to_owned()).collect();
        let verdict = if findings.is_empty() { "conforms" } else { "deviates" };
        Tested {
            version: format!("1.{version}"),
            verdict: Some(verdict.to_owned()),
            reason: None,
            plays: None,
            mistakes: Vec::new(),
            findings,
        }
    }

    /// Tests releases of which those from `begins` to before `ends` have a finding, and returns the number tested too.
    fn tried(count: usize, begins: usize, ends: usize) -> (Vec<Span>, usize) {
        let has = |at: usize| (begins..ends).contains(&at);
        let test = |at| Some(release(at, if has(at) { &["TT6.play"] } else { &[] }));
        let tested = bisected(count, test).unwrap();
        (spans(&tested), tested.len())
    }

    #[test]
    fn the_first_and_the_last_release_with_a_finding_are_found_by_testing_few() {
        let span = |first: &str, last: &str, before: Option<&str>, after: Option<&str>| Span {
            finding: "TT6.play".to_owned(),
            first: first.to_owned(),
            last: last.to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
            exact: true,
        };
        assert_eq!(tried(40, 13, 40), (vec![span("1.13", "1.39", Some("1.12"), None)], 8));
        assert_eq!(tried(40, 0, 13), (vec![span("1.0", "1.12", None, Some("1.13"))], 8));
        assert_eq!(tried(40, 0, 0), (Vec::new(), 2));
        assert_eq!(tried(1, 0, 1), (vec![span("1.0", "1.0", None, None)], 1));
        assert_eq!(tried(0, 0, 0), (Vec::new(), 0));
        // A finding that comes and goes between two releases with the same results is not seen.
        assert_eq!(tried(40, 5, 9), (Vec::new(), 2));
    }

    #[test]
    fn a_release_that_could_not_be_tested_leaves_the_change_open() {
        let test = |at: usize| {
            let untestable = Some("untestable".to_owned());
            let missing = Tested { verdict: untestable, ..release(at, &[]) };
            Some(if at == 2 { missing } else { release(at, if at > 2 { &["TT6"] } else { &[] }) })
        };
        let spans = spans(&bisected(5, test).unwrap());
        let [span] = &spans[..] else { panic!("{spans:?}") };
        assert_eq!(
            (span.before.as_deref(), span.first.as_str(), span.exact),
            (Some("1.1"), "1.3", false)
        );
        assert!(bisected(5, |_| None).is_none(), "a run that is interrupted says nothing");
    }

    #[test]
    fn the_lists_of_the_registries_are_read() {
        let pip = "sgfmill (1.1.1)\nAvailable versions: 1.1.1, 1.1, 1.0\n  INSTALLED: 1.1\n";
        assert_eq!(of_pip(pip), ["1.0", "1.1", "1.1.1"]);
        assert_eq!(of_npm("[\"0.1.0\", \"0.2.0\"]"), ["0.1.0", "0.2.0"]);
        assert_eq!(of_npm("\"1.0.0\"\n"), ["1.0.0"]);
        assert!(of_pip("").is_empty() && of_npm("{}").is_empty());
        assert_eq!(name_in("@sabaki/go-board@1.4.3", "1.4.3"), Some(("@sabaki/go-board", "@")));
        assert_eq!(name_in("dlgo==0.2", "0.2"), Some(("dlgo", "==")));
        assert_eq!(name_in("numpy", "0.2"), None);
    }
}
