use crate::engine::Fault;
use crate::gtp::{Malformed, ReplyReader};
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::ops::RangeInclusive;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The text of a reply: an answer, or a complaint.
pub(super) type Body = Result<String, String>;

/// How many commands may be under way at once: few on an engine that takes its time, for what is under way when it
/// turns out to be wrong must be waited for; many on a fast one.
const WINDOW: RangeInclusive<usize> = 8..=128;

/// An engine is fast if it goes through half a window in this time.
const FAST: Duration = Duration::from_millis(2);

/// How long the answers of a fast engine are let pile up while enough is under way: to be woken for each of them would
/// cost it more time than to answer.
const NAP: Duration = Duration::from_micros(50);

/// The highest number that a command gets. Some engines read small numbers only, and a campaign goes on for days.
const LAST_ID: u32 = 99_999;

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
    /// Commands in line, the first of them under way.
    ordered: VecDeque<String>,
    /// How many of them are under way.
    under_way: usize,
    /// How many may be.
    window: usize,
    /// When some were last sent because half of these were answered.
    refilled: Instant,
    /// What of these the engine has not taken yet.
    unwritten: Vec<u8>,
    /// The number of the command that was sent last.
    sent: u32,
    /// The number of the command that was answered last.
    answered: u32,
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
            ordered: VecDeque::new(),
            under_way: 0,
            window: *WINDOW.start(),
            refilled: Instant::now(),
            unwritten: Vec::new(),
            sent: 0,
            answered: 0,
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
        self.order(commands.iter().cloned());
        commands.iter().map(|_| self.answer()).collect()
    }

    /// Puts commands in line behind those that are not answered yet, and sends what may be under way.
    pub(super) fn order(&mut self, commands: impl IntoIterator<Item = String>) {
        self.ordered.extend(commands);
        self.send();
    }

    /// The command that the next answer is for, if any is in line.
    pub(super) fn due(&self) -> Option<&String> {
        self.ordered.front()
    }

    /// Waits for the next answer, and keeps the engine busy with what is in line behind.
    ///
    /// # Panics
    ///
    /// If no command is in line.
    pub(super) fn answer(&mut self) -> Result<Body, Fault> {
        let mut deadline = None;
        loop {
            let command = self.ordered.front().expect("a command is in line");
            let malformed = |malformed: Malformed| {
                let what = malformed.to_string();
                Fault::Protocol { command: command.clone(), what }
            };
            if let Some(reply) = self.reader.next_reply().map_err(malformed)? {
                let due = next_id(self.answered);
                if let Some(id) = reply.id.filter(|&id| id != due) {
                    let what = format!("a reply to command {id}, where {due} was due");
                    return Err(Fault::Protocol { command: command.clone(), what });
                }
                if self.under_way == 0 {
                    let what = "a reply that nobody asked for".to_owned();
                    return Err(Fault::Protocol { command: command.clone(), what });
                }
                self.ordered.pop_front();
                self.under_way -= 1;
                self.answered = due;
                if self.under_way < self.window / 2 && self.under_way < self.ordered.len() {
                    self.refill();
                }
                return Ok(reply.body);
            }
            if self.under_way > WINDOW.end() / 2 {
                std::thread::sleep(NAP);
            }
            self.send();
            let deadline = *deadline.get_or_insert_with(|| Instant::now() + self.timeout);
            let wanted = self.wait(deadline);
            let command = || self.ordered.front().cloned().unwrap_or_default();
            match wanted {
                Event::Progress => {}
                Event::End => return Err(self.ended(&command())),
                Event::Late => return Err(self.late(&command())),
            }
        }
    }

    /// Takes back the commands that were not sent yet, and lets the answers to the others go by.
    pub(super) fn forget(&mut self) -> Result<(), Fault> {
        self.ordered.truncate(self.under_way);
        while !self.ordered.is_empty() {
            let _passed = self.answer()?;
        }
        Ok(())
    }

    /// Sends more, and learns how fast the engine is.
    fn refill(&mut self) {
        let now = Instant::now();
        let window = match now - self.refilled < FAST {
            true => self.window * 2,
            false => self.window / 2,
        };
        self.window = window.clamp(*WINDOW.start(), *WINDOW.end());
        self.refilled = now;
        self.send();
    }

    /// Sends of what is in line as much as may be under way, as far as the engine will take it now.
    fn send(&mut self) {
        while let Some(command) = self.ordered.get(self.under_way)
            && self.under_way < self.window
        {
            self.sent = next_id(self.sent);
            self.under_way += 1;
            self.unwritten.extend_from_slice(format!("{} {command}\n", self.sent).as_bytes());
        }
        while let Some(stdin) = &mut self.stdin
            && !self.unwritten.is_empty()
        {
            match stdin.write(&self.unwritten) {
                Ok(count) => drop(self.unwritten.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // The engine closed its input. What it still has to say is read first.
                Err(_) => self.stdin = None,
            }
        }
    }

    /// Waits until something can be read, or written if anything is unwritten, and reads it.
    fn wait(&mut self, deadline: Instant) -> Event {
        let left = deadline.saturating_duration_since(Instant::now());
        let millis = left.as_micros().div_ceil(1000);
        let limit = PollTimeout::try_from(millis).unwrap_or(PollTimeout::MAX);
        let mut fds = vec![PollFd::new(self.stdout.as_fd(), PollFlags::POLLIN)];
        if let Some(stderr) = &self.stderr {
            fds.push(PollFd::new(stderr.as_fd(), PollFlags::POLLIN));
        }
        if !self.unwritten.is_empty()
            && let Some(stdin) = &self.stdin
        {
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

/// The number of the command after the one of this number.
fn next_id(id: u32) -> u32 {
    id % LAST_ID + 1
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
    fn what_is_in_line_can_be_taken_back() {
        let mut process = shell(ECHO, 5000);
        process.order((0..1000).map(|n| format!("number {n}")));
        assert_eq!(process.answer().unwrap().as_deref(), Ok("number 0"));
        assert_eq!(process.due().map(String::as_str), Some("number 1"));
        process.forget().unwrap();
        assert_eq!(process.due(), None);
        assert!(process.sent <= 128, "{} sent", process.sent);
        assert_eq!(ask(&mut process, "once more").unwrap().as_deref(), Ok("once more"));
    }

    #[test]
    fn the_numbers_of_commands_begin_again() {
        let mut process = shell(ECHO, 5000);
        (process.sent, process.answered) = (LAST_ID - 2, LAST_ID - 2);
        let commands: Vec<String> = (0..5).map(|n| format!("number {n}")).collect();
        let answers = process.ask_all(&commands).unwrap();
        assert!(answers.into_iter().map(Result::unwrap).eq(commands));
        assert_eq!((process.sent, process.answered), (3, 3));
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
