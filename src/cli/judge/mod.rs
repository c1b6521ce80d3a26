//! `superko judge`.

mod input;
mod output;

use super::output::{Told, expect_folder, print, say};
use super::progress::Progress;
use super::signals::Interrupt;
use super::{Exit, Failure};
use clap::{Args, ValueEnum};
use input::Item;
use output::{Judged, Writer};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use superko::judge::{Judge, RecordVerdict};
use superko::report::counted;
use superko::rules::NamedRules;
use superko_exhaustive::Shard;

/// Batches of files that wait for a thread, for each thread.
const AHEAD: usize = 4;

/// The most files of a batch: to hand over each would take longer than to judge it.
const MOST_FILES: usize = 32;

/// How many files of archives, in bytes, make a batch.
const BATCH: usize = 1 << 16;

/// How often it is looked whether the program is asked to end, where nothing comes.
const MOMENT: Duration = Duration::from_millis(50);

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
    let files = input::files(&arguments.paths);
    let all = files.len() as u64;
    let writer = Writer {
        judge,
        variations: arguments.variations,
        format: arguments.format,
        svg: arguments.svg.as_deref(),
        told: Told::default(),
    };
    let progress = Progress::new(arguments.quiet, &counted(all, "file"), "files", 0, all);
    let start = Instant::now();
    print(writer.header());
    Ok(in_parallel(arguments, &writer, files, interrupt, &progress, &|totals| {
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
        match totals.exit() {
            Exit::Internal => Exit::Internal,
            _ if interrupt.is_set() => interrupt.exit(),
            exit => exit,
        }
    }))
}

/// What came of all files.
#[derive(Debug, Default)]
struct Totals {
    files: u64,
    games: u64,
    verdicts: BTreeMap<RecordVerdict, u64>,
    contradictions: u64,
}

impl Totals {
    fn add(&mut self, judged: &Judged) {
        self.files += 1;
        self.games += judged.games;
        for &verdict in &judged.verdicts {
            *self.verdicts.entry(verdict).or_default() += 1;
        }
        self.contradictions += judged.contradictions;
    }

    fn of(&self, verdict: RecordVerdict) -> u64 {
        self.verdicts.get(&verdict).copied().unwrap_or_default()
    }

    /// How many files, games and verdicts there were. What matters most is there even if there was none.
    fn text(&self) -> String {
        let plural = |count: u64, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let mut text = format!("{}, {}:", plural(self.files, "file"), plural(self.games, "game"));
        for verdict in RecordVerdict::ALL {
            let count = self.of(verdict);
            let always =
                [RecordVerdict::Correct, RecordVerdict::Illegal, RecordVerdict::WrongResult];
            if count > 0 || always.contains(&verdict) {
                // Writing to a string cannot fail.
                let _ = write!(text, " {count} {},", verdict.name());
            }
        }
        text.pop();
        if self.contradictions > 0 {
            let _ = write!(
                text,
                "; {} between the built-in engines",
                plural(self.contradictions, "contradiction")
            );
        }
        text + "."
    }

    fn exit(&self) -> Exit {
        match () {
            () if self.contradictions > 0 => Exit::Internal,
            () if self.of(RecordVerdict::Illegal) + self.of(RecordVerdict::WrongResult) > 0 => {
                Exit::Deviates
            }
            () if self.of(RecordVerdict::Unreadable) > 0 => Exit::Usage,
            () => Exit::Fine,
        }
    }
}

/// A file to be judged.
struct Task {
    /// Its number among all files, from 1.
    number: u64,
    item: Item,
}

/// Judges the files on several threads, and writes what comes of them in their order. At the end, or when the program is asked to
/// end, `tell` tells the totals.
fn in_parallel(
    arguments: &Arguments,
    writer: &Writer<'_>,
    files: Vec<Result<PathBuf, Item>>,
    interrupt: &Interrupt,
    progress: &Progress,
    tell: &dyn Fn(&Totals) -> Exit,
) -> Exit {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.map_or(processors, usize::from);
    let (queue, tasks) = sync_channel(AHEAD * jobs);
    let (hand_in, results) = sync_channel(AHEAD * jobs);
    let tasks = Mutex::new(tasks);
    std::thread::scope(|scope| {
        let stop = || interrupt.is_set();
        scope.spawn(move || hand_out(arguments.shard, files, &queue, stop, progress));
        for _ in 0..jobs {
            let (hand_in, tasks) = (hand_in.clone(), &tasks);
            scope.spawn(move || work(writer, tasks, &hand_in));
        }
        drop(hand_in);
        let totals = take_in(&results, interrupt);
        let exit = tell(&totals);
        if interrupt.is_set() {
            // The other threads may take long over a file, or wait for more of it.
            std::process::exit(exit as i32);
        }
        exit
    })
}

/// Files that are handed over together, with the number of the batch.
struct Batch<T> {
    number: u64,
    files: Vec<T>,
}

/// Puts the files of a part in the queue. A batch has few files where there are few, so that each thread gets some.
fn hand_out(
    shard: Shard,
    files: Vec<Result<PathBuf, Item>>,
    queue: &SyncSender<Batch<Task>>,
    stop: impl Fn() -> bool,
    progress: &Progress,
) {
    let most = (files.len() / 1000).clamp(1, MOST_FILES);
    let (mut number, mut bytes) = (0, 0);
    let mut batch = Batch { number: 0, files: Vec::new() };
    let mut receive = |item: Item| {
        number += 1;
        if (number - 1) % shard.parts() != shard.part() - 1 {
            return ControlFlow::Continue(());
        }
        let most = if matches!(item, Item::File(_)) { most } else { MOST_FILES };
        bytes += item.len();
        batch.files.push(Task { number, item });
        if batch.files.len() < most && bytes < BATCH {
            return ControlFlow::Continue(());
        }
        bytes = 0;
        let next = Batch { number: batch.number + 1, files: Vec::new() };
        match stop() || queue.send(std::mem::replace(&mut batch, next)).is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    for file in files {
        let flow = match file {
            Ok(path) => input::open(path, &mut receive),
            Err(item) => receive(item),
        };
        if flow.is_break() {
            return;
        }
        progress.advance(1);
    }
    if !stop() {
        // Nobody takes it only if nothing more is wanted.
        let _ = queue.send(batch);
    }
}

/// Judges files until there are none.
fn work(
    writer: &Writer<'_>,
    tasks: &Mutex<Receiver<Batch<Task>>>,
    hand_in: &SyncSender<Batch<Judged>>,
) {
    loop {
        let batch = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Batch { number, files }) = batch else { break };
        let judged = files.into_iter().map(|task| writer.judge_file(task.number, task.item));
        if hand_in.send(Batch { number, files: judged.collect() }).is_err() {
            break;
        }
    }
}

/// Writes what comes of the files in their order, until the program is asked to end.
fn take_in(results: &Receiver<Batch<Judged>>, interrupt: &Interrupt) -> Totals {
    let mut totals = Totals::default();
    let mut early: BTreeMap<u64, Vec<Judged>> = BTreeMap::new();
    let mut next = 0;
    while !interrupt.is_set() {
        match results.recv_timeout(MOMENT) {
            Ok(Batch { number, files }) => drop(early.insert(number, files)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(files) = early.remove(&next) {
            next += 1;
            for judged in files {
                totals.add(&judged);
                print(&judged.text);
            }
        }
    }
    totals
}
