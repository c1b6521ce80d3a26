//! `superko exhaust --games`.

use super::Arguments;
use crate::cli::output::print;
use crate::cli::progress::Progress;
use crate::cli::{Exit, Failure};
use console::style;
use std::fmt::Write;
use std::time::{Duration, Instant};
use superko::engines::{OptimizedPositions, ReferencePositions};
use superko::whole_games::{FirstPlays, Graph, Lengths, published};
use superko::{Repetition, Rules, Size};

/// Runs the command.
pub(super) fn run(arguments: &Arguments, size: Size, jobs: usize) -> Result<Exit, Failure> {
    let rules = arguments.rules.unwrap_or_default();
    if rules.repetition != Repetition::Positional {
        let message =
            format!("`{rules}` has no positional superko, and only under that whole games end");
        return Err(Failure::usage(message));
    }
    let Ok(graph) = Graph::new(size, rules.suicide, &mut ReferencePositions::new(size)) else {
        return Err(Failure::usage(format!(
            "`{size}` has too many positions for all its games: 1x1 to 1x4 and 2x2 can be gone through"
        )));
    };
    let optimized = Graph::new(size, rules.suicide, &mut OptimizedPositions::new(size));
    if optimized.as_ref() != Ok(&graph) {
        let size = format!("`superko exhaust --size {size}` shows where.");
        print(&format!("{}\n{size}\n", style("The engines differ on single plays.").red().bold()))?;
        return Ok(Exit::Internal);
    }
    let mut text = title(&graph, size, rules);
    let mut exit = Exit::Fine;
    let (first, how) = match arguments.symmetry {
        true => (FirstPlays::OneOfAlike, "of first plays that are alike one is gone through"),
        false => (FirstPlays::Every, "every game is gone through"),
    };
    if arguments.hash_width.is_empty() {
        let (lengths, time) = timed(arguments.quiet, &|seen| graph.count(first, jobs, seen));
        text += &report(&format!("counted: {how}"), &lengths, time);
        exit = verdict(&mut text, size, rules, &lengths);
    }
    for &width in &arguments.hash_width {
        let (walked, time) = timed(arguments.quiet, &|seen| {
            graph.walk_optimized(first, width, usize::MAX, jobs, seen)
        });
        match walked {
            Ok(lengths) => {
                let what = format!("played by the optimized engine, hash of {width} bits: {how}");
                text += &report(&what, &lengths, time);
                exit = exit.max(verdict(&mut text, size, rules, &lengths));
            }
            Err(deviation) => {
                let message = format!("With a hash of {width} bits the engine is wrong.");
                let _ = writeln!(text, "{}\n{deviation}", style(message).red().bold());
                exit = Exit::Internal;
            }
        }
    }
    print(&text)?;
    Ok(exit)
}

fn title(graph: &Graph, size: Size, rules: Rules) -> String {
    let title = style(format!("All games of {size} under {rules}")).bold();
    format!("{title}\n  {} legal positions, {} edges\n", graph.positions(), graph.edges())
}

fn report(what: &str, lengths: &Lengths, time: Duration) -> String {
    let (games, seconds) = (lengths.games(), time.as_secs_f64());
    let longest = |counts: &[u64]| counts.len().saturating_sub(1);
    format!(
        "  {what}\n  {games} games, the longest of {} plays, and of {} turns with all passes\n  \
         {seconds:.1} s, {:.1} million games a second\n",
        longest(&lengths.by_plays),
        longest(&lengths.by_turns),
        games as f64 / seconds / 1e6,
    )
}

/// Holds the number of games against the published one.
fn verdict(text: &mut String, size: Size, rules: Rules, lengths: &Lengths) -> Exit {
    // Writing to a string cannot fail.
    let (told, exit) = match published(size, rules.suicide) {
        None => (style("  No number is published.".to_owned()), Exit::Fine),
        Some(games) if games == lengths.games() => {
            (style("  That is the published number.".to_owned()).green(), Exit::Fine)
        }
        Some(games) => {
            (style(format!("  The published number is {games}.")).red().bold(), Exit::Internal)
        }
    };
    let _ = writeln!(text, "{told}");
    exit
}

/// What is told how much of how much is done.
type Seen<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Does something with a progress bar.
fn timed<T>(quiet: bool, work: &dyn Fn(Seen<'_>) -> T) -> (T, Duration) {
    let title = "all games: at once to 1x3, then seconds to minutes";
    let progress = Progress::new(quiet, title, "beginnings of games", 0, 0);
    let start = Instant::now();
    let done = work(&|done, all| progress.reach(done as u64, all as u64));
    (done, start.elapsed())
}
