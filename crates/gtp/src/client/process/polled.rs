//! Serves pipes on Unix: one thread for all three, which asks the operating system which of them are ready.

use super::super::log::Stream;
use super::pipes::{Output, PIECE, Pipes, Tail, read_piece};
use super::tree::PipeEnds;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

/// Pipes that never block.
#[derive(Debug)]
pub(super) struct PolledPipes {
    /// `None` once the program closed it.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// `None` once the program closed it.
    stderr: Option<ChildStderr>,
    /// The bytes that the program has not taken yet.
    unwritten: Vec<u8>,
    buffer: Vec<u8>,
    tail: Tail,
}

/// The pipes that can be read.
#[derive(Default)]
struct Ready {
    output: bool,
    errors: bool,
}

impl PolledPipes {
    pub(super) fn new(ends: PipeEnds, errors: Stream) -> io::Result<PolledPipes> {
        let PipeEnds { stdin, stdout, stderr } = ends;
        fcntl(&stdin, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        Ok(PolledPipes {
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            unwritten: Vec::new(),
            buffer: vec![0; PIECE],
            tail: Tail::new(errors),
        })
    }

    /// Writes as much as the program takes now.
    fn flush(&mut self) {
        while let Some(stdin) = &mut self.stdin
            && !self.unwritten.is_empty()
        {
            match stdin.write(&self.unwritten) {
                Ok(count) => drop(self.unwritten.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.stdin = None,
            }
        }
    }

    /// Waits until something can be read, or written if anything is unwritten.
    fn wait(&self, limit: Duration) -> Ready {
        let millis = limit.as_micros().div_ceil(1000);
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
        if poll(&mut fds, limit).unwrap_or(0) == 0 {
            return Ready::default();
        }
        let ready = |place: usize| fds.get(place).is_some_and(|fd| fd.any().unwrap_or(true));
        Ready { output: ready(0), errors: self.stderr.is_some() && ready(1) }
    }

    /// Reads what standard error holds now.
    fn read_errors(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        match read_piece(stderr, &mut self.buffer) {
            [] => self.stderr = None,
            bytes => self.tail.push(bytes),
        }
    }
}

impl Pipes for PolledPipes {
    fn write(&mut self, bytes: &[u8]) {
        self.unwritten.extend_from_slice(bytes);
        self.flush();
    }

    fn read(&mut self, deadline: Instant) -> Output {
        loop {
            self.flush();
            let left = deadline.saturating_duration_since(Instant::now());
            let ready = self.wait(left);
            if ready.errors {
                self.read_errors();
            }
            if ready.output {
                return match read_piece(&mut self.stdout, &mut self.buffer) {
                    [] => Output::End,
                    bytes => Output::Bytes(bytes.to_vec()),
                };
            }
            if left.is_zero() {
                return Output::Late;
            }
        }
    }

    fn stderr_tail(&mut self) -> String {
        // The loop is bounded, because a process that left the group may write on.
        for _ in 0..64 {
            if self.wait(Duration::ZERO).errors {
                self.read_errors();
            }
        }
        self.tail.text()
    }
}
