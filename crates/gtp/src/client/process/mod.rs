//! Holds a conversation with an engine: numbered commands, several of them pending at once, with a time limit for each.
//!
//! In: commands. Out: the text of the replies, or the fault that ended the conversation.

mod answered;
mod pipes;
#[cfg(unix)]
mod polled;
#[cfg(any(test, not(unix)))]
mod threaded;
mod tree;
#[cfg(unix)]
mod watcher;

use super::log::{Conversation, Stream};
use super::options::GtpOptions;
use crate::{Body, Malformed, Reply, ReplyReader};
use answered::Answered;
pub(super) use answered::CommandsToHere;
use pipes::{Output, Pipes};
#[cfg(unix)]
use polled::PolledPipes as SystemPipes;
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};
use std::{io, thread};
use superko_engine::{Fault, quote};
#[cfg(not(unix))]
use threaded::ThreadedPipes as SystemPipes;
use tree::{PipeEnds, ProcessTree};

/// The smallest and the largest number of commands pending at once. A slow engine gets few, because the answers to pending
/// commands must be waited for even if nobody needs them any more. A fast engine gets many.
const WINDOW: RangeInclusive<usize> = 8..=512;

/// The time for which the pending commands should keep an engine busy.
const BUSY: Duration = Duration::from_millis(4);

/// The number of answers up to which most of the time goes into waking up. With more pending commands, the answers of a
/// fast engine are left to pile up. After no more answers than this, the pace is not measured.
const FEW_ANSWERS: usize = 4;

/// The shortest sleep that is worth its cost, and the longest sleep. An engine that is faster than expected is idle for the
/// rest of a sleep.
const NAP: RangeInclusive<Duration> = Duration::from_micros(200)..=Duration::from_micros(500);

/// The time for an engine to end after it closed its output.
const GRACE: Duration = Duration::from_millis(500);

/// The time between two looks at the stop condition.
const POLL: Duration = Duration::from_millis(50);

/// The highest number of a command. After it the numbers begin again, because some engines read only small numbers and a
/// campaign runs for days.
const LAST_ID: u32 = 99_999;

/// An engine: a program that answers commands. Dropping it kills the program and all processes that it started.
///
/// An engine that reads nothing, or writes without end, runs into the time limit. After a fault the process is of no
/// more use.
#[derive(Debug)]
pub(super) struct Process {
    tree: ProcessTree,
    pipes: Box<dyn Pipes>,
    reader: ReplyReader,
    /// The options for running the engine.
    pub(super) options: GtpOptions,
    conversation: Conversation,
    /// Whether the engine has answered any command yet.
    is_up: bool,
    /// The unanswered commands in order. The first of them are pending, the others not sent yet.
    unanswered: VecDeque<String>,
    /// The number of pending commands.
    pending: usize,
    /// The time that the engine takes for an answer.
    pace: Duration,
    /// The time since which the pace is measured, and the number of answers since then.
    measured: (Instant, usize),
    /// The time of the last output.
    heard: Instant,
    /// The description of the first reply that did not repeat the number of its command, if any.
    pub(super) unnumbered: Option<String>,
    /// The commands that were answered.
    answered_commands: Answered,
    /// The number of the command that was sent last.
    sent: u32,
    /// The number of the command that was answered last.
    answered: u32,
}

impl Process {
    /// Starts a program, without a shell.
    pub(super) fn start(command: &[String], options: &GtpOptions) -> Result<Process, Fault> {
        Process::start_with(SystemPipes::new, command, options)
    }

