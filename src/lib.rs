#![doc = include_str!("../docs/rust.md")]
#![allow(clippy::test_attr_in_doctest, reason = "the page shows a whole file of tests")]

pub use superko_certify as certify;
pub use superko_certify::report::{self, Report};
pub use superko_certify::{Certify, Level, certify, conformance_tests, replay, replay_after};
pub use superko_diagnosis as diagnosis;
pub use superko_engine as engine;
pub use superko_engine::check::{self, Check, FindingId, Grade};
pub use superko_engine::perft;
pub use superko_engine::referee::{
    self, Cycle, Event, Events, Expected, Form, HistoryEntry, Judgment, PlayKind, Referee, Refusal,
    Settled, Step, Transcript, Unsettled,
};
pub use superko_engine::{
    About, Answer, Conventions, Copies, Dialect, Ending, Engine, EngineFactory, Fault, MoveCap,
    ProbeFault, ProtocolCase, ProtocolOutcome, ProtocolResult, Query, RefusalReason, ReportedScore,
    Ruling,
};
pub use superko_game as game;
pub use superko_game::*;
pub use superko_gtp as gtp;
pub use superko_gtp::server;
pub use superko_harness::compare::{
    self, CompareOptions, Comparison, Coverage, Difference, Disagreement, Generation, Tally,
    Verdict, compare, compare_with,
};
pub use superko_harness::findings::{self, Effort, shrink};
pub use superko_harness::{collide, kill_matrix, suite};
pub use superko_judge as judge;
pub use superko_sgf as sgf;
#[cfg(feature = "archives")]
pub use superko_sgf::archive;

/// Engines: the two of this project, models of engines, the wrong engines of the zoo, and GTP programs.
pub mod engines {
    pub use superko_engine::{Optimized, Reference};
    #[cfg(feature = "gtp")]
    pub use superko_gtp::client as gtp;
    pub use superko_harness::model::{self, Channel, Mistake, Model, Place};
    pub use superko_harness::zoo;
}
