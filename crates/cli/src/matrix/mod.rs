//! `superko matrix`: what known engines really play.
//!
//! In: a list of engines. Out: a Markdown table, a file with all that it is made of, and the reports on each engine. This
//! command runs `superko certify` for them: once under the rules that the engine claims, and once under those of Tromp and
//! Taylor. From these, `--pages` makes pages for browsers. `--versions` tests releases of packages in the same way.

mod install;
mod list;
mod pages;
mod row;
mod table;
mod versions;

use super::engine::{duration, level};
use super::output::{expect_folder, keep, say};
use super::signals::Interrupt;
use super::{Exit, Failure, certify, locked, shell};
use clap::{Args, Parser};
use install::Installer;
use list::Listed;
use row::{Grade, Matrix, Row, State};
use std::collections::VecDeque;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};
use superko_certify::Level;
use superko_certify::report::from_json;
use superko_game::rules::Rules;
use versions::{Package, Tested, Versions};

/// The list in a clone of the repository.
const LIST: &str = "adapters/engines.toml";

/// The most data that a process of an engine may have, where that can be bounded.
const MEMORY: &str = "4GiB";

/// Arguments of `matrix`.
#[derive(Args, Debug)]
#[command(after_help = "\
Everything is installed under DIR/install. Debian packages are not installed; their row says how to.

Exit codes:
  0 every engine was tested   2 usage   4 some could not be installed or finished   130, 143 interrupted")]
pub(crate) struct Arguments {
    /// Only these engines: an id, or the start of several ids; may be given several times
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    only: Vec<String>,

    /// How many engines to test in parallel
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,

    /// Keep the rows that an earlier run finished, and continue from there
    #[arg(long, conflicts_with = "overwrite")]
    resume: bool,

    /// Test the engines again in a directory that holds a matrix; other rows stay, and so does what is installed
    #[arg(long)]
    overwrite: bool,

    /// The list of engines; its folder has the shims
    #[arg(long, value_name = "FILE", default_value = LIST)]
    list: PathBuf,

    /// Where everything goes: matrix.md, matrix.json, the reports, what is installed
    #[arg(long, short, value_name = "DIR", default_value = "matrix")]
    output: PathBuf,

    /// Test nothing: write the pages of the matrix in --output to this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["only", "resume", "overwrite"])]
    pages: Option<PathBuf>,

    /// Test releases of each package instead, of its N newest: since which one a finding is there, and in which it went
    #[arg(long, value_name = "N", conflicts_with_all = ["overwrite", "pages"], value_parser = clap::value_parser!(u16).range(1..))]
    versions: Option<u16>,

    /// How thorough to be, as for certify: smoke, standard or full
    #[arg(long, value_name = "LEVEL", default_value = "smoke", value_parser = level(certify::LEVELS))]
    level: Level,

    /// The time limit of one report; unfinished work is listed
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration)]
    budget: Duration,

    /// Print only errors on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// The arguments of `certify`, as words.
#[derive(Debug, Parser)]
struct Certify {
    #[command(flatten)]
    arguments: certify::Arguments,
}

/// A run: what all its engines share.
struct Run<'a> {
    arguments: &'a Arguments,
    list: &'a [Listed],
    /// The version of this program, the level and the budget.
    by: String,
    installer: Installer,
    interrupt: Interrupt,
    matrix: Mutex<Matrix>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let folder = arguments.list.parent().unwrap_or(Path::new(""));
    if let Some(pages) = &arguments.pages {
        // The list only describes the engines anew.
        let has_list = arguments.list.exists() || arguments.list != Path::new(LIST);
        let list = if has_list { read_list(&arguments.list, folder)? } else { Vec::new() };
        return write_pages(arguments, &list, pages);
    }
    let list = read_list(&arguments.list, folder)?;
    let chosen = chosen(&list, &arguments.only)?;
    let run = Run {
        arguments,
        list: &list,
        by: format!(
            "superko {}, level {}, {}",
            env!("CARGO_PKG_VERSION"),
            arguments.level.id(),
            humantime::format_duration(arguments.budget)
        ),
        installer: Installer::new(folder, &arguments.output, interrupt),
        interrupt: interrupt.clone(),
        matrix: Mutex::new(match arguments.versions {
            Some(_) => Matrix::new(arguments.level.id()),
            None => earlier_matrix(arguments, &list, &chosen)?,
        }),
    };
    expect_folder(&arguments.output)?;
    if let Some(most) = arguments.versions {
        return run.test_versions(&chosen, most.into());
    }
    run.examine_all(&chosen);
    let matrix = locked(&run.matrix);
    run.write(&matrix);
    if interrupt.is_set() {
        if !arguments.quiet {
            say("to continue from here, run the same command with --resume");
        }
        return Ok(interrupt.exit());
    }
    if !arguments.quiet {
        say(&format!("written: {}", arguments.output.join("matrix.md").display()));
    }
    let done = |engine: &&Listed| {
        let row = matrix.rows.iter().find(|row| row.listed.id == engine.id);
        row.is_some_and(|row| row.state == State::Done)
    };
    Ok(if chosen.iter().all(done) { Exit::Fine } else { Exit::Incomplete })
}

