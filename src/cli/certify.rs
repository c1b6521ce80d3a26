//! `superko certify`.

use super::engine::{EngineArguments, EngineChoice, duration, whole_number};
use super::output::{bar, in_lines, print, say};
use super::{Exit, Failure};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use superko::certify::{Certification, Finding, Level, Observer, Options, Outcome, Scope, certify};
use superko::report::{self, Known};
use superko::{Fault, Rules, Size};

/// Arguments of `certify`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[arg(long, value_name = "RULES", help = rules_help())]
    rules: Option<Rules>,

    /// A board, as a side (9) or columns by rows (5x4); may be given several times
    #[arg(long = "size", value_name = "SIZE")]
    sizes: Vec<Size>,

    /// How many games to draw; without it, as many as the time allows
    #[arg(long, value_name = "N", value_parser = whole_number)]
    games: Option<u64>,

    /// How long to go on at the most [default: the fixed suite, then random games for as long as the level says]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget: Option<Duration>,

    /// Where all random choices come from
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole_number)]
    seed: u64,

    /// How many engines to examine side by side
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,

    /// How thorough to be: games are drawn for 3 seconds, 15 seconds, 10 minutes
    #[arg(long, value_name = "LEVEL", default_value = "standard")]
    level: Thoroughness,

    /// A file with the ids of findings that are expected, one a line
    #[arg(long, value_name = "FILE")]
    known_failures: Option<PathBuf>,

    /// A directory to write the findings to as they come
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,

    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

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
    /// The least that deserves the name
    Smoke,
    /// The usual
    Standard,
    /// For certificates
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
    let choice = arguments.engine.choice()?;
    let known = match &arguments.known_failures {
        Some(path) => Known::read(path).map_err(Failure::usage)?,
        None => Known::default(),
    };
    let options = options(arguments);
    let directory = match &arguments.report {
        Some(path) => Some(report::Directory::create(path).map_err(Failure::usage)?),
        None => None,
    };
    let stop = interruptible(arguments.quiet)?;
    let watcher = Watcher::new(arguments.quiet, &options, directory.as_ref(), &choice);
    let outcome = certify(&*choice.factory(), &options, &watcher, &stop);
    let on_all_boards = match arguments.takes_all_boards(&choice) && outcome.is_ok() {
        true => all_boards(&choice, &options, &watcher, &stop),
        false => Ok(Vec::new()),
    };
    watcher.bar.finish_and_clear();
    let certification = match outcome {
        Ok(certification) => certification,
        Err(fault) => {
            let failure = cannot_start(&choice, &fault);
            let nothing = Certification::untestable(&options, &choice.command_line(), fault);
            if arguments.format == Format::Json {
                print(&report::json(&nothing, &[]))?;
            }
            if let Some(directory) = &directory {
                directory.finish(&nothing, &known.judge(&nothing), &choice.command_line())?;
            }
            return Err(failure);
        }
    };
    let judged = known.judge(&certification);
    let on_all_boards = on_all_boards.map_err(|fault| cannot_start(&choice, &fault))?;
    let shown = |certification: &Certification| {
        let judged = known.judge(certification);
        report::text(certification, &judged, &choice.command_line(), directory.as_ref())
    };
    print(&match arguments.format {
        Format::Text => {
            let deviating = on_all_boards.iter().filter(|part| part.outcome() != Outcome::Conforms);
            let mut texts: Vec<String> = deviating.map(shown).collect();
            if !on_all_boards.is_empty() {
                texts.push(report::all_boards(&on_all_boards));
            }
            texts.push(shown(&certification));
            texts.join("\n")
        }
        Format::Json => report::json(&certification, &on_all_boards),
    })?;
    if let Some(directory) = &directory {
        directory
            .finish(&certification, &judged, &choice.command_line())
            .map_err(|error| Failure { exit: Exit::Internal, message: error.to_string() })?;
    }
    let deviates = |part: &Certification| part.outcome() == Outcome::Deviates;
    match on_all_boards.iter().any(deviates) {
        true => Ok(choice.deviates()),
        false => Ok(exit(&certification, &judged, &choice)),
    }
}

/// Examines our own engine on every board and under every rule set.
fn all_boards(
    choice: &EngineChoice,
    options: &Options,
    watcher: &Watcher<'_>,
    stop: &AtomicBool,
) -> Result<Vec<Certification>, Fault> {
    let parts = Options::all_boards(options.seed, options.jobs);
    watcher
        .line(&format!("certifying {} on every board, under every rule set", watcher.command_line));
    let parts = parts.iter().take_while(|_| !stop.load(Ordering::Relaxed));
    parts.map(|part| certify(&*choice.factory(), part, watcher, stop)).collect()
}