    /// Starts a program, with a choice of how to serve its pipes.
    fn start_with<P: Pipes + 'static>(
        serve: fn(PipeEnds, Stream) -> io::Result<P>,
        command: &[String],
        options: &GtpOptions,
    ) -> Result<Process, Fault> {
        let line = command.join(" ");
        let failed = |what: String| Fault::Start { command: line.clone(), what };
        let (program, arguments) =
            command.split_first().ok_or_else(|| failed("there is no command".to_owned()))?;
        let start_fault = |error: io::Error| failed(error.to_string());
        if options.stop.is_set() {
            return Err(Fault::Stopped { command: line, waited: Duration::ZERO });
        }
        let (tree, ends) =
            ProcessTree::start(program, arguments, options.memory).map_err(start_fault)?;
        let conversation = options.log.conversation(&line);
        let pipes = serve(ends, conversation.errors()).map_err(start_fault)?;
        Ok(Process {
            tree,
            pipes: Box::new(pipes),
            reader: options.reader(),
            options: options.clone(),
            conversation,
            is_up: false,
            unanswered: VecDeque::new(),
            pending: 0,
            pace: BUSY,
            measured: (Instant::now(), 0),
            heard: Instant::now(),
            unnumbered: None,
            answered_commands: Answered::new(),
            sent: 0,
            answered: 0,
        })
    }

    /// Asks several commands at once. Returns the answers in the order of the commands.
    pub(super) fn ask_all(&mut self, commands: &[String]) -> Result<Vec<Body>, Fault> {
        self.queue(commands.iter().cloned());
        commands.iter().map(|_| self.answer()).collect()
    }

    /// Queues commands behind the unanswered ones, and sends as many as may be pending.
    pub(super) fn queue(&mut self, commands: impl IntoIterator<Item = String>) {
        if self.pending == 0 {
            self.measured = (Instant::now(), 0);
        }
        self.unanswered.extend(commands);
        self.send();
    }

    /// Returns the command that the next answer is for, if any.
    pub(super) fn due(&self) -> Option<&String> {
        self.unanswered.front()
    }

    /// Waits for the next answer, and keeps the engine busy with the queued commands.
    ///
    /// # Panics
    ///
    /// If no command is queued.
    pub(super) fn answer(&mut self) -> Result<Body, Fault> {
        let answer = self.wait_for_answer();
        if let Err(fault) = &answer {
            self.conversation.failed(fault);
        }
        answer
    }

    fn wait_for_answer(&mut self) -> Result<Body, Fault> {
        assert!(!self.unanswered.is_empty(), "a command is queued");
        let begun = Instant::now();
        let (mut deadline, mut late) = (None, false);
        loop {
            match self.reader.next_reply() {
                Ok(Some(reply)) => return self.take(reply),
                Ok(None) if late => return Err(self.timeout_fault()),
                Ok(None) => {}
                Err(stray @ Malformed::Garbage(_)) => {
                    return Err(self
                        .protocol_fault(format!("{stray} (--skip-stray-lines skips such lines)")));
                }
                Err(malformed) => return Err(self.protocol_fault(malformed.to_string())),
            }
            self.send();
            // On other systems than Unix, the shortest sleep takes longer than all answers of a fast engine.
            let half = self.pace * self.pending as u32 / 2;
            if cfg!(unix) && self.pending > FEW_ANSWERS && half > *NAP.start() {
                thread::sleep(half.min(*NAP.end()));
            }
            if self.options.stop.is_set() {
                let waited = begun.elapsed();
                return Err(Fault::Stopped { command: self.due_or_empty(), waited });
            }
            let now = Instant::now();
            let deadline = *deadline.get_or_insert_with(|| now + self.time_limit());
            // Output that is there when the time is over still counts. Later output does not.
            late = now >= deadline;
            match self.pipes.read(deadline.min(now + POLL)) {
                Output::Bytes(bytes) => {
                    self.heard = Instant::now();
                    self.conversation.received(&bytes);
                    self.reader.feed(&bytes);
                }
                Output::End => return Err(self.exit_fault()),
                Output::Late if Instant::now() < deadline => {}
                Output::Late => return Err(self.timeout_fault()),
            }
        }
    }

    /// Takes a reply as the answer that is due.
    fn take(&mut self, reply: Reply) -> Result<Body, Fault> {
        let due = next_id(self.answered);
        if let Some(id) = reply.id.filter(|&id| id != due) {
            return Err(
                self.protocol_fault(format!("a reply to command {id} instead of command {due}"))
            );
        }
        if self.pending == 0 {
            return Err(self.protocol_fault("a reply to no command".to_owned()));
        }
        if reply.id.is_none() && self.unnumbered.is_none() {
            let begins = if reply.body.is_ok() { '=' } else { '?' };
            let asked = quote(&self.due_or_empty());
            self.unnumbered = Some(format!(
                "the reply to `{due} {asked}` begins with `{begins}`, not with `{begins}{due}`"
            ));
        }
        self.is_up = true;
        if let Some(command) = self.unanswered.pop_front() {
            self.answered_commands.push(command, reply.body.is_err());
        }
        self.pending -= 1;
        self.answered = due;
        self.measured.1 += 1;
        if self.pending < self.window() / 2 && self.pending < self.unanswered.len() {
            self.measure_pace();
            self.send();
        } else if self.unanswered.is_empty() && self.measured.1 > FEW_ANSWERS {
            self.measure_pace();
        }
        Ok(reply.body)
    }

    /// Returns the commands up to the one that is due.
    pub(super) fn commands_to_here(&self) -> CommandsToHere {
        self.answered_commands.to(self.due())
    }

    /// Returns the answered commands of the game, each with whether the answer was an error.
    pub(super) fn game(&self) -> Vec<(String, bool)> {
        self.answered_commands.game().cloned().collect()
    }

    /// Returns whether the engine wrote lines outside of replies, which were skipped.
    pub(super) fn has_skipped(&self) -> bool {
        self.reader.has_skipped()
    }

    /// Returns whether the program ends within this time.
    pub(super) fn ends_within(&mut self, limit: Duration) -> bool {
        self.tree.exit_within(limit).is_some()
    }

    /// Drops the commands that were not sent yet, and ignores the answers to the pending ones.
    pub(super) fn drop_unanswered(&mut self) -> Result<(), Fault> {
        self.unanswered.truncate(self.pending);
        while !self.unanswered.is_empty() {
            let _ignored = self.answer()?;
        }
        Ok(())
    }

    /// Measures the pace of the engine.
    fn measure_pace(&mut self) {
        let (since, answers) = self.measured;
        // Answers that came together with earlier ones do not show the pace.
        if self.heard > since {
            self.measured = (self.heard, 0);
            let answers = u32::try_from(answers).unwrap_or(u32::MAX);
            self.pace = (self.heard - since) / answers.max(1);
        }
    }

    /// Returns how many commands may be pending at this pace.
    fn window(&self) -> usize {
        let busy = BUSY.as_nanos() / self.pace.as_nanos().max(1);
        usize::try_from(busy).unwrap_or(usize::MAX).clamp(*WINDOW.start(), *WINDOW.end())
    }

    /// Sends as many queued commands as may be pending.
    fn send(&mut self) {
        let (window, mut bytes) = (self.window(), Vec::new());
        while let Some(command) = self.unanswered.get(self.pending)
            && self.pending < window
        {
            self.sent = next_id(self.sent);
            self.pending += 1;
            bytes.extend_from_slice(format!("{} {command}\n", self.sent).as_bytes());
        }
        if !bytes.is_empty() {
            self.conversation.sent(&bytes);
            self.pipes.write(&bytes);
        }
    }

    /// Returns the fault of an engine that breaks the protocol.
    fn protocol_fault(&self, what: String) -> Fault {
        Fault::Protocol { command: self.due_or_empty(), what }
    }

    /// Returns the time limit for the next answer.
    fn time_limit(&self) -> Duration {
        let GtpOptions { timeout, start, .. } = self.options;
        if self.is_up { timeout } else { start }
    }

    /// Returns the fault of an engine that did not answer in time.
    fn timeout_fault(&mut self) -> Fault {
        let limit = self.time_limit();
        if let Some(begun) = self.reader.unfinished() {
            let seconds = limit.as_secs_f64();
            return self.protocol_fault(format!(
                "the reply that begins with `{begun}` did not end with a blank line within {seconds} s (--timeout \
                 allows more)"
            ));
        }
        Fault::Timeout { command: self.due_or_empty(), limit, stderr: self.last_words() }
    }

    /// Returns the fault of an engine that closed its standard output.
    fn exit_fault(&mut self) -> Fault {
        let status = match self.tree.exit_within(GRACE) {
            Some(status) => status.to_string(),
            None => "it closed its standard output".to_owned(),
        };
        Fault::Exit { command: self.due_or_empty(), status, stderr: self.last_words() }
    }

    /// Returns the command that is due, as a fault names it; empty if there is none.
    fn due_or_empty(&self) -> String {
        self.due().cloned().unwrap_or_default()
    }

    /// Returns the end of standard error so far.
    pub(super) fn standard_error(&mut self) -> String {
        self.pipes.stderr_tail()
    }

    /// Kills the engine. Returns the end of its standard error.
    fn last_words(&mut self) -> String {
        self.tree.kill();
        self.pipes.stderr_tail()
    }
}

