//! Runs that are ended by one or several signals, at any moment. No run loses its report or leaves a process behind.

use super::SUPERKO;
use crate::support::Scratch;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The number of runs at a time. Most of the time, the engine and the program wait for each other.
const AT_ONCE: usize = 4;

/// The environment variable that marks all processes of a run.
const MARK: &str = "SUPERKO_SIGNALS";

/// Engines that are shell scripts. In a script, `$0` is this program.
const ENGINES: [(&str, &str); 9] = [
    ("right", "exec \"$0\" gtp optimized"),
    ("wrong", "exec \"$0\" gtp zoo:initial-grid-missing"),
    (
        "slow",
        "while read -r line; do sleep 0.002; echo \"$line\"; done | \"$0\" gtp zoo:history-of-8",
    ),
    ("silent", "sleep 60"),
    ("drips", "printf =; while :; do printf x; sleep 0.01; done"),
    ("ignores the end of its input", "trap '' TERM HUP INT; \"$0\" gtp; sleep 60"),
    ("has children", "sleep 60 & (sleep 61; sleep 62) & \"$0\" gtp zoo:stones-only"),
    (
        "has children in sessions of their own",
        "setsid sleep 60 & setsid sh -c 'sleep 61; sleep 62' & exec \"$0\" gtp",
    ),
    ("crashes", "sed -u 90q | \"$0\" gtp zoo:all-suicide-refused"),
];

/// A random generator that gives the same numbers for the same seed on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

#[test]
fn no_report_is_lost_and_no_process_left() {
    end_runs(18);
}

#[test]
#[ignore = "minutes: cargo test --test main -- --ignored a_thousand --nocapture"]
fn no_report_of_a_thousand_is_lost_and_no_process_left() {
    end_runs(1000);
}

/// Starts runs and ends each by signals. Panics at the first that goes wrong.
fn end_runs(runs: u64) {
    let (next, ended) = (AtomicU64::new(0), Mutex::new(BTreeMap::<String, u64>::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(number) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < runs)
                {
                    let how = end_run(number);
                    *ended.lock().unwrap().entry(how).or_default() += 1;
                }
            });
        }
    });
    let ended = ended.into_inner().unwrap();
    assert_eq!(ended.values().sum::<u64>(), runs);
    let lines: Vec<String> = ended.iter().map(|(how, count)| format!("{count:>5} {how}")).collect();
    // `--nocapture` shows this.
    let _ = writeln!(std::io::stdout(), "{}", lines.join("\n"));
}

/// Starts a run and ends it by signals. The number of the run selects the engine, the signals and the moment. Returns how the
/// run ended.
fn end_run(number: u64) -> String {
    let mut dice = Dice(number);
    let (name, script) = ENGINES[usize::try_from(number).unwrap() % ENGINES.len()];
    let mark = format!("{}-{number}", std::process::id());
    let directory = Scratch::new(&format!("signals-{number}"));
    let options = format!(
        "certify --format json --budget 5m --jobs {} --report {}",
        1 + dice.below(2),
        directory.display()
    );
    let by_timeout = dice.below(4) == 0;
    let (signal, signals) = (dice.below(3), 1 + dice.below(3));
    // Early moments are more frequent, because the handshake takes only a few milliseconds.
    let moment = Duration::from_micros(dice.below(1_000) * dice.below(1_500));
    let engine = ["--", "sh", "-c", script, SUPERKO];
    let (status, out) = if by_timeout {
        // `timeout` sends the signal to the program, and then to the whole process group.
        let limit = format!("{}", 0.05 + moment.as_secs_f64());
        let word = ["INT", "TERM", "HUP"][usize::try_from(signal).unwrap()];
        let mut command = Command::new("timeout");
        command.args(["--preserve-status", "-s", word, &limit, SUPERKO]);
        finish(spawn(command.args(options.split(' ')).args(engine), &mark))
    } else {
        let mut command = Command::new(SUPERKO);
        let child = spawn(command.args(options.split(' ')).args(engine), &mark);
        let process = Pid::from_raw(child.id().cast_signed());
        wait_until_it_listens(process, &[Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP]);
        std::thread::sleep(moment);
        for place in 0..signals {
            let signal = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP]
                [usize::try_from(signal + place * dice.below(3)).unwrap() % 3];
            // The program may have ended already.
            let _ = kill(process, signal);
            std::thread::sleep(Duration::from_micros(dice.below(2) * dice.below(30_000)));
        }
        finish(child)
    };
    let context = format!(
        "run {number}, {name}, by timeout: {by_timeout}, after {moment:?}: {status}, {out}"
    );
    check_report(
        &context,
        status,
        &out,
        &directory,
        by_timeout && moment < Duration::from_millis(300),
    );
    nothing_is_left(&mark, &context);
    match status.code() {
        Some(code) => format!("exit {code}"),
        None => "before it listened".to_owned(),
    }
}

fn spawn(command: &mut Command, mark: &str) -> Child {
    command.env(MARK, mark).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn finish(child: Child) -> (ExitStatus, String) {
    let output = child.wait_with_output().unwrap();
    (output.status, String::from_utf8(output.stdout).unwrap())
}

/// Waits until a program handles these signals itself, or has ended.
pub(super) fn wait_until_it_listens(process: Pid, signals: &[Signal]) {
    let needed = signals.iter().map(|&signal| 1_u64 << (signal as i32 - 1));
    let needed = needed.fold(0, |mask, bit| mask | bit);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        if caught.is_none_or(|caught| caught & needed == needed) {
            return;
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    panic!("{process} does not listen for signals");
}

/// Checks that the whole report was printed and written, and says that the run was interrupted.
fn check_report(context: &str, status: ExitStatus, out: &str, directory: &Path, early: bool) {
    let Some(code) = status.code() else {
        return assert!(early && out.is_empty(), "{context}");
    };
    assert!([130, 143].contains(&code), "{context}");
    let report: serde_json::Value =
        serde_json::from_str(out).unwrap_or_else(|e| panic!("{e}: {context}"));
    assert_eq!(report["interrupted"], true, "{context}");
    let summary = std::fs::read_to_string(directory.join("summary.json")).unwrap();
    assert_eq!(summary, out, "{context}");
    // No engine here is flaky, so no finding may be called flaky.
    for finding in report["findings"].as_array().unwrap() {
        assert_eq!(finding["kind"], "steady", "{context}");
    }
    let run = std::fs::read_to_string(directory.join("run.jsonl")).unwrap();
    assert!(run.starts_with("{\"run\":") && run.ends_with('\n'), "{context}: {run}");
    for line in run.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{context}: {line}");
    }
}

/// Checks that no process that descends from a run is left.
fn nothing_is_left(mark: &str, context: &str) {
    let variable = format!("{MARK}={mark}");
    let left = || -> Vec<String> {
        let entries = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let marked = entries.filter(|entry| {
            let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|one| one == variable.as_bytes())
        });
        marked
            .filter_map(|entry| std::fs::read_to_string(entry.path().join("cmdline")).ok())
            .collect()
    };
    // The last processes may still be about to end.
    let begun = Instant::now();
    while !left().is_empty() && begun.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(left(), [""; 0], "{context}");
}
