//! The progress of long work.

use super::locked;
use super::output::{bar, in_lines, say};
use indicatif::{HumanCount, HumanDuration, ProgressBar};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The interval between two lines without a terminal.
const PATIENCE: Duration = Duration::from_secs(30);

/// A bar on a terminal; otherwise a line at the beginning and every half minute, or nothing, on request.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    what: &'static str,
    /// The time of the last line, if lines are written.
    last_line: Option<Mutex<Instant>>,
}

impl Progress {
    /// Begins to show the progress of work that has `all` steps, of which some are done. The plural `what` names the steps.
    pub(crate) fn new(
        quiet: bool,
        title: &str,
        what: &'static str,
        done: u64,
        all: u64,
    ) -> Progress {
        let template = format!(
            "{{elapsed_precise}} {{bar:30.cyan/dim}} {{human_pos}}/{{human_len}} {what}, {{per_sec}}, {{eta}} left"
        );
        let bar = bar(quiet, &template);
        bar.set_length(all);
        bar.set_position(done);
        bar.reset_eta();
        let last_line = in_lines(quiet).then(|| {
            say(title);
            Mutex::new(Instant::now())
        });
        Progress { bar, what, last_line }
    }

    /// Adds steps that are done.
    pub(crate) fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        self.tell();
    }

    /// Adds steps that are done, and sets the number of all steps.
    pub(crate) fn advance_of(&self, steps: u64, all: u64) {
        self.bar.set_length(all);
        self.advance(steps);
    }

    /// Ends the progress, because the work is over.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn tell(&self) {
        let Some(last_line) = &self.last_line else { return };
        let mut last_line = locked(last_line);
        if last_line.elapsed() < PATIENCE {
            return;
        }
        *last_line = Instant::now();
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
        say(&format!(
            "{}/{} {}, {} left",
            HumanCount(done),
            HumanCount(all),
            self.what,
            HumanDuration(self.bar.eta())
        ));
    }
}

/// The bar goes away when the work is over.
impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}
