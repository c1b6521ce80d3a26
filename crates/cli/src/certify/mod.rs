//! `superko certify`: tests an engine, and writes the report.

mod chain;
mod kept;
mod watcher;

use super::engine::{EngineArguments, EngineChoice, duration, level, whole_number};
use super::files::read_facts_until;
use super::output::{complain, expect_file, lost, write_report};
use super::signals::Interrupt;
use super::watch::Watch;
use super::{Exit, Failure, certificate};
use clap::Args;
use kept::Kept;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use superko_certify::report::{Format, KnownFailures, Report, RunVerdict, counted, write_whole};
use superko_certify::{Diagnose, Level, Observer, Options, Run};
use superko_engine::check::Check;
use superko_game::Size;
use superko_game::rules::Rules;
use watcher::Watcher;

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

    /// Stop the run after this time; without --games, random games are played for three quarters of it, or until a
    /// minute is left
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget: Option<Duration>,

    /// The random seed
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole_number)]
    seed: u64,

    /// How many engines to run in parallel [default: 1; one per processor for optimized and reference]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,

    /// How thorough to be: an amount of work, the same on every machine
    #[arg(long, value_name = "LEVEL", default_value = "standard", value_parser = level(LEVELS))]
    level: Level,

    /// Play only these parts of the fixed suite: ids, rules (TT6, or the rule in its place), events, checks
    /// (undo), boards (@9x9), short-games, self-play
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    only: Vec<String>,

    /// Skip these parts of the fixed suite
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    skip: Vec<String>,

    /// Checks that must be observed at least once: play, legality, board, status, score, undo, generate
    #[arg(long, value_name = "CHECK", value_delimiter = ',')]
    require: Vec<Check>,

    /// Require all checks, make a failed test of the protocol a fault, and report accepted illegal plays even if the
    /// profile says that the engine accepts any play
    #[arg(long)]
    strict: bool,

    /// Stop at the first unexpected disagreement or fault
    #[arg(long)]
    fail_fast: bool,

    /// A file with the ids of expected findings and faults, one per line
    #[arg(long, value_name = "FILE")]
    known_failures: Option<PathBuf>,

    /// Write the ids of all findings and faults to this file, for --known-failures later
    #[arg(long, value_name = "FILE")]
    write_known_failures: Option<PathBuf>,

    /// A directory for the report; findings are written as soon as they are found
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,

    /// Replace the report of another run in the --report directory
    #[arg(long, requires = "report")]
    overwrite: bool,

    /// Continue the interrupted run in the --report directory, or begin one if there is none
    #[arg(long, requires = "report", conflicts_with = "overwrite")]
    resume: bool,

    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// A file to print the result to, in place of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Also print events, missing answers, refused boards and notes
    #[arg(long, short)]
    verbose: bool,

    /// Print only errors on standard error
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    engine: EngineArguments,
}

fn rules_help() -> String {
    format!("The rules: {} [default: {}]", Rules::accepted(), Rules::default())
}

/// The help of each level.
pub(super) const LEVELS: [&str; 3] = [
    "A quick check: 6,000 questions, 100 random games",
    "90,000 questions, 1,000 random games",
    "A million questions, 40,000 random games",
];

/// The text of a file of known failures that lists none.
const NONE_KNOWN: &str = "# no failures\n";

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let watch = Watch::new(interrupt, arguments.budget);
    // Files inside the report's directory are checked once the directory exists.
    let (inside, outside) = arguments.files();
    outside.into_iter().try_for_each(expect_file)?;
    let choice = arguments.engine.choice()?.until(watch.gives_up());
    let known = match &arguments.known_failures {
        Some(path) => known_failures(path, interrupt)?,
        None => KnownFailures::default(),
    };
    let options = Options { expected: known, ..options(arguments, &choice) };
    options.check_patterns(&|| watch.stop()).map_err(Failure::usage)?;
    let inputs = inputs(arguments, &options);
    let (kept, before) = Kept::new(arguments, &inputs)?;
    inside.into_iter().try_for_each(expect_file)?;
    if before.is_new {
        kept.line(|| json!({ "run": dated(inputs) }));
    }
    // The program may be replaced while it runs, so its hash is taken now.
    let stop = || watch.stop();
    let begun = kept.certifies().then(|| certificate::circumstances(&choice, &options, &stop));
    let watcher = Watcher::new(arguments.quiet, &kept, &choice, before.journal.elapsed(), &watch);
    let (factory, tests) = (choice.factory(), choice.protocol_tests());
    let run = Run {
        protocol: tests.as_deref(),
        jobs: arguments.jobs.map_or_else(|| usual_jobs(&choice), usize::from),
        journal: Some(&before.journal),
        all_boards: arguments.takes_all_boards(&choice),
        ..Run::new(&*factory, &options, &watcher)
    };
    let report = watcher.watch(&title(&choice, &options), || run.report());
    let folder = arguments.report.as_deref().unwrap_or(Path::new(""));
    let report = report.map_err(Failure::cannot("resume the run in", folder))?;
    write_report(&report, arguments.format, arguments.verbose, arguments.output.as_deref());
    kept.finish(&report, begun.map(certificate::ended));
    if !report.complete && watcher.stop() {
        kept.tell_how_to_resume();
    }
    if let Some(path) = &arguments.write_known_failures {
        write_known_failures(path, &report);
    }
    if report.comparisons == 0
        && let [fault] = &report.faults[..]
    {
        complain(&choice.why_not(&fault.kind, fault.command.as_deref(), &fault.what));
    }
    kept.tell_where();
    Ok(exit(&report, &choice, &watch))
}

