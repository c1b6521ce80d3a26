//! `superko gtp`: a built-in engine over GTP.

use super::engine::{EngineChoice, built_in, duration, whole_number};
use super::files::read_record;
use super::output::printed;
use super::{Exit, Failure};
use clap::{Args, ValueEnum};
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use superko_certify::report::write_whole;
use superko_game::Size;
use superko_game::rules::Rules;
use superko_gtp::server::{Chooser, Host, PlayoutEffort, Server};

/// What to serve.
#[derive(Args, Clone, Debug)]
pub(crate) struct Arguments {
    /// A built-in engine: `optimized`, `reference`, or `zoo:NAME` for one that is wrong on purpose
    #[arg(value_name = "ENGINE", default_value = "reference")]
    engine: String,

    /// The rules to play by, until a client sets others
    #[arg(long, value_name = "RULES", default_value = "tromp-taylor")]
    rules: Rules,

    /// Refuse a player who moves out of turn
    #[arg(long)]
    strict: bool,

    /// How `genmove` chooses moves [default: random; engine for an engine of the zoo]
    #[arg(long, value_name = "PLAYER")]
    player: Option<PlayerName>,

    /// The random seed
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = whole_number)]
    seed: u64,

    /// How long `--player area` thinks about a turn
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    time: Duration,

    /// How many random games `--player area` plays per turn, regardless of --time
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u32).range(1..))]
    playouts: Option<u32>,
}

/// A player for `genmove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlayerName {
    /// Any legal play that fills no eye
    Random,
    /// The play that wins most random games: flat Monte Carlo
    Area,
    /// The engine itself: any legal turn
    Engine,
}

/// Serves an engine until the other side hangs up.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let choice = built_in(&arguments.engine)?;
    let usual = match choice {
        EngineChoice::Zoo(_) => PlayerName::Engine,
        _ => PlayerName::Random,
    };
    let seed = arguments.seed;
    let effort = match arguments.playouts {
        Some(games) => PlayoutEffort::Games(games),
        None => PlayoutEffort::Time(arguments.time),
    };
    let chooser = match arguments.player.unwrap_or(usual) {
        PlayerName::Random => Chooser::Random { seed },
        PlayerName::Area => Chooser::Area { seed, effort },
        PlayerName::Engine => Chooser::Engine,
    };
    let engine = choice.make().map_err(Failure::untestable)?;
    let size = Size::square(19).expect("19x19 is a board");
    let server = Server::new(engine, size, arguments.rules).map_err(Failure::untestable)?;
    let server = server.chooser(chooser).host(Host { now, read, write });
    let server = if arguments.strict { server.strict() } else { server };
    printed(server.serve(std::io::stdin().lock(), std::io::stdout().lock()));
    Ok(Exit::Fine)
}

/// Returns the time since the first call.
fn now() -> Duration {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    read_record(Path::new(path)).map_err(|error| format!("{path}: {error}"))
}

fn write(path: &str, text: &str) -> Result<(), String> {
    write_whole(Path::new(path), &format!("{text}\n")).map_err(|error| format!("{path}: {error}"))
}