impl Arguments {
    /// Whether our own engine is to be examined without any limits.
    fn takes_all_boards(&self, choice: &EngineChoice) -> bool {
        let limited = self.rules.is_some() || self.games.is_some() || self.budget.is_some();
        matches!(choice, EngineChoice::Optimized) && self.sizes.is_empty() && !limited
    }
}

fn options(arguments: &Arguments) -> Options {
    let level = arguments.level.level();
    let mut sizes: Vec<Size> = Vec::new();
    for &size in &arguments.sizes {
        if !sizes.contains(&size) {
            sizes.push(size);
        }
    }
    let named = !sizes.is_empty();
    Options {
        rules: arguments.rules.unwrap_or_default(),
        sizes: if named { sizes } else { level.sizes() },
        sizes_named: named,
        seed: arguments.seed,
        level,
        games: arguments.games,
        budget: arguments.budget,
        drawing: (arguments.games.is_none() && arguments.budget.is_none()).then(|| level.drawing()),
        jobs: arguments.jobs.into(),
        scope: Scope::Set,
    }
}

/// The exit code of a certification.
fn exit(certification: &Certification, judged: &report::Judged, choice: &EngineChoice) -> Exit {
    match certification.outcome() {
        Outcome::Untestable => Exit::Untestable,
        Outcome::Deviates if choice.deviates() == Exit::Internal => Exit::Internal,
        _ if !judged.new.is_empty() || !judged.unexpected_passes.is_empty() => Exit::Deviates,
        _ if !certification.faults.is_empty() => Exit::Deviates,
        _ if !certification.complete => Exit::Incomplete,
        _ => Exit::Fine,
    }
}

fn cannot_start(choice: &EngineChoice, fault: &Fault) -> Failure {
    let hint = match fault {
        Fault::Start { .. } => "; check the spelling, and whether it needs its full path",
        Fault::Exit { .. } => "; does it need an option to speak GTP, as in `gnugo --mode gtp`?",
        Fault::Timeout { .. } => "; if it is only slow to start, give it more with --timeout 60s",
        Fault::Protocol { .. } => {
            "; this concerns the protocol or the adapter, not the rules: see --profile"
        }
        _ => "",
    };
    Failure::untestable(format!("cannot examine {}: {fault}{hint}", choice.command_line()))
}

/// A flag that becomes true when the user, or the system, asks the program to end. Unless `quiet`, that is acknowledged.
pub(crate) fn interruptible(quiet: bool) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            // Asked twice: at once.
            std::process::exit(130);
        }
        if !quiet {
            say("stopping; once more to stop without a report");
        }
    })
    .map_err(|error| Failure {
        exit: Exit::Internal,
        message: format!("cannot listen for interrupts: {error}"),
    })?;
    Ok(stop)
}

/// Shows the progress, and writes down what is found as it is found.
struct Watcher<'a> {
    bar: ProgressBar,
    lines: bool,
    directory: Option<&'a report::Directory>,
    command_line: String,
}

impl<'a> Watcher<'a> {
    fn new(
        quiet: bool,
        options: &Options,
        directory: Option<&'a report::Directory>,
        choice: &EngineChoice,
    ) -> Watcher<'a> {
        let template = "{elapsed_precise} {bar:30.cyan/dim} {pos}/{len} fixed games  {msg}";
        let (bar, lines) = (bar(quiet, template), in_lines(quiet));
        let watcher = Watcher { bar, lines, directory, command_line: choice.command_line() };
        watcher.line(&format!(
            "certifying {} under {} on {} boards, seed {}",
            watcher.command_line,
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
    fn progress(&self, done: u64, planned: u64, games: u64) {
        self.bar.set_length(planned);
        self.bar.set_position(done);
        self.bar.set_message(format!("{games} random games"));
        if self.lines && games == 0 && done.is_multiple_of(100) && done > 0 {
            say(&format!("{done} of {planned} fixed games done"));
        }
    }

    fn finding(&self, finding: &Finding) {
        let record = &finding.disagreement.record;
        let turns = record.turns.len();
        let plural = if turns == 1 { "" } else { "s" };
        self.line(&format!("found {} in {turns} turn{plural} on {}", finding.id(), record.size()));
        if let Some(directory) = self.directory
            && let Err(error) = directory.finding(finding, &self.command_line)
        {
            self.line(&format!("cannot write to the report: {error}"));
        }
    }

    fn fault(&self, fault: &Fault) {
        self.line(&format!("fault: {fault}"));
    }
}
