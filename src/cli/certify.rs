//! `superko certify`.

use super::output::{bar, in_lines, print, say};
use super::subject::{Chosen, Maker, duration, whole_number};
use super::{Exit, Failure};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use superko::certify::{
    Assignment, Certification, Finding, Level, Scope, Standing, Witness, certify,
};
use superko::report::{self, Known};
use superko::{Fault, Rules, Size};

/// Arguments of `certify`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The rules: a name such as tromp-taylor, aga or chinese, or switches such as
    /// repetition=situational,suicide=forbidden [default: tromp-taylor]
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,

    /// A board, as a side (9) or columns by rows (5x4); may be given several times
    #[arg(long = "size", value_name = "SIZE")]
    sizes: Vec<Size>,

    /// How many games to draw; without it, as many as the time allows
    #[arg(long, value_name = "N", value_parser = whole_number)]
    games: Option<u64>,

    /// How long to go on at the most [default: the set part, then drawn games for as long as the level says]
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
    subject: Chosen,
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
    let maker = arguments.subject.maker()?;
    let known = match &arguments.known_failures {
        Some(path) => Known::read(path).map_err(Failure::usage)?,
        None => Known::default(),
    };
    let assignment = assignment(arguments);
    let directory = match &arguments.report {
        Some(path) => Some(report::Directory::create(path).map_err(Failure::usage)?),
        None => None,
    };
    let stop = interruptible(arguments.quiet)?;
    let watcher = Watcher::new(arguments.quiet, &assignment, directory.as_ref(), &maker);
    let outcome = certify(&*maker.supply(), &assignment, &watcher, &stop);
    let toured = match arguments.tours(&maker) && outcome.is_ok() {
        true => tour(&maker, &assignment, &watcher, &stop),
        false => Ok(Vec::new()),
    };
    watcher.bar.finish_and_clear();
    let certification = match outcome {
        Ok(certification) => certification,
        Err(fault) => {
            let failure = cannot_start(&maker, &fault);
            let nothing = Certification::untestable(&assignment, &maker.words(), fault);
            if arguments.format == Format::Json {
                print(&report::json(&nothing, &[]))?;
            }
            if let Some(directory) = &directory {
                directory.finish(&nothing, &known.judge(&nothing), &maker.words())?;
            }
            return Err(failure);
        }
    };
    let judged = known.judge(&certification);
    let toured = toured.map_err(|fault| cannot_start(&maker, &fault))?;
    let shown = |certification: &Certification| {
        let judged = known.judge(certification);
        report::text(certification, &judged, &maker.words(), directory.as_ref())
    };
    print(&match arguments.format {
        Format::Text => {
            let deviating = toured.iter().filter(|part| part.standing() != Standing::Conforms);
            let mut texts: Vec<String> = deviating.map(shown).collect();
            if !toured.is_empty() {
                texts.push(report::tour(&toured));
            }
            texts.push(shown(&certification));
            texts.join("\n")
        }
        Format::Json => report::json(&certification, &toured),
    })?;
    if let Some(directory) = &directory {
        directory
            .finish(&certification, &judged, &maker.words())
            .map_err(|error| Failure { exit: Exit::Internal, message: error.to_string() })?;
    }
    let deviates = |part: &Certification| part.standing() == Standing::Deviates;
    match toured.iter().any(deviates) {
        true => Ok(maker.deviates()),
        false => Ok(exit(&certification, &judged, &maker)),
    }
}

/// Examines our own engine on every board and under every rule set.
fn tour(
    maker: &Maker,
    assignment: &Assignment,
    watcher: &Watcher<'_>,
    stop: &AtomicBool,
) -> Result<Vec<Certification>, Fault> {
    let parts = Assignment::tour(assignment.seed, assignment.jobs);
    watcher.line(&format!("certifying {} on every board, under every rule set", watcher.words));
    let parts = parts.iter().take_while(|_| !stop.load(Ordering::Relaxed));
    parts.map(|part| certify(&*maker.supply(), part, watcher, stop)).collect()
}

impl Arguments {
    /// Whether our own engine is to be examined without any limits.
    fn tours(&self, maker: &Maker) -> bool {
        let limited = self.rules.is_some() || self.games.is_some() || self.budget.is_some();
        matches!(maker, Maker::Optimized) && self.sizes.is_empty() && !limited
    }
}

fn assignment(arguments: &Arguments) -> Assignment {
    let level = arguments.level.level();
    let mut sizes: Vec<Size> = Vec::new();
    for &size in &arguments.sizes {
        if !sizes.contains(&size) {
            sizes.push(size);
        }
    }
    let named = !sizes.is_empty();
    Assignment {
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
fn exit(certification: &Certification, judged: &report::Judged, maker: &Maker) -> Exit {
    match certification.standing() {
        Standing::Untestable => Exit::Untestable,
        Standing::Deviates if maker.deviates() == Exit::Internal => Exit::Internal,
        _ if !judged.new.is_empty() || !judged.unexpected_passes.is_empty() => Exit::Deviates,
        _ if !certification.faults.is_empty() => Exit::Deviates,
        _ if !certification.complete => Exit::Incomplete,
        _ => Exit::Fine,
    }
}

fn cannot_start(maker: &Maker, fault: &Fault) -> Failure {
    let hint = match fault {
        Fault::Start { .. } => "; check the spelling, and whether it needs its full path",
        Fault::Exit { .. } => "; does it need an option to speak GTP, as in `gnugo --mode gtp`?",
        Fault::Timeout { .. } => "; if it is only slow to start, give it more with --timeout 60s",
        Fault::Protocol { .. } => {
            "; this concerns the protocol or the adapter, not the rules: see --profile"
        }
        _ => "",
    };
    Failure::untestable(format!("cannot examine {}: {fault}{hint}", maker.words()))
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
    words: String,
}

impl<'a> Watcher<'a> {
    fn new(
        quiet: bool,
        assignment: &Assignment,
        directory: Option<&'a report::Directory>,
        maker: &Maker,
    ) -> Watcher<'a> {
        let template = "{elapsed_precise} {bar:30.cyan/dim} {pos}/{len} set games  {msg}";
        let (bar, lines) = (bar(quiet, template), in_lines(quiet));
        let watcher = Watcher { bar, lines, directory, words: maker.words() };
        watcher.line(&format!(
            "certifying {} under {} on {} boards, seed {}",
            watcher.words,
            assignment.rules,
            assignment.sizes.len(),
            assignment.seed
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

impl Witness for Watcher<'_> {
    fn progress(&self, done: u64, planned: u64, games: u64) {
        self.bar.set_length(planned);
        self.bar.set_position(done);
        self.bar.set_message(format!("{games} drawn games"));
        if self.lines && games == 0 && done.is_multiple_of(100) && done > 0 {
            say(&format!("{done} of {planned} set games done"));
        }
    }

    fn finding(&self, finding: &Finding) {
        let record = &finding.divergence.record;
        let turns = record.turns.len();
        let plural = if turns == 1 { "" } else { "s" };
        self.line(&format!("found {} in {turns} turn{plural} on {}", finding.cause(), record.size));
        if let Some(directory) = self.directory
            && let Err(error) = directory.finding(finding, &self.words)
        {
            self.line(&format!("cannot write to the report: {error}"));
        }
    }

    fn fault(&self, fault: &Fault) {
        self.line(&format!("fault: {fault}"));
    }
}
