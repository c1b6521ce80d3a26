//! The list of engines: their names, how they are installed, and what they claim.

use crate::shell;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::path::Path;
use superko_game::Size;
use superko_game::rules::Rules;
use superko_gtp::client::Profile;

/// A list, as its file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    engine: Vec<Listed>,
}

/// One configuration of an engine.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Listed {
    /// The id by which the engine is chosen, and the name of its folders.
    pub(super) id: String,
    /// The name of the engine.
    pub(super) name: String,
    /// The version to install.
    pub(super) version: String,
    /// The origin of the engine.
    pub(super) get: Get,
    /// Command lines to run after the installation, in order.
    #[serde(default)]
    pub(super) prepare: Vec<String>,
    /// The command line that starts the engine as a GTP program.
    #[serde(default)]
    pub(super) start: Option<String>,
    /// The profile of the engine, or a file with one, relative to the list.
    #[serde(default)]
    pub(super) profile: Option<String>,
    /// The boards on which the engine is examined; if empty, those of the level.
    #[serde(default)]
    pub(super) sizes: Vec<String>,
    /// The rules that the engine claims to play.
    pub(super) rules: String,
    /// The claim, in words.
    pub(super) claim: String,
    /// The place where the engine claims this.
    pub(super) source: String,
    /// Notes for the reader.
    #[serde(default)]
    pub(super) notes: Option<String>,
    /// The reason why the engine cannot be installed.
    #[serde(default)]
    pub(super) unavailable: Option<String>,
    /// The last known result, if the engine cannot be installed.
    #[serde(default)]
    pub(super) last: Option<Last>,
    /// The language in which the engine is called or written.
    #[serde(default)]
    pub(super) language: Option<String>,
    /// What the engine is.
    #[serde(default)]
    pub(super) kind: Option<SubjectKind>,
    /// The releases that `--versions` considers, the oldest first; if empty, those of the registry.
    #[serde(default)]
    pub(super) versions: Vec<String>,
    /// Findings that somebody disputes.
    #[serde(default)]
    pub(super) disputed: Vec<Disputed>,
    /// Findings that are gone in a later version.
    #[serde(default)]
    pub(super) fixed: Vec<Fixed>,
}

/// What an engine is.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SubjectKind {
    /// A program that plays.
    Engine,
    /// A program on which others play.
    Server,
    /// A library with a board.
    Library,
    /// An environment for learning.
    Environment,
}

impl SubjectKind {
    /// Returns the word for the kind in the list.
    pub(super) fn word(self) -> &'static str {
        match self {
            SubjectKind::Engine => "engine",
            SubjectKind::Server => "server",
            SubjectKind::Library => "library",
            SubjectKind::Environment => "environment",
        }
    }
}

/// An objection to a finding.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Disputed {
    /// The id of the finding.
    pub(super) finding: String,
    /// The objection, in words.
    pub(super) said: String,
    /// The place where it is written.
    pub(super) source: String,
}

/// The mending of a finding.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fixed {
    /// The id of the finding.
    pub(super) finding: String,
    /// The first version without it.
    pub(super) version: String,
    /// The place where this is written.
    pub(super) source: String,
}

/// The origin of an engine.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) enum Get {
    /// A package of Debian. The user installs it, and is told how.
    Apt(String),
    /// Packages of PyPI with their versions, and options of pip.
    Pypi(Vec<String>),
    /// Packages of npm with their versions.
    Npm(Vec<String>),
    /// A crate beside the list, built with what its lock file names.
    Cargo(String),
    /// A repository at a commit, which the user builds as the page says; the program is then found by its name.
    Git {
        /// The address of the repository.
        repository: String,
        /// The commit.
        commit: String,
        /// The page that says how it is built.
        build: String,
    },
    /// A program that is installed already.
    Program(String),
}

/// An earlier result.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Last {
    /// The day, such as 2026-11-23.
    pub(super) date: String,
    /// The result.
    pub(super) found: String,
}