/// Returns the default number of engines in parallel. A program may use every processor by itself. An engine that keeps state
/// between games answers differently if the games are divided differently.
fn usual_jobs(choice: &EngineChoice) -> usize {
    match choice {
        EngineChoice::Optimized | EngineChoice::Reference => {
            std::thread::available_parallelism().map_or(1, usize::from)
        }
        _ => 1,
    }
}

/// Reads the ids of findings and faults that are expected.
fn known_failures(path: &Path, interrupt: &Interrupt) -> Result<KnownFailures, Failure> {
    let text = read_facts_until(interrupt, path)
        .map_err(Failure::cannot("read the known failures", path))?;
    text.parse().map_err(|error| Failure::usage(format!("{}, {error}", path.display())))
}

/// Writes the ids of all findings and faults.
fn write_known_failures(path: &Path, report: &Report) {
    let ids = KnownFailures::text_of(report);
    let text = if ids.is_empty() { NONE_KNOWN } else { &ids };
    if let Err(error) = write_whole(path, text) {
        lost(&format!("cannot write the known failures {}: {error}", path.display()));
    }
}

/// Returns what a run does, for the progress line.
fn title(choice: &EngineChoice, options: &Options) -> String {
    format!(
        "certifying {} under {} on {}, seed {}",
        choice.in_words(),
        options.rules,
        counted(options.sizes.len() as u64, "board"),
        options.seed
    )
}

impl Arguments {
    /// Returns the files that are written in the end: those in the directory of the report, and others.
    fn files(&self) -> (Vec<&Path>, Vec<&Path>) {
        let files = [self.output.as_deref(), self.write_known_failures.as_deref()];
        let is_inside =
            |file: &&Path| self.report.as_ref().is_some_and(|folder| file.starts_with(folder));
        files.into_iter().flatten().partition(is_inside)
    }

    /// Returns whether the optimized engine is to be examined without any limits.
    fn takes_all_boards(&self, choice: &EngineChoice) -> bool {
        let limited = self.rules.is_some() || self.games.is_some() || self.budget.is_some();
        matches!(choice, EngineChoice::Optimized) && self.sizes.is_empty() && !limited
    }
}

fn options(arguments: &Arguments, choice: &EngineChoice) -> Options {
    let options = Options {
        rules: arguments.rules.unwrap_or_default(),
        seed: arguments.seed,
        only: arguments.only.clone(),
        skip: arguments.skip.clone(),
        required: arguments.require.clone(),
        strict: arguments.strict,
        fail_fast: arguments.fail_fast,
        diagnose: Diagnose::WhereWorthwhile,
        effort: choice.effort(),
        arguments: Some(choice.arguments()),
        ..Options::at(arguments.level)
    };
    options.on(arguments.sizes.iter().copied()).playing(arguments.games, arguments.budget.is_some())
}

/// Returns the exit code of a run: the first that applies.
fn exit(report: &Report, choice: &EngineChoice, watch: &Watch) -> Exit {
    let deviates = |report: &Report| report.verdict == RunVerdict::Deviates;
    let disagrees =
        std::iter::once(report).chain(&report.all_boards).any(|r| !r.findings.is_empty());
    let deviates = deviates(report) || report.all_boards.iter().any(deviates);
    match report.verdict {
        _ if disagrees && choice.deviates() == Exit::Internal => Exit::Internal,
        _ if report.interrupted => watch.interrupt.exit(),
        _ if deviates => Exit::Deviates,
        RunVerdict::Untestable => Exit::Untestable,
        RunVerdict::Faulty => Exit::Faulty,
        RunVerdict::Incomplete => Exit::Incomplete,
        _ => Exit::Fine,
    }
}

/// Returns the inputs of a run, on which its results depend. They are written down before the run begins.
fn inputs(arguments: &Arguments, options: &Options) -> Map<String, Value> {
    let required: Vec<String> = options.required.iter().map(Check::to_string).collect();
    let sizes: Vec<String> = options.sizes.iter().map(Size::to_string).collect();
    let inputs = json!({
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
        "profile": arguments.engine.profile,
        "timeout": arguments.engine.timeout.as_secs_f64(),
        "start-timeout": arguments.engine.start_timeout().as_secs_f64(),
        "memory": arguments.engine.memory,
        "skip-stray-lines": arguments.engine.skip_stray_lines,
    });
    inputs.as_object().cloned().unwrap_or_default()
}

/// Adds the present date to the inputs of a run.
fn dated(inputs: Map<String, Value>) -> Map<String, Value> {
    let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    inputs.into_iter().chain([("date".into(), date.into())]).collect()
}
