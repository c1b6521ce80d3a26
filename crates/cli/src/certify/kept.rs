//! The files that a run leaves on disk, and those of an earlier run to resume.

use super::Arguments;
use super::chain::Chain;
use crate::output::{LostParts, say};
use crate::{Failure, locked};
use serde_json::{Map, Value};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use superko_certify::report::{
    Certificate, Circumstances, Directory, DirectoryError, FindingFile, Report, cleaned, one_line,
};
use superko_certify::{Entry, Journal};
use superko_engine::Dialect;
use superko_game::Record;

/// The report on disk, if there is one. A failure to write is reported once, and ends nothing.
pub(super) struct Kept {
    directory: Option<Directory>,
    /// The hash chain of the lines that were written.
    chain: Mutex<Chain>,
    lost_parts: LostParts,
    quiet: bool,
    /// Whether the whole fixed suite is played, so that there is something to certify.
    certifies: bool,
}

impl Kept {
    /// Opens the directory, if one was named, and reads what it holds of the run to resume.
    pub(super) fn new(
        arguments: &Arguments,
        inputs: &Map<String, Value>,
    ) -> Result<(Kept, Before), Failure> {
        let path = arguments.report.clone().unwrap_or_default();
        let (directory, lines) = match &arguments.report {
            None => (None, Vec::new()),
            Some(path) if arguments.resume => {
                let (directory, lines) = Directory::resume(path).map_err(Failure::usage)?;
                (Some(directory), lines)
            }
            Some(path) => {
                let created = Directory::create(path, arguments.overwrite);
                (Some(created.map_err(Failure::usage)?), Vec::new())
            }
        };
        let (before, chain) = Before::read(&path, &lines, inputs)?;
        let chain = Mutex::new(chain);
        let certifies =
            arguments.only.is_empty() && arguments.skip.is_empty() && !arguments.fail_fast;
        let (lost_parts, quiet) = (LostParts::default(), arguments.quiet);
        Ok((Kept { directory, chain, lost_parts, quiet, certifies }, before))
    }

    /// Sets the GTP commands that the files of findings use.
    pub(super) fn speak(&self, dialect: &Dialect) {
        if let Some(directory) = &self.directory {
            directory.speak(dialect.clone());
        }
    }

    pub(super) fn write(&self, write: impl FnOnce(&Directory) -> Result<(), DirectoryError>) {
        if let Some(directory) = &self.directory
            && let Err(error) = write(directory)
        {
            self.lost_parts.lost(&error.to_string());
        }
    }

    /// Writes a line about the run.
    pub(super) fn line(&self, line: impl FnOnce() -> Value) {
        if self.directory.is_some() {
            let mut chain = locked(&self.chain);
            let line = chain.add(line());
            self.write(|directory| directory.line(&line));
        }
    }

    /// Returns the path of a file of a finding or fault, with `--report`.
    pub(super) fn file_of(&self, id: &str, file: FindingFile) -> Option<PathBuf> {
        Some(self.directory.as_ref()?.file_of(id, file))
    }

    /// Tells how to resume the run.
    pub(super) fn tell_how_to_resume(&self) {
        if self.directory.is_some() && !self.quiet {
            say(
                "to continue from here, run the same command with --resume (and without --overwrite)",
            );
        }
    }

    /// Tells where the page of the report is.
    pub(super) fn tell_where(&self) {
        if let Some(directory) = self.directory.as_ref().filter(|_| !self.quiet)
            && !self.lost_parts.is_any()
        {
            say(&format!("to read the report, open {}", directory.page().display()));
        }
    }

    /// Returns whether there is a directory for a certificate, and something to certify.
    pub(super) fn certifies(&self) -> bool {
        self.certifies && self.directory.is_some()
    }

    pub(super) fn finish(&self, report: &Report, circumstances: Option<Circumstances>) {
        self.write(|directory| directory.finish(report));
        // A run that was interrupted can be resumed, and gets its certificate then.
        if let Some(circumstances) = circumstances
            && !report.interrupted
            && report.comparisons > 0
        {
            self.write(|directory| directory.certify(&Certificate::of(report, circumstances)));
        }
        if self.lost_parts.is_any() {
            for (id, record) in self.read_from_files(report) {
                say(&format!("the game of {id} is {}", one_line(record)));
            }
        }
    }

    /// Returns the findings and faults whose line `again` names a file, because their games are too long for a command line.
    fn read_from_files<'r>(&self, report: &'r Report) -> Vec<(&'r str, &'r Record)> {
        let findings = report.findings.iter();
        let findings =
            findings.map(|finding| (&*finding.id, Some(&finding.again), Some(&finding.record)));
        let faults = report.faults.iter();
        let faults = faults.map(|fault| (&*fault.id, fault.again.as_ref(), fault.record.as_ref()));
        let in_file = |(id, again, record): (&'r str, Option<&String>, Option<&'r Record>)| {
            let file = self.file_of(id, FindingFile::Record)?;
            let folder = file.parent()?.to_string_lossy().into_owned();
            again.filter(|line| line.contains(&folder))?;
            Some((id, record?))
        };
        findings.chain(faults).filter_map(in_file).collect()
    }
}

/// The contents of a directory whose run is resumed.
pub(super) struct Before {
    pub(super) is_new: bool,
    pub(super) journal: Journal,
}

impl Before {
    /// Reads the lines of a directory. The first line has the inputs of the run.
    fn read(
        path: &Path,
        lines: &[String],
        inputs: &Map<String, Value>,
    ) -> Result<(Before, Chain), Failure> {
        let mut journal = Journal::default();
        let mut chain = Chain::default();
        for (place, line) in lines.iter().enumerate() {
            let cannot = |why: &dyn Display| {
                let why = format!("line {} of run.jsonl {why}", place + 1);
                Failure::cannot("resume the run in", path)(why)
            };
            let unreadable = |error: &dyn Display| cannot(&format_args!("is unreadable: {error}"));
            let mut line: Value = serde_json::from_str(line).map_err(|error| unreadable(&error))?;
            let follows = chain.follows(&mut line);
            if place == 0 {
                let Value::Object(was) = cleaned(line["run"].take()) else {
                    return Err(unreadable(&"it does not say what was tested"));
                };
                same(path, &was, inputs)?;
            }
            if !follows {
                return Err(cannot(
                    &"does not follow those before it: a line was changed or removed after it was written; --overwrite \
                      starts a new run",
                ));
            }
            if place == 0 {
                continue;
            }
            // Anybody may have written the lines, and their texts are shown.
            let entry = Entry::from_json(line).map_err(|error| unreadable(&error))?;
            let added = journal.add(entry);
            added.map_err(|_| unreadable(&"it does not begin with an engine"))?;
        }
        Ok((Before { is_new: lines.is_empty(), journal }, chain))
    }
}

/// Checks that a run was begun with the options with which it is resumed.
fn same(path: &Path, was: &Map<String, Value>, is: &Map<String, Value>) -> Result<(), Failure> {
    let value_of = |of: &Map<String, Value>, name: &str| match of.get(name) {
        None | Some(Value::Null) => "none".to_owned(),
        Some(Value::String(text)) => format!("`{text}`"),
        Some(other) => other.to_string(),
    };
    let differs = |name: &&String| was.get(*name) != is.get(*name);
    let other: Vec<String> = is
        .keys()
        .filter(differs)
        .map(|name| format!("{name} was {} and is now {}", value_of(was, name), value_of(is, name)))
        .collect();
    if other.is_empty() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "cannot resume the run in {}, which was started with other options: {}",
        path.display(),
        other.join("; ")
    )))
}
