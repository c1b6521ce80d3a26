//! Signals that ask the program to end. The run stops as soon as it can and prints its report, however often and in
//! whatever order they come.

use super::{Exit, Failure};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether the program was asked to end, and by what.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt {
    /// The last signal, or 0.
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Listens from now on.
    pub(crate) fn listen() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt { signal: Arc::default() };
        let listen = |number: i32| {
            let value = usize::try_from(number).map_err(io::Error::other)?;
            flag::register_usize(number, Arc::clone(&interrupt.signal), value)
        };
        #[cfg(unix)]
        let signals = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
        #[cfg(not(unix))]
        let signals = [SIGINT, SIGTERM];
        for number in signals {
            listen(number).map_err(|error| Failure {
                exit: Exit::Internal,
                message: format!("cannot listen for signals: {error}"),
            })?;
        }
        Ok(interrupt)
    }

    /// Whether it was asked to end.
    pub(crate) fn is_set(&self) -> bool {
        self.signal.load(Ordering::Relaxed) != 0
    }

    /// How the program ends then: as a shell has it of a program that ctrl-C ends, or of one that was told to terminate.
    pub(crate) fn exit(&self) -> Exit {
        match self.signal.load(Ordering::Relaxed) {
            number if i32::try_from(number) == Ok(SIGINT) => Exit::Interrupted,
            _ => Exit::Terminated,
        }
    }
}