/// Returns the number of the next command.
fn next_id(id: u32) -> u32 {
    id % LAST_ID + 1
}

#[cfg(all(test, unix))]
mod tests {
    use super::pipes::{PIECE, TAIL};
    use super::polled::PolledPipes;
    use super::threaded::ThreadedPipes;
    use super::*;
    use crate::client::options::Stop;

    /// Starts two processes that run a script, one for each way to serve pipes.
    fn shells(script: &str, timeout: u64) -> [Process; 2] {
        let command = ["sh", "-c", script].map(str::to_owned);
        let timeout = Duration::from_millis(timeout);
        started(&command, &GtpOptions { timeout, start: timeout, ..GtpOptions::default() })
    }

    fn started(command: &[String], options: &GtpOptions) -> [Process; 2] {
        let polled = Process::start_with(PolledPipes::new, command, options);
        let threaded = Process::start_with(ThreadedPipes::new, command, options);
        [polled, threaded].map(|process| process.expect("there is a shell"))
    }

    fn ask(process: &mut Process, command: &str) -> Result<Body, Fault> {
        process.ask_all(&[command.to_owned()]).map(|mut bodies| bodies.remove(0))
    }

    /// A script that answers every command with the text of the command.
    const ECHO: &str = r#"while read id text; do printf '=%s %s\n\n' "$id" "$text"; done"#;

