//! Defines the interface to the three pipes of a program, on all operating systems.

use super::super::log::Stream;
use std::fmt::Debug;
use std::io::{ErrorKind, Read};
use std::time::Instant;

/// The number of bytes of standard error that are kept.
pub(super) const TAIL: usize = 2048;

/// The largest number of bytes read at once.
pub(super) const PIECE: usize = 1 << 16;

/// The pipes of a program. No call waits longer than allowed, even if the program reads nothing, writes without end to
/// either side, or closes a pipe. The output that is kept is bounded.
pub(super) trait Pipes: Debug + Send {
    /// Queues bytes for standard input, and returns before they are written. If the program has closed its input, they
    /// are dropped, and its output is still read.
    fn write(&mut self, bytes: &[u8]);

    /// Waits for bytes of standard output.
    fn read(&mut self, deadline: Instant) -> Output;

    /// Returns the end of standard error.
    fn stderr_tail(&mut self) -> String;
}

/// The result of waiting for standard output.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// Bytes, at most [`PIECE`] of them.
    Bytes(Vec<u8>),
    /// The program closed its standard output.
    End,
    /// The deadline passed.
    Late,
}

/// The last [`TAIL`] bytes that were pushed. All bytes go to the log.
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

    /// Returns the bytes as text, without white space around it, and without a first line that was cut.
    pub(super) fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.kept);
        let whole = match text.split_once('\n') {
            Some((_, rest)) if self.kept.len() == TAIL => rest,
            _ => &text,
        };
        whole.trim().to_owned()
    }
}

/// Reads what a pipe holds, or waits for it if the pipe blocks. Returns nothing at the end of the pipe.
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
