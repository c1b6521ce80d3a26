//! Engines are installed into folders of their own: nothing outside of them changes.

use super::list::{Get, Listed, words};
use super::row::State;
use crate::signals::Interrupt;
use crate::{locked, shell};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// How long one step of an installation may take.
const PATIENCE: Duration = Duration::from_secs(1200);

/// The command lines that install packages. The names of the packages follow the last one.
const PYPI: [&str; 2] = [
    "python3 -m venv {install}/venv",
    "{install}/venv/bin/python -m pip install --quiet --disable-pip-version-check",
];
const NPM: [&str; 1] = ["npm install --no-audit --no-fund --prefix {install}"];

/// The command line that installs a crate beside the list.
const CARGO: [&str; 1] =
    ["cargo install --quiet --locked --force --path {adapters}/{crate} --root {install} \
                           --target-dir {install}/target"];

/// An installer, which installs only once what several configurations share.
#[derive(Debug)]
pub(super) struct Installer {
    /// The folder of the list, with the shims.
    adapters: PathBuf,
    /// The folder for everything that is installed.
    root: PathBuf,
    interrupt: Interrupt,
    /// The outcome for each folder.
    done: Mutex<BTreeMap<PathBuf, Arc<InstallResult>>>,
}

/// The outcome of an installation, once it is known.
type InstallResult = OnceLock<Result<(), Missing>>;

/// The state of a missing engine, not installed or not built, and the reason. If the program was asked to end, this means
/// nothing.
pub(super) type Missing = (State, String);

impl Installer {
    pub(super) fn new(adapters: &Path, root: &Path, interrupt: &Interrupt) -> Installer {
        let (adapters, root) = (adapters.to_owned(), root.join("install"));
        Installer { adapters, root, interrupt: interrupt.clone(), done: Mutex::default() }
    }

    /// Installs an engine, unless it is installed, and returns the command that starts it.
    pub(super) fn install(&self, engine: &Listed) -> Result<Vec<String>, Missing> {
        let missing = |reason: String| match &engine.get {
            Get::Git { .. } => (State::NotBuilt, reason),
            _ => (State::NotInstalled, reason),
        };
        if let Some(reason) = &engine.unavailable {
            return Err(missing(reason.clone()));
        }
        let folder = self.folder(engine);
        let begun = Arc::clone(locked(&self.done).entry(folder.clone()).or_default());
        begun.get_or_init(|| self.fill(engine, &folder)).clone()?;
        let start = engine.start.as_deref().unwrap_or_default();
        let command = self.command(engine, &folder, start);
        let program = command.first().map_or("", String::as_str);
        if shell::program(program).is_some_and(|path| path.is_file()) {
            return Ok(command);
        }
        Err(missing(match &engine.get {
            Get::Apt(package) => {
                format!("{program} is not installed; as root, run: apt-get install {package}")
            }
            Get::Git { commit, build, .. } => {
                format!("{program} is not on the PATH; to build commit {commit}: {build}")
            }
            _ => format!("{program} does not exist"),
        }))
    }

    /// Returns the folder of an engine, which all engines that are installed alike share.
    fn folder(&self, engine: &Listed) -> PathBuf {
        let text = match &engine.get {
            Get::Git { .. } | Get::Program(_) => engine.id.clone(),
            shared => shared.to_string(),
        };
        let plain = |c: char| if c.is_ascii_alphanumeric() || ".-_=".contains(c) { c } else { '_' };
        self.root.join(text.chars().map(plain).collect::<String>())
    }

    /// Returns the words of a command line with its placeholders filled in.
    fn command(&self, engine: &Listed, folder: &Path, line: &str) -> Vec<String> {
        let filled = |word: String| {
            word.replace("{install}", &folder.to_string_lossy())
                .replace("{shims}", &folder.join("shims").to_string_lossy())
                .replace("{adapters}", &self.adapters.to_string_lossy())
                .replace("{crate}", if let Get::Cargo(name) = &engine.get { name } else { "" })
                .replace("{version}", &engine.version)
        };
        words(line).unwrap_or_default().into_iter().map(filled).collect()
    }

