//! `superko certify`.

use super::engine::{EngineArguments, EngineChoice, duration, whole_number};
use super::output::{self, bar, complain, in_lines, print, say};
use super::signals::Interrupt;
use super::{Exit, Failure};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};
use superko::certify::{AnotherEngine, Entry, Level, Observer, Options, resume_parallel};
use superko::engines::gtp::Stop;
use superko::report::{
    self, Directory, DirectoryError, FaultReport, Finding, KnownFailures, Outcome, Report, text,
    to_json,
};
use superko::{Check, Fault, Rules, Size};

/// Arguments of `certify`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[arg(long, value_name = "RULES", help = rules_help())]
    rules: Option<Rules>,

    /// A board, as a side (9) or columns by rows (5x4); may be given several times
    #[arg(long = "size", value_name = "SIZE")]
    sizes: Vec<Size>,

    /// How many random games to play after the fixed suite [default: 100, 1,000 or 40,000, by level]
    #[arg(long, value_name = "N", value_parser = whole_number)]
    games: Option<u64>,

    /// How long to go on at the most; without --games, random games are played until then
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget: Option<Duration>,

    /// The random seed
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole_number)]
    seed: u64,

    /// How many engines to run in parallel
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,

    /// How thorough to be: an amount of work, the same on every machine
    #[arg(long, value_name = "LEVEL", default_value = "standard")]
    level: Thoroughness,

    /// Play only these parts of the fixed suite: ids, rules, events, checks, boards as @9x9, `short-games`
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    only: Vec<String>,

    /// Leave these parts of the fixed suite out
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    skip: Vec<String>,

    /// Checks by which something must be observed: play, legality, board, status, score, undo
    #[arg(long, value_name = "CHECK", value_delimiter = ',')]
    require: Vec<Check>,

    /// Require all checks, and count accepted illegal plays even where the profile says that the engine accepts any
    #[arg(long)]
    strict: bool,

    /// Stop at the first disagreement or fault
    #[arg(long)]
    fail_fast: bool,

    /// A file with the ids of findings that are expected, one a line
    #[arg(long, value_name = "FILE")]
    known_failures: Option<PathBuf>,

    /// A file to write the ids of all findings to, to be given as --known-failures later
    #[arg(long, value_name = "FILE")]
    write_known_failures: Option<PathBuf>,

    /// A directory to write the findings to as they come
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,

    /// Remove the report of another run from that directory
    #[arg(long, requires = "report")]
    overwrite: bool,

    /// Go on with the run in that directory, which was ended early; if there is none, begin it
    #[arg(long, requires = "report", conflicts_with = "overwrite")]
    resume: bool,

    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Tell everything: events, missing answers, boards refused, notes
    #[arg(long, short)]
    verbose: bool,

    /// Say nothing on standard error but errors
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    engine: EngineArguments,
}