fn read_list(path: &Path, folder: &Path) -> Result<Vec<Listed>, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| {
        Failure::usage(format!(
            "cannot read the list of engines {name}: {error}; it is adapters/engines.toml in a clone of the \
             repository; --list names another file"
        ))
    })?;
    list::read(&text, folder).map_err(|error| Failure::usage(format!("{name}: {error}")))
}

/// Returns the engines that are asked for.
fn chosen<'a>(list: &'a [Listed], only: &[String]) -> Result<Vec<&'a Listed>, Failure> {
    if let Some(word) = only.iter().find(|w| !list.iter().any(|e| e.id.starts_with(w.as_str()))) {
        let ids: Vec<&str> = list.iter().map(|engine| engine.id.as_str()).collect();
        return Err(Failure::usage(format!(
            "no id of an engine begins with `{word}`: there are {}",
            ids.join(", ")
        )));
    }
    let is_chosen = |engine: &&Listed| {
        // A whole id means only itself, even if longer ones begin with it.
        let whole = |word: &String| list.iter().any(|other| other.id == *word);
        only.is_empty()
            || only.iter().any(|word| {
                engine.id == *word || (!whole(word) && engine.id.starts_with(word.as_str()))
            })
    };
    Ok(list.iter().filter(is_chosen).collect())
}

/// Writes the pages of a finished matrix.
fn write_pages(arguments: &Arguments, list: &[Listed], pages: &Path) -> Result<Exit, Failure> {
    let path = arguments.output.join("matrix.json");
    let mut matrix = read_matrix(&path)?;
    matrix.describe(list);
    if pages::write(&matrix, &arguments.output, pages)? && !arguments.quiet {
        say(&format!("written: {}", pages.join("index.html").display()));
    }
    Ok(Exit::Fine)
}

/// Reads the file of an earlier run.
fn read_matrix(path: &Path) -> Result<Matrix, Failure> {
    let text = fs::read_to_string(path).map_err(Failure::cannot("read", path))?;
    Matrix::read(&text).map_err(|error| {
        Failure::usage(format!("{} is not a readable matrix: {error}", path.display()))
    })
}

/// Reads the rows that an earlier run left, without those to be made again.
fn earlier_matrix(
    arguments: &Arguments,
    list: &[Listed],
    chosen: &[&Listed],
) -> Result<Matrix, Failure> {
    let path = arguments.output.join("matrix.json");
    if !path.exists() {
        return Ok(Matrix::new(arguments.level.id()));
    }
    let name = path.display();
    if !arguments.resume && !arguments.overwrite {
        return Err(Failure::usage(format!(
            "{name} already exists: --resume continues it, --overwrite starts a new one"
        )));
    }
    let mut matrix = read_matrix(&path)?;
    if arguments.overwrite {
        matrix.rows.retain(|row| chosen.iter().all(|engine| engine.id != row.listed.id));
    }
    matrix.describe(list);
    Ok(Matrix { level: arguments.level.id().to_owned(), ..matrix })
}

/// Returns the day, such as 2026-11-23.
fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or_default().to_owned()
}

