#![doc = include_str!("../README.md")]

pub mod adapters;
mod attribute;
pub mod certify;
pub mod directed;
mod engine;
mod event;
mod examine;
pub mod exhaust;
pub mod generate;
#[cfg(feature = "gtp")]
pub mod gtp;
pub mod legal_positions;
pub mod matrix;
pub mod perft;
mod record;
mod referee;
#[cfg(feature = "cli")]
pub mod report;
mod rule;
pub mod sgf;
mod shrink;
mod sweep;
mod transcript;
pub mod values;
mod verdict;
pub mod verify;
mod vocabulary;
pub mod whole_games;
pub mod zoo;

pub use engine::{Engine, Fault, Prefetched, RefusalReason, ReportedScore, Ruling};
pub use event::{Event, Events};
pub use examine::{CompareOptions, Findings, compare, examine};
pub use record::{Record, RecordError, RecordText};
pub use referee::{HistoryEntry, Judgment, Referee, Refusal};
pub use rule::Rule;
pub use shrink::{Effort, shrink};
pub use sweep::sweep;
pub use transcript::{Expected, Step, Transcript};
pub use verdict::{Check, Coverage, Difference, Disagreement, FindingId, Grade, Tally, Verdict};
pub use vocabulary::*;