    #[test]
    fn answers_come_in_order_however_many_are_under_way() {
        for mut process in shells(ECHO, 5000) {
            let commands: Vec<String> = (0..200).map(|n| format!("number {n}")).collect();
            let answers = process.ask_all(&commands).unwrap();
            assert!(answers.into_iter().map(Result::unwrap).eq(commands));
            assert_eq!(ask(&mut process, "once more").unwrap().as_deref(), Ok("once more"));
        }
    }

    #[test]
    fn the_pace_is_measured_over_several_answers_and_not_over_one() {
        for mut process in shells(ECHO, 5000) {
            assert!(ask(&mut process, "one").is_ok());
            assert_eq!(process.pace, BUSY);
            let few: Vec<String> = (0..=FEW_ANSWERS).map(|n| format!("number {n}")).collect();
            assert!(process.ask_all(&few).is_ok());
            assert_ne!(process.pace, BUSY);
        }
    }

    #[test]
    fn queued_commands_can_be_dropped() {
        for mut process in shells(ECHO, 5000) {
            process.queue((0..1000).map(|n| format!("number {n}")));
            assert_eq!(process.answer().unwrap().as_deref(), Ok("number 0"));
            assert_eq!(process.due().map(String::as_str), Some("number 1"));
            process.drop_unanswered().unwrap();
            assert_eq!(process.due(), None);
            assert!(process.sent <= 128, "{} sent", process.sent);
            assert_eq!(ask(&mut process, "once more").unwrap().as_deref(), Ok("once more"));
        }
    }

    #[test]
    fn the_numbers_of_commands_begin_again() {
        for mut process in shells(ECHO, 5000) {
            (process.sent, process.answered) = (LAST_ID - 2, LAST_ID - 2);
            let commands: Vec<String> = (0..5).map(|n| format!("number {n}")).collect();
            let answers = process.ask_all(&commands).unwrap();
            assert!(answers.into_iter().map(Result::unwrap).eq(commands));
            assert_eq!((process.sent, process.answered), (3, 3));
        }
    }

    #[test]
    fn a_reply_to_another_command_is_a_fault() {
        for mut process in shells("read line; printf '=7 x\\n\\n'; sleep 60", 5000) {
            let fault = ask(&mut process, "name").unwrap_err();
            let what = "a reply to command 7 instead of command 1".to_owned();
            assert_eq!(fault, Fault::Protocol { command: "name".to_owned(), what });
        }
    }

