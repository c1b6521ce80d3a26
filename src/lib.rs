#![doc = include_str!("../README.md")]

pub mod certify;
pub mod check;
pub mod compare;
pub mod engine;
pub mod engines;
pub mod findings;
pub mod game;
pub mod gtp;
pub mod kill_matrix;
pub mod perft;
pub mod referee;
#[cfg(feature = "cli")]
pub mod report;
pub mod rules;
pub mod server;
pub mod sgf;
pub mod suite;

pub mod exhaust;
pub mod legal_positions;
pub mod values;
pub mod verify;
pub mod whole_games;

pub use check::{Check, FindingId, Grade};
pub use compare::{
    CompareOptions, Coverage, Difference, Disagreement, Findings, Tally, Verdict, compare, examine,
};
pub use engine::{Engine, Fault, Prefetched, RefusalReason, ReportedScore, Ruling};
pub use findings::{Effort, shrink};
pub use game::*;
pub use referee::{
    Event, Events, Expected, HistoryEntry, Judgment, Referee, Refusal, Step, Transcript,
};
pub use rules::{
    PRESETS, Preset, Repetition, Rule, Rules, RulesError, SWITCHES, Suicide, Switch, SwitchValue,
};