fn rules_help() -> String {
    format!("The rules: {} [default: {}]", Rules::accepted(), Rules::default())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Drawn, for people
    Text,
    /// One object, for programs
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Thoroughness {
    /// A quick check: 5,000 questions, 100 random games
    Smoke,
    /// 50,000 questions, 1,000 random games
    Standard,
    /// A million questions, 40,000 random games
    Full,
}

impl Thoroughness {
    fn level(self) -> Level {
        match self {
            Thoroughness::Smoke => Level::Smoke,
            Thoroughness::Standard => Level::Standard,
            Thoroughness::Full => Level::Full,
        }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let interrupt = Interrupt::listen()?;
    let start = Instant::now();
    let (flag, budget) = (interrupt.clone(), arguments.budget);
    let over = move || flag.is_set() || budget.is_some_and(|most| start.elapsed() >= most);
    let choice = arguments.engine.choice()?.until(Stop::when(over));
    let known = match &arguments.known_failures {
        Some(path) => known_failures(path)?,
        None => KnownFailures::default(),
    };
    let options = options(arguments, &choice);
    if let Some(pattern) = options.pattern_without_meaning() {
        return Err(Failure::usage(format!(
            "`{pattern}` means no part of the fixed suite on these boards: `superko suite list` has their ids; accepted are \
             the beginning of an id, a rule such as TT6, a check such as undo, a board such as @9x9, and short-games"
        )));
    }
    let what = what(arguments, &options);
    let (kept, before) = Kept::new(arguments, &what)?;
    let watcher = Watcher::new(arguments, &options, &kept, before.elapsed(), start, &interrupt);
    if before.is_new {
        let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let what: Map<String, Value> =
            what.into_iter().chain([("date".into(), date.into())]).collect();
        kept.write(|directory| directory.begin(&what.into()));
    }
    let jobs = arguments.jobs.into();
    let report = resume_parallel(&*choice.factory(), &options, &watcher, before.run(0), jobs);
    let mut report = report.map_err(|error| Failure::usage(before.refused(&error)))?;
    if arguments.takes_all_boards(&choice) && report.verdict != Outcome::Untestable {
        report.all_boards = all_boards(&choice, &options, &watcher, &before, jobs)?;
    }
    watcher.bar.finish_and_clear();
    if report.comparisons > 0 && arguments.only.is_empty() && !watcher.stop() {
        protocol(&choice, &mut report);
    }
    known.apply(&mut report);
    let printed = print(&match arguments.format {
        Format::Text => {
            let style = output::text_options(arguments.verbose);
            let deviating =
                report.all_boards.iter().filter(|part| part.verdict != Outcome::Conforms);
            let mut texts: Vec<String> = deviating.map(|part| text(part, &style)).collect();
            if !report.all_boards.is_empty() {
                texts.push(report::all_boards(&report.all_boards, &style));
            }
            texts.push(text(&report, &style));
            texts.join("\n")
        }
        Format::Json => to_json(&report),
    });
    // A full disk changes nothing about the engine.
    if let Err(error) = printed {
        complain(&format!("cannot write the report to standard output: {error}"));
    }
    kept.finish(&report);
    if let Some(path) = &arguments.write_known_failures {
        let ids: String = report.findings.iter().map(|finding| finding.id.clone() + "\n").collect();
        if let Err(error) = std::fs::write(path, ids) {
            complain(&format!("cannot write the known failures {}: {error}", path.display()));
        }
    }
    if report.comparisons == 0
        && let [fault] = &report.faults[..]
    {
        complain(&choice.why_not(&fault.kind, fault.command.as_deref(), &fault.what));
    }
    Ok(exit(&report, &choice, &interrupt))
}

/// Adds how the engine does by the protocol, beside what was seen on the way.
fn protocol(choice: &EngineChoice, report: &mut Report) {
    match choice.protocol() {
        Ok(cases) => {
            for case in cases {
                report.protocol.entry(case.id.to_owned()).or_insert(case.outcome.to_string());
            }
        }
        Err(Fault::Stopped { .. }) => {}
        Err(fault) => {
            report.engine.notes.push(format!("the protocol could not be examined: {fault}"));
        }
    }
    report.judge();
}

/// Reads the ids of findings that are expected.
fn known_failures(path: &Path) -> Result<KnownFailures, Failure> {
    let path_name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::usage(format!("cannot read the known failures {path_name}: {error}"))
    })?;
    text.parse().map_err(|error| Failure::usage(format!("{path_name}, {error}")))
}

/// Examines our own engine on every board and under every rule set.
fn all_boards(
    choice: &EngineChoice,
    options: &Options,
    watcher: &Watcher<'_>,
    before: &Before,
    jobs: usize,
) -> Result<Vec<Report>, Failure> {
    let what = options.arguments.as_deref().unwrap_or_default();
    watcher.line(&format!("certifying {what} on every board, under every rule set"));
    let parts = Options::all_boards(options.seed);
    parts
        .into_iter()
        .zip(1..)
        .take_while(|_| !watcher.stop())
        .map(|(part, number)| {
            let part = Options { arguments: options.arguments.clone(), ..part };
            let begun = watcher.start.elapsed();
            let entries = before.run(number);
            let report = resume_parallel(&*choice.factory(), &part, watcher, entries, jobs);
            let mut report = report.map_err(|error| Failure::usage(before.refused(&error)))?;
            report.seconds = Some((watcher.start.elapsed() - begun).as_secs_f64());
            Ok(report)
        })
        .collect()
}

