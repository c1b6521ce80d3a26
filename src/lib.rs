#![doc = include_str!("../README.md")]

pub mod adapters;
mod attribute;
pub mod certify;
pub mod directed;
mod event;
mod examine;
pub mod generate;
#[cfg(feature = "gtp")]
pub mod gtp;
pub mod matrix;
pub mod perft;
mod record;
mod referee;
#[cfg(feature = "cli")]
pub mod report;
mod sentence;
pub mod sgf;
mod shrink;
mod subject;
mod sweep;
mod transcript;
mod verdict;
mod vocabulary;
pub mod zoo;

pub use event::{Event, Events};
pub use examine::{Findings, Manner, confront, examine};
pub use record::{Record, Script, ScriptError};
pub use referee::{Judgement, Referee, Refusal, Stage};
pub use sentence::Sentence;
pub use shrink::{Effort, shrink};
pub use subject::{Answer, Claim, Fault, Foreseen, Ground, Ruling, Subject};
pub use sweep::sweep;
pub use transcript::{Expected, Step, Transcript};
pub use verdict::{Cause, Coverage, Dispute, Divergence, Facet, Grade, Tally, Verdict};
pub use vocabulary::*;
