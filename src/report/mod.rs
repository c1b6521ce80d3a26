//! What an examination came to, for people and for programs.

mod all_boards;
mod directory;
mod json;
mod known;
mod text;

pub use all_boards::all_boards;
pub use directory::Directory;
pub use json::json;
pub use known::{Judged, Known};
pub use text::{DrawnDifference, grouped, text};

use crate::certify::Finding;
use crate::compare::Tally;
use crate::engines::Reference;
use crate::game::Record;
use crate::referee::Transcript;
use std::path::Path;

/// The turns of a record, each with the letter of its player.
fn named_turns(record: &Record) -> Vec<String> {
    play(record).named_turns()
}

/// A record as the reference plays it, without questions.
fn play(record: &Record) -> Transcript {
    let referee = Reference::new(record.size(), record.rules());
    Transcript::new(referee, record.clone(), |_, _| Vec::new())
}

/// The text of a record, on one line, with the letters of the players.
pub fn one_line(record: &Record) -> String {
    format!("{} {}: {}", record.size(), record.rules(), named_turns(record).join(", "))
}

/// The longest game, in turns, that is written out on a command line.
const WRITTEN_OUT: usize = 60;

/// The command line that shows a finding again; a long game is read from its file, when there is one.
fn reproduction(finding: &Finding, command_line: &str, file: Option<&Path>) -> String {
    let record = &finding.disagreement.record;
    match file {
        _ if record.turns.len() <= WRITTEN_OUT => {
            format!("superko replay '{}' {command_line}", one_line(record))
        }
        Some(file) => {
            let file = file.to_string_lossy();
            let file = shlex::try_quote(&file).expect("no path has a NUL in it");
            format!("superko replay --quiet {file} {command_line}")
        }
        None => "the game is long: certify with --report DIR, which writes it to a file".to_owned(),
    }
}

/// The word for what was observed of a rule.
fn grade(tally: Option<&Tally>) -> &'static str {
    match tally {
        None => "unobserved",
        Some(Tally { observed: 0, .. }) => "unobserved",
        Some(Tally { deviated: 0, .. }) => "conforms",
        Some(_) => "deviates",
    }
}
