//! `superko exhaust --games`.

use super::Arguments;
use crate::output::print;
use crate::progress::Progress;
use crate::{Exit, Failure};
use console::style;
use std::fmt::Write;
use std::time::{Duration, Instant};
use superko_exhaustive::games::{FirstPlays, Games, Lengths};
use superko_exhaustive::{GraphError, Size, Suicide, published};
use superko_game::rules::{Repetition, Rules};

/// Runs the command.
pub(super) fn run(arguments: &Arguments, size: Size) -> Result<Exit, Failure> {
    let rules = arguments.rules.unwrap_or_default();
    if rules.repetition != Repetition::Positional {
        let message = format!(
            "`{rules}` has no positional superko: whole games can be counted only under positional superko"
        );
        return Err(Failure::usage(message));
    }
    let suicide = suicide_rule(rules);
    let games = match Games::new(size, suicide) {
        Ok(games) => games,
        Err(GraphError::EnginesDiffer) => {
            let next = format!("`superko exhaust --size {size}` shows where.");
            let differ = style("The engines differ on single plays.").red().bold();
            print(&format!("{differ}\n{next}\n"));
            return Ok(Exit::Internal);
        }
        Err(_) => {
            return Err(Failure::usage(format!(
                "`{size}` has too many games to count: only 1x1 to 1x4 and 2x2 can be counted"
            )));
        }
    };
    let mut text = title(&games, rules);
    let mut exit = Exit::Fine;
    let (first, how) = match arguments.symmetry {
        true => (FirstPlays::OneOfAlike, "only one of all equivalent first plays is played"),
        false => (FirstPlays::Every, "every game is played"),
    };
    let published = published::games(size, suicide);
    if arguments.hash_width.is_empty() {
        let (lengths, time) = timed(arguments.quiet, |seen| games.count(first, seen));
        text += &report(&format!("counted: {how}"), &lengths, time);
        exit = verdict(&mut text, published, &lengths);
    }
    for &width in &arguments.hash_width {
        let (played, time) =
            timed(arguments.quiet, |seen| games.play_optimized(first, width, usize::MAX, seen));
        match played {
            Ok(lengths) => {
                let what = format!("played by the optimized engine, hash of {width} bits: {how}");
                text += &report(&what, &lengths, time);
                exit = exit.max(verdict(&mut text, published, &lengths));
            }
            Err(deviation) => {
                let message = format!("With a hash of {width} bits the engine is wrong.");
                let _ = writeln!(text, "{}\n{deviation}", style(message).red().bold());
                exit = Exit::Internal;
            }
        }
    }
    print(&text);
    Ok(exit)
}

/// Returns the rule of suicide in the words of the enumeration.
fn suicide_rule(rules: Rules) -> Suicide {
    match rules.suicide {
        superko_game::rules::Suicide::Allowed => Suicide::Allowed,
        superko_game::rules::Suicide::SeveralStones => Suicide::SeveralStones,
        superko_game::rules::Suicide::Forbidden => Suicide::Forbidden,
    }
}

fn title(games: &Games, rules: Rules) -> String {
    let graph = games.graph();
    let title = style(format!("All games of {} under {rules}", graph.size)).bold();
    format!("{title}\n  {} legal positions, {} edges\n", graph.positions.len(), graph.edges())
}

fn report(what: &str, lengths: &Lengths, time: Duration) -> String {
    let (games, seconds) = (lengths.games(), time.as_secs_f64());
    let longest = |counts: &[u64]| counts.len().saturating_sub(1);
    format!(
        "  {what}\n  {games} games; the longest has {} plays, or {} turns including passes\n  \
         {seconds:.1} s, {:.1} million games per second\n",
        longest(lengths.by_plays()),
        longest(lengths.by_turns()),
        games as f64 / seconds / 1e6,
    )
}

/// Compares the number of games with the published one.
fn verdict(text: &mut String, published: Option<u64>, lengths: &Lengths) -> Exit {
    // Writing to a string cannot fail.
    let (sentence, exit) = match published {
        None => (style("  No number is published.".to_owned()), Exit::Fine),
        Some(games) if games == lengths.games() => {
            (style("  That is the published number.".to_owned()).green(), Exit::Fine)
        }
        Some(games) => {
            (style(format!("  The published number is {games}.")).red().bold(), Exit::Internal)
        }
    };
    let _ = writeln!(text, "{sentence}");
    exit
}

/// Does some work with a progress bar, and returns its result and its duration.
fn timed<T>(
    quiet: bool,
    work: impl FnOnce(superko_exhaustive::Progress<'_>) -> T,
) -> (T, Duration) {
    let title = "all games: at once to 1x3, then seconds to minutes";
    let progress = Progress::new(quiet, title, "beginnings of games", 0, 0);
    let start = Instant::now();
    let done = work(&|steps, all| progress.advance_of(steps, all));
    (done, start.elapsed())
}
