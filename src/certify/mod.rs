//! A whole certification run: the fixed suite, then random games.
//!
//! In: a factory of engines, and [`Options`]. Out: a [`Report`]. Authors who test their own engine use
//! [`certify`]; the command line uses [`run`] and `run_parallel`.
//!
//! The work comes in a fixed order. First comes the fixed suite: the directed cases of all boards, ordered by
//! how much each tells per question, and, among them, short games of the smallest boards, shortest first.
//! Then come random games, until their number is reached or the observer stops the run. Every finding is at
//! once confirmed on fresh engines and shortened. The work is measured by counting: the same options give the
//! same report on every machine, with any number of parallel engines, except for the durations that the
//! observer's clock shows.

mod author;
mod capacity;
mod exactness;
mod examine;
mod game;
mod identification;
mod idle;
mod journal;
mod known;
mod komi;
mod options;
#[cfg(feature = "parallel")]
mod parallel;
mod plan;
mod positions;
mod pursuit;
#[cfg(feature = "serde")]
mod recheck;
mod run;
mod summary;
mod test_functions;

pub use author::{Certify, certify, replay};
pub use game::Source;
pub use identification::{diagnose, explain, identify};
pub use journal::{AnotherEngine, Beginning, Done, Entry};
pub use known::{Known, KnownFault};
pub use options::{Level, Options, ReplayCall, Sample, Scope};
#[cfg(feature = "serde")]
pub use recheck::{Recheck, Shown, options_of, recheck};
pub use summary::add_faults;
#[doc(hidden)]
pub use test_functions::__SharedRun;

use crate::check::Check;
use crate::engine::{About, Engine, EngineFactory, Fault, Ruling, guarded};
use crate::game::{Setup, Size, Turn};
use crate::report::{FaultReport, Finding, FindingFile, RefusedSize, Report};
use examine::{Examiner, Skills, WorkResult};
use idle::ByCommands;
use plan::Plan;
use run::Run;
use std::ops::ControlFlow;
use std::time::Duration;

/// Observes the progress of a run and can stop it.
pub trait Observer: Sync {
    /// Returns whether the run should stop. This is called between any two games, and while a finding is
    /// shortened.
    fn stop(&self) -> bool {
        false
    }

    /// Whether the run was interrupted, as opposed to running out of time.
    fn interrupted(&self) -> bool {
        false
    }

    /// Returns how long the run has taken so far, or `None` without a clock.
    fn elapsed(&self) -> Option<Duration> {
        None
    }

    /// Called when a part of the work is done.
    fn progress(&self, _progress: Progress) {}

    /// Called for the first disagreement of each id, after it was confirmed and shortened. Illegal plays that
    /// the engine merely tolerates do not count.
    fn finding(&self, _finding: &Finding) {}

    /// Called for the first fault of each id.
    fn fault(&self, _fault: &FaultReport) {}

    /// Called with an entry to store, if the run should be resumable.
    fn entry(&self, _entry: &Entry) {}

    /// Returns where a file of a finding or fault is, by its id, in the words of a command line. What is too
    /// long for a command line is read from this file.
    fn finding_file(&self, _id: &str, _file: FindingFile) -> Option<String> {
        None
    }
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of parts of the fixed suite that are done.
    pub fixed: u64,
    /// The number of parts of the fixed suite.
    pub all_fixed: u64,
    /// The number of random games that are done.
    pub games: u64,
    /// The number of random games to play, or `None` if they continue until the run is stopped.
    pub all_games: Option<u64>,
    /// The work that is done, in round trips. For random games, this is an estimate.
    pub done: u64,
    /// All the work to be done, in round trips, or `None` if random games continue until the run is stopped.
    pub all: Option<u64>,
}

/// An observer that ignores all progress, has no clock and never stops a run.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {}

/// Tests engines made by one factory against the reference, one game at a time, on this thread.
///
/// If the observer stops the run, the report holds what was found until then.
pub fn run(factory: &EngineFactory<'_>, options: &Options, observer: &dyn Observer) -> Report {
    let begun = match begin(factory, options) {
        Ok(begun) => begun,
        Err(fault) => return summary::untestable(options, &fault, observer),
    };
    observer.entry(&Entry::Begun(Box::new(Beginning::of(&begun))));
    let Begun { about, engine, playable, further, refused, skills, by_commands } = begun;
    let plan = Plan::new(options, &playable, &further, observer);
    let mut run = Run::new(factory, options, observer, &about);
    run.meet_by_commands(&by_commands);
    run.probe_faults(0, &about.faults);
    let mut examiner = Examiner::new(factory, engine, skills);
    for number in 0.. {
        let Some(work) = plan.work(number) else { break };
        if run.is_over() {
            break;
        }
        let mut result = WorkResult { work: number, ..WorkResult::default() };
        let mut size = None;
        let handed = plan.perform(&work, &mut |game| {
            let board = game.transcript.record.size();
            size = Some(board);
            if observer.stop() {
                return ControlFlow::Break(());
            }
            if !run.hangs_on(board) {
                examiner.examine(&game, &mut result);
            }
            ControlFlow::Continue(())
        });
        result.finished = handed.is_continue();
        examiner.hear(&mut result);
        run.commit(size, result);
        run.progress(number, &plan);
    }
    run.lacks(skills);
    exactness::examine(&mut run, factory, &playable);
    capacity::examine(&mut run, factory, &playable);
    summary::report(run, &plan, about, refused)
}

