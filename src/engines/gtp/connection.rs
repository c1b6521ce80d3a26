//! The line to a program: commands are asked, ahead where that can be, and a program that is lost is started again.

use super::confirm;
use super::options::GtpOptions;
use super::process::{CommandsToHere, Process};
use crate::engine::{Fault, ProbeFault, quote};
use crate::gtp::Body;

/// Sends commands as they stand in a file to a program, each when the one before is answered, up to `quit`. What the
/// answers say does not matter.
///
/// # Errors
///
/// If the program cannot be started, or is lost over a command.
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

/// The line to an engine: a process, and another one when it is lost.
#[derive(Debug)]
pub(super) struct Connection {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// How the program is talked to.
    pub(super) options: GtpOptions,
    process: Option<Process>,
    /// The fault by which the process was lost, while there is none.
    lost: Option<Fault>,
    /// The commands to the process that was lost.
    lost_after: CommandsToHere,
    /// How often the engine was lost and started again.
    pub(super) restarts: u32,
    /// Whether no game was begun since the process was started.
    is_fresh: bool,
    /// Whether a process that was ended wrote stray lines, which were skipped.
    skipped: bool,
    /// The crashes and hangs outside of games that are faults of the engine.
    pub(super) faults: Vec<ProbeFault>,
}

impl Connection {
    /// A line to a program that is not started yet.
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

    /// The commands up to the one that the engine was lost over.
    pub(super) fn commands_to_here(&self) -> CommandsToHere {
        match &self.process {
            Some(process) => process.commands_to_here(),
            None => self.lost_after.clone(),
        }
    }

    /// The commands of the game that the engine has answered, each with whether that was an error.
    pub(super) fn game(&self) -> Vec<(String, bool)> {
        self.process.as_ref().map_or_else(Vec::new, Process::game)
    }

    /// Goes on with another process, which was brought to where the game is.
    pub(super) fn adopt(&mut self, process: Process) {
        self.hang_up();
        self.process = Some(process);
    }

    /// Whether a process wrote lines that are no part of a reply, and were skipped.
    pub(super) fn has_skipped(&self) -> bool {
        self.skipped || self.process.as_ref().is_some_and(Process::has_skipped)
    }

    /// The first reply of the process that did not repeat the number of its command, and what is wrong with it.
    pub(super) fn bare_reply(&self) -> Option<String> {
        self.process.as_ref()?.bare.clone()
    }

    /// Looks into a fault that is not told with a game, and keeps it.
    pub(super) fn look_into(&mut self, fault: &Fault) -> Option<ProbeFault> {
        let commands = self.commands_to_here();
        let told = confirm::look_into(&self.command, &self.options, fault, commands);
        told.clone().into_iter().for_each(|told| self.tell(told));
        told
    }

    /// Keeps a fault, once.
    pub(super) fn tell(&mut self, fault: ProbeFault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// Returns the process, and starts it if there is none.
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

    /// Whether no game was begun since the process was started; from now on one is.
    pub(super) fn begin(&mut self) -> bool {
        std::mem::replace(&mut self.is_fresh, false)
    }

    /// Does not count the last loss.
    pub(super) fn forgive(&mut self) {
        self.hang_up();
        self.lost = None;
    }

    /// Ends the process, which does not count as a loss.
    pub(super) fn hang_up(&mut self) {
        self.skipped = self.has_skipped();
        self.process = None;
    }

    /// Asks ahead what will be asked next, if nothing else comes between.
    pub(super) fn prefetch(&mut self, commands: Vec<String>) {
        self.forget();
        if let Some(process) = &mut self.process {
            process.order(commands);
        }
    }

    /// Gives up what was asked ahead, for a new game begins.
    pub(super) fn forget(&mut self) {
        let forgotten = self.process.as_mut().map_or(Ok(()), Process::forget);
        if forgotten.is_err() {
            // What it was lost over is of no game that it should have been in.
            self.forgive();
        }
    }

    /// Asks, or waits for what was asked ahead. A fault ends the process. Without a process, the fault that
    /// ended it is returned again.
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
                None => process.order(commands[place..].iter().cloned()),
                Some(due) if due == command => {}
                Some(due) => {
                    // The engine is ahead of the game: nothing that it says now is about this position.
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

    /// The end of what the process wrote to its standard error.
    pub(super) fn standard_error(&mut self) -> String {
        self.process.as_mut().map_or_else(String::new, Process::standard_error)
    }

    /// Gives the process up.
    pub(super) fn lose(&mut self, fault: Fault) -> Fault {
        self.lost_after = self.commands_to_here();
        self.hang_up();
        self.lost = Some(fault.clone());
        fault
    }

    /// Gives the process up because it complains where it has no reason to.
    pub(super) fn complained(&mut self, command: &str, text: &str) -> Fault {
        self.distrust(command, format!("it complains: `{}`", quote(text)))
    }

    /// Gives the process up because of an answer.
    pub(super) fn distrust(&mut self, command: &str, what: String) -> Fault {
        self.lose(Fault::Protocol { command: command.to_owned(), what })
    }
}
