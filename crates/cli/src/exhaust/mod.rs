//! `superko exhaust`: checks all positions of a small board, or counts all its games.

mod games;
mod state;

use super::output::{lost, print};
use super::progress::Progress;
use super::signals::Interrupt;
use super::{Exit, Failure};
use clap::Args;
use console::style;
use state::State;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use superko_exhaustive::games::HASH_WIDTHS;
use superko_exhaustive::{Against, Check, Counts, MAX_POINTS, Shard, on_threads, published};
use superko_game::Size;
use superko_game::rules::{Rules, Suicide};

/// The number of positions in the first batch. The later batches take about a [`MOMENT`] each.
const FIRST: u64 = 3u64.pow(6);

/// The approximate interval at which the state is written, and the program checks whether it is asked to end.
const MOMENT: Duration = Duration::from_millis(100);

/// Arguments of `exhaust`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The board, as columns by rows (4x4), of at most 32 points
    #[arg(long, value_name = "SIZE", required_unless_present = "merge")]
    size: Option<Size>,

    /// Check only one of all positions that are equal up to board symmetry and color swap; with --games, only one of
    /// all equivalent first plays
    #[arg(long)]
    symmetry: bool,

    /// Check only part I of N, such as 3/64
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,

    /// What to compare the optimized engine with: the reference, or an implementation that checks 64 positions at a
    /// time (sliced), which is many times faster and tested against the reference
    #[arg(long, value_name = "TEXT", default_value_t)]
    against: Against,

    /// Also say how many plays these rules allow, repetition aside
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,

    /// Count all complete games under positional superko instead (1x1 to 1x4, 2x2); --rules sets the suicide rule
    #[arg(long, conflicts_with_all = ["shard", "state", "against"])]
    games: bool,

    /// With --games: play them on the optimized engine with a hash of this many bits (0, 2, 6 or 64), and compare what
    /// it allows at every node with the exact set of earlier positions; may be given several times
    #[arg(long, value_name = "BITS", requires = "games", value_parser = hash_width)]
    hash_width: Vec<u32>,

    /// How many threads [default: one per processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// A file for the counts; an interrupted run continues from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Add up the files of all parts of a board
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["size", "symmetry", "shard", "against", "rules", "games", "hash_width", "jobs", "state"])]
    merge: Vec<PathBuf>,

    /// Print only errors on standard error
    #[arg(long, short)]
    quiet: bool,
}