/// Tests engines made by one factory against the reference, with `jobs` engines in parallel, each on its own
/// thread.
///
/// The report is the same as that of [`run`].
#[cfg(feature = "parallel")]
pub fn run_parallel(
    factory: &EngineFactory<'_>,
    options: &Options,
    observer: &dyn Observer,
    jobs: usize,
) -> Report {
    let begun = match begin(factory, options) {
        Ok(begun) => begun,
        Err(fault) => return summary::untestable(options, &fault, observer),
    };
    observer.entry(&Entry::Begun(Box::new(Beginning::of(&begun))));
    parallel::run(factory, options, observer, begun, &[], jobs)
}

/// Resumes an interrupted run with the same options from the entries that the observer stored. With no
/// entries, starts a new run.
///
/// The report is the same as that of [`run_parallel`], except for times.
///
/// # Errors
///
/// If the engine's name or version has changed since.
#[cfg(feature = "parallel")]
pub fn resume_parallel(
    factory: &EngineFactory<'_>,
    options: &Options,
    observer: &dyn Observer,
    entries: &[Entry],
    jobs: usize,
) -> Result<Report, AnotherEngine> {
    let Some((Entry::Begun(beginning), entries)) = entries.split_first() else {
        return Ok(run_parallel(factory, options, observer, jobs));
    };
    let mut begun = beginning.begun();
    // One that cannot be started now is a fault of the parts that it was to do.
    if let Ok(mut engine) = guarded(factory) {
        let about = engine.about();
        beginning.expect(&about)?;
        begun.by_commands = idle::examine(engine.as_mut(), options, &begun.playable);
        begun.about.faults = engine.about().faults;
        begun.engine = Some(engine);
    }
    observer.entry(&Entry::Resumed(Box::new(Beginning::of(&begun))));
    Ok(parallel::run(factory, options, observer, begun, entries, jobs))
}

/// The number of boards on which to test whether the engine supports undo.
const MOST_UNDO_PROBES: usize = 2;

/// The number of faults after which no further boards are tried.
const MOST_PROBE_FAULTS: usize = 3;

/// An engine that was started and asked which boards it plays.
struct Begun {
    about: About,
    /// None where a run is resumed and no engine could be started yet.
    engine: Option<Box<dyn Engine>>,
    playable: Vec<Size>,
    /// Further boards that it plays, which are looked at in brief.
    further: Vec<Size>,
    refused: Vec<RefusedSize>,
    skills: Skills,
    /// What comes of commands that must change nothing.
    by_commands: Vec<ByCommands>,
}

/// Starts the first engine and finds out which boards it plays.
fn begin(factory: &EngineFactory<'_>, options: &Options) -> Result<Begun, Fault> {
    let mut engine = guarded(factory)?;
    let about = About { notes: Vec::new(), ..engine.about() };
    let (mut playable, mut refused, mut last) = (Vec::new(), Vec::new(), None);
    // Where the boards were not named, one that the engine is known to play is as good as the usual ones.
    let known = about.board.filter(|size| !options.sizes_named && !options.sizes.contains(size));
    for &size in options.sizes.iter().chain(&known) {
        match guarded(|| engine.start(&Setup::new(size, options.rules))) {
            Ok(()) => playable.push(size),
            Err(Fault::Unsupported { what }) => refused.push(RefusedSize { size, what }),
            Err(fault @ Fault::Stopped { .. }) => return Err(fault),
            // A crash is not a refusal: the games of the board are tried, and what is met there is told.
            Err(Fault::Panic { .. }) => {
                playable.push(size);
                engine = guarded(factory)?;
            }
            Err(fault) => {
                refused.push(RefusedSize { size, what: fault.to_string() });
                last = Some(fault);
            }
        }
    }
    match last {
        Some(fault) if playable.is_empty() => Err(fault),
        _ => {
            let plays_generated =
                generates(engine.as_mut(), &playable, options, |engine| engine.generate_and_play());
            let generates = plays_generated
                || generates(engine.as_mut(), &playable, options, |engine| engine.generate());
            let skills = Skills {
                undoes: playable
                    .iter()
                    .take(MOST_UNDO_PROBES)
                    .any(|&size| undoes(engine.as_mut(), size, options)),
                generates,
                plays_generated,
                counts_komi: engine.counts_komi(),
                shows_board: shows_board(engine.as_mut(), &playable, options),
                passes: !about.conventions.lacks_pass,
                passes_after_end: about.conventions.passes_after_end,
                move_cap: about.conventions.move_cap,
            };
            let further = further(engine.as_mut(), options, &playable);
            let by_commands = idle::examine(engine.as_mut(), options, &playable);
            let about = About { faults: engine.about().faults, ..about };
            Ok(Begun {
                about,
                engine: Some(engine),
                playable,
                further,
                refused,
                skills,
                by_commands,
            })
        }
    }
}

