use super::codec::{Malformed, Reply, ReplyReader};
use crate::subject::Fault;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The text of a reply: an answer, or a complaint.
pub(super) type Body = Result<String, String>;

/// How many commands may be under way at once.
const WINDOW: usize = 32;

/// How much of the standard error is kept.
const TAIL: usize = 2048;

/// How long an engine that closed its output may take to end.
const GRACE: Duration = Duration::from_millis(500);

/// An engine: a process of its own in a process group of its own, killed with all its group when dropped.
///
/// One thread serves all three pipes, and none of them can block it: an engine that reads nothing, or writes without
/// end, meets the deadline. After a fault the process is of no more use.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// `None` once the engine closed it.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// `None` once the engine closed it.
    stderr: Option<ChildStderr>,
    reader: ReplyReader,
    buffer: Vec<u8>,
    tail: Vec<u8>,
    timeout: Duration,
    id: u32,
    reaped: bool,
}

/// What happened on the pipes.
enum Event {
    /// Something was read or can be written.
    Progress,
    /// The engine closed its standard output.
    End,
    /// The deadline passed.
    Late,
}

impl Process {
    /// Starts a program, without a shell.
    pub(super) fn start(command: &[String], timeout: Duration) -> Result<Process, Fault> {
        let line = command.join(" ");
        let failed = |what: String| Fault::Start { command: line.clone(), what };
        let (program, arguments) =
            command.split_first().ok_or_else(|| failed("there is no command".to_owned()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let stderr = child.stderr.take();
        let process = Process {
            child,
            stdin: Some(stdin),
            stdout,
            stderr,
            reader: ReplyReader::default(),
            buffer: vec![0; 1 << 16],
            tail: Vec::new(),
            timeout,
            id: 0,
            reaped: false,
        };
        if let Some(stdin) = &process.stdin {
            fcntl(stdin, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))
                .map_err(|error| failed(error.to_string()))?;
        }
        Ok(process)
    }

    /// Asks several things at once; the answers stand in the order of the commands.
    pub(super) fn ask_all(&mut self, commands: &[String]) -> Result<Vec<Body>, Fault> {
        let first = self.id;
        let mut sent = 0;
        let mut unwritten: Vec<u8> = Vec::new();
        let mut bodies = Vec::with_capacity(commands.len());
        let mut deadline = Instant::now() + self.timeout;
        while bodies.len() < commands.len() {
            while sent < commands.len() && sent - bodies.len() < WINDOW {
                self.id += 1;
                unwritten.extend_from_slice(format!("{} {}\n", self.id, commands[sent]).as_bytes());
                sent += 1;
            }
            self.write(&mut unwritten);
            let command = &commands[bodies.len()];
            match self.wait(deadline, !unwritten.is_empty()) {
                Event::Progress => {}
                Event::End => return Err(self.ended(command)),
                Event::Late => return Err(self.late(command)),
            }
            while let Some(reply) = self.next_reply(commands.get(bodies.len()))? {
                let due = first + 1 + u32::try_from(bodies.len()).unwrap_or(u32::MAX);
                let wrong = reply.id.is_some_and(|id| id != due);
                if wrong || bodies.len() == sent {
                    let what = match reply.id {
                        Some(id) => format!("a reply to command {id}, where {due} was due"),
                        None => "a reply that nobody asked for".to_owned(),
                    };
                    let command = commands.get(bodies.len()).or(commands.last());
                    let command = command.cloned().unwrap_or_default();
                    return Err(Fault::Protocol { command, what });
                }
                bodies.push(reply.body);
                deadline = Instant::now() + self.timeout;
            }
        }
        Ok(bodies)
    }

    fn next_reply(&mut self, command: Option<&String>) -> Result<Option<Reply>, Fault> {
        self.reader.next_reply().map_err(|malformed: Malformed| Fault::Protocol {
            command: command.cloned().unwrap_or_default(),
            what: malformed.to_string(),
        })
    }

    /// Writes what the engine will take now.
    fn write(&mut self, unwritten: &mut Vec<u8>) {
        while let Some(stdin) = &mut self.stdin
            && !unwritten.is_empty()
        {
            match stdin.write(unwritten) {
                Ok(count) => drop(unwritten.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // The engine closed its input. What it still has to say is read first.
                Err(_) => self.stdin = None,
            }
        }
    }

    /// Waits until something can be read, or written if that is wanted, and reads it.
    fn wait(&mut self, deadline: Instant, writing: bool) -> Event {
        let left = deadline.saturating_duration_since(Instant::now());
        let millis = left.as_micros().div_ceil(1000);
        let limit = PollTimeout::try_from(millis).unwrap_or(PollTimeout::MAX);
        let mut fds = vec![PollFd::new(self.stdout.as_fd(), PollFlags::POLLIN)];
        if let Some(stderr) = &self.stderr {
            fds.push(PollFd::new(stderr.as_fd(), PollFlags::POLLIN));
        }
        if writing && let Some(stdin) = &self.stdin {
            fds.push(PollFd::new(stdin.as_fd(), PollFlags::POLLOUT));
        }
        match poll(&mut fds, limit) {
            Err(Errno::EINTR) => return Event::Progress,
            Ok(0) | Err(_) => return Event::Late,
            Ok(_) => {}
        }
        let ready = |place: usize| fds.get(place).is_some_and(|fd| fd.any().unwrap_or(true));
        let (output, errors) = (ready(0), self.stderr.is_some() && ready(1));
        if errors {
            self.read_errors();
        }
        if output {
            match self.stdout.read(&mut self.buffer) {
                Ok(0) => return Event::End,
                Ok(count) => self.reader.feed(&self.buffer[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Event::End,
            }
        } else if Instant::now() >= deadline {
            return Event::Late;
        }
        Event::Progress
    }

    /// Reads what is there of the standard error, and keeps the end of it.
    fn read_errors(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        match stderr.read(&mut self.buffer) {
            Ok(0) => self.stderr = None,
            Ok(count) => {
                self.tail.extend_from_slice(&self.buffer[..count]);
                let surplus = self.tail.len().saturating_sub(TAIL);
                self.tail.drain(..surplus);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => self.stderr = None,
        }
    }

    /// The fault of an engine that did not answer in time.
    fn late(&mut self, command: &str) -> Fault {
        let command = command.to_owned();
        let limit = self.timeout;
        if let Some(begun) = self.reader.unfinished() {
            let seconds = limit.as_secs_f64();
            let what = format!(
                "the reply begun with `{begun}` was not ended by a blank line in {seconds} s"
            );
            return Fault::Protocol { command, what };
        }
        Fault::Timeout { command, limit, stderr: self.stderr_tail() }
    }

    /// The fault of an engine that closed its standard output.
    fn ended(&mut self, command: &str) -> Fault {
        let deadline = Instant::now() + GRACE;
        while !self.has_exited() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        let exited = self.has_exited();
        let stderr = self.stderr_tail();
        let status = match self.kill() {
            Ok(status) if exited => status.to_string(),
            _ => "it closed its standard output".to_owned(),
        };
        Fault::Exit { command: command.to_owned(), status, stderr }
    }

    /// Whether the process has exited; it is not reaped by the question, so that its group keeps its number.
    fn has_exited(&self) -> bool {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        match waitid(Id::Pid(self.pid()), flags) {
            Ok(WaitStatus::StillAlive) => false,
            Ok(_) | Err(_) => true,
        }
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id().cast_signed())
    }

    /// The end of the standard error, with what is there of it now.
    fn stderr_tail(&mut self) -> String {
        // Bounded, since an engine may write faster than it is read.
        for _ in 0..64 {
            let Some(stderr) = &self.stderr else { break };
            let mut fds = [PollFd::new(stderr.as_fd(), PollFlags::POLLIN)];
            if poll(&mut fds, PollTimeout::ZERO) != Ok(1) {
                break;
            }
            self.read_errors();
        }
        let text = String::from_utf8_lossy(&self.tail);
        // The first line of a tail that was cut is the end of one.
        let whole = match text.split_once('\n') {
            Some((_, rest)) if self.tail.len() == TAIL => rest,
            _ => &text,
        };
        whole.trim().to_owned()
    }

    /// Kills the whole group and reaps the process.
    fn kill(&mut self) -> std::io::Result<std::process::ExitStatus> {
        if !self.reaped {
            // It fails only when nothing is left of the group.
            let _ = killpg(self.pid(), Signal::SIGKILL);
            self.reaped = true;
        }
        self.child.wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Nobody is left to be told.
        let _ = self.kill();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, timeout: u64) -> Process {
        let command = ["sh", "-c", script].map(str::to_owned);
        Process::start(&command, Duration::from_millis(timeout)).expect("there is a shell")
    }

    fn ask(process: &mut Process, command: &str) -> Result<Body, Fault> {
        process.ask_all(&[command.to_owned()]).map(|mut bodies| bodies.remove(0))
    }

    /// Answers every command with its own text.
    const ECHO: &str = r#"while read id text; do printf '=%s %s\n\n' "$id" "$text"; done"#;

    #[test]
    fn answers_come_in_order_however_many_are_under_way() {
        let mut process = shell(ECHO, 5000);
        let commands: Vec<String> = (0..200).map(|n| format!("number {n}")).collect();
        let answers = process.ask_all(&commands).unwrap();
        assert!(answers.into_iter().map(Result::unwrap).eq(commands));
        assert_eq!(ask(&mut process, "once more").unwrap().as_deref(), Ok("once more"));
    }

    #[test]
    fn a_reply_to_another_command_is_a_fault() {
        let fault =
            ask(&mut shell("read line; printf '=7 x\\n\\n'; sleep 60", 5000), "name").unwrap_err();
        let what = "a reply to command 7, where 1 was due".to_owned();
        assert_eq!(fault, Fault::Protocol { command: "name".to_owned(), what });
    }

    #[test]
    fn an_engine_that_reads_nothing_meets_the_deadline() {
        let start = Instant::now();
        let long = vec!["x".repeat(10_000); 100];
        let fault = shell("sleep 60", 300).ask_all(&long).unwrap_err();
        assert_eq!(fault.kind(), "timeout");
        // It answers, but reads nothing.
        let endless = "while :; do printf '?\\n\\n'; done";
        let fault = shell(endless, 300).ask_all(&long);
        assert!(fault.is_err() || fault.is_ok_and(|bodies| bodies.len() == 100));
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn the_whole_group_is_killed_and_reaped() {
        let process = shell("sleep 60 & sleep 60", 300);
        let group = process.pid();
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(killpg(group, None), Ok(()));
        drop(process);
        let deadline = Instant::now() + Duration::from_secs(5);
        while killpg(group, None) != Err(Errno::ESRCH) {
            assert!(Instant::now() < deadline, "something is left of the group");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn the_end_of_the_standard_error_is_told() {
        let script = "read line; seq 1 100000 >&2; echo last words >&2; exit 3";
        let Fault::Exit { command, status, stderr } =
            ask(&mut shell(script, 5000), "name").unwrap_err()
        else {
            panic!("it exits")
        };
        assert_eq!((command.as_str(), status.as_str()), ("name", "exit status: 3"));
        assert!(stderr.ends_with("100000\nlast words") && stderr.len() <= TAIL, "{stderr}");
    }
}
