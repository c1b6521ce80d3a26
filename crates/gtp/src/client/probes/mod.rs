//! Finds out what an engine can do: the handshake and the self-tests, without the commands that end the engine.
//!
//! Each probe takes the conversation and returns what it found. Only [`ProbedEngine::meet`] makes abilities of that.

mod games;
mod handshake;
mod score;

use super::abilities::{Abilities, Observations};
use super::connection::Connection;
use super::known_programs::Unasked;
use super::plays::GENMOVE;
use super::program::Program;
use crate::Body;
use superko_engine::{Fault, Note, ProbeFault};
use superko_game::Size;

/// Finds out what an engine can do. If it crashes or hangs over a command that it can be tested without, it is started
/// again and not asked that command.
///
/// # Errors
///
/// If a fault ends the engine and it cannot be tested without the command, or if it fails the handshake.
pub(super) fn get_to_know(connection: &mut Connection) -> Result<Abilities, Fault> {
    // Each round asks one command less.
    loop {
        let profile = connection.options.profile.clone();
        let (unasked, faults): (Vec<_>, Vec<_>) =
            connection.options.known_programs.unasked(&connection.command).into_iter().unzip();
        connection.faults = faults.into_iter().flatten().collect();
        let mut observations = Observations::default();
        let program =
            Program::greet(connection.process()?, profile, unasked, &mut observations.notes)?;
        let mut engine = ProbedEngine { connection, program, observations };
        match engine.meet() {
            Err(fault) if engine.program.can_do_without(&fault) => {
                let probe_fault = engine.look_into(&fault);
                let known_programs = &connection.options.known_programs;
                known_programs.keep(&connection.command, &fault, probe_fault.clone());
                let (command, why) = (fault.command_name().to_owned(), fault.to_string());
                known_programs.stop_asking(
                    &connection.command,
                    Unasked { command, why },
                    probe_fault,
                );
            }
            met => return met,
        }
    }
}

/// The conversation with an engine during the probes, and the notes for the reader of the report.
struct ProbedEngine<'a> {
    connection: &'a mut Connection,
    program: Program,
    observations: Observations,
}

impl ProbedEngine<'_> {
    /// Makes the probes one after the other, and assembles the abilities from the results.
    fn meet(&mut self) -> Result<Abilities, Fault> {
        let board = handshake::find_board(self)?;
        let played = handshake::play_stones(self, board)?;
        let mut sight = handshake::find_sight(self, &played)?;
        let legality = handshake::find_legality(self, board)?;
        let tells_status = handshake::find_status(self)?;
        let refusals = handshake::learn_refusals(self)?;
        let memory = self.test("clear_board", |engine| games::find_memory(engine, board))?;
        let lacks_pass =
            self.test("pass", |engine| handshake::lacks_pass(engine, board, &refusals))?;
        let tells_end = tells_status && !lacks_pass;
        let passes_after_end = tells_end
            && self.test("a pass after the end", |engine| {
                handshake::passes_after_end(engine, board)
            })?;
        let undo = self.test("undo", |engine| games::find_undo(engine, board, sight.reader))?;
        let score = self.test("score", |engine| score::find_claim(engine, board, lacks_pass))?;
        let differ = self.test("a comparison of boards", |engine| {
            games::find_difference(engine, board, sight)
        })?;
        if let Some(fault) = differ {
            self.connection.tell(fault);
            (sight.reader, sight.second) = (None, None);
        }
        if memory.remembers {
            self.connection.hang_up();
        }
        Ok(Abilities {
            program: self.program.clone(),
            board,
            sight,
            legality,
            tells_status,
            refusals,
            lacks_pass,
            passes_after_end,
            memory,
            undo,
            score,
            generate: self.program.generate(),
            plays_generated: self.program.lists(GENMOVE),
            observations: std::mem::take(&mut self.observations),
        })
    }

    /// Runs a probe that the engine need not survive. Unless leaving out a command avoids the fault, nothing is found,
    /// and the engine is started again for the other probes.
    fn test<T: Default>(
        &mut self,
        check: &str,
        probe: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.connection.process()?;
        match probe(self) {
            Err(fault)
                if !matches!(fault, Fault::Stopped { .. })
                    && !self.program.can_do_without(&fault) =>
            {
                self.look_into(&fault);
                self.note(Note::missing(check, fault.to_string()));
                Ok(T::default())
            }
            tested => tested,
        }
    }

    /// Looks into a fault, and ends the process. The fault is not held against an engine that does not list its
    /// commands, because it may not know the command.
    fn look_into(&mut self, fault: &Fault) -> Option<ProbeFault> {
        let lists_itself = self.program.lists_itself;
        let probe_fault = lists_itself.then(|| self.connection.look_into(fault)).flatten();
        self.connection.hang_up();
        probe_fault
    }

    fn note(&mut self, note: Note) {
        self.observations.notes.push(note);
    }

    fn ask(&mut self, commands: &[impl ToString]) -> Result<Vec<Body>, Fault> {
        let commands: Vec<String> = commands.iter().map(ToString::to_string).collect();
        self.connection.process()?.ask_all(&commands)
    }

    /// Returns whether all commands are answered with `=`.
    fn takes(&mut self, commands: &[impl ToString]) -> Result<bool, Fault> {
        Ok(self.ask(commands)?.iter().all(Result::is_ok))
    }

    /// Begins a game under the usual rules.
    fn begin(&mut self, size: Size) -> Result<Vec<Body>, Fault> {
        self.ask(&self.program.set_up(size))
    }
}
