//! The rounds of a campaign: fuzzers take turns, what they leave behind is looked at, all is written down.

use crate::artifact::{Artifact, Kind, SETTLED, scan};
use crate::candidate;
use crate::cli::{Failure, spelled};
use crate::dashboard::{Dashboard, Row};
use crate::findings::{Finding, Known, Shown};
use crate::folder::{Folder, count};
use crate::fuzzer::Fuzzer;
use crate::inspector::{Inspector, Report};
use crate::minimise::{Minimised, minimise};
use crate::schedule;
use crate::state::State;
use crate::sums::{Sums, Tallies};
use crate::toolchain::install;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use superko_fuzz::Target;

/// How often fuzzers are looked after.
const TICK: Duration = Duration::from_millis(100);

/// How often counts and inputs are read, and the dashboard is drawn.
const LOOK: Duration = Duration::from_secs(1);

/// How often the state is written; what a campaign that is killed forgets of its time is no more.
const SAVE: Duration = Duration::from_secs(5);

/// How long to try to make the game of a new cause shorter.
const PATIENCE: Duration = Duration::from_secs(20);

/// After so many slices in a row in which nothing was fuzzed a target is given up.
const GIVEN_UP: u32 = 3;

/// A campaign that runs.
#[derive(Debug)]
pub(crate) struct Campaign {
    folder: Folder,
    state: State,
    targets: Vec<&'static Target>,
    known: Known,
    tallies: Tallies,
    sums: BTreeMap<String, Sums>,
    /// What each target had executed and how long it had been fuzzed when this process began.
    before: Vec<(u64, Duration)>,
    running: Vec<Fuzzer>,
    inspector: Inspector,
    /// Inputs that were ordered to be looked at, as `TARGET/FILE`.
    ordered: BTreeSet<String>,
    dashboard: Dashboard,
    quiet: bool,
    /// Up to when the time of the campaign is counted, and up to when that of the fuzzers that run.
    counted: Instant,
}

/// A campaign at its end.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Its folder.
    pub(crate) folder: Folder,
    /// Its state.
    pub(crate) state: State,
    /// Its targets.
    pub(crate) targets: Vec<&'static Target>,
    /// What was counted, by target.
    pub(crate) sums: BTreeMap<String, Sums>,
    /// What is known.
    pub(crate) known: Known,
    /// What became of the corpora, by target.
    pub(crate) minimised: BTreeMap<String, Minimised>,
    /// How many inputs each corpus has, by target.
    pub(crate) corpora: BTreeMap<String, u64>,
    /// How many inputs were not looked at.
    pub(crate) unseen: usize,
    /// Whether it was interrupted.
    pub(crate) interrupted: bool,
}

