//! `cargo xtask campaign`: targets take turns, what they leave behind is looked at, all is written down.

use crate::findings::Known;
use crate::folder::{Folder, files, replace};
use crate::fuzzer::Fuzzer;
use crate::inspect::inspect;
use crate::output::{self, Exit, Failure, print, root, say, several, spelled};
use crate::seeds;
use crate::state::{State, json};
use crate::summary::Summary;
use crate::toolchain::{self, Sanitizer, install};
use fs_err as fs;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};
use superko::report::grouped;
use superko_fuzz::{Counts, Target};

/// How often a fuzzer is looked after.
const TICK: Duration = Duration::from_millis(100);

/// How often counts and inputs are read.
const LOOK: Duration = Duration::from_secs(1);

/// How often the state is written; what a campaign that is killed forgets of its time is no more.
const SAVE: Duration = Duration::from_secs(5);

/// How old an input must be while fuzzers run, so that it is not read before all of it is written.
const SETTLED: Duration = Duration::from_secs(1);

/// How long to try to make the game of a new finding shorter.
const PATIENCE: Duration = Duration::from_secs(20);

/// After so many slices in a row in which nothing was fuzzed a target is given up.
const GIVEN_UP: u32 = 3;

/// Arguments of `campaign`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The targets, with commas between them [default: all]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = output::target)]
    targets: Vec<&'static Target>,

    /// How long to fuzz, as in 90s, 30m, 8h or 3d [default: 1h]
    #[arg(long, value_name = "TIME", value_parser = output::duration)]
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

    /// Ids of what was found before, which fails no campaign: a file with one a line, or a folder of findings
    #[arg(long, value_name = "FILE|DIR")]
    known: Option<PathBuf>,

    /// What the fuzzers are built with to find faults of memory
    #[arg(long, value_name = "SANITIZER", default_value = "none")]
    sanitizer: Sanitizer,

    /// Begin with empty corpora, without seeds
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
    let known = arguments.known.as_deref().map(Known::read).transpose()?.unwrap_or_default();
    if arguments.fuzzers.is_none() {
        toolchain::check()?;
    }
    let (folder, mut state) = begin(arguments)?;
    if let Some(jobs) = arguments.jobs {
        state.jobs = jobs;
    }
    for progress in &mut state.targets {
        // It may have been mended.
        (progress.failures, progress.broken) = (0, None);
    }
    for progress in &state.targets {
        let target = output::target(&progress.name).map_err(Failure::usage)?;
        prepare(&folder, target, &state, arguments)?;
    }
    state.save(folder.path())?;
    let mut campaign = Campaign::new(folder, state, known, arguments.quiet)?;
    campaign.fuzz()?;
    campaign.finish()
}

/// The folder and the state of the campaign that the arguments are about.
fn begin(arguments: &Arguments) -> Result<(Folder, State), Failure> {
    let is_campaign = |path: &Path| path.join("state.json").exists();
    if let Some(path) = &arguments.resume {
        if !is_campaign(path) {
            let missing = format!("{} holds no campaign: it has no state.json", path.display());
            return Err(Failure::usage(missing));
        }
        let folder = Folder::open(path)?;
        let state = State::load(folder.path())?;
        return Ok((folder, state));
    }
    let path = arguments.dir.clone().unwrap_or_else(next_folder);
    if is_campaign(&path) {
        let again = format!("{0} holds a campaign: go on with it by --resume {0}", path.display());
        return Err(Failure::usage(again));
    }
    let mut targets: Vec<&str> = Vec::new();
    for target in &arguments.targets {
        if !targets.contains(&target.name) {
            targets.push(target.name);
        }
    }
    if targets.is_empty() {
        targets = Target::names();
    }
    let time = arguments.time.unwrap_or(Duration::from_secs(3_600));
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut state = State::new(time, processors.try_into().unwrap_or(u16::MAX), &targets);
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

/// Makes the folders of a target and its seeds, and builds its program.
fn prepare(
    folder: &Folder,
    target: &Target,
    state: &State,
    arguments: &Arguments,
) -> Result<(), Failure> {
    for part in ["corpus", "artifacts", "seeds"] {
        fs::create_dir_all(folder.join(part).join(target.name))?;
    }
    if state.seeds {
        seeds::write(target, &folder.join("seeds").join(target.name))?;
    }
    let programs = folder.join("bin");
    match &arguments.fuzzers {
        Some(from) => install(&from.join(target.name), &programs.join(target.name)),
        None => toolchain::build(target, state.sanitizer, &programs, arguments.quiet),
    }
}

/// A flag that becomes true when the user, or the system, asks the program to end. The second time it ends at once.
fn interruptible() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            exit(130);
        }
        say("stopping; once more to stop without a summary");
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)?;
    Ok(stop)
}

