//! `superko exhaust`.

mod games;
mod state;

use super::certify::interruptible;
use super::output::print;
use super::progress::Progress;
use super::{Exit, Failure, threads};
use clap::Args;
use console::style;
use state::{State, shard};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;
use superko::exhaust::{Against, Census, Ground, MOST_POINTS, Published, exhaust};
use superko::whole_games::HASH_WIDTHS;
use superko::{Rules, Size, Suicide};

/// Colorings after which the state is written down.
const STRIDE: u64 = 3u64.pow(12);

/// Arguments of `exhaust`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The board, as columns by rows (4x4), of at most 32 points
    #[arg(long, value_name = "SIZE", required_unless_present = "merge")]
    size: Option<Size>,

    /// Of colorings alike by a symmetry of the board or a swap of the colors, go through one only; with --games, of
    /// first plays alike
    #[arg(long)]
    symmetry: bool,

    /// Only this part of so many, as in 3/64
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: (u64, u64),

    /// What the optimized engine is held against: the reference, or the rule text on 64 positions at a time (sliced),
    /// which is many times as fast and which `cargo test` holds against the reference
    #[arg(long, value_name = "TEXT", default_value_t)]
    against: Against,

    /// Also say how many plays these rules allow, repetition aside
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,

    /// Every whole game under positional superko instead (1x1 to 1x4, 2x2): counts them; --rules gives the suicide rule
    #[arg(long, conflicts_with_all = ["shard", "state", "against"])]
    games: bool,

    /// With --games: plays them with the optimized engine, whose hash has so many bits (0, 2, 6 or 64), and compares
    /// what it allows at every node with the exact set of positions met; may be given again
    #[arg(long, value_name = "BITS", requires = "games", value_parser = hash_width)]
    hash_width: Vec<u32>,

    /// How many threads [default: as many as there are processors]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// A file for the counts; if it holds the counts of an interrupted run, that run goes on
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Adds up the files of all parts of a board
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["size", "symmetry", "shard", "against", "rules", "games", "hash_width", "jobs", "state"])]
    merge: Vec<PathBuf>,

    /// Say nothing on standard error but errors
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if !arguments.merge.is_empty() {
        return merge(&arguments.merge);
    }
    let size = arguments.size.ok_or_else(|| Failure::usage("--size is missing"))?;
    if size.point_count() > MOST_POINTS {
        return Err(Failure::usage(format!(
            "`{size}` has {} points, and boards of up to {MOST_POINTS} can be gone through",
            size.point_count()
        )));
    }
    let Arguments { symmetry, shard, against, .. } = *arguments;
    let ground = Ground { size, symmetry, shard, against };
    let jobs = threads(arguments.jobs);
    if arguments.games {
        return games::run(arguments, size, jobs);
    }
    let mut state = State::begin(ground, arguments.state.as_deref())?;
    let stop = interruptible(arguments.quiet)?;
    let range = ground.colorings();
    let (done, all) = (state.next - range.start, range.end - range.start);
    let begun = format!("{}: {} colorings", title(ground), all - done);
    let progress = Progress::new(arguments.quiet, &begun, "colorings", done, all);
    let start = Instant::now();
    let before = state.census;
    while state.next < range.end && !stop.load(Ordering::Relaxed) {
        let end = (state.next + STRIDE).min(range.end);
        match exhaust(ground, state.next..end, jobs, &|seen| progress.advance(seen)) {
            Ok(census) => state.census = state.census + census,
            Err(difference) => {
                drop(progress);
                print(&format!("{}\n{difference}\n", style("The engines differ.").red().bold()))?;
                return Ok(Exit::Internal);
            }
        }
        state.next = end;
        state.write(arguments.state.as_deref())?;
    }
    drop(progress);
    let seconds = start.elapsed().as_secs_f64();
    let mut text = format!("{}\n", style(title(ground)).bold());
    text += &table(&state.census);
    let plays = (state.census.plays - before.plays) as f64;
    let by = if ground.symmetry { " (those skipped by symmetry counted in)" } else { "" };
    // Writing to a string cannot fail, here and below.
    let _ =
        writeln!(text, "  {seconds:.1} s, {:.2} million plays a second{by}", plays / seconds / 1e6);
    if let Some(rules) = arguments.rules {
        text += &allowed(rules, &state.census);
    }
    let exit = verdict(&mut text, ground, &state);
    print(&text)?;
    Ok(exit)
}

/// Reads a width of the hash.
fn hash_width(text: &str) -> Result<u32, String> {
    let width = text.parse().ok().filter(|width| HASH_WIDTHS.contains(width));
    width.ok_or_else(|| format!("`{text}` is none of {HASH_WIDTHS:?}"))
}

