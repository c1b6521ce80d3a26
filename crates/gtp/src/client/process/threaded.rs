//! Serves pipes on systems that cannot say whether a pipe is ready: one thread for each pipe.

use super::super::log::Stream;
use super::pipes::{Output, PIECE, Pipes, Tail, read_piece};
use super::tree::{PipeEnds, within};
use std::io::{self, Read, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// The largest number of pieces of output that wait to be read. With more, the program has to wait.
const PIECES: usize = 16;

/// The time for the end of standard error to arrive after a program was killed.
const GRACE: Duration = Duration::from_millis(500);

/// Pipes that block threads of their own. The threads end when the program does. Nobody waits for them, because a
/// process that left the group may hold a pipe open.
#[derive(Debug)]
pub(super) struct ThreadedPipes {
    input: Sender<Vec<u8>>,
    output: Receiver<Vec<u8>>,
    tail: Arc<Mutex<Tail>>,
    errors: JoinHandle<()>,
}

impl ThreadedPipes {
    pub(super) fn new(ends: PipeEnds, errors: Stream) -> io::Result<ThreadedPipes> {
        let PipeEnds { stdin, stdout, stderr } = ends;
        let (input, unwritten) = channel();
        let (pieces, output) = sync_channel(PIECES);
        let tail = Arc::new(Mutex::new(Tail::new(errors)));
        let kept = Arc::clone(&tail);
        spawn(move || write_all(stdin, &unwritten))?;
        // This thread ends when the receiver is dropped.
        spawn(move || read_all(stdout, |bytes| pieces.send(bytes.to_vec()).is_ok()))?;
        let errors = spawn(move || {
            read_all(stderr, |bytes| {
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(bytes);
                true
            });
        })?;
        Ok(ThreadedPipes { input, output, tail, errors })
    }
}

impl Pipes for ThreadedPipes {
    fn write(&mut self, bytes: &[u8]) {
        // The thread is gone if the program closed its input.
        let _ = self.input.send(bytes.to_vec());
    }

    fn read(&mut self, deadline: Instant) -> Output {
        match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(bytes) => Output::Bytes(bytes),
            Err(RecvTimeoutError::Disconnected) => Output::End,
            Err(RecvTimeoutError::Timeout) => Output::Late,
        }
    }

    fn stderr_tail(&mut self) -> String {
        let _ = within(GRACE, || self.errors.is_finished().then_some(()));
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).text()
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    Builder::new().name("engine pipe".to_owned()).spawn(work)
}

/// Writes the bytes it receives, until the program stops reading or the sender is dropped.
fn write_all(mut stdin: ChildStdin, unwritten: &Receiver<Vec<u8>>) {
    for bytes in unwritten {
        if stdin.write_all(&bytes).is_err() {
            return;
        }
    }
}

/// Passes on what it reads, until the pipe ends or `take` wants no more.
fn read_all(mut pipe: impl Read, mut take: impl FnMut(&[u8]) -> bool) {
    let mut buffer = vec![0; PIECE];
    loop {
        let bytes = read_piece(&mut pipe, &mut buffer);
        if bytes.is_empty() || !take(bytes) {
            return;
        }
    }
}
