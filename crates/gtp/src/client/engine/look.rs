//! Reads what an engine shows: the board, the player to move, and the hash of the position.

use super::GtpEngine;
use crate::Body;
use crate::client::questions::{self, HashProbe, Reader, STATUS, difference};
use superko_engine::{Fault, hash_of};
use superko_game::{Position, Status};

/// The command by which any engine can offer the hash of the current position, in hexadecimal digits.
const HASH: &str = "superko-hash";

/// The position and the status, as far as the engine shows them.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) position: Option<Position>,
    pub(super) status: Option<Status>,
}

impl GtpEngine {
    /// Returns the questions for the snapshot with this number in the game.
    pub(super) fn snapshot_questions(&self, number: u32) -> Vec<String> {
        let readers = self.abilities.sight.reader.into_iter().chain(self.second_reader(number));
        let mut questions: Vec<String> =
            readers.flat_map(|reader| reader.questions(self.game.size)).collect();
        if self.abilities.tells_status {
            questions.extend(STATUS.map(str::to_owned));
        }
        questions
    }

    /// Returns the second way to read the position. It is used for the 4th, 16th, 64th snapshot of a game, and so on.
    fn second_reader(&self, number: u32) -> Option<Reader> {
        let is_due =
            number > 1 && number.is_power_of_two() && number.trailing_zeros().is_multiple_of(2);
        self.abilities.sight.second.filter(|_| is_due)
    }

    /// Returns the position and the status: the last snapshot, if nothing was asked since that might change them, or a
    /// new one.
    pub(super) fn snapshot(&mut self) -> Result<Snapshot, Fault> {
        if let Some(snapshot) = &self.game.snapshot {
            return Ok(snapshot.clone());
        }
        let number = self.game.snapshots + 1;
        let questions = self.snapshot_questions(number);
        let bodies = self.connection.ask(&questions)?;
        self.game.snapshots = number;
        let snapshot = self.read_snapshot(number, &bodies).map_err(|what| {
            self.connection.distrust(questions.first().map_or("", String::as_str), what)
        })?;
        self.game.snapshot = Some(snapshot.clone());
        Ok(snapshot)
    }

    fn read_snapshot(&mut self, number: u32, bodies: &[Body]) -> Result<Snapshot, String> {
        let answers = if self.abilities.tells_status { STATUS.len() } else { 0 };
        let (boards, status) = bodies.split_at(bodies.len().saturating_sub(answers));
        let status = match self.abilities.tells_status {
            true => questions::status(status).map_err(|error| error.to_string())?,
            false => None,
        };
        let Some(reader) = self.abilities.sight.reader else {
            return Ok(Snapshot { position: None, status });
        };
        let (first, second) = boards.split_at(reader.questions(self.game.size).len());
        let position = reader.read(first, self.game.size).map_err(|error| error.to_string())?;
        if let Some(other) = self.second_reader(number) {
            self.same_board((reader, &position), (other, second))?;
        }
        Ok(Snapshot { position: Some(position), status })
    }

    /// Checks that two ways to read the position agree. If they differ, neither is used any more.
    pub(super) fn same_board(
        &mut self,
        (reader, position): (Reader, &Position),
        (other, bodies): (Reader, &[Body]),
    ) -> Result<(), String> {
        let Some(what) = difference((reader, position), (other, bodies)) else { return Ok(()) };
        self.abilities.distrust_boards(what.clone());
        Err(what)
    }

    /// Returns the way to ask for the hash: the command for any engine, or what the profile says.
    pub(super) fn hash_probe(&self) -> Option<HashProbe> {
        let own = HashProbe { command: HASH.to_owned(), after: None, standard_error: false };
        let probes = [own].into_iter().chain(self.abilities.program.profile.hash.iter().cloned());
        probes.into_iter().find(|probe| self.abilities.program.lists(&probe.command))
    }
}

/// Returns the hash at the beginning of a text, or after the last occurrence of `after` in it.
pub(super) fn read_hash(text: &str, after: Option<&str>) -> Option<[u64; 4]> {
    let rest = match after {
        Some(after) => text.rsplit_once(after)?.1,
        None => text,
    };
    let word = rest.split_whitespace().next()?;
    hash_of(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_read_where_it_stands() {
        assert_eq!(read_hash("0x00ff", None), Some([255, 0, 0, 0]));
        let katago = "MoveNum: 3 HASH: 0123456789ABCDEFFEDCBA9876543210\n   A B C";
        let both = [0xfedc_ba98_7654_3210, 0x0123_4567_89ab_cdef, 0, 0];
        assert_eq!(read_hash(katago, Some("HASH:")), Some(both));
        let leela = "Hash: 1 Ko-Hash: 2\n\nHash: 3 Ko-Hash: a4\n\n";
        assert_eq!(read_hash(leela, Some("Ko-Hash:")), Some([0xa4, 0, 0, 0]));
        for (text, after) in [("", None), ("HASH: xyz", Some("HASH:")), ("HASH:", Some("HASH:"))] {
            assert_eq!(read_hash(text, after), None, "{text}");
        }
        assert_eq!(read_hash("12", Some("Hash:")), None);
        assert_eq!(read_hash(&"1".repeat(65), None), None);
    }
}
