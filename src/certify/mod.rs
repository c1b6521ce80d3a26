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
mod exactness;
mod examine;
mod known;
mod options;
#[cfg(feature = "parallel")]
mod parallel;
mod plan;
mod run;
mod summary;
mod test_functions;

pub use author::{Certify, certify, replay};
pub use options::{Level, Options, Scope};
pub use plan::Source;
#[doc(hidden)]
pub use test_functions::__SharedRun;

use crate::check::Check;
use crate::engine::{About, Engine, EngineFactory, Fault, Ruling, guarded};
use crate::game::{Setup, Size, Turn};
use crate::report::{FaultReport, Finding, RefusedSize, Report};
use examine::{Examiner, WorkResult};
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

    /// A part of the work is done: so many of so many parts of the fixed suite, so many random games.
    fn progress(&self, _done: u64, _planned: u64, _games: u64) {}

    /// A disagreement of a new id was met, confirmed and made shorter.
    fn finding(&self, _finding: &Finding) {}

    /// A fault of a new id was met.
    fn fault(&self, _fault: &FaultReport) {}

    /// The file that the game of a finding or fault is kept in, by its id, or one of the games that have to be played before
    /// it; a game that is too long for a command line is read from there.
    fn record_file(&self, _id: &str, _before: Option<usize>) -> Option<String> {
        None
    }
}

/// Hears nothing, has no clock and never stops a run.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {}

/// Examines engines of one factory against the reference, one game after the other, on this thread.
///
/// When the observer stops the run, what was found until then is reported.
pub fn run(factory: &EngineFactory<'_>, options: &Options, observer: &dyn Observer) -> Report {
    let Begun { about, engine, playable, refused, undoes } = match begin(factory, options) {
        Ok(begun) => begun,
        Err(fault) => return summary::untestable(options, &fault, observer),
    };
    let plan = Plan::new(options, &playable);
    let mut run = Run::new(factory, options, observer);
    let mut examiner = Examiner::new(factory, Some(engine), undoes);
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
        run.commit(size, result);
        run.progress(number, &plan);
    }
    run.cannot_undo(undoes);
    run.hear(examiner.about());
    exactness::examine(&mut run, factory, &playable);
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
    parallel::run(factory, options, observer, begun, jobs)
}

/// An engine that was started and asked which boards it plays.
struct Begun {
    about: About,
    engine: Box<dyn Engine>,
    playable: Vec<Size>,
    refused: Vec<RefusedSize>,
    /// Whether it takes turns back.
    undoes: bool,
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
            Err(fault) => {
                refused.push(RefusedSize { size, what: fault.to_string() });
                if matches!(fault, Fault::Panic { .. }) {
                    engine = guarded(factory)?;
                }
                last = Some(fault);
            }
        }
    }
    match last {
        Some(fault) if playable.is_empty() => Err(fault),
        _ => {
            let undoes =
                playable.first().is_some_and(|&size| undoes(engine.as_mut(), size, options));
            Ok(Begun { about, engine, playable, refused, undoes })
        }
    }
}

/// Whether the engine takes a turn back, or fails in the attempt, which is then looked into.
fn undoes(engine: &mut dyn Engine, size: Size, options: &Options) -> bool {
    let taken_back = guarded(|| {
        engine.start(&Setup::new(size, options.rules))?;
        match engine.play(Turn::Pass)? {
            Ruling::Allowed => engine.undo(),
            Ruling::Forbidden(_) => Ok(Some(())),
        }
    });
    !matches!(taken_back, Ok(None))
}

impl Run<'_> {
    /// Tells the observer how far the run is after a part of the work.
    fn progress(&mut self, number: u64, plan: &Plan<'_>) {
        let fixed = plan.fixed();
        let done = fixed.min(number + 1);
        self.observer().progress(done, fixed, (number + 1).saturating_sub(fixed));
    }

    /// Counts one answer that the engine could not give, where it was not asked more often.
    fn cannot_undo(&mut self, undoes: bool) {
        if !undoes {
            self.coverage.miss(Check::Undo);
        }
    }
}
