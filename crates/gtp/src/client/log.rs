//! Writes the log of the conversation with engines, word for word.

use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use superko_engine::{Fault, escaped};

/// The log of the conversation with engines; by default there is none.
///
/// Every line from either side is a line of the log, written at once: the seconds since the start of the log, the
/// number of the process in order of starting, a mark, and the text. The mark is `>` for commands, `<` for answers, `!`
/// for standard error, and `#` for events such as the start. Control characters, invisible marks and bytes that are not
/// text are escaped as in Rust. A line that cannot be written is lost, with no other effect. The last line of a process
/// counts what the conversation cost: each write and each read wakes one side up.
///
/// ```text
///     0.001207 1 # started: gnugo --mode gtp
///     0.001302 1 > 1 protocol_version
///     0.009511 1 < =1 2
///     0.009511 1 <
///     0.020113 1 # ended; commands: 1; writes: 1, 19 bytes; reads: 1, 6 bytes
/// ```
#[derive(Clone, Default)]
pub struct Log(Option<Arc<Shared>>);

struct Shared {
    begun: Instant,
    processes: AtomicU32,
    out: Mutex<Box<dyn Write + Send>>,
}

impl Log {
    /// Makes a log that begins now.
    pub fn to(out: impl Write + Send + 'static) -> Log {
        let out: Box<dyn Write + Send> = Box::new(out);
        let (begun, processes) = (Instant::now(), AtomicU32::new(0));
        Log(Some(Arc::new(Shared { begun, processes, out: Mutex::new(out) })))
    }

    /// Begins the conversation with a process that is started by this command line.
    pub(super) fn conversation(&self, command: &str) -> Conversation {
        let number = self.0.as_ref().map(|shared| {
            let number = shared.processes.fetch_add(1, Ordering::Relaxed) + 1;
            let started = format!("started: {command}");
            shared.write(&line(shared.begun.elapsed(), number, '#', started.as_bytes()));
            number
        });
        let output = self.stream(number.unwrap_or_default(), '<');
        Conversation { output, cost: Cost::default() }
    }

    /// Makes the stream of one pipe of a process, with a mark.
    fn stream(&self, number: u32, mark: char) -> Stream {
        Stream { log: self.clone(), number, mark, rest: Vec::new() }
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Log(on)" } else { "Log(off)" })
    }
}

impl Shared {
    fn write(&self, text: &str) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        // Errors of the log are ignored.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}

/// The conversation with one process.
#[derive(Debug)]
pub(super) struct Conversation {
    /// The stream of standard output.
    output: Stream,
    cost: Cost,
}

/// What a conversation costs besides the work of the engine.
#[derive(Debug, Default)]
struct Cost {
    commands: usize,
    writes: usize,
    written: usize,
    reads: usize,
    read: usize,
}

impl Conversation {
    /// Returns a stream for standard error.
    pub(super) fn errors(&self) -> Stream {
        self.output.log.stream(self.output.number, '!')
    }

    /// Logs whole lines that are sent to the engine.
    pub(super) fn sent(&mut self, bytes: &[u8]) {
        self.cost.commands += bytes.iter().filter(|&&byte| byte == b'\n').count();
        self.cost.writes += 1;
        self.cost.written += bytes.len();
        self.output.tell('>', bytes);
    }

    /// Logs output of the engine that was read at once, which may end within a line.
    pub(super) fn received(&mut self, bytes: &[u8]) {
        self.cost.reads += 1;
        self.cost.read += bytes.len();
        self.output.received(bytes);
    }

