//! The main job: examining an engine on everything that is known to go wrong, and on what chance adds.
//!
//! In: a factory of engines, and [`Options`]. Out: a [`Report`]. Whoever tests an engine of their own asks
//! [`certify`]; the command line asks [`run`] and `run_parallel`.
//!
//! Work comes in a fixed order. First the fixed suite: the directed cases of all boards, what tells most per question first,
//! and among them all games of the smallest boards, shortest games first. Then random games, until their number is
//! reached or the observer stops the run. What is found is played again on fresh engines and made shorter at once. All of
//! it is a matter of counting: the same options give the same report on every machine, with any number of engines side by
//! side, but for the durations that the observer's clock shows.

mod author;
mod capacity;
mod exactness;
mod examine;
mod game;
mod identification;
mod journal;
mod known;
mod options;
#[cfg(feature = "parallel")]
mod parallel;
mod plan;
mod positions;
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
#[doc(hidden)]
pub use test_functions::__SharedRun;

use crate::check::Check;
use crate::engine::{About, Engine, EngineFactory, Fault, Ruling, guarded};
use crate::game::{Setup, Size, Turn};
use crate::report::{FaultReport, Finding, RefusedSize, Report};
use examine::{Examiner, Skills, WorkResult};
use plan::Plan;
use run::Run;
use std::ops::ControlFlow;
use std::time::Duration;

/// Hears of the progress of a run, and may stop it.
pub trait Observer: Sync {
    /// Whether the run is to stop. It is asked between any two games, and while a finding is made shorter.
    fn stop(&self) -> bool {
        false
    }

    /// Whether it was stopped from outside, rather than because a time was up.
    fn interrupted(&self) -> bool {
        false
    }

    /// How long the run has taken so far; none without a clock.
    fn elapsed(&self) -> Option<Duration> {
        None
    }

    /// A part of the work is done.
    fn progress(&self, _progress: Progress) {}

    /// A disagreement of a new id was met, confirmed and made shorter. Illegal plays that the engine merely tolerates are none.
    fn finding(&self, _finding: &Finding) {}

    /// A fault of a new id was met.
    fn fault(&self, _fault: &FaultReport) {}

    /// Something is to be written down if the run is to be resumed when it is ended early.
    fn entry(&self, _entry: &Entry) {}

    /// The file that the game of a finding or fault is kept in, by its id, or one of the games that have to be played before
    /// it; a game that is too long for a command line is read from there.
    fn record_file(&self, _id: &str, _before: Option<usize>) -> Option<String> {
        None
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// How many parts of the fixed suite are done.
    pub fixed: u64,
    /// How many there are.
    pub all_fixed: u64,
    /// How many random games are done.
    pub games: u64,
    /// How many are to be played; none if they go on until the run is stopped.
    pub all_games: Option<u64>,
    /// The work that is done, in round trips. Of a random game that is an estimate.
    pub done: u64,
    /// The work that is to be done.
    pub all: Option<u64>,
}

/// Hears nothing, has no clock and never stops a run.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {}

/// Examines engines of one factory against the reference, one game after the other, on this thread.
///
/// When the observer stops the run, what was found until then is reported.
pub fn run(factory: &EngineFactory<'_>, options: &Options, observer: &dyn Observer) -> Report {
    let begun = match begin(factory, options) {
        Ok(begun) => begun,
        Err(fault) => return summary::untestable(options, &fault, observer),
    };
    observer.entry(&Entry::Begun(Box::new(Beginning::of(&begun))));
    let Begun { about, engine, playable, further, refused, skills } = begun;
    let plan = Plan::new(options, &playable, &further);
    let mut run = Run::new(factory, options, observer, &about);
    let mut examiner = Examiner::new(factory, engine, skills);
    for number in 0.. {
        let Some(work) = plan.work(number) else { break };
        if run.is_over() {
            break;
        }
        let mut result = WorkResult { work: number, ..WorkResult::default() };
        let mut size = None;
        let handed = plan.perform(&work, &mut |game| {
            size = Some(game.transcript.record.size());
            if observer.stop() {
                return ControlFlow::Break(());
            }
            examiner.examine(&game, &mut result);
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

/// Examines engines of one factory against the reference, `jobs` of them side by side, each on a thread of its own.
///
/// The report is that of [`run`].
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

/// Goes on with a run of the same options that was ended early, from what the observer was told of it. Without an entry it
/// begins the run.
///
/// The report is that of [`run_parallel`], but for times.
///
/// # Errors
///
/// If the engine calls itself otherwise than before.
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
    if let Ok(engine) = guarded(factory) {
        beginning.expect(&engine.about())?;
        begun.engine = Some(engine);
    }
    observer.entry(&Entry::Resumed(Box::new(Beginning::of(&begun))));
    Ok(parallel::run(factory, options, observer, begun, entries, jobs))
}

/// On so many boards an engine is asked whether it takes a turn back.
const MOST_UNDO_PROBES: usize = 2;

/// After so many faults no further boards are tried.
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
            let skills = Skills {
                undoes: playable
                    .iter()
                    .take(MOST_UNDO_PROBES)
                    .any(|&size| undoes(engine.as_mut(), size, options)),
                generates: generates(engine.as_mut(), &playable, options),
                passes: !about.conventions.lacks_pass,
                move_cap: about.conventions.move_cap,
            };
            let further = further(engine.as_mut(), options, &playable);
            Ok(Begun { about, engine: Some(engine), playable, further, refused, skills })
        }
    }
}

/// The further boards of the level that the engine plays, where boards were not named. After a few faults no more are tried.
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

/// Whether the engine generates turns, or fails in the attempt, which is then looked into.
fn generates(engine: &mut dyn Engine, playable: &[Size], options: &Options) -> bool {
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
            if let Some(turn) = engine.generate()? {
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
