#![doc = include_str!("../README.md")]
//!
//! A whole certification run, station by station.
//!
//! In: a factory of engines, and [`Options`]. Out: a [`Report`]. Authors who test their own engine use [`certify`]; everybody
//! else uses [`run`], or [`Run`] if an engine speaks a protocol, several engines share the work, or a run is resumed.
//!
//! The first station *plans*: it starts an engine, asks it what it can do, and puts the work in a fixed order. First comes the
//! fixed suite. It has the directed cases of all boards, ordered by how much each tells per question. Among them are short games
//! of the smallest boards, shortest first. Then come random games, until their number is reached or the observer stops the run.
//! The second station *examines*: games are compared, and every finding is at once *confirmed* on fresh engines and shortened.
//! Then the *protocol* is tested, if there is one. The engine is *diagnosed*, if that was asked for. At last the *report* is
//! judged.
//!
//! The work is measured by counting. So the same options give the same report on every machine, with any number of parallel
//! engines. Only the durations that the observer's clock shows differ.

mod author;
mod begin;
mod capacity;
mod confirm;
mod exactness;
mod examine;
mod faults;
mod grades;
mod identification;
mod idle;
mod journal;
mod known;
mod komi;
mod ledger;
mod options;
#[cfg(feature = "parallel")]
mod parallel;
mod plan;
mod planned_game;
mod positions;
mod protocol;
mod pursuit;
#[cfg(feature = "files")]
mod recheck;
pub mod report;
mod summary;
mod test_functions;

pub use author::{Certify, certify, replay, replay_after};
pub use identification::{diagnose, identify};
pub use journal::{AnotherEngine, Beginning, Done, Entry, Journal};
pub use known::{KnownFault, KnownFinding};
pub use options::{Calls, Diagnose, Level, NoSuchPart, Options, Sample, Scope};
pub use planned_game::Source;
pub use protocol::ProtocolTests;
#[cfg(feature = "files")]
pub use recheck::{Recheck, Shown, options_of, recheck};
#[doc(hidden)]
pub use superko_engine::check::Check as __Check;
#[doc(hidden)]
pub use test_functions::__SharedRun;

use crate::report::{FaultReport, Finding, FindingFile, Report, RunVerdict};
use begin::Begun;
use examine::{Examiner, WorkResult};
use ledger::Ledger;
use plan::Plan;
use protocol::ProtocolStation;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;
use superko_engine::check::Check;
use superko_engine::{Engine, EngineFactory, OnSquares};

/// Tests engines made by one factory against the reference, one game at a time, on this thread.
///
/// If the observer stops the run, the report holds what was found until then.
///
/// # Panics
///
/// Does not panic: only a run that is resumed can be refused.
pub fn run(factory: &EngineFactory<'_>, options: &Options, observer: &dyn Observer) -> Report {
    Run::new(factory, options, observer).report().expect("nothing is resumed")
}

/// Calls `then` with the factory. If only square boards were named, its engines refuse all others: an engine may have only square
/// boards, and answer for another one as if it were square.
fn with_named_boards<T>(
    factory: &EngineFactory<'_>,
    options: &Options,
    then: impl FnOnce(&EngineFactory<'_>) -> T,
) -> T {
    match options.sizes_named && options.sizes.iter().all(|size| size.is_square()) {
        true => then(&|| Ok(Box::new(OnSquares(factory()?)) as Box<dyn Engine>)),
        false => then(factory),
    }
}

/// A run, before it is made.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Makes a fresh engine.
    pub factory: &'a EngineFactory<'a>,
    /// The options.
    pub options: &'a Options,
    /// The observer.
    pub observer: &'a dyn Observer,
    /// Tests the protocol by which the engine is spoken to, if there is one.
    pub protocol: Option<&'a ProtocolTests<'a>>,
    /// The number of engines in parallel, each on its own thread, or 0 for one engine on this thread. The report is the same for
    /// any number. Without the feature `parallel`, it is taken for 0.
    pub jobs: usize,
    /// The entries that the observer stored of the same run before it was interrupted. Work that they hold is not repeated.
    pub journal: Option<&'a Journal>,
    /// Whether the engine also plays on every board, under rule sets that cover every pair of switch values.
    pub all_boards: bool,
}

