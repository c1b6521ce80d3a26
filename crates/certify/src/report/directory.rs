use super::script::{script, script_of_fault};
use super::{
    Certificate, FaultReport, Finding, FindingFile, Report, TextOptions, html, junit, markdown,
    one_line, text, to_json, write_whole,
};
use crate::report::replayed;
use serde::Serialize;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use superko_engine::Dialect;
use superko_game::Record;

/// The log of the run, with a line for each step as it is done.
const RUN: &str = "run.jsonl";

/// The report for browsers.
const PAGE: &str = "index.html";

/// The files of a run.
const WRITTEN: [&str; 8] = [
    RUN,
    "summary.json",
    "summary.txt",
    "summary.md",
    "junit.xml",
    PAGE,
    "certificate.json",
    "badge.json",
];

/// A directory that receives the findings as they occur, and the report at the end.
///
/// `run.jsonl` begins with the engine and the options, and has a line for each finding, each fault and each
/// part of the work that is done. Every line is written at once, so that a run that is killed loses nothing
/// and can be resumed. `findings/` has a record of each finding, to be replayed, and GTP commands to be sent
/// to an engine by hand.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    /// `None` once a line could not be written, because lines after a gap are useless for resuming the run.
    run: Mutex<Option<File>>,
    /// The GTP commands that the files of findings use.
    dialect: Mutex<Dialect>,
}

impl Directory {
    /// Creates the directory. Fails if the directory already holds a run, unless `overwrite` says to remove that run.
    ///
    /// # Errors
    ///
    /// If the directory holds a run, or the file system reports an error.
    pub fn create(path: &Path, overwrite: bool) -> Result<Directory, DirectoryError> {
        let (log, findings) = (path.join(RUN), path.join("findings"));
        if log.exists() || findings.exists() {
            if !overwrite {
                return Err(DirectoryError::HoldsRun { path: path.to_owned() });
            }
            if let Ok(run) = File::open(&log) {
                lock(&run, path)?;
            }
            for file in WRITTEN.map(|name| path.join(name)) {
                remove(&file, fs::remove_file(&file))?;
            }
            remove(&findings, fs::remove_dir_all(&findings))?;
        }
        let (directory, _) = Directory::resume(path)?;
        Ok(directory)
    }

    /// Opens a directory to resume the run in it, and returns the lines of that run, or none if the directory holds no run yet.
    /// An incomplete last line is dropped.
    ///
    /// # Errors
    ///
    /// If another process writes to the directory, or the file system reports an error.
    pub fn resume(path: &Path) -> Result<(Directory, Vec<String>), DirectoryError> {
        let (log, findings) = (path.join(RUN), path.join("findings"));
        fs::create_dir_all(&findings).map_err(failed(&findings))?;
        let run = OpenOptions::new().create(true).append(true).open(&log).map_err(failed(&log))?;
        lock(&run, path)?;
        let bytes = fs::read(&log).map_err(failed(&log))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        run.set_len(whole as u64).map_err(failed(&log))?;
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let lines = text.lines().map(str::to_owned).collect();
        let (path, run) = (path.to_owned(), Mutex::new(Some(run)));
        Ok((Directory { path, run, dialect: Mutex::default() }, lines))
    }

    /// Sets the GTP commands that the files of findings use.
    pub fn speak(&self, dialect: Dialect) {
        *self.dialect.lock().unwrap_or_else(PoisonError::into_inner) = dialect;
    }

    /// Writes a line. After a line that could not be written, no more lines are written.
    ///
    /// # Errors
    ///
    /// If the file system reports an error.
    ///
    /// # Panics
    ///
    /// If the line cannot be written as JSON.
    pub fn line(&self, line: &impl Serialize) -> Result<(), DirectoryError> {
        let line = serde_json::to_string(line).expect("lines are names and numbers") + "\n";
        let mut run = self.run.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = run.as_mut() else { return Ok(()) };
        let written = file.write_all(line.as_bytes());
        if written.is_err() {
            *run = None;
        }
        written.map_err(failed(&self.path.join(RUN)))
    }

    /// Writes the report, and the findings again, because a later game may have shown a shorter case.
    ///
    /// # Errors
    ///
    /// If the file system reports an error.
    pub fn finish(&self, report: &Report) -> Result<(), DirectoryError> {
        for finding in &report.findings {
            self.keep(finding)?;
        }
        for fault in &report.faults {
            self.keep_fault(fault)?;
        }
        self.write(Path::new("summary.json"), &to_json(report))?;
        let options = TextOptions { verbose: true, ..TextOptions::default() };
        self.write(Path::new("summary.txt"), &text(report, &options))?;
        self.write(Path::new("summary.md"), &markdown(report))?;
        self.write(Path::new("junit.xml"), &junit(report))?;
        self.write(Path::new(PAGE), &html(report))
    }

    /// Writes the certificate of the run, and a badge.
    ///
    /// # Errors
    ///
    /// If the file system reports an error.
    pub fn certify(&self, certificate: &Certificate) -> Result<(), DirectoryError> {
        self.write(Path::new("certificate.json"), &certificate.to_json())?;
        self.write(Path::new("badge.json"), &certificate.badge())
    }

