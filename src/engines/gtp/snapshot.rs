//! The board and the player to move, if an engine shows them.

use super::Reader;
use super::abilities::BOARD_SOURCES;
use super::engine::GtpEngine;
use super::probe::{self, STATUS, Snapshot};
use super::process::Body;
use super::sources;
use crate::engine::Fault;
use crate::game::Position;

impl GtpEngine {
    /// What to ask for a snapshot, the how many-th of the game this will be.
    pub(super) fn snapshot_questions(&self, number: u32) -> Vec<String> {
        let readers = self.abilities.reader.into_iter().chain(self.second_reader(number));
        let mut questions: Vec<String> =
            readers.flat_map(|reader| reader.questions(self.size)).collect();
        if self.abilities.tells_status {
            questions.extend(STATUS.map(str::to_owned));
        }
        questions
    }

    /// Another way to see the position, which is asked too where a game has come to its 4th, 16th, 64th snapshot and so on.
    fn second_reader(&self, number: u32) -> Option<Reader> {
        let is_due =
            number > 1 && number.is_power_of_two() && number.trailing_zeros().is_multiple_of(2);
        self.abilities.second_reader.filter(|_| is_due)
    }

    /// The position and the status, asked for unless they came with the last turn.
    pub(super) fn snapshot(&mut self) -> Result<Snapshot, Fault> {
        if let Some(snapshot) = &self.snapshot {
            return Ok(snapshot.clone());
        }
        let number = self.snapshots + 1;
        let questions = self.snapshot_questions(number);
        let bodies = self.connection.ask(&questions)?;
        self.snapshots = number;
        let snapshot = self.read_snapshot(number, &bodies).map_err(|what| {
            self.connection.distrust(questions.first().map_or("", String::as_str), what)
        })?;
        self.snapshot = Some(snapshot.clone());
        Ok(snapshot)
    }

    fn read_snapshot(&mut self, number: u32, bodies: &[Body]) -> Result<Snapshot, String> {
        let told = if self.abilities.tells_status { STATUS.len() } else { 0 };
        let (boards, status) = bodies.split_at(bodies.len().saturating_sub(told));
        let status = match self.abilities.tells_status {
            true => probe::status(status).map_err(|error| error.to_string())?,
            false => None,
        };
        let Some(reader) = self.abilities.reader else {
            return Ok(Snapshot { position: None, status });
        };
        let (first, second) = boards.split_at(reader.questions(self.size).len());
        let position = reader.read(first, self.size).map_err(|error| error.to_string())?;
        if let Some(other) = self.second_reader(number) {
            self.same_board((reader, &position), (other, second))?;
        }
        Ok(Snapshot { position: Some(position), status })
    }

    /// Makes sure that two ways to see the position show the same one. Where they do not, both are given up.
    fn same_board(
        &mut self,
        (reader, position): (Reader, &Position),
        (other, bodies): (Reader, &[Body]),
    ) -> Result<(), String> {
        let Some(what) = sources::difference((reader, position), (other, bodies)) else {
            return Ok(());
        };
        self.abilities.fails(BOARD_SOURCES, what.clone());
        (self.abilities.reader, self.abilities.second_reader) = (None, None);
        Err(what)
    }

    /// The position, seen in the second way.
    pub(super) fn other_board(&mut self) -> Result<Option<Position>, Fault> {
        let both = self.abilities.reader.zip(self.abilities.second_reader);
        let Some((reader, other)) = both else { return Ok(None) };
        let Some(position) = self.snapshot()?.position else { return Ok(None) };
        let questions = other.questions(self.size);
        let bodies = self.connection.ask(&questions)?;
        match self.same_board((reader, &position), (other, &bodies)) {
            Ok(()) => Ok(Some(position)),
            Err(what) => Err(self.connection.distrust(&questions[0], what)),
        }
    }
}