impl Arguments {
    /// Whether our own engine is to be examined without any limits.
    fn takes_all_boards(&self, choice: &EngineChoice) -> bool {
        let limited = self.rules.is_some() || self.games.is_some() || self.budget.is_some();
        matches!(choice, EngineChoice::Optimized) && self.sizes.is_empty() && !limited
    }
}

fn options(arguments: &Arguments, choice: &EngineChoice) -> Options {
    let level = arguments.level.level();
    let mut sizes: Vec<Size> = Vec::new();
    for &size in &arguments.sizes {
        if !sizes.contains(&size) {
            sizes.push(size);
        }
    }
    let usual = Options::at(level);
    Options {
        rules: arguments.rules.unwrap_or_default(),
        sizes_named: !sizes.is_empty(),
        sizes: if sizes.is_empty() { usual.sizes } else { sizes },
        seed: arguments.seed,
        // With a budget and no number, games are drawn for as long as it lasts.
        games: match arguments.games {
            None if !arguments.only.is_empty() => Some(0),
            None if arguments.budget.is_some() => None,
            None => usual.games,
            given => given,
        },
        only: arguments.only.clone(),
        skip: arguments.skip.clone(),
        required: arguments.require.clone(),
        strict: arguments.strict,
        fail_fast: arguments.fail_fast,
        effort: choice.effort(),
        arguments: Some(choice.arguments()),
        ..usual
    }
}

/// What a run is, as it is written down before it begins: all that its results depend on.
fn what(arguments: &Arguments, options: &Options) -> Map<String, Value> {
    let required: Vec<String> = options.required.iter().map(Check::to_string).collect();
    let sizes: Vec<String> = options.sizes.iter().map(Size::to_string).collect();
    let what = json!({
        "tool": concat!("superko ", env!("CARGO_PKG_VERSION")),
        "engine": options.arguments,
        "rules": options.rules.to_string(),
        "seed": options.seed,
        "level": options.level.id(),
        "sizes": sizes.join(" "),
        "games": options.games,
        "only": options.only.join(","),
        "skip": options.skip.join(","),
        "require": required.join(","),
        "strict": options.strict,
        "fail-fast": options.fail_fast,
        "profile": arguments.engine.profile(),
        "timeout": arguments.engine.timeout().as_secs_f64(),
        "start-timeout": arguments.engine.start_timeout().as_secs_f64(),
        "memory": arguments.engine.memory(),
    });
    what.as_object().cloned().unwrap_or_default()
}

/// What was written down of the run that is resumed.
struct Before {
    is_new: bool,
    /// Of the run itself, and then of the runs on all boards.
    runs: Vec<Vec<Entry>>,
    path: PathBuf,
}

impl Before {
    /// Reads the lines of a directory, of which the first says what was examined.
    fn read(path: &Path, lines: &[String], what: &Map<String, Value>) -> Result<Before, Failure> {
        let mut runs: Vec<Vec<Entry>> = Vec::new();
        for (place, line) in lines.iter().enumerate() {
            let unreadable = |error: &dyn Display| {
                Failure::usage(format!(
                    "cannot resume the run in {}: line {} of run.jsonl is unreadable: {error}",
                    path.display(),
                    place + 1
                ))
            };
            if place == 0 {
                let mut first: Value = serde_json::from_str(line).map_err(|e| unreadable(&e))?;
                let Value::Object(was) = first["run"].take() else {
                    return Err(unreadable(&"it does not say what was examined"));
                };
                same(path, &was, what)?;
                continue;
            }
            let entry: Entry = serde_json::from_str(line).map_err(|error| unreadable(&error))?;
            if entry.begins() {
                runs.push(Vec::new());
            }
            match runs.last_mut() {
                Some(run) => run.push(entry),
                None => return Err(unreadable(&"no engine was begun with")),
            }
        }
        Ok(Before { is_new: lines.is_empty(), runs, path: path.to_owned() })
    }

