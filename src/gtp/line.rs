use super::process::{Body, Process};
use crate::subject::Fault;
use std::collections::VecDeque;
use std::time::Duration;

/// How often an engine that was lost is started again.
const RESTARTS: u32 = 10;

/// The line to an engine: a process, and another one when it is lost.
#[derive(Debug)]
pub(super) struct Line {
    command: Vec<String>,
    timeout: Duration,
    process: Option<Process>,
    /// What the process was lost by, while there is none.
    lost: Option<Fault>,
    restarts: u32,
    /// Commands that will be asked in this order if the engine agrees.
    foreseen: VecDeque<String>,
    /// Those of them that were asked ahead, and the answers.
    answered: VecDeque<(String, Body)>,
    /// Whether it was lost once while it was asked ahead, and is not asked ahead any more.
    step_by_step: bool,
}

/// How many commands are asked ahead at once.
const AHEAD: usize = 120;

impl Line {
    /// A line to a program that is not started yet.
    pub(super) fn new(command: &[String], timeout: Duration) -> Line {
        Line {
            command: command.to_vec(),
            timeout,
            process: None,
            lost: None,
            restarts: 0,
            foreseen: VecDeque::new(),
            answered: VecDeque::new(),
            step_by_step: false,
        }
    }

    /// The program and its arguments.
    pub(super) fn command(&self) -> &[String] {
        &self.command
    }

    /// How often the engine was lost and started again.
    pub(super) fn restarts(&self) -> u32 {
        self.restarts
    }

    /// The process, started if there is none.
    pub(super) fn process(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none()
            && let Some(lost) = self.lost.clone()
        {
            if self.restarts == RESTARTS {
                let what = format!("it was started again {RESTARTS} times, and lost again: {lost}");
                return Err(Fault::Start { command: self.command.join(" "), what });
            }
            self.restarts += 1;
        }
        match &mut self.process {
            Some(process) => Ok(process),
            none => Ok(none.insert(Process::start(&self.command, self.timeout)?)),
        }
    }

    /// Does not count the last loss.
    pub(super) fn forgive(&mut self) {
        self.process = None;
        self.lost = None;
    }

    /// Ends the process, which does not count as a loss.
    pub(super) fn hang_up(&mut self) {
        self.process = None;
    }

    /// Takes down what will be asked next, if nothing else comes between.
    pub(super) fn foresee(&mut self, commands: Vec<String>) {
        self.forget();
        if !self.step_by_step {
            self.foreseen = commands.into();
        }
    }

    /// Gives up what was asked ahead, for a new game begins.
    pub(super) fn forget(&mut self) {
        self.foreseen.clear();
        self.answered.clear();
    }

    /// Asks, or finds among what was asked ahead; a fault is the end of the process. Without a process, the fault
    /// that ended it is told again.
    pub(super) fn ask(&mut self, commands: &[String]) -> Result<Vec<Body>, Fault> {
        let mut bodies = Vec::with_capacity(commands.len());
        for command in commands {
            if self.answered.is_empty() && self.foreseen.front() == Some(command) {
                let next: Vec<String> =
                    self.foreseen.drain(..self.foreseen.len().min(AHEAD)).collect();
                let answers = self.ask_now(&next);
                // What an engine is lost over should be seen to come after what it did before.
                self.step_by_step |= answers.is_err();
                let answers = answers?;
                self.answered.extend(next.into_iter().zip(answers));
            }
            match self.answered.pop_front() {
                Some((asked, body)) if asked == *command => bodies.push(body),
                Some((asked, _)) => {
                    // The engine is ahead of the game: nothing that it says now is about this position.
                    let what = format!("it was asked `{asked}` ahead");
                    return Err(self.distrust(command, what));
                }
                None => {
                    self.foreseen.clear();
                    bodies.extend(self.ask_now(&commands[bodies.len()..])?);
                    return Ok(bodies);
                }
            }
        }
        Ok(bodies)
    }

    fn ask_now(&mut self, commands: &[String]) -> Result<Vec<Body>, Fault> {
        let answers = match &mut self.process {
            Some(process) => process.ask_all(commands),
            None => Err(self.lost.clone().unwrap_or_else(|| Fault::Protocol {
                command: commands.first().cloned().unwrap_or_default(),
                what: "no game was begun".to_owned(),
            })),
        };
        answers.map_err(|fault| self.lose(fault))
    }

    /// Gives the process up.
    pub(super) fn lose(&mut self, fault: Fault) -> Fault {
        self.process = None;
        self.forget();
        self.lost = Some(fault.clone());
        fault
    }

    /// Gives the process up because of an answer.
    pub(super) fn distrust(&mut self, command: &str, what: String) -> Fault {
        self.lose(Fault::Protocol { command: command.to_owned(), what })
    }
}