impl Campaign {
    /// A campaign as its state says, about to go on.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub(crate) fn new(
        folder: Folder,
        state: State,
        targets: Vec<&'static Target>,
        known: Known,
        quiet: bool,
    ) -> Result<Campaign, Failure> {
        let this = std::env::current_exe().map_err(|error| Failure::file(folder.path(), error))?;
        // A copy, so that building this program anew disturbs no campaign.
        let program = folder.programs().join("inspect");
        install(&this, &program)?;
        let failed = |error| Failure::file(&folder.tallies(), error);
        let mut tallies = Tallies::open(&folder.tallies()).map_err(failed)?;
        let sums = tallies.sums().map_err(failed)?;
        let executed = |name: &str| sums.get(name).map_or(0, |sums| sums.executions);
        let before = state.targets.iter().map(|p| (executed(&p.name), p.spent)).collect();
        let dashboard = Dashboard::new(quiet, targets.len());
        let mut campaign = Campaign {
            folder,
            state,
            targets,
            known,
            tallies,
            sums,
            before,
            running: Vec::new(),
            inspector: Inspector::start(program),
            ordered: BTreeSet::new(),
            dashboard,
            quiet,
            counted: Instant::now(),
        };
        for progress in &mut campaign.state.targets {
            // It may have been mended.
            (progress.failures, progress.broken) = (0, None);
        }
        campaign.shrink_the_rest();
        Ok(campaign)
    }

    /// Orders what a campaign that was killed did not come to: making the games of its findings shorter.
    fn shrink_the_rest(&mut self) {
        for (id, finding) in &self.state.findings.by_cause {
            let long = matches!(&finding.shown, Shown::Game(game) if !game.shrunk);
            let (target, file) = finding.input.split_once('/').unwrap_or_default();
            let path = self.folder.artifacts(target).join(file);
            if long && !self.known.has(id) && path.exists() {
                let (target, file) = (target.to_owned(), file.to_owned());
                let artifact = Artifact { target, file, path, kind: Kind::Crash };
                self.inspector.order(artifact, PATIENCE);
            }
        }
    }

    /// Fuzzes until the time is up, nobody is left to be fuzzed, or `stop` becomes true.
    ///
    /// # Errors
    ///
    /// If the file system refuses; all fuzzers are then ended.
    pub(crate) fn fuzz(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        let (mut looked, mut saved) = (Instant::now(), Instant::now());
        self.counted = Instant::now();
        loop {
            self.steer(stop)?;
            let goes_on = !stop.load(Ordering::Relaxed) && self.left() >= schedule::LEAST;
            if goes_on {
                self.start()?;
            }
            if self.running.is_empty() {
                break;
            }
            self.hear()?;
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                self.look(SETTLED)?;
            }
            if saved.elapsed() >= SAVE {
                saved = Instant::now();
                self.save()?;
            }
            thread::sleep(TICK);
        }
        self.look(Duration::ZERO)?;
        self.save()
    }

    /// Looks at what is left to be looked at, and makes the corpora small.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub(crate) fn finish(mut self, stop: &AtomicBool) -> Result<Ended, Failure> {
        let interrupted = stop.load(Ordering::Relaxed);
        let mut minimised = BTreeMap::new();
        self.dashboard.clear();
        for target in self.targets.clone() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            self.say(&format!("minimising the corpus of {}", target.name));
            if let Some(sizes) = minimise(&self.folder, target.name, stop)? {
                minimised.insert(target.name.to_owned(), sizes);
            }
            self.hear()?;
        }
        self.look(Duration::ZERO)?;
        if !self.inspector.is_idle() {
            self.say("looking at the last inputs");
        }
        // An interrupt ends even this; the inputs are there when the campaign is resumed.
        let began = Instant::now();
        while !self.inspector.is_idle() {
            if stop.load(Ordering::Relaxed) && began.elapsed() > 2 * PATIENCE {
                break;
            }
            self.hear()?;
            thread::sleep(TICK);
        }
        self.save()?;
        for (id, finding) in &self.state.findings.by_cause {
            self.write(id, finding)?;
        }
        let corpora =
            self.state.targets.iter().map(|progress| {
                (progress.name.clone(), count(&self.folder.corpus(&progress.name)))
            });
        let unseen = self.ordered.len();
        Ok(Ended {
            corpora: corpora.collect(),
            folder: self.folder,
            state: self.state,
            targets: self.targets,
            sums: self.sums,
            known: self.known,
            minimised,
            unseen,
            interrupted,
        })
    }

    /// Ends fuzzers whose time is up, and books those that have ended.
    fn steer(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        let mut place = 0;
        while place < self.running.len() {
            let fuzzer = &mut self.running[place];
            if stop.load(Ordering::Relaxed) {
                fuzzer.hasten(&self.folder);
            }
            match fuzzer.steer(&self.folder)? {
                None => place += 1,
                Some(_) => {
                    self.count();
                    let fuzzer = self.running.swap_remove(place);
                    self.book(&fuzzer)?;
                }
            }
        }
        Ok(())
    }

    /// Books a fuzzer that has ended.
    fn book(&mut self, fuzzer: &Fuzzer) -> Result<(), Failure> {
        let progress = &mut self.state.targets[fuzzer.place];
        progress.slices += 1;
        if let Some(status) = fuzzer.status() {
            progress.coverage = progress.coverage.max(status.coverage);
            progress.features = progress.features.max(status.features);
        }
        progress.failures = if fuzzer.failed() { progress.failures + 1 } else { 0 };
        let name = progress.name.clone();
        if progress.failures >= GIVEN_UP {
            progress.broken = Some(fuzzer.last_lines());
            self.say(&format!("{name} does not run, and is given up:\n{}", fuzzer.last_lines()));
        }
        let failed = |error| Failure::file(&self.folder.tallies(), error);
        self.tallies.fold(&name).map_err(failed)?;
        self.look(Duration::ZERO)
    }

    /// Starts fuzzers where there is room.
    fn start(&mut self) -> Result<(), Failure> {
        loop {
            let busy: usize = self.running.iter().map(|fuzzer| fuzzer.forks).sum();
            let spent: Vec<Duration> = self.state.targets.iter().map(|p| p.spent).collect();
            let may_run = |place: usize| {
                let runs = self.running.iter().any(|fuzzer| fuzzer.place == place);
                !runs && self.state.targets[place].broken.is_none()
            };
            let alive = self.state.targets.iter().filter(|p| p.broken.is_none()).count();
            let Some(place) = schedule::next(&spent, may_run) else { return Ok(()) };
            let forks = schedule::forks(place, self.targets.len(), self.state.jobs);
            if busy + forks > self.state.jobs {
                return Ok(());
            }
            let share = schedule::share(self.state.time, alive, self.state.jobs);
            let had = spent[place] / u32::try_from(forks).unwrap_or(u32::MAX);
            let limit = schedule::slice(share, had, self.left());
            let name = self.targets[place].name;
            self.count();
            self.running.push(Fuzzer::start(&self.folder, name, place, forks, limit)?);
        }
    }

    /// Orders new inputs to be looked at, and draws the dashboard.
    fn look(&mut self, age: Duration) -> Result<(), Failure> {
        for target in &self.targets {
            for artifact in scan(&self.folder.artifacts(target.name), target.name, age) {
                if !self.state.findings.has_seen(target.name, &artifact.file)
                    && self.ordered.insert(format!("{}/{}", target.name, artifact.file))
                {
                    self.inspector.order(artifact, Duration::ZERO);
                }
            }
        }
        let failed = |error| Failure::file(&self.folder.tallies(), error);
        self.sums = self.tallies.sums().map_err(failed)?;
        self.count();
        let rows: Vec<Row> = (0..self.targets.len()).map(|place| self.row(place)).collect();
        self.dashboard.show(&rows, self.left());
        Ok(())
    }

    /// Books what inputs were found to show.
    fn hear(&mut self) -> Result<(), Failure> {
        while let Some(Report { artifact, patience, outcome }) = self.inspector.report() {
            if !patience.is_zero() {
                self.state.findings.improve(outcome.clone());
                if let Some(finding) = self.state.findings.by_cause.get(&outcome.id) {
                    self.write(&outcome.id, finding)?;
                }
                self.save()?;
                continue;
            }
            self.ordered.remove(&format!("{}/{}", artifact.target, artifact.file));
            let id = outcome.id.clone();
            let is_game = matches!(outcome.shown, Shown::Game(_));
            let known = self.known.has(&id);
            if !self.state.findings.book(&artifact.target, &artifact.file, outcome) {
                continue;
            }
            let word = if known { "found again" } else { "FOUND" };
            self.say(&format!("{word} {id} by {}", artifact.target));
            if let Some(finding) = self.state.findings.by_cause.get(&id) {
                self.write(&id, finding)?;
            }
            self.save()?;
            if is_game && !known {
                self.inspector.order(artifact, PATIENCE);
            }
        }
        Ok(())
    }

    /// Writes the file of a finding.
    fn write(&self, id: &str, finding: &Finding) -> Result<(), Failure> {
        let path = self.folder.findings().join(format!("{id}.txt"));
        let inputs = self.folder.path().join("artifacts");
        fs::write(&path, candidate::text(id, finding, &path, &inputs))
            .map_err(|error| Failure::file(&path, error))
    }

    /// Writes the state down, then removes inputs of which there are enough.
    fn save(&mut self) -> Result<(), Failure> {
        self.count();
        self.state.save(self.folder.path())?;
        self.state.findings.tidy(&self.folder.path().join("artifacts"));
        Ok(())
    }

    /// Counts the time up to now.
    fn count(&mut self) {
        let now = Instant::now();
        let since = now - self.counted;
        self.counted = now;
        if self.running.is_empty() {
            return;
        }
        self.state.spent += since;
        for fuzzer in &self.running {
            let forks = u32::try_from(fuzzer.forks).unwrap_or(u32::MAX);
            self.state.targets[fuzzer.place].spent += since * forks;
        }
    }

    /// The time that the campaign has left just now.
    fn left(&self) -> Duration {
        let since = if self.running.is_empty() { Duration::ZERO } else { self.counted.elapsed() };
        self.state.left().saturating_sub(since)
    }

    fn row(&self, place: usize) -> Row {
        let progress = &self.state.targets[place];
        let fuzzer = self.running.iter().find(|fuzzer| fuzzer.place == place);
        let (nothing, spent) = (Sums::default(), progress.spent);
        let sums = self.sums.get(&progress.name).unwrap_or(&nothing);
        let (executed, had) = self.before[place];
        let status = fuzzer.and_then(Fuzzer::status).unwrap_or_default();
        let share = schedule::share(self.state.time, self.targets.len(), self.state.jobs);
        let forks = schedule::forks(place, self.targets.len(), self.state.jobs);
        let alone = spent / u32::try_from(forks).unwrap_or(u32::MAX);
        Row {
            name: progress.name.clone(),
            running: fuzzer.is_some(),
            executions: sums.executions,
            rate: sums.executions.saturating_sub(executed) as f64
                / (spent - had).as_secs_f64().max(1.0),
            coverage: progress.coverage.max(status.coverage),
            reached: (self.targets[place].reaches_all || sums.reached() > 0)
                .then(|| sums.reached()),
            findings: self.state.findings.of_target(&progress.name),
            left: share.saturating_sub(alone).min(self.left()),
        }
    }

    fn say(&self, line: &str) {
        if !self.quiet {
            self.dashboard.say(line);
        }
    }
}

impl Ended {
    /// How long it fuzzed, of the time that it was given.
    pub(crate) fn time(&self) -> String {
        format!("{} of {}", spelled(self.state.spent), spelled(self.state.time))
    }
}