impl Run<'_> {
    /// Returns whether an earlier run finished an engine, as it is listed now.
    fn is_done(&self, engine: &Listed) -> bool {
        let is_same = |row: &Row| {
            row.listed.is_examined_like(engine) && row.by == self.by && row.state == State::Done
        };
        locked(&self.matrix).rows.iter().any(is_same)
    }

    fn tell(&self, engine: &Listed, what: &str) {
        if !self.arguments.quiet {
            say(&format!("{}: {what}", engine.id));
        }
    }

    /// Examines the engines that no earlier run finished, several at a time.
    fn examine_all(&self, chosen: &[&Listed]) {
        let Arguments { jobs, quiet, .. } = self.arguments;
        let mut waiting: VecDeque<&Listed> = chosen.iter().copied().collect();
        waiting.retain(|engine| !self.is_done(engine));
        if !quiet && waiting.len() < chosen.len() {
            say(&format!("{} of {} are already done", chosen.len() - waiting.len(), chosen.len()));
        }
        let waiting = Mutex::new(waiting);
        let next = || locked(&waiting).pop_front().filter(|_| !self.interrupt.is_set());
        std::thread::scope(|scope| {
            for _ in 0..*jobs {
                scope.spawn(|| {
                    while let Some(engine) = next() {
                        self.examine(engine);
                    }
                });
            }
        });
    }

    /// Installs, certifies and identifies an engine, and writes its row. An engine that was interrupted gets no row.
    fn examine(&self, engine: &Listed) {
        if let Some(row) = self.examined(engine, true) {
            self.put(row);
        }
    }

    /// Examines an engine under the rules that it claims, and perhaps under those of Tromp and Taylor. `None` if the program was
    /// asked to end.
    fn examined(&self, engine: &Listed, by_tromp_taylor: bool) -> Option<Row> {
        self.tell(engine, &format!("installing from {}", engine.get));
        let command = match self.installer.install(engine) {
            Ok(command) => command,
            Err(_) if self.interrupt.is_set() => return None,
            Err((state, reason)) => {
                let what =
                    if state == State::NotBuilt { "not built here" } else { "not installed" };
                self.tell(engine, &format!("{what}: {reason}"));
                return Some(Row::without(engine, &self.by, state, Some(reason)));
            }
        };
        let begun = Instant::now();
        let claims = engine.claimed().expect("the list was checked");
        let mut reason = None;
        let mut graded = |rules: Rules, part: &str| {
            let graded = self.certify(engine, rules, part, &command);
            graded.map_err(|error| reason.get_or_insert(error).clone()).ok()
        };
        let claimed = graded(claims, "claimed");
        let is_other = by_tromp_taylor && claims != Rules::default() && !self.interrupt.is_set();
        let tromp_taylor = is_other.then(|| graded(Rules::default(), "tromp-taylor")).flatten();
        if self.interrupt.is_set() {
            return None;
        }
        if [&claimed, &tromp_taylor].into_iter().flatten().any(|grade| !grade.complete) {
            let budget = humantime::format_duration(self.arguments.budget);
            reason.get_or_insert(format!("what was found in {budget} for each rule set"));
        }
        let state = if reason.is_some() { State::NotFinished } else { State::Done };
        let row = Row {
            command: Some(shell::joined(&command)),
            seconds: begun.elapsed().as_secs_f64(),
            claimed,
            tromp_taylor,
            date: Some(today()),
            ..Row::without(engine, &self.by, state, reason)
        };
        let verdict = row.claimed.as_ref().map_or("not tested", |grade| &grade.verdict);
        let plays = row.plays().map(|plays| format!("; it {plays}")).unwrap_or_default();
        self.tell(engine, &format!("{verdict}{plays} ({:.0} s)", row.seconds));
        Some(row)
    }

    /// Tests releases of packages, at most this many of each, and writes what changed in which.
    fn test_versions(&self, chosen: &[&Listed], most: usize) -> Result<Exit, Failure> {
        let path = self.arguments.output.join(versions::FILE);
        let mut all = Versions::read(&self.arguments.output, self.arguments.level.id())?;
        let mut is_whole = true;
        for engine in chosen {
            match self.package(engine, most) {
                Ok(Some(package)) => all.put(package),
                Ok(None) => return Ok(self.interrupt.exit()),
                Err(reason) => {
                    is_whole = false;
                    self.tell(engine, &reason);
                }
            }
            keep(&path, &all.to_json());
        }
        if !self.arguments.quiet {
            say(&format!("written: {}", path.display()));
        }
        Ok(if is_whole { Exit::Fine } else { Exit::Incomplete })
    }

    /// Tests releases of a package. `None` if the program was asked to end.
    fn package(&self, engine: &Listed, most: usize) -> Result<Option<Package>, String> {
        let mut releases = match &engine.versions[..] {
            [] => versions::releases(engine)?,
            listed => listed.to_vec(),
        };
        releases.drain(..releases.len().saturating_sub(most));
        let at = |version: &String| {
            versions::at(engine, version).ok_or_else(|| {
                format!("only packages of PyPI and npm have versions, not {}", engine.get)
            })
        };
        let engines: Vec<Listed> = releases.iter().map(at).collect::<Result<_, _>>()?;
        let test = |place: usize| self.examined(&engines[place], false).map(|row| Tested::of(&row));
        let Some(tested) = versions::bisected(engines.len(), test) else { return Ok(None) };
        Ok(Some(Package {
            id: engine.id.clone(),
            date: today(),
            rules: engine.rules.clone(),
            releases,
            findings: versions::spans(&tested),
            tested: tested.into_values().collect(),
        }))
    }

    /// Certifies an engine under a rule set. Continues the run in its directory on request, if the run can be continued.
    fn certify(
        &self,
        engine: &Listed,
        rules: Rules,
        part: &str,
        command: &[String],
    ) -> Result<Grade, String> {
        let place = Path::new("reports").join(&engine.id).join(part);
        let directory = self.arguments.output.join(&place);
        self.tell(engine, &format!("certifying under {rules}"));
        let how = if self.arguments.resume { "--resume" } else { "--overwrite" };
        let mut outcome = self.attempt(engine, rules, &directory, command, how);
        if outcome.is_err() && self.arguments.resume {
            // The directory may hold a run of another version of the engine.
            outcome = self.attempt(engine, rules, &directory, command, "--overwrite");
        }
        outcome?;
        let unreadable =
            |error: String| format!("cannot read the report in {}: {error}", directory.display());
        let json = fs::read_to_string(directory.join("summary.json"));
        let json = json.map_err(|error| unreadable(error.to_string()))?;
        let report = from_json(&json).map_err(|error| unreadable(error.to_string()))?;
        Ok(Grade::of(&report, &directory, &place.to_string_lossy().replace('\\', "/")))
    }

    /// Runs `certify` once. `how` is `--resume` or `--overwrite`.
    fn attempt(
        &self,
        engine: &Listed,
        rules: Rules,
        directory: &Path,
        command: &[String],
        how: &str,
    ) -> Result<(), String> {
        let Arguments { level, budget, .. } = self.arguments;
        let (rules, budget) = (rules.to_string(), humantime::format_duration(*budget).to_string());
        let directory = directory.to_string_lossy().into_owned();
        let output = format!("{directory}/report.json");
        let mut words = vec!["certify", "--quiet", how, "--report", &directory, "--format", "json"];
        words.extend([
            "--output",
            &output,
            "--level",
            level.id(),
            "--rules",
            &rules,
            "--budget",
            &budget,
        ]);
        words.extend(["--timeout", "20s", "--start-timeout", "2m"]);
        if cfg!(target_os = "linux") {
            words.extend(["--memory", MEMORY]);
        }
        // Without a number, games would be played for as long as the budget lasts.
        let games = level.random_games().to_string();
        words.extend(["--games", &games]);
        for size in &engine.sizes {
            words.extend(["--size", size]);
        }
        let profile = engine.profile.as_ref().map(|name| match name.ends_with(".toml") {
            true => self.arguments.list.with_file_name(name).to_string_lossy().into_owned(),
            false => name.clone(),
        });
        if let Some(profile) = &profile {
            words.extend(["--profile", profile]);
        }
        words.push("--");
        words.extend(command.iter().map(String::as_str));
        let parsed = Certify::try_parse_from(words).map_err(|error| error.to_string())?;
        match catch_unwind(AssertUnwindSafe(|| certify::run(&parsed.arguments, &self.interrupt))) {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(failure)) => Err(failure.message),
            Err(_) => Err("this program panicked".to_owned()),
        }
    }

    /// Adds a row to the matrix, and writes all files.
    fn put(&self, row: Row) {
        let mut matrix = locked(&self.matrix);
        matrix.put(row, self.list);
        matrix.date = today();
        self.write(&matrix);
    }

    /// Writes all files. A run that is killed loses no row.
    fn write(&self, matrix: &Matrix) {
        let folder = &self.arguments.output;
        keep(&folder.join("matrix.json"), &matrix.to_json());
        keep(&folder.join("matrix.md"), &table::markdown(matrix));
    }
}
