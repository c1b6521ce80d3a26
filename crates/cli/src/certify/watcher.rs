//! The progress of a run, and when it is to stop.

use super::kept::Kept;
use crate::engine::EngineChoice;
use crate::output::{bar, in_lines, say};
use crate::watch::Watch;
use crate::{locked, shell};
use indicatif::{HumanCount, HumanDuration, ProgressBar};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use superko_certify::report::{FaultReport, Finding, FindingFile, counted};
use superko_certify::{Entry, Observer, Progress, Station};
use superko_engine::printable_line;

/// The interval between two lines of progress.
const EVERY: Duration = Duration::from_secs(10);

/// The interval between two updates of the bar, whatever the run is doing.
const TICK: Duration = Duration::from_millis(200);

/// The time after which the time left is estimated, however small the part of the work that is done.
const LONG_ENOUGH: Duration = Duration::from_secs(10);

/// The phases of a run, in words.
const STARTING: &str = "starting the engine, and finding out which questions it answers";
const PROTOCOL: &str = "checking GTP conformance";
const DIAGNOSIS: &str = "finding out what the engine really plays";

/// Shows the progress, writes down what is found as it is found, and ends the run when its time is up.
pub(super) struct Watcher<'a> {
    bar: ProgressBar,
    /// Whether progress is written in lines, because there is no terminal for a bar.
    lines: bool,
    kept: &'a Kept,
    choice: &'a EngineChoice,
    /// The time that the run took before it was resumed.
    earlier: Duration,
    watch: &'a Watch,
    pace: Mutex<Pace>,
}

impl<'a> Watcher<'a> {
    pub(super) fn new(
        quiet: bool,
        kept: &'a Kept,
        choice: &'a EngineChoice,
        earlier: Duration,
        watch: &'a Watch,
    ) -> Watcher<'a> {
        Watcher {
            bar: bar(quiet, "{elapsed_precise} {bar:30.cyan/dim} {msg}"),
            lines: in_lines(quiet),
            kept,
            choice,
            earlier,
            watch,
            pace: Mutex::new(Pace::default()),
        }
    }

    /// Makes a run under a title, and shows its progress.
    pub(super) fn watch<T>(&self, title: &str, run: impl FnOnce() -> T) -> T {
        self.begin(title, STARTING);
        let made = std::thread::scope(|scope| {
            // The sender is dropped when the run is over, even by a panic.
            let (_over, is_over) = channel();
            scope.spawn(move || self.tick_until(&is_over));
            run()
        });
        self.bar.finish_and_clear();
        made
    }

    /// Begins a phase of the run, under a title.
    fn begin(&self, title: &str, phase: &'static str) {
        self.line(title);
        locked(&self.pace).begin(phase);
    }

    fn tick_until(&self, is_over: &Receiver<()>) {
        while is_over.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            let (now, budget) = (self.since_start(), self.watch.budget);
            let mut pace = locked(&self.pace);
            self.bar.set_message(pace.status(now, budget));
            self.bar.tick();
            if self.lines
                && let Some(line) = pace.line(now, budget)
            {
                say(&line);
            }
        }
    }

    /// Returns the time since the run was begun or resumed.
    pub(super) fn since_start(&self) -> Duration {
        self.watch.since_start()
    }

    fn line(&self, line: &str) {
        if self.lines {
            say(line);
        } else {
            self.bar.println(printable_line(line));
        }
    }
}