    /// Returns where the page is kept.
    pub fn page(&self) -> PathBuf {
        self.path.join(PAGE)
    }

    /// Returns where a file of a finding or fault is kept.
    pub fn file_of(&self, id: &str, file: FindingFile) -> PathBuf {
        self.path.join("findings").join(id).join(file.name())
    }

    fn write(&self, name: &Path, text: &str) -> Result<(), DirectoryError> {
        let run = self.path.join(RUN);
        if !run.exists() {
            return Err(failed(&run)(io::Error::other("it was removed during the run")));
        }
        let path = self.path.join(name);
        let folder = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(folder).map_err(failed(folder))?;
        write_whole(&path, text).map_err(failed(&path))
    }

    /// Writes the files of a finding.
    ///
    /// # Errors
    ///
    /// If the file system reports an error.
    pub fn keep(&self, finding: &Finding) -> Result<(), DirectoryError> {
        let Finding { id, record, reference, engine, again, session, .. } = finding;
        let folder = Path::new("findings").join(id);
        self.keep_session(id, session)?;
        let text = format!(
            "# {id}\n# reference: {reference}\n# engine:    {engine}\n# {again}\n{}\n",
            one_line(record)
        );
        self.write(&folder.join(FindingFile::Record.name()), &text)?;
        let dialect = self.dialect.lock().unwrap_or_else(PoisonError::into_inner);
        self.write(&folder.join(FindingFile::Commands.name()), &script(finding, &dialect))?;
        let comment = format!("{id}\nreference: {reference}\nengine: {engine}\n{}", after(session));
        let transcript = replayed(record);
        self.write(
            &folder.join("game.sgf"),
            &superko_sgf::write(&transcript.record, transcript.tried(), &comment),
        )
    }

    /// Writes the games to be played before the game of a finding or fault.
    fn keep_session(&self, id: &str, session: &[Record]) -> Result<(), DirectoryError> {
        let folder = Path::new("findings").join(id);
        for (place, earlier) in session.iter().enumerate() {
            let text = format!("# to be played before {id}\n{}\n", one_line(earlier));
            self.write(&folder.join(FindingFile::Before(place).name()), &text)?;
        }
        Ok(())
    }

    /// Writes the files of a fault that occurred in a game, or after known commands.
    ///
    /// # Errors
    ///
    /// If the file system reports an error.
    pub fn keep_fault(&self, fault: &FaultReport) -> Result<(), DirectoryError> {
        let FaultReport { id, what, commands, .. } = fault;
        let folder = Path::new("findings").join(id);
        let dialect = self.dialect.lock().unwrap_or_else(PoisonError::into_inner);
        let script = match &fault.record {
            _ if !commands.is_empty() => commands.iter().map(|line| format!("{line}\n")).collect(),
            Some(record) => script_of_fault(fault, record, &dialect),
            None => return Ok(()),
        };
        self.write(&folder.join(FindingFile::Commands.name()), &script)?;
        let Some(record) = &fault.record else { return Ok(()) };
        self.keep_session(id, &fault.session)?;
        let comment = format!("{id}\n{what}\n{}", after(&fault.session));
        let transcript = replayed(record);
        self.write(
            &folder.join("game.sgf"),
            &superko_sgf::write(&transcript.record, transcript.tried(), &comment),
        )?;
        let what: Vec<String> = what.lines().map(|line| format!("# {line}\n")).collect();
        let text = format!("# {id}\n{}{}\n", what.concat(), one_line(record));
        self.write(&folder.join(FindingFile::Record.name()), &text)
    }
}

/// Returns a line for each game to be played before, for the file of one game.
fn after(session: &[Record]) -> String {
    let before = session.iter().map(|game| format!("after the game {}\n", one_line(game)));
    before.collect()
}

/// Locks the directory against other processes. Nothing is locked if the file system has no locks, or on Windows, where a lock
/// would also keep others from reading.
fn lock(run: &File, path: &Path) -> Result<(), DirectoryError> {
    if cfg!(unix) && matches!(run.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(DirectoryError::InUse { path: path.to_owned() });
    }
    Ok(())
}

fn failed(path: &Path) -> impl Fn(io::Error) -> DirectoryError {
    move |source| DirectoryError::Io { path: path.to_owned(), source }
}

/// Ignores the error of removing a file that does not exist.
fn remove(path: &Path, removed: io::Result<()>) -> Result<(), DirectoryError> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(path)(error)),
        _ => Ok(()),
    }
}

/// The error when a report could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DirectoryError {
    /// The directory holds the report of another run.
    #[error(
        "{path} holds the report of another run: name another directory, or add --resume to continue that run, or --overwrite \
         to remove it"
    )]
    HoldsRun {
        /// The directory.
        path: PathBuf,
    },
    /// Another process writes to the directory.
    #[error("another process is writing to {path}: name another directory")]
    InUse {
        /// The directory.
        path: PathBuf,
    },
    /// The file system reports an error.
    #[error("cannot write to the report {path}: {source}")]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
}
