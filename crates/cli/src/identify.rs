//! `superko identify`: which rules an engine really plays, and which mistakes it makes.

use super::engine::{EngineArguments, duration, level, whole_number};
use super::output::{self, complain, print, say, spinner};
use super::signals::Interrupt;
use super::watch::Watch;
use super::{Exit, Failure, TextOrJson};
use clap::Args;
use std::time::Duration;
use superko_certify::report::{RunVerdict, text_of_diagnosis, to_json};
use superko_certify::{Level, Options};
use superko_game::Size;
use superko_game::rules::Rules;

/// Arguments of `identify`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The rules that the engine is asked to play, as for certify
    #[arg(long, value_name = "RULES", default_value = "tromp-taylor")]
    rules: Rules,

    /// A board, as a side (9) or columns by rows (5x4); may be given several times
    #[arg(long = "size", value_name = "SIZE")]
    sizes: Vec<Size>,

    /// How thorough to be: an amount of work, the same on every machine
    #[arg(long, value_name = "LEVEL", default_value = "standard", value_parser = level(LEVELS))]
    level: Level,

    /// Stop after this time
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget: Option<Duration>,

    /// The random seed
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole_number)]
    seed: u64,

    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: TextOrJson,

    /// Print only errors on standard error
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    engine: EngineArguments,
}

/// The help of each level.
const LEVELS: [&str; 3] = [
    "20,000 questions, 400 predictions",
    "100,000 questions, 2,000 predictions",
    "A million questions, 20,000 predictions",
];

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let watch = Watch::new(interrupt, arguments.budget);
    let choice = arguments.engine.choice()?.until(watch.gives_up());
    let options = Options {
        rules: arguments.rules,
        seed: arguments.seed,
        arguments: Some(choice.arguments()),
        ..Options::at(arguments.level)
    };
    let options = options.on(arguments.sizes.iter().copied());
    let title = format!("identifying {}, seed {}", choice.in_words(), options.seed);
    let spinner = spinner(arguments.quiet, title);
    let report = superko_certify::identify(&*choice.factory(), &options, &watch);
    spinner.finish_and_clear();
    print(&match arguments.format {
        TextOrJson::Text => text_of_diagnosis(&report, &output::text_options(false)),
        TextOrJson::Json => to_json(&report),
    });
    if report.diagnosis.is_some() && arguments.format == TextOrJson::Text && !arguments.quiet {
        say(
            "not part of a diagnosis: komi, the protocol, and hashes that the engine does not show; `superko certify` tests them",
        );
    }
    if let (None, [fault]) = (&report.diagnosis, &report.faults[..]) {
        complain(&choice.why_not(&fault.kind, fault.command.as_deref(), &fault.what));
    }
    Ok(match report.verdict {
        _ if report.interrupted => interrupt.exit(),
        RunVerdict::Deviates => choice.deviates(),
        RunVerdict::Untestable => Exit::Untestable,
        RunVerdict::Faulty => Exit::Faulty,
        RunVerdict::Incomplete => Exit::Incomplete,
        _ => Exit::Fine,
    })
}