impl Display for Get {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Get::Apt(package) => write!(f, "apt: {package}"),
            Get::Pypi(words) => write!(f, "PyPI: {}", words.join(" ")),
            Get::Npm(words) => write!(f, "npm: {}", words.join(" ")),
            Get::Cargo(folder) => write!(f, "crates.io: adapters/{folder}"),
            Get::Git { repository, commit, .. } => write!(f, "{repository} at {commit}"),
            Get::Program(name) => write!(f, "the program {name}"),
        }
    }
}

impl Listed {
    /// Returns the rules that the engine claims.
    pub(super) fn claimed(&self) -> Result<Rules, String> {
        self.rules.parse().map_err(|error| format!("{}: {error}", self.id))
    }

    /// Returns whether an engine is examined in the same way, so that its results hold for this one.
    pub(super) fn is_examined_like(&self, other: &Listed) -> bool {
        let parts = |engine: &Listed| {
            let Listed { id, version, get, prepare, start, profile, sizes, rules, .. } =
                engine.clone();
            (id, version, get, prepare, start, profile, sizes, rules)
        };
        parts(self) == parts(other)
    }

    /// Returns whether a shim speaks GTP for the engine.
    pub(super) fn has_shim(&self) -> bool {
        let start = self.start.as_deref().unwrap_or_default();
        matches!(self.get, Get::Cargo(_)) || start.contains("{shims}")
    }

    /// Returns whether the source of the claim can be opened by a browser.
    pub(super) fn has_address(&self) -> bool {
        self.source.starts_with("https://")
    }

    /// Checks all that can be known before anything is installed.
    fn check(&self, folder: &Path) -> Result<(), String> {
        let id = &self.id;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
        if id.is_empty() || !id.chars().all(plain) || id.starts_with('.') {
            return Err(format!("`{id}` is not an id: use a-z, 0-9, and -, _ or . between them"));
        }
        self.claimed()?;
        for size in &self.sizes {
            size.parse::<Size>().map_err(|error| format!("{id}: {error}"))?;
        }
        let disputes = self
            .disputed
            .iter()
            .flat_map(|answer| [("disputed", &answer.said), ("disputed", &answer.source)]);
        let fixed =
            self.fixed.iter().flat_map(|fix| [("fixed", &fix.version), ("fixed", &fix.source)]);
        let language = self.language.iter().map(|language| ("language", language));
        for (key, text) in [("name", &self.name), ("claim", &self.claim), ("source", &self.source)]
            .into_iter()
            .chain(disputes)
            .chain(fixed)
            .chain(language)
        {
            if text.trim().is_empty() {
                return Err(format!("{id}: `{key}` is empty"));
            }
        }
        let lines = self.prepare.iter().chain(&self.start);
        if let Some(line) = lines.into_iter().find(|line| words(line).is_none()) {
            return Err(format!(
                "{id}: `{line}` is not a command line: a quotation mark is missing"
            ));
        }
        if self.start.is_none() && self.unavailable.is_none() {
            return Err(format!("{id}: it needs `start`, or `unavailable` with the reason"));
        }
        match &self.profile {
            None => Ok(()),
            Some(name) if name.ends_with(".toml") => {
                Profile::load(&folder.join(name)).map(drop).map_err(|e| format!("{id}: {e}"))
            }
            Some(name) => Profile::find(name).map(drop).map_err(|error| format!("{id}: {error}")),
        }
    }
}

/// Splits a command line into words. `None` if a quotation mark is missing, or there are no words.
pub(super) fn words(line: &str) -> Option<Vec<String>> {
    shell::split(line).filter(|words| !words.is_empty())
}

/// Parses a list, whose file is in this folder.
pub(super) fn read(text: &str, folder: &Path) -> Result<Vec<Listed>, String> {
    let Written { engine: engines } = toml::from_str(text).map_err(|error: toml::de::Error| {
        let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
        let line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        format!("{line}{}", error.message())
    })?;
    let mut ids = BTreeSet::new();
    for engine in &engines {
        engine.check(folder)?;
        if !ids.insert(&engine.id) {
            return Err(format!("two engines have the id `{}`", engine.id));
        }
    }
    if engines.is_empty() {
        return Err("it lists no engine".to_owned());
    }
    Ok(engines)
}
