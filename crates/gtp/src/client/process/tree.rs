//! Runs a program and its descendants, which end together: a process group on Unix, a job object on Windows.

#[cfg(unix)]
use super::watcher::{Descendants, Mark, Watcher};
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The time for a killed program to be gone.
const GRACE: Duration = Duration::from_millis(500);

/// A running program with its descendants. All of them are killed on drop, and when Superko is killed.
///
/// A descendant may leave the process group, as daemons do. On Linux, it is found by its environment or by its parent,
/// unless it cleared its environment and its parent has ended. On other Unix systems it is not found. On Windows, no
/// descendant can leave.
#[derive(Debug)]
pub(super) struct ProcessTree {
    child: Box<dyn ChildWrapper>,
    killed: bool,
    #[cfg(unix)]
    mark: Mark,
    #[cfg(unix)]
    watcher: Watcher,
}

/// Superko's ends of the three pipes of a program.
pub(super) struct PipeEnds {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

impl ProcessTree {
    /// Starts a program, without a shell and without the interrupts of the terminal. `memory` limits the data of each
    /// of its processes, in bytes.
    pub(super) fn start(
        program: &str,
        arguments: &[String],
        memory: Option<u64>,
    ) -> io::Result<(ProcessTree, PipeEnds)> {
        if memory.is_some() && !cfg!(target_os = "linux") {
            let text = "memory can be limited on Linux only";
            return Err(io::Error::new(io::ErrorKind::Unsupported, text));
        }
        let mut command = CommandWrap::with_new(program, |command| {
            command
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
        });
        #[cfg(unix)]
        let mark = Mark::new();
        #[cfg(unix)]
        mark.put_on(command.command_mut());
        // The watcher starts first, so that the program is never without it.
        #[cfg(unix)]
        let mut watcher = Watcher::start(&mark);
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command
            .wrap(process_wrap::std::CreationFlags(
                windows::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP,
            ))
            .wrap(process_wrap::std::JobObject);
        let mut child = command.spawn()?;
        #[cfg(unix)]
        watcher.tell(child.id());
        let ends = PipeEnds {
            stdin: child.stdin().take().expect("standard input is piped"),
            stdout: child.stdout().take().expect("standard output is piped"),
            stderr: child.stderr().take().expect("standard error is piped"),
        };
        let tree = ProcessTree {
            child,
            killed: false,
            #[cfg(unix)]
            mark,
            #[cfg(unix)]
            watcher,
        };
        #[cfg(target_os = "linux")]
        if let Some(bytes) = memory {
            limit_memory(tree.child.id(), bytes)?;
        }
        Ok((tree, ends))
    }

    /// Returns how the program ended, if it ends within this time. Its descendants may continue.
    pub(super) fn exit_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        // `wait` has no limit, and on Windows it waits for news of the job object that may never come.
        within(limit, || self.child.try_wait().ok().flatten())
    }

    /// Kills the program and its descendants.
    pub(super) fn kill(&mut self) {
        // Killing happens once: later the number of the group may be that of another.
        if !self.killed {
            self.killed = true;
            // Descendants are found before their parents are gone. The number of an ended program may be that of
            // another.
            #[cfg(unix)]
            let descendants = match self.child.try_wait() {
                Ok(None) => Descendants::of(self.child.id()),
                _ => Descendants::default(),
            };
            // This fails only if nothing is left to kill.
            let _ = self.child.start_kill();
            #[cfg(unix)]
            {
                descendants.kill();
                self.mark.kill();
                self.watcher.dismiss();
            }
            let _ = self.exit_within(GRACE);
        }
    }
}

impl Drop for ProcessTree {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Limits the data of a process that was just started, and of all that it will start. The address space is not limited,
/// because some languages reserve more of it than there is memory.
#[cfg(target_os = "linux")]
fn limit_memory(process: u32, bytes: u64) -> io::Result<()> {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    // Without a process, the limit would be for Superko itself.
    let process = Pid::from_raw(process.cast_signed()).ok_or(io::ErrorKind::NotFound)?;
    prlimit(Some(process), Resource::Data, limit)?;
    Ok(())
}

/// Asks every millisecond until there is an answer, or the time is over.
pub(super) fn within<T>(limit: Duration, mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + limit;
    loop {
        let answer = ask();
        if answer.is_some() || Instant::now() >= deadline {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// Starts a program that starts another. Both run until they are killed.
    fn nested() -> (ProcessTree, PipeEnds) {
        let (program, arguments) = match cfg!(windows) {
            true => ("cmd", ["/C", "cmd /K"]),
            false => ("sh", ["-c", "sleep 60 & sleep 60"]),
        };
        ProcessTree::start(program, &arguments.map(str::to_owned), None).expect("there is a shell")
    }

    #[test]
    fn what_a_program_started_is_killed_with_it() {
        let (mut tree, PipeEnds { mut stdout, .. }) = nested();
        assert_eq!(tree.exit_within(Duration::from_millis(100)), None);
        let start = Instant::now();
        tree.kill();
        assert!(tree.exit_within(Duration::ZERO).is_some());
        // The pipe ends when nobody is left to write to it.
        stdout.read_to_end(&mut Vec::new()).unwrap();
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    }

    #[cfg(unix)]
    #[test]
    fn the_whole_group_is_killed_and_reaped() {
        use nix::errno::Errno;
        use nix::sys::signal::killpg;
        use nix::unistd::Pid;

        let (tree, _ends) = nested();
        let group = Pid::from_raw(tree.child.id().cast_signed());
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(killpg(group, None), Ok(()));
        drop(tree);
        let gone = || (killpg(group, None) == Err(Errno::ESRCH)).then_some(());
        assert!(within(Duration::from_secs(5), gone).is_some(), "something is left of the group");
    }

    /// Descendants in sessions of their own do not get the signal to the group.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_leaves_the_group_is_killed_too() {
        let script = "setsid sleep 61 & setsid sh -c 'sleep 62; sleep 63' & env -i setsid sleep 65 & \
                      env -i setsid sh -c 'sleep 66 & sleep 67' & sleep 0.2; echo up; sleep 64";
        let arguments = ["-c", script].map(str::to_owned);
        let (tree, PipeEnds { mut stdout, .. }) =
            ProcessTree::start("sh", &arguments, None).expect("there is a shell");
        let mut up = [0; 3];
        stdout.read_exact(&mut up).unwrap();
        let start = Instant::now();
        drop(tree);
        // All of them hold the pipe open.
        stdout.read_to_end(&mut Vec::new()).unwrap();
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_has_a_limit() {
        // The limit is more than the shell needs, and less than the variable needs.
        let script = "x=$(head -c 300000000 /dev/zero | tr '\\0' x); echo ${#x}";
        let arguments = ["-c", script].map(str::to_owned);
        for (memory, expected) in [(None, "300000000\n"), (Some(50_000_000), "")] {
            let (mut tree, PipeEnds { mut stdout, .. }) =
                ProcessTree::start("sh", &arguments, memory).expect("there is a shell");
            let mut output = String::new();
            stdout.read_to_string(&mut output).unwrap();
            assert_eq!(output, expected);
            let status = tree.exit_within(Duration::from_secs(5)).expect("it ends");
            assert_eq!(status.success(), memory.is_none());
        }
    }
}
