//! `cargo xtask campaign`.

use crate::cli::{self, Exit, Failure, print, root, say, several, spelled};
use crate::findings::Known;
use crate::folder::Folder;
use crate::rounds::{Campaign, Ended};
use crate::state::State;
use crate::summary::Summary;
use crate::toolchain::{self, Sanitizer};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use superko_fuzz::Target;

/// Arguments of `campaign`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The targets, with commas between them [default: all]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = cli::target)]
    targets: Vec<&'static Target>,

    /// How long to fuzz, as in 90s, 30m, 8h or 3d [default: 1h]
    #[arg(long, value_name = "TIME", value_parser = cli::duration)]
    time: Option<Duration>,

    /// How many processes fuzz side by side [default: as many as there are processors]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Go on with a campaign that was interrupted or killed, for the time that it has left
    #[arg(long, value_name = "DIR", conflicts_with_all = ["targets", "time", "dir", "sanitizer", "no_seeds"])]
    resume: Option<PathBuf>,

    /// The folder of a new campaign [default: the next fuzz/campaigns/NUMBER]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// Causes that were found before, which fail no campaign: a file with one a line, or a folder of findings
    #[arg(long, value_name = "FILE|DIR")]
    known: Option<PathBuf>,

    /// What the fuzzers are built with to find faults of memory
    #[arg(long, value_name = "SANITIZER", default_value = "none")]
    sanitizer: Sanitizer,

    /// Begin with empty corpora, without the seeds of the repository
    #[arg(long)]
    no_seeds: bool,

    /// Take the programs of the targets from this folder instead of building them
    #[arg(long, value_name = "DIR")]
    fuzzers: Option<PathBuf>,

    /// Say nothing on standard error but errors
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let known = match &arguments.known {
        Some(path) => Known::read(path)?,
        None => Known::default(),
    };
    if arguments.fuzzers.is_none() {
        toolchain::check()?;
    }
    let (folder, mut state) = begin(arguments)?;
    if let Some(jobs) = arguments.jobs {
        state.jobs = jobs.into();
    }
    let targets: Vec<&Target> = state
        .targets
        .iter()
        .map(|progress| cli::target(&progress.name).map_err(Failure::usage))
        .collect::<Result<_, _>>()?;
    match &arguments.fuzzers {
        Some(from) => {
            for target in &targets {
                toolchain::install(&from.join(target.name), &folder.programs().join(target.name))?;
            }
        }
        None => toolchain::build(&targets, state.sanitizer, &folder.programs(), arguments.quiet)?,
    }
    for target in &targets {
        prepare(&folder, target.name, state.seeds)?;
    }
    state.save(folder.path())?;
    let stop = interruptible()?;
    if !arguments.quiet {
        let (time, place) = (spelled(state.left()), folder.path().display());
        say(&format!("fuzzing {} for {time} in {place}", several(targets.len(), "target")));
    }
    let mut campaign = Campaign::new(folder, state, targets, known, arguments.quiet)?;
    campaign.fuzz(&stop)?;
    let ended = campaign.finish(&stop)?;
    report(&ended)
}

/// Writes the summary, prints it, and says how the program ends.
fn report(ended: &Ended) -> Result<Exit, Failure> {
    let summary = Summary::of(ended);
    let path = ended.folder.path();
    let write = |name: &str, text: String| {
        let path = path.join(name);
        fs::write(&path, text).map_err(|error| Failure::file(&path, error))
    };
    write("campaign.json", summary.json())?;
    let text = summary.markdown();
    write("campaign.md", text.clone())?;
    print(&text)?;
    Ok(summary.exit())
}

/// The folder and the state of the campaign that the arguments are about.
fn begin(arguments: &Arguments) -> Result<(Folder, State), Failure> {
    if let Some(path) = &arguments.resume {
        if !path.join("state.json").exists() {
            let missing = format!("{} holds no campaign: it has no state.json", path.display());
            return Err(Failure::usage(missing));
        }
        let folder = Folder::open(path)?;
        let state = State::load(folder.path())?;
        return Ok((folder, state.ok_or_else(|| Failure::usage("the state is gone"))?));
    }
    let path = arguments.dir.clone().unwrap_or_else(next_folder);
    if path.join("state.json").exists() {
        let again = format!("{0} holds a campaign: go on with it by --resume {0}", path.display());
        return Err(Failure::usage(again));
    }
    let all: Vec<&str> = Target::ALL.iter().map(|target| target.name).collect();
    let mut named: Vec<&str> = Vec::new();
    for target in &arguments.targets {
        if !named.contains(&target.name) {
            named.push(target.name);
        }
    }
    let targets = if named.is_empty() { all } else { named };
    let time = arguments.time.unwrap_or(Duration::from_secs(3_600));
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut state = State::new(time, processors, &targets);
    state.sanitizer = arguments.sanitizer;
    state.seeds = !arguments.no_seeds;
    Ok((Folder::open(&path)?, state))
}

/// The first folder of campaigns that is not taken.
fn next_folder() -> PathBuf {
    let campaigns = root().join("fuzz/campaigns");
    let mut free = (1..).map(|number: u32| campaigns.join(number.to_string()));
    free.find(|path| !path.exists()).expect("there is always a next number")
}

/// Makes the folders of a target and lays its seeds there.
fn prepare(folder: &Folder, target: &str, seeds: bool) -> Result<(), Failure> {
    let failed = |error| Failure::file(&folder.corpus(target), error);
    folder.prepare(target).map_err(failed)?;
    for kind in ["seeds", "regressions"] {
        let from = root().join("fuzz").join(kind).join(target);
        if seeds && from.is_dir() {
            copy(&from, &folder.seeds(target)).map_err(failed)?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

/// A flag that becomes true when the user, or the system, asks the program to end.
fn interruptible() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            // Asked twice: at once. All that was found is in the folder.
            std::process::exit(130);
        }
        say("stopping; once more to stop without a summary");
    })
    .map_err(|error| Failure {
        exit: Exit::Internal,
        message: format!("cannot listen for interrupts: {error}"),
    })?;
    Ok(stop)
}
