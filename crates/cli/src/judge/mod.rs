//! `superko judge`: whether every move of a game record is legal, and whether the result is right.

mod gate;
mod hand_in;
mod input;
mod output;
mod pipeline;
mod totals;

use super::output::{LostParts, expect_folder, print, say};
use super::progress::Progress;
use super::signals::Interrupt;
use super::{Exit, Failure};
use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use input::Walk;
use output::Writer;
use pipeline::{Job, MOST_THREADS};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use superko_certify::report::counted;
use superko_exhaustive::Shard;
use superko_game::rules::NamedRules;
use superko_judge::{Judge, MOST_MOVES};
use superko_sgf::MOST_NODES;
use superko_sgf::archive::Budget;

/// Arguments of `judge`.
#[derive(Args, Debug)]
#[command(after_help = "\
Each move is judged by --rules, or else by the rules that the record names (RU), or else by the Tromp-Taylor rules. Under unknown rules, only moves that are illegal under every rule set are called illegal. By rules that are unknown or not supported in all parts, no result is judged.

XB and XW (attempts that were refused) are judged like other moves, but not played.

Verdicts: correct; illegal; wrong result; by agreement (the position as it stands gives another result, and the players may have agreed on dead stones); not by score (resignation, time, forfeit); not judged (the moves are legal, and the notes say why the result is not judged); unfinished; unreadable (a broken file: the games before and after the break are judged).

Exit codes: 0 no illegal move and no wrong result; 1 an illegal move or a wrong result; 2 something could not be read, and nothing worse was found; 70 the built-in engines contradict each other; 130, 143 interrupted.")]
pub(crate) struct Arguments {
    /// SGF files, archives of them (.zip, .tar, .tar.gz), directories of both, or - for standard input
    #[arg(value_name = "GAME.sgf|DIR|-", required = true)]
    paths: Vec<PathBuf>,

    /// The rules to judge by, instead of those in the records
    #[arg(long, value_name = "RULES")]
    rules: Option<NamedRules>,

    /// Judge every variation, not only the main line
    #[arg(long)]
    variations: bool,

    /// Play every game on the reference, too
    #[arg(long)]
    check: bool,

    /// How to print the verdicts
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Draw the position of each illegal move and of each wrong result as DIR/NUMBER-NAME-GAME.svg
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Judge only part I of N of the files, such as 3/64; each file in an archive counts
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,

    /// The most bytes that an archive may expand to; a file in it may have 24MiB of them, or the 64th part, if that is more
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    max_unpacked: ByteSize,

    /// The most nodes of a game that are read, with all its variations, and the most properties
    #[arg(long, value_name = "N", default_value_t = MOST_NODES)]
    max_nodes: usize,

    /// The most moves of a line of play that are judged
    #[arg(long, value_name = "N", default_value_t = MOST_MOVES)]
    max_moves: usize,

    /// How many threads [default: one per processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Print only errors on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// How verdicts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Sentences, and the positions in dispute
    Text,
    /// A line of JSON for each game
    Jsonl,
    /// A row for each game
    Table,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Exit, Failure> {
    arguments.svg.as_deref().map_or(Ok(()), expect_folder)?;
    let mut judge = Judge::default();
    (judge.rules, judge.check) = (arguments.rules.clone(), arguments.check);
    judge.most_moves = arguments.max_moves;
    let files = input::files(&arguments.paths, &Walk { quiet: arguments.quiet, interrupt });
    let all = files.len() as u64;
    let writer = Writer {
        judge,
        variations: arguments.variations,
        most_nodes: arguments.max_nodes,
        format: arguments.format,
        svg: arguments.svg.clone(),
        lost_parts: LostParts::default(),
    };
    let progress = Progress::new(arguments.quiet, &counted(all, "file"), "files", 0, all);
    let progress = Arc::new(progress);
    let start = Instant::now();
    print(writer.header());
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let job = Job {
        files,
        shard: arguments.shard,
        budget: Budget { bytes: arguments.max_unpacked.as_u64() },
        threads: arguments.jobs.map_or(processors, usize::from).min(MOST_THREADS * processors),
        writer,
        progress: Arc::clone(&progress),
    };
    let totals = pipeline::run(job, interrupt);
    progress.finish();
    let text = totals.text();
    match arguments.format {
        // Lines of several runs can be put together.
        Format::Jsonl if arguments.quiet => {}
        Format::Jsonl => say(&text),
        Format::Text | Format::Table => print(&format!("{text}\n")),
    }
    if !arguments.quiet {
        let seconds = start.elapsed().as_secs_f64();
        say(&format!("{seconds:.2} s, {:.0} games per second", totals.games as f64 / seconds));
    }
    Ok(match totals.exit() {
        Exit::Internal => Exit::Internal,
        _ if interrupt.is_set() => interrupt.exit(),
        exit => exit,
    })
}
