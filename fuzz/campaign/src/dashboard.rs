//! What is shown while a campaign runs: a line for each target.

use crate::cli::{say, spelled};
use crate::verdict::events;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use superko::report::grouped;

/// How often lines are written where there is no terminal.
const EVERY: Duration = Duration::from_secs(30);

/// What a line says of a target.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: String,
    /// Whether it is being fuzzed just now.
    pub(crate) running: bool,
    /// Executions, all in all.
    pub(crate) executions: u64,
    /// Executions a second, for as long as it was fuzzed since the campaign was started or resumed.
    pub(crate) rate: f64,
    /// Edges reached.
    pub(crate) coverage: u64,
    /// Of the events that games can reach, how many it reached; nothing if it counts none.
    pub(crate) reached: Option<usize>,
    /// Causes found.
    pub(crate) findings: usize,
    /// How much of its time is left.
    pub(crate) left: Duration,
}

impl Row {
    /// The line.
    pub(crate) fn text(&self) -> String {
        let events = match self.reached {
            Some(reached) => format!("events {reached:>2}/{}", events()),
            None => " ".repeat(12),
        };
        let findings = match self.findings {
            0 => "found nothing".to_owned(),
            found => format!("FOUND {found}"),
        };
        format!(
            "{} {:<18} {:>9}/s  {:>14} runs  cov {:>6}  {events}  {findings:<13}  left {}",
            if self.running { '>' } else { ' ' },
            self.name,
            grouped(self.rate.round() as u64),
            grouped(self.executions),
            self.coverage,
            spelled(self.left)
        )
    }
}

/// The lines on a terminal, or now and then in a log.
#[derive(Debug)]
pub(crate) struct Dashboard {
    bars: Option<(MultiProgress, Vec<ProgressBar>)>,
    lines: bool,
    written: Option<Instant>,
}

impl Dashboard {
    /// Draws on standard error, unless it is to be quiet.
    pub(crate) fn new(quiet: bool, rows: usize) -> Dashboard {
        let terminal = std::io::stderr().is_terminal();
        let draws = terminal && !quiet;
        let bars = draws.then(|| {
            let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{msg}");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
            let bar = || all.add(ProgressBar::new_spinner()).with_style(style.clone());
            let bars = (0..=rows).map(|_| bar()).collect();
            (all, bars)
        });
        Dashboard { bars, lines: !terminal && !quiet, written: None }
    }

    /// Shows how things stand; `left` is the time that the campaign has left.
    pub(crate) fn show(&mut self, rows: &[Row], left: Duration) {
        if let Some((_, bars)) = &self.bars {
            bars[0].set_message(format!("fuzzing, {} left", spelled(left)));
            bars[1..].iter().zip(rows).for_each(|(bar, row)| bar.set_message(row.text()));
        }
        if self.lines && self.written.is_none_or(|written| written.elapsed() >= EVERY) {
            self.written = Some(Instant::now());
            say(&format!("fuzzing, {} left", spelled(left)));
            rows.iter().for_each(|row| say(&row.text()));
        }
    }

    /// Says something that stays.
    pub(crate) fn say(&self, line: &str) {
        match &self.bars {
            // A terminal that has gone away does not stop the campaign.
            Some((all, _)) => drop(all.println(line)),
            None if self.lines => say(line),
            None => {}
        }
    }

    /// Takes the lines away.
    pub(crate) fn clear(&mut self) {
        if let Some((all, _)) = self.bars.take() {
            // As above.
            let _ = all.clear();
            self.lines = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_a_target_stands() {
        let row = Row {
            name: "lockstep".to_owned(),
            running: true,
            executions: 1_234_567,
            rate: 4_310.4,
            coverage: 1_840,
            reached: Some(30),
            findings: 0,
            left: Duration::from_secs(61),
        };
        assert_eq!(
            row.text(),
            "> lockstep               4,310/s       1,234,567 runs  cov   1840  events 30/31  \
             found nothing  left 1m 01s"
        );
        let row = Row { running: false, reached: None, findings: 2, ..row };
        assert!(row.text().contains("FOUND 2") && !row.text().contains("events"), "{}", row.text());
    }
}