    /// What was written down of the run of a number.
    fn run(&self, number: usize) -> &[Entry] {
        self.runs.get(number).map_or(&[], Vec::as_slice)
    }

    /// How long it took.
    fn elapsed(&self) -> Duration {
        self.runs.iter().flatten().rev().find_map(Entry::elapsed).unwrap_or_default()
    }

    fn refused(&self, error: &AnotherEngine) -> String {
        format!("cannot resume the run in {}: {error}", self.path.display())
    }
}

/// Makes sure that a run was begun as it is to be resumed.
fn same(path: &Path, was: &Map<String, Value>, is: &Map<String, Value>) -> Result<(), Failure> {
    let told = |of: &Map<String, Value>, name: &str| match of.get(name) {
        None | Some(Value::Null) => "none".to_owned(),
        Some(Value::String(text)) => format!("`{text}`"),
        Some(other) => other.to_string(),
    };
    let differs = |name: &&String| was.get(*name) != is.get(*name);
    let other: Vec<String> = is
        .keys()
        .filter(differs)
        .map(|name| format!("{name} was {} and is now {}", told(was, name), told(is, name)))
        .collect();
    if other.is_empty() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "cannot resume the run in {}, which was begun otherwise: {}",
        path.display(),
        other.join("; ")
    )))
}

/// The exit code of a run: the first that applies.
fn exit(report: &Report, choice: &EngineChoice, interrupt: &Interrupt) -> Exit {
    let deviates = |report: &Report| report.verdict == Outcome::Deviates;
    let disagrees =
        std::iter::once(report).chain(&report.all_boards).any(|r| !r.findings.is_empty());
    let deviates = deviates(report) || report.all_boards.iter().any(deviates);
    match report.verdict {
        _ if disagrees && choice.deviates() == Exit::Internal => Exit::Internal,
        _ if report.interrupted => interrupt.exit(),
        _ if deviates => Exit::Deviates,
        Outcome::Untestable => Exit::Untestable,
        Outcome::Faulty => Exit::Faulty,
        Outcome::Incomplete => Exit::Incomplete,
        _ => Exit::Fine,
    }
}

/// The report on disk, if there is one. What cannot be written is told once and ends nothing.
struct Kept {
    directory: Option<Directory>,
    told: AtomicBool,
    quiet: bool,
}

impl Kept {
    /// Opens the directory, if one was named, and reads what it holds of the run that is to be resumed.
    fn new(arguments: &Arguments, what: &Map<String, Value>) -> Result<(Kept, Before), Failure> {
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
        let before = Before::read(&path, &lines, what)?;
        Ok((Kept { directory, told: AtomicBool::new(false), quiet: arguments.quiet }, before))
    }

    fn write(&self, write: impl FnOnce(&Directory) -> Result<(), DirectoryError>) {
        if let Some(directory) = &self.directory
            && let Err(error) = write(directory)
            && !self.told.swap(true, Ordering::Relaxed)
        {
            complain(&error.to_string());
        }
    }

    /// Where the record of a finding or fault is kept. Without `--report` that is a temporary directory, made at the end
    /// if a game is too long for a command line.
    fn record_file(&self, id: &str, before: Option<usize>) -> PathBuf {
        match &self.directory {
            Some(directory) => directory.record_file(id, before),
            None => Directory::record_file_in(&temporary(), id, before),
        }
    }

