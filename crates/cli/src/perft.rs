//! `superko perft`: counts all games of a given length.

use super::engine::EngineArguments;
use super::output::print;
use super::{Exit, Failure};
use clap::{Args, ValueEnum};
use console::style;
use std::fmt::Write;
use superko_engine::perft::{self, Perft};
use superko_game::Size;
use superko_game::rules::Rules;

/// Arguments of `perft`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The board, as a side (9) or columns by rows (5x4)
    #[arg(long, value_name = "SIZE")]
    size: Size,

    /// How many turns
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(0..=64))]
    depth: u8,

    /// The rules, as for certify
    #[arg(long, value_name = "RULES", default_value = "tromp-taylor")]
    rules: Rules,

    /// Also the number of games for each first turn
    #[arg(long)]
    divide: bool,

    /// Which built-in engine counts; the optimized one counts only games, but much faster
    #[arg(long, value_name = "ENGINE", default_value = "reference")]
    engine: Counter,

    #[command(flatten)]
    under_test: EngineArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Counter {
    /// Also counts captures, suicides and other events of the last turns
    Reference,
    /// Counts only games, without playing the last turn
    Optimized,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let Arguments { size, rules, .. } = *arguments;
    let depth = usize::from(arguments.depth);
    let choice = arguments.under_test.choice()?;
    let (mut text, games) = counted(arguments.engine, size, rules, depth);
    if arguments.divide && depth > 0 {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "\n{}", style("first turn, games").dim());
        let divided = match arguments.engine {
            Counter::Reference => perft::divided(size, rules, depth),
            Counter::Optimized => perft::divided_optimized(size, rules, depth),
        };
        for (turn, games) in divided {
            let _ = writeln!(text, "{turn:<6} {games}");
        }
    }
    let mut exit = Exit::Fine;
    if arguments.under_test.is_given() {
        let mut engine = choice.make().map_err(|fault| choice.cannot_examine(&fault))?;
        let counts = perft::engine(engine.as_mut(), size, rules, depth).map_err(|fault| {
            Failure::untestable(format!("{} cannot be counted: {fault}", choice.in_words()))
        })?;
        let _ = writeln!(
            text,
            "\n{}",
            style(format!("{}\nturns         games", engine.about().name)).dim()
        );
        for (length, (count, games)) in counts.iter().zip(&games).enumerate() {
            let same = count == games;
            let agreed = match arguments.engine {
                Counter::Reference => "as the reference",
                Counter::Optimized => "as the optimized engine",
            };
            let word = if same { style(agreed).green() } else { style("differs").red() };
            let _ = writeln!(text, "{length:>5} {count:>13}  {word}");
            if !same {
                exit = choice.deviates();
            }
        }
        if exit != Exit::Fine {
            let command_line = choice.arguments();
            let _ = writeln!(
                text,
                "\nNext: `superko certify --size {size} --rules {rules} {command_line}` shows why."
            );
        }
    }
    print(&text);
    Ok(exit)
}

/// The columns of the reference.
const COLUMNS: &str = "turns         games         plays        passes    capturing      stones    suicides      stones       \
                       ended    repeats   suicides\n                                                                    \
                       captured                 removed                refused    refused";

/// Returns the table of an engine, and its numbers of games.
fn counted(engine: Counter, size: Size, rules: Rules, depth: usize) -> (String, Vec<u64>) {
    let (by, columns, rows, games): (_, _, Vec<String>, Vec<u64>) = match engine {
        Counter::Reference => {
            let counts = perft::reference(size, rules, depth);
            let rows = counts.iter().enumerate().map(|(length, counts)| row(length, counts));
            let games = counts.iter().map(|counts| counts.sequences);
            ("the reference", COLUMNS, rows.collect(), games.collect())
        }
        Counter::Optimized => {
            let games = perft::optimized(size, rules, depth);
            let rows = games.iter().enumerate();
            let rows = rows.map(|(length, games)| format!("{length:>5} {games:>13}")).collect();
            ("the optimized engine", "turns         games", rows, games)
        }
    };
    let title = style(format!("perft of {size} under {rules}, by {by}")).bold();
    (format!("{title}\n\n{}\n{}\n", style(columns).dim(), rows.join("\n")), games)
}

fn row(length: usize, counts: &Perft) -> String {
    let Perft {
        sequences,
        moves,
        passes,
        clearing_opponent,
        opponent_points_cleared,
        clearing_own,
        own_points_cleared,
        ended,
        repeats_refused,
        clearing_own_refused,
    } = counts;
    format!(
        "{length:>5} {sequences:>13} {moves:>13} {passes:>13} {clearing_opponent:>12} {opponent_points_cleared:>11} \
         {clearing_own:>11} {own_points_cleared:>11} {ended:>11} {repeats_refused:>10} {clearing_own_refused:>10}"
    )
}
