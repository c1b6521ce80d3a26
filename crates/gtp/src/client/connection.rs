//! Connects to a program. Commands are asked ahead if possible, and a program that is lost is started again.

use super::confirm;
use super::options::GtpOptions;
use super::process::{CommandsToHere, Process};
use crate::Body;
use superko_engine::{Fault, ProbeFault, quote};

/// Sends commands to a program, each after the answer to the one before, up to `quit`. The answers do not matter.
///
/// # Errors
///
/// If the program cannot be started, or a fault ends it.
pub fn converse(
    program: &[String],
    options: &GtpOptions,
    commands: &[String],
) -> Result<(), Fault> {
    let mut process = Process::start(program, options)?;
    for command in commands.iter().take_while(|command| *command != "quit") {
        let _answer = process.ask_all(std::slice::from_ref(command))?;
    }
    Ok(())
}

/// The connection to an engine: a process, and a new one after a fault.
#[derive(Debug)]
pub(super) struct Connection {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// The options for running the program.
    pub(super) options: GtpOptions,
    process: Option<Process>,
    /// The fault that ended the last process, as long as there is no other one.
    lost: Option<Fault>,
    /// The commands sent to the process that was lost.
    lost_after: CommandsToHere,
    /// The number of times that the engine was started again after a fault.
    pub(super) restarts: u32,
    /// Whether the process has not begun a game yet.
    is_fresh: bool,
    /// Whether an earlier process wrote stray lines, which were skipped.
    skipped: bool,
    /// The crashes and hangs outside of games that are faults of the engine.
    pub(super) faults: Vec<ProbeFault>,
}

impl Connection {
    /// Makes the connection to a program, which is not started yet.
    pub(super) fn new(command: &[String], options: GtpOptions) -> Connection {
        Connection {
            command: command.to_vec(),
            options,
            process: None,
            lost: None,
            lost_after: CommandsToHere::default(),
            restarts: 0,
            is_fresh: true,
            faults: Vec::new(),
            skipped: false,
        }
    }

    /// Returns the commands sent to the current or last process, up to the unanswered one.
    pub(super) fn commands_to_here(&self) -> CommandsToHere {
        match &self.process {
            Some(process) => process.commands_to_here(),
            None => self.lost_after.clone(),
        }
    }

    /// Returns the answered commands of the game, each with whether the answer was an error.
    pub(super) fn game(&self) -> Vec<(String, bool)> {
        self.process.as_ref().map_or_else(Vec::new, Process::game)
    }

    /// Continues with another process, which is at the same point of the game.
    pub(super) fn adopt(&mut self, process: Process) {
        self.hang_up();
        self.process = Some(process);
    }

    /// Returns whether a process wrote lines outside of replies, which were skipped.
    pub(super) fn has_skipped(&self) -> bool {
        self.skipped || self.process.as_ref().is_some_and(Process::has_skipped)
    }

    /// Describes the first reply of the process that did not repeat the number of its command, if any.
    pub(super) fn unnumbered_reply(&self) -> Option<String> {
        self.process.as_ref()?.unnumbered.clone()
    }

    /// Looks into a fault outside of games, and keeps it.
    pub(super) fn look_into(&mut self, fault: &Fault) -> Option<ProbeFault> {
        let commands = self.commands_to_here();
        let reported = confirm::look_into(&self.command, &self.options, fault, commands);
        reported.clone().into_iter().for_each(|reported| self.tell(reported));
        reported
    }

    /// Keeps a fault, but not twice.
    pub(super) fn tell(&mut self, fault: ProbeFault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// Returns the process. Starts one if there is none.
    pub(super) fn process(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            self.restarts += u32::from(self.lost.is_some());
            self.is_fresh = true;
        }
        match &mut self.process {
            Some(process) => Ok(process),
            none => Ok(none.insert(Process::start(&self.command, &self.options)?)),
        }
    }

    /// Records that a game begins. Returns whether it is the first one of the process.
    pub(super) fn begin(&mut self) -> bool {
        std::mem::replace(&mut self.is_fresh, false)
    }

    /// Ends the process, and does not count the last loss.
    pub(super) fn forgive(&mut self) {
        self.hang_up();
        self.lost = None;
    }

    /// Ends the process. This does not count as a loss.
    pub(super) fn hang_up(&mut self) {
        self.skipped = self.has_skipped();
        self.process = None;
    }

    /// Sends commands ahead that will be asked next, if nothing else comes between.
    pub(super) fn prefetch(&mut self, commands: Vec<String>) {
        self.forget();
        if let Some(process) = &mut self.process {
            process.queue(commands);
        }
    }

    /// Drops the commands sent ahead, because a new game begins.
    pub(super) fn forget(&mut self) {
        let forgotten = self.process.as_mut().map_or(Ok(()), Process::drop_unanswered);
        if forgotten.is_err() {
            // A fault during these commands belongs to no game.
            self.forgive();
        }
    }

    /// Asks commands, or waits for the answers to those sent ahead. A fault ends the process. Without a process, the
    /// fault that ended it is returned again.
    pub(super) fn ask(&mut self, commands: &[String]) -> Result<Vec<Body>, Fault> {
        let Some(process) = &mut self.process else {
            return Err(self.lost.clone().unwrap_or_else(|| Fault::Protocol {
                command: commands.first().cloned().unwrap_or_default(),
                what: "no game was begun".to_owned(),
            }));
        };
        let mut bodies = Vec::with_capacity(commands.len());
        for (place, command) in commands.iter().enumerate() {
            match process.due() {
                None => process.queue(commands[place..].iter().cloned()),
                Some(due) if due == command => {}
                Some(due) => {
                    // The engine is ahead of the game: its answers are not about this position.
                    let what = format!("it was asked `{due}` ahead");
                    return Err(self.distrust(command, what));
                }
            }
            match process.answer() {
                Ok(body) => bodies.push(body),
                Err(fault) => return Err(self.lose(fault)),
            }
        }
        Ok(bodies)
    }

    /// Returns the end of standard error.
    pub(super) fn standard_error(&mut self) -> String {
        self.process.as_mut().map_or_else(String::new, Process::standard_error)
    }

    /// Ends the process because of a fault.
    pub(super) fn lose(&mut self, fault: Fault) -> Fault {
        self.lost_after = self.commands_to_here();
        self.hang_up();
        self.lost = Some(fault.clone());
        fault
    }

    /// Ends the process because of an error reply without reason.
    pub(super) fn complained(&mut self, command: &str, text: &str) -> Fault {
        self.distrust(command, format!("it complains: `{}`", quote(text)))
    }

    /// Ends the process because of an answer.
    pub(super) fn distrust(&mut self, command: &str, what: String) -> Fault {
        self.lose(Fault::Protocol { command: command.to_owned(), what })
    }
}
