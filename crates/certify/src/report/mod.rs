//! The results of a run: one model, and all texts and files made from it.
//!
//! In: only a [`Report`], which `certify` makes. Out: text for people, and all values of [`Format`], each
//! made from nothing but the report; a directory of them.

mod advice;
mod alike;
mod all_boards;
mod broken;
#[cfg(feature = "files")]
mod certificate;
mod diagnosis;
#[cfg(feature = "files")]
mod directory;
mod drawn;
mod escape;
mod facts;
mod finding_file;
#[cfg(feature = "files")]
mod format;
mod github;
mod html;
mod in_part;
#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "files")]
mod junit;
mod known;
mod markdown;
mod model;
mod notes;
mod paint;
mod problems;
mod replay;
mod replayed;
mod screen;
#[cfg(feature = "files")]
mod script;
mod svg;
mod text;
mod unmet;
#[cfg(feature = "serde")]
mod whole;
mod words;

pub use advice::{LEVEL, RULES};
pub use all_boards::all_boards;
#[cfg(feature = "files")]
pub use certificate::{
    CERTIFICATE_SCHEMA, Certificate, CertificateError, Circumstances, Host, Unobserved,
};
pub use diagnosis::text_of_diagnosis;
#[cfg(feature = "files")]
pub use directory::{Directory, DirectoryError};
pub use drawn::{DrawnDifference, name_by_command};
pub use facts::{Capacity, Exactness, LongGame, Remembered};
pub use finding_file::FindingFile;
#[cfg(feature = "files")]
pub use format::Format;
pub use github::github;
pub use html::{HtmlParts, Page, html, html_command, html_line, html_text, places_of_findings};
#[cfg(feature = "serde")]
pub(crate) use json::read_cleaned;
#[cfg(feature = "serde")]
pub use json::{JSON_SCHEMA, cleaned, from_json, to_json};
#[cfg(feature = "files")]
pub use junit::junit;
pub use known::{KnownFailures, KnownFailuresError};
pub use markdown::markdown;
pub use model::*;
pub use notes::in_words;
pub use paint::TextOptions;
pub use problems::problems;
pub use replay::ReplayText;
pub(crate) use replayed::replayed;
pub use screen::opening;
pub use superko_diagnosis::{DiagnosisReport, Evidence, repetition_words, rule_words};
pub use superko_game::{counted, grouped};
pub use svg::{Drawing, Mark};
pub use text::{FindingGroup, groups_of_findings, text, texts_of_findings};
pub use unmet::{Unmet, UnmetEvent};
#[cfg(feature = "serde")]
pub use whole::{try_to_write, write_whole};

use superko_game::Record;

/// Writes the text of a record on one line, with the letters of the players.
pub fn one_line(record: &Record) -> String {
    let transcript = replayed(record);
    format!("{}: {}", record.head(), transcript.named_turns().join(", "))
}