impl Observer for Watcher<'_> {
    fn stop(&self) -> bool {
        self.watch.stop()
    }

    fn enough_games(&self) -> bool {
        self.watch.enough_games()
    }

    fn interrupted(&self) -> bool {
        self.watch.interrupted()
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(self.earlier + self.since_start())
    }

    fn station(&self, station: Station) {
        match station {
            Station::Protocol => self.begin(PROTOCOL, PROTOCOL),
            Station::Diagnosis => self.begin(DIAGNOSIS, DIAGNOSIS),
            _ => {
                let engine = self.choice.in_words();
                let title = format!(
                    "certifying {engine} on every board, under rule sets with every pair of switch values"
                );
                self.begin(&title, STARTING);
            }
        }
    }

    fn progress(&self, progress: Progress) {
        locked(&self.pace).advance(progress, self.since_start());
        self.bar.set_length(progress.all.unwrap_or(progress.done).max(1));
        self.bar.set_position(progress.done);
    }

    fn finding(&self, finding: &Finding) {
        let turns = counted(finding.turns.len() as u64, "turn");
        self.line(&format!("found {} in {turns} on {}", finding.id, finding.size));
        self.kept.write(|directory| directory.keep(finding));
    }

    fn fault(&self, fault: &FaultReport) {
        self.line(&format!("fault: {}", fault.what));
        self.kept.write(|directory| directory.keep_fault(fault));
    }

    fn entry(&self, entry: &Entry) {
        if let Entry::Begun(beginning) | Entry::Resumed(beginning) = entry {
            self.kept.speak(beginning.dialect());
        }
        self.kept.line(|| entry.to_json());
    }

    fn finding_file(&self, id: &str, file: FindingFile) -> Option<String> {
        let file = self.kept.file_of(id, file)?;
        Some(shell::quoted(&file.to_string_lossy()))
    }
}

/// The progress and the pace of a run. The times since its start come from outside.
#[derive(Debug, Default)]
struct Pace {
    /// The phase before the first part of the work is done.
    phase: &'static str,
    now: Option<Progress>,
    /// The time when the first part was done, and the work done by then.
    from: Option<(Duration, u64)>,
    /// The time of the last line.
    last_line: Duration,
}

impl Pace {
    fn begin(&mut self, phase: &'static str) {
        *self = Pace { phase, last_line: self.last_line, ..Pace::default() };
    }

    fn advance(&mut self, progress: Progress, time: Duration) {
        self.from.get_or_insert((time, progress.done));
        self.now = Some(progress);
    }

    /// Returns the progress in words.
    fn status(&self, time: Duration, budget: Option<Duration>) -> String {
        let of = |done, all: Option<u64>| match all {
            Some(all) => format!("{} of {}", HumanCount(done), HumanCount(all)),
            None => HumanCount(done).to_string(),
        };
        let mut parts = Vec::new();
        match self.now {
            None => parts.push(self.phase.to_owned()),
            Some(Progress { fixed, all_fixed, games, all_games, .. }) => {
                if all_fixed > 0 {
                    parts.push(format!("fixed suite {}", of(fixed, Some(all_fixed))));
                }
                if all_games != Some(0) {
                    parts.push(format!("random games {}", of(games, all_games)));
                }
            }
        }
        let until_stopped = budget.map(|budget| budget.saturating_sub(time));
        match (self.until_done(time), until_stopped) {
            (Some(left), stopped) if stopped.is_none_or(|stopped| left < stopped) => {
                parts.push(format!("about {} left for these games", HumanDuration(left)));
            }
            (_, Some(left)) => parts.push(format!("at most {} left", HumanDuration(left))),
            _ => {}
        }
        parts.join(", ")
    }

    /// Estimates how long the rest of these games takes, in proportion to the games played. `None` if too few games were played
    /// for an estimate, or if all were.
    fn until_done(&self, time: Duration) -> Option<Duration> {
        let ((since, at), now) = self.from.zip(self.now)?;
        let (done, left) = (now.done - at, now.all?.saturating_sub(now.done));
        let taken = time.saturating_sub(since);
        let is_enough = taken >= LONG_ENOUGH || done >= (done + left) / 20;
        (done > 0 && left > 0 && taken >= Duration::from_secs(1) && is_enough)
            .then(|| taken.mul_f64(left as f64 / done as f64))
    }

