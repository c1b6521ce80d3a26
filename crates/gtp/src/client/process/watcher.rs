//! Ends the processes of an engine if Superko itself is gone. Processes that left the process group are found by a mark
//! in their environment, and by their parents.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The environment variable that marks the processes of an engine. Every process that the engine starts inherits it,
/// even outside of its process group.
const VARIABLE: &str = "SUPERKO_ENGINE";

/// The script of the watcher. It waits for the end of its input, which comes when this program ends, in whatever way.
/// Then it kills a process group, which the first line of its input names, the descendants of the first process of that
/// group, and all processes with the mark, until none is found.
const SCRIPT: &str = r#"
trap '' HUP INT TERM QUIT
descendants() {
  for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
    echo "$child"
    descendants "$child"
  done
}
read -r group || group=
read -r rest
if [ -n "$group" ]; then
  below=$(descendants "$group")
  kill -KILL "-$group" 2>/dev/null
  for process in $below; do kill -KILL "$process" 2>/dev/null; done
fi
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  found=$(grep -lF "$1" /proc/[0-9]*/environ 2>/dev/null)
  [ -n "$found" ] || exit 0
  for file in $found; do
    process=${file#/proc/}
    kill -KILL "${process%/environ}" 2>/dev/null
  done
done
"#;

/// The mark of one engine's processes.
#[derive(Clone, Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// Makes a mark that no other engine has.
    pub(super) fn new() -> Mark {
        static MARKS: AtomicU64 = AtomicU64::new(0);
        let number = MARKS.fetch_add(1, Ordering::Relaxed);
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        // With `-end`, no mark is the beginning of another.
        Mark(format!("{}-{number}-{time}-end", std::process::id()))
    }

    /// Puts the mark on a program that is to be started.
    pub(super) fn put_on(&self, command: &mut Command) {
        command.env(VARIABLE, &self.0);
    }

    fn text(&self) -> String {
        format!("{VARIABLE}={}", self.0)
    }

    /// Kills all processes with the mark, on Linux only. This includes those that left the process group.
    pub(super) fn kill(&self) {
        #[cfg(target_os = "linux")]
        {
            const ROUNDS: usize = 20;
            // A process may start another before it is killed.
            let _ = (0..ROUNDS).find(|_| linux::kill_marked(self.text().as_bytes()) == 0);
        }
    }
}

/// The descendants of a process whose parents still run. They are found even if they cleared their environment. On
/// systems other than Linux, none are found.
#[derive(Debug, Default)]
pub(super) struct Descendants(Vec<u32>);

impl Descendants {
    /// Finds the descendants of a process.
    pub(super) fn of(process: u32) -> Descendants {
        #[cfg(target_os = "linux")]
        let found = linux::descendants(process);
        #[cfg(not(target_os = "linux"))]
        let found = Vec::new();
        Descendants(found)
    }

    /// Kills the descendants that still run.
    pub(super) fn kill(self) {
        #[cfg(target_os = "linux")]
        linux::kill_all(&self.0);
    }
}

/// A separate process that outlives this program, and ends the engine then.
#[derive(Debug)]
pub(super) struct Watcher(Option<Child>);

impl Watcher {
    /// Starts the watcher. Without a shell there is none.
    pub(super) fn start(mark: &Mark) -> Watcher {
        let mut command = Command::new("sh");
        command
            .args(["-c", SCRIPT, "superko-watcher", &mark.text()])
            .env_remove(VARIABLE)
            .current_dir("/")
            // Its own group keeps the signals of the terminal away.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Watcher(command.spawn().ok())
    }

    /// Tells the watcher the process group of the engine.
    pub(super) fn tell(&mut self, group: u32) {
        let input = self.0.as_mut().and_then(|child| child.stdin.as_mut());
        if let Some(input) = input {
            // An error means that the watcher is gone.
            let _ = writeln!(input, "{group}");
        }
    }

    /// Ends the watcher before it does anything.
    pub(super) fn dismiss(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.dismiss();
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{Pid, Signal, kill_process};
    use std::fs;

    /// Returns all descendants of a process, parents before their children.
    pub(super) fn descendants(process: u32) -> Vec<u32> {
        let mut found = vec![process];
        let mut place = 0;
        while let Some(parent) = found.get(place) {
            let threads = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten();
            let lists = threads
                .filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
            let lists: Vec<String> = lists.collect();
            let children = lists.iter().flat_map(|list| list.split_whitespace());
            found.extend(children.filter_map(|child| child.parse::<u32>().ok()));
            place += 1;
        }
        found.split_off(1)
    }

    /// Kills processes. Those that have already ended do not matter.
    pub(super) fn kill_all(processes: &[u32]) {
        for id in processes.iter().filter_map(|&process| Pid::from_raw(process.cast_signed())) {
            let _ = kill_process(id, Signal::KILL);
        }
    }

    /// Kills the processes with this mark in their environment. Returns how many there were.
    pub(super) fn kill_marked(mark: &[u8]) -> usize {
        let Ok(entries) = fs::read_dir("/proc") else { return 0 };
        let processes = entries.filter_map(|entry| {
            let entry = entry.ok()?;
            let id = entry.file_name().to_str()?.parse().ok().and_then(Pid::from_raw)?;
            let environment = fs::read(entry.path().join("environ")).ok()?;
            environment.split(|&byte| byte == 0).any(|variable| variable == mark).then_some(id)
        });
        processes.filter(|&id| kill_process(id, Signal::KILL).is_ok()).count()
    }
}
