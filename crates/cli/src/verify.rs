//! `superko verify`: computes published numbers again, and compares them.

use super::output::{bar, print};
use super::{Exit, Failure};
use clap::{Args, ValueEnum};
use console::style;
use serde_json::json;
use std::error::Error;
use std::fmt::Write;
use std::time::{Duration, Instant};
use superko_exhaustive::golden::{Computation, Tier, computations};
use superko_exhaustive::on_threads;

/// Arguments of `verify`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Also what takes half an hour: 4x4 against the reference in full, all games of 1x4 played, 2x2
    #[arg(long)]
    long: bool,

    /// Only what has this text in its name, as in 3x3
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,

    /// How many threads [default: as many as there are processors]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Say nothing on standard error but errors
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table, for people
    Text,
    /// One object, for programs
    Json,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    on_threads(arguments.jobs.map_or(0, usize::from), || compute(arguments))
}

fn compute(arguments: &Arguments) -> Result<Exit, Failure> {
    let mut computations = computations(if arguments.long { Tier::Long } else { Tier::Fast });
    computations.retain(|each| each.numbers.iter().any(|(name, _)| name.contains(&arguments.only)));
    if computations.is_empty() {
        let message = format!(
            "no number has `{}` in its name; without --only all are listed",
            arguments.only
        );
        return Err(Failure::usage(message));
    }
    let bar = bar(arguments.quiet, "{elapsed_precise} {bar:30.cyan/dim} {pos}/{len} {msg}");
    bar.set_length(computations.len() as u64);
    let start = Instant::now();
    let mut topic = "";
    let mut rows = Vec::new();
    let (mut numbers, mut wrong) = (0, 0);
    for computation in &computations {
        bar.set_message(
            computation.numbers.first().map_or(String::new(), |(what, _)| what.clone()),
        );
        let start = Instant::now();
        let computed = computation.compute();
        let verified = Verified { computation, computed, time: start.elapsed() };
        numbers += computation.numbers.len();
        wrong += verified.wrong();
        match arguments.format {
            Format::Text => {
                let heading = (topic != computation.topic).then_some(computation.topic);
                let text = verified.lines(heading);
                bar.suspend(|| print(&text));
            }
            Format::Json => rows.extend(verified.objects()),
        }
        topic = computation.topic;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    print(&match arguments.format {
        Format::Text => last_line(numbers, wrong, seconds),
        Format::Json => {
            format!("{:#}\n", json!({ "numbers": rows, "wrong": wrong, "seconds": seconds }))
        }
    });
    Ok(if wrong == 0 { Exit::Fine } else { Exit::Internal })
}

/// Returns the line that says how many numbers match.
fn last_line(numbers: usize, wrong: usize, seconds: f64) -> String {
    let matching = match wrong {
        0 => style(format!("All {numbers} numbers match the published ones.")).green(),
        _ => style(format!("{wrong} of {numbers} numbers do not match the published ones.")).red(),
    };
    format!("\n{} {seconds:.1} s\n", matching.bold())
}

/// A computation, with what it gave.
struct Verified<'a> {
    computation: &'a Computation,
    computed: Result<Vec<i128>, Box<dyn Error + Send + Sync>>,
    time: Duration,
}

impl Verified<'_> {
    /// Returns each number: its name, the published value and the computed one.
    fn numbers(&self) -> impl Iterator<Item = (&str, i128, Option<i128>)> {
        let computed = self.computed.as_deref().unwrap_or_default();
        let numbers = self.computation.numbers.iter().enumerate();
        numbers.map(|(place, (what, published))| {
            (what.as_str(), *published, computed.get(place).copied())
        })
    }

    /// Counts the numbers that differ from the published ones.
    fn wrong(&self) -> usize {
        self.numbers().filter(|(_, published, computed)| Some(*published) != *computed).count()
    }

    fn lines(&self, heading: Option<&str>) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail, here and below.
        if let Some(heading) = heading {
            let _ = writeln!(text, "\n{}", style(heading).bold());
            let head = format!(
                "  {:<34} {:>31} {:>31}  {:>7}  source",
                "number", "published", "computed", "time"
            );
            let _ = writeln!(text, "{}", style(head).dim());
        }
        for (place, (what, published, computed)) in self.numbers().enumerate() {
            let number = computed.map_or("none".to_owned(), |number| number.to_string());
            let number = match computed == Some(published) {
                true => style(format!("{number:>31}")).green(),
                false => style(format!("{number:>31}")).red().bold(),
            };
            let time = match place {
                0 => format!("{:.2} s", self.time.as_secs_f64()),
                _ => String::new(),
            };
            let source = style(self.computation.source).dim();
            let _ = writeln!(text, "  {what:<34} {published:>31} {number}  {time:>7}  {source}");
        }
        if let Err(difference) = &self.computed {
            let _ = writeln!(text, "{}\n{difference}", style("The engines differ.").red().bold());
        }
        text
    }

    /// Returns the numbers as texts, because they can be larger than a JSON reader has room for.
    fn objects(&self) -> Vec<serde_json::Value> {
        let object = |(what, published, computed): (&str, i128, Option<i128>)| {
            json!({
                "topic": self.computation.topic,
                "number": what,
                "published": published.to_string(),
                "computed": computed.map(|number| number.to_string()),
                "difference": self.computed.as_ref().err().map(ToString::to_string),
                "source": self.computation.source,
                "seconds": self.time.as_secs_f64(),
            })
        };
        self.numbers().map(object).collect()
    }
}
