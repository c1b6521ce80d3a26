//! How far a long work has come.

use super::locked;
use super::output::{bar, in_lines, say};
use indicatif::{HumanCount, HumanDuration, ProgressBar};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often a line is written where there is no terminal.
const PATIENCE: Duration = Duration::from_secs(30);

/// A bar on a terminal; otherwise a line at the beginning and every half minute, or nothing, on request.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    what: &'static str,
    /// When the last line was written, if lines are.
    told: Option<Mutex<Instant>>,
}

impl Progress {
    /// Begins to show progress in a work of so many steps, of which some are done; `what` they are.
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
        let told = in_lines(quiet).then(|| {
            say(title);
            Mutex::new(Instant::now())
        });
        Progress { bar, what, told }
    }

    /// So many steps more are done.
    pub(crate) fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        self.tell();
    }

    /// So many steps more are done, of so many in all.
    pub(crate) fn advance_of(&self, steps: u64, all: u64) {
        self.bar.set_length(all);
        self.advance(steps);
    }

    /// The work is over.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn tell(&self) {
        let Some(told) = &self.told else { return };
        let mut told = locked(told);
        if told.elapsed() < PATIENCE {
            return;
        }
        *told = Instant::now();
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
