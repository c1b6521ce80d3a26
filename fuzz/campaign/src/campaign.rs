//! `cargo xtask campaign`: the targets take turns under `cargo fuzz run`. After every turn, the
//! inputs that they found are examined.
//!
//! A campaign keeps everything in its folder: corpora, counts and findings. A second campaign in
//! the same folder adds to them.

use crate::findings::{KnownIds, examine};
use crate::output::{self, Exit, Failure, root, say};
use crate::seeds;
use crate::summary::{counts, summarize};
use fs_err as fs;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Duration;
use superko_fuzz::{FOLDER, Target};

/// The time for which a target is fuzzed before the next target has its turn. If the campaign is
/// short, the targets share its time.
const SLICE: Duration = Duration::from_mins(10);

/// The number of seconds after which an input that still runs is a finding.
const SLOWEST: u32 = 60;

/// The number of lines shown of the output of a fuzzer that does not run.
const LINES: usize = 20;

/// Arguments of `campaign`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The targets, with commas between them [default: all]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = output::target)]
    targets: Vec<&'static Target>,

    /// How long to fuzz, as in 90s, 30m, 8h or 3d
    #[arg(long, value_name = "TIME", value_parser = output::duration, default_value = "1h")]
    time: Duration,

    /// How many processes fuzz side by side [default: as many as there are processors]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// The folder of the campaign, new or to go on with [default: the next fuzz/campaigns/NUMBER]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// Ids of what was found before, which fails no campaign: a file with one a line, or a folder of findings
    #[arg(long, value_name = "FILE|DIR")]
    known: Option<PathBuf>,

    /// What the fuzzers are built with to find faults of memory
    #[arg(long, value_name = "SANITIZER", default_value = "none", value_parser = ["none", "address"])]
    sanitizer: String,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let known = KnownIds::read(arguments.known.as_deref())?;
    require_tools()?;
    let targets: Vec<&Target> = match &arguments.targets[..] {
        [] => Target::ALL.iter().collect(),
        named => named.to_vec(),
    };
    let folder = prepare(&arguments.dir.clone().unwrap_or_else(next_folder), &targets)?;
    let signals = Signals::listen()?;
    let share = arguments.time / u32::try_from(targets.len()).expect("the targets are few");
    let rounds = u32::try_from(share.as_secs() / SLICE.as_secs()).unwrap_or(u32::MAX).max(1);
    let mut broken = BTreeSet::new();
    for target in std::iter::repeat_n(targets, rounds as usize).flatten() {
        if signals.came() || broken.contains(target.name) {
            continue;
        }
        say(&format!("fuzzing {}: its output is in logs/{0}.log", target.name));
        if let Some(said) = fuzz(&folder, target, share / rounds, arguments, &signals)? {
            say(&format!("{} does not run:\n{said}", target.name));
            broken.insert(target.name);
        }
        examine(&folder, &known)?;
        let line = counts(&folder, target)?.line(&target.events());
        say(&format!("{}: {line}", target.name));
    }
    let exit = summarize(&folder, &known)?;
    Ok(match exit {
        Exit::Fine if !broken.is_empty() => Exit::Untestable,
        Exit::Fine if signals.came() => Exit::Incomplete,
        exit => exit,
    })
}

/// Fails unless cargo-fuzz and a nightly toolchain are installed.
fn require_tools() -> Result<(), Failure> {
    let status =
        nightly_fuzz().arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if status.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err(Failure::usage(
        "`cargo +nightly fuzz` does not run; a campaign needs a nightly toolchain and cargo-fuzz:\n  \
         rustup toolchain install nightly\n  cargo install cargo-fuzz --locked",
    ))
}

/// Makes a command for `cargo +nightly fuzz` in the root of the repository.
fn nightly_fuzz() -> Command {
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz"]).current_dir(root()).stdin(Stdio::null());
    command
}

/// Returns the first folder for a campaign that does not exist yet.
fn next_folder() -> PathBuf {
    let campaigns = root().join("fuzz/campaigns");
    let mut free = (1..).map(|number: u32| campaigns.join(number.to_string()));
    free.find(|path| !path.exists()).expect("there is always a next number")
}

