//! The hash of the position, if an engine shows it.

use super::engine::GtpEngine;
use super::profile::HashProbe;
use crate::engine::{Fault, hash_of, quote};

/// The command of those who want to be asked: it answers the hash of the present position in hexadecimal digits.
const COMMAND: &str = "superko-hash";

impl GtpEngine {
    /// The hash that it shows, the lowest 64 bits first; nothing if no command is known that shows it.
    pub(super) fn shown_hash(&mut self) -> Result<Option<[u64; 4]>, Fault> {
        let Some(probe) = self.hash_probe() else { return Ok(None) };
        let command = probe.command.clone();
        let mut commands = vec![command.clone()];
        if probe.standard_error {
            // Some write it after their answer. It is there when they answer the next question.
            commands.push("protocol_version".to_owned());
        }
        let body = self.connection.ask(&commands)?.remove(0);
        let text = match body {
            Ok(_) if probe.standard_error => self.connection.standard_error(),
            Ok(text) => text,
            Err(text) => {
                let what = format!("it complains: `{}`", quote(&text));
                return Err(self.connection.distrust(&command, what));
            }
        };
        match read(&text, probe.after.as_deref()) {
            Some(hash) => Ok(Some(hash)),
            None => {
                let where_ = probe.after.map_or(String::new(), |after| format!(" after `{after}`"));
                let what = format!("no hash is found{where_} in `{}`", quote(&text));
                Err(self.connection.distrust(&command, what))
            }
        }
    }

    /// How it is asked: by the command for it, or as its profile says.
    fn hash_probe(&self) -> Option<HashProbe> {
        let own = HashProbe { command: COMMAND.to_owned(), after: None, standard_error: false };
        let probes = [own].into_iter().chain(self.abilities.profile.hash.iter().cloned());
        probes.into_iter().find(|probe| self.abilities.lists(&probe.command))
    }
}

/// The hexadecimal digits at the beginning of a text, or after the last of some words in it.
fn read(text: &str, after: Option<&str>) -> Option<[u64; 4]> {
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
        assert_eq!(read("0x00ff", None), Some([255, 0, 0, 0]));
        let katago = "MoveNum: 3 HASH: 0123456789ABCDEFFEDCBA9876543210\n   A B C";
        let both = [0xfedc_ba98_7654_3210, 0x0123_4567_89ab_cdef, 0, 0];
        assert_eq!(read(katago, Some("HASH:")), Some(both));
        let leela = "Hash: 1 Ko-Hash: 2\n\nHash: 3 Ko-Hash: a4\n\n";
        assert_eq!(read(leela, Some("Ko-Hash:")), Some([0xa4, 0, 0, 0]));
        for (text, after) in [("", None), ("HASH: xyz", Some("HASH:")), ("HASH:", Some("HASH:"))] {
            assert_eq!(read(text, after), None, "{text}");
        }
        assert_eq!(read("12", Some("Hash:")), None);
        assert_eq!(read(&"1".repeat(65), None), None);
    }
}