/// A campaign that runs.
struct Campaign {
    folder: Folder,
    state: State,
    known: Known,
    stop: Arc<AtomicBool>,
    bar: ProgressBar,
    quiet: bool,
    /// Up to when time is counted.
    counted: Instant,
}

impl Campaign {
    /// A campaign as its state says, about to go on.
    fn new(folder: Folder, state: State, known: Known, quiet: bool) -> Result<Campaign, Failure> {
        // A copy, so that building this program anew disturbs no campaign.
        install(&std::env::current_exe()?, &folder.join("bin/inspect"))?;
        let bar = match quiet || !io::stderr().is_terminal() {
            true => ProgressBar::hidden(),
            false => ProgressBar::new_spinner(),
        };
        let style = ProgressStyle::with_template("{wide_msg}").expect("it is a template");
        let (bar, stop, counted) = (bar.with_style(style), interruptible()?, Instant::now());
        let mut campaign = Campaign { folder, state, known, stop, bar, quiet, counted };
        campaign.take_over()?;
        Ok(campaign)
    }

    /// Takes over the counts of a slice in which the campaign was killed. Fuzzers that still run miss their folder then,
    /// and end.
    fn take_over(&mut self) -> Result<(), Failure> {
        let tmp = self.tmp();
        for place in 0..self.state.targets.len() {
            let counts = counts(&self.folder.join(&tmp), &self.state.targets[place].name);
            self.state.targets[place].counts.add(&counts);
        }
        self.end_slice()
    }

    /// The folder of the present slice, in that of the campaign.
    fn tmp(&self) -> String {
        format!("tmp/{}", self.state.slices)
    }

    /// Writes down that the present slice has ended. Its counts are in the state from then on, and its folder goes.
    fn end_slice(&mut self) -> Result<(), Failure> {
        self.state.slices += 1;
        self.save()?;
        self.clear();
        Ok(())
    }

    /// Clears away what fuzzers worked with.
    fn clear(&self) {
        for old in files(&self.folder.join("tmp")) {
            let old = self.folder.join("tmp").join(old);
            // What a fuzzer of a killed campaign writes just now is cleared away the next time.
            let _ = if old.is_dir() { fs::remove_dir_all(old) } else { fs::remove_file(old) };
        }
    }

    /// Fuzzes until the time is up, no target is left, or the campaign is interrupted.
    fn fuzz(&mut self) -> Result<(), Failure> {
        let targets = several(self.state.targets.len() as u64, "target");
        let (time, place) = (spelled(self.state.left()), self.folder.path().display());
        self.say(&format!("fuzzing {targets} for {time} in {place}"));
        while !self.is_stopped()
            && let Some((place, time)) = self.state.next_slice()
        {
            self.slice(place, time)?;
        }
        Ok(())
    }

    /// Fuzzes a target for a time.
    fn slice(&mut self, place: usize, time: Duration) -> Result<(), Failure> {
        let (name, tmp) = (self.state.targets[place].name.clone(), self.tmp());
        let folder = self.folder.join(&tmp);
        fs::create_dir_all(&folder)?;
        let mut fuzzer = Fuzzer::start(&self.folder, &name, self.state.jobs, time, &tmp)?;
        let (began, mut looked, mut saved) = (Instant::now(), Instant::now(), Instant::now());
        self.counted = began;
        while fuzzer.runs(self.is_stopped())? {
            sleep(TICK);
            self.count_time(place);
            if looked.elapsed() >= LOOK {
                self.look(place, SETTLED)?;
                let line = self.line(place, &counts(&folder, &name));
                self.bar.set_message(format!("{line}, {} left", spelled(self.state.left())));
                looked = Instant::now();
            }
            if saved.elapsed() >= SAVE {
                self.save()?;
                saved = Instant::now();
            }
        }
        self.count_time(place);
        let (coverage, last) = fuzzer.said();
        let counts = counts(&folder, &name);
        let progress = &mut self.state.targets[place];
        progress.counts.add(&counts);
        progress.coverage = progress.coverage.max(coverage.unwrap_or_default());
        let failed = coverage.is_none() && counts.executions == 0 && began.elapsed() < time / 2;
        progress.failures = if failed { progress.failures + 1 } else { 0 };
        if progress.failures >= GIVEN_UP {
            progress.broken = Some(last.clone());
            self.say(&format!("{name} does not run, and is given up:\n{last}"));
        }
        self.end_slice()?;
        self.look(place, Duration::ZERO)?;
        self.say(&self.line(place, &Counts::default()));
        Ok(())
    }

