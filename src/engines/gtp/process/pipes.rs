//! The interface of the three pipes of a program, for all operating systems.

use super::super::log::Stream;
use std::fmt::Debug;
use std::io::{ErrorKind, Read};
use std::time::Instant;

/// How much of the standard error is kept, in bytes.
pub(super) const TAIL: usize = 2048;

/// How many bytes are read at once.
pub(super) const PIECE: usize = 1 << 16;

/// The pipes of a program. None of them makes anybody wait longer than is allowed, whatever the program does: read
/// nothing, write without end to either side, or close a pipe. What is kept of its output is bounded.
pub(super) trait Pipes: Debug + Send {
    /// Takes over what is to be written to the standard input, and returns before it is written. Once the program has
    /// closed its input that goes nowhere; what it still has to say is read all the same.
    fn write(&mut self, bytes: &[u8]);

    /// Waits for some bytes of the standard output.
    fn read(&mut self, deadline: Instant) -> Output;

    /// The end of the standard error of a program that was killed.
    fn stderr_tail(&mut self) -> String;
}

/// What comes of waiting for the standard output.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// Bytes, at most [`PIECE`] of them.
    Bytes(Vec<u8>),
    /// The program closed it.
    End,
    /// The deadline passed.
    Late,
}

/// The last [`TAIL`] bytes of what is pushed, all of which is written down.
#[derive(Debug, Default)]
pub(super) struct Tail {
    kept: Vec<u8>,
    log: Stream,
}

impl Tail {
    pub(super) fn new(log: Stream) -> Tail {
        Tail { kept: Vec::new(), log }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.log.received(bytes);
        self.kept.extend_from_slice(bytes);
        let surplus = self.kept.len().saturating_sub(TAIL);
        self.kept.drain(..surplus);
    }

    /// As text, without white space around it, and without the rest of a first line that was cut.
    pub(super) fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.kept);
        let whole = match text.split_once('\n') {
            Some((_, rest)) if self.kept.len() == TAIL => rest,
            _ => &text,
        };
        whole.trim().to_owned()
    }
}

/// Reads what is there, or waits for it if the pipe blocks; nothing at the end of the pipe.
pub(super) fn read_piece<'a>(pipe: &mut impl Read, buffer: &'a mut [u8]) -> &'a [u8] {
    loop {
        match pipe.read(buffer) {
            Ok(count) => return &buffer[..count],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_is_cut_at_a_line() {
        let mut tail = Tail::default();
        tail.push(b" one line\n");
        assert_eq!(tail.text(), "one line");
        for number in 0..1000 {
            tail.push(format!("line {number}\n").as_bytes());
        }
        let text = tail.text();
        assert!(text.starts_with("line 7") && text.ends_with("line 998\nline 999"), "{text}");
        assert!(text.len() <= TAIL);
    }
}
