#![doc = include_str!("../README.md")]

pub mod adapters;
mod attribute;
mod event;
mod examine;
#[cfg(feature = "gtp")]
pub mod gtp;
mod record;
mod referee;
mod sentence;
mod subject;
mod transcript;
mod verdict;
mod vocabulary;

pub use event::{Event, Events};
pub use examine::{Findings, Manner, confront, examine};
pub use record::{Record, Script, ScriptError};
pub use referee::{Judgement, Referee, Refusal, Stage};
pub use sentence::Sentence;
pub use subject::{Answer, Claim, Fault, Ground, Ruling, Subject};
pub use transcript::{Expected, Step, Transcript};
pub use verdict::{Cause, Coverage, Dispute, Divergence, Facet, Grade, Tally, Verdict};
pub use vocabulary::*;