fn title(ground: Ground) -> String {
    let (part, parts) = ground.shard;
    let part = if parts == 1 { String::new() } else { format!(", part {part} of {parts}") };
    let symmetry = match ground.symmetry {
        true => {
            ", one of all positions alike by symmetry or swapped colors: the others are skipped"
        }
        false => ", every position",
    };
    let against = match ground.against {
        Against::Reference => "",
        Against::Sliced => ", against the sliced rule text",
    };
    format!("{}{part}{symmetry}{against}", ground.size)
}

fn table(census: &Census) -> String {
    let rows = [
        ("legal positions", census.positions),
        ("plays compared", census.plays),
        ("  that change the position (edges)", census.edges),
        ("  that capture", census.captures),
        ("  suicides of one stone", census.lone_suicides),
        ("  suicides of several stones", census.several_suicides),
    ];
    rows.iter().map(|(what, count)| format!("  {what:<36} {count:>18}\n")).collect()
}

/// How many plays the rules allow that are no repetition.
fn allowed(rules: Rules, census: &Census) -> String {
    let Census { plays, lone_suicides, several_suicides, .. } = *census;
    let lone = if rules.suicide == Suicide::Allowed { 0 } else { lone_suicides };
    let several = if rules.suicide == Suicide::Forbidden { several_suicides } else { 0 };
    let what = format!("allowed by {rules}, repetition aside");
    format!("  {what}: {}\n", plays - lone - several)
}

/// Says whether everything was gone through, and holds the counts against published ones.
fn verdict(text: &mut String, ground: Ground, state: &State) -> Exit {
    if state.next < ground.colorings().end {
        let _ =
            writeln!(text, "Interrupted; the same command goes on from here if it has --state.");
        return Exit::Incomplete;
    }
    if ground.shard.1 > 1 {
        let _ = writeln!(
            text,
            "No difference in this part. Next: `superko exhaust --merge FILES` over the files of --state."
        );
        return Exit::Fine;
    }
    published(text, ground.size, &state.census)
}

/// Holds the counts of a whole board against published ones.
fn published(text: &mut String, size: Size, census: &Census) -> Exit {
    let Some(Published { positions, edges }) = Published::of(size) else {
        let _ = writeln!(text, "No difference. No counts of {size} are published.");
        return Exit::Fine;
    };
    let agree = positions == census.positions && edges.is_none_or(|edges| edges == census.edges);
    if !agree {
        let edges = edges.map_or("not published".to_owned(), |edges| edges.to_string());
        let wrong =
            format!("The counts are wrong: published are {positions} positions, edges {edges}.");
        let _ = writeln!(text, "{}", style(wrong).red().bold());
        return Exit::Internal;
    }
    let what = if edges.is_some() { "positions and edges" } else { "positions" };
    let told = format!("No difference, and the counts of {what} are those published.");
    let _ = writeln!(text, "{}", style(told).green().bold());
    Exit::Fine
}

/// Adds up the files of all parts of a board.
fn merge(paths: &[PathBuf]) -> Result<Exit, Failure> {
    let states = paths.iter().map(|path| State::read(path)).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = states.first() else { return Err(Failure::usage("no files to merge")) };
    let whole = Ground { shard: (1, 1), ..first.ground };
    let mut parts =
        vec![None; usize::try_from(first.ground.shard.1).unwrap_or(usize::MAX).min(1 << 20)];
    for (state, path) in states.iter().zip(paths) {
        let path = path.display();
        let (part, of) = state.ground.shard;
        if (Ground { shard: (1, 1), ..state.ground }) != whole || of != first.ground.shard.1 {
            let (this, other) = (title(state.ground), title(first.ground));
            return Err(Failure::usage(format!("{path} is of another run: {this}, not {other}")));
        }
        if state.next < state.ground.colorings().end {
            return Err(Failure::usage(format!("{path} is not finished: run part {part} again")));
        }
        let place = usize::try_from(part - 1).unwrap_or(usize::MAX);
        match parts.get_mut(place) {
            Some(slot @ None) => *slot = Some(state.census),
            _ => return Err(Failure::usage(format!("{path} is part {part} once more"))),
        }
    }
    let missing: Vec<String> = parts
        .iter()
        .zip(1..)
        .filter(|(part, _)| part.is_none())
        .map(|(_, number): (_, u64)| number.to_string())
        .collect();
    if !missing.is_empty() {
        return Err(Failure::usage(format!("parts are missing: {}", missing.join(", "))));
    }
    let census = parts.into_iter().flatten().fold(Census::default(), |sum, part| sum + part);
    let mut text = format!("{}\n{}", style(title(whole)).bold(), table(&census));
    let exit = published(&mut text, whole.size, &census);
    print(&text)?;
    Ok(exit)
}
