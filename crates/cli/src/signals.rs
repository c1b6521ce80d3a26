//! Signals that ask the program to end. A run stops as soon as it can and prints its report, however often and in whatever
//! order they come. A command without a report to save ends at once.

use super::{Exit, Failure, output};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The time that a reader may take for a part of the report after the program was asked to end.
const PATIENCE: Duration = Duration::from_millis(600);

/// The request to end the program, if there was one.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt {
    /// The last signal, or 0.
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Listens from now on. Without a report to save, the program ends at the first signal.
    pub(crate) fn listen(reports: bool) -> Result<Interrupt, Failure> {
        let interrupt = Interrupt { signal: Arc::default() };
        let mut signals = vec![SIGINT, SIGTERM];
        // Without a report, `nohup` keeps its effect.
        #[cfg(unix)]
        signals.extend(reports.then_some(signal_hook::consts::SIGHUP));
        for number in signals {
            interrupt.listen_to(number, reports).map_err(|error| {
                Failure::internal(format!("cannot listen for signals: {error}"))
            })?;
        }
        if reports {
            let interrupt = interrupt.clone();
            std::thread::spawn(move || interrupt.end_unread());
        }
        Ok(interrupt)
    }

    /// Ends the program once it was asked to end, if nobody reads what it writes.
    fn end_unread(&self) {
        let (mut before, mut since) = (None, Instant::now());
        loop {
            std::thread::sleep(PATIENCE / 10);
            let now = output::waits_after().filter(|_| self.is_set());
            if now.is_none() || now != before {
                (before, since) = (now, Instant::now());
            } else if since.elapsed() > PATIENCE {
                std::process::exit(self.exit() as i32);
            }
        }
    }

    fn listen_to(&self, number: i32, reports: bool) -> io::Result<()> {
        let value = usize::try_from(number).map_err(io::Error::other)?;
        if reports {
            flag::register_usize(number, Arc::clone(&self.signal), value)?;
        } else {
            let always = Arc::new(AtomicBool::new(true));
            flag::register_conditional_shutdown(number, Exit::of_signal(value) as i32, always)?;
        }
        Ok(())
    }

    /// Returns whether the program was asked to end.
    pub(crate) fn is_set(&self) -> bool {
        self.signal.load(Ordering::Relaxed) != 0
    }

    /// Returns the exit code of the program that was asked to end.
    pub(crate) fn exit(&self) -> Exit {
        Exit::of_signal(self.signal.load(Ordering::Relaxed))
    }
}

impl Exit {
    /// Returns the exit code for a signal, as shells report it: for ctrl-C, or for any other.
    fn of_signal(number: usize) -> Exit {
        match i32::try_from(number) {
            Ok(SIGINT) => Exit::Interrupted,
            _ => Exit::Terminated,
        }
    }
}
