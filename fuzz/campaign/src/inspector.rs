//! Looks at the inputs that fuzzers leave behind, one after the other, each in a process of its own: what faults or
//! hangs there does not take the campaign along.

use crate::artifact::{Artifact, Kind};
use crate::findings::{Outcome, Shown};
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an input may take that is not made shorter.
const LIMIT: Duration = Duration::from_secs(120);

/// What is to be done with an input.
struct Order {
    artifact: Artifact,
    patience: Duration,
}

/// What came of an input.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// The input.
    pub(crate) artifact: Artifact,
    /// How long it was tried to make its game shorter.
    pub(crate) patience: Duration,
    /// What it shows.
    pub(crate) outcome: Outcome,
}

/// A thread that looks at inputs.
#[derive(Debug)]
pub(crate) struct Inspector {
    orders: Sender<Order>,
    reports: Receiver<Report>,
    /// Orders without a report.
    pending: usize,
}

impl Inspector {
    /// Starts the thread; `program` is a copy of this program.
    pub(crate) fn start(program: PathBuf) -> Inspector {
        let (orders, queue) = channel::<Order>();
        let (send, reports) = channel();
        thread::spawn(move || {
            for Order { artifact, patience } in queue {
                let outcome = inspect(&program, &artifact, patience);
                if send.send(Report { artifact, patience, outcome }).is_err() {
                    break;
                }
            }
        });
        Inspector { orders, reports, pending: 0 }
    }

    /// Orders that an input is looked at.
    pub(crate) fn order(&mut self, artifact: Artifact, patience: Duration) {
        // The thread ends only with this value.
        if self.orders.send(Order { artifact, patience }).is_ok() {
            self.pending += 1;
        }
    }

    /// A report that has come in.
    pub(crate) fn report(&mut self) -> Option<Report> {
        let report = self.reports.try_recv().ok()?;
        self.pending -= 1;
        Some(report)
    }

    /// Whether there is nothing left to be done.
    pub(crate) fn is_idle(&self) -> bool {
        self.pending == 0
    }
}

/// Looks at an input. What took too long or too much memory is not run again.
fn inspect(program: &PathBuf, artifact: &Artifact, patience: Duration) -> Outcome {
    let gone = |what: &str, how: &str| Outcome {
        id: format!("{}.{what}", artifact.target),
        shown: Shown::Gone(how.to_owned()),
    };
    match artifact.kind {
        Kind::Timeout => return gone("timeout", "The input took the fuzzer too long."),
        Kind::Memory => return gone("memory", "The input took too much memory, or lost some."),
        Kind::Crash => {}
    }
    let mut command = Command::new(program);
    command.arg("inspect").arg(&artifact.target).arg(&artifact.path);
    command.arg("--patience").arg(patience.as_secs().to_string());
    let run = match run(command, LIMIT + 2 * patience) {
        Ok(Some(run)) => run,
        Ok(None) => return gone("hangs", "The input does not come to an end."),
        Err(error) => return gone("not-inspected", &format!("It could not be run: {error}.")),
    };
    match run {
        (status, text) if status.success() => match serde_json::from_slice(&text) {
            Ok(Some(outcome)) => outcome,
            Ok(None) => gone(
                "not-again",
                "It ended the fuzzer, but finds nothing when it is run alone: is a state kept between inputs, or does \
                 the fault show with the fuzzer's instrumentation only?",
            ),
            Err(error) => gone("not-inspected", &format!("Its report cannot be read: {error}.")),
        },
        (status, _) => {
            let signal = status.signal().map(|signal| format!("signal-{signal}"));
            let how = format!("It ends any process that runs it: {status}.");
            gone(&signal.unwrap_or_else(|| "not-inspected".to_owned()), &how)
        }
    }
}

/// Runs a program for a limited time and returns how it ended and what it printed; nothing if the time was up.
fn run(mut command: Command, limit: Duration) -> std::io::Result<Option<(ExitStatus, Vec<u8>)>> {
    // In a group of its own, so that an interrupt from the terminal does not end it and is not taken for its fault.
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let mut child = command.spawn()?;
    let mut stdout = child.stdout.take().expect("it is piped");
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        // A text that is cut short is no JSON.
        let _ = stdout.read_to_end(&mut text);
        text
    });
    let until = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some((status, reader.join().unwrap_or_default())));
        }
        if Instant::now() >= until {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(kind: Kind) -> Artifact {
        let (target, file) = ("setup".to_owned(), "crash-1".to_owned());
        Artifact { target, file, path: PathBuf::from("crash-1"), kind }
    }

    #[test]
    fn what_cannot_be_run_again_is_told_by_its_kind() {
        let none = PathBuf::from("no such program");
        for (kind, id) in [
            (Kind::Timeout, "setup.timeout"),
            (Kind::Memory, "setup.memory"),
            (Kind::Crash, "setup.not-inspected"),
        ] {
            assert_eq!(inspect(&none, &artifact(kind), Duration::ZERO).id, id);
        }
    }

    #[test]
    fn a_process_is_waited_for_and_not_for_ever() {
        let sleep = |seconds: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("echo null; sleep {seconds}")]);
            command
        };
        let (status, text) = run(sleep("0"), Duration::from_secs(20)).unwrap().unwrap();
        assert!(status.success() && text == b"null\n");
        let mut hangs = Command::new("sleep");
        hangs.arg("60");
        assert!(run(hangs, Duration::from_millis(50)).unwrap().is_none());
    }

    #[test]
    fn orders_are_reported_on_in_their_order() {
        let mut inspector = Inspector::start(PathBuf::from("no such program"));
        assert!(inspector.is_idle());
        inspector.order(artifact(Kind::Timeout), Duration::ZERO);
        inspector.order(artifact(Kind::Memory), Duration::from_secs(1));
        let mut ids = Vec::new();
        while !inspector.is_idle() {
            ids.extend(inspector.report().map(|report| report.outcome.id));
        }
        assert_eq!(ids, ["setup.timeout", "setup.memory"]);
    }
}