    /// Logs the fault that ends the conversation.
    pub(super) fn failed(&mut self, fault: &Fault) {
        if self.output.log.0.is_some() {
            self.output.tell_rest();
            self.output.tell('#', fault.to_string().as_bytes());
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.tell_rest();
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        self.output.tell_rest();
        let Cost { commands, writes, written, reads, read } = self.cost;
        let ended = format!(
            "ended; commands: {commands}; writes: {writes}, {written} bytes; reads: {reads}, {read} bytes"
        );
        self.output.tell('#', ended.as_bytes());
    }
}

/// The output of a process on one pipe, as the log gets it.
#[derive(Debug, Default)]
pub(super) struct Stream {
    log: Log,
    number: u32,
    mark: char,
    /// The output after the last whole line.
    rest: Vec<u8>,
}

impl Stream {
    /// Logs output, which may end within a line.
    pub(super) fn received(&mut self, bytes: &[u8]) {
        if self.log.0.is_none() {
            return;
        }
        self.rest.extend_from_slice(bytes);
        if let Some(end) = self.rest.iter().rposition(|&byte| byte == b'\n') {
            let whole: Vec<u8> = self.rest.drain(..=end).collect();
            self.tell(self.mark, &whole);
        }
    }

    /// Logs the rest, if the output did not end with a line end.
    fn tell_rest(&mut self) {
        if !self.rest.is_empty() {
            let rest = std::mem::take(&mut self.rest);
            self.tell(self.mark, &rest);
            self.tell('#', b"the line above was not ended");
        }
    }

    fn tell(&self, mark: char, bytes: &[u8]) {
        let Some(shared) = &self.log.0 else { return };
        let time = shared.begun.elapsed();
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let said = bytes.split(|&byte| byte == b'\n');
        shared.write(&said.map(|said| line(time, self.number, mark, said)).collect::<String>());
    }
}

/// Formats a line of the log.
fn line(time: Duration, number: u32, mark: char, said: &[u8]) -> String {
    let line = format!("{:12.6} {number} {mark} {}", time.as_secs_f64(), escaped(said));
    line.trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log that is kept in memory.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn every_line_has_its_time_its_process_and_its_side() {
        let kept = Kept::default();
        let log = Log::to(kept.clone());
        let mut first = log.conversation("engine --gtp");
        first.sent(b"1 name\n2 showboard\n");
        let mut second = log.conversation("engine\n--gtp");
        first.received(b"=1 GNU Go\r\n\n=");
        second.received(b"\x1b[31m\xff=\t\\\xe2\x80\xae");
        let mut errors = first.errors();
        errors.received(b"loading\nweights");
        first.received(b"2\n");
        drop(errors);
        drop(second);
        first.failed(&Fault::Stopped { command: "showboard".to_owned(), waited: Duration::ZERO });
        drop(first);
        let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        let (mut times, mut said) = (Vec::new(), Vec::new());
        for line in text.lines() {
            times.push(line[..12].trim().parse::<f64>().unwrap());
            said.push(&line[13..]);
        }
        assert!(times.is_sorted() && times[0] >= 0.0);
        assert_eq!(
            said,
            [
                "1 # started: engine --gtp",
                "1 > 1 name",
                "1 > 2 showboard",
                "2 # started: engine\\n--gtp",
                "1 < =1 GNU Go\\r",
                "1 <",
                "1 ! loading",
                "1 < =2",
                "1 ! weights",
                "1 # the line above was not ended",
                "2 < \\u{1b}[31m\\xff=\\t\\\\\\u{202e}",
                "2 # the line above was not ended",
                "2 # ended; commands: 0; writes: 0, 0 bytes; reads: 1, 12 bytes",
                "1 # stopped from outside while it was asked `showboard`",
                "1 # ended; commands: 2; writes: 1, 19 bytes; reads: 2, 15 bytes",
            ]
        );
        // Times are in seconds.
        let time = Duration::from_millis(61_500);
        assert_eq!(line(time, 3, '>', b"1 quit"), "   61.500000 3 > 1 quit\n");
    }

    #[test]
    fn without_a_log_nothing_is_kept() {
        let mut conversation = Log::default().conversation("engine");
        conversation.received(b"=1 without end");
        assert!(conversation.output.rest.is_empty());
    }
}