impl fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<'a> Run<'a> {
    /// Returns a run with one engine on this thread, without a protocol, from the beginning.
    pub fn new(
        factory: &'a EngineFactory<'a>,
        options: &'a Options,
        observer: &'a dyn Observer,
    ) -> Run<'a> {
        let (protocol, journal) = (None, None);
        Run { factory, options, observer, protocol, jobs: 0, journal, all_boards: false }
    }

    /// Makes the run: its stations, one after the other.
    ///
    /// # Errors
    ///
    /// If the run is resumed, and the engine's name or version has changed since.
    pub fn report(&self) -> Result<Report, AnotherEngine> {
        match self.all_boards {
            true => self.reported(),
            false => with_named_boards(self.factory, self.options, |factory| {
                Run { factory, ..*self }.reported()
            }),
        }
    }

    fn reported(&self) -> Result<Report, AnotherEngine> {
        let mut protocol = ProtocolStation::new(*self);
        let mut report = self.examined(0, &mut protocol)?;
        if self.all_boards && report.verdict != RunVerdict::Untestable {
            report.all_boards = self.on_all_boards()?;
        }
        if report.comparisons > 0 {
            protocol.add_to(&mut report);
        }
        if self.options.wants_diagnosis(&report) {
            self.observer.station(Station::Diagnosis);
            self.explain(&mut report);
        }
        report.interrupted |= self.observer.interrupted();
        report.seconds = self.observer.elapsed().map(|time| time.as_secs_f64());
        self.options.expected.apply(&mut report);
        Ok(report)
    }

    /// Plans and examines, or resumes the run of this number in the journal.
    fn examined(
        &self,
        number: usize,
        protocol: &mut ProtocolStation<'_>,
    ) -> Result<Report, AnotherEngine> {
        let earlier = self.journal.and_then(|journal| journal.run(number));
        let (begun, entries) = match earlier {
            Some((beginning, entries)) => (self.begin_again(beginning)?, entries),
            None => match self.begin() {
                Ok(begun) => (begun, &[][..]),
                Err(fault) => return Ok(summary::untestable(*self, &fault)),
            },
        };
        let Begun { beginning, engine, played, faults, by_commands } = begun;
        let stored = Box::new(beginning.clone());
        self.observer.entry(&match earlier {
            Some(_) => Entry::Resumed(stored),
            None => Entry::Begun(stored),
        });
        let plan = Plan::new(self.options, &beginning.playable, &beginning.further, self.observer);
        let mut ledger = Ledger::new(*self, beginning.tolerates_illegal_plays);
        ledger.replay(entries);
        ledger.add_by_commands(&by_commands);
        ledger.probe_faults(ledger.next(), &faults);
        let examiner = Examiner::new(self.factory, engine, beginning.skills).after(played);
        match self.jobs {
            #[cfg(feature = "parallel")]
            1.. => parallel::examine(&mut ledger, &plan, examiner, protocol),
            _ => examine(&mut ledger, &plan, examiner, protocol),
        }
        // An engine that lacks a skill is not asked for it again: this counts as one answer that is missing.
        if !beginning.skills.undoes {
            ledger.seen.coverage.miss(Check::Undo);
        }
        if !beginning.skills.generates {
            ledger.seen.coverage.miss(Check::Generate);
        }
        let exactness = exactness::examine(&mut ledger, &beginning.playable);
        let capacity = capacity::examine(&ledger, &beginning.playable);
        let report = summary::report(ledger, &plan, &beginning);
        Ok(Report { exactness, capacity, ..report })
    }

    /// Examines the engine on every board, a rule set at a time.
    fn on_all_boards(&self) -> Result<Vec<Report>, AnotherEngine> {
        self.observer.station(Station::AllBoards);
        let parts = Options::all_boards(self.options.seed).into_iter().zip(1..);
        parts
            .take_while(|_| !self.observer.stop())
            .map(|(part, number)| {
                let options = &Options { arguments: self.options.arguments.clone(), ..part };
                let begun = self.observer.elapsed();
                let part = Run { options, protocol: None, ..*self };
                let mut report = part.examined(number, &mut ProtocolStation::new(part))?;
                let taken = self.observer.elapsed().zip(begun).map(|(now, begun)| now - begun);
                report.seconds = taken.map(|time| time.as_secs_f64());
                Ok(report)
            })
            .collect()
    }
}

/// Performs the parts of a plan on one engine.
fn examine(
    ledger: &mut Ledger<'_>,
    plan: &Plan<'_>,
    mut examiner: Examiner<'_>,
    protocol: &mut ProtocolStation<'_>,
) {
    let observer = ledger.run.observer;
    for number in ledger.next().. {
        let Some(work) = plan.work(number, observer) else { break };
        if ledger.is_over() {
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
            if !ledger.faults.hangs_on(board) {
                examiner.examine(&game, &mut result);
            }
            ControlFlow::Continue(())
        });
        result.finished = handed.is_continue();
        examiner.add_about(&mut result);
        ledger.commit(size, result);
        protocol.advance(plan, number + 1);
    }
}

/// A station of a run. The observer is told when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Station {
    /// The engine is examined on every board.
    AllBoards,
    /// The protocol by which the engine is spoken to is tested.
    Protocol,
    /// The rules that the engine really plays are found out.
    Diagnosis,
}

/// Observes the progress of a run and can stop it.
pub trait Observer: Sync {
    /// Returns whether the run should stop. This is called between any two games, and while a finding is
    /// shortened.
    fn stop(&self) -> bool {
        false
    }

    /// Returns whether enough random games were played. If their number is not given, this is called before each of them. The
    /// run then continues with what follows them.
    fn enough_games(&self) -> bool {
        false
    }

    /// Returns whether the run was interrupted, as opposed to running out of time.
    fn interrupted(&self) -> bool {
        false
    }

    /// Returns how long the run has taken so far, or `None` without a clock.
    fn elapsed(&self) -> Option<Duration> {
        None
    }

    /// Called when a station of the run begins, after the first.
    fn station(&self, _station: Station) {}

    /// Called when a part of the work is done.
    fn progress(&self, _progress: Progress) {}

    /// Called for the first disagreement of each id, after it was confirmed and shortened. Illegal plays that
    /// the engine merely tolerates do not count.
    fn finding(&self, _finding: &Finding) {}

    /// Called for the first fault of each id.
    fn fault(&self, _fault: &FaultReport) {}

    /// Called with an entry to store, if the run should be resumable.
    fn entry(&self, _entry: &Entry) {}

    /// Returns the path of a file of a finding or fault, by its id, as written on a command line. The file holds what is too
    /// long for a command line.
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
