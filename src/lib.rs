#![doc = include_str!("../docs/rust.md")]
#![allow(clippy::test_attr_in_doctest, reason = "the page shows a whole file of tests")]

#[doc(inline)]
pub use superko_certify as certify;
#[doc(inline)]
pub use superko_certify::report::{self, Report};
#[doc(inline)]
pub use superko_certify::{Certify, Level, certify, conformance_tests, replay, replay_after};
#[doc(inline)]
pub use superko_diagnosis as diagnosis;
#[doc(inline)]
pub use superko_engine as engine;
#[doc(inline)]
pub use superko_engine::check::{self, Check, FindingId, Grade};
#[doc(inline)]
pub use superko_engine::perft;
#[doc(inline)]
pub use superko_engine::referee::{
    self, Cycle, Event, Events, Expected, Form, HistoryEntry, Judgment, PlayKind, Referee, Refusal,
    Settled, Step, Transcript, Unsettled,
};
#[doc(inline)]
pub use superko_engine::{
    About, Answer, Conventions, Copies, Dialect, Ending, Engine, EngineFactory, Fault, MoveCap,
    ProbeFault, ProtocolCase, ProtocolOutcome, ProtocolResult, Query, RefusalReason, ReportedScore,
    Ruling,
};
#[doc(inline)]
pub use superko_game as game;
#[doc(inline)]
pub use superko_game::*;
#[doc(inline)]
pub use superko_gtp as gtp;
#[doc(inline)]
pub use superko_gtp::server;
#[doc(inline)]
pub use superko_harness::compare::{
    self, CompareOptions, Comparison, Coverage, Difference, Disagreement, Generation, Tally,
    Verdict, compare, compare_with,
};
#[doc(inline)]
pub use superko_harness::findings::{self, Effort, shrink};
#[doc(inline)]
pub use superko_harness::{collide, kill_matrix, suite};
#[doc(inline)]
pub use superko_judge as judge;
#[doc(inline)]
pub use superko_sgf as sgf;
#[cfg(feature = "archives")]
#[doc(inline)]
pub use superko_sgf::archive;

/// Engines: the two of this project, models of engines, the wrong engines of the zoo, and GTP programs.
pub mod engines {
    #[doc(inline)]
    pub use superko_engine::{Optimized, Reference, Uncounted};
    #[cfg(feature = "gtp")]
    #[doc(inline)]
    pub use superko_gtp::client as gtp;
    #[doc(inline)]
    pub use superko_harness::model::{self, Channel, Mistake, Model, Place};
    #[doc(inline)]
    pub use superko_harness::zoo;
}
