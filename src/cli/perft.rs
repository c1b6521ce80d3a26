//! `superko perft`.

use super::output::print;
use super::subject::Chosen;
use super::{Exit, Failure};
use clap::Args;
use console::style;
use std::fmt::Write;
use superko::perft::{self, Counts};
use superko::{Rules, Size};

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

    #[command(flatten)]
    subject: Chosen,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let Arguments { size, rules, .. } = *arguments;
    let depth = usize::from(arguments.depth);
    let maker = arguments.subject.maker()?;
    let counts = perft::reference(size, rules, depth);
    let mut text = format!(
        "{}\n\n{}\n",
        style(format!("perft of {size} under {rules}, by the reference")).bold(),
        style(
            "turns         games         plays        passes    capturing      stones    suicides      stones       \
             ended    repeats   suicides\n                                                                    \
             captured                 removed                refused    refused"
        )
        .dim()
    );
    for (length, counts) in counts.iter().enumerate() {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "{}", row(length, counts));
    }
    if arguments.divide && depth > 0 {
        let _ = writeln!(text, "\n{}", style("first turn, games").dim());
        for (turn, games) in perft::divided(size, rules, depth) {
            let _ = writeln!(text, "{turn:<6} {games}");
        }
    }
    let mut exit = Exit::Fine;
    if arguments.subject.is_given() {
        let mut subject = maker.make().map_err(|fault| {
            Failure::untestable(format!("cannot examine {}: {fault}", maker.words()))
        })?;
        let games = perft::subject(subject.as_mut(), size, rules, depth).map_err(|fault| {
            Failure::untestable(format!("{} cannot be counted: {fault}", maker.words()))
        })?;
        let _ =
            writeln!(text, "\n{}", style(format!("{}\nturns         games", subject.name())).dim());
        for (length, (games, counts)) in games.iter().zip(&counts).enumerate() {
            let same = *games == counts.games;
            let word =
                if same { style("as the reference").green() } else { style("differs").red() };
            let _ = writeln!(text, "{length:>5} {games:>13}  {word}");
            if !same {
                exit = Exit::Deviates;
            }
        }
        if exit == Exit::Deviates {
            let words = maker.words();
            let _ = writeln!(
                text,
                "\nNext: `superko certify --size {size} --rules {rules} {words}` says why."
            );
        }
    }
    print(&text)?;
    Ok(exit)
}

fn row(length: usize, counts: &Counts) -> String {
    let Counts {
        games,
        plays,
        passes,
        capturing,
        captured,
        suicides,
        removed,
        ended,
        repeats_refused,
        suicides_refused,
    } = counts;
    format!(
        "{length:>5} {games:>13} {plays:>13} {passes:>13} {capturing:>12} {captured:>11} {suicides:>11} \
         {removed:>11} {ended:>11} {repeats_refused:>10} {suicides_refused:>10}"
    )
}
