//! A libFuzzer program that runs for a time.

use crate::folder::{Folder, files};
use crate::output::Failure;
use fs_err as fs;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// An input that takes longer than this is a finding, in seconds.
const SLOWEST: u32 = 60;

/// How long before its limit a fuzzer is told to end, for it takes over what its jobs found.
const EARLY: Duration = Duration::from_secs(1);

/// How long a fuzzer may take to end once it is told to, before it is killed; and how long when the campaign is
/// interrupted.
const GRACE: [Duration; 2] = [Duration::from_secs(30), Duration::from_secs(3)];

/// How many of the last lines are kept of what a fuzzer wrote.
const LINES: usize = 20;

/// A program with the processes of its jobs.
#[derive(Debug)]
pub(crate) struct Fuzzer {
    child: Child,
    /// Where its jobs work.
    tmp: PathBuf,
    log: PathBuf,
    /// When it is told to end.
    end: Instant,
    /// When it is killed, once it was told to end.
    kill: Option<Instant>,
}

impl Fuzzer {
    /// Has the program of a target fuzz with so many jobs for a time. Its counts are written to `tmp`, a folder in that
    /// of the campaign. By itself it ends soon after the time, should the campaign be killed.
    pub(crate) fn start(
        folder: &Folder,
        target: &str,
        jobs: u16,
        time: Duration,
        tmp: &str,
    ) -> Result<Fuzzer, Failure> {
        let log = folder.join(format!("logs/{target}.log"));
        let mut command = Command::new(folder.join("bin").join(target));
        // Paths without blanks, whatever the folder is called: the fuzzer builds command lines of them.
        command
            .arg0(format!("bin/{target}"))
            .current_dir(folder.path())
            .arg(format!("-fork={jobs}"))
            .args(["-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"])
            .arg(format!("-max_total_time={}", time.as_secs().max(1)))
            .args([format!("-timeout={SLOWEST}"), format!("-report_slow_units={SLOWEST}")])
            .arg(format!("-artifact_prefix=artifacts/{target}/"))
            .args([format!("corpus/{target}"), format!("seeds/{target}")])
            // What `cargo fuzz run` sets too: the check takes Rust's linking for a fault.
            .env("ASAN_OPTIONS", "detect_odr_violation=0")
            .env("TMPDIR", tmp)
            .env(superko_fuzz::FOLDER, tmp)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(&log)?.into_parts().0)
            .process_group(0);
        let missing = |error| Failure::untestable(format!("the fuzzer {target}: {error}"));
        let child = command.spawn().map_err(missing)?;
        let (tmp, end) = (folder.join(tmp), Instant::now() + time.saturating_sub(EARLY));
        Ok(Fuzzer { child, tmp, log, end, kill: None })
    }

    /// Whether it runs. It is ended in time, and soon if the campaign is interrupted: first in good order, then by a
    /// signal to all its processes.
    pub(crate) fn runs(&mut self, interrupted: bool) -> Result<bool, Failure> {
        if self.child.try_wait()?.is_some() {
            // Jobs that outlive it by a fault of its own must not outlive the slice.
            self.signal();
            return Ok(false);
        }
        let now = Instant::now();
        if now >= self.end || interrupted {
            self.stop();
            let [usual, haste] = GRACE;
            let kill = now + if interrupted { haste } else { usual };
            let kill = self.kill.map_or(kill, |before| before.min(kill));
            self.kill = Some(kill);
            if now >= kill {
                self.signal();
            }
        }
        Ok(true)
    }

    /// What it said last: the edges that it reached, if it came to that, and some lines.
    pub(crate) fn said(&self) -> (Option<u64>, String) {
        let log = fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().collect();
        (coverage(&log), lines[lines.len().saturating_sub(LINES)..].join("\n"))
    }

    /// Tells the jobs to end, so that what they found is taken over.
    fn stop(&self) {
        for name in files(&self.tmp).iter().filter(|name| name.starts_with("libFuzzerTemp")) {
            // Without it the fuzzer is killed when the grace is over.
            let _ = fs::write(self.tmp.join(name).join("STOP"), "1");
        }
    }

    /// Kills all its processes.
    fn signal(&self) {
        if let Ok(group) = i32::try_from(self.child.id()) {
            // There may be none of them left.
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }
}

impl Drop for Fuzzer {
    fn drop(&mut self) {
        self.signal();
        // It is gone, or cannot be waited for.
        let _ = self.child.wait();
    }
}

/// The edges that were reached, as a fuzzer said last in a line such as `#9: cov: 12 ft: 34 corp: 5 exec/s: 6 ...`.
fn coverage(log: &str) -> Option<u64> {
    log.lines().rev().find_map(|line| {
        let (number, rest) = line.strip_prefix('#')?.split_once(": cov: ")?;
        number.parse::<u64>().ok()?;
        rest.split(' ').next()?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_status_is_read() {
        let other =
            "#2\tINITED cov: 12 ft: 13 corp: 1/1b\n#x: cov: 1 ft: 2\nsuperko lockstep: 30 s\n";
        let status = "#170462: cov: 1840 ft: 9216 corp: 1102 exec/s: 3991 oom/timeout/crash: 0/0/2 time: 46s job: 9\n";
        assert_eq!(coverage(&format!("#1: cov: 7 ft: 8\n{status}{other}")), Some(1840));
        assert_eq!(coverage(other), None);
    }
}