    fn finish(&self, report: &Report) {
        self.write(|directory| directory.finish(report));
        let path = temporary();
        let again = report.findings.iter().map(|finding| &finding.again);
        let mut again = again.chain(report.faults.iter().filter_map(|fault| fault.again.as_ref()));
        if self.directory.is_none() && again.any(|line| line.contains(&*path.to_string_lossy())) {
            let written = Directory::create(&path, true).and_then(|made| made.finish(report));
            match written {
                Ok(()) if self.quiet => {}
                Ok(()) => say(&format!("the games are in {}", path.display())),
                Err(error) => complain(&error.to_string()),
            }
        }
    }
}

/// A directory of this run.
fn temporary() -> PathBuf {
    std::env::temp_dir().join(format!("superko-{}", std::process::id()))
}

/// Shows the progress, writes down what is found as it is found, and ends the run when its time is up.
struct Watcher<'a> {
    bar: ProgressBar,
    lines: bool,
    kept: &'a Kept,
    /// How long the run took before it was resumed.
    earlier: Duration,
    start: Instant,
    budget: Option<Duration>,
    interrupt: &'a Interrupt,
    /// When progress was told last, in seconds from the start.
    told: AtomicU64,
}

/// How often progress is told where it is told in lines, in seconds.
const EVERY: u64 = 10;

impl<'a> Watcher<'a> {
    fn new(
        arguments: &Arguments,
        options: &Options,
        kept: &'a Kept,
        earlier: Duration,
        start: Instant,
        interrupt: &'a Interrupt,
    ) -> Watcher<'a> {
        let quiet = arguments.quiet;
        let template = "{elapsed_precise} {bar:30.cyan/dim} {pos}/{len} fixed games  {msg}";
        let (bar, lines) = (bar(quiet, template), in_lines(quiet));
        let watcher = Watcher {
            bar,
            lines,
            kept,
            earlier,
            start,
            budget: arguments.budget,
            interrupt,
            told: AtomicU64::new(0),
        };
        watcher.line(&format!(
            "certifying {} under {} on {} boards, seed {}",
            options.arguments.as_deref().unwrap_or_default(),
            options.rules,
            options.sizes.len(),
            options.seed
        ));
        watcher
    }

    fn line(&self, line: &str) {
        if self.lines {
            say(line);
        } else {
            self.bar.println(line);
        }
    }
}

impl Observer for Watcher<'_> {
    fn stop(&self) -> bool {
        self.interrupted() || self.budget.is_some_and(|budget| self.start.elapsed() >= budget)
    }

    fn interrupted(&self) -> bool {
        self.interrupt.is_set()
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(self.earlier + self.start.elapsed())
    }

    fn progress(&self, done: u64, planned: u64, games: u64) {
        self.bar.set_length(planned);
        self.bar.set_position(done);
        self.bar.set_message(format!("{games} random games"));
        let seconds = self.start.elapsed().as_secs();
        if self.lines && seconds >= self.told.load(Ordering::Relaxed) + EVERY {
            self.told.store(seconds, Ordering::Relaxed);
            say(&format!("{seconds} s: {done} of {planned} fixed games, {games} random games"));
        }
    }

    fn finding(&self, finding: &Finding) {
        let turns = finding.turns.len();
        let plural = if turns == 1 { "" } else { "s" };
        self.line(&format!("found {} in {turns} turn{plural} on {}", finding.id, finding.size));
        self.kept.write(|directory| directory.keep(finding));
    }

    fn fault(&self, fault: &FaultReport) {
        self.line(&format!("fault: {}", fault.what));
        self.kept.write(|directory| directory.keep_fault(fault));
    }

    fn entry(&self, entry: &Entry) {
        self.kept.write(|directory| directory.line(entry));
    }

    fn record_file(&self, id: &str, before: Option<usize>) -> Option<String> {
        let file = self.kept.record_file(id, before);
        let file = file.to_string_lossy();
        Some(
            shlex::try_quote(&file).map_or_else(|_| file.to_string(), |quoted| quoted.into_owned()),
        )
    }
}