    #[test]
    fn an_engine_that_reads_nothing_meets_the_deadline() {
        let start = Instant::now();
        let long = vec!["x".repeat(10_000); 100];
        for mut process in shells("sleep 60", 300) {
            assert_eq!(process.ask_all(&long).unwrap_err().kind(), "timeout");
        }
        // This one answers, but reads nothing.
        for mut process in shells("while :; do printf '?\\n\\n'; done", 300) {
            let fault = process.ask_all(&long);
            assert!(fault.is_err() || fault.is_ok_and(|bodies| bodies.len() == 100));
        }
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn an_engine_that_goes_on_byte_by_byte_meets_the_deadline() {
        for script in [
            "printf =; while :; do printf x; done",
            "printf =; while :; do printf x; sleep 0.01; done",
        ] {
            for mut process in shells(script, 300) {
                let start = Instant::now();
                let fault = ask(&mut process, "name").unwrap_err().to_string();
                assert!(fault.contains("did not end with a blank line within 0.3 s"), "{fault}");
                assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
            }
        }
    }

    #[test]
    fn full_pipes_on_both_sides_are_no_deadlock() {
        let script = "long=$(head -c 100000 /dev/zero | tr '\\0' x); while read id text; \
                      do printf '=%s %s\\n\\n' $id $long; printf '%s\\n' $long >&2; done";
        let commands = vec!["x".repeat(10_000); 100];
        for mut process in shells(script, 5000) {
            let answers = process.ask_all(&commands).unwrap();
            assert!(
                answers.iter().all(|body| body.as_ref().is_ok_and(|text| text.len() == 100_000))
            );
        }
    }

    #[test]
    fn an_engine_that_writes_unasked_has_to_wait() {
        for mut process in shells("yes =", 5000) {
            thread::sleep(Duration::from_millis(200));
            process.tree.kill();
            let mut kept = 0;
            let deadline = Instant::now() + Duration::from_secs(5);
            while let Output::Bytes(bytes) = process.pipes.read(deadline) {
                kept += bytes.len();
            }
            assert!((1..=32 * PIECE).contains(&kept), "{kept} bytes");
            assert_eq!(process.pipes.read(deadline), Output::End);
        }
    }

    #[test]
    fn an_engine_that_closes_its_input_is_still_heard() {
        let script =
            "read line; exec <&-; printf '=1 x\\n\\n'; sleep 0.2; printf '=2 y\\n\\n'; exit 4";
        for mut process in shells(script, 5000) {
            assert_eq!(ask(&mut process, "name").unwrap().as_deref(), Ok("x"));
            let long = "x".repeat(200_000);
            assert_eq!(ask(&mut process, &long).unwrap().as_deref(), Ok("y"));
            let fault = ask(&mut process, "version").unwrap_err().to_string();
            assert!(fault.contains("(exit status: 4) when asked `version`"), "{fault}");
        }
    }

    #[test]
    fn the_end_of_the_standard_error_is_told() {
        let script = "read line; seq 1 100000 >&2; echo last words >&2; exit 3";
        for mut process in shells(script, 5000) {
            let Fault::Exit { command, status, stderr } = ask(&mut process, "name").unwrap_err()
            else {
                panic!("it exits")
            };
            assert_eq!((command.as_str(), status.as_str()), ("name", "exit status: 3"));
            assert!(stderr.ends_with("100000\nlast words") && stderr.len() <= TAIL, "{stderr}");
        }
    }

    #[test]
    fn the_first_answer_may_take_longer() {
        let script = "sleep 0.7; read id text; printf '=%s up\\n\\n' $id; sleep 60";
        let command = ["sh", "-c", script].map(str::to_owned);
        let timeout = Duration::from_millis(300);
        let options = GtpOptions { timeout, start: timeout * 10, ..GtpOptions::default() };
        for mut process in started(&command, &options) {
            assert_eq!(ask(&mut process, "name").unwrap().as_deref(), Ok("up"));
            let fault = ask(&mut process, "version").unwrap_err().to_string();
            assert_eq!(
                fault,
                "no answer to `version` within 0.3 s (--timeout allows more, --start-timeout for the first answer)"
            );
        }
    }

    #[test]
    fn the_first_answer_may_have_to_come_sooner() {
        let command = ["sh", "-c", "sleep 60"].map(str::to_owned);
        let start = Duration::from_millis(300);
        let options = GtpOptions { timeout: start * 100, start, ..GtpOptions::default() };
        for mut process in started(&command, &options) {
            let fault = ask(&mut process, "name").unwrap_err().to_string();
            assert!(fault.starts_with("no answer to `name` within 0.3 s"), "{fault}");
        }
    }

    #[test]
    fn an_engine_can_be_given_up_whatever_it_does() {
        for script in ["sleep 60", "printf =; while :; do printf x; sleep 0.01; done", "yes >&2"] {
            let command = ["sh", "-c", script].map(str::to_owned);
            let over = Instant::now() + Duration::from_millis(200);
            let stop = Stop::when(move || Instant::now() > over);
            let options = GtpOptions { stop, ..GtpOptions::default() };
            for mut process in started(&command, &options) {
                let fault = ask(&mut process, "name").unwrap_err();
                let expected = |command: &str, waited: Duration| {
                    command == "name" && waited < Duration::from_secs(1)
                };
                assert!(
                    matches!(&fault, Fault::Stopped { command, waited } if expected(command, *waited)),
                    "{fault:?}"
                );
                assert!(over.elapsed() < Duration::from_secs(1), "{:?}", over.elapsed());
            }
            let fault = Process::start(&command, &options).unwrap_err();
            assert_eq!(fault.kind(), "stopped");
        }
    }

    /// A daemon leaves the process group and keeps the pipes open. Nobody must wait for it.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_pipe_that_stays_open_keeps_nobody_waiting() {
        for mut process in shells("setsid sleep 20 & sleep 0.2; echo gone >&2", 300) {
            let start = Instant::now();
            let fault = ask(&mut process, "name").unwrap_err().to_string();
            assert!(fault.contains("standard error ends: gone"), "{fault}");
            drop(process);
            assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        }
    }
}