/// Returns the additional boards of the level that the engine supports, if no boards were named. Stops after
/// a few faults.
fn further(engine: &mut dyn Engine, options: &Options, playable: &[Size]) -> Vec<Size> {
    let whole = options.only.is_empty() && options.sample.is_none() && !options.sizes_named;
    if options.scope != Scope::FixedSuite || !whole {
        return Vec::new();
    }
    let mut faults = 0;
    let mut further = Vec::new();
    let sizes = options.level.further_sizes();
    for size in
        sizes.into_iter().filter(|size| !playable.contains(size) && !options.sizes.contains(size))
    {
        match guarded(|| engine.start(&Setup::new(size, options.rules))) {
            Ok(()) => further.push(size),
            Err(Fault::Unsupported { .. }) => {}
            Err(_) => faults += 1,
        }
        if faults == MOST_PROBE_FAULTS {
            break;
        }
    }
    further
}

/// Whether the engine shows the board, or fails in the attempt, which is then looked into.
fn shows_board(engine: &mut dyn Engine, playable: &[Size], options: &Options) -> bool {
    let Some(&size) = playable.first() else { return false };
    let shown = guarded(|| {
        engine.start(&Setup::new(size, options.rules))?;
        engine.board()
    });
    !matches!(shown, Ok(None))
}

/// Whether the engine takes a turn back, or fails in the attempt, which is then looked into.
fn undoes(engine: &mut dyn Engine, size: Size, options: &Options) -> bool {
    let pass = (!engine.about().conventions.lacks_pass).then_some(Turn::Pass);
    let play = size.point(0, 0).map(Turn::Play);
    // It may take a play back and no pass, or the other way round.
    pass.into_iter().chain(play).any(|turn| {
        let taken_back = guarded(|| {
            engine.start(&Setup::new(size, options.rules))?;
            match engine.play(turn)? {
                Ruling::Allowed => engine.undo(),
                Ruling::Forbidden(_) => Ok(None),
            }
        });
        !matches!(taken_back, Ok(None))
    })
}

/// Whether the engine generates turns in some way, or fails in the attempt, which is then looked into.
fn generates(
    engine: &mut dyn Engine,
    playable: &[Size],
    options: &Options,
    mut generate: impl FnMut(&mut dyn Engine) -> Result<Option<Turn>, Fault>,
) -> bool {
    if options.scope != Scope::FixedSuite {
        return false;
    }
    // On a board that is large enough for a player, and soon searched.
    let usual = |size: &&Size| size.point_count() <= 81;
    let largest = playable.iter().filter(usual).max_by_key(|size| size.point_count());
    let Some(&size) = largest.or(playable.first()) else { return false };
    let generated = guarded(|| {
        engine.start(&Setup::new(size, options.rules))?;
        // One that resigns in one position may play in another.
        for point in size.points().take(3) {
            if let Some(turn) = generate(engine)? {
                return Ok(Some(turn));
            }
            engine.play(Turn::Play(point))?;
        }
        Ok(None)
    });
    !matches!(generated, Ok(None))
}

impl Run<'_> {
    /// Tells the observer how far the run is after a part of the work.
    fn progress(&mut self, number: u64, plan: &Plan<'_>) {
        self.observer().progress(plan.progress(number + 1));
    }

    /// Counts one answer that the engine could not give, where it was not asked more often.
    fn lacks(&mut self, skills: Skills) {
        if !skills.undoes {
            self.coverage.miss(Check::Undo);
        }
        if !skills.generates {
            self.coverage.miss(Check::Generate);
        }
    }
}