    /// Returns a line about the progress, if it is time for one.
    fn line(&mut self, time: Duration, budget: Option<Duration>) -> Option<String> {
        if time < self.last_line + EVERY {
            return None;
        }
        self.last_line = time;
        Some(format!("{} s: {}", time.as_secs(), self.status(time, budget)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn progress(done: u64, all: Option<u64>) -> Progress {
        let mut progress = Progress::default();
        (progress.fixed, progress.all_fixed) = (done / 10, 120);
        (progress.games, progress.all_games) = (0, all.map(|_| 1_000));
        (progress.done, progress.all) = (done, all);
        progress
    }

    #[test]
    fn a_line_is_told_every_ten_seconds_during_the_handshake_too() {
        let mut pace = Pace::default();
        pace.begin("starting the engine");
        let lines: Vec<String> =
            (0..35).filter_map(|time| pace.line(seconds(time), None)).collect();
        let expected =
            ["10 s: starting the engine", "20 s: starting the engine", "30 s: starting the engine"];
        assert_eq!(lines, expected);
        pace.advance(progress(100, Some(5_000)), seconds(36));
        assert_eq!(pace.line(seconds(39), None), None);
        let line = pace.line(seconds(40), None);
        assert_eq!(line.as_deref(), Some("40 s: fixed suite 10 of 120, random games 0 of 1,000"));
        // The next part of a run does not wait for its own ten seconds.
        pace.begin("starting the engine");
        assert_eq!(pace.line(seconds(49), None), None);
        assert!(pace.line(seconds(50), None).is_some());
    }

    #[test]
    fn the_time_left_is_in_proportion_to_the_work() {
        let mut pace = Pace::default();
        pace.advance(progress(1_000, Some(5_000)), seconds(30));
        // Work done before the run was resumed, and a slow start of the engine, do not count.
        assert_eq!(pace.until_done(seconds(40)), None);
        pace.advance(progress(2_000, Some(5_000)), seconds(40));
        assert_eq!(pace.until_done(seconds(40)), Some(seconds(30)));
        assert_eq!(pace.until_done(seconds(50)), Some(seconds(60)));
        let status = |pace: &Pace, budget| pace.status(seconds(40), budget);
        let games = "fixed suite 200 of 120, random games 0 of 1,000";
        assert_eq!(status(&pace, None), format!("{games}, about 30 seconds left for these games"));
        // A budget may end the run sooner.
        for (budget, left) in [
            (60, "at most 20 seconds left"),
            (600, "about 30 seconds left for these games"),
            (20, "at most 0 seconds left"),
        ] {
            assert_eq!(status(&pace, Some(seconds(budget))), format!("{games}, {left}"));
        }
        // Without an end, only the budget is known.
        pace.advance(progress(2_000, None), seconds(41));
        assert_eq!(pace.until_done(seconds(41)), None);
        let status = pace.status(seconds(41), Some(seconds(60)));
        assert_eq!(status, "fixed suite 200 of 120, random games 0, at most 19 seconds left");
    }

    #[test]
    fn no_time_is_estimated_from_too_little_or_for_nothing() {
        let mut pace = Pace::default();
        pace.begin(STARTING);
        assert_eq!(pace.status(seconds(90), None), STARTING);
        let expected = format!("{STARTING}, at most 30 seconds left");
        assert_eq!(pace.status(seconds(90), Some(seconds(120))), expected);
        pace.advance(progress(0, Some(5_000)), seconds(100));
        // A slow engine needs ten seconds for an estimate. A fast one needs a second and a twentieth of the games.
        pace.advance(progress(50, Some(5_000)), seconds(105));
        assert_eq!(pace.until_done(seconds(105)), None);
        assert_eq!(pace.until_done(seconds(110)), Some(seconds(990)));
        pace.advance(progress(250, Some(5_000)), seconds(102));
        assert_eq!(pace.until_done(seconds(100)), None);
        assert_eq!(pace.until_done(seconds(102)), Some(seconds(38)));
        // Findings may still have to be confirmed when all games are played.
        pace.advance(progress(5_000, Some(5_000)), seconds(200));
        assert_eq!(pace.until_done(seconds(200)), None);
    }
}
