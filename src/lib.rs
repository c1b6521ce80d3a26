#![doc = include_str!("../docs/rust.md")]
#![allow(clippy::test_attr_in_doctest, reason = "the page shows a whole file of tests")]

#[cfg(feature = "archives")]
pub mod archive;
pub mod certify;
pub mod check;
pub mod collide;
pub mod compare;
pub mod diagnosis;
pub mod engine;
pub mod engines;
pub mod findings;
pub mod game;
pub mod gtp;
pub mod judge;
pub mod kill_matrix;
pub mod perft;
pub mod referee;
pub mod report;
pub mod rules;
pub mod server;
pub mod sgf;
mod shorten;
pub mod suite;

pub use certify::{__SharedRun, Certify, Level, certify, replay, replay_after};
pub use check::{Check, FindingId, Grade};
pub use compare::{
    CompareOptions, Comparison, Coverage, Difference, Disagreement, Generation, Tally, Verdict,
    compare, compare_with,
};
pub use engine::{
    About, Answer, Conventions, Copies, Dialect, Ending, Engine, EngineFactory, Fault, MoveCap,
    ProbeFault, ProtocolCase, ProtocolOutcome, ProtocolResult, Query, RefusalReason, ReportedScore,
    Ruling,
};
pub use findings::{Effort, shrink};
pub use game::*;
pub use referee::{
    Cycle, Event, Events, Expected, Form, HistoryEntry, Judgment, PlayKind, Referee, Refusal,
    Settled, Step, Transcript, Unsettled,
};
pub use report::Report;
pub use rules::*;