    /// How a target stands, with what a slice counted that has not ended.
    fn line(&self, place: usize, slice: &Counts) -> String {
        let progress = &self.state.targets[place];
        let mut counts = progress.counts.clone();
        counts.add(slice);
        let rate = counts.executions as f64 / progress.spent.as_secs_f64().max(1.0);
        let reachable = Target::find(&progress.name).map(Target::events).unwrap_or_default();
        let events = match reachable.len() {
            0 => String::new(),
            all => format!(", {}/{all} events", all - counts.missing(reachable).len()),
        };
        let findings = match self.state.findings.of_target(&progress.name) as u64 {
            0 => String::new(),
            some => format!(", {}", several(some, "finding")),
        };
        format!(
            "{:<18} {} executions ({}/s), coverage {}{events}{findings}",
            progress.name,
            grouped(counts.executions),
            grouped(rate.round() as u64),
            progress.coverage
        )
    }

    /// Looks at the inputs that ended the fuzzers of a target, if they are at least so old.
    fn look(&mut self, place: usize, age: Duration) -> Result<(), Failure> {
        let target = self.state.targets[place].name.clone();
        for input in self.unseen(&target, age) {
            // Nobody who interrupts a campaign wants to wait for shorter games.
            let patience = if self.is_stopped() { Duration::ZERO } else { PATIENCE };
            let ids = self.state.findings.by_id.keys().chain(self.known.ids());
            let outcome = inspect(&self.folder, &input, patience, ids);
            let id = outcome.id.clone();
            let news = !self.state.findings.by_id.contains_key(&id);
            if !self.state.findings.add(&input, outcome) {
                // There are enough of them, and it is counted. If it stays it is counted again.
                let _ = fs::remove_file(self.folder.join("artifacts").join(&input));
            }
            if news {
                let word = if self.known.has(&id) { "found again" } else { "FOUND" };
                self.say(&format!("{word} {id} by {target}"));
                self.write(&id)?;
                self.save()?;
            }
        }
        Ok(())
    }

    /// The inputs of a target, as `TARGET/FILE`, that were not looked at and are at least so old.
    fn unseen(&self, target: &str, age: Duration) -> Vec<String> {
        let folder = self.folder.join("artifacts").join(target);
        let is_input = |name: &str| {
            ["crash-", "timeout-", "oom-", "leak-"].iter().any(|kind| name.starts_with(kind))
        };
        let is_old = |name: &str| {
            let written = fs::metadata(folder.join(name)).and_then(|data| data.modified());
            let since = written.ok().and_then(|at| SystemTime::now().duration_since(at).ok());
            age.is_zero() || since.is_some_and(|since| since >= age)
        };
        let mut names = files(&folder);
        names.retain(|name| is_input(name) && is_old(name));
        let inputs = names.into_iter().map(|name| format!("{target}/{name}"));
        inputs.filter(|input| !self.state.findings.has_seen(input)).collect()
    }

    /// Writes the file of a finding.
    fn write(&self, id: &str) -> Result<(), Failure> {
        let text = self.state.findings.by_id[id].file(id, self.folder.path());
        replace(&self.folder.join(format!("findings/{id}.txt")), text.as_bytes())
    }

    /// Looks at the last inputs, writes the summary and says how the program ends.
    fn finish(mut self) -> Result<Exit, Failure> {
        self.bar.finish_and_clear();
        let interrupted = self.is_stopped();
        for place in 0..self.state.targets.len() {
            self.look(place, Duration::ZERO)?;
        }
        self.save()?;
        self.clear();
        // With all that was counted since they were first written.
        self.state.findings.by_id.keys().try_for_each(|id| self.write(id))?;
        let (summary, exit) = Summary::of(&self.folder, &self.state, &self.known, interrupted);
        replace(&self.folder.join("campaign.json"), &json(&summary))?;
        let page = summary.markdown();
        replace(&self.folder.join("campaign.md"), page.as_bytes())?;
        print(&page)?;
        Ok(exit)
    }

    /// Counts the time up to now for a target.
    fn count_time(&mut self, place: usize) {
        let since = self.counted.elapsed();
        self.counted += since;
        self.state.spent += since;
        self.state.targets[place].spent += since;
    }

    fn save(&self) -> Result<(), Failure> {
        self.state.save(self.folder.path())
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Says something that stays.
    fn say(&self, line: &str) {
        if !self.quiet {
            self.bar.suspend(|| say(line));
        }
    }
}

/// What the processes of a target counted that write to a folder. A file that is not there any more, or not yet, is left
/// out.
fn counts(folder: &Path, target: &str) -> Counts {
    let mut sum = Counts::default();
    for name in files(folder) {
        let is_ours = name.strip_prefix(target).is_some_and(|rest| rest.starts_with('.'));
        let read = || serde_json::from_slice(&fs::read(folder.join(&name)).ok()?).ok();
        if is_ours
            && name.ends_with(".json")
            && let Some(counts) = read()
        {
            sum.add(&counts);
        }
    }
    sum
}