impl Arguments {
    /// Returns whether the command checks the positions of a board, which can be interrupted and continued.
    pub(crate) fn can_be_continued(&self) -> bool {
        self.merge.is_empty() && !self.games
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, interrupt: &Interrupt) -> Result<Exit, Failure> {
    if !arguments.merge.is_empty() {
        return merge(&arguments.merge);
    }
    let size = arguments.size.ok_or_else(|| Failure::usage("--size is missing"))?;
    let board = superko_exhaustive::Size::new(size.columns(), size.rows());
    let board = board.expect("a size of the harness is a size");
    if board.point_count() > MAX_POINTS {
        return Err(Failure::usage(format!(
            "`{size}` has {} points, and boards of up to {MAX_POINTS} can be checked",
            board.point_count()
        )));
    }
    let Arguments { symmetry, shard, against, .. } = *arguments;
    let check = Check { size: board, symmetry, shard, against };
    on_threads(arguments.jobs.map_or(0, usize::from), || match arguments.games {
        true => games::run(arguments, board),
        false => positions(arguments, check, interrupt),
    })
}

/// Checks the positions of a board.
fn positions(arguments: &Arguments, check: Check, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let path = arguments.state.as_deref();
    let mut state = State::begin(check, path)?;
    let range = check.positions();
    let (done, all) = (state.next - range.start, range.end - range.start);
    let opening = format!("{}: {} arrangements of stones", title(check), all - done);
    let progress = Progress::new(arguments.quiet, &opening, "positions", done, all);
    let start = Instant::now();
    let before = state.counts;
    let (mut stride, mut written) = (FIRST, Ok(()));
    while !state.is_done() && !interrupt.is_set() {
        let (begun, end) = (Instant::now(), (state.next + stride).min(range.end));
        match check.run(state.next..end, &|steps, _| progress.advance(steps)) {
            Ok(counts) => state.counts = state.counts + counts,
            Err(difference) => {
                drop(progress);
                print(&format!("{}\n{difference}\n", style("The engines differ.").red().bold()));
                return Ok(Exit::Internal);
            }
        }
        state.next = end;
        written = path.map_or(Ok(()), |path| state.write(path));
        stride = next_stride(stride, begun.elapsed());
    }
    drop(progress);
    // The last state has all counts, so only a failure to write that one matters.
    if let Err(failure) = written {
        lost(&failure.message);
    }
    let plays = state.counts.plays - before.plays;
    let mut text = counts_text(check, &state.counts, plays as f64, start.elapsed());
    if let Some(rules) = arguments.rules {
        text += &allowed(rules, &state.counts);
    }
    let exit = if !state.is_done() {
        text += "Interrupted. With --state, the same command continues from here.\n";
        interrupt.exit()
    } else if check.shard != Shard::WHOLE {
        text += "No difference in this part. Next: run `superko exhaust --merge FILES` on the --state files of all parts.\n";
        Exit::Fine
    } else {
        compare_with_published(&mut text, check.size, &state.counts, before.checked > 0)
    };
    print(&text);
    Ok(exit)
}

/// Returns the number of positions in the batch after one of this size, which took this time.
fn next_stride(stride: u64, time: Duration) -> u64 {
    match time {
        time if time < MOMENT / 2 => 2 * stride,
        time if time > 2 * MOMENT => (stride / 2).max(1),
        _ => stride,
    }
}

/// Returns the counts of a check, and the speed at which these plays were made.
fn counts_text(check: Check, counts: &Counts, plays: f64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let by = if check.symmetry { " (including those skipped by symmetry)" } else { "" };
    format!(
        "{}\n{}  {seconds:.1} s, {:.2} million plays per second{by}\n",
        style(title(check)).bold(),
        table(counts),
        plays / seconds / 1e6
    )
}

/// Parses a width of the hash.
fn hash_width(text: &str) -> Result<u32, String> {
    let width = text.parse().ok().filter(|width| HASH_WIDTHS.contains(width));
    width.ok_or_else(|| format!("`{text}` is not one of {HASH_WIDTHS:?}"))
}

fn title(check: Check) -> String {
    let Check { size, symmetry, shard, against } = check;
    let part = match shard {
        Shard::WHOLE => String::new(),
        _ => format!(", part {} of {}", shard.part(), shard.parts()),
    };
    let symmetry = match symmetry {
        true => ", only one of all positions that are equal up to board symmetry and color swap",
        false => ", every position",
    };
    let against = match against {
        Against::Reference => "",
        Against::Sliced => ", against the sliced rule text",
    };
    format!("{size}{part}{symmetry}{against}")
}

fn table(counts: &Counts) -> String {
    let rows = [
        ("legal positions", counts.legal),
        ("plays compared", counts.plays),
        ("  that change the position (edges)", counts.edges),
        ("  that capture", counts.captures),
        ("  suicides of one stone", counts.lone_suicides),
        ("  suicides of several stones", counts.several_suicides),
    ];
    rows.iter().map(|(what, count)| format!("  {what:<36} {count:>18}\n")).collect()
}

/// Returns how many plays the rules allow, repetition aside.
fn allowed(rules: Rules, counts: &Counts) -> String {
    let Counts { plays, lone_suicides, several_suicides, .. } = *counts;
    let lone = if rules.suicide == Suicide::Allowed { 0 } else { lone_suicides };
    let several = if rules.suicide == Suicide::Forbidden { several_suicides } else { 0 };
    let what = format!("allowed under {rules}, ignoring repetition");
    format!("  {what}: {}\n", plays - lone - several)
}

/// Compares the counts of a whole board with published ones. Counts from a file may have been changed there.
fn compare_with_published(
    text: &mut String,
    size: superko_exhaustive::Size,
    counts: &Counts,
    is_from_file: bool,
) -> Exit {
    let Some(positions) = published::legal_positions(size) else {
        let _ = writeln!(text, "No difference. No counts of {size} are published.");
        return Exit::Fine;
    };
    let edges = published::edges(size);
    let agree =
        positions == u128::from(counts.legal) && edges.is_none_or(|edges| edges == counts.edges);
    if !agree {
        let edges = edges.map_or("not published".to_owned(), |edges| edges.to_string());
        let wrong =
            format!("The counts are wrong. Published: {positions} positions, edges {edges}.");
        let _ = writeln!(text, "{}", style(wrong).red().bold());
        if is_from_file {
            let _ = writeln!(
                text,
                "The engines agreed on every play, so a file was changed: check it again from the start."
            );
            return Exit::Usage;
        }
        return Exit::Internal;
    }
    let what = if edges.is_some() { "positions and edges" } else { "positions" };
    let verdict = format!("No difference. The counts of {what} match the published ones.");
    let _ = writeln!(text, "{}", style(verdict).green().bold());
    Exit::Fine
}

/// Adds up the files of all parts of a board.
fn merge(paths: &[PathBuf]) -> Result<Exit, Failure> {
    let states = paths.iter().map(|path| State::read(path)).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = states.first() else { return Err(Failure::usage("no files to merge")) };
    let whole = |check: Check| Check { shard: Shard::WHOLE, ..check };
    let mut parts = BTreeMap::new();
    for (path, state) in paths.iter().zip(&states) {
        let (path, State { check, counts, .. }) = (path.display(), state);
        let part = check.shard.part();
        if whole(*check) != whole(first.check) || check.shard.parts() != first.check.shard.parts() {
            let (this, other) = (title(*check), title(first.check));
            return Err(Failure::usage(format!(
                "{path} belongs to another run: {this}, not {other}"
            )));
        }
        if !state.is_done() {
            return Err(Failure::usage(format!("{path} is not finished: run part {part} again")));
        }
        if parts.insert(part, *counts).is_some() {
            return Err(Failure::usage(format!("part {part} is given twice: {path}")));
        }
    }
    let missing = (1..=first.check.shard.parts()).filter(|part| !parts.contains_key(part));
    let missing: Vec<String> = missing.map(|part| part.to_string()).collect();
    if !missing.is_empty() {
        return Err(Failure::usage(format!("parts are missing: {}", missing.join(", "))));
    }
    let counts = parts.into_values().fold(Counts::default(), |sum, part| sum + part);
    let check = whole(first.check);
    let mut text = format!("{}\n{}", style(title(check)).bold(), table(&counts));
    let exit = compare_with_published(&mut text, check.size, &counts, true);
    print(&text);
    Ok(exit)
}