    /// Makes all steps of an installation, unless a file says that they are done.
    fn fill(&self, engine: &Listed, folder: &Path) -> Result<(), Missing> {
        let failed =
            |error: std::io::Error| not_installed(format!("{}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(failed)?;
        self.copy_shims(engine, &folder.join("shims")).map_err(failed)?;
        let steps = self.steps(engine, folder);
        let (marker, what) = (folder.join("installed"), format!("{steps:?}"));
        // A crate of this project may have changed; cargo knows whether it has.
        let again = matches!(engine.get, Get::Cargo(_));
        if !again && fs::read_to_string(&marker).is_ok_and(|text| text == what) {
            return Ok(());
        }
        let log = folder.join("install.log");
        let file = File::create(&log).map_err(failed)?;
        for step in &steps {
            self.step(step, &file, &log)?;
        }
        fs::write(&marker, what).map_err(failed)
    }

    /// Returns the commands that install an engine.
    fn steps(&self, engine: &Listed, folder: &Path) -> Vec<Vec<String>> {
        let (lines, packages) = match &engine.get {
            Get::Pypi(packages) => (&PYPI[..], &packages[..]),
            Get::Npm(packages) => (&NPM[..], &packages[..]),
            Get::Cargo(_) => (&CARGO[..], &[][..]),
            Get::Apt(_) | Get::Git { .. } | Get::Program(_) => (&[][..], &[][..]),
        };
        let mut steps: Vec<Vec<String>> =
            lines.iter().map(|line| self.command(engine, folder, line)).collect();
        if let Some(last) = steps.last_mut() {
            last.extend_from_slice(packages);
        }
        steps.extend(engine.prepare.iter().map(|line| self.command(engine, folder, line)));
        steps
    }

    /// Copies the shims to where they find what is installed.
    fn copy_shims(&self, engine: &Listed, shims: &Path) -> std::io::Result<()> {
        let (language, kind) = match &engine.get {
            Get::Pypi(_) => ("python", "py"),
            Get::Npm(_) => ("javascript", "mjs"),
            _ => return Ok(()),
        };
        fs::create_dir_all(shims)?;
        for folder in [language, "gtp"] {
            for file in fs::read_dir(self.adapters.join(folder))? {
                let path = file?.path();
                if let (Some(name), true) =
                    (path.file_name(), path.extension() == Some(kind.as_ref()))
                {
                    fs::copy(&path, shims.join(name))?;
                }
            }
        }
        Ok(())
    }

    /// Runs a command, whose output goes to the log.
    fn step(&self, step: &[String], file: &File, log: &Path) -> Result<(), Missing> {
        let command = step.join(" ");
        let failed = |what: &str| not_installed(format!("`{command}` {what}"));
        let output = || file.try_clone().map_or_else(|_| Stdio::null(), Stdio::from);
        let (program, rest) = step.split_first().ok_or_else(|| failed("is empty"))?;
        let mut child = Command::new(program)
            .args(rest)
            .stdin(Stdio::null())
            .stdout(output())
            .stderr(output())
            .spawn()
            .map_err(|error| failed(&format!("could not be started: {error}")))?;
        let begun = Instant::now();
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if self.interrupt.is_set() || begun.elapsed() > PATIENCE => {
                    // The process has ended already, or ends now.
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(failed(&format!("took more than {} s", PATIENCE.as_secs())));
                }
                Ok(None) => std::thread::sleep(Duration::from_millis(50)),
                Err(error) => return Err(failed(&error.to_string())),
            }
        };
        if status.success() {
            return Ok(());
        }
        let text = fs::read(log).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let reason =
            text.lines().rev().map(str::trim).find(|line| line.to_lowercase().contains("error"));
        let reason = reason.or_else(|| text.lines().last()).unwrap_or_default();
        Err(failed(format!("failed ({status}): {reason}").trim_end_matches(": ")))
    }
}

fn not_installed(reason: String) -> Missing {
    (State::NotInstalled, reason)
}