/// Makes the folders of a campaign and the seeds of its targets. Returns the absolute path of the
/// folder.
fn prepare(folder: &Path, targets: &[&Target]) -> Result<PathBuf, Failure> {
    for part in ["findings", "counts", "logs"] {
        fs::create_dir_all(folder.join(part)).map_err(Failure::usage)?;
    }
    let folder = fs::canonicalize(folder)?;
    if folder.to_string_lossy().contains(' ') {
        return Err(Failure::usage(format!(
            "{}: libFuzzer takes no path with blanks",
            folder.display()
        )));
    }
    for target in targets {
        for part in ["corpus", "artifacts"] {
            fs::create_dir_all(folder.join(part).join(target.name))?;
        }
        seeds::write(target, &folder.join("seeds").join(target.name))?;
    }
    Ok(folder)
}

/// The signals that end the program. The first one stops it in good order, the second one at once.
/// The fuzzer has a process group of its own, so signals are passed on to it.
#[derive(Clone, Default)]
struct Signals {
    came: Arc<AtomicBool>,
    /// The process group of the running fuzzer, or 0.
    fuzzer: Arc<AtomicI32>,
}

impl Signals {
    /// Starts to listen to SIGINT, SIGTERM and SIGHUP.
    fn listen() -> Result<Signals, Failure> {
        let signals = Signals::default();
        let heard = signals.clone();
        let handler = move || {
            if heard.came.swap(true, Ordering::SeqCst) {
                heard.pass_on(Signal::SIGKILL);
                exit(130);
            }
            heard.pass_on(Signal::SIGINT);
            say("stopping; once more to stop without a summary");
        };
        ctrlc::set_handler(handler).map_err(io::Error::other)?;
        Ok(signals)
    }

    /// Returns whether a signal came.
    fn came(&self) -> bool {
        self.came.load(Ordering::SeqCst)
    }

    /// Sends a signal to all processes of the fuzzer, if one is running.
    fn pass_on(&self, signal: Signal) {
        let group = self.fuzzer.load(Ordering::SeqCst);
        if group > 0 {
            // The signal may fail because the processes have ended already.
            let _ = killpg(Pid::from_raw(group), signal);
        }
    }

    /// Runs a fuzzer to its end.
    fn run(&self, command: &mut Command) -> io::Result<ExitStatus> {
        let mut child = command.process_group(0).spawn()?;
        self.fuzzer.store(child.id().try_into().unwrap_or(0), Ordering::SeqCst);
        // A signal may have come before the fuzzer was known.
        if self.came() {
            self.pass_on(Signal::SIGINT);
        }
        let status = child.wait();
        self.fuzzer.store(0, Ordering::SeqCst);
        status
    }
}

/// Fuzzes a target for a time, not counting the time to build it. If nothing is fuzzed, returns the
/// last lines that the fuzzer wrote.
///
/// A target that plays games is built without the tracing of comparisons, which would make it about
/// three times slower and helps only with texts. The two kinds of builds have separate folders,
/// because otherwise each would replace the other.
fn fuzz(
    folder: &Path,
    target: &Target,
    time: Duration,
    arguments: &Arguments,
    signals: &Signals,
) -> Result<Option<String>, Failure> {
    let (name, sanitizer) = (target.name, &*arguments.sanitizer);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.map_or(processors, usize::from);
    let log = folder.join(format!("logs/{name}.log"));
    let built = if target.reads_texts() { "texts" } else { "games" };
    let mut command = nightly_fuzz();
    command.args(["run", "-O", "-s", sanitizer, "--target-dir"]);
    command.arg(format!("target/fuzz/{sanitizer}-{built}"));
    if !target.reads_texts() {
        command.arg("--no-trace-compares");
    }
    command.arg(name).args(["corpus", "seeds"].map(|part| folder.join(part).join(name)));
    command
        .args(["--", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"])
        .arg(format!("-fork={jobs}"))
        .arg(format!("-max_total_time={}", time.as_secs().max(1)))
        .args([format!("-timeout={SLOWEST}"), format!("-report_slow_units={SLOWEST}")])
        .arg(format!("-artifact_prefix={}/artifacts/{name}/", folder.display()))
        .env(FOLDER, folder.join("counts"))
        .stdout(Stdio::null())
        .stderr(fs::File::create(&log)?.into_parts().0);
    let before = counts(folder, target)?.executions;
    let status = signals.run(&mut command)?;
    if status.success() || counts(folder, target)?.executions > before {
        return Ok(None);
    }
    let said = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    let lines: Vec<&str> = said.lines().collect();
    Ok(Some(lines[lines.len().saturating_sub(LINES)..].join("\n")))
}
